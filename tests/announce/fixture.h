// A namespace with one port towards a neighbour, and an announcer in it.
#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <set>
#include <string>

#include "control/announce/announcer.h"
#include "tests/netns/eventually.h"
#include "tests/netns/namespace.h"

namespace guideway::announce {

inline std::set<Address> vips(std::initializer_list<const char*> texts) {
  std::set<Address> set;
  for (const char* text : texts) set.insert(parse_address(text).value());
  return set;
}

class AnnouncerTest : public testing::Test {
 protected:
  void SetUp() override {
    if (const auto why = netns::unavailable()) GTEST_SKIP() << *why;
    node_.emplace();
    peer_.emplace();
    netns::connect(*node_, "eth0", *peer_, "eth0");
    node_->run("ip addr add 10.0.0.1/24 dev eth0; ip addr add 2001:db8::1/64 dev eth0");
  }

  Announcer open(std::uint32_t table = 201) {
    const netns::Inside inside(*node_);
    return Announcer::open(table).value();
  }

  // Both families. That a table does not exist is a failure to `ip`, and an empty table here.
  std::string routes(const std::string& selector) {
    return node_->run("ip -4 route show " + selector + " 2>/dev/null; ip -6 route show " + selector +
                      " 2>/dev/null; :");
  }
  std::string guards() { return routes("table main type blackhole"); }

  std::optional<netns::Namespace> node_, peer_;
};

}  // namespace guideway::announce
