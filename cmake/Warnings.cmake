# One set of warnings for everything that is ours; warnings are errors. Who builds the library alone,
# perhaps with a compiler that warns of more, turns that on with CMAKE_COMPILE_WARNING_AS_ERROR.
add_library(guideway_flags INTERFACE)
target_compile_options(guideway_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wimplicit-fallthrough -Wnon-virtual-dtor -Wold-style-cast -Wunused
  $<$<NOT:$<BOOL:${GUIDEWAY_LIBRARY_ONLY}>>:-Werror>
  $<$<CXX_COMPILER_ID:Clang>:-Wno-missing-designated-field-initializers>)  # leaving fields out is what they are for
target_include_directories(guideway_flags INTERFACE ${PROJECT_SOURCE_DIR})
if(GUIDEWAY_SANITIZE)
  target_compile_options(guideway_flags INTERFACE
    -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer)
  target_link_options(guideway_flags INTERFACE -fsanitize=address,undefined)
endif()
