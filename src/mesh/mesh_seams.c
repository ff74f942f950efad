// SPDX-License-Identifier: MIT
// Solids that touch along an edge or a face share vertices once these are welded, and an edge then
// has four triangles or more. Around such an edge the triangles take turns: one with the solid
// behind it, then the one that bounds the same solid from the other side. So every side has a mate,
// and where two solids share a vertex, each gets one of its own.

#include <stdlib.h>

#include "base/angle.h"
#include "base/sets.h"
#include "mesh/mesh_parts.h"

// Triangles at angles nearer than this lie on each other, rad: welding turns them by no more than
// that, unless they are slivers.
#define SAME_ANGLE 1e-4
#define MOST_AROUND 16

// A triangle at an edge, seen along the edge.
typedef struct Blade {
    double angle;
    bool isForward; // its solid is at smaller angles
    int side;
} Blade;

static bool isBefore(const Blade* p, const Blade* q)
{
    return p->angle < q->angle || (p->angle <= q->angle && p->side < q->side);
}

static void sortBlades(Blade* blade, int count)
{
    for (int i = 1; i < count; ++i) {
        for (int k = i; k > 0 && isBefore(&blade[k], &blade[k - 1]); --k) {
            Blade kept = blade[k];
            blade[k] = blade[k - 1];
            blade[k - 1] = kept;
        }
    }
}

static void fanOut(const vlMesh* mesh, const vlSide* edge, int count, Blade* blade)
{
    vlVec3 from = mesh->points[edge->low];
    vlVec3 along = vlUnit(vlSub(mesh->points[edge->high], from)), x = vlZero();
    for (int i = 0; i < count; ++i) {
        int opposite = vlSide_Next(vlSide_Next(edge[i].number));
        vlVec3 out = vlSub(mesh->points[mesh->indices[opposite]], from);
        out = vlMulAdd(out, -vlDot(out, along), along);
        x = i == 0 ? vlUnit(out) : x;
        blade[i] = (Blade){vlAngle_Of(vlDot(vlCross(along, x), out), vlDot(x, out)),
                           edge[i].isForward, edge[i].number};
    }
    sortBlades(blade, count);
    // Of two that lie on each other, the one that ends a solid comes first. The last one is
    // compared with the first.
    for (int i = 0; i < count; ++i) {
        Blade* p = &blade[i];
        Blade* q = &blade[(i + 1) % count];
        double turn = q->angle - p->angle + (i + 1 == count ? 2.0 * VL_PI : 0.0);
        if (turn < SAME_ANGLE && !p->isForward && q->isForward) {
            Blade kept = *p;
            *p = *q;
            *q = kept;
            ++i;
        }
    }
}

// The corners of two sides of one edge, at both of its ends.
static void joinSides(const vlMesh* mesh, int* parent, int s, int t)
{
    bool isSame = mesh->indices[s] == mesh->indices[t];
    vlSets_Join(parent, s, isSame ? t : vlSide_Next(t));
    vlSets_Join(parent, vlSide_Next(s), isSame ? vlSide_Next(t) : t);
}

// Joins the corners of mates around a crowded edge. False if its triangles do not take turns.
static bool joinMates(const vlMesh* mesh, const vlSide* edge, int count, int* parent)
{
    Blade blade[MOST_AROUND];
    if (count % 2 != 0 || count > MOST_AROUND) {
        return false;
    }
    fanOut(mesh, edge, count, blade);
    for (int i = 0; i < count; ++i) {
        const Blade* next = &blade[(i + 1) % count];
        if (blade[i].isForward == next->isForward) {
            return false;
        }
        if (!blade[i].isForward) {
            joinSides(mesh, parent, blade[i].side, next->side);
        }
    }
    return true;
}

// Joins corners across all edges. True if the mesh is closed and has crowded edges, all of which
// part into mates.
static bool joinCorners(const vlMesh* mesh, const vlSideList* edges, int* parent)
{
    bool isCrowded = false;
    vlSets_Begin(parent, 3 * mesh->faceCount);
    for (int i = 0; i < edges->count;) {
        int end = vlSideList_End(edges, i);
        if (end - i == 2) {
            joinSides(mesh, parent, edges->side[i].number, edges->side[i + 1].number);
        } else if (end - i == 1 || !joinMates(mesh, &edges->side[i], end - i, parent)) {
            return false;
        } else {
            isCrowded = true;
        }
        i = end;
    }
    return isCrowded;
}

// Gives the corners of every set but the first one at a vertex a vertex of their own. `owner` and
// `made` have room for every corner. False without memory.
static bool partVertices(vlMesh* mesh, int* parent, int* owner, int* made, int* parted)
{
    int corners = 3 * mesh->faceCount, count = mesh->pointCount;
    for (int v = 0; v < mesh->pointCount; ++v) {
        owner[v] = -1;
    }
    for (int c = 0; c < corners; ++c) { // the name of a set is its lowest corner
        int v = mesh->indices[c];
        if (vlSets_Find(parent, c) == c) {
            made[c] = owner[v] < 0 ? v : count++;
            owner[v] = c;
        }
    }
    vlVec3* points = realloc(mesh->points, sizeof *points * (size_t)count);
    if (points == NULL) {
        return false;
    }
    mesh->points = points;
    *parted = count - mesh->pointCount;
    for (int c = 0; c < corners; ++c) {
        int v = made[vlSets_Find(parent, c)];
        points[v] = points[mesh->indices[c]];
        mesh->indices[c] = v;
    }
    mesh->pointCount = count;
    return true;
}

vlResult vlMesh_PartSeams(vlMesh* mesh, vlMeshRepairs* repairs)
{
    size_t corners = 3 * (size_t)mesh->faceCount;
    vlSideList edges = {0};
    int* parent = malloc(sizeof(int) * corners);
    int* made = malloc(sizeof(int) * corners);
    int* owner = malloc(sizeof(int) * (size_t)mesh->pointCount);
    bool ok = parent != NULL && made != NULL && owner != NULL &&
              vlSideList_OfTriangles(mesh->indices, (size_t)mesh->faceCount, &edges);
    if (ok && joinCorners(mesh, &edges, parent)) {
        ok = partVertices(mesh, parent, owner, made, &repairs->partedPoints);
    }
    free(edges.side);
    free(parent);
    free(made);
    free(owner);
    return ok ? VL_OK : VL_ERROR_MEMORY;
}
