#include "control/health/target.h"

#include <gtest/gtest.h>

#include <set>

#include "control/health/http_exchange.h"

namespace guideway::health {
namespace {

using namespace std::chrono_literals;
using config::HttpCheck;
using config::TcpCheck;

const Address address = *parse_address("10.0.0.1");
const Address address6 = *parse_address("2001:db8::1");

TEST(Target, TakesTheServicesPortWhereTheCheckNamesNone) {
  EXPECT_EQ(endpoint(target(address, {.probe = TcpCheck{}}, 443)).port, 443);
  EXPECT_EQ(endpoint(target(address, {.probe = HttpCheck{.port = 8080}}, 443)).port, 8080);
}

TEST(Target, IsToldFromEveryOther) {
  const HttpCheck http{.path = "/a", .host = "b"};
  const std::vector<Target> different = {
      target(address, {.probe = TcpCheck{}}, 80),
      target(address, {.probe = TcpCheck{}}, 81),
      target(address6, {.probe = TcpCheck{}}, 80),
      target(address, {.probe = TcpCheck{}, .interval = 1s}, 80),
      target(address, {.probe = TcpCheck{}, .timeout = 2s}, 80),
      target(address, {.probe = TcpCheck{}, .rise = 4}, 80),
      target(address, {.probe = TcpCheck{}, .fall = 4}, 80),
      target(address, {.probe = http}, 80),
      target(address, {.probe = HttpCheck{.path = "/", .host = "b"}}, 80),
      target(address, {.probe = HttpCheck{.path = "/a", .host = ""}}, 80),
      target(address, {.probe = HttpCheck{.path = "/a", .host = "b", .expect = 204}}, 80),
  };
  std::set<std::string> identities;
  for (const Target& each : different) identities.insert(identity(each));
  EXPECT_EQ(identities.size(), different.size());
}

TEST(Target, IsTheSameHoweverItsPortWasNamedAndWhateverItsStartIs) {
  Target a = target(address, {.probe = TcpCheck{.port = 80}}, 443);
  const Target b = target(address, {.probe = TcpCheck{}}, 80);
  a.initial = true;
  EXPECT_EQ(identity(a), identity(b));
}

TEST(HttpExchange, AsksForThePathOfTheHost) {
  EXPECT_EQ(request_text({.path = "/healthz"}, {.address = address6, .port = 80}),
            "GET /healthz HTTP/1.1\r\nHost: [2001:db8::1]:80\r\nUser-Agent: guideway-health\r\nAccept: */*\r\n"
            "Connection: close\r\n\r\n");
  EXPECT_NE(request_text({.host = "www.example"}, {.address = address, .port = 80}).find("\r\nHost: www.example\r\n"),
            std::string::npos);
}

TEST(HttpExchange, AcceptsSuccessAndRedirectsOrExactlyWhatIsExpected) {
  for (const unsigned good : {200U, 204U, 302U, 399U}) EXPECT_TRUE(accepts({}, good)) << good;
  for (const unsigned bad : {100U, 199U, 400U, 503U}) EXPECT_FALSE(accepts({}, bad)) << bad;
  EXPECT_TRUE(accepts({.expect = 401}, 401));
  EXPECT_FALSE(accepts({.expect = 401}, 200));
}

}  // namespace
}  // namespace guideway::health
