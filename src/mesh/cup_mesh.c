// SPDX-License-Identifier: MIT
// A cup of 90 mm with a handle that is joined to its wall: at either end of the handle four
// quadrilaterals of the wall are left out, and their border of eight edges is joined to the last
// ring of the handle. 3280 - 2 * 8 triangles of the cup, 17 * 40 of the handle, 2 * 28 of the
// joints: 4000.

#include <math.h>

#include "base/angle.h"
#include "mesh/mesh_grid.h"

#define CUP_AROUND 40
#define CUP_RINGS 41
#define TUBE_AROUND 20
#define TUBE_RINGS 18
#define BORDER 8
#define ROW_HEIGHT (88.5 / 14.0)
#define LOWER_ROW 10 // ring of the wall in the middle of each joint
#define UPPER_ROW 18
#define REACH 40.5 // mm, from the axis to the ends of the handle, just off the wall

static vlVec3 cupPoint(const void* model, int i, int j)
{
    double r, z, f = 2.0 * VL_PI * j / CUP_AROUND;
    (void)model;
    if (i <= 7) {
        r = 40.0 * (i + 1) / 8.0;
        z = 0.0;
    } else if (i <= 21) {
        r = 40.0;
        z = ROW_HEIGHT * (i - 7);
    } else if (i <= 24) {
        double a = VL_PI * (i - 21) / 4.0;
        r = 38.5 + 1.5 * vlCosine(a);
        z = 88.5 + 1.5 * vlSine(a);
    } else if (i <= 35) {
        r = 37.0;
        z = 88.5 - 8.55 * (i - 25);
    } else {
        r = 37.0 * (41 - i) / 6.0;
        z = 3.0;
    }
    return vlVec(r * vlCosine(f), r * vlSine(f), z);
}

// The handle is half a torus whose ends stand before the middles of the two joints.
static vlVec3 tubePoint(const void* model, int i, int j)
{
    double f = 2.0 * VL_PI * j / TUBE_AROUND;
    double a = VL_PI * i / (TUBE_RINGS - 1) - 0.5 * VL_PI;
    double low = ROW_HEIGHT * (LOWER_ROW - 7), high = ROW_HEIGHT * (UPPER_ROW - 7);
    double radius = 0.5 * (high - low) + 4.0 * vlCosine(f);
    (void)model;
    return vlVec(REACH + radius * vlCosine(a), 4.0 * vlSine(f),
                 0.5 * (low + high) + radius * vlSine(a));
}

static double angleAbout(const vlMesh* mesh, int v, double height)
{
    return vlAngle_Of(mesh->points[v].z - height, mesh->points[v].y);
}

// Numbers of a loop, turned so that they begin at the smallest angle and go round anticlockwise
// about the x axis at the height.
static void sortLoop(const vlMesh* mesh, int* loop, int count, double height)
{
    for (int i = 1; i < count; ++i) {
        int v = loop[i], k = i;
        while (k > 0 && angleAbout(mesh, loop[k - 1], height) > angleAbout(mesh, v, height)) {
            loop[k] = loop[k - 1];
            --k;
        }
        loop[k] = v;
    }
}

// Joins two loops around the same middle by triangles, always going on along the one that is
// behind.
static void join(vlMesh* mesh, int* outer, int outerCount, int* inner, int innerCount,
                 double height)
{
    int i = 0, k = 0;
    sortLoop(mesh, outer, outerCount, height);
    sortLoop(mesh, inner, innerCount, height);
    while (i < outerCount || k < innerCount) {
        double next = i < outerCount ? (i + 0.5) / outerCount : 2.0;
        double other = k < innerCount ? (k + 0.5) / innerCount : 2.0;
        int a = outer[i % outerCount], b = inner[k % innerCount];
        if (next <= other) {
            vlMeshGrid_AddTriangle(mesh, a, outer[(i + 1) % outerCount], b);
            ++i;
        } else {
            vlMeshGrid_AddTriangle(mesh, a, inner[(k + 1) % innerCount], b);
            ++k;
        }
    }
}

static bool isLeftOut(const vlMesh* mesh, int t, int row)
{
    int middle = row * CUP_AROUND; // j = 0 faces the handle
    // A triangle of the four quadrilaterals has all corners within one ring and one column of the
    // middle.
    for (int k = 0; k < 3; ++k) {
        int v = mesh->indices[3 * t + k];
        int i = v / CUP_AROUND, j = v % CUP_AROUND;
        if (v >= CUP_AROUND * CUP_RINGS || i < row - 1 || i > row + 1 ||
            (j > 1 && j < CUP_AROUND - 1)) {
            return false;
        }
    }
    return middle > 0;
}

static void joinHandle(vlMesh* mesh, int tube)
{
    static const int rows[2] = {LOWER_ROW, UPPER_ROW};
    int kept = 0;
    for (int t = 0; t < mesh->faceCount; ++t) {
        if (!isLeftOut(mesh, t, LOWER_ROW) && !isLeftOut(mesh, t, UPPER_ROW)) {
            for (int k = 0; k < 3; ++k) {
                mesh->indices[3 * kept + k] = mesh->indices[3 * t + k];
            }
            ++kept;
        }
    }
    mesh->faceCount = kept;
    for (int end = 0; end < 2; ++end) {
        int border[BORDER], ring[TUBE_AROUND], count = 0;
        for (int i = -1; i <= 1; ++i) {
            for (int j = -1; j <= 1; ++j) {
                if (i != 0 || j != 0) {
                    border[count++] = (rows[end] + i) * CUP_AROUND + (j + CUP_AROUND) % CUP_AROUND;
                }
            }
        }
        for (int j = 0; j < TUBE_AROUND; ++j) {
            ring[j] = tube + (end == 0 ? 0 : TUBE_RINGS - 1) * TUBE_AROUND + j;
        }
        join(mesh, border, BORDER, ring, TUBE_AROUND, ROW_HEIGHT * (rows[end] - 7));
    }
}

vlResult vlMeshModel_MakeCup(vlMesh* mesh)
{
    vlMeshGrid cup = {.point = cupPoint, .around = CUP_AROUND, .rings = CUP_RINGS};
    vlMeshGrid tube = {.point = tubePoint, .around = TUBE_AROUND, .rings = TUBE_RINGS};
    int first = 0, handle = 0;
    vlResult result = vlMeshGrid_Reserve(
        mesh, CUP_AROUND * CUP_RINGS + TUBE_AROUND * TUBE_RINGS + 2,
        2 * CUP_AROUND * CUP_RINGS + 2 * TUBE_AROUND * TUBE_RINGS + 2 * (BORDER + TUBE_AROUND));
    if (result != VL_OK) {
        return result;
    }
    vlMeshGrid_AddRings(mesh, &cup, &first);
    int low = mesh->pointCount++, high = mesh->pointCount++;
    mesh->points[low] = vlVec(0.0, 0.0, 0.0);
    mesh->points[high] = vlVec(0.0, 0.0, 3.0);
    for (int j = 0; j < CUP_AROUND; ++j) {
        int last = (CUP_RINGS - 1) * CUP_AROUND, next = (j + 1) % CUP_AROUND;
        vlMeshGrid_AddTriangle(mesh, low, next, j);
        vlMeshGrid_AddTriangle(mesh, high, last + j, last + next);
    }
    vlMeshGrid_AddRings(mesh, &tube, &handle);
    joinHandle(mesh, handle);
    vlMeshGrid_Finish(mesh);
    // The triangles of the joints run as the loops do: preparing turns them to agree with the rest.
    // The two vertices in the middles of the joints have no face any more and are left out.
    vlMeshPrepareDef def = vlDefaultMeshPrepareDef();
    def.unit = VL_MESH_UNIT_M;
    return vlMesh_Prepare(mesh, &def, NULL, NULL, 0);
}
