// Boost.Asio and Boost.Beast are header libraries that can be compiled once: here. The target
// guideway_asio carries the definitions that make every other file use this copy.
#include <boost/asio/impl/src.hpp>
#include <boost/beast/src.hpp>
