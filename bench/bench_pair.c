// SPDX-License-Identifier: MIT
// Contact volume of one pair of pieces: clipping against the dual transform with Qhull. The pieces
// have a radius of 1 m. Three kinds of pose: `contact`, overlapping by 10 mm, which is already more
// than pieces in contact overlap (a brick of a standing wall sinks in by 1 mm); `sunk`, by 40 mm;
// and `deep`, by 0.8 m.

#include <stdio.h>

#include "bench/bench.h"
#include "models/random.h"
#include "volar/volar.h"

#define PAIRS 64
#define TURNS 20 // of each route
#define ROUNDS 5 // over all pairs in one turn, after one warm-up round
#define GROUP 8  // calls timed together
#define SAMPLES (PAIRS / GROUP * ROUNDS * TURNS)

typedef struct Pair {
    vlPlacedShape a, b;
    vlPairMemory memory;
} Pair;

static vlResult makeShape(vlRandom* random, int vertices, vlShape** shape)
{
    if (vertices == 8) { // a box, the most common piece
        return vlShape_CreateBox(NULL, vlVec(0.6, 0.55, 0.5), shape, NULL, 0);
    }
    vlVec3 points[256];
    for (int i = 0; i < vertices; ++i) { // on the sphere: every point is a vertex
        points[i] = vlRandom_Direction(random);
    }
    return vlShape_CreateHull(NULL, points, vertices, shape, NULL, 0);
}

static vlQuat randomTurn(vlRandom* random)
{
    double angle = vlRandom_Range(random, 0.0, 3.0); // in this order with every compiler
    return vlQuatFromAxisAngle(vlRandom_Direction(random), angle);
}

// Moves B along a random direction until the overlap is as deep as wanted.
static vlResult place(Pair* pair, vlRandom* random, vlProbe* probe, double depth)
{
    vlVec3 d = vlRandom_Direction(random);
    pair->a.pose.p = vlZero();
    pair->a.pose.q = randomTurn(random);
    pair->b.pose.q = randomTurn(random);
    double near = 0.0; // a shift at which they overlap deeper than wanted
    double far = 2.1;
    for (int i = 0; i < 40; ++i) {
        double middle = 0.5 * (near + far);
        bool touching = false;
        vlIntersection hit = {0};
        pair->b.pose.p = vlScale(d, middle);
        vlResult r = vlProbe_Intersect(probe, &pair->a, &pair->b, VL_POLYHEDRON_CLIP, &pair->memory,
                                       &touching, &hit);
        if (r != VL_OK) {
            return r;
        }
        *(touching && hit.depth > depth ? &near : &far) = middle;
    }
    pair->b.pose.p = vlScale(d, near);
    return VL_OK;
}

// Times `route` on every pair once, like a step of a simulation: many pairs in turn, each with its
// own memory. A sample is the mean of GROUP calls in a row: reading the clock stalls the processor
// for a good part of one call's time.
static vlResult timeRound(vlProbe* probe, Pair* pairs, vlPolyhedronRoute route, double clockCost,
                          double* samples)
{
    vlResult r = VL_OK;
    for (int i = 0; i < PAIRS && r == VL_OK; i += GROUP) {
        double start = vlStats_Now();
        for (int k = i; k < i + GROUP && r == VL_OK; ++k) {
            bool touching;
            vlIntersection hit;
            r = vlProbe_Intersect(probe, &pairs[k].a, &pairs[k].b, route, &pairs[k].memory,
                                  &touching, &hit);
        }
        double time = vlStats_Now() - start - clockCost;
        samples[i / GROUP] = time > 0.0 ? time / GROUP : 0.0;
    }
    return r;
}

// One turn of a route: a round to bring code and data back into the caches, then the timed rounds,
// as in a simulation that needs the same pairs step after step.
static vlResult timeTurn(vlProbe* probe, Pair* pairs, vlPolyhedronRoute route, double clockCost,
                         double* samples)
{
    vlResult r = timeRound(probe, pairs, route, clockCost, samples);
    for (int round = 0; round < ROUNDS && r == VL_OK; ++round) {
        r = timeRound(probe, pairs, route, clockCost, &samples[PAIRS / GROUP * round]);
    }
    return r;
}

static vlResult timePairs(vlBenchReport* report, vlProbe* probe, Pair* pairs, const char* name,
                          int vertices)
{
    static double ours[SAMPLES];
    static double duals[SAMPLES];
    double clockCost = vlBench_ClockCost();
    vlResult r = VL_OK;
    for (int turn = 0; turn < TURNS && r == VL_OK; ++turn) {
        int first = turn * (PAIRS / GROUP) * ROUNDS;
        r = timeTurn(probe, pairs, VL_POLYHEDRON_CLIP, clockCost, &ours[first]);
        if (r == VL_OK) {
            r = timeTurn(probe, pairs, VL_POLYHEDRON_DUAL, clockCost, &duals[first]);
        }
    }
    if (r == VL_OK) {
        vlBench_AddCase(report, name, vertices, "volar", ours, SAMPLES, 0.0);
        double median = report->cases[report->caseCount - 1].stats.median;
        vlBench_AddCase(report, name, vertices, "qhull-dual", duals, SAMPLES, median);
    }
    return r;
}

static vlResult runCase(vlBenchReport* report, vlProbe* probe, int vertices, double depth,
                        const char* kind)
{
    static Pair pairs[PAIRS];
    vlShape* shapes[2 * PAIRS] = {NULL};
    vlRandom random = {(uint64_t)vertices};
    vlResult r = VL_OK;
    for (int i = 0; i < PAIRS && r == VL_OK; ++i) {
        r = makeShape(&random, vertices, &shapes[2 * i]);
        r = r == VL_OK ? makeShape(&random, vertices, &shapes[2 * i + 1]) : r;
        pairs[i].a.shape = shapes[2 * i];
        pairs[i].b.shape = shapes[2 * i + 1];
        pairs[i].a.piece = pairs[i].b.piece = 0;
        pairs[i].memory = (vlPairMemory){{0}};
        r = r == VL_OK ? place(&pairs[i], &random, probe, depth) : r;
    }
    char name[48];
    snprintf(name, sizeof name, "%s-%s", vertices == 8 ? "box-box" : "hulls", kind);
    r = r == VL_OK ? timePairs(report, probe, pairs, name, vertices) : r;
    for (int i = 0; i < 2 * PAIRS; ++i) {
        vlShape_Release(shapes[i]);
    }
    return r;
}

int vlBench_Pair(vlBenchReport* report)
{
    static const int sizes[] = {8, 12, 50, 200};
    vlProbe* probe = NULL;
    vlResult r = vlProbe_Create(NULL, &probe);
    for (int i = 0; i < 4 && r == VL_OK; ++i) {
        r = runCase(report, probe, sizes[i], 0.01, "contact");
        r = r == VL_OK ? runCase(report, probe, sizes[i], 0.04, "sunk") : r;
        r = r == VL_OK ? runCase(report, probe, sizes[i], 0.8, "deep") : r;
    }
    vlProbe_Destroy(probe);
    if (r != VL_OK) {
        fprintf(stderr, "bench pair: %s\n", vlResult_Text(r));
    }
    return r != VL_OK;
}
