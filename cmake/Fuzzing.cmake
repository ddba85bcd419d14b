# guideway_fuzzer(NAME SOURCE LIBS...): a libFuzzer binary, and a few seconds of it in ctest. Its kept
# inputs are in fuzz/corpus/NAME/ (without "_fuzzer"), its words in fuzz/NAME.dict; fuzz/run.sh runs it.
function(guideway_fuzzer name source)
  if(NOT GUIDEWAY_FUZZ)
    return()
  endif()
  add_executable(${name} ${source})
  target_compile_options(${name} PRIVATE -fsanitize=fuzzer)
  target_link_options(${name} PRIVATE -fsanitize=fuzzer)
  target_link_libraries(${name} PRIVATE guideway_flags ${ARGN})
  add_test(NAME ${name} COMMAND fuzz/run.sh 5 ${name} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(${name} PROPERTIES TIMEOUT 180 ENVIRONMENT GUIDEWAY_BUILD=${CMAKE_BINARY_DIR})
endfunction()

# guideway_fuzzed(TARGET): a library whose coverage leads a fuzzer.
function(guideway_fuzzed target)
  if(GUIDEWAY_FUZZ)
    target_compile_options(${target} PRIVATE -fsanitize=fuzzer-no-link)
  endif()
endfunction()
