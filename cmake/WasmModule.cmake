# guideway_wasm_module(NAME SOURCES...): compiles SOURCES (paths from the root) with clang's WebAssembly target, libc++
# and wasi-libc to ${CMAKE_BINARY_DIR}/wasm/NAME.wasm. It has no main(): `_initialize` comes first, then
# whatever it exports. xxhash's header is copied, as the folder it lies in holds another libc's headers too.
function(guideway_wasm_module name)
  set(folder ${CMAKE_BINARY_DIR}/wasm)
  set(module ${folder}/${name}.wasm)
  find_path(GUIDEWAY_XXHASH xxhash.h REQUIRED)
  configure_file(${GUIDEWAY_XXHASH}/xxhash.h ${folder}/include/xxhash.h COPYONLY)
  set(target --target=wasm32-wasi -O2 -msimd128)
  # A 64-bit index that is below a container's size fits in 32 bits, so that warning would only bring casts.
  set(warnings -Wall -Wextra -Wpedantic -Werror -Wshadow -Wconversion
               -Wno-shorten-64-to-32 -Wno-missing-designated-field-initializers)
  set(objects)
  foreach(source IN LISTS ARGN)
    set(object ${folder}/${source}.o)
    list(APPEND objects ${object})
    get_filename_component(object_folder ${object} DIRECTORY)
    file(MAKE_DIRECTORY ${object_folder})
    add_custom_command(
      OUTPUT ${object}
      COMMAND ${CMAKE_CXX_COMPILER_LAUNCHER} ${CMAKE_CXX_COMPILER} ${target} -std=c++23 -fno-exceptions -fno-rtti
              ${warnings} -I${PROJECT_SOURCE_DIR} -isystem ${folder}/include
              -MD -MF ${object}.d -c ${PROJECT_SOURCE_DIR}/${source} -o ${object}
      DEPENDS ${PROJECT_SOURCE_DIR}/${source}
      DEPFILE ${object}.d
      COMMENT "WebAssembly ${source}"
      VERBATIM)
  endforeach()
  # The stack lies first, so that one that overflows traps instead of writing over data.
  add_custom_command(
    OUTPUT ${module}
    COMMAND ${CMAKE_CXX_COMPILER} ${target} -mexec-model=reactor -Wl,--strip-all -Wl,--stack-first
            -Wl,-z,stack-size=1048576 ${objects} -o ${module}
    DEPENDS ${objects}
    COMMENT "WebAssembly ${name}.wasm"
    VERBATIM)
  add_custom_target(${name}_wasm ALL DEPENDS ${module})
endfunction()
