// Writes the samples of one family in Prometheus' text format, version 0.0.4.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace guideway::metrics {

class Writer {
 public:
  // The names of the labels, separated by blanks.
  Writer(std::string& text, std::string_view family, std::string_view labels);

  // One sample: a value for each label, in the labels' order.
  void add(std::initializer_list<std::string_view> values, std::uint64_t value);
  void add(std::initializer_list<std::string_view> values, double value);
  void add(std::initializer_list<std::string_view> values, bool value) { add(values, std::uint64_t{value}); }

 private:
  void begin(std::initializer_list<std::string_view> values);

  std::string& text_;
  std::string_view family_;
  std::vector<std::string_view> labels_;
};

}  // namespace guideway::metrics
