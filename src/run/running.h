// SPDX-License-Identifier: MIT
#ifndef VOLAR_RUN_RUNNING_H
#define VOLAR_RUN_RUNNING_H

// The internals of a simulation: made in simulation_build.c, moved in simulation.c.

#include "run/grab.h"
#include "run/slot.h"
#include "volar/simulation.h"

// A motor that follows a script.
typedef struct vlDrive {
    int joint; // place in the scene
    int axis;
} vlDrive;

struct vlSimulation {
    const vlScene* scene;
    vlWorld* world;
    // Of a planar scene (plane.h); NULL otherwise.
    vlWorld2* plane;
    vlBody2Id* body2; // [bodyCount] in the scene's order
    unsigned char* planeStart;
    size_t planeStartSize;
    double startGravity; // J
    int bodyCount;
    vlBodyId* body; // [bodyCount] in the scene's order
    int* place;     // [bodyCount] by the world's index
    int* scripted;  // [bodyCount] places of the bodies that follow a script
    int scriptedCount;
    vlJointId* joint; // [joints of the scene]
    vlDrive* drive;   // [driveCount], room for all axes of all joints
    int driveCount;
    vlVec3* startCentre;  // [bodyCount]
    unsigned char* start; // snapshot
    size_t startSize;
    vlSlot* slot;   // [devices of the scene]
    double* value;  // [parameters of the scene], present ones
    bool isChanged; // some parameter is not as in the scene
    uint32_t refusals;
    char message[192]; // of the last refusal
    vlVec3 middle;     // m, of the bodies at the start
    double range;      // m; a body farther from `middle` than this has left
    vlGrabber grabber[VL_MAX_GRABS];
    vlInput inputs[2][VL_MAX_INPUTS]; // those that wait, and those that the last step used
    int waiting;                      // which of the two wait
    int waitingCount, takenCount;
};

// parameters.c: the present gravity, m/s2.
vlVec3 vlParameters_Gravity(const vlSimulation* simulation);
// Is the input one that the scene allows? Otherwise the message says why not.
bool vlParameters_Accept(vlSimulation* simulation, const vlInput* input);
// Takes an input SET or RESET.
void vlParameters_Take(vlSimulation* simulation, const vlInput* input);
// The snapshot of the start can be restored only into a world with the scene's own surfaces and
// step. SetBack sets these before it is restored, SetAgain sets the present values afterwards.
void vlParameters_SetBack(vlSimulation* simulation);
void vlParameters_SetAgain(vlSimulation* simulation);

#endif
