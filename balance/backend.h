// What every builder of this library takes: a list of names and weights.
#pragma once

#include <cstdint>
#include <string_view>

namespace guideway::balance {

// The default weight scale, and so the default of a weight.
inline constexpr std::uint32_t kDefaultWeightScale = 100;

struct Backend {
  std::string_view name;                       // any bytes; distinct within a list; need only live through the call
  std::uint32_t weight = kDefaultWeightScale;  // give one to each under another scale: it does not follow
};

}  // namespace guideway::balance
