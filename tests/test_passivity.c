// SPDX-License-Identifier: MIT
// Contacts take energy and give none. The laws are not derived from a potential (normal and area
// depend on the pose), so without damping a collision may gain a few per cent of energy; with a
// damping ratio of 0.3 no collision may gain any.

#include "models/random.h"
#include "stage.h"
#include "test.h"

static void throwBox(vlWorld* world, double mass, vlVec3 place, vlVec3 velocity, vlRandom* random)
{
    vlPose pose = vlStage_AnyPose(random, place);
    vlTwist twist = {velocity, vlScale(vlRandom_InBall(random), 10.0)};
    vlVec3 size = vlStage_AnySize(random, 0.1, 0.4);
    vlStage_AddBox(world, size, mass, pose, twist);
}

static vlWorldDef anyDef(int run, double step)
{
    vlWorldDef def = vlExplicitWorldDef();
    def.capacity.bodies = 4;
    def.gravity = vlZero();
    def.step = step;
    vlStage_SetLaw(&def.contact, run % VL_STAGE_LAWS);
    def.contact.reference.normal = (vlNormalRule)(run / 3 % 2);
    def.surface.dampingRatioN = 0.3;
    def.surface.frictionStatic = def.surface.frictionDynamic = run % 2 == 0 ? 0.0 : 0.4;
    return def;
}

// Energy of two boxes after their collision over that before; 0 if they did not touch.
static double collide(vlWorldDef def, vlRandom* random)
{
    vlWorld* world = vlStage_CreateWorld(&def);
    vlVec3 at = vlScale(vlRandom_Direction(random), 0.8);
    double speed = vlRandom_Range(random, 0.5, 4.0);
    throwBox(world, 1.0, vlZero(), vlZero(), random);
    throwBox(world, vlRandom_Log(random, 0.3, 3.0), at, vlScale(at, -speed / 0.8), random);
    double before = vlStage_KineticEnergy(world);
    bool touched = false;
    int apart = 0;
    for (int i = 0; i * def.step < 2.0 && apart * def.step < 0.05; ++i) {
        vlStage_Step(world);
        bool touches = vlWorld_GetContactCount(world) > 0;
        touched = touched || touches;
        apart = touched && !touches ? apart + 1 : 0;
    }
    double after = vlStage_KineticEnergy(world);
    vlWorld_Destroy(world);
    return touched ? after / before : 0.0;
}

static void no_collision_gains_energy(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(12);
    double worst = 0.0;
    int touched = 0;
    for (int run = 0; run < vlStage_Count(1200, 60); ++run) {
        double ratio = collide(anyDef(run, 1e-3), &random);
        touched += ratio > 0.0;
        worst = fmax(worst, ratio);
    }
    assert_true(touched > vlStage_Count(600, 30));
    VL_CHECK_BELOW(worst, 1.0 + 1e-3); // grazing contacts take almost nothing
}

static void no_collision_gains_energy_at_a_soft_contact(void** state)
{
    (void)state;
    // Step times frequency is 0.16, so the integrator causes no errors here.
    vlRandom random = vlRandom_Seed(13);
    double worst = 0.0;
    for (int run = 0; run < vlStage_Count(300, 30); ++run) {
        vlWorldDef def = anyDef(run, 2.5e-4);
        def.surface.stiffnessN = 1e5;
        def.surface.foundation = 3e6;
        worst = fmax(worst, collide(def, &random));
    }
    VL_CHECK_BELOW(worst, 1.0 + 1e-3);
}

static void a_bouncing_box_never_rises_above_its_energy(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(14);
    double worst = 0.0;
    for (int run = 0; run < vlStage_Count(60, 9); ++run) {
        vlWorldDef def = anyDef(run, 1e-3);
        def.gravity = vlVec(0.0, 0.0, -VL_GRAVITY);
        vlWorld* world = vlStage_CreateWorld(&def);
        vlStage_AddFloor(world);
        throwBox(world, 1.0, vlVec(0.0, 0.0, 0.8), vlScale(vlRandom_InBall(&random), 2.0), &random);
        vlBodyId box = vlWorld_GetBody(world, 1);
        double before = vlStage_KineticEnergy(world) + VL_GRAVITY * 0.8;
        double highest = before;
        // In the air, where springs store no energy, the energy may only have decreased.
        for (int i = 0; i < 4000; ++i) {
            vlStage_Step(world);
            if (vlWorld_GetContactCount(world) == 0) {
                double energy =
                    vlStage_KineticEnergy(world) + VL_GRAVITY * vlStage_CentreOf(world, box).z;
                worst = fmax(worst, energy / highest);
                highest = fmin(highest, energy);
            }
        }
        vlWorld_Destroy(world);
    }
    // Symplectic Euler falls by h v more than the parabola in each step: 1e-3 of the energy.
    VL_CHECK_BELOW(worst, 1.0 + 2e-3);
}

static void damping_makes_a_face_bounce_as_its_ratio_says(void** state)
{
    (void)state;
    static const double ratios[] = {0.0, 0.1, 0.3, 0.5};
    for (int i = 0; i < 4; ++i) {
        vlWorldDef def = anyDef(0, 1e-4);
        def.surface.dampingRatioN = ratios[i];
        def.surface.stiffnessN = 1e5;
        vlWorld* world = vlStage_CreateWorld(&def);
        vlStage_AddFloor(world);
        vlBodyId box = vlStage_AddBox(world, vlVec(0.3, 0.3, 0.3), 1.0, vlModel_At(0.0, 0.0, 0.2),
                                      vlModel_Moving(vlVec(0.0, 0.0, -1.0), vlZero()));
        vlStage_Run(world, 0.2);
        double zeta = ratios[i];
        // The contact ends where spring and damper cancel, at the phase below of the damped
        // oscillation; the speed has then decayed by exp(-zeta omega t).
        double root = sqrt(1.0 - zeta * zeta);
        double phase = atan2(2.0 * zeta * root, 2.0 * zeta * zeta - 1.0);
        double exact = exp(-zeta / root * phase);
        double speed = vlStage_TwistOf(world, box).linear.z;
        VL_CHECK_NEAR(speed, exact, 0.005); // the last of some 60 to 100 steps in contact
        vlWorld_Destroy(world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_collision_gains_energy),
        cmocka_unit_test(no_collision_gains_energy_at_a_soft_contact),
        cmocka_unit_test(a_bouncing_box_never_rises_above_its_energy),
        cmocka_unit_test(damping_makes_a_face_bounce_as_its_ratio_says),
    };
    return cmocka_run_group_tests_name("passivity", tests, NULL, NULL);
}
