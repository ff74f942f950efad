// SPDX-License-Identifier: MIT
// Identifiers: settings and room.

#include "formation/identifier.h"

#include <string.h>

#include "base/arena.h"
#include "base/sentence.h"

// Factors on the tests, besides the gap, for contacts of the last call (formations.md, "Memory").
#define KEEP_RELATIVE 2.0
#define KEEP_ANGLE 1.5
#define KEEP_SIZE 0.5
// A may move by this fraction of its radius before the near elements are listed again.
#define SLACK 0.02

vlFormationSettings vlFormationSettings_ForNames(void)
{
    return (vlFormationSettings){.gap = 20e-6,
                                 .inside = VL_AUTO,
                                 .angle = 2.0 * VL_PI / 180.0,
                                 .spread = 1.0,
                                 .relative = 1.0,
                                 .minLength = 2e-4,
                                 .minArea = 1e-7,
                                 .needsSupport = true,
                                 .needsWidth = true,
                                 .mergesFaces = true,
                                 .joinsRound = true,
                                 .keep = 3.0};
}

vlFormationSettings vlFormationSettings_ForForces(void)
{
    return (vlFormationSettings){.gap = 2e-3,
                                 .inside = 2e-3,
                                 .angle = 1.0 * VL_PI / 180.0,
                                 .spread = 3.0,
                                 .relative = 0.0,
                                 .minLength = 1e-6,
                                 .minArea = 1e-8,
                                 .keep = 1.2};
}

static vlPass passOf(const vlFormationSettings* s, bool isKept)
{
    double angle = isKept ? KEEP_ANGLE * s->angle : s->angle;
    double sine;
    double cosine;
    vlSinCos(angle, &sine, &cosine);
    return (vlPass){.gap = isKept ? s->keep * s->gap : s->gap,
                    .inside = s->inside,
                    .spread = s->spread,
                    .relative = isKept ? KEEP_RELATIVE * s->relative : s->relative,
                    .sine = sine,
                    .cosine = cosine,
                    .minLength = isKept ? KEEP_SIZE * s->minLength : s->minLength,
                    .minArea = isKept ? KEEP_SIZE * s->minArea : s->minArea,
                    .needsSupport = s->needsSupport,
                    .needsWidth = s->needsWidth,
                    .beyond = s->needsWidth ? s->inside : 0.0,
                    .skipsBorders = !isKept};
}

static void layOutNear(vlArena* arena, const vlPolyhedron* p, vlNear* near)
{
    size_t v = (size_t)p->vertexCount;
    size_t e = (size_t)p->edgeCount;
    size_t f = (size_t)p->faceCount;
    *near = (vlNear){.poly = p};
    near->vertex = vlArena_Take(arena, v, sizeof(int));
    near->edge = vlArena_Take(arena, e, sizeof(int));
    near->hollow = vlArena_Take(arena, e, sizeof(int));
    near->face = vlArena_Take(arena, f, sizeof(int));
    near->edgeBox = vlArena_Take(arena, e, sizeof(vlBox));
    near->faceBox = vlArena_Take(arena, f, sizeof(vlBox));
    near->pointAt = vlArena_Take(arena, (size_t)p->pointCount, sizeof(vlVec3));
    near->normalAt = vlArena_Take(arena, f, sizeof(vlVec3));
    near->offsetAt = vlArena_Take(arena, f, sizeof(double));
    near->directionAt = vlArena_Take(arena, e, sizeof(vlVec3));
    near->inwardAt = vlArena_Take(arena, 2 * e, sizeof(vlVec3));
    near->sideAt = vlArena_Take(arena, (size_t)p->cornerCount, sizeof(vlVec3));
    near->sideOffsetAt = vlArena_Take(arena, (size_t)p->cornerCount, sizeof(double));
    near->vertexGroups = vlArena_Take(arena, v / VL_NEAR_GROUP + 1, sizeof(vlBox));
    near->edgeGroups = vlArena_Take(arena, e / VL_NEAR_GROUP + 1, sizeof(vlBox));
    near->faceGroups = vlArena_Take(arena, f / VL_NEAR_GROUP + 1, sizeof(vlBox));
}

static vlIdentifier* layOut(vlArena* arena, const vlPolyhedron* a, const vlPolyhedron* b)
{
    vlIdentifier* id = vlArena_Take(arena, 1, sizeof(vlIdentifier));
    vlNear nearA;
    vlNear nearB;
    layOutNear(arena, a, &nearA);
    layOutNear(arena, b, &nearB);
    if (id != NULL) {
        id->a = nearA;
        id->b = nearB;
    }
    return id;
}

// B does not move in its own frame: its places are copied once.
static void placeForGood(vlNear* near)
{
    const vlPolyhedron* p = near->poly;
    memcpy(near->pointAt, p->points, (size_t)p->pointCount * sizeof(vlVec3));
    memcpy(near->sideAt, p->sideNormals, (size_t)p->cornerCount * sizeof(vlVec3));
    memcpy(near->sideOffsetAt, p->sideOffsets, (size_t)p->cornerCount * sizeof(double));
    for (int f = 0; f < p->faceCount; ++f) {
        near->normalAt[f] = p->faces[f].normal;
        near->offsetAt[f] = p->faces[f].offset;
        near->faceBox[f] = (vlBox){p->faces[f].lower, p->faces[f].upper};
    }
    for (int e = 0; e < p->edgeCount; ++e) {
        near->directionAt[e] = p->edges[e].direction;
        near->inwardAt[2 * e] = p->edges[e].inward[0];
        near->inwardAt[2 * e + 1] = p->edges[e].inward[1];
        vlVec3 s = p->vertices[p->edges[e].vertex[0]].position;
        vlVec3 t = p->vertices[p->edges[e].vertex[1]].position;
        near->edgeBox[e] = (vlBox){vlVec_Lower(s, t), vlVec_Upper(s, t)};
    }
}

static vlResult checkSettings(const vlFormationSettings* s, const vlPolyhedron* a,
                              const vlSentence* error)
{
    const struct {
        const char* name;
        double value, least, most;
    } range[] = {{"gap", s->gap, 1e-12, 1.0},           {"inside", s->inside, 0.0, 1e9},
                 {"angle", s->angle, 1e-9, 0.5},        {"spread", s->spread, 1.0, 100.0},
                 {"relative", s->relative, 0.0, 100.0}, {"minLength", s->minLength, 0.0, 1e9},
                 {"minArea", s->minArea, 0.0, 1e9},     {"keep", s->keep, 1.0, 100.0}};
    for (size_t i = 0; i < sizeof(range) / sizeof(range[0]); ++i) {
        if (!(range[i].value >= range[i].least && range[i].value <= range[i].most)) {
            return vlSentence_Fail(error, VL_ERROR_ARGUMENT, "%s is %g; expected %g to %g",
                                   range[i].name, range[i].value, range[i].least, range[i].most);
        }
    }
    if (a->isHalfspace) {
        return vlSentence_Fail(error, VL_ERROR_ARGUMENT,
                               "A is a half-space; expected a polyhedron, and the half-space as B");
    }
    return VL_OK;
}

vlResult vlIdentifier_Create(const vlAllocator* allocator, const vlPolyhedron* a,
                             const vlPolyhedron* b, const vlFormationSettings* settings,
                             vlIdentifier** identifier, char* message, size_t messageSize)
{
    vlSentence error = {message, messageSize};
    vlAllocator chosen = allocator != NULL ? *allocator : vlDefaultAllocator();
    vlFormationSettings s = settings != NULL ? *settings : vlFormationSettings_ForNames();
    if (s.inside == VL_AUTO) {
        s.inside = VL_DEFAULT_INSIDE * fmin(a->radius, b->radius);
    }
    vlResult result = checkSettings(&s, a, &error);
    if (result != VL_OK) {
        return result;
    }
    vlArena arena = {0};
    (void)layOut(&arena, a, b);
    void* block = chosen.allocate(arena.used, chosen.user);
    if (block == NULL) {
        return vlSentence_FailMemory(&error);
    }
    memset(block, 0, arena.used);
    arena = (vlArena){.base = block};
    vlIdentifier* id = layOut(&arena, a, b);
    id->allocator = chosen;
    id->settings = s;
    id->strict = passOf(&s, false);
    id->kept = passOf(&s, true);
    id->slack = SLACK * a->radius;
    placeForGood(&id->b);
    vlNear_MakeGroups(&id->b);
    *identifier = id;
    return VL_OK;
}

void vlIdentifier_Destroy(vlIdentifier* identifier)
{
    if (identifier != NULL) {
        vlAllocator allocator = identifier->allocator;
        allocator.release(identifier, allocator.user);
    }
}

const vlPolyhedron* vlIdentifier_GetPolyhedron(const vlIdentifier* identifier, bool isB)
{
    return isB ? identifier->b.poly : identifier->a.poly;
}

void vlIdentifier_Forget(vlIdentifier* identifier)
{
    identifier->lastCount = 0;
    identifier->lastNormal = vlZero();
    identifier->hasLast = false;
}
