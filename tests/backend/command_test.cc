// The verb as people and programs meet it: exit codes, words, JSON.
#include <nlohmann/json.hpp>

#include "tests/backend/host_test.h"

namespace guideway::backend {
namespace {

using nlohmann::json;

class Command : public HostTest {
 protected:
  std::string verb(const std::string& options) {
    return fmt::format("{} backend --interface eth0 --pins {} {}", GUIDEWAY_BACKEND_COMMAND, setup.pins, options);
  }
};

TEST_F(Command, ShowsWhatItAttached) {
  const std::string lists = "--balancer 10.77.0.1 --vip 203.0.113.10 --vip 2001:db8:ffff::10";
  const std::string notes = host->run(verb(lists + " 2>&1 >/dev/null"));
  EXPECT_THAT(notes, testing::HasSubstr("arp_ignore = 1 (was 0)"));
  const json attached = json::parse(host->run(verb(lists + " -o json")));
  EXPECT_EQ(attached.at("interface"), "eth0");
  EXPECT_EQ(attached.at("mode"), "native");
  EXPECT_EQ(attached.at("balancers"), json::parse(R"([{"address": "10.77.0.1", "packets": 0, "bytes": 0}])"));
  EXPECT_EQ(attached.at("vips"), json::parse(R"([{"address": "203.0.113.10", "mss": 1436},
                                                {"address": "2001:db8:ffff::10", "mss": 1416}])"));
  EXPECT_EQ(attached.at("reasons").size(), reason_count);
  EXPECT_EQ(json::parse(host->run(verb("--status -o json"))).at("vips"), attached.at("vips"));
  EXPECT_THAT(host->run(verb("--status")), testing::HasSubstr("eth0: decapsulating, XDP in native mode"));
  EXPECT_EQ(host->run(verb("--detach")), "");
}

TEST_F(Command, SaysWhatIsWrongWithACommand) {
  for (const auto& [options, code, words] :
       {std::tuple{"--balancer 10.77.0.1 --vip 203.0.113.999", 2, "error[backend.bad-input]: --vip \"203.0.113.999\""},
        {"--balancer 10.77.0.0/24 --vip 203.0.113.10", 2, "error[backend.bad-input]: --balancer \"10.77.0.0/24\""},
        {"--vip 203.0.113.10", 2, "error[backend.bad-input]: no --balancer"},
        {"--status --detach", 2, "--detach"},
        {"--status", 1, "error[backend.not-attached]"}}) {
    const auto [exit, output] = host->start(verb(options)).wait();
    EXPECT_EQ(exit, code) << options;
    EXPECT_THAT(output, testing::HasSubstr(words));
  }
}

TEST_F(Command, MountsNothingThatWouldEndWithTheCommand) {
  const auto [exit, output] =
      host->start(fmt::format("unshare --mount sh -c 'while umount /sys/fs/bpf 2>/dev/null; do :; done; exec {}'",
                              verb("--balancer 10.77.0.1 --vip 203.0.113.10")))
          .wait();
  EXPECT_EQ(exit, 1);
  EXPECT_THAT(output, testing::HasSubstr("error[no-bpf-file-system]"));
}

}  // namespace
}  // namespace guideway::backend
