// Reading a small file whole, without being led astray by what is not one.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

#include "base/error.h"

namespace guideway::config {

// Up to `most` bytes and one more, so that the caller sees when a file is too large. Pipes are read as
// well (`guideway check <(make-config)`). The error's message says what failed, in errno's words.
Result<std::string> read_file(const std::filesystem::path& file, std::size_t most);

}  // namespace guideway::config
