#pragma once
#include "base/netlink/message.h"
