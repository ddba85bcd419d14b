#include "control/metrics/writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <iterator>

namespace guideway::metrics {
namespace {

void append_escaped(std::string& text, std::string_view value) {
  for (const char c : value) {
    if (c == '\n') {
      text += "\\n";
      continue;
    }
    if (c == '\\' || c == '"') text += '\\';
    text += c;
  }
}

}  // namespace

Writer::Writer(std::string& text, std::string_view family, std::string_view labels) : text_(text), family_(family) {
  while (!labels.empty()) {
    const std::size_t end = std::min(labels.find(' '), labels.size());
    labels_.push_back(labels.substr(0, end));
    labels.remove_prefix(std::min(end + 1, labels.size()));
  }
}

void Writer::begin(std::initializer_list<std::string_view> values) {
  assert(values.size() == labels_.size());
  text_ += family_;
  char before = '{';
  auto label = labels_.begin();
  for (const std::string_view value : values) {
    text_ += before;
    text_ += *label++;
    text_ += "=\"";
    append_escaped(text_, value);
    text_ += '"';
    before = ',';
  }
  text_ += before == ',' ? "} " : " ";
}

void Writer::add(std::initializer_list<std::string_view> values, std::uint64_t value) {
  begin(values);
  fmt::format_to(std::back_inserter(text_), "{}\n", value);
}

void Writer::add(std::initializer_list<std::string_view> values, double value) {
  begin(values);
  fmt::format_to(std::back_inserter(text_), "{}\n", value);
}

}  // namespace guideway::metrics
