// SPDX-License-Identifier: MIT
#ifndef VOLAR_RENDERED_WORLD_H
#define VOLAR_RENDERED_WORLD_H

// What a renderer (renderer.h) needs of a world: a small table of functions. The estimate of
// velocity, passivity, limits and audit of a renderer know nothing else of the world, so they serve
// any that fills in the table. vlRenderedWorld_Of gives that of vlWorld.

#include "volar/coupling.h"
#include "volar/id.h"
#include "volar/math.h"
#include "volar/world.h"

typedef enum vlHoldKind {
    VL_HOLD_NOTHING,
    VL_HOLD_COUPLED, // a dynamic body by a virtual coupling
    VL_HOLD_DIRECT   // a kinematic body is the device
} vlHoldKind;

// What a device holds. Written by the functions of the table, kept by the renderer; all zero:
// nothing.
typedef struct vlHold {
    vlHoldKind kind;
    vlBodyId body;
    vlCouplingId coupling; // if COUPLED
    vlVec3 centre;         // m, world, if DIRECT: centre of mass where the body was put last
} vlHold;

// The functions of one kind of world. Poses, twists and wrenches are in the world's frame; none of
// these functions allocates or waits.
typedef struct vlRenderedWorldOps {
    // s, length of a step.
    double (*getStep)(void* world);
    // Takes hold of a body by a coupling: at the grasp of `def`, or where `at` is if that is not
    // NULL. On VL_OK writes the hold, and to `grasp` where the held frame is.
    vlResult (*grasp)(void* world, const vlCouplingDef* def, const vlPose* at, vlHold* hold,
                      vlPose* grasp);
    // A kinematic body becomes the device; VL_ERROR_ARGUMENT for any other. On VL_OK writes the
    // hold, and to `pose` where the body is.
    vlResult (*connect)(void* world, vlBodyId body, vlHold* hold, vlPose* pose);
    // Lets go; of a body that is gone too.
    void (*letGo)(void* world, const vlHold* hold);
    // Before a step: the device is at `pose` and moves by `twist`. VL_ERROR_STALE_ID: what was held
    // is gone.
    vlResult (*follow)(void* world, vlHold* hold, vlPose pose, vlTwist twist);
    // After a step: what the hand feels, about the device's `pose`. Writes to `held` where the
    // grasp is, or `pose` if nothing is held by a coupling.
    vlWrench (*feel)(void* world, const vlHold* hold, vlPose pose, vlPose* held);
    // J, booked since the world was made; all zero if it keeps no ledger.
    vlLedger (*getLedger)(void* world);
    // J, held by springs and contacts now.
    double (*getStored)(void* world);
} vlRenderedWorldOps;

typedef struct vlRenderedWorld {
    const vlRenderedWorldOps* ops;
    void* world; // given to each function; must outlive the renderer
} vlRenderedWorld;

VL_BEGIN_C

// The table of a vlWorld. `world` NULL: without functions, which no renderer accepts.
VL_API vlRenderedWorld vlRenderedWorld_Of(vlWorld* world) VL_REALTIME;

VL_END_C

#endif
