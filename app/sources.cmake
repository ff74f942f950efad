# SPDX-License-Identifier: MIT
# The program without main.c.
set(VOLAR_APP_SOURCES
    cmd.c
    cmd_bench.c
    cmd_experiment.c
    cmd_run.c
    plot/csv.c
    plot/figure.c
    plot/simplify.c
    plot/summary.c
    plot/svg.c
    plot/ticks.c)
