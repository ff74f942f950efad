// SPDX-License-Identifier: MIT
#include "app/live/front.h"

#include <string.h>

#include "app/cli/ending.h"
#include "app/cli/output.h"
#include "app/cli/say.h"
#include "base/clock.h"

#define POLL_TIME 0.02  // s within which the end of a run is noticed
#define LINE_PERIOD 0.1 // s, on a terminal

typedef struct Front {
    const vlFrontDef* def;
    vlTerminal terminal;
    vlRunReport report;
    bool hasStatus;
    double nextLine; // s of the run's wall time
    int lines;       // printed, not on a terminal
    uint32_t noticesSeen;
    vlDeviceStatus devicesSeen[VL_MAX_DEVICES];
    int frozenSeen;
    int leftSeen;
    bool isDiskFailureSeen, isLogFailureSeen;
} Front;

vlAdviceSet vlFront_Demand(const char* program, vlLive* live, int priority, vlMachine* machine)
{
    vlMachine_Look("", machine);
    if (priority > 0) {
        machine->priority = priority;
        machine->fifo = (vlDemand){true, vlLive_SetPriority(live, priority)};
        vlMachine_Demand("", machine);
    }
    vlAdviceFacts facts = {.machine = *machine};
    vlAdviceSet refused = vlAdvice_FindRefused(&facts);
    for (int i = 0; i < VL_ADVICE_COUNT; ++i) {
        if ((refused & VL_ADVICE_BIT(i)) != 0) {
            char sentence[VL_ADVICE_LENGTH];
            vlAdvice_Write((vlAdvice)i, &facts, sentence, sizeof sentence);
            vlSay(stderr, "%s: %s\n", program, sentence);
        }
    }
    return refused;
}

// The longer a run lasts, the rarer the lines of its log: every second, every ten, every minute.
static double logPeriod(int lines)
{
    return lines < 10 ? 1.0 : lines < 20 ? 10.0 : 60.0;
}

static void showStatus(Front* front)
{
    char line[512];
    double now = front->report.status.wallTime;
    if (!front->terminal.isLive && front->lines == 0 && now < logPeriod(0)) {
        return; // a short run needs no log
    }
    if (now < front->nextLine && !(front->terminal.isLive && front->report.status.isEnded)) {
        return;
    }
    vlReport_WriteLine(&front->report, &front->terminal, line, sizeof line);
    if (front->terminal.isLive) {
        front->nextLine = now + LINE_PERIOD;
        vlTerminal_ShowLine(&front->terminal, line);
    } else {
        front->nextLine = now + logPeriod(front->lines++);
        vlSay(stderr, "%s\n", line);
    }
}

// Prints urgent messages on lines that stay.
static void tellEvents(Front* front)
{
    const vlFrontDef* def = front->def;
    const vlLiveStatus* s = &front->report.status;
    const vlRecorderStatus* r = &front->report.recording;
    if (s->noticeCount != front->noticesSeen) {
        front->noticesSeen = s->noticeCount;
        vlTerminal_ClearLine(&front->terminal);
        vlSay(stderr, "%s\n", s->notice);
    }
    if (s->frozenBodies > front->frozenSeen) {
        front->frozenSeen = s->frozenBodies;
        vlTerminal_ClearLine(&front->terminal);
        vlSay(stderr, "%s: at %.3f s %s%s left the range of numbers and was frozen\n", def->program,
              s->time, s->frozenBody[0] != '\0' ? "body " : "a body", s->frozenBody);
    }
    if (s->leftBodies > front->leftSeen) {
        vlTerminal_ClearLine(&front->terminal);
        vlSay(stderr, "%s: at %.3f s body %s had left the scene; %d in all are far outside it\n",
              def->program, s->leftTime, s->leftBody, s->leftBodies);
    }
    front->leftSeen = s->leftBodies > front->leftSeen ? s->leftBodies : front->leftSeen;
    for (int i = 0; i < s->deviceCount; ++i) {
        char text[1024];
        if (vlDeviceStatus_Announce(&s->devices[i], &front->devicesSeen[i], text, sizeof text)) {
            vlTerminal_ClearLine(&front->terminal);
            vlSay_Ready(stderr, text);
        }
        front->devicesSeen[i] = s->devices[i];
    }
    if (r->systemError != 0 && !front->isDiskFailureSeen) {
        front->isDiskFailureSeen = true;
        vlTerminal_ClearLine(&front->terminal);
        vlSay(stderr, "%s: recording to '%s' stopped: %s; the run goes on\n", def->program,
              def->recordPath, strerror(r->systemError));
    }
}

static void tellLog(Front* front)
{
    const vlFrontDef* def = front->def;
    int error = front->report.log.systemError;
    if (error != 0 && !front->isLogFailureSeen) {
        front->isLogFailureSeen = true;
        vlTerminal_ClearLine(&front->terminal);
        vlSay(stderr, "%s: the log '%s' stopped: %s; the run goes on\n", def->program, def->logPath,
              strerror(error));
    }
}

void vlFront_PrintStates(vlStateWatch* watch, vlTerminal* terminal)
{
    char line[VL_MAX_STATE_LINE];
    bool isAny = false;
    while (vlStateWatch_TakeLine(watch, line)) {
        if (!isAny) {
            vlTerminal_ClearLine(terminal);
        }
        isAny = true;
        vlSay(stdout, "%s\n", line);
    }
    if (isAny) {
        vlOutput_Flush(); // a program at the other end of a pipe gets it now
    }
}

static void update(Front* front)
{
    const vlFrontDef* def = front->def;
    front->hasStatus |= vlLive_TakeStatus(def->live, &front->report.status);
    if (def->server != NULL) {
        front->report.viewers = vlServer_GetStatus(def->server).clients;
    }
    if (def->recorder != NULL) {
        front->report.recording = vlRecorder_GetStatus(def->recorder);
    }
    if (def->log != NULL) {
        front->report.log = vlRunLog_GetStatus(def->log);
    }
    if (def->watch != NULL) {
        vlFront_PrintStates(def->watch, &front->terminal);
    }
    if (front->hasStatus) {
        tellEvents(front);
        tellLog(front);
        showStatus(front);
    }
}

void vlFront_Watch(const vlFrontDef* def)
{
    Front front = {.def = def, .terminal = vlTerminal_Open(stderr)};
    front.report.isPlaying = def->isPlaying;
    front.report.seconds = def->seconds;
    front.report.viewers = -1;
    front.report.recordPath = def->recordPath;
    front.report.logPath = def->logPath;
    do {
        update(&front);
    } while (!front.report.status.isEnded && !vlEnding_Wait(POLL_TIME));
    if (!front.report.status.isEnded) {
        vlTerminal_ClearLine(&front.terminal);
    } else if (front.terminal.isLive) {
        vlSay(stderr, "\n"); // the full bar stays
    }
}
