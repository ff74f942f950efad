// SPDX-License-Identifier: MIT
#ifndef VOLAR_TESTS_SHAPE_MAKERS_H
#define VOLAR_TESTS_SHAPE_MAKERS_H

// Makes shapes for tests of shapes; failure fails the test. Also checks that several such tests
// share.

#include <string.h>

#include "maybe.h"
#include "models/random.h"
#include "shape/compound.h"
#include "test.h"
#include "volar/shape.h"

static inline vlShape* makeBox(double x, double y, double z)
{
    vlShape* shape = NULL;
    assert_int_equal(vlShape_CreateBox(NULL, vlVec(x, y, z), &shape, NULL, 0), VL_OK);
    return shape;
}

static inline vlShape* makeBall(vlRandom* random, int count)
{
    vlVec3 points[64];
    for (int i = 0; i < count; ++i) {
        points[i] = vlRandom_Direction(random);
    }
    vlShape* shape = NULL;
    assert_int_equal(vlShape_CreateHull(NULL, points, count, &shape, NULL, 0), VL_OK);
    return shape;
}

static inline vlShape* makeCompoundCut(vlShape* const* pieces, const vlPose* poses, int count,
                                       vlCutting cutting)
{
    const vlShape* list[VL_MAX_PIECES];
    for (int i = 0; i < count; ++i) {
        list[i] = pieces[i];
    }
    vlShape* shape = NULL;
    vlMaybe error = {""};
    const vlSentence sentence = {error.message, sizeof error.message};
    vlResult result = vlCompound_Create(NULL, list, poses, count, cutting, &shape, &sentence);
    if (result != VL_OK) {
        fail_msg("%s: %s", vlResult_Name(result), error.message);
    }
    return shape;
}

static inline vlShape* makeCompound(vlShape* const* pieces, const vlPose* poses, int count)
{
    return makeCompoundCut(pieces, poses, count, VL_CUT_ANEW);
}

// A cube as a lattice of n^3 points, its corners among them, rotated, moved and scaled. Returns the
// number of points.
static inline int makeLattice(vlVec3* points, int n, vlQuat rotation, vlVec3 place, double size)
{
    int count = 0;
    for (int i = 0; i < n * n * n; ++i) {
        int row = i / n;
        int layer = row / n;
        vlVec3 p = vlVec(i % n, row % n, layer);
        points[count++] = vlAdd(place, vlRotate(rotation, vlScale(p, size / (n - 1))));
    }
    return count;
}

static inline vlShape* makeHull(const vlVec3* points, int count)
{
    vlShape* shape = NULL;
    vlMaybe error = {""};
    vlResult result =
        vlShape_CreateHull(NULL, points, count, &shape, error.message, sizeof error.message);
    if (result != VL_OK) {
        fail_msg("%s: %s", vlResult_Name(result), error.message);
    }
    return shape;
}

static inline vlMat3 turnBy(vlVec3 axis, double angle)
{
    return vlMatFromQuat(vlQuatFromAxisAngle(axis, angle));
}

static inline vlPose at(double x, double y, double z)
{
    vlPose pose = {{x, y, z}, {1.0, 0.0, 0.0, 0.0}};
    return pose;
}

static inline void assertNear(double value, double expected, double tolerance)
{
    if (!(fabs(value - expected) <= tolerance)) {
        fail_msg("%.17g is not %.17g to %g", value, expected, tolerance);
    }
}

// Checks that a call failed as expected, left `shape` alone and said what it found.
static inline void checkRefused(vlResult result, vlResult expected, vlShape* shape, vlMaybe* error,
                                const char* found)
{
    assert_int_equal(result, expected);
    assert_null(shape);
    assert_non_null(strstr(error->message, found));
    assert_non_null(strstr(error->message, "expected"));
    error->message[0] = '\0';
}

#endif
