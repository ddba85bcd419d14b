// The names of a list, kept by what was built of it: one piece of memory, each followed by "\n" as a table's digest
// reads them.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "balance/backend.h"

namespace guideway::balance {

class Names {
 public:
  // A name of up to so many bytes may be copied as so many, whatever its length.
  static constexpr std::size_t kReadable = 32;

  explicit Names(std::span<const Backend> backends) {
    ends_.reserve(backends.size());
    for (const auto& backend : backends) {
      text_.append(backend.name).push_back('\n');
      ends_.push_back(text_.size());
    }
    text_.append(kReadable, '\0');
  }

  std::size_t size() const { return ends_.size(); }
  std::string_view operator[](std::size_t i) const { return line(i).substr(0, line(i).size() - 1); }

  // The name and its newline.
  std::string_view line(std::size_t i) const {
    const std::size_t begin = i == 0 ? 0 : ends_[i - 1];
    return std::string_view(text_).substr(begin, ends_[i] - begin);
  }

 private:
  std::string text_;
  std::vector<std::size_t> ends_;  // in text_, past the newline
};

}  // namespace guideway::balance
