// SPDX-License-Identifier: MIT
#include "app/zwidth/loop_text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/cli/say.h"
#include "app/zwidth/unit_text.h"
#include "base/spelling.h"

#define MAX_PARAMETERS 64

static int findParameter(const char* program, const char* name)
{
    const char* names[MAX_PARAMETERS];
    int count = 0;
    int found = vlLoopPoint_Find(name);
    while (count < MAX_PARAMETERS && vlLoopPoint_GetName(count) != NULL) {
        names[count] = vlLoopPoint_GetName(count);
        ++count;
    }
    if (found < 0) {
        const char* nearest = vlSpelling_FindNearest(name, names, count);
        vlSay(stderr, "%s: the loop has no number '%s'; ", program, name);
        vlSay(stderr, nearest != NULL ? "did you mean '%s'?\n" : "expected e.g. '%s'\n",
              nearest != NULL ? nearest : names[0]);
    }
    return found;
}

// Reads the value of a parameter up to `stop`. False after an error message.
static bool takeValue(const char* program, const char* option, const char* text, int parameter,
                      char stop, double* value, const char** rest)
{
    const char* unit = vlLoopPoint_GetUnit(parameter);
    vlUnitFault fault = vlUnitText_Read(text, unit, stop, value, rest);
    if (fault == VL_UNIT_NO_NUMBER) {
        vlSay(stderr, "%s: %s: '%s' is not a number; expected %s in %s\n", program, option, text,
              vlLoopPoint_GetName(parameter), unit);
    } else if (fault == VL_UNIT_UNKNOWN) {
        vlSay(stderr, "%s: %s: '%s' has a unit that %s cannot have; expected one of %s\n", program,
              option, text, vlLoopPoint_GetName(parameter), vlUnitText_Choices(unit));
    }
    return fault == VL_UNIT_GOOD;
}

bool vlLoopText_Set(const char* program, const char* text, vlLoopPoint* point)
{
    char name[64], message[200];
    size_t length = strcspn(text, "=");
    const char* rest;
    double value;
    if (text[length] != '=' || length >= sizeof name) {
        vlSay(stderr, "%s: --set: '%s' is not NAME=VALUE\n", program, text);
        return false;
    }
    (void)snprintf(name, sizeof name, "%.*s", (int)length, text);
    int parameter = findParameter(program, name);
    if (parameter < 0 ||
        !takeValue(program, "--set", text + length + 1, parameter, '\0', &value, &rest)) {
        return false;
    }
    if (vlLoopPoint_Set(point, parameter, value, message, sizeof message) != VL_OK) {
        vlSay(stderr, "%s: --set: %s\n", program, message);
        return false;
    }
    return true;
}

// A range that shows the boundary: around the table value of a gain of the coupling, around one
// sample for the delay, otherwise around the present value.
static void setDefaultRange(const vlLoopPoint* point, vlZwidthAxis* axis)
{
    const vlSimulatedDeviceDef* device = &point->strike.device;
    double value = vlLoopPoint_Get(point, axis->parameter);
    double low = 0.1, high = 10.0;
    if (axis->parameter == vlLoopPoint_Find("kc")) {
        value = device->info.maxStiffness > 0.0 ? device->info.maxStiffness : 1000.0;
        low = 0.05;
    } else if (axis->parameter == vlLoopPoint_Find("bc")) {
        value = device->info.maxDamping > 0.0 ? device->info.maxDamping
                                              : 0.1 * device->mass * device->info.rate;
        low = 0.02;
        high = 4.0;
    } else if (axis->parameter == vlLoopPoint_Find("delay")) {
        value = 1.0 / device->info.rate;
    }
    value = value > 0.0 ? value : 1.0;
    axis->from = low * value;
    axis->to = high * value;
}

// One of "kc" and "kc=300:1e5".
static bool takeAxis(const char* program, const char* word, const vlLoopPoint* point,
                     vlZwidthAxis* axis)
{
    char name[64];
    size_t length = strcspn(word, "=");
    (void)snprintf(name, sizeof name, "%.*s", (int)length, word);
    axis->parameter = findParameter(program, name);
    if (axis->parameter < 0) {
        return false;
    }
    setDefaultRange(point, axis);
    if (word[length] == '=') {
        const char* rest;
        if (!takeValue(program, "--axes", word + length + 1, axis->parameter, ':', &axis->from,
                       &rest)) {
            return false;
        }
        axis->to = 0.0;
        if (*rest == ':' &&
            !takeValue(program, "--axes", rest + 1, axis->parameter, '\0', &axis->to, &rest)) {
            return false;
        }
        if (!(axis->from > 0.0) || !(axis->to > axis->from)) {
            vlSay(stderr, "%s: --axes: '%s' is not NAME=FROM:TO with 0 < FROM < TO\n", program,
                  word);
            return false;
        }
    }
    return true;
}

bool vlLoopText_TakeAxes(const char* program, const char* axes, vlZwidthDef* def)
{
    char text[200];
    (void)snprintf(text, sizeof text, "%s", axes);
    char* comma = strchr(text, ',');
    if (comma == NULL || strchr(comma + 1, ',') != NULL) {
        vlSay(stderr, "%s: --axes: '%s' is not X,Y\n", program, axes);
        return false;
    }
    *comma = '\0';
    if (!takeAxis(program, text, &def->point, &def->x) ||
        !takeAxis(program, comma + 1, &def->point, &def->y)) {
        return false;
    }
    if (def->x.parameter == def->y.parameter) {
        vlSay(stderr, "%s: --axes: both axes are '%s'\n", program,
              vlLoopPoint_GetName(def->x.parameter));
        return false;
    }
    return true;
}
