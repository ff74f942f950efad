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

add_compile_definitions(_GNU_SOURCE) # -std=c17 alone hides POSIX
add_compile_options(-ffp-contract=off -fno-math-errno)

set(VOLAR_WARNINGS -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wdouble-promotion -Wvla -Wundef
    -Wcast-qual -Wswitch-enum)
add_compile_options("$<$<COMPILE_LANGUAGE:C>:${VOLAR_WARNINGS};-Wstrict-prototypes;-Wmissing-prototypes>")
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
endif()
if(VOLAR_COVERAGE)
    add_compile_options(--coverage)
    add_link_options(--coverage)
endif()

# volar_precompile(<target> [<header>...]) reads what nearly every C file includes once for all of them, and
# the headers beside. A header that is missing in a source file is not missed then, so only tests and trees
# that nobody develops in do this: the tree of the checks compiles each file of the program by itself.
function(volar_precompile target)
    set(headers <math.h> <stdbool.h> <stddef.h> <stdint.h> <stdio.h> <stdlib.h> <string.h> ${ARGN})
    list(TRANSFORM headers REPLACE "(.+)" "$<$<COMPILE_LANGUAGE:C>:\\1>")
    target_precompile_headers(${target} PRIVATE ${headers}
                              "$<$<COMPILE_LANGUAGE:C>:${PROJECT_SOURCE_DIR}/include/volar/volar.h>")
endfunction()
