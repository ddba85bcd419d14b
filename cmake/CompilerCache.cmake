# Where ccache is installed, it is used.
find_program(GUIDEWAY_CCACHE ccache)
if(GUIDEWAY_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${GUIDEWAY_CCACHE})
endif()
