// SPDX-License-Identifier: MIT
// Identification of contact formations: a cube of 0.1 m in the corner of an L, in the reference
// states of one and two contacts and at random poses near the corner; and on a comb of many faces.
// Each call moves the cube, so that only the list of near elements can be reused. Then forces from
// formations in the same states: identification, the consistent set, friction and shading. Each
// case goes through the same poses several times, and the shortest time of each call counts: the
// cost of the calls alone, without the time that other programs took.

#include <stdio.h>
#include <volar/formation_force.h>

#include "bench/bench.h"
#include "models/random.h"

#define SAMPLES 4000
#define ROUNDS 9
#define STILL_GROUP 8 // calls timed together if nothing moves: each is as short as a clock reading
#define MAX_TEETH 48

typedef struct Case {
    const vlPolyhedron* cube;
    const vlPolyhedron* b;
    vlIdentifier* id;
    vlFormationForce* force; // timed in place of the identifier if not NULL
} Case;

// Extrudes a section from z = -0.15 to 0.15.
static vlResult extrude(const vlVec2* section, int n, const vlPolyhedron** out)
{
    vlVec3 points[16 * MAX_TEETH];
    int sizes[8 * MAX_TEETH];
    int indices[64 * MAX_TEETH];
    int used = 0;
    for (int i = 0; i < n; ++i) {
        points[2 * i] = vlVec(section[i].x, section[i].y, -0.15);
        points[2 * i + 1] = vlVec(section[i].x, section[i].y, 0.15);
        indices[i] = 2 * (n - 1 - i);
        indices[n + i] = 2 * i + 1;
    }
    used = 2 * n;
    sizes[0] = sizes[1] = n;
    for (int i = 0; i < n; ++i) {
        int next = (i + 1) % n;
        sizes[2 + i] = 4;
        indices[used++] = 2 * i;
        indices[used++] = 2 * next;
        indices[used++] = 2 * next + 1;
        indices[used++] = 2 * i + 1;
    }
    return vlPolyhedron_CreateFromFaces(NULL, points, 2 * n, sizes, n + 2, indices, NULL, 0, out,
                                        NULL, 0);
}

static vlResult makeCube(const vlPolyhedron** cube)
{
    vlShape* shape = NULL;
    vlResult r = vlShape_CreateBox(NULL, vlVec(0.05, 0.05, 0.05), &shape, NULL, 0);
    r = r == VL_OK ? vlPolyhedron_CreateFromShape(NULL, shape, NULL, 0, cube, NULL, 0) : r;
    vlShape_Release(shape);
    return r;
}

static vlResult makeEll(const vlPolyhedron** ell)
{
    static const vlVec2 section[6] = {{-0.1, -0.1}, {0.3, -0.1}, {0.3, 0.0},
                                      {0.0, 0.0},   {0.0, 0.3},  {-0.1, 0.3}};
    return extrude(section, 6, ell);
}

// A comb of teeth 10 mm wide and 10 mm apart, tops at y = 0, beside a wall at x = 0: four faces for
// each tooth.
static vlResult makeComb(int teeth, const vlPolyhedron** comb)
{
    vlVec2 section[4 * MAX_TEETH + 8];
    int n = 0;
    section[n++] = (vlVec2){-0.1, -0.1};
    section[n++] = (vlVec2){0.02 * teeth - 0.01, -0.1};
    for (int i = teeth - 1; i >= 0; --i) {
        section[n++] = (vlVec2){0.02 * i + 0.01, 0.0};
        section[n++] = (vlVec2){0.02 * i, 0.0};
        if (i > 0) {
            section[n++] = (vlVec2){0.02 * i, -0.02};
            section[n++] = (vlVec2){0.02 * i - 0.01, -0.02};
        }
    }
    section[n++] = (vlVec2){0.0, 0.3};
    section[n++] = (vlVec2){-0.1, 0.3};
    return extrude(section, n, comb);
}

// The mean time of one of `count` calls at the given poses, s.
static double timeCalls(const Case* c, const vlPose* poses, int count)
{
    vlFormation f;
    double start = vlStats_Now();
    for (int k = 0; k < count; ++k) {
        if (c->force != NULL) {
            (void)vlFormationForce_Update(c->force, poses[k], vlIdentityPose(), 1e-3);
        } else {
            vlIdentifier_Update(c->id, poses[k], vlIdentityPose(), &f);
        }
    }
    return (vlStats_Now() - start) / count;
}

// Makes each round begin like the first one: results of an earlier round must not help.
static void forget(const Case* c)
{
    if (c->force != NULL) {
        vlFormationForce_Restart(c->force);
    } else {
        vlIdentifier_Forget(c->id);
    }
}

static void timeCase(vlBenchReport* report, const char* name, const Case* c, vlPose pose,
                     double shake, bool isStill)
{
    static double samples[SAMPLES];
    int group = isStill ? STILL_GROUP : 1;
    double clock = vlBench_ClockCost() / group;
    for (int round = 0; round < ROUNDS; ++round) {
        vlRandom random = vlRandom_Seed(1);
        forget(c);
        for (int i = 0; i < SAMPLES; ++i) {
            vlPose poses[STILL_GROUP];
            for (int k = 0; k < group; ++k) {
                vlVec3 way = vlRandom_InCube(&random, shake);
                vlVec3 turn = vlRandom_InCube(&random, shake / 0.1);
                poses[k].p = vlAdd(pose.p, way);
                poses[k].q = isStill ? pose.q : vlTurn(pose.q, turn);
            }
            double time = fmax(0.0, timeCalls(c, poses, group) - clock);
            samples[i] = round == 0 ? time : fmin(samples[i], time);
        }
    }
    vlBench_AddCase(report, name, c->b->faceCount, "volar", samples, SAMPLES, 0.0);
}

static vlResult openCase(Case* c)
{
    vlResult r = makeCube(&c->cube);
    return r == VL_OK ? vlIdentifier_Create(NULL, c->cube, c->b, NULL, &c->id, NULL, 0) : r;
}

static void closeCase(Case* c)
{
    vlFormationForce_Destroy(c->force);
    vlIdentifier_Destroy(c->id);
    vlPolyhedron_Release(c->cube);
    vlPolyhedron_Release(c->b);
}

int vlBench_Formations(vlBenchReport* report)
{
    Case c = {0};
    vlResult r = makeEll(&c.b);
    r = r == VL_OK ? openCase(&c) : r;
    if (r == VL_OK) {
        vlPose one = {{0.15, 0.05 - 5e-6, 0.0}, vlIdentityQuat()};
        vlPose two = {{0.05 - 5e-6, 0.05 - 5e-6, 0.0}, vlIdentityQuat()};
        vlPose edges = {{0.0683012701892 - 5e-6, 0.0683012701892 - 5e-6, 0.0},
                        vlQuatFromAxisAngle(vlVec(0, 0, 1), VL_PI / 6.0)};
        timeCase(report, "cube on floor", &c, one, 2e-6, false);
        timeCase(report, "cube in corner", &c, two, 2e-6, false);
        timeCase(report, "cube, two edges", &c, edges, 2e-6, false);
        timeCase(report, "cube near corner", &c, two, 2e-3, false);
        timeCase(report, "nothing moved", &c, two, 0.0, true);
    }
    vlFormationForceDef def = vlDefaultFormationForceDef(c.cube, c.b);
    r = r == VL_OK ? vlFormationForce_Create(NULL, &def, &c.force, NULL, 0) : r;
    if (r == VL_OK) {
        vlPose one = {{0.15, 0.0505, 0.0}, vlIdentityQuat()};
        vlPose two = {{0.0505, 0.0505, 0.0}, vlIdentityQuat()};
        vlPose edges = {{0.06880127, 0.06880127, 0.0},
                        vlQuatFromAxisAngle(vlVec(0, 0, 1), VL_PI / 6.0)};
        timeCase(report, "force on floor", &c, one, 2e-5, false);
        timeCase(report, "force in corner", &c, two, 2e-5, false);
        timeCase(report, "force, two edges", &c, edges, 2e-5, false);
        timeCase(report, "force near corner", &c, two, 2e-3, false);
        timeCase(report, "force, still", &c, two, 0.0, true);
    }
    closeCase(&c);
    static const int teeth[2] = {12, 48};
    for (int i = 0; i < 2 && r == VL_OK; ++i) {
        c = (Case){0};
        r = makeComb(teeth[i], &c.b);
        r = r == VL_OK ? openCase(&c) : r;
        if (r == VL_OK) {
            vlPose two = {{0.05 - 5e-6, 0.05 - 5e-6, 0.0}, vlIdentityQuat()};
            timeCase(report, "cube on comb", &c, two, 2e-6, false);
            timeCase(report, "cube near comb", &c, two, 4e-3, false);
            def = vlDefaultFormationForceDef(c.cube, c.b);
            r = vlFormationForce_Create(NULL, &def, &c.force, NULL, 0);
        }
        if (r == VL_OK) {
            // In the corner the cube ends flush with a tooth, so that each call closes contacts.
            vlPose across = {{0.113, 0.0505, 0.0}, vlIdentityQuat()};
            vlPose corner = {{0.0505, 0.0505, 0.0}, vlIdentityQuat()};
            timeCase(report, "force on comb", &c, across, 2e-5, false);
            timeCase(report, "force, comb flush", &c, corner, 2e-5, false);
            timeCase(report, "force near comb", &c, corner, 2e-3, false);
        }
        closeCase(&c);
    }
    vlBench_AddNote(report, "n is the number of faces of the body that the cube touches");
    if (r != VL_OK) {
        fprintf(stderr, "bench formations: %s\n", vlResult_Text(r));
        return 1;
    }
    return 0;
}
