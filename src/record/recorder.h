// SPDX-License-Identifier: MIT
#ifndef VOLAR_RECORD_RECORDER_H
#define VOLAR_RECORD_RECORDER_H

// A recorder's two sides: the simulation's thread fills a ring (recorder.c), the writing thread
// empties it into the file (recorder_thread.c).

#include <pthread.h>
#include <stdatomic.h>

#include "base/arena.h"
#include "base/ring.h"
#include "record/chunk_writer.h"

// Head of a message in the ring; the chunk's payload follows.
typedef struct vlRecordMessage {
    uint32_t type;
    uint32_t zero;
    uint64_t lostBefore; // steps lost since the last message
} vlRecordMessage;

// Each side has its own cache lines. Each counter is atomic by itself, so that any thread may read
// it; no conclusion is drawn from one about another.

// Simulation's thread.
typedef struct vlRecordFeed {
    _Alignas(VL_CACHE_LINE) uint64_t index; // steps so far, including lost ones
    uint64_t stepCount;                     // of the world after the last step
    // Time since recording began: that of the last change of the step, and the steps since.
    double step, originTime; // s
    uint64_t originIndex;
    uint64_t unmarked; // lost steps that no message has reported yet
    _Atomic uint64_t steps, lostSteps, views;
    _Atomic size_t bufferPeak;
    vlEndChunk end;          // filled before `isStopping` is set, read by the thread after it
    _Atomic bool isStopping; // no more messages will come
} vlRecordFeed;

// Writing thread.
typedef struct vlRecordSink {
    _Alignas(VL_CACHE_LINE) _Atomic uint64_t bytes;
    vlChunkWriter writer;
    _Atomic int systemError;
} vlRecordSink;

struct vlRecorder {
    // Set at creation.
    const vlSimulation* simulation;
    vlRing* ring;
    size_t bufferSize; // of the ring
    vlBodyId* bodies;  // [bodyCount] that are recorded
    int bodyCount;
    int file;
    pthread_t thread;
    bool mayWait;

    vlRecordFeed feed;
    vlRecordSink sink;
};

// Starts the writing thread. Returns 0 or an errno.
int vlRecorder_StartThread(vlRecorder* recorder);

#endif
