// SPDX-License-Identifier: MIT
#ifndef VOLAR_RUN_FORMATION_HOLD_H
#define VOLAR_RUN_FORMATION_HOLD_H

// A device that holds a kinematic body and feels it by contact formations (formation_port.h): it
// feels the formation against one other body, and in addition the contacts with the world's dynamic
// bodies.

#include "volar/formation_port.h"
#include "volar/scene.h"

typedef struct vlFormationHold {
    const vlPolyhedron* held;
    const vlPolyhedron* other;
    vlFormationForce* force; // NULL: the device feels the world alone
    vlFormationPort port;
    vlWorld* world;
    vlBodyId against;
} vlFormationHold;

// Makes what the scene asks for. On failure `message` says why, and `hold` must still be closed.
// `hold` must not be moved in memory.
vlResult vlFormationHold_Open(vlFormationHold* hold, const vlScene* scene,
                              const vlSceneDevice* device, vlWorld* world, vlBodyId body,
                              vlBodyId against, char* message, size_t messageSize);
void vlFormationHold_Close(vlFormationHold* hold);
// After the world's step.
void vlFormationHold_Step(vlFormationHold* hold);
// The contacts of the formation as contacts between the other body, A, and the held one, B; `i`
// must be below the number of them. They have no volume, and depth only where the bodies overlap.
int vlFormationHold_GetContactCount(const vlFormationHold* hold);
vlContactReport vlFormationHold_GetContact(const vlFormationHold* hold, int i);
// Adds what the formation does to a body, if it is one of the two, without the weight of the held
// one: these contacts, and the springs of lost ones, which give way within some 10 ms. It is about
// the centre of mass where the formation found the body: the held one where the device was at the
// start of the step, the other one at its end.
vlResult vlFormationHold_AddWrench(const vlFormationHold* hold, vlBodyId body, vlWrench* wrench);

#endif
