// Whose pins are these? Pins lie in a file system that all network namespaces see, and what they hold
// belongs to one interface in one of them.
#pragma once

#include "backend/door.h"
#include "backend/pins.h"
#include "backend/record.h"
#include "base/address.h"

namespace guideway::backend {

constexpr char link_pin[] = "link", record_pin[] = "record";

// An error where the pins belong to a living interface that is not this one.
Result<void> check_owner(const Pins& pins, const std::string& interface, int index);

// The record of pins that are this network namespace's. Pins of a namespace or an interface that is gone
// are cleared, and none is returned; those of one that lives are an error.
Result<std::optional<Record>> adopt(const Pins& pins, const std::string& interface, int index);

// Takes a VIP off this host, unless another interface with pins beside these serves it too: then it is
// that one's from now on.
void release_vip(const Pins& pins, const Address& vip, Record& record);

// A new record, which says that the pins are this network namespace's.
Result<Record> claim(const Pins& pins);

}  // namespace guideway::backend
