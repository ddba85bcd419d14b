// Numbers at any address, and checksums held against RFC 1071 as it is written.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <vector>

#include "core/wire/ethernet.h"
#include "core/wire/ipv4.h"
#include "core/wire/ipv6.h"

namespace guideway::core {
namespace {

using Bytes = std::vector<std::uint8_t>;

// RFC 1071, section 1: the ones' complement of the ones' complement sum of the 16-bit words.
std::uint16_t plain_checksum(const Bytes& bytes) {
  std::uint32_t sum = 0;
  for (std::size_t i = 0; i + 1 < bytes.size(); i += 2) {
    sum += static_cast<std::uint32_t>(bytes[i] << 8 | bytes[i + 1]);
    if (sum > 0xffff) sum -= 0xffff;  // end-around carry
  }
  return static_cast<std::uint16_t>(~sum);
}

TEST(NetworkOrder, HoldsAtEveryAlignment) {
  for (std::size_t offset = 0; offset < 8; ++offset) {
    std::uint8_t bytes[16] = {};
    store_be32(bytes + offset, 0x01020304);
    EXPECT_EQ(Bytes(bytes + offset, bytes + offset + 4), (Bytes{1, 2, 3, 4}));
    EXPECT_EQ(load_be32(bytes + offset), 0x01020304u);
    store_be16(bytes + offset, 0xa0b0);
    EXPECT_EQ(Bytes(bytes + offset, bytes + offset + 4), (Bytes{0xa0, 0xb0, 3, 4}));
    EXPECT_EQ(load_be16(bytes + offset), 0xa0b0);
  }
}

RC_GTEST_PROP(Checksum, IsThatOfRfc1071, ()) {
  auto header = *rc::gen::container<Bytes>(20, rc::gen::arbitrary<std::uint8_t>());
  header[10] = header[11] = 0;
  RC_ASSERT(swap16(ipv4_checksum(header.data())) == plain_checksum(header));
}

// 0xffff against 0 is where folding goes wrong: words that are all ones, and sums that carry twice.
TEST(Checksum, FoldsEveryCarry) {
  const auto folded = [](std::uint64_t sum) {
    return static_cast<std::uint64_t>(static_cast<std::uint16_t>(~fold_checksum(sum)));
  };
  for (const std::uint64_t sum : {0ull, 1ull, 0xffffull, 0x10000ull, 0x1fffeull, 0xffffffffull, 0x100000000ull,
                                  0xffff0001ull, 0x4fffffffcull, 0xffffffffffffffffull}) {
    SCOPED_TRACE(sum);
    EXPECT_EQ(folded(sum) % 0xffff, sum % 0xffff);
    EXPECT_EQ(folded(sum) == 0, sum == 0) << "only nothing at all sums to +0";
  }
  EXPECT_EQ(swap16(ipv4_checksum(Bytes(20, 0xff).data())), plain_checksum(Bytes(20, 0xff)));
  EXPECT_EQ(ipv4_checksum(Bytes(20, 0).data()), 0xffff);
}

RC_GTEST_PROP(Ipv4, WritesWhatItReads, ()) {
  const ipv4::Header header{.traffic_class = *rc::gen::arbitrary<std::uint8_t>(),
                            .total_length = *rc::gen::arbitrary<std::uint16_t>(),
                            .identification = *rc::gen::arbitrary<std::uint16_t>(),
                            .flags = *rc::gen::arbitrary<std::uint16_t>(),
                            .ttl = *rc::gen::arbitrary<std::uint8_t>(),
                            .protocol = *rc::gen::arbitrary<std::uint8_t>(),
                            .source = *rc::gen::arbitrary<std::uint32_t>(),
                            .destination = *rc::gen::arbitrary<std::uint32_t>()};
  Bytes bytes(21, 0xcc);  // an odd address
  std::uint8_t* const at = bytes.data() + 1;
  ipv4::write(at, header);
  RC_ASSERT(bytes[0] == 0xcc);
  RC_ASSERT(ipv4::version(at) == 4u && ipv4::header_size(at) == 20u);
  RC_ASSERT(ipv4::traffic_class(at) == header.traffic_class && ipv4::total_length(at) == header.total_length);
  RC_ASSERT(ipv4::identification(at) == header.identification && ipv4::flags_and_offset(at) == header.flags);
  RC_ASSERT(at[8] == header.ttl && ipv4::protocol(at) == header.protocol);
  RC_ASSERT(ipv4::source(at) == header.source && ipv4::destination(at) == header.destination);
  RC_ASSERT(plain_checksum(Bytes(at, at + 20)) == 0);  // what a receiver computes
}

RC_GTEST_PROP(Ipv6, WritesWhatItReads, ()) {
  const auto source = *rc::gen::container<Bytes>(16, rc::gen::arbitrary<std::uint8_t>());
  const auto destination = *rc::gen::container<Bytes>(16, rc::gen::arbitrary<std::uint8_t>());
  const ipv6::Header header{.traffic_class = *rc::gen::arbitrary<std::uint8_t>(),
                            .flow_label = *rc::gen::arbitrary<std::uint32_t>(),
                            .payload_length = *rc::gen::arbitrary<std::uint16_t>(),
                            .next_header = *rc::gen::arbitrary<std::uint8_t>(),
                            .hop_limit = *rc::gen::arbitrary<std::uint8_t>(),
                            .source = source.data(),
                            .destination = destination.data()};
  Bytes bytes(41, 0xcc);
  std::uint8_t* const at = bytes.data() + 1;
  ipv6::write(at, header);
  RC_ASSERT(ipv6::version(at) == 6u && ipv6::traffic_class(at) == header.traffic_class);
  RC_ASSERT((load_be32(at) & 0xfffff) == (header.flow_label & 0xfffff));
  RC_ASSERT(ipv6::payload_length(at) == header.payload_length && ipv6::next_header(at) == header.next_header);
  RC_ASSERT(at[7] == header.hop_limit);
  RC_ASSERT(Bytes(at + 8, at + 24) == source && Bytes(at + 24, at + 40) == destination);
}

TEST(Ethernet, TakesAddressesAsTheyLieInMemory) {
  Bytes bytes(15, 0xcc);
  ethernet::write(bytes.data() + 1, 0xffff060504030201, 0xffff161514131211, ethernet::type_ipv6);
  EXPECT_EQ(bytes, (Bytes{0xcc, 1, 2, 3, 4, 5, 6, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x86, 0xdd}));
}

}  // namespace
}  // namespace guideway::core
