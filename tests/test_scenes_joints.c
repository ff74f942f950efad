// SPDX-License-Identifier: MIT
// The scenes of joints and motors: pendulums, chains, gears, the insect. test_scenes.c has the
// others.

#include "show.h"
#include "test.h"

static vlJointReport reportOf(const vlShow* show, const char* name)
{
    vlJointReport report = {.axisCount = 0};
    for (int i = 0; i < vlScene_GetJointCount(show->scene); ++i) {
        if (strcmp(vlScene_GetJoint(show->scene, i)->name, name) == 0) {
            vlJointId joint = vlSimulation_GetJoint(show->simulation, i);
            assert_int_equal(vlJoint_GetReport(show->world, joint, &report), VL_OK);
            return report;
        }
    }
    fail_msg("there is no joint %s", name);
    return report;
}

// Mean time between two passes of a rod's middle through x = 0 towards positive x or, for the rod
// that goes round, through y = 0.5 towards positive y.
static void measurePeriods(vlShow* show, const char* const names[3], double seconds,
                           double periods[3])
{
    double before[3] = {0.0}, first[3] = {0.0}, last[3] = {0.0};
    int passes[3] = {0};
    bool isRound[3];
    for (int k = 0; k < 3; ++k) {
        isRound[k] = strcmp(names[k], "round") == 0;
        before[k] = 1.0; // all start on the positive side
    }
    while (vlShow_Time(show) < seconds) {
        vlShow_Step(show);
        for (int k = 0; k < 3; ++k) {
            vlVec3 c = vlShow_Centre(show, names[k]);
            double now = isRound[k] ? c.y - 0.5 : c.x;
            if (before[k] < 0.0 && now >= 0.0) {
                double t = vlShow_Time(show) - 1e-3 * now / (now - before[k]);
                first[k] = passes[k] == 0 ? t : first[k];
                last[k] = t;
                ++passes[k];
            }
            before[k] = now;
        }
    }
    for (int k = 0; k < 3; ++k) {
        assert_true(passes[k] > 1);
        periods[k] = (last[k] - first[k]) / (passes[k] - 1);
    }
}

static void the_pendulums_keep_the_time_of_theory(void** state)
{
    (void)state;
    static const char* const names[3] = {"small", "wide", "round"};
    // 2 pi sqrt(I/(m g l))/agm(1, cos(a/2)), and 2 pi sqrt((I - I_rod) cos a/(m g l)) for the cone.
    const double exact[3] = {1.641990, 2.249964, 1.434255};
    double periods[3];
    vlShow show = vlShow_Open("pendulum", NULL);
    measurePeriods(&show, names, vlStage_Count(20, 8), periods);
    for (int k = 0; k < 3; ++k) {
        VL_CHECK_NEAR(periods[k], exact[k], 1e-4 * exact[k]); // second order in the step
    }
    // At its turning point the wide one is as high as at the start, 120 degrees.
    double highest = 0.0;
    double end = vlShow_Time(&show) + exact[1];
    while (vlShow_Time(&show) < end) {
        vlShow_Step(&show);
        highest = fmax(highest, vlShow_Centre(&show, "wide").z);
    }
    VL_CHECK_NEAR(highest, 1.35, 1e-4);
    vlShow_Close(&show);
}

static void friction_in_its_hinge_stops_a_pendulum(void** state)
{
    (void)state;
    vlShow show = vlShow_Open("pendulum", "joints.wide.axes.friction=0.5");
    vlShow_RunTo(&show, 20.0);
    // It has 7.35 J and loses 0.5 J a radian: at rest after 15 rad, less than ten half swings.
    VL_CHECK_BELOW(vlLength(vlShow_Twist(&show, "wide").angular), 1e-6);
    // Friction holds it wherever the torque of its weight is smaller: within asin(0.5/4.9).
    VL_CHECK_BELOW(fabs(vlShow_Centre(&show, "wide").x), 0.5 * 0.5 / 4.9 + 1e-4);
    vlShow_Close(&show);
}

static void the_chains_hold(void** state)
{
    (void)state;
    vlShow show = vlShow_Open("chain", NULL);
    double freeGap = 0.0, loadedGap = 0.0;
    for (int k = 0; k < vlStage_Count(5000, 1500); ++k) {
        vlShow_Step(&show);
        for (int i = 0; i < vlScene_GetJointCount(show.scene); ++i) {
            vlJointReport report;
            const char* name = vlScene_GetJoint(show.scene, i)->name;
            vlJointId joint = vlSimulation_GetJoint(show.simulation, i);
            assert_int_equal(vlJoint_GetReport(show.world, joint, &report), VL_OK);
            bool isFree = strncmp(name, "joint-", 6) == 0;
            double* most = isFree ? &freeGap : &loadedGap;
            *most = fmax(*most, report.gap);
        }
    }
    VL_CHECK_BELOW(freeGap, 1e-4); // too small to be seen
    // k = 5e6 N/m between links: 9.8 kN give 2 mm, twice as much when let go suddenly, and the
    // swing from 20 degrees adds 2 (1 - cos 20) = 0.12 of it.
    VL_CHECK_BELOW(loadedGap, 2.12 * 1000.0 * VL_GRAVITY / 5e6);
    vlShow_Close(&show);
}

static void a_chain_holds_ten_times_as_much(void** state)
{
    (void)state;
    vlShow show = vlShow_Open("chain", "bodies.weight.mass=10000");
    vlShow_RunTo(&show, vlStage_Count(5, 2));
    // The block is 1.25 m down; nine joints stretch by 20 mm, the first and the last, which are at
    // one link only, by 10 mm; it still oscillates between zero and twice that.
    double way = vlLength(vlSub(vlShow_Centre(&show, "weight"), vlVec(0.0, -0.4, 3.2)));
    VL_CHECK_NEAR(way, 1.25 + 0.196, 0.196);
    vlShow_Close(&show);
}

static void the_gears_mesh_and_the_cube_slows_them(void** state)
{
    (void)state;
    vlShow show = vlShow_Open("gears", NULL);
    vlShow_RunTo(&show, 2.0);
    double from = reportOf(&show, "right-hinge").position[0];
    vlShow_RunTo(&show, 4.0);
    double fast = (reportOf(&show, "right-hinge").position[0] - from) / 2.0;
    // 6 rad/s without load; the axles rub with 2 * 0.4 mN m of 40 mN m, the teeth with a little.
    VL_CHECK_NEAR(fast, 6.0 * (1.0 - 0.02), 0.06);
    vlShow_RunTo(&show, 8.0);
    from = reportOf(&show, "right-hinge").position[0];
    vlShow_RunTo(&show, 10.0);
    double slow = (reportOf(&show, "right-hinge").position[0] - from) / 2.0;
    // mu m g R = 20.3 mN m of 40, with R = 34.6 mm the mean radius under the cube; and the axles.
    VL_CHECK_NEAR(slow, 6.0 * (1.0 - 0.508 - 0.02), 0.1);
    double left = reportOf(&show, "left-hinge").position[0];
    double right = reportOf(&show, "right-hinge").position[0];
    VL_CHECK_NEAR(left, -right, 0.04); // the play between the teeth is 2 degrees
    vlShow_RunTo(&show, 12.0);
    from = reportOf(&show, "right-hinge").position[0];
    vlShow_RunTo(&show, 14.0);
    double again = (reportOf(&show, "right-hinge").position[0] - from) / 2.0;
    VL_CHECK_NEAR(again, fast, 0.02 * fast);
    vlShow_Close(&show);
}

static void a_rougher_cube_stops_the_gears(void** state)
{
    (void)state;
    // mu m g R = 54 mN m, more than the 40 mN m that the motor has at rest.
    vlShow show = vlShow_Open("gears", "surfaces.0.friction=0.8");
    vlShow_RunTo(&show, 9.0);
    VL_CHECK_BELOW(fabs(reportOf(&show, "right-hinge").velocity[0]), 1e-6);
    VL_CHECK_BELOW(fabs(reportOf(&show, "left-hinge").velocity[0]), 1e-6);
    vlShow_Close(&show);
}

static void the_insect_walks_straight_on(void** state)
{
    (void)state;
    int seconds = vlStage_Count(10, 2);
    vlShow show = vlShow_Open("insect", NULL);
    double tilt = 0.0;
    while (vlShow_Time(&show) < seconds) {
        vlShow_Step(&show);
        tilt = fmax(tilt, vlShow_Tilt(&show, "thorax"));
    }
    vlVec3 place = vlShow_Centre(&show, "thorax");
    // 40 mm/s; its joints yield a little under load, so it falls short by some per cent.
    VL_CHECK_NEAR(place.x, 0.04 * seconds, 0.1 * 0.04 * seconds);
    VL_CHECK_BELOW(fabs(place.y), 0.02 * place.x); // a degree off its course
    VL_CHECK_BELOW(tilt, 1.0 * VL_DEGREE);         // level to the eye
    vlShow_Close(&show);
}

static void without_friction_the_insect_treads_on_the_spot(void** state)
{
    (void)state;
    vlShow show = vlShow_Open("insect", "world.surface.friction=0");
    vlShow_RunTo(&show, vlStage_Count(10, 2));
    // Nothing pushes along the floor: the centre of mass stays; the thorax moves by its legs' swing
    // of 5 mm times their share of the mass.
    VL_CHECK_BELOW(fabs(vlShow_Centre(&show, "thorax").x), 2e-3);
    vlShow_Close(&show);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_pendulums_keep_the_time_of_theory),
        cmocka_unit_test(friction_in_its_hinge_stops_a_pendulum),
        cmocka_unit_test(the_chains_hold),
        cmocka_unit_test(a_chain_holds_ten_times_as_much),
        cmocka_unit_test(the_gears_mesh_and_the_cube_slows_them),
        cmocka_unit_test(a_rougher_cube_stops_the_gears),
        cmocka_unit_test(the_insect_walks_straight_on),
        cmocka_unit_test(without_friction_the_insect_treads_on_the_spot),
    };
    return cmocka_run_group_tests_name("scenes_joints", tests, NULL, NULL);
}
