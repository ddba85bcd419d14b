#include "control/api/service.h"

#include <gmock/gmock.h>

#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "control/api/routes.h"

namespace guideway::api {
namespace {

using testing::HasSubstr;

// A daemon of a few lines: it remembers what it was asked.
class ServiceTest : public testing::Test {
 protected:
  http::Response ask(const std::string& method, const std::string& target, const std::string& body = {}) {
    return service_.handle({.method = method, .target = target, .body = body});
  }
  Json body(const http::Response& response) { return Json::parse(response.body); }

  std::uint64_t generation_ = 42;
  std::vector<std::string> asked_;
  Reply reload_ = Json::object();
  http::Service service_ =
      service({.version = "1.2.3",
               .generation = [this] { return generation_; },
               .status = [this]() -> Reply { return asked_.emplace_back("status"), Json{{"pools", Json::array()}}; },
               .trace = [this](const std::string& protocol, const std::string& source,
                               const std::string& destination) -> Reply {
                 asked_.push_back("trace " + protocol + " " + source + " " + destination);
                 return Json{{"generation", 41}, {"verdict", "tx"}};
               },
               .reload = [this]() -> Reply { return ++generation_, reload_; },
               .drain = [this](const std::string& backend, bool drained) -> Reply {
                 if (backend == "nobody") return std::unexpected(unknown_backend(backend));
                 asked_.push_back((drained ? "drain " : "undrain ") + backend);
                 return Json::object();
               }});
};

TEST_F(ServiceTest, AnswersWithTheGenerationFirst) {
  const auto response = ask("GET", "/v1/status");
  EXPECT_EQ(response.status, 200U);
  EXPECT_EQ(response.content_type, "application/json");
  EXPECT_EQ(response.body, "{\"generation\":42,\"pools\":[]}\n");
}

TEST_F(ServiceTest, LetsAReplySayWhichGenerationItIsOf) {
  EXPECT_EQ(body(ask("GET", "/v1/trace?protocol=tcp&source=a&destination=b"))["generation"], 41);
  EXPECT_EQ(body(ask("POST", "/v1/reload"))["generation"], 43) << "the one that the reload made";
}

TEST_F(ServiceTest, HandsParametersAndNamesOnDecoded) {
  ask("GET", "/v1/trace?destination=%5B2001%3Adb8%3A%3A1%5D%3A80&protocol=tcp&source=192.0.2.1:1");
  ask("POST", "/v1/backends/2001%3Adb8::1/drain");
  ask("POST", "/v1/backends/a%2Fb/undrain");
  EXPECT_THAT(asked_,
              testing::ElementsAre("trace tcp 192.0.2.1:1 [2001:db8::1]:80", "drain 2001:db8::1", "undrain a/b"));
}

TEST_F(ServiceTest, RefusesParametersThatAreNotExactlyThoseOfTheRoute) {
  const std::pair<const char*, const char*> wrong[] = {
      {"/v1/trace?protocol=tcp&source=a", "api.missing-parameter"},
      {"/v1/trace?protocol=tcp&source=a&destination=b&sauce=c", "api.unknown-parameter"},
      {"/v1/trace?protocol=tcp&source=a&source=b&destination=c", "api.repeated-parameter"},
      {"/v1/status?verbose=1", "api.unknown-parameter"},
      {"/v1/status?%", "api.bad-target"},
  };
  for (const auto& [target, code] : wrong) {
    const auto response = ask("GET", target);
    EXPECT_EQ(response.status, 400U) << target;
    EXPECT_EQ(body(response)["error"]["code"], code) << target;
    EXPECT_EQ(body(response)["generation"], 42);
  }
  EXPECT_TRUE(asked_.empty());
}

TEST_F(ServiceTest, RefusesAParameterThatPosesAsAName) {
  EXPECT_EQ(ask("POST", "/v1/backends/web-1/drain?name=web-2").status, 400U);
}

TEST_F(ServiceTest, RefusesABody) {
  const auto response = ask("POST", "/v1/reload", "{\"force\": true}");
  EXPECT_EQ(response.status, 400U);
  EXPECT_EQ(generation_, 42U) << "nothing was done";
}

TEST_F(ServiceTest, KnowsNoOtherPath) {
  for (const char* const path :
       {"/", "/v1", "/v2/status", "/v1/backends/web-1", "/v1/backends//drain", "/v1/status/more"}) {
    const auto response = ask("GET", path);
    EXPECT_EQ(response.status, 404U) << path;
    EXPECT_EQ(body(response)["error"]["code"], "api.no-such-path");
  }
}

TEST_F(ServiceTest, NamesTheMethodThatIsRight) {
  const auto response = ask("GET", "/v1/reload");
  EXPECT_EQ(response.status, 405U);
  EXPECT_EQ(response.allow, "POST");
  EXPECT_EQ(body(response)["error"]["hint"], "use POST");
  EXPECT_EQ(generation_, 42U);
}

TEST_F(ServiceTest, PassesOnWhyItWasNotDone) {
  const auto unknown = ask("POST", "/v1/backends/nobody/drain");
  EXPECT_EQ(unknown.status, 404U);
  EXPECT_THAT(body(unknown)["error"]["message"].get<std::string>(), HasSubstr("\"nobody\""));

  reload_ = std::unexpected(Refusal({"config.invalid", "2 errors; nothing was changed", "see them", Exit::bad_input},
                                    {{"diagnostics", {"one", "two"}}}));
  const auto invalid = ask("POST", "/v1/reload");
  EXPECT_EQ(invalid.status, 400U);
  EXPECT_EQ(body(invalid)["diagnostics"].size(), 2U);

  reload_ = std::unexpected(Error{"xdp.no-privilege", "not permitted"});
  EXPECT_EQ(ask("POST", "/v1/reload").status, 500U);
}

TEST_F(ServiceTest, SurvivesTextThatIsNotUtf8) {
  reload_ = Json{{"evidence", "\xff\xfe"}};
  EXPECT_NO_THROW(body(ask("POST", "/v1/reload")));
}

TEST_F(ServiceTest, RefusesInTheSameForm) {
  const auto response = service_.refuse(431, "too long");
  EXPECT_EQ(response.status, 431U);
  EXPECT_EQ(body(response)["error"]["code"], "api.header-too-long");
  EXPECT_EQ(body(response)["generation"], 42);
}

TEST(ApiDocumentation, HasASectionForEachRouteAndForNoOther) {
  std::ifstream file("docs/api.md");
  ASSERT_TRUE(file);
  std::map<std::string, std::string> sections;
  std::string heading;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("## "))
      heading = line.substr(3);
    else
      sections[heading] += line + "\n";
  }

  std::set<std::string> documented, routed;
  for (const auto& [name, section] : sections)
    if (name.starts_with("GET ") || name.starts_with("POST ")) documented.insert(name);
  for (const Route& route : routes()) {
    const std::string name = std::string(route.method) + " " + std::string(route.path);
    routed.insert(name);
    std::istringstream parameters{std::string(route.query)};
    for (std::string parameter; parameters >> parameter;)
      EXPECT_THAT(sections[name], HasSubstr("`" + parameter + "`")) << name;
  }
  EXPECT_EQ(documented, routed);
}

}  // namespace
}  // namespace guideway::api
