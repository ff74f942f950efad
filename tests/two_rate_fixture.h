// SPDX-License-Identifier: MIT
#ifndef VOLAR_TESTS_TWO_RATE_FIXTURE_H
#define VOLAR_TESTS_TWO_RATE_FIXTURE_H

// A tool held over a table, in a world that gets its contacts in packets, under a virtual clock:
// the contact side runs once in a given number of steps.

#include "stage.h"
#include "test.h"
#include "volar/two_rate.h"

#define TICK 1e-3 // s

typedef struct Rig {
    vlWorld* world;
    vlBodyId table, tool;
    vlCouplingId coupling;
    vlTwoRate* two; // NULL: a single rate
    vlPose home;    // of the tool at the start
    int tick;
} Rig;

typedef struct RigDef {
    double stiffness;               // N/m, of contacts
    double coupling;                // N/m
    double tilt;                    // rad, of the tool about an odd axis: 0 flat, else on a corner
    const vlPacketModel* reference; // NULL: packets, as by default
    bool isSingle;                  // no packets
} RigDef;

// From now on contacts come in packets; `reference` may be NULL, the default.
static inline vlTwoRate* vlRig_Divide(vlWorld* world, const vlPacketModel* reference)
{
    vlTwoRateDef def = vlDefaultTwoRateDef(world);
    vlTwoRate* two = NULL;
    char message[256] = "";
    def.reference = reference;
    if (vlTwoRate_Create(&def, &two, message, sizeof message) != VL_OK) {
        print_error("%s\n", message);
        fail();
    }
    return two;
}

static inline Rig vlRig_Make(RigDef def)
{
    Rig rig = {.tick = 0};
    vlWorldDef world = vlDefaultWorldDef();
    world.integrator = VL_INTEGRATOR_IMPLICIT;
    world.step = TICK;
    world.surface.stiffnessN = def.stiffness;
    world.surface.frictionStatic = world.surface.frictionDynamic = 0.4;
    rig.world = vlStage_CreateWorld(&world);
    rig.table = vlStage_AddSlab(rig.world, vlVec(0.4, 0.4, 0.1));
    rig.home = vlModel_At(0.0, 0.0, def.tilt > 0.0 ? 0.03 : 0.012);
    rig.home.q = vlQuatFromAxisAngle(vlVec(1.0, 0.3, 0.0), def.tilt);
    rig.tool = vlStage_AddBox(rig.world, vlVec(0.04, 0.03, 0.02), 0.01, rig.home, vlModel_AtRest());
    vlCouplingDef hold = vlDefaultCouplingDef();
    hold.body = rig.tool;
    hold.stiffness = def.coupling;
    assert_int_equal(vlWorld_CreateCoupling(rig.world, &hold, &rig.coupling), VL_OK);
    rig.two = def.isSingle ? NULL : vlRig_Divide(rig.world, def.reference);
    return rig;
}

static inline void vlRig_Drop(Rig* rig)
{
    vlTwoRate_Destroy(rig->two);
    vlWorld_Destroy(rig->world);
}

// One haptic tick with the device shifted by `at` from where the tool began.
static inline void vlRig_Tick(Rig* rig, vlVec3 at, vlVec3 velocity)
{
    vlPose pose = rig->home;
    pose.p = vlAdd(pose.p, at);
    vlTwist twist = {velocity, vlZero()};
    assert_int_equal(vlCoupling_SetDevice(rig->world, rig->coupling, pose, twist), VL_OK);
    vlStage_Step(rig->world);
    ++rig->tick;
}

// Runs the contact side once in `period` ticks.
static inline void vlRig_Serve(Rig* rig, int period)
{
    if (rig->two != NULL && rig->tick % period == 0) {
        assert_true(vlTwoRate_FindContacts(rig->two));
    }
}

// The force that the hand feels along z, N, up.
static inline double vlRig_Force(const Rig* rig)
{
    vlCouplingReport report;
    assert_int_equal(vlCoupling_GetReport(rig->world, rig->coupling, &report), VL_OK);
    return -report.onBody.force.z;
}

// Moves the device as in most tests: down by `depth` within 0.3 s, then still.
static inline void vlRig_Press(Rig* rig, double depth)
{
    double t = rig->tick * TICK;
    double part = t < 0.3 ? t / 0.3 : 1.0;
    vlRig_Tick(rig, vlVec(0.0, 0.0, -depth * part), vlVec(0.0, 0.0, t < 0.3 ? -depth / 0.3 : 0.0));
}

static inline vlTwoRateReport vlRig_Report(const Rig* rig)
{
    return vlTwoRate_GetReport(rig->two);
}

// ---- a world of free cubes ----

static inline vlWorldDef implicitDef(void)
{
    return vlStage_ImplicitDef(TICK, 1e4, 16);
}

static inline vlBodyId addCube(vlWorld* world, vlVec3 place, vlVec3 velocity)
{
    vlTwist twist = {velocity, vlZero()};
    return vlStage_AddBox(world, vlVec(0.04, 0.04, 0.04), 0.1,
                          vlModel_At(place.x, place.y, place.z), twist);
}

// Makes `steps` steps, with the contact side running once in `period`.
static inline void runServed(vlWorld* world, vlTwoRate* two, int steps, int period)
{
    for (int i = 1; i <= steps; ++i) {
        vlStage_Step(world);
        if (i % period == 0) {
            (void)vlTwoRate_FindContacts(two);
        }
    }
}

#endif
