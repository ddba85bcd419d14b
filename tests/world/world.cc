#include "tests/world/world.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "core/forward/forward.h"
#include "core/wire/frame.h"

namespace guideway::test {

Outcome forward(const dataplane::Memory& memory, const Bytes& bytes, core::Tick now, std::size_t headroom) {
  Bytes buffer(headroom + bytes.size());
  std::ranges::copy(bytes, buffer.begin() + static_cast<std::ptrdiff_t>(headroom));
  core::Frame frame(buffer.data(), buffer.data() + headroom, buffer.data() + buffer.size());
  const dataplane::View<true> view(memory);
  const core::Reason reason = core::forward(frame, view, now & core::tick_mask);
  view.count_reason(reason);
  return {reason, {frame.data(), frame.data() + frame.length()}};
}

World::World(const dataplane::Snapshot& snapshot, const dataplane::Capacity& capacity)
    : memory_(capacity), publisher_(memory_.view(), [] {}) {
  apply(snapshot);
  set_next_hops(publisher_, snapshot);
}

void World::apply(dataplane::Snapshot snapshot) {
  snapshot.generation = publisher_.generation() + 1;
  if (const auto applied = publisher_.apply(snapshot); !applied) throw std::runtime_error(to_text(applied.error()));
  snapshot_ = std::move(snapshot);
}

Bytes contents(dataplane::Memory& memory) {
  Bytes all;
  dataplane::for_each_array(memory, {}, [&all]<class Value>(const char*, std::span<Value>& array, std::uint32_t) {
    const auto* const bytes = reinterpret_cast<const std::uint8_t*>(array.data());
    all.insert(all.end(), bytes, bytes + array.size_bytes());
  });
  return all;
}

Address outer_destination(const Bytes& frame) {
  Address address;
  const bool v4 = core::ethernet::type(frame.data()) == core::ethernet::type_ipv4;
  address.family = v4 ? Family::ipv4 : Family::ipv6;
  std::memcpy(address.bytes, frame.data() + ip_at + (v4 ? 16 : 24), address.size());
  return address;
}

std::string World::sent_to(const Packet& packet) {
  const Outcome outcome = send(packet);
  return outcome.action() == core::Action::tx ? name_of(outer_destination(outcome.frame)) : "";
}

std::string World::name_of(const Address& destination) {
  for (const dataplane::BackendName& entry : memory().backend_names)
    if (std::memcmp(entry.address, destination.bytes, sizeof destination.bytes) == 0 && entry.name[0] != 0)
      return entry.name;
  return "(nobody we know)";
}

}  // namespace guideway::test
