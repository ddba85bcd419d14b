// Network-order numbers at any address of a packet. memcpy tells a native compiler that the address
// need not be aligned and costs nothing; BPF's compiler would split it into single bytes, while the
// kernels we target load unaligned words well, so there the word is read as it stands.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "core/wire/inline.h"

namespace guideway::core {

template <class Word>
GUIDEWAY_INLINE Word load(const uint8_t* at) {
#if defined(__bpf__)
  return *reinterpret_cast<const Word*>(at);
#else
  Word word;
  __builtin_memcpy(&word, at, sizeof word);
  return word;
#endif
}

template <class Word>
GUIDEWAY_INLINE void store(uint8_t* at, Word word) {
#if defined(__bpf__)
  *reinterpret_cast<Word*>(at) = word;
#else
  __builtin_memcpy(at, &word, sizeof word);
#endif
}

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the byte swaps below assume a little-endian machine");

GUIDEWAY_INLINE uint16_t swap16(uint16_t v) { return __builtin_bswap16(v); }
GUIDEWAY_INLINE uint32_t swap32(uint32_t v) { return __builtin_bswap32(v); }

GUIDEWAY_INLINE uint16_t load_be16(const uint8_t* at) { return swap16(load<uint16_t>(at)); }
GUIDEWAY_INLINE uint32_t load_be32(const uint8_t* at) { return swap32(load<uint32_t>(at)); }
GUIDEWAY_INLINE void store_be16(uint8_t* at, uint16_t v) { store<uint16_t>(at, swap16(v)); }
GUIDEWAY_INLINE void store_be32(uint8_t* at, uint32_t v) { store<uint32_t>(at, swap32(v)); }

}  // namespace guideway::core
