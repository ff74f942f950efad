// SPDX-License-Identifier: MIT
// A bolt M10 with a pitch of 1.5 mm, and its nut. The thread is a surface of rings whose radius
// follows a helix: a symmetric profile of 60 degrees with flat crests and roots. Lengths in mm.

#include <math.h>

#include "base/angle.h"
#include "mesh/mesh_grid.h"

#define PITCH 1.5
#define MAJOR 5.0            // radius
#define DEPTH (0.54 * PITCH) // of the thread
#define HEAD 6.4             // height of the bolt's head
#define LENGTH 30.0          // of the bolt without its head
#define NUT 8.0              // height of the nut
#define PLAY 0.1             // between bolt and nut, in the radius
#define AROUND 36
#define PER_PITCH 6 // rings
#define HEAD_RINGS 4

// Depth of the thread below the crest, 0 to 1, at a height and angle.
static double grooveAt(double z, double f)
{
    double turns = z / PITCH - f / (2.0 * VL_PI);
    double phase = turns - floor(turns);
    double flank = fabs(2.0 * phase - 1.0); // 1 at the crest, 0 at the root
    return fmin(fmax(1.25 * (1.0 - flank) - 0.125, 0.0), 1.0);
}

// Distance of a hexagon of 16 mm across flats from its middle.
static double hexagonAt(double f)
{
    double side = fmod(f, VL_PI / 3.0) - VL_PI / 6.0;
    return 8.0 / vlCosine(side);
}

static vlVec3 polar(double r, double f, double z)
{
    return vlVec(r * vlCosine(f), r * vlSine(f), z);
}

// Number of rings of the threaded part.
#define BOLT_THREAD ((int)(LENGTH / PITCH) * PER_PITCH + 1)
#define NUT_THREAD ((int)(NUT / PITCH * PER_PITCH) + 1)

// Rings: head below (half radius, rim), head above (rim), then the shank from the head on.
static vlVec3 boltPoint(const void* model, int i, int j)
{
    double f = 2.0 * VL_PI * j / AROUND;
    (void)model;
    if (i < HEAD_RINGS) {
        static const double part[HEAD_RINGS] = {0.5, 1.0, 1.0, 0.8};
        return polar(part[i] * hexagonAt(f), f, i < 2 ? -HEAD : 0.0);
    }
    double z = LENGTH * (i - HEAD_RINGS) / (BOLT_THREAD - 1);
    // The groove begins a pitch from the head and runs out a pitch from the end.
    double fade = fmin(fmin(z, LENGTH - z) / PITCH, 1.0);
    return polar(MAJOR - DEPTH * fade * grooveAt(z, f), f, z);
}

vlResult vlMeshModel_MakeBolt(vlMesh* mesh)
{
    vlMeshGrid grid = {.point = boltPoint,
                       .around = AROUND,
                       .rings = HEAD_RINGS + BOLT_THREAD,
                       .pole = {{0.0, 0.0, -HEAD}, {0.0, 0.0, LENGTH}}};
    return vlMeshGrid_Make(&grid, mesh);
}

// Rings: the thread upwards, then the outside downwards.
static vlVec3 nutPoint(const void* model, int i, int j)
{
    double f = 2.0 * VL_PI * j / AROUND;
    (void)model;
    if (i < NUT_THREAD) {
        double z = NUT * i / (NUT_THREAD - 1);
        return polar(MAJOR + PLAY - DEPTH * grooveAt(z, f), f, z);
    }
    return polar(hexagonAt(f), f, i == NUT_THREAD ? NUT : 0.0);
}

vlResult vlMeshModel_MakeNut(vlMesh* mesh)
{
    vlMeshGrid grid = {
        .point = nutPoint, .around = AROUND, .rings = NUT_THREAD + 2, .isLoop = true};
    return vlMeshGrid_Make(&grid, mesh);
}
