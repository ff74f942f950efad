// SPDX-License-Identifier: MIT
// Force of a cube of side 0.1 m against an L by the printed rules (literal mode), one motion at a
// time, against numbers that a separate program computed from the paper's equations. They are
// printed with four digits in newtons and five in newton metres, hence the tolerances of 1e-3 N and
// 1e-4 N m.

#include "formation_vectors.h"

static void forces_on_one_plane_are_those_of_the_equations(void** state)
{
    (void)state;
    vlPose start = flat(0.15, 0.0530, 0);
    vlPose rest = flat(0.15, 0.0505, 0);
    vlPose spun = poseOf(0.15, 0.0505, 0, turnAbout(0, 1, 0, 3));
    vlQuat tipped = vlMulQ(turnAbout(0, 0, 1, 35), turnAbout(1, 0, 0, 40));
    vlPose onVertex = placed(tipped);
    onVertex.p.x = 0.15;
    const Expected all[] = {
        {"TV1",
         start,
         flat(0.1503, 0.0505, 0.0004),
         "f-f",
         "MT1",
         {-0.36, 0, -0.48},
         {0, 0, 0},
         2,
         0,
         {-0.36, 1.038, -0.48},
         {0.0240, 0, -0.0180}},
        {"TV1b",
         start,
         flat(0.1530, 0.0505, 0.0040),
         "f-f",
         "MT1",
         {-0.72, 0, -0.96},
         {0, 0, 0},
         5,
         0,
         {-0.72, 1.038, -0.96},
         {0.0480, 0, -0.0360}},
        {"TV2",
         rest,
         flat(0.1506, 0.0505, 0.0008),
         "f-f",
         "MT2a1",
         {-0.6, 0, -0.8},
         {0, 0, 0},
         4,
         0,
         {-0.6, 1.038, -0.8},
         {0.0400, 0, -0.0300}},
        {"TV3",
         rest,
         flat(0.153, 0.0505, 0.004),
         "f-f",
         "MT2c",
         {-0.72, 0, -0.96},
         {0, 0, 0},
         5,
         0,
         {-0.72, 1.038, -0.96},
         {0.0480, 0, -0.0360}},
        {"TV3r", rest, spun, "f-f", "MT2a1", {0, 0, 0}, {0, 0, 0}, 4, 0, {0, 1.038, 0}, {0, 0, 0}},
        {"TV11",
         onEdge(0.10, 1.5),
         onEdge(0.10, 0.3),
         "f-f",
         "MT3",
         {-0.0164, 0, 0},
         {0, 0, 0},
         4,
         0,
         {-0.0164, 1.038, 0},
         {0, 0, -0.00004}},
        {"TV15",
         onVertex,
         moved(onVertex, 0.001, 0, 0),
         "v-f",
         "MT2a1",
         {-1, 0, 0},
         {0, 0, 0},
         4,
         0,
         {-1, 1.038, 0},
         {-0.01868, -0.05234, -0.07102}},
        {"TV16",
         onEdge(0.15, 20),
         onEdge(0.15, 25),
         "e-f",
         "MT2a1",
         {0, 0, 0},
         {0, 0, 0},
         4,
         0,
         {0, 1.038, 0},
         {0, 0, -0.07255}},
    };
    checkAll(all, sizeof all / sizeof all[0]);
}

static void forces_of_an_edge_across_an_edge_are_those_of_the_equations(void** state)
{
    (void)state;
    double h = sqrt(0.5);
    vlQuat q = fromColumns(vlVec(h, -h, 0), vlVec(0.5, 0.5, -h), vlVec(0.5, 0.5, h));
    vlPose at = poseOf(0.35035355, 0.05035355, 0, q);
    const Expected all[] = {
        {"TV13",
         at,
         at,
         "e-e",
         "MT2a1",
         {0, 0, 0},
         {0, 0, 0},
         4,
         0,
         {2.1213, 0.1593, 0},
         {0, 0, 0}},
        {"TV14",
         at,
         moved(at, 0, 0, 0.004),
         "e-e",
         "MT2c",
         {0, 0, -1.2},
         {0, 0, 0},
         5,
         0,
         {2.1213, 0.1593, -1.2},
         {0.08485, 0, 0}},
    };
    checkAll(all, sizeof all / sizeof all[0]);
}

// Torsion: the mean arm of a square of side a is 0.382598 a, in closed form
// (sqrt 2 + ln(1 + sqrt 2)) / 6; of a line of length l it is l / 4.
static void torsion_has_the_mean_arm_of_the_region(void** state)
{
    (void)state;
    Stage s = makeStage(true);
    (void)vlFormationForce_Update(s.force, flat(0.15, 0.0505, 0), vlIdentityPose(), 1e-3);
    const vlFormationForceReport* r = vlFormationForce_Update(
        s.force, poseOf(0.15, 0.0505, 0, turnAbout(0, 1, 0, 3)), vlIdentityPose(), 1e-3);
    double arm = 0.1 * (sqrt(2.0) + log(1.0 + sqrt(2.0))) / 6.0;
    // Gauss's three points on sqrt(1 + t^2) give (8 + 10 sqrt 1.6) / 18: less by 5.4e-4.
    assertNear(r->raw.torque.y, -0.4 * 3.0 * arm, 6e-4 * 1.2 * arm);
    // Below 0.05 rad/s the torque is in proportion to the speed.
    r = vlFormationForce_Update(
        s.force, poseOf(0.15, 0.0505, 0, turnAbout(0, 1, 0, 3.0 + 0.01e-3 * 180.0 / VL_PI)),
        vlIdentityPose(), 1e-3);
    assertNear(r->raw.torque.y, -0.2 * 0.4 * 3.0 * arm, 1e-3 * 1.2 * arm);
    vlFormationForce_Restart(s.force);
    (void)vlFormationForce_Update(s.force, onEdge(0.15, 20), vlIdentityPose(), 1e-3);
    vlPose turned = onEdge(0.15, 20);
    vlVec3 middle = vlVec(0.15, 0.0005, 0);
    vlQuat turn = turnAbout(0, 1, 0, 1);
    turned.p = vlAdd(middle, vlRotate(turn, vlSub(turned.p, middle)));
    turned.q = vlMulQ(turn, turned.q);
    r = vlFormationForce_Update(s.force, turned, vlIdentityPose(), 1e-3);
    assert_int_equal(r->count, 1);
    assertNear(r->contact[0].spin, -0.4 * 3.0 * 0.1 / 4.0, 1e-9);
    releaseStage(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forces_on_one_plane_are_those_of_the_equations),
        cmocka_unit_test(forces_of_an_edge_across_an_edge_are_those_of_the_equations),
        cmocka_unit_test(torsion_has_the_mean_arm_of_the_region),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
