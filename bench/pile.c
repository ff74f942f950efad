// SPDX-License-Identifier: MIT
// 200 mixed hulls settling in a pen at 1 ms: every kind of contact at once.

#include <volar/volar.h>

#include "bench/bench.h"
#include "models/pile.h"

#define HULLS 200
#define SECONDS 8
#define STEPS (SECONDS * 1000)
#define REST_SPEED 1e-2 // m/s; below it a hull counts as at rest

typedef struct PileState {
    double fastest;
    int moving;
    int escaped;
} PileState;

static vlResult lookAt(const vlWorld* world, const vlBodyId* bodies, double pen, PileState* state)
{
    vlResult r = VL_OK;
    for (int i = 0; i < HULLS && r == VL_OK; ++i) {
        vlTwist twist;
        vlVec3 centre;
        r = vlBody_GetTwist(world, bodies[i], &twist);
        r = r == VL_OK ? vlBody_GetCentre(world, bodies[i], &centre) : r;
        if (r == VL_OK) {
            double speed = vlLength(twist.linear);
            state->fastest = speed > state->fastest ? speed : state->fastest;
            state->moving += speed > REST_SPEED;
            state->escaped +=
                !(fabs(centre.x) < 0.5 * pen && fabs(centre.y) < 0.5 * pen && centre.z > 0.0);
        }
    }
    return r;
}

int vlBench_Pile(vlBenchReport* report)
{
    static double samples[STEPS];
    vlBodyId bodies[HULLS];
    vlWorldDef def = vlDefaultWorldDef();
    def.capacity.bodies = HULLS + 5;
    vlWorld* world = NULL;
    vlPileDef pile = vlPile_Default(HULLS);
    vlResult r = vlWorld_Create(&def, &world, NULL, 0);
    r = r == VL_OK ? vlModel_AddPile(world, &pile, bodies) : r;
    for (int i = 0; i < STEPS && r == VL_OK; ++i) {
        double start = vlStats_Now();
        r = vlWorld_Step(world);
        samples[i] = vlStats_Now() - start;
    }
    PileState state = {0};
    r = r == VL_OK ? lookAt(world, bodies, pile.pen, &state) : r;
    if (r == VL_OK) {
        int half = STEPS / 2;
        vlBench_AddCase(report, "pile-falling", HULLS, "volar", samples, half, 0.0);
        vlBench_AddCase(report, "pile-resting", HULLS, "volar", samples + half, half, 0.0);
        vlStepInfo info = vlWorld_GetStepInfo(world);
        vlBench_AddNote(
            report, "after %d s: %d contacts, fastest hull %.2g m/s, %d above 1 cm/s, %d escaped",
            SECONDS, info.contactCount, state.fastest, state.moving, state.escaped);
    } else {
        fprintf(stderr, "bench pile: %s\n", vlResult_Text(r));
    }
    vlWorld_Destroy(world);
    return r != VL_OK;
}
