// SPDX-License-Identifier: MIT
// Closest points, rays and gaps of shapes: against closed forms, against a search over all faces,
// and by certificates that prove an answer.

#include "shape_makers.h"
#include "stage.h"
#include "test.h"
#include "volar/query.h"

// Rounding of coordinates of a few metres through a rotation and back, and the distance that GJK
// counts as touching, 1e-12 of a radius.
#define EXACT 1e-11

// ---- a search over all faces, of the polyhedron as the interface gives it ----

static vlVec3 onSegment(vlVec3 p, vlVec3 a, vlVec3 b)
{
    vlVec3 e = vlSub(b, a);
    double t = vlDot(vlSub(p, a), e) / vlDot(e, e);
    return vlMulAdd(a, fmin(fmax(t, 0.0), 1.0), e);
}

// The nearest point of a face: the foot of the perpendicular if that lies within all edges,
// otherwise a point on an edge.
static vlVec3 onFace(const vlShape* shape, int piece, int face, vlVec3 p)
{
    int index[64];
    vlVec3 n;
    double d;
    int count = vlShape_GetFaceVertices(shape, piece, face, index, 64);
    vlShape_GetFacePlane(shape, piece, face, &n, &d);
    vlVec3 foot = vlMulAdd(p, d - vlDot(n, p), n);
    vlVec3 best = foot;
    double least = (double)INFINITY;
    bool isWithin = true;
    for (int i = 0; i < count; ++i) {
        vlVec3 a = vlShape_GetVertex(shape, piece, index[i]);
        vlVec3 b = vlShape_GetVertex(shape, piece, index[(i + 1) % count]);
        isWithin = isWithin && vlDot(vlCross(vlSub(b, a), vlSub(foot, a)), n) >= 0.0;
        vlVec3 q = onSegment(p, a, b);
        if (vlLength(vlSub(q, p)) < least) {
            least = vlLength(vlSub(q, p));
            best = q;
        }
    }
    return isWithin ? foot : best;
}

static bool isInside(const vlShape* shape, int piece, vlVec3 p, double slack)
{
    bool isIn = true;
    for (int f = 0; f < vlShape_GetFaceCount(shape, piece); ++f) {
        vlVec3 n;
        double d;
        vlShape_GetFacePlane(shape, piece, f, &n, &d);
        isIn = isIn && vlDot(n, p) <= d + slack;
    }
    return isIn;
}

static double searchDistance(const vlShape* shape, int piece, vlVec3 p)
{
    double least = (double)INFINITY;
    for (int f = 0; f < vlShape_GetFaceCount(shape, piece); ++f) {
        least = fmin(least, vlLength(vlSub(onFace(shape, piece, f, p), p)));
    }
    return isInside(shape, piece, p, 0.0) ? -least : least;
}

// Where a line from p first crosses a face from outside: INFINITY if it does not.
static double searchRay(const vlShape* shape, int piece, vlVec3 p, vlVec3 ahead)
{
    double least = (double)INFINITY;
    for (int f = 0; f < vlShape_GetFaceCount(shape, piece); ++f) {
        vlVec3 n;
        double d;
        vlShape_GetFacePlane(shape, piece, f, &n, &d);
        double rate = vlDot(n, ahead);
        double t = (d - vlDot(n, p)) / rate;
        vlVec3 q = vlMulAdd(p, t, ahead);
        if (rate < 0.0 && t >= 0.0 && vlLength(vlSub(onFace(shape, piece, f, q), q)) < 1e-12) {
            least = fmin(least, t);
        }
    }
    return least;
}

// ---- shapes drawn at random ----

// A box, a hull of 6 to 40 points, a compound of two boxes apart, or of a box cut into four.
static vlShape* anyShape(vlRandom* random)
{
    int kind = vlRandom_Index(random, 4);
    if (kind == 0) {
        vlVec3 size = vlStage_AnySize(random, 0.05, 1.0);
        return makeBox(size.x, size.y, size.z);
    }
    if (kind == 1) {
        return makeBall(random, 6 + vlRandom_Index(random, 35));
    }
    if (kind == 2) {
        vlShape* pieces[2] = {makeBox(0.3, 0.2, 0.1), makeBall(random, 12)};
        vlPose poses[2] = {vlStage_AnyPose(random, vlVec(-1.0, 0.0, 0.0)),
                           vlStage_AnyPose(random, vlVec(1.0, 0.0, 0.0))};
        vlShape* made = makeCompound(pieces, poses, 2);
        vlShape_Release(pieces[0]);
        vlShape_Release(pieces[1]);
        return made;
    }
    return vlStage_CreateCutBox(vlStage_AnySize(random, 0.2, 1.0), 2, 2, 1);
}

static vlPose anyPose(vlRandom* random, double size)
{
    return vlStage_AnyPose(random, vlRandom_InCube(random, size));
}

static void checkVec(vlVec3 found, vlVec3 expected, double tolerance)
{
    assert_true(vlLength(vlSub(found, expected)) <= tolerance);
}

// ---- closest points ----

static void the_closest_point_is_that_of_a_search_over_all_faces(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(1);
    int count = vlStage_Count(4000, 400);
    for (int round = 0; round < count; ++round) {
        vlShape* shape = anyShape(&random);
        vlPose pose = anyPose(&random, 1.0);
        vlVec3 local = vlRandom_InCube(&random, 1.5);
        vlVec3 point = vlTransform(pose, local);
        vlClosestPoint found;
        assert_int_equal(vlShape_FindClosest(shape, pose, point, &found), VL_OK);
        double expected = (double)INFINITY;
        for (int i = 0; i < vlShape_GetPieceCount(shape); ++i) {
            expected = fmin(expected, searchDistance(shape, i, local));
        }
        assert_true(vlIsNear(found.distance, expected, EXACT));
        // The point is on the surface, and the given point is that far from it along the normal.
        vlVec3 on = vlUntransform(pose, found.point);
        assert_true(vlIsNear(searchDistance(shape, found.piece, on), 0.0, EXACT));
        assert_true(vlIsNear(vlLength(found.normal), 1.0, EXACT));
        // Near the surface the normal is the direction of a rounded difference.
        checkVec(vlMulAdd(found.point, found.distance, found.normal), point, EXACT);
        vlShape_Release(shape);
    }
}

static void the_closest_point_of_a_halfspace_is_the_foot(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(2);
    for (int round = 0; round < 1000; ++round) {
        vlVec3 n = vlRandom_Direction(&random);
        double offset = vlRandom_Range(&random, -1.0, 1.0);
        vlShape* shape = NULL;
        assert_int_equal(vlShape_CreateHalfspace(NULL, n, offset, &shape, NULL, 0), VL_OK);
        vlPose pose = anyPose(&random, 1.0);
        vlVec3 local = vlRandom_InCube(&random, 2.0);
        vlClosestPoint found;
        vlVec3 point = vlTransform(pose, local);
        assert_int_equal(vlShape_FindClosest(shape, pose, point, &found), VL_OK);
        double height = vlDot(n, local) - offset;
        assert_true(vlIsNear(found.distance, height, EXACT));
        checkVec(found.normal, vlRotate(pose.q, n), EXACT);
        checkVec(found.point, vlTransform(pose, vlMulAdd(local, -height, n)), EXACT);
        vlShape_Release(shape);
    }
}

// ---- rays ----

static void a_ray_hits_what_a_search_over_all_faces_finds(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(3);
    int hits = 0;
    int count = vlStage_Count(4000, 400);
    for (int round = 0; round < count; ++round) {
        vlShape* shape = anyShape(&random);
        vlPose pose = anyPose(&random, 1.0);
        vlVec3 local = vlScale(vlRandom_Direction(&random), vlRandom_Range(&random, 1.8, 4.0));
        vlVec3 goal = vlRandom_InCube(&random, 1.2);
        vlVec3 ahead = vlSub(goal, local);
        double length = vlLength(ahead);
        ahead = vlScale(ahead, 1.0 / length);
        vlRay ray = {vlTransform(pose, local),
                     vlScale(vlRotate(pose.q, ahead), vlRandom_Log(&random, 1e-3, 1e3)),
                     vlRandom_Index(&random, 2) == 0 ? (double)INFINITY : length};
        vlRayHit hit;
        assert_int_equal(vlShape_CastRay(shape, pose, &ray, &hit), VL_OK);
        double expected = (double)INFINITY;
        for (int i = 0; i < vlShape_GetPieceCount(shape); ++i) {
            // All rays begin outside: the balls about the origin that contain the shapes are
            // smaller than 1.8, except for a compound's, whose pieces are tested here.
            expected = isInside(shape, i, local, 0.0)
                           ? 0.0
                           : fmin(expected, searchRay(shape, i, local, ahead));
        }
        bool isClear = fabs(expected - ray.length) > 1e-9; // otherwise rounding may decide
        if (isClear) {
            assert_true(hit.isHit == (expected <= ray.length));
        }
        if (hit.isHit && expected > 0.0) {
            ++hits;
            // A grazing ray meets a face up to rounding over the sine of its angle away.
            double sine = fabs(vlDot(hit.normal, vlRotate(pose.q, ahead)));
            assert_true(vlIsNear(hit.distance, expected, EXACT / fmax(sine, 1e-6)));
            checkVec(hit.point, vlTransform(pose, vlMulAdd(local, hit.distance, ahead)), EXACT);
            assert_true(vlDot(hit.normal, vlRotate(pose.q, ahead)) <= 0.0);
        }
        vlShape_Release(shape);
    }
    assert_true(hits > count / 4); // the test would show nothing if most rays missed
}

static void a_ray_against_a_box_is_the_slab_formula(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(4);
    for (int round = 0; round < 4000; ++round) {
        vlVec3 h = vlStage_AnySize(&random, 0.1, 1.0);
        vlShape* shape = makeBox(h.x, h.y, h.z);
        vlRay ray = {vlRandom_InCube(&random, 2.0), vlRandom_Direction(&random), (double)INFINITY};
        const double o[3] = {ray.origin.x, ray.origin.y, ray.origin.z};
        const double v[3] = {ray.direction.x, ray.direction.y, ray.direction.z};
        const double half[3] = {h.x, h.y, h.z};
        double enter = 0.0;
        double leave = (double)INFINITY;
        for (int k = 0; k < 3; ++k) {
            double a = (-half[k] - o[k]) / v[k];
            double b = (half[k] - o[k]) / v[k];
            enter = fmax(enter, fmin(a, b));
            leave = fmin(leave, fmax(a, b));
        }
        vlRayHit hit;
        assert_int_equal(vlShape_CastRay(shape, vlIdentityPose(), &ray, &hit), VL_OK);
        if (fabs(enter - leave) > 1e-9) { // otherwise it grazes an edge, and rounding may decide
            assert_true(hit.isHit == (enter <= leave));
        }
        if (hit.isHit) {
            assert_true(vlIsNear(hit.distance, enter, 1e-9)); // 1e-12 over a sine of 1e-3
        }
        vlShape_Release(shape);
    }
}

static void a_ray_that_begins_inside_hits_at_once_and_one_along_a_face_passes(void** state)
{
    (void)state;
    vlShape* box = makeBox(1.0, 1.0, 1.0);
    vlShape* floor = NULL;
    vlPose none = vlIdentityPose();
    vlRayHit hit;
    assert_int_equal(vlShape_CreateHalfspace(NULL, vlVec(0.0, 0.0, 1.0), 0.0, &floor, NULL, 0),
                     VL_OK);
    vlRay inside = {vlVec(0.5, 0.0, 0.0), vlVec(0.0, 0.0, 3.0), 0.0};
    assert_int_equal(vlShape_CastRay(box, none, &inside, &hit), VL_OK);
    assert_true(hit.isHit && hit.distance == 0.0);
    checkVec(hit.normal, vlVec(0.0, 0.0, -1.0), 0.0);
    vlRay away = {vlVec(2.0, 0.0, 0.0), vlVec(1.0, 0.0, 0.0), (double)INFINITY};
    assert_int_equal(vlShape_CastRay(box, none, &away, &hit), VL_OK);
    assert_false(hit.isHit);
    vlRay beside = {vlVec(2.0, 0.0, 1.5), vlVec(-1.0, 0.0, 0.0), (double)INFINITY};
    assert_int_equal(vlShape_CastRay(box, none, &beside, &hit), VL_OK);
    assert_false(hit.isHit);
    vlRay level = {vlVec(0.0, 0.0, 0.1), vlVec(1.0, 0.0, 0.0), (double)INFINITY};
    assert_int_equal(vlShape_CastRay(floor, none, &level, &hit), VL_OK);
    assert_false(hit.isHit);
    vlRay down = {vlVec(0.0, 0.0, 2.0), vlVec(3.0, 0.0, -4.0), (double)INFINITY};
    assert_int_equal(vlShape_CastRay(floor, none, &down, &hit), VL_OK);
    assert_true(hit.isHit && vlIsNear(hit.distance, 2.5, EXACT)); // 3, 4, 5
    checkVec(hit.point, vlVec(1.5, 0.0, 0.0), EXACT);
    vlRay shortRay = {vlVec(0.0, 0.0, 2.0), vlVec(0.0, 0.0, -1.0), 1.99};
    assert_int_equal(vlShape_CastRay(floor, none, &shortRay, &hit), VL_OK);
    assert_false(hit.isHit);
    vlShape_Release(box);
    vlShape_Release(floor);
}

// ---- gaps ----

static double extreme(const vlShape* shape, vlPose pose, vlVec3 n, double sign)
{
    double best = -(double)INFINITY;
    for (int i = 0; i < vlShape_GetPieceCount(shape); ++i) {
        for (int v = 0; v < vlShape_GetVertexCount(shape, i); ++v) {
            vlVec3 x = vlTransform(pose, vlShape_GetVertex(shape, i, v));
            best = fmax(best, sign * vlDot(n, x));
        }
    }
    return sign * best;
}

static double betweenSegments(vlVec3 a, vlVec3 b, vlVec3 c, vlVec3 d)
{
    vlVec3 u = vlSub(b, a);
    vlVec3 v = vlSub(d, c);
    vlVec3 w = vlSub(a, c);
    double uu = vlDot(u, u);
    double vv = vlDot(v, v);
    double uv = vlDot(u, v);
    double det = uu * vv - uv * uv;
    // The nearest points of the lines if both lie within the edges, otherwise an end is nearest.
    double s = det > 0.0 ? (uv * vlDot(v, w) - vv * vlDot(u, w)) / det : -1.0;
    double t = det > 0.0 ? (uu * vlDot(v, w) - uv * vlDot(u, w)) / det : -1.0;
    double least =
        fmin(fmin(vlLength(vlSub(onSegment(a, c, d), a)), vlLength(vlSub(onSegment(b, c, d), b))),
             fmin(vlLength(vlSub(onSegment(c, a, b), c)), vlLength(vlSub(onSegment(d, a, b), d))));
    if (s > 0.0 && s < 1.0 && t > 0.0 && t < 1.0) {
        least = fmin(least, vlLength(vlSub(vlMulAdd(a, s, u), vlMulAdd(c, t, v))));
    }
    return least;
}

// Least distance of the edges of a face of A, and of its corners, to all of a piece of B.
static double searchFace(const vlShape* a, vlPose poseA, int pieceA, int face, const vlShape* b,
                         vlPose poseB, int pieceB)
{
    int ia[64];
    int ib[64];
    int countA = vlShape_GetFaceVertices(a, pieceA, face, ia, 64);
    double least = (double)INFINITY;
    for (int i = 0; i < countA; ++i) {
        vlVec3 p = vlTransform(poseA, vlShape_GetVertex(a, pieceA, ia[i]));
        vlVec3 q = vlTransform(poseA, vlShape_GetVertex(a, pieceA, ia[(i + 1) % countA]));
        least = fmin(least, fabs(searchDistance(b, pieceB, vlUntransform(poseB, p))));
        for (int g = 0; g < vlShape_GetFaceCount(b, pieceB); ++g) {
            int countB = vlShape_GetFaceVertices(b, pieceB, g, ib, 64);
            for (int j = 0; j < countB; ++j) {
                vlVec3 r = vlTransform(poseB, vlShape_GetVertex(b, pieceB, ib[j]));
                vlVec3 s = vlTransform(poseB, vlShape_GetVertex(b, pieceB, ib[(j + 1) % countB]));
                least = fmin(least, betweenSegments(p, q, r, s));
            }
        }
    }
    return least;
}

// The gap of two solids that do not overlap.
static double searchGap(const vlShape* a, vlPose poseA, const vlShape* b, vlPose poseB)
{
    double least = (double)INFINITY;
    for (int i = 0; i < vlShape_GetPieceCount(a); ++i) {
        for (int j = 0; j < vlShape_GetPieceCount(b); ++j) {
            for (int f = 0; f < vlShape_GetFaceCount(a, i); ++f) {
                least = fmin(least, searchFace(a, poseA, i, f, b, poseB, j));
            }
            for (int f = 0; f < vlShape_GetFaceCount(b, j); ++f) {
                least = fmin(least, searchFace(b, poseB, j, f, a, poseA, i));
            }
        }
    }
    return least;
}

// A plane that separates two solids by d proves that they are at least d apart; two points of them
// that are d apart prove that they are not farther. Compounds may have no such plane; for some of
// them all features are compared.
static void checkGap(const vlShape* a, vlPose poseA, const vlShape* b, vlPose poseB, vlGap gap)
{
    assert_true(isInside(a, gap.pieceA, vlUntransform(poseA, gap.pointA), EXACT));
    assert_true(isInside(b, gap.pieceB, vlUntransform(poseB, gap.pointB), EXACT));
    assert_true(vlIsNear(vlLength(vlSub(gap.pointB, gap.pointA)), gap.distance, EXACT));
    bool isConvex = vlShape_GetPieceCount(a) == 1 && vlShape_GetPieceCount(b) == 1;
    if (!gap.isTouching && isConvex) {
        double highest = extreme(a, poseA, gap.normal, 1.0);
        double lowest = extreme(b, poseB, gap.normal, -1.0);
        // The normal of a narrow gap is exact to rounding over the gap.
        assert_true(lowest - highest >= gap.distance - EXACT / fmin(gap.distance, 1.0));
    }
}

static void the_gap_between_compounds_is_that_of_a_search_over_all_features(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(7);
    int count = vlStage_Count(200, 20);
    for (int round = 0; round < count; ++round) {
        vlShape* shapes[2];
        for (int k = 0; k < 2; ++k) {
            vlShape* pieces[2] = {makeBox(0.3, 0.2, 0.1), makeBall(&random, 6)};
            vlPose poses[2] = {vlStage_AnyPose(&random, vlVec(-1.0, 0.0, 0.0)),
                               vlStage_AnyPose(&random, vlVec(1.0, 0.0, 0.0))};
            shapes[k] = makeCompound(pieces, poses, 2);
            vlShape_Release(pieces[0]);
            vlShape_Release(pieces[1]);
        }
        vlPose poseA = anyPose(&random, 1.0);
        vlPose poseB = anyPose(&random, 3.0);
        vlGap gap;
        assert_int_equal(vlShape_FindGap(shapes[0], poseA, shapes[1], poseB, &gap), VL_OK);
        if (!gap.isTouching) {
            VL_CHECK_NEAR(gap.distance, searchGap(shapes[0], poseA, shapes[1], poseB), EXACT);
        }
        vlShape_Release(shapes[0]);
        vlShape_Release(shapes[1]);
    }
}

static void a_gap_is_proved_by_a_plane_and_two_points(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(5);
    int apart = 0;
    int count = vlStage_Count(4000, 400);
    for (int round = 0; round < count; ++round) {
        vlShape* a = anyShape(&random);
        vlShape* b = anyShape(&random);
        vlPose poseA = anyPose(&random, 1.0);
        vlPose poseB = anyPose(&random, 3.0);
        vlGap gap;
        vlGap back;
        assert_int_equal(vlShape_FindGap(a, poseA, b, poseB, &gap), VL_OK);
        checkGap(a, poseA, b, poseB, gap);
        assert_int_equal(vlShape_FindGap(b, poseB, a, poseA, &back), VL_OK);
        assert_true(back.isTouching == gap.isTouching || gap.distance + back.distance < EXACT);
        assert_true(vlIsNear(back.distance, gap.distance, EXACT));
        apart += !gap.isTouching;
        vlShape_Release(a);
        vlShape_Release(b);
    }
    assert_true(apart > count / 4 && apart < count); // both kinds occur
}

static void a_gap_to_a_halfspace_is_that_of_the_lowest_vertex(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(6);
    for (int round = 0; round < 1000; ++round) {
        vlShape* shape = anyShape(&random);
        vlShape* floor = NULL;
        vlVec3 n = vlRandom_Direction(&random);
        assert_int_equal(vlShape_CreateHalfspace(NULL, n, -1.0, &floor, NULL, 0), VL_OK);
        vlPose pose = anyPose(&random, 2.0);
        vlPose tilt = anyPose(&random, 1.0);
        vlVec3 up = vlRotate(tilt.q, n);
        double height = extreme(shape, pose, up, -1.0) - (vlDot(up, tilt.p) - 1.0);
        vlGap gap;
        vlGap back;
        assert_int_equal(vlShape_FindGap(floor, tilt, shape, pose, &gap), VL_OK);
        assert_int_equal(vlShape_FindGap(shape, pose, floor, tilt, &back), VL_OK);
        assert_true(vlIsNear(gap.distance, fmax(height, 0.0), EXACT));
        assert_true(gap.isTouching == (gap.distance == 0.0));
        assert_true(back.distance == gap.distance && back.pieceA == gap.pieceB);
        checkVec(back.pointA, gap.pointB, 0.0);
        if (!gap.isTouching) {
            checkVec(gap.normal, up, EXACT);
            checkVec(back.normal, vlNeg(up), EXACT);
            checkVec(vlMulAdd(gap.pointA, gap.distance, up), gap.pointB, EXACT);
        }
        vlShape_Release(shape);
        vlShape_Release(floor);
    }
}

static void bad_questions_are_refused_and_leave_the_answer_alone(void** state)
{
    (void)state;
    vlShape* box = makeBox(1.0, 1.0, 1.0);
    vlShape* floor = NULL;
    assert_int_equal(vlShape_CreateHalfspace(NULL, vlVec(0.0, 0.0, 1.0), 0.0, &floor, NULL, 0),
                     VL_OK);
    vlPose none = vlIdentityPose();
    vlPose bent = {vlZero(), {0.0, 0.0, 0.0, 2.0}};
    vlVec3 wrong = vlVec((double)NAN, 0.0, 0.0);
    vlClosestPoint closest = {.distance = 7.0};
    vlRayHit hit = {.distance = 7.0};
    vlGap gap = {.distance = 7.0};
    vlRay rays[] = {{wrong, vlVec(1.0, 0.0, 0.0), 1.0},
                    {vlZero(), vlZero(), 1.0},
                    {vlZero(), wrong, 1.0},
                    {vlZero(), vlVec(1.0, 0.0, 0.0), -1.0},
                    {vlZero(), vlVec(1.0, 0.0, 0.0), (double)NAN}};
    vlResult bad = VL_ERROR_ARGUMENT;
    assert_int_equal(vlShape_FindClosest(box, none, wrong, &closest), bad);
    assert_int_equal(vlShape_FindClosest(box, bent, vlZero(), &closest), bad);
    assert_int_equal(vlShape_FindClosest(NULL, none, vlZero(), &closest), bad);
    assert_int_equal(vlShape_FindClosest(box, none, vlZero(), NULL), bad);
    for (size_t i = 0; i < sizeof rays / sizeof rays[0]; ++i) {
        assert_int_equal(vlShape_CastRay(box, none, &rays[i], &hit), bad);
    }
    assert_int_equal(vlShape_CastRay(box, none, NULL, &hit), bad);
    assert_int_equal(vlShape_FindGap(floor, none, floor, none, &gap), bad);
    assert_int_equal(vlShape_FindGap(box, none, NULL, none, &gap), bad);
    assert_true(closest.distance == 7.0 && hit.distance == 7.0 && gap.distance == 7.0);
    vlShape_Release(box);
    vlShape_Release(floor);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_closest_point_is_that_of_a_search_over_all_faces),
        cmocka_unit_test(the_closest_point_of_a_halfspace_is_the_foot),
        cmocka_unit_test(a_ray_hits_what_a_search_over_all_faces_finds),
        cmocka_unit_test(a_ray_against_a_box_is_the_slab_formula),
        cmocka_unit_test(a_ray_that_begins_inside_hits_at_once_and_one_along_a_face_passes),
        cmocka_unit_test(a_gap_is_proved_by_a_plane_and_two_points),
        cmocka_unit_test(the_gap_between_compounds_is_that_of_a_search_over_all_features),
        cmocka_unit_test(a_gap_to_a_halfspace_is_that_of_the_lowest_vertex),
        cmocka_unit_test(bad_questions_are_refused_and_leave_the_answer_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
