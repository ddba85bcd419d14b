// The decapsulating end, as commands: attach, see, detach. Nothing runs in between but the kernel.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "backend/door.h"
#include "backend/layout.h"
#include "backend/reasons.h"
#include "base/address.h"
#include "base/error.h"

namespace guideway::backend {

constexpr char default_pins[] = "/sys/fs/bpf/guideway-backend";

struct Setup {
  std::string interface;
  std::vector<Address> balancers;  // who may send tunnels
  std::vector<Address> vips;       // what may be inside
  std::string pins = default_pins;
  std::optional<unsigned> mtu;  // of the path from the balancers; by default the interface's
};

// Attaches, or makes what is attached be as `setup` says, without losing a packet. All or nothing.
// Returns what a person should know of it: what was changed on this host, and what is not as it could be.
Result<std::vector<std::string>> attach(const Setup& setup);

struct Status {
  struct Balancer {
    Address address;
    Traffic traffic;
  };
  std::string interface;
  Mode mode = Mode::none;
  std::vector<Balancer> balancers;
  std::vector<Address> vips;
  Segments segments{};
  std::array<std::uint64_t, reason_count> reasons{};  // frames, by Reason
};

Result<Status> status(const std::string& interface, const std::string& pins);

// Removes the programs and the pins, and takes back what `attach` changed on this host.
Result<void> detach(const std::string& interface, const std::string& pins);

}  // namespace guideway::backend
