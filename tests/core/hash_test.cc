// The flow-hash contract, against its known answers.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "base/address.h"
#include "core/flow/key.h"
#include "core/forward/parse.h"
#include "core/select/slot.h"
#include "core/wire/frame.h"
#include "dataplane/trace.h"

namespace guideway {
namespace {

core::SipKey key_of(const std::string& hex) {
  std::uint8_t bytes[16];
  for (std::size_t i = 0; i < sizeof bytes; ++i)
    bytes[i] = static_cast<std::uint8_t>(std::stoul(hex.substr(2 * i, 2), nullptr, 16));
  core::SipKey key;
  std::memcpy(&key, bytes, sizeof key);
  return key;
}

TEST(FlowHash, GivesTheKnownAnswers) {
  std::ifstream file("tests/vectors/contracts-v1.json");
  const auto vectors = nlohmann::json::parse(file)["flow_hash"];
  const core::SipKey seed = key_of(vectors["key"]);
  ASSERT_GE(vectors["cases"].size(), 9u);
  for (const auto& known : vectors["cases"]) {
    SCOPED_TRACE(known.dump());
    const dataplane::TracedPacket traced{static_cast<std::uint8_t>(known["protocol"] == "tcp" ? 6 : 17),
                                         {*parse_address(known["src"].get<std::string>()), known["sport"]},
                                         {*parse_address(known["dst"].get<std::string>()), known["dport"]}};
    auto bytes = dataplane::make_frame(traced);
    const core::Frame frame(bytes.data(), bytes.data(), bytes.data() + bytes.size());
    const core::Packet packet = core::parse(frame);
    ASSERT_EQ(packet.problem, core::no_reason);

    const auto affinity = known["affinity"] == "5-tuple"   ? core::Affinity::five_tuple
                          : known["affinity"] == "3-tuple" ? core::Affinity::three_tuple
                                                           : core::Affinity::client;
    const std::uint64_t hash = core::hash(core::selection_key(packet.key, affinity), seed);
    EXPECT_EQ(hash, std::stoull(known["hash"].get<std::string>(), nullptr, 16));
    EXPECT_EQ(core::slot_of(hash, 65537), known["slot_65537"].get<std::uint32_t>());
  }
}

}  // namespace
}  // namespace guideway
