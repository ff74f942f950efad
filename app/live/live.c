// SPDX-License-Identifier: MIT
#include "app/live/live.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <time.h>

#include "app/live/loop.h"

struct vlLive {
    pthread_t thread;
    vlLiveLoop loop; // of the thread, until it has ended
};

static void* run(void* user)
{
    vlLive* live = user;
    // The kernel may delay a wake-up by this many nanoseconds; the default is 50 us. If that cannot
    // be set, the run is only less punctual.
    prctl(PR_SET_TIMERSLACK, 1, 0, 0, 0);
    int slack = prctl(PR_GET_TIMERSLACK, 0, 0, 0, 0);
    live->loop.status.timerSlack = slack > 0 ? 1e-9 * slack : 0.0;
    while (vlLiveLoop_Turn(&live->loop)) {
    }
    vlLiveLoop_Finish(&live->loop);
    return NULL;
}

vlResult vlLive_Start(const vlLiveDef* def, vlLive** live)
{
    vlLive* l = calloc(1, sizeof *l);
    if (l == NULL) {
        return VL_ERROR_MEMORY;
    }
    vlResult r = vlLiveLoop_Init(&l->loop, def, vlLoopClock_System());
    if (r != VL_OK) {
        free(l);
        return r;
    }
    if (pthread_create(&l->thread, NULL, run, l) != 0) {
        // On failure the caller keeps what it passed in.
        l->loop.def.simulation = NULL;
        l->loop.def.scene = NULL;
        l->loop.def.recording = NULL;
        memset(l->loop.devices.real, 0, sizeof l->loop.devices.real);
        vlLiveLoop_Destroy(&l->loop);
        free(l);
        return VL_ERROR_MEMORY;
    }
    pthread_setname_np(l->thread, "volar-run");
    *live = l;
    return VL_OK;
}

void vlLive_Stop(vlLive* live, vlLiveStatus* status)
{
    vlLoopMessage end = {.isEnd = true};
    // The thread empties the queue at every turn, so there will soon be room.
    while (!vlRing_Write(live->loop.messages, &end, sizeof end)) {
        nanosleep(&(struct timespec){0, 1000000}, NULL);
    }
    pthread_join(live->thread, NULL);
    if (status != NULL) {
        *status = live->loop.status;
    }
}

void vlLive_Destroy(vlLive* live)
{
    if (live != NULL) {
        vlLiveLoop_Destroy(&live->loop);
        free(live);
    }
}

int vlLive_SetPriority(vlLive* live, int priority)
{
    struct sched_param parameters = {.sched_priority = priority};
    return pthread_setschedparam(live->thread, SCHED_FIFO, &parameters);
}

bool vlLive_Send(vlLive* live, const vlViewerCommand* command)
{
    vlLoopMessage message = {.isEnd = false, .command = *command};
    return vlRing_Write(live->loop.messages, &message, sizeof message);
}

bool vlLive_TakeStatus(vlLive* live, vlLiveStatus* status)
{
    size_t size;
    const void* newest = vlLatest_Take(live->loop.statuses, &size);
    if (newest == NULL) {
        return false;
    }
    memcpy(status, newest, sizeof *status);
    return true;
}
