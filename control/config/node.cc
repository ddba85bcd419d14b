// node: what is this balancer's own.
#include <fmt/format.h>

#include "control/config/address.h"
#include "control/config/number.h"
#include "control/config/sections.h"
#include "control/config/word.h"

namespace guideway::config {
namespace {

constexpr std::size_t kLongestInterface = 15;  // IFNAMSIZ, less its NUL
constexpr std::size_t kLongestPath = 1024;
constexpr std::uint32_t kMostFlows = 100'000'000;  // 2 GiB of lines

void read_interface(const Value& value, Draft& draft) {
  std::string name;
  if (!read_text(value, "the name of an interface", name)) return;
  const bool good = name.size() <= kLongestInterface && name != "." && name != ".." &&
                    std::ranges::all_of(name, [](char c) { return c > ' ' && c < 0x7f && c != '/' && c != ':'; });
  if (!good)
    return value.error("bad-name", fmt::format("{} cannot be an interface", quote(name)),
                       fmt::format("as `ip link` names it, at most {} bytes", kLongestInterface));
  draft.config.node.interface = std::move(name);
}

void read_source(const Value& value, Family family, Address& out) {
  Address address;
  if (!read_host_address(value, address)) return;
  if (address.family != family)
    return value.error("wrong-family",
                       fmt::format("{} is not {}", value.describe(), family == Family::ipv4 ? "IPv4" : "IPv6"),
                       family == Family::ipv4 ? "IPv6 goes into node.source6" : "IPv4 goes into node.source");
  out = address;
}

void read_table(const Value& value, Draft& draft) {
  std::uint32_t table = 0;
  if (!read_number(value, 1, UINT32_MAX, table)) return;
  if (table >= 253 && table <= 255)
    return value.error("reserved-table", fmt::format("routing table {} is the kernel's own", table),
                       "give the announcements a table of their own, as 201");
  draft.config.node.announce_table = table;
}

constexpr Setting<Draft> kAnnounce[] = {
    {{"table", "201", "the routing table that VIPs are announced in; nothing else may use it"}, read_table},
};

template <seconds FlowTable::* timeout>
void read_timeout(const Value& value, FlowTable& table) {
  read_seconds(value, seconds(1), seconds(8000), table.*timeout);
}

constexpr Setting<FlowTable> kFlowTable[] = {
    {{"entries", "1048576", "how many flows are remembered; twice the number expected is a good size"},
     [](const Value& value, FlowTable& table) { read_number(value, 6, kMostFlows, table.entries); }},
    {{"tentative", "60s", "how long a flow of one packet is remembered"}, read_timeout<&FlowTable::tentative>},
    {{"established", "3600s", "how long a silent connection is remembered"}, read_timeout<&FlowTable::established>},
    {{"closing", "10s", "how long a connection is remembered after its FIN or RST"}, read_timeout<&FlowTable::closing>},
    {{"udp", "120s", "how long a silent UDP flow is remembered"}, read_timeout<&FlowTable::udp>},
};

constexpr Setting<Draft> kNode[] = {
    {{"interface", kRequired, "the interface that faces the router"}, read_interface},
    {{"source", kRequired, "the IPv4 address that packets to backends come from"},
     [](const Value& value, Draft& draft) { read_source(value, Family::ipv4, draft.config.node.source); }},
    {{"source6", "", "the IPv6 address that packets to IPv6 backends come from; required where there are any"},
     [](const Value& value, Draft& draft) {
       draft.config.node.source6.emplace();
       read_source(value, Family::ipv6, *draft.config.node.source6);
     }},
    {{"announce", "", "how VIPs are announced"},
     [](const Value& value, Draft& draft) { read_section(value, kAnnounce, draft); }},
    {{"state", "/var/lib/guideway", "the folder for what must outlive a restart"},
     [](const Value& value, Draft& draft) { read_absolute_path(value, kLongestPath, draft.config.node.state); }},
    {{"pins", "/sys/fs/bpf/guideway", "the folder, on a BPF file system, that keeps the packet program alive"},
     [](const Value& value, Draft& draft) { read_absolute_path(value, kLongestPath, draft.config.node.pins); }},
    {{"flow_table", "", "the memory of which backend has which connection"},
     [](const Value& value, Draft& draft) { read_section(value, kFlowTable, draft.config.node.flow_table); }},
};

}  // namespace

void read_node(const Value& value, Draft& draft) {
  draft.node = value.place();
  read_section(value, kNode, draft);
}

void describe_node(Reference& reference) {
  reference.push_back(keys_of("node", kNode));
  reference.push_back(keys_of("node.announce", kAnnounce));
  reference.push_back(keys_of("node.flow_table", kFlowTable));
}

}  // namespace guideway::config
