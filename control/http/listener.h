// A socket that listens, before anyone serves on it.
//
// A unix socket is a file that outlives its process, so taking one means telling a daemon that lives
// from one that crashed: who answers a connection lives, and the file is left alone; who refuses it is
// gone, and the file is removed. Two daemons that start at once would both find it stale and the second would
// remove the first one's; a lock on the directory, held for the moment of taking, keeps them apart. (A
// lock file would do too, and stay behind as litter.)
#pragma once

#include <sys/types.h>

#include <ctime>
#include <optional>
#include <string>
#include <utility>

#include "base/address.h"
#include "base/descriptor.h"
#include "base/error.h"

namespace guideway::http {

class Listener {
 public:
  // Mode 0660: its owner and group. Makes the directory, one level, where it is missing.
  static Result<Listener> unix_socket(const std::string& path);
  // Port 0: any; `name` tells which.
  static Result<Listener> tcp(const Endpoint& endpoint);

  Listener(Listener&& other) noexcept;
  Listener& operator=(Listener&&) = delete;
  ~Listener();  // removes the file of a unix socket, if it is still the one that was made here

  [[nodiscard]] const std::string& name() const { return name_; }  // the path, or address:port
  [[nodiscard]] int family() const { return family_; }
  int release() { return descriptor_.release(); }  // the file of a unix socket stays in this object's care

 private:
  // Tells a file from one that took its path, even where the inode's number was used again.
  struct FileId {
    dev_t device;
    ino_t inode;
    time_t seconds;
    long nanoseconds;
    static std::optional<FileId> of(const std::string& path);
    friend bool operator==(const FileId&, const FileId&) = default;
  };

  Listener(int family, Descriptor descriptor, std::string name)
      : family_(family), descriptor_(std::move(descriptor)), name_(std::move(name)) {}

  int family_;
  Descriptor descriptor_;
  std::string name_;
  std::optional<FileId> file_;
};

}  // namespace guideway::http
