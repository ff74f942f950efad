// SPDX-License-Identifier: MIT
#ifndef VOLAR_TESTS_SHAPE_MAKERS_H
#define VOLAR_TESTS_SHAPE_MAKERS_H

// Shapes that a test of shapes takes for granted: making one must succeed.

#include "random.h"
#include "test.h"
#include "volar/shape.h"

static inline vlShape* makeBox(double x, double y, double z)
{
    vlShape* shape = NULL;
    assert_int_equal(vlShape_CreateBox(NULL, vlVec(x, y, z), &shape, NULL), VL_OK);
    return shape;
}

static inline vlShape* makeBall(vlRandom* random, int count)
{
    vlVec3 points[64];
    for (int i = 0; i < count; ++i) {
        points[i] = vlRandom_Direction(random);
    }
    vlShape* shape = NULL;
    assert_int_equal(vlShape_CreateHull(NULL, points, count, &shape, NULL), VL_OK);
    return shape;
}

static inline vlShape* makeCompound(vlShape* const* pieces, const vlPose* poses, int count)
{
    const vlShape* list[VL_MAX_PIECES];
    for (int i = 0; i < count; ++i) {
        list[i] = pieces[i];
    }
    vlShape* shape = NULL;
    vlShapeError error = {""};
    vlResult result = vlShape_CreateCompound(NULL, list, poses, count, &shape, &error);
    if (result != VL_OK) {
        fail_msg("%s: %s", vlResult_Name(result), error.message);
    }
    return shape;
}

static inline vlPose at(double x, double y, double z)
{
    vlPose pose = {{x, y, z}, {1.0, 0.0, 0.0, 0.0}};
    return pose;
}

#endif
