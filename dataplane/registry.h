// Backend ids and service ids: the same (name, address) keeps its backend id, the same name its service
// id, for as long as the memory lives, over snapshots and over restarts of the daemon.
//
// A backend that left is retired, not forgotten: flows may still point at it. Its place is given
// to somebody else only when the flow table holds no entry that refers to it, and then under a new incarnation.
#pragma once

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "base/address.h"
#include "base/error.h"
#include "dataplane/memory.h"

namespace guideway::dataplane {

class Registry {
 public:
  struct Wanted {
    std::string_view name;
    Address address;
  };

  explicit Registry(const Memory& memory) : memory_(memory) {}

  [[nodiscard]] std::optional<core::BackendId> find_backend(std::string_view name, const Address& address) const;
  [[nodiscard]] std::optional<std::uint32_t> find_service(std::string_view name) const;

  // Who will have which id, by position; newcomers get theirs when the plan is carried out. Names are views into
  // what was asked for.
  struct Plan {
    std::vector<core::BackendId> backends;
    std::vector<std::uint32_t> services;
    std::vector<std::pair<std::uint32_t, Wanted>> new_backends;  // by place
    std::vector<std::pair<std::uint32_t, std::string_view>> new_services;
  };

  // Ids for all, or an error. Nothing is written: a snapshot that fails later leaves no trace.
  [[nodiscard]] Result<Plan> plan(const std::vector<Wanted>& backends,
                                  const std::vector<std::string_view>& services) const;

  // New backends start out down, new services with counters at zero.
  void carry_out(const Plan& plan);

 private:
  Result<void> plan_backends(const std::vector<Wanted>& wanted, Plan& plan) const;
  Result<void> plan_services(const std::vector<std::string_view>& names, Plan& plan) const;
  [[nodiscard]] std::uint8_t next_incarnation(std::uint32_t index) const;
  void place_backend(std::uint32_t index, const Wanted& wanted);
  void place_service(std::uint32_t id, std::string_view name);

  Memory memory_;
};

// For each backend index, how many flow entries refer to it under its present incarnation.
std::vector<std::uint32_t> count_references(const Memory& memory);

// Every backend index that a flow entry names, whatever its incarnation.
std::vector<bool> referenced_places(const Memory& memory);

}  // namespace guideway::dataplane
