// SPDX-License-Identifier: MIT
// Scenes in which a body moves along a solid with concave edges: ledge, stairs, hole and slot. No
// step may push harder than the motion requires, with any integrator and step.

#include "show.h"
#include "test.h"

static const char* const rules[][2] = {{"world.integrator=euler", "world.step=0.001"},
                                       {"world.integrator=implicit", "world.step=0.001"},
                                       {"world.integrator=implicit", "world.step=0.005"}};
#define RULES 3

// A body loses its contacts when it falls; below this force it has none, N.
#define NO_FORCE 1e-3

// The largest force that the contacts of a body exert in a step, relative to the mean of those
// steps in which they do.
static double peakOf(const char* name, int rule, const char* body, double seconds)
{
    vlShow show = vlShow_OpenSets(name, rules[rule], 2);
    double largest = 0.0;
    double sum = 0.0;
    int count = 0;
    while (vlShow_Time(&show) < seconds) {
        vlWrench w;
        vlShow_Step(&show);
        assert_int_equal(vlBody_GetContactWrench(show.world, vlShow_Body(&show, body), &w), VL_OK);
        double force = vlLength(w.force);
        largest = fmax(largest, force);
        sum += force;
        count += force > NO_FORCE;
    }
    assert_true(count > 20);
    vlShow_Close(&show);
    return largest * count / sum;
}

static void no_step_of_an_assembly_pushes_harder_than_its_motion_asks_for(void** state)
{
    (void)state;
    static const struct {
        const char* scene;
        const char* body;
        double seconds;
    } runs[] = {{"ledge", "cube", 0.3},
                {"../tests/scenes/leaning-cubes", "low", 0.5},
                {"../tests/scenes/leaning-cubes", "middle", 0.5},
                {"../tests/scenes/leaning-cubes", "high", 0.5},
                {"../tests/scenes/leaning-peg", "peg", 1.0},
                {"../tests/scenes/sliding-tenon", "tenon", 0.4},
                {"../tests/scenes/sliding-tenon", "slot", 0.4}};
    for (int i = 0; i < (int)(sizeof runs / sizeof runs[0]); ++i) {
        for (int k = 0; k < RULES; ++k) {
            // 5: friction on a riser and a first touch give a few times the weight. A wrong normal
            // gave 381 N instead of 0.6 on the ledge, 600 times as much.
            VL_CHECK_BELOW(peakOf(runs[i].scene, k, runs[i].body, runs[i].seconds), 5.0);
        }
    }
}

static void the_cube_leaves_the_ledge_as_it_would_leave_a_plate(void** state)
{
    (void)state;
    for (int k = 0; k < RULES; ++k) {
        vlShow show = vlShow_OpenSets("ledge", rules[k], 2);
        double fastest = 0.0;
        while (vlShow_Time(&show) < 0.3) {
            vlShow_Step(&show);
            fastest = fmax(fastest, fabs(vlShow_Twist(&show, "cube").linear.x));
        }
        VL_CHECK_BELOW(fastest, 0.6 + 1e-9);                  // nothing pushes it forwards
        VL_CHECK_BELOW(vlShow_Centre(&show, "cube").z, 0.04); // it has tipped over the edge
        vlShow_Close(&show);
    }
}

static void the_peg_stays_in_its_hole(void** state)
{
    (void)state;
    for (int k = 0; k < RULES; ++k) {
        vlShow show = vlShow_OpenSets("../tests/scenes/leaning-peg", rules[k], 2);
        double highest = 0.0;
        while (vlShow_Time(&show) < 1.0) {
            vlShow_Step(&show);
            highest = fmax(highest, vlShow_Centre(&show, "peg").z);
        }
        // Leaning by 1 mm in 50, it stands on an edge: at most 20 um higher because of its width.
        VL_CHECK_BELOW(highest, 0.0355);
        VL_CHECK_BELOW(vlLength(vlShow_Twist(&show, "peg").linear), 1e-3); // it rests
        // Half a millimetre to the rim, 50 mm up, if its foot does not move; twice that if the foot
        // slides to the other wall.
        VL_CHECK_NEAR(vlShow_Tilt(&show, "peg"), 0.015, 0.005);
        vlShow_Close(&show);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_step_of_an_assembly_pushes_harder_than_its_motion_asks_for),
        cmocka_unit_test(the_cube_leaves_the_ledge_as_it_would_leave_a_plate),
        cmocka_unit_test(the_peg_stays_in_its_hole),
    };
    return cmocka_run_group_tests_name("scenes_assembly", tests, NULL, NULL);
}
