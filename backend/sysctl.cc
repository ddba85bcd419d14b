#include "backend/sysctl.h"

#include <fcntl.h>

#include <charconv>

#include "base/descriptor.h"

namespace guideway::backend::sysctl {
namespace {

Descriptor open_setting(const std::string& name, int mode) {
  return Descriptor(open(("/proc/sys/" + name).c_str(), mode | O_CLOEXEC));
}

}  // namespace

std::optional<int> read(const std::string& name) {
  const Descriptor file = open_setting(name, O_RDONLY);
  char text[32];
  const ssize_t length = file ? ::read(file.get(), text, sizeof text) : -1;
  int value = 0;
  if (length <= 0 || std::from_chars(text, text + length, value).ec != std::errc{}) return std::nullopt;
  return value;
}

bool write(const std::string& name, int value) {
  const Descriptor file = open_setting(name, O_WRONLY);
  const std::string text = std::to_string(value);
  return file && ::write(file.get(), text.data(), text.size()) == static_cast<ssize_t>(text.size());
}

}  // namespace guideway::backend::sysctl
