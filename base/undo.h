// All or nothing: each step that changes something adds the step that takes it back, and unless the
// whole is done (`keep`), they run when this goes out of scope, the last first.
#pragma once

#include <functional>
#include <vector>

namespace guideway {

class Undo {
 public:
  Undo() = default;
  Undo(const Undo&) = delete;
  Undo& operator=(const Undo&) = delete;
  ~Undo() {
    for (auto step = steps_.rbegin(); step != steps_.rend(); ++step) (*step)();
  }

  void add(std::move_only_function<void()> step) { steps_.push_back(std::move(step)); }
  void keep() { steps_.clear(); }

 private:
  std::vector<std::move_only_function<void()>> steps_;
};

}  // namespace guideway
