// SPDX-License-Identifier: MIT
// The side of a recorder that waits for the disk.

#include <time.h>

#include "base/clock.h"
#include "base/helper_thread.h"
#include "record/recorder.h"

// How often the thread looks into the ring. The simulation cannot wake it: that would be a system
// call in its loop. The ring must hold what arrives in this time and during a write.
#define POLL_NS 2000000L
// Small chunks are gathered for this long. If the machine fails, this much is lost, and a reader of
// the growing file may have to wait this long.
#define FLUSH_NS 20e6

static void sleepOnce(void)
{
    struct timespec pause = {0, POLL_NS};
    (void)clock_nanosleep(CLOCK_MONOTONIC, 0, &pause, NULL);
}

static void markLost(vlChunkWriter* writer, uint64_t count)
{
    if (count > 0) {
        vlLostChunk lost = {count};
        vlChunkWriter_Add(writer, VL_CHUNK_LOST, &lost, sizeof lost);
    }
}

static void reportProgress(vlRecorder* recorder)
{
    atomic_store_explicit(&recorder->sink.bytes, recorder->sink.writer.bytes, memory_order_relaxed);
    atomic_store_explicit(&recorder->sink.systemError, recorder->sink.writer.systemError,
                          memory_order_relaxed);
}

// Takes everything in the ring, after a failure too, so that the simulation finds room.
static void drain(vlRecorder* recorder)
{
    const unsigned char* bytes;
    size_t size;
    while ((bytes = vlRing_Peek(recorder->ring, &size)) != NULL) {
        const vlRecordMessage* message = (const void*)bytes;
        uint64_t before = recorder->sink.writer.bytes;
        markLost(&recorder->sink.writer, message->lostBefore);
        vlChunkWriter_Add(&recorder->sink.writer, (vlChunkType)message->type, message + 1,
                          size - sizeof *message);
        vlRing_Drop(recorder->ring);
        if (recorder->sink.writer.bytes != before || recorder->sink.writer.systemError != 0) {
            reportProgress(recorder);
        }
    }
}

static void* runThread(void* user)
{
    vlRecorder* recorder = user;
    vlChunkWriter* writer = &recorder->sink.writer;
    double flushed = vlClock_Now();
    bool isStopping = false;
    while (!isStopping) {
        // Read before the ring: everything that was put in before the flag was set is then seen
        // too.
        isStopping = atomic_load_explicit(&recorder->feed.isStopping, memory_order_acquire);
        drain(recorder);
        double now = vlClock_Now();
        if (now - flushed >= FLUSH_NS) {
            vlChunkWriter_Flush(writer);
            reportProgress(recorder);
            flushed = now;
        }
        if (!isStopping) {
            sleepOnce();
        }
    }
    markLost(writer, recorder->feed.unmarked);
    vlChunkWriter_Add(writer, VL_CHUNK_END, &recorder->feed.end, sizeof recorder->feed.end);
    vlChunkWriter_Close(writer);
    reportProgress(recorder);
    return NULL;
}

int vlRecorder_StartThread(vlRecorder* recorder)
{
    return vlHelperThread_Start(&recorder->thread, runThread, recorder);
}
