// Readers of addresses, and what kinds of addresses there are.
#pragma once

#include <string_view>

#include "base/address.h"
#include "control/config/value.h"

namespace guideway::config {

bool is_loopback(const Address& address);

// Why no host on a network answers to this address ("is a multicast address"); empty where one can.
std::string_view unfit(const Address& address);

// An address that a host can have. False: it was refused, and the report says why.
bool read_host_address(const Value& value, Address& out);
bool read_endpoint(const Value& value, Endpoint& out);  // 192.0.2.1:80 or [2001:db8::1]:80; port not 0

}  // namespace guideway::config
