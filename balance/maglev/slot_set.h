// Which slots are taken: a bit each, so that 65,537 of them fit a first-level cache, where the table
// itself would not.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

namespace guideway::balance {

class SlotSet {
 public:
  explicit SlotSet(std::uint32_t size) : words_(size / 64 + 1) { words_.back() = ~0ULL << size % 64; }

  bool has(std::uint32_t slot) const { return (words_[slot / 64] >> slot % 64 & 1) != 0; }
  void take(std::uint32_t slot) { words_[slot / 64] |= 1ULL << slot % 64; }

  template <class Visit>
  void for_each_free(Visit visit) const {
    for (std::uint32_t word = 0; word < words_.size(); ++word)
      for (std::uint64_t rest = ~words_[word]; rest != 0; rest &= rest - 1)
        visit(word * 64 + static_cast<std::uint32_t>(std::countr_zero(rest)));
  }

 private:
  std::vector<std::uint64_t> words_;  // the bits past the end count as taken
};

}  // namespace guideway::balance
