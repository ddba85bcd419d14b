// Attaching is a list of steps, each of which can be taken back, in an order in which nothing shows
// before it works: the host keeps quiet about a VIP before it has it, and has it before tunnels for it
// are opened. What goes is removed last, and in the opposite order.
#include <fmt/format.h>

#include <algorithm>

#include "backend/addresses.h"
#include "backend/backend.h"
#include "backend/check.h"
#include "backend/filter.h"
#include "backend/host.h"
#include "backend/maps.h"
#include "backend/ownership.h"
#include "backend/programs.h"
#include "backend/segments.h"
#include "base/privilege.h"

namespace guideway::backend {
namespace {

constexpr auto by_address = [](const Address& a, const Address& b) { return a < b; };

// Lists come sorted from the maps, and the setup's are sorted first.
bool holds(std::span<const Address> list, const Address& address) {
  return std::ranges::binary_search(list, address, by_address);
}

Setup sorted(Setup setup) {
  std::ranges::sort(setup.balancers, by_address);
  std::ranges::sort(setup.vips, by_address);
  return setup;
}

Result<Interface> look_around(const Setup& setup) {
  if (auto sound = check(setup); !sound) return std::unexpected(std::move(sound.error()));
  if (auto allowed = check_privilege(); !allowed) return std::unexpected(std::move(allowed.error()));
  auto interface = find_interface(setup.interface);
  if (!interface) return interface;
  if (auto ipv6 = check_ipv6(setup.interface, setup.balancers, setup.vips); !ipv6)
    return std::unexpected(std::move(ipv6.error()));
  if (!loopback_is_up())
    return std::unexpected(Error{"backend.loopback-down", "the loopback interface is down, and VIPs live on it",
                                 "run: ip link set lo up", Exit::failure});
  return interface;
}

// What is new in the lists; what is there already keeps its counters.
Result<void> open_lists(const Setup& setup, const Interface& interface, Maps& maps, Undo& undo) {
  undo.add([&maps, before = maps.segments()] { static_cast<void>(maps.set_segments(before)); });
  const Segments segments = segments_for(setup.mtu.value_or(interface.mtu), setup.balancers);
  if (auto set = maps.set_segments(segments); !set) return set;
  const auto vips = maps.vips(), balancers = maps.balancers();
  for (const Address& vip : setup.vips) {
    if (holds(vips, vip)) continue;
    if (auto added = maps.add_vip(vip); !added) return added;
    undo.add([&maps, vip] { maps.remove_vip(vip); });
  }
  for (const Address& balancer : setup.balancers) {
    if (holds(balancers, balancer)) continue;
    if (auto added = maps.add_balancer(balancer); !added) return added;
    undo.add([&maps, balancer] { maps.remove_balancer(balancer); });
  }
  return {};
}

void retire(const Setup& setup, const Pins& pins, Maps& maps, Record& record) {
  for (const Address& balancer : maps.balancers())
    if (!holds(setup.balancers, balancer)) maps.remove_balancer(balancer);
  std::vector<Address> added = added_vips(record);
  std::ranges::sort(added, by_address);
  for (const Address& vip : maps.vips()) {
    if (holds(setup.vips, vip)) continue;
    maps.remove_vip(vip);
    if (holds(added, vip)) release_vip(pins, vip, record);
  }
}

}  // namespace

Result<std::vector<std::string>> attach(const Setup& wanted) {
  const Setup setup = sorted(wanted);
  const auto interface = look_around(setup);
  if (!interface) return std::unexpected(interface.error());

  std::vector<std::string> notes;
  Pins pins;  // these outlive `undo`, which works on them
  std::optional<Record> record;
  std::optional<Maps> maps;
  Undo undo;

  if (auto made = make_pins(setup.pins, setup.interface, undo, notes); made)
    pins = std::move(*made);
  else
    return std::unexpected(std::move(made.error()));
  if (auto adopted = adopt(pins, setup.interface, interface->index); adopted)
    record = std::move(*adopted);
  else
    return std::unexpected(std::move(adopted.error()));
  if (find_link(pins.at(link_pin), interface->index) == Link::absent)
    if (auto free = check_free(*interface); !free) return std::unexpected(std::move(free.error()));

  const auto programs = load_programs(pins.directory);
  if (!programs) return std::unexpected(programs.error());
  if (auto opened = Maps::open(pins.directory); opened)
    maps = std::move(*opened);
  else
    return std::unexpected(std::move(opened.error()));
  if (!record) {
    auto claimed = claim(pins);
    if (!claimed) return std::unexpected(std::move(claimed.error()));
    record = std::move(*claimed);
  }

  if (std::ranges::any_of(setup.vips, [](const Address& vip) { return vip.family == Family::ipv4; })) {
    auto changed = adapt_settings(setup.interface, *record, undo);
    if (!changed) return changed;
    notes.insert(notes.end(), changed->begin(), changed->end());
  }
  if (auto step = add_vips(setup.vips, *record, undo); !step) return std::unexpected(std::move(step.error()));
  if (auto step = open_lists(setup, *interface, *maps, undo); !step) return std::unexpected(std::move(step.error()));
  if (auto step = attach_filter(*interface, programs->clamp_mss, *record, undo); !step)
    return std::unexpected(std::move(step.error()));
  if (auto step = open_door(pins.at(link_pin), *interface, programs->decapsulate, undo, notes); !step)
    return std::unexpected(std::move(step.error()));
  undo.keep();
  retire(setup, pins, *maps, *record);
  return notes;
}

}  // namespace guideway::backend
