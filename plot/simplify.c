// SPDX-License-Identifier: MIT
#include "plot/simplify.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

static bool goesForward(const vlPlotPoint* points, int count)
{
    for (int i = 1; i < count; ++i) {
        if (points[i].x < points[i - 1].x) {
            return false;
        }
    }
    return true;
}

// Moves the kept points of the column [begin, end) down to `out`; returns the new end of the
// output.
static int keepColumn(vlPlotPoint* points, int begin, int end, int out)
{
    int low = begin, high = begin;
    for (int i = begin + 1; i < end; ++i) {
        low = points[i].y < points[low].y ? i : low;
        high = points[i].y > points[high].y ? i : high;
    }
    int keep[4] = {begin, low < high ? low : high, low < high ? high : low, end - 1};
    int last = -1;
    for (int k = 0; k < 4; ++k) {
        if (keep[k] > last) {
            points[out++] = points[keep[k]];
            last = keep[k];
        }
    }
    return out;
}

int vlSimplify_Columns(vlPlotPoint* points, int count, double width)
{
    if (!goesForward(points, count)) {
        return count;
    }
    int out = 0;
    for (int begin = 0; begin < count;) {
        double column = floor(points[begin].x / width);
        int end = begin + 1;
        while (end < count && floor(points[end].x / width) == column) {
            ++end;
        }
        out = keepColumn(points, begin, end, out);
        begin = end;
    }
    return out;
}

// The squared distance, because a root for every point would take most of the time.
static double squareToSegment(vlPlotPoint p, vlPlotPoint a, vlPlotPoint b)
{
    double dx = b.x - a.x, dy = b.y - a.y;
    double square = dx * dx + dy * dy;
    double t = square > 0.0 ? ((p.x - a.x) * dx + (p.y - a.y) * dy) / square : 0.0;
    t = t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
    double ex = p.x - (a.x + t * dx), ey = p.y - (a.y + t * dy);
    return ex * ex + ey * ey;
}

// Marks the points of [first, last] to be kept. `stack` holds the right ends of the open intervals.
static void markKept(const vlPlotPoint* points, int first, int last, double tolerance, bool* kept,
                     int* stack)
{
    int depth = 0;
    stack[depth++] = last;
    kept[first] = true;
    while (depth > 0) {
        int end = stack[depth - 1];
        int farthest = first;
        double most = tolerance * tolerance;
        for (int i = first + 1; i < end; ++i) {
            double square = squareToSegment(points[i], points[first], points[end]);
            if (square > most) {
                most = square;
                farthest = i;
            }
        }
        if (farthest > first) {
            stack[depth++] = farthest;
        } else {
            kept[end] = true;
            first = end;
            --depth;
        }
    }
}

int vlSimplify_Line(vlPlotPoint* points, int count, double tolerance)
{
    if (count < 3) {
        return count;
    }
    bool* kept = calloc((size_t)count, sizeof *kept);
    int* stack = malloc((size_t)count * sizeof *stack);
    int out = -1;
    if (kept != NULL && stack != NULL) {
        markKept(points, 0, count - 1, tolerance, kept, stack);
        out = 0;
        for (int i = 0; i < count; ++i) {
            if (kept[i]) {
                points[out++] = points[i];
            }
        }
    }
    free(stack);
    free(kept);
    return out;
}
