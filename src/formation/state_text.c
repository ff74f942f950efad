// SPDX-License-Identifier: MIT
// States as text and as JSON.

#include <stdio.h>
#include <string.h>

#include "volar/annotation.h"

#define MAX_CONTACT_TEXT 160

static size_t append(char* text, size_t size, size_t used, const char* more)
{
    while (*more != '\0' && used + 1 < size) {
        text[used++] = *more++;
    }
    if (size > 0) {
        text[used] = '\0';
    }
    return used;
}

// "a on b" of each contact, sorted.
static int sortedTexts(const vlPolyhedron* a, const vlPolyhedron* b, const vlFormation* f,
                       char texts[VL_MAX_FORMATION][MAX_CONTACT_TEXT], int* order)
{
    for (int i = 0; i < f->count; ++i) {
        char name[MAX_CONTACT_TEXT];
        vlPolyhedron_GetName(a, f->contact[i].a, name, sizeof name);
        size_t used = append(texts[i], MAX_CONTACT_TEXT, 0, name);
        used = append(texts[i], MAX_CONTACT_TEXT, used, " on ");
        vlPolyhedron_GetName(b, f->contact[i].b, name, sizeof name);
        (void)append(texts[i], MAX_CONTACT_TEXT, used, name);
        int at = i;
        while (at > 0 && strcmp(texts[i], texts[order[at - 1]]) < 0) {
            order[at] = order[at - 1];
            --at;
        }
        order[at] = i;
    }
    return f->count;
}

void vlFormation_GetText(const vlPolyhedron* a, const vlPolyhedron* b, const vlFormation* formation,
                         char* text, size_t size)
{
    if (size == 0) {
        return;
    }
    char texts[VL_MAX_FORMATION][MAX_CONTACT_TEXT];
    int order[VL_MAX_FORMATION];
    int count = sortedTexts(a, b, formation, texts, order);
    size_t used = append(text, size, 0, count == 0 ? "free" : "");
    for (int i = 0; i < count; ++i) {
        used = append(text, size, used, i > 0 ? ", " : "");
        used = append(text, size, used, texts[order[i]]);
    }
}

// ---- JSON ----

typedef struct Writer {
    char* text;
    size_t size, used; // `used` goes on counting when the text is full
} Writer;

static void put(Writer* w, const char* more)
{
    for (; *more != '\0'; ++more, ++w->used) {
        if (w->used + 1 < w->size) {
            w->text[w->used] = *more;
        }
    }
    if (w->size > 0) {
        w->text[w->used < w->size ? w->used : w->size - 1] = '\0';
    }
}

static void putNumber(Writer* w, double value)
{
    char digits[32];
    (void)snprintf(digits, sizeof digits, "%.9g", isfinite(value) ? value : 0.0);
    put(w, digits);
}

static void putVector(Writer* w, const char* name, vlVec3 v)
{
    put(w, ",\"");
    put(w, name);
    put(w, "\":[");
    putNumber(w, v.x);
    put(w, ",");
    putNumber(w, v.y);
    put(w, ",");
    putNumber(w, v.z);
    put(w, "]");
}

// Names come from scenes: quotes and control characters are escaped.
static void putQuoted(Writer* w, const char* text)
{
    put(w, "\"");
    for (; *text != '\0'; ++text) {
        char one[8] = {*text, '\0'};
        if (*text == '"' || *text == '\\') {
            one[0] = '\\';
            one[1] = *text;
            one[2] = '\0';
        } else if ((unsigned char)*text < 0x20) {
            (void)snprintf(one, sizeof one, "\\u%04x", (unsigned)(unsigned char)*text);
        }
        put(w, one);
    }
    put(w, "\"");
}

static void putElement(Writer* w, const char* side, const vlPolyhedron* p, vlElement e)
{
    static const char* const kinds[3] = {"vertex", "edge", "face"};
    char name[MAX_CONTACT_TEXT];
    vlElement named = vlPolyhedron_GetNamed(p, e);
    vlPolyhedron_GetName(p, e, name, sizeof name);
    put(w, ",\"");
    put(w, side);
    put(w, "\":{\"kind\":\"");
    put(w, kinds[named.kind]);
    put(w, "\",\"name\":");
    putQuoted(w, name);
    put(w, "}");
}

static void putContact(Writer* w, const vlPolyhedron* a, const vlPolyhedron* b,
                       const vlPrincipalContact* c)
{
    put(w, "{\"type\":\"");
    put(w, vlContactType_Text(c->type));
    put(w, "\"");
    putElement(w, "a", a, c->a);
    putElement(w, "b", b, c->b);
    putVector(w, "normal", c->normal);
    putVector(w, "point", c->point);
    put(w, ",\"size\":");
    putNumber(w, c->size);
    put(w, ",\"distance\":[");
    putNumber(w, c->nearest);
    put(w, ",");
    putNumber(w, c->farthest);
    put(w, "]}");
}

size_t vlContactState_GetJson(const vlPolyhedron* a, const vlPolyhedron* b,
                              const vlContactState* state, char* text, size_t size)
{
    Writer w = {text, size, 0};
    put(&w, "{\"from\":");
    putNumber(&w, state->from);
    put(&w, ",\"to\":");
    putNumber(&w, state->until);
    char label[VL_MAX_STATE_TEXT];
    vlFormation_GetText(a, b, &state->formation, label, sizeof label);
    put(&w, ",\"text\":");
    putQuoted(&w, label);
    put(&w, ",\"contacts\":[");
    for (int i = 0; i < state->formation.count; ++i) {
        put(&w, i > 0 ? "," : "");
        putContact(&w, a, b, &state->formation.contact[i]);
    }
    put(&w, "],\"freedoms\":");
    putNumber(&w, state->freedoms);
    put(&w, ",\"free\":[");
    for (int i = 0; i < state->freedoms; ++i) {
        put(&w, i > 0 ? ",{\"translation\":" : "{\"translation\":");
        put(&w, i < state->free.translationCount ? "true" : "false");
        putVector(&w, "linear", state->free.twist[i].linear);
        putVector(&w, "angular", state->free.twist[i].angular);
        put(&w, "}");
    }
    put(&w, "],\"motion\":");
    putQuoted(&w, vlTransition_Text(state->motion));
    put(&w, ",\"gained\":");
    putNumber(&w, state->gained);
    put(&w, ",\"lost\":");
    putNumber(&w, state->lost);
    put(&w, ",\"stick\":");
    double slides = state->updates > 0 ? (double)state->slipping / (double)state->updates : 0.0;
    putNumber(&w, 1.0 - slides);
    put(&w, ",\"deepest\":");
    putNumber(&w, state->deepest);
    put(&w, "}");
    return w.used;
}
