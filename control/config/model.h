// The desired state as the file says it, checked and with every default filled in. Plain values: what
// reads them need not know YAML. `load.h` is the only way to one.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "balance/policies.h"
#include "base/address.h"

namespace guideway::config {

using std::chrono::milliseconds;
using std::chrono::seconds;

enum class Protocol : std::uint8_t { tcp = 6, udp = 17 };  // the IP protocol numbers
enum class Affinity : std::uint8_t { five_tuple, three_tuple, client };
enum class Encapsulation : std::uint8_t { gre };
enum class Fragments : std::uint8_t { follow, drop };
using Policy = balance::TablePolicy;  // of those that a table comes from

struct TcpCheck {
  std::uint16_t port = 0;  // of the first service that uses the pool, unless given; 0: none does
  friend bool operator==(const TcpCheck&, const TcpCheck&) = default;
};

struct HttpCheck {
  std::uint16_t port = 0;
  std::string path = "/";
  std::string host;          // the Host header; empty: the backend's address
  std::uint16_t expect = 0;  // the status that counts as healthy; 0: any from 200 to 399
  friend bool operator==(const HttpCheck&, const HttpCheck&) = default;
};

struct Health {
  std::variant<TcpCheck, HttpCheck> probe;
  milliseconds interval{3000};
  milliseconds timeout{1000};
  unsigned rise = 2;  // good results in a row that make a backend healthy
  unsigned fall = 3;  // bad results in a row that make it unhealthy
  friend bool operator==(const Health&, const Health&) = default;
};

// Of a pool, and of all pools together: the data plane numbers backends in 16 bits.
inline constexpr std::size_t kMaxBackends = 65'535;

struct Backend {
  std::string name;  // the configured name; without one, the address as text
  Address address;
  unsigned weight = 0;  // 0 to the pool's weight_scale, which is also its default
};

struct Pool {
  std::string name;
  Policy policy = Policy::maglev;
  std::uint32_t table_size = 65537;  // M: a prime
  unsigned weight_scale = 100;
  unsigned panic = 50;           // percent healthy below which all backends are used
  std::optional<Health> health;  // none only where the file says `health: none`; the default is a TCP check
  std::vector<Backend> backends;
};

struct Service {
  std::string name;
  Address vip;
  Protocol protocol = Protocol::tcp;
  std::uint16_t port = 0;
  std::size_t pool = 0;  // index into Config::pools
  Affinity affinity = Affinity::five_tuple;
  Encapsulation encapsulation = Encapsulation::gre;
  Fragments fragments = Fragments::follow;
};

struct FlowTable {
  std::uint32_t entries = 1'048'576;  // rounded up to whole lines of six, lines to a power of two
  seconds tentative{60};
  seconds established{3600};
  seconds closing{10};
  seconds udp{120};
};

struct Node {
  std::string interface;
  Address source;
  std::optional<Address> source6;
  std::uint32_t announce_table = 201;
  std::string state = "/var/lib/guideway";
  std::string pins = "/sys/fs/bpf/guideway";
  FlowTable flow_table;
};

using Seed = std::array<std::uint8_t, 16>;  // the SipHash key that all balancers of a cluster share

struct Config {
  std::string seed_file;
  Seed seed{};
  Node node;
  std::string api_socket = "/run/guideway/api.sock";
  Endpoint metrics_listen{{{127, 0, 0, 1}, Family::ipv4}, 9707};
  std::vector<Pool> pools;
  std::vector<Service> services;
};

}  // namespace guideway::config
