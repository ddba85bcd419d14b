// `guideway sim`: claims of the literature, measured. Each experiment is a subcommand whose options are its parameters.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/output.h"
#include "cli/sim_run.h"
#include "cli/verb.h"
#include "sim/experiments.h"
#include "sim/render/render.h"

namespace guideway::cli {

namespace {

void list(Output output) {
  if (output == Output::json) {
    auto json = nlohmann::ordered_json::array();
    for (const auto& experiment : sim::experiments()) {
      auto parameters = nlohmann::ordered_json::array();
      for (const auto& parameter : experiment.parameters)
        parameters.push_back(
            {{"name", parameter.name}, {"default", parameter.standard}, {"meaning", parameter.meaning}});
      json.push_back({{"name", experiment.name}, {"shows", experiment.shows}, {"parameters", parameters}});
    }
    fmt::print("{}\n", json.dump(2));
    return;
  }
  for (const auto& experiment : sim::experiments()) fmt::print("{:<14} {}\n", experiment.name, experiment.shows);
}

struct Given {
  std::map<std::string, std::string, std::less<>> parameters;
  std::string output = "table";
};

Result<void> run(const sim::Experiment& experiment, const Given& given) {
  const auto settings = sim::settings_of(experiment, given.parameters);
  if (!settings) return std::unexpected(settings.error());
  const auto report = run_with_bar(experiment, *settings);
  if (!report) return std::unexpected(report.error());
  const auto text = given.output == "json"  ? sim::to_json(*report)
                    : given.output == "csv" ? sim::to_csv(*report)
                                            : sim::to_people(*report);
  std::fwrite(text.data(), 1, text.size(), stdout);
  return {};
}

void add_experiment(CLI::App& verb, const sim::Experiment& experiment, int& exit_code) {
  CLI::App* const sub = verb.add_subcommand(std::string(experiment.name), std::string(experiment.shows));
  const auto given = std::make_shared<Given>();
  for (const auto& parameter : experiment.parameters) {
    auto text = std::string(parameter.meaning);
    if (!parameter.words.empty()) text += fmt::format(", of: {}", parameter.words);
    sub->add_option_function<std::string>(
           "--" + std::string(parameter.name),
           [given, name = std::string(parameter.name)](const std::string& value) { given->parameters[name] = value; },
           text)
        ->type_name(fmt::format("{}{} [{}]", parameter.words.empty() ? "N" : "WORD", parameter.list ? ",..." : "",
                                parameter.standard));
  }
  sub->add_option("-o,--output", given->output, "table, for people (the default); json; or csv")
      ->check(CLI::IsMember({"table", "json", "csv"}).description(""))
      ->type_name("FORMAT");
  sub->callback([&experiment, given, &exit_code] {
    const auto done = run(experiment, *given);
    exit_code = done ? static_cast<int>(Exit::ok) : fail(done.error());
  });
}

}  // namespace

void add_sim(CLI::App& app, int& exit_code) {
  CLI::App* const verb = app.add_subcommand("sim", "Measure what the literature claims of load balancing");
  verb->require_subcommand(1);

  CLI::App* const names = verb->add_subcommand("list", "The experiments, and what each shows");
  const auto output = std::make_shared<Output>(Output::people);
  add_output(*names, *output);
  names->callback([output, &exit_code] {
    list(*output);
    exit_code = static_cast<int>(Exit::ok);
  });

  CLI::App* const all = verb->add_subcommand("all", "Every experiment, as one report with plots");
  const auto options = std::make_shared<SimAll>();
  all->add_option("--to", options->folder, "where report.md, its plots and the figures as JSON go; made if missing")
      ->required()
      ->type_name("FOLDER");
  all->add_option("--seed", options->seed, "all chance comes from it")->type_name("N [1]");
  all->callback([options, &exit_code] {
    const auto done = write_all(*options);
    exit_code = done ? static_cast<int>(Exit::ok) : fail(done.error());
  });

  for (const auto& experiment : sim::experiments()) add_experiment(*verb, experiment, exit_code);
}

}  // namespace guideway::cli
