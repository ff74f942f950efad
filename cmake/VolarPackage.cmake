# SPDX-License-Identifier: MIT
# Debian packages by CPack: `make deb`. Each component that VolarInstall.cmake installs is one.
set(VOLAR_COMPONENTS program library development)
set(VOLAR_DEB_program volar)
set(VOLAR_DEB_library libvolar0)
set(VOLAR_DEB_development libvolar-dev)
if(TARGET volar-mpi)
    list(APPEND VOLAR_COMPONENTS mpi)
    set(VOLAR_DEB_mpi volar-mpi)
endif()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME volar)
# Whoever makes the packages for others says who they are as for Debian's own tools.
set(VOLAR_MAINTAINER "The Volar authors <volar-maintainers@users.noreply.github.com>")
if(DEFINED ENV{DEBEMAIL})
    set(VOLAR_MAINTAINER "$ENV{DEBFULLNAME} <$ENV{DEBEMAIL}>")
endif()
set(CPACK_PACKAGE_CONTACT "${VOLAR_MAINTAINER}")
set(CPACK_PACKAGE_VERSION "${PROJECT_VERSION}")
set(CPACK_COMPONENTS_ALL ${VOLAR_COMPONENTS})
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(VOLAR_DEB_VERSION "${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE}")
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION science)
set(CPACK_DEBIAN_MPI_PACKAGE_SECTION science)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
foreach(component IN LISTS VOLAR_COMPONENTS)
    string(TOUPPER ${component} COMPONENT)
    set(CPACK_DEBIAN_${COMPONENT}_PACKAGE_NAME ${VOLAR_DEB_${component}})
endforeach()
set(CPACK_DEBIAN_MPI_PACKAGE_RECOMMENDS volar)
# The static library needs what it was built with.
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
    "libvolar0 (= ${VOLAR_DEB_VERSION}), libqhull-dev, libyaml-dev")
set(what "Volar simulates rigid bodies for people who feel their contacts with
a haptic device. It computes forces from the volume in which two
bodies overlap, in real time; the same input gives the same bits.
")
# describe(<component> <what the package contains>): what follows the first line, which is the project's description.
function(describe component contents)
    set(CPACK_COMPONENT_${component}_DESCRIPTION "${what}\nThis package contains ${contents}." PARENT_SCOPE)
endfunction()
describe(PROGRAM "the program, its viewer in the\nbrowser, scenes and the documentation")
describe(LIBRARY "the shared library")
describe(DEVELOPMENT "the headers, the static library, and\nfiles for pkg-config and CMake")
describe(MPI "volar-mpi, which computes a sweep by all\nprocesses that mpirun starts")
# A program needs the minor version that it was linked with (SOVERSION in CMakeLists.txt).
math(EXPR next "${PROJECT_VERSION_MINOR} + 1")
set(minor ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
file(CONFIGURE OUTPUT deb/shlibs
     CONTENT "libvolar ${minor} libvolar0 (>= ${minor}), libvolar0 (<< ${PROJECT_VERSION_MAJOR}.${next}~)\n")
file(CONFIGURE OUTPUT deb/triggers CONTENT "activate-noawait ldconfig\n")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_CONTROL_EXTRA "${PROJECT_BINARY_DIR}/deb/shlibs" "${PROJECT_BINARY_DIR}/deb/triggers")

# What Debian wants in each package: a copyright, a changelog, and everything that people read in place compressed.
if(VOLAR_DEB)
    find_program(VOLAR_GZIP gzip REQUIRED)
    # Of today, or of SOURCE_DATE_EPOCH.
    string(TIMESTAMP VOLAR_DEB_DATE "%a, %d %b %Y %H:%M:%S +0000" UTC)
    configure_file(cmake/deb/changelog.in deb/changelog.Debian @ONLY)
    configure_file(cmake/deb/copyright.in deb/copyright @ONLY)
    foreach(component IN LISTS VOLAR_COMPONENTS)
        set(folder "${CMAKE_INSTALL_DATADIR}/doc/${VOLAR_DEB_${component}}")
        install(FILES "${PROJECT_BINARY_DIR}/deb/copyright" "${PROJECT_BINARY_DIR}/deb/changelog.Debian"
                DESTINATION "${folder}" COMPONENT ${component})
        set(compressed "${folder}/changelog.Debian")
        if(component STREQUAL "program")
            list(APPEND compressed "${CMAKE_INSTALL_MANDIR}/man1/volar.1")
        elseif(component STREQUAL "mpi")
            list(APPEND compressed "${CMAKE_INSTALL_MANDIR}/man1/volar-mpi.1")
        endif()
        foreach(file IN LISTS compressed)
            install(CODE "execute_process(COMMAND \"${VOLAR_GZIP}\" -9nf \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${file}\"
                          COMMAND_ERROR_IS_FATAL ANY)" COMPONENT ${component})
        endforeach()
    endforeach()
endif()


include(CPack)
