// SPDX-License-Identifier: MIT
// A haptic loop as the subject of a sweep.

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/cli/exit_status.h"
#include "app/devices/device_name.h"
#include "app/sweep/sweep_targets.h"
#include "base/file_in.h"
#include "base/hash.h"
#include "base/spelling.h"
#include "models/loop_point.h"

#define MAX_NAMES 64
#define MOST_LISTED 12     // names in a message
#define MOST_STIFFNESS 1e6 // N/m, up to which the critical one is searched

// In the order of `columnNames`.
typedef enum Column {
    COLUMN_CLASS,
    COLUMN_MOTION,
    COLUMN_GROWTH,
    COLUMN_RIPPLE,
    COLUMN_WORK,
    COLUMN_SPEED,
    COLUMN_FORCE,
    COLUMN_RADIUS,
    COLUMN_NEEDED_DAMPING,
    COLUMN_CRITICAL_STIFFNESS,
    COLUMN_COUNT
} Column;

static const char* const columnNames[COLUMN_COUNT] = {
    "class", "motion", "growth", "ripple",         "work",
    "speed", "force",  "radius", "needed-damping", "critical-stiffness"};

typedef struct Subject {
    vlLoopPoint point;
    vlPointOracle oracle;
    int parameters[VL_MAX_SWEEP_AXES];
    Column columns[VL_MAX_SWEEP_COLUMNS];
} Subject;

bool vlSweepTarget_Refuse(const char* what, const char* name, const char* const* names, int count,
                          char* message, size_t size)
{
    const char* nearest = vlSpelling_FindNearest(name, names, count);
    int used = snprintf(message, size, "no %s '%.90s'", what, name);
    if (nearest != NULL) {
        (void)snprintf(message + used, size - (size_t)used, "; did you mean '%s'?", nearest);
        return false;
    }
    for (int i = 0; i < count && i < MOST_LISTED && used > 0 && (size_t)used < size; ++i) {
        used += snprintf(message + used, size - (size_t)used, "%s %s%s",
                         i == 0 ? "; expected one of" : ",", names[i],
                         i + 1 == MOST_LISTED && count > MOST_LISTED ? " ..." : "");
    }
    return false;
}

uint64_t vlSweepTarget_HashFile(const char* path, uint64_t hash)
{
    int error = 0, byte;
    FILE* file = vlFileIn_Open(path, false, &error);
    if (file != NULL) {
        while ((byte = fgetc(file)) != EOF) {
            hash = vlHash_Word(hash, (uint64_t)byte);
        }
        fclose(file);
    }
    return hash;
}

static bool findParameter(const char* name, int* parameter, char* message, size_t size)
{
    const char* names[MAX_NAMES];
    int count = 0;
    *parameter = vlLoopPoint_Find(name);
    while (count < MAX_NAMES && vlLoopPoint_GetName(count) != NULL) {
        names[count] = vlLoopPoint_GetName(count);
        ++count;
    }
    return *parameter >= 0 ||
           vlSweepTarget_Refuse("number of a loop", name, names, count, message, size);
}

static bool takeWords(const vlSweepPlan* plan, Subject* s, char* message, size_t size)
{
    const char *oracles[VL_ORACLES], *hands[VL_POINT_HANDS];
    bool hasOracle = plan->oracle[0] == '\0', hasHand = plan->hand[0] == '\0';
    s->oracle = VL_ORACLE_VOLAR;
    for (int i = 0; i < VL_ORACLES; ++i) {
        oracles[i] = vlPointOracle_Name((vlPointOracle)i);
        if (strcmp(plan->oracle, oracles[i]) == 0) {
            s->oracle = (vlPointOracle)i;
            hasOracle = true;
        }
    }
    for (int i = 0; i < VL_POINT_HANDS; ++i) {
        hands[i] = vlPointHand_Name((vlPointHand)i);
        if (strcmp(plan->hand, hands[i]) == 0) {
            s->point.hand = (vlPointHand)i;
            hasHand = true;
        }
    }
    if (!hasOracle) {
        return vlSweepTarget_Refuse("judge", plan->oracle, oracles, VL_ORACLES, message, size);
    }
    return hasHand ||
           vlSweepTarget_Refuse("hand", plan->hand, hands, VL_POINT_HANDS, message, size);
}

static bool takeNames(const vlSweepPlan* plan, Subject* s, char* message, size_t size, int* line)
{
    for (int i = 0; i < plan->settingCount; ++i) {
        const vlSweepSetting* setting = &plan->settings[i];
        char* end;
        double value = strtod(setting->value, &end);
        int parameter;
        *line = setting->line;
        if (!findParameter(setting->name, &parameter, message, size)) {
            return false;
        }
        if (*end != '\0' || end == setting->value) {
            (void)snprintf(message, size, "%s: '%s' is not a number", setting->name,
                           setting->value);
            return false;
        }
        if (vlLoopPoint_Set(&s->point, parameter, value, message, size) != VL_OK) {
            return false;
        }
    }
    for (int i = 0; i < plan->axisCount; ++i) {
        *line = plan->axes[i].line;
        if (!findParameter(plan->axes[i].name, &s->parameters[i], message, size)) {
            return false;
        }
    }
    for (int i = 0; i < plan->columnCount; ++i) {
        int found = COLUMN_COUNT;
        for (int k = 0; k < COLUMN_COUNT; ++k) {
            found = strcmp(plan->columns[i], columnNames[k]) == 0 ? k : found;
        }
        *line = plan->columnLine;
        if (found == COLUMN_COUNT) {
            return vlSweepTarget_Refuse("column of a loop", plan->columns[i], columnNames,
                                        COLUMN_COUNT, message, size);
        }
        s->columns[i] = (Column)found;
    }
    *line = 0;
    return takeWords(plan, s, message, size);
}

static uint64_t hashLoop(const char* subject, uint64_t hash)
{
    char installed[PATH_MAX];
    if (vlDeviceName_IsFile(subject)) {
        return vlSweepTarget_HashFile(subject, hash);
    }
    return vlDeviceName_FindInstalled(subject, installed, sizeof installed)
               ? vlSweepTarget_HashFile(installed, hash)
               : hash;
}

static void* openLoop(const vlSweepPlan* plan, const char* folder, char* message, size_t size,
                      int* line)
{
    (void)folder;
    Subject* s = calloc(1, sizeof *s);
    vlDeviceFile file;
    int status = VL_EXIT_OK;
    if (s == NULL) {
        (void)snprintf(message, size, "no memory");
        return NULL;
    }
    *line = plan->subjectLine;
    if (!vlDeviceName_Find("volar sweep", plan->subject, &file, &status)) {
        (void)snprintf(message, size, "the device of this loop cannot be used");
        free(s);
        return NULL;
    }
    s->point = vlLoopPoint_Default(&file.def);
    if (!takeNames(plan, s, message, size, line)) {
        free(s);
        return NULL;
    }
    return s;
}

static double criticalStiffness(const vlLoopPoint* point)
{
    vlLoop loop;
    double found = (double)NAN;
    if (vlLoopPoint_MakeLoop(point, &loop) != VL_OK ||
        vlLoop_GetCriticalStiffness(&loop, MOST_STIFFNESS, &found) != VL_OK) {
        return (double)NAN;
    }
    return found;
}

static double columnOf(Column column, const vlLoopPoint* point, vlPointOutcome* outcome)
{
    const vlStrikeResult* s = &outcome->strike;
    switch (column) {
    case COLUMN_CLASS: return (double)s->kind;
    case COLUMN_MOTION: return s->motion;
    case COLUMN_GROWTH: return s->growth;
    case COLUMN_RIPPLE: return s->ripple;
    case COLUMN_WORK: return s->leastWork;
    case COLUMN_SPEED: return s->speed;
    case COLUMN_FORCE: return s->force;
    case COLUMN_RADIUS: return outcome->radius;
    case COLUMN_NEEDED_DAMPING: return outcome->neededDamping;
    case COLUMN_CRITICAL_STIFFNESS: return criticalStiffness(point);
    case COLUMN_COUNT: break;
    }
    return (double)NAN;
}

static vlSweepOutcome runLoop(void* subject, const vlSweepPlan* plan, const double* values,
                              double* columns, char* message, size_t size)
{
    Subject* s = subject;
    vlLoopPoint point = s->point;
    vlPointOutcome outcome, passive;
    for (int i = 0; i < plan->axisCount; ++i) {
        if (vlLoopPoint_Set(&point, s->parameters[i], values[i], message, size) != VL_OK) {
            return VL_SWEEP_NO_RESULT;
        }
    }
    vlResult result = vlLoopPoint_Run(&point, s->oracle, &outcome, message, size);
    if (result != VL_OK) {
        return vlSweepOutcome_Of(result);
    }
    passive = outcome;
    bool isLinear = s->oracle == VL_ORACLE_LINEAR, needsPassive = false;
    for (int i = 0; i < plan->columnCount; ++i) {
        needsPassive = needsPassive || s->columns[i] == COLUMN_NEEDED_DAMPING ||
                       (isLinear && s->columns[i] == COLUMN_CLASS);
    }
    if (needsPassive && vlLoopPoint_FindPassive(&point, &passive) == VL_OK) {
        outcome.neededDamping = passive.neededDamping;
        bool isJudged = isLinear && outcome.strike.kind == VL_STRIKE_ACTIVE;
        outcome.strike.kind = isJudged ? passive.strike.kind : outcome.strike.kind;
    }
    for (int i = 0; i < plan->columnCount; ++i) {
        columns[i] = columnOf(s->columns[i], &point, &outcome);
    }
    return VL_SWEEP_DONE;
}

static const char* wordOfLoop(const vlSweepPlan* plan, int column, double value)
{
    if (strcmp(plan->columns[column], columnNames[COLUMN_CLASS]) != 0) {
        return NULL;
    }
    for (int kind = 0; kind < VL_STRIKE_CLASS_COUNT; ++kind) {
        if (value == (double)kind) {
            return vlStrikeClass_Name((vlStrikeClass)kind);
        }
    }
    return ""; // of a part that was tampered with
}

const vlSweepTarget vlSweepTarget_Loop = {"loop", hashLoop, openLoop, runLoop, wordOfLoop, free};
