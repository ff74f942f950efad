// SPDX-License-Identifier: MIT
#ifndef VOLAR_TESTS_IDENTIFY_STAGE_H
#define VOLAR_TESTS_IDENTIFY_STAGE_H

// A cube of 0.1 m and an L, with an identifier of both.

#include "formation_fixture.h"

static inline vlPose poseOf(double x, double y, double z, vlQuat q)
{
    vlPose pose = {{x, y, z}, q};
    return pose;
}

static inline vlQuat turnZ(double degrees)
{
    return vlQuatFromAxisAngle(vlVec(0, 0, 1), degrees * VL_PI / 180.0);
}

static inline vlQuat turnY(double degrees)
{
    return vlQuatFromAxisAngle(vlVec(0, 1, 0), degrees * VL_PI / 180.0);
}

typedef struct Stage {
    const vlPolyhedron* cube;
    const vlPolyhedron* ell;
    vlIdentifier* id;
} Stage;

static inline Stage makeStage(const vlFormationSettings* settings)
{
    Stage s = {makeCubePolyhedron(0.05), makeL(), NULL};
    s.id = makeIdentifier(s.cube, s.ell, settings);
    return s;
}

static inline void releaseStage(Stage* s)
{
    vlIdentifier_Destroy(s->id);
    vlPolyhedron_Release(s->cube);
    vlPolyhedron_Release(s->ell);
}

#endif
