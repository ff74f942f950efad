// SPDX-License-Identifier: MIT
// Inspects a mesh: its size, its parts, its mass and its faults; and says what was repaired.

#include "mesh/mesh_report.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/sets.h"

typedef struct Inspection {
    const vlMesh* mesh;
    double tolerance;
    vlMeshReport* report;
    vlSideList edges;
    int* component; // of each triangle
    int* corners;   // sets of corners that meet around their vertices
    int* loops;     // sets of vertices along open edges
    bool* isClosed; // of each component
} Inspection;

static void notePlace(Inspection* in, const vlSide* edge)
{
    if (in->report->openPlaceCount < VL_MESH_PLACES) {
        vlVec3 sum = vlAdd(in->mesh->points[edge->low], in->mesh->points[edge->high]);
        in->report->openPlace[in->report->openPlaceCount++] = vlScale(sum, 0.5);
    }
}

// The corner of the side's triangle at vertex v of the side.
static int cornerAt(const int* indices, int side, int v)
{
    return indices[side] == v ? side : vlSide_Next(side);
}

static void readEdges(Inspection* in)
{
    const int* indices = in->mesh->indices;
    vlMeshReport* report = in->report;
    for (int i = 0; i < in->edges.count;) {
        const vlSide* e = &in->edges.side[i];
        int end = vlSideList_End(&in->edges, i);
        bool isOpen = end - i == 1, isCrowded = end - i > 2;
        bool isOpposed = end - i == 2 && e->isForward == (e + 1)->isForward;
        report->openEdges += isOpen;
        report->crowdedEdges += isCrowded;
        report->opposedEdges += isOpposed;
        ++report->edgeCount;
        if (isOpen || isCrowded || isOpposed) {
            notePlace(in, e);
            in->isClosed[in->component[e->number / 3]] = false;
        }
        if (isOpen) {
            vlSets_Join(in->loops, e->low, e->high);
        }
        for (int k = i + 1; k < end; ++k) {
            int other = in->edges.side[k].number;
            vlSets_Join(in->corners, cornerAt(indices, e->number, e->low),
                        cornerAt(indices, other, e->low));
            vlSets_Join(in->corners, cornerAt(indices, e->number, e->high),
                        cornerAt(indices, other, e->high));
        }
        i = end;
    }
}

// Holes are the sets of more than one vertex; a vertex is pinched if its corners are several sets.
static void countSets(Inspection* in)
{
    vlMeshReport* report = in->report;
    bool* isHole = in->isClosed + in->report->components;
    memset(isHole, 0, sizeof *isHole * (size_t)in->mesh->pointCount);
    for (int v = 0; v < in->mesh->pointCount; ++v) {
        int root = vlSets_Find(in->loops, v);
        report->holes += root != v && !isHole[root];
        isHole[root] = isHole[root] || root != v;
    }
    // Now: the set of the first corner seen at each vertex.
    int* seen = in->loops;
    bool* isPinched = isHole;
    memset(isPinched, 0, sizeof *isPinched * (size_t)in->mesh->pointCount);
    for (int v = 0; v < in->mesh->pointCount; ++v) {
        seen[v] = -1;
    }
    for (int c = 0; c < 3 * in->mesh->faceCount; ++c) {
        int v = in->mesh->indices[c];
        int root = vlSets_Find(in->corners, c);
        if (seen[v] < 0) {
            seen[v] = root;
        } else if (seen[v] != root && !isPinched[v]) {
            isPinched[v] = true;
            ++report->pinchedPoints;
        }
    }
}

static void measureTriangles(Inspection* in)
{
    const vlMesh* mesh = in->mesh;
    for (int t = 0; t < mesh->faceCount; ++t) {
        vlVec3 p[3];
        double longest = 0.0;
        for (int k = 0; k < 3; ++k) {
            p[k] = mesh->points[mesh->indices[3 * t + k]];
        }
        for (int k = 0; k < 3; ++k) {
            longest = fmax(longest, vlLength(vlSub(p[(k + 1) % 3], p[k])));
        }
        double twice = vlLength(vlCross(vlSub(p[1], p[0]), vlSub(p[2], p[0])));
        in->report->area += 0.5 * twice;
        in->report->slivers += twice <= in->tolerance * longest;
    }
}

// A component that lies in another one and faces inwards is a hollow, not an overlap.
static void countOverlaps(Inspection* in, const vlMeshMeetings* meetings)
{
    const vlMesh* mesh = in->mesh;
    int first[VL_MESH_COMPONENTS] = {0};
    int count = in->report->components;
    count = count < VL_MESH_COMPONENTS ? count : VL_MESH_COMPONENTS;
    for (int t = mesh->faceCount - 1; t >= 0; --t) {
        if (in->component[t] < count) {
            first[in->component[t]] = t;
        }
    }
    for (int i = 0; i < count; ++i) {
        vlVec3 start = mesh->points[mesh->indices[3 * first[i]]];
        bool isSolid = vlMesh_SixVolumes(mesh, start, in->component, i) > 0.0;
        for (int k = 0; k < count; ++k) {
            if (k == i || !in->isClosed[i] || !in->isClosed[k]) {
                continue;
            }
            bool isMet = meetings->meet[i][k];
            bool isWithin = !isMet && isSolid && vlMesh_IsWithinOther(mesh, in->component, i, k);
            in->report->overlappingComponents += (isMet && i < k) || isWithin;
        }
    }
}

static bool inspect(Inspection* in)
{
    const vlMesh* mesh = in->mesh;
    vlMeshReport* report = in->report;
    static const vlMeshMeetings none;
    vlMeshMeetings* meetings = malloc(sizeof *meetings);
    if (meetings == NULL) {
        return false;
    }
    *meetings = none;
    report->components = vlMesh_NumberComponents(&in->edges, mesh->faceCount, in->component);
    for (int i = 0; i < report->components; ++i) {
        in->isClosed[i] = true;
    }
    vlSets_Begin(in->corners, 3 * mesh->faceCount);
    vlSets_Begin(in->loops, mesh->pointCount);
    readEdges(in);
    countSets(in);
    measureTriangles(in);
    bool ok = vlMeshReport_FindCrossings(mesh, in->component, in->tolerance, report, meetings);
    if (ok) {
        countOverlaps(in, meetings);
    }
    free(meetings);
    return ok;
}

// ---- mass ----

// Exact integrals of the solid that a closed mesh bounds: tetrahedra between each triangle and one
// point, as in src/shape/mass.c. Here that point is not inside a convex solid, so that determinants
// have both signs; a point in the middle, then the centroid, keeps what cancels small.
typedef struct Sums {
    double volume;    // six times
    vlVec3 first;     // twenty-four times
    double second[6]; // xx, yy, zz, xy, xz, yz: a hundred and twenty times
} Sums;

static Sums integrate(const vlMesh* mesh, vlVec3 origin)
{
    Sums sum = {0};
    for (int t = 0; t < mesh->faceCount; ++t) {
        const int* corner = &mesh->indices[3 * t];
        vlVec3 a = vlSub(mesh->points[corner[0]], origin);
        vlVec3 b = vlSub(mesh->points[corner[1]], origin);
        vlVec3 c = vlSub(mesh->points[corner[2]], origin);
        vlVec3 s = vlAdd(vlAdd(a, b), c);
        double det = vlDot(a, vlCross(b, c));
        sum.volume += det;
        sum.first = vlMulAdd(sum.first, det, s);
        sum.second[0] += det * (a.x * a.x + b.x * b.x + c.x * c.x + s.x * s.x);
        sum.second[1] += det * (a.y * a.y + b.y * b.y + c.y * c.y + s.y * s.y);
        sum.second[2] += det * (a.z * a.z + b.z * b.z + c.z * c.z + s.z * s.z);
        sum.second[3] += det * (a.x * a.y + b.x * b.y + c.x * c.y + s.x * s.y);
        sum.second[4] += det * (a.x * a.z + b.x * b.z + c.x * c.z + s.x * s.z);
        sum.second[5] += det * (a.y * a.z + b.y * b.z + c.y * c.z + s.y * s.z);
    }
    return sum;
}

vlMassProperties vlMesh_Mass(const vlMesh* mesh)
{
    vlMassProperties mass = {0};
    vlVec3 middle = vlBox_Middle(vlBox_OfPoints(mesh->points, mesh->pointCount));
    Sums about = integrate(mesh, middle);
    mass.volume = about.volume / 6.0;
    mass.centroid =
        about.volume > 0.0 ? vlMulAdd(middle, 0.25 / about.volume, about.first) : middle;
    Sums central = integrate(mesh, mass.centroid);
    double m[6];
    for (int i = 0; i < 6; ++i) {
        m[i] = central.second[i] / 120.0;
    }
    mass.inertia = vlMat(vlVec(m[1] + m[2], -m[3], -m[4]), vlVec(-m[3], m[0] + m[2], -m[5]),
                         vlVec(-m[4], -m[5], m[0] + m[1]));
    return mass;
}

// Solids thinner than this part of their size are flat, whatever the tolerance.
#define FLAT 1e-9

static void measureSolid(const vlMesh* mesh, double tolerance, vlMeshReport* report)
{
    bool isClosed =
        report->openEdges == 0 && report->crowdedEdges == 0 && report->opposedEdges == 0;
    vlBox box = vlBox_OfPoints(mesh->points, mesh->pointCount);
    report->low = box.low;
    report->high = box.high;
    double thinnest = fmax(tolerance, FLAT * vlLength(vlSub(box.high, box.low)));
    vlMassProperties mass = isClosed ? vlMesh_Mass(mesh) : (vlMassProperties){0};
    report->isFlat = isClosed && !(2.0 * mass.volume > thinnest * report->area);
    report->isSolid = isClosed && !report->isFlat;
    report->isSound = report->isSolid && report->crossings == 0 &&
                      report->isCrossingCountComplete && report->overlappingComponents == 0 &&
                      report->pinchedPoints == 0;
    vlVec3 middle = vlBox_Middle(box);
    if (report->isSolid) {
        report->mass = mass;
        report->wall = 2.0 * report->mass.volume / report->area;
        middle = report->mass.centroid;
    }
    for (int i = 0; i < mesh->pointCount; ++i) {
        report->radius = fmax(report->radius, vlLength(vlSub(mesh->points[i], middle)));
    }
}

vlResult vlMesh_Inspect(const vlMesh* mesh, double tolerance, vlMeshReport* report)
{
    *report = (vlMeshReport){.pointCount = mesh->pointCount, .triangleCount = mesh->faceCount};
    for (int f = 0; f < mesh->faceCount; ++f) {
        if (mesh->faceSizes[f] != 3) {
            return VL_ERROR_ARGUMENT;
        }
    }
    if (mesh->faceCount < 1 || !(tolerance >= 0.0)) {
        return VL_ERROR_ARGUMENT;
    }
    size_t faces = (size_t)mesh->faceCount, points = (size_t)mesh->pointCount;
    Inspection in = {.mesh = mesh, .tolerance = tolerance, .report = report};
    in.component = malloc(sizeof(int) * faces);
    in.corners = malloc(sizeof(int) * 3 * faces);
    in.loops = malloc(sizeof(int) * points);
    in.isClosed = malloc(sizeof(bool) * (faces + points));
    bool ok =
        in.component != NULL && in.corners != NULL && in.loops != NULL && in.isClosed != NULL &&
        vlSideList_OfTriangles(mesh->indices, (size_t)mesh->faceCount, &in.edges) && inspect(&in);
    if (ok) {
        measureSolid(mesh, tolerance, report);
    }
    free(in.component);
    free(in.corners);
    free(in.loops);
    free(in.isClosed);
    free(in.edges.side);
    return ok ? VL_OK : VL_ERROR_MEMORY;
}

// ---- what was done to a mesh, in words ----

typedef struct Text {
    char* text;
    size_t size;
    int length;
} Text;

static void append(Text* out, const char* format, ...) VL_MESH_PRINTF(2, 3);

static void append(Text* out, const char* format, ...)
{
    va_list arguments;
    size_t used = (size_t)out->length < out->size ? (size_t)out->length : out->size;
    va_start(arguments, format);
    int length =
        vsnprintf(out->size > used ? out->text + used : NULL, out->size - used, format, arguments);
    va_end(arguments);
    out->length += length > 0 ? length : 0;
}

static void appendCount(Text* out, int count, const char* one, const char* many)
{
    if (count > 0) {
        append(out, "%s%d %s", out->length > 0 ? ", " : "", count, count == 1 ? one : many);
    }
}

static const char* unitName(double scale)
{
    return scale == 0.001 ? "millimetres" : "metres";
}

int vlMeshRepairs_Describe(const vlMeshRepairs* repairs, char* text, size_t size)
{
    Text out = {text, size, 0};
    if (repairs->isUnitGuessed) {
        append(&out, "lengths taken for %s", unitName(repairs->scale));
    }
    if (repairs->isTurned) {
        append(&out, "%sy was up", out.length > 0 ? ", " : "");
    }
    appendCount(&out, repairs->weldedPoints, "vertex welded", "vertices welded");
    if (repairs->weldedPoints > 0) {
        append(&out, " within %.3g m", repairs->tolerance);
    }
    appendCount(&out, repairs->partedPoints, "vertex parted where solids touch",
                "vertices parted where solids touch");
    appendCount(&out, repairs->unusedPoints, "unused vertex left out", "unused vertices left out");
    appendCount(&out, repairs->collapsedFaces, "triangle without area left out",
                "triangles without area left out");
    appendCount(&out, repairs->duplicateFaces, "duplicate triangle left out",
                "duplicate triangles left out");
    appendCount(&out, repairs->flippedFaces, "triangle turned over", "triangles turned over");
    appendCount(&out, repairs->filledHoles, "hole closed", "holes closed");
    if (repairs->filledHoles > 0) {
        append(&out, " by %d triangle%s", repairs->fillingTriangles,
               repairs->fillingTriangles == 1 ? "" : "s");
    }
    if (out.length == 0) {
        append(&out, "nothing to repair");
    }
    return out.length;
}
