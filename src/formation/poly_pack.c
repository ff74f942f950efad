// SPDX-License-Identifier: MIT
// From a finished draft to the one block of memory that is a polyhedron.

#include "formation/poly_pack.h"

#include "base/arena.h"
#include "base/box.h"
#include "base/sentence.h"

// An edge is convex if the second face leaves the plane of the first by more than this sine.
#define CONVEX_SINE 1e-7

typedef struct Sizes {
    int vertices, edges, faces, cells, corners, points, pieces, slots;
} Sizes;

static vlPolyBlock* layOut(vlArena* arena, const Sizes* n)
{
    vlPolyBlock* b = vlArena_Take(arena, 1, sizeof(vlPolyBlock));
    vlPolyBlock parts = {0};
    parts.vertex = vlArena_Take(arena, (size_t)n->vertices, sizeof(vlPolyhedronVertex));
    parts.edge = vlArena_Take(arena, (size_t)n->edges, sizeof(vlPolyhedronEdge));
    parts.face = vlArena_Take(arena, (size_t)n->faces, sizeof(vlPolyhedronFace));
    parts.cell = vlArena_Take(arena, (size_t)n->cells, sizeof(vlPolyhedronCell));
    parts.vertexEdge = vlArena_Take(arena, 2 * (size_t)n->edges, sizeof(int));
    parts.point = vlArena_Take(arena, (size_t)n->points, sizeof(vlVec3));
    parts.corner = vlArena_Take(arena, (size_t)n->corners, sizeof(int));
    parts.sideNormal = vlArena_Take(arena, (size_t)n->corners, sizeof(vlVec3));
    parts.sideOffset = vlArena_Take(arena, (size_t)n->corners, sizeof(double));
    // Every loop has at least two half edges.
    parts.loopStart = vlArena_Take(arena, (size_t)n->edges + 2, sizeof(int));
    parts.loopVertex = vlArena_Take(arena, 2 * (size_t)n->edges, sizeof(int));
    parts.pieceStart = vlArena_Take(arena, (size_t)n->pieces + 1, sizeof(int));
    parts.slotStart = vlArena_Take(arena, (size_t)n->slots + 1, sizeof(int));
    parts.pieceCell = vlArena_Take(arena, (size_t)n->cells, sizeof(int));
    parts.rayLists.cell = vlArena_Take(arena, VL_RAY_ROOM(n->cells), sizeof(int));
    if (b != NULL) {
        *b = parts;
        b->shown = (vlPolyhedron){.block = b,
                                  .vertexCount = n->vertices,
                                  .edgeCount = n->edges,
                                  .faceCount = n->faces,
                                  .cellCount = n->cells,
                                  .cornerCount = n->corners,
                                  .pointCount = n->points,
                                  .pieceCount = n->pieces,
                                  .vertices = b->vertex,
                                  .edges = b->edge,
                                  .faces = b->face,
                                  .cells = b->cell,
                                  .vertexEdges = b->vertexEdge,
                                  .points = b->point,
                                  .corners = b->corner,
                                  .sideNormals = b->sideNormal,
                                  .sideOffsets = b->sideOffset,
                                  .loopStarts = b->loopStart,
                                  .loopVertices = b->loopVertex,
                                  .pieceStarts = b->pieceStart,
                                  .slotStarts = b->slotStart,
                                  .pieceCells = b->pieceCell};
    }
    return b;
}

// Numbers the points: vertices first. Fills `number` with -1 for points that are not used.
static void numberPoints(const vlPolyDraft* d, int* number, Sizes* n)
{
    for (int i = 0; i < d->pointCount; ++i) {
        number[i] = -1;
    }
    for (int e = 0; e < d->edgeCount; ++e) {
        int ends[2] = {d->edge[e].a, d->edge[e].b};
        for (int k = 0; k < 2; ++k) {
            if (number[ends[k]] < 0) {
                number[ends[k]] = n->vertices++;
            }
        }
    }
    n->points = n->vertices;
    for (int c = 0; c < d->cellCount; ++c) {
        n->corners += d->cell[c].count;
        for (int k = 0; k < d->cell[c].count; ++k) {
            int p = d->corner[d->cell[c].first + k];
            if (number[p] < 0) {
                number[p] = n->points++;
            }
        }
    }
}

static void fillPieces(vlPolyBlock* b)
{
    int used = 0;
    int slot = 0;
    for (int i = 0; i < b->shown.pieceCount; ++i) {
        int faces = b->pieceStart[i + 1] - b->pieceStart[i];
        for (int f = 0; f < faces; ++f) {
            b->slotStart[slot++] = used;
            for (int c = 0; c < b->shown.cellCount; ++c) {
                if (b->cell[c].piece == i && b->cell[c].pieceFace == f) {
                    b->pieceCell[used++] = c;
                }
            }
        }
    }
    b->slotStart[slot] = used;
}

static void fillCells(vlPolyBlock* b, const vlPolyDraft* d, const int* number)
{
    int corner = 0;
    for (int c = 0; c < d->cellCount; ++c) {
        const vlDraftCell* cell = &d->cell[c];
        vlPolyhedronFace* face = &b->face[cell->face];
        b->cell[c] = (vlPolyhedronCell){.face = cell->face,
                                        .firstCorner = corner,
                                        .cornerCount = cell->count,
                                        .piece = cell->piece,
                                        .pieceFace = cell->pieceFace};
        if (face->cellCount++ == 0) {
            face->firstCell = c;
        }
        double area = vlPolyDraft_CellArea(d, cell, face->normal);
        face->area += area;
        b->shown.area += area;
        b->shown.volume += face->offset * area / 3.0;
        for (int k = 0; k < cell->count; ++k, ++corner) {
            int here = d->corner[cell->first + k];
            vlVec3 p = d->point[here];
            vlVec3 next = d->point[d->corner[cell->first + (k + 1 < cell->count ? k + 1 : 0)]];
            b->corner[corner] = number[here];
            b->point[number[here]] = p;
            b->sideNormal[corner] = vlUnit(vlCross(face->normal, vlSub(next, p)));
            b->sideOffset[corner] = vlDot(b->sideNormal[corner], p);
            face->lower = vlVec_Lower(face->lower, p);
            face->upper = vlVec_Upper(face->upper, p);
        }
    }
}

static void fillEdges(vlPolyBlock* b, const vlPolyDraft* d, const int* number)
{
    for (int i = 0; i < d->edgeCount; ++i) {
        const vlDraftEdge* from = &d->edge[i];
        vlPolyhedronEdge* e = &b->edge[i];
        *e = (vlPolyhedronEdge){.vertex = {number[from->a], number[from->b]},
                                .face = {from->left, from->right},
                                .group = i};
        vlVec3 along = vlSub(d->point[from->b], d->point[from->a]);
        e->length = vlLength(along);
        e->direction = vlUnit(along);
        e->inward[0] = vlUnit(vlCross(b->face[from->left].normal, e->direction));
        e->inward[1] = vlUnit(vlCross(e->direction, b->face[from->right].normal));
        e->isConvex = vlDot(b->face[from->left].normal, e->inward[1]) < -CONVEX_SINE;
        for (int k = 0; k < 2; ++k) {
            b->vertex[e->vertex[k]].position = d->point[k == 0 ? from->a : from->b];
            b->point[e->vertex[k]] = d->point[k == 0 ? from->a : from->b];
            ++b->vertex[e->vertex[k]].edgeCount;
        }
    }
    int used = 0;
    for (int v = 0; v < b->shown.vertexCount; ++v) {
        b->vertex[v].firstEdge = used;
        used += b->vertex[v].edgeCount;
        b->vertex[v].edgeCount = 0;
        b->vertex[v].isUsable = true;
    }
    for (int i = 0; i < d->edgeCount; ++i) {
        for (int k = 0; k < 2; ++k) {
            vlPolyhedronVertex* v = &b->vertex[b->edge[i].vertex[k]];
            b->vertexEdge[v->firstEdge + v->edgeCount++] = i;
            v->isUsable &= b->edge[i].isConvex;
        }
    }
}

static void fillBounds(vlPolyhedron* p)
{
    p->lower = p->upper = p->faces[0].lower;
    for (int f = 0; f < p->faceCount; ++f) {
        const vlPolyhedronFace* face = &p->faces[f];
        p->lower = vlVec_Lower(p->lower, face->lower);
        p->upper = vlVec_Upper(p->upper, face->upper);
    }
    p->centre = vlScale(vlAdd(p->lower, p->upper), 0.5);
    for (int v = 0; v < p->vertexCount; ++v) {
        p->radius = fmax(p->radius, vlLength(vlSub(p->vertices[v].position, p->centre)));
    }
}

static vlResult checkSizes(const vlPolyDraft* d, const Sizes* n)
{
    if (n->faces > VL_MAX_ELEMENTS || n->edges > VL_MAX_ELEMENTS || n->vertices > VL_MAX_ELEMENTS) {
        return vlSentence_Fail(d->error, VL_ERROR_FULL,
                               "%d faces, %d edges and %d vertices; expected at most %d of each",
                               n->faces, n->edges, n->vertices, VL_MAX_ELEMENTS);
    }
    return VL_OK;
}

static vlResult fill(vlPolyBlock* b, vlPolyDraft* d, const int* number, const vlFaceName* names,
                     int nameCount)
{
    b->allocator = d->allocator;
    for (int f = 0; f < d->faceCount; ++f) {
        b->face[f] = (vlPolyhedronFace){.normal = d->face[f].normal,
                                        .offset = d->face[f].offset,
                                        .lower = vlVec(HUGE_VAL, HUGE_VAL, HUGE_VAL),
                                        .upper = vlVec(-HUGE_VAL, -HUGE_VAL, -HUGE_VAL),
                                        .group = f};
    }
    for (int v = 0; v < b->shown.vertexCount; ++v) {
        b->vertex[v] = (vlPolyhedronVertex){.named = {VL_ELEMENT_VERTEX, v}};
    }
    fillEdges(b, d, number);
    fillCells(b, d, number);
    fillPieces(b);
    fillBounds(&b->shown);
    vlRayLists_Fill(&b->rayLists, &b->shown);
    if (!(b->shown.volume > 0.0) || !isfinite(b->shown.volume)) {
        return vlSentence_Fail(
            d->error, VL_ERROR_GEOMETRY,
            "the surface encloses a volume of %g m3; expected a positive one, with "
            "faces anticlockwise seen from outside",
            b->shown.volume);
    }
    vlResult result = vlPolyBlock_FindLoops(b, d);
    result = result == VL_OK ? vlPolyBlock_FindGroups(b, d) : result;
    return result == VL_OK ? vlPolyBlock_GiveNames(b, d, names, nameCount) : result;
}

vlResult vlPolyDraft_Pack(vlPolyDraft* d, const vlFaceName* names, int nameCount,
                          const vlPolyhedron** polyhedron)
{
    int* number = vlPolyDraft_Take(d, d->pointCount, sizeof(int));
    if (number == NULL) {
        return vlPolyDraft_Memory(d);
    }
    Sizes n = {.edges = d->edgeCount,
               .faces = d->faceCount,
               .cells = d->cellCount,
               .pieces = d->pieceCount};
    numberPoints(d, number, &n);
    for (int i = 0; i < n.pieces; ++i) {
        n.slots += d->pieceFaces[i];
    }
    vlResult result = checkSizes(d, &n);
    vlArena arena = {0};
    (void)layOut(&arena, &n);
    void* block = NULL;
    if (result == VL_OK) {
        block = vlPolyDraft_Take(d, (int)(arena.used / 64 + 1), 64);
        result = vlPolyDraft_Memory(d);
    }
    if (result == VL_OK) {
        arena = (vlArena){.base = block};
        vlPolyBlock* b = layOut(&arena, &n);
        for (int i = 0; i < n.pieces; ++i) {
            b->pieceStart[i + 1] = b->pieceStart[i] + d->pieceFaces[i];
        }
        result = fill(b, d, number, names, nameCount);
        if (result == VL_OK) {
            *polyhedron = &b->shown;
        } else {
            vlPolyDraft_Drop(d, block);
        }
    }
    vlPolyDraft_Drop(d, number);
    return result;
}

void vlPolyhedron_Release(const vlPolyhedron* polyhedron)
{
    if (polyhedron != NULL) {
        vlPolyBlock* block = polyhedron->block;
        vlAllocator allocator = block->allocator;
        allocator.release(block, allocator.user);
    }
}
