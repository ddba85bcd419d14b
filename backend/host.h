// What direct server return needs of a host, apart from decapsulation: the VIPs are its own, it keeps
// quiet about them on the wire (or it would draw the clients' packets past the balancers), and it takes
// packets whose source another interface may lead to.
//
// Each setting is changed on the one interface, and only where what is in force does not already do. IPv6
// needs none: neighbour discovery answers only for addresses of the interface that it is asked on.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "backend/record.h"
#include "base/address.h"
#include "base/error.h"
#include "base/undo.h"

namespace guideway::backend {

// Each change is noted in `record` first; `undo` takes back those of this call. Returns what to tell.
Result<std::vector<std::string>> adapt_settings(const std::string& interface, Record& record, Undo& undo);
Result<void> add_vips(std::span<const Address> vips, Record& record, Undo& undo);

// Errors where IPv6 VIPs or balancers cannot work here as the host is set up.
Result<void> check_ipv6(const std::string& interface, std::span<const Address> balancers,
                        std::span<const Address> vips);

// Takes back what the record says that we did, and nothing that somebody changed since.
void restore_settings(Record& record);
void remove_vip(const Address& vip, Record& record);

std::vector<Address> added_vips(const Record& record);
bool note_vip(const Address& vip, Record& record);  // as one that we added; false where it cannot be noted

}  // namespace guideway::backend
