#include "tests/netns/namespace.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <unistd.h>

#include <cerrno>
#include <stdexcept>
#include <system_error>
#include <thread>

namespace guideway::netns {
namespace {

constexpr const char* own_namespace = "/proc/thread-self/ns/net";

[[noreturn]] void give_up(const char* what) { throw std::system_error(errno, std::generic_category(), what); }

int open_own() { return open(own_namespace, O_RDONLY | O_CLOEXEC); }

// A new namespace belongs to the thread that makes it, so a passing thread makes it and its file outlives it.
int make() {
  int descriptor = -1, problem = 0;
  std::thread([&] {
    if (unshare(CLONE_NEWNET) == 0) descriptor = open_own();
    if (descriptor < 0) problem = errno;
  }).join();
  errno = problem;
  return descriptor;
}

}  // namespace

std::optional<std::string> unavailable() {
  static const auto answer = []() -> std::optional<std::string> {
    const int descriptor = make();
    if (descriptor < 0)
      return "cannot make a network namespace (needs root): " + std::generic_category().message(errno);
    close(descriptor);
    return std::nullopt;
  }();
  return answer;
}

Namespace::Namespace() : descriptor_(make()) {
  if (descriptor_ < 0) give_up("network namespace");
  run("ip link set lo up; echo 0 >/proc/sys/net/ipv6/conf/default/accept_dad");
}

Namespace::~Namespace() { close(descriptor_); }

std::string Namespace::path() const { return fmt::format("/proc/{}/fd/{}", getpid(), descriptor_); }

std::string Namespace::run(std::string_view command) const {
  auto [status, output] = start(command).wait();
  if (status != 0) ADD_FAILURE() << "`" << command << "` ended with " << status << ": " << output;
  return std::move(output);
}

bool Namespace::attempt(std::string_view command) const { return start(command).wait().first == 0; }

Process Namespace::start(std::string_view command) const { return {command, descriptor_}; }

void connect(const Namespace& a, std::string_view port_a, const Namespace& b, std::string_view port_b) {
  a.run(fmt::format("ip link add {} type veth peer name {} netns {}", port_a, port_b, b.path()));
  for (const auto& [space, port] : {std::pair{&a, port_a}, std::pair{&b, port_b}})
    space->run(fmt::format("ethtool -K {0} tx off >/dev/null && ip link set {0} up", port));
}

Inside::Inside(const Namespace& space) : home_(open_own()) {
  if (home_ < 0 || setns(space.descriptor(), CLONE_NEWNET) != 0) give_up("entering a network namespace");
}

Inside::~Inside() {
  setns(home_, CLONE_NEWNET);
  close(home_);
}

}  // namespace guideway::netns
