// SPDX-License-Identifier: MIT
// Volume common to two convex pieces: closed forms, brute force, and pieces that merely touch.

#include "models/random.h"
#include "shape/overlap.h"
#include "shape_makers.h"
#include "test.h"

#define SCRATCH 4096

static vlVec3 scratch[SCRATCH];

static double commonVolume(const vlShape* a, const vlShape* b)
{
    const vlConvex pieces[2] = {a->pieces[0], b->pieces[0]};
    assert_true(vlOverlap_ScratchSize(pieces, 2) <= SCRATCH);
    double one = vlOverlap_Volume(&pieces[0], &pieces[1], scratch, SCRATCH);
    double other = vlOverlap_Volume(&pieces[1], &pieces[0], scratch, SCRATCH);
    assertNear(one, other, 1e-10 * (one + other) + 1e-14);
    return one;
}

// Axis-parallel box between two corners.
static vlShape* boxBetween(vlVec3 lower, vlVec3 upper)
{
    vlVec3 points[8];
    for (int i = 0; i < 8; ++i) {
        points[i] = vlVec((i & 1) != 0 ? upper.x : lower.x, (i & 2) != 0 ? upper.y : lower.y,
                          (i & 4) != 0 ? upper.z : lower.z);
    }
    vlShape* shape = NULL;
    assert_int_equal(vlShape_CreateHull(NULL, points, 8, &shape, NULL, 0), VL_OK);
    return shape;
}

static double sharedLength(double lowerA, double upperA, double lowerB, double upperB)
{
    return fmax(0.0, fmin(upperA, upperB) - fmax(lowerA, lowerB));
}

static void boxes_share_the_product_of_their_shared_lengths(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(2);
    for (int round = 0; round < 2000; ++round) {
        // Corners from a coarse grid, so that most pairs share planes, in both directions.
        vlVec3 corner[4];
        for (int i = 0; i < 4; i += 2) {
            corner[i] = vlVec(0.1 * vlRandom_Index(&random, 5), 0.1 * vlRandom_Index(&random, 5),
                              0.1 * vlRandom_Index(&random, 5));
            corner[i + 1] = vlAdd(corner[i], vlVec(0.1 * (1 + vlRandom_Index(&random, 4)),
                                                   0.1 * (1 + vlRandom_Index(&random, 4)),
                                                   0.1 * (1 + vlRandom_Index(&random, 4))));
        }
        vlShape* a = boxBetween(corner[0], corner[1]);
        vlShape* b = boxBetween(corner[2], corner[3]);
        double expected = sharedLength(corner[0].x, corner[1].x, corner[2].x, corner[3].x) *
                          sharedLength(corner[0].y, corner[1].y, corner[2].y, corner[3].y) *
                          sharedLength(corner[0].z, corner[1].z, corner[2].z, corner[3].z);
        assertNear(commonVolume(a, b), expected, 1e-16); // lengths below 1 to a rounding
        vlShape_Release(a);
        vlShape_Release(b);
    }
}

// Solid common to two pieces by brute force: the hull of all points where three planes meet and
// that no plane cuts off. Its volume is 0 if those points span no solid.
static double bruteForce(const vlConvex* a, const vlConvex* b)
{
    static vlVec3 points[4096];
    vlVec3 n[64];
    double d[64];
    int planes = 0;
    for (int k = 0; k < 2; ++k) {
        const vlConvex* c = k == 0 ? a : b;
        for (int f = 0; f < c->faceCount; ++f) {
            n[planes] = vlConvex_Normal(c, f);
            d[planes++] = c->nd[f];
        }
    }
    int count = 0;
    for (int i = 0; i < planes; ++i) {
        for (int k = i + 1; k < planes; ++k) {
            for (int m = k + 1; m < planes; ++m) {
                vlVec3 across = vlCross(n[k], n[m]);
                double det = vlDot(n[i], across);
                if (fabs(det) < 1e-9) {
                    continue;
                }
                vlVec3 p = vlScale(across, d[i]);
                p = vlMulAdd(p, d[k], vlCross(n[m], n[i]));
                p = vlScale(vlMulAdd(p, d[m], vlCross(n[i], n[k])), 1.0 / det);
                bool isKept = true;
                for (int q = 0; q < planes && isKept; ++q) {
                    isKept = vlDot(n[q], p) - d[q] < 1e-12;
                }
                if (isKept && count < 4096) {
                    points[count++] = p;
                }
            }
        }
    }
    vlShape* shape = NULL;
    if (count < 4 || vlShape_CreateHull(NULL, points, count, &shape, NULL, 0) != VL_OK) {
        return 0.0;
    }
    double volume = vlShape_GetMassProperties(shape).volume;
    vlShape_Release(shape);
    return volume;
}

static void turned_pieces_share_what_brute_force_finds(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(3);
    int overlapping = 0;
    for (int round = 0; round < 300; ++round) {
        vlShape* parts[2];
        vlPose poses[2];
        for (int i = 0; i < 2; ++i) {
            parts[i] = makeBall(&random, 4 + vlRandom_Index(&random, 12));
            poses[i].q = vlRandom_Rotation(&random);
            poses[i].p = vlScale(vlRandom_InBall(&random), 1.2);
        }
        // Compounds of one piece each, only to place the pieces.
        vlShape* a = makeCompound(&parts[0], &poses[0], 1);
        vlShape* b = makeCompound(&parts[1], &poses[1], 1);
        double expected = bruteForce(&a->pieces[0], &b->pieces[0]);
        // Corners where three planes meet at a small angle lose digits in the brute force.
        assertNear(commonVolume(a, b), expected, 1e-9);
        overlapping += expected > 0.0 ? 1 : 0;
        vlShape_Release(a);
        vlShape_Release(b);
        vlShape_Release(parts[0]);
        vlShape_Release(parts[1]);
    }
    assert_true(overlapping > 100);
}

static void a_piece_shares_all_of_itself(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(4);
    for (int round = 0; round < 50; ++round) {
        vlShape* ball = makeBall(&random, 20);
        vlShape* box = makeBox(1.0, 1.0, 1.0); // holds the unit ball
        double volume = vlShape_GetMassProperties(ball).volume;
        assertNear(commonVolume(ball, ball), volume, 1e-13); // 36 faces, counted from a corner
        assertNear(commonVolume(ball, box), volume, 1e-13);
        vlShape_Release(ball);
        vlShape_Release(box);
    }
}

static void touching_pieces_share_nothing(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(5);
    vlShape* box = makeBox(0.5, 0.5, 0.5);
    for (int round = 0; round < 500; ++round) {
        // Common frame turned, moved and scaled up in distance; touching by face, edge or corner.
        vlPose frame = {vlScale(vlRandom_InBall(&random), 10.0), vlRandom_Rotation(&random)};
        double slideY = round % 2 == 0 ? 0.0 : vlRandom_Range(&random, -1.0, 1.0);
        double slideZ = round % 3 == 0 ? 1.0 : vlRandom_Range(&random, -1.0, 1.0);
        vlShape* parts[2] = {box, box};
        vlPose poses[2] = {frame, vlMulPose(frame, at(1.0, slideY, slideZ))};
        vlShape* compound = makeCompoundCut(parts, poses, 2, VL_CUT_AS_GIVEN);
        double common =
            vlOverlap_Volume(&compound->pieces[0], &compound->pieces[1], scratch, SCRATCH);
        assertNear(common, 0.0, 1e-14); // corners at 10 m are known to 1e-15 m
        vlShape_Release(compound);
    }
    vlShape_Release(box);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes_share_the_product_of_their_shared_lengths),
        cmocka_unit_test(turned_pieces_share_what_brute_force_finds),
        cmocka_unit_test(a_piece_shares_all_of_itself),
        cmocka_unit_test(touching_pieces_share_nothing),
    };
    return cmocka_run_group_tests_name("shape_overlap", tests, NULL, NULL);
}
