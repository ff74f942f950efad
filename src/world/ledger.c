// SPDX-License-Identifier: MIT
// What the bodies gained in a step, beside the work of the elements between them.

#include "world/world.h"

void vlLedger_Close(vlWorld* world, const vlTwist* before, const vlTwist* after, double booked)
{
    vlLedger* ledger = &world->work.ledger;
    double h = world->def.step;
    double gained = -booked;
    for (int i = 0; i < world->model.slotCount; ++i) {
        const vlInertia* inertia = &world->model.inertia[i];
        if (!(inertia->inverseMass > 0.0) || world->work.implicit.isStill[i]) {
            continue;
        }
        const vlWrench* applied = &world->state.applied[i];
        vlVec3 path = vlScale(vlAdd(before[i].linear, after[i].linear), 0.5 * h);
        vlVec3 turn = vlScale(vlAdd(before[i].angular, after[i].angular), 0.5 * h);
        double gravity = inertia->mass * vlDot(world->state.head->gravity, path);
        double outside = vlDot(applied->force, path) + vlDot(applied->torque, turn);
        double gain = vlMotion_KineticEnergy(inertia, &world->state.motion[i]) -
                      vlMotion_KineticEnergy(inertia, &world->work.start[i]);
        if (isfinite(gain + gravity + outside)) {
            gained += gain - vlLedger_Book(ledger, &ledger->gravity, gravity) -
                      vlLedger_Book(ledger, &ledger->applied, outside);
        }
    }
    ledger->loss += gained;
}
