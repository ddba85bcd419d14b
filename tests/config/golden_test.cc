// Broken configurations and, word by word, what the loader says of each: bad/NAME.yaml and NAME.txt;
// warned/ the same for what is right but doubtful. GUIDEWAY_UPDATE_GOLDEN=1 writes the .txt files anew:
// read the difference before you commit it.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "control/config/load.h"
#include "tests/config/folder.h"

namespace guideway::config {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> files_in(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.path().extension() == ".yaml") files.push_back(entry.path());
  std::ranges::sort(files);
  return files;
}

std::string said_of(const fs::path& file, const Folder& folder, bool good) {
  const auto loaded = load_text(slurp(file), file.filename().string(), folder.path());
  EXPECT_EQ(loaded.has_value(), good) << file;
  const std::vector<Diagnostic>& diagnostics = loaded ? loaded->warnings : loaded.error();
  std::string said;
  for (const Diagnostic& diagnostic : diagnostics) said += to_text(diagnostic) + "\n";
  // The folder's name is different each time.
  for (std::size_t at; (at = said.find(folder.path().string())) != std::string::npos;)
    said.replace(at, folder.path().string().size(), "/etc/guideway");
  return said + summary(diagnostics) + "\n";
}

class Golden : public testing::TestWithParam<fs::path> {};

TEST_P(Golden, SaysWhatItShould) {
  const Folder folder;
  const fs::path file = GetParam();
  const std::string said = said_of(file, folder, file.parent_path().filename() == "warned");
  const fs::path expected = fs::path(file).replace_extension(".txt");
  if (std::getenv("GUIDEWAY_UPDATE_GOLDEN") != nullptr) std::ofstream(expected) << said;
  EXPECT_EQ(said, slurp(expected));
}

std::string name_of(const testing::TestParamInfo<fs::path>& info) {
  std::string name = info.param.stem().string();
  std::ranges::replace(name, '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Bad, Golden, testing::ValuesIn(files_in("tests/config/bad")), name_of);
INSTANTIATE_TEST_SUITE_P(Warned, Golden, testing::ValuesIn(files_in("tests/config/warned")), name_of);

class Good : public testing::TestWithParam<fs::path> {};

TEST_P(Good, HasNothingSaidOfIt) {
  const Folder folder;
  const auto loaded = load_text(slurp(GetParam()), "good.yaml", folder.path());
  ASSERT_TRUE(loaded) << to_text(loaded.error().front());
  EXPECT_TRUE(loaded->warnings.empty()) << to_text(loaded->warnings.front());
}

INSTANTIATE_TEST_SUITE_P(Good, Good, testing::ValuesIn(files_in("tests/config/good")), name_of);

}  // namespace
}  // namespace guideway::config
