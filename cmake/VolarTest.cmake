# SPDX-License-Identifier: MIT
# How tests are registered. A test is named <variant>/<suite>, so that one ctest run can hold several
# build trees.
#
# VOLAR_TEST_SET chooses what a variant runs:
#   full      every test
#   short     all but those labelled `long`
#   threads   only those labelled `threads`
# Labels with a meaning here:
#   long      takes more than about 5 s in a Release build; left out of Debug and sanitizer variants
#   threads   starts threads; also run under the thread sanitizer
#   plain     makes no sense under a sanitizer (e.g. it replaces malloc)
#   serial    measures time, so nothing else may run beside it
#   soak      endurance; only run by `make soak`

add_custom_target(volar_tests) # all that this variant's tests need

# Sets `result` to whether tests with the remaining arguments as labels belong to this variant.
function(volar_is_selected result)
    set(${result} ON PARENT_SCOPE)
    if((VOLAR_TEST_SET STREQUAL "short" AND "long" IN_LIST ARGN)
       OR (VOLAR_TEST_SET STREQUAL "threads" AND NOT "threads" IN_LIST ARGN)
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
    set_tests_properties(
        ${name}
        PROPERTIES TIMEOUT ${arg_TIMEOUT}
                   ENVIRONMENT
                   "VOLAR_PROGRAM=$<TARGET_FILE:volar>;VOLAR_SOURCE_DIR=${PROJECT_SOURCE_DIR};UBSAN_OPTIONS=print_stacktrace=1"
    )
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
    target_link_libraries(test_${suite} PRIVATE volar_test_support volar_app cmocka)
    if("threads" IN_LIST arg_LABELS)
        target_link_libraries(test_${suite} PRIVATE Threads::Threads)
    endif()
    add_dependencies(volar_tests test_${suite})
    volar_add_command(${suite} LABELS ${arg_LABELS} TIMEOUT ${arg_TIMEOUT} COMMAND test_${suite})
endfunction()

# volar_add_fuzzer(<name> [SOURCES <file>...])
# Builds fuzz_<name>.c, which defines LLVMFuzzerTestOneInput, in the `fuzz` preset.
function(volar_add_fuzzer name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES")
    add_executable(fuzz_${name} EXCLUDE_FROM_ALL fuzz_${name}.c ${arg_SOURCES})
    target_include_directories(fuzz_${name} PRIVATE "${PROJECT_SOURCE_DIR}/src")
    target_link_libraries(fuzz_${name} PRIVATE volar_models)
    target_link_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
    add_dependencies(volar_fuzzers fuzz_${name})
endfunction()
