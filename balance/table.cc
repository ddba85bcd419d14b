#include "balance/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "balance/xxh64.h"

namespace guideway::balance {

namespace {

// The digest copies a short name as so many bytes, whatever its length: a call of memcpy a slot would
// take longer than hashing and copying do.
constexpr std::size_t kShort = 32;

}  // namespace

Table::Table(std::vector<std::uint16_t> slots, std::span<const Backend> backends) : slots_(std::move(slots)) {
  ends_.reserve(backends.size());
  for (const auto& backend : backends) {
    names_.append(backend.name).push_back('\n');
    ends_.push_back(names_.size());
  }
  names_.append(kShort, '\0');
}

std::string_view Table::line(std::size_t backend) const {
  const std::size_t begin = backend == 0 ? 0 : ends_[backend - 1];
  return std::string_view(names_).substr(begin, ends_[backend] - begin);
}

std::vector<std::uint32_t> Table::counts() const {
  std::vector<std::uint32_t> counts(backends());
  for (const auto backend : slots_) ++counts[backend];
  return counts;
}

std::uint64_t Table::digest() const {
  XXH64_state_t state;
  XXH64_reset(&state, 0);
  std::array<char, 1 << 14> run;
  std::size_t filled = 0;
  for (const auto backend : slots_) {
    const std::string_view text = line(backend);
    if (filled + std::max(text.size(), kShort) > run.size()) {
      XXH64_update(&state, run.data(), filled);
      filled = 0;
    }
    if (text.size() <= kShort) {
      std::memcpy(&run[filled], text.data(), kShort);
      filled += text.size();
    } else {
      XXH64_update(&state, run.data(), std::exchange(filled, 0));
      XXH64_update(&state, text.data(), text.size());
    }
  }
  XXH64_update(&state, run.data(), filled);
  return XXH64_digest(&state);
}

std::string digest_text(std::uint64_t digest) { return fmt::format("{:016x}", digest); }

}  // namespace guideway::balance
