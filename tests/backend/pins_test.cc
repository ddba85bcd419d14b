// What is pinned and the interface it belongs to do not always end together.
#include <filesystem>

#include "tests/backend/host_test.h"
#include "tests/netns/eventually.h"

namespace guideway::backend {
namespace {

using testing::HasSubstr;
using testing::Not;

class PinsTest : public HostTest {
 protected:
  void make_eth0_anew() {
    host->run("ip link del eth0");
    netns::connect(*host, "eth0", *peer, "eth0");
  }
};

TEST_F(PinsTest, SurviveTheirInterface) {
  const std::string before = picture();
  ASSERT_TRUE(succeeds(attach(setup)));
  make_eth0_anew();
  EXPECT_EQ(status(setup.interface, setup.pins)->mode, Mode::none);
  ASSERT_TRUE(succeeds(attach(setup)));
  EXPECT_EQ(status(setup.interface, setup.pins)->mode, Mode::native);
  ASSERT_TRUE(succeeds(detach(setup.interface, setup.pins)));
  EXPECT_EQ(picture(), before);
}

TEST_F(PinsTest, AreDetachedWithoutTheirInterface) {
  ASSERT_TRUE(succeeds(attach(setup)));
  host->run("ip link del eth0");
  ASSERT_TRUE(succeeds(detach(setup.interface, setup.pins)));
  EXPECT_THAT(host->run("ip -o addr show dev lo"), Not(HasSubstr("203.0.113.10")));
  EXPECT_FALSE(std::filesystem::exists(setup.pins));
}

TEST_F(PinsTest, BelongToOneInterface) {
  ASSERT_TRUE(succeeds(attach(setup)));
  host->run("ip link set eth0 down && ip link set eth0 name wan0");
  netns::connect(*host, "eth0", *peer, "eth1");
  for (const auto& code : {code_of(attach(setup)), code_of(status(setup.interface, setup.pins)),
                           code_of(detach(setup.interface, setup.pins))})
    EXPECT_EQ(code, "backend.pins-elsewhere");
}

TEST_F(PinsTest, BelongToOneNetworkNamespace) {
  ASSERT_TRUE(succeeds(attach(setup)));
  {
    const netns::Inside other(*peer);
    for (const auto& code : {code_of(attach(setup)), code_of(status(setup.interface, setup.pins)),
                             code_of(detach(setup.interface, setup.pins))})
      EXPECT_EQ(code, "backend.pins-elsewhere");
  }
  inside.reset();
  host.emplace();  // the first namespace is gone, and what its pins hold is dead
  netns::connect(*host, "eth0", *peer, "eth1");
  inside.emplace(*host);
  EXPECT_TRUE(netns::eventually([&] { return attach(setup).has_value(); }));
  EXPECT_EQ(status(setup.interface, setup.pins)->mode, Mode::native);
}

TEST_F(PinsTest, OfSeveralInterfacesLieSideBySide) {
  netns::connect(*host, "eth1", *peer, "eth1");
  auto second = setup;
  second.interface = "eth1";
  second.vips = addresses({"203.0.113.20"});
  ASSERT_TRUE(succeeds(attach(setup)));
  ASSERT_TRUE(succeeds(attach(second)));
  ASSERT_TRUE(succeeds(detach(setup.interface, setup.pins)));
  EXPECT_EQ(status(second.interface, second.pins)->vips, second.vips);
  EXPECT_THAT(host->run("ip -o addr show dev lo"), HasSubstr("203.0.113.20"));
  ASSERT_TRUE(succeeds(detach(second.interface, second.pins)));
  EXPECT_FALSE(std::filesystem::exists(setup.pins));
}

TEST_F(PinsTest, HandTheirVipsOverToAnotherInterfaceThatServesThem) {
  netns::connect(*host, "eth1", *peer, "eth1");
  auto second = setup;
  second.interface = "eth1";
  const std::string before = picture();
  ASSERT_TRUE(succeeds(attach(setup)));
  ASSERT_TRUE(succeeds(attach(second)));
  setup.vips = addresses({"203.0.113.20"});  // gives both up
  ASSERT_TRUE(succeeds(attach(setup)));
  ASSERT_TRUE(succeeds(detach(setup.interface, setup.pins)));
  EXPECT_THAT(host->run("ip -o addr show dev lo"), HasSubstr("203.0.113.10"));
  EXPECT_THAT(host->run("ip -o addr show dev lo"), HasSubstr("2001:db8:ffff::10"));
  ASSERT_TRUE(succeeds(detach(second.interface, second.pins)));
  EXPECT_EQ(picture(), before);
}

TEST_F(PinsTest, SayWhenTheDriverTakesNoNativeProgram) {
  host->run("ip link add br0 type bridge && ip link set br0 up");
  setup.interface = "br0";
  const auto notes = attach(setup);
  ASSERT_TRUE(succeeds(notes));
  EXPECT_THAT(*notes, testing::Contains(HasSubstr("generic mode")));
  EXPECT_EQ(status(setup.interface, setup.pins)->mode, Mode::generic);
  EXPECT_TRUE(succeeds(attach(setup)));
}

}  // namespace
}  // namespace guideway::backend
