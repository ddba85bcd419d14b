#include "balance/maglev/claim_together.h"

namespace guideway::balance {

void ClaimTogether::claim(std::span<const std::uint16_t> turns) {
  find(turns);
  for (const auto contender : turns) {
    Walk walk = board_.walks[contender];
    while (board_.taken.has(walk.next)) [[unlikely]]
      walk.step(board_.size);
    board_.claim(contender, walk.next);
    walk.step(board_.size);
    board_.walks[contender].next = walk.next;
  }
}

// Moves each walk to an empty slot. Who has found one is overwritten in the list, not branched around.
void ClaimTogether::find(std::span<const std::uint16_t> turns) {
  // Locals, as the compiler must otherwise expect that a store changes the members.
  const std::uint32_t size = board_.size;
  Walk* const walks = board_.walks.data();
  std::uint16_t* const searching = searching_.data();
  std::size_t left = 0;
  for (const auto contender : turns) {
    searching[left] = contender;
    left += board_.taken.has(walks[contender].next);
  }
  while (left > 0) {
    const std::size_t all = left;
    left = 0;
    for (std::size_t i = 0; i < all; ++i) {
      const auto contender = searching[i];
      Walk walk = walks[contender];
      walk.step(size);
      walks[contender].next = walk.next;
      searching[left] = contender;
      left += board_.taken.has(walk.next);
    }
  }
}

}  // namespace guideway::balance
