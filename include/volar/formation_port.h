// SPDX-License-Identifier: MIT
#ifndef VOLAR_FORMATION_PORT_H
#define VOLAR_FORMATION_PORT_H

// Where a renderer (renderer.h) meets forces from formations (formation_force.h): a port fills in
// the table of rendered_world.h, so that a device moves polyhedron A directly and its hand feels
// the formation, behind the same passivity observer, governor and audit as everywhere else.
//
//   vlFormationPort_Init(&port, force, poseWA, poseWB, step, message, sizeof message);
//   rendererDef.world = vlFormationPort_GetWorld(&port);
//   vlRenderer_Connect(renderer, vlFormationPort_GetBody());
//   each tick: vlRenderer_ReadDevice, vlFormationPort_Step, vlRenderer_WriteDevice
//
// A has no motion of its own: it is where the device is. The wrench that is rendered is the shaded
// one, with the weight of A. A port is a plain struct of the caller, which must outlive the
// renderer, as must the force. Nothing allocates.
//
// The port keeps accounts, so that the audit of the renderer judges the formation too: normal
// springs are its contacts, friction its friction, and what shading gave its loss. The hand may
// rightly receive the work of B's motion, of A's weight and of the world's contacts, and what was
// stored when it took hold; nothing else.

#include "volar/formation_force.h"
#include "volar/rendered_world.h"

typedef struct vlFormationPort {
    vlFormationForce* force;
    vlPose poseWA, poseWB;
    double step;    // s
    vlVec3 centre;  // of mass, in A's frame
    vlWorld* world; // that shows A, or NULL
    vlBodyId body;  // A in that world
    // Accounts, in J.
    vlLedger ledger;       // of the formation, as if A were a body
    double begun;          // in springs of contacts that were there when A was taken hold of
    double offered[2];     // work of B, the weight and the world's contacts: of force, of torque
    bool isFelt;           // the hand feels what the last step computed:
    vlPose lastWA, lastWB; // at these poses
    vlWrench springs;      // this wrench of the formation about A's centre of mass
} vlFormationPort;

VL_BEGIN_C

// `poseWB` is where B stands; A begins at `poseWA` and keeps its place while nothing holds it.
// VL_ERROR_ARGUMENT for a missing force, poses that are not finite, or a step outside of 1e-6 .. 1
// s; `message` (may be NULL) says which.
VL_API VL_WARN_UNUSED vlResult vlFormationPort_Init(vlFormationPort* port, vlFormationForce* force,
                                                    vlPose poseWA, vlPose poseWB, double step,
                                                    char* message, size_t messageSize);
// Lets a kinematic body of a world, which must outlive the port, be A as well: that body follows A,
// and the forces of the world's contacts on it are felt in addition to the formation. It should not
// be a pointer (vlBodyDef.isPointer), or what it touches is felt twice. Call this before
// vlRenderer_Connect, which then takes this body.
VL_API void vlFormationPort_Show(vlFormationPort* port, vlWorld* world, vlBodyId body) VL_REALTIME;
// One step: computes the force at the present poses. While nothing is held, A is at rest.
VL_API void vlFormationPort_Step(vlFormationPort* port) VL_REALTIME;
// Moves B, e.g. with a body of a world. A pose that is not finite is ignored.
VL_API void vlFormationPort_MoveB(vlFormationPort* port, vlPose poseWB) VL_REALTIME;
// The table for vlRendererDef.world. vlRenderer_Connect takes the body of vlFormationPort_GetBody,
// or that of vlFormationPort_Show, and returns VL_ERROR_STALE_ID for any other; vlRenderer_Grasp
// returns VL_ERROR_ARGUMENT, because A has no motion of its own.
VL_API vlRenderedWorld vlFormationPort_GetWorld(vlFormationPort* port) VL_REALTIME;
// The id by which a renderer calls A if no world shows it.
VL_API vlBodyId vlFormationPort_GetBody(void) VL_REALTIME;

VL_END_C

#endif
