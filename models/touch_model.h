// SPDX-License-Identifier: MIT
#ifndef VOLAR_MODEL_TOUCH_H
#define VOLAR_MODEL_TOUCH_H

// A mesh in the hand against a mesh that does not move, both as surfaces: spoon and cup, two jaws.
// A virtual coupling holds the tool at a device that moves along a script, and the energy that goes
// in and out is counted.

#include <volar/volar.h>

#include <volar/mesh_model.h>

typedef struct vlTouchDef {
    const char* tool;  // names of mesh models
    const char* fixed; //
    int divisions;     // how often every triangle of both is divided into four similar ones
    double spacing;    // m, of the samples
    double merge;      // m, radius in which samples are merged; VL_AUTO
    double distance;   // m, at which contact begins
    double foundation; // N/m3
    double friction;
    double
        mass; // kg, of the tool; 0: it is kinematic, moved by vlTouch_Place, and nothing holds it
    double step; // s
    vlVec3 gravity;
    vlVec3 grasp; // m, from the tool's centre of mass, in its frame
    double stiffness, damping, angularStiffness, angularDamping; // of the coupling
    bool isFree;                                                 // no coupling
} vlTouchDef;

typedef struct vlTouch {
    vlTouchDef def;
    vlShape* shape[2]; // tool, fixed
    vlWorld* world;
    vlBodyId tool, fixed;
    vlCouplingId coupling;
    vlVec3 centroid; // m, of the tool in the frame of its shape
    vlPose device;   // of the last tick
    double work;     // J, done by the device
    double stored;   // J, in the world when the counting began
    double spent;    // J, largest value so far of the work minus the stored energy
    double deficit;  // J, largest fall of that difference below `spent`: energy from nowhere
    vlWrench felt;   // on the tool by the coupling, about the grasp
    double gap;      // m, least of the last tick; the contact distance if there was no contact
    int samples;     // in contact
    double normal;   // N, sum of all normal forces
    vlVec3 friction; // N, on the tool
    vlWrench onTool; // of the contact, about the tool's centre of mass
} vlTouch;

// The settings of spoon and cup, 10 g, no friction, no gravity: d = g = 1 mm, 2e9 N/m3, a coupling
// of 200 N/m, 2 N s/m, 20 N m/rad and 0.01 N m s/rad.
vlTouchDef vlTouch_SpoonCup(void);
// Those of the jaws: d = g = 0.6 mm, 500 N/m.
vlTouchDef vlTouch_Jaws(void);

// Makes shapes, world and bodies, with the tool's centre of mass at `centre`. Close it even if this
// fails.
VL_WARN_UNUSED vlResult vlTouch_Open(const vlTouchDef* def, vlVec3 centre, vlQuat rotation,
                                     vlTouch* touch);
void vlTouch_Close(vlTouch* touch);

// The least signed distance of the tool's samples from the fixed mesh, with the tool's centre of
// mass at `centre`; at most `reach`.
double vlTouch_GapAt(const vlTouch* touch, vlVec3 centre, vlQuat rotation, double reach);
// How far the tool can go from `centre` along `way` (m, at most its length) before the gap is
// `gap`.
double vlTouch_Approach(const vlTouch* touch, vlVec3 centre, vlQuat rotation, vlVec3 way,
                        double gap);

// Places the tool at rest and the device at its grasp; the counting starts again.
VL_WARN_UNUSED vlResult vlTouch_Place(vlTouch* touch, vlVec3 centre, vlQuat rotation);
// One step; `device` is the pose of the device at its end.
VL_WARN_UNUSED vlResult vlTouch_Tick(vlTouch* touch, vlPose device);
// The pose of the device that holds the tool with its centre of mass at `centre`.
vlPose vlTouch_DeviceAt(const vlTouch* touch, vlVec3 centre, vlQuat rotation);

// Divides every triangle into four. VL_ERROR_MEMORY.
VL_WARN_UNUSED vlResult vlTouch_Divide(vlMesh* mesh);

#endif
