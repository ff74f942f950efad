// SPDX-License-Identifier: MIT
// Figures, tables and summaries: the output of experiments.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <volar/scene.h>

#include "base/spelling.h"
#include "models/random.h"
#include "plot/csv.h"
#include "plot/simplify.h"
#include "plot/summary.h"
#include "plot/svg.h"
#include "plot/ticks.h"
#include "stage.h"
#include "test.h"

static vlRandom source = {7};

static double randomUnit(void)
{
    return vlRandom_Uniform(&source);
}

static void ticks_lie_inside_the_axis_at_round_numbers(void** state)
{
    (void)state;
    for (int i = 0; i < 2000; i++) {
        double lower = (randomUnit() - 0.5) * pow(10.0, floor(12.0 * randomUnit()) - 6.0);
        double width = pow(10.0, 12.0 * randomUnit() - 6.0);
        vlTicks ticks = vlTicks_Linear(lower, lower + width, 6);
        // Steps of 1, 2 and 5 are at most 2.5 apart, so the count varies by that factor about 6.
        assert_in_range(ticks.count, 2, 15);
        double mantissa = ticks.step / pow(10.0, floor(log10(ticks.step) + 1e-9));
        assert_true(fabs(mantissa - 1.0) < 1e-6 || fabs(mantissa - 2.0) < 1e-6 ||
                    fabs(mantissa - 5.0) < 1e-6);
        for (int t = 0; t < ticks.count; t++) {
            // The slack with which vlTicks_Linear keeps a tick that rounding put beyond the end.
            assert_true(ticks.at[t] >= lower - 1.1e-3 * ticks.step);
            assert_true(ticks.at[t] <= lower + width + 1.1e-3 * ticks.step);
        }
    }
}

static void tick_labels_tell_neighbours_apart(void** state)
{
    (void)state;
    for (int i = 0; i < 2000; i++) {
        double lower = (randomUnit() - 0.5) * pow(10.0, 8.0 * randomUnit() - 4.0);
        // A range far smaller than its offset would need labels longer than any axis has room for.
        double width = fmax(1e-3 * fabs(lower), pow(10.0, 12.0 * randomUnit() - 6.0));
        vlTicks ticks = vlTicks_Linear(lower, lower + width, 5);
        for (int t = 1; t < ticks.count; t++) {
            char a[48], b[48];
            vlTicks_Label(&ticks, t - 1, a, sizeof a);
            vlTicks_Label(&ticks, t, b, sizeof b);
            assert_string_not_equal(a, b);
        }
    }
}

static void tick_labels_are_written_as_people_write_them(void** state)
{
    (void)state;
    char text[48];
    vlTicks ticks = vlTicks_Linear(0.0, 1.0, 5);
    vlTicks_Label(&ticks, 1, text, sizeof text);
    assert_string_equal(text, "0.2");
    ticks = vlTicks_Linear(0.0, 60.0, 6);
    vlTicks_Label(&ticks, 3, text, sizeof text);
    assert_string_equal(text, "30");
    ticks = vlTicks_Linear(0.0, 5e-5, 5);
    vlTicks_Label(&ticks, 0, text, sizeof text);
    assert_string_equal(text, "0");
    vlTicks_Label(&ticks, 2, text, sizeof text);
    assert_string_equal(text, "2·10⁻⁵");
    ticks = vlTicks_Linear(-60.0, 60.0, 6);
    vlTicks_Label(&ticks, 0, text, sizeof text);
    assert_string_equal(text, "−60"); // a minus, not a hyphen
    ticks = vlTicks_Linear(-5e-5, 5e-5, 5);
    vlTicks_Label(&ticks, 0, text, sizeof text);
    assert_string_equal(text, "−4·10⁻⁵");
    ticks = vlTicks_Log(1e-7, 1.0, 4);
    vlTicks_Label(&ticks, 1, text, sizeof text);
    assert_string_equal(text, "10⁻⁵");
}

static void a_logarithmic_axis_has_marks_between_its_powers(void** state)
{
    (void)state;
    vlTicks ticks = vlTicks_Log(1.0, 1000.0, 7);
    vlMinorTicks minor = vlTicks_Minor(&ticks, 1.0, 1000.0);
    assert_int_equal(minor.count, 24); // 2 to 9 in each of three decades
    assert_true(minor.at[0] == 2.0 && minor.at[8] == 20.0 && minor.at[23] == 900.0);
    // If only every second power has a number, the others have marks.
    ticks = vlTicks_Log(1e-7, 1.0, 4);
    minor = vlTicks_Minor(&ticks, 1e-7, 1.0);
    assert_int_equal(minor.count, 8);
    ticks = vlTicks_Linear(0.0, 1.0, 5);
    assert_int_equal(vlTicks_Minor(&ticks, 0.0, 1.0).count, 0);
    ticks = vlTicks_Log(3.0, 20.0, 5); // less than a decade: linear ticks
    assert_int_equal(vlTicks_Minor(&ticks, 3.0, 20.0).count, 0);
}

// The marks are in the figure, and only on logarithmic axes.
static void a_figure_shows_the_marks_between_powers(void** state)
{
    (void)state;
    for (int isLog = 0; isLog < 2; ++isLog) {
        vlFigure* figure = vlFigure_Create("marks");
        vlPanel* panel = vlFigure_AddPanel(figure, &(vlPanelDef){.title = "t", .yLog = isLog == 1});
        vlSeries* line = vlPanel_AddSeries(panel, "line", VL_SERIES_LINE);
        vlSeries_Add(line, 0.0, 1.0);
        vlSeries_Add(line, 1.0, 1000.0);
        size_t size;
        char* text = vlSvg_Render(figure, &size);
        assert_non_null(text);
        int marks = 0;
        for (const char* at = text; (at = strstr(at, "h4")) != NULL; ++at) {
            marks += at[2] == 'M' || at[2] == '"';
        }
        assert_true(isLog == 1 ? marks >= 24 : marks == 0);
        free(text);
        vlFigure_Destroy(figure);
    }
}

static void merging_columns_keeps_every_extreme(void** state)
{
    (void)state;
    enum { COUNT = 5000 };
    vlPlotPoint points[COUNT], kept[COUNT];
    for (int i = 0; i < COUNT; i++) {
        points[i] = (vlPlotPoint){i * 0.1, randomUnit()};
    }
    memcpy(kept, points, sizeof kept);
    int count = vlSimplify_Columns(kept, COUNT, 2.0);
    // Four points at most for each of the 250 columns.
    assert_in_range(count, 500, 1000);
    for (int column = 0; column < 250; column++) {
        double low = 2.0, high = -1.0, keptLow = 2.0, keptHigh = -1.0;
        for (int i = 0; i < COUNT; i++) {
            if (floor(points[i].x / 2.0) == column) {
                low = fmin(low, points[i].y);
                high = fmax(high, points[i].y);
            }
        }
        for (int i = 0; i < count; i++) {
            if (floor(kept[i].x / 2.0) == column) {
                keptLow = fmin(keptLow, kept[i].y);
                keptHigh = fmax(keptHigh, kept[i].y);
            }
        }
        assert_true(low == keptLow && high == keptHigh);
    }
    for (int i = 1; i < count; i++) {
        assert_true(kept[i].x > kept[i - 1].x);
    }
}

static void merging_columns_leaves_paths_that_turn_back_alone(void** state)
{
    (void)state;
    vlPlotPoint circle[100];
    for (int i = 0; i < 100; i++) {
        circle[i] = (vlPlotPoint){cos(0.06 * i), sin(0.06 * i)};
    }
    assert_int_equal(vlSimplify_Columns(circle, 100, 5.0), 100);
}

static void simplified_lines_stay_within_the_tolerance(void** state)
{
    (void)state;
    enum { COUNT = 2000 };
    vlPlotPoint points[COUNT], kept[COUNT];
    for (int i = 0; i < COUNT; i++) {
        points[i] = (vlPlotPoint){0.25 * i, 50.0 * sin(0.02 * i) + randomUnit()};
    }
    memcpy(kept, points, sizeof kept);
    int count = vlSimplify_Line(kept, COUNT, 1.5);
    // The noise is below the tolerance: a sine of 6 periods needs some 10 points each.
    assert_in_range(count, 20, 200);
    int next = 1;
    for (int i = 0; i < COUNT; i++) {
        while (next < count - 1 && kept[next].x < points[i].x) {
            next++;
        }
        vlPlotPoint a = kept[next - 1], b = kept[next];
        double slope = (b.y - a.y) / (b.x - a.x);
        double distance = fabs(points[i].y - a.y - slope * (points[i].x - a.x)) / hypot(1.0, slope);
        assert_true(distance <= 1.5 + 1e-9); // rounding of the line's equation
    }
    vlPlotPoint straight[50];
    for (int i = 0; i < 50; i++) {
        straight[i] = (vlPlotPoint){i, 3.0 * i};
    }
    assert_int_equal(vlSimplify_Line(straight, 50, 0.1), 2);
}

static vlFigure* noisyFigure(int panels, int seriesPerPanel, int samples)
{
    vlFigure* figure = vlFigure_Create("Noise & \"<signals>\"");
    assert_non_null(figure);
    for (int p = 0; p < panels; p++) {
        vlPanel* panel = vlFigure_AddPanel(
            figure, &(vlPanelDef){.title = "a < b", .xLabel = "time (s)", .yLabel = "f & g (N)"});
        for (int s = 0; s < seriesPerPanel; s++) {
            vlSeries* series = vlPanel_AddSeries(panel, "x > y", VL_SERIES_LINE);
            for (int i = 0; i < samples; i++) {
                vlSeries_Add(series, 1e-3 * i, sin(0.01 * i + s) + randomUnit());
            }
        }
    }
    return figure;
}

// Every opened element is closed in the right order and no stray & or < is left in texts.
static void assertWellFormed(const char* text)
{
    char open[32][16];
    int depth = 0;
    for (const char* c = text; *c != '\0'; c++) {
        if (*c == '&') {
            assert_true(strncmp(c, "&amp;", 5) == 0 || strncmp(c, "&lt;", 4) == 0 ||
                        strncmp(c, "&gt;", 4) == 0 || strncmp(c, "&quot;", 6) == 0);
        }
        if (*c != '<') {
            continue;
        }
        bool closes = c[1] == '/';
        char name[16];
        assert_int_equal(sscanf(c + 1 + closes, "%15[a-zA-Z]", name), 1);
        const char* end = strchr(c, '>');
        assert_non_null(end);
        if (closes) {
            assert_in_range(depth, 1, 32);
            assert_string_equal(open[--depth], name);
        } else if (end[-1] != '/') {
            assert_in_range(depth, 0, 31);
            strcpy(open[depth++], name);
        }
        c = end;
    }
    assert_int_equal(depth, 0);
}

static void figures_are_well_formed_whatever_the_texts(void** state)
{
    (void)state;
    size_t size;
    vlFigure* figure = noisyFigure(2, 2, 1000);
    char* text = vlSvg_Render(figure, &size);
    assert_non_null(text);
    assert_int_equal(strlen(text), size);
    assertWellFormed(text);
    assert_non_null(strstr(text, "Noise &amp; &quot;&lt;signals&gt;&quot;"));
    assert_non_null(strstr(text, "prefers-color-scheme:dark"));
    free(text);
    vlFigure_Destroy(figure);
}

static void figures_stay_within_their_budget(void** state)
{
    (void)state;
    size_t size;
    // White noise is the worst case: nothing can be dropped within a column.
    vlFigure* figure = noisyFigure(3, 2, vlStage_Count(60000, 6000));
    char* text = vlSvg_Render(figure, &size);
    assert_non_null(text);
    // 558 columns of 1 px with 4 points of at most 10 bytes in each of six series.
    assert_in_range(size, 4096, 6 * 558 * 4 * 10);
    free(text);
    vlFigure_Destroy(figure);
    figure = noisyFigure(1, 2, 300);
    text = vlSvg_Render(figure, &size);
    assert_non_null(text);
    assert_in_range(size, 1000, VL_SVG_BUDGET);
    free(text);
    vlFigure_Destroy(figure);
}

// Number of points of the path of a class.
static int countPoints(const char* text, const char* class)
{
    const char* path = strstr(text, class);
    assert_non_null(path);
    path = strstr(path, " d=\"");
    assert_non_null(path);
    int numbers = 0;
    bool isInside = false;
    for (const char* c = path + 4; *c != '"'; ++c) {
        bool isDigit = *c >= '0' && *c <= '9';
        numbers += isDigit && !isInside;
        isInside = isDigit;
    }
    return numbers / 2;
}

// However large a figure is, a curve with a period of 9 px remains visible: 24 such curves, which
// together exceed the budget, each keep at least 8 points for each of their 60 periods.
static void no_curve_becomes_angular_to_save_bytes(void** state)
{
    (void)state;
    size_t size;
    vlFigure* figure = vlFigure_Create("waves");
    for (int s = 0; s < 24; s++) {
        vlPanel* panel = s % 4 == 0 ? vlFigure_AddPanel(figure, &(vlPanelDef){.yLabel = "sine"})
                                    : &figure->panels[s / 4];
        vlSeries* series = vlPanel_AddSeries(panel, "", VL_SERIES_LINE);
        for (int i = 0; i < 6000; i++) {
            vlSeries_Add(series, i, sin(2.0 * 3.14159265358979 * 60.0 * i / 6000.0 + s));
        }
    }
    char* text = vlSvg_Render(figure, &size);
    assert_non_null(text);
    const char* path = text;
    for (int s = 0; s < 24; s++, path++) {
        path = strstr(path, "<path class=\"l c");
        assert_non_null(path);
        assert_in_range(countPoints(path, "<path"), 60 * 8, 60 * 40);
    }
    // The budget was exceeded rather than the curves spoilt.
    assert_true(size > 3 * VL_SVG_BUDGET / 2);
    free(text);
    vlFigure_Destroy(figure);
}

static void panels_have_letters_and_numbers_have_minus_signs(void** state)
{
    (void)state;
    size_t size;
    vlFigure* figure = vlFigure_Create("Between -1 and well-formed - or not");
    vlPanel* panel = vlFigure_AddPanel(
        figure, &(vlPanelDef){.title = "x = -2e-5", .yLabel = "ωR, μ₀ = -0.1 (µs)"});
    vlSeries_Add(vlPanel_AddSeries(panel, "[AB01]", VL_SERIES_PRINTED), -1.0, -1.0);
    vlSeries* points = vlPanel_AddSeries(panel, "points", VL_SERIES_POINTS);
    vlSeries_Add(points, 0.0, 0.0);
    vlSeries_Add(points, 1.0, 2.0);
    char* text = vlSvg_Render(figure, &size);
    assert_non_null(text);
    assertWellFormed(text);
    assert_null(strstr(text, "(a)")); // a single panel has no letter
    assert_non_null(strstr(text, "Between −1 and well-formed − or not"));
    assert_non_null(strstr(text, "x = −2e-5"));
    assert_non_null(strstr(text, ">ωR, μ₀ = −0.1 (µs)<")); // Greek letters as they are
    assert_non_null(strstr(text, "<g class=\"o\">"));
    int marks = 0;
    for (const char* at = text; (at = strstr(at, "r=\"24\"")) != NULL; ++at) {
        ++marks;
    }
    assert_int_equal(marks, 3); // two points, and one in the legend
    free(text);
    (void)vlFigure_AddPanel(figure, &(vlPanelDef){.title = "second"});
    text = vlSvg_Render(figure, &size);
    assert_non_null(text);
    assert_non_null(strstr(text, ">(a)<"));
    assert_non_null(strstr(text, ">(b)<"));
    free(text);
    vlFigure_Destroy(figure);
}

static void gaps_and_odd_values_do_not_break_a_figure(void** state)
{
    (void)state;
    size_t size;
    vlFigure* figure = vlFigure_Create("odd");
    vlPanel* panel = vlFigure_AddPanel(figure, &(vlPanelDef){.yLog = true, .yLabel = "y"});
    vlSeries* series = vlPanel_AddSeries(panel, "s", VL_SERIES_LINE);
    const double values[] = {1.0, nan(""), 1e-3, 0.0, -4.0, HUGE_VAL, 1e300, 2.0};
    for (int i = 0; i < 8; i++) {
        vlSeries_Add(series, i, values[i]);
    }
    vlFigure_AddPanel(figure, &(vlPanelDef){.title = "empty"});
    vlPanel* flat = vlFigure_AddPanel(figure, &(vlPanelDef){.title = "one point"});
    vlSeries_Add(vlPanel_AddSeries(flat, "p", VL_SERIES_MARKERS), 1.0, 0.0);
    char* text = vlSvg_Render(figure, &size);
    assert_non_null(text);
    assertWellFormed(text);
    assert_null(strstr(text, "nan"));
    assert_null(strstr(text, "inf"));
    free(text);
    vlFigure_Destroy(figure);
}

static void cells_of_a_row_become_one_rectangle_and_fill_the_axes(void** state)
{
    (void)state;
    size_t size;
    vlFigure* figure = vlFigure_Create("map");
    vlPanel* panel = vlFigure_AddPanel(
        figure,
        &(vlPanelDef){
            .height = 100.0, .xLog = true, .xMin = 0.1, .xMax = 1e3, .yMin = 0.0, .yMax = 4.0});
    // Four decades of 558 px in all; rows of 25 px. The third cell of the upper row is missing.
    vlSeries* cells = vlPanel_AddSeries(panel, "yes", VL_SERIES_CELLS);
    vlSeries_SetCell(cells, 10.0, 1.0);
    const double x[] = {0.316227766, 3.16227766, 31.6227766, 316.227766};
    for (int i = 0; i < 4; i++) {
        vlSeries_Add(cells, x[i], 0.5);
    }
    for (int i = 0; i < 4; i++) {
        vlSeries_Add(cells, i == 2 ? nan("") : x[i], 3.5);
    }
    char* text = vlSvg_Render(figure, &size);
    assert_non_null(text);
    assertWellFormed(text);
    assert_non_null(strstr(text, "<path class=\"q c0\" stroke-width=\"250\" "
                                 "d=\"M0 875H5580M0 125H2790M4185 125H5580\"/>"));
    free(text);
    vlFigure_Destroy(figure);
}

static void full_figures_ignore_what_does_not_fit(void** state)
{
    (void)state;
    vlFigure* figure = vlFigure_Create("full");
    vlPanel* panel = NULL;
    for (int i = 0; i < VL_MAX_PANELS; i++) {
        panel = vlFigure_AddPanel(figure, &(vlPanelDef){.title = "p"});
        assert_non_null(panel);
    }
    assert_null(vlFigure_AddPanel(figure, &(vlPanelDef){.title = "p"}));
    for (int i = 0; i < VL_MAX_SERIES; i++) {
        assert_non_null(vlPanel_AddSeries(panel, "s", VL_SERIES_LINE));
    }
    vlSeries* none = vlPanel_AddSeries(panel, "s", VL_SERIES_LINE);
    assert_null(none);
    vlSeries_Add(none, 1.0, 2.0);
    assert_false(vlFigure_HasFailed(figure));
    vlFigure_Destroy(figure);
}

static void tables_keep_numbers_and_quote_labels(void** state)
{
    (void)state;
    char path[] = "test_plot_XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    vlCsv csv;
    assert_true(vlCsv_Open(&csv, path, "name,t_s,x_m"));
    VL_CSV_LABELLED(&csv, "a \"b\", c", 0.1, 1.0 / 3.0);
    VL_CSV_LABELLED(&csv, "plain", 1e-300, -2.0);
    assert_true(vlCsv_Close(&csv));
    VL_CSV_LABELLED(&csv, "dropped", 0.0, 0.0);
    char text[256] = "";
    FILE* in = fopen(path, "r");
    assert_non_null(in);
    assert_true(fread(text, 1, sizeof text - 1, in) > 0);
    fclose(in);
    remove(path);
    assert_string_equal(text, "name,t_s,x_m\n\"a \"\"b\"\", c\",0.1,0.3333333333\n"
                              "plain,1e-300,-2\n");
}

static void files_that_cannot_be_written_are_reported(void** state)
{
    (void)state;
    vlFigure* figure = noisyFigure(1, 1, 10);
    assert_false(vlSvg_Write(figure, "/nonexistent/figure.svg"));
    assert_false(vlSvg_Write(NULL, "figure.svg"));
    vlFigure_Destroy(figure);
    vlSummary summary = {.experiment = "e"};
    assert_false(vlSummary_Save(&summary, "/nonexistent/summary.json"));
    vlCsv csv;
    assert_false(vlCsv_Open(&csv, "/nonexistent/table.csv", "a"));
    VL_CSV_ROW(&csv, 1.0);
    assert_true(vlCsv_Close(&csv));
    // A full device accepts the rows and fails when they are flushed.
    if (vlCsv_Open(&csv, "/dev/full", "a")) {
        VL_CSV_ROW(&csv, 1.0);
        assert_false(vlCsv_Close(&csv));
    }
}

static char* jsonOf(const vlSummary* summary)
{
    char* text = NULL;
    size_t size;
    FILE* out = open_memstream(&text, &size);
    assert_non_null(out);
    vlSummary_WriteJson(summary, out);
    fclose(out);
    return text;
}

static void summaries_are_json_with_verdicts(void** state)
{
    (void)state;
    vlSummary summary = {.experiment = "quo\"te"};
    vlSummary_Add(&summary, "back\\slash\n", 0.5, "<= 1", true);
    vlSummary_Add(&summary, "missing", nan(""), ">= 1", false);
    vlSummary_Add(&summary, "only told", 2.25, "", true);
    char* text = jsonOf(&summary);
    assert_string_equal(
        text, "{\n  \"experiment\": \"quo\\\"te\",\n  \"pass\": false,\n  \"criteria\": [\n"
              "    {\"name\": \"back\\\\slash\\u000a\", \"value\": 0.5, "
              "\"bound\": \"<= 1\", \"pass\": true},\n"
              "    {\"name\": \"missing\", \"value\": null, \"bound\": \">= 1\", "
              "\"pass\": false}\n  ],\n  \"reported\": [\n"
              "    {\"name\": \"only told\", \"value\": 2.25}\n  ]\n}\n");
    free(text);
}

static void summaries_pass_only_if_something_was_judged_and_nothing_failed_or_got_lost(void** state)
{
    (void)state;
    vlSummary summary = {.experiment = "e"};
    assert_false(vlSummary_Passes(&summary));
    vlSummary_Add(&summary, "told", 1.0, "", true);
    assert_false(vlSummary_Passes(&summary));
    vlSummary_Add(&summary, "good", 1.0, "<= 1", true);
    assert_true(vlSummary_Passes(&summary));
    vlSummary failing = summary;
    vlSummary_Add(&failing, "bad", 2.0, "<= 1", false);
    assert_false(vlSummary_Passes(&failing));
    for (int i = 0; i < VL_MAX_CRITERIA; i++) {
        vlSummary_Add(&summary, "good", 1.0, "<= 1", true);
    }
    assert_false(vlSummary_Passes(&summary));
}

static void mistyped_names_find_their_neighbours(void** state)
{
    (void)state;
    const char* const names[] = {"stack", "cube-drop", "stick-slip", "spin", "top", "tippe-top"};
    assert_string_equal(vlSpelling_FindNearest("stakc", names, 6), "stack");
    assert_string_equal(vlSpelling_FindNearest("cube", names, 6), "cube-drop");
    assert_string_equal(vlSpelling_FindNearest("stickslip", names, 6), "stick-slip");
    assert_string_equal(vlSpelling_FindNearest("tipe-top", names, 6), "tippe-top");
    assert_null(vlSpelling_FindNearest("xylophone", names, 6));
    assert_null(vlSpelling_FindNearest("", names, 6));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ticks_lie_inside_the_axis_at_round_numbers),
        cmocka_unit_test(tick_labels_tell_neighbours_apart),
        cmocka_unit_test(tick_labels_are_written_as_people_write_them),
        cmocka_unit_test(a_logarithmic_axis_has_marks_between_its_powers),
        cmocka_unit_test(a_figure_shows_the_marks_between_powers),
        cmocka_unit_test(merging_columns_keeps_every_extreme),
        cmocka_unit_test(merging_columns_leaves_paths_that_turn_back_alone),
        cmocka_unit_test(simplified_lines_stay_within_the_tolerance),
        cmocka_unit_test(figures_are_well_formed_whatever_the_texts),
        cmocka_unit_test(figures_stay_within_their_budget),
        cmocka_unit_test(no_curve_becomes_angular_to_save_bytes),
        cmocka_unit_test(panels_have_letters_and_numbers_have_minus_signs),
        cmocka_unit_test(gaps_and_odd_values_do_not_break_a_figure),
        cmocka_unit_test(cells_of_a_row_become_one_rectangle_and_fill_the_axes),
        cmocka_unit_test(full_figures_ignore_what_does_not_fit),
        cmocka_unit_test(tables_keep_numbers_and_quote_labels),
        cmocka_unit_test(files_that_cannot_be_written_are_reported),
        cmocka_unit_test(summaries_are_json_with_verdicts),
        cmocka_unit_test(
            summaries_pass_only_if_something_was_judged_and_nothing_failed_or_got_lost),
        cmocka_unit_test(mistyped_names_find_their_neighbours),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
