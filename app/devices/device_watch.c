// SPDX-License-Identifier: MIT
#include "app/devices/device_watch.h"

#include <math.h>
#include <pthread.h>
#include <string.h>
#include <time.h>

#include "app/cli/ending.h"
#include "app/cli/exit_status.h"
#include "app/cli/output.h"
#include "app/cli/say.h"
#include "app/cli/terminal.h"
#include "app/pace/loop_clock.h"
#include "app/pace/pace.h"
#include "base/angle.h"
#include "base/latest.h"

#define POLL_NANOSECONDS 20000000L
#define LINE_PERIOD 0.1       // s, on a terminal
#define PLAIN_LINE_PERIOD 1.0 // s, elsewhere
#define DEGREE (VL_PI / 180.0)

typedef struct Watch {
    const char* program;
    const vlDeviceInfo* info;
    // The thread's.
    vlTrial trial;
    vlPace pace;
    vlLoopClock clock;
    vlLatest* statuses; // of vlTrialStatus, from the thread
    vlLatest* requests; // any message ends the trial
    // The watcher's.
    vlTrialStatus status;
    vlTerminal terminal;
    double nextLine; // s of the trial
} Watch;

// --- The thread ---

static double clockNow(const Watch* w)
{
    return w->clock.now(w->clock.user);
}

static void* runTicks(void* argument)
{
    Watch* w = argument;
    size_t size;
    while (!w->trial.status.isOver) {
        double now = clockNow(w);
        vlPace_Begin(&w->pace, now);
        if (vlLatest_Take(w->requests, &size) != NULL) {
            vlTrial_End(&w->trial, now);
        }
        vlTrial_Tick(&w->trial, now);
        memcpy(vlLatest_Begin(w->statuses), &w->trial.status, sizeof w->trial.status);
        vlLatest_Publish(w->statuses, sizeof w->trial.status);
        vlPace_End(&w->pace, clockNow(w));
        w->clock.sleepUntil(w->pace.next, w->clock.user);
    }
    return NULL;
}

// --- The line ---

static void printHeader(const Watch* w)
{
    static const char* const rows[2][5] = {{"   time       x      y      z", "   rx   ry   rz",
                                            " speed", "  force buttons", "   hand"},
                                           {"      s      mm     mm     mm", "  deg  deg  deg",
                                            "  mm/s", "      N", "              N"}};
    for (int i = 0; i < 2; ++i) {
        vlSay(stderr, "%s%s%s%s%s%s%s\n", vlTerminal_Style(&w->terminal, VL_STYLE_DIM), rows[i][0],
              w->info->hasOrientation ? rows[i][1] : "", rows[i][2], rows[i][3],
              w->status.hasHand ? rows[i][4] : "", vlTerminal_Style(&w->terminal, VL_STYLE_PLAIN));
    }
}

// Degrees about each axis.
static vlVec3 rotationOf(vlQuat q)
{
    vlVec3 v = vlVec(q.x, q.y, q.z);
    double length = vlLength(v);
    if (length == 0.0) {
        return v;
    }
    double angle = 2.0 * vlAngle_Of(length, fabs(q.w));
    return vlScale(v, (q.w < 0.0 ? -angle : angle) / (length * DEGREE));
}

// Numbers of the buttons held, from 1: "1,3".
static const char* buttonsText(uint32_t buttons, char* text, size_t size)
{
    size_t used = 0;
    snprintf(text, size, "-");
    for (int i = 0; i < 32 && used < size; ++i) {
        if ((buttons >> i & 1u) != 0) {
            used += (size_t)snprintf(text + used, size - used, "%s%d", used > 0 ? "," : "", i + 1);
        }
    }
    return text;
}

static void writeLine(const Watch* w, char* text, size_t size)
{
    const vlTrialStatus* s = &w->status;
    const char* plain = vlTerminal_Style(&w->terminal, VL_STYLE_PLAIN);
    if (!s->isStarted) {
        snprintf(text, size, "%7.1f  waiting for the first measurement", s->time);
        return;
    }
    char turn[64] = "", hand[32] = "", buttons[8];
    if (w->info->hasOrientation) {
        vlVec3 r = rotationOf(s->sample.pose.q);
        snprintf(turn, sizeof turn, "%5.0f%5.0f%5.0f", r.x, r.y, r.z);
    }
    if (s->hasHand) {
        snprintf(hand, sizeof hand, "%7.2f", s->grip);
    }
    uint32_t trips = s->flags & (VL_TRIP_FLAG(VL_TRIP_COUNT) - 1u);
    vlVec3 p = vlScale(s->sample.pose.p, 1e3);
    snprintf(text, size, "%7.1f %7.1f%7.1f%7.1f%s%6.0f%s%7.2f%s %7s%s%s%s%s", s->time, p.x, p.y,
             p.z, turn, 1e3 * vlLength(s->twist.linear),
             trips != 0 ? vlTerminal_Style(&w->terminal, VL_STYLE_WARN) : "",
             vlLength(s->sent.force), trips != 0 ? plain : "",
             buttonsText(s->sample.buttons, buttons, sizeof buttons), hand,
             s->isAnswering ? "" : vlTerminal_Style(&w->terminal, VL_STYLE_BAD),
             s->isAnswering ? "" : "  does not answer", s->isAnswering ? "" : plain);
}

static void showLine(Watch* w)
{
    char line[512];
    if (w->status.time < w->nextLine) {
        return;
    }
    writeLine(w, line, sizeof line);
    if (w->terminal.isLive) {
        w->nextLine = w->status.time + LINE_PERIOD;
        vlTerminal_ShowLine(&w->terminal, line);
    } else {
        w->nextLine += PLAIN_LINE_PERIOD;
        vlSay(stderr, "%s\n", line);
    }
}

// --- The table ---

static void printDevice(const Watch* w)
{
    const vlDeviceInfo* info = w->info;
    const vlTrialStatus* s = &w->status;
    vlSay(stdout, "device            %s%s%s, %d button%s\n", info->backend,
          info->model[0] != '\0' ? " " : "", info->model, info->buttonCount,
          info->buttonCount == 1 ? "" : "s");
    if (info->hasForce) {
        vlSay(stdout, "spring            %g N/m, at most %.3g N", s->stiffness, s->maxForce);
        if (s->stiffness < w->trial.def.stiffness) {
            vlSay(stdout, "; %g N/m exceeds the device's limit", w->trial.def.stiffness);
        }
        vlSay(stdout, "\n");
    } else {
        vlSay(stdout, "spring            none: the device renders no force\n");
    }
}

static void printCount(const char* name, uint64_t count, double duration, uint64_t bad,
                       const char* what)
{
    vlSay(stdout, "%-17s %llu, %.0f a second, ", name, (unsigned long long)count,
          duration > 0.0 ? (double)count / duration : 0.0);
    vlSay(stdout, "%llu %s\n", (unsigned long long)bad, what);
}

static void printGovernor(const vlTrialStatus* s)
{
    const char* name = "interventions";
    for (int i = 0; i < VL_TRIP_COUNT; ++i) {
        uint64_t spells = s->trips[i].spells;
        if (spells > 0) {
            vlSay(stdout, "%-17s %llu time%s: %s\n", name, (unsigned long long)spells,
                  spells == 1 ? "" : "s", vlTripCause_Text((vlTripCause)i));
            name = "";
        }
    }
    if (name[0] != '\0') {
        vlSay(stdout, "%-17s 0\n", name);
    }
}

static void printTable(const Watch* w)
{
    const vlTrialStatus* s = &w->status;
    double duration = s->time - s->firstTime;
    char remark[512];
    printDevice(w);
    vlDevice_GetRemark(w->trial.device, remark, sizeof remark);
    if (remark[0] != '\0') {
        vlSay(stdout, "remarks           %s\n", remark);
    }
    vlSay(stdout, "duration          %.2f s", s->time);
    if (!s->isStarted) {
        vlSay(stdout, ", without any measurement\n");
        return;
    }
    vlSay(stdout, ", first measurement after %.2f s\n", s->firstTime);
    printCount("samples", s->samples, duration, s->missedSamples,
               "measurements skipped between reads");
    printCount("reads", s->reads, duration, s->failedReads, "failed");
    if (s->failedWrites > 0) {
        vlSay(stdout, "writes            %llu failed\n", (unsigned long long)s->failedWrites);
    }
    vlSay(stdout, "deadlines         %u missed, start delay up to %.3g ms\n", w->pace.missed,
          1e3 * w->pace.lateness);
    vlSay(stdout, "speed             %.0f mm/s at most\n", 1e3 * s->fastest);
    vlSay(stdout, "force             %.3f N at most\n", s->largestForce);
    if (s->hasHand) {
        vlSay(stdout, "hand              simulated, holds the handle with %.3f N at most\n",
              s->largestGrip);
    }
    printGovernor(s);
}

// --- Start and end ---

static void watch(Watch* w)
{
    const struct timespec poll = {0, POLL_NANOSECONDS};
    size_t size;
    bool hasHeader = false, isAsked = false;
    do {
        const vlTrialStatus* newest = vlLatest_Take(w->statuses, &size);
        if (newest != NULL) {
            w->status = *newest;
            if (w->status.isEnding) { // by a signal or by itself
                vlEnding_Answer();
            }
            if (!hasHeader) {
                printHeader(w);
            }
            hasHeader = true;
            showLine(w);
        }
        if (isAsked) {
            (void)nanosleep(&poll, NULL); // the force fades
        } else if (!w->status.isOver && vlEnding_Wait(1e-9 * POLL_NANOSECONDS)) {
            isAsked = true;
            (void)vlLatest_Begin(w->requests);
            vlLatest_Publish(w->requests, 1);
        }
    } while (!w->status.isOver);
    vlTerminal_ClearLine(&w->terminal);
}

static int judge(const Watch* w)
{
    const vlTrialStatus* s = &w->status;
    vlOutput_Flush();
    if (!s->isStarted) {
        vlSay(stderr, "%s: the device sent no measurement: see docs/devices.md\n", w->program);
    } else if (!s->isAnswering) {
        vlSay(stderr, "%s: the device does not answer any more\n", w->program);
    }
    return s->isAnswering ? VL_EXIT_OK : VL_EXIT_FAILED;
}

static int run(Watch* w)
{
    pthread_t thread;
    if (pthread_create(&thread, NULL, runTicks, w) != 0) {
        vlSay(stderr, "%s: no thread could be started\n", w->program);
        return VL_EXIT_FAILED;
    }
    pthread_setname_np(thread, "volar-device");
    watch(w);
    pthread_join(thread, NULL);
    printTable(w);
    return judge(w);
}

int vlDeviceWatch_Run(const char* program, vlDevice* device, const vlTrialDef* def)
{
    static Watch w;
    memset(&w, 0, sizeof w);
    w.program = program;
    w.info = vlDevice_GetInfo(device);
    w.clock = vlLoopClock_System();
    w.terminal = vlTerminal_Open(stderr);
    w.nextLine = w.terminal.isLive ? 0.0 : PLAIN_LINE_PERIOD;
    double now = clockNow(&w);
    vlPace_Start(&w.pace, now, 1.0 / VL_TRIAL_RATE);
    vlResult r = vlTrial_Start(&w.trial, device, def, now);
    r = r == VL_OK ? vlLatest_Create(sizeof(vlTrialStatus), &w.statuses) : r;
    r = r == VL_OK ? vlLatest_Create(1, &w.requests) : r;
    int status = VL_EXIT_FAILED;
    if (r == VL_OK) {
        status = run(&w);
    } else {
        vlSay(stderr, "%s: %s\n", program, vlResult_Text(r));
    }
    vlLatest_Destroy(w.statuses);
    vlLatest_Destroy(w.requests);
    return status;
}
