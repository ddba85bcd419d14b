// The smallest good configuration, and ways to vary it.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "control/config/load.h"
#include "tests/config/folder.h"

namespace guideway::config {

inline constexpr std::string_view kSample = R"(cluster: {seed: seed}
node: {interface: eth0, source: 10.77.0.1}
pools:
  web:
    health: none
    backends:
      - {name: web-1, address: 10.77.0.11}
services:
  - {name: web, vip: 203.0.113.10, protocol: tcp, port: 80, pool: web}
)";

// The sample with `old`, which must be there, replaced.
inline std::string sample_with(std::string_view old, std::string_view fresh) {
  std::string text(kSample);
  const auto at = text.find(old);
  if (at == std::string::npos) throw std::invalid_argument("not in the sample: " + std::string(old));
  return text.replace(at, old.size(), fresh);
}

inline LoadResult load(std::string_view text) {
  static const Folder folder;
  return load_text(text, "lb.yaml", folder.path());
}

// The codes of all that was said, "config." left out, with commas between.
inline std::string codes_of(const LoadResult& result) {
  std::string codes;
  for (const Diagnostic& diagnostic : result ? result->warnings : result.error())
    codes += (codes.empty() ? "" : ",") + diagnostic.code.substr(diagnostic.code.find('.') + 1);
  return codes;
}

}  // namespace guideway::config
