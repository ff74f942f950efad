// SPDX-License-Identifier: MIT
// What the age of its packet does to a contact whose bed has begun.

#include "two_rate/two_rate_parts.h"

// A pointer's force is known already: all of it is scaled.
static void scaleFelt(vlContact* c, double share)
{
    c->wrench.force = vlScale(c->wrench.force, share);
    c->wrench.torque = vlScale(c->wrench.torque, share);
    c->frictionForce = vlScale(c->frictionForce, share);
    c->frictionTorque *= share;
    c->normalForce *= share;
}

static void shapeBed(const vlTwoRate* two, vlRateMemory* memory, vlContact* c, vlBed* bed)
{
    const vlFastSide* fast = &two->fast;
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
    bed->touch.isPartial = bed->touch.isPartial || memory->isPartial;
    vlTrust_Offset(&memory->trust, &two->def, bed, c, fast->interval + fast->age,
                   two->world->def.step, memory->isFelt);
    c->gains.kN *= share;
    c->gains.bN *= share;
    c->gains.kS *= share;
    c->gains.bS *= share;
}

void vlTwoRate_Shape(void* user, vlWorld* world, int contact)
{
    vlTwoRate* two = user;
    vlRateMemory* memory = &two->fast.memory[contact];
    vlBed* bed = &world->work.implicit.bed[contact];
    if (memory->isOwn) {
        return;
    }
    switch (two->def.model) {
    case VL_PACKET_BED: shapeBed(two, memory, &world->work.current->contact[contact], bed); break;
    case VL_PACKET_LINEAR: vlReference_Linear(world, contact); break;
    case VL_PACKET_HELD: vlReference_Hold(two, world, contact); break;
    }
}
