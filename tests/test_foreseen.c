// SPDX-License-Identifier: MIT
// Contacts that the implicit step finds before bodies overlap (docs/theory/foreseen.md), with all
// defaults, at 1 and 5 ms: nothing passes through, bodies that are laid down do not drop, and seams
// do not stop a body.

#include <stdlib.h>

#include "models/wall_model.h"
#include "stage.h"
#include "test.h"

static const double steps[2] = {1e-3, 5e-3};

static vlWorld* makeWorld(double step, int bodies)
{
    vlWorldDef def = vlDefaultWorldDef();
    def.step = step;
    def.capacity.bodies = bodies;
    def.capacity.pieces = bodies + 8;
    return vlStage_CreateWorld(&def);
}

// A plate with its upper side at z = 0.
static void addPlate(vlWorld* world, vlVec3 size, double x)
{
    (void)vlStage_AddFixed(world, VL_BODY_STATIC, vlStage_CreateBox(size),
                           vlModel_At(x, 0.0, -0.5 * size.z));
}

// A millimetre on a millimetre, in ten places between two steps.
static void a_thin_plate_passes_no_thin_floor(void** state)
{
    (void)state;
    static const double speeds[] = {0.16, 0.8, 10.0, 50.0};
    for (int i = 0; i < 80; ++i) {
        double h = steps[i % 2], speed = speeds[i / 2 % 4], phase = 0.1 * (i / 8);
        vlWorld* world = makeWorld(h, 2);
        addPlate(world, vlVec(0.4, 0.4, 1e-3), 0.0);
        double z = 5e-4 + 0.02 + phase * speed * h;
        vlBodyId plate = vlStage_AddBox(world, vlVec(0.1, 0.1, 1e-3), 0.08, vlModel_At(0, 0, z),
                                        vlModel_Moving(vlVec(0.0, 0.0, -speed), vlZero()));
        double lowest = z;
        for (int n = 0; n < (int)((0.1 + 0.03 / speed) / h); ++n) {
            vlStage_Step(world);
            lowest = fmin(lowest, vlStage_CentreOf(world, plate).z);
        }
        // 1e-4 is a tenth of its thickness: it is stopped before it touches, not pushed out again.
        VL_CHECK_BELOW(5e-4 - lowest, 1e-4);
        vlWorld_Destroy(world);
    }
}

// A tool of 10 g and 1 mm, as one piece and as two, is pushed by 50 mm through a plate of 1 mm.
static void a_held_tool_is_held(void** state)
{
    (void)state;
    static const double speeds[] = {0.5, 2.0, 5.0};
    for (int i = 0; i < 12; ++i) {
        double h = steps[i % 2], speed = speeds[i / 4];
        vlWorld* world = makeWorld(h, 2);
        addPlate(world, vlVec(0.4, 0.4, 1e-3), 0.0);
        vlShape* shape = vlStage_CreateCutBox(vlVec(0.02, 0.02, 1e-3), 1 + i / 2 % 2, 1, 1);
        vlBodyId tool =
            vlStage_AddShape(world, shape, 0.01, vlModel_At(0.0, 0.0, 0.05), vlModel_AtRest());
        vlCouplingDef def = vlDefaultCouplingDef();
        def.body = tool;
        def.stiffness = 2000.0;
        def.damping = 5.0;
        vlCouplingId coupling;
        assert_int_equal(vlWorld_CreateCoupling(world, &def, &coupling), VL_OK);
        for (double z = 0.05; z > -0.05; z -= speed * h) {
            vlTwist twist = vlModel_Moving(vlVec(0.0, 0.0, -speed), vlZero());
            assert_int_equal(vlCoupling_SetDevice(world, coupling, vlModel_At(0, 0, z), twist),
                             VL_OK);
            vlStage_Step(world);
        }
        vlTwist still = vlModel_AtRest();
        assert_int_equal(vlCoupling_SetDevice(world, coupling, vlModel_At(0, 0, -0.05), still),
                         VL_OK);
        vlStage_Run(world, 0.3);
        // 100 N over 9.8e5 N/m, the automatic stiffness in a world of less than 0.1 kg.
        VL_CHECK_NEAR(vlStage_CentreOf(world, tool).z, 5e-4 - 1.03e-4, 2e-6);
        vlWorld_Destroy(world);
    }
}

// A bar hinged at its end swings onto a plate of 1 mm.
static void a_spinning_bar_does_not_pass(void** state)
{
    (void)state;
    for (int i = 0; i < 16; ++i) {
        double h = steps[i % 2], spin = 100.0;
        vlWorld* world = makeWorld(h, 2);
        vlWorld_SetGravity(world, vlZero());
        (void)vlStage_AddFixed(world, VL_BODY_STATIC, vlStage_CreateBox(vlVec(0.1, 0.1, 1e-3)),
                               vlModel_At(0.15, 0.0, -0.03));
        vlQuat q = vlQuatFromRotationVector(vlVec(0.0, -0.5 - spin * h * (i / 2) / 8.0, 0.0));
        vlPose pose = {vlScale(vlRotate(q, vlVec(1.0, 0.0, 0.0)), 0.1), q};
        vlVec3 omega = vlVec(0.0, spin, 0.0);
        vlBodyId bar = vlStage_AddBox(world, vlVec(0.2, 5e-3, 5e-3), 0.04, pose,
                                      vlModel_Moving(vlCross(omega, pose.p), omega));
        vlJointDef def = vlDefaultJointDef(VL_JOINT_HINGE);
        def.bodyB = bar;
        vlVec3 axis = vlVec(0.0, 1.0, 0.0);
        assert_int_equal(vlJointDef_Place(&def, world, vlZero(), axis, vlZero()), VL_OK);
        vlJointId joint;
        assert_int_equal(vlWorld_CreateJoint(world, &def, &joint), VL_OK);
        for (int n = 0; n < (int)(0.2 / h); ++n) {
            vlStage_Step(world);
            vlVec3 c = vlStage_CentreOf(world, bar);
            assert_true(atan2(c.z, c.x) > -0.35); // it lies on the plate's edge at -0.28 rad
        }
        vlWorld_Destroy(world);
    }
}

// A cube laid down at depth 0, whole or of pieces, on a half-space or on a box.
static void a_cube_laid_down_does_not_overshoot(void** state)
{
    (void)state;
    for (int i = 0; i < 12; ++i) {
        vlWorld* world = makeWorld(steps[i % 2], 2);
        if (i / 2 % 2 == 0) {
            (void)vlStage_AddFloor(world);
        } else {
            addPlate(world, vlVec(1.0, 1.0, 0.1), 0.0);
        }
        int cuts = i / 4; // 1, 2 or 8 pieces
        vlShape* shape = vlStage_CreateCutBox(vlVec(0.1, 0.1, 0.1), cuts > 0 ? 2 : 1,
                                              cuts > 1 ? 2 : 1, cuts > 1 ? 2 : 1);
        vlBodyId cube =
            vlStage_AddShape(world, shape, 1.0, vlModel_At(0.0, 0.0, 0.05), vlModel_AtRest());
        double deepest = 0.0;
        for (int n = 0; n < 200; ++n) {
            vlStage_Step(world);
            deepest = fmax(deepest, 0.05 - vlStage_CentreOf(world, cube).z);
        }
        VL_CHECK_BELOW(deepest / (0.05 - vlStage_CentreOf(world, cube).z), 1.01);
        VL_CHECK_BELOW(deepest, 1.1e-6); // 9.8 N over 9.81e6 N/m
        vlWorld_Destroy(world);
    }
}

// Compounds that fall, upright and tilted, on a half-space and on a plate of 2 mm.
static void a_box_of_pieces_lands(void** state)
{
    (void)state;
    for (int i = 0; i < 16; ++i) {
        vlWorld* world = makeWorld(steps[i % 2], 2);
        if (i / 2 % 2 == 0) {
            (void)vlStage_AddFloor(world);
        } else {
            addPlate(world, vlVec(1.0, 1.0, 2e-3), 0.0);
        }
        int cuts = 1 + i / 4 % 2;
        vlShape* shape = vlStage_CreateCutBox(vlVec(0.1, 0.1, 0.1), 2, cuts, cuts);
        vlPose pose = vlModel_At(0.0, 0.0, i / 8 == 0 ? 0.1 : 0.15);
        pose.q = vlQuatFromRotationVector(i / 8 == 0 ? vlZero() : vlVec(0.7, 0.4, 0.0));
        vlBodyId box = vlStage_AddShape(world, shape, 1.0, pose, vlModel_AtRest());
        vlStage_Run(world, 1.5);
        VL_CHECK_NEAR(vlStage_CentreOf(world, box).z, 0.05 - 1e-6, 1e-8);
        VL_CHECK_BELOW(vlStage_TopSpeed(world), 1e-9);
        vlWorld_Destroy(world);
    }
}

// If rows fell for a step before they are held, the shock would climb one row per step.
static void a_wall_laid_touching_does_not_drop(void** state)
{
    (void)state;
    enum { BLOCKS = 30 };
    for (int i = 0; i < 2; ++i) {
        vlWorld* world = makeWorld(steps[i], BLOCKS + 1);
        vlBodyId id[BLOCKS];
        vlVec3 from[BLOCKS];
        vlWallDef def = vlWall_Default(BLOCKS);
        (void)vlStage_AddFloor(world);
        assert_int_equal(vlModel_AddWall(world, &def, id), VL_OK);
        for (int k = 0; k < BLOCKS; ++k) {
            from[k] = vlStage_CentreOf(world, id[k]);
        }
        double most = 0.0;
        for (int n = 0; n < 300; ++n) {
            vlStage_Step(world);
            for (int k = 0; k < BLOCKS; ++k) {
                most = fmax(most, vlLength(vlSub(vlStage_CentreOf(world, id[k]), from[k])));
            }
        }
        // 3e-5: the weight of the rows above, at 1 um per brick and joint: 1 + 2 + ... + 7.
        VL_CHECK_BELOW(most, 3e-5);
        vlWorld_Destroy(world);
    }
}

// A box without friction slides over the seams of flush tiles, each a body of its own.
static void seams_of_tiles_are_not_felt(void** state)
{
    (void)state;
    static const double speeds[] = {0.5, 2.0, 5.0};
    for (int i = 0; i < 6; ++i) {
        vlWorldDef def = vlDefaultWorldDef();
        def.step = steps[i % 2];
        def.surface.frictionStatic = def.surface.frictionDynamic = 0.0;
        vlWorld* world = vlStage_CreateWorld(&def);
        for (int k = 0; k < 32; ++k) {
            addPlate(world, vlVec(0.1, 0.4, 0.05), 0.1 * k);
        }
        double speed = speeds[i / 2];
        vlBodyId box = vlStage_AddBox(world, vlVec(0.15, 0.15, 0.1), 1.0, vlModel_At(0.1, 0, 0.05),
                                      vlModel_Moving(vlVec(speed, 0.0, 0.0), vlZero()));
        for (int n = 0; n < 10000 && vlStage_CentreOf(world, box).x < 2.9; ++n) {
            vlStage_Step(world);
        }
        assert_true(vlStage_CentreOf(world, box).x >= 2.9);
        VL_CHECK_BELOW(0.97 * speed, vlStage_TwistOf(world, box).linear.x);
        vlWorld_Destroy(world);
    }
}

// A foreseen contact is reported before the bodies overlap: without depth, but with a force.
static void a_foreseen_contact_is_reported_without_depth(void** state)
{
    (void)state;
    vlWorld* world = makeWorld(1e-3, 2);
    (void)vlStage_AddFloor(world);
    (void)vlStage_AddBox(world, vlVec(0.1, 0.1, 0.1), 1.0, vlModel_At(0.0, 0.0, 0.0505),
                         vlModel_Moving(vlVec(0.0, 0.0, -1.0), vlZero()));
    vlStage_Step(world); // 0.5 mm above the floor, and 1 mm on its way
    assert_int_equal(vlWorld_GetContactCount(world), 1);
    vlContactReport r = vlStage_ContactOf(world, 0);
    assert_true(r.depth == 0.0 && r.volume == 0.0 && r.area > 0.0);
    assert_true(r.normalForce > 100.0); // 1 kg m/s, of which it keeps less than half, in 1 ms
    vlWorld_Destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_thin_plate_passes_no_thin_floor),
        cmocka_unit_test(a_held_tool_is_held),
        cmocka_unit_test(a_spinning_bar_does_not_pass),
        cmocka_unit_test(a_cube_laid_down_does_not_overshoot),
        cmocka_unit_test(a_box_of_pieces_lands),
        cmocka_unit_test(a_wall_laid_touching_does_not_drop),
        cmocka_unit_test(seams_of_tiles_are_not_felt),
        cmocka_unit_test(a_foreseen_contact_is_reported_without_depth),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
