// A backend host for tests of attaching: a namespace with eth0, which a veth joins to another.
#pragma once

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>

#include "backend/backend.h"
#include "tests/backend/sandbox.h"
#include "tests/netns/namespace.h"

namespace guideway::backend {

inline std::vector<Address> addresses(std::initializer_list<const char*> texts) {
  std::vector<Address> addresses;
  for (const char* text : texts) addresses.push_back(*parse_address(text));
  return addresses;
}

class HostTest : public testing::Test {
 protected:
  void SetUp() override {
    if (const auto why = netns::unavailable()) GTEST_SKIP() << *why;
    setup.pins = new_pins();
    host.emplace();
    peer.emplace();
    netns::connect(*host, "eth0", *peer, "eth0");
    host->run("ip addr add 10.77.0.11/24 dev eth0");
    inside.emplace(*host);
  }

  // Everything that attaching may change, as text: equal before and after means that nothing was.
  std::string picture() {
    return host->run(
        "exec 2>/dev/null;"  // iproute2 complains at times of namespaces that others make and remove
        "ip -o addr show dev lo; tc qdisc show; tc filter show dev eth0 egress; tc filter show dev eth0 ingress;"
        "ip -d link show dev eth0 | grep xdp; cd /proc/sys/net/ipv4/conf; grep . */arp_ignore */arp_announce "
        "*/rp_filter;"
        "ls -R /sys/fs/bpf");
  }

  backend::Setup setup{.interface = "eth0",
                       .balancers = addresses({"10.77.0.1", "10.77.0.2"}),
                       .vips = addresses({"203.0.113.10", "2001:db8:ffff::10"})};
  std::optional<netns::Namespace> host, peer;
  std::optional<netns::Inside> inside;
};

template <class T>
std::string code_of(const Result<T>& result) {
  return result ? "no error" : result.error().code;
}

// For ASSERT_TRUE: with the error's words where there is one.
template <class T>
testing::AssertionResult succeeds(const Result<T>& result) {
  return result ? testing::AssertionSuccess() : testing::AssertionFailure() << to_text(result.error());
}

}  // namespace guideway::backend
