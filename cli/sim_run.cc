#include "cli/sim_run.h"

#include <fmt/format.h>
#include <time.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <vector>

#include "base/system_error.h"
#include "cli/progress_bar.h"
#include "sim/experiments.h"
#include "sim/render/render.h"

namespace guideway::cli {

namespace {

// The thread's own time: being preempted does not count.
double milliseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

Result<void> write(const std::filesystem::path& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (file) return {};
  return std::unexpected(
      system_error("sim.cannot-write", path.string(), "give a folder that can be written with --to"));
}

Result<void> write_parts(const std::filesystem::path& folder, const sim::Report& report) {
  if (const auto done = write(folder / (report.experiment + ".json"), sim::to_json(report)); !done) return done;
  for (const sim::Plot& plot : report.plots)
    if (const auto done = write(folder / sim::plot_file(report, plot), sim::to_svg(plot)); !done) return done;
  return {};
}

}  // namespace

Result<sim::Report> run_with_bar(const sim::Experiment& experiment, const sim::Settings& settings) {
  ProgressBar bar;
  const std::string name(experiment.name);
  return sim::run(experiment, settings, {milliseconds, [&](double share) { bar.show(share, name); }});
}

Result<void> write_all(const SimAll& options, const std::vector<std::string>& names) {
  const std::filesystem::path folder = options.folder;
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error)
    return std::unexpected(
        Error{"sim.cannot-write", options.folder + ": " + error.message(), "give another folder with --to"});

  std::vector<const sim::Experiment*> chosen;
  for (const auto& experiment : sim::experiments())
    if (names.empty() || std::ranges::find(names, experiment.name) != names.end()) chosen.push_back(&experiment);
  std::vector<sim::Report> reports;
  {
    ProgressBar bar;
    for (const auto* const experiment : chosen) {
      const auto settings = sim::settings_of(*experiment, {{"seed", options.seed}});
      if (!settings) return std::unexpected(settings.error());
      const auto show = [&](double share) {
        bar.show((static_cast<double>(reports.size()) + share) / static_cast<double>(chosen.size()),
                 fmt::format("{} of {}: {}", reports.size() + 1, chosen.size(), experiment->name));
      };
      show(0);
      auto report = sim::run(*experiment, *settings, {milliseconds, show});
      if (!report) return std::unexpected(report.error());
      if (const auto done = write_parts(folder, *report); !done) return done;
      reports.push_back(*std::move(report));
    }
  }
  const auto page = folder / "report.md";
  if (const auto done = write(page, sim::to_markdown(reports)); !done) return done;
  fmt::print("{}: {} experiments\n", page.string(), reports.size());
  return {};
}

}  // namespace guideway::cli
