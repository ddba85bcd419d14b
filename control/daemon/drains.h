// Which backends an operator has drained, by name: kept in a file of node.state, so that a restart or a crash
// does not send new connections to a host that is about to be worked on.
#pragma once

#include <filesystem>
#include <set>
#include <string>

#include "base/error.h"

namespace guideway::daemon {

class Drains {
 public:
  // What the file under `folder` holds; nothing where there is none.
  static Result<Drains> load(const std::filesystem::path& folder);

  [[nodiscard]] bool contains(const std::string& backend) const { return names_.contains(backend); }

  // Changes the file first, whole or not at all, and then what contains() says.
  Result<void> set(const std::string& backend, bool drained);

 private:
  std::filesystem::path file_;
  std::set<std::string> names_;
};

}  // namespace guideway::daemon
