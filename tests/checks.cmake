# SPDX-License-Identifier: MIT
# Checks of the source itself and of what is installed. One variant runs them: the source is the same
# in all.
set(tools "${PROJECT_SOURCE_DIR}/tools")
set(scripts "${PROJECT_SOURCE_DIR}/scripts")

foreach(check IN ITEMS bits layers lists names refs api_docs layout printing)
    volar_add_command(check_${check} COMMAND "${VOLAR_PYTHON}" -B "${tools}/check_${check}.py")
    volar_add_command(check_${check}_self_test COMMAND "${VOLAR_PYTHON}" -B
                                                       "${tools}/check_${check}.py" --self-test)
endforeach()
# What it prints is for people: no number is judged.
volar_add_command(size COMMAND "${VOLAR_PYTHON}" -B "${tools}/size.py" --functions)
volar_add_command(size_self_test COMMAND "${VOLAR_PYTHON}" -B "${tools}/size.py" --self-test)
volar_add_command(check_bits_objects COMMAND "${VOLAR_PYTHON}" -B "${tools}/check_bits.py"
                                             --objects "${PROJECT_BINARY_DIR}")
# What it checks takes minutes to compute: `make numbers`.
volar_add_command(check_numbers_self_test COMMAND "${VOLAR_PYTHON}" -B "${tools}/check_numbers.py"
                                                  --self-test)
if(CMAKE_C_COMPILER_ID STREQUAL "GNU") # whose call graph it reads
    volar_add_command(check_realtime TIMEOUT 300 COST 6 COMMAND "${VOLAR_PYTHON}" -B
                      "${tools}/check_realtime.py" "${PROJECT_BINARY_DIR}")
    volar_add_command(check_realtime_self_test COMMAND "${VOLAR_PYTHON}" -B
                      "${tools}/check_realtime.py" --self-test)
endif()
volar_add_command(check_format COMMAND "${scripts}/format" --check)
set_tests_properties(${VOLAR_VARIANT}/check_format PROPERTIES SKIP_RETURN_CODE 77)
volar_add_command(check_tidy TIMEOUT 600 COST 40 COMMAND "${scripts}/tidy" "${PROJECT_BINARY_DIR}")
set_tests_properties(${VOLAR_VARIANT}/check_tidy PROPERTIES PROCESSORS 2) # it takes all there are
volar_add_command(consumer COMMAND "${CMAKE_CURRENT_SOURCE_DIR}/consumer/run.sh"
                                   "${PROJECT_BINARY_DIR}" "${CMAKE_C_COMPILER}")
volar_add_command(tutorial COST 9 COMMAND "${VOLAR_PYTHON}" -B
                  "${CMAKE_CURRENT_SOURCE_DIR}/test_tutorial.py" "${PROJECT_BINARY_DIR}")
volar_add_command(readme COST 5 COMMAND "${VOLAR_PYTHON}" -B "${CMAKE_CURRENT_SOURCE_DIR}/test_tutorial.py"
                                        "${PROJECT_BINARY_DIR}" README.md)
volar_add_command(check_readme COMMAND "${VOLAR_PYTHON}" -B "${tools}/check_numbers.py" --readme)
volar_add_command(check_schema COMMAND "${VOLAR_PYTHON}" -B
                                       "${CMAKE_CURRENT_SOURCE_DIR}/test_schema.py")
# What a first run installs and builds, and that the page in the repository is the build of its sources.
volar_add_command(setup COST 3 COMMAND "${CMAKE_CURRENT_SOURCE_DIR}/test_setup.sh")
volar_add_command(trees COST 12 TIMEOUT 1200 COMMAND "${CMAKE_CURRENT_SOURCE_DIR}/test_trees.sh" "${PROJECT_BINARY_DIR}")
volar_add_command(web_build COMMAND "${scripts}/build-web" --check)
# The page in a real browser, served by the real program. One browser for all suites: starting it takes
# longer than most of them. What measures rates runs alone. The time is the patience with a loaded
# machine: all suites take two minutes on an idle one.
volar_add_command(web TIMEOUT 3600 COST 100 COMMAND "${scripts}/test-web" page sight devices joints viewer look
                                                    tuning planar formations clients origins map)
volar_add_command(web_rates LABELS serial TIMEOUT 1200 COMMAND "${scripts}/test-web" rates)
