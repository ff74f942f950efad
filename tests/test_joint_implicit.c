// SPDX-License-Identifier: MIT
// Joints under the implicit integrator: how exactly they swing and how little they give.

#include <math.h>

#include "rig.h"
#include "test.h"

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

// Watches the rod's lean for `seconds`.
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

static void a_pendulum_keeps_its_period_and_its_height(void** state)
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
        // Steps of 1 ms find the highest point to (w h)^2/8 of it; the height is kept over 20
        // s.
        VL_CHECK_NEAR(swing.first / angles[i], 1.0, 1e-3);
        VL_CHECK_NEAR(swing.last / swing.first, 1.0, 1e-4);
        // The load, at most 3.6 times its weight, over 1e8 N/m; and the distance by which a point
        // at 0.5 m leaves its arc in one step at 6 rad/s, which the next step corrects.
        VL_CHECK_BELOW(vlRig_ReportOf(world, hinge).gap, 0.5 * 36e-6 + 3.6e-7);
        vlWorld_Destroy(world);
    }
}

// Links of 0.1 kg and 0.1 m by balls, hanging from the origin, turned by `lean` about y.
static vlBodyId addChain(vlWorld* world, int count, double lean, vlJointId* ids)
{
    vlBodyId above = {0, 0};
    vlQuat turn = vlQuatFromAxisAngle(vlRig_AlongY(), -lean);
    vlVec3 along = vlRotate(turn, vlVec(0.0, 0.0, -1.0));
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

static double widestGap(const vlWorld* world, const vlJointId* ids, int count)
{
    double widest = 0.0;
    for (int i = 0; i < count; ++i) {
        widest = fmax(widest, vlRig_ReportOf(world, ids[i]).gap);
    }
    return widest;
}

static void a_swinging_chain_of_thirty_keeps_together(void** state)
{
    (void)state;
    vlWorld* world = makeWorld(VL_GRAVITY);
    vlJointId ids[30];
    addChain(world, 30, 0.25 * VL_PI, ids);
    double widest = 0.0;
    double fastest = 0.0;
    for (int i = 0; i < 10000; ++i) {
        vlStage_Step(world);
        widest = fmax(widest, widestGap(world, ids, 30));
        fastest = fmax(fastest, vlStage_KineticEnergy(world));
    }
    VL_CHECK_BELOW(widest, 1e-4);
    // 3 kg fell by 1.5 m (1 - cos 45 deg), and nothing was added.
    assert_true(fastest > 10.0);
    VL_CHECK_BELOW(fastest, 3.0 * VL_GRAVITY * 1.5 * (1.0 - sqrt(0.5)));
    vlWorld_Destroy(world);
}

// Let go from level, its end cracks like a whip, at 200 rad/s; a point that rotates by a in a step
// leaves its arc by at most 0.6 a^2 of its lever.
static void a_falling_chain_gives_only_with_the_square_of_its_speed(void** state)
{
    (void)state;
    vlWorld* world = makeWorld(VL_GRAVITY);
    vlJointId ids[30];
    vlBodyId end = addChain(world, 30, 0.5 * VL_PI, ids);
    double fastest = 0.0;
    double energy = 0.0;
    double widest = 0.0;
    for (int i = 0; i < 5000; ++i) {
        vlStage_Step(world);
        fastest = fmax(fastest, vlLength(vlStage_TwistOf(world, end).angular));
        widest = fmax(widest, widestGap(world, ids, 30));
        energy = fmax(energy, vlStage_KineticEnergy(world));
    }
    double turn = fastest * STEP;
    assert_true(turn > 0.1);
    VL_CHECK_BELOW(widest, 0.6 * turn * turn * 0.1 + 1e-4); // two levers of 0.05 m
    VL_CHECK_BELOW(energy, 3.0 * VL_GRAVITY * 1.5);
    vlWorld_Destroy(world);
}

static void a_heavy_weight_hangs_on_a_light_chain(void** state)
{
    (void)state;
    vlWorld* world = makeWorld(VL_GRAVITY);
    vlJointId ids[31];
    vlBodyId end = addChain(world, 30, 0.0, ids);
    vlBodyId load = vlStage_AddBox(world, vlVec(0.5, 0.5, 0.5), 1000.0, vlModel_At(0.0, 0.0, -3.25),
                                   vlModel_AtRest());
    vlJointDef def =
        vlRig_At(world, VL_JOINT_BALL, end, load, vlVec(0.0, 0.0, -3.0), vlRig_AlongY());
    ids[30] = vlRig_Join(world, &def);
    // Pushed sideways, the chain swings and must not break.
    assert_int_equal(vlBody_SetTwist(world, load, vlModel_Moving(vlVec(0.5, 0.0, 0.0), vlZero())),
                     VL_OK);
    double sag = 1003.0 * VL_GRAVITY / vlRig_StiffnessOf(world, ids[5], false);
    for (int i = 0; i < 10000; ++i) {
        vlStage_Step(world);
        // Falling into its joints it pulls twice its weight at first, swinging 1% more.
        VL_CHECK_BELOW(widestGap(world, ids, 31), 2.1 * sag);
    }
    // The load is still at the end of a chain stretched by 31 such gaps.
    vlVec3 at = vlStage_CentreOf(world, load);
    VL_CHECK_NEAR(vlLength(at), 3.25, 2.1 * 31.0 * sag);
    vlWorld_Destroy(world);
}

// The directions that a type locks, in A's frame at rest: forces and torques that it must carry.
typedef struct Hold {
    vlJointType type;
    vlVec3 force, torque;
} Hold;

static void every_type_gives_by_load_over_stiffness(void** state)
{
    (void)state;
    const Hold holds[] = {
        {VL_JOINT_FIXED, {30.0, -20.0, 50.0}, {3.0, 2.0, -4.0}},
        {VL_JOINT_HINGE, {30.0, -20.0, 50.0}, {3.0, 2.0, 0.0}},
        {VL_JOINT_SLIDER, {30.0, -20.0, 0.0}, {3.0, 2.0, -4.0}},
        {VL_JOINT_BALL, {30.0, -20.0, 50.0}, {0.0, 0.0, 0.0}},
        {VL_JOINT_UNIVERSAL, {30.0, -20.0, 50.0}, {0.0, 2.0, 0.0}},
        {VL_JOINT_PLANAR, {0.0, 0.0, 50.0}, {3.0, 2.0, 0.0}},
        {VL_JOINT_DISTANCE, {0.0, 0.0, 50.0}, {0.0, 0.0, 0.0}},
    };
    vlVec3 z = vlVec(0.0, 0.0, 1.0);
    for (size_t i = 0; i < sizeof holds / sizeof holds[0]; ++i) {
        vlWorld* world = makeWorld(0.0);
        vlBodyId none = {0, 0};
        vlBodyId cube = vlRig_AddCube(world, 1.0, vlVec(1.0, 2.0, 3.0));
        vlJointDef def = vlRig_At(world, holds[i].type, none, cube, vlVec(1.0, 2.0, 3.0), z);
        def.frameA.p.z -= holds[i].type == VL_JOINT_DISTANCE ? 0.5 : 0.0;
        vlJointId id = vlRig_Join(world, &def);
        for (int k = 0; k < 300; ++k) {
            assert_int_equal(vlBody_ApplyForce(world, cube, holds[i].force, vlVec(1.0, 2.0, 3.0)),
                             VL_OK);
            assert_int_equal(vlBody_ApplyTorque(world, cube, holds[i].torque), VL_OK);
            vlStage_Step(world);
        }
        vlJointReport report = vlRig_ReportOf(world, id);
        // At rest after 300 steps of critical damping. The force acts at a fixed point, by then 0.6
        // um off the centre, which adds torques of 1e-5 N m.
        double force = vlLength(holds[i].force);
        double torque = vlLength(holds[i].torque);
        VL_CHECK_NEAR(report.gap * vlRig_StiffnessOf(world, id, false) / force, 1.0, 1e-6);
        VL_CHECK_NEAR(report.twist * vlRig_StiffnessOf(world, id, true), torque, 1e-4);
        VL_CHECK_BELOW(vlLength(vlAdd(report.reaction.force, holds[i].force)), 1e-6);
        VL_CHECK_BELOW(vlLength(vlStage_TwistOf(world, cube).linear), 1e-9);
        vlWorld_Destroy(world);
    }
}

static void a_bushing_is_a_spring_in_every_direction(void** state)
{
    (void)state;
    vlWorld* world = makeWorld(0.0);
    vlBodyId none = {0, 0};
    vlBodyId cube = vlRig_AddCube(world, 1.0, vlZero());
    vlJointDef def = vlRig_At(world, VL_JOINT_BUSHING, none, cube, vlZero(), vlVec(0.0, 0.0, 1.0));
    def.bushingStiffness = vlVec(1000.0, 2e9, 500.0);
    def.bushingDamping = vlVec(60.0, 1e5, 40.0);
    def.bushingAngularStiffness = vlVec(3.0, 1e6, 10.0);
    def.bushingAngularDamping = vlVec(0.1, 1e2, 0.2);
    vlJointId id = vlRig_Join(world, &def);
    for (int k = 0; k < 3000; ++k) {
        vlVec3 centre = vlStage_CentreOf(world, cube);
        assert_int_equal(vlBody_ApplyForce(world, cube, vlVec(1.0, 1.0, 1.0), centre), VL_OK);
        assert_int_equal(vlBody_ApplyTorque(world, cube, vlVec(0.0, 0.0, 0.1)), VL_OK);
        vlStage_Step(world);
    }
    // Load over stiffness; the slowest direction has settled by exp(-60).
    vlVec3 at = vlStage_CentreOf(world, cube);
    VL_CHECK_NEAR(at.x, 1e-3, 1e-12);
    VL_CHECK_NEAR(at.y, 5e-10, 1e-15);
    VL_CHECK_NEAR(at.z, 2e-3, 1e-12);
    VL_CHECK_NEAR(vlRig_ReportOf(world, id).twist, 0.01, 1e-12);
    vlWorld_Destroy(world);
}

static void a_soft_spring_on_an_axis_keeps_swinging(void** state)
{
    (void)state;
    vlWorld* world = makeWorld(0.0);
    vlBodyId wheel;
    vlAxisDef axis = vlRig_FreeAxis();
    axis.stiffness = 40.0; // on 0.1 kg m2: 20 rad/s, of which backward Euler took 20% each second
    axis.rest = 0.3;
    vlJointId id = vlRig_AddWheel(world, &axis, &wheel);
    double widest = 0.0;
    for (int i = 0; i < 20000; ++i) {
        vlStage_Step(world);
        if (i > 19000) {
            widest = fmax(widest, vlRig_ReportOf(world, id).position[0]);
        }
    }
    VL_CHECK_NEAR(widest, 0.6, 1e-4); // found to (w h)^2/8 of it
    vlWorld_Destroy(world);
}

// Set-ups that ask for the impossible end in bounded motion.
static void the_absurd_stays_finite(void** state)
{
    (void)state;
    const vlJointType types[] = {VL_JOINT_FIXED,   VL_JOINT_HINGE,     VL_JOINT_SLIDER,
                                 VL_JOINT_BALL,    VL_JOINT_UNIVERSAL, VL_JOINT_PLANAR,
                                 VL_JOINT_DISTANCE};
    for (int i = 0; i < 7 * 4; ++i) {
        vlWorld* world = makeWorld(VL_GRAVITY);
        vlJointDef def = vlDefaultJointDef(types[i % 7]);
        def.bodyA = vlRig_AddCube(world, 1.0, vlZero());
        def.bodyB = vlRig_AddCube(world, 1e-3, vlZero()); // in the same place
        switch (i / 7) {
        case 0: def.stiffness = def.angularStiffness = def.damping = 1e12; break;
        case 1: def.frameA.p = def.frameB.p = vlVec(1e6, 0.0, 0.0); break;
        case 2: def.frameA.p = vlVec(3.0, 0.0, 0.0); break; // far from where it should be
        default: // joined to the world twice, in contradiction
            vlRig_Join(world, &def);
            def.bodyA.index1 = 0;
            def.frameA.p.z = 1.0;
            def.stiffness = 1e12;
            break;
        }
        vlRig_Join(world, &def);
        double start = VL_GRAVITY + 1.0;
        for (int k = 0; k < 2000; ++k) {
            vlStage_Step(world);
            double speed = vlStage_TopSpeed(world);
            assert_true(isfinite(speed));
            // Falls freely, or is pulled over 3 m within one step at most.
            VL_CHECK_BELOW(speed, start * (k + 1) * STEP + 3.0 / STEP);
        }
        vlWorld_Destroy(world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pendulum_keeps_its_period_and_its_height),
        cmocka_unit_test(a_swinging_chain_of_thirty_keeps_together),
        cmocka_unit_test(a_falling_chain_gives_only_with_the_square_of_its_speed),
        cmocka_unit_test(a_heavy_weight_hangs_on_a_light_chain),
        cmocka_unit_test(every_type_gives_by_load_over_stiffness),
        cmocka_unit_test(a_bushing_is_a_spring_in_every_direction),
        cmocka_unit_test(a_soft_spring_on_an_axis_keeps_swinging),
        cmocka_unit_test(the_absurd_stays_finite),
    };
    return cmocka_run_group_tests_name("implicit joints", tests, NULL, NULL);
}
