// SPDX-License-Identifier: MIT
// The promises of the scenes of stiff contacts, which need the implicit integrator.

#include "show.h"
#include "test.h"

static void the_card_house_stands_by_friction_alone(void** state)
{
    (void)state;
    vlShow show = vlShow_Open("card-house", NULL);
    vlShow_RunTo(&show, 1.0);
    // Loads of up to 1 N on 1e6 N/m sink by 1 um per contact, and six contacts are on top of each
    // other. The leaning cards at the top fall freely for a step, g h^2 = 9.8 um; while the house
    // lands, its second board slips sideways by 11 um.
    VL_CHECK_BELOW(vlShow_MostMoved(&show, ""), 15e-6);
    vlShow_Mark(&show);
    vlShow_RunTo(&show, vlStage_Count(60, 5));
    // Friction that sticks does not creep: only rounding is left, 1e-16 m a step.
    VL_CHECK_BELOW(vlShow_MostMoved(&show, ""), 1e-10);
    VL_CHECK_BELOW(vlStage_TopSpeed(show.world), 1e-10);
    vlShow_Close(&show);
}

static void smooth_cards_slide_apart(void** state)
{
    (void)state;
    vlShow show = vlShow_Open("card-house", "world.surface.friction=0.1");
    vlShow_RunTo(&show, 2.0);
    assert_true(vlShow_Centre(&show, "third-left").z < 0.1); // of 0.21 m
    vlShow_Close(&show);
}

// Forces upwards and depths of all contacts between bodies whose names begin like these.
typedef struct Bearing {
    int count;
    double force, depth; // N in all; m, mean over contacts and their areas
} Bearing;

static Bearing bearingOf(const vlShow* show, const char* below, const char* above)
{
    Bearing sum = {0, 0.0, 0.0};
    for (int i = 0; i < vlWorld_GetContactCount(show->world); ++i) {
        vlContactReport r = vlStage_ContactOf(show->world, i);
        int a = vlSimulation_FindBody(show->simulation, r.bodyA);
        int b = vlSimulation_FindBody(show->simulation, r.bodyB);
        if (strncmp(vlScene_GetBody(show->scene, a)->name, below, strlen(below)) == 0 &&
            strncmp(vlScene_GetBody(show->scene, b)->name, above, strlen(above)) == 0) {
            ++sum.count;
            sum.force += r.wrench.force.z;
            sum.depth += r.volume / r.area;
        }
    }
    sum.depth /= sum.count > 0 ? sum.count : 1;
    return sum;
}

static void the_stiff_wall_carries_half_a_ton_and_rests(void** state)
{
    (void)state;
    vlShow show = vlShow_Open("stiff-wall", NULL);
    vlShow_RunTo(&show, 2.0);
    VL_CHECK_BELOW(vlStage_TopSpeed(show.world), 1e-9); // damped out, except for rounding
    vlShow_Mark(&show);
    vlShow_RunTo(&show, vlStage_Count(30, 5));
    VL_CHECK_BELOW(vlShow_MostMoved(&show, ""), 1e-9);
    const double weight = 500.0 * VL_GRAVITY, brick = 0.2 * 0.2 * 0.08 * 1800.0 * VL_GRAVITY;
    Bearing top = bearingOf(&show, "row-f", "weight");
    Bearing floor = bearingOf(&show, "floor", "row-a");
    assert_int_equal(top.count, 5);
    assert_int_equal(floor.count, 10);
    // Equilibrium to the rounding of forces of some kN.
    VL_CHECK_NEAR(top.force, weight, 1e-6 * weight);
    VL_CHECK_NEAR(floor.force, weight + 45.0 * brick, 1e-6 * weight);
    // Depth is normal force over stiffness for each contact, so also in the mean. On the level
    // floor that is the whole load; under the weight normals lean by 6 mrad, so friction of up to
    // 0.6 carries up to 0.4%.
    VL_CHECK_NEAR(top.depth, weight / 5.0 / 1e6, 4e-3 * top.depth);
    VL_CHECK_NEAR(floor.depth, (weight + 45.0 * brick) / 10.0 / 1e6, 1e-6 * floor.depth);
    vlShow_Close(&show);
}

static void an_explicit_integrator_refuses_the_stiff_wall(void** state)
{
    (void)state;
    char path[512];
    static vlFileErrors errors;
    vlScene* scene = NULL;
    const char* set = "world.integrator=euler";
    const char* root = getenv("VOLAR_SOURCE_DIR");
    vlSceneOptions options = {.sets = &set, .setCount = 1};
    (void)snprintf(path, sizeof path, "%s/scenes/stiff-wall.yaml", root != NULL ? root : ".");
    assert_int_not_equal(vlScene_Read(path, &options, &scene, &errors), VL_OK);
    assert_null(scene);
    assert_non_null(strstr(errors.item[0].message, "above 552960 N/m"));
}

static double yawOf(const vlShow* show, const char* name)
{
    vlQuat q = vlStage_PoseOf(show->world, vlShow_Body(show, name)).q;
    return 2.0 * atan2(q.z, q.w);
}

static void fingers_push_straight_through_the_middle_and_turn_beside_it(void** state)
{
    (void)state;
    for (int run = 0; run < 2; ++run) {
        vlShow show = vlShow_Open("push", run == 0 ? NULL : "bodies.rear.position=[0.02,0.1,0.01]");
        vlShow_RunTo(&show, 3.0);
        // The finger ends with its tip at x = 0.29 m; it slows down gently, and the block with it.
        vlVec3 front = vlShow_Centre(&show, "front");
        VL_CHECK_NEAR(front.x, 0.31, 1e-4);
        VL_CHECK_NEAR(front.y, -0.1, 1e-4);
        VL_CHECK_BELOW(fabs(yawOf(&show, "front")), 0.1 * VL_DEGREE);
        vlVec3 rear = vlShow_Centre(&show, "rear");
        if (run == 0) {
            assert_true(fabs(yawOf(&show, "rear")) > 45.0 * VL_DEGREE);
            assert_true(rear.x < 0.2); // left behind
        } else {
            VL_CHECK_NEAR(rear.x, 0.31, 1e-4);
            VL_CHECK_BELOW(fabs(yawOf(&show, "rear")), 0.1 * VL_DEGREE);
        }
        VL_CHECK_BELOW(vlStage_TopSpeed(show.world), 1e-9);
        vlShow_Close(&show);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_card_house_stands_by_friction_alone),
        cmocka_unit_test(smooth_cards_slide_apart),
        cmocka_unit_test(the_stiff_wall_carries_half_a_ton_and_rests),
        cmocka_unit_test(an_explicit_integrator_refuses_the_stiff_wall),
        cmocka_unit_test(fingers_push_straight_through_the_middle_and_turn_beside_it),
    };
    return cmocka_run_group_tests_name("scenes_implicit", tests, NULL, NULL);
}
