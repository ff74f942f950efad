// SPDX-License-Identifier: MIT
// Which sample of a surface stands for each of its triangles: the one that is nearest to the
// triangle's centroid. Samples are sorted into a grid whose cells are as wide as the nearest sample
// can be far away.

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "view/view_parts.h"
#include "volar/surface.h"

// Cells along each axis that a number of 64 bits has room for. What lies beyond shares the last
// one, which costs time and changes nothing.
#define MOST_CELLS 2000000.0

typedef struct Entry {
    uint64_t cell;
    int sample;
} Entry;

typedef struct Grid {
    const vlShape* shape;
    Entry* entry; // in the order of their cells
    int count;
    vlVec3 low;
    double width; // m, of a cell
} Grid;

static uint64_t cellAlong(double place, double low, double width)
{
    double cell = (place - low) / width + 1.0; // from 1 on: there is always a cell before
    return cell < 1.0 ? 0 : cell < MOST_CELLS ? (uint64_t)cell : (uint64_t)MOST_CELLS;
}

static uint64_t numberCell(uint64_t x, uint64_t y, uint64_t z)
{
    return (x << 42) + (y << 21) + z;
}

static int compareEntries(const void* left, const void* right)
{
    const Entry* a = left;
    const Entry* b = right;
    if (a->cell != b->cell) {
        return a->cell < b->cell ? -1 : 1;
    }
    return (a->sample > b->sample) - (a->sample < b->sample);
}

static vlSurfaceSample getSample(const vlShape* shape, int i)
{
    vlSurfaceSample sample = {{0.0, 0.0, 0.0}, 0.0};
    vlResult r = vlShape_GetSample(shape, i, &sample);
    (void)r; // cannot fail: the shape is a surface, and i is below its number of samples
    return sample;
}

// Small triangles have sides within the spacing, so that a point is within it of a sample before
// merging; merging moves a sample by no more than its patch is wide.
static double findReach(const vlShape* shape, const vlSurfaceInfo* info)
{
    double largest = 0.0;
    for (int i = 0; i < info->sampleCount; ++i) {
        double area = getSample(shape, i).area;
        largest = area > largest ? area : largest;
    }
    return info->spacing + 2.0 * vlView_FindPatchRadius(largest);
}

static bool buildGrid(Grid* grid, const vlShape* shape, const vlSurfaceInfo* info)
{
    *grid = (Grid){.shape = shape, .count = info->sampleCount, .width = findReach(shape, info)};
    grid->entry = calloc((size_t)info->sampleCount + 1, sizeof *grid->entry);
    if (grid->entry == NULL) {
        return false;
    }
    grid->low = vlVec(HUGE_VAL, HUGE_VAL, HUGE_VAL);
    for (int i = 0; i < grid->count; ++i) {
        vlVec3 p = getSample(shape, i).point;
        grid->low = vlVec(fmin(grid->low.x, p.x), fmin(grid->low.y, p.y), fmin(grid->low.z, p.z));
    }
    for (int i = 0; i < grid->count; ++i) {
        vlVec3 p = getSample(shape, i).point;
        grid->entry[i].sample = i;
        grid->entry[i].cell = numberCell(cellAlong(p.x, grid->low.x, grid->width),
                                         cellAlong(p.y, grid->low.y, grid->width),
                                         cellAlong(p.z, grid->low.z, grid->width));
    }
    qsort(grid->entry, (size_t)grid->count, sizeof *grid->entry, compareEntries);
    return true;
}

// The first entry that is not before `cell`.
static int findEntry(const Grid* grid, uint64_t cell)
{
    int low = 0, high = grid->count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (grid->entry[middle].cell < cell) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

// Radius of the patch of the sample nearest to `p`; 0 if none is within reach.
static double findPatch(const Grid* grid, vlVec3 p)
{
    uint64_t x = cellAlong(p.x, grid->low.x, grid->width);
    uint64_t y = cellAlong(p.y, grid->low.y, grid->width);
    uint64_t z = cellAlong(p.z, grid->low.z, grid->width);
    double nearest = grid->width * grid->width, area = 0.0;
    for (uint64_t i = x > 0 ? x - 1 : 0; i <= x + 1; ++i) {
        for (uint64_t j = y > 0 ? y - 1 : 0; j <= y + 1; ++j) {
            uint64_t last = numberCell(i, j, z + 1); // cells along z are numbered one by one
            int k = findEntry(grid, numberCell(i, j, z > 0 ? z - 1 : 0));
            for (; k < grid->count && grid->entry[k].cell <= last; ++k) {
                vlSurfaceSample sample = getSample(grid->shape, grid->entry[k].sample);
                vlVec3 away = vlSub(sample.point, p);
                double square = vlDot(away, away);
                if (square <= nearest) {
                    nearest = square;
                    area = sample.area;
                }
            }
        }
    }
    return vlView_FindPatchRadius(area);
}

static vlVec3 findCentroid(const vlShape* shape, int face)
{
    int corner[3] = {0, 0, 0};
    vlVec3 sum = vlZero();
    (void)vlShape_GetFaceVertices(shape, 0, face, corner, 3);
    for (int i = 0; i < 3; ++i) {
        sum = vlAdd(sum, vlShape_GetVertex(shape, 0, corner[i]));
    }
    return vlScale(sum, 1.0 / 3.0);
}

bool vlView_WritePatches(FILE* out, const vlShape* shape)
{
    vlSurfaceInfo info;
    Grid grid;
    int faces = vlShape_GetFaceCount(shape, 0);
    if (faces > VL_VIEW_MAX_PATCHES || vlShape_GetSurfaceInfo(shape, &info) != VL_OK) {
        return true;
    }
    if (!buildGrid(&grid, shape, &info)) {
        return false;
    }
    fputs("\"patches\":[", out);
    for (int f = 0; f < faces; ++f) {
        fprintf(out, "%s%.3g", f > 0 ? "," : "", findPatch(&grid, findCentroid(shape, f)));
    }
    fputs("],", out);
    free(grid.entry);
    return true;
}
