// A place for one test program's pins: a BPF file system of its own over /sys/fs/bpf, in a mount namespace of
// its own, so that the host's is untouched and nothing is left when the program ends, however it ends.
#pragma once

#include <string>

namespace guideway::backend {

// A directory there that no other call returns; the first call makes the place.
std::string new_pins();

}  // namespace guideway::backend
