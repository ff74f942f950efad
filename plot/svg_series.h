// SPDX-License-Identifier: MIT
#ifndef VOLAR_PLOT_SVG_SERIES_H
#define VOLAR_PLOT_SVG_SERIES_H

// The series of one panel as SVG: lines, markers, cells, and their samples in the legend. svg.c
// draws everything around them.

#include <stdbool.h>
#include <stdio.h>

#include "plot/figure.h"

// Coordinates inside a panel are tenths of a pixel, so that they can be integers.
#define VL_SVG_UNITS 10.0
#define VL_SVG_SWATCH 22.0 // px, length of the sample in a legend

// One panel on the page: where it is, and how values become pixels.
typedef struct vlSvgFrame {
    const vlPanel* panel;
    double left, top, width, height; // plotting area, px
    vlPlotRange range;
} vlSvgFrame;

// Where a value lies between the two ends of an axis, 0 .. 1.
double vlSvg_Fraction(double value, double lower, double upper, bool isLog);

// Samples within `column` px are merged to their extremes. False if memory runs out.
bool vlSvg_WriteSeries(FILE* out, const vlSvgFrame* frame, const vlSeries* series, double column);

// Sample of one series, as wide as VL_SVG_SWATCH, at (x, y).
void vlSvg_WriteSwatch(FILE* out, const vlSeries* series, double x, double y);

#endif
