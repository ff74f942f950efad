// SPDX-License-Identifier: MIT
// Endurance of the haptic loop: random episodes (haptic_chaos.h) until the number of ticks in the
// argument is reached. A failure names its episode, and is repeated by
//     soak_haptic 1 EPISODE

#include <stdio.h>
#include <stdlib.h>

#include "haptic_chaos.h"
#include "test.h"

static uint64_t wantedTicks, episode;

static void wild_hands(void** state)
{
    (void)state;
    vlChaosFigures f = {.ticks = 0};
    for (; f.ticks < wantedTicks; ++episode) {
        vlHapticChaos_Run(episode, &f);
    }
    printf("%llu ticks, %.2f contacts each, up to episode %llu: all well\n",
           (unsigned long long)f.ticks, (double)f.contacts / (double)f.ticks,
           (unsigned long long)(episode - 1));
    printf("%llu times taken, %llu let go, %llu clutched, %llu faults\n",
           (unsigned long long)f.takes, (unsigned long long)f.releases,
           (unsigned long long)f.clutches, (unsigned long long)f.faults);
    printf("largest force %.3g N, %.6f of its limit; fastest body %.3g m/s\n", f.largestForce,
           f.largestShare, f.fastest);
    printf("books: open by %.2g, integration %.2g of the energy turned over\n", f.worstGap,
           f.worstLoss);
    for (int i = 0; i < VL_TRIP_COUNT; ++i) {
        printf("%10llu ticks  %s\n", (unsigned long long)f.trips[i],
               vlTripCause_Name((vlTripCause)i));
    }
}

static int sayWhich(void** state)
{
    (void)state;
    printf("last episode begun: %llu\n", (unsigned long long)episode);
    return 0;
}

int main(int argc, char** argv)
{
    if (argc < 2 || argc > 3) {
        (void)fprintf(stderr, "usage: soak_haptic TICKS [FIRST_EPISODE]\n");
        return 2;
    }
    wantedTicks = strtoull(argv[1], NULL, 10);
    episode = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    const struct CMUnitTest tests[] = {cmocka_unit_test_teardown(wild_hands, sayWhich)};
    return cmocka_run_group_tests_name("soak_haptic", tests, NULL, NULL);
}
