#include "balance/table.h"

#include <fmt/format.h>

#include <utility>

#include "balance/xxh64.h"

namespace guideway::balance {

Table::Table(std::vector<std::uint16_t> slots, std::span<const Backend> backends) : slots_(std::move(slots)) {
  ends_.reserve(backends.size());
  for (const auto& backend : backends) {
    names_.append(backend.name).push_back('\n');
    ends_.push_back(names_.size());
  }
}

std::string_view Table::name(std::size_t backend) const {
  const std::size_t begin = backend == 0 ? 0 : ends_[backend - 1];
  return std::string_view(names_).substr(begin, ends_[backend] - begin - 1);
}

std::vector<std::uint32_t> Table::counts() const {
  std::vector<std::uint32_t> counts(backends());
  for (const auto backend : slots_) ++counts[backend];
  return counts;
}

std::uint64_t Table::digest() const {
  // The hash is fast on long runs and slow on a name at a time: gather first.
  constexpr std::size_t kRun = 1 << 16;
  XXH64_state_t state;
  XXH64_reset(&state, 0);
  std::string run;
  run.reserve(2 * kRun);
  for (const auto backend : slots_) {
    run.append(name(backend)).push_back('\n');
    if (run.size() < kRun) continue;
    XXH64_update(&state, run.data(), run.size());
    run.clear();
  }
  XXH64_update(&state, run.data(), run.size());
  return XXH64_digest(&state);
}

std::string digest_text(std::uint64_t digest) { return fmt::format("{:016x}", digest); }

}  // namespace guideway::balance
