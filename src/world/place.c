// SPDX-License-Identifier: MIT
#include "world/place.h"

void vlPlaces_Update(const vlModel* model, vlWork* work, const vlMotion* motions)
{
    for (int i = 0; i < model->bodies.used; ++i) {
        const vlBodySlot* slot = &model->slot[i];
        const vlInertia* inertia = &model->inertia[i];
        vlPlace* place = &work->place[i];
        place->rotation = vlMatFromQuat(motions[i].rotation);
        place->origin = vlSub(motions[i].centre, vlMulMV(place->rotation, slot->centroidB));
        if (inertia->inverseMass > 0.0) {
            place->inverseInertiaW = vlInertia_InverseWorld(inertia, place->rotation);
        }
    }
}
