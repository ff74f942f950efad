// SPDX-License-Identifier: MIT
#include "app/live/report.h"

#include <math.h>
#include <string.h>

#include "app/cli/fixed_text.h"
#include "app/cli/say.h"
#include "base/histogram.h"

static const char* bytesText(double bytes, char* text, size_t size)
{
    static const char* const units[] = {"B", "kB", "MB", "GB", "TB"};
    size_t unit = 0;
    while (bytes >= 1000.0 && unit + 1 < sizeof units / sizeof units[0]) {
        bytes /= 1000.0;
        ++unit;
    }
    snprintf(text, size, unit == 0 ? "%.0f %s" : "%.1f %s", bytes, units[unit]);
    return text;
}

// A time in microseconds with at least three digits, never with an exponent.
static const char* timeText(double microseconds, char* text, size_t size)
{
    int decimals = microseconds < 9.995 ? 2 : microseconds < 99.95 ? 1 : 0;
    snprintf(text, size, "%.*f", decimals, microseconds);
    return text;
}

// A progress bar; it takes a sixth of the terminal's width, within limits.
static void addBar(vlFixedText* text, const vlTerminal* terminal, double fraction)
{
    int width = vlTerminal_GetWidth(terminal) / 6;
    width = width < 8 ? 8 : width > 24 ? 24 : width;
    int full = (int)floor(fraction * width);
    for (int i = 0; i < width; ++i) {
        if (i == full) {
            vlFixedText_Add(text, "%s", vlTerminal_Style(terminal, VL_STYLE_DIM));
        }
        vlFixedText_Add(text, "%s",
                        terminal->isUnicode ? (i < full ? "━" : "─") : (i < full ? "=" : "-"));
    }
    vlFixedText_Add(text, "%s %3.0f%%", vlTerminal_Style(terminal, VL_STYLE_PLAIN),
                    100.0 * fraction);
}

static void addTime(vlFixedText* text, const vlRunReport* r, const vlTerminal* terminal)
{
    const vlLiveStatus* s = &r->status;
    if (r->isPlaying) {
        vlFixedText_Add(text, "  %.2f of %.2f s", s->time, s->view.lastTime);
    } else if (r->seconds > 0.0) {
        double fraction = fmin(s->simulated / r->seconds, 1.0);
        vlFixedText_Add(text, "  ");
        if (terminal->isLive) {
            addBar(text, terminal, fraction);
        } else {
            vlFixedText_Add(text, "%.0f%%", 100.0 * fraction);
        }
        vlFixedText_Add(text, "  %.2f of %g s", s->simulated, r->seconds);
    } else {
        vlFixedText_Add(text, "  %.2f s", s->time);
    }
}

static void addPace(vlFixedText* text, const vlLiveStatus* s, const vlTerminal* terminal)
{
    vlFixedText_Add(text, "  wall %.2f s", s->wallTime);
    if (s->isPaused) {
        vlFixedText_Add(text, "  %spaused%s", vlTerminal_Style(terminal, VL_STYLE_WARN),
                        vlTerminal_Style(terminal, VL_STYLE_PLAIN));
    } else if (s->view.rate > 0.0) {
        vlFixedText_Add(text, "  %.0f Hz", s->view.rate);
    }
    if (!s->isFast && s->view.speed != 1.0) {
        vlFixedText_Add(text, "  speed %.3g", s->view.speed);
    }
}

static void addSimulation(vlFixedText* text, const vlRunReport* r, const vlTerminal* terminal)
{
    const vlLiveStatus* s = &r->status;
    if (s->steps > 0) {
        char usual[32], rare[32];
        double median =
            fmin(vlHistogram_FindPercentile(s->view.stepTimes, 0.5), s->timing.worstStep);
        double p99 = fmin(vlHistogram_FindPercentile(s->view.stepTimes, 0.99), s->timing.worstStep);
        vlFixedText_Add(text, "  compute %s us, p99 %s", timeText(median, usual, sizeof usual),
                        timeText(p99, rare, sizeof rare));
    }
    if (!s->isFast) {
        bool isLate = s->view.missedDeadlines > 0;
        vlFixedText_Add(
            text, "  %s%u missed%s", isLate ? vlTerminal_Style(terminal, VL_STYLE_WARN) : "",
            s->view.missedDeadlines, isLate ? vlTerminal_Style(terminal, VL_STYLE_PLAIN) : "");
    }
    vlFixedText_Add(text, "  %d contact%s", s->contacts, s->contacts == 1 ? "" : "s");
    vlFixedText_Add(text, "  %.3g J",
                    s->energy.kinetic + s->energy.gravity + s->energy.springs + s->energy.joints);
}

void vlReport_WriteLine(const vlRunReport* report, const vlTerminal* terminal, char* text,
                        size_t size)
{
    const vlLiveStatus* s = &report->status;
    vlFixedText t = vlFixedText_Begin(text, size);
    vlFixedText_Add(&t, "%s%s%s", vlTerminal_Style(terminal, VL_STYLE_BOLD), s->scene,
                    vlTerminal_Style(terminal, VL_STYLE_PLAIN));
    addTime(&t, report, terminal);
    addPace(&t, s, terminal);
    if (report->recordPath != NULL) {
        char bytes[32];
        vlFixedText_Add(&t, "  recording %s",
                        bytesText((double)report->recording.bytes, bytes, sizeof bytes));
        if (report->recording.systemError != 0) {
            vlFixedText_Add(&t, " %sstopped%s", vlTerminal_Style(terminal, VL_STYLE_BAD),
                            vlTerminal_Style(terminal, VL_STYLE_PLAIN));
        }
    }
    if (!report->isPlaying) {
        addSimulation(&t, report, terminal);
    }
    if (report->viewers > 0) {
        vlFixedText_Add(&t, "  %d viewer%s", report->viewers, report->viewers == 1 ? "" : "s");
    }
}

// Median, percentiles and worst value. The upper edges of bins may lie above the largest time.
static void printTimes(const char* row, const uint32_t bins[VL_VIEW_BINS], double worst, FILE* file)
{
    static const double fractions[] = {0.5, 0.99, 0.999};
    char text[4][32];
    for (int i = 0; i < 4; ++i) {
        double time = i < 3 ? vlHistogram_FindPercentile(bins, fractions[i]) : worst;
        timeText(fmin(time, worst), text[i], sizeof text[i]);
    }
    vlSay(file, "%-17s median %s us, p99 %s, p99.9 %s, worst %s\n", row, text[0], text[1], text[2],
          text[3]);
}

// The largest three stages of the longest step, the largest first.
static void printWorstStep(const vlViewTiming* timing, FILE* file)
{
    bool isPrinted[VL_STAGE_COUNT] = {false};
    vlSay(file, "worst step       ");
    for (int n = 0; n < 3; ++n) {
        int largest = -1;
        for (int i = 0; i < VL_STAGE_COUNT; ++i) {
            if (!isPrinted[i] && timing->worstStages[i] > 0.0 &&
                (largest < 0 || timing->worstStages[i] > timing->worstStages[largest])) {
                largest = i;
            }
        }
        if (largest < 0) {
            break;
        }
        isPrinted[largest] = true;
        vlSay(file, "%s %s %.0f%%", n > 0 ? "," : "", vlStage_Name((vlStage)largest),
              100.0 * timing->worstStages[largest] / timing->worstStep);
    }
    vlSay(file, "\n");
}

static void printGrants(const vlMachine* m, FILE* file)
{
    char priority[32] = "no SCHED_FIFO";
    if (m->fifo.error == 0) {
        snprintf(priority, sizeof priority, "SCHED_FIFO %d", m->priority);
    }
    vlSay(file, "real time         %s, memory %slocked, processor %s\n", priority,
          m->lock.error == 0 ? "" : "not ", m->awake.error == 0 ? "kept awake" : "free to sleep");
}

// Start delays, missed deadlines, and the advice that was not printed at the start.
static void printPunctuality(const vlRunReport* report, FILE* file)
{
    const vlLiveStatus* s = &report->status;
    printTimes("start delay", s->timing.lateTimes, s->timing.worstLateness, file);
    vlSay(file, "deadlines         %u missed\n", s->view.missedDeadlines);
    if (s->timing.worstStep > 0.0) {
        printWorstStep(&s->timing, file);
    }
    if (s->timing.contactRate > 0.0) {
        vlSay(file,
              "contact detection %.0f times per simulated second, contacts up to %.3g ms of "
              "simulated time old\n",
              s->timing.contactRate, 1e3 * s->timing.worstPacketAge);
    }
    if (report->machine == NULL) {
        return;
    }
    if (report->machine->fifo.isAsked) {
        printGrants(report->machine, file);
    }
    vlAdviceFacts facts = vlAdvice_Facts(report->machine, s);
    vlAdviceSet set = s->view.missedDeadlines > 0 ? vlAdvice_Find(&facts) & ~report->given : 0;
    const char* row = "advice";
    for (int i = 0; i < VL_ADVICE_COUNT; ++i) {
        if ((set & VL_ADVICE_BIT(i)) != 0) {
            char sentence[VL_ADVICE_LENGTH];
            vlAdvice_Write((vlAdvice)i, &facts, sentence, sizeof sentence);
            vlSay(file, "%-17s %s\n", row, sentence);
            row = "";
        }
    }
}

static void printContacts(const vlLiveStatus* s, FILE* file)
{
    vlSay(file, "contacts          %d, deepest %.3g mm, total normal force %.4g N\n", s->contacts,
          1e3 * s->deepest, s->normalForce);
    if (s->droppedContacts + s->fallbackContacts > 0) {
        vlSay(file,
              "                  %d exceeded the capacity and were dropped, %d were computed as "
              "points\n",
              s->droppedContacts, s->fallbackContacts);
    }
    if (s->overloadedContacts > 0) {
        vlSay(file,
              "                  %d pressed in deeply: the explicit integrator cannot carry the "
              "load; the implicit one can\n",
              s->overloadedContacts);
    }
    vlSay(file,
          "energy            kinetic %.3g J, gravity %.3g J since the start, springs and joints "
          "%.3g J\n",
          s->energy.kinetic, s->energy.gravity, s->energy.springs + s->energy.joints);
}

// What the laws of a planar scene did, and how near its bodies came to the speed at which one could
// pass through another.
static void printPlane(const vlLiveStatus* s, FILE* file)
{
    const vlLedger2* l = &s->plane.ledger;
    const vlStepInfo2* info = &s->plane.info;
    vlSay(file,
          "work              walls %.3g J, friction %.3g J, impacts %.3g J, applied %.3g J, driven "
          "%.3g J; energy bookkeeping error %.1g of the turnover\n",
          l->walls, l->friction, l->impacts, l->applied, l->driven,
          fabs(s->energy.kinetic - vlLedger2_GetSum(l)) / fmax(l->turnover, 1e-300));
    vlSay(file, "speed             %.3g m/s at the end, limit %.3g m/s, ", info->fastest,
          s->plane.limit.speed);
    if (info->fastSteps > 0) {
        vlSay(file, "exceeded in %llu steps: bodies may have passed through each other\n",
              (unsigned long long)info->fastSteps);
    } else {
        vlSay(file, "never exceeded\n");
    }
}

static void printRecording(const vlRunReport* report, FILE* file)
{
    const vlRecorderStatus* r = &report->recording;
    char bytes[32];
    vlSay(file, "recording         %s, %s, ", report->recordPath,
          bytesText((double)r->bytes, bytes, sizeof bytes));
    if (r->nameError != 0) {
        vlSay(file, "not under this name\n"); // the program says where it is
    } else if (r->systemError != 0) {         // unknown how many steps reached the disk
        vlSay(file, "stopped: %s\n", strerror(r->systemError));
    } else if (r->lostSteps > 0) {
        vlSay(file, "%llu steps, %llu lost\n", (unsigned long long)r->steps,
              (unsigned long long)r->lostSteps);
    } else {
        vlSay(file, "%llu steps, none lost\n", (unsigned long long)r->steps);
    }
}

static void printLeft(const vlLiveStatus* s, FILE* file)
{
    if (s->leftBody[0] != '\0') {
        vlSay(file, "left the scene    %d bod%s at the end; the first was %s, at %.3f s\n",
              s->leftBodies, s->leftBodies == 1 ? "y" : "ies", s->leftBody, s->leftTime);
    }
}

static void printLog(const vlRunReport* report, FILE* file)
{
    const vlRunLogStatus* log = &report->log;
    char bytes[32];
    vlSay(file, "log               %s, %s, ", report->logPath,
          bytesText((double)log->bytes, bytes, sizeof bytes));
    if (log->kept != 0) {
        vlSay(file, "not under this name\n"); // the program says where it is
    } else if (log->systemError != 0) {       // unknown how many rows reached the disk
        vlSay(file, "stopped: %s\n", strerror(log->systemError));
    } else if (log->lost > 0) {
        vlSay(file, "%llu rows, %llu lost\n", (unsigned long long)log->rows,
              (unsigned long long)log->lost);
    } else {
        vlSay(file, "%llu rows, none lost\n", (unsigned long long)log->rows);
    }
}

void vlReport_PrintTable(const vlRunReport* report, FILE* file)
{
    const vlLiveStatus* s = &report->status;
    char memory[32];
    double wall = fmax(s->wallTime, 1e-9);
    vlSay(file, "scene             %s\n", s->scene);
    vlSay(file, "simulated         %.3f s in %llu steps of %g ms\n", s->simulated,
          (unsigned long long)s->steps, 1e3 * s->step);
    vlSay(file, "wall time         %.3f s, %.0f steps a second, %.3g times real time\n",
          s->wallTime, (double)s->steps / wall, s->simulated / wall);
    printTimes("compute time", s->view.stepTimes, s->timing.worstStep, file);
    if (!s->isFast) {
        printPunctuality(report, file);
    }
    printContacts(s, file);
    if (s->plane.isPlanar) {
        printPlane(s, file);
    }
    printLeft(s, file);
    for (int i = 0; i < s->deviceCount; ++i) {
        vlDeviceStatus_Print(&s->devices[i], file);
        if (report->gains != NULL && report->gains->said[i][0] != '\0') {
            vlSay(file, "  coupling        %s\n", report->gains->said[i]);
        }
    }
    vlSay(file, "memory            %s, fixed at creation\n",
          bytesText((double)s->memory, memory, sizeof memory));
    if (report->recordPath != NULL) {
        printRecording(report, file);
    }
    if (report->logPath != NULL) {
        printLog(report, file);
    }
    vlSay(file, "state hash        %016llx\n", (unsigned long long)s->hash);
}
