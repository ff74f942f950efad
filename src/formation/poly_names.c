// SPDX-License-Identifier: MIT
// Names of elements, and which elements are parts of others.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/sentence.h"
#include "formation/poly_pack.h"
#include "formation/poly_parts.h"

#define AXIS_COSINE 0.9999
// Most faces in the name of a corner.
#define MAX_NAMED_FACES 12

// ---- names of faces ----

static const char* axisName(vlVec3 n)
{
    static const char* const names[3][2] = {{"+x", "-x"}, {"+y", "-y"}, {"+z", "-z"}};
    double c[3] = {n.x, n.y, n.z};
    for (int i = 0; i < 3; ++i) {
        if (fabs(c[i]) > AXIS_COSINE) {
            return names[i][c[i] < 0.0 ? 1 : 0];
        }
    }
    return "face";
}

// A round surface is hollow if most of its inner edges are concave.
static bool isHollow(const vlPolyBlock* b, int group)
{
    int concave = 0;
    int all = 0;
    for (int e = 0; e < b->shown.edgeCount; ++e) {
        if (b->edge[e].isSmooth && b->edge[e].group == group) {
            ++all;
            concave += b->edge[e].isConvex ? 0 : 1;
        }
    }
    return 2 * concave > all;
}

static double outside(double x, double least, double most)
{
    return x < least ? least - x : x > most ? x - most : 0.0;
}

// The distance from the plane of the face plus that from its bounds.
static double distanceTo(const vlPolyhedronFace* face, vlVec3 p)
{
    vlVec3 away = vlVec(outside(p.x, face->lower.x, face->upper.x),
                        outside(p.y, face->lower.y, face->upper.y),
                        outside(p.z, face->lower.z, face->upper.z));
    return fabs(vlDot(face->normal, p) - face->offset) + vlLength(away);
}

// How well a name fits a face: the cosine between their directions, plus 1 if the name has a point;
// 0 if it does not fit.
static double fitOf(const vlPolyBlock* b, int f, const vlFaceName* name)
{
    vlVec3 direction = vlUnit(name->direction);
    double cosine = vlDot(direction, b->face[f].normal);
    if (cosine <= VL_NAMED_FACE_COSINE) {
        return 0.0;
    }
    double here = name->hasPoint ? distanceTo(&b->face[f], name->point) : 0.0;
    for (int i = 0; name->hasPoint && i < b->shown.faceCount; ++i) {
        const vlPolyhedronFace* other = &b->face[i];
        if (!other->isCurved && vlDot(direction, other->normal) > VL_NAMED_FACE_COSINE &&
            (distanceTo(other, name->point) < here ||
             (i < f && distanceTo(other, name->point) == here))) {
            return 0.0;
        }
    }
    return name->hasPoint ? cosine + 1.0 : cosine; // goes before a name without a point
}

static const char* plainName(const vlPolyBlock* b, int f, const vlFaceName* names, int count)
{
    const vlPolyhedronFace* face = &b->face[f];
    if (face->isCurved) {
        return isHollow(b, face->group) ? "bore" : "mantle";
    }
    const char* best = NULL;
    double most = 0.0;
    for (int i = 0; i < count; ++i) {
        double cosine = fitOf(b, f, &names[i]);
        if (cosine > most) {
            most = cosine;
            best = names[i].name;
        }
    }
    return best != NULL ? best : axisName(face->normal);
}

typedef struct Entry {
    const char* name;
    int index;
    double offset;
    vlVec3 middle;
} Entry;

static int byNameAndPlace(const void* x, const void* y)
{
    const Entry* a = x;
    const Entry* b = y;
    int order = strcmp(a->name, b->name);
    if (order != 0) {
        return order;
    }
    double p[4] = {a->offset, a->middle.x, a->middle.y, a->middle.z};
    double q[4] = {b->offset, b->middle.x, b->middle.y, b->middle.z};
    for (int i = 0; i < 4; ++i) {
        if (p[i] != q[i]) {
            return p[i] < q[i] ? -1 : 1;
        }
    }
    return a->index - b->index;
}

static void nameFaces(vlPolyBlock* b, Entry* entry, const vlFaceName* names, int nameCount)
{
    int n = 0;
    for (int f = 0; f < b->shown.faceCount; ++f) {
        const vlPolyhedronFace* face = &b->face[f];
        if (face->group == f) {
            entry[n++] =
                (Entry){plainName(b, f, names, nameCount), f, face->isCurved ? 0.0 : face->offset,
                        vlScale(vlAdd(face->lower, face->upper), 0.5)};
        }
    }
    qsort(entry, (size_t)n, sizeof(Entry), byNameAndPlace);
    for (int i = 0, end; i < n; i = end) {
        end = i + 1;
        while (end < n && strcmp(entry[end].name, entry[i].name) == 0) {
            ++end;
        }
        for (int k = i; k < end; ++k) {
            char* name = b->face[entry[k].index].name;
            if (end == i + 1) {
                (void)snprintf(name, VL_MAX_ELEMENT_NAME, "%s", entry[k].name);
            } else {
                (void)snprintf(name, VL_MAX_ELEMENT_NAME, "%.19s %d", entry[k].name, k - i + 1);
            }
        }
    }
    for (int f = 0; f < b->shown.faceCount; ++f) {
        if (b->face[f].group != f) {
            memcpy(b->face[f].name, b->face[b->face[f].group].name, VL_MAX_ELEMENT_NAME);
        }
    }
}

// ---- numbers of edges between the same two faces ----

typedef struct Between {
    int low, high; // groups of the two faces
    int edge;
    vlVec3 middle;
} Between;

static int byFaces(const void* x, const void* y)
{
    const Between* a = x;
    const Between* b = y;
    if (a->low != b->low) {
        return a->low - b->low;
    }
    if (a->high != b->high) {
        return a->high - b->high;
    }
    double p[3] = {a->middle.x, a->middle.y, a->middle.z};
    double q[3] = {b->middle.x, b->middle.y, b->middle.z};
    for (int i = 0; i < 3; ++i) {
        if (p[i] != q[i]) {
            return p[i] < q[i] ? -1 : 1;
        }
    }
    return a->edge - b->edge;
}

static void numberEdges(vlPolyBlock* b, Between* entry)
{
    int n = 0;
    for (int i = 0; i < b->shown.edgeCount; ++i) {
        const vlPolyhedronEdge* e = &b->edge[i];
        if (!e->isSmooth && e->group == i) {
            int g = b->face[e->face[0]].group;
            int h = b->face[e->face[1]].group;
            entry[n++] = (Between){
                g < h ? g : h, g < h ? h : g, i,
                vlMulAdd(b->vertex[e->vertex[0]].position, 0.5 * e->length, e->direction)};
        }
    }
    qsort(entry, (size_t)n, sizeof(Between), byFaces);
    for (int i = 0, end; i < n; i = end) {
        end = i + 1;
        while (end < n && entry[end].low == entry[i].low && entry[end].high == entry[i].high) {
            ++end;
        }
        for (int k = i; k < end && end > i + 1; ++k) {
            b->edge[entry[k].edge].number = k - i + 1;
        }
    }
    for (int i = 0; i < b->shown.edgeCount; ++i) {
        if (!b->edge[i].isSmooth) {
            b->edge[i].number = b->edge[b->edge[i].group].number;
        }
    }
}

vlResult vlPolyBlock_GiveNames(vlPolyBlock* b, vlPolyDraft* d, const vlFaceName* names,
                               int nameCount)
{
    for (int i = 0; i < nameCount; ++i) {
        if (!vlIsFinite(names[i].direction) || !(vlLength(names[i].direction) > 0.0) ||
            (names[i].hasPoint && !vlIsFinite(names[i].point))) {
            return vlSentence_Fail(
                d->error, VL_ERROR_ARGUMENT,
                "the direction of the face '%s' is (%g, %g, %g); expected finite "
                "numbers that are not all zero, and a finite point",
                names[i].name, names[i].direction.x, names[i].direction.y, names[i].direction.z);
        }
    }
    Entry* entry = vlPolyDraft_Take(d, b->shown.faceCount, sizeof(Entry));
    Between* between = vlPolyDraft_Take(d, b->shown.edgeCount, sizeof(Between));
    if (entry != NULL && between != NULL) {
        nameFaces(b, entry, names, nameCount);
        numberEdges(b, between);
    }
    vlPolyDraft_Drop(d, entry);
    vlPolyDraft_Drop(d, between);
    return vlPolyDraft_Memory(d);
}

// ---- what is part of what ----

bool vlPolyhedron_IsPart(const vlPolyhedron* p, vlElement part, vlElement whole)
{
    if (part.kind == whole.kind) {
        return part.index == whole.index;
    }
    if (part.kind > whole.kind) {
        return false;
    }
    if (whole.kind == VL_ELEMENT_EDGE) {
        const vlPolyhedronEdge* e = &p->edges[whole.index];
        return e->vertex[0] == part.index || e->vertex[1] == part.index;
    }
    if (part.kind == VL_ELEMENT_EDGE) {
        const vlPolyhedronEdge* e = &p->edges[part.index];
        return e->face[0] == whole.index || e->face[1] == whole.index;
    }
    const vlPolyhedronVertex* v = &p->vertices[part.index];
    for (int i = 0; i < v->edgeCount; ++i) {
        const vlPolyhedronEdge* e = &p->edges[p->vertexEdges[v->firstEdge + i]];
        if (e->face[0] == whole.index || e->face[1] == whole.index) {
            return true;
        }
    }
    return false;
}

vlElement vlPolyhedron_GetNamed(const vlPolyhedron* p, vlElement element)
{
    if (element.kind == VL_ELEMENT_VERTEX) {
        return p->vertices[element.index].named;
    }
    if (element.kind == VL_ELEMENT_EDGE) {
        const vlPolyhedronEdge* e = &p->edges[element.index];
        return (vlElement){e->isSmooth ? VL_ELEMENT_FACE : VL_ELEMENT_EDGE, e->group};
    }
    return (vlElement){VL_ELEMENT_FACE, p->faces[element.index].group};
}

bool vlPolyhedron_IsNamedPart(const vlPolyhedron* p, vlElement part, vlElement whole)
{
    if (part.kind == whole.kind) {
        return part.index == whole.index;
    }
    if (part.kind > whole.kind) {
        return false;
    }
    if (part.kind == VL_ELEMENT_EDGE) { // all edges of a rim lie between the same two groups
        const vlPolyhedronEdge* e = &p->edges[part.index];
        return p->faces[e->face[0]].group == whole.index ||
               p->faces[e->face[1]].group == whole.index;
    }
    const vlPolyhedronVertex* v = &p->vertices[part.index];
    for (int i = 0; i < v->edgeCount; ++i) {
        const vlPolyhedronEdge* e = &p->edges[p->vertexEdges[v->firstEdge + i]];
        if (whole.kind == VL_ELEMENT_EDGE ? !e->isSmooth && e->group == whole.index
                                          : p->faces[e->face[0]].group == whole.index ||
                                                p->faces[e->face[1]].group == whole.index) {
            return true;
        }
    }
    return false;
}

// ---- texts ----

// Puts a name into a sorted list without repetition.
static int insertName(const char** list, int count, const char* name)
{
    int at = 0;
    while (at < count && strcmp(list[at], name) < 0) {
        ++at;
    }
    if ((at < count && strcmp(list[at], name) == 0) || count == MAX_NAMED_FACES) {
        return count;
    }
    memmove(&list[at + 1], &list[at], (size_t)(count - at) * sizeof(list[0]));
    list[at] = name;
    return count + 1;
}

// Appends as much as fits.
static size_t append(char* text, size_t size, size_t used, const char* more)
{
    while (*more != '\0' && used + 1 < size) {
        text[used++] = *more++;
    }
    text[used] = '\0';
    return used;
}

static size_t appendNumber(char* text, size_t size, size_t used, int number)
{
    char digits[12];
    int n = 0;
    do {
        digits[n++] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    char ordered[14] = " ";
    for (int i = 0; i < n; ++i) {
        ordered[1 + i] = digits[n - 1 - i];
    }
    ordered[1 + n] = '\0';
    return append(text, size, used, ordered);
}

void vlPolyhedron_GetName(const vlPolyhedron* p, vlElement element, char* name, size_t size)
{
    if (size == 0) {
        return;
    }
    vlElement named = vlPolyhedron_GetNamed(p, element);
    const char* faces[MAX_NAMED_FACES + 1];
    int count = 0;
    const char* kind = "";
    int number = 0;
    if (named.kind == VL_ELEMENT_FACE) {
        count = insertName(faces, count, p->faces[named.index].name);
    } else if (named.kind == VL_ELEMENT_EDGE) {
        const vlPolyhedronEdge* e = &p->edges[named.index];
        kind = e->isCurved ? "rim " : "edge ";
        count = insertName(faces, count, p->faces[e->face[0]].name);
        count = insertName(faces, count, p->faces[e->face[1]].name);
        number = e->number;
    } else {
        kind = "corner ";
        const vlPolyhedronVertex* v = &p->vertices[named.index];
        for (int i = 0; i < v->edgeCount; ++i) {
            const vlPolyhedronEdge* e = &p->edges[p->vertexEdges[v->firstEdge + i]];
            count = insertName(faces, count, p->faces[e->face[0]].name);
            count = insertName(faces, count, p->faces[e->face[1]].name);
        }
    }
    size_t used = append(name, size, 0, kind);
    for (int i = 0; i < count; ++i) {
        used = append(name, size, used, i > 0 ? "/" : "");
        used = append(name, size, used, faces[i]);
    }
    if (number > 0) {
        (void)appendNumber(name, size, used, number);
    }
}
