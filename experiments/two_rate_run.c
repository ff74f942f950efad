// SPDX-License-Identifier: MIT
#include "experiments/two_rate_run.h"

#include <math.h>

#include "experiments/held.h"
#include "experiments/measure.h"
#include "experiments/spectrum.h"
#include "models/body_model.h"

#define GRAVITY 9.8
#define MASS (VL_RATED_WEIGHT / GRAVITY)
#define DAMPING 0.7 // of critical
#define FRICTION 0.4
#define COUPLING 500.0
#define GAP 5e-3     // m, from the tool to the table at the start
#define WAY 0.02     // m, of the slide
#define ROCK 6.0     // degrees, of the device
#define TREMOR 1e-4  // m
#define TREMBLES 9.0 // Hz, below the band of the ripple
#define DEGREE 0.017453292519943295
#define KEYS 12
#define WINDOW 500 // ticks, of a spectrum
// Ticks at which the hand presses steadily, slides, and presses again.
#define PRESSED 1200
#define SLIDING 1700
#define AGAIN 4000

static const vlVec3 toolSize = {0.04, 0.03, 0.02};

typedef struct Stage {
    vlWorld* world;
    vlBodyId tool;
    vlHeld held;
    vlTwoRate* two; // NULL: single rate
} Stage;

static vlMotionKey keyAt(double time, double x, double z, double degrees)
{
    vlMotionKey key = {time, vlModel_At(x, 0.0, z)};
    key.pose.q = vlQuatFromAxisAngle(vlVec(0.0, 1.0, 0.0), degrees * DEGREE);
    return key;
}

static vlResult takeHold(Stage* stage)
{
    vlSimulatedDeviceDef device;
    vlMotionKey keys[KEYS];
    vlCouplingDef coupling = vlDefaultCouplingDef();
    coupling.body = stage->tool;
    coupling.stiffness = COUPLING;
    vlResult result = vlHeld_Firmly(keys, KEYS, &device);
    if (result != VL_OK) {
        return result;
    }
    // The springs of hand, coupling and table are in series.
    double yield = 1.0 / vlHeld_Stiffness(&device) + 1.0 / COUPLING + 1.0 / VL_RATED_STIFFNESS;
    double down = -GAP - VL_RATED_PRESS * yield;
    int n = 0;
    keys[n++] = keyAt(0.6, 0.0, 0.0, 0.0);
    keys[n++] = keyAt(0.8, 0.0, down, 0.0);
    keys[n++] = keyAt(1.7, 0.0, down, 0.0);
    keys[n++] = keyAt(1.9, 0.25 * WAY, down, ROCK);
    keys[n++] = keyAt(2.2, 0.5 * WAY, down, -ROCK);
    keys[n++] = keyAt(2.5, 0.75 * WAY, down, ROCK);
    keys[n++] = keyAt(2.7, WAY, down, 0.0);
    keys[n++] = keyAt(3.0, WAY, down, 0.0);
    keys[n++] = keyAt(3.1, WAY, 0.0, 0.0);
    keys[n++] = keyAt(3.3, WAY, 0.0, 0.0);
    keys[n++] = keyAt(3.4, WAY, down, 0.0);
    keys[n++] = keyAt(4.5, WAY, down, 0.0);
    device.hand.amplitude = vlVec(TREMOR, TREMOR, TREMOR);
    device.hand.frequency = TREMBLES;
    return vlHeld_Take(stage->world, vlVec(0.0, 0.0, -GRAVITY), &device, &coupling, &stage->held);
}

static vlResult build(const vlPacketModel* reference, bool isSingle, Stage* stage)
{
    vlWorldDef def = vlDefaultWorldDef();
    def.step = VL_RATED_STEP;
    def.gravity = vlVec(0.0, 0.0, -GRAVITY);
    def.integrator = VL_INTEGRATOR_IMPLICIT;
    def.surface.stiffnessN = VL_RATED_STIFFNESS;
    def.surface.dampingN = 2.0 * DAMPING * sqrt(VL_RATED_STIFFNESS * MASS);
    def.surface.frictionStatic = def.surface.frictionDynamic = FRICTION;
    vlBodyId table;
    vlResult result = vlWorld_Create(&def, &stage->world, NULL, 0);
    result = result == VL_OK ? vlModel_AddFloor(stage->world, &table) : result;
    if (result == VL_OK) {
        result = vlModel_AddBox(stage->world, toolSize, MASS,
                                vlModel_At(0.0, 0.0, GAP + 0.5 * toolSize.z), vlModel_AtRest(),
                                &stage->tool);
    }
    result = result == VL_OK ? takeHold(stage) : result;
    if (result == VL_OK && !isSingle) {
        vlTwoRateDef two = vlDefaultTwoRateDef(stage->world);
        two.reference = reference;
        result = vlTwoRate_Create(&two, &stage->two, NULL, 0);
    }
    return result;
}

// How far the lowest corner of the tool is below the table.
static double depthOf(const vlReading* m)
{
    vlVec3 up = vlRotate(vlConj(m->pose.q), vlVec(0.0, 0.0, 1.0));
    double reach = fabs(up.x) * toolSize.x + fabs(up.y) * toolSize.y + fabs(up.z) * toolSize.z;
    return 0.5 * reach - m->centre.z;
}

static void watch(const Stage* stage, int tick, vlRatedRun* run)
{
    vlRatedOutcome* o = &run->outcome;
    double force = vlRenderer_GetReport(stage->held.renderer).sent.force.z;
    double before = tick > 0 ? run->force[tick - 1] : 0.0;
    double touch = 0.0;
    for (int i = 0; i < vlWorld_GetContactCount(stage->world); ++i) {
        vlContactReport c;
        if (vlWorld_GetContact(stage->world, i, &c) == VL_OK) {
            o->pull = fmax(o->pull, -vlDot(c.wrench.force, c.normal));
            touch += c.normalForce;
        }
    }
    bool isSteady = (tick >= PRESSED && tick < PRESSED + WINDOW) || tick >= AGAIN;
    vlReading m = vlReading_Read(stage->world, stage->tool);
    run->force[tick] = force;
    run->speed = fmax(run->speed, fabs(m.twist.linear.z));
    o->aloft += isSteady && !(touch > 0.0);
    o->jump = fmax(o->jump, fabs(force - before));
    o->drawn = fmax(o->drawn, -force);
    o->depth = fmax(o->depth, depthOf(&m));
}

static double mean(const double* values, int count)
{
    double sum = 0.0;
    for (int i = 0; i < count; ++i) {
        sum += values[i];
    }
    return sum / count;
}

static double rippleOf(const double* force, int count)
{
    return vlSpectrum_Band(force, count, VL_RATED_STEP, 20.0, 500.0) / mean(force, count);
}

static void summarise(const Stage* stage, vlRatedRun* run)
{
    vlRatedOutcome* o = &run->outcome;
    vlAudit audit = vlRenderer_GetAudit(stage->held.renderer, 0.0);
    o->ripple = fmax(rippleOf(&run->force[PRESSED], WINDOW), rippleOf(&run->force[AGAIN], WINDOW));
    o->rubbed = rippleOf(&run->force[SLIDING], 2 * WINDOW);
    o->unpaid = audit.unpaid;
    o->made = fmax(0.0, -audit.portLowest[VL_PORT_CONTACT]);
    o->trips = vlHeld_CountTrips(&stage->held);
    run->hash = vlWorld_GetHash(stage->world);
    if (stage->two != NULL) {
        vlTwoRateReport report = vlTwoRate_GetReport(stage->two);
        o->age = report.maxAge;
        o->blended = (double)report.blended;
        o->held = (double)report.held;
    }
}

int vlRated_Play(vlExperimentContext* ctx, const vlPacketModel* reference, int period, int moment,
                 vlRatedRun* run)
{
    Stage stage = {0};
    *run = (vlRatedRun){0};
    vlResult result = build(reference, period == 0, &stage);
    for (int i = 0; i < VL_RATED_TICKS && result == VL_OK; ++i) {
        result = vlHeld_Tick(&stage.held, (i + 1) * VL_RATED_STEP);
        if (stage.two != NULL && i % period == moment) {
            (void)vlTwoRate_FindContacts(stage.two);
        }
        watch(&stage, i, run);
    }
    int failed = vlExperiment_FailIf(ctx, result, stage.world, "pressing the tool on the table");
    if (!failed) {
        summarise(&stage, run);
    }
    vlTwoRate_Destroy(stage.two);
    vlHeld_Close(&stage.held);
    vlWorld_Destroy(stage.world);
    return failed;
}
