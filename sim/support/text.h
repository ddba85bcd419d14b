// Numbers as text, with a point: the program never leaves the locale "C".
#pragma once

#include <string>

namespace guideway::sim {

std::string fixed(double value, int places);
std::string percent(double share, int places = 1);  // 0.297 is "29.7 %"
std::string shortest(double value);                 // as few digits as read back as the same number

}  // namespace guideway::sim
