// SPDX-License-Identifier: MIT
#ifndef VOLAR_PLOT_FIGURE_H
#define VOLAR_PLOT_FIGURE_H

// A figure: a title and panels one below the other, each with two axes and some series of points.
// If there are several panels, they get letters. If memory runs out while points are added, this is
// remembered and reported when the figure is written.

#include <stdbool.h>
#include <stddef.h>

#include "plot/simplify.h"

#define VL_MAX_PANELS 6
#define VL_MAX_SERIES 12

typedef enum vlSeriesStyle {
    VL_SERIES_LINE,
    VL_SERIES_DASHED,    // theory, fits, set points
    VL_SERIES_MARKERS,   // measured single points
    VL_SERIES_REFERENCE, // thin and grey: bounds and exact values
    VL_SERIES_CELLS,     // filled rectangles about the points: one value of a map
    VL_SERIES_POINTS,    // a line through measured points, each with a marker
    VL_SERIES_DOTTED,    // a second kind of theory
    VL_SERIES_PRINTED    // grey marks: values that a paper prints; the label names it
} vlSeriesStyle;

typedef struct vlSeries {
    char label[64];
    vlSeriesStyle style;
    int colour; // index into the palette
    int count, capacity;
    vlPlotPoint* points;          // a point that is not finite is a gap
    bool failed;                  // memory ran out
    double cellWidth, cellHeight; // of CELLS
} vlSeries;

// Arguments of vlFigure_AddPanel; texts are copied. Labels name the quantity and its unit.
typedef struct vlPanelDef {
    const char* title;
    const char* xLabel; // NULL: shared with the panel below
    const char* yLabel;
    double height; // px of the plotting area; 0: 150
    bool xLog, yLog;
    double xMin, xMax; // if equal, taken from the data
    double yMin, yMax;
} vlPanelDef;

typedef struct vlPanel {
    char title[96];
    char xLabel[64];
    char yLabel[64];
    double height;
    bool xLog, yLog;
    double xMin, xMax, yMin, yMax;
    int seriesCount;
    vlSeries series[VL_MAX_SERIES];
} vlPanel;

typedef struct vlFigure {
    char title[128];
    int panelCount;
    vlPanel panels[VL_MAX_PANELS];
} vlFigure;

// NULL if memory runs out.
vlFigure* vlFigure_Create(const char* title);
// NULL is allowed.
void vlFigure_Destroy(vlFigure* figure);

// NULL if `figure` is NULL or full; NULL panels and series are accepted everywhere and do nothing,
// so that an experiment needs no checks between its measurements.
vlPanel* vlFigure_AddPanel(vlFigure* figure, const vlPanelDef* def);
// A series in the next colour of the palette; an empty label keeps it out of the legend.
vlSeries* vlPanel_AddSeries(vlPanel* panel, const char* label, vlSeriesStyle style);
// Sets the colour, so that the same thing has the same colour in every panel.
void vlSeries_SetColour(vlSeries* series, int colour);
// Size of the cells of a VL_SERIES_CELLS: a difference, or on a logarithmic axis a ratio. A map has
// one series for each value; rows are best added from left to right.
void vlSeries_SetCell(vlSeries* series, double width, double height);
void vlSeries_Add(vlSeries* series, double x, double y);

// The range that the axes show: the largest and smallest finite values of a panel, widened to a
// sensible range.
typedef struct vlPlotRange {
    double xMin, xMax, yMin, yMax;
} vlPlotRange;
vlPlotRange vlPanel_GetRange(const vlPanel* panel);

// True if memory ran out anywhere in the figure.
bool vlFigure_HasFailed(const vlFigure* figure);

#endif
