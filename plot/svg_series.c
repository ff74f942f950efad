// SPDX-License-Identifier: MIT
#include "plot/svg_series.h"

#include <math.h>
#include <stdlib.h>

#include "base/power.h"

#define TOLERANCE 0.08 // px: at 0.25 the kinks of a smooth curve can be seen
#define PALETTE_SIZE 7
#define CELL_SWATCH 11.0 // px, height of a cell's sample

// CSS classes by vlSeriesStyle.
static const char* const classes[] = {"l", "l d", "k", "l r", "q", "l", "l z", "o"};

double vlSvg_Fraction(double value, double lower, double upper, bool isLog)
{
    return isLog ? (vlLog(value) - vlLog(lower)) / (vlLog(upper) - vlLog(lower))
                 : (value - lower) / (upper - lower);
}

// Pixels inside the plotting area; not finite if the value has no place on the axis.
static vlPlotPoint place(const vlSvgFrame* frame, vlPlotPoint p)
{
    const vlPlotRange* r = &frame->range;
    double x = vlSvg_Fraction(p.x, r->xMin, r->xMax, frame->panel->xLog) * frame->width;
    double y = (1.0 - vlSvg_Fraction(p.y, r->yMin, r->yMax, frame->panel->yLog)) * frame->height;
    // Points far outside are clipped anyway; bounded, they cannot overflow the integer path.
    return (vlPlotPoint){x, isfinite(y) ? fmin(1e4, fmax(-1e4, y)) : y};
}

static bool isOnPage(vlPlotPoint p)
{
    return isfinite(p.x) && isfinite(p.y) && fabs(p.x) < 1e5;
}

// Relative integers with the sign as separator where possible: about 6 bytes per point.
static void writeRun(FILE* out, const vlPlotPoint* points, int count)
{
    long x = lround(points[0].x * VL_SVG_UNITS), y = lround(points[0].y * VL_SVG_UNITS);
    fprintf(out, "M%ld %ldl", x, y);
    if (count == 1) {
        fputs("0 0", out);
    }
    for (int i = 1; i < count; ++i) {
        long nextX = lround(points[i].x * VL_SVG_UNITS);
        long nextY = lround(points[i].y * VL_SVG_UNITS);
        long dx = nextX - x, dy = nextY - y;
        fprintf(out, "%s%ld%s%ld", i > 1 && dx >= 0 ? " " : "", dx, dy >= 0 ? " " : "", dy);
        x = nextX;
        y = nextY;
    }
}

static bool writeLine(FILE* out, const vlSvgFrame* frame, const vlSeries* series, double column)
{
    if (series->count == 0) {
        return true;
    }
    vlPlotPoint* run = malloc((size_t)series->count * sizeof *run);
    bool isGood = run != NULL;
    fprintf(out, "<path class=\"%s c%d\" d=\"", classes[series->style],
            series->colour % PALETTE_SIZE);
    for (int i = 0; isGood && i < series->count;) {
        int count = 0;
        for (; i < series->count; ++i) {
            vlPlotPoint p = place(frame, series->points[i]);
            if (!isOnPage(p)) {
                break;
            }
            run[count++] = p;
        }
        if (count > 0) {
            count = vlSimplify_Line(run, vlSimplify_Columns(run, count, column), TOLERANCE);
            isGood = count > 0;
            if (isGood) {
                writeRun(out, run, count);
            }
        }
        i++; // skips the gap
    }
    fputs("\"/>\n", out);
    free(run);
    return isGood;
}

static void writeMarker(FILE* out, double x, double y, int shape)
{
    switch (shape % 3) {
    case 0: fprintf(out, "<circle cx=\"%.0f\" cy=\"%.0f\" r=\"36\"/>", x, y); break;
    case 1: fprintf(out, "<path d=\"M%.0f %.0fh64v64h-64z\"/>", x - 32, y - 32); break;
    default: fprintf(out, "<path d=\"M%.0f %.0fl42 72h-84z\"/>", x, y - 44);
    }
}

// A value that a paper prints: the same mark everywhere.
static void writePrinted(FILE* out, double x, double y)
{
    fprintf(out, "<path d=\"M%.0f %.0fl48 48-48 48-48-48z\"/>", x, y - 48);
}

static void beginMarkers(FILE* out, const vlSeries* series)
{
    if (series->style == VL_SERIES_PRINTED) {
        fputs("<g class=\"o\">", out);
    } else {
        fprintf(out, "<g class=\"k c%d\">", series->colour % PALETTE_SIZE);
    }
}

static void writeMark(FILE* out, const vlSeries* series, double x, double y)
{
    if (series->style == VL_SERIES_PRINTED) {
        writePrinted(out, x, y);
    } else if (series->style == VL_SERIES_POINTS) { // the line shows which series it is
        fprintf(out, "<circle cx=\"%.0f\" cy=\"%.0f\" r=\"24\"/>", x, y);
    } else {
        writeMarker(out, x, y, series->colour);
    }
}

static void writeMarkers(FILE* out, const vlSvgFrame* frame, const vlSeries* series)
{
    beginMarkers(out, series);
    for (int i = 0; i < series->count; ++i) {
        vlPlotPoint p = place(frame, series->points[i]);
        if (isOnPage(p)) {
            writeMark(out, series, p.x * VL_SVG_UNITS, p.y * VL_SVG_UNITS);
        }
    }
    fputs("</g>\n", out);
}

// Corner of the cell about `p`, px: the lower left one with -0.5, the upper right one with 0.5.
static vlPlotPoint cellCorner(const vlSvgFrame* frame, const vlSeries* series, vlPlotPoint p,
                              double side)
{
    const vlPanel* panel = frame->panel;
    vlPlotPoint c = {
        panel->xLog ? p.x * vlPower(series->cellWidth, side) : p.x + side * series->cellWidth,
        panel->yLog ? p.y * vlPower(series->cellHeight, side) : p.y + side * series->cellHeight};
    return place(frame, c);
}

// Cells are drawn as thick lines: those next to each other in a row become one, so that there is no
// seam between them and a map costs about 10 bytes for each of its edges.
static void writeCells(FILE* out, const vlSvgFrame* frame, const vlSeries* series)
{
    long thickness = 0, startX = 0, endX = 0, rowY = 0;
    bool isOpen = false;
    for (int i = 0; i <= series->count; ++i) {
        vlPlotPoint low = {nan(""), nan("")}, high = low;
        if (i < series->count) {
            low = cellCorner(frame, series, series->points[i], -0.5);
            high = cellCorner(frame, series, series->points[i], 0.5);
        }
        bool isCell = isOnPage(low) && isOnPage(high);
        long left = isCell ? lround(low.x * VL_SVG_UNITS) : 0;
        long right = isCell ? lround(high.x * VL_SVG_UNITS) : 0;
        long y = isCell ? lround(0.5 * (low.y + high.y) * VL_SVG_UNITS) : 0;
        bool goesOn = isOpen && isCell && y == rowY && labs(left - endX) <= 1;
        if (isOpen && !goesOn) {
            fprintf(out, "M%ld %ldH%ld", startX, rowY, endX);
        }
        if (isCell && thickness == 0) {
            thickness = lround((low.y - high.y) * VL_SVG_UNITS);
            fprintf(out, "<path class=\"q c%d\" stroke-width=\"%ld\" d=\"",
                    series->colour % PALETTE_SIZE, thickness);
        }
        startX = goesOn ? startX : left;
        rowY = y;
        endX = right;
        isOpen = isCell;
    }
    if (thickness != 0) {
        fputs("\"/>\n", out);
    }
}

bool vlSvg_WriteSeries(FILE* out, const vlSvgFrame* frame, const vlSeries* series, double column)
{
    switch (series->style) {
    case VL_SERIES_PRINTED:
    case VL_SERIES_MARKERS: writeMarkers(out, frame, series); return true;
    case VL_SERIES_CELLS: writeCells(out, frame, series); return true;
    case VL_SERIES_LINE:
    case VL_SERIES_DASHED:
    case VL_SERIES_DOTTED:
    case VL_SERIES_POINTS:
    case VL_SERIES_REFERENCE: break;
    }
    bool isGood = writeLine(out, frame, series, column);
    if (series->style == VL_SERIES_POINTS) {
        writeMarkers(out, frame, series);
    }
    return isGood;
}

void vlSvg_WriteSwatch(FILE* out, const vlSeries* series, double x, double y)
{
    fprintf(out, "<g transform=\"translate(%.0f,%.0f)scale(.1)\" class=\"%s c%d\"", x, y,
            classes[series->style], series->colour % PALETTE_SIZE);
    if (series->style == VL_SERIES_CELLS) {
        fprintf(out, " stroke-width=\"%.0f\"", CELL_SWATCH * VL_SVG_UNITS);
    }
    fputc('>', out);
    double middle = VL_SVG_SWATCH * VL_SVG_UNITS / 2.0;
    bool isMark = series->style == VL_SERIES_MARKERS || series->style == VL_SERIES_PRINTED;
    if (!isMark) {
        fprintf(out, "<path d=\"M0 0h%.0f\"/>", 2.0 * middle);
    }
    if (isMark || series->style == VL_SERIES_POINTS) {
        beginMarkers(out, series);
        writeMark(out, series, middle, 0.0);
        fputs("</g>", out);
    }
    fputs("</g>\n", out);
}
