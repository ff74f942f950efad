// SPDX-License-Identifier: MIT
// Measures how far the hull of a part stands off the part. A point of the hull's surface is never
// inside the part, so its distance from the part is that from the part's surface. The hull's faces
// are cut into triangles, and these into halves, until none can hold a much larger distance than
// one that was found. Within a triangle of radius r, the distance is at most that of its middle
// plus r. If the face that is nearest to the middle is convex, it is also at most the largest
// distance of the corners from that face, since the distance from a convex set is a convex
// function. The same holds for a face that is not convex if the triangle's shadow on its plane is
// wholly within it.

#include <stdlib.h>

#include "decompose/face_tree.h"
#include "solid/triangle.h"

#define MOST_SAMPLES 40000
#define DEEPEST 256

// A face of the hull, and its box.
typedef struct HullFace {
    vlVec3 normal;
    vlBox box;
    double offset, area;
    int loop[VL_MAX_HULL_VERTICES];
    int count;
} HullFace;

typedef struct Probe {
    vlFaceTree tree;
    double found, bound; // largest distance found, largest distance possible
    vlVec3 worst, nearest;
    double target;
    int samples;
} Probe;

// Distances below this fraction of the target need not be known any better.
#define FLOOR 0.3

// A triangle with a bound up to this need not be halved: a tenth above what was found, as long as
// it is certain whether the error is within the target.
static double limitOf(const Probe* probe)
{
    double limit = fmax(1.1 * probe->found, FLOOR * probe->target);
    return probe->found <= probe->target ? fmin(limit, probe->target) : limit;
}

// Measures one triangle; true if it must be halved. At a first look only its middle is measured.
static bool probeTriangle(Probe* probe, const vlTriangle* t, bool isFirstLook)
{
    vlVec3 middle = vlTriangle_Middle(t), nearest;
    double radius = vlTriangle_Reach(t, middle), corners = 0.0;
    double limit = limitOf(probe);
    double distance = vlFaceTree_Distance(&probe->tree, middle, limit - radius, &nearest);
    ++probe->samples;
    if (distance > probe->found) {
        probe->found = distance;
        probe->worst = middle;
        probe->nearest = nearest;
        limit = limitOf(probe);
    }
    if (isFirstLook) {
        return false;
    }
    double bound = distance + radius;
    const vlPart* part = probe->tree.part;
    const vlPartFace* face = &part->faces[probe->tree.last];
    if (bound > limit && (face->isConvex || vlFaceTree_IsAboveDisc(part, face, middle, radius))) {
        for (int k = 0; k < 3; ++k) {
            corners = fmax(corners, vlFaceTree_FaceDistance(part, face, t->p[k], &nearest));
        }
        bound = fmin(bound, corners);
    }
    if (bound <= limit || probe->samples > MOST_SAMPLES) {
        probe->bound = fmax(probe->bound, bound);
        return false;
    }
    return true;
}

static void probeFace(Probe* probe, vlTriangle whole, bool isFirstLook)
{
    vlTriangle waiting[DEEPEST];
    int depth = 0;
    waiting[depth++] = whole;
    while (depth > 0) {
        vlTriangle t = waiting[--depth];
        if (!probeTriangle(probe, &t, isFirstLook) || depth > DEEPEST - 2) {
            continue;
        }
        vlTriangle_Halve(&t, &waiting[depth]);
        depth += 2;
    }
}

// The area of a face if it lies in the plane of the hull's face, else 0.
static double areaInPlane(const vlPart* part, const vlPartFace* face, const HullFace* hull,
                          double tolerance)
{
    const vlPartEdge* edge = &part->edges[face->first];
    vlVec3 start = part->points[edge[0].from];
    double twice = 0.0, height = 0.0;
    if (vlDot(face->normal, hull->normal) < 0.99) {
        return 0.0;
    }
    for (int i = 0; i < face->count; ++i) {
        vlVec3 p = part->points[edge[i].from];
        height = fmax(height, fabs(vlDot(hull->normal, p) - hull->offset));
        twice +=
            vlDot(hull->normal, vlCross(vlSub(p, start), vlSub(part->points[edge[i].to], start)));
    }
    return height <= tolerance ? 0.5 * twice : 0.0;
}

// Is the hull's face covered by faces of the part in its plane? Then nothing of it stands off.
static bool isCovered(vlFaceTree* tree, const HullFace* hull, double tolerance)
{
    double covered = 0.0;
    int waiting[VL_BOX_TREE_DEEPEST];
    int depth = 0;
    waiting[depth++] = 0;
    while (depth > 0) {
        const vlBoxNode* node = &tree->boxes.node[waiting[--depth]];
        if (vlBox_AreApart(node->box, hull->box, tolerance)) {
            continue;
        }
        if (node->count == 0) {
            waiting[depth++] = node->left + 1;
            waiting[depth++] = node->left;
        }
        for (int i = node->first; i < node->first + node->count; ++i) {
            const vlPartFace* face = &tree->part->faces[tree->boxes.order[i]];
            covered += areaInPlane(tree->part, face, hull, tolerance);
            ++tree->visits;
        }
    }
    // A strip of the tolerance's width around the face is uncertain.
    return covered >= hull->area - 4.0 * tolerance * sqrt(hull->area);
}

static void readHullFace(const vlShape* shape, int f, HullFace* out)
{
    double twice = 0.0;
    out->count = vlShape_GetFaceVertices(shape, 0, f, out->loop, VL_MAX_HULL_VERTICES);
    vlShape_GetFacePlane(shape, 0, f, &out->normal, &out->offset);
    vlVec3 corner = vlShape_GetVertex(shape, 0, out->loop[0]);
    out->box = (vlBox){corner, corner};
    for (int i = 1; i < out->count; ++i) {
        vlVec3 p = vlShape_GetVertex(shape, 0, out->loop[i]);
        vlVec3 q = vlShape_GetVertex(shape, 0, out->loop[i - 1]);
        vlBox_Include(&out->box, p);
        twice += vlDot(out->normal, vlCross(vlSub(q, corner), vlSub(p, corner)));
    }
    out->area = 0.5 * twice;
}

bool vlPart_MeasureError(vlPart* part, double tolerance, double target, long* visits)
{
    Probe probe = {.target = target};
    if (!vlFaceTree_Make(part, &probe.tree)) {
        return false;
    }
    int faces = vlShape_GetFaceCount(part->hull, 0);
    bool* isDone = malloc((size_t)faces + 1);
    if (isDone == NULL) {
        vlFaceTree_Free(&probe.tree);
        return false;
    }
    // A first look finds a large distance soon, so that few triangles must be halved.
    for (int look = 0; look < 2; ++look) {
        for (int f = 0; f < faces; ++f) {
            HullFace face;
            if (look > 0 && isDone[f]) {
                continue;
            }
            readHullFace(part->hull, f, &face);
            isDone[f] = look == 0 && isCovered(&probe.tree, &face, tolerance);
            vlVec3 corner = vlShape_GetVertex(part->hull, 0, face.loop[0]);
            for (int i = 1; !isDone[f] && i + 1 < face.count; ++i) {
                vlTriangle t = {{corner, vlShape_GetVertex(part->hull, 0, face.loop[i]),
                                 vlShape_GetVertex(part->hull, 0, face.loop[i + 1])}};
                probeFace(&probe, t, look == 0);
            }
        }
    }
    free(isDone);
    part->error = fmax(probe.found, probe.bound);
    part->worst = probe.worst;
    part->nearest = probe.nearest;
    // The hull's surface does not show what lies behind a narrow mouth either. But the space within
    // a distance of a surface has about the volume of its area times the distance, so some of the
    // empty space is at least this far away.
    vlVec3 open = vlZero();
    double mean = (part->hullVolume - part->volume) / vlPart_Area(part, &open);
    part->error = mean > tolerance ? fmax(part->error, mean) : part->error; // or rounding
    if (part->hollow > part->error) {
        part->error = part->hollow;
        part->worst = part->hollowAt;
        (void)vlFaceTree_Distance(&probe.tree, part->hollowAt, 0.0, &part->nearest);
    }
    *visits = probe.tree.visits;
    vlFaceTree_Free(&probe.tree);
    return true;
}
