// SPDX-License-Identifier: MIT
// Walks along half edges: round each face, which gives its loops, and round each vertex, whose
// faces must form one ring. Half edge 2e runs with edge e and has its face 0 at the left, 2e + 1
// runs against it and has face 1 at the left.

#include <string.h>

#include "base/angle.h"
#include "base/sentence.h"
#include "base/sets.h"
#include "formation/poly_pack.h"

static int startOf(const vlPolyBlock* b, int half)
{
    return b->edge[half / 2].vertex[half % 2];
}

static int faceOf(const vlPolyBlock* b, int half)
{
    return b->edge[half / 2].face[half % 2];
}

static vlVec3 directionOf(const vlPolyBlock* b, int half)
{
    vlVec3 d = b->edge[half / 2].direction;
    return half % 2 == 0 ? d : vlNeg(d);
}

// Angle from one direction to another, anticlockwise about the normal, over 0 and up to 2 pi.
static double turn(vlVec3 from, vlVec3 to, vlVec3 normal)
{
    double angle = vlAngle_Of(vlDot(vlCross(from, to), normal), vlDot(from, to));
    return angle > 0.0 ? angle : angle + 2.0 * VL_PI;
}

// The half edge after `half` round its face. A face may meet a vertex several times. Its inside
// lies anticlockwise between the way out and the way in, so the way out with the smallest angle to
// the way in is the right one.
static int nextOf(const vlPolyBlock* b, int half)
{
    const vlPolyhedronVertex* v = &b->vertex[startOf(b, half ^ 1)];
    vlVec3 back = directionOf(b, half ^ 1);
    vlVec3 normal = b->face[faceOf(b, half)].normal;
    int best = -1;
    double least = HUGE_VAL;
    for (int i = 0; i < v->edgeCount; ++i) {
        int e = b->vertexEdge[v->firstEdge + i];
        int out = 2 * e + (b->edge[e].vertex[0] == startOf(b, half ^ 1) ? 0 : 1);
        if (faceOf(b, out) != faceOf(b, half)) {
            continue;
        }
        double angle = turn(directionOf(b, out), back, normal);
        if (angle < least) {
            least = angle;
            best = out;
        }
    }
    return best;
}

static vlResult refuseVertex(const vlPolyBlock* b, const vlPolyDraft* d, int v)
{
    vlVec3 p = b->vertex[v].position;
    return vlSentence_Fail(d->error, VL_ERROR_GEOMETRY,
                           "the surface comes together more than once at the vertex (%g, %g, %g); "
                           "expected a surface that does not touch itself",
                           p.x, p.y, p.z);
}

// Every vertex must be surrounded by one ring of faces. `before` is the inverse of nextOf.
static vlResult checkVertices(const vlPolyBlock* b, const vlPolyDraft* d, const int* before)
{
    for (int v = 0; v < b->shown.vertexCount; ++v) {
        const vlPolyhedronVertex* vertex = &b->vertex[v];
        int e = b->vertexEdge[vertex->firstEdge];
        int first = 2 * e + (b->edge[e].vertex[0] == v ? 0 : 1);
        int half = first;
        int count = 0;
        do {
            half = before[half] ^ 1;
            ++count;
        } while (half != first && count <= vertex->edgeCount);
        if (count != vertex->edgeCount) {
            return refuseVertex(b, d, v);
        }
    }
    return VL_OK;
}

// Twice the area that a loop encloses, by Newell's sum.
static double loopArea(const vlPolyBlock* b, int first, int count, vlVec3 normal)
{
    vlVec3 sum = vlZero();
    vlVec3 origin = b->vertex[b->loopVertex[first]].position;
    for (int i = 1; i + 1 < count; ++i) {
        sum = vlAdd(sum, vlCross(vlSub(b->vertex[b->loopVertex[first + i]].position, origin),
                                 vlSub(b->vertex[b->loopVertex[first + i + 1]].position, origin)));
    }
    return vlDot(sum, normal);
}

static void reverseRange(int* values, int count)
{
    for (int i = 0; i < count / 2; ++i) {
        int kept = values[i];
        values[i] = values[count - 1 - i];
        values[count - 1 - i] = kept;
    }
}

// Moves the loop with the largest area, the outer border, before the other loops of its face.
static void putOuterFirst(vlPolyBlock* b, int face)
{
    int first = b->face[face].firstLoop;
    int count = b->face[face].loopCount;
    int best = first;
    double most = -HUGE_VAL;
    for (int l = first; l < first + count; ++l) {
        int begin = b->loopStart[l];
        double area = loopArea(b, begin, b->loopStart[l + 1] - begin, b->face[face].normal);
        if (area > most) {
            most = area;
            best = l;
        }
    }
    // The range is rotated by reversing its parts, which keeps the order of the other loops.
    int begin = b->loopStart[first];
    int middle = b->loopStart[best];
    int end = b->loopStart[best + 1];
    reverseRange(&b->loopVertex[begin], middle - begin);
    reverseRange(&b->loopVertex[middle], end - middle);
    reverseRange(&b->loopVertex[begin], end - begin);
    int moved = end - middle;
    for (int l = best; l > first; --l) {
        b->loopStart[l] = b->loopStart[l - 1] + moved;
    }
}

static void countShells(vlPolyBlock* b, int* group)
{
    vlPolyhedron* p = &b->shown;
    vlSets_Begin(group, p->faceCount);
    for (int e = 0; e < p->edgeCount; ++e) {
        vlSets_Join(group, b->edge[e].face[0], b->edge[e].face[1]);
    }
    for (int f = 0; f < p->faceCount; ++f) {
        p->shellCount += vlSets_Find(group, f) == f ? 1 : 0;
    }
    // Euler's relation with holes in faces, (F3).
    int holes = p->loopCount - p->faceCount;
    p->genus = p->shellCount - (p->vertexCount - p->edgeCount + p->faceCount - holes) / 2;
}

static void walkFaces(vlPolyBlock* b, const int* next, const int* ofFace, bool* isDone)
{
    int used = 0;
    int at = 0;
    for (int f = 0; f < b->shown.faceCount; ++f) {
        b->face[f].firstLoop = b->shown.loopCount;
        for (; at < 2 * b->shown.edgeCount && faceOf(b, ofFace[at]) == f; ++at) {
            if (isDone[ofFace[at]]) {
                continue;
            }
            b->loopStart[b->shown.loopCount++] = used;
            for (int half = ofFace[at]; !isDone[half]; half = next[half]) {
                isDone[half] = true;
                b->loopVertex[used++] = startOf(b, half);
            }
            b->loopStart[b->shown.loopCount] = used;
        }
        b->face[f].loopCount = b->shown.loopCount - b->face[f].firstLoop;
        putOuterFirst(b, f);
    }
}

vlResult vlPolyBlock_FindLoops(vlPolyBlock* b, vlPolyDraft* d)
{
    int halves = 2 * b->shown.edgeCount;
    int* next = vlPolyDraft_Take(d, halves, sizeof(int));
    int* before = vlPolyDraft_Take(d, halves, sizeof(int));
    int* ofFace = vlPolyDraft_Take(d, halves, sizeof(int));
    int* start = vlPolyDraft_Take(d, b->shown.faceCount + 1, sizeof(int));
    bool* isDone = vlPolyDraft_Take(d, halves, sizeof(bool));
    vlResult result = vlPolyDraft_Memory(d);
    if (result == VL_OK) {
        for (int h = 0; h < halves; ++h) {
            next[h] = nextOf(b, h);
            before[h] = -1;
            ++start[faceOf(b, h) + 1];
        }
        for (int f = 0; f < b->shown.faceCount; ++f) {
            start[f + 1] += start[f];
        }
        for (int h = 0; h < halves; ++h) {
            ofFace[start[faceOf(b, h)]++] = h;
        }
        for (int h = 0; h < halves && result == VL_OK; ++h) {
            if (next[h] < 0 || before[next[h]] >= 0) {
                result = refuseVertex(b, d, startOf(b, h ^ 1));
            } else {
                before[next[h]] = h;
            }
        }
        result = result == VL_OK ? checkVertices(b, d, before) : result;
        if (result == VL_OK) {
            walkFaces(b, next, ofFace, isDone);
            countShells(b, start);
        }
    }
    vlPolyDraft_Drop(d, next);
    vlPolyDraft_Drop(d, before);
    vlPolyDraft_Drop(d, ofFace);
    vlPolyDraft_Drop(d, start);
    vlPolyDraft_Drop(d, isDone);
    return result;
}
