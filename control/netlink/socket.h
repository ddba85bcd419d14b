#pragma once
#include "base/netlink/socket.h"
