# SPDX-License-Identifier: MIT
# Headers, both libraries, the program, volar.pc and the CMake package. Everything is found relative to
# where it was installed, so `cmake --install --prefix` and DESTDIR need no new configuration.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(VOLAR_CMAKE_DIR "${CMAKE_INSTALL_LIBDIR}/cmake/volar")

# Each component is a Debian package (VolarPackage.cmake).
install(TARGETS volar RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT program)
if(TARGET volar-mpi)
    install(TARGETS volar-mpi RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT mpi)
    install(FILES docs/volar-mpi.1 DESTINATION "${CMAKE_INSTALL_MANDIR}/man1" COMPONENT mpi)
endif()
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME program)
install(FILES docs/volar.1 DESTINATION "${CMAKE_INSTALL_MANDIR}/man1")
install(FILES app/completion/volar.bash
        DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions" RENAME volar)
install(FILES app/completion/volar.zsh
        DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions" RENAME _volar)
install(FILES app/completion/volar.fish DESTINATION "${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d")
install(FILES docs/scene.schema.json DESTINATION "${CMAKE_INSTALL_DATADIR}/volar")
install(DIRECTORY devices scenes DESTINATION "${CMAKE_INSTALL_DATADIR}/volar")
# Laid out as in the source tree, so that links work and messages that cite pages below docs/ are true.
set(VOLAR_PAGES README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md CITATION.cff)
if(NOT VOLAR_DEB) # which has copyright in its place
    list(APPEND VOLAR_PAGES LICENSE)
endif()
install(FILES ${VOLAR_PAGES} DESTINATION "${CMAKE_INSTALL_DOCDIR}")
install(DIRECTORY docs DESTINATION "${CMAKE_INSTALL_DOCDIR}" PATTERN "*.1" EXCLUDE
        PATTERN "__pycache__" EXCLUDE)

set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME development)
install(DIRECTORY include/volar DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" FILES_MATCHING
        PATTERN "*.h")
foreach(kind IN ITEMS static shared)
    install(TARGETS volar_${kind} EXPORT volar_${kind} DESTINATION "${CMAKE_INSTALL_LIBDIR}"
            LIBRARY COMPONENT library NAMELINK_COMPONENT development
            ARCHIVE COMPONENT development)
    install(EXPORT volar_${kind} NAMESPACE volar:: FILE volarTargets-${kind}.cmake
            DESTINATION "${VOLAR_CMAKE_DIR}")
endforeach()

configure_package_config_file(cmake/volarConfig.cmake.in cmake/volarConfig.cmake
                              INSTALL_DESTINATION "${VOLAR_CMAKE_DIR}"
                              NO_CHECK_REQUIRED_COMPONENTS_MACRO)
write_basic_package_version_file(cmake/volarConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/cmake/volarConfig.cmake"
              "${PROJECT_BINARY_DIR}/cmake/volarConfigVersion.cmake"
        DESTINATION "${VOLAR_CMAKE_DIR}")

# volar.pc gives its prefix relative to itself, unless the library folder is an absolute path.
if(IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}")
    set(VOLAR_PC_PREFIX "${CMAKE_INSTALL_PREFIX}")
    set(VOLAR_PC_LIBDIR "${CMAKE_INSTALL_LIBDIR}")
else()
    file(RELATIVE_PATH up "/prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/prefix")
    string(REGEX REPLACE "/$" "" up "${up}")
    set(VOLAR_PC_PREFIX "\${pcfiledir}/${up}")
    set(VOLAR_PC_LIBDIR "\${prefix}/${CMAKE_INSTALL_LIBDIR}")
endif()
if(IS_ABSOLUTE "${CMAKE_INSTALL_INCLUDEDIR}")
    set(VOLAR_PC_INCLUDEDIR "${CMAKE_INSTALL_INCLUDEDIR}")
else()
    set(VOLAR_PC_INCLUDEDIR "\${prefix}/${CMAKE_INSTALL_INCLUDEDIR}")
endif()
configure_file(cmake/volar.pc.in volar.pc @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/volar.pc"
        DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")

include(VolarPackage)
