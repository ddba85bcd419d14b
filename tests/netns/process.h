// A command of the shell as a child process, in a network namespace, that never outlives the thread that
// started it.
#pragma once

#include <sys/types.h>

#include <string>
#include <string_view>
#include <utility>

namespace guideway::netns {

class Process {
 public:
  Process(std::string_view command, int network_namespace);
  ~Process();  // SIGTERM, then SIGKILL after two seconds
  Process(Process&& other) noexcept : pid_(std::exchange(other.pid_, -1)), output_(std::exchange(other.output_, -1)) {}
  Process& operator=(Process&&) = delete;

  [[nodiscard]] pid_t pid() const { return pid_; }
  void signal(int number) const;

  // Waits for the end: the exit status (128 + signal where one ended it), and what it wrote to stdout and stderr.
  std::pair<int, std::string> wait();

 private:
  pid_t pid_;
  int output_;  // the reading end of a pipe
};

}  // namespace guideway::netns
