// SPDX-License-Identifier: MIT
#include "app/annotate/state_board.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/annotate/free_motions.h"
#include "base/json_text.h"
#include "base/text_out.h"

// A state as viewers get it. Its times are not in the text because its end becomes known later.
typedef struct Shown {
    int pair;
    double from, until; // `until` NAN: it lasts
    char* text;         // members of its JSON object
} Shown;

struct vlStateBoard {
    const vlScene* scene;
    const vlSceneAnnotation* annotation;
    int most;
    int count, capacity;
    Shown* shown; // in the order in which they became known
    int pairCount;
    // Which elements of each body have touched, by kind and index; NULL for a body that is left
    // out.
    int bodyCount;
    bool** touched[3];
};

static const vlPolyhedron* polyhedronOf(const vlStateBoard* b, int body)
{
    return vlSceneAnnotation_GetPolyhedron(b->annotation, body);
}

static int countOf(const vlPolyhedron* p, int kind)
{
    return kind == VL_ELEMENT_FACE   ? p->faceCount
           : kind == VL_ELEMENT_EDGE ? p->edgeCount
                                     : p->vertexCount;
}

static bool makeMarks(vlStateBoard* b)
{
    size_t bodies = (size_t)b->bodyCount + 1;
    for (int kind = 0; kind < 3; ++kind) {
        b->touched[kind] = calloc(bodies, sizeof(bool*));
    }
    if (b->touched[0] == NULL || b->touched[1] == NULL || b->touched[2] == NULL) {
        return false;
    }
    bool isGood = true;
    for (int i = 0; i < b->bodyCount; ++i) {
        const vlPolyhedron* p = polyhedronOf(b, i);
        for (int kind = 0; kind < 3 && p != NULL; ++kind) {
            size_t elements = (size_t)countOf(p, kind) + 1;
            b->touched[kind][i] = calloc(elements, sizeof(bool));
            isGood = isGood && b->touched[kind][i] != NULL;
        }
    }
    return isGood;
}

vlStateBoard* vlStateBoard_Create(const vlScene* scene, const vlSceneAnnotation* annotation,
                                  int most)
{
    vlStateBoard* b = calloc(1, sizeof *b);
    if (b == NULL) {
        return NULL;
    }
    b->scene = scene;
    b->annotation = annotation;
    b->most = most;
    b->bodyCount = vlScene_GetBodyCount(scene);
    b->pairCount = vlSceneAnnotation_GetPairCount(annotation);
    if (!makeMarks(b)) {
        vlStateBoard_Destroy(b);
        return NULL;
    }
    return b;
}

static void forget(vlStateBoard* b)
{
    for (int i = 0; i < b->count; ++i) {
        free(b->shown[i].text);
    }
    b->count = 0;
}

void vlStateBoard_Destroy(vlStateBoard* board)
{
    if (board == NULL) {
        return;
    }
    forget(board);
    for (int kind = 0; kind < 3; ++kind) {
        for (int i = 0; board->touched[kind] != NULL && i < board->bodyCount; ++i) {
            free(board->touched[kind][i]);
        }
        free(board->touched[kind]);
    }
    free(board->shown);
    free(board);
}

bool vlStateBoard_IsEmpty(const vlStateBoard* board)
{
    return board->count == 0;
}

// ---- one state ----

static void writeElement(FILE* out, const char* side, const vlPolyhedron* p, vlElement element)
{
    static const char kinds[] = "vef";
    char name[160];
    vlElement named = vlPolyhedron_GetNamed(p, element);
    vlPolyhedron_GetName(p, element, name, sizeof name);
    fprintf(out, "\"%s\":{\"id\":\"%c%d\",\"name\":", side, kinds[named.kind], named.index);
    vlJsonText_Write(out, name);
    fputc('}', out);
}

static void mark(vlStateBoard* b, int body, vlElement element)
{
    vlElement named = vlPolyhedron_GetNamed(polyhedronOf(b, body), element);
    b->touched[named.kind][body][named.index] = true;
}

static char* describe(vlStateBoard* b, const vlAnnotatedPair* pair, const vlContactState* state,
                      const vlPose* poses)
{
    vlTextOut text;
    FILE* out = vlTextOut_Open(&text);
    if (out == NULL) {
        return NULL;
    }
    char words[VL_MAX_STATE_TEXT];
    vlFormation_GetText(pair->a, pair->b, &state->formation, words, sizeof words);
    fprintf(out, "\"a\":%d,\"b\":%d,\"motion\":", pair->bodyA, pair->bodyB);
    vlJsonText_Write(out, vlTransition_Text(state->motion));
    fprintf(out, ",\"freedoms\":%d,\"text\":", state->freedoms);
    vlJsonText_Write(out, words);
    fprintf(out, ",\"contacts\":[");
    for (int i = 0; i < state->formation.count; ++i) {
        const vlPrincipalContact* c = &state->formation.contact[i];
        fprintf(out, "%s{", i > 0 ? "," : "");
        writeElement(out, "a", pair->a, c->a);
        fputc(',', out);
        writeElement(out, "b", pair->b, c->b);
        fputc('}', out);
        mark(b, pair->bodyA, c->a);
        mark(b, pair->bodyB, c->b);
    }
    fputc(']', out);
    vlFreeMotions_Write(out, pair, state, poses);
    return vlTextOut_Close(&text, NULL);
}

// Makes room by dropping the oldest state that has ended.
static void dropOldest(vlStateBoard* b)
{
    for (int i = 0; i < b->count && b->count >= b->most; ++i) {
        if (!isnan(b->shown[i].until)) {
            free(b->shown[i].text);
            memmove(&b->shown[i], &b->shown[i + 1],
                    (size_t)(b->count - i - 1) * sizeof b->shown[0]);
            --b->count;
            --i;
        }
    }
}

static bool makeRoom(vlStateBoard* b)
{
    dropOldest(b);
    if (b->count < b->capacity) {
        return true;
    }
    int wanted = b->capacity > 0 ? 2 * b->capacity : 64;
    Shown* bigger = realloc(b->shown, (size_t)wanted * sizeof *bigger);
    if (bigger != NULL) {
        b->shown = bigger;
        b->capacity = wanted;
    }
    return bigger != NULL;
}

bool vlStateBoard_Begin(vlStateBoard* board, int i, const vlPose* poses)
{
    vlAnnotatedPair pair = vlSceneAnnotation_GetPair(board->annotation, i);
    const vlContactState* state =
        vlAnnotator_GetState(vlSceneAnnotation_GetAnnotator(board->annotation, i));
    bool isFirst = true;
    for (int k = board->count - 1; k >= 0 && isFirst; --k) {
        if (board->shown[k].pair == i) {
            board->shown[k].until = state->from;
            isFirst = false;
        }
    }
    if (isFirst && state->formation.count == 0) {
        return true; // a pair is listed only once it touches
    }
    if (!makeRoom(board)) {
        return false;
    }
    char* text = describe(board, &pair, state, poses);
    if (text != NULL) {
        board->shown[board->count++] = (Shown){i, state->from, (double)NAN, text};
    }
    return text != NULL;
}

bool vlStateBoard_Restart(vlStateBoard* board, const vlPose* poses)
{
    bool isGood = true;
    forget(board);
    for (int i = 0; i < board->pairCount && isGood; ++i) {
        const vlAnnotator* annotator = vlSceneAnnotation_GetAnnotator(board->annotation, i);
        isGood = vlAnnotator_GetState(annotator) == NULL || vlStateBoard_Begin(board, i, poses);
    }
    return isGood;
}

// ---- the whole ----

static void writePoints(FILE* out, bool isFirst, const vlVec3* points, int count)
{
    fprintf(out, "%s[", isFirst ? "" : ",");
    for (int i = 0; i < count; ++i) {
        fprintf(out, "%s%.6g,%.6g,%.6g", i > 0 ? "," : "", points[i].x, points[i].y, points[i].z);
    }
    fputc(']', out);
}

static void writeCell(FILE* out, bool isFirst, const vlPolyhedron* p, const vlPolyhedronCell* cell)
{
    fprintf(out, "%s[", isFirst ? "" : ",");
    for (int i = 0; i < cell->cornerCount; ++i) {
        vlVec3 v = p->points[p->corners[cell->firstCorner + i]];
        fprintf(out, "%s%.6g,%.6g,%.6g", i > 0 ? "," : "", v.x, v.y, v.z);
    }
    fputc(']', out);
}

// The element as lists of points in the body's frame: convex polygons, segments or a point. A round
// surface or rim is written with all its parts.
static void writeOutline(FILE* out, const vlPolyhedron* p, int kind, int index)
{
    bool isFirst = true;
    if (kind == VL_ELEMENT_VERTEX) {
        writePoints(out, true, &p->vertices[index].position, 1);
    }
    for (int e = 0; kind == VL_ELEMENT_EDGE && e < p->edgeCount; ++e) {
        const vlPolyhedronEdge* edge = &p->edges[e];
        if (!edge->isSmooth && edge->group == p->edges[index].group) {
            vlVec3 ends[2] = {p->vertices[edge->vertex[0]].position,
                              p->vertices[edge->vertex[1]].position};
            writePoints(out, isFirst, ends, 2);
            isFirst = false;
        }
    }
    for (int c = 0; kind == VL_ELEMENT_FACE && c < p->cellCount; ++c) {
        if (p->faces[p->cells[c].face].group == p->faces[index].group) {
            writeCell(out, isFirst, p, &p->cells[c]);
            isFirst = false;
        }
    }
}

static void writeElements(FILE* out, const vlStateBoard* b)
{
    static const char kinds[] = "vef";
    bool isFirstBody = true;
    for (int i = 0; i < b->bodyCount; ++i) {
        const vlPolyhedron* p = polyhedronOf(b, i);
        if (p == NULL) {
            continue;
        }
        fprintf(out, "%s\"%d\":{\"centre\":", isFirstBody ? "" : ",", i);
        isFirstBody = false;
        vlVec3 c = p->isHalfspace ? vlZero() : p->centre;
        fprintf(out, "[%.6g,%.6g,%.6g]", c.x, c.y, c.z);
        fprintf(out, ",\"radius\":%.6g,\"elements\":{", p->isHalfspace ? 0.0 : p->radius);
        bool isFirst = true;
        for (int kind = 0; kind < 3 && !p->isHalfspace; ++kind) {
            for (int k = 0; k < countOf(p, kind); ++k) {
                if (b->touched[kind][i][k]) {
                    fprintf(out, "%s\"%c%d\":[", isFirst ? "" : ",", kinds[kind], k);
                    isFirst = false;
                    writeOutline(out, p, kind, k);
                    fputc(']', out);
                }
            }
        }
        fprintf(out, "}}");
    }
}

static void writeStates(FILE* out, const vlStateBoard* b, double offset, double end)
{
    for (int i = 0; i < b->count; ++i) {
        const Shown* s = &b->shown[i];
        double until = isnan(s->until) ? end : s->until;
        fprintf(out, "%s{\"from\":%.9g,\"to\":", i > 0 ? "," : "", s->from - offset);
        if (isnan(until)) {
            fprintf(out, "null");
        } else {
            fprintf(out, "%.9g", until - offset);
        }
        fprintf(out, ",%s}", s->text);
    }
}

char* vlStateBoard_Write(const vlStateBoard* board, double offset, double end, size_t* size)
{
    vlTextOut text;
    FILE* out = vlTextOut_Open(&text);
    if (out == NULL) {
        return NULL;
    }
    fprintf(out, "{\"type\":\"states\",\"states\":[");
    writeStates(out, board, offset, end);
    fprintf(out, "],\"bodies\":{");
    writeElements(out, board);
    fprintf(out, "},\"left\":[");
    bool isFirst = true;
    for (int i = 0; i < board->bodyCount; ++i) {
        const char* why = vlSceneAnnotation_GetFault(board->annotation, i);
        if (why[0] != '\0') {
            fprintf(out, "%s{\"body\":%d,\"why\":", isFirst ? "" : ",", i);
            vlJsonText_Write(out, why);
            fputc('}', out);
            isFirst = false;
        }
    }
    fprintf(out, "]}");
    return vlTextOut_Close(&text, size);
}

char* vlStateBoard_WriteFault(const char* why, size_t* size)
{
    vlTextOut text;
    FILE* out = vlTextOut_Open(&text);
    if (out == NULL) {
        return NULL;
    }
    fprintf(out, "{\"type\":\"states\",\"states\":[],\"bodies\":{},\"left\":[],\"fault\":");
    vlJsonText_Write(out, why);
    fputc('}', out);
    return vlTextOut_Close(&text, size);
}
