#include "tests/world/scenery.h"

#include "core/wire/transport.h"

namespace guideway::test {
namespace {

constexpr std::uint8_t tcp = core::protocol::tcp, udp = core::protocol::udp;

Address address(std::string_view text) { return *parse_address(text); }

}  // namespace

dataplane::Table round_table(std::size_t members, std::size_t size) {
  std::vector<std::uint16_t> slots(size);
  for (std::size_t i = 0; i < size; ++i) slots[i] = static_cast<std::uint16_t>(i % members);
  return std::make_shared<const std::vector<std::uint16_t>>(std::move(slots));
}

dataplane::Snapshot scenery() {
  dataplane::Snapshot snapshot;
  snapshot.generation = 1;
  for (std::size_t i = 0; i < snapshot.seed.size(); ++i) snapshot.seed[i] = static_cast<std::uint8_t>(i);
  snapshot.source = address("10.77.0.1");
  snapshot.source6 = address("2001:db8:7::1");
  snapshot.backends = {{"web-1", address("10.77.0.11")},  {"web-2", address("10.77.0.12")},
                       {"web-3", address("10.77.0.13")},  {"six-1", address("2001:db8:7::11")},
                       {"lost-1", address("10.77.0.14")}, {"narrow-1", address("10.77.0.15")}};
  snapshot.pools = {{"web", round_table(3), {0, 1, 2}},
                    {"six", round_table(1), {3}},
                    {"empty", nullptr, {}},
                    {"lost", round_table(1), {4}},
                    {"narrow", round_table(1), {5}}};
  snapshot.services = {
      {"web", address("203.0.113.10"), tcp, 80, 0, 0},          {"dns", address("203.0.113.10"), udp, 53, 0, 0},
      {"web6", address("2001:db8:5::10"), tcp, 80, 0, 0},       {"out6", address("203.0.113.11"), tcp, 80, 1, 0},
      {"all6", address("2001:db8:5::11"), tcp, 80, 1, 0},       {"any-port", address("203.0.113.12"), tcp, 0, 0, 2},
      {"three", address("203.0.113.13"), tcp, 80, 0, 1, false}, {"empty", address("203.0.113.14"), tcp, 80, 2, 0},
      {"lost", address("203.0.113.15"), tcp, 80, 3, 0},         {"narrow", address("203.0.113.16"), tcp, 80, 4, 0}};
  return snapshot;
}

dataplane::NextHop usual_hop(std::uint16_t mtu) {
  return {.interface = 1, .source = {2, 0, 0, 0, 0, 1}, .destination = {2, 0, 0, 0, 0, 0xfe}, .mtu = mtu};
}

void set_next_hops(dataplane::Publisher& publisher, const dataplane::Snapshot& snapshot) {
  for (const dataplane::Backend& backend : snapshot.backends)
    if (!backend.name.starts_with("lost"))
      publisher.set_next_hop(backend.address, usual_hop(backend.name.starts_with("narrow") ? 1000 : 1500));
}

}  // namespace guideway::test
