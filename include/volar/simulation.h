// SPDX-License-Identifier: MIT
#ifndef VOLAR_SIMULATION_H
#define VOLAR_SIMULATION_H

// A scene in motion: the world built from it, its scripts and forces, its haptic devices, and
// grabs, by which a mouse pulls bodies. What comes from outside while it runs are inputs; the same
// scene with the same inputs at the same steps gives the same bits. Recordings rest on that
// (volar/record.h).
//
// A step is a haptic tick of all devices (renderer.h). A simulated device is read and written by
// the simulation itself, at simulated time. Any other is an external one: whoever runs the
// simulation reads it, gives its sample as an input, writes the wrench of its renderer to it and
// says how that went:
//
//   vlDevice_Read -> VL_INPUT_DEVICE -> vlSimulation_Step -> vlSimulation_GetRenderer ->
//   vlRenderer_GetSent -> vlDevice_Write -> vlSimulation_DeviceWritten
//
// An external device may take the place of a simulated one, and give it back: what is held goes on
// from where it is.

#include "volar/scene.h"

// Grabs that can hold a body at the same time.
#define VL_MAX_GRABS 8
// Most inputs that one step can take.
#define VL_MAX_INPUTS 64

typedef struct vlSimulation vlSimulation;

typedef enum vlInputKind {
    VL_INPUT_GRAB,    // the grab takes hold of `point` of `body` and pulls it to `target`
    VL_INPUT_MOVE,    // the grab goes to `target`
    VL_INPUT_RELEASE, // the grab lets go
    VL_INPUT_RESTART, // everything goes back to the start
    VL_INPUT_DEVICE,  // the external device is as `sample` says
    VL_INPUT_SILENT,  // the external device could not be read at `sample.time`
    VL_INPUT_RETURN   // the device is the scene's own again, which glides to where it should be
} vlInputKind;

// Something done from outside. A grab pulls by a spring and damper sized for the body it holds,
// saturating at 20 times the body's weight (at 9.8 m/s2), and follows its target smoothly within
// about 50 ms.
typedef struct vlInput {
    vlInputKind kind;
    int grab;              // 0 .. VL_MAX_GRABS - 1; GRAB, MOVE and RELEASE
    int body;              // place in the scene; GRAB only
    int device;            // place in the scene; DEVICE, SILENT and RETURN
    vlVec3 point;          // m, in the frame of the body's shape; GRAB only
    vlVec3 target;         // m, world; GRAB and MOVE
    vlDeviceSample sample; // DEVICE, and its time SILENT; any clock that does not go back
} vlInput;

// What a grab does.
typedef struct vlGrab {
    bool isActive;
    int body;
    vlVec3 point;  // m, world: where it holds
    vlVec3 target; // m, world: where it pulls to
    vlVec3 force;  // N, on the body, of the last step
} vlGrab;

VL_BEGIN_C

// Builds the world. `scene` must outlive the simulation. On failure `message` (may be NULL) says
// why. Allocates.
VL_API VL_WARN_UNUSED vlResult vlSimulation_Create(const vlScene* scene, vlSimulation** simulation,
                                                   char* message, size_t messageSize);
VL_API void vlSimulation_Destroy(vlSimulation* simulation);

// Queues an input for the next step. VL_ERROR_ARGUMENT for one that makes no sense (no such grab or
// body, a body that is not dynamic, no such device, numbers that are not finite, a sample that is
// not good, vlDeviceSample_IsGood), VL_ERROR_FULL beyond VL_MAX_INPUTS.
VL_API VL_WARN_UNUSED vlResult vlSimulation_Input(vlSimulation* simulation,
                                                  const vlInput* input) VL_REALTIME;
// Takes the inputs, moves scripts, motors and grabs, applies forces and steps the world; returns
// what vlWorld_Step does.
VL_API vlResult vlSimulation_Step(vlSimulation* simulation) VL_REALTIME;
// Inputs that the last step took.
VL_API int vlSimulation_GetInputs(const vlSimulation* simulation,
                                  const vlInput** inputs) VL_REALTIME;

VL_API const vlScene* vlSimulation_GetScene(const vlSimulation* simulation) VL_REALTIME;
// For reading and for applying forces; stepping it by hand would miss scripts and inputs.
VL_API vlWorld* vlSimulation_GetWorld(const vlSimulation* simulation) VL_REALTIME;
// Body at place `i` of the scene; the null id out of range.
VL_API vlBodyId vlSimulation_GetBody(const vlSimulation* simulation, int i) VL_REALTIME;
// Place in the scene of a body of the world, or -1.
VL_API int vlSimulation_FindBody(const vlSimulation* simulation, vlBodyId body) VL_REALTIME;
VL_API vlSpringId vlSimulation_GetSpring(const vlSimulation* simulation, int i) VL_REALTIME;
VL_API vlJointId vlSimulation_GetJoint(const vlSimulation* simulation, int i) VL_REALTIME;
VL_API vlGrab vlSimulation_GetGrab(const vlSimulation* simulation, int i) VL_REALTIME;
// Renderer of the i-th device of the scene, for its report, governor and audit; NULL out of range.
VL_API const vlRenderer* vlSimulation_GetRenderer(const vlSimulation* simulation,
                                                  int i) VL_REALTIME;
// Attaches an external device, which `info` describes: its limits are kept from now on, and its
// force starts softly. Bodies that it moves go the same way as without. Until then no more force is
// sent than is safe with a small device.
VL_API VL_WARN_UNUSED vlResult vlSimulation_SetDeviceInfo(vlSimulation* simulation, int i,
                                                          const vlDeviceInfo* info) VL_REALTIME;
// Says what writing the wrench of the last step to the i-th device returned (vlRenderer_Written):
// after a failure its force starts softly. It moves no body, so recordings do not hold it.
// VL_ERROR_ARGUMENT if the device is not an external one now.
VL_API VL_WARN_UNUSED vlResult vlSimulation_DeviceWritten(vlSimulation* simulation, int i,
                                                          vlResult result) VL_REALTIME;
// What is known of the device: of the external one, if attached, else of the scene's own; NULL if
// there is neither.
VL_API const vlDeviceInfo* vlSimulation_GetDeviceInfo(const vlSimulation* simulation,
                                                      int i) VL_REALTIME;
// True once an external device has been attached.
VL_API bool vlSimulation_IsConnected(const vlSimulation* simulation, int i) VL_REALTIME;
// True while the samples are those of an external device.
VL_API bool vlSimulation_IsOutside(const vlSimulation* simulation, int i) VL_REALTIME;
// As vlWorld_GetEnergy, but gravity's is zero at the start of the simulation, and that of springs
// and joints is of now, and of those of the scene alone.
VL_API vlEnergy vlSimulation_GetEnergy(const vlSimulation* simulation) VL_REALTIME;

VL_END_C

#endif
