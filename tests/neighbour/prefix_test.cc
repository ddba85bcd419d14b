#include <gtest/gtest.h>

#include "control/neighbour/route.h"

namespace guideway::neighbour {
namespace {

// Of every length, in both families: the address that differs in one bit is within the prefix exactly
// when that bit lies behind it.
TEST(Prefix, ContainsWhatDiffersOnlyBehindIt) {
  for (const char* text : {"203.0.113.10", "2001:db8::a5:5a"}) {
    const Address address = parse_address(text).value();
    const unsigned bits = address.size() * 8;
    for (unsigned length = 0; length <= bits; ++length) {
      EXPECT_TRUE(contains({address, length}, address));
      for (unsigned bit = 0; bit < bits; ++bit) {
        Address other = address;
        other.bytes[bit / 8] = static_cast<std::uint8_t>(other.bytes[bit / 8] ^ (0x80u >> (bit % 8)));
        EXPECT_EQ(contains({address, length}, other), bit >= length) << text << "/" << length << " bit " << bit;
      }
    }
  }
}

TEST(Prefix, OfTheOtherFamilyContainsNothing) {
  EXPECT_FALSE(contains({parse_address("::").value(), 0}, parse_address("0.0.0.0").value()));
}

}  // namespace
}  // namespace guideway::neighbour
