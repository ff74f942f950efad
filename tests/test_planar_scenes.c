// SPDX-License-Identifier: MIT
// The promises of the library's planar scenes.

#include "planar_scene.h"
#include "show.h"

// The promise of the scene planar-peg: the peg goes in, all four corners are pressed, and it comes
// out.
static void the_person_puts_the_peg_in_and_pulls_it_out(void** state)
{
    (void)state;
    vlShow show = vlShow_Open("planar-peg", NULL);
    int peg = vlScene_FindBody(show.scene, "peg");
    double deepest = 1.0;
    double lead = 0.0;
    int pressed = 0;
    for (int i = 0; i < 6000; ++i) {
        assert_int_equal(vlSimulation_Step(show.simulation), VL_OK);
        vlPose2 pose = planePoseOf(show.simulation, peg);
        deepest = fmin(deepest, pose.p.y);
        pressed += vlSimulation_GetContactCount(show.simulation) == 4;
        vlRendererReport r = vlRenderer_GetReport(vlSimulation_GetRenderer(show.simulation, 0));
        lead = fmax(lead, vlLength(vlSub(r.pose.p, r.held.p)));
    }
    // In the hole the experiment's bound is 0.5 mm of the device, 0.75 mm at this scale of 1.5;
    // here the peg also meets the bevel at speed, which [C00] did not try: 1.02 mm, less than 0.7
    // of the device.
    VL_CHECK_BELOW(lead, 1.2e-3);
    assert_true(deepest < -0.14 && pressed > 1000);
    assert_true(planePoseOf(show.simulation, peg).p.y > 0.08);
    assert_int_equal(vlSimulation_GetContactCount(show.simulation), 0);
    vlWorld2* world = vlSimulation_GetWorld2(show.simulation);
    vlLedger2 ledger = vlWorld2_GetLedger(world);
    assert_true(ledger.friction < -0.3 && ledger.walls < 0.0); // the laws took energy
    assert_true(vlWorld2_GetStepInfo(world).fastSteps == 0);
    vlShow_Close(&show);
}

typedef struct Trial {
    const char* wall;
    double step; // s
    bool isActive;
} Trial;

// In the scene planar-block the audit calls exactly those walls active that give energy by theory:
// not those that return every bounce, nor the device, nor its control.
static void the_audit_of_the_block_names_the_walls_that_give(void** state)
{
    (void)state;
    static const Trial trials[] = {
        {"pulse", 0.002, false},      {"pulse", 0.001, false},     {"seh", 0.002, false},
        {"seh", 0.001, false},        {"corrected", 0.002, false}, {"hysteretic", 0.002, false},
        {"hysteretic", 0.001, false}, {"zoh", 0.002, true},
    };
    for (size_t k = 0; k < sizeof trials / sizeof trials[0]; ++k) {
        char sets[2][100];
        (void)snprintf(sets[0], sizeof sets[0], "world.surface.point-law.wall=%s", trials[k].wall);
        (void)snprintf(sets[1], sizeof sets[1], "world.step=%g", trials[k].step);
        const char* const both[] = {sets[0], sets[1]};
        vlShow show = vlShow_OpenSets("planar-block", both, 2);
        for (long i = 0; i < lround(16.0 / trials[k].step); ++i) {
            assert_int_equal(vlSimulation_Step(show.simulation), VL_OK);
        }
        // The tolerance of `volar run`.
        vlAudit audit = vlRenderer_GetAudit(vlSimulation_GetRenderer(show.simulation, 0), 0.01);
        assert_true(audit.isActive == trials[k].isActive);
        assert_true(audit.isPortActive[VL_PORT_CONTACT] == trials[k].isActive);
        VL_CHECK_BELOW(audit.unpaid, 0.01);
        vlShow_Close(&show);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_person_puts_the_peg_in_and_pulls_it_out),
        cmocka_unit_test(the_audit_of_the_block_names_the_walls_that_give),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
