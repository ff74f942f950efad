// SPDX-License-Identifier: MIT
// A jaw: half an ellipse of fourteen teeth, with grooves on the molars, edges on the front teeth,
// and a little noise on the surface. Lengths in mm.

#include <math.h>

#include "base/angle.h"
#include "mesh/mesh_grid.h"
#include "volar/mesh_model.h"

#define TABLE 4000 // steps of the arc-length table

typedef struct Jaw {
    int around, rings;
    double ax, ay;            // half axes of the arch
    double shift;             // of the teeth, in teeth
    double phase;             // of the noise
    bool isUpper;             // teeth downwards
    double length[TABLE + 1]; // of the arch up to each step
} Jaw;

static vlVec3 archAt(const Jaw* jaw, double angle)
{
    return vlVec(jaw->ax * vlSine(angle), jaw->ay * vlCosine(angle), 0.0);
}

static void measureArch(Jaw* jaw)
{
    jaw->length[0] = 0.0;
    for (int i = 1; i <= TABLE; ++i) {
        vlVec3 from = archAt(jaw, VL_PI * (i - 1) / TABLE - 0.5 * VL_PI);
        vlVec3 to = archAt(jaw, VL_PI * i / TABLE - 0.5 * VL_PI);
        jaw->length[i] = jaw->length[i - 1] + vlLength(vlSub(to, from));
    }
}

// The centre line at sg = -1 to 1 by arc length, and its outward normal.
static vlVec3 centreAt(const Jaw* jaw, double sg, vlVec3* normal)
{
    double wanted = 0.5 * (sg + 1.0) * jaw->length[TABLE];
    int low = 0, high = TABLE;
    while (high - low > 1) {
        int middle = (low + high) / 2;
        low = jaw->length[middle] <= wanted ? middle : low;
        high = jaw->length[middle] <= wanted ? high : middle;
    }
    double part = (wanted - jaw->length[low]) / (jaw->length[high] - jaw->length[low]);
    double angle = VL_PI * (low + part) / TABLE - 0.5 * VL_PI;
    *normal = vlUnit(vlVec(jaw->ay * vlSine(angle), jaw->ax * vlCosine(angle), 0.0));
    vlVec3 centre = archAt(jaw, angle);
    centre.y -= 27.0;
    return centre;
}

static double smoothStep(double from, double to, double x)
{
    double t = fmin(fmax((x - from) / (to - from), 0.0), 1.0);
    return t * t * (3.0 - 2.0 * t);
}

// The cross-section: u outwards and v upwards at the angle f around the centre line.
static vlVec2 sectionAt(const Jaw* jaw, double sg, double f)
{
    double tooth = (sg + 0.94) * 14.0 / 1.88 + jaw->shift;
    double k = floor(tooth);
    double xi = 2.0 * (tooth - k) - 1.0;
    double crown = k >= 0.0 && k <= 13.0 ? sqrt(fmax(0.0, 1.0 - xi * xi * xi * xi)) : 0.0;
    double from = fabs(k - 6.5); // the middle
    double width = 2.5 + 0.4 * from, height = 8.0 - 0.15 * from;
    double c = vlCosine(f), s = vlSine(f);
    // The sine of pi is not quite zero: without the margin the gum would have a tooth.
    if (s <= 1e-12) {
        return (vlVec2){7.5 * c, 9.0 * s};
    }
    double b = crown * smoothStep(0.2, 0.65, s);
    double u = c * (7.5 * (1.0 - b) + 1.2 * width * b);
    double v = 4.0 * s + height * b;
    if (from > 2.0 && fabs(u / width) < 1.0) {
        double groove = vlSine(VL_PI * u / width) * vlSine(VL_PI * xi);
        v += 1.2 * b * (groove * groove - 0.5);
    } else if (from <= 2.0) {
        v -= 1.5 * b * fmin(1.0, u / width * (u / width));
    }
    return (vlVec2){u, v};
}

static vlVec3 jawPoint(const void* model, int i, int j)
{
    const Jaw* jaw = model;
    double sg = 2.0 * (i + 1) / (jaw->rings + 1) - 1.0;
    double end = fabs(sg) > 0.96 ? (fabs(sg) - 0.96) / 0.04 : 0.0;
    double taper = sqrt(1.0 - end * end);
    vlVec3 normal;
    vlVec3 centre = centreAt(jaw, sg, &normal);
    vlVec2 uv = sectionAt(jaw, sg, 2.0 * VL_PI * j / jaw->around);
    uv = (vlVec2){uv.x * taper, uv.y * taper};
    vlVec3 p = vlMulAdd(centre, uv.x, normal);
    p.z = uv.y;
    double a = jaw->phase;
    double noise =
        taper * 0.2 / 3.0 *
        (vlSine(2.1 * p.x + 1.3 * p.y + a) + vlSine(1.7 * p.y - 1.1 * p.z + 2.0 * a + 2.0) +
         vlSine(1.9 * p.z + 1.5 * p.x + 3.0 * a + 1.0));
    double length = vlLength2(uv);
    if (length > 1e-9) {
        double grown = 1.0 + noise / length;
        p = vlMulAdd(centre, grown * uv.x, normal);
        p.z = grown * uv.y;
    }
    p.z = jaw->isUpper ? -p.z : p.z;
    return p;
}

vlResult vlMeshModel_MakeJaw(vlMesh* mesh, bool isUpper, double fineness)
{
    vlVec3 unused;
    Jaw jaw = isUpper ? (Jaw){.around = 90,
                              .rings = 263,
                              .ax = 46.0,
                              .ay = 56.0,
                              .shift = 0.3,
                              .phase = 1.0,
                              .isUpper = true}
                      : (Jaw){.around = 70, .rings = 287, .ax = 45.0, .ay = 55.0};
    jaw.around = (int)(jaw.around * fineness);
    jaw.rings = (int)(jaw.rings * fineness);
    measureArch(&jaw);
    vlMeshGrid grid = {.point = jawPoint,
                       .model = &jaw,
                       .around = jaw.around,
                       .rings = jaw.rings,
                       .pole = {centreAt(&jaw, -1.0, &unused), centreAt(&jaw, 1.0, &unused)}};
    return vlMeshGrid_Make(&grid, mesh);
}
