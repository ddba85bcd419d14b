#include "balance/hash.h"

#include "balance/xxh64.h"

namespace guideway::balance {

std::uint64_t hash_of(std::string_view key, std::uint64_t seed) { return xxh64(key, seed); }

}  // namespace guideway::balance
