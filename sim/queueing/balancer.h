// The policies of balance/ behind one face: a request's hash in, a server out, and a word when it is done.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "base/error.h"
#include "sim/support/pool.h"

namespace guideway::sim {

class Balancer {
 public:
  Balancer() = default;
  Balancer(const Balancer&) = delete;
  Balancer& operator=(const Balancer&) = delete;
  virtual ~Balancer() = default;

  virtual std::uint32_t pick(std::uint64_t hash) = 0;
  virtual void release(std::uint32_t backend) = 0;
};

// `random` sends a hash to its slot of a Maglev table, which for hashes that are all different is a random draw by
// weight; `bounded-loads` lies over the same table, with an epsilon of 25 %.
inline constexpr std::string_view kBalancers =
    "random ring bounded-loads round-robin two-choices three-choices least-connections";

// One of kBalancers. Balancers of another seed draw otherwise and begin their rounds elsewhere, and choose from the
// same table. Errors are those of the builders.
Result<std::unique_ptr<Balancer>> build_balancer(std::string_view policy, const Backends& backends, std::uint64_t seed);

}  // namespace guideway::sim
