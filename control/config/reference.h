// The reference of every key, out of the very tables that the loader reads by (setting.h): one Markdown
// table a section. docs/configuration.md holds it word by word, and a test holds it to that.
#pragma once

#include <string>

namespace guideway::config {

std::string reference();

}  // namespace guideway::config
