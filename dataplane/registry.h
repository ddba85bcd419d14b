// Backend ids and service ids: the same (name, address) keeps its backend id, the same name its service
// id, for as long as the memory lives, over snapshots and over restarts of the daemon.
//
// A backend that left is retired, not forgotten: flows may still point at it. Its place is given
// to somebody else only when the flow table holds no entry that refers to it, and then under a new incarnation.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "base/address.h"
#include "base/error.h"
#include "dataplane/memory.h"

namespace guideway::dataplane {

class Registry {
 public:
  explicit Registry(const Memory& memory) : memory_(memory) {}

  [[nodiscard]] std::optional<core::BackendId> find_backend(std::string_view name, const Address& address) const;
  [[nodiscard]] std::optional<std::uint32_t> find_service(std::string_view name) const;

  struct Wanted {
    std::string_view name;
    Address address;
  };

  // Ids for all, or an error and nothing changed. New backends start out down.
  Result<std::vector<core::BackendId>> enrol_backends(const std::vector<Wanted>& wanted);
  Result<std::vector<std::uint32_t>> enrol_services(const std::vector<std::string_view>& names);

 private:
  void place_backend(std::uint32_t index, const Wanted& wanted);

  Memory memory_;
};

// For each backend index, how many flow entries refer to it under its present incarnation.
std::vector<std::uint32_t> count_references(const Memory& memory);

// Every backend index that a flow entry names, whatever its incarnation.
std::vector<bool> referenced_places(const Memory& memory);

}  // namespace guideway::dataplane
