// SPDX-License-Identifier: MIT
// Bodies of many convex pieces: a box that slides over a bed of 100, 400 and 1600 pegs, which are
// the pieces of one body. The number of pegs near the box is the same, so a step should cost the
// same.

#include <math.h>
#include <stdio.h>
#include <volar/volar.h>

#include "base/angle.h"
#include "bench/bench.h"

#define STEPS 1000
#define MOST 1600
#define APART 3e-3 // m, from peg to peg

static vlResult makeBed(int count, vlShape** bed)
{
    static const vlShape* parts[MOST];
    static vlPose poses[MOST];
    vlShape* peg = NULL;
    int side = (int)ceil(sqrt(count));
    vlResult r = vlShape_CreateBox(NULL, vlVec(1e-3, 1e-3, 1e-2), &peg, NULL, 0);
    for (int i = 0; i < count; ++i) {
        parts[i] = peg;
        poses[i] = vlIdentityPose();
        // The box begins over the middle.
        poses[i].p = vlVec(APART * (i % side - side / 2), APART * (i / side - side / 2), -1e-2);
    }
    r = r == VL_OK ? vlShape_CreateCompound(NULL, parts, poses, count, bed, NULL, 0) : r;
    vlShape_Release(peg);
    return r;
}

static vlResult addBody(vlWorld* world, vlShape* shape, vlBodyType type, vlBodyId* id)
{
    vlBodyDef def = vlDefaultBodyDef();
    def.type = type;
    def.shape = shape;
    def.pose.p.z = type == VL_BODY_STATIC ? 0.0 : 4e-3;
    return vlWorld_CreateBody(world, &def, id);
}

static vlResult timeBed(vlBenchReport* report, int count)
{
    static double samples[STEPS];
    vlWorldDef def = vlDefaultWorldDef();
    vlWorld* world = NULL;
    vlShape* bed = NULL;
    vlShape* box = NULL;
    vlBodyId id;
    def.capacity.bodies = 2;
    def.capacity.pieces = count + 1;
    def.capacity.pairs = 200;
    def.capacity.contacts = 100;
    vlResult r = vlWorld_Create(&def, &world, NULL, 0);
    r = r == VL_OK ? makeBed(count, &bed) : r;
    r = r == VL_OK ? vlShape_CreateBox(NULL, vlVec(4e-3, 4e-3, 4e-3), &box, NULL, 0) : r;
    r = r == VL_OK ? addBody(world, bed, VL_BODY_STATIC, &id) : r;
    r = r == VL_OK ? addBody(world, box, VL_BODY_DYNAMIC, &id) : r;
    int pairs = 0;
    for (int i = 0; i < STEPS && r == VL_OK; ++i) {
        // To and fro by 3 mm, so that the pegs that are near keep changing.
        double speed = 0.1 * vlCosine(2.0 * VL_PI * i / 200.0);
        vlTwist twist = {vlVec(speed, 0.3 * speed, 0.0), vlZero()};
        r = vlBody_SetTwist(world, id, twist);
        double start = vlStats_Now();
        r = r == VL_OK ? vlWorld_Step(world) : r;
        samples[i] = vlStats_Now() - start;
        int near = vlWorld_GetStepInfo(world).pairCount;
        pairs = near > pairs ? near : pairs;
    }
    if (r == VL_OK) {
        vlBench_AddCase(report, "box over pegs", count, "volar", samples, STEPS, 0.0);
        vlBench_AddNote(report, "%d pegs: at most %d near pairs", count, pairs);
    }
    vlWorld_Destroy(world);
    vlShape_Release(bed);
    vlShape_Release(box);
    return r;
}

int vlBench_Pieces(vlBenchReport* report)
{
    static const int counts[3] = {100, 400, MOST};
    for (int i = 0; i < 3; ++i) {
        vlResult r = timeBed(report, counts[i]);
        if (r != VL_OK) {
            fprintf(stderr, "bench pieces: %s\n", vlResult_Text(r));
            return 1;
        }
    }
    return 0;
}
