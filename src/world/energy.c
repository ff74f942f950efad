// SPDX-License-Identifier: MIT
// The energy of a world: that of its bodies now, and that of the elements between them as of the
// last step.

#include "world/world_parts.h"

vlEnergy vlWorld_GetEnergy(const vlWorld* world)
{
    double held[VL_KIND_COUNT];
    for (int kind = 0; kind < VL_KIND_COUNT; ++kind) {
        held[kind] = vlElementKind_Energy(vlKinds[kind], &world->state, &world->work);
    }
    vlEnergy energy = {.contacts = held[VL_KIND_CONTACT] + held[VL_KIND_SAMPLES],
                       .springs = held[VL_KIND_SPRING],
                       .joints = held[VL_KIND_JOINT],
                       .couplings = held[VL_KIND_COUPLING]};
    for (int i = 0; i < world->model.bodies.used; ++i) {
        const vlInertia* inertia = &world->model.inertia[i];
        const vlMotion* m = &world->state.motion[i];
        if (inertia->inverseMass > 0.0) {
            energy.kinetic += vlMotion_KineticEnergy(inertia, m);
            energy.gravity -= inertia->mass * vlDot(world->state.head->gravity, m->centre);
        }
    }
    return energy;
}

double vlEnergy_GetStored(const vlEnergy* energy)
{
    return energy->contacts + energy->springs + energy->joints + energy->couplings;
}
