// SPDX-License-Identifier: MIT
#include "formation/poly_inside.h"

#include "formation/poly_pack.h"

// Slack for rounding of the bounds of faces, m.
#define ROUNDING 1e-12
// Strips serve depths up to the larger of this, m, and this part of the radius.
#define MARGIN 2e-4
#define MARGIN_PART 1e-3

// The direction of all rays. It should not lie in a plane with an edge and a vertex of a usual
// scene, and its components must be positive (missesBounds).
static const vlVec3 ray = {0.5377, 0.4111, 0.7363};
static const vlVec3 perRay = {1.0 / 0.5377, 1.0 / 0.4111, 1.0 / 0.7363};

// ---- lists ----

// The range of a cell along a direction.
static void spanOf(const vlPolyhedron* p, const vlPolyhedronCell* cell, vlVec3 along, double* low,
                   double* high)
{
    *low = HUGE_VAL;
    *high = -HUGE_VAL;
    for (int k = cell->firstCorner; k < cell->firstCorner + cell->cornerCount; ++k) {
        double at = vlDot(along, p->points[p->corners[k]]);
        *low = fmin(*low, at);
        *high = fmax(*high, at);
    }
}

static double extentOf(const vlPolyhedron* p, vlVec3 along, double* least)
{
    double most = -HUGE_VAL;
    *least = HUGE_VAL;
    for (int v = 0; v < p->vertexCount; ++v) {
        double at = vlDot(along, p->vertices[v].position);
        *least = fmin(*least, at);
        most = fmax(most, at);
    }
    return most - *least;
}

static int stripOf(const vlRayLists* lists, double at)
{
    double strip = floor((at - lists->least) / lists->width);
    return strip < 0.0 ? 0 : (strip < lists->count ? (int)strip : lists->count - 1);
}

// Goes through all cells. Counts those of each strip in the `start` of the next strip, or
// (`isListing`) lists them.
static void go(vlRayLists* lists, const vlPolyhedron* p, bool isListing)
{
    for (int c = 0; c < p->cellCount; ++c) {
        double low;
        double high;
        spanOf(p, &p->cells[c], lists->across, &low, &high);
        int last = stripOf(lists, high + lists->margin);
        for (int k = stripOf(lists, low - lists->margin); k <= last; ++k) {
            if (isListing) {
                lists->cell[lists->start[k]++] = c;
            } else {
                ++lists->start[k + 1];
            }
        }
    }
}

// Counts the cells of `count` strips; false if there is no room for them.
static bool count(vlRayLists* lists, const vlPolyhedron* p, double extent, int count)
{
    lists->count = count;
    lists->width = extent / count;
    for (int k = 0; k <= count; ++k) {
        lists->start[k] = 0;
    }
    go(lists, p, false);
    for (int k = 0; k < count; ++k) {
        lists->start[k + 1] += lists->start[k];
    }
    return (size_t)lists->start[count] <= VL_RAY_ROOM(p->cellCount);
}

void vlRayLists_Fill(vlRayLists* lists, const vlPolyhedron* p)
{
    vlVec3 x = vlUnit(vlCross(ray, vlVec(0.0, 0.0, 1.0)));
    vlVec3 y = vlUnit(vlCross(ray, x));
    double leastX;
    double leastY;
    double alongX = extentOf(p, x, &leastX);
    double alongY = extentOf(p, y, &leastY);
    lists->across = alongX > alongY ? x : y;
    lists->least = alongX > alongY ? leastX : leastY;
    lists->margin = fmax(MARGIN, MARGIN_PART * p->radius) + ROUNDING;
    int strips = VL_RAY_LISTS;
    // A single strip has each cell once, and for that there is always room.
    while (!count(lists, p, fmax(alongX, alongY), strips)) {
        strips /= 2;
    }
    go(lists, p, true);
    for (int k = strips; k > 0; --k) { // listing has moved each start to the next one
        lists->start[k] = lists->start[k - 1];
    }
    lists->start[0] = 0;
}

// ---- inside ----

static bool isInCell(const vlPolyhedron* p, const vlPolyhedronCell* cell, vlVec3 x, double slack)
{
    for (int k = cell->firstCorner; k < cell->firstCorner + cell->cornerCount; ++k) {
        if (vlDot(p->sideNormals[k], x) - p->sideOffsets[k] < -slack) {
            return false;
        }
    }
    return true;
}

// Does the ray from a point miss the bounds of a face by more than `gap`? Faces behind the point
// are always missed.
static bool missesBounds(const vlPolyhedronFace* face, vlVec3 from, double gap)
{
    double lx = face->lower.x - gap - from.x;
    double ly = face->lower.y - gap - from.y;
    double lz = face->lower.z - gap - from.z;
    double ux = face->upper.x + gap - from.x;
    double uy = face->upper.y + gap - from.y;
    double uz = face->upper.z + gap - from.z;
    if (ux < 0.0 || uy < 0.0 || uz < 0.0) {
        return true;
    }
    double enters = lx * perRay.x;
    enters = ly * perRay.y > enters ? ly * perRay.y : enters;
    enters = lz * perRay.z > enters ? lz * perRay.z : enters;
    return enters > ux * perRay.x || enters > uy * perRay.y || enters > uz * perRay.z;
}

// Is the point within `depth` of a cell? If not, counts whether the ray crosses the cell.
static bool isOnCell(const vlPolyhedron* p, const vlPolyhedronCell* cell, vlVec3 point,
                     double depth, int* crossings)
{
    const vlPolyhedronFace* face = &p->faces[cell->face];
    if (missesBounds(face, point, depth + ROUNDING)) {
        return false;
    }
    double height = vlDot(face->normal, point) - face->offset;
    double rate = vlDot(face->normal, ray);
    if (fabs(height) <= depth && isInCell(p, cell, point, depth)) {
        return true;
    }
    bool crosses =
        height * rate < 0.0 && isInCell(p, cell, vlMulAdd(point, -height / rate, ray), 0.0);
    *crossings += crosses ? 1 : 0;
    return false;
}

bool vlPolyhedron_HasInside(const vlPolyhedron* p, vlVec3 point, double depth)
{
    if (p->isHalfspace) {
        return vlDot(p->faces[0].normal, point) - p->faces[0].offset < -depth;
    }
    if (point.x < p->lower.x + depth || point.y < p->lower.y + depth ||
        point.z < p->lower.z + depth || point.x > p->upper.x - depth ||
        point.y > p->upper.y - depth || point.z > p->upper.z - depth) {
        return false;
    }
    int crossings = 0;
    const vlRayLists* lists = &((const vlPolyBlock*)p->block)->rayLists;
    int first = 0;
    int end = p->cellCount;
    bool isListed = depth < lists->margin;
    if (isListed) {
        int strip = stripOf(lists, vlDot(lists->across, point));
        first = lists->start[strip];
        end = lists->start[strip + 1];
    }
    for (int i = first; i < end; ++i) {
        const vlPolyhedronCell* cell = &p->cells[isListed ? lists->cell[i] : i];
        if (isOnCell(p, cell, point, depth, &crossings)) {
            return false;
        }
    }
    return crossings % 2 == 1;
}
