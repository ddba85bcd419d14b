// One connection from its first request to its end. Internal to the server: it brings in Boost.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/beast/core/basic_stream.hpp>

#include "control/http/server.h"

namespace guideway::http {

// One protocol type for unix and TCP sockets, so that all is compiled once.
using Protocol = boost::asio::generic::stream_protocol;
using Stream = boost::beast::basic_stream<Protocol>;

// Reads requests and answers them until either side ends it. Both arguments outlive the conversation; a
// service whose handler has become empty ends it.
boost::asio::awaitable<void> converse(Stream& stream, const Service& service);

}  // namespace guideway::http
