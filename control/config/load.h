// The only way from a file to a Config. All or nothing: a configuration that is right in every part, or
// every reason why not, found in one pass.
#pragma once

#include <expected>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "control/config/diagnostic.h"
#include "control/config/model.h"

namespace guideway::config {

struct Loaded {
  Config config;
  std::vector<Diagnostic> warnings;
};

using LoadResult = std::expected<Loaded, std::vector<Diagnostic>>;

LoadResult load_file(const std::filesystem::path& file);

// `file_name` is what the diagnostics call the text; relative paths in it are relative to `base_dir`.
LoadResult load_text(std::string_view text, std::string file_name, const std::filesystem::path& base_dir);

}  // namespace guideway::config
