// SPDX-License-Identifier: MIT
#ifndef VOLAR_TESTS_RECORDINGS_H
#define VOLAR_TESTS_RECORDINGS_H

// Simulations to record, files to record to, and bytes of files. Every function fails the running
// test on an error.

#include "volar/volar.h"

// Room between a simulation and the disk for all that a test records. Clearing the default of 64 MB
// takes longer than most runs here, most of all under a sanitizer.
#define VL_TEST_BUFFER ((size_t)4 << 20)
extern const vlRecorderDef vlTestRecorder;

// Boxes in rows on a floor, dropped from just above it, 1 ms.
typedef struct vlTestRun {
    vlScene* scene;
    vlSimulation* simulation;
    void* view; // of `viewCapacity` bytes
    size_t viewCapacity;
} vlTestRun;

vlTestRun vlTestRun_Open(int boxes);
void vlTestRun_Close(vlTestRun* run);

// A name for a file that does not exist, in the current folder; give it back with
// vlTestFile_Remove.
char* vlTestFile_Name(void);
void vlTestFile_Remove(char* name);
// The same for a file in memory: with thousands of rewritten files tests would wait for the disk.
char* vlTestFile_InMemory(void);
// Whole files.
unsigned char* vlTestFile_Read(const char* name, size_t* size);
void vlTestFile_Write(const char* name, const void* bytes, size_t size);

// Makes one step of the run and records it, with a grab (which grabs the first box, pulls, lets go;
// restarts at step 60 of every 100), and with a view in every 16th step.
void vlTestRun_Step(vlTestRun* run, vlRecorder* recorder, int step);
// Records `steps` such steps in a new file; returns its name.
char* vlTestRun_Record(vlTestRun* run, int steps);

vlRecording* vlTestRun_OpenRecording(const char* name);

#endif
