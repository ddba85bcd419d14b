#include "backend/host.h"

#include <fmt/format.h>

#include <algorithm>

#include "backend/addresses.h"
#include "backend/sysctl.h"
#include "base/system_error.h"

namespace guideway::backend {
namespace {

constexpr std::string_view sysctl_prefix = "sysctl ";

constexpr std::string_view address_prefix = "address ";

std::string address_record(const Address& address) { return std::string(address_prefix) + to_text(address); }

// The kernel takes the larger of the interface's value and that of `all`, for each of these.
struct Need {
  const char* setting;
  int value;
  bool (*met)(int in_force);
};

constexpr Need needs[] = {
    {"arp_ignore", 1, [](int in_force) { return in_force >= 1; }},    // answer only for the interface's own
    {"arp_announce", 2, [](int in_force) { return in_force >= 2; }},  // never ask in a VIP's name
    {"rp_filter", 2, [](int in_force) { return in_force != 1; }},     // strict would drop; loose or none do
};

bool is_ipv6(const Address& address) { return address.family == Family::ipv6; }

// Puts a setting back, unless it is no longer what we made it.
void put_back(const std::string& name, Change change) {
  const auto now = sysctl::read(name);
  if (now && *now == static_cast<int>(change.after)) sysctl::write(name, static_cast<int>(change.before));
}

}  // namespace

Result<std::vector<std::string>> adapt_settings(const std::string& interface, Record& record, Undo& undo) {
  std::vector<std::string> notes;
  for (const Need& need : needs) {
    const std::string name = fmt::format("net/ipv4/conf/{}/{}", interface, need.setting);
    const auto own = sysctl::read(name);
    const int all = sysctl::read(fmt::format("net/ipv4/conf/all/{}", need.setting)).value_or(0);
    if (!own) return std::unexpected(system_error("backend.no-setting", "cannot read /proc/sys/" + name));
    if (need.met(std::max(*own, all))) continue;

    const Change change{static_cast<std::uint64_t>(*own), static_cast<std::uint64_t>(need.value)};
    const std::string note = std::string(sysctl_prefix) + name;
    if (auto noted = record.put(note, change); !noted) return std::unexpected(std::move(noted.error()));
    undo.add([&record, note, name, change] {
      put_back(name, change);
      record.erase(note);
    });
    if (!sysctl::write(name, need.value))
      return std::unexpected(system_error("backend.no-setting", "cannot write /proc/sys/" + name,
                                          fmt::format("set it to {} yourself", need.value)));
    notes.push_back(fmt::format("{} = {} (was {})", name, need.value, *own));
  }
  return notes;
}

Result<void> add_vips(std::span<const Address> vips, Record& record, Undo& undo) {
  for (const Address& vip : vips) {
    const std::string note = address_record(vip);
    const bool ours_before = record.find(note).has_value();
    if (auto noted = record.put(note, {0, 1}); !noted) return std::unexpected(std::move(noted.error()));
    const auto presence = add_to_loopback(vip);
    if (presence && *presence == Presence::added)
      undo.add([&record, vip] { remove_vip(vip, record); });
    else if (!ours_before)
      record.erase(note);  // somebody else's, or not there
    if (!presence) return std::unexpected(presence.error());
  }
  return {};
}

Result<void> check_ipv6(const std::string& interface, std::span<const Address> balancers,
                        std::span<const Address> vips) {
  if (!std::ranges::any_of(balancers, is_ipv6) && !std::ranges::any_of(vips, is_ipv6)) return {};
  const std::string name = fmt::format("net/ipv6/conf/{}/disable_ipv6", interface);
  if (sysctl::read(name).value_or(1) == 0) return {};
  return std::unexpected(Error{"backend.ipv6-disabled",
                               "IPv6 addresses are given, and IPv6 is disabled on " + interface,
                               "run: sysctl -w " + name + "=0", Exit::failure});
}

void restore_settings(Record& record) {
  for (const std::string& note : record.names()) {
    if (!note.starts_with(sysctl_prefix)) continue;
    if (const auto change = record.find(note)) put_back(note.substr(sysctl_prefix.size()), *change);
    record.erase(note);
  }
}

void remove_vip(const Address& vip, Record& record) {
  const std::string note = address_record(vip);
  if (!record.find(note)) return;
  if (remove_from_loopback(vip)) record.erase(note);
}

std::vector<Address> added_vips(const Record& record) {
  std::vector<Address> vips;
  for (const std::string& note : record.names())
    if (note.starts_with(address_prefix))
      if (const auto vip = parse_address(note.substr(address_prefix.size()))) vips.push_back(*vip);
  return vips;
}

bool note_vip(const Address& vip, Record& record) { return record.put(address_record(vip), {0, 1}).has_value(); }

}  // namespace guideway::backend
