// SPDX-License-Identifier: MIT
#ifndef VOLAR_RENDERER_H
#define VOLAR_RENDERER_H

// The haptic tick of one device in a world. A renderer takes the samples of the device and gives
// the wrenches to render; it neither opens, reads nor writes a device:
//
//   vlResult read = vlDevice_Read(device, now, &sample);
//   vlRenderer_Give(renderer, now, read, &sample);  // sample -> velocity -> coupling or pointer
//   vlWorld_Step(world);                            // or any other step; once for all devices
//   vlWrench wrench = vlRenderer_Take(renderer, now); // wrench -> passivity -> governor
//   vlRenderer_Written(renderer, vlDevice_Write(device, now, &wrench));
//
// which vlRenderer_ReadDevice and vlRenderer_WriteDevice do for one device. A device holds a body
// by a virtual coupling (coupling.h), the safe way, or is a kinematic body, a pointer, directly
// [HS04] 4.7: the pointer goes where the device is and the hand feels its contacts. Every wrench
// went through the governor (governor.h). Time is an argument: under a virtual clock the same
// samples give the same bits. Used by one thread, the world's.

#include "volar/coupling.h"
#include "volar/device.h"
#include "volar/governor.h"
#include "volar/passivity.h"
#include "volar/rendered_world.h"
#include "volar/velocity.h"
#include "volar/world.h"

typedef struct vlRenderer vlRenderer;

typedef struct vlRendererDef {
    vlRenderedWorld world; // required
    vlDeviceInfo info;     // what the device can do
    vlPose base;           // world, of the device's frame
    double scale;          // m in the world per m of the device, > 0
    double forceScale;     // N of the device per N in the world, > 0; power is kept with `scale`
    bool fixOrientation;   // do not turn with the device; always so if it has none
    vlVelocityDef velocity;
    vlPassivityDef passivity;
    vlGovernorLimits limits;
} vlRendererDef;

// How the last tick went.
typedef struct vlRendererReport {
    uint64_t ticks;
    vlResult readResult;   // of the last vlRenderer_Give
    vlResult writeResult;  // as vlRenderer_Written said last
    vlDeviceSample sample; // the last good one, device frame
    vlTwist twist;         // estimated, device frame
    vlPose pose;           // world, where the device is taken to be
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
// of the device (vlGovernor_DefaultLimits of its largest force and torque). For a world of another
// kind give NULL and set `world` (rendered_world.h).
VL_API vlRendererDef vlDefaultRendererDef(vlWorld* world, const vlDeviceInfo* info) VL_REALTIME;

// Allocates. On failure `message` (may be NULL) says why.
VL_API VL_WARN_UNUSED vlResult vlRenderer_Create(const vlRendererDef* def, vlRenderer** renderer,
                                                 char* message, size_t messageSize);
// Lets go. The device still renders the last wrench that was written to it: close it, or write
// zero. NULL is allowed.
VL_API void vlRenderer_Destroy(vlRenderer* renderer);
// As when it was made: lets go, forgets all samples and energies. What the governor counted and
// what was unpaid (vlAudit) stays; `isSameHand`: also what the hand was given recently, which
// limits what it may be given.
VL_API void vlRenderer_Restart(vlRenderer* renderer, bool isSameHand) VL_REALTIME;
// The samples come from another device from now on, which `info` describes: its limits are kept,
// and its force starts softly.
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

// Before the step: what reading the device returned, and the sample, which is not looked at unless
// that is VL_OK. Returns how the tick goes on: `read`, or VL_ERROR_ARGUMENT for a sample that is
// not good (vlDeviceSample_IsGood). Without a good one the device counts as standing still, and
// what is sent fades after a while.
VL_API vlResult vlRenderer_Give(vlRenderer* renderer, double now, vlResult read,
                                const vlDeviceSample* sample) VL_REALTIME;
// After the step: the wrench to write to the device, in its frame. Always finite and within the
// limits.
VL_API vlWrench vlRenderer_Take(vlRenderer* renderer, double now) VL_REALTIME;
// What writing it returned. After a failure nobody knows what the device renders: the force starts
// again softly from zero.
VL_API void vlRenderer_Written(vlRenderer* renderer, vlResult result) VL_REALTIME;

// The same for the usual case of one device: reads it and gives the sample; takes the wrench,
// writes it and says how that went. They return what the device returned and are as real-time as
// the device is.
VL_API vlResult vlRenderer_ReadDevice(vlRenderer* renderer, vlDevice* device, double now);
VL_API vlResult vlRenderer_WriteDevice(vlRenderer* renderer, vlDevice* device, double now);

// The wrench that vlRenderer_Take gave last, device frame.
VL_API vlWrench vlRenderer_GetSent(const vlRenderer* renderer) VL_REALTIME;
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
// too, most of all the soft start: a hand that presses then does little work and is pushed back
// with full force later. That is `byLimits`, which is reported and no fault of the world. The
// virtual world was active if `unpaid` is above the tolerance, or if a part of it, by its own
// ledger, gave more than it took and held at the start (isPortActive; implicit worlds only).
VL_API vlAudit vlRenderer_GetAudit(const vlRenderer* renderer, double tolerance) VL_REALTIME;

VL_END_C

#endif
