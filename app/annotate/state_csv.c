// SPDX-License-Identifier: MIT
// Reads a table of contact states that `volar annotate --csv` has written.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/annotate/state_list.h"
#include "app/cli/exit_status.h"
#include "app/cli/say.h"

#define COLUMNS 15

// Takes one field out of a line, in quotes or not, and returns what follows it; NULL at a quote
// that is not closed or a field that is too long.
static const char* takeField(const char* at, char* field, size_t size)
{
    size_t used = 0;
    bool isQuoted = *at == '"';
    at += isQuoted ? 1 : 0;
    for (;; ++at) {
        bool isDoubled = isQuoted && at[0] == '"' && at[1] == '"';
        bool isEnd = isQuoted ? *at == '"' && !isDoubled : *at == ',' || *at == '\n';
        if (isEnd || (*at == '\0' && !isQuoted)) {
            field[used] = '\0';
            return at + (isQuoted ? 1 : 0);
        }
        if (*at == '\0' || used + 1 >= size) {
            return NULL;
        }
        field[used++] = *at;
        at += isDoubled ? 1 : 0;
    }
}

static bool takeNumber(const char* field, double* value)
{
    char* end;
    *value = strtod(field, &end);
    return end != field && *end == '\0' && isfinite(*value);
}

typedef struct Line {
    char field[COLUMNS][VL_MAX_STATE_TEXT];
} Line;

static bool addLine(vlStateList* list, const Line* line, bool* isMemory)
{
    static const int numbers[11] = {2, 3, 6, 7, 8, 9, 10, 11, 12, 13, 14};
    double v[11];
    for (int i = 0; i < 11; ++i) {
        if (!takeNumber(line->field[numbers[i]], &v[i])) {
            return false;
        }
    }
    for (int i = 2; i < 5; ++i) { // counts of contacts and freedoms
        if (!(v[i] >= 0.0 && v[i] <= VL_MAX_FORMATION)) {
            return false;
        }
    }
    vlListedState s = {.pair = vlStateList_AddPair(list, line->field[0], line->field[1]),
                       .from = v[0],
                       .until = v[1],
                       .gained = (int)v[2],
                       .lost = (int)v[3],
                       .freedoms = (int)v[4],
                       .slides = v[5],
                       .force = {v[6], v[7], {.footprintMax = v[9], .unexplainedMax = v[10]}},
                       .deepest = v[8]};
    (void)snprintf(s.motion, sizeof s.motion, "%.20s", line->field[5]);
    *isMemory = s.pair < 0 || !vlStateList_Add(list, &s, line->field[4], NULL);
    return !*isMemory;
}

int vlStateList_ReadCsv(const char* program, const char* path, const char* text, vlStateList* list)
{
    Line* line = malloc(sizeof(Line));
    bool isMemory = line == NULL;
    const char* at = strchr(text, '\n');
    at = at != NULL ? at + 1 : text + strlen(text);
    int number = 2;
    for (; !isMemory && *at != '\0'; ++number) {
        bool isGood = true;
        for (int c = 0; c < COLUMNS && isGood; ++c) {
            at = takeField(at, line->field[c], VL_MAX_STATE_TEXT);
            isGood = at != NULL && *at == (c + 1 < COLUMNS ? ',' : '\n');
            at = isGood ? at + 1 : at;
        }
        if (!isGood || !addLine(list, line, &isMemory)) {
            if (!isMemory) {
                vlSay(stderr,
                      "%s: '%s' line %d is not a line of a table of contact states; expected "
                      "%d fields as 'volar annotate --csv' writes them\n",
                      program, path, number, COLUMNS);
                free(line);
                return VL_EXIT_FILE;
            }
            break;
        }
    }
    free(line);
    if (isMemory) {
        vlSay(stderr, "%s: %s\n", program, vlResult_Text(VL_ERROR_MEMORY));
        return VL_EXIT_FAILED;
    }
    return VL_EXIT_OK;
}
