// SPDX-License-Identifier: MIT
// Steps of planar worlds: a block that is pushed about in a room of four walls, a block clamped by
// all four (8 contacts), and rows of blocks on a floor, 2 contacts each, which show how the time
// grows with the number of contacts. Then whole ticks of a block in a room, free and clamped, held
// by the simulated pantograph: mechanism, person, renderer, governor and step.

#include <stdio.h>

#include "bench/bench.h"
#include "models/planar_model.h"
#include "models/planar_rig_model.h"

#define SAMPLES 4000
#define GROUP 8 // steps timed together: reading the clock takes a good part of a step
#define WARM 500

typedef struct Case {
    vlWorld2* world;
    vlBody2Id first;
    double push; // N; its direction turns slowly
} Case;

static vlResult makeWorld(int bodies, Case* c)
{
    vlWorld2Def def = vlDefaultWorld2Def();
    def.capacity.bodies = bodies;
    return vlWorld2_Create(&def, &c->world, NULL, 0);
}

// A room 0.3 m wide with a block of 0.1 x 0.06 m.
static vlResult buildRoom(Case* c)
{
    vlResult r = makeWorld(5, c);
    r = r == VL_OK ? vlModel2_AddRoom(c->world, 0.15, 0.1) : r;
    return r == VL_OK ? vlModel2_AddBox(c->world, VL_BODY_DYNAMIC, 0.1, 0.06,
                                        (vlPose2){{0.0, 0.0}, 0.3}, 1.0, &c->first)
                      : r;
}

// A room that is 0.2 mm too narrow on each side.
static vlResult buildClamp(Case* c)
{
    vlResult r = makeWorld(5, c);
    r = r == VL_OK ? vlModel2_AddRoom(c->world, 0.05 - 2e-4, 0.1) : r;
    return r == VL_OK ? vlModel2_AddBox(c->world, VL_BODY_DYNAMIC, 0.1, 0.1,
                                        (vlPose2){{0.0, 0.0}, 0.0}, 1.0, &c->first)
                      : r;
}

static vlResult buildRow(int count, Case* c)
{
    vlBody2Id id;
    vlResult r = makeWorld(count + 1, c);
    r = r == VL_OK ? vlModel2_AddBox(c->world, VL_BODY_STATIC, 20.0, 0.1,
                                     (vlPose2){{0.0, -0.05}, 0.0}, 0.0, &id)
                   : r;
    for (int i = 0; i < count && r == VL_OK; ++i) {
        vlPose2 pose = {{0.15 * (i - 0.5 * (count - 1)), 0.03 - 1e-4}, 0.0};
        r = vlModel2_AddBox(c->world, VL_BODY_DYNAMIC, 0.1, 0.06, pose, 1.0, &c->first);
    }
    vlWorld2_SetGravity(c->world, (vlVec2){0.0, -1.0});
    return r;
}

static vlResult stepGroup(Case* c, int sample)
{
    vlResult r = VL_OK;
    double sine;
    double cosine;
    vlSinCos(0.01 * sample, &sine, &cosine);
    for (int i = 0; i < GROUP && r == VL_OK; ++i) {
        vlVec2 centre;
        r = vlBody2_GetCentre(c->world, c->first, &centre);
        r = r == VL_OK ? vlBody2_ApplyForce(c->world, c->first,
                                            (vlVec2){c->push * cosine, c->push * sine}, centre)
                       : r;
        r = r == VL_OK ? vlWorld2_Step(c->world) : r;
    }
    return r;
}

static vlResult timeCase(vlBenchReport* report, const char* name, Case* c, double* perContact)
{
    static double samples[SAMPLES];
    double clockCost = vlBench_ClockCost();
    double contacts = 0.0;
    vlResult r = VL_OK;
    for (int i = -WARM; i < SAMPLES && r == VL_OK; ++i) {
        double start = vlStats_Now();
        r = stepGroup(c, i + WARM);
        double time = vlStats_Now() - start - clockCost;
        if (i >= 0) {
            samples[i] = (time > 0.0 ? time : 0.0) / GROUP;
            contacts += (double)vlWorld2_GetContactCount(c->world) / SAMPLES;
        }
    }
    if (r == VL_OK) {
        vlBench_AddCase(report, name, (int)(contacts + 0.5), "volar", samples, SAMPLES, 0.0);
        double median = report->cases[report->caseCount - 1].stats.median;
        *perContact = contacts > 0.0 ? median / contacts : 0.0;
    }
    vlWorld2_Destroy(c->world);
    c->world = NULL;
    return r;
}

static vlResult tickGroup(vlPlanarRig* rig, int sample)
{
    vlResult r = VL_OK;
    double sine;
    double cosine;
    vlSinCos(0.01 * sample, &sine, &cosine);
    for (int i = 0; i < GROUP && r == VL_OK; ++i) {
        vlVec2 push = {2.0 * cosine, 2.0 * sine};
        r = vlPlanarRig_Tick(rig, push);
    }
    return r;
}

static vlResult timeDevice(vlBenchReport* report, const char* name, vlPlanarRigKind kind,
                           double step)
{
    static double samples[SAMPLES];
    double clockCost = vlBench_ClockCost();
    double contacts = 0.0;
    vlPlanarRigDef def = vlDefaultPlanarRigDef();
    def.kind = kind;
    def.step = step;
    def.wall = vlLaw_Choose(vlLaw_Find("pulse"));
    def.friction = vlLaw_Choose(vlLaw_Find("reset"));
    vlPlanarRig rig;
    vlResult r = vlPlanarRig_Open(&rig, &def, NULL, 0);
    if (r != VL_OK) {
        return r;
    }
    for (int i = -WARM; i < SAMPLES && r == VL_OK; ++i) {
        double start = vlStats_Now();
        r = tickGroup(&rig, i + WARM);
        double time = vlStats_Now() - start - clockCost;
        if (i >= 0) {
            samples[i] = (time > 0.0 ? time : 0.0) / GROUP;
            contacts += (double)vlWorld2_GetContactCount(rig.world) / SAMPLES;
        }
    }
    if (r == VL_OK) {
        vlBench_AddCase(report, name, (int)(contacts + 0.5), "volar", samples, SAMPLES, 0.0);
    }
    vlPlanarRig_Close(&rig);
    return r;
}

int vlBench_Planar(vlBenchReport* report)
{
    static const int rows[] = {1, 4, 16, 64};
    double perContact[4];
    double unused;
    Case c = {.push = 2.0};
    vlResult r = buildRoom(&c);
    r = r == VL_OK ? timeCase(report, "block-in-room", &c, &unused) : r;
    r = r == VL_OK ? buildClamp(&c) : r;
    r = r == VL_OK ? timeCase(report, "block-clamped", &c, &unused) : r;
    c.push = 0.0;
    for (int i = 0; i < 4 && r == VL_OK; ++i) {
        r = buildRow(rows[i], &c);
        r = r == VL_OK ? timeCase(report, "blocks-on-floor", &c, &perContact[i]) : r;
    }
    r = r == VL_OK ? timeDevice(report, "in-pantograph-2ms", VL_PLANAR_RIG_ROOM, 0.002) : r;
    r = r == VL_OK ? timeDevice(report, "in-pantograph-1ms", VL_PLANAR_RIG_ROOM, 0.001) : r;
    r = r == VL_OK ? timeDevice(report, "clamped-in-it-2ms", VL_PLANAR_RIG_CLAMP, 0.002) : r;
    r = r == VL_OK ? timeDevice(report, "clamped-in-it-1ms", VL_PLANAR_RIG_CLAMP, 0.001) : r;
    if (r == VL_OK) {
        vlBench_AddNote(report, "n is the mean number of contacts");
        vlBench_AddNote(report,
                        "time per contact of 1, 4, 16 and 64 blocks: %.3f, %.3f, %.3f, %.3f us",
                        perContact[0], perContact[1], perContact[2], perContact[3]);
    } else {
        fprintf(stderr, "bench planar: %s\n", vlResult_Text(r));
        vlWorld2_Destroy(c.world);
    }
    return r != VL_OK;
}
