// XXH64, inlined from libxxhash's header: names are short, so a call would cost as much as the hash,
// and the library then runs wherever it compiles, without a shared object beside it.
#pragma once

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <cstdint>
#include <string_view>

namespace guideway::balance {

inline std::uint64_t xxh64(std::string_view text, std::uint64_t seed) { return XXH64(text.data(), text.size(), seed); }

}  // namespace guideway::balance
