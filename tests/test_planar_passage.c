// SPDX-License-Identifier: MIT
// A vertex passes a vertex: the change of the force in one step while one contact takes over from
// another. The target is Kc times 0.05 mm, 0.25 N.

#include "planar/distance2.h"
#include "planar_rig.h"

#define STIFFNESS 5000.0 // N/m, of a contact
#define WAY 5e-5         // m in a step
#define TARGET (STIFFNESS * WAY)

static const double steps[2] = {0.002, 0.001};
static const double loads[] = {0.2, 1.0, 2.0, 5.0};
static const double tilts[3] = {0.0, 0.02, -0.02};

// A block slides off the edge of a table under a light load: the jump of the force from step to
// step while one vertex takes over from the other. The target is Kc times 0.05 mm.
static void a_vertex_passes_a_vertex_without_a_blow(void** state)
{
    (void)state;
    for (int k = 0; k < 3; ++k) {
        vlWorld2* world = makeWorld("seh", NULL, 0.001);
        addBox(world, VL_BODY_STATIC, (vlVec2){0.4, 0.1}, (vlPose2){{-0.2, -0.05}, 0.0}, 0.0);
        vlBody2Id plate = addBox(world, VL_BODY_DYNAMIC, (vlVec2){0.1, 0.02},
                                 (vlPose2){{-0.02, 0.01 - 4e-5}, tilts[k]}, 1.0);
        setTwist(world, plate, 0.05, 0.0, 0.0);
        double last = -1.0;
        double jump = 0.0;
        for (int i = 0; i < 500; ++i) { // 25 mm: the front passes the table's edge
            pushBody(world, plate, 0.0, -0.2);
            assert_int_equal(vlWorld2_Step(world), VL_OK);
            vlWrench2 wrench;
            assert_int_equal(vlBody2_GetContactWrench(world, plate, &wrench), VL_OK);
            if (i > 20 && last >= 0.0) {
                jump = fmax(jump, fabs(wrench.force.y - last));
            }
            last = wrench.force.y;
        }
        VL_CHECK_BELOW(jump, TARGET);
        vlWorld2_Destroy(world);
    }
}

static vlVec2 forceOn(const vlWorld2* world, vlBody2Id body)
{
    vlWrench2 wrench = {{0.0, 0.0}, 0.0};
    assert_int_equal(vlBody2_GetContactWrench(world, body, &wrench), VL_OK);
    return wrench.force;
}

// Distance of two boxes by their corners, the second moved by `way`; 0 if they overlap.
static double gapBetween(const vlWorld2* world, vlBody2Id a, vlBody2Id b, double way)
{
    vlBody2Id bodies[2] = {a, b};
    vlVec2 corner[2][VL_MAX_POLYGON_VERTICES];
    int witness[2] = {0, 0};
    for (int k = 0; k < 2; ++k) {
        vlPolygon polygon;
        vlPose2 pose = poseOf(world, bodies[k]);
        assert_int_equal(vlBody2_GetPolygon(world, bodies[k], &polygon), VL_OK);
        assert_int_equal(polygon.count, 4);
        for (int i = 0; i < 4; ++i) {
            vlVec2 p = polygon.vertex[i];
            corner[k][i] =
                (vlVec2){pose.p.x + k * way + cos(pose.angle) * p.x - sin(pose.angle) * p.y,
                         pose.p.y + sin(pose.angle) * p.x + cos(pose.angle) * p.y};
        }
    }
    return vlOutline2_Distance((vlOutline2){corner[0], 4}, (vlOutline2){corner[1], 4}, witness);
}

// The largest change of force in a step while a plate is carried past the edge of a table, as deep
// as this load presses it in. The table is too heavy to move, so nothing oscillates.
typedef struct Walk {
    double jump;  // N, while the two touch
    double apart; // N, where they come apart, to the motion of one step
    double later; // N, largest force once they are apart
} Walk;

static Walk walk(double load, double tilt, double step, double start)
{
    vlWorld2* world = makeWorld("seh", NULL, step);
    double depth = 0.5 * load / STIFFNESS;
    vlBody2Id table =
        addBox(world, VL_BODY_DYNAMIC, (vlVec2){0.4, 0.1}, (vlPose2){{-0.2, -0.05}, 0.0}, 1e9);
    double low = 0.05 * sin(fabs(tilt)) + 0.01 * cos(tilt);
    vlBody2Id plate = addBox(world, VL_BODY_KINEMATIC, (vlVec2){0.1, 0.02},
                             (vlPose2){{start, low - depth}, tilt}, 0.0);
    setTwist(world, plate, WAY / step, 0.0, 0.0);
    vlVec2 last = {0.0, 0.0};
    Walk w = {0.0, 0.0, 0.0};
    for (int i = 0; i < 400; ++i) { // 20 mm
        // Forces belong to the poses before the step.
        bool isApart = gapBetween(world, table, plate, 0.0) > 0.0;
        bool isNearlyApart = gapBetween(world, table, plate, WAY) > 0.0;
        assert_int_equal(vlWorld2_Step(world), VL_OK);
        vlVec2 now = forceOn(world, table);
        double jump = hypot(now.x - last.x, now.y - last.y);
        w.later = isApart ? fmax(w.later, hypot(now.x, now.y)) : w.later;
        if (isNearlyApart) {
            w.apart = fmax(w.apart, jump);
        } else if (i > 2) { // the estimate of the wall's first samples
            w.jump = fmax(w.jump, jump);
        }
        last = now;
    }
    vlWorld2_Destroy(world);
    return w;
}

// The loads of the trials of [C00] and of the light one above, at both steps. Tilted plates touch
// only with the front or only with the rear.
static void a_vertex_passes_a_vertex_at_all_loads(void** state)
{
    (void)state;
    for (int i = 0; i < 24; ++i) {
        // The front passes: the table's vertex takes over from the plate's, or shares the load.
        Walk front = walk(loads[i / 6], tilts[i / 2 % 3], steps[i % 2], -0.055);
        VL_CHECK_BELOW(fmax(front.jump, front.apart), TARGET);
    }
}

// When the rear passes nothing takes over: the support ends. A rigid plate that is carried over
// the edge loses its whole load at that point; here the force ends where the two polygons, by an
// independent algorithm, are less than one step's motion from coming apart, and it changes by more
// than the target nowhere else.
static void a_force_ends_only_where_the_support_ends(void** state)
{
    (void)state;
    double most = 0.0;
    for (int i = 0; i < 24; ++i) {
        double load = loads[i / 6];
        Walk rear = walk(load, tilts[i / 2 % 3], steps[i % 2], 0.035);
        VL_CHECK_BELOW(rear.jump, TARGET);
        VL_CHECK_BELOW(rear.apart, 1.001 * load); // 1e-3 for the plate's motion
        VL_CHECK_NEAR(rear.later, 0.0, 0.0);
        most = fmax(most, rear.apart / load);
    }
    // The last vertex carries half of the load, or all of it if the plate is tilted.
    assert_true(most > 0.4);
}

// A plate that is free to move and rests on the table under its load, put on slowly.
static double jumpOfFree(double load, double tilt, double step, double length)
{
    vlWorld2* world = makeWorld("seh", NULL, step);
    double low = 0.05 * sin(fabs(tilt)) + 0.01 * cos(tilt);
    addBox(world, VL_BODY_STATIC, (vlVec2){0.4 + length, 0.1},
           (vlPose2){{-0.2 + 0.5 * length, -0.05}, 0.0}, 0.0);
    vlBody2Id plate =
        addBox(world, VL_BODY_DYNAMIC, (vlVec2){0.1, 0.02}, (vlPose2){{-0.07, low}, tilt}, 1.0);
    setTwist(world, plate, WAY / step, 0.0, 0.0);
    double last = 0.0;
    double jump = 0.0;
    for (int i = 0; i < 700; ++i) { // 35 mm: the front passes the edge, the centre does not
        double share = fmin(i / 300.0, 1.0);
        pushBody(world, plate, 0.0, -load * 0.5 * (1.0 - cos(VL_PI * share)));
        assert_int_equal(vlWorld2_Step(world), VL_OK);
        double now = forceOn(world, plate).y;
        jump = fmax(jump, fabs(now - last));
        last = now;
    }
    vlWorld2_Destroy(world);
    return jump;
}

static void a_plate_at_rest_on_the_table_slides_past_its_edge(void** state)
{
    (void)state;
    for (int i = 0; i < 8; ++i) {
        VL_CHECK_BELOW(jumpOfFree(loads[i / 2], 0.0, steps[i % 2], 0.0), TARGET);
    }
}

// A plate that falls on its tilted edge bounces, and its force changes by K v T in a step wherever
// it falls; the edge of the table adds less than the target to that.
static void the_edge_adds_little_to_a_falling_plate(void** state)
{
    (void)state;
    for (int i = 0; i < 16; ++i) {
        double load = loads[i / 4];
        double tilt = tilts[1 + i / 2 % 2];
        double endless = jumpOfFree(load, tilt, steps[i % 2], 1.0);
        VL_CHECK_BELOW(jumpOfFree(load, tilt, steps[i % 2], 0.0), endless + TARGET);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_vertex_passes_a_vertex_without_a_blow),
        cmocka_unit_test(a_vertex_passes_a_vertex_at_all_loads),
        cmocka_unit_test(a_force_ends_only_where_the_support_ends),
        cmocka_unit_test(a_plate_at_rest_on_the_table_slides_past_its_edge),
        cmocka_unit_test(the_edge_adds_little_to_a_falling_plate),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
