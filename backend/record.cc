#include "backend/record.h"

#include <bpf/bpf.h>

#include <array>

#include "backend/layout.h"
#include "base/system_error.h"

namespace guideway::backend {
namespace {

constexpr std::uint32_t max_changes = max_vips + 64;

using Key = std::array<char, 96>;

Key key_of(const std::string& name) {
  Key key{};
  name.copy(key.data(), key.size() - 1);
  return key;
}

}  // namespace

std::optional<Record> Record::open(const std::filesystem::path& pin) {
  Descriptor map(bpf_obj_get(pin.c_str()));
  if (!map) return std::nullopt;
  return Record(std::move(map));
}

Result<Record> Record::create(const std::filesystem::path& pin) {
  bpf_map_create_opts options{};
  options.sz = sizeof options;
  options.map_flags = BPF_F_NO_PREALLOC;
  Descriptor map(bpf_map_create(BPF_MAP_TYPE_HASH, "record", sizeof(Key), sizeof(Change), max_changes, &options));
  if (!map || bpf_obj_pin(map.get(), pin.c_str()) != 0)
    return std::unexpected(system_error("backend.no-map", "cannot create " + pin.string()));
  return Record(std::move(map));
}

std::optional<Change> Record::find(const std::string& name) const {
  Change change;
  if (bpf_map_lookup_elem(map_.get(), key_of(name).data(), &change) != 0) return std::nullopt;
  return change;
}

std::vector<std::string> Record::names() const {
  std::vector<std::string> names;
  Key key{};
  for (const Key* previous = nullptr; bpf_map_get_next_key(map_.get(), previous, key.data()) == 0; previous = &key)
    names.emplace_back(key.data());
  return names;
}

Result<void> Record::put(const std::string& name, Change change) {
  if (bpf_map_update_elem(map_.get(), key_of(name).data(), &change, BPF_ANY) == 0) return {};
  return std::unexpected(system_error("backend.no-map", "cannot note \"" + name + "\" among what was changed"));
}

void Record::erase(const std::string& name) { bpf_map_delete_elem(map_.get(), key_of(name).data()); }

}  // namespace guideway::backend
