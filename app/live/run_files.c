// SPDX-License-Identifier: MIT
#include "app/live/run_files.h"

#include <errno.h>
#include <stdio.h>

#include "app/cli/say.h"
#include "base/file_in.h"
#include "base/file_out.h"

// A file at its end.
typedef struct Ending {
    const char* path;
    const char* content;
    const char* unit; // of what may be lost
    uint64_t bytes, lost;
    int systemError;     // 0: none
    int nameError, part; // 0: it has its name; otherwise it is the part of that number
} Ending;

static bool judge(const char* program, const Ending* e)
{
    char place[4096];
    char reason[128];
    (void)snprintf(place, sizeof place, "%s", e->path);
    if (e->nameError != 0) {
        vlFileOut_NamePart(e->path, e->part, place, sizeof place);
        const char* why = e->nameError == EEXIST
                              ? "another file has got this name since the run began"
                              : vlFileIn_Explain(e->nameError, reason, sizeof reason);
        vlSay(stderr, "%s: the %s is in '%s', as it cannot be named '%s': %s\n", program,
              e->content, place, e->path, why);
    }
    if (e->systemError != 0) {
        vlSay(stderr,
              e->bytes > 0 ? "%s: '%s' contains only the beginning: %s\n"
                           : "%s: nothing could be written to '%s': %s\n",
              program, place, vlFileIn_Explain(e->systemError, reason, sizeof reason));
    } else if (e->lost > 0) {
        vlSay(stderr, "%s: '%s' lacks %llu %s: the disk could not keep up\n", program, place,
              (unsigned long long)e->lost, e->unit);
    }
    return e->nameError == 0 && e->systemError == 0 && e->lost == 0;
}

bool vlRunFiles_Judge(const char* program, const vlRunReport* report)
{
    const vlRecorderStatus* r = &report->recording;
    const vlRunLogStatus* l = &report->log;
    Ending recording = {report->recordPath, "recording",    "steps",      r->bytes,
                        r->lostSteps,       r->systemError, r->nameError, r->part};
    Ending log = {report->logPath, "log", "rows", l->bytes, l->lost, l->systemError, 0, 0};
    if (l->kept != 0) {
        log.nameError = VL_FILE_KEPT_ERRNO(l->kept);
        log.part = VL_FILE_KEPT_PART(l->kept);
    }
    bool isGood = report->recordPath == NULL || judge(program, &recording);
    return (report->logPath == NULL || judge(program, &log)) && isGood;
}
