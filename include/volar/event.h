// SPDX-License-Identifier: MIT
#ifndef VOLAR_EVENT_H
#define VOLAR_EVENT_H

// What changed between bodies in the last step: which of them began to press on each other, let go,
// stuck or slipped. An event concerns two bodies, not their pieces: two bodies press while the
// normal force of any contact between them is above 0. Bodies that overlap, or are about to,
// without a force cause no event.

#include "volar/contact.h"
#include "volar/id.h"
#include "volar/math.h"

typedef struct vlWorld vlWorld;

typedef enum vlContactEventKind {
    VL_EVENT_BEGAN,   // they press, and did not in the step before
    VL_EVENT_STUCK,   // they pressed before and do now; their friction sticks and did not before
    VL_EVENT_SLIPPED, // likewise; their friction slides and did not before
    VL_EVENT_ENDED    // they pressed in the step before and do not now
} vlContactEventKind;

// In the world frame. Several contacts of the same two bodies count as one: it slides if one of
// them does, and the normal is that of the contact that presses most.
typedef struct vlContactEvent {
    vlContactEventKind kind;
    vlBodyId bodyA, bodyB; // an id may be stale if ENDED: its body was destroyed
    vlVec3 point;          // m, centre of the pressure; if ENDED, where it was last
    vlVec3 normal;         // unit, from A towards B
    double normalForce;    // N, of all their contacts; 0 if ENDED
    vlVec3 velocity;       // m/s, of B against A at `point`, before the step; 0 if one is destroyed
    vlFrictionMode mode;   // now; NONE if ENDED
} vlContactEvent;

VL_BEGIN_C

// Events of the last step, in the order of vlWorld_GetContact: by body A, then by body B; if a new
// body has taken the place of a destroyed one, ENDED comes before BEGAN. Two bodies have at most
// one event in a step. Events that do not fit vlCapacity.events are dropped and counted
// (vlStepInfo.droppedEvents). vlWorld_Restore clears the events; the step after it has the same
// events as the step after the snapshot was saved.
VL_API int vlWorld_GetEventCount(const vlWorld* world) VL_REALTIME;
// VL_ERROR_ARGUMENT if there is no event `i` or `event` is NULL.
VL_API VL_WARN_UNUSED vlResult vlWorld_GetEvent(const vlWorld* world, int i,
                                                vlContactEvent* event) VL_REALTIME;

VL_END_C

#endif
