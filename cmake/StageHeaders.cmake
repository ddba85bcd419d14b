# Writes the public headers of balance/, and what they include, to STAGE_DIR/guideway/.
#
# In the tree a header says "balance/table.h", a path from the root. Installed like that, it would need
# include/guideway on its users' include path, where "base/error.h" may well be somebody else's. So it is
# rewritten to say <guideway/balance/table.h>, and one folder on the path suffices.
#
# In: STAGE_DIR. Out: STAGED_FROM, the headers in the tree.
cmake_path(GET CMAKE_CURRENT_LIST_DIR PARENT_PATH root)

# What lies beside the public headers and is none; it is written only where one of them includes it.
set(not_public balance/roster.h balance/widest.h balance/xxh64.h)
file(GLOB wanted RELATIVE ${root} ${root}/balance/*.h)
list(REMOVE_ITEM wanted ${not_public})

file(REMOVE_RECURSE ${STAGE_DIR}/guideway)
set(written)
set(STAGED_FROM)
while(wanted)
  list(POP_FRONT wanted header)
  if(header IN_LIST written)
    continue()
  endif()
  list(APPEND written ${header})
  list(APPEND STAGED_FROM ${root}/${header})
  file(READ ${root}/${header} text)
  string(REGEX MATCHALL "#include \"[^\"]+\"" includes "${text}")
  list(TRANSFORM includes REPLACE "#include \"([^\"]+)\"" "\\1")
  list(APPEND wanted ${includes})
  string(REGEX REPLACE "#include \"([^\"]+)\"" "#include <guideway/\\1>" text "${text}")
  file(WRITE ${STAGE_DIR}/guideway/${header} "${text}")
endwhile()
