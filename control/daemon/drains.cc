#include "control/daemon/drains.h"

#include <fcntl.h>
#include <unistd.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "base/descriptor.h"
#include "base/system_error.h"

namespace guideway::daemon {
namespace {

// Written beside it, forced to disk, then renamed over it.
Result<void> replace_file(const std::filesystem::path& file, const std::string& content) {
  const std::string part = file.string() + ".part";
  const Descriptor out(open(part.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0640));
  if (!out || write(out.get(), content.data(), content.size()) != static_cast<ssize_t>(content.size()) ||
      fsync(out.get()) != 0 || std::rename(part.c_str(), file.c_str()) != 0)
    return std::unexpected(system_error("state.write", "cannot write " + file.string(), "node.state names the folder"));
  return {};
}

}  // namespace

Result<Drains> Drains::load(const std::filesystem::path& folder) {
  Drains drains;
  drains.file_ = folder / "drains.json";
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  if (failed)
    return std::unexpected(system_error("state.create", "cannot create " + folder.string(),
                                        "node.state must name a folder that this user may write to", failed.value()));
  if (!std::filesystem::exists(drains.file_, failed)) return drains;
  std::ifstream in(drains.file_);
  const auto json = nlohmann::json::parse(in, nullptr, false);
  const bool valid = json.is_object() && json.contains("drained") && json["drained"].is_array() &&
                     std::ranges::all_of(json["drained"], [](const auto& name) { return name.is_string(); });
  if (!valid)
    return std::unexpected(Error{"state.damaged", drains.file_.string() + " is damaged",
                                 "remove it, start again, and drain anew what should be drained"});
  drains.names_ = json["drained"].get<std::set<std::string>>();
  return drains;
}

Result<void> Drains::set(const std::string& backend, bool drained) {
  std::set<std::string> names = names_;
  if (drained)
    names.insert(backend);
  else
    names.erase(backend);
  const nlohmann::json json{{"drained", names}};
  if (const auto written = replace_file(file_, json.dump(2) + "\n"); !written) return std::unexpected(written.error());
  names_ = std::move(names);
  return {};
}

}  // namespace guideway::daemon
