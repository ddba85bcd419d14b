#include "balance/table.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "balance/xxh64.h"

namespace guideway::balance {

namespace {

template <class Narrow, class Wide>
std::vector<Narrow> narrowed(const std::vector<Wide>& slots) {
  std::vector<Narrow> result(slots.size());
  std::ranges::transform(slots, result.begin(), [](auto slot) { return static_cast<Narrow>(slot); });
  return result;
}

}  // namespace

Table::Table(std::vector<std::uint8_t> slots, std::span<const Backend> backends)
    : size_(static_cast<std::uint32_t>(slots.size())), slots_(std::move(slots)), names_(backends) {}

Table::Table(std::vector<std::uint16_t> slots, std::span<const Backend> backends)
    : size_(static_cast<std::uint32_t>(slots.size())), names_(backends) {
  if (backends.size() <= kMostBackends<std::uint8_t>)
    slots_ = narrowed<std::uint8_t>(slots);
  else
    slots_ = std::move(slots);
}

Table::Table(std::vector<std::uint32_t> slots, std::span<const Backend> backends)
    : size_(static_cast<std::uint32_t>(slots.size())), names_(backends) {
  if (backends.size() <= kMostBackends<std::uint8_t>)
    slots_ = narrowed<std::uint8_t>(slots);
  else if (backends.size() <= kMostBackends<std::uint16_t>)
    slots_ = narrowed<std::uint16_t>(slots);
  else
    slots_ = std::move(slots);
}

void Table::pick(std::span<const std::uint64_t> hashes, std::span<std::uint32_t> out) const {
  visit_slots([&](auto slots) {
    for (std::size_t i = 0; i < hashes.size(); ++i) out[i] = slots[slot_of(hashes[i], size_)];
  });
}

std::size_t Table::bytes_per_slot() const {
  return visit_slots([](auto slots) { return sizeof(slots[0]); });
}

std::vector<std::uint32_t> Table::counts() const {
  std::vector<std::uint32_t> counts(backends());
  visit_slots([&](auto slots) {
    for (const auto backend : slots) ++counts[backend];
  });
  return counts;
}

std::uint64_t Table::digest() const {
  Xxh64 hash(0);
  std::array<char, 1 << 14> run;
  std::size_t filled = 0;
  for (std::uint32_t slot = 0; slot < size_; ++slot) {
    const std::string_view text = names_.line((*this)[slot]);
    if (filled + std::max(text.size(), Names::kReadable) > run.size()) {
      hash.add({run.data(), filled});
      filled = 0;
    }
    if (text.size() <= Names::kReadable) {
      std::memcpy(&run[filled], text.data(), Names::kReadable);
      filled += text.size();
    } else {
      hash.add({run.data(), std::exchange(filled, 0)});
      hash.add(text);
    }
  }
  hash.add({run.data(), filled});
  return hash.finish();
}

std::string digest_text(std::uint64_t digest) {
  std::string text(16, '0');
  for (std::size_t i = 0; i < text.size(); ++i) text[i] = "0123456789abcdef"[digest >> (60 - 4 * i) & 15];
  return text;
}

}  // namespace guideway::balance
