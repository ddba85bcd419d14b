#include "tests/sim/measured.h"

namespace guideway::sim {
namespace {

std::string error_of(const Given& given) {
  const auto settings = settings_of(experiment_of("evenness"), given);
  return settings ? "" : to_text(settings.error());
}

TEST(Settings, HaveDefaults) {
  const auto settings = settings_of(experiment_of("evenness"), {{"backends", "7"}});
  ASSERT_TRUE(settings);
  EXPECT_EQ(settings->number("backends"), 7U);
  EXPECT_EQ(settings->numbers("size"), (std::vector<std::uint64_t>{65537, 100003, 655373}));
  EXPECT_EQ(settings->words("policy").front(), "maglev");
  EXPECT_EQ(settings->number("seed"), 1U);
}

TEST(Settings, RefuseWhatIsWrongWithOneClearError) {
  EXPECT_EQ(error_of({{"backends", "0"}}),
            "error[sim.bad-parameter]: --backends: '0' will not do; give a whole number from 1 to 65535");
  EXPECT_EQ(
      error_of({{"size", "7,x"}}),
      "error[sim.bad-parameter]: --size: 'x' will not do; give whole numbers from 2 to 5000011, with commas between");
  EXPECT_EQ(error_of({{"policy", "maglef"}}),
            "error[sim.bad-parameter]: --policy: 'maglef' will not do; choose among maglev, rendezvous, ring, modulo");
  EXPECT_EQ(error_of({{"colour", "red"}}),
            "error[sim.unknown-parameter]: evenness has no --colour; see guideway sim evenness --help");
  for (const std::string_view wrong : {"", "-1", "1.5", "1,2", "18446744073709551616", " 1"})
    EXPECT_NE(error_of({{"backends", std::string(wrong)}}), "") << wrong;
}

TEST(Settings, ErrorsOfTheLibraryComeThrough) {
  const Experiment& experiment = experiment_of("evenness");
  const auto settings = settings_of(experiment, {{"size", "65536"}});
  ASSERT_TRUE(settings);
  const auto report = run(experiment, *settings, ticking());
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, "balance.not-prime");
}

TEST(Settings, DefaultsAreWithinTheirBounds) {
  for (const Experiment& experiment : experiments()) {
    EXPECT_TRUE(settings_of(experiment, {})) << experiment.name;
    EXPECT_EQ(experiment.parameters.back().name, "seed") << experiment.name;  // `sim all` gives it to each
  }
}

}  // namespace
}  // namespace guideway::sim
