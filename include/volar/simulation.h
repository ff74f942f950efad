// SPDX-License-Identifier: MIT
#ifndef VOLAR_SIMULATION_H
#define VOLAR_SIMULATION_H

// A scene in motion: the world built from it, its scripts and forces, its haptic devices, and
// grabs, by which a mouse pulls bodies. Whatever comes from outside while it runs is an input; the
// same scene with the same inputs at the same steps gives the same bits. Recordings depend on that
// (volar/record.h). One thread at a time may use a simulation.
//
// A step is a haptic tick of all devices (renderer.h). The simulation itself reads and writes its
// simulated devices, at simulated time. All others are external: the program that runs the
// simulation reads the device, passes its sample in as an input, writes the wrench of its renderer
// to the device and reports the result:
//
//   vlDevice_Read -> VL_INPUT_DEVICE -> vlSimulation_Step -> vlSimulation_GetRenderer ->
//   vlRenderer_GetSent -> vlDevice_Write -> vlSimulation_DeviceWritten
//
// An external device may take the place of a simulated one and return it later. What is held
// continues from where it is.

#include "volar/formation_force.h"
#include "volar/parameter.h"
#include "volar/renderer.h"

// Largest number of grabs that can hold bodies at the same time.
#define VL_MAX_GRABS 8
// Largest number of inputs that one step can take.
#define VL_MAX_INPUTS 64

typedef struct vlSimulation vlSimulation;

typedef enum vlInputKind {
    VL_INPUT_GRAB,    // the grab takes hold of `point` of `body` and pulls it to `target`
    VL_INPUT_MOVE,    // the grab goes to `target`
    VL_INPUT_RELEASE, // the grab lets go
    VL_INPUT_RESTART, // everything goes back to the start
    VL_INPUT_DEVICE,  // the external device is as `sample` says
    VL_INPUT_SILENT,  // the external device could not be read at `sample.time`
    VL_INPUT_RETURN,  // the scene's own device takes over again and glides to where it should be
    VL_INPUT_SET,     // the parameter has this value from this step on (volar/parameter.h)
    VL_INPUT_RESET    // all parameters are again as in the scene
} vlInputKind;

// Something that comes from outside. A grab pulls with a spring and damper that suit the mass of
// the body, with at most 20 times its weight (at 9.8 m/s2), and follows its target smoothly, about
// 40 ms behind. In a planar scene, a grab of a body that a simulated device holds leads the person
// at that device instead.
typedef struct vlInput {
    vlInputKind kind;
    int grab;              // 0 .. VL_MAX_GRABS - 1; GRAB, MOVE and RELEASE
    int body;              // place in the scene; GRAB only
    int device;            // place in the scene; DEVICE, SILENT and RETURN
    vlVec3 point;          // m, in the frame of the body's shape; GRAB only
    vlVec3 target;         // m, world; GRAB and MOVE
    int parameter;         // place among the scene's parameters; SET only
    double value;          // of the parameter, in its unit; SET only
    vlDeviceSample sample; // DEVICE; of SILENT only its time, s of any clock that does not go back
} vlInput;

VL_BEGIN_C

// Builds the world. `scene` must outlive the simulation. On failure `message` (may be NULL) says
// why. Allocates.
VL_API VL_WARN_UNUSED vlResult vlSimulation_Create(const vlScene* scene, vlSimulation** simulation,
                                                   char* message, size_t messageSize);
VL_API void vlSimulation_Destroy(vlSimulation* simulation);

// Queues an input for the next step. VL_ERROR_ARGUMENT if there is no such grab, body, device or
// parameter, if the body is not dynamic, if a number is not finite, if the sample is not good
// (vlDeviceSample_IsGood), or if the parameter does not accept the value (vlParameter_Accepts;
// vlSimulation_GetMessage then has its range). VL_ERROR_FULL beyond VL_MAX_INPUTS.
VL_API VL_WARN_UNUSED vlResult vlSimulation_Input(vlSimulation* simulation,
                                                  const vlInput* input) VL_REALTIME;
// Takes the inputs, moves scripts, motors and grabs, applies forces, takes the samples of all
// devices, steps the world and finds the wrenches for the devices. Returns the result of
// vlWorld_Step, in a planar scene that of vlWorld2_Step.
VL_API vlResult vlSimulation_Step(vlSimulation* simulation) VL_REALTIME;
// The present value of a parameter. Friction of both kinds counts as set when one had to follow the
// other, because static friction is never below dynamic. 0 out of range.
VL_API double vlSimulation_GetParameter(const vlSimulation* simulation, int i) VL_REALTIME;
// Changes of parameters may be refused: by vlSimulation_Input because of their range, or by the
// step that takes them, e.g. if an explicit world cannot hold the stiffness; the parameter then
// stays as it was. The first function returns how many were refused, the second the sentence of the
// last refusal, "" if there was none.
VL_API uint32_t vlSimulation_GetRefusals(const vlSimulation* simulation) VL_REALTIME;
VL_API const char* vlSimulation_GetMessage(const vlSimulation* simulation) VL_REALTIME;
// True if a dynamic body is so far from where the bodies of the scene began that it hardly belongs
// to it any more: it fell off a table, or flew away. False out of range.
VL_API bool vlSimulation_HasLeft(const vlSimulation* simulation, int i) VL_REALTIME;

VL_API const vlScene* vlSimulation_GetScene(const vlSimulation* simulation) VL_REALTIME;
// The world, to read it and to apply forces. Stepping it directly would miss scripts and inputs.
VL_API vlWorld* vlSimulation_GetWorld(const vlSimulation* simulation) VL_REALTIME;
// Of a planar scene (vlScene_IsPlanar): the planar world, to read it; NULL otherwise. The vlWorld
// then only shows it: each polygon is a kinematic prism there, at the polygon's pose and velocity.
VL_API vlWorld2* vlSimulation_GetWorld2(const vlSimulation* simulation) VL_REALTIME;
// vlWorld_GetHash, of a planar scene vlWorld2_GetHash.
VL_API uint64_t vlSimulation_GetHash(const vlSimulation* simulation) VL_REALTIME;
// Contacts of the last step, in a fixed order: vlWorld_GetContact, then those that devices feel by
// formations, between the body felt, A, and the held one, B. Of a planar scene what
// vlWorld2_GetContact says. Then `origin` is the god-object, on an edge of A, `centreOfPressure`
// the vertex of B where the force acts, and volumes and areas are 0.
VL_API int vlSimulation_GetContactCount(const vlSimulation* simulation) VL_REALTIME;
VL_API VL_WARN_UNUSED vlResult vlSimulation_GetContact(const vlSimulation* simulation, int i,
                                                       vlContactReport* report) VL_REALTIME;
// Of the body at place `i`: vlBody_GetContactWrench, with all that formations do, also by the
// springs of lost contacts, which are no contacts any more. What they do to the body that is felt
// is about its centre of mass at the end of the step. And vlBody_IsFrozen; in a planar scene those
// of planar.h.
VL_API VL_WARN_UNUSED vlResult vlSimulation_GetContactWrench(const vlSimulation* simulation, int i,
                                                             vlWrench* wrench) VL_REALTIME;
VL_API bool vlSimulation_IsFrozen(const vlSimulation* simulation, int i) VL_REALTIME;
// vlWorld_GetLedger. Of a planar scene vlLedger2: walls are `contactSprings`, impacts
// `contactDampers`, what velocities were given at the start and by the program `loss`.
VL_API vlLedger vlSimulation_GetLedger(const vlSimulation* simulation) VL_REALTIME;
// The body at place `i` of the scene; the null id out of range.
VL_API vlBodyId vlSimulation_GetBody(const vlSimulation* simulation, int i) VL_REALTIME;
// Place in the scene of a body of the world, or -1.
VL_API int vlSimulation_FindBody(const vlSimulation* simulation, vlBodyId body) VL_REALTIME;
// The joint at place `i`; the null id out of range.
VL_API vlJointId vlSimulation_GetJoint(const vlSimulation* simulation, int i) VL_REALTIME;
// The renderer of the i-th device, for its report, governor and audit; NULL out of range.
VL_API const vlRenderer* vlSimulation_GetRenderer(const vlSimulation* simulation,
                                                  int i) VL_REALTIME;
// Attaches an external device, which `info` describes: its limits apply from now on, and its force
// starts softly. This does not change how the device moves bodies, so recordings do not hold it.
// Before, the limits are those of the scene's simulated device or, without one, of a small device.
VL_API VL_WARN_UNUSED vlResult vlSimulation_SetDeviceInfo(vlSimulation* simulation, int i,
                                                          const vlDeviceInfo* info) VL_REALTIME;
// Takes the result of writing the last step's wrench to the i-th device (vlRenderer_Written): after
// a failure its force starts softly. It moves no body, so recordings do not hold it.
// VL_ERROR_ARGUMENT unless the samples are those of an external device.
VL_API VL_WARN_UNUSED vlResult vlSimulation_DeviceWritten(vlSimulation* simulation, int i,
                                                          vlResult result) VL_REALTIME;
// True while the samples are those of an external device.
VL_API bool vlSimulation_IsOutside(const vlSimulation* simulation, int i) VL_REALTIME;
// Like vlWorld_GetEnergy, except that the energy of gravity is zero at the start of the simulation,
// and that the energy of springs and joints is that of now and only of those in the scene.
VL_API vlEnergy vlSimulation_GetEnergy(const vlSimulation* simulation) VL_REALTIME;

VL_END_C

#endif
