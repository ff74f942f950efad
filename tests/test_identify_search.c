// SPDX-License-Identifier: MIT
// Contacts against distances that an independent algorithm finds: all edges against all boxes by
// search.

#include "identify_stage.h"

typedef struct BoxAt {
    vlPose pose;
    vlVec3 half;
} BoxAt;

// Signed distance of a point to a box.
static double heightOverBox(const BoxAt* box, vlVec3 point)
{
    vlVec3 p = vlUntransform(box->pose, point);
    double d[3] = {fabs(p.x) - box->half.x, fabs(p.y) - box->half.y, fabs(p.z) - box->half.z};
    return boxDistance(d);
}

static vlVec3 cornerOf(const BoxAt* box, int i)
{
    return vlTransform(box->pose, vlVec((i & 1) ? box->half.x : -box->half.x,
                                        (i & 2) ? box->half.y : -box->half.y,
                                        (i & 4) ? box->half.z : -box->half.z));
}

// Least distance of the edges of one box to the other: convex along each edge.
static double edgesToBox(const BoxAt* edges, const BoxAt* box)
{
    double best = HUGE_VAL;
    for (int i = 0; i < 8; ++i) {
        for (int axis = 1; axis < 8; axis *= 2) {
            if (i & axis) {
                continue;
            }
            vlVec3 p = cornerOf(edges, i);
            vlVec3 along = vlSub(cornerOf(edges, i | axis), p);
            double low = 0.0;
            double high = 1.0;
            for (int k = 0; k < 60; ++k) {
                double s = low + (high - low) / 3.0;
                double t = high - (high - low) / 3.0;
                if (heightOverBox(box, vlMulAdd(p, s, along)) <
                    heightOverBox(box, vlMulAdd(p, t, along))) {
                    high = t;
                } else {
                    low = s;
                }
            }
            best = fmin(best, heightOverBox(box, vlMulAdd(p, 0.5 * (low + high), along)));
        }
    }
    return best;
}

// Two boxes are nearest at an edge of one of them.
static double distanceBySearch(vlPose pose)
{
    BoxAt cube = {pose, {0.05, 0.05, 0.05}};
    BoxAt floor = {at(0.1, -0.05, 0.0), {0.2, 0.05, 0.15}};
    BoxAt wall = {at(-0.05, 0.1, 0.0), {0.05, 0.2, 0.15}};
    return fmin(fmin(edgesToBox(&cube, &floor), edgesToBox(&cube, &wall)),
                fmin(edgesToBox(&floor, &cube), edgesToBox(&wall, &cube)));
}

// At poses without penetration there is a contact if and only if the distance is at most the gap.
static void a_contact_is_found_where_the_distance_says_so(void** state)
{
    (void)state;
    vlFormationSettings names = vlFormationSettings_ForNames();
    names.gap = 1e-3;
    Stage s = makeStage(&names);
    vlRandom random = vlRandom_Seed(7);
    int touching = 0;
    int apart = 0;
    for (int i = 0; i < 150; ++i) {
        vlVec3 axis = vlRandom_Direction(&random);
        double angle = vlRandom_Range(&random, 0.0, 3.0);
        vlVec3 place = vlRandom_InCube(&random, 0.2);
        vlVec3 way = vlRandom_Direction(&random);
        double gap = vlRandom_Range(&random, 0.0, 2e-3);
        vlPose pose = {place, vlQuatFromAxisAngle(axis, angle)};
        // Moved along a random direction until it is `gap` away, by bisection.
        double near = 0.0;
        double far = 1.0;
        for (int k = 0; k < 30; ++k) {
            double middle = 0.5 * (near + far);
            vlPose there = {vlMulAdd(place, middle, way), pose.q};
            if (distanceBySearch(there) > gap) {
                far = middle;
            } else {
                near = middle;
            }
        }
        pose.p = vlMulAdd(place, far, way);
        double distance = distanceBySearch(pose);
        vlFormation f;
        char text[256];
        vlIdentifier_Find(s.id, pose, vlIdentityPose(), &f);
        // The search is exact to 1e-9 m; cases so near to the limit prove nothing.
        if (fabs(distance - names.gap) < 1e-8) {
            continue;
        }
        if ((f.count > 0) != (distance < names.gap)) {
            fail_msg("case %d: distance %g, found '%s'", i, distance,
                     describe(s.id, &f, text, sizeof text));
        }
        if (f.count > 0) {
            double least = HUGE_VAL;
            for (int c = 0; c < f.count; ++c) {
                least = fmin(least, f.contact[c].nearest);
            }
            bool isReplaced = false;
            for (int c = 0; c < f.count; ++c) {
                isReplaced |= f.contact[c].isReplaced;
            }
            // A replaced contact is measured along a plane, which gives at most the distance.
            if (isReplaced ? least > distance + 1e-8 : fabs(least - distance) > 1e-8) {
                fail_msg("case %d: distance %g but %g for '%s'", i, distance, least,
                         describe(s.id, &f, text, sizeof text));
            }
        }
        touching += f.count > 0;
        apart += f.count == 0;
    }
    // Both must occur often, or the test would prove nothing.
    assert_true(touching > 40 && apart > 40);
    releaseStage(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_contact_is_found_where_the_distance_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
