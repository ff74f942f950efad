// SPDX-License-Identifier: MIT
#include "volar/mesh_model.h"

#include <math.h>
#include <string.h>

#include "base/angle.h"
#include "mesh/mesh_grid.h"

// The spoon of [OL05] Figure 4: a handle, and a bowl that is pressed out of an ellipse. mm.
#define SPOON_AROUND 16
#define SPOON_RINGS 42

static vlVec3 spoonPoint(const void* model, int i, int j)
{
    double f = 2.0 * VL_PI * j / SPOON_AROUND;
    double s = i < 14 ? 0.68 * (i + 1) / 14.0 : 0.68 + 0.32 * vlSine(0.5 * VL_PI * (i - 13) / 29.0);
    double z = 200.0 * s;
    double t = fmin((z - 132.0) / 68.0, 1.0);
    double width = 4.0, thick = 1.5, deep = 0.0;
    (void)model;
    if (t > 0.0) {
        double bowl = 20.0 * sqrt(fmax(0.0, 4.0 * t * (1.0 - t))) * (1.0 - 0.15 * (2.0 * t - 1.0));
        width = fmax(4.0 * sqrt(1.0 - t * t), bowl);
        double t4 = t * t * t * t;
        thick = sqrt(1.0 - t4 * t4 * t4 * t4);
        deep = 32.0 * t * (1.0 - t);
    }
    return vlVec(width * vlCosine(f), thick * vlSine(f) - deep * vlSine(f) * vlSine(f), z);
}

static vlResult makeSpoon(vlMesh* mesh)
{
    vlMeshGrid grid = {.point = spoonPoint,
                       .around = SPOON_AROUND,
                       .rings = SPOON_RINGS,
                       .pole = {{0.0, 0.0, 0.0}, {0.0, 0.0, 200.0}}};
    return vlMeshGrid_Make(&grid, mesh);
}

#define TORUS_AROUND 24
#define TORUS_RINGS 48

static vlVec3 torusPoint(const void* model, int i, int j)
{
    double a = 2.0 * VL_PI * i / TORUS_RINGS, f = 2.0 * VL_PI * j / TORUS_AROUND;
    double r = 30.0 + 10.0 * vlCosine(f);
    (void)model;
    return vlVec(r * vlCosine(a), r * vlSine(a), 10.0 * vlSine(f));
}

static vlResult makeTorus(vlMesh* mesh)
{
    vlMeshGrid grid = {
        .point = torusPoint, .around = TORUS_AROUND, .rings = TORUS_RINGS, .isLoop = true};
    return vlMeshGrid_Make(&grid, mesh);
}

// A trefoil, which winds three times around a torus while it goes round twice.
#define KNOT_AROUND 16
#define KNOT_RINGS 160

static vlVec3 knotLine(double a)
{
    double r = 20.0 + 8.0 * vlCosine(3.0 * a);
    return vlVec(r * vlCosine(2.0 * a), r * vlSine(2.0 * a), 8.0 * vlSine(3.0 * a));
}

static vlVec3 knotPoint(const void* model, int i, int j)
{
    double a = 2.0 * VL_PI * i / KNOT_RINGS, f = 2.0 * VL_PI * j / KNOT_AROUND;
    vlVec3 middle = knotLine(a);
    vlVec3 along = vlUnit(vlSub(knotLine(a + 1e-4), knotLine(a - 1e-4)));
    // Away from the ring in the middle of the torus: turns steadily, and comes back to itself.
    vlVec3 out = vlSub(middle, vlScale(vlUnit(vlVec(middle.x, middle.y, 0.0)), 20.0));
    vlVec3 u = vlUnit(vlCross(along, out));
    vlVec3 v = vlCross(u, along);
    (void)model;
    return vlMulAdd(vlMulAdd(middle, 4.0 * vlCosine(f), u), 4.0 * vlSine(f), v);
}

static vlResult makeKnot(vlMesh* mesh)
{
    vlMeshGrid grid = {
        .point = knotPoint, .around = KNOT_AROUND, .rings = KNOT_RINGS, .isLoop = true};
    return vlMeshGrid_Make(&grid, mesh);
}

// A gear of twelve teeth on a hub, extruded: thirteen convex pieces. All of the outline is seen
// from the middle, so that the ends are fans.
#define GEAR_TEETH 12
#define GEAR_AROUND (4 * GEAR_TEETH)

static vlVec3 gearPoint(const void* model, int i, int j)
{
    // The hub is a 12-gon of 22 mm with its corners cut off; a tooth stands on each of its sides.
    int tooth = j / 4, corner = j % 4;
    double side = VL_PI / GEAR_TEETH;
    double middle = 2.0 * side * tooth, half = 22.0 * vlSine(side), deep = 22.0 * vlCosine(side);
    static const double across[4] = {-0.66, -0.3, 0.3, 0.66};
    double up = corner == 1 || corner == 2 ? 30.0 : deep;
    double y = across[corner] * half;
    (void)model;
    return vlVec(up * vlCosine(middle) - y * vlSine(middle),
                 up * vlSine(middle) + y * vlCosine(middle), i == 0 ? 0.0 : 10.0);
}

static vlResult makeGear(vlMesh* mesh)
{
    vlMeshGrid grid = {.point = gearPoint,
                       .around = GEAR_AROUND,
                       .rings = 2,
                       .pole = {{0.0, 0.0, 0.0}, {0.0, 0.0, 10.0}}};
    return vlMeshGrid_Make(&grid, mesh);
}

static vlResult makeLowerJaw(vlMesh* mesh)
{
    return vlMeshModel_MakeJaw(mesh, false, 1.0);
}

static vlResult makeUpperJaw(vlMesh* mesh)
{
    return vlMeshModel_MakeJaw(mesh, true, 1.0);
}

static const struct {
    vlMeshModel model;
    vlResult (*make)(vlMesh* mesh);
} models[] = {
    {{"spoon", "a spoon of 20 cm", 1344, 2}, makeSpoon},
    {{"cup", "a cup with a handle", 4000, 0}, vlMeshModel_MakeCup},
    {{"lower-jaw", "a lower jaw with fourteen teeth", 40180, 2}, makeLowerJaw},
    {{"upper-jaw", "an upper jaw with fourteen teeth", 47340, 2}, makeUpperJaw},
    {{"torus", "a ring of 8 cm", 2304, 0}, makeTorus},
    {{"knot", "a trefoil knot", 5120, 0}, makeKnot},
    {{"gear", "a gear of twelve teeth", 192, 2}, makeGear},
    {{"bolt", "a bolt M10, 30 mm long", 9000, 2}, vlMeshModel_MakeBolt},
    {{"nut", "its nut", 2520, 0}, vlMeshModel_MakeNut},
};
#define MODEL_COUNT ((int)(sizeof models / sizeof models[0]))

const vlMeshModel* vlMeshModel_Get(int i)
{
    return i >= 0 && i < MODEL_COUNT ? &models[i].model : NULL;
}

vlResult vlMeshModel_Make(const char* name, vlMesh* mesh)
{
    *mesh = (vlMesh){0};
    for (int i = 0; i < MODEL_COUNT; ++i) {
        if (strcmp(models[i].model.name, name) == 0) {
            return models[i].make(mesh);
        }
    }
    return VL_ERROR_ARGUMENT;
}
