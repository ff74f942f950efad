// SPDX-License-Identifier: MIT
#ifndef VOLAR_WORLD_WORLD_PARTS_H
#define VOLAR_WORLD_WORLD_PARTS_H

// A world: model, state and work in one block of memory (world_layout.c lays it out). Only
// functions that build, change or read a world from outside take the whole of it; the stages of a
// step take `const vlModel*`, `vlState*` and `vlWork*`, so that a signature says what may change.

#include "world/work.h"

#define VL_MESSAGE_SIZE 256

struct vlWorld {
    size_t memory;
    vlModel model;
    vlState state;
    vlWork work;
    char* message; // [VL_MESSAGE_SIZE]; const functions write it too, hence behind a pointer
};

// Records why a call failed and returns `result` (world.c).
vlResult vlWorld_Fail(const vlWorld* world, vlResult result, const char* format, ...)
    __attribute__((format(printf, 3, 4)));

// Pose of the frame of a body's shape.
static inline vlPose vlWorld_PoseOf(const vlWorld* world, int i)
{
    const vlMotion* m = &world->state.motion[i];
    vlPose pose = {vlSub(m->centre, vlRotate(m->rotation, world->model.slot[i].centroidB)),
                   m->rotation};
    return pose;
}

#endif
