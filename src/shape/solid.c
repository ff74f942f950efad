// SPDX-License-Identifier: MIT
// From the faces of pieces to the cells and faces of their outer solid (docs/theory/unions.md).

#include "shape/solid.h"

#include <string.h>

#include "base/arena.h"
#include "base/sets.h"
#include "shape/overlap.h"
#include "shape/shape_build.h"
#include "shape/solid_cells.h"
#include "solid/facet.h"

// Two faces that touch in less than this fraction of the smaller one only share a border.
#define GLUE_AREA 1e-5
// Faces that nearly touch in less than this fraction were probably not meant to.
#define NEAR_AREA 1e-3
// Normals of one plane differ by less than this.
#define SAME_NORMAL 1e-5

// What is known while a solid is made.
typedef struct Making {
    const vlConvex* pieces;
    int pieceCount;
    vlCellList list;
    vlVec3* scratch; // of the overlap functions
    int scratchSize;
    int part[VL_MAX_PIECES];
    int close[VL_MAX_PIECES]; // pieces close to the one whose faces are looked at
    int closeCount;
    const vlSentence* error;
} Making;

static double gapOf(const vlConvex* a, const vlConvex* b)
{
    return VL_GLUE_GAP * fmin(a->radius, b->radius);
}

static vlResult refuseGap(const Making* m, int i, int f, int k, int g)
{
    const vlConvex* a = &m->pieces[i];
    vlVec3 sum = vlZero();
    int begin = a->faceStart[f];
    int end = a->faceStart[f + 1];
    double apart = 0.0;
    for (int c = begin; c < end; ++c) {
        vlVec3 p = vlConvex_Vertex(a, a->faceVertex[c]);
        vlVec3 n = vlConvex_Normal(&m->pieces[k], g);
        apart = fmax(apart, fabs(vlDot(n, p) - m->pieces[k].nd[g]));
        sum = vlAdd(sum, p);
    }
    vlVec3 at = vlScale(sum, 1.0 / (end - begin));
    return vlSentence_Fail(
        m->error, VL_ERROR_GEOMETRY,
        "face %d of piece %d and face %d of piece %d, at (%g, %g, %g), are %.3g m "
        "out of line; expected at most %.3g to join them, or at least %.3g",
        f, i, g, k, at.x, at.y, at.z, apart, gapOf(a, &m->pieces[k]),
        VL_GLUE_NEAR * fmin(a->radius, m->pieces[k].radius));
}

static double nearOf(const vlConvex* a, const vlConvex* b)
{
    return VL_GLUE_NEAR * fmin(a->radius, b->radius);
}

static void findClose(Making* m, int i)
{
    const vlConvex* a = &m->pieces[i];
    m->closeCount = 0;
    for (int k = 0; k < m->pieceCount; ++k) {
        if (k != i && vlOverlap_AreClose(a, &m->pieces[k], nearOf(a, &m->pieces[k]))) {
            m->close[m->closeCount++] = k;
        }
    }
}

// Adds the free cells of one face: all of it less the faces of other pieces that lie on it.
static vlResult addFreeCells(Making* m, int i, int f, vlFaceGlue* glue)
{
    const vlConvex* a = &m->pieces[i];
    vlVec3 normal = vlConvex_Normal(a, f);
    int first = m->list.cellCount;
    vlCellList_AddFace(&m->list, a, i, f);
    *glue = VL_FACE_FREE;
    for (int c = 0; c < m->closeCount && !m->list.isOutOfMemory; ++c) {
        int k = m->close[c];
        const vlConvex* b = &m->pieces[k];
        double near = nearOf(a, b);
        double gap = gapOf(a, b);
        for (int g = 0; g < b->faceCount; ++g) {
            if (vlDot(normal, vlConvex_Normal(b, g)) > -0.5) {
                continue;
            }
            if (vlOverlap_Contact(a, f, b, g, gap, m->scratch, m->scratchSize) > GLUE_AREA) {
                vlCellList_CutOut(&m->list, first, normal, b, g, gap);
                *glue = m->list.cellCount > first ? VL_FACE_PARTLY : VL_FACE_GLUED;
                vlSets_Join(m->part, i, k);
            } else if (vlOverlap_Contact(a, f, b, g, near, m->scratch, m->scratchSize) >
                       NEAR_AREA) {
                return refuseGap(m, i, f, k, g);
            }
        }
    }
    return m->list.isOutOfMemory ? vlSentence_FailMemory(m->error) : VL_OK;
}

static vlSolid* layOut(vlArena* arena, int pieces, int pieceFaces, int cells, int points)
{
    vlSolid* s = vlArena_Take(arena, 1, sizeof(vlSolid));
    vlSolidFace* face = vlArena_Take(arena, (size_t)cells, sizeof(vlSolidFace));
    vlCell* cell = vlArena_Take(arena, (size_t)cells, sizeof(vlCell));
    vlVec3* point = vlArena_Take(arena, (size_t)points, sizeof(vlVec3));
    uint32_t* pieceStart = vlArena_Take(arena, (size_t)pieces, sizeof(uint32_t));
    // One number more for each piece, so that a piece sees the end of its last face.
    uint32_t* firstCell =
        vlArena_Take(arena, (size_t)pieceFaces + (size_t)pieces, sizeof(uint32_t));
    int* part = vlArena_Take(arena, (size_t)pieces, sizeof(int));
    if (s != NULL) {
        *s = (vlSolid){.pieceCount = pieces,
                       .cellCount = cells,
                       .face = face,
                       .cell = cell,
                       .point = point,
                       .pieceStart = pieceStart,
                       .firstCell = firstCell,
                       .part = part};
    }
    return s;
}

// Copies the cells with the points that they still use, and numbers the parts.
static void fill(vlSolid* s, Making* m)
{
    for (int c = 0; c < s->cellCount; ++c) {
        s->cell[c] = m->list.cell[c];
        memcpy(&s->point[s->pointCount], &m->list.point[m->list.cell[c].start],
               s->cell[c].count * sizeof(vlVec3));
        s->cell[c].start = (uint32_t)s->pointCount;
        s->pointCount += (int)s->cell[c].count;
    }
    int c = 0;
    uint32_t slot = 0;
    for (int i = 0; i < s->pieceCount; ++i) {
        s->pieceStart[i] = slot;
        for (int f = 0; f < m->pieces[i].faceCount; ++f) {
            s->firstCell[slot++] = (uint32_t)c;
            while (c < s->cellCount && s->cell[c].piece == i && s->cell[c].pieceFace == f) {
                ++c;
            }
        }
        s->firstCell[slot++] = (uint32_t)c;
        int root = vlSets_Find(m->part, i);
        s->part[i] = root == i ? s->partCount++ : s->part[root];
    }
}

// Copies what was found into one block.
static vlResult pack(Making* m, const vlAllocator* allocator, vlSolid** solid)
{
    int points = 0;
    int faces = 0;
    for (int c = 0; c < m->list.cellCount; ++c) {
        points += (int)m->list.cell[c].count;
    }
    for (int i = 0; i < m->pieceCount; ++i) {
        faces += m->pieces[i].faceCount;
    }
    vlArena arena = {0};
    (void)layOut(&arena, m->pieceCount, faces, m->list.cellCount, points);
    int* group =
        allocator->allocate(((size_t)m->list.cellCount + 1) * sizeof(int), allocator->user);
    void* block = group != NULL ? allocator->allocate(arena.used, allocator->user) : NULL;
    if (block != NULL) {
        arena = (vlArena){.base = block};
        *solid = layOut(&arena, m->pieceCount, faces, m->list.cellCount, points);
        fill(*solid, m);
        vlSolid_JoinCells(*solid, m->pieces, group);
    }
    if (group != NULL) {
        allocator->release(group, allocator->user);
    }
    return block != NULL ? VL_OK : vlSentence_FailMemory(m->error);
}

vlResult vlSolid_Create(const vlAllocator* allocator, const vlConvex* pieces, int pieceCount,
                        uint8_t* const* glue, vlSolid** solid, const vlSentence* error)
{
    Making m = {.pieces = pieces, .pieceCount = pieceCount, .error = error};
    int largest = 0;
    for (int i = 0; i < pieceCount; ++i) {
        m.part[i] = i;
        for (int f = 0; f < pieces[i].faceCount; ++f) {
            int size = pieces[i].faceStart[f + 1] - pieces[i].faceStart[f];
            largest = size > largest ? size : largest;
        }
    }
    m.scratchSize = vlOverlap_ScratchSize(pieces, pieceCount);
    m.scratch = allocator->allocate((size_t)m.scratchSize * sizeof(vlVec3), allocator->user);
    if (m.scratch == NULL) {
        return vlSentence_FailMemory(error);
    }
    vlResult result = VL_OK;
    if (!vlCellList_Open(&m.list, allocator, largest, pieceCount)) {
        result = vlSentence_FailMemory(error);
    }
    for (int i = 0; i < pieceCount && result == VL_OK; ++i) {
        findClose(&m, i);
        for (int f = 0; f < pieces[i].faceCount && result == VL_OK; ++f) {
            vlFaceGlue state;
            result = addFreeCells(&m, i, f, &state);
            glue[i][f] = (uint8_t)state;
        }
    }
    result = result == VL_OK ? pack(&m, allocator, solid) : result;
    vlCellList_Close(&m.list);
    allocator->release(m.scratch, allocator->user);
    return result;
}

// ---- faces of the solid ----

static bool shareBorder(const vlSolid* s, const vlCell* a, const vlCell* b, double tolerance)
{
    vlFacet p = {&s->point[a->start], NULL, (int)a->count};
    vlFacet q = {&s->point[b->start], NULL, (int)b->count};
    return vlFacet_DoMeet(p, q, 3.0 * tolerance, 10.0 * tolerance);
}

static vlVec3 middleOf(const vlSolid* s, const vlCell* c)
{
    vlVec3 sum = vlZero();
    for (uint32_t i = 0; i < c->count; ++i) {
        sum = vlAdd(sum, s->point[c->start + i]);
    }
    return vlScale(sum, 1.0 / c->count);
}

static double heightOver(const vlSolid* s, const vlCell* c, const vlConvex* pieces,
                         const vlCell* over)
{
    const vlConvex* p = &pieces[over->piece];
    return vlDot(vlConvex_Normal(p, over->pieceFace), middleOf(s, c)) - p->nd[over->pieceFace];
}

// Two cells of different pieces that meet along a border are of one face, or a convex or concave
// edge lies between them. A concave one has each above the plane of the other.
static void relateCells(vlSolid* s, const vlConvex* pieces, int c, int d, int* group)
{
    const vlCell* a = &s->cell[c];
    const vlCell* b = &s->cell[d];
    const vlConvex* pa = &pieces[a->piece];
    const vlConvex* pb = &pieces[b->piece];
    double tolerance = gapOf(pa, pb);
    vlVec3 na = vlConvex_Normal(pa, a->pieceFace);
    vlVec3 nb = vlConvex_Normal(pb, b->pieceFace);
    bool isOnePlane = vlDot(na, nb) > 0.0 && vlLength(vlCross(na, nb)) < SAME_NORMAL &&
                      fabs(heightOver(s, b, pieces, a)) <= 2.0 * tolerance;
    bool isConcave = !isOnePlane && heightOver(s, b, pieces, a) > 2.0 * tolerance &&
                     heightOver(s, a, pieces, b) > 2.0 * tolerance;
    if ((!isOnePlane && !isConcave) || !shareBorder(s, a, b, tolerance)) {
        return;
    }
    if (isOnePlane) {
        vlSets_Join(group, c, d);
    } else { // the faces are not numbered yet: the lowest bit notes it
        s->cell[c].solidFace = s->cell[d].solidFace = 1;
    }
}

void vlSolid_JoinCells(vlSolid* solid, const vlConvex* pieces, int* group)
{
    vlSolid* s = solid;
    for (int c = 0; c < s->cellCount; ++c) {
        group[c] = c;
        // Cells of one face of a piece are one face where they share a border.
        for (int d = 0; d < c; ++d) {
            const vlCell* a = &s->cell[c];
            const vlCell* b = &s->cell[d];
            if (a->piece == b->piece) {
                double tolerance = VL_GLUE_GAP * pieces[a->piece].radius;
                if (a->pieceFace == b->pieceFace && shareBorder(s, a, b, tolerance)) {
                    vlSets_Join(group, c, d);
                }
            } else if (s->part[a->piece] == s->part[b->piece] &&
                       vlOverlap_AreClose(&pieces[a->piece], &pieces[b->piece],
                                          gapOf(&pieces[a->piece], &pieces[b->piece]))) {
                relateCells(s, pieces, c, d, group);
            }
        }
    }
    for (int c = 0; c < s->cellCount; ++c) {
        vlCell* cell = &s->cell[c];
        bool isConcave = cell->solidFace != 0;
        const vlConvex* p = &pieces[cell->piece];
        int root = vlSets_Find(group, c);
        if (root == c) {
            s->face[s->faceCount] = (vlSolidFace){.normal = vlConvex_Normal(p, cell->pieceFace),
                                                  .offset = p->nd[cell->pieceFace],
                                                  .firstCell = c,
                                                  .part = s->part[cell->piece]};
        }
        cell->solidFace = root == c ? (uint32_t)s->faceCount++ : s->cell[root].solidFace;
        vlSolidFace* face = &s->face[cell->solidFace];
        face->area += vlFacet_Area(&s->point[cell->start], NULL, (int)cell->count, face->normal);
        face->isConcave |= isConcave;
        ++face->cellCount;
    }
}
