// A list of backends with names of its own. Names are what hashing draws its luck from, so the seed is part of
// each: another seed, another draw.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "balance/backend.h"

namespace guideway::sim {

using Backends = std::vector<balance::Backend>;

class Pool {
 public:
  Pool(std::uint64_t count, std::uint64_t seed);
  Pool(const Pool&) = delete;
  Pool(Pool&&) = default;
  Pool& operator=(const Pool&) = delete;
  Pool& operator=(Pool&&) = default;
  ~Pool() = default;

  // To copy and change the weights of; the names live as long as the pool. A backend of weight 0 is as good as
  // absent, and keeps the numbers of the others what they are.
  const Backends& backends() const { return backends_; }

 private:
  std::vector<std::string> names_;
  Backends backends_;
};

}  // namespace guideway::sim
