// SPDX-License-Identifier: MIT
#ifndef VOLAR_HAPTIC_H
#define VOLAR_HAPTIC_H

// The haptic tick of one device in a world: read the device, let what it holds follow, step the
// world, give the hand what it feels.
//
//   vlRenderer_Read(renderer, now);   // device -> velocity -> coupling or pointer
//   vlWorld_Step(world);              // or vlSimulation_Step; once for all devices
//   vlRenderer_Write(renderer, now);  // wrench -> passivity -> governor -> device
//
// A device holds a body by a virtual coupling (coupling.h), the safe way, or is a kinematic body, a
// pointer, directly [HS04] 4.7: the pointer goes where the device is and the hand feels its
// contacts. Nothing reaches the device but through the governor (governor.h). Time is an argument:
// under a virtual clock the same samples give the same bits. Used by one thread, the world's.

#include "volar/coupling.h"
#include "volar/device.h"
#include "volar/governor.h"
#include "volar/passivity.h"
#include "volar/velocity.h"
#include "volar/world.h"

typedef struct vlRenderer vlRenderer;

typedef enum vlHoldKind {
    VL_HOLD_NOTHING,
    VL_HOLD_COUPLED, // a dynamic body by a virtual coupling
    VL_HOLD_DIRECT   // a kinematic body is the device
} vlHoldKind;

typedef struct vlRendererDef {
    vlWorld* world;      // required; must outlive the renderer
    vlDevice* device;    // required; must outlive the renderer, which does not close it
    vlPose base;         // world, of the device's frame
    double scale;        // m in the world per m of the device, > 0
    double forceScale;   // N of the device per N in the world, > 0; power is kept with `scale`
    bool fixOrientation; // do not turn with the device; always so if it has none
    vlVelocityDef velocity;
    vlPassivityDef passivity;
    vlGovernorLimits limits;
} vlRendererDef;

// How the last tick went.
typedef struct vlRendererReport {
    uint64_t ticks;
    vlResult readResult, writeResult; // of the device
    vlDeviceSample sample;            // the last good one, device frame
    vlTwist twist;                    // estimated, device frame
    vlPose pose;                      // world, where the device is taken to be
    vlHoldKind hold;
    vlBodyId body; // held
    vlPose held;   // world, of the grasp or the pointer after the step; `pose` if nothing is held
    bool isClutched;
    vlWrench felt;        // by the hand, world, before any limit
    vlWrench sent;        // device frame
    vlVec3 droppedTorque; // N m, device frame: what a device without torque cannot render
    double mostDropped;   // N m, the largest of it so far
    uint32_t flags;       // of vlGovernor_Apply
    uint64_t readFailures, writeFailures;
} vlRendererReport;

VL_BEGIN_C

// Base identity, both scales 1, velocity by filter, passivity observed but not controlled, limits
// of the device (vlGovernor_DefaultLimits of its largest force and torque).
VL_API vlRendererDef vlDefaultRendererDef(vlWorld* world, vlDevice* device) VL_REALTIME;

// Allocates. On failure `message` (may be NULL) says why.
VL_API VL_WARN_UNUSED vlResult vlRenderer_Create(const vlRendererDef* def, vlRenderer** renderer,
                                                 char* message, size_t messageSize);
// Lets go and renders zero. NULL is allowed.
VL_API void vlRenderer_Destroy(vlRenderer* renderer);
// As when it was made: lets go, forgets all samples and energies. What the governor counted and
// what was unpaid (vlAudit) stays; `isSameHand`: also what the hand was given lately, which limits
// what it may be given.
VL_API void vlRenderer_Restart(vlRenderer* renderer, bool isSameHand) VL_REALTIME;
// Another device, of these abilities, is behind the same functions from now on: its limits are
// taken, and its force starts softly.
VL_API VL_WARN_UNUSED vlResult vlRenderer_SetInfo(vlRenderer* renderer,
                                                  const vlDeviceInfo* info) VL_REALTIME;

// Takes hold of a body by a coupling. The device counts as being at the grasp from now on, wherever
// it is: nothing jumps. `atDevice`: the grasp of `def` is replaced by where the device is now. Lets
// go of what was held before.
VL_API VL_WARN_UNUSED vlResult vlRenderer_Grasp(vlRenderer* renderer, const vlCouplingDef* def,
                                                bool atDevice) VL_REALTIME;
// A kinematic body becomes the device: its shape's frame follows the device's. It feels static
// bodies if it is a pointer (vlBodyDef.isPointer).
VL_API VL_WARN_UNUSED vlResult vlRenderer_Connect(vlRenderer* renderer, vlBodyId body) VL_REALTIME;
VL_API void vlRenderer_Release(vlRenderer* renderer) VL_REALTIME;
// While clutched the device moves freely and renders nothing, what it holds stays; afterwards it
// goes on from there.
VL_API void vlRenderer_SetClutch(vlRenderer* renderer, bool isClutched) VL_REALTIME;

// The two halves of a tick, before and after the step. They return what the device said; the tick
// goes on whatever that is, and what is sent fades when nothing good was read for a while.
VL_API vlResult vlRenderer_Read(vlRenderer* renderer, double now) VL_REALTIME;
VL_API vlResult vlRenderer_Write(vlRenderer* renderer, double now) VL_REALTIME;

VL_API vlRendererReport vlRenderer_GetReport(const vlRenderer* renderer) VL_REALTIME;
VL_API const vlGovernor* vlRenderer_GetGovernor(const vlRenderer* renderer) VL_REALTIME;
VL_API const vlPassivity* vlRenderer_GetPassivity(const vlRenderer* renderer) VL_REALTIME;
// Energy by port since the renderer was made: the device's own; of contacts, friction and
// integration of the whole world (implicit worlds).
//
// A hand may well get energy: of a tool that it lets sink, of a body that pushes it. What the world
// gave is the wrench sent at the end of a tick times the device's way in that tick; the hand got
// the wrench sent at its beginning, times the same way. `unpaid` is the most that the hand had got,
// net, beyond what the world had given: sampling, delay and noise make it. Limits give and take
// too, most of all the soft start, in which a hand presses for little what later pushes it back:
// `byLimits`, which is told and no fault of the world. The virtual world was active if `unpaid` is
// above the tolerance, or if a part of it, by its own ledger, gave more than it took and held at
// the start (isPortActive; implicit worlds only).
VL_API vlAudit vlRenderer_GetAudit(const vlRenderer* renderer, double tolerance) VL_REALTIME;

VL_END_C

#endif
