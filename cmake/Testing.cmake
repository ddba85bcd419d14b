# guideway_test(NAME SOURCES... LIBS...): a GoogleTest binary, one ctest entry. It runs in the source
# tree's root, so that tests find tests/ by relative path. Label "root" marks what needs privilege and
# namespaces; such tests run one at a time.
enable_testing()
include(CTest)
function(guideway_test name)
  cmake_parse_arguments(T "ROOT" "TIMEOUT" "SOURCES;LIBS" ${ARGN})
  add_executable(${name} ${T_SOURCES})
  target_link_libraries(${name} PRIVATE guideway_flags ${T_LIBS} GTest::gtest GTest::gmock GTest::gtest_main)
  add_test(NAME ${name} COMMAND ${name} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  if(NOT T_TIMEOUT)
    set(T_TIMEOUT 400)
  endif()
  set_tests_properties(${name} PROPERTIES TIMEOUT ${T_TIMEOUT} SKIP_RETURN_CODE 77)
  if(T_ROOT)
    set_tests_properties(${name} PROPERTIES LABELS root RUN_SERIAL ON)
  endif()
endfunction()
