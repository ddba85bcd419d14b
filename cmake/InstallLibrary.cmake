# Installs the component "library": guideway_balance, its headers, a CMake package and a pkg-config file.
#
#   cmake --install build --component library --prefix PREFIX
#
# All paths in what is installed are relative to itself, so a prefix may be moved or staged (DESTDIR).
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/guideway)
install(TARGETS guideway_balance EXPORT guideway
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library
  INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
# The library needs no other package, so the list of its targets is the whole package.
install(EXPORT guideway FILE guideway-config.cmake NAMESPACE guideway:: DESTINATION ${package_dir} COMPONENT library)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/guideway-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/guideway-config-version.cmake DESTINATION ${package_dir} COMPONENT library)

file(RELATIVE_PATH pc_to_prefix /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)  # ../..
configure_file(${PROJECT_SOURCE_DIR}/cmake/guideway.pc.in ${CMAKE_BINARY_DIR}/guideway.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/guideway.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT library)

install(CODE "
  set(STAGE_DIR \"${CMAKE_BINARY_DIR}/installed_headers\")
  set(INCLUDE_DIR \"${CMAKE_INSTALL_INCLUDEDIR}\")
  include(\"${PROJECT_SOURCE_DIR}/cmake/InstallHeaders.cmake\")" COMPONENT library)
