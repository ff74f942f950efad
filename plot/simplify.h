// SPDX-License-Identifier: MIT
#ifndef VOLAR_PLOT_SIMPLIFY_H
#define VOLAR_PLOT_SIMPLIFY_H

// Fewer points for the same picture. A record of a minute has 60 000 samples, a figure 560 columns.

typedef struct vlPlotPoint {
    double x, y;
} vlPlotPoint;

// Keeps of every run of points inside one column of `width` the first, the lowest, the highest and
// the last, in their order: no peak gets lost. Works in place, returns the new count. Points whose
// x goes backwards somewhere are left as they are.
int vlSimplify_Columns(vlPlotPoint* points, int count, double width);

// Drops points that lie within `tolerance` of the line through those kept (Ramer, Douglas,
// Peucker). In place; returns the new count, or -1 without memory.
int vlSimplify_Line(vlPlotPoint* points, int count, double tolerance);

#endif
