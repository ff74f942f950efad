# SPDX-License-Identifier: MIT
# How tests are registered. A test is named <variant>/<suite>, so that one ctest run can hold several
# build trees.
#
# VOLAR_TEST_SET chooses what a variant runs:
#   full      every test
#   short     all but those labelled `long`; the others are asked for fewer random cases by the
#             environment variables VOLAR_QUICK (set) and VOLAR_PAIRS (how many)
#   threads   only those labelled `threads`
#   bits      only those labelled `bits`
# Labels with a meaning here:
#   long      takes more than about 5 s in a Release build; left out of Debug and sanitizer variants
#   threads   starts threads; also run under the thread sanitizer
#   bits      compares numbers to the last bit with those kept in the source
#   plain     makes no sense under a sanitizer (e.g. it replaces malloc)
#   serial    measures time, so nothing else may run beside it
#   fuzz      tries as many random cases as the environment variable VOLAR_PAIRS says: `make fuzz`
#   soak      endurance; only run by `make soak`

add_custom_target(volar_tests) # all that this variant's tests need

# Sets `result` to whether tests with the remaining arguments as labels belong to this variant.
function(volar_is_selected result)
    set(${result} ON PARENT_SCOPE)
    if((VOLAR_TEST_SET STREQUAL "short" AND "long" IN_LIST ARGN)
       OR (VOLAR_TEST_SET STREQUAL "threads" AND NOT "threads" IN_LIST ARGN)
       OR (VOLAR_TEST_SET STREQUAL "bits" AND NOT "bits" IN_LIST ARGN)
       OR (VOLAR_SANITIZE AND "plain" IN_LIST ARGN))
        set(${result} OFF PARENT_SCOPE)
    endif()
endfunction()

# volar_add_command(<suite> [LABELS <label>...] [TIMEOUT <seconds>] COMMAND <command>...)
# Registers any command as a test. It finds the program in the environment variable VOLAR_PROGRAM and
# the source tree in VOLAR_SOURCE_DIR.
function(volar_add_command suite)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "TIMEOUT" "LABELS;COMMAND")
    volar_is_selected(is_selected ${arg_LABELS})
    if(NOT is_selected)
        return()
    endif()
    if(NOT arg_TIMEOUT)
        set(arg_TIMEOUT 120)
    endif()
    set(name "${VOLAR_VARIANT}/${suite}")
    if("soak" IN_LIST arg_LABELS)
        add_test(NAME ${name} CONFIGURATIONS Soak COMMAND ${arg_COMMAND})
    else()
        add_test(NAME ${name} COMMAND ${arg_COMMAND})
    endif()
    set(environment "VOLAR_PROGRAM=$<TARGET_FILE:volar>" "VOLAR_SOURCE_DIR=${PROJECT_SOURCE_DIR}")
    if(NOT VOLAR_TEST_SET STREQUAL "full")
        list(APPEND environment "VOLAR_QUICK=1" "VOLAR_PAIRS=5000")
    endif()
    if(VOLAR_SANITIZE)
        list(APPEND environment "UBSAN_OPTIONS=print_stacktrace=1")
    endif()
    set_tests_properties(${name} PROPERTIES TIMEOUT ${arg_TIMEOUT} ENVIRONMENT "${environment}")
    if(arg_LABELS)
        set_tests_properties(${name} PROPERTIES LABELS "${arg_LABELS}")
    endif()
    if("serial" IN_LIST arg_LABELS)
        set_tests_properties(${name} PROPERTIES RUN_SERIAL ON)
    endif()
endfunction()

# volar_add_suite(<suite> [LABELS <label>...] [TIMEOUT <seconds>] [SOURCES <file>...])
# Registers test_<suite>.c, with more sources if it has any.
function(volar_add_suite suite)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "TIMEOUT" "LABELS;SOURCES")
    volar_is_selected(is_selected ${arg_LABELS})
    if(NOT is_selected)
        return()
    endif()
    add_executable(test_${suite} test_${suite}.c ${arg_SOURCES})
    target_include_directories(test_${suite} PRIVATE "${PROJECT_SOURCE_DIR}/src"
                                                     "${CMAKE_CURRENT_SOURCE_DIR}")
    target_link_libraries(test_${suite} PRIVATE volar_test_support)
    if(NOT VOLAR_TEST_SET STREQUAL "bits") # these are about the library
        target_link_libraries(test_${suite} PRIVATE volar_app)
    endif()
    if("threads" IN_LIST arg_LABELS)
        target_link_libraries(test_${suite} PRIVATE Threads::Threads)
    endif()
    add_dependencies(volar_tests test_${suite})
    volar_add_command(${suite} LABELS ${arg_LABELS} TIMEOUT ${arg_TIMEOUT} COMMAND test_${suite})
    if("fuzz" IN_LIST arg_LABELS)
        set(name "${VOLAR_VARIANT}/${suite}_fuzz")
        add_test(NAME ${name} CONFIGURATIONS Fuzz COMMAND test_${suite})
        set_tests_properties(${name} PROPERTIES LABELS fuzz TIMEOUT 86400)
    endif()
endfunction()

# volar_add_fuzz(<file> INPUTS <count>)
# A fuzz program: as a test it runs <count> seeded inputs; in a build with VOLAR_FUZZ it is a libFuzzer
# program of the same name.
function(volar_add_fuzz file)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "INPUTS" "")
    get_filename_component(name ${file} NAME_WE)
    volar_is_selected(is_selected)
    if(NOT is_selected)
        return()
    endif()
    add_executable(${name} ${file})
    target_include_directories(${name} PRIVATE "${PROJECT_SOURCE_DIR}/src"
                                               "${CMAKE_CURRENT_SOURCE_DIR}")
    target_link_libraries(${name} PRIVATE volar_app)
    add_dependencies(volar_tests ${name})
    if(VOLAR_FUZZ)
        target_link_options(${name} PRIVATE -fsanitize=fuzzer)
    else()
        target_compile_definitions(${name} PRIVATE VOLAR_FUZZ_REPLAY)
        volar_add_command(${name} COMMAND ${name} --random ${arg_INPUTS})
    endif()
endfunction()
