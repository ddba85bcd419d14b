// A lookup table: slot -> backend, as every policy with a table builds it.
//
// Shape. `size()` slots (a prime), each a 16-bit index into the list of backends that the builder was
// given, in the caller's order: what pick() returns is what the caller holds. The owner of a slot, by
// name, depends on the set of names and weights alone and never on their order; so does the digest.
// Memory. Two bytes a slot, and the names.
// Threads. A table never changes once built: any number of threads may read one without locks.
// Not guaranteed. The digest is a fingerprint to compare by, not a defence against forgery, and a name
// that holds a newline can make two tables' digests equal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "balance/backend.h"
#include "core/select/slot.h"

namespace guideway::balance {

using core::slot_of;  // the slot of a 64-bit hash, whose high half must be uniform

class Table {
 public:
  // For builders; users call build_maglev(). At least one slot; every slot is an index into `backends`.
  Table(std::vector<std::uint16_t> slots, std::span<const Backend> backends);

  // The index of the backend that a hash falls to. O(1): one read.
  std::uint16_t pick(std::uint64_t hash) const { return slots_[slot_of(hash, size())]; }

  std::uint32_t size() const { return static_cast<std::uint32_t>(slots_.size()); }
  const std::vector<std::uint16_t>& slots() const { return slots_; }

  std::size_t backends() const { return ends_.size(); }
  std::string_view name(std::size_t backend) const { return line(backend).substr(0, line(backend).size() - 1); }

  // How many slots each backend owns, in the caller's order. O(size), computed by each call.
  std::vector<std::uint32_t> counts() const;

  // XXH64 (seed 0) over the owners' names in slot order, each followed by "\n". Balancers with equal
  // digests send every hash to the same backend. O(bytes of that text), computed by each call.
  std::uint64_t digest() const;

 private:
  std::string_view line(std::size_t backend) const;  // the name and its newline

  std::vector<std::uint16_t> slots_;
  std::string names_;              // each followed by "\n", and some bytes to spare at the end
  std::vector<std::size_t> ends_;  // in names_, past the newline
};

// A digest as it is written: 16 hex digits.
std::string digest_text(std::uint64_t digest);

}  // namespace guideway::balance
