// Kernel settings under /proc/sys, by their path there ("net/ipv4/conf/eth0/arp_ignore"): with slashes,
// as an interface's name may hold dots.
#pragma once

#include <optional>
#include <string>

namespace guideway::backend::sysctl {

std::optional<int> read(const std::string& name);
bool write(const std::string& name, int value);  // errno says why not

}  // namespace guideway::backend::sysctl
