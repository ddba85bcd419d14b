# GUIDEWAY_LIBRARY_ONLY: the library for somebody else's program, with any compiler that knows C++23.
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()
find_path(GUIDEWAY_XXHASH xxhash.h REQUIRED)  # used as a header: nothing is linked
add_subdirectory(balance)
target_include_directories(guideway_balance SYSTEM PRIVATE ${GUIDEWAY_XXHASH})
if(PROJECT_IS_TOP_LEVEL)
  include(InstallLibrary)
  return()
endif()

# As a part of another project: its programs include <guideway/balance/maglev.h> as if the library were installed.
set(STAGE_DIR ${PROJECT_BINARY_DIR}/include)
include(StageHeaders)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${STAGED_FROM})
target_include_directories(guideway_balance SYSTEM INTERFACE $<BUILD_INTERFACE:${STAGE_DIR}>)
