// SPDX-License-Identifier: MIT
// How a person carries a steady load. Grip and arm are springs in series, so a force f on the
// handle displaces it by f/kg + f/ka; a person feels and sees that, and after a short time aims as
// much higher as the load pulls down. The load is known (vlSimulatedDevice_SetLoad) and not
// observed: a person who compensated every lasting force would push a wall until it gave way.
//
// Only the intention moves. The springs then do the carrying, and the ledger of energy needs no
// further entry.

#include "device/backend.h"
#include "device/backends.h"
#include "device/person.h"
#include "device/simulated_parts.h"

// Largest shift and rotation by which a person carries a load.
#define MOST_LIFT 0.5 // m
#define MOST_TURN 1.0 // rad
// N/m, N m/rad. A softer spring counts as none: it cannot carry anything.
#define LEAST_STIFFNESS 1e-3
// s, in which a person who is led covers 63% of the way.
#define LEAD_TIME 0.01
#define FARTHEST_LEAD 1e3 // m
#define LARGEST_LOAD 1e9  // N, N m, m, rad: keeps sums and products finite

static vlVec3 atMost(vlVec3 a, double most)
{
    double length = vlLength(a);
    return length > most ? vlScale(a, most / length) : a;
}

// Where the intention must be for the handle to be at `offset` under the pull. Without a grip or
// without an arm nothing can be carried.
static vlVec3 liftFor(const vlHandleLaw* law, vlVec3 pull, vlVec3 offset, double most)
{
    if (!(law->gripStiffness >= LEAST_STIFFNESS && law->armStiffness >= LEAST_STIFFNESS)) {
        return vlZero();
    }
    double compliance = 1.0 / law->gripStiffness + 1.0 / law->armStiffness;
    return atMost(vlMulAdd(offset, -compliance, pull), most);
}

void vlSimulatedDevice_Carry(vlSimulatedDevice* s, vlPose* intention)
{
    if (!s->isLoaded) { // there was never a load to carry
        return;
    }
    const vlSimulatedLoad* load = &s->load;
    double share = s->step / (s->def.hand.adaptation + s->step); // backward Euler: never overshoots
    vlVec3 goal = liftFor(&s->linear, load->pull.force, load->offset, MOST_LIFT);
    s->lift = vlMulAdd(s->lift, share, vlSub(goal, s->lift));
    intention->p = vlAdd(intention->p, s->lift);
    if (s->def.info.hasOrientation) {
        vlVec3 turn = liftFor(&s->angular, load->pull.torque, load->turn, MOST_TURN);
        s->liftTurn = vlMulAdd(s->liftTurn, share, vlSub(turn, s->liftTurn));
        // Exactly the intention while nothing is carried.
        if (vlDot(s->liftTurn, s->liftTurn) > 0.0) {
            intention->q = vlTurn(intention->q, s->liftTurn);
        }
    }
}

static bool isZero(vlVec3 a)
{
    return a.x == 0.0 && a.y == 0.0 && a.z == 0.0;
}

static bool isLoad(vlVec3 a)
{
    return vlLength(a) <= LARGEST_LOAD; // false for a NaN
}

vlResult vlSimulatedDevice_SetLoad(vlDevice* device, const vlSimulatedLoad* load)
{
    vlSimulatedDevice* s = vlSimulatedDevice_Of(device);
    bool isGood = s != NULL && load != NULL && isLoad(load->pull.force) &&
                  isLoad(load->pull.torque) && isLoad(load->offset) && isLoad(load->turn);
    if (!isGood) {
        return VL_ERROR_ARGUMENT;
    }
    s->load = *load;
    s->isLoaded = s->isLoaded || !isZero(load->pull.force) || !isZero(load->pull.torque) ||
                  !isZero(load->offset) || !isZero(load->turn);
    return VL_OK;
}

void vlSimulatedDevice_Follow(vlSimulatedDevice* s, vlPose* intention)
{
    if (s->isLed) {
        vlVec3 ahead = vlSub(vlSub(s->leadTo, intention->p), s->shift);
        s->shift = vlMulAdd(s->shift, fmin(s->step / LEAD_TIME, 1.0), ahead);
    }
    if (vlDot(s->shift, s->shift) > 0.0) { // exactly the script before anybody leads
        intention->p = vlAdd(intention->p, s->shift);
    }
}

vlResult vlSimulatedDevice_Lead(vlDevice* device, const vlVec3* place)
{
    vlSimulatedDevice* s = vlSimulatedDevice_Of(device);
    if (s == NULL || (place != NULL && !vlIsWithin(*place, FARTHEST_LEAD))) {
        return VL_ERROR_ARGUMENT;
    }
    s->isLed = place != NULL;
    s->leadTo = place != NULL ? *place : s->leadTo;
    return VL_OK;
}
