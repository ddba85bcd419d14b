# guideway_bpf_object(NAME SOURCE): compiles SOURCE (C++20) with clang's BPF target to
# ${CMAKE_BINARY_DIR}/bpf/NAME.o. Users depend on the target NAME and embed the file.
find_program(GUIDEWAY_LLVM_STRIP llvm-strip-19 REQUIRED)
function(guideway_bpf_object name source)
  set(object ${CMAKE_BINARY_DIR}/bpf/${name}.o)
  add_custom_command(
    OUTPUT ${object}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${CMAKE_BINARY_DIR}/bpf
    COMMAND ${CMAKE_CXX_COMPILER} --target=bpf -mcpu=v3 -std=c++20 -O2 -g
            -ffreestanding -fno-exceptions -fno-rtti -fno-threadsafe-statics
            -Wall -Wextra -Werror -Wshadow -I${PROJECT_SOURCE_DIR}
            -isystem /usr/include/${CMAKE_LIBRARY_ARCHITECTURE}
            -MD -MF ${object}.d -c ${CMAKE_CURRENT_SOURCE_DIR}/${source} -o ${object}
    COMMAND ${GUIDEWAY_LLVM_STRIP} -g ${object}
    DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${source}
    DEPFILE ${object}.d
    COMMENT "BPF ${name}.o"
    VERBATIM)
  add_custom_target(${name} DEPENDS ${object})
endfunction()

# guideway_embed(TARGET BPF_NAME): TARGET can #include "bpf/BPF_NAME.inc", the object's bytes as a
# brace-enclosed list.
function(guideway_embed target bpf_name)
  set(object ${CMAKE_BINARY_DIR}/bpf/${bpf_name}.o)
  set(list ${CMAKE_BINARY_DIR}/bpf/${bpf_name}.inc)
  add_custom_command(
    OUTPUT ${list}
    COMMAND ${CMAKE_COMMAND} -DIN=${object} -DOUT=${list} -P ${PROJECT_SOURCE_DIR}/cmake/Embed.cmake
    DEPENDS ${object} ${PROJECT_SOURCE_DIR}/cmake/Embed.cmake
    VERBATIM)
  target_sources(${target} PRIVATE ${list})
  add_dependencies(${target} ${bpf_name})
  target_include_directories(${target} PRIVATE ${CMAKE_BINARY_DIR})
endfunction()
