// A snapshot into memory: all of it, at one instant, or nothing.
//
// What is written while packets flow goes where no packet looks: the half that is not in force, and free places of
// the slot and member arenas. One 64-bit store then puts it into force. Backends that come into use are
// marked up before it, those that go out of use after it, so that no table ever names a backend
// that is down. Which places are taken is read from the memory itself, so a daemon that starts
// anew goes on from what it finds there.
#pragma once

#include <functional>
#include <unordered_map>

#include "base/error.h"
#include "dataplane/memory.h"
#include "dataplane/registry.h"
#include "dataplane/snapshot.h"

namespace guideway::dataplane {

class Publisher {
 public:
  // `wait_for_readers` returns once every packet that was under way when it was called is done.
  Publisher(const Memory& memory, std::function<void()> wait_for_readers);

  Result<void> apply(const Snapshot& snapshot);

  // In force at once, for every backend with that address.
  void set_next_hop(const Address& backend, const NextHop& hop);

  // 0: nothing is in force yet.
  [[nodiscard]] std::uint64_t generation() const;

  // Ids by position in the snapshot last applied.
  [[nodiscard]] const std::vector<core::BackendId>& backend_ids() const { return backend_ids_; }
  [[nodiscard]] const std::vector<std::uint32_t>& service_ids() const { return service_ids_; }

 private:
  struct Layout;  // where tables and members will lie

  [[nodiscard]] std::uint32_t active_half() const;
  Result<Layout> lay_out(const Snapshot& snapshot) const;
  Result<std::vector<core::Service>> index_services(const Snapshot& snapshot, const std::vector<std::uint32_t>& ids,
                                                    std::uint32_t& salt) const;
  void write_pools(const Snapshot& snapshot, const Layout& layout, std::uint32_t half);
  void write_next_hop(std::uint32_t index, const NextHop& hop);

  Memory memory_;
  std::function<void()> wait_for_readers_;
  Registry registry_;
  std::vector<core::BackendId> backend_ids_;
  std::vector<std::uint32_t> service_ids_;
  std::vector<Address> backend_addresses_;
  std::unordered_map<std::string, NextHop> next_hops_;  // by address, as text
};

}  // namespace guideway::dataplane
