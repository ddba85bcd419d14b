// The program on an interface. What is attached and pinned stays when the daemon stops, crashes or is upgraded,
// and packets keep flowing; the next start finds it and goes on.
#pragma once

#include <optional>
#include <string>

#include "base/error.h"
#include "dataplane/xdp/object.h"

namespace guideway::dataplane {

enum class XdpMode { native, generic };
std::string_view name(XdpMode mode);

// Where everything is pinned: NODE.PINS/vLAYOUT.
std::string pin_folder(const std::string& pins);

class Attachment {
 public:
  // Puts the program on the interface; where an earlier process of ours did so before, it is replaced at
  // one instant. Native mode, or generic where the driver has none.
  static Result<Attachment> attach(const XdpObject& object, const std::string& interface, const std::string& pins);

  [[nodiscard]] XdpMode mode() const { return mode_; }

  // Whether the program is on the interface now (it may have been taken off, or the interface deleted).
  [[nodiscard]] bool in_force() const;

 private:
  Descriptor link_;
  unsigned interface_ = 0;
  XdpMode mode_ = XdpMode::native;
};

// Takes the program off and removes every pin. True where there was something.
Result<bool> detach(const std::string& pins);

}  // namespace guideway::dataplane
