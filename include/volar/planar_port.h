// SPDX-License-Identifier: MIT
#ifndef VOLAR_PLANAR_PORT_H
#define VOLAR_PLANAR_PORT_H

// Where a renderer (renderer.h) meets a planar world (planar.h): a port fills in the table of
// rendered_world.h, so that a device holds a body of the plane behind the same passivity observer,
// governor and audit as everywhere else.
//
//   vlPlanarPortDef def = vlDefaultPlanarPortDef(world, device);
//   vlPlanarPort_Init(&port, &def, message, sizeof message);
//   rendererDef.world = vlPlanarPort_GetWorld(&port);
//   vlRenderer_Grasp(renderer, &(vlCouplingDef){.body = vlPlanarPort_NameOf(body), ...}, false);
//   each tick: vlRenderer_ReadDevice, vlWorld2_Step, vlRenderer_WriteDevice
//
// A simulated pantograph (simulated_device.h) is coordinated with the body by four channels
// (four_channel.h): it estimates the hand's wrench itself. Any other device holds the body by a
// plain virtual coupling with the gains of vlCouplingDef. The plane is z = 0 of the world, seen
// from above; what a device does out of the plane is ignored. The grasp is the centroid of the
// body.
//
// A port is a plain struct of the caller, which must outlive the renderer. Nothing allocates.

#include "volar/device.h"
#include "volar/four_channel.h"
#include "volar/planar.h"
#include "volar/rendered_world.h"

typedef struct vlPlanarPortDef {
    vlWorld2* world;          // required
    const vlDevice* device;   // NULL, or not a pantograph: a plain virtual coupling
    vlFourChannelDef control; // with a pantograph
    double scale;             // 1e-6 .. 1e6, those of vlRendererDef
    double forceScale;        // 1e-6 .. 1e6
} vlPlanarPortDef;

typedef struct vlPlanarPort {
    vlPlanarPortDef def;
    bool isFourChannel;
    bool isAway;              // the samples come from another device than def.device
    vlFourChannelDef control; // of what is held: of the device, or of the coupling
    vlFourChannelInput tick;  // of the last tick, device units
    vlVec3 place;             // of the body before the step, world units
    double angle;             // rad, of the device, counting turns
    bool isTicking;           // the places and wrenches here are of the last tick
    vlVec3 device;            // place of the device before the step, world units
    vlVec3 onBody;            // wrench on the body, device units
    vlVec3 ownDamping;        // of the device, including the part that is not compensated
    double given;             // J, to the device so far, by the port's own account (T12.14)
} vlPlanarPort;

VL_BEGIN_C

// Scales 1; for a pantograph 1000 N/m, 1 N m/rad, 40 N s/m and 0.05 N m s/rad, mode F, hand
// share 1.
VL_API vlPlanarPortDef vlDefaultPlanarPortDef(vlWorld2* world, const vlDevice* device) VL_REALTIME;
// VL_ERROR_ARGUMENT for a missing world or numbers outside their ranges, VL_ERROR_UNSTABLE
// outside of the window of stable gains (four_channel.h); `message` (may be NULL) says why.
VL_API VL_WARN_UNUSED vlResult vlPlanarPort_Init(vlPlanarPort* port, const vlPlanarPortDef* def,
                                                 char* message, size_t messageSize);
// The table for vlRendererDef.world. vlRenderer_Grasp takes dynamic bodies, and returns
// VL_ERROR_UNSTABLE for gains that are not stable with the body's mass at this step;
// vlRenderer_Connect returns VL_ERROR_ARGUMENT for every body, even a kinematic one: contacts do
// not slow a kinematic body down, so that four channels have no acceleration to send back, and an
// impact with it would reach the device as a jump of any size.
VL_API vlRenderedWorld vlPlanarPort_GetWorld(vlPlanarPort* port) VL_REALTIME;
// The id by which a renderer calls a body of the plane.
VL_API vlBodyId vlPlanarPort_NameOf(vlBody2Id body) VL_REALTIME;
// Changes mode and share of the hand (vlFourChannelDef) while something is held. VL_ERROR_ARGUMENT
// without a pantograph, or for a share outside 0 .. 1.
VL_API VL_WARN_UNUSED vlResult vlPlanarPort_SetMode(vlPlanarPort* port, vlFourChannelMode mode,
                                                    double handShare) VL_REALTIME;

VL_END_C

#endif
