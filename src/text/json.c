// SPDX-License-Identifier: MIT
#include "text/json.h"

#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"

// Keys are looked up one by one: with more, a file could take very long.
#define MOST_KEYS 256
#define DEEPEST 32 // as vlScan_Walk

typedef struct Builder {
    vlJson* json;
    vlJsonIn reader;
    int open[DEEPEST]; // arrays and objects that are not closed
    int depth;
    bool isExhausted;
} Builder;

// Room for one more value?
static bool grow(vlJson* json)
{
    if (json->count == json->room) {
        int room = json->room + json->room / 2 + 64;
        vlJsonValue* larger = realloc(json->value, sizeof *larger * (size_t)room);
        if (larger == NULL) {
            return false;
        }
        json->value = larger;
        json->room = room;
    }
    return true;
}

static bool see(void* to, vlJsonKind kind, const char* start, const char* end)
{
    Builder* b = to;
    vlJson* json = b->json;
    if (kind == VL_JSON_CLOSE) {
        json->value[b->open[--b->depth]].end = json->count;
        return true;
    }
    if (!grow(json)) {
        b->isExhausted = true;
        return false;
    }
    json->value[json->count] =
        (vlJsonValue){kind, (int)(start - json->text), (int)(end - start), 0, json->count + 1};
    if (b->depth > 0) {
        vlJsonValue* in = &json->value[b->open[b->depth - 1]];
        if (++in->count > 2 * MOST_KEYS && in->kind == VL_JSON_OBJECT) {
            return vlJsonIn_Fail(&b->reader, "more than 256 keys of an object");
        }
    }
    if (kind == VL_JSON_OBJECT || kind == VL_JSON_ARRAY) {
        b->open[b->depth++] = json->count;
    }
    ++json->count;
    return true;
}

vlJsonEnd vlJson_Parse(vlJson* json, const char* text, int size)
{
    Builder b = {.json = json, .reader = {.at = text, .end = text + size}};
    *json = (vlJson){.text = text, .size = size};
    vlJsonIn_SkipSpace(&b.reader);
    bool isObject = b.reader.at < b.reader.end && *b.reader.at == '{';
    // The JSON of a .glb file is padded with blanks.
    bool isGood = (isObject || vlJsonIn_Fail(&b.reader, "an object in braces was expected")) &&
                  vlScan_Walk(&b.reader, see, &b) && vlScan_End(&b.reader);
    json->at = (int)(b.reader.at - text);
    json->why = b.reader.why;
    return b.isExhausted ? VL_JSON_NO_MEMORY : isGood ? VL_JSON_GOOD : VL_JSON_FAULT;
}

void vlJson_Free(vlJson* json)
{
    free(json->value);
    *json = (vlJson){0};
}

bool vlJson_IsText(const vlJson* json, int value, const char* text)
{
    return value >= 0 && json->value[value].kind == VL_JSON_STRING &&
           json->value[value].length == (int)strlen(text) &&
           memcmp(json->text + json->value[value].start, text, strlen(text)) == 0;
}

int vlJson_Find(const vlJson* json, int object, const char* key)
{
    if (object < 0 || json->value[object].kind != VL_JSON_OBJECT) {
        return -1;
    }
    for (int i = object + 1; i < json->value[object].end; i = json->value[i + 1].end) {
        if (vlJson_IsText(json, i, key)) {
            return i + 1;
        }
    }
    return -1;
}

bool vlJson_Number(const vlJson* json, int value, double* number)
{
    return value >= 0 && json->value[value].kind == VL_JSON_NUMBER &&
           vlDecimal_IsPart(json->text + json->value[value].start,
                            (size_t)json->value[value].length, number);
}

void vlJson_Place(const vlJson* json, int at, int* line, int* column)
{
    *line = *column = 1;
    for (int i = 0; i < at && i < json->size; ++i) {
        *column = json->text[i] == '\n' ? 1 : *column + 1;
        *line += json->text[i] == '\n';
    }
}
