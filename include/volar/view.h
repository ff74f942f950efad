// SPDX-License-Identifier: MIT
#ifndef VOLAR_VIEW_H
#define VOLAR_VIEW_H

// One moment of a simulation as bytes, for viewers and recordings: poses, contacts with their
// polygons and pressures, grabs, joints, devices, and the state of the run. It is little-endian,
// has no padding beyond what is written here, and uses floats where a picture needs no more
// (docs/viewer.md shows the layout as a table).
//
//   vlViewHeader
//   vlViewBody    [bodyCount]     in the scene's order
//   vlViewContact [contactCount]
//   vlViewVertex  [vertexCount]   the contacts' polygons one after the other
//   vlViewGrab    [grabCount]
//   vlViewTail
//   vlViewJoint   [jointCount]    in the scene's order
//   vlViewHaptic
//   vlViewDevice  [deviceCount]   in the scene's order
//   double        [parameterCount] present values, in the scene's order (parameter.h)
//   vlViewPlane                   of a planar scene only
//   vlViewMechanism [deviceCount] likewise, in the scene's order
//   vlViewSampling                of a scene with surfaces only (VL_VIEW_SAMPLED)
//   vlViewSample  [sampleCount]   likewise
//
// All parts are multiples of 8 bytes long.

#include "volar/port_ledger.h"
#include "volar/simulation.h"

#define VL_VIEW_MAGIC 0x31574c56u // "VLW1"
// Step times are counted in bins of a quarter octave: bin i begins at 0.25 us 2^(i/4). The first
// bin also counts shorter times, the last bin also longer ones.
#define VL_VIEW_BINS 80

// Flags of a view.
#define VL_VIEW_PAUSED 1u
#define VL_VIEW_PLAYBACK 2u  // of a recording
#define VL_VIEW_TRUNCATED 4u // some contacts or joints did not fit
#define VL_VIEW_SAMPLED 8u   // the scene has surfaces: the view ends with their near samples

// Flags of a body.
#define VL_VIEW_ASLEEP 1u
#define VL_VIEW_FROZEN 2u // its state had left the range of numbers (math.h)
#define VL_VIEW_LEFT 4u   // it is far outside the scene (vlSimulation_HasLeft)

// The state of the run, filled in by the program that runs the simulation.
typedef struct vlViewStatus {
    uint32_t flags;
    uint32_t missedDeadlines;
    double wallTime;  // s since the run began
    double speed;     // wanted: simulated seconds per second; 0: as fast as possible
    double rate;      // reached recently: steps per second
    double firstTime; // s, start of what can be shown: the recording's first view
    double lastTime;  // s, end of what can be shown; in a live run the current time
    uint32_t stepTimes[VL_VIEW_BINS]; // histogram of all steps so far
} vlViewStatus;

typedef struct vlViewHeader {
    uint32_t magic; // VL_VIEW_MAGIC
    uint32_t size;  // bytes of the whole view
    uint32_t bodyCount, contactCount, vertexCount, grabCount;
    uint64_t stepCount;
    double time;            // s, simulated
    double step;            // s
    double kineticEnergy;   // J
    double potentialEnergy; // J: gravity, springs and joints
    double normalForce;     // N, sum over all contacts
    double frictionForce;   // N, sum of the magnitudes
    double deepest;         // m, deepest contact
    vlViewStatus status;
} vlViewHeader;

typedef struct vlViewBody {
    float position[3]; // m, of the shape's frame
    float rotation[4]; // x, y, z, w
    float velocity[3]; // m/s, of the centre of mass
    float spin[3];     // rad/s
    float force[3];    // N, sum of the contacts
    float torque[3];   // N m, about the centre of mass
    uint32_t flags;
} vlViewBody;

typedef struct vlViewContact {
    uint16_t bodyA, bodyB; // places in the scene
    uint8_t mode;          // vlFrictionMode
    uint8_t unused;
    uint16_t vertexCount; // of its polygon; 0: a point contact
    float origin[3];      // m
    float normal[3];      // from A to B
    float centre[3];      // m, centre of pressure
    float normalForce;    // N
    float friction[3];    // N, on B
    float frictionTorque; // N m, on B about the normal
    float area;           // m2
    float depth;          // m
} vlViewContact;

// A corner of a contact polygon with the pressure there. The pressure is taken as linear over the
// polygon, such that it gives the contact's force and centre of pressure, but at least 0.
typedef struct vlViewVertex {
    float position[3]; // m
    float pressure;    // Pa
} vlViewVertex;

typedef struct vlViewGrab {
    uint32_t grab;
    uint32_t body;
    float point[3];  // m, where it holds
    float target[3]; // m, where it pulls to
    float force[3];  // N, on the body
    float unused;
} vlViewGrab;

// What the step did as a whole.
typedef struct vlViewTail {
    uint32_t jointCount;
    uint32_t integrator; // vlIntegrator
    // As in vlStepInfo; 0 with an explicit integrator.
    uint32_t islandCount, largestIsland, solves, unsettledIslands, iterativeIslands, asleepBodies;
    vlLedger ledger; // J
} vlViewTail;

// A joint after the last step, as in vlJointReport. Its place follows from the poses of its bodies
// and the frames in the scene (vlView_WriteScene).
typedef struct vlViewJoint {
    float position[VL_MAX_JOINT_AXES];   // rad or m
    float velocity[VL_MAX_JOINT_AXES];   // rad/s or m/s
    float motorForce[VL_MAX_JOINT_AXES]; // N m or N, on B
    float limitForce[VL_MAX_JOINT_AXES];
    float frictionForce[VL_MAX_JOINT_AXES];
    float force[3];  // N, whole force of the joint on B
    float torque[3]; // N m, about the origin of B's frame
    float gap;       // m
    float twist;     // rad
    float energy;    // J
} vlViewJoint;

// Stages of a tick, in order. INTEGRATE is the part of the world's step that is in no other stage.
#define VL_STAGE_MAP(X)                                                                            \
    X(VL_STAGE_READ, "read device")                                                                \
    X(VL_STAGE_BROADPHASE, "near pairs")                                                           \
    X(VL_STAGE_COLLIDE, "contact volumes")                                                         \
    X(VL_STAGE_CONTACT, "contact forces")                                                          \
    X(VL_STAGE_SOLVE, "solve")                                                                     \
    X(VL_STAGE_INTEGRATE, "integrate")                                                             \
    X(VL_STAGE_WRITE, "write device")

typedef enum vlStage {
#define VL_STAGE_ENUM(stage, name) stage,
    VL_STAGE_MAP(VL_STAGE_ENUM)
#undef VL_STAGE_ENUM
        VL_STAGE_COUNT
} vlStage;

// How punctual the run is, in addition to vlViewStatus; filled in by the program that runs the
// simulation. Zero where nothing is known.
typedef struct vlViewTiming {
    uint32_t lateTimes[VL_VIEW_BINS];   // histogram of how late steps began; bins as in stepTimes
    double worstStep;                   // us, from reading the devices to writing them
    double worstLateness;               // us
    double worstStages[VL_STAGE_COUNT]; // us, of the longest step
    // With two rates; contactRate 0: contacts are found in every step.
    double contactRate;    // at which contacts are found, times per simulated second
    double packetAge;      // s, of the contacts of the last step
    double worstPacketAge; // s
} vlViewTiming;

typedef struct vlViewHaptic {
    uint32_t deviceCount;
    uint32_t parameterCount;
    vlViewTiming timing;
} vlViewHaptic;

// Flags of a device.
#define VL_VIEW_OUTSIDE 1u   // its samples are those of an external device
#define VL_VIEW_CLUTCHED 2u  // it moves alone, without what it holds
#define VL_VIEW_SILENT 4u    // it could not be read
#define VL_VIEW_CONNECTED 8u // an external device has been attached

// A device after the last step, as in vlRendererReport.
typedef struct vlViewDevice {
    uint32_t hold; // vlHoldKind
    uint32_t body; // place in the scene; UINT32_MAX: nothing held
    uint32_t flags;
    uint32_t governor;          // flags of vlGovernor_Apply in the last step
    uint32_t trips;             // spells of all causes so far
    uint32_t buttons;           // one bit per button
    float position[3];          // m, world, of the device as the world sees it
    float rotation[4];          // x, y, z, w
    float heldAt[3];            // m, world, of the grasp
    float heldRotation[4];      // x, y, z, w, of the grasp
    float felt[3];              // N, world, on the hand before any limit
    float feltTorque[3];        // N m
    float sent[3];              // N, world axes, sent to the device after all limits
    float sentTorque[3];        // N m
    float maxForce;             // N, limit of the governor; 0: none is rendered
    float maxTorque;            // N m, likewise
    double port[VL_PORT_COUNT]; // J, net, into the virtual part (port_ledger.h)
    double unpaid;              // J, most that the hand received beyond what the world gave
} vlViewDevice;

// Of a planar scene (planar.h).
typedef struct vlViewPlane {
    double speedLimit; // m/s, within which nothing passes through anything
    double fastest;    // m/s, fastest point of any body
    uint64_t fastSteps;
    double swing;      // rad, of the stiffest contact in a step
    double wallEnergy; // J, stored in wall laws, roughly
    vlLedger2 ledger;  // J
} vlViewPlane;

// The pantograph of a device, in the world's frame. All zeros if the device is not a simulated
// pantograph, or while an external one is in use.
typedef struct vlViewMechanism {
    uint32_t isThere;
    uint32_t cutWrites; // so far, beyond the motors' limit
    float motors[4][2]; // m
    float elbows[4][2]; // m
    float ends[2][2];   // m, of the two linkages
    float handle[3];    // m, m, rad
    float torques[4];   // N m
    float mostTorque;   // N m, limit of a motor
    float hand[3];      // N, N, N m: the hand's wrench on the handle, estimated
    float intention[2]; // m, where the person wants to be
    float closure;      // m, by which the encoders contradict each other
} vlViewMechanism;

// Largest number of samples of surfaces in a view. If there are more, a view has every second one,
// every third one, ...
#define VL_VIEW_MAX_SAMPLES 1024
// Largest number of triangles of a surface whose patches are written with the scene
// (vlView_WriteScene).
#define VL_VIEW_MAX_PATCHES 200000

// Flags of a sample.
#define VL_VIEW_PRESSING 1u
#define VL_VIEW_SLIPPING 2u

// How many samples of surfaces are near another body (surface.h).
typedef struct vlViewSampling {
    uint32_t sampleCount; // in this view
    uint32_t nearCount;   // in the last step
} vlViewSampling;

// One of them, after the last step.
typedef struct vlViewSample {
    float point[3];    // m, world, where its force acts
    float radius;      // m, of a disc as large as the area that it stands for
    float normalForce; // N
    uint16_t body;     // place in the scene of the body whose sample it is
    uint16_t flags;
} vlViewSample;

VL_BEGIN_C

// A size of buffer, at most 4 MiB, with room for usual views of this simulation. Contacts and
// joints that do not fit into a buffer are left out, and VL_VIEW_TRUNCATED is set.
VL_API size_t vlView_GetCapacity(const vlSimulation* simulation) VL_REALTIME;
// Writes the state after the last step. `status` and `timing` may be NULL. Returns the number of
// bytes written, 0 if not even the parts without contacts and joints fit. `buffer` must be aligned
// to 8 bytes.
VL_API size_t vlView_Write(const vlSimulation* simulation, const vlViewStatus* status,
                           const vlViewTiming* timing, void* buffer, size_t capacity) VL_REALTIME;
// The tail of a complete view; the joints follow it.
VL_API const vlViewTail* vlView_GetTail(const vlViewHeader* view) VL_REALTIME;
// The haptic part of a complete view; the devices follow it, and then the parameters.
VL_API const vlViewHaptic* vlView_GetHaptic(const vlViewHeader* view) VL_REALTIME;
// The planar part of a complete view, NULL if the scene is not planar; the mechanisms follow it.
VL_API const vlViewPlane* vlView_GetPlane(const vlViewHeader* view) VL_REALTIME;
// The samples' part of a complete view, NULL if the scene has no surfaces; the samples follow it.
VL_API const vlViewSampling* vlView_GetSampling(const vlViewHeader* view) VL_REALTIME;
// One or two words, e.g. "solve"; never NULL.
VL_API const char* vlStage_Name(vlStage stage) VL_REALTIME;

// Writes what does not change while a scene runs, as JSON: names, colours, shapes with vertices and
// faces, how large a patch of a surface each sample stands for, masses, materials, springs, joints,
// devices, parameters (docs/viewer.md). Allocates; free the text with vlScene_FreeText.
VL_API VL_WARN_UNUSED vlResult vlView_WriteScene(const vlSimulation* simulation, char** json,
                                                 size_t* size);

VL_END_C

#endif
