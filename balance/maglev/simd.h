// Which compilation of a GUIDEWAY_WIDEST function (balance/widest.h) is to run: that of the widest vectors the machine
// has, or its unmarked twin. The result is the same; tests hold them together, and benchmarks apart.
#pragma once

namespace guideway::balance {

enum class Simd { widest, none };

}  // namespace guideway::balance
