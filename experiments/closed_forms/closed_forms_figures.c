// SPDX-License-Identifier: MIT
#include <stdio.h>

#include "experiments/closed_forms/figures.h"
#include "experiments/closed_forms/groups.h"

// One series for each method, in the same colours everywhere.
static void addSeries(vlPanel* panel, vlSeries* series[VL_FORM_METHODS], vlSeriesStyle style)
{
    for (int i = 0; i < VL_FORM_METHODS; ++i) {
        series[i] = vlPanel_AddSeries(panel, vlForm_Methods[i].label, style);
        vlSeries_SetColour(series[i], i);
    }
}

static void addLine(vlPanel* panel, const char* label, double x0, double y0, double x1, double y1)
{
    vlSeries* line = vlPanel_AddSeries(panel, label, VL_SERIES_REFERENCE);
    vlSeries_Add(line, x0, y0);
    vlSeries_Add(line, x1, y1);
}

static void drawRolling(vlExperimentContext* ctx)
{
    static const double speeds[] = {0.1, 0.2, 0.5, 1.0, 2.0, 4.0};
    vlFigure* figure = vlExperiment_OpenFigure(ctx, "rolling", "A rolling cylinder of 512 sides");
    vlPanel* panel = vlFigure_AddPanel(figure, &(vlPanelDef){.xLabel = "speed (m/s)",
                                                             .yLabel = "rolling resistance",
                                                             .height = 220.0,
                                                             .xLog = true,
                                                             .yLog = true,
                                                             .yMin = 1e-6,
                                                             .yMax = 1e-1});
    vlSeries* series[VL_FORM_METHODS];
    addSeries(panel, series, VL_SERIES_POINTS);
    addLine(panel, "steel on steel", 0.1, 5e-4, 4.0, 5e-4);
    vlCsv* csv = vlExperiment_OpenCsv(ctx, "rolling",
                                      "speed_m_per_s,explicit_1ms,implicit_1ms,implicit_5ms");
    for (size_t k = 0; k < sizeof speeds / sizeof speeds[0]; ++k) {
        double found[VL_FORM_METHODS];
        for (int i = 0; i < VL_FORM_METHODS; ++i) {
            found[i] = vlForm_RollLevel(&vlForm_Methods[i], speeds[k]);
            double size = found[i] < 0.0 ? -found[i] : found[i];
            vlSeries_Add(series[i], speeds[k], size > 1e-6 ? size : 1e-6);
        }
        VL_CSV_ROW(csv, speeds[k], found[0], found[1], found[2]);
    }
}

static void drawArch(vlExperimentContext* ctx)
{
    static const double thicknesses[] = {0.1,   0.104, 0.107, 0.11, 0.113,
                                         0.116, 0.12,  0.13,  0.15, 0.17};
    vlFigure* figure =
        vlExperiment_OpenFigure(ctx, "arch", "Arch of 20 stones, 6 s after gravity came at once");
    vlPanel* panel = vlFigure_AddPanel(figure, &(vlPanelDef){.xLabel = "thickness over radius",
                                                             .yLabel = "crown sinks by (mm)",
                                                             .height = 220.0,
                                                             .yLog = true,
                                                             .xMin = 0.1,
                                                             .xMax = 0.17,
                                                             .yMin = 1e-2,
                                                             .yMax = 1e4});
    vlSeries* series[VL_FORM_METHODS];
    addSeries(panel, series, VL_SERIES_POINTS);
    addLine(panel, "limit of rigid stones", 0.10735, 1e-2, 0.10735, 1e4);
    vlCsv* csv = vlExperiment_OpenCsv(
        ctx, "arch", "thickness_over_radius,explicit_1ms_m,implicit_1ms_m,implicit_5ms_m");
    for (size_t k = 0; k < sizeof thicknesses / sizeof thicknesses[0]; ++k) {
        double sunk[VL_FORM_METHODS];
        for (int i = 0; i < VL_FORM_METHODS; ++i) {
            sunk[i] = vlForm_SinkArch(&vlForm_Methods[i], thicknesses[k]);
            vlSeries_Add(series[i], thicknesses[k], 1e3 * sunk[i]);
        }
        VL_CSV_ROW(csv, thicknesses[k], sunk[0], sunk[1], sunk[2]);
    }
}

static void drawTopple(vlExperimentContext* ctx)
{
    static const double widths[] = {0.1, 0.15, 0.2, 0.3, 0.5, 0.75, 1.0};
    vlFigure* figure = vlExperiment_OpenFigure(ctx, "topple", "Blocks on a slope");
    vlPanel* panel =
        vlFigure_AddPanel(figure, &(vlPanelDef){.xLabel = "width over height, b/h",
                                                .yLabel = "topples at tan(slope)/(b/h)",
                                                .height = 220.0,
                                                .xMax = 1.05,
                                                .yMin = 0.4,
                                                .yMax = 1.05});
    vlSeries* series[VL_FORM_METHODS];
    addSeries(panel, series, VL_SERIES_POINTS);
    addLine(panel, "exact", 0.0, 1.0, 1.05, 1.0);
    vlCsv* csv = vlExperiment_OpenCsv(ctx, "topple",
                                      "width_over_height,explicit_1ms,implicit_1ms,implicit_5ms");
    for (size_t k = 0; k < sizeof widths / sizeof widths[0]; ++k) {
        double part[VL_FORM_METHODS];
        for (int i = 0; i < VL_FORM_METHODS; ++i) {
            part[i] = vlForm_FindToppling(&vlForm_Methods[i], widths[k]);
            vlSeries_Add(series[i], widths[k], part[i]);
        }
        VL_CSV_ROW(csv, widths[k], part[0], part[1], part[2]);
    }
}

typedef struct ShakeRecord {
    vlSeries* series;
    vlCsv* csv;
    double method;
} ShakeRecord;

static void recordSlip(void* user, double time, double slip)
{
    const ShakeRecord* record = user;
    vlSeries_Add(record->series, time, 1e3 * slip);
    VL_CSV_ROW(record->csv, record->method, time, slip);
}

static void drawShake(vlExperimentContext* ctx)
{
    static const struct {
        vlFormPulse pulse;
        const char* name;
    } pulses[] = {{VL_PULSE_RECTANGLE, "rectangle"},
                  {VL_PULSE_TRIANGLE, "triangle"},
                  {VL_PULSE_SINE, "half a sine"}};
    vlFigure* figure = vlExperiment_OpenFigure(ctx, "shake", "A block on a shaken table");
    for (int k = 0; k < 3; ++k) {
        char title[64], name[32];
        vlSeries* series[VL_FORM_METHODS];
        snprintf(title, sizeof title, "Pulse: %s, 0.2 s", pulses[k].name);
        snprintf(name, sizeof name, "shake_%d", k);
        vlPanel* panel =
            vlFigure_AddPanel(figure, &(vlPanelDef){.title = title,
                                                    .xLabel = k == 2 ? "time (s)" : NULL,
                                                    .yLabel = "slip (mm)",
                                                    .xMax = 1.0});
        addSeries(panel, series, VL_SERIES_LINE);
        vlSeries* exact = vlPanel_AddSeries(panel, "exact", VL_SERIES_DASHED);
        vlCsv* csv = vlExperiment_OpenCsv(ctx, name, "method,t_s,slip_m");
        for (int i = 0; i < VL_FORM_METHODS; ++i) {
            ShakeRecord record = {series[i], csv, i};
            vlForm_Shake(&vlForm_Methods[i], pulses[k].pulse, 0.0, recordSlip, &record);
        }
        for (int i = 0; i <= 100; ++i) {
            vlSeries_Add(exact, 0.01 * i, 1e3 * vlForm_ExactSlip(pulses[k].pulse, 0.0, 0.01 * i));
        }
    }
}

int vlForms_Draw(vlExperimentContext* ctx)
{
    static const struct {
        const char* part;
        void (*draw)(vlExperimentContext* ctx);
    } figures[] = {{"roll/figure", drawRolling},
                   {"topple/figure", drawTopple},
                   {"topple/figure of the arch", drawArch},
                   {"shake/figure", drawShake}};
    int count = 0;
    for (size_t i = 0; i < sizeof figures / sizeof figures[0]; ++i) {
        if (vlExperiment_Wants(ctx, figures[i].part)) {
            figures[i].draw(ctx);
            ++count;
        }
    }
    return count;
}
