// SPDX-License-Identifier: MIT
#ifndef VOLAR_WORLD_IMPLICIT_H
#define VOLAR_WORLD_IMPLICIT_H

// How a world answers the implicit integrator (dynamics/implicit.h): begin, linearise, check,
// finish. `user` is the world.

#include "world/world.h"

// Contacts, springs, joints and couplings there are at the start of the step, as links
// (implicit_begin.c).
int vlImplicit_Begin(void* user, const vlMotion* motions);
// Books all work and fills reports and memories (implicit_finish.c).
void vlImplicit_Finish(void* user, const vlTwist* before, const vlTwist* after);

static inline vlContactContext vlImplicit_ContextOf(const vlWorld* world)
{
    vlContactContext c = {&world->def.contact, &world->work.current->pool, world->def.step,
                          world->def.step};
    return c;
}

// The island an element belongs to, or -1.
static inline int vlImplicit_IslandOf(const vlImplicitStep* k, int element)
{
    return vlIslands_OfLink(&k->solver.islands, k->link[element]);
}

// Velocity of B relative to A of a link at a point.
static inline vlTwist vlImplicit_TwistAt(const vlWorld* world, const vlTwist* velocities,
                                         vlLink link, vlVec3 point)
{
    static const vlTwist still = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    const vlMotion* m = world->work.start;
    return vlTwist_Between(link.a < 0 ? &still : &velocities[link.a],
                           link.a < 0 ? point : m[link.a].centre, &velocities[link.b],
                           m[link.b].centre, point);
}

// The same of a contact, in its frame.
static inline vlRelative vlImplicit_RelativeAt(const vlWorld* world, const vlTwist* velocities,
                                               int contact)
{
    const vlContactVolume* v = &world->work.current->contact[contact].volume;
    vlTwist t =
        vlImplicit_TwistAt(world, velocities, world->work.implicit.link[contact], v->origin);
    return vlRelative_Of(v, t.linear, t.angular);
}

#endif
