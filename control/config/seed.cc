// The cluster's seed file: 32 hex digits, the SipHash key. Whoever knows it can aim flows at one backend,
// hence the warning about its mode.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "control/config/file.h"
#include "control/config/sections.h"

namespace guideway::config {
namespace {

constexpr std::size_t kDigits = 2 * std::tuple_size_v<Seed>;

constexpr const char* kMayRead = "run as a user who may read it";

bool is_hex(char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }

std::optional<Seed> seed_of(std::string_view text) {
  if (text.ends_with('\n')) text.remove_suffix(1);
  if (text.ends_with('\r')) text.remove_suffix(1);
  if (text.size() != kDigits || !std::ranges::all_of(text, is_hex)) return std::nullopt;
  Seed seed{};
  for (std::size_t i = 0; i < seed.size(); ++i)
    std::from_chars(text.data() + 2 * i, text.data() + 2 * i + 2, seed[i], 16);
  return seed;
}

// For a command to copy: the path, if it needs no quoting.
std::string in_shell(const std::filesystem::path& file) {
  const bool plain = std::ranges::all_of(file.string(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '/' || c == '.' ||
           c == '_' || c == '-';
  });
  return plain ? file.string() : "FILE";
}

}  // namespace

bool read_seed(const Value& value, const std::filesystem::path& file, Seed& seed) {
  namespace fs = std::filesystem;
  const std::string shown = quote(file.string());
  const std::string make = "make one, for the whole cluster: head -c16 /dev/urandom | xxd -p > " + in_shell(file);
  std::error_code failure;
  const fs::file_status status = fs::status(file, failure);
  if (!fs::exists(status) && failure != std::errc::permission_denied) {
    value.error("seed-missing", fmt::format("{} does not exist", shown), make);
    return false;
  }
  // Not opened unless it is a plain file: opening a device or a pipe can block, or do something.
  if (failure || !fs::is_regular_file(status)) {
    value.error("seed-unreadable", fmt::format("{} {}", shown, failure ? failure.message() : "is not a file"),
                failure ? kMayRead : "name a file with 32 hex digits");
    return false;
  }
  const auto text = read_file(file, kDigits + 2);
  if (!text) {
    value.error("seed-unreadable", fmt::format("{} {}", shown, text.error().message), kMayRead);
    return false;
  }
  const auto read = seed_of(*text);
  if (!read) {
    value.error("seed-bad", fmt::format("{} does not hold {} hex digits", shown, kDigits), make);
    return false;
  }
  if ((status.permissions() & fs::perms::others_read) != fs::perms::none)
    value.warning("seed-exposed", fmt::format("{} can be read by everybody", shown), "chmod o-r " + in_shell(file));
  seed = *read;
  return true;
}

}  // namespace guideway::config
