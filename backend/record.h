// What was changed on this host, so that `--detach` takes back just that: "sysctl NAME", "address A",
// "clsact", "filter", each with a number before and after.
//
// It is a map pinned beside the others, so it lasts exactly as long as the changes do: a reboot ends both.
// A file would outlive them, and a later detach would take back what somebody else had set since.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/descriptor.h"
#include "base/error.h"

namespace guideway::backend {

struct Change {
  std::uint64_t before = 0;
  std::uint64_t after = 0;
};

class Record {
 public:
  static std::optional<Record> open(const std::filesystem::path& pin);
  static Result<Record> create(const std::filesystem::path& pin);

  [[nodiscard]] std::optional<Change> find(const std::string& name) const;
  [[nodiscard]] std::vector<std::string> names() const;
  Result<void> put(const std::string& name, Change change);
  void erase(const std::string& name);

 private:
  explicit Record(Descriptor map) : map_(std::move(map)) {}
  Descriptor map_;
};

}  // namespace guideway::backend
