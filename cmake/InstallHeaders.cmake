# Runs at installation: puts the public headers of balance/, and what they include, under
# PREFIX/INCLUDE_DIR/guideway/.
#
# In the tree a header says "balance/table.h", a path from the root. Installed like that, it would need
# include/guideway on its users' include path, where "base/error.h" may well be somebody else's. So it is
# rewritten to say <guideway/balance/table.h>, and include/ alone suffices.
#
# In: SOURCE_DIR, STAGE_DIR (a folder to write to), INCLUDE_DIR (relative to the prefix).
cmake_policy(VERSION 3.25)

# What lies beside the public headers and is none; it is installed only where one of them includes it.
set(not_public balance/roster.h balance/widest.h balance/xxh64.h)
file(GLOB wanted RELATIVE ${SOURCE_DIR} ${SOURCE_DIR}/balance/*.h)
list(REMOVE_ITEM wanted ${not_public})

file(REMOVE_RECURSE ${STAGE_DIR})
set(written)
while(wanted)
  list(POP_FRONT wanted header)
  if(header IN_LIST written)
    continue()
  endif()
  list(APPEND written ${header})
  file(READ ${SOURCE_DIR}/${header} text)
  string(REGEX MATCHALL "#include \"[^\"]+\"" includes "${text}")
  list(TRANSFORM includes REPLACE "#include \"([^\"]+)\"" "\\1")
  list(APPEND wanted ${includes})
  string(REGEX REPLACE "#include \"([^\"]+)\"" "#include <guideway/\\1>" text "${text}")
  file(WRITE ${STAGE_DIR}/guideway/${header} "${text}")
endwhile()

if(IS_ABSOLUTE ${INCLUDE_DIR})
  set(to ${INCLUDE_DIR})
else()
  set(to ${CMAKE_INSTALL_PREFIX}/${INCLUDE_DIR})
endif()
file(INSTALL ${STAGE_DIR}/guideway DESTINATION ${to})
