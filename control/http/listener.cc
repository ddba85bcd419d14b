#include "control/http/listener.h"

#include <sys/stat.h>
#include <unistd.h>

namespace guideway::http {

std::optional<Listener::FileId> Listener::FileId::of(const std::string& path) {
  struct stat file{};
  if (::lstat(path.c_str(), &file) != 0) return std::nullopt;
  return FileId{file.st_dev, file.st_ino, file.st_ctim.tv_sec, file.st_ctim.tv_nsec};
}

Listener::Listener(Listener&& other) noexcept
    : family_(other.family_),
      descriptor_(std::move(other.descriptor_)),
      name_(std::move(other.name_)),
      file_(std::exchange(other.file_, std::nullopt)) {}

Listener::~Listener() {
  if (file_ && FileId::of(name_) == file_) ::unlink(name_.c_str());
}

}  // namespace guideway::http
