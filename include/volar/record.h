// SPDX-License-Identifier: MIT
#ifndef VOLAR_RECORD_H
#define VOLAR_RECORD_H

// Recordings: a run on disk, step by step. A recording holds its scene as text, all inputs, every
// body's pose and velocity at every step in full precision, and views for playing back; so it can
// be looked at, exported, and checked bit for bit against a new simulation. The layout is in
// docs/recordings.md. A file cut off anywhere is readable up to its last whole part.

#include "volar/view.h"

typedef struct vlRecorder vlRecorder;
typedef struct vlRecording vlRecording;

typedef struct vlRecorderDef {
    size_t bufferSize; // bytes between the simulation and the disk; 0: 64 MiB
    bool mayWait;      // a full buffer makes the simulation wait instead of losing steps
    bool isTwoRate;    // contacts are found at a rate of their own: cannot be repeated
} vlRecorderDef;

typedef struct vlRecorderStatus {
    uint64_t steps;     // taken over for writing
    uint64_t lostSteps; // not taken over: the buffer was full
    uint64_t views;
    uint64_t bytes;    // on disk
    int systemError;   // errno of the first failed write, e.g. ENOSPC; 0: none. Nothing more is
                       // written after it; what is on disk stays readable.
    size_t bufferPeak; // bytes
} vlRecorderStatus;

typedef struct vlRecordingInfo {
    uint32_t version; // of the format
    char program[32]; // version of the library that wrote it
    uint64_t sceneHash;
    uint64_t steps, views; // readable
    uint64_t inputs;
    uint64_t lostSteps;         // counted by the recorder
    double step;                // s
    double firstTime, lastTime; // s since recording began, of the first and last step or view
    int bodyCount;              // recorded per step: all but static ones
    uint64_t bytes;             // of the file
    uint64_t unreadableBytes;   // after the last whole part
    bool isComplete;            // ended by vlRecorder_Close
    bool isTwoRate;             // of a run of two rates: simulating again gives other bits
} vlRecordingInfo;

// State of one body at one step.
typedef struct vlRecordedBody {
    vlPose pose;
    vlTwist twist;
} vlRecordedBody;

typedef struct vlRecordedStep {
    uint64_t index;     // of the step since recording began, lost ones counted; never goes back
    uint64_t stepCount; // of the world after the step; starts again after a restart
    double time;        // s
    int inputCount;     // taken by this step; vlRecording_GetInput tells which
    const vlRecordedBody* bodies; // [bodyCount]; vlRecording_GetBodyPlace tells which
} vlRecordedStep;

// How a recording compares with a simulation made from its scene and inputs.
typedef struct vlReplayReport {
    uint64_t stepsCompared;
    bool isEqual;             // all poses and velocities, to the last bit
    uint64_t firstDifference; // index of the step, if not equal
    int body;                 // place in the scene
    double distance;          // m, between the two positions there
    bool hasGaps;             // steps were lost: comparing stops at the first gap
} vlReplayReport;

VL_BEGIN_C

// Starts a file and the thread that writes it; the simulation must outlive it. VL_ERROR_IO with
// `message` if it cannot be created. The simulation must live until the recorder is closed. `def`
// may be NULL.
VL_API VL_WARN_UNUSED vlResult vlRecorder_Create(const char* path, const vlSimulation* simulation,
                                                 const vlRecorderDef* def, vlRecorder** recorder,
                                                 char* message, size_t messageSize);
// Simulation's thread, after each step. VL_ERROR_FULL: this step is lost (and counted).
// VL_ERROR_IO: the disk failed earlier; nothing is recorded any more.
VL_API vlResult vlRecorder_AddStep(vlRecorder* recorder,
                                   const vlSimulation* simulation) VL_REALTIME;
// Simulation's thread: a view (vlView_Write) of the last step, about 60 a second.
VL_API vlResult vlRecorder_AddView(vlRecorder* recorder, const void* view, size_t size) VL_REALTIME;
// Any thread.
VL_API vlRecorderStatus vlRecorder_GetStatus(const vlRecorder* recorder) VL_REALTIME;
// Simulation's thread: writes all that is left, ends the file and the thread, and frees the
// recorder (NULL is allowed). `status` may be NULL. VL_ERROR_IO if anything could not be written.
VL_API vlResult vlRecorder_Close(vlRecorder* recorder, vlRecorderStatus* status);

// Opens a recording. VL_ERROR_IO, VL_ERROR_PARSE (not a recording, or of another version) with
// `message`.
VL_API VL_WARN_UNUSED vlResult vlRecording_Open(const char* path, vlRecording** recording,
                                                char* message, size_t messageSize);
VL_API void vlRecording_Close(vlRecording* recording);
VL_API vlRecordingInfo vlRecording_GetInfo(const vlRecording* recording);
// The scene's text.
VL_API const char* vlRecording_GetSceneText(const vlRecording* recording, size_t* size);
// Place in the scene of the i-th recorded body, or -1.
VL_API int vlRecording_GetBodyPlace(const vlRecording* recording, int i);
VL_API VL_WARN_UNUSED vlResult vlRecording_GetStep(const vlRecording* recording, uint64_t index,
                                                   vlRecordedStep* step);
// The i-th input that step `index` took.
VL_API VL_WARN_UNUSED vlResult vlRecording_GetInput(const vlRecording* recording, uint64_t index,
                                                    int i, vlInput* input);
// The i-th view; its bytes start with a vlViewHeader.
VL_API VL_WARN_UNUSED vlResult vlRecording_GetView(const vlRecording* recording, uint64_t index,
                                                   const void** view, size_t* size);
// Simulated time of a view since recording began, s; goes on through restarts. 0 out of range.
VL_API double vlRecording_GetViewTime(const vlRecording* recording, uint64_t index);
// Last view at or before `time` (s of simulated time since the start of the recording), by
// bisection; the first one if none is.
VL_API uint64_t vlRecording_FindView(const vlRecording* recording, double time);
// Simulates again and compares. VL_ERROR_PARSE if the scene cannot be read any more,
// VL_ERROR_MISMATCH if this version of the library reads another scene from its text.
VL_API VL_WARN_UNUSED vlResult vlRecording_Verify(const vlRecording* recording,
                                                  vlReplayReport* report, char* message,
                                                  size_t messageSize);

VL_END_C

#endif
