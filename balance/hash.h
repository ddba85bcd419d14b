// From a key to the 64-bit hash that every pick() takes.
//
// Who has a flow has its SipHash (core/hash/); who has a string, say a cache's key, takes this. All of the 64 bits
// are used, so a hash of one's own must be uniform in all of them. XXH64 is not keyed: where strangers
// choose the keys and could aim at one backend, hash them with a secret first.
#pragma once

#include <cstdint>
#include <string_view>

namespace guideway::balance {

// XXH64 of the key's bytes. Clients agree on every backend when they agree on the seed.
std::uint64_t hash_of(std::string_view key, std::uint64_t seed = 0);

}  // namespace guideway::balance
