# SPDX-License-Identifier: MIT
# Tables, figures and summaries.
set(VOLAR_PLOT_SOURCES
    csv.c
    figure.c
    simplify.c
    summary.c
    svg.c
    svg_series.c
    ticks.c)
