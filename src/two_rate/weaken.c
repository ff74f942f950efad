// SPDX-License-Identifier: MIT
#include "two_rate/weaken.h"

// A pointer's force is already known, so all of it is scaled.
static void scaleFelt(vlContact* c, double share)
{
    c->wrench.force = vlScale(c->wrench.force, share);
    c->wrench.torque = vlScale(c->wrench.torque, share);
    c->frictionForce = vlScale(c->frictionForce, share);
    c->frictionTorque *= share;
    c->normalForce *= share;
}

void vlWeaken_Contact(const vlTwoRate* two, const vlModel* model, vlWork* work, int contact)
{
    const vlFastSide* fast = &two->fast;
    vlRateMemory* memory = &fast->memory[contact];
    vlContact* c = &work->current->contact[contact];
    vlBed* bed = &work->implicit.bed[contact];
    double share = memory->isFelt ? fast->fade : 1.0;
    if (memory->packetIndex < 0) {
        share *= vlBlend_Share(&two->def, &memory->blend);
    }
    if (bed->isExplicit) {
        double depth = c->volume.volume / c->volume.area;
        bool isAbove = memory->trust.isHeld && depth > memory->trust.most;
        scaleFelt(c, isAbove ? share * memory->trust.most / depth : share);
        return;
    }
    if (memory->isPartial) {
        vlBed_MakePartial(bed);
    }
    if (!c->volume.isForeseen) { // over a gap there is no depth to take off
        vlTrust_Offset(&memory->trust, &two->def, bed, &c->gains, fast->interval + fast->age,
                       model->def.step, memory->isFelt);
    }
    vlBed_Weaken(bed, c, model->def.step, share);
}
