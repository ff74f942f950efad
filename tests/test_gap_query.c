// SPDX-License-Identifier: MIT
// Gap queries: gaps are within the tolerance of exact distances, which a search through all pairs
// of triangles confirms; no pair within the distance is missed; depths are checked against all
// vertices; limits of work and room.

#include <stdlib.h>

#include "level_couple.h"
#include "pairs.h"

#define DISTANCE 1e-3

// ---- an independent distance ----

static double segmentDistance(vlVec3 p, vlVec3 u, vlVec3 q, vlVec3 v)
{
    vlVec3 w = vlSub(p, q);
    double a = vlDot(u, u), b = vlDot(u, v), c = vlDot(v, v), d = vlDot(u, w), e = vlDot(v, w);
    double det = a * c - b * b, least = HUGE_VAL;
    double s = det > 1e-12 * a * c ? fmin(fmax((b * e - c * d) / det, 0.0), 1.0) : 0.0;
    for (int k = 0; k < 4; ++k) { // clamping one side, then the other, in all orders
        double x = k == 0 ? s : (k == 1 ? 0.0 : (k == 2 ? 1.0 : s));
        double t = fmin(fmax((e + b * x) / c, 0.0), 1.0);
        double y = fmin(fmax((b * t - d) / a, 0.0), 1.0);
        vlVec3 way = vlAdd(w, vlSub(vlScale(u, y), vlScale(v, t)));
        least = fmin(least, vlLength(way));
    }
    return least;
}

static double longestOf(const vlVec3 t[3])
{
    return fmax(vlLength(vlSub(t[1], t[0])), vlLength(vlSub(t[2], t[0])));
}

// The distance of two triangles that do not intersect, if it is less than `least`.
static double triangleDistance(const vlVec3 a[3], const vlVec3 b[3], double least)
{
    if (vlLength(vlSub(a[0], b[0])) - longestOf(a) - longestOf(b) > least) {
        return least;
    }
    for (int i = 0; i < 3; ++i) {
        least = fmin(least, distanceToTriangle(a[i], b[0], b[1], b[2]));
        least = fmin(least, distanceToTriangle(b[i], a[0], a[1], a[2]));
        for (int k = 0; k < 3; ++k) {
            least = fmin(least, segmentDistance(a[i], vlSub(a[(i + 1) % 3], a[i]), b[k],
                                                vlSub(b[(k + 1) % 3], b[k])));
        }
    }
    return least;
}

static double bruteGap(vlPose pose)
{
    double least = HUGE_VAL;
    const vlMesh *ma = &couple.mesh[0], *mb = &couple.mesh[1];
    for (int t = 0; t < mb->faceCount; ++t) {
        vlVec3 b[3];
        for (int k = 0; k < 3; ++k) {
            b[k] = vlTransform(pose, mb->points[mb->indices[3 * t + k]]);
        }
        for (int s = 0; s < ma->faceCount; ++s) {
            const int* v = &ma->indices[3 * s];
            const vlVec3 a[3] = {ma->points[v[0]], ma->points[v[1]], ma->points[v[2]]};
            least = triangleDistance(a, b, least);
        }
    }
    return least;
}

// ---- poses ----

// A random pose of B with exactly `clearance` between the surfaces, reached from outside.
static vlPose randomPose(vlGapQuery* probe, vlRandom* random, double clearance)
{
    vlPose pose = {vlZero(), vlRandom_Rotation(random)};
    vlVec3 target = couple.mesh[0].points[vlRandom_Index(random, couple.mesh[0].pointCount)];
    vlVec3 centre = vlShape_GetMassProperties(couple.shape[1]).centroid;
    vlVec3 way = vlRandom_Direction(random);
    target = vlSub(target, vlRotate(pose.q, centre));
    double away = 0.3;
    for (int i = 0; i < 300; ++i) {
        pose.p = vlMulAdd(target, -away, way);
        double apart = vlGapQuery_FindDistance(probe, pose, (double)INFINITY);
        if (apart - clearance < 1e-9 || away < -0.3) {
            break;
        }
        away -= apart - clearance;
    }
    return pose;
}

// ---- queries ----

static void exact_distances_are_those_of_all_pairs_of_triangles(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(3);
    vlGapQuery *probe = makeQuery(NULL), *cold = makeQuery(NULL);
    int poses = vlTestRig_PairCount(120) / 60;
    for (int i = 0; i < poses; ++i) {
        double clearance = vlRandom_Log(&random, 1e-5, 0.02);
        vlPose pose = randomPose(probe, &random, clearance);
        double exact = bruteGap(pose);
        vlGapQuery_Forget(cold);
        // Products of lengths of 0.3 m, and gaps of 1e-5 m.
        assert_true(vlIsNear(vlGapQuery_FindDistance(cold, pose, (double)INFINITY), exact, 1e-11));
        assert_true(vlGapQuery_FindDistance(cold, pose, 0.999 * exact) == (double)INFINITY);
    }
    vlGapQuery_Destroy(probe);
    vlGapQuery_Destroy(cold);
}

// The gap that is reported is at most the exact one, and short of it by no more than the errors of
// the two nodes, which are within the tolerance or those of leaves.
static void checkGaps(const vlGapQuery* query, double exact, double tolerance, double distance)
{
    vlGapInfo info = vlGapQuery_GetInfo(query);
    double leaves = 2.02e-3 * 0.125; // of both, at 0.1% of the larger radius
    assert_false(info.isCoarse);
    assert_true(info.largestError <= fmax(tolerance, leaves));
    if (exact <= distance) {
        assert_true(info.contactCount > 0 && info.leastGap <= exact + 1e-12);
    }
    for (int i = 0; i < info.contactCount; ++i) {
        vlGapContact c;
        assert_int_equal(vlGapQuery_GetContact(query, i, &c), VL_OK);
        assert_true(c.gap >= exact - c.error - 1e-12 && c.gap <= distance);
        assert_true(c.gap <= 0.0 || vlIsNear(vlLength(vlSub(c.pointB, c.pointA)), c.gap, 1e-12));
    }
}

static void gaps_are_within_the_tolerance_of_exact_ones(void** state)
{
    (void)state;
    static const double levels[4] = {0.0, 0.004, 0.01, 0.025};
    vlRandom random = vlRandom_Seed(4);
    vlGapQuery *probe = makeQuery(NULL), *cold = makeQuery(NULL), *warm = makeQuery(NULL);
    int poses = vlTestRig_PairCount(32);
    for (int i = 0; i < poses; ++i) {
        double clearance = vlRandom_Log(&random, 1e-6, 2.0 * DISTANCE);
        vlPose pose = randomPose(probe, &random, clearance);
        for (int step = 0; step < 3; ++step) { // the second query follows small motions
            double exact = vlGapQuery_FindDistance(probe, pose, (double)INFINITY);
            double tolerance = levels[(i + step) % 4] * couple.radius;
            vlGapQuery_Forget(cold);
            assert_int_equal(vlGapQuery_Find(cold, pose, tolerance, DISTANCE), VL_OK);
            assert_int_equal(vlGapQuery_Find(warm, pose, tolerance, DISTANCE), VL_OK);
            if (exact > 0.0) { // apart; where triangles meet every gap is right
                checkGaps(cold, exact, tolerance, DISTANCE);
                checkGaps(warm, exact, tolerance, DISTANCE);
            }
            if ((i + step) % 4 == 0) { // leaves are held by all nodes above them
                vlGapInfo one = vlGapQuery_GetInfo(cold), other = vlGapQuery_GetInfo(warm);
                assert_int_equal(one.contactCount, other.contactCount);
                assert_true(vlIsNear(one.leastGap, other.leastGap, 1e-12));
            }
            pose.p = vlMulAdd(pose.p, 2e-4, vlRandom_InBall(&random));
            pose.q = vlTurn(pose.q, vlScale(vlRandom_InBall(&random), 2e-3));
        }
    }
    vlGapQuery_Destroy(probe);
    vlGapQuery_Destroy(cold);
    vlGapQuery_Destroy(warm);
}

// The place of each triangle of a skin in the order of the leaves.
static int* findPlaces(const vlHierarchy* h)
{
    int* place = malloc(sizeof *place * (size_t)h->skin->triangleCount);
    assert_non_null(place);
    for (int i = 0; i < h->skin->triangleCount; ++i) {
        place[h->triangle[i]] = i;
    }
    return place;
}

static bool holds(const vlHierarchy* h, int node, int place)
{
    return place >= h->node[node].patch && place < h->node[node].patch + h->node[node].patchCount;
}

static void nothing_within_the_distance_is_missed(void** state)
{
    (void)state;
    static const double levels[4] = {0.0, 0.004, 0.01, 0.025};
    vlRandom random = vlRandom_Seed(5);
    vlGapQuery *probe = makeQuery(NULL), *query = makeQuery(NULL);
    const vlHierarchy *ha = couple.levels[0], *hb = couple.levels[1];
    int *placeA = findPlaces(ha), *placeB = findPlaces(hb);
    int poses = vlTestRig_PairCount(8), near = 0;
    for (int i = 0; i < poses; ++i) {
        double clearance = vlRandom_Log(&random, 1e-6, 0.5 * DISTANCE);
        vlPose pose = randomPose(probe, &random, clearance);
        assert_int_equal(vlGapQuery_Find(query, pose, levels[i % 4] * couple.radius, DISTANCE),
                         VL_OK);
        for (int t = 0; t < ha->skin->triangleCount; ++t) { // every corner of A near B
            vlVec3 p = vlUntransform(pose, ha->skin->point[ha->skin->triangle[t][0]]);
            vlSignedDistance d;
            assert_int_equal(vlShape_FindSignedDistance(couple.shape[1], p, DISTANCE, -1, &d),
                             VL_OK);
            bool isReported = d.triangle < 0;
            for (int c = 0; c < vlGapQuery_GetInfo(query).contactCount && !isReported; ++c) {
                vlGapContact contact;
                assert_int_equal(vlGapQuery_GetContact(query, c, &contact), VL_OK);
                isReported = holds(ha, contact.nodeA, placeA[t]) &&
                             holds(hb, contact.nodeB, placeB[d.triangle]) &&
                             contact.gap <= fabs(d.distance) + 1e-12;
            }
            near += d.triangle >= 0;
            assert_true(isReported);
        }
    }
    assert_true(near > poses); // the check above was made
    free(placeA);
    free(placeB);
    vlGapQuery_Destroy(probe);
    vlGapQuery_Destroy(query);
}

// The deepest vertex of either solid in the other.
static double deepestOf(vlPose pose)
{
    double deepest = 0.0;
    for (int k = 0; k < 2; ++k) {
        for (int i = 0; i < couple.mesh[k].pointCount; ++i) {
            vlVec3 p = couple.mesh[k].points[i];
            vlSignedDistance d;
            p = k == 0 ? vlUntransform(pose, p) : vlTransform(pose, p);
            assert_int_equal(
                vlShape_FindSignedDistance(couple.shape[1 - k], p, (double)INFINITY, -1, &d),
                VL_OK);
            deepest = fmax(deepest, -d.distance);
        }
    }
    return deepest;
}

static void depths_are_exact_and_nearly_the_largest(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(6);
    vlGapQuery *probe = makeQuery(NULL), *query = makeQuery(NULL);
    int poses = vlTestRig_PairCount(20), deep = 0, found = 0;
    for (int i = 0; i < poses; ++i) {
        vlPose pose = randomPose(probe, &random, 1e-6);
        vlVec3 way = vlSub(vlShape_GetMassProperties(couple.shape[0]).centroid, pose.p);
        pose.p = vlMulAdd(pose.p, vlRandom_Log(&random, 1e-4, 1e-3), vlUnit(way));
        double deepest = deepestOf(pose);
        assert_int_equal(vlGapQuery_Find(query, pose, 0.004 * couple.radius, DISTANCE), VL_OK);
        int count = vlGapQuery_FindDepths(query);
        double most = 0.0;
        for (int k = 0; k < count; ++k) {
            vlGapDepth d;
            vlSignedDistance again;
            assert_int_equal(vlGapQuery_GetDepth(query, k, &d), VL_OK);
            vlVec3 p = d.isOfB ? d.point : vlUntransform(pose, d.point);
            assert_int_equal(vlShape_FindSignedDistance(couple.shape[d.isOfB ? 0 : 1], p,
                                                        (double)INFINITY, -1, &again),
                             VL_OK);
            assert_true(vlIsNear(d.depth, -again.distance, 1e-12));
            assert_true(k == 0 || d.depth <= most);
            most = k == 0 ? d.depth : most;
        }
        assert_true(most <= deepest + 1e-12);
        deep += deepest > 2e-5;
        found += deepest > 2e-5 && most > 0.9 * deepest;
    }
    // A climb may end on a vertex that is deeper than its neighbours only.
    assert_true(deep > poses / 4 && found >= 9 * deep / 10);
    vlGapQuery_Destroy(probe);
    vlGapQuery_Destroy(query);
}

// ---- limits ----

static void a_limit_of_work_is_kept_and_what_is_coarser_still_holds(void** state)
{
    (void)state;
    vlGapQueryDef def = vlDefaultGapQueryDef();
    vlGapQuery *free = NULL, *limited = NULL;
    const vlHierarchy* h = couple.levels[0];
    vlPose same = vlIdentityPose(); // a spoon in itself touches everywhere
    same.p.x = 1e-6;
    assert_int_equal(vlGapQuery_Create(NULL, h, h, &def, &free, NULL, 0), VL_OK);
    assert_int_equal(vlGapQuery_Find(free, same, 0.0, DISTANCE), VL_OK);
    double whole = vlGapQuery_GetInfo(free).work;
    def.work = 0.1 * whole;
    assert_int_equal(vlGapQuery_Create(NULL, h, h, &def, &limited, NULL, 0), VL_OK);
    vlGapValve valve = {.budget = def.work, .most = 0.2 * couple.radius};
    double work = 0.0;
    for (int i = 0; i < 300; ++i) {
        same.p.x += 1e-6;
        assert_int_equal(vlGapQuery_Find(limited, same, valve.tolerance, DISTANCE), VL_OK);
        vlGapInfo info = vlGapQuery_GetInfo(limited);
        assert_true(info.work <= 1.2 * def.work);
        assert_true(info.contactCount > 0 && info.leastGap <= 0.0);
        vlGapValve_Adjust(&valve, info.work);
        work = info.work;
    }
    // The valve has found a tolerance with which all work fits within the limit.
    assert_true(valve.tolerance > 0.0 && work <= def.work);
    assert_false(vlGapQuery_GetInfo(limited).isCoarse);
    vlGapQuery_Destroy(free);
    vlGapQuery_Destroy(limited);
}

static void the_valve_opens_at_once_and_closes_slowly(void** state)
{
    (void)state;
    vlGapValve valve = {.budget = 1.0, .most = 64.0};
    vlGapValve_Adjust(&valve, 2.0);
    assert_true(valve.tolerance == 1.0);
    for (int i = 0; i < 20; ++i) {
        vlGapValve_Adjust(&valve, 2.0);
    }
    assert_true(valve.tolerance == 64.0);
    vlGapValve_Adjust(&valve, 0.9); // within the budget, but not idle
    assert_true(valve.tolerance == 64.0);
    int calls = 0;
    while (valve.tolerance > 0.0) {
        vlGapValve_Adjust(&valve, 0.1);
        ++calls;
    }
    assert_in_range(calls, 400, 500); // ln(128)/0.01
    valve.least = 3.0;
    vlGapValve_Adjust(&valve, 0.1);
    assert_true(valve.tolerance == 3.0);
}

static void without_room_the_query_is_coarser_and_says_so(void** state)
{
    (void)state;
    vlGapQueryDef def = {.pairs = 64, .contacts = 3};
    vlGapQuery *probe = makeQuery(NULL), *small = makeQuery(&def);
    vlRandom random = vlRandom_Seed(7);
    vlPose pose = randomPose(probe, &random, 1e-5);
    assert_int_equal(vlGapQuery_Find(small, pose, 0.0, 20.0 * DISTANCE), VL_OK);
    vlGapInfo info = vlGapQuery_GetInfo(small);
    assert_true(info.isCoarse && info.contactCount == 3 && info.droppedContacts > 0);
    assert_true(info.leastGap <= 1e-5 + 1e-9);
    vlGapQuery_Destroy(probe);
    vlGapQuery_Destroy(small);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exact_distances_are_those_of_all_pairs_of_triangles),
        cmocka_unit_test(gaps_are_within_the_tolerance_of_exact_ones),
        cmocka_unit_test(nothing_within_the_distance_is_missed),
        cmocka_unit_test(depths_are_exact_and_nearly_the_largest),
        cmocka_unit_test(a_limit_of_work_is_kept_and_what_is_coarser_still_holds),
        cmocka_unit_test(the_valve_opens_at_once_and_closes_slowly),
        cmocka_unit_test(without_room_the_query_is_coarser_and_says_so),
    };
    return cmocka_run_group_tests(tests, makeCouple, freeCouple);
}
