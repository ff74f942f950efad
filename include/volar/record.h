// SPDX-License-Identifier: MIT
#ifndef VOLAR_RECORD_H
#define VOLAR_RECORD_H

// Recordings: a run on disk, step by step. A recording holds its scene as text, all inputs, the
// pose and velocity of every body that is not static at every step in full precision, and views for
// playback. It can be played back, exported, and compared bit for bit with a new simulation.
// docs/recordings.md describes the layout. A file that was cut off is readable up to its last
// complete part.

#include "volar/view.h"

typedef struct vlRecorder vlRecorder;
typedef struct vlRecording vlRecording;

typedef struct vlRecorderDef {
    size_t bufferSize; // bytes between the simulation and the disk; 0: 64 MiB
    bool mayWait;      // a full buffer makes the simulation wait instead of losing steps: no longer
                       // real-time
    bool isTwoRate;    // the run has two rates (two_rate.h), so it cannot be repeated bit for bit
    bool mustBeNew;    // VL_ERROR_IO if the file exists already
} vlRecorderDef;

typedef struct vlRecorderStatus {
    uint64_t steps;     // accepted for writing
    uint64_t lostSteps; // not accepted because the buffer was full
    uint64_t views;     // accepted for writing
    uint64_t bytes;     // on disk
    int systemError;    // errno of the first failed write, e.g. ENOSPC; 0: none. Nothing more is
                        // written after it; what is on disk stays readable.
    size_t bufferPeak;  // bytes, most that was in the buffer so far
    // After vlRecorder_Close: errno why the file could not take its name at the end, e.g. EEXIST
    // because another file has got it meanwhile; 0: it has its name, or there was nothing to keep.
    int nameError;
    int part; // which file has the recording then: 1 is .part, n is .partn
} vlRecorderStatus;

typedef struct vlRecordingInfo {
    uint32_t version; // of the format
    char program[32]; // version of the library that wrote the file
    uint64_t sceneHash;
    uint64_t steps, views; // readable
    uint64_t inputs;
    uint64_t lostSteps;         // counted by the recorder
    double step;                // s, of the first step; a parameter may change it later
    double firstTime, lastTime; // s since recording began, of the first and last step or view
    int bodyCount;              // recorded per step: all but static ones
    uint64_t bytes;             // of the file
    uint64_t unreadableBytes;   // after the last complete part
    bool isComplete;            // ended by vlRecorder_Close
    bool isTwoRate;             // of a run with two rates: simulating again gives other bits
} vlRecordingInfo;

// State of one body at one step.
typedef struct vlRecordedBody {
    vlPose pose;
    vlTwist twist;
} vlRecordedBody;

typedef struct vlRecordedStep {
    uint64_t index;     // of the step since recording began, counting lost steps; never goes back
    uint64_t stepCount; // of the world after the step; starts again after a restart
    double time;        // s, simulated, after the step; starts again after a restart
    double recorded;    // s of simulated time since recording began; never goes back
    int inputCount;     // inputs that this step took; vlRecording_GetInput reads them
    const vlRecordedBody* bodies; // [bodyCount]; vlRecording_GetBodyPlace says which bodies
} vlRecordedStep;

// How a recording compares with a simulation made from its scene and inputs.
typedef struct vlReplayReport {
    uint64_t stepsCompared;
    bool isEqual;             // all poses and velocities, to the last bit
    uint64_t firstDifference; // index of the step, if not equal
    int body;                 // the first that differs, as its place in the scene; -1: none
    double time;              // s since recording began, of that step
    double distance;          // m, between the two positions of that body
    bool hasGaps;             // steps are missing: the comparison stops at the first gap
} vlReplayReport;

VL_BEGIN_C

// Creates a file and starts the thread that writes it. Until vlRecorder_Close the name of the file
// is `path` with .part, .part2 ... appended (docs/recordings.md). It replaces the file that has the
// name now, but none that gets the name later. The simulation must live until the recorder is
// closed. `def` may be NULL. VL_ERROR_IO if the file or the thread cannot be created; `message`
// (may be NULL) says why. Allocates.
VL_API VL_WARN_UNUSED vlResult vlRecorder_Create(const char* path, const vlSimulation* simulation,
                                                 const vlRecorderDef* def, vlRecorder** recorder,
                                                 char* message, size_t messageSize);
// For the simulation's thread, after each step. VL_ERROR_FULL: this step is lost and counted as
// lost. VL_ERROR_IO: a write failed earlier and recording has ended. VL_ERROR_ARGUMENT for another
// simulation. It waits only with mayWait.
VL_API vlResult vlRecorder_AddStep(vlRecorder* recorder,
                                   const vlSimulation* simulation) VL_REALTIME;
// For the simulation's thread: adds a view (vlView_Write) of the last step; about 60 views a second
// suffice. The same errors, VL_ERROR_ARGUMENT if it is not a view; a lost view is not counted.
VL_API vlResult vlRecorder_AddView(vlRecorder* recorder, const void* view, size_t size) VL_REALTIME;
// Any thread.
VL_API vlRecorderStatus vlRecorder_GetStatus(const vlRecorder* recorder) VL_REALTIME;
// For the simulation's thread: writes what is left, ends the file and the thread, and frees the
// recorder (NULL is allowed). `status` may be NULL. VL_ERROR_IO if anything could not be written,
// or the file could not take its name.
VL_API vlResult vlRecorder_Close(vlRecorder* recorder, vlRecorderStatus* status);

// Opens a recording. On VL_ERROR_IO or VL_ERROR_PARSE (not a recording, or one of another version)
// `message` says why.
VL_API VL_WARN_UNUSED vlResult vlRecording_Open(const char* path, vlRecording** recording,
                                                char* message, size_t messageSize);
VL_API void vlRecording_Close(vlRecording* recording);
VL_API vlRecordingInfo vlRecording_GetInfo(const vlRecording* recording);
// The scene's text.
VL_API const char* vlRecording_GetSceneText(const vlRecording* recording, size_t* size);
// Place in the scene of the i-th recorded body, or -1.
VL_API int vlRecording_GetBodyPlace(const vlRecording* recording, int i);
// The step at place `index` among those in the file, 0 <= index < vlRecordingInfo.steps.
VL_API VL_WARN_UNUSED vlResult vlRecording_GetStep(const vlRecording* recording, uint64_t index,
                                                   vlRecordedStep* step);
// The i-th input that the step at place `index` took.
VL_API VL_WARN_UNUSED vlResult vlRecording_GetInput(const vlRecording* recording, uint64_t index,
                                                    int i, vlInput* input);
// The view at place `index`; its bytes start with a vlViewHeader.
VL_API VL_WARN_UNUSED vlResult vlRecording_GetView(const vlRecording* recording, uint64_t index,
                                                   const void** view, size_t* size);
// Simulated time of a view since recording began, s; it goes on through restarts. 0 out of range.
VL_API double vlRecording_GetViewTime(const vlRecording* recording, uint64_t index);
// Steps since recording began, lost ones included, before a view. 0 out of range.
VL_API uint64_t vlRecording_GetViewStep(const vlRecording* recording, uint64_t index);
// The last view at or before `time` (s of simulated time since recording began), by bisection; the
// first view if there is none.
VL_API uint64_t vlRecording_FindView(const vlRecording* recording, double time);
// Simulates the run again and compares. VL_ERROR_PARSE if this version of the library cannot read
// the scene, VL_ERROR_MISMATCH if it reads another scene from the text.
VL_API VL_WARN_UNUSED vlResult vlRecording_Verify(const vlRecording* recording,
                                                  vlReplayReport* report, char* message,
                                                  size_t messageSize);

VL_END_C

#endif
