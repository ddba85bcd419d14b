#include "tests/netns/process.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <stdexcept>
#include <thread>

namespace guideway::netns {
namespace {

// Between fork and exec only async-signal-safe calls: the parent may have threads.
[[noreturn]] void become(const char* command, int network_namespace, int output) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (setns(network_namespace, CLONE_NEWNET) != 0) _exit(126);
  dup2(output, STDOUT_FILENO);
  dup2(output, STDERR_FILENO);
  execl("/bin/sh", "sh", "-c", command, nullptr);
  _exit(127);
}

}  // namespace

Process::Process(std::string_view command, int network_namespace) {
  // `exec` where the command is a single one, so that a signal reaches it and not a shell around it.
  const bool simple = command.find_first_of(";|&\n") == std::string_view::npos;
  const std::string line = (simple ? "exec " : "") + std::string(command);
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
  pid_ = fork();
  if (pid_ == 0) become(line.c_str(), network_namespace, ends[1]);
  close(ends[1]);
  output_ = ends[0];
  if (pid_ < 0) throw std::runtime_error("no process");
}

Process::~Process() {
  using namespace std::chrono_literals;
  if (output_ >= 0) close(output_);
  if (pid_ <= 0) return;
  kill(pid_, SIGTERM);
  const auto deadline = std::chrono::steady_clock::now() + 2s;
  while (waitpid(pid_, nullptr, WNOHANG) == 0) {
    if (std::chrono::steady_clock::now() > deadline) kill(pid_, SIGKILL);
    std::this_thread::sleep_for(5ms);
  }
}

void Process::signal(int number) const { kill(pid_, number); }

std::pair<int, std::string> Process::wait() {
  std::string text;
  char piece[4096];
  for (;;) {
    const ssize_t length = read(output_, piece, sizeof piece);
    if (length > 0) text.append(piece, static_cast<std::size_t>(length));
    if (length == 0 || (length < 0 && errno != EINTR)) break;
  }
  int status = 0;
  while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  pid_ = -1;
  return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), std::move(text)};
}

}  // namespace guideway::netns
