// SPDX-License-Identifier: MIT
// Claim: with anchored friction the force from a formation does not depend on how often it is
// computed. By the rules as printed, which use the displacement since the last call, it does.
// Figure: ours: friction of a cube that slides on the floor of an L and along its corner, computed
// at 0.5, 1, 2, 4 and 10 kHz; and the same by the printed rules.
// Set-up: cube of side 0.1 m at a gap of 0.5 mm (3 N at each contact, mu 0.5 and 0.4): it is moved
// by 60 mm within 1 s, rests for 0.5 s, and goes back, on the floor diagonally, in the corner along
// it on two edges.
// Criteria: at any time while it slides faster than 10 mm/s and at rest afterwards, the force
// differs from that at 10 kHz by at most 2% of the largest friction; the printed rules differ by
// more than half of it (they lose friction at high rates).

#include <math.h>
#include <stdio.h>

#include "experiments/formation_path.h"
#include "experiments/registry.h"

#define RATES 5
#define SAMPLES 1250 // every 2 ms, over 2.5 s
#define WAY 0.06

static const double rates[RATES] = {500.0, 1000.0, 2000.0, 4000.0, 10000.0};

static double wayAt(double t)
{
    return WAY * (vlPath_Smooth(t) - vlPath_Smooth(t - 1.5));
}

static vlPose poseAt(bool inCorner, double t)
{
    if (inCorner) {
        return vlPath_InCorner(30.0, 0.0, wayAt(t) - 0.03);
    }
    vlPose pose = vlPath_InCorner(0.0, 0.0, 0.8 * wayAt(t));
    pose.p.x = 0.15 + 0.6 * wayAt(t);
    return pose;
}

static vlResult measure(bool inCorner, bool isLiteral, double rate, vlVec3* forces)
{
    const vlPolyhedron* cube = NULL;
    const vlPolyhedron* body = NULL;
    vlFormationForce* force = NULL;
    vlResult result = vlPath_MakeCube(&cube);
    result = result == VL_OK ? vlPath_MakeBody(VL_PATH_L, &body) : result;
    if (result == VL_OK) {
        vlFormationForceDef def = isLiteral ? vlLiteralFormationForceDef(cube, body)
                                            : vlDefaultFormationForceDef(cube, body);
        result = vlFormationForce_Create(NULL, &def, &force, NULL, 0);
    }
    int every = (int)lround(rate * 0.002);
    for (int i = 0; i < SAMPLES * every && result == VL_OK; ++i) {
        const vlFormationForceReport* r = vlFormationForce_Update(force, poseAt(inCorner, i / rate),
                                                                  vlIdentityPose(), 1.0 / rate);
        if (i % every == 0) {
            forces[i / every] = r->raw.force;
        }
    }
    vlFormationForce_Destroy(force);
    vlPolyhedron_Release(cube);
    vlPolyhedron_Release(body);
    return result;
}

// Whether the forces are compared at this time: while sliding, or after some time at rest.
static bool counts(double t)
{
    double speed = fabs(wayAt(t + 1e-3) - wayAt(t - 1e-3)) / 2e-3;
    return t > 0.01 && (speed > 0.01 || speed == 0.0);
}

static int compare(vlExperimentContext* ctx, vlFigure* figure, bool inCorner, bool isLiteral)
{
    static vlVec3 forces[RATES][SAMPLES];
    const char* place = inCorner ? "corner" : "floor";
    const char* mode = isLiteral ? "printed rules" : "anchored";
    char text[96];
    (void)snprintf(text, sizeof text, "%s, %s", place, mode);
    vlPanel* panel = vlFigure_AddPanel(
        figure, &(vlPanelDef){.title = text, .xLabel = "t [s]", .yLabel = "Fz [N]"});
    double most = 0.0;
    double worst = 0.0;
    for (int k = RATES - 1; k >= 0; --k) {
        vlResult result = measure(inCorner, isLiteral, rates[k], forces[k]);
        if (result != VL_OK) {
            return vlExperiment_FailIf(ctx, result, NULL, "sliding the cube");
        }
        (void)snprintf(text, sizeof text, "%g kHz", 1e-3 * rates[k]);
        vlSeries* series = vlPanel_AddSeries(panel, text, VL_SERIES_LINE);
        for (int i = 0; i < SAMPLES; ++i) {
            double t = 0.002 * i;
            vlVec3 f = forces[k][i];
            vlVec3 g = forces[RATES - 1][i];
            vlSeries_Add(series, t, f.z);
            if (counts(t)) {
                worst = fmax(worst, vlLength(vlSub(f, g)));
                most = fmax(most, sqrt(f.z * f.z + (inCorner ? 0.0 : f.x * f.x)));
            }
        }
    }
    (void)snprintf(text, sizeof text, "%s, %s: difference over largest friction, %%", place, mode);
    if (isLiteral) {
        vlExperiment_AtLeast(ctx, text, 100.0 * worst / most, 50.0);
    } else {
        vlExperiment_AtMost(ctx, text, 100.0 * worst / most, 2.0);
        (void)snprintf(text, sizeof text, "%s: largest friction, N", place);
        // mu N of each contact when it begins to slide.
        vlExperiment_WithinPercent(ctx, text, most, inCorner ? 3.0 : 1.5, 20.0);
    }
    return 0;
}

static int run(vlExperimentContext* ctx)
{
    vlFigure* figure = vlExperiment_OpenFigure(ctx, "formations-rate", "Friction at several rates");
    int failed = 0;
    for (int i = 0; i < 4 && failed == 0; ++i) {
        failed = compare(ctx, figure, i % 2 == 1, i >= 2);
    }
    return failed;
}

const vlExperiment vlExperiment_FormationsRate = {
    "formations-rate", "Force from formations at several rates",
    "Anchored friction gives the same force at 0.5 to 10 kHz; the printed rules do not.", run};
