// Network namespaces for tests, each alive exactly as long as the object that holds it.
//
// They have no name: a namespace lives while a file descriptor or a process holds it, so that one is
// gone with its devices, routes and tables even when the test is killed. Named ones (`ip netns add`)
// would be left behind by a crash, and could meet a namesake. To look into a test that stands still:
// `nsenter --net=PATH`, with the path that `path()` returns.
//
//   if (const auto why = netns::unavailable()) GTEST_SKIP() << *why;
//   netns::Namespace balancer, router;
//   netns::connect(balancer, "eth0", router, "eth0");
//   balancer.run("ip addr add 10.0.0.1/24 dev eth0");
//   const netns::Inside inside(balancer);  // sockets that this thread opens now are the balancer's
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "tests/netns/process.h"

namespace guideway::netns {

// Why namespaces cannot be made here; nothing where they can.
std::optional<std::string> unavailable();

class Namespace {
 public:
  Namespace();  // its loopback is up, and IPv6 addresses are usable at once (no duplicate address detection)
  ~Namespace();
  Namespace(const Namespace&) = delete;
  Namespace& operator=(const Namespace&) = delete;

  [[nodiscard]] int descriptor() const { return descriptor_; }
  [[nodiscard]] std::string path() const;  // a file that stands for it, for `nsenter` and `ip link set netns`

  // Runs a command of the shell inside. `run` fails the test when the command fails, and returns its output;
  // `attempt` returns whether it succeeded; `start` lets it run on until the returned object is gone.
  std::string run(std::string_view command) const;
  [[nodiscard]] bool attempt(std::string_view command) const;
  [[nodiscard]] Process start(std::string_view command) const;

 private:
  int descriptor_;
};

// A veth pair: a port in each of two namespaces, both up, without checksum offload (what XDP takes from
// a veth would otherwise carry checksums still to be filled in).
void connect(const Namespace& a, std::string_view port_a, const Namespace& b, std::string_view port_b);

// Moves the calling thread into a namespace, and back at the end of its scope.
class Inside {
 public:
  explicit Inside(const Namespace& space);
  ~Inside();
  Inside(const Inside&) = delete;
  Inside& operator=(const Inside&) = delete;

 private:
  int home_;
};

}  // namespace guideway::netns
