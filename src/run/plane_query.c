// SPDX-License-Identifier: MIT
// Contacts, wrenches and works of a simulation, whichever of the two worlds moves its bodies, with
// the contacts that devices feel by formations.

#include "run/plane.h"
#include "run/simulation_parts.h"

static vlVec3 above(vlVec2 a)
{
    return vlVec(a.x, a.y, 0.0);
}

int vlSimulation_GetContactCount(const vlSimulation* simulation)
{
    if (simulation->plane != NULL) {
        return vlWorld2_GetContactCount(simulation->plane);
    }
    int count = vlWorld_GetContactCount(simulation->world);
    for (int k = 0; k < vlScene_GetDeviceCount(simulation->scene); ++k) {
        count += vlFormationHold_GetContactCount(&simulation->slot[k].formations);
    }
    return count;
}

// The contact of a formation at place `i` after those of the world.
static bool findFormationContact(const vlSimulation* s, int i, vlContactReport* report)
{
    for (int k = 0; i >= 0 && k < vlScene_GetDeviceCount(s->scene); ++k) {
        const vlFormationHold* hold = &s->slot[k].formations;
        int count = vlFormationHold_GetContactCount(hold);
        if (i < count) {
            *report = vlFormationHold_GetContact(hold, i);
            return true;
        }
        i -= count;
    }
    return false;
}

// The vertex belongs to B, the edge to A: so the normal, out of the edge, points from A to B.
static vlContactReport inSpace(const vlSimulation* s, const vlContact2Report* own)
{
    vlVec3 normal = above(own->normal);
    vlVec3 friction = vlScale(vlVec(normal.y, -normal.x, 0.0), own->friction);
    vlVec3 force = vlMulAdd(friction, own->normalForce, normal);
    vlVec3 arm = vlSub(above(own->tip), above(own->point));
    vlContactReport report = {.bodyA = s->body[own->b.index1 - 1],
                              .bodyB = s->body[own->a.index1 - 1],
                              .origin = above(own->point),
                              .normal = normal,
                              .depth = own->depth,
                              .centreOfPressure = above(own->tip),
                              .normalForce = own->normalForce,
                              .frictionForce = friction,
                              .wrench = {force, vlCross(arm, force)},
                              .mode = own->state == VL_CONTACT2_SLIPPING ? VL_MODE_DYNAMIC
                                      : own->friction != 0.0             ? VL_MODE_STATIC
                                                                         : VL_MODE_NONE};
    return report;
}

vlResult vlSimulation_GetContact(const vlSimulation* simulation, int i, vlContactReport* report)
{
    vlContact2Report own;
    if (simulation->plane == NULL) {
        int above = i - vlWorld_GetContactCount(simulation->world);
        return report != NULL && findFormationContact(simulation, above, report)
                   ? VL_OK
                   : vlWorld_GetContact(simulation->world, i, report);
    }
    vlResult r = vlWorld2_GetContact(simulation->plane, i, &own);
    if (r == VL_OK) {
        *report = inSpace(simulation, &own);
    }
    return r;
}

vlResult vlSimulation_GetContactWrench(const vlSimulation* simulation, int i, vlWrench* wrench)
{
    vlWrench2 own;
    if (simulation->plane == NULL) {
        vlBodyId body = vlSimulation_GetBody(simulation, i);
        vlResult r = vlBody_GetContactWrench(simulation->world, body, wrench);
        for (int k = 0; r == VL_OK && k < vlScene_GetDeviceCount(simulation->scene); ++k) {
            r = vlFormationHold_AddWrench(&simulation->slot[k].formations, body, wrench);
        }
        return r;
    }
    vlResult r =
        vlBody2_GetContactWrench(simulation->plane, vlSimulation_GetBody2(simulation, i), &own);
    if (r == VL_OK) {
        *wrench = (vlWrench){above(own.force), vlVec(0.0, 0.0, own.torque)};
    }
    return r;
}

bool vlSimulation_IsFrozen(const vlSimulation* simulation, int i)
{
    return simulation->plane != NULL
               ? vlBody2_IsFrozen(simulation->plane, vlSimulation_GetBody2(simulation, i))
               : vlBody_IsFrozen(simulation->world, vlSimulation_GetBody(simulation, i));
}

vlLedger vlSimulation_GetLedger(const vlSimulation* simulation)
{
    if (simulation->plane == NULL) {
        return vlWorld_GetLedger(simulation->world);
    }
    vlLedger2 own = vlWorld2_GetLedger(simulation->plane);
    vlLedger ledger = {.gravity = own.gravity,
                       .applied = own.applied,
                       .driven = own.driven,
                       .contactSprings = own.walls,
                       .contactDampers = own.impacts,
                       .friction = own.friction,
                       .loss = own.start + own.set,
                       .turnover = own.turnover};
    return ledger;
}
