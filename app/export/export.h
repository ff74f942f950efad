// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_EXPORT_EXPORT_H
#define VOLAR_APP_EXPORT_EXPORT_H

// A recording for other programs: tables (CSV) and MCAP, which robotics viewers open. Both are
// written from the same frames. A recording contains poses and velocities of every step, but
// contacts, joints and haptic devices only in its views. For every step, these and the energies
// come from simulating the recording again, as long as that gives the recorded bits.

#include <volar/record.h>

typedef struct vlExportContact {
    int bodyA, bodyB; // places in the scene
    vlFrictionMode mode;
    vlVec3 origin, normal, centre;
    double normalForce; // N
    vlVec3 friction;    // N, on B
    double frictionTorque;
    double area, depth;
} vlExportContact;

// The state of a haptic device, as in vlRendererReport.
typedef struct vlExportDevice {
    vlHoldKind hold;
    int body;                   // place in the scene; -1: nothing held
    uint32_t flags;             // VL_VIEW_OUTSIDE, ...
    uint32_t governor;          // flags of vlGovernor_Apply
    uint32_t buttons;           // one bit each
    vlPose pose, held;          // world, of the device and of the grasp
    vlWrench felt;              // world
    vlWrench sent;              // in the world's directions, N and N m of the device
    double port[VL_PORT_COUNT]; // J
    // Not contained in views.
    bool isWhole;          // the following fields are set
    double unpaid;         // J
    bool isNew;            // measured since the last frame
    vlDeviceSample sample; // device frame
} vlExportDevice;

// One exported step.
typedef struct vlExportFrame {
    uint64_t step; // steps since recording began, this one included
    double time;   // s since recording began
    const vlRecordedBody* bodies;
    int bodyCount;
    // Contacts, joints, devices and energies: those of this step, of the newest view since the last
    // frame, or none.
    bool hasDetails;
    uint64_t detailStep;
    double detailTime;
    const vlExportContact* contacts;
    int contactCount;
    const vlJointReport* joints;   // in the scene's order; without frames
    int jointCount;                // fewer than the scene's if a view had no room for all
    const vlExportDevice* devices; // in the scene's order
    int deviceCount;
    double kinetic, potential; // J
} vlExportFrame;

typedef struct vlExportSource vlExportSource;

// `recording` must outlive the source; every n-th step becomes a frame. False with a message if the
// scene cannot be read.
bool vlExportSource_Open(const vlRecording* recording, uint64_t every, vlExportSource** source,
                         char* message, size_t messageSize);
void vlExportSource_Close(vlExportSource* source);
const vlScene* vlExportSource_GetScene(const vlExportSource* source);
// Place in the scene of the i-th body of a frame.
int vlExportSource_GetPlace(const vlExportSource* source, int i);
// The next frame, valid until the next call; false at the end, or at a failure.
bool vlExportSource_Next(vlExportSource* source, vlExportFrame* frame);
// Why there are no more frames although the recording goes on; NULL if it does not.
const char* vlExportSource_GetFailure(const vlExportSource* source);
// Why contacts and the other details come from views after some step; "" if they do not.
const char* vlExportSource_GetWarning(const vlExportSource* source);

typedef struct vlExportCounts {
    uint64_t frames, contacts;
} vlExportCounts;

// Finds the first of the tables to be written that exists already.
bool vlExport_FindTable(const vlExportSource* source, const char* folder, char* path, size_t size);
// Is the file one of the tables that would be written into the folder?
bool vlExport_IsTable(const vlExportSource* source, const char* folder, const char* file);
// Writes bodies.csv, contacts.csv and energy.csv into a folder, which is created if necessary. A
// scene with joints also gets joints.csv; one with devices gets devices.csv and, for each device,
// device_NAME.csv, which the device "replay" plays. False with a message if that fails.
bool vlExport_WriteCsv(vlExportSource* source, const char* folder, vlExportCounts* counts,
                       char* message, size_t messageSize);
// Writes one MCAP file with JSON messages: /tf and /scene for a 3D view, /contacts, /joints
// and /devices (of a scene that has some), /status.
bool vlExport_WriteMcap(vlExportSource* source, const char* path, vlExportCounts* counts,
                        char* message, size_t messageSize);

#endif
