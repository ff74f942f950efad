// SPDX-License-Identifier: MIT
// Endurance of the two rates: a held tool among loose blocks, steps in one thread and contacts in
// another for as long as asked, at rates of the contact thread that change. The force felt must
// stay finite and bounded.
//
// usage: soak_two_rate SECONDS

#include <stdio.h>
#include <stdlib.h>

#include "test.h"
#include "two_rate_scene.h"

static double seconds;

static void the_two_rates_endure(void** state)
{
    (void)state;
    static const double rates[] = {0.0, 1000.0, 300.0, 100.0, 50.0};
    double start = vlCrowd_Now();
    uint64_t ticks = 0, packets = 0;
    for (int round = 0; vlCrowd_Now() - start < seconds; ++round) {
        Crowd crowd = vlCrowd_Make((uint64_t)round);
        double begun = vlCrowd_Now();
        assert_int_equal(vlTwoRate_Start(crowd.rig.two, rates[round % 5]), VL_OK);
        while (vlCrowd_Now() - begun < 3.0) {
            vlCrowd_Tick(&crowd);
            vlCrowd_Rest();
        }
        vlTwoRateReport report = vlRig_Report(&crowd.rig);
        assert_int_equal(report.ownFinds, 0);
        assert_int_equal(vlWorld_GetStepInfo(crowd.rig.world).frozenBodies, 0);
        ticks += (uint64_t)crowd.rig.tick;
        packets += report.packets;
        print_message("round %d: rate %g Hz, %d ticks, %llu packets, oldest %.0f ms\n", round,
                      rates[round % 5], crowd.rig.tick, (unsigned long long)report.packets,
                      1e3 * report.maxAge);
        vlRig_Drop(&crowd.rig);
    }
    print_message("%llu ticks, %llu packets\n", (unsigned long long)ticks,
                  (unsigned long long)packets);
}

int main(int argc, char** argv)
{
    seconds = argc == 2 ? strtod(argv[1], NULL) : 0.0;
    if (!(seconds > 0.0)) {
        fprintf(stderr, "usage: soak_two_rate SECONDS\n");
        return 2;
    }
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_two_rates_endure)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
