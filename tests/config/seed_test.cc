// The seed file: its form, its place, and what stands there instead of a file.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/config/sample.h"

namespace guideway::config {
namespace {

LoadResult load_with(const Folder& folder, const std::string& seed) {
  return load_text(sample_with("seed: seed", "seed: " + seed), "lb.yaml", folder.path());
}

TEST(Seed, Forms) {
  const Folder folder;
  const std::string digits = "00112233445566778899aabbccddeeff";
  for (const std::string& text :
       {digits, digits + "\n", digits + "\r\n", std::string("00112233445566778899AABBCCDDEEFF\n")}) {
    folder.write("s", text);
    const auto result = load_with(folder, "s");
    ASSERT_TRUE(result) << codes_of(result);
    EXPECT_EQ(result->config.seed[0], 0x00);
    EXPECT_EQ(result->config.seed[1], 0x11);
    EXPECT_EQ(result->config.seed[15], 0xff);
  }
  for (const std::string& text :
       {std::string(), digits.substr(1), digits + "0", digits + "\n\n", " " + digits, digits + " ",
        "0x" + digits.substr(2), digits + "\n" + digits, std::string(32, 'g'), std::string(16, '\0')}) {
    folder.write("s", text);
    EXPECT_EQ(codes_of(load_with(folder, "s")), "seed-bad") << text;
  }
}

TEST(Seed, ARelativePathIsRelativeToTheConfiguration) {
  const Folder folder;
  std::filesystem::create_directory(folder.path() / "below");
  folder.write("below/seed", kSeedText);
  folder.write("below/lb.yaml", kSample);
  const auto result = load_file(folder.path() / "below" / "lb.yaml");
  ASSERT_TRUE(result) << codes_of(result);
  EXPECT_EQ(result->config.seed_file, (folder.path() / "below" / "seed").string());
  EXPECT_TRUE(load_with(folder, (folder.path() / "seed").string()));
  EXPECT_TRUE(load_with(folder, "below/../seed"));
}

TEST(Seed, ALinkIsFollowed) {
  const Folder folder;
  std::filesystem::create_symlink("seed", folder.path() / "link");
  std::filesystem::create_symlink("nowhere", folder.path() / "dangling");
  EXPECT_TRUE(load_with(folder, "link"));
  EXPECT_EQ(codes_of(load_with(folder, "dangling")), "seed-missing");
}

TEST(Seed, WhatIsNoFileIsNotOpened) {
  const Folder folder;
  ASSERT_EQ(::mkfifo((folder.path() / "pipe").c_str(), 0600), 0);
  EXPECT_EQ(codes_of(load_with(folder, "pipe")), "seed-unreadable");  // opening it would block for ever
  EXPECT_EQ(codes_of(load_with(folder, "/dev/zero")), "seed-unreadable");
  EXPECT_EQ(codes_of(load_with(folder, ".")), "seed-unreadable");
  EXPECT_EQ(codes_of(load_with(folder, "seed/seed")), "seed-missing");
}

// Root may read everything, so root becomes somebody else for a while.
class Nobody {
 public:
  Nobody() {
    if (was_ == 0 && ::seteuid(65534) != 0) std::abort();
  }
  Nobody(const Nobody&) = delete;
  Nobody& operator=(const Nobody&) = delete;
  ~Nobody() {
    if (::seteuid(was_) != 0) std::abort();
  }

 private:
  uid_t was_ = ::geteuid();
};

TEST(Seed, AFileWithoutPermission) {
  const Folder folder;
  folder.write("secret", kSeedText, 0000);
  std::filesystem::create_directory(folder.path() / "closed");
  folder.write("closed/seed", kSeedText);
  ::chmod(folder.path().c_str(), 0755);
  ::chmod((folder.path() / "closed").c_str(), 0000);
  {
    const Nobody nobody;
    EXPECT_EQ(codes_of(load_with(folder, "secret")), "seed-unreadable");
    EXPECT_EQ(codes_of(load_with(folder, "closed/seed")), "seed-unreadable");
  }
  ::chmod((folder.path() / "closed").c_str(), 0700);
}

TEST(Seed, OnlyOthersAreAWarning) {
  const Folder folder;
  for (const auto& [mode, codes] :
       {std::pair{0600, ""}, {0640, ""}, {0660, ""}, {0604, "seed-exposed"}, {0644, "seed-exposed"}}) {
    folder.write("s", kSeedText, static_cast<mode_t>(mode));
    EXPECT_EQ(codes_of(load_with(folder, "s")), codes) << mode;
  }
}

}  // namespace
}  // namespace guideway::config
