#include "control/http/url.h"

#include <charconv>

namespace guideway::http {
namespace {

std::optional<std::string> decode(std::string_view text) {
  std::string plain;
  plain.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      plain += text[i];
      continue;
    }
    unsigned char byte = 0;
    const std::string_view digits = text.substr(i + 1, 2);
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), byte, 16);
    if (digits.size() != 2 || error != std::errc{} || end != digits.data() + 2 || byte == 0) return std::nullopt;
    plain += static_cast<char>(byte);
    i += 2;
  }
  return plain;
}

// Calls `take` with each piece of `text` between separators; false as soon as one is not taken.
template <class Take>
bool each_piece(std::string_view text, char separator, Take take) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(separator), text.size());
    if (end > 0 && !take(text.substr(0, end))) return false;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return true;
}

bool is_unreserved(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '.' ||
         c == '_' || c == '~';
}

}  // namespace

std::optional<Url> parse_target(std::string_view target) {
  if (!target.starts_with('/')) return std::nullopt;
  const std::size_t mark = std::min(target.find('?'), target.size());
  Url url;
  const bool path_is_good = each_piece(target.substr(0, mark), '/', [&](std::string_view piece) {
    auto segment = decode(piece);
    if (segment) url.segments.push_back(std::move(*segment));
    return segment.has_value();
  });
  const bool query_is_good =
      each_piece(target.substr(std::min(mark + 1, target.size())), '&', [&](std::string_view piece) {
        const std::size_t equals = std::min(piece.find('='), piece.size());
        auto name = decode(piece.substr(0, equals));
        auto value = decode(piece.substr(std::min(equals + 1, piece.size())));
        if (!name || !value) return false;
        url.query.emplace_back(std::move(*name), std::move(*value));
        return true;
      });
  if (!path_is_good || !query_is_good) return std::nullopt;
  return url;
}

std::string encode(std::string_view text) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  std::string encoded;
  for (const char c : text) {
    if (is_unreserved(c)) {
      encoded += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    encoded += {'%', digits[byte >> 4], digits[byte & 15]};
  }
  return encoded;
}

}  // namespace guideway::http
