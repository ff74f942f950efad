// SPDX-License-Identifier: MIT
#ifndef VOLAR_TESTS_PACKET_FIXTURE_H
#define VOLAR_TESTS_PACKET_FIXTURE_H

// Two pieces in contact, which tests move and examine again.

#include <stdlib.h>

#include "shape/polyhedron.h"
#include "stage.h"
#include "test.h"
#include "two_rate/carry.h"

#define POINTS 512

// Two pieces and the last contact found between them.
typedef struct Pair {
    vlShape* shape[2];
    vlBodyPose pose[2]; // of the shapes' frames, which serve as centres here
    vlCollideScratch* scratch;
    vlVec2 points[POINTS];
    vlHeight heights[POINTS];
    vlVolumePool pool;
    vlContactVolume volume;
} Pair;

static inline vlPlaced placed(const Pair* pair, int i)
{
    vlPlaced p = {&pair->shape[i]->pieces[0], vlMatFromQuat(pair->pose[i].rotation),
                  pair->pose[i].centre};
    return p;
}

// Finds the contact; the pair must touch.
static inline bool find(Pair* pair)
{
    vlContactOptions options = vlDefaultContactOptions();
    vlPairCache cache = {0};
    vlPlaced a = placed(pair, 0), b = placed(pair, 1);
    pair->pool = (vlVolumePool){.points = pair->points,
                                .pointCapacity = POINTS,
                                .heights = pair->heights,
                                .heightCapacity = POINTS};
    return vlPair_Collide(&a, &b, &options, &cache, NULL, pair->scratch, &pair->pool,
                          &pair->volume) == VL_PAIR_TOUCHING;
}

static inline Pair* makePair(vlVec3 sizeA, vlVec3 sizeB, vlBodyPose a, vlBodyPose b)
{
    Pair* pair = calloc(1, sizeof *pair);
    assert_non_null(pair);
    pair->scratch = calloc(1, sizeof *pair->scratch);
    assert_non_null(pair->scratch);
    vlClipper_Init(&pair->scratch->clipper);
    pair->shape[0] = vlStage_CreateBox(sizeA);
    pair->shape[1] = vlStage_CreateBox(sizeB);
    pair->pose[0] = a;
    pair->pose[1] = b;
    assert_true(find(pair));
    return pair;
}

static inline void dropPair(Pair* pair)
{
    vlShape_Release(pair->shape[0]);
    vlShape_Release(pair->shape[1]);
    free(pair->scratch);
    free(pair);
}

static inline vlBodyPose at(double x, double y, double z)
{
    vlBodyPose s = {{x, y, z}, vlIdentityQuat()};
    return s;
}

static inline vlBodyPose turned(vlBodyPose s, vlVec3 axis, double angle)
{
    s.rotation = vlMulQ(vlQuatFromAxisAngle(axis, angle), s.rotation);
    return s;
}

static inline vlBodyPose moved(vlBodyPose s, vlVec3 shift, vlVec3 turn)
{
    s.centre = vlAdd(s.centre, shift);
    s.rotation = vlMulQ(vlQuatFromRotationVector(turn), s.rotation);
    return s;
}

static inline vlFollow followOf(const Pair* pair)
{
    vlPlaced a = placed(pair, 0), b = placed(pair, 1);
    return vlFollow_Of(&pair->volume, &pair->pool, &a, &b);
}

#define DEPTH 5e-4 // m
static const vlVec3 table = {0.4, 0.4, 0.1};
static const vlVec3 block = {0.04, 0.03, 0.02};

// A block on a table, with the block as body 1 or as body 0.
static inline Pair* makeBlock(bool isTableFirst)
{
    vlBodyPose below = at(0.0, 0.0, -0.05);
    vlBodyPose above = turned(at(0.013, 0.02, 0.01 - DEPTH), vlVec(0.0, 0.0, 1.0), 0.3);
    return isTableFirst ? makePair(table, block, below, above)
                        : makePair(block, table, above, below);
}

// Two blocks, each of which overhangs the other.
static inline Pair* makeBricks(void)
{
    return makePair(block, block, at(0.0, 0.0, 0.0), at(0.011, 0.007, 0.02 - DEPTH));
}

// A block's edge or corner in the table.
static inline Pair* makePointed(double first, double second, bool isTableFirst)
{
    vlBodyPose below = at(0.0, 0.0, -0.05);
    vlBodyPose above = turned(turned(at(0.0, 0.0, 0.0), vlVec(1.0, 0.0, 0.0), first),
                              vlVec(0.0, 1.0, 0.0), second);
    double lowest = 0.0;
    for (int i = 0; i < 8; ++i) {
        vlVec3 corner = vlVec((i & 1 ? 0.5 : -0.5) * block.x, (i & 2 ? 0.5 : -0.5) * block.y,
                              (i & 4 ? 0.5 : -0.5) * block.z);
        double z = vlRotate(above.rotation, corner).z;
        lowest = z < lowest ? z : lowest;
    }
    above.centre.z = -lowest - DEPTH;
    return isTableFirst ? makePair(table, block, below, above)
                        : makePair(block, table, above, below);
}

#endif
