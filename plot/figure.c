// SPDX-License-Identifier: MIT
#include "plot/figure.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/power.h"

#define DEFAULT_PANEL_HEIGHT 150.0

static void copyText(char* target, size_t size, const char* text)
{
    snprintf(target, size, "%s", text != NULL ? text : "");
}

vlFigure* vlFigure_Create(const char* title)
{
    vlFigure* figure = calloc(1, sizeof *figure);
    if (figure != NULL) {
        copyText(figure->title, sizeof figure->title, title);
    }
    return figure;
}

void vlFigure_Destroy(vlFigure* figure)
{
    if (figure == NULL) {
        return;
    }
    for (int p = 0; p < figure->panelCount; ++p) {
        for (int s = 0; s < figure->panels[p].seriesCount; ++s) {
            free(figure->panels[p].series[s].points);
        }
    }
    free(figure);
}

vlPanel* vlFigure_AddPanel(vlFigure* figure, const vlPanelDef* def)
{
    if (figure == NULL || figure->panelCount == VL_MAX_PANELS) {
        return NULL;
    }
    vlPanel* panel = &figure->panels[figure->panelCount++];
    copyText(panel->title, sizeof panel->title, def->title);
    copyText(panel->xLabel, sizeof panel->xLabel, def->xLabel);
    copyText(panel->yLabel, sizeof panel->yLabel, def->yLabel);
    panel->height = def->height > 0.0 ? def->height : DEFAULT_PANEL_HEIGHT;
    panel->xLog = def->xLog;
    panel->yLog = def->yLog;
    panel->xMin = def->xMin;
    panel->xMax = def->xMax;
    panel->yMin = def->yMin;
    panel->yMax = def->yMax;
    return panel;
}

vlSeries* vlPanel_AddSeries(vlPanel* panel, const char* label, vlSeriesStyle style)
{
    if (panel == NULL || panel->seriesCount == VL_MAX_SERIES) {
        return NULL;
    }
    vlSeries* series = &panel->series[panel->seriesCount];
    copyText(series->label, sizeof series->label, label);
    series->style = style;
    series->colour = panel->seriesCount++;
    return series;
}

void vlSeries_SetColour(vlSeries* series, int colour)
{
    if (series != NULL) {
        series->colour = colour;
    }
}

void vlSeries_SetCell(vlSeries* series, double width, double height)
{
    if (series != NULL) {
        series->cellWidth = width;
        series->cellHeight = height;
    }
}

void vlSeries_Add(vlSeries* series, double x, double y)
{
    if (series == NULL || series->failed) {
        return;
    }
    if (series->count == series->capacity) {
        int capacity = series->capacity > 0 ? 2 * series->capacity : 256;
        vlPlotPoint* points = realloc(series->points, (size_t)capacity * sizeof *points);
        if (points == NULL) {
            series->failed = true;
            return;
        }
        series->points = points;
        series->capacity = capacity;
    }
    series->points[series->count].x = x;
    series->points[series->count++].y = y;
}

bool vlFigure_HasFailed(const vlFigure* figure)
{
    for (int p = 0; p < figure->panelCount; ++p) {
        for (int s = 0; s < figure->panels[p].seriesCount; ++s) {
            if (figure->panels[p].series[s].failed) {
                return true;
            }
        }
    }
    return false;
}

typedef struct Extent {
    double lower, upper;
} Extent;

static void include(Extent* extent, double value, bool isLog)
{
    if (isfinite(value) && (!isLog || value > 0.0)) {
        extent->lower = fmin(extent->lower, value);
        extent->upper = fmax(extent->upper, value);
    }
}

// Turns the range of the data into that of an axis: an empty or flat range needs a width, others a
// small margin.
static Extent widen(Extent extent, bool isLog, double air)
{
    if (extent.lower > extent.upper) {
        return isLog ? (Extent){0.1, 1.0} : (Extent){0.0, 1.0};
    }
    if (isLog) {
        double width = vlLog(extent.upper) - vlLog(extent.lower);
        double factor = width > 0.0 ? vlExp(air * width) : 2.0;
        // Limited to what a double can hold.
        return (Extent){fmax(extent.lower / factor, 1e-300), fmin(extent.upper * factor, 1e300)};
    }
    double width = extent.upper - extent.lower;
    double pad = width > 0.0 ? air * width : extent.upper != 0.0 ? 0.1 * fabs(extent.upper) : 1.0;
    return (Extent){extent.lower - pad, extent.upper + pad};
}

vlPlotRange vlPanel_GetRange(const vlPanel* panel)
{
    Extent x = {HUGE_VAL, -HUGE_VAL}, y = {HUGE_VAL, -HUGE_VAL};
    for (int s = 0; s < panel->seriesCount; ++s) {
        const vlSeries* series = &panel->series[s];
        for (int i = 0; i < series->count; ++i) {
            include(&x, series->points[i].x, panel->xLog);
            include(&y, series->points[i].y, panel->yLog);
        }
    }
    // Time axes run from edge to edge; markers would be cut in half there.
    bool hasMarkers = false;
    for (int s = 0; s < panel->seriesCount; ++s) {
        hasMarkers = hasMarkers || panel->series[s].style == VL_SERIES_MARKERS;
    }
    x = panel->xMin < panel->xMax ? (Extent){panel->xMin, panel->xMax}
                                  : widen(x, panel->xLog, hasMarkers ? 0.04 : 0.0);
    y = panel->yMin < panel->yMax ? (Extent){panel->yMin, panel->yMax}
                                  : widen(y, panel->yLog, 0.06);
    return (vlPlotRange){x.lower, x.upper, y.lower, y.upper};
}
