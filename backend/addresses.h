// VIPs on the loopback interface: there the host takes packets for them, but holds them as no network's
// address. Scope `host` (IPv4) and a preferred lifetime of zero (IPv6) keep the kernel from choosing a
// VIP as the source of connections of its own.
#pragma once

#include "base/address.h"
#include "base/error.h"

namespace guideway::backend {

enum class Presence { added, already_there };

bool loopback_is_up();

Result<Presence> add_to_loopback(const Address& address);
Result<void> remove_from_loopback(const Address& address);  // not there: fine

}  // namespace guideway::backend
