// XXH64, inlined from libxxhash's header: names are short, so a call would cost as much as the hash,
// and the library then runs wherever it compiles, without a shared object beside it.
#pragma once

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <cstdint>
#include <string_view>

namespace guideway::balance {

inline std::uint64_t xxh64(std::string_view text, std::uint64_t seed) { return XXH64(text.data(), text.size(), seed); }

// The same of a text that comes in pieces.
class Xxh64 {
 public:
  explicit Xxh64(std::uint64_t seed) { XXH64_reset(&state_, seed); }

  // Not inlined: g++ would compile it once more for each caller, and warn of lengths that cannot be.
  [[gnu::noinline]] void add(std::string_view piece) { XXH64_update(&state_, piece.data(), piece.size()); }

  std::uint64_t finish() const { return XXH64_digest(&state_); }

 private:
  XXH64_state_t state_;
};

}  // namespace guideway::balance
