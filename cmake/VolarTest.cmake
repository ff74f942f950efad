# SPDX-License-Identifier: MIT
# How tests are registered. A test is named <variant>/<suite>, so that one ctest run can hold several
# build trees.
#
# VOLAR_TEST_SET chooses what a variant runs:
#   full      every test
#   short     all but those labelled `long` or `heavy`; the others are asked for fewer random cases by the
#             environment variables VOLAR_QUICK (set) and VOLAR_PAIRS (how many)
#   threads   only those labelled `threads`
#   bits      only those labelled `bits`
# Labels with a meaning here:
#   long      takes more than about 5 s in a Release build; left out of Debug and sanitizer variants
#   heavy     takes more than about a second of a core under a sanitizer, where other suites run the same code; left out there
#   threads   starts threads other than the recorder's (`record` and `record_disk` test that one); also run
#             under the thread sanitizer
#   bits      compares numbers to the last bit with those kept in the source
#   plain     makes no sense under a sanitizer (e.g. it replaces malloc)
#   again     the same as in another tree that `make test` runs; `make test` leaves it out
#   serial    measures time, so nothing else may run beside it
#   fuzz      tries as many random cases as the environment variable VOLAR_PAIRS says; used by `make fuzz`
#   soak      tests endurance; only run by `make soak`
#   heart     what is known to be wrong with the solver of contacts; only run by `make heart`

add_custom_target(volar_tests) # all that this variant's tests need

# Sets `result` to whether tests with the remaining arguments as labels belong to this variant.
function(volar_is_selected result)
    set(${result} ON PARENT_SCOPE)
    if((VOLAR_TEST_SET STREQUAL "short" AND ("long" IN_LIST ARGN OR "heavy" IN_LIST ARGN))
       OR (VOLAR_TEST_SET STREQUAL "threads" AND NOT "threads" IN_LIST ARGN)
       OR (VOLAR_TEST_SET STREQUAL "bits" AND NOT "bits" IN_LIST ARGN)
       OR (VOLAR_SANITIZE AND "plain" IN_LIST ARGN))
        set(${result} OFF PARENT_SCOPE)
    endif()
endfunction()

# volar_add_command(<suite> [LABELS <label>...] [TIMEOUT <seconds>] [COST <seconds>] COMMAND <command>...)
# Registers any command as a test. It finds the program in the environment variable VOLAR_PROGRAM and
# the source tree in VOLAR_SOURCE_DIR. COST is about how long it takes: the longest tests start first, so that none runs
# alone at the end.
function(volar_add_command suite)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "TIMEOUT;COST" "LABELS;COMMAND")
    volar_is_selected(is_selected ${arg_LABELS})
    if(NOT is_selected)
        return()
    endif()
    if(NOT arg_TIMEOUT)
        set(arg_TIMEOUT 300) # for a machine that is busy with other work
    endif()
    if(NOT arg_COST)
        set(arg_COST 1)
        if("long" IN_LIST arg_LABELS)
            set(arg_COST 5)
        endif()
    endif()
    set(name "${VOLAR_VARIANT}/${suite}")
    if("soak" IN_LIST arg_LABELS)
        add_test(NAME ${name} CONFIGURATIONS Soak COMMAND ${arg_COMMAND})
    elseif("heart" IN_LIST arg_LABELS)
        add_test(NAME ${name} CONFIGURATIONS Heart COMMAND ${arg_COMMAND})
    else()
        add_test(NAME ${name} COMMAND ${arg_COMMAND})
    endif()
    set(environment "VOLAR_PROGRAM=$<TARGET_FILE:volar>" "VOLAR_SOURCE_DIR=${PROJECT_SOURCE_DIR}")
    if(NOT VOLAR_TEST_SET STREQUAL "full")
        list(APPEND environment "VOLAR_QUICK=1" "VOLAR_PAIRS=2000")
    endif()
    if(VOLAR_SANITIZE)
        list(APPEND environment "UBSAN_OPTIONS=print_stacktrace=1")
    endif()
    set_tests_properties(${name} PROPERTIES TIMEOUT ${arg_TIMEOUT} COST ${arg_COST}
                                            ENVIRONMENT "${environment}")
    if(arg_LABELS)
        set_tests_properties(${name} PROPERTIES LABELS "${arg_LABELS}")
    endif()
    if("serial" IN_LIST arg_LABELS)
        set_tests_properties(${name} PROPERTIES RUN_SERIAL ON)
    endif()
endfunction()

# A group is a program, tests_<group>, that holds many suites and runs the one its argument names: linking one program
# per suite would take longer than compiling it, most of all with sanitizers. Each suite is still a separate test, and
# so a separate process. The variable VOLAR_GROUP says which group the next suites belong to; without one a suite is a
# program of its own, test_<suite>.

# Adds the sources given to `target`, and makes `target` with all that it needs if there is none.
function(volar_add_test_sources target)
    if(NOT TARGET ${target})
        add_executable(${target})
        target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}/src"
                                                     "${CMAKE_CURRENT_SOURCE_DIR}")
        target_link_libraries(${target} PRIVATE volar_test_support Threads::Threads)
        if(NOT VOLAR_TEST_SET STREQUAL "bits") # those tests are about the library only
            target_link_libraries(${target} PRIVATE volar_app)
        endif()
        if(VOLAR_TEST_SET MATCHES "full|short")
            target_link_libraries(${target} PRIVATE volar_studies)
        endif()
        if(VOLAR_GROUP)
            volar_precompile(${target} <setjmp.h> <stdarg.h> <cmocka.h>)
        endif()
        add_dependencies(volar_tests ${target})
    endif()
    get_target_property(present ${target} SOURCES)
    foreach(source IN LISTS ARGN)
        if(NOT source IN_LIST present)
            target_sources(${target} PRIVATE ${source})
        endif()
    endforeach()
endfunction()

# volar_add_suite(<suite> [LABELS <label>...] [TIMEOUT <seconds>] [COST <seconds>] [SOURCES <file>...])
# Registers test_<suite>.c, with more sources if it has any.
function(volar_add_suite suite)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "TIMEOUT;COST" "LABELS;SOURCES")
    volar_is_selected(is_selected ${arg_LABELS})
    if(NOT is_selected)
        return()
    endif()
    if(VOLAR_GROUP)
        set(program tests_${VOLAR_GROUP})
        set(command ${program} ${suite})
        set_property(SOURCE test_${suite}.c APPEND PROPERTY COMPILE_DEFINITIONS
                                                            VOLAR_SUITE=vlSuite_${suite})
        set_property(GLOBAL APPEND PROPERTY VOLAR_SUITES_OF_${program} ${suite})
        get_property(groups GLOBAL PROPERTY VOLAR_GROUPS)
        if(NOT program IN_LIST groups)
            set_property(GLOBAL APPEND PROPERTY VOLAR_GROUPS ${program})
        endif()
    else()
        set(program test_${suite})
        set(command ${program})
    endif()
    set_property(GLOBAL PROPERTY VOLAR_PROGRAM_OF_${suite} ${program})
    volar_add_test_sources(${program} test_${suite}.c ${arg_SOURCES})
    set(options)
    foreach(option IN ITEMS TIMEOUT COST)
        if(arg_${option})
            list(APPEND options ${option} ${arg_${option}})
        endif()
    endforeach()
    volar_add_command(${suite} LABELS ${arg_LABELS} ${options} COMMAND ${command})
    if("fuzz" IN_LIST arg_LABELS)
        set(name "${VOLAR_VARIANT}/${suite}_fuzz")
        add_test(NAME ${name} CONFIGURATIONS Fuzz COMMAND ${command})
        set_tests_properties(${name} PROPERTIES LABELS fuzz TIMEOUT 86400)
    endif()
endfunction()

# Lets the compiler read the sources of a program together (VolarFlags.cmake), except sources with their own options.
function(volar_join_test_sources program)
    get_target_property(sources ${program} SOURCES)
    set(joined)
    foreach(source IN LISTS sources)
        get_source_file_property(options ${source} COMPILE_OPTIONS)
        get_source_file_property(definitions ${source} COMPILE_DEFINITIONS)
        string(REGEX REPLACE "^VOLAR_SUITE=" "=" main "${definitions}")
        if(NOT options AND main MATCHES "^(=[A-Za-z0-9_]+|NOTFOUND)$")
            list(REMOVE_ITEM sources ${source})
            string(REGEX REPLACE "^NOTFOUND$" "" main "${main}")
            get_filename_component(path ${source} ABSOLUTE)
            list(APPEND joined "${path}${main}")
        endif()
    endforeach()
    volar_together(${program} joined)
    set_target_properties(${program} PROPERTIES SOURCES "${sources};${joined}")
    # gcc warns of a parameter with the name of a function, which may be in another file here.
    target_compile_options(${program} PRIVATE $<$<C_COMPILER_ID:GNU>:-Wno-shadow>)
endfunction()

# volar_finish_groups(<file>)
# After the last suite: gives every group the main program `file`, which includes the list of its suites.
function(volar_finish_groups file)
    get_property(groups GLOBAL PROPERTY VOLAR_GROUPS)
    foreach(program IN LISTS groups)
        get_property(suites GLOBAL PROPERTY VOLAR_SUITES_OF_${program})
        list(TRANSFORM suites REPLACE "(.+)" "X(\\1)")
        list(JOIN suites "\n" lines)
        set(folder "${CMAKE_CURRENT_BINARY_DIR}/suites/${program}")
        file(CONFIGURE OUTPUT "${folder}/suites.inc" CONTENT "${lines}\n" @ONLY)
        if(VOLAR_TESTS_TOGETHER)
            set(VOLAR_TOGETHER ON)
            volar_join_test_sources(${program})
        endif()
        target_sources(${program} PRIVATE ${file})
        target_include_directories(${program} PRIVATE "${folder}")
    endforeach()
endfunction()

# volar_add_fuzz(<file> INPUTS <count>)
# Adds a fuzz program. As a test it replays its kept corpus, tests/corpus/<name>, and runs <count> seeded inputs with
# sanitizers, which find most faults, and the first tenth of them without; in a build with VOLAR_FUZZ it is a libFuzzer
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
    string(REPLACE "fuzz_" "dictionaries/" dictionary ${name})
    target_compile_definitions(${name} PRIVATE VL_FUZZ_DICTIONARY="${CMAKE_CURRENT_SOURCE_DIR}/${dictionary}.dict")
    if(VOLAR_FUZZ)
        target_link_options(${name} PRIVATE -fsanitize=fuzzer)
    else()
        target_compile_definitions(${name} PRIVATE VOLAR_FUZZ_REPLAY)
        if(NOT VOLAR_SANITIZE)
            math(EXPR arg_INPUTS "${arg_INPUTS} / 10")
        endif()
        string(REPLACE "fuzz_" "corpus/" kept ${name})
        set(kept "${CMAKE_CURRENT_SOURCE_DIR}/${kept}")
        if(NOT IS_DIRECTORY "${kept}")
            set(kept)
        endif()
        volar_add_command(${name} COST 6 COMMAND ${name} --random ${arg_INPUTS} 0 ${kept})
    endif()
endfunction()
