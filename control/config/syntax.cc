#include "control/config/syntax.h"

#include <fmt/format.h>

#include <algorithm>

namespace guideway::config {
namespace {

struct Wording {
  std::string_view theirs;
  std::string_view message;
  std::string_view hint;
};

constexpr Wording kOpenQuote = {"illegal EOF in scalar", "a quote that is not closed", "close it"};

constexpr Wording kWordings[] = {
    {"illegal map value", "a ':' where no value can stand",
     "quote a text that contains \": \", and check the indentation"},
    {"illegal block entry", "a list item where none can stand", "check the indentation"},
    {"illegal flow end", "a closing bracket that nothing opened", "remove it"},
    kOpenQuote,
    {"end of map not found", "this line belongs to nothing above it", "check the indentation"},
    {"end of sequence not found", "this line belongs to nothing above it", "check the indentation"},
    {"the referenced anchor is not defined", "an alias to an anchor that is not defined above it",
     "define it with &NAME, or quote a text that starts with *"},
    {"unknown token", "a character that cannot start a value", "quote the text"},
};

std::string_view from_line(std::string_view text, int line) {
  for (; line > 1 && !text.empty(); --line) text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
  return text;
}

std::string_view line_of(std::string_view text, int line) {
  const std::string_view from = from_line(text, line);
  return from.substr(0, from.find('\n'));
}

// Whether the quoted text that `text` starts with ends within it.
bool is_closed(std::string_view text) {
  const char quote_mark = text.front();
  for (std::size_t i = 1; i < text.size(); ++i) {
    if (quote_mark == '"' && text[i] == '\\')
      ++i;
    else if (text[i] == quote_mark) {
      if (quote_mark == '"' || i + 1 == text.size() || text[i + 1] != quote_mark) return true;
      ++i;  // '' is one '
    }
  }
  return false;
}

// A message can end in one byte of the file, out of the middle of a character.
std::string printable(std::string message) {
  std::ranges::replace_if(message, [](char c) { return c < ' ' || c > '~'; }, '?');
  return message;
}

bool indented_with_tab(std::string_view line) {
  return line.substr(0, line.find_first_not_of(" \t")).find('\t') != std::string_view::npos;
}

}  // namespace

void report_syntax(const YAML::Exception& exception, std::string_view text, const TreeNode* innermost, Report& report) {
  const YAML::Mark mark = exception.mark.is_null() ? YAML::Mark() : exception.mark;
  const Place place{mark.line + 1, mark.column + 1, {}};

  const bool unclosed =
      exception.msg == "end of map flow not found" || exception.msg == "end of sequence flow not found";
  if (unclosed && innermost != nullptr)
    return report.error(place, "syntax",
                        fmt::format("the bracket opened at {}:{} is not closed", innermost->line, innermost->column),
                        "close it, or put a comma between its items");
  if (indented_with_tab(line_of(text, place.line)))
    return report.error(place, "syntax", "a line indented with a tab", "YAML indents with spaces");
  const auto wording = std::ranges::find(kWordings, exception.msg, &Wording::theirs);
  if (wording == std::end(kWordings)) return report.error(place, "syntax", "not YAML: " + printable(exception.msg));
  report.error(place, "syntax", std::string(wording->message), std::string(wording->hint));
}

void report_open_quote(std::string_view text, const TreeNode& last, Report& report) {
  std::string_view from = from_line(text, last.line);
  from.remove_prefix(std::min(from.size(), static_cast<std::size_t>(last.column - 1)));
  const bool quoted = from.starts_with('"') || from.starts_with('\'');
  if (quoted && !is_closed(from))
    report.error({last.line, last.column, {}}, "syntax", std::string(kOpenQuote.message), std::string(kOpenQuote.hint));
}

}  // namespace guideway::config
