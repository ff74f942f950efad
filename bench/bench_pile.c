// SPDX-License-Identifier: MIT
// 200 mixed hulls settling in a pen at 1 ms: every kind of contact at once, with the default
// contact law and with the one under which they come to rest best.

#include <stdio.h>
#include <volar/volar.h>

#include "bench/bench.h"
#include "models/pile_model.h"

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

static vlResult runPile(vlBenchReport* report, vlNormalLaw law, const char* lawName)
{
    static double samples[STEPS];
    vlBodyId bodies[HULLS];
    vlWorldDef def = vlDefaultWorldDef();
    def.integrator = VL_INTEGRATOR_EULER;
    def.capacity.bodies = HULLS + 5;
    def.contact.law = law;
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
        char name[48];
        snprintf(name, sizeof name, "%s-falling", lawName);
        vlBench_AddCase(report, name, HULLS, "volar", samples, half, 0.0);
        snprintf(name, sizeof name, "%s-resting", lawName);
        vlBench_AddCase(report, name, HULLS, "volar", samples + half, half, 0.0);
        vlStepInfo info = vlWorld_GetStepInfo(world);
        vlBench_AddNote(report,
                        "%s after %d s: %d contacts, fastest hull %.2g m/s, %d above 1 cm/s, %d "
                        "escaped, %d fallbacks",
                        lawName, SECONDS, info.contactCount, state.fastest, state.moving,
                        state.escaped, info.fallbackContacts);
    }
    vlWorld_Destroy(world);
    return r;
}

int vlBench_Pile(vlBenchReport* report)
{
    vlResult r = runPile(report, VL_LAW_LUMPED, "lumped");
    r = r == VL_OK ? runPile(report, VL_LAW_FOUNDATION, "foundation") : r;
    if (r != VL_OK) {
        fprintf(stderr, "bench pile: %s\n", vlResult_Text(r));
    }
    return r != VL_OK;
}
