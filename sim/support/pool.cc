#include "sim/support/pool.h"

namespace guideway::sim {

Pool::Pool(std::uint64_t count, std::uint64_t seed) {
  for (std::uint64_t i = 0; i < count; ++i)
    names_.push_back("backend-" + std::to_string(i) + "." + std::to_string(seed));
  for (const std::string& name : names_) backends_.push_back({name});
}

}  // namespace guideway::sim
