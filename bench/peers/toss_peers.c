// SPDX-License-Identifier: MIT
// The real tosses of experiments/tosses in other engines, as they run the closed forms: with their
// default settings.

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/peers/forms_peers.h"
#include "experiments/closed_forms/trial.h"
#include "experiments/tosses/toss.h"

typedef struct PeerToss {
    const vlFormEngine* engine;
    void* handle;
} PeerToss;

static void end(void* handle)
{
    PeerToss* toss = handle;
    toss->engine->destroy(toss->handle);
    free(toss);
}

static void* begin(const void* user, vlPose pose, vlTwist velocity, double step)
{
    PeerToss* toss = calloc(1, sizeof *toss);
    if (toss == NULL) {
        return NULL;
    }
    vlFormScene* scene = vlFormScene_BeginOnFloor(VL_TOSS_FRICTION);
    vlVec3 size = vlVec(VL_TOSS_WIDTH, VL_TOSS_WIDTH, VL_TOSS_WIDTH);
    (void)vlFormScene_AddBox(scene, size, VL_TOSS_MASS, pose);
    vlFormBody* cube = vlFormScene_Last(scene);
    cube->inertia = vlVec(VL_TOSS_INERTIA, VL_TOSS_INERTIA, VL_TOSS_INERTIA);
    cube->velocity = velocity;
    toss->engine = user;
    toss->handle = toss->engine->create(scene, step);
    if (toss->handle == NULL) {
        free(toss);
        return NULL;
    }
    return toss;
}

static void step(void* handle)
{
    PeerToss* toss = handle;
    toss->engine->step(toss->handle);
}

static vlPose poseOf(void* handle)
{
    PeerToss* toss = handle;
    vlPose pose = vlIdentityPose();
    vlTwist twist;
    toss->engine->getState(toss->handle, 0, &pose, &twist);
    return pose;
}

static void writeRow(FILE* file, const char* name, const vlTossErrors* errors)
{
    printf("%-8s place %.2f %% of the width, angle %.2f degrees, median %.2f\n", name,
           100.0 * errors->place, errors->angle, errors->median);
    fprintf(file, "%s,%.10g,%.10g,%.10g\n", name, 100.0 * errors->place, errors->angle,
            errors->median);
}

bool vlPeer_RunTosses(const char* path)
{
    static const vlFormEngine* const engines[] = {&vlFormEngine_Mujoco, &vlFormEngine_Ode,
                                                  &vlFormEngine_Bullet};
    static vlTossErrors errors; // large
    FILE* file = fopen(path, "w");
    if (file == NULL) {
        fprintf(stderr, "bench_peers: %s: %s\n", path, strerror(errno));
        return false;
    }
    fputs("engine,place_percent_of_width,angle_degrees,median_angle_degrees\n", file);
    vlTossSetting volar = {VL_INTEGRATOR_IMPLICIT, VL_TOSS_FRICTION, VL_AUTO, VL_AUTO};
    vlToss_JudgeVolar(&volar, &errors);
    writeRow(file, "volar", &errors);
    for (size_t i = 0; i < sizeof engines / sizeof engines[0]; ++i) {
        vlToss_Judge(&(vlTossMethod){begin, step, poseOf, end, engines[i]}, &errors);
        writeRow(file, engines[i]->name, &errors);
    }
    if (fclose(file) != 0) {
        fprintf(stderr, "bench_peers: %s: %s\n", path, strerror(errno));
        return false;
    }
    return true;
}
