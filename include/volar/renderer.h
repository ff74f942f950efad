// SPDX-License-Identifier: MIT
#ifndef VOLAR_RENDERER_H
#define VOLAR_RENDERER_H

// The haptic tick of one device in a world. A renderer takes the samples of the device and returns
// the wrenches to render; opening, reading and writing the device is up to the caller:
//
//   vlResult read = vlDevice_Read(device, now, &sample);
//   vlRenderer_Give(renderer, now, read, &sample);  // sample -> velocity -> coupling or pointer
//   vlWorld_Step(world);                            // or any other step; once for all devices
//   vlWrench wrench = vlRenderer_Take(renderer, now); // wrench -> passivity -> governor
//   vlRenderer_Written(renderer, vlDevice_Write(device, now, &wrench));
//
// vlRenderer_ReadDevice and vlRenderer_WriteDevice do the same in two calls. A device holds a
// dynamic body by a virtual coupling (coupling.h), which is the safe way, or it moves a kinematic
// body, the pointer, directly [HS04] 4.7: the pointer goes where the device is, and the hand feels
// its contacts. Every wrench passes through the governor (governor.h). Time is an argument: under a
// virtual clock the same samples give the same bits. Only the thread that steps the world may use a
// renderer.

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
    double forceScale;     // N of the device per N in the world, > 0; equal to `scale`: keeps power
    bool fixOrientation;   // ignore the device's orientation; always so if it reads none
    vlVelocityDef velocity;
    vlPassivityDef passivity;
    vlGovernorLimits limits;
} vlRendererDef;

// How the last tick went.
typedef struct vlRendererReport {
    uint64_t ticks;
    vlResult readResult;   // of the last vlRenderer_Give
    vlResult writeResult;  // given to the last vlRenderer_Written
    vlDeviceSample sample; // the last good one, device frame
    vlTwist twist;         // estimated, device frame
    vlPose pose;           // world, of the device as the world sees it
    vlHoldKind hold;
    vlBodyId body; // that is held; the null id: none
    vlPose held;   // world, of the grasp after the step; equals `pose` without a coupling
    bool isClutched;
    vlWrench felt;        // by the hand after the step, world, before any limit
    vlWrench sent;        // after all limits, device frame
    vlVec3 droppedTorque; // N m, device frame: not rendered, as the device has no torque output
    double mostDropped;   // N m, largest dropped torque so far
    uint32_t flags;       // of vlGovernor_Apply in the last tick
    uint64_t readFailures, writeFailures;
} vlRendererReport;

VL_BEGIN_C

// Base identity, both scales 1, velocity by filter, passivity observed but not controlled, limits
// for the device (vlGovernor_DefaultLimits with its largest force and torque, or 3 N and 0.1 N m if
// they are not known; reach of ten radii of its workspace and at least 1 m, if the radius is
// known). For another kind of world pass NULL and set `world` (rendered_world.h).
VL_API vlRendererDef vlDefaultRendererDef(vlWorld* world, const vlDeviceInfo* info) VL_REALTIME;

// Allocates. On failure `message` (may be NULL) says why.
VL_API VL_WARN_UNUSED vlResult vlRenderer_Create(const vlRendererDef* def, vlRenderer** renderer,
                                                 char* message, size_t messageSize);
// Lets go of what is held and frees the renderer. The device goes on rendering the last wrench that
// was written to it: close it, or write zero. NULL is allowed.
VL_API void vlRenderer_Destroy(vlRenderer* renderer);
// Starts again as after creation: lets go and forgets all samples and energies. The governor's
// counts and records and `unpaid` (vlAudit) are kept. With `isSameHand` the governor also keeps the
// energy that it gave the hand recently, which limits what it may give now.
VL_API void vlRenderer_Restart(vlRenderer* renderer, bool isSameHand) VL_REALTIME;

// Takes hold of a body by a coupling, and lets go of what was held before. Wherever the device is,
// its present pose counts as the grasp from now on, so that nothing jumps. With `atDevice` the
// grasp of `def` is replaced by the current pose of the device. On failure nothing changes.
VL_API VL_WARN_UNUSED vlResult vlRenderer_Grasp(vlRenderer* renderer, const vlCouplingDef* def,
                                                bool atDevice) VL_REALTIME;
// Lets the device move a kinematic body directly: the frame of its shape follows the device, from
// where the body is now. It also touches static bodies if it is a pointer (vlBodyDef.isPointer).
// VL_ERROR_ARGUMENT for a dynamic body.
VL_API VL_WARN_UNUSED vlResult vlRenderer_Connect(vlRenderer* renderer, vlBodyId body) VL_REALTIME;
// Changes stiffness and damping of the coupling that holds (vlCoupling_SetGains).
// VL_ERROR_ARGUMENT if no coupling holds anything.
VL_API VL_WARN_UNUSED vlResult vlRenderer_SetGains(vlRenderer* renderer,
                                                   const vlCouplingGains* gains) VL_REALTIME;
// Lets go of what is held.
VL_API void vlRenderer_Release(vlRenderer* renderer) VL_REALTIME;
// While clutched, the device moves alone and renders nothing, and what it holds stays where it is.
// Afterwards the device continues from there.
VL_API void vlRenderer_SetClutch(vlRenderer* renderer, bool isClutched) VL_REALTIME;

// Before the step: takes the result of reading the device and the sample, which is used only if
// `read` is VL_OK. Returns `read`, or VL_ERROR_ARGUMENT for a sample that is not good
// (vlDeviceSample_IsGood). Without a good sample the device counts as standing still, and the force
// fades once the last one is stale (vlGovernorLimits.staleAfter).
VL_API vlResult vlRenderer_Give(vlRenderer* renderer, double now, vlResult read,
                                const vlDeviceSample* sample) VL_REALTIME;
// After the step: returns the wrench to write to the device, in its frame. It is always finite and
// within the limits.
VL_API vlWrench vlRenderer_Take(vlRenderer* renderer, double now) VL_REALTIME;
// Takes the result of writing the wrench. After a failure it is unknown what the device renders, so
// the force starts softly from zero again.
VL_API void vlRenderer_Written(vlRenderer* renderer, vlResult result) VL_REALTIME;

// The same for a vlDevice: the first reads it and gives the sample to the renderer; the second
// takes the wrench, writes it and passes the result on. They return what vlRenderer_Give and
// vlDevice_Write return, and are real-time if the device is.
VL_API vlResult vlRenderer_ReadDevice(vlRenderer* renderer, vlDevice* device, double now);
VL_API vlResult vlRenderer_WriteDevice(vlRenderer* renderer, vlDevice* device, double now);

// The wrench that vlRenderer_Take returned last, device frame.
VL_API vlWrench vlRenderer_GetSent(const vlRenderer* renderer) VL_REALTIME;
VL_API vlRendererReport vlRenderer_GetReport(const vlRenderer* renderer) VL_REALTIME;
VL_API const vlGovernor* vlRenderer_GetGovernor(const vlRenderer* renderer) VL_REALTIME;
VL_API const vlPassivity* vlRenderer_GetPassivity(const vlRenderer* renderer) VL_REALTIME;
// Audits the energy by port since the renderer was created or restarted. The port of the device is
// its own; those of couplings (springs included), contacts, friction and integration are of the
// whole world, and stay zero unless the world is implicit or planar.
//
// A hand may receive energy rightly: from a tool that it lowers, from a body that pushes it. What
// the world gave is the wrench sent at the end of a tick times the motion of the device in that
// tick, or what a world with an account of its own says (getGiven of rendered_world.h; planar ones
// and formations have one); what the hand received is the wrench sent at its beginning times the
// same motion. `unpaid` is the most that the hand had received, net, beyond what the world had
// given; it comes from sampling, delay and noise. Limits give and take energy too, above all the
// soft start: a hand that presses into a wall then does little work and is pushed back with full
// force later. That is `byLimits`, which is reported but is not held against the world. The virtual
// world was active if `unpaid` is above the tolerance, or if a part of it, by its own ledger, gave
// more than it took and held at the start (isPortActive; implicit and planar worlds, and
// formations).
VL_API vlAudit vlRenderer_GetAudit(const vlRenderer* renderer, double tolerance) VL_REALTIME;

VL_END_C

#endif
