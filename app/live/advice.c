// SPDX-License-Identifier: MIT
#include "app/live/advice.h"

#include <stdio.h>
#include <string.h>

#include "base/histogram.h"

// Idle states that the processor leaves within this time do not matter at 1 kHz, s.
#define HARMLESS_LATENCY 20e-6
// The kernel's default slack is 50 us; what the run asks for is far below this, s.
#define HARMLESS_SLACK 5e-6
// On real hardware an ordinary kernel nearly always wakes a thread up within this time, us. If it
// takes longer, the host or other users of the machine are to blame.
#define ORDINARY_LATENESS 200.0

vlAdviceFacts vlAdvice_Facts(const vlMachine* machine, const vlLiveStatus* status)
{
    vlAdviceFacts facts = {.machine = *machine, .timerSlack = status->timerSlack};
    if (status->steps > 0 && status->view.speed > 0.0) {
        facts.period = 1e6 * status->step / status->view.speed;
        facts.compute = vlHistogram_FindPercentile(status->view.stepTimes, 0.999);
        facts.lateness = vlHistogram_FindPercentile(status->timing.lateTimes, 0.999);
        facts.device =
            status->timing.worstStages[VL_STAGE_READ] + status->timing.worstStages[VL_STAGE_WRITE];
        facts.longest = status->timing.worstStep;
    }
    return facts;
}

static bool isGranted(vlDemand demand)
{
    return demand.isAsked && demand.error == 0;
}

static bool isSlow(const vlAdviceFacts* f)
{
    return f->period > 0.0 && f->compute > f->period;
}

// Do steps mostly wait for devices? Judged by the longest one.
static bool isWaiting(const vlAdviceFacts* f)
{
    return f->device > 0.5 * f->longest;
}

static bool stands(vlAdvice advice, const vlAdviceFacts* f)
{
    const vlMachine* m = &f->machine;
    switch (advice) {
    case VL_ADVICE_DEVICE: return isSlow(f) && isWaiting(f);
    case VL_ADVICE_SCENE: return isSlow(f) && !isWaiting(f);
    case VL_ADVICE_CORES: return m->cores == 1;
    case VL_ADVICE_FIFO: return !isGranted(m->fifo);
    case VL_ADVICE_LOCK: return !isGranted(m->lock);
    case VL_ADVICE_GOVERNOR: return m->governor[0] != '\0';
    case VL_ADVICE_IDLE: return m->idleLatency > HARMLESS_LATENCY && !isGranted(m->awake);
    // A thread of SCHED_FIFO has no slack, whatever its setting says.
    case VL_ADVICE_SLACK: return f->timerSlack > HARMLESS_SLACK && !isGranted(m->fifo);
    case VL_ADVICE_KERNEL: return !m->isRealtimeKernel;
    case VL_ADVICE_VIRTUAL: return m->isVirtual && f->lateness > ORDINARY_LATENESS;
    case VL_ADVICE_CONTAINER:
        return m->isContainer && !m->isVirtual && f->lateness > ORDINARY_LATENESS;
    case VL_ADVICE_COUNT: break;
    }
    return false;
}

vlAdviceSet vlAdvice_Find(const vlAdviceFacts* facts)
{
    vlAdviceSet set = 0;
    for (int i = 0; i < VL_ADVICE_COUNT; ++i) {
        set |= stands((vlAdvice)i, facts) ? VL_ADVICE_BIT(i) : 0u;
    }
    return set;
}

vlAdviceSet vlAdvice_FindRefused(const vlAdviceFacts* facts)
{
    const vlMachine* m = &facts->machine;
    vlAdviceSet refused = (m->fifo.error != 0 ? VL_ADVICE_BIT(VL_ADVICE_FIFO) : 0u) |
                          (m->lock.error != 0 ? VL_ADVICE_BIT(VL_ADVICE_LOCK) : 0u) |
                          (m->awake.error != 0 ? VL_ADVICE_BIT(VL_ADVICE_IDLE) : 0u);
    return refused & vlAdvice_Find(facts);
}

static void writeFifo(const vlMachine* m, char* text, size_t size)
{
    int wanted = m->priority > 0 ? m->priority : VL_MACHINE_PRIORITY;
    if (m->mostPriority == 0) {
        snprintf(text, size,
                 "SCHED_FIFO is not permitted, so other programs may run first: set rtprio to "
                 "95 in /etc/security/limits.conf and log in again, or grant CAP_SYS_NICE");
    } else if (m->mostPriority < wanted) {
        snprintf(text, size,
                 "SCHED_FIFO is permitted only up to priority %d: ask for that with --realtime=%d",
                 m->mostPriority, m->mostPriority);
    } else if (m->fifo.error != 0) {
        snprintf(text, size,
                 "SCHED_FIFO is refused (%s) although the limits permit it: the control group or "
                 "container has no real-time budget; start the program outside of it",
                 strerror(m->fifo.error));
    } else {
        snprintf(text, size, "other programs may run first: --realtime asks for SCHED_FIFO");
    }
}

static void writeLock(const vlMachine* m, char* text, size_t size)
{
    if (m->mayLock && m->lock.error == 0) {
        snprintf(text, size, "memory may be paged out: --realtime locks it");
    } else if (m->mayLock) {
        snprintf(text, size, "memory cannot be locked (%s): end other programs",
                 strerror(m->lock.error));
    } else {
        snprintf(text, size,
                 "memory cannot be locked (limit %.3g MB): set memlock to unlimited in "
                 "/etc/security/limits.conf and log in again, or grant CAP_IPC_LOCK",
                 1e-6 * m->lockLimit);
    }
}

static void writeIdle(const vlMachine* m, char* text, size_t size)
{
    char latency[64] = "";
    if (m->idleLatency > 0.0) {
        snprintf(latency, sizeof latency, " from which it takes %.0f us to wake up",
                 1e6 * m->idleLatency);
    }
    if (m->mayStayAwake && m->awake.error == 0) {
        snprintf(text, size, "the processor enters sleep states%s: --realtime keeps it awake",
                 latency);
    } else {
        snprintf(text, size,
                 "the processor cannot be kept out of deep sleep%s: make /dev/cpu_dma_latency "
                 "writable with a udev rule, or run 'cpupower idle-set -D 10'",
                 latency);
    }
}

void vlAdvice_Write(vlAdvice advice, const vlAdviceFacts* facts, char* text, size_t size)
{
    const vlMachine* m = &facts->machine;
    text[0] = '\0';
    switch (advice) {
    case VL_ADVICE_DEVICE:
        snprintf(
            text, size,
            "reading and writing devices takes up to %.0f us: their connection is slow, or the "
            "thread that serves it waits for the processor",
            facts->device);
        break;
    case VL_ADVICE_SCENE:
        snprintf(text, size,
                 "steps take up to %.0f us of compute time, but a step is due every %.0f us: use a "
                 "longer step, fewer bodies or simpler shapes; a faster machine may not be enough",
                 facts->compute, facts->period);
        break;
    case VL_ADVICE_CORES:
        snprintf(text, size,
                 "simulation, viewer and recorder share one core: give the program two or more");
        break;
    case VL_ADVICE_FIFO: writeFifo(m, text, size); break;
    case VL_ADVICE_LOCK: writeLock(m, text, size); break;
    case VL_ADVICE_GOVERNOR:
        snprintf(text, size,
                 "the processor lowers its clock between steps (governor %s): run 'cpupower "
                 "frequency-set -g performance'",
                 m->governor);
        break;
    case VL_ADVICE_IDLE: writeIdle(m, text, size); break;
    case VL_ADVICE_SLACK:
        snprintf(text, size,
                 "the kernel delays wake-ups by up to %.0f us (timer slack) and refused to change "
                 "that: a thread of SCHED_FIFO has no slack",
                 1e6 * facts->timerSlack);
        break;
    case VL_ADVICE_KERNEL:
        snprintf(text, size,
                 "the kernel is not PREEMPT_RT, so its drivers may delay a step: install a "
                 "real-time kernel, e.g. the package linux-image-rt-amd64 of Debian");
        break;
    case VL_ADVICE_VIRTUAL:
        snprintf(text, size,
                 "this is a virtual machine, which its host pauses now and then: run on the "
                 "hardware itself, or reserve cores of the host for it");
        break;
    case VL_ADVICE_CONTAINER:
        snprintf(text, size,
                 "this is a container, which shares the processor with others: run outside of it, "
                 "or reserve cores for it");
        break;
    case VL_ADVICE_COUNT: break;
    }
}
