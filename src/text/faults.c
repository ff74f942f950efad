// SPDX-License-Identifier: MIT
#include "text/faults.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// Bytes of an override that are shown before its message.
#define SHOWN_SET 80

static bool isBefore(vlTextPlace a, vlTextPlace b)
{
    if (a.source != b.source) {
        return a.source < b.source;
    }
    return a.line != b.line ? a.line < b.line : a.column < b.column;
}

bool vlFaults_HasRoom(const vlFaults* faults, vlTextPlace place)
{
    int count = faults->found.count;
    return count < VL_MAX_FILE_ERRORS || isBefore(place, faults->place[count - 1]);
}

static void insert(vlFaults* faults, vlTextPlace place, const vlFileError* error)
{
    vlFileErrors* found = &faults->found;
    found->total += found->total < INT_MAX;
    if (!vlFaults_HasRoom(faults, place)) {
        return;
    }
    found->count += found->count < VL_MAX_FILE_ERRORS;
    int i = found->count - 1;
    for (; i > 0 && isBefore(place, faults->place[i - 1]); --i) {
        found->item[i] = found->item[i - 1];
        faults->place[i] = faults->place[i - 1];
    }
    found->item[i] = *error;
    faults->place[i] = place;
}

// Length of the whole UTF-8 character at `c`, 0 if there is none.
static size_t characterAt(const char* c)
{
    unsigned first = (unsigned char)c[0];
    size_t length = first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    for (size_t i = 1; i < length; ++i) {
        if (((unsigned char)c[i] & 0xc0u) != 0x80u) {
            return 0;
        }
    }
    return length;
}

// Makes the message one line of whole characters, whatever it quotes and wherever it was cut.
static void tidy(char* message)
{
    for (char* c = message; *c != '\0';) {
        size_t length = characterAt(c);
        if (length == 0 || (unsigned char)*c < 0x20 || *c == 0x7f) {
            *c = length == 0 ? '?' : ' ';
            length = 1;
        }
        c += length;
    }
}

void vlFaults_Add(vlFaults* faults, vlTextPlace place, const char* format, ...)
{
    vlFileError error;
    memset(&error, 0, sizeof error);
    size_t begin = 0;
    if (place.source == 0) {
        snprintf(error.file, sizeof error.file, "%s", faults->file);
        error.line = place.line;
        error.column = place.column;
    } else {
        snprintf(error.file, sizeof error.file, "--set");
        const char* set = faults->sets[place.source - 1];
        bool isLong = strlen(set) > SHOWN_SET;
        int length = snprintf(error.message, sizeof error.message, "%.*s%s: ", SHOWN_SET, set,
                              isLong ? "..." : "");
        begin = length > 0 ? (size_t)length : 0;
    }
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error.message + begin, sizeof error.message - begin, format, arguments);
    va_end(arguments);
    tidy(error.message);
    insert(faults, place, &error);
}

void vlFaults_AddForeign(vlFaults* faults, vlTextPlace place, const vlFileError* error)
{
    insert(faults, place, error);
}

void vlFileErrors_Report(vlFileErrors* errors, const char* file, const char* message)
{
    if (errors != NULL) {
        memset(errors, 0, sizeof *errors);
        errors->count = errors->total = 1;
        snprintf(errors->item[0].file, sizeof errors->item[0].file, "%s", file);
        snprintf(errors->item[0].message, sizeof errors->item[0].message, "%s", message);
    }
}
