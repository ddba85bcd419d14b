// The maps of a backend's programs, from user space: lists, limits and counters.
#pragma once

#include <filesystem>
#include <vector>

#include "backend/layout.h"
#include "backend/reasons.h"
#include "base/address.h"
#include "base/descriptor.h"
#include "base/error.h"

namespace guideway::backend {

class Maps {
 public:
  // The pins' names are the maps' own.
  static Result<Maps> open(const std::filesystem::path& pins);

  [[nodiscard]] std::vector<Address> balancers() const { return keys(balancers_); }
  [[nodiscard]] std::vector<Address> vips() const { return keys(vips_); }
  [[nodiscard]] Segments segments() const;
  [[nodiscard]] Traffic traffic(const Address& balancer) const;
  [[nodiscard]] std::uint64_t count(Reason reason) const;

  // To add what is there changes nothing, its counters neither.
  Result<void> add_balancer(const Address& address);
  Result<void> add_vip(const Address& address);
  Result<void> set_segments(Segments segments);
  void remove_balancer(const Address& address);
  void remove_vip(const Address& address);

 private:
  Maps(Descriptor balancers, Descriptor vips, Descriptor segments, Descriptor counters);
  static std::vector<Address> keys(const Descriptor& map);

  Descriptor balancers_, vips_, segments_, counters_;
};

}  // namespace guideway::backend
