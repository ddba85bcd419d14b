#include "backend/ownership.h"

#include <sys/stat.h>

#include <algorithm>

#include "backend/host.h"
#include "backend/maps.h"

namespace guideway::backend {
namespace {

constexpr char namespace_record[] = "netns";

std::uint64_t own_namespace() {
  struct stat info{};
  return stat("/proc/thread-self/ns/net", &info) == 0 ? info.st_ino : 0;
}

bool is_ours(const Record& record) {
  const auto home = record.find(namespace_record);
  return home && home->after == own_namespace();
}

bool hand_over(const std::filesystem::path& pins, const Address& vip) {
  auto record = Record::open(pins / record_pin);
  if (!record || !is_ours(*record)) return false;
  const auto maps = Maps::open(pins);
  return maps && std::ranges::count(maps->vips(), vip) > 0 && note_vip(vip, *record);
}

}  // namespace

Result<void> check_owner(const Pins& pins, const std::string& interface, int index) {
  const Link link = find_link(pins.at(link_pin), index);
  const auto record = Record::open(pins.at(record_pin));
  const bool is_alive = link == Link::here || link == Link::elsewhere;
  if (!is_alive || (link == Link::here && record && is_ours(*record))) return {};
  return std::unexpected(Error{"backend.pins-elsewhere",
                               pins.directory.string() + " belongs to another interface named " + interface,
                               "give pins of its own with --pins DIR (one for each network namespace)", Exit::failure});
}

Result<std::optional<Record>> adopt(const Pins& pins, const std::string& interface, int index) {
  if (auto owner = check_owner(pins, interface, index); !owner) return std::unexpected(std::move(owner.error()));
  auto record = Record::open(pins.at(record_pin));
  if (!record || !is_ours(*record)) {
    clear_pins(pins);
    return std::nullopt;
  }
  if (find_link(pins.at(link_pin), index) == Link::dead) close_door(pins.at(link_pin));
  return record;
}

void release_vip(const Pins& pins, const Address& vip, Record& record) {
  for (const auto& other : neighbours(pins))
    if (hand_over(other, vip)) return;
  remove_vip(vip, record);
}

Result<Record> claim(const Pins& pins) {
  auto record = Record::create(pins.at(record_pin));
  if (!record) return record;
  if (auto noted = record->put(namespace_record, {0, own_namespace()}); !noted)
    return std::unexpected(std::move(noted.error()));
  return record;
}

}  // namespace guideway::backend
