#include "cli/table_output.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

namespace guideway::cli {

namespace {

// `part` of `whole`, as a bar of at most 30 characters in steps of an eighth.
std::string bar(std::uint64_t part, std::uint64_t whole) {
  static constexpr const char* kEighths[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  const std::uint64_t eighths = part * 30 * 8 / whole;
  std::string text;
  for (std::uint64_t full = eighths / 8; full > 0; --full) text += "█";
  return text + kEighths[eighths % 8];
}

}  // namespace

void write_people(const TablePool& pool, const balance::Table& table) {
  const auto counts = table.counts();
  std::size_t width = std::string_view("backend").size();
  for (const auto& [name, weight] : pool.backends) width = std::max(width, name.size());

  fmt::print("{}, {} slots, weight scale {}, digest {}\n\n", balance::name_of(pool.policy), table.size(),
             pool.options.weight_scale, balance::digest_text(table.digest()));
  fmt::print("{:<{}}  weight    slots    share\n", "backend", width);
  const auto most = std::ranges::max(counts);
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const auto& [name, weight] = pool.backends[i];
    const double percent = 100.0 * counts[i] / table.size();
    fmt::print("{:<{}}  {:>6}  {:>7}  {:>5.2f} %  {}\n", name, width, weight, counts[i], percent, bar(counts[i], most));
  }
}

void write_json(const TablePool& pool, const balance::Table& table) {
  const auto counts = table.counts();
  nlohmann::ordered_json json = {{"size", table.size()},
                                 {"policy", balance::name_of(pool.policy)},
                                 {"digest", balance::digest_text(table.digest())},
                                 {"backends", nlohmann::ordered_json::array()}};
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const auto& [name, weight] = pool.backends[i];
    json["backends"].push_back({{"name", name}, {"weight", weight}, {"slots", counts[i]}});
  }
  // A name may be any bytes, JSON may not.
  fmt::print("{}\n", json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
}

void write_slots(const balance::Table& table) {
  std::string text;
  for (std::uint32_t slot = 0; slot < table.size(); ++slot) text.append(table.name(table[slot])).push_back('\n');
  std::fwrite(text.data(), 1, text.size(), stdout);
}

}  // namespace guideway::cli
