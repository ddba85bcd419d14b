#include "base/privilege.h"

#include <linux/capability.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace guideway {

Result<void> check_privilege() {
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct data[_LINUX_CAPABILITY_U32S_3] = {};
  syscall(SYS_capget, &header, data);
  const auto has = [&](unsigned capability) {
    return (data[CAP_TO_INDEX(capability)].effective & CAP_TO_MASK(capability)) != 0;
  };
  if (has(CAP_NET_ADMIN) && (has(CAP_SYS_ADMIN) || has(CAP_BPF))) return {};
  return std::unexpected(Error{"no-privilege",
                               "loading programs and changing the network is not permitted to this user",
                               "run as root, or with CAP_NET_ADMIN and CAP_BPF", Exit::failure});
}

}  // namespace guideway
