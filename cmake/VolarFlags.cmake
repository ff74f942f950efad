# SPDX-License-Identifier: MIT
# Flags of everything we compile. The same input must give the same bits with gcc and clang, Debug and
# Release: so no contraction to fused multiply-add, no -ffast-math, and nothing of the build machine
# (-march=native).
set(CMAKE_C_STANDARD 17)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_CXX_STANDARD 17)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_C_VISIBILITY_PRESET hidden)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

# Without a preset or a choice: the build that users want.
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "Debug or Release" FORCE)
endif()
foreach(language IN ITEMS C CXX)
    set(CMAKE_${language}_FLAGS_RELEASE "-O3 -DNDEBUG")
    set(CMAKE_${language}_FLAGS_DEBUG "-Og -g") # without NDEBUG: VL_ASSERT is on
    if(VOLAR_SANITIZE)
        set(CMAKE_${language}_FLAGS_DEBUG "-Og -g1") # lines for reports, built sooner
    endif()
endforeach()

# Flags from the environment come first, so ours win, except these, which change results and cannot be taken back.
string(REGEX MATCH "(^| )(-Ofast|-ffast-math|-funsafe-math-optimizations|-fassociative-math|-freciprocal-math|-ffinite-math-only|-mfpmath=387)( |$)"
       forbidden "${CMAKE_C_FLAGS}")
if(forbidden)
    string(STRIP "${forbidden}" forbidden)
    message(FATAL_ERROR "volar: the flag ${forbidden} would change results: the same input must give the same bits; "
                        "leave it out of CFLAGS")
endif()

add_compile_definitions(_GNU_SOURCE) # -std=c17 alone hides POSIX
add_compile_options(-ffp-contract=off -fno-math-errno)

set(VOLAR_WARNINGS -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wdouble-promotion -Wvla -Wundef
    -Wcast-qual -Wswitch-enum)
add_compile_options("$<$<COMPILE_LANGUAGE:C>:${VOLAR_WARNINGS};-Wstrict-prototypes;-Wmissing-prototypes>")
if(VOLAR_TOGETHER)
    # gcc warns of a parameter with the name of a function, which may be in another file here.
    add_compile_options($<$<C_COMPILER_ID:GNU>:-Wno-shadow>)
endif()
# From version 19 on, clang checks the mark VL_REALTIME by what it sees, one source at a time, and wants it at definitions
# too; tools/check_realtime.py follows all calls.
if(CMAKE_C_COMPILER_ID STREQUAL "Clang" AND CMAKE_C_COMPILER_VERSION VERSION_GREATER_EQUAL 19)
    add_compile_options(-Wno-function-effects)
endif()
if(VOLAR_WERROR)
    add_compile_options(-Werror)
endif()

# gcc leaves a .ci file beside each object, which says who calls whom and with how much stack:
# tools/check_realtime.py reads them.
set(VOLAR_CALL_GRAPH "")
if(VOLAR_CHECKS AND CMAKE_C_COMPILER_ID STREQUAL "GNU")
    set(VOLAR_CALL_GRAPH -fcallgraph-info=su,da)
endif()

if(VOLAR_SANITIZE OR VOLAR_COVERAGE OR CMAKE_BUILD_TYPE STREQUAL "Debug")
    # gcc's flow analysis without full optimisation, or through instrumented code, warns of variables
    # that are set on every path; the Release build keeps the warning.
    add_compile_options($<$<C_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
endif()
if(VOLAR_SANITIZE)
    add_compile_options(-fsanitize=${VOLAR_SANITIZE} -fno-sanitize-recover=all
                        -fno-omit-frame-pointer)
    add_link_options(-fsanitize=${VOLAR_SANITIZE})
    if(VOLAR_TOGETHER AND VOLAR_SANITIZE MATCHES "address")
        # The address sanitizer reports a pointer that is null or has wrapped where it is used. Checks before that take
        # a quarter of the compiler's time in optimised code, so only code that reads texts, files and messages has them
        # (VOLAR_POINTER_CHECKS); `make fuzz` and the preset asan have them everywhere.
        add_compile_options(-fno-sanitize=null,pointer-overflow)
        set(VOLAR_POINTER_CHECKS -fsanitize=null,pointer-overflow)
    endif()
endif()
if(VOLAR_COVERAGE)
    add_compile_options(--coverage)
    add_link_options(--coverage)
endif()

# volar_precompile(<target> [<header>...]) precompiles the headers that nearly every C file includes, and those given.
# This hides a missing #include, so only tests and trees that nobody develops in do it: the tree of the checks compiles
# each file of the program by itself.
function(volar_precompile target)
    set(headers <math.h> <stdbool.h> <stddef.h> <stdint.h> <stdio.h> <stdlib.h> <string.h> ${ARGN})
    list(TRANSFORM headers REPLACE "(.+)" "$<$<COMPILE_LANGUAGE:C>:\\1>")
    target_precompile_headers(${target} PRIVATE ${headers}
                              "$<$<COMPILE_LANGUAGE:C>:${PROJECT_SOURCE_DIR}/include/volar/volar.h>")
endfunction()

# volar_together(<name> <variable>) lets the compiler read a few files of a list at a time; together.py makes sure that
# they do not disturb each other. `variable` names the list, of files or of <file>=<name of its main function>;
# afterwards it holds the files that include them. The compiled code is the same; only trees that nobody develops in do
# this.
function(volar_together name variable)
    if(NOT VOLAR_TOGETHER OR NOT ${variable})
        return()
    endif()
    set(paths "${PROJECT_SOURCE_DIR}/include" "${PROJECT_SOURCE_DIR}/src" "${PROJECT_SOURCE_DIR}"
              "${PROJECT_SOURCE_DIR}/tests")
    list(JOIN paths ":" paths)
    execute_process(COMMAND "${VOLAR_PYTHON}" -B "${PROJECT_SOURCE_DIR}/cmake/together.py"
                            "${PROJECT_BINARY_DIR}/together" ${name} 2500 ${paths} ${${variable}}
                    OUTPUT_VARIABLE files COMMAND_ERROR_IS_FATAL ANY)
    list(TRANSFORM ${variable} REPLACE "=.*" "" OUTPUT_VARIABLE sources)
    # When a source or a header changes, its names may clash with others.
    set(patterns include src app plot models experiments bench tests)
    list(TRANSFORM patterns REPLACE "(.+)" "${PROJECT_SOURCE_DIR}/\\1/*.h")
    file(GLOB_RECURSE headers ${patterns})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${sources} ${headers}
                                           "${PROJECT_SOURCE_DIR}/cmake/together.py")
    set(${variable} "${files}" PARENT_SCOPE)
endfunction()
