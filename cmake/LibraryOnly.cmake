# GUIDEWAY_LIBRARY_ONLY: the library for somebody else's program, with any compiler that knows C++23.
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()
find_path(GUIDEWAY_XXHASH xxhash.h REQUIRED)  # used as a header: nothing is linked
add_subdirectory(balance)
target_include_directories(guideway_balance SYSTEM PRIVATE ${GUIDEWAY_XXHASH})
include(InstallLibrary)
