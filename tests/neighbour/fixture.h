// A node with two ports: eth0 to a router, which is also the link of the backends, and eth1 elsewhere.
//
//   node 10.0.0.1/24, 2001:db8::1/64  eth0 --- eth0  router 10.0.0.254, 10.0.0.11, 2001:db8::fe, 2001:db8::11
//   node 10.1.0.1/24                  eth1 --- eth1  router 10.1.0.254
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/asio/io_context.hpp>
#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "control/neighbour/resolver.h"
#include "tests/netns/namespace.h"

namespace guideway::neighbour {

using namespace std::chrono_literals;

inline Address address(const std::string& text) { return parse_address(text).value(); }
inline Mac mac(const char* text) { return parse_mac(text).value(); }

class ResolverTest : public testing::Test {
 protected:
  void SetUp() override {
    if (const auto why = netns::unavailable()) GTEST_SKIP() << *why;
    node_.emplace();
    router_.emplace();
    for (const char* port : {"eth0", "eth1"}) netns::connect(*node_, port, *router_, port);
    node_->run(
        "ip link set eth0 address 02:00:00:00:00:01; ip addr add 10.0.0.1/24 dev eth0;"
        "ip addr add 2001:db8::1/64 dev eth0; ip addr add 10.1.0.1/24 dev eth1");
    router_->run(
        "ip link set eth0 address 02:00:00:00:00:fe; ip addr add 10.0.0.254/24 dev eth0;"
        "ip addr add 10.0.0.11/24 dev eth0; ip addr add 2001:db8::fe/64 dev eth0;"
        "ip addr add 2001:db8::11/64 dev eth0; ip addr add 10.1.0.254/24 dev eth1");
    open();
  }

  void open() {
    const netns::Inside inside(*node_);
    resolver_.emplace(Resolver::open(loop_, "eth0", [this](const Address& of, const Resolution& resolution) {
                        changes_.emplace_back(to_text(of), resolution);
                      }).value());
  }

  void watch(const std::vector<std::string>& texts) {
    std::vector<Address> addresses;
    for (const std::string& text : texts) addresses.push_back(address(text));
    resolver_->watch(addresses);
  }

  // Lets the loop run until the condition holds. The promises are about milliseconds; the deadlines leave room for a
  // machine that is busy with other things.
  bool eventually(auto condition, std::chrono::milliseconds deadline = 10s) {
    const auto end = std::chrono::steady_clock::now() + deadline;
    while (!condition()) {
      if (std::chrono::steady_clock::now() > end) return false;
      loop_.run_one_for(20ms);
    }
    return true;
  }

  Resolution at(const std::string& text) { return resolver_->look_up(address(text)).value(); }
  bool leads_to(const std::string& text, const char* destination) {
    return at(text).resolved() && at(text).hop.destination == mac(destination);
  }

  std::optional<netns::Namespace> node_, router_;
  boost::asio::io_context loop_;
  std::vector<std::pair<std::string, Resolution>> changes_;
  std::optional<Resolver> resolver_;
};

}  // namespace guideway::neighbour
