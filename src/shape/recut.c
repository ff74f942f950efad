// SPDX-License-Identifier: MIT
// The planes of all its concave edges cut a solid into cells without concave edges, so each
// connected cell is convex. These cells depend on the solid alone. A cell is known by the sides of
// the planes on which it lies, so its fragments come together again, however the solid was cut
// before (T6.8).

#include "shape/recut_parts.h"

#include "shape/shape_build.h"

vlShape* vlCutWork_MakeCell(vlCutWork* c, int count)
{
    vlShape* shape = NULL;
    if (count < 4) {
        c->isGivenUp = true;
        return NULL;
    }
    vlResult result = vlShape_CreateHull(c->allocator, c->points, count, &shape, NULL, 0);
    c->isOutOfMemory |= result == VL_ERROR_MEMORY;
    c->isGivenUp |= result != VL_OK;
    return result == VL_OK ? shape : NULL;
}

int vlCutWork_AddPoints(vlCutWork* c, int count, const vlConvex* from)
{
    if (count + from->vertexCount > VL_CUT_POINTS) {
        c->isGivenUp = true;
        return count;
    }
    for (int v = 0; v < from->vertexCount; ++v) {
        c->points[count++] = vlConvex_Vertex(from, v);
    }
    return count;
}

static void addCell(vlCutWork* c, vlShape* shape)
{
    if (shape != NULL && c->cellCount < VL_CUT_CELLS) {
        c->cell[c->cellCount++] = shape;
    } else {
        c->isGivenUp = true;
        vlShape_Release(shape);
    }
}

// ---- planes ----

static void addPlane(vlCutWork* c, const vlSolidFace* face)
{
    for (int i = 0; i < c->planeCount; ++i) {
        double cosine = vlDot(c->plane[i].normal, face->normal);
        double offset = cosine > 0.0 ? face->offset : -face->offset;
        if (vlLength(vlCross(c->plane[i].normal, face->normal)) < VL_CUT_SAME_NORMAL &&
            fabs(c->plane[i].offset - offset) <= 2.0 * c->snap) {
            return;
        }
    }
    if (c->planeCount == VL_CUT_PLANES) {
        c->isGivenUp = true;
        return;
    }
    c->plane[c->planeCount++] = (vlCutPlane){face->normal, face->offset};
}

static bool straddles(const vlCutWork* c, const vlConvex* piece, const vlCutPlane* plane)
{
    double lowest = 0.0;
    double highest = 0.0;
    for (int v = 0; v < piece->vertexCount; ++v) {
        double side = vlDot(plane->normal, vlConvex_Vertex(piece, v)) - plane->offset;
        lowest = fmin(lowest, side);
        highest = fmax(highest, side);
    }
    return lowest < -c->snap && highest > c->snap;
}

// The part of a cell on one side: the hull of its vertices there, and of the points where lines
// between vertices on opposite sides cross the plane. Lines that are not edges cross it inside the
// section and do no harm.
static vlShape* halfOf(vlCutWork* c, const vlConvex* piece, const vlCutPlane* plane, double sign)
{
    int count = 0;
    for (int v = 0; v < piece->vertexCount; ++v) {
        vlVec3 p = vlConvex_Vertex(piece, v);
        double side = sign * (vlDot(plane->normal, p) - plane->offset);
        if (side >= -c->snap) {
            c->points[count++] = p;
        }
        for (int w = 0; w < piece->vertexCount && side > c->snap; ++w) {
            vlVec3 q = vlConvex_Vertex(piece, w);
            double other = sign * (vlDot(plane->normal, q) - plane->offset);
            if (other < -c->snap) {
                c->points[count++] = vlMulAdd(p, side / (side - other), vlSub(q, p));
            }
        }
    }
    return vlCutWork_MakeCell(c, count);
}

static void cutAll(vlCutWork* c, const vlCutPlane* plane)
{
    int before = c->cellCount;
    for (int i = 0; i < before && !c->isGivenUp; ++i) {
        const vlConvex* piece = &c->cell[i]->pieces[0];
        if (piece->vertexCount > VL_CUT_VERTICES) {
            c->isGivenUp = true;
        } else if (straddles(c, piece, plane)) {
            vlShape* above = halfOf(c, piece, plane, 1.0);
            vlShape* below = above != NULL ? halfOf(c, piece, plane, -1.0) : NULL;
            if (above == NULL || below == NULL) {
                vlShape_Release(above);
                vlShape_Release(below);
                return;
            }
            vlShape_Release(c->cell[i]);
            c->cell[i] = above;
            addCell(c, below);
        }
    }
}

// ---- one part ----

static void gather(vlCutWork* c, const vlConvex* given, const vlSolid* solid, int part)
{
    for (int f = 0; f < solid->faceCount; ++f) {
        if (solid->face[f].part == part && solid->face[f].isConcave) {
            addPlane(c, &solid->face[f]);
        }
    }
    for (int i = 0; i < solid->pieceCount && !c->isGivenUp; ++i) {
        if (solid->part[i] == part) {
            addCell(c, vlCutWork_MakeCell(c, vlCutWork_AddPoints(c, 0, &given[i])));
        }
    }
}

static void cutPart(vlCutWork* c, const vlConvex* given, const vlSolid* solid, int part)
{
    gather(c, given, solid, part);
    for (int i = 0; i < c->planeCount && !c->isGivenUp; ++i) {
        cutAll(c, &c->plane[i]);
    }
    if (!c->isGivenUp) {
        vlCutWork_Join(c);
    }
}

static int membersOf(const vlSolid* solid, const vlConvex* given, int part, bool* isRound)
{
    int members = 0;
    *isRound = false;
    for (int i = 0; i < solid->pieceCount; ++i) {
        members += solid->part[i] == part;
        *isRound |= solid->part[i] == part &&
                    (given[i].bend != NULL || given[i].vertexCount > VL_CUT_VERTICES);
    }
    return members;
}

// How many pieces this part may have, so that all other parts still fit into the compound.
static int roomFor(const vlRecut* recut, const vlSolid* solid, int part)
{
    int room = VL_MAX_PIECES - recut->madeCount - recut->keptCount;
    for (int i = 0; i < solid->pieceCount; ++i) {
        room -= solid->part[i] > part;
    }
    return room;
}

static double smallestRadius(const vlSolid* solid, const vlConvex* given, int part)
{
    double smallest = HUGE_VAL;
    for (int i = 0; i < solid->pieceCount; ++i) {
        smallest = solid->part[i] == part ? fmin(smallest, given[i].radius) : smallest;
    }
    return smallest;
}

vlResult vlRecut_Make(vlRecut* recut, const vlAllocator* allocator, const vlConvex* given,
                      const vlSolid* solid, const vlSentence* error)
{
    recut->madeCount = recut->keptCount = 0;
    vlCutWork* c = allocator->allocate(sizeof(vlCutWork), allocator->user);
    vlVec3* points =
        c != NULL ? allocator->allocate(VL_CUT_POINTS * sizeof(vlVec3), allocator->user) : NULL;
    bool isOutOfMemory = c == NULL || points == NULL;
    for (int part = 0; part < solid->partCount && !isOutOfMemory; ++part) {
        bool isRound;
        int members = membersOf(solid, given, part, &isRound);
        *c = (vlCutWork){.allocator = allocator,
                         .points = points,
                         .snap = VL_GLUE_GAP * smallestRadius(solid, given, part)};
        bool isCut = members > 1 && !isRound;
        if (isCut) {
            cutPart(c, given, solid, part);
            isCut = !c->isGivenUp && c->cellCount <= roomFor(recut, solid, part);
        }
        isOutOfMemory = c->isOutOfMemory;
        for (int k = 0; k < c->cellCount; ++k) {
            if (isCut) {
                recut->made[recut->madeCount++] = c->cell[k];
            } else {
                vlShape_Release(c->cell[k]);
            }
        }
        for (int i = 0; i < solid->pieceCount && !isCut; ++i) {
            if (solid->part[i] == part) {
                recut->kept[recut->keptCount++] = i;
            }
        }
    }
    void* blocks[] = {c, points};
    for (int i = 0; i < 2; ++i) {
        if (blocks[i] != NULL) {
            allocator->release(blocks[i], allocator->user);
        }
    }
    if (isOutOfMemory) {
        vlRecut_Release(recut);
        return vlSentence_FailMemory(error);
    }
    return VL_OK;
}

void vlRecut_Release(vlRecut* recut)
{
    for (int i = 0; i < recut->madeCount; ++i) {
        vlShape_Release(recut->made[i]);
    }
    recut->madeCount = 0;
}
