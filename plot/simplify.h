// SPDX-License-Identifier: MIT
#ifndef VOLAR_PLOT_SIMPLIFY_H
#define VOLAR_PLOT_SIMPLIFY_H

// Reduces the number of points without changing the picture. A record of a minute has 60 000
// samples, a figure has 560 columns.

typedef struct vlPlotPoint {
    double x, y;
} vlPlotPoint;

// Of every run of points inside one column of `width`, keeps the first, the lowest, the highest and
// the last, in their order: no peak is lost. Works in place, returns the new count. A series whose
// x decreases somewhere is left as it is.
int vlSimplify_Columns(vlPlotPoint* points, int count, double width);

// Drops points that lie within `tolerance` of the line through those kept (Ramer, Douglas,
// Peucker). Works in place; returns the new count, or -1 if memory runs out.
int vlSimplify_Line(vlPlotPoint* points, int count, double tolerance);

#endif
