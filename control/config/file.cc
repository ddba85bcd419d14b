#include "control/config/file.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "base/system_error.h"

namespace guideway::config {
namespace {

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  [[nodiscard]] int number() const { return number_; }

 private:
  int number_;
};

}  // namespace

Result<std::string> read_file(const std::filesystem::path& file, std::size_t most) {
  const Descriptor descriptor(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
  if (descriptor.number() < 0) return std::unexpected(system_error("config.unreadable", "cannot be opened"));
  std::string text;
  char buffer[64 * 1024];
  while (text.size() <= most) {
    const std::size_t wanted = std::min(sizeof buffer, most + 1 - text.size());
    const ssize_t got = ::read(descriptor.number(), buffer, wanted);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return std::unexpected(system_error("config.unreadable", "cannot be read"));
    if (got == 0) break;
    text.append(buffer, static_cast<std::size_t>(got));
  }
  return text;
}

}  // namespace guideway::config
