# Runs at installation: puts the public headers under PREFIX/INCLUDE_DIR/guideway/.
#
# In: STAGE_DIR (a folder to write to), INCLUDE_DIR (absolute, or relative to the prefix).
cmake_policy(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/StageHeaders.cmake)

if(IS_ABSOLUTE ${INCLUDE_DIR})
  set(to ${INCLUDE_DIR})
else()
  set(to ${CMAKE_INSTALL_PREFIX}/${INCLUDE_DIR})
endif()
file(INSTALL ${STAGE_DIR}/guideway DESTINATION ${to})
