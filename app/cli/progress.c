// SPDX-License-Identifier: MIT
#include "app/cli/progress.h"

#include <math.h>

#include "app/cli/say.h"
#include "base/clock.h"

#define LIVE_PERIOD 0.2e9 // ns
#define LOG_PERIOD 30e9   // ns
#define LEAST_TIME 1e9    // ns; before that the time left is not estimated

vlProgress vlProgress_Begin(const char* what, uint64_t total, uint64_t done)
{
    vlProgress progress = {.terminal = vlTerminal_Open(stderr),
                           .what = what,
                           .total = total,
                           .first = done,
                           .start = vlClock_Now()};
    progress.shown = progress.start;
    return progress;
}

void vlProgress_WriteTime(double seconds, char* text, size_t size)
{
    long whole = lround(fmin(seconds, 1e9));
    if (whole < 60) {
        (void)snprintf(text, size, "%ld s", whole);
    } else if (whole < 3600) {
        (void)snprintf(text, size, "%ld min %ld s", whole / 60, whole % 60);
    } else {
        (void)snprintf(text, size, "%ld h %ld min", whole / 3600, whole / 60 % 60);
    }
}

void vlProgress_Show(vlProgress* progress, uint64_t done)
{
    double now = vlClock_Now();
    if (now - progress->shown < (progress->terminal.isLive ? LIVE_PERIOD : LOG_PERIOD)) {
        return;
    }
    progress->shown = now;
    char text[160], left[40] = "?";
    double rate = (double)(done - progress->first) / (now - progress->start);
    if (rate > 0.0 && now - progress->start > LEAST_TIME) {
        vlProgress_WriteTime(1e-9 * (double)(progress->total - done) / rate, left, sizeof left);
    }
    (void)snprintf(text, sizeof text, "%llu of %llu %s, %.0f%%, %s left", (unsigned long long)done,
                   (unsigned long long)progress->total, progress->what,
                   floor(100.0 * (double)done / (double)progress->total), left);
    if (progress->terminal.isLive) {
        vlTerminal_ShowLine(&progress->terminal, text);
    } else {
        vlSay(stderr, "%s\n", text);
    }
}

void vlProgress_End(vlProgress* progress)
{
    vlTerminal_ClearLine(&progress->terminal);
}
