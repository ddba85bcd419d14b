// What attaching refuses, with which error, and that it has then changed nothing.
#include <bpf/libbpf.h>
#include <linux/capability.h>
#include <net/if.h>
#include <sys/syscall.h>

#include <filesystem>
#include <thread>

#include "backend/programs.h"
#include "tests/backend/host_test.h"

namespace guideway::backend {
namespace {

class Refusal : public HostTest {
 protected:
  void expect_refusal(const std::string& code) {
    const std::string before = picture();
    expect_error(code, Exit::failure);
    EXPECT_EQ(picture(), before);
  }

  void expect_error(const std::string& code, Exit exit) {
    const auto result = attach(setup);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, code) << to_text(result.error());
    EXPECT_EQ(result.error().exit, exit);
    EXPECT_FALSE(result.error().hint.empty()) << "every error says what to do";
  }

  // Programs that are somebody else's: their pins are removed, they stay loaded.
  Programs foreign_programs() {
    const std::string pins = new_pins();
    std::filesystem::create_directory(pins);
    auto programs = load_programs(pins);
    std::filesystem::remove_all(pins);
    return std::move(*programs);
  }
};

TEST_F(Refusal, OfListsThatMakeNoSense) {
  const std::string before = picture();
  const auto with = [&](auto backend::Setup::* field, auto value) {
    const auto sound = setup;
    setup.*field = value;
    expect_error("backend.bad-input", Exit::bad_input);
    setup = sound;
  };
  with(&backend::Setup::balancers, addresses({}));
  with(&backend::Setup::vips, addresses({}));
  for (const char* address :
       {"0.0.0.0", "127.0.0.1", "224.0.0.1", "255.255.255.255", "::", "::1", "ff02::1", "fe80::1"}) {
    SCOPED_TRACE(address);
    with(&backend::Setup::balancers, addresses({"10.77.0.1", address}));
    with(&backend::Setup::vips, addresses({address}));
  }
  with(&backend::Setup::balancers, std::vector<Address>(1025, setup.balancers.front()));
  for (const unsigned mtu : {0u, 575u, 65536u}) with(&backend::Setup::mtu, mtu);
  EXPECT_EQ(picture(), before);
}

TEST_F(Refusal, OfInterfacesThatCannotCarryTunnels) {
  setup.interface = "eth9";
  expect_refusal("backend.no-interface");
  setup.interface = "an-interface-whose-name-is-too-long";
  expect_refusal("backend.no-interface");
  setup.interface = "lo";
  expect_refusal("backend.not-ethernet");
  host->run("ip link add br0 type bridge && ip link set eth0 master br0");
  setup.interface = "eth0";
  expect_refusal("backend.bridge-port");
}

TEST_F(Refusal, OfPinsThatCannotHoldAnything) {
  setup.pins = "/tmp/guideway-backend";
  expect_refusal("no-bpf-file-system");
  setup.pins = "guideway-backend";
  expect_error("backend.bad-pins", Exit::bad_input);
}

TEST_F(Refusal, OfAHostThatCannotServe) {
  host->run("ip link set lo down");
  expect_refusal("backend.loopback-down");
  host->run("ip link set lo up; echo 1 >/proc/sys/net/ipv6/conf/eth0/disable_ipv6");
  expect_refusal("backend.ipv6-disabled");
  setup.vips = addresses({"203.0.113.10"});
  EXPECT_TRUE(succeeds(attach(setup))) << "without IPv6 addresses, IPv6 may be off";
}

TEST_F(Refusal, OfAnInterfaceThatAnotherProgramHas) {
  const Programs foreign = foreign_programs();
  const int index = static_cast<int>(if_nametoindex("eth0"));
  ASSERT_EQ(bpf_xdp_attach(index, foreign.decapsulate, 0, nullptr), 0);
  expect_refusal("backend.occupied");
  ASSERT_EQ(bpf_xdp_detach(index, 0, nullptr), 0);
  EXPECT_TRUE(succeeds(attach(setup)));
}

TEST_F(Refusal, OfAPlaceThatAnotherFilterHas) {  // found only after addresses and settings have been changed
  const Programs foreign = foreign_programs();
  bpf_tc_hook hook{};
  hook.sz = sizeof hook;
  hook.ifindex = static_cast<int>(if_nametoindex("eth0"));
  hook.attach_point = BPF_TC_EGRESS;
  bpf_tc_opts options{};
  options.sz = sizeof options;
  options.prog_fd = foreign.clamp_mss;
  options.handle = 1;
  options.priority = 47;
  ASSERT_EQ(bpf_tc_hook_create(&hook), 0);
  ASSERT_EQ(bpf_tc_attach(&hook, &options), 0);
  expect_refusal("backend.occupied");
}

TEST_F(Refusal, KeepsTheListsThatWereThere) {
  ASSERT_TRUE(succeeds(attach(setup)));
  const std::string before = picture();
  const auto sound = setup;
  host->run("echo 1 >/proc/sys/net/ipv6/conf/lo/disable_ipv6");  // takes the IPv6 VIP along
  setup.balancers = addresses({"10.77.0.9"});
  setup.vips = addresses({"203.0.113.12", "2001:db8:ffff::12"});
  expect_refusal("backend.no-address");

  const auto now = status(setup.interface, setup.pins);
  ASSERT_TRUE(succeeds(now));
  EXPECT_EQ(now->vips, sound.vips);
  EXPECT_EQ(now->balancers.size(), sound.balancers.size());
  host->run("echo 0 >/proc/sys/net/ipv6/conf/lo/disable_ipv6");
  EXPECT_TRUE(succeeds(attach(sound)));
}

TEST_F(Refusal, WithoutPrivilege) {
  std::thread([&] {  // capabilities are a thread's own
    __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
    const __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {};
    ASSERT_EQ(syscall(SYS_capset, &header, none), 0);
    EXPECT_EQ(code_of(attach(setup)), "no-privilege");
    EXPECT_EQ(code_of(status(setup.interface, setup.pins)), "no-privilege");
    EXPECT_EQ(code_of(detach(setup.interface, setup.pins)), "no-privilege");
  })
      .join();
}

}  // namespace
}  // namespace guideway::backend
