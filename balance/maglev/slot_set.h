// Which slots are taken: a bit each, so that 65,537 of them fit a first-level cache, where the table
// itself would not. Words of 32 bits, as a vector gathers more of them at a time.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

namespace guideway::balance {

class SlotSet {
 public:
  explicit SlotSet(std::uint32_t size) : words_(size / 32 + 1) { words_.back() = ~0U << size % 32; }

  bool has(std::uint32_t slot) const { return has(words_.data(), slot) != 0; }
  void take(std::uint32_t slot) { words_[slot / 32] |= 1U << slot % 32; }

  // The same as has(), 0 or 1, for loops that must have the words in a local to be vectorised.
  static std::uint32_t has(const std::uint32_t* words, std::uint32_t slot) { return words[slot / 32] >> slot % 32 & 1; }
  const std::uint32_t* words() const { return words_.data(); }

  template <class Visit>
  void for_each_free(Visit visit) const {
    for (std::uint32_t word = 0; word < words_.size(); ++word)
      for (std::uint32_t rest = ~words_[word]; rest != 0; rest &= rest - 1)
        visit(word * 32 + static_cast<std::uint32_t>(std::countr_zero(rest)));
  }

 private:
  std::vector<std::uint32_t> words_;  // the bits past the end count as taken
};

}  // namespace guideway::balance
