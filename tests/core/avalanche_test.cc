// Avalanche: flipping one bit of the input flips each bit of the output with a chance of one half. For a hash as
// good as chance, the counts of different pairs of bits are independent fair coins.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <random>
#include <vector>

#include "core/flow/key.h"
#include "core/hash/mix.h"
#include "tests/core/statistics.h"

namespace guideway::core {
namespace {

constexpr std::uint64_t kTrials = 4096;  // so that a chance below 0.453 or above 0.547 is seen with every single pair
constexpr unsigned kBits = 64;
constexpr SipKey kSeed = {0x0706050403020100, 0x0f0e0d0c0b0a0908};  // of the known answers

// A place in the input: a word and a bit of it.
struct Bit {
  std::size_t word;
  unsigned bit;
};

void add_bits(std::vector<Bit>& bits, std::size_t word, unsigned count) {
  for (unsigned bit = 0; bit < count; ++bit) bits.push_back({word, bit});
}

// How often each bit of `inputs` flipped each bit of the hash of `Words`.
template <class Words, class Hash>
std::vector<std::uint32_t> flips(const std::vector<Bit>& inputs, Words words, Hash hash) {
  std::vector<std::uint32_t> counts(inputs.size() * kBits);
  std::mt19937_64 random(1);
  for (std::uint64_t trial = 0; trial < kTrials; ++trial) {
    for (const auto& [word, bit] : inputs) words[word] ^= (random() & 1) << bit;
    const std::uint64_t plain = hash(words);
    auto* count = counts.data();
    for (const auto& [word, bit] : inputs) {
      words[word] ^= std::uint64_t{1} << bit;
      const std::uint64_t flipped = plain ^ hash(words);
      words[word] ^= std::uint64_t{1} << bit;
      for (unsigned out = 0; out < kBits; ++out) *count++ += flipped >> out & 1;
    }
  }
  return counts;
}

void expect_avalanche(const std::vector<std::uint32_t>& counts) {
  EXPECT_LT(largest_coin_deviation(counts, kTrials), kFew);
  EXPECT_LT(std::abs(all_coins_deviation(counts, kTrials)), kFew);
  const auto all = std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
  EXPECT_LT(std::abs(coin_deviation(all, counts.size() * kTrials)), kFew);
}

using FlowWords = std::array<std::uint64_t, 5>;  // addresses, then ports and protocol

std::uint64_t flow_hash(const FlowWords& words, Family family) {
  return hash({.addresses = {words[0], words[1], words[2], words[3]}, .ports_and_protocol = words[4], .family = family},
              kSeed);
}

TEST(Avalanche, OfEveryBitOfAnIpv4Flow) {
  std::vector<Bit> inputs;
  add_bits(inputs, 0, 64);
  add_bits(inputs, 4, 40);
  expect_avalanche(flips(inputs, FlowWords{}, [](const FlowWords& w) { return flow_hash(w, Family::ipv4); }));
}

TEST(Avalanche, OfEveryBitOfAnIpv6Flow) {
  std::vector<Bit> inputs;
  for (std::size_t word = 0; word < 4; ++word) add_bits(inputs, word, 64);
  add_bits(inputs, 4, 40);
  expect_avalanche(flips(inputs, FlowWords{}, [](const FlowWords& w) { return flow_hash(w, Family::ipv6); }));
}

// Most flows of a site differ in little: one server, one protocol, clients of one network, ports in a row.
TEST(Avalanche, OfTheBitsInWhichClientsOfOneNetworkDiffer) {
  const FlowWords clients = {0x0a7100cb'006433c6, 0, 0, 0, 0x06'5000'0000};  // 198.51.100.0 to 203.0.113.10, port 80
  std::vector<Bit> inputs;
  for (unsigned bit = 24; bit < 32; ++bit) inputs.push_back({0, bit});
  add_bits(inputs, 4, 16);
  expect_avalanche(flips(inputs, clients, [](const FlowWords& w) { return flow_hash(w, Family::ipv4); }));
}

using Word = std::array<std::uint64_t, 1>;

TEST(Avalanche, OfMix) {
  std::vector<Bit> inputs;
  add_bits(inputs, 0, 64);
  expect_avalanche(flips(inputs, Word{}, [](const Word& w) { return mix(w[0]); }));
}

// Streams of seeds that differ in one bit, and words of one stream at places that do. Places are small numbers.
TEST(Avalanche, OfMixNth) {
  std::vector<Bit> inputs;
  add_bits(inputs, 0, 64);
  add_bits(inputs, 1, 24);
  using SeedAndPlace = std::array<std::uint64_t, 2>;
  expect_avalanche(flips(inputs, SeedAndPlace{}, [](const SeedAndPlace& w) { return mix_nth(w[0], w[1]); }));
}

// The tests must be able to fail: one multiplication carries bits upwards only, and one round of the two that mix()
// has leaves pairs of bits that hardly know of each other.
TEST(WeakerHash, MissesAvalanche) {
  std::vector<Bit> inputs;
  add_bits(inputs, 0, 64);
  const auto multiplied = flips(inputs, Word{}, [](const Word& w) { return w[0] * 0x9e3779b97f4a7c15; });
  EXPECT_GT(largest_coin_deviation(multiplied, kTrials), 10 * kFew);
  const auto one_round = flips(inputs, Word{}, [](const Word& w) {
    const std::uint64_t x = (w[0] ^ w[0] >> 30) * 0xbf58476d1ce4e5b9;
    return x ^ x >> 27;
  });
  EXPECT_GT(largest_coin_deviation(one_round, kTrials), 2 * kFew);
}

}  // namespace
}  // namespace guideway::core
