// SPDX-License-Identifier: MIT
#ifndef VOLAR_RENDERED_WORLD_H
#define VOLAR_RENDERED_WORLD_H

// What a renderer (renderer.h) needs from a world: a small table of functions. A renderer knows
// nothing else of the world, so it works with any kind of world that fills in this table.
// vlDefaultRendererDef fills in that of a vlWorld.

#include "volar/coupling.h"
#include "volar/id.h"
#include "volar/math.h"
#include "volar/world.h"

typedef enum vlHoldKind {
    VL_HOLD_NOTHING,
    VL_HOLD_COUPLED, // a dynamic body, by a virtual coupling
    VL_HOLD_DIRECT   // a kinematic body, which moves exactly as the device does
} vlHoldKind;

// What a device holds. The functions of the table write it, the renderer keeps it. All zeros:
// nothing is held.
typedef struct vlHold {
    vlHoldKind kind;
    vlBodyId body;
    vlCouplingId coupling; // if COUPLED
    vlVec3 centre;         // m, world, if DIRECT: centre of mass as `follow` placed it last
} vlHold;

// The functions of one kind of world. Poses, twists and wrenches are in the world's frame. None of
// these functions may allocate or wait.
typedef struct vlRenderedWorldOps {
    // s, length of a step.
    double (*getStep)(void* world);
    // Takes hold of a body by a coupling: at the grasp of `def`, or at the pose `at` if that is not
    // NULL. On VL_OK it writes the hold, and the pose of the held frame to `grasp`.
    vlResult (*grasp)(void* world, const vlCouplingDef* def, const vlPose* at, vlHold* hold,
                      vlPose* grasp);
    // Lets the device move a kinematic body directly; VL_ERROR_ARGUMENT for a dynamic one. On VL_OK
    // it writes the hold, and the pose of the body to `pose`.
    vlResult (*connect)(void* world, vlBodyId body, vlHold* hold, vlPose* pose);
    // Changes the gains of the coupling that holds (vlCoupling_SetGains). Called only if COUPLED.
    vlResult (*setGains)(void* world, const vlHold* hold, const vlCouplingGains* gains);
    // Lets go. The body may have been destroyed already.
    void (*letGo)(void* world, const vlHold* hold);
    // Before a step: the device is at `pose` and moves with `twist`. VL_ERROR_STALE_ID: what was
    // held no longer exists.
    vlResult (*follow)(void* world, vlHold* hold, vlPose pose, vlTwist twist);
    // After a step: returns the wrench that the hand feels, about the origin of the device's
    // `pose`. Writes to `held` the pose of the grasp, or `pose` if no coupling holds anything.
    vlWrench (*feel)(void* world, const vlHold* hold, vlPose pose, vlPose* held);
    // J, the world's ledger so far; all zeros if it keeps none.
    vlLedger (*getLedger)(void* world);
    // J, stored in springs, joints, couplings and contacts as of the last step.
    double (*getStored)(void* world);
    // J, what the world has rightly given the device so far by its own account, up to the last
    // `follow`. The device feels the work of a force in the world times `force`, and that of a
    // torque times `torque`. NULL: the renderer takes each wrench times the motion of the tick
    // before it, as an implicit step counts (renderer.h).
    double (*getGiven)(void* world, double force, double torque);
} vlRenderedWorldOps;

typedef struct vlRenderedWorld {
    const vlRenderedWorldOps* ops;
    void* world; // given to each function; must outlive the renderer
} vlRenderedWorld;

#endif
