// SPDX-License-Identifier: MIT
// Inspects a mesh: its size, its parts and its faults.

#include "mesh/mesh_report.h"

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
