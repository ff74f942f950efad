// SPDX-License-Identifier: MIT
// The haptic tick at 1 kHz: vlRenderer_ReadDevice, vlWorld_Step, vlRenderer_WriteDevice, with a
// tool held by a virtual coupling. There are 20 pairs of convex pieces in contact, or 8 pairs whose
// contacts come in packets (two_rate.h), one packet every ten ticks, found outside of the tick. The
// tool is pressed down and rubbed in a circle. The device is a formula that costs nothing, so the
// time outside of the step is the renderer's own: velocity, coupling, passivity, governor. The
// notes also give the processor time: on a busy machine the tail of the clock time is time spent
// waiting.

#include <stdio.h>
#include <volar/renderer.h>
#include <volar/two_rate.h>

#include "base/clock.h"
#include "bench/bench.h"
#include "models/body_model.h"
#include "models/brush_model.h"

#define STEP 1e-3
#define SETTLE 1500 // ticks before the first sample: going down takes 1000
#define SAMPLES 10000
#define STIFFNESS 1e5 // N/m, of contacts
#define EDGE 0.02     // m, of a block
#define PACKET_EVERY 10

typedef struct Scene {
    const char* name;
    int pairs;
    vlResult (*build)(struct Scene* scene);
    vlWorld* world;
    vlBodyId tool;
    vlDevice* device;
    vlRenderer* renderer;
    vlTwoRate* two;
} Scene;

typedef struct Run {
    double tick[SAMPLES], step[SAMPLES], other[SAMPLES]; // us, by the clock
    double busy[SAMPLES];                                // us, of this thread on a processor
    double contacts, solves;                             // sums
    int fewest;                                          // contacts
    int sliding;                                         // ticks with a contact that slides
} Run;

static double threadTime(void)
{
    return 1e-3 * vlClock_ThreadNow();
}

// ---- a device that follows a formula ----

static vlResult readPath(void* self, double now, vlDeviceSample* sample)
{
    uint64_t* sequence = self;
    *sample =
        (vlDeviceSample){.time = now, .sequence = ++*sequence, .pose = vlModel_BrushPath(now)};
    return VL_OK;
}

static vlResult writeNothing(void* self, double now, const vlWrench* wrench)
{
    (void)self, (void)now, (void)wrench;
    return VL_OK;
}

static void closePath(void* self)
{
    (void)self;
}

static vlResult openDevice(Scene* scene, uint64_t* sequence)
{
    static const vlDeviceOps ops = {.name = "path",
                                    .describes = "goes down and in a circle",
                                    .read = readPath,
                                    .write = writeNothing,
                                    .close = closePath};
    const vlDeviceInfo info = vlModel_BrushDevice(1.0 / STEP);
    vlResult result = vlDevice_Wrap(&ops, sequence, &info, &scene->device);
    if (result == VL_OK) {
        vlRendererDef def = vlDefaultRendererDef(scene->world, vlDevice_GetInfo(scene->device));
        def.passivity.isOn = true;
        result = vlRenderer_Create(&def, &scene->renderer, NULL, 0);
    }
    vlCouplingDef hold = vlDefaultCouplingDef();
    hold.body = scene->tool;
    return result == VL_OK ? vlRenderer_Grasp(scene->renderer, &hold, false) : result;
}

// ---- scenes ----

static vlResult openWorld(Scene* scene)
{
    vlWorldDef def = vlDefaultWorldDef();
    def.integrator = VL_INTEGRATOR_IMPLICIT;
    def.step = STEP;
    def.surface.stiffnessN = STIFFNESS;
    def.capacity.bodies = 16;
    vlResult result = vlWorld_Create(&def, &scene->world, NULL, 0);
    return result == VL_OK ? vlModel_AddBrushTable(scene->world) : result;
}

// The i-th of blocks in two rows on the table.
static vlPose gridAt(int i, int columns)
{
    return vlModel_At(vlModel_BrushGrid(i % columns, columns), vlModel_BrushGrid(i / columns, 2),
                      0.5 * EDGE);
}

// Ten blocks on the table, a plate on all of them.
static vlResult buildBlocks(Scene* scene)
{
    vlResult result = openWorld(scene);
    vlBodyId block;
    for (int i = 0; i < 10 && result == VL_OK; ++i) {
        result = vlModel_AddBox(scene->world, vlVec(EDGE, EDGE, EDGE), 0.02, gridAt(i, 5),
                                vlModel_AtRest(), &block);
    }
    if (result == VL_OK) {
        result = vlModel_AddBox(scene->world, vlVec(0.16, 0.1, VL_BRUSH_PLATE), 0.05,
                                vlModel_At(0.0, 0.0, EDGE + VL_BRUSH_GAP + 0.5 * VL_BRUSH_PLATE),
                                vlModel_AtRest(), &scene->tool);
    }
    return result;
}

// A plate with twenty teeth.
static vlResult buildBrush(Scene* scene)
{
    vlShape* brush = NULL;
    vlResult result = openWorld(scene);
    result = result == VL_OK ? vlModel_CreateBrush(0.12, 0.1, 20, 5, &brush) : result;
    return result == VL_OK ? vlModel_AddBody(scene->world, brush, 0.05,
                                             vlModel_At(0.0, 0.0, VL_BRUSH_TOOTH + VL_BRUSH_GAP),
                                             vlModel_AtRest(), &scene->tool)
                           : result;
}

// Eight static posts, a plate of 10 g on all of them.
static vlResult buildPosts(Scene* scene)
{
    vlResult result = openWorld(scene);
    vlBodyId post;
    for (int i = 0; i < 8 && result == VL_OK; ++i) {
        result = vlModel_AddStaticBox(scene->world, vlVec(EDGE, EDGE, EDGE), gridAt(i, 4), &post);
    }
    if (result == VL_OK) {
        result = vlModel_AddBox(scene->world, vlVec(0.14, 0.1, VL_BRUSH_PLATE), 0.01,
                                vlModel_At(0.0, 0.0, EDGE + VL_BRUSH_GAP + 0.5 * VL_BRUSH_PLATE),
                                vlModel_AtRest(), &scene->tool);
    }
    vlTwoRateDef def = vlDefaultTwoRateDef(scene->world);
    return result == VL_OK ? vlTwoRate_Create(&def, &scene->two, NULL, 0) : result;
}

// ---- measuring ----

static void note(const Scene* scene, Run* run)
{
    vlStepInfo info = vlWorld_GetStepInfo(scene->world);
    run->contacts += info.contactCount;
    run->solves += info.solves;
    run->fewest = info.contactCount < run->fewest ? info.contactCount : run->fewest;
    bool slides = false;
    for (int i = 0; i < info.contactCount; ++i) {
        vlContactReport contact;
        slides |= vlWorld_GetContact(scene->world, i, &contact) == VL_OK &&
                  contact.mode == VL_MODE_DYNAMIC;
    }
    run->sliding += slides;
}

static vlResult measure(Scene* scene, Run* run)
{
    double cost = vlBench_ClockCost();
    vlResult result = VL_OK;
    for (int i = 0; i < SETTLE + SAMPLES && result == VL_OK; ++i) {
        double now = (i + 1) * STEP, busy = threadTime();
        double start = vlStats_Now();
        result = vlRenderer_ReadDevice(scene->renderer, scene->device, now);
        double read = vlStats_Now();
        result = result == VL_OK ? vlWorld_Step(scene->world) : result;
        double stepped = vlStats_Now();
        result =
            result == VL_OK ? vlRenderer_WriteDevice(scene->renderer, scene->device, now) : result;
        double written = vlStats_Now();
        busy = threadTime() - busy;
        int k = i - SETTLE;
        if (k >= 0) {
            run->tick[k] = written - start - 3.0 * cost;
            run->step[k] = stepped - read - cost;
            run->other[k] = run->tick[k] - run->step[k];
            run->busy[k] = busy;
            note(scene, run);
        }
        if (scene->two != NULL && i % PACKET_EVERY == 0) {
            (void)vlTwoRate_FindContacts(scene->two);
        }
    }
    return result;
}

static void report(vlBenchReport* results, const Scene* scene, Run* run)
{
    char name[48];
    snprintf(name, sizeof name, "%s tick", scene->name);
    vlBench_AddCase(results, name, scene->pairs, "implicit", run->tick, SAMPLES, 0.0);
    snprintf(name, sizeof name, "%s step", scene->name);
    vlBench_AddCase(results, name, scene->pairs, "implicit", run->step, SAMPLES, 0.0);
    snprintf(name, sizeof name, "%s other", scene->name);
    vlBench_AddCase(results, name, scene->pairs, "implicit", run->other, SAMPLES, 0.0);
    vlStats busy = vlStats_Summarise(run->busy, SAMPLES);
    vlBench_AddNote(results,
                    "%s: %.1f contacts, %d at least, sliding %.0f%%, %.2f solves; tick, "
                    "processor's time p99.9 %.1f, worst %.1f us",
                    scene->name, run->contacts / SAMPLES, run->fewest,
                    100.0 * run->sliding / SAMPLES, run->solves / SAMPLES, busy.p999, busy.worst);
}

int vlBench_Haptic(vlBenchReport* results)
{
    Scene scenes[] = {{.name = "10 blocks", .pairs = 20, .build = buildBlocks},
                      {.name = "20 teeth", .pairs = 20, .build = buildBrush},
                      {.name = "8 packets", .pairs = 8, .build = buildPosts}};
    static Run run;
    vlResult result = VL_OK;
    for (size_t i = 0; i < sizeof scenes / sizeof scenes[0] && result == VL_OK; ++i) {
        uint64_t sequence = 0;
        run = (Run){.fewest = 1 << 20};
        result = scenes[i].build(&scenes[i]);
        result = result == VL_OK ? openDevice(&scenes[i], &sequence) : result;
        result = result == VL_OK ? measure(&scenes[i], &run) : result;
        if (result == VL_OK) {
            report(results, &scenes[i], &run);
        } else {
            fprintf(stderr, "bench haptic: %s: %s\n", scenes[i].name, vlResult_Text(result));
        }
        vlRenderer_Destroy(scenes[i].renderer);
        vlDevice_Close(scenes[i].device);
        vlTwoRate_Destroy(scenes[i].two);
        vlWorld_Destroy(scenes[i].world);
    }
    return result != VL_OK;
}
