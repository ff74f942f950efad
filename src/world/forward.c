// SPDX-License-Identifier: MIT
// Evaluating all forces at a given state: the part of a step that integrators may repeat.

#include "base/clock.h"
#include "world/world.h"

void vlForward_Place(vlWorld* world, const vlMotion* motions)
{
    for (int i = 0; i < world->model.slotCount; ++i) {
        const vlBodySlot* slot = &world->model.slot[i];
        const vlInertia* inertia = &world->model.inertia[i];
        vlPlace* place = &world->work.place[i];
        place->rotation = vlMatFromQuat(motions[i].rotation);
        place->origin = vlSub(motions[i].centre, vlMulMV(place->rotation, slot->centroidB));
        if (inertia->inverseMass > 0.0) {
            place->inverseInertiaW = vlInertia_InverseWorld(inertia, place->rotation);
        }
    }
}

int vlForward_Evaluate(void* user, const vlMotion* motions, double elapsed, bool remember)
{
    vlWorld* world = user;
    vlStepProfile* profile = &world->work.info.profile;
    bool timed = world->def.profile;
    double t0 = timed ? vlClock_Now() : 0.0;
    world->work.current = &world->work.evaluation[remember ? 0 : 1];
    vlForward_Place(world, motions);
    vlNear_Update(world, motions);
    double t1 = timed ? vlClock_Now() : 0.0;
    vlVolumes_Find(world, remember);
    double t2 = timed ? vlClock_Now() : 0.0;
    int count = vlForces_Evaluate(world, motions, elapsed);
    count = vlSprings_Evaluate(world, motions, remember ? 0.0 : elapsed, remember, count);
    count = vlJoints_Evaluate(world, motions, remember, count);
    count = vlCouplings_Evaluate(world, motions, count);
    if (remember) {
        vlForces_Remember(world);
    }
    if (timed) {
        profile->broadphase += t1 - t0;
        profile->collide += t2 - t1;
        profile->contact += vlClock_Now() - t2;
    }
    return count;
}
