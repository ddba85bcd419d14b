#include "backend/maps.h"

#include <bpf/bpf.h>
#include <bpf/libbpf.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <numeric>

#include "base/system_error.h"

namespace guideway::backend {
namespace {

AddressKey key_of(const Address& address) {
  AddressKey key{};
  key.family = static_cast<std::uint32_t>(address.family);
  std::memcpy(key.words, address.bytes, sizeof key.words);
  return key;
}

Address address_of(const AddressKey& key) {
  Address address;
  address.family = static_cast<Family>(key.family);
  std::memcpy(address.bytes, key.words, sizeof key.words);
  return address;
}

std::size_t cpus() { return static_cast<std::size_t>(std::max(1, libbpf_num_possible_cpus())); }

// Adds; the value of a key that is there already stays.
Result<void> add(const Descriptor& map, const Address& address, const void* value) {
  const AddressKey key = key_of(address);
  if (bpf_map_update_elem(map.get(), &key, value, BPF_NOEXIST) == 0 || errno == EEXIST) return {};
  return std::unexpected(
      system_error("backend.no-map", "cannot add " + to_text(address), errno == E2BIG ? "the list is too long" : ""));
}

void remove(const Descriptor& map, const Address& address) {
  const AddressKey key = key_of(address);
  bpf_map_delete_elem(map.get(), &key);
}

}  // namespace

Maps::Maps(Descriptor balancers, Descriptor vips, Descriptor segments, Descriptor counters)
    : balancers_(std::move(balancers)),
      vips_(std::move(vips)),
      segments_(std::move(segments)),
      counters_(std::move(counters)) {}

Result<Maps> Maps::open(const std::filesystem::path& pins) {
  Maps maps(Descriptor(bpf_obj_get((pins / "balancers").c_str())), Descriptor(bpf_obj_get((pins / "vips").c_str())),
            Descriptor(bpf_obj_get((pins / "segments").c_str())), Descriptor(bpf_obj_get((pins / "counters").c_str())));
  if (maps.balancers_ && maps.vips_ && maps.segments_ && maps.counters_) return maps;
  return std::unexpected(
      system_error("backend.no-map", "cannot open the maps pinned in " + pins.string(), "detach and attach again"));
}

std::vector<Address> Maps::keys(const Descriptor& map) {
  std::vector<Address> addresses;
  AddressKey key{};
  for (const AddressKey* previous = nullptr; bpf_map_get_next_key(map.get(), previous, &key) == 0; previous = &key)
    addresses.push_back(address_of(key));
  std::ranges::sort(addresses, [](const Address& a, const Address& b) { return a < b; });
  return addresses;
}

Segments Maps::segments() const {
  const std::uint32_t first = 0;
  Segments segments{};
  bpf_map_lookup_elem(segments_.get(), &first, &segments);
  return segments;
}

Traffic Maps::traffic(const Address& balancer) const {
  const AddressKey key = key_of(balancer);
  std::vector<Traffic> each(cpus());
  Traffic sum{};
  if (bpf_map_lookup_elem(balancers_.get(), &key, each.data()) != 0) return sum;
  for (const Traffic& traffic : each) {
    sum.packets += traffic.packets;
    sum.bytes += traffic.bytes;
  }
  return sum;
}

std::uint64_t Maps::count(Reason reason) const {
  const auto index = static_cast<std::uint32_t>(reason);
  std::vector<std::uint64_t> each(cpus());
  if (bpf_map_lookup_elem(counters_.get(), &index, each.data()) != 0) return 0;
  return std::accumulate(each.begin(), each.end(), std::uint64_t{0});
}

Result<void> Maps::add_balancer(const Address& address) {
  const std::vector<Traffic> none(cpus());
  return add(balancers_, address, none.data());
}

Result<void> Maps::add_vip(const Address& address) {
  const std::uint32_t present = 1;
  return add(vips_, address, &present);
}

Result<void> Maps::set_segments(Segments segments) {
  const std::uint32_t first = 0;
  if (bpf_map_update_elem(segments_.get(), &first, &segments, BPF_ANY) == 0) return {};
  return std::unexpected(system_error("backend.no-map", "cannot set the largest segments"));
}

void Maps::remove_balancer(const Address& address) { remove(balancers_, address); }
void Maps::remove_vip(const Address& address) { remove(vips_, address); }

}  // namespace guideway::backend
