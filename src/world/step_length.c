// SPDX-License-Identifier: MIT
// Changing the length of a step while a world runs.

#include "joint/joint_gains.h"
#include "world/material.h"

// Which springs an implicit step may treat explicitly depends on its length.
static void adaptJoints(vlWorld* world)
{
    const vlIdCount* joints = &world->state.head->elements[VL_KIND_JOINT];
    for (int i = 0; i < joints->used; ++i) {
        vlJoint* joint = &world->state.joint[i];
        if (joint->head.id.isTaken) {
            vlJoint_SetSoft(joint, vlJoint_Yield(joint, world->model.inertia, true),
                            world->model.def.step);
        }
    }
}

vlResult vlWorld_SetStep(vlWorld* world, double step)
{
    vlModel* m = &world->model;
    if (!(step >= VL_SHORTEST_STEP && step <= VL_LONGEST_STEP)) {
        return vlWorld_Fail(world, VL_ERROR_ARGUMENT, "step is %g s; expected %g to %g", step,
                            VL_SHORTEST_STEP, VL_LONGEST_STEP);
    }
    if (!vlModel_IsImplicit(m) && step > m->createdStep) {
        return vlWorld_Fail(world, VL_ERROR_UNSTABLE,
                            "step is %g s; stiffness and damping of this explicit world were "
                            "checked for %g s, expected at most that",
                            step, m->createdStep);
    }
    vlResult result = vlModel_IsImplicit(m) ? vlSurface_CheckStep(world, step) : VL_OK;
    if (result != VL_OK) {
        return result;
    }
    if (step != m->def.step) {
        vlStateHead* head = world->state.head;
        head->originTime = vlState_TimeOf(m, &world->state);
        head->originCount = head->stepCount;
        m->def.step = step;
        adaptJoints(world);
    }
    return VL_OK;
}
