// SPDX-License-Identifier: MIT
// Joints under the implicit integrator: how exactly they swing and how little they give.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "rig.h"

#define STEP 1e-3

static vlWorld* makeWorld(double gravity)
{
    return vlRig_CreateWorld(STEP, VL_INTEGRATOR_IMPLICIT, gravity);
}

// Complete elliptic integral of the first kind with modulus sin(half), by means.
static double ellipticK(double half)
{
    double a = 1.0;
    double g = cos(half);
    for (int i = 0; i < 10; ++i) {
        double mean = 0.5 * (a + g);
        g = sqrt(a * g);
        a = mean;
    }
    return VL_PI / (2.0 * a);
}

typedef struct Swing {
    double period, first, last; // s; widest angle in the first and the last period
} Swing;

// Of the rod's lean over `seconds`.
static Swing watch(vlWorld* world, vlJointId hinge, double start, double seconds)
{
    Swing swing = {0.0, 0.0, 0.0};
    double before = start;
    double since = -1.0;
    double begin = -1.0;
    double widest = 0.0;
    int periods = 0;
    for (int i = 0; i < (int)(seconds / STEP); ++i) {
        vlStage_Step(world);
        double angle = vlRig_ReportOf(world, hinge).position[0] + start;
        widest = fmax(widest, fabs(angle));
        if (before < 0.0 && angle >= 0.0) {
            double now = (i + before / (before - angle)) * STEP;
            if (since >= 0.0) {
                ++periods;
                swing.first = periods == 1 ? widest : swing.first;
                swing.last = widest;
            }
            begin = since < 0.0 ? now : begin;
            since = now;
            widest = 0.0;
        }
        before = angle;
    }
    assert_true(periods > 2);
    swing.period = (since - begin) / periods;
    return swing;
}

static void aPendulumKeepsItsPeriodAndItsHeight(void** state)
{
    (void)state;
    const double angles[] = {0.1, 1.0, 2.5};
    for (int i = 0; i < 3; ++i) {
        vlWorld* world = makeWorld(VL_GRAVITY);
        vlBodyId rod;
        vlJointId hinge = vlRig_HangRod(world, angles[i], &rod);
        Swing swing = watch(world, hinge, angles[i], 20.0);
        double exact = 4.0 * sqrt(VL_ROD_INERTIA / (VL_GRAVITY * 0.5)) * ellipticK(0.5 * angles[i]);
        VL_CHECK_NEAR(swing.period / exact, 1.0, 1e-3);
        // A step of 1 ms sees the highest point to (w h)^2/8 of it; the height is kept over 20 s.
        VL_CHECK_NEAR(swing.first / angles[i], 1.0, 1e-3);
        VL_CHECK_NEAR(swing.last / swing.first, 1.0, 1e-4);
        VL_CHECK_BELOW(vlRig_ReportOf(world, hinge).gap, 1e-6);
        vlWorld_Destroy(world);
    }
}

// Links of 0.1 kg and 0.1 m by balls, from the origin along `along`; the joints' ids.
static vlBodyId addChain(vlWorld* world, int count, vlVec3 along, vlJointId* ids)
{
    vlBodyId above = {0, 0};
    vlQuat turn = along.z < 0.0 ? vlIdentityQuat() : vlQuatFromAxisAngle(vlRig_AlongY(), -1.5708);
    for (int i = 0; i < count; ++i) {
        vlPose pose = {vlScale(along, 0.1 * i + 0.05), turn};
        vlBodyId link = vlStage_AddBox(world, vlVec(0.03, 0.03, 0.1), 0.1, pose, vlModel_AtRest());
        vlJointDef def =
            vlRig_At(world, VL_JOINT_BALL, above, link, vlScale(along, 0.1 * i), vlRig_AlongY());
        ids[i] = vlRig_Join(world, &def);
        above = link;
    }
    return above;
}

static void aFallingChainOfThirtyKeepsTogether(void** state)
{
    (void)state;
    vlWorld* world = makeWorld(VL_GRAVITY);
    vlJointId ids[30];
    addChain(world, 30, vlVec(1.0, 0.0, 0.0), ids);
    double widest = 0.0;
    double energy = 0.0;
    for (int i = 0; i < 5000; ++i) {
        vlStage_Step(world);
        for (int k = 0; k < 30; ++k) {
            widest = fmax(widest, vlRig_ReportOf(world, ids[k]).gap);
        }
        energy = fmax(energy, vlStage_KineticEnergy(world));
    }
    VL_CHECK_BELOW(widest, 1e-4);
    assert_true(energy > 20.0); // it did fall: 3 kg by 1.5 m are 44 J
    VL_CHECK_BELOW(energy, 44.2);
    vlWorld_Destroy(world);
}

static void aHeavyWeightHangsOnALightChain(void** state)
{
    (void)state;
    vlWorld* world = makeWorld(VL_GRAVITY);
    vlJointId ids[31];
    vlBodyId end = addChain(world, 30, vlVec(0.0, 0.0, -1.0), ids);
    vlBodyId load = vlStage_AddBox(world, vlVec(0.5, 0.5, 0.5), 1000.0, vlModel_At(0.0, 0.0, -3.25),
                                   vlModel_AtRest());
    vlJointDef def =
        vlRig_At(world, VL_JOINT_BALL, end, load, vlVec(0.0, 0.0, -3.0), vlRig_AlongY());
    ids[30] = vlRig_Join(world, &def);
    // Pushed sideways, it swings and must not tear.
    assert_int_equal(vlBody_SetTwist(world, load, vlModel_Moving(vlVec(0.5, 0.0, 0.0), vlZero())),
                     VL_OK);
    double k = vlRig_StiffnessOf(world, ids[5], false);
    for (int i = 0; i < 10000; ++i) {
        vlStage_Step(world);
        for (int j = 0; j < 31; ++j) {
            // Falling into its joints it pulls twice its weight at first.
            VL_CHECK_BELOW(vlRig_ReportOf(world, ids[j]).gap, 2.5 * 1003.0 * VL_GRAVITY / k);
        }
    }
    vlWorld_Destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(aPendulumKeepsItsPeriodAndItsHeight),
        cmocka_unit_test(aFallingChainOfThirtyKeepsTogether),
        cmocka_unit_test(aHeavyWeightHangsOnALightChain),
    };
    return cmocka_run_group_tests_name("implicit joints", tests, NULL, NULL);
}
