// SPDX-License-Identifier: MIT
// Surfaces of meshes: two jaws that grind on each other, held as in the experiment spoon-cup. A
// step of the world is timed, and within it the search for near samples, in processor time of the
// thread, to which other programs do not add. Then the same with meshes of more triangles, and the
// time to make a shape.

#include <stdio.h>
#include <string.h>

#include "base/angle.h"
#include "base/clock.h"
#include "bench/bench.h"
#include "models/touch_model.h"

#define TICKS 500
#define WARM 50

// The lower jaw, pressed by `deep` beyond first touch, grinds 3 mm to and fro at 2 Hz.
static vlPose grindAt(const vlTouch* t, vlVec3 touch, double deep, double time)
{
    vlVec3 centre = vlAdd(touch, vlVec(3e-3 * vlSine(4.0 * VL_PI * time), 0.0, deep));
    return vlTouch_DeviceAt(t, centre, vlIdentityQuat());
}

static int fail(const vlTouch* t, vlResult result)
{
    fprintf(stderr, "bench mesh: %s (%s)\n", vlResult_Text(result),
            t->world != NULL ? vlWorld_GetMessage(t->world) : "no world");
    return 1;
}

static vlResult grind(vlTouch* t, vlVec3 touch, double deep, double* steps, double* finds,
                      double* samples)
{
    vlResult result = vlTouch_Place(t, vlAdd(touch, vlVec(0.0, 0.0, -1e-3)), vlIdentityQuat());
    *samples = 0.0;
    for (int i = -WARM; i < TICKS && result == VL_OK; ++i) {
        vlPose device = grindAt(t, touch, deep, fmax(0.0, i * 1e-3));
        double start = (1e-3 * vlClock_ThreadNow());
        result = vlTouch_Tick(t, device);
        if (i >= 0) {
            vlStepInfo info = vlWorld_GetStepInfo(t->world);
            steps[i] = (1e-3 * vlClock_ThreadNow()) - start;
            finds[i] = 1e-3 * info.profile.collide; // by the clock, not in processor time
            *samples += (double)t->samples / TICKS;
        }
    }
    return result;
}

static int timeJaws(vlBenchReport* report, double merge, int divisions, double deep,
                    const char* name)
{
    static double steps[TICKS], finds[TICKS];
    vlTouchDef def = vlTouch_Jaws();
    vlTouch t;
    vlSurfaceInfo info[2] = {{.memory = 0}, {.memory = 0}};
    double samples;
    char label[96];
    def.merge = merge;
    def.divisions = divisions;
    double start = (1e-3 * vlClock_ThreadNow());
    vlResult result = vlTouch_Open(&def, vlVec(0.0, 0.0, -1.0), vlIdentityQuat(), &t);
    double built = (1e-3 * vlClock_ThreadNow()) - start;
    vlVec3 far = vlAdd(t.centroid, vlVec(0.0, 0.0, -0.04)), touch = far;
    for (int k = 0; k < 2 && result == VL_OK; ++k) {
        result = vlShape_GetSurfaceInfo(t.shape[k], &info[k]);
    }
    if (result == VL_OK) {
        touch.z += vlTouch_Approach(&t, far, vlIdentityQuat(), vlVec(0.0, 0.0, 0.04), def.distance);
        vlWorld_SetProfile(t.world, true);
        result = grind(&t, touch, deep, steps, finds, &samples);
    }
    if (result != VL_OK) {
        int failed = fail(&t, result);
        vlTouch_Close(&t);
        return failed;
    }
    int triangles = info[0].triangleCount + info[1].triangleCount;
    snprintf(label, sizeof label, "%s, step", name);
    vlBench_AddCase(report, label, triangles, "volar", steps, TICKS, 0.0);
    snprintf(label, sizeof label, "%s, search", name);
    vlBench_AddCase(report, label, triangles, "volar", finds, TICKS, 0.0);
    vlBench_AddNote(report,
                    "%s: %d triangles, %d samples, %.0f in contact; made in %.2f s, %.0f bytes a "
                    "triangle",
                    name, triangles, info[0].sampleCount + info[1].sampleCount, samples,
                    1e-6 * built, (double)(info[0].memory + info[1].memory) / triangles);
    vlTouch_Close(&t);
    return 0;
}

int vlBench_Mesh(vlBenchReport* report)
{
    int failed = vlBench_MeshLevels(report);
    failed = failed || timeJaws(report, 0.24e-3, 0, 4e-3, "jaws, samples merged at 0.4%");
    failed = failed || timeJaws(report, 0.6e-3, 0, 4e-3, "jaws, samples merged at 1%");
    failed = failed || timeJaws(report, 0.6e-3, 1, 4e-3, "jaws, four times the triangles");
    failed = failed || timeJaws(report, 0.6e-3, 2, 4e-3, "jaws, sixteen times the triangles");
    vlBench_AddNote(report, "step: processor time of the thread; search: by the clock");
    return failed;
}
