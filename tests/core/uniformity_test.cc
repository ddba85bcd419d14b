// Inputs that follow each other as those of real traffic do (ports in a row, addresses in a row) must come out as if
// drawn by chance: in every bit, in the slot, in the line of the flow table, and in both at once, as a line that
// goes with certain slots would fill while others stay empty.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "core/flow/key.h"
#include "core/flow/line.h"
#include "core/hash/mix.h"
#include "core/select/rendezvous.h"
#include "core/select/slot.h"
#include "tests/core/statistics.h"

namespace guideway::core {
namespace {

constexpr std::uint32_t kInputs = 1 << 18;
constexpr SipKey kSeed = {0x0706050403020100, 0x0f0e0d0c0b0a0908};  // of the known answers

struct Sequence {
  std::string name;
  std::uint64_t (*hash)(std::uint32_t n);
  friend void PrintTo(const Sequence& sequence, std::ostream* out) { *out << sequence.name; }
};

std::uint64_t ipv4(std::uint32_t source, std::uint16_t port) {
  const std::uint64_t destination = 0x0a7100cb;  // 203.0.113.10
  return hash({.addresses = {destination << 32 | std::byteswap(source), 0, 0, 0},
               .ports_and_protocol = pack_ports(0x5000'0000U | std::byteswap(port), 6),
               .family = Family::ipv4},
              kSeed);
}

std::uint64_t ipv6(std::uint64_t source, std::uint16_t port) {
  return hash({.addresses = {0xb80d0120, std::byteswap(source), 0xffffb80d0120, 0x1000000000000000},
               .ports_and_protocol = pack_ports(0x5000'0000U | std::byteswap(port), 6),
               .family = Family::ipv6},
              kSeed);
}

const Sequence kSequences[] = {
    {"PortsOfFourClients", [](std::uint32_t n) { return ipv4(0xc6336407 + n / 65536, static_cast<std::uint16_t>(n)); }},
    {"AddressesInARow", [](std::uint32_t n) { return ipv4(0x0a000000 + n, 40000); }},
    {"OneAddressOfEachNetwork", [](std::uint32_t n) { return ipv4(0x05000001 + (n << 8), 40000); }},
    {"AddressAndPortTogether", [](std::uint32_t n) { return ipv4(0x0a000000 + n, static_cast<std::uint16_t>(n)); }},
    {"Ipv6AddressesInARow", [](std::uint32_t n) { return ipv6(n, 40000); }},
    {"WordsOfOneStream", [](std::uint32_t n) { return mix_nth(0, n); }},
    {"DrawsOfOneBackend", [](std::uint32_t n) { return rendezvous_draw(mix_nth(0, n), 0x0123456789abcdef); }},
    {"SecondChoicesOfFlows", [](std::uint32_t n) { return mix_nth(ipv4(0x0a000000 + n, 40000), 1); }},
};

class Uniformity : public testing::TestWithParam<Sequence> {
 protected:
  static std::vector<std::uint64_t> hashes(std::uint32_t inputs = kInputs) {
    std::vector<std::uint64_t> result;
    result.reserve(inputs);
    for (std::uint32_t n = 0; n < inputs; ++n) result.push_back(GetParam().hash(n));
    return result;
  }
};

std::vector<std::uint32_t> ones(const std::vector<std::uint64_t>& words) {
  std::vector<std::uint32_t> counts(64);
  for (const auto word : words)
    for (unsigned bit = 0; bit < 64; ++bit) counts[bit] += word >> bit & 1;
  return counts;
}

TEST_P(Uniformity, OfEachBit) { EXPECT_LT(largest_coin_deviation(ones(hashes()), kInputs), kFew); }

TEST_P(Uniformity, OfTheDifferenceOfNeighbours) {
  auto words = hashes(kInputs + 1);
  for (std::uint32_t n = 0; n < kInputs; ++n) words[n] ^= words[n + 1];
  words.pop_back();
  EXPECT_LT(largest_coin_deviation(ones(words), kInputs), kFew);
}

// Two bits of one hash are equal half of the time: of all 2,016 pairs, the largest deviation.
double pairs_deviation(const std::vector<std::uint64_t>& words) {
  double largest = 0;
  for (int distance = 1; distance <= 32; ++distance) {
    auto differences = words;
    for (auto& word : differences) word ^= std::rotl(word, distance);
    largest = std::max(largest, largest_coin_deviation(ones(differences), words.size()));
  }
  return largest;
}

TEST_P(Uniformity, OfEachPairOfBits) { EXPECT_LT(pairs_deviation(hashes(1 << 16)), kFew); }

TEST_P(Uniformity, OfSlots) {
  for (const std::uint32_t size : {4093U, 65537U}) {
    std::vector<std::uint32_t> slots(size);
    for (const auto hash : hashes()) ++slots[slot_of(hash, size)];
    EXPECT_LT(std::abs(bins_deviation(slots)), kFew) << size;
  }
}

TEST_P(Uniformity, OfLines) {
  for (const std::uint32_t lines : {4096U, 65536U}) {
    std::vector<std::uint32_t> flows(lines);
    for (const auto hash : hashes()) ++flows[line_of(hash, lines - 1)];
    EXPECT_LT(std::abs(bins_deviation(flows)), kFew) << lines;
  }
}

// If line and slot are both uniform and independent, so are their pairs.
TEST_P(Uniformity, OfSlotAndLineTogether) {
  constexpr std::uint32_t size = 251, lines = 256;
  std::vector<std::uint32_t> pairs(size * lines);
  for (const auto hash : hashes()) ++pairs[slot_of(hash, size) * lines + line_of(hash, lines - 1)];
  EXPECT_LT(std::abs(bins_deviation(pairs)), kFew);
}

INSTANTIATE_TEST_SUITE_P(, Uniformity, testing::ValuesIn(kSequences), [](const auto& info) { return info.param.name; });

// The tests must be able to fail. A multiplication spreads numbers in a row over slots more evenly than chance would;
// where slot and line come of the same bits, most pairs never occur; and mix() of numbers in a row, which
// core/hash/mix.h promises nothing of, leaves pairs of bits that go together.
TEST(WeakerHash, MissesUniformity) {
  std::vector<std::uint32_t> slots(65537), pairs(251 * 256);
  std::vector<std::uint64_t> mixed;
  for (std::uint32_t n = 0; n < kInputs; ++n) {
    ++slots[slot_of(n * 0x9e3779b97f4a7c15, 65537)];
    mixed.push_back(mix(n));
    ++pairs[slot_of(mixed.back(), 251) * 256 + line_of(mixed.back() >> 56, 255)];
  }
  EXPECT_LT(bins_deviation(slots), -kFew);
  EXPECT_GT(bins_deviation(pairs), kFew);
  EXPECT_GT(pairs_deviation(mixed), kFew);
}

}  // namespace
}  // namespace guideway::core
