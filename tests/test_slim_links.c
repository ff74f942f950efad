// SPDX-License-Identifier: MIT
// Slim and thick bodies on joints in the implicit step: they swing on as in closed forms, neither
// damped nor driven, and a heavy top precesses at the exact rate.

#include <math.h>

#include "models/linkage_model.h"
#include "models/swing.h"
#include "rig.h"
#include "test.h"

#define SECONDS 60.0

typedef struct Case {
    vlLinkageDef def;
    double step;
    double least;  // of the amplitude after a minute
    double period; // largest relative error
} Case;

static double angleOf(const vlWorld* world, const vlLinkage* linkage)
{
    double angle = 0.0;
    assert_int_equal(vlLinkage_GetAngle(world, linkage, &angle), VL_OK);
    return angle;
}

// At a turning point everything is at rest, so the amplitude is a measure of the energy, at
// whatever moment of the step the velocities are taken.
static void a_linkage_keeps_its_swing_for_a_minute(void** state)
{
    (void)state;
    // Half of the path's curvature is foreseen (T7.11); the loss is due to the other half, which
    // the next step corrects, and to the joint's damper. It grows with the cube of (omega step),
    // from 1e-6 for the needles to 1.4e-3 for a bar that falls through at 7 rad/s and 5 ms. An
    // earlier version of the step kept 0.09, 0.57, 0.57, 0.07, 0.03 and 0.85 of the first six
    // amplitudes. The period is that of a pendulum with the remaining amplitude.
    const Case cases[] = {
        {{VL_LINKAGE_ROD, 1.0, 0.010, 1.0, 1.0}, 5e-3, 0.9998, 1e-4},
        {{VL_LINKAGE_ROD, 1.0, 0.003, 1.0, 1.0}, 1e-3, 0.99999, 1e-5},
        {{VL_LINKAGE_ROD, 1.0, 0.002, 1.0, 1.0}, 1e-3, 0.99999, 1e-5},
        {{VL_LINKAGE_FOUR_BAR, 0.5, 0.020, 1.0, 0.5}, 5e-3, 0.9998, 1e-4},
        {{VL_LINKAGE_FOUR_BAR, 0.5, 0.010, 1.0, 0.5}, 5e-3, 0.9998, 1e-4},
        {{VL_LINKAGE_ROD, 1.0, 0.040, 1.0, 0.5 * VL_PI}, 5e-3, 0.999, 1e-4},
        {{VL_LINKAGE_ROD, 1.0, 0.100, 1.0, 0.5 * VL_PI}, 5e-3, 0.999, 1e-4},
        {{VL_LINKAGE_ROD, 1.0, 0.100, 1.0, 0.5 * VL_PI}, 1e-3, 0.99999, 1e-5},
        {{VL_LINKAGE_ROD, 1.0, 0.300, 1.0, 2.5}, 5e-3, 0.998, 2e-3},
        {{VL_LINKAGE_ROD, 0.3, 0.100, 1.0, 0.5 * VL_PI}, 5e-3, 0.995, 1e-3},
        {{VL_LINKAGE_FOUR_BAR, 0.3, 0.010, 1.0, 1.0}, 5e-3, 0.999, 2e-4},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        const Case* c = &cases[i];
        vlWorld* world = vlRig_CreateWorld(c->step, VL_INTEGRATOR_IMPLICIT, VL_GRAVITY);
        vlLinkage linkage;
        assert_int_equal(vlModel_AddLinkage(world, &c->def, &linkage), VL_OK);
        vlSwingTrack track = {0};
        double widest = 0.0;
        vlSwingTrack_Add(&track, angleOf(world, &linkage), c->step);
        for (int k = 0; k < (int)(SECONDS / c->step + 0.5); ++k) {
            vlStage_Step(world);
            vlSwingTrack_Add(&track, angleOf(world, &linkage), c->step);
            widest = fmax(widest, track.peak);
        }
        VL_CHECK_BELOW(c->least, track.peak / c->def.angle);
        // 2e-4: a start at rest is half a step off the path to which it leads: (omega step)^2/8.
        VL_CHECK_NEAR(track.firstPeak / c->def.angle, 1.0, 2e-4);
        // Nothing is gained; a parabola through three steps finds a turning point to 1e-5.
        VL_CHECK_BELOW(widest / track.firstPeak, 1.0 + 2e-5);
        VL_CHECK_NEAR(vlSwingTrack_Period(&track) / vlLinkage_Period(&c->def, VL_GRAVITY), 1.0,
                      c->period);
        vlWorld_Destroy(world);
    }
}

static double energyOf(const vlWorld* world, const vlLinkage* linkage, double zero)
{
    double energy = vlStage_KineticEnergy(world);
    for (int i = 0; i < linkage->rods; ++i) {
        energy += VL_GRAVITY * (vlStage_CentreOf(world, linkage->rod[i]).z + zero);
    }
    return energy;
}

static void a_double_pendulum_keeps_its_energy(void** state)
{
    (void)state;
    const double angles[] = {0.5, 0.5 * VL_PI};
    for (int i = 0; i < 2; ++i) {
        vlLinkageDef def = {VL_LINKAGE_DOUBLE, 1.0, 0.02, 1.0, angles[i]};
        vlWorld* world = vlRig_CreateWorld(2e-3, VL_INTEGRATOR_IMPLICIT, VL_GRAVITY);
        vlLinkage linkage;
        assert_int_equal(vlModel_AddLinkage(world, &def, &linkage), VL_OK);
        double start = energyOf(world, &linkage, 2.0);
        vlStage_Run(world, SECONDS - 2.0);
        double mean = 0.0;
        for (int k = 0; k < 1000; ++k) { // the last 2 s: at least one swing
            vlStage_Step(world);
            mean += energyOf(world, &linkage, 2.0) / 1000.0;
        }
        // The velocity belongs to the middle of a step and the height to its end, so the sum is in
        // turn up to 0.27% too large and too small; the mean removes this, except for the part of
        // an incomplete swing. That earlier version kept 0.54 of the larger one.
        VL_CHECK_NEAR(mean / start, 1.0, i == 0 ? 1e-3 : 4e-3);
        vlWorld_Destroy(world);
    }
}

static void a_heavy_top_goes_round_at_its_own_pace(void** state)
{
    (void)state;
    static const struct {
        vlHeavyTopDef def;
        double step, pace; // largest relative error; where it is larger, the step turns the top by
                           // 0.7 to 1.7 rad, more than any rule of second order can follow
    } tops[] = {
        {{0.2, 0.04, 1.0, 0.05, 0.5, 60.0}, 5e-3, 1e-4},
        {{0.2, 0.04, 1.0, 0.05, 0.5, 100.0}, 5e-3, 1e-4},
        {{0.1, 0.1, 1.0, 0.05, 0.5, 120.0}, 5e-3, 3e-4},
        {{0.1, 0.02, 1.0, 0.1, 0.5, 300.0}, 1e-3, 1e-4},
        {{0.06, 0.15, 1.0, 0.1, 0.5, 350.0}, 1e-3, 2e-4},
        {{0.1, 0.02, 1.0, 0.1, 0.5, 150.0}, 5e-3, 1e-3},
        {{0.1, 0.02, 1.0, 0.1, 0.5, 300.0}, 5e-3, 3e-3},
        {{0.06, 0.15, 1.0, 0.1, 0.5, 350.0}, 5e-3, 3e-2},
    };
    for (size_t i = 0; i < sizeof tops / sizeof tops[0]; ++i) {
        double step = tops[i].step;
        vlWorld* world = vlRig_CreateWorld(step, VL_INTEGRATOR_IMPLICIT, VL_GRAVITY);
        vlBodyId top = {0, 0};
        assert_int_equal(vlModel_AddHeavyTop(world, &tops[i].def, VL_GRAVITY, &top), VL_OK);
        double round = 0.0;
        double last = 0.0;
        for (int k = 0; k < (int)(10.0 / step + 0.5); ++k) {
            vlStage_Step(world);
            vlVec3 axis = vlRotate(vlStage_PoseOf(world, top).q, vlVec(0.0, 0.0, 1.0));
            double now = atan2(axis.y, axis.x);
            round += remainder(now - last, 2.0 * VL_PI);
            last = now;
        }
        double exact = 10.0 * vlHeavyTop_Precession(&tops[i].def, VL_GRAVITY);
        VL_CHECK_NEAR(round / exact, 1.0, tops[i].pace);
        vlWorld_Destroy(world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_linkage_keeps_its_swing_for_a_minute),
        cmocka_unit_test(a_double_pendulum_keeps_its_energy),
        cmocka_unit_test(a_heavy_top_goes_round_at_its_own_pace),
    };
    return cmocka_run_group_tests_name("slim_links", tests, NULL, NULL);
}
