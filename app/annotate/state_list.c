// SPDX-License-Identifier: MIT
// Lists of contact states: memory, order, and reading a recording or a table.

#include "app/annotate/state_list.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/cli/exit_status.h"
#include "app/cli/say.h"
#include "base/file_in.h"

// Lines may end as on Windows, where a checkout of a repository makes them so.
static void dropReturns(char* text)
{
    char* to = text;
    for (const char* from = text; *from != '\0'; ++from) {
        if (from[0] != '\r' || from[1] != '\n') {
            *to++ = *from;
        }
    }
    *to = '\0';
}

// Largest table that is read, bytes.
#define MAX_TABLE (16 * 1024 * 1024)

void vlStateList_Free(vlStateList* list)
{
    for (int i = 0; i < list->count; ++i) {
        free(list->states[i].text);
        free(list->states[i].json);
    }
    free(list->states);
    free(list->pairs);
    free(list->faults);
    free(list->solids);
    *list = (vlStateList){0};
}

// Doubles an array when it is full; false without memory.
static bool makeRoom(void** array, int count, int* capacity, size_t size)
{
    if (count < *capacity) {
        return true;
    }
    int wanted = *capacity > 0 ? 2 * *capacity : 32;
    void* bigger = realloc(*array, (size_t)wanted * size);
    if (bigger != NULL) {
        *array = bigger;
        *capacity = wanted;
    }
    return bigger != NULL;
}

int vlStateList_AddPair(vlStateList* list, const char* a, const char* b)
{
    for (int i = 0; i < list->pairCount; ++i) {
        if (strcmp(list->pairs[i].a, a) == 0 && strcmp(list->pairs[i].b, b) == 0) {
            return i;
        }
    }
    if (!makeRoom((void**)&list->pairs, list->pairCount, &list->pairCapacity,
                  sizeof(vlListedPair))) {
        return -1;
    }
    vlListedPair* pair = &list->pairs[list->pairCount];
    (void)snprintf(pair->a, sizeof pair->a, "%s", a);
    (void)snprintf(pair->b, sizeof pair->b, "%s", b);
    pair->fit = (vlFitTally){0};
    pair->isFitGood = pair->isExplained = true;
    return list->pairCount++;
}

bool vlStateList_Add(vlStateList* list, const vlListedState* state, const char* text,
                     const char* json)
{
    if (!makeRoom((void**)&list->states, list->count, &list->capacity, sizeof(vlListedState))) {
        return false;
    }
    vlListedState* s = &list->states[list->count];
    *s = *state;
    s->text = strdup(text);
    s->json = json != NULL ? strdup(json) : NULL;
    if (s->text == NULL || (json != NULL && s->json == NULL)) {
        free(s->text);
        return false;
    }
    ++list->count;
    return true;
}

static int byPairAndTime(const void* x, const void* y)
{
    const vlListedState* a = x;
    const vlListedState* b = y;
    if (a->pair != b->pair) {
        return a->pair - b->pair;
    }
    return (a->from > b->from) - (a->from < b->from);
}

void vlStateList_Sort(vlStateList* list)
{
    if (list->count > 0) {
        qsort(list->states, (size_t)list->count, sizeof(vlListedState), byPairAndTime);
    }
}

int vlStateList_Load(const char* program, const char* path, const vlAnnotateOptions* options,
                     vlStateList* list)
{
    char reason[128];
    int error = 0;
    FILE* file = vlFileIn_Open(path, false, &error);
    if (file == NULL) {
        vlSay(stderr, "%s: cannot read '%s': %s\n", program, path,
              vlFileIn_Explain(error, reason, sizeof reason));
        return VL_EXIT_FILE;
    }
    static const char head[] = "a,b,from_s,";
    char begin[sizeof head] = "";
    size_t got = fread(begin, 1, sizeof head - 1, file);
    int status;
    if (got == sizeof head - 1 && memcmp(begin, head, got) == 0) {
        char* text = malloc(MAX_TABLE + 1);
        rewind(file);
        size_t size = text != NULL ? fread(text, 1, MAX_TABLE, file) : 0;
        if (text != NULL) {
            text[size] = '\0';
            dropReturns(text);
            status = vlStateList_ReadCsv(program, path, text, list);
        } else {
            vlSay(stderr, "%s: %s\n", program, vlResult_Text(VL_ERROR_MEMORY));
            status = VL_EXIT_FAILED;
        }
        free(text);
    } else {
        status = vlStateList_ReadRecording(program, path, options, list);
    }
    (void)fclose(file);
    vlStateList_Sort(list);
    return status;
}
