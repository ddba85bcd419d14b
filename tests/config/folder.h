// A folder of a test's own, with the seed files that its configurations name: git does not keep the modes
// that matter here.
#pragma once

#include <stdlib.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

namespace guideway::config {

inline constexpr std::string_view kSeedText = "000102030405060708090a0b0c0d0e0f\n";

class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "guideway-config-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) std::abort();
    path_ = name;
    write("seed", kSeedText, 0600);
    write("seed-exposed", kSeedText, 0644);
    write("seed-bad", "not a seed\n", 0600);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

  std::filesystem::path write(const std::string& name, std::string_view text, mode_t mode = 0600) const {
    const auto file = path_ / name;
    std::ofstream(file, std::ios::binary) << text;
    ::chmod(file.c_str(), mode);
    return file;
  }

 private:
  std::filesystem::path path_;
};

inline std::string slurp(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

}  // namespace guideway::config
