// A lookup table: slot -> backend. Every policy with a table builds this one type, and the data plane
// reads it.
//
// Shape. `size()` slots, each an index into the list of backends that the builder was given, in the
// caller's order: what pick() returns is what the caller holds. The owner of a slot, by name, depends on
// the set of names and weights alone and never on their order; so does the digest.
// Memory. A slot takes 1 byte up to 256 backends, 2 up to 65,536, else 4; and the names once.
// Threads. A table never changes once built: any number of threads may read one without locks.
// Not guaranteed. The digest is a fingerprint to compare by, not a defence against forgery, and a name
// that holds a newline can make two tables' digests equal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "balance/backend.h"
#include "balance/hash.h"
#include "balance/names.h"
#include "core/select/slot.h"

namespace guideway::balance {

using core::slot_of;  // the slot of a 64-bit hash, whose high half must be uniform

// What every builder of a table takes.
struct TableOptions {
  std::uint32_t size = 65537;  // slots: at least one a backend, at most kMaxTableSize
  // The weight of a backend that is up to everything. A constant of the pool, not the largest weight
  // present: then the heaviest backend may come and go, and the rest stay as they were.
  std::uint32_t weight_scale = kDefaultWeightScale;
};

// How many backends a slot of a type tells apart.
template <class Slot>
inline constexpr std::size_t kMostBackends = std::size_t{1} << 8 * sizeof(Slot);

class Table {
 public:
  // For builders; users call one of build_...(). At least one slot; each is an index into `backends`. Slots wider than
  // the number of backends asks for are narrowed.
  Table(std::vector<std::uint8_t> slots, std::span<const Backend> backends);
  Table(std::vector<std::uint16_t> slots, std::span<const Backend> backends);
  Table(std::vector<std::uint32_t> slots, std::span<const Backend> backends);

  // The index of the backend that a hash or a key falls to. O(1): one read.
  std::uint32_t pick(std::uint64_t hash) const { return (*this)[slot_of(hash, size_)]; }
  std::uint32_t pick(std::string_view key) const { return pick(hash_of(key)); }

  // Many at once, out[i] for hashes[i]: the reads overlap, which pays when the table is not in the cache.
  // The spans have one length.
  void pick(std::span<const std::uint64_t> hashes, std::span<std::uint32_t> out) const;

  // Fetches the line that pick(hash) will read: for those who spread a batch over many tables.
  void prefetch(std::uint64_t hash) const {
    std::visit([&](const auto& slots) { __builtin_prefetch(&slots[slot_of(hash, size_)]); }, slots_);
  }

  // The owner of a slot, below size().
  std::uint32_t operator[](std::uint32_t slot) const {
    if (const auto* const two = std::get_if<std::vector<std::uint16_t>>(&slots_)) return (*two)[slot];
    if (const auto* const one = std::get_if<std::vector<std::uint8_t>>(&slots_)) return (*one)[slot];
    return std::get<std::vector<std::uint32_t>>(slots_)[slot];
  }

  std::uint32_t size() const { return size_; }
  std::size_t bytes_per_slot() const;

  // Calls visit(span of const std::uint8_t, std::uint16_t or std::uint32_t) with all slots.
  template <class Visit>
  decltype(auto) visit_slots(Visit&& visit) const {
    return std::visit([&](const auto& slots) -> decltype(auto) { return visit(std::span(slots)); }, slots_);
  }

  // A copy of all slots, in the type asked for, which must be wide enough for the number of backends.
  template <class Slot>
  std::vector<Slot> slots() const {
    return visit_slots([](auto slots) {
      std::vector<Slot> copy;
      copy.reserve(slots.size());
      for (const auto slot : slots) copy.push_back(static_cast<Slot>(slot));
      return copy;
    });
  }

  std::size_t backends() const { return names_.size(); }
  std::string_view name(std::size_t backend) const { return names_[backend]; }

  // How many slots each backend owns, in the caller's order. O(size), computed by each call.
  std::vector<std::uint32_t> counts() const;

  // XXH64 (seed 0) over the owners' names in slot order, each followed by "\n". Balancers with equal
  // digests send every hash to the same backend. O(bytes of that text), computed by each call.
  std::uint64_t digest() const;

 private:
  std::uint32_t size_;
  std::variant<std::vector<std::uint8_t>, std::vector<std::uint16_t>, std::vector<std::uint32_t>> slots_;
  Names names_;
};

// A digest as it is written: 16 hex digits.
std::string digest_text(std::uint64_t digest);

}  // namespace guideway::balance
