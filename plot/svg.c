// SPDX-License-Identifier: MIT
#include "plot/svg.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file_out.h"
#include "base/text_out.h"
#include "plot/svg_series.h"
#include "plot/ticks.h"

#define MARGIN_LEFT 66.0
#define MARGIN_RIGHT 16.0
#define LETTER_LEFT 24.0 // of the panels' letters: right of the rotated label of the y axis
#define MARGIN_TOP 30.0
#define MARGIN_BOTTOM 8.0
#define ROW 17.0       // one line of panel title and legend
#define TICK_ROW 18.0  // numbers below a panel
#define LABEL_ROW 16.0 // name of the x axis
#define PANEL_GAP 8.0
#define LETTER 6.1 // mean width of a letter of the 11.5 px text

// Colours of [Okabe, Ito]; yellow is left out because it is hard to see on white. Blue and sky blue
// change places in the dark theme, where blue is too weak.
static const char style[] =
    "<style>text{font:11.5px system-ui,sans-serif;fill:#222}.t{font-size:14px;font-weight:600}"
    ".p{font-weight:600}.e{text-anchor:end}.m{text-anchor:middle}.b{fill:#fff}"
    ".a{fill:none;stroke:#444}.g{stroke:#ddd}"
    ".l{fill:none;stroke-width:15;stroke-linejoin:round}.d{stroke-dasharray:60 "
    "40}.z{stroke-dasharray:15 25}"
    ".r{stroke:#888!important;stroke-width:10;stroke-dasharray:20 20}.k{fill:#fff;stroke-width:16}"
    ".q{opacity:.5}.o{fill:#777}"
    ".c0{stroke:#0072b2}.c1{stroke:#d55e00}.c2{stroke:#009e73}.c3{stroke:#cc79a7}"
    ".c4{stroke:#e69f00}.c5{stroke:#56b4e9}.c6{stroke:#000}"
    "@media(prefers-color-scheme:dark){text{fill:#ddd}.b,.k{fill:#16181c}.a{stroke:#999}"
    ".g{stroke:#363a40}.o{fill:#999}.c0{stroke:#56b4e9}.c5{stroke:#0072b2}.c6{stroke:#fff}}</"
    "style>\n";

// Width of the merged columns of each series, px, and the bytes of its path at that width.
typedef struct Budget {
    double column[VL_MAX_PANELS][VL_MAX_SERIES];
    long bytes[VL_MAX_PANELS][VL_MAX_SERIES];
} Budget;

// A hyphen that stands for minus: before a digit or a blank, and not after a letter or digit, which
// would make it part of a word.
static bool isMinus(const char* text, char before)
{
    bool isFree = !isalnum((unsigned char)before) && (unsigned char)before < 0x80;
    return *text == '-' && isFree && (isdigit((unsigned char)text[1]) || text[1] == ' ');
}

static void writeEscaped(FILE* out, const char* text)
{
    for (char before = ' '; *text != '\0'; before = *text++) {
        if (isMinus(text, before)) {
            fputs("−", out);
            continue;
        }
        switch (*text) {
        case '&': fputs("&amp;", out); break;
        case '<': fputs("&lt;", out); break;
        case '>': fputs("&gt;", out); break;
        case '"': fputs("&quot;", out); break;
        default:
            // Control characters are not allowed in XML at all.
            fputc((unsigned char)*text < 0x20 ? ' ' : *text, out);
        }
    }
}

static void writeText(FILE* out, double x, double y, const char* classes, const char* text)
{
    fprintf(out, "<text x=\"%.0f\" y=\"%.0f\"", x, y);
    if (classes[0] != '\0') {
        fprintf(out, " class=\"%s\"", classes);
    }
    fputc('>', out);
    writeEscaped(out, text);
    fputs("</text>\n", out);
}

// Width on the page, estimated from the number of code points: the error is about a tenth, small
// enough for a legend.
static double textWidth(const char* text)
{
    int letters = 0;
    for (; *text != '\0'; ++text) {
        letters += ((unsigned char)*text & 0xC0) != 0x80;
    }
    return letters * LETTER;
}

static void writeGrid(FILE* out, const vlSvgFrame* frame, const vlTicks* x, const vlTicks* y)
{
    fputs("<path class=\"g\" d=\"", out);
    for (int i = 0; i < x->count; ++i) {
        double u =
            vlSvg_Fraction(x->at[i], frame->range.xMin, frame->range.xMax, frame->panel->xLog);
        fprintf(out, "M%.1f %.1fv%.0f", frame->left + u * frame->width, frame->top, frame->height);
    }
    for (int i = 0; i < y->count; ++i) {
        double u =
            vlSvg_Fraction(y->at[i], frame->range.yMin, frame->range.yMax, frame->panel->yLog);
        fprintf(out, "M%.1f %.1fh%.0f", frame->left, frame->top + (1.0 - u) * frame->height,
                frame->width);
    }
    fputs("\"/>\n", out);
}

// Short marks inside the frame between the labelled powers of a logarithmic axis.
static void writeMinorTicks(FILE* out, const vlSvgFrame* frame, const vlTicks* x, const vlTicks* y)
{
    const vlPlotRange* r = &frame->range;
    double bottom = frame->top + frame->height;
    vlMinorTicks minorX = vlTicks_Minor(x, r->xMin, r->xMax);
    vlMinorTicks minorY = vlTicks_Minor(y, r->yMin, r->yMax);
    if (minorX.count + minorY.count == 0) {
        return;
    }
    fputs("<path class=\"a\" d=\"", out);
    for (int i = 0; i < minorX.count; ++i) {
        double u = vlSvg_Fraction(minorX.at[i], r->xMin, r->xMax, true);
        fprintf(out, "M%.1f %.1fv-4", frame->left + u * frame->width, bottom);
    }
    for (int i = 0; i < minorY.count; ++i) {
        double u = vlSvg_Fraction(minorY.at[i], r->yMin, r->yMax, true);
        fprintf(out, "M%.1f %.1fh4", frame->left, bottom - u * frame->height);
    }
    fputs("\"/>\n", out);
}

static void writeAxes(FILE* out, const vlSvgFrame* frame)
{
    const vlPlotRange* r = &frame->range;
    int wantedY = frame->height < 110.0 ? 3 : 5;
    vlTicks x =
        frame->panel->xLog ? vlTicks_Log(r->xMin, r->xMax, 7) : vlTicks_Linear(r->xMin, r->xMax, 7);
    vlTicks y = frame->panel->yLog ? vlTicks_Log(r->yMin, r->yMax, wantedY)
                                   : vlTicks_Linear(r->yMin, r->yMax, wantedY);
    char label[48];
    double bottom = frame->top + frame->height;
    writeGrid(out, frame, &x, &y);
    writeMinorTicks(out, frame, &x, &y);
    for (int i = 0; i < x.count; ++i) {
        double u = vlSvg_Fraction(x.at[i], r->xMin, r->xMax, frame->panel->xLog);
        vlTicks_Label(&x, i, label, sizeof label);
        writeText(out, frame->left + u * frame->width, bottom + 14.0, "m", label);
    }
    for (int i = 0; i < y.count; ++i) {
        double u = vlSvg_Fraction(y.at[i], r->yMin, r->yMax, frame->panel->yLog);
        vlTicks_Label(&y, i, label, sizeof label);
        writeText(out, frame->left - 6.0, frame->top + (1.0 - u) * frame->height + 4.0, "e", label);
    }
    if (frame->panel->xLabel[0] != '\0') {
        writeText(out, frame->left + frame->width / 2.0, bottom + TICK_ROW + 12.0, "m",
                  frame->panel->xLabel);
    }
    fprintf(out, "<text class=\"m\" transform=\"translate(13,%.0f)rotate(-90)\">",
            frame->top + frame->height / 2.0);
    writeEscaped(out, frame->panel->yLabel);
    fputs("</text>\n", out);
}

// Letter, title and legend of a panel from `top` downwards; returns the rows they take. With `out`
// NULL it only counts. A `letter` of 0 means no letter.
static int writeHeader(FILE* out, const vlPanel* panel, char letter, double top)
{
    double right = VL_SVG_WIDTH - MARGIN_RIGHT;
    double x = MARGIN_LEFT;
    int row = 0;
    if (letter != '\0') {
        const char text[] = {'(', letter, ')', '\0'};
        if (out != NULL) {
            writeText(out, LETTER_LEFT, top + 12.0, "p", text);
        }
    }
    if (panel->title[0] != '\0') {
        if (out != NULL) {
            writeText(out, x, top + 12.0, "p", panel->title);
        }
        x += 1.1 * textWidth(panel->title) + 18.0;
    }
    for (int s = 0; s < panel->seriesCount; ++s) {
        const vlSeries* series = &panel->series[s];
        double width = VL_SVG_SWATCH + 5.0 + textWidth(series->label);
        if (series->label[0] == '\0') {
            continue;
        }
        if (x + width > right && x > MARGIN_LEFT) {
            ++row;
            x = MARGIN_LEFT;
        }
        if (out != NULL) {
            vlSvg_WriteSwatch(out, series, x, top + row * ROW + 8.0);
            writeText(out, x + VL_SVG_SWATCH + 5.0, top + row * ROW + 12.0, "", series->label);
        }
        x += width + 14.0;
    }
    return x > MARGIN_LEFT || letter != '\0' ? row + 1 : row;
}

static char letterOf(const vlFigure* figure, int panel)
{
    return figure->panelCount > 1 ? (char)('a' + panel) : '\0';
}

static double panelHeight(const vlFigure* figure, int index)
{
    const vlPanel* panel = &figure->panels[index];
    return writeHeader(NULL, panel, letterOf(figure, index), 0.0) * ROW + panel->height + TICK_ROW +
           (panel->xLabel[0] != '\0' ? LABEL_ROW : 0.0) + PANEL_GAP;
}

static bool writePanel(FILE* out, const vlFigure* figure, int index, double top, Budget* budget)
{
    const vlPanel* panel = &figure->panels[index];
    double header = writeHeader(out, panel, letterOf(figure, index), top) * ROW;
    vlSvgFrame frame = {.panel = panel,
                        .left = MARGIN_LEFT,
                        .top = top + header,
                        .width = VL_SVG_WIDTH - MARGIN_LEFT - MARGIN_RIGHT,
                        .height = panel->height,
                        .range = vlPanel_GetRange(panel)};
    writeAxes(out, &frame);
    fprintf(out,
            "<clipPath id=\"p%d\"><path d=\"M0 0h%.0fv%.0fh-%.0fz\"/></clipPath>\n"
            "<g transform=\"translate(%.0f,%.0f)scale(.1)\" clip-path=\"url(#p%d)\">\n",
            index, frame.width * VL_SVG_UNITS, frame.height * VL_SVG_UNITS,
            frame.width * VL_SVG_UNITS, frame.left, frame.top, index);
    bool isGood = true;
    for (int s = 0; s < panel->seriesCount; ++s) {
        const vlSeries* series = &panel->series[s];
        long before = ftell(out);
        isGood = vlSvg_WriteSeries(out, &frame, series, budget->column[index][s]) && isGood;
        // Only lines can be simplified.
        bool isLine = series->style == VL_SERIES_LINE || series->style == VL_SERIES_DASHED ||
                      series->style == VL_SERIES_DOTTED || series->style == VL_SERIES_REFERENCE;
        budget->bytes[index][s] = isLine ? ftell(out) - before : 0;
    }
    fprintf(out, "</g>\n<path class=\"a\" d=\"M%.1f %.1fh%.0fv%.0fh-%.0fz\"/>\n", frame.left,
            frame.top, frame.width, frame.height, frame.width);
    return isGood;
}

static char* render(const vlFigure* figure, Budget* budget, size_t* size)
{
    vlTextOut made;
    FILE* out = vlTextOut_Open(&made);
    if (out == NULL) {
        return NULL;
    }
    double height = MARGIN_TOP + MARGIN_BOTTOM;
    for (int p = 0; p < figure->panelCount; ++p) {
        height += panelHeight(figure, p);
    }
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" "
            "viewBox=\"0 0 %.0f %.0f\">\n<title>",
            VL_SVG_WIDTH, height, VL_SVG_WIDTH, height);
    writeEscaped(out, figure->title);
    fprintf(out, "</title>\n%s<path class=\"b\" d=\"M0 0h%.0fv%.0fH0z\"/>\n", style, VL_SVG_WIDTH,
            height);
    writeText(out, VL_SVG_WIDTH / 2.0, 20.0, "t m", figure->title);
    bool isGood = !vlFigure_HasFailed(figure);
    double top = MARGIN_TOP;
    for (int p = 0; p < figure->panelCount; ++p) {
        isGood = writePanel(out, figure, p, top, budget) && isGood;
        top += panelHeight(figure, p);
    }
    fputs("</svg>\n", out);
    char* text = vlTextOut_Close(&made, size);
    if (!isGood) {
        free(text);
        text = NULL;
    }
    return text;
}

// Widest merged column, px. Wider ones are visible: smooth curves become angular.
#define WIDEST_COLUMN 1.0

// Merges more columns of the series that takes the most bytes. False if nothing can be gained any
// more.
static bool coarsen(Budget* budget)
{
    double* widest = NULL;
    long most = 0;
    for (int p = 0; p < VL_MAX_PANELS; ++p) {
        for (int s = 0; s < VL_MAX_SERIES; ++s) {
            if (budget->bytes[p][s] > most && budget->column[p][s] < WIDEST_COLUMN) {
                most = budget->bytes[p][s];
                widest = &budget->column[p][s];
            }
        }
    }
    if (widest != NULL) {
        *widest = fmin(1.3 * *widest, WIDEST_COLUMN);
    }
    return widest != NULL;
}

char* vlSvg_Render(const vlFigure* figure, size_t* size)
{
    Budget budget = {0};
    for (int p = 0; p < VL_MAX_PANELS; ++p) {
        for (int s = 0; s < VL_MAX_SERIES; ++s) {
            budget.column[p][s] = 0.5;
        }
    }
    char* text = render(figure, &budget, size);
    while (text != NULL && *size > VL_SVG_BUDGET && coarsen(&budget)) {
        free(text);
        text = render(figure, &budget, size);
    }
    return text;
}

bool vlSvg_Write(const vlFigure* figure, const char* path)
{
    size_t size = 0;
    char* text = figure != NULL ? vlSvg_Render(figure, &size) : NULL;
    vlFileOut out;
    int error = text != NULL ? vlFileOut_Open(&out, path) : ENOMEM;
    if (error == 0) {
        (void)fwrite(text, 1, size, out.stream); // a failure is seen by Commit
        error = vlFileOut_Commit(&out);
    }
    free(text);
    errno = error;
    return error == 0;
}
