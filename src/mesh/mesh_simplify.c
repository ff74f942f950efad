// SPDX-License-Identifier: MIT
// Fewer triangles for a closed mesh. First the edges that flat parts do not need are taken out,
// which leaves the surface as it is except for rounding; this drift is added up. Then other edges
// are taken out, those first that cost least by the quadrics of their ends [GH97], and each only if
// the surface stays within the error (collapse.h). That test looks only at the vertices of the
// original. So the distance between both surfaces is measured afterwards, for every point of
// either. If it is too large, or triangles go through each other that did not before, this second
// part is tried again with a smaller error.

#include <stdlib.h>
#include <string.h>

#include "mesh/collapse.h"
#include "mesh/mesh_report.h"

// The share of the error that the first try uses, because the measured bound is up to 10% above the
// distance that was found; and the share of the last try that the next one uses.
#define FIRST_TRY 0.9
#define NEXT_TRY 0.75
#define MOST_TRIES 10
// What is flat to this share of the radius counts as flat: single precision has 6e-8.
#define FLAT 1e-7
// Distances below this share of the error are not measured more closely.
#define PRECISION 0.25

typedef struct Edge {
    double cost;
    int u, v;
    int stampU, stampV;
} Edge;

// A binary heap with the cheapest edge on top.
typedef struct Heap {
    Edge* edge;
    size_t count, room;
    bool isExhausted; // no memory
} Heap;

static bool isBefore(const Edge* a, const Edge* b)
{
    if (a->cost != b->cost) {
        return a->cost < b->cost;
    }
    return a->u != b->u ? a->u < b->u : a->v < b->v;
}

static void push(Heap* heap, Edge edge)
{
    if (heap->count == heap->room) {
        size_t room = 2 * heap->room + 64;
        Edge* grown = realloc(heap->edge, sizeof *grown * room);
        if (grown == NULL) {
            heap->isExhausted = true;
            return;
        }
        heap->edge = grown;
        heap->room = room;
    }
    size_t i = heap->count++;
    while (i > 0 && isBefore(&edge, &heap->edge[(i - 1) / 2])) {
        heap->edge[i] = heap->edge[(i - 1) / 2];
        i = (i - 1) / 2;
    }
    heap->edge[i] = edge;
}

static Edge pop(Heap* heap)
{
    Edge top = heap->edge[0], last = heap->edge[--heap->count];
    size_t i = 0, child;
    while ((child = 2 * i + 1) < heap->count) {
        child += child + 1 < heap->count && isBefore(&heap->edge[child + 1], &heap->edge[child]);
        if (!isBefore(&heap->edge[child], &last)) {
            break;
        }
        heap->edge[i] = heap->edge[child];
        i = child;
    }
    heap->edge[i] = last;
    return top;
}

static void pushEdge(Heap* heap, const vlCollapse* c, int a, int b)
{
    vlVec3 place;
    int u = a < b ? a : b, v = a < b ? b : a;
    double cost = vlCollapse_FindPlace(c, u, v, &place);
    push(heap, (Edge){cost, u, v, c->stamp[u], c->stamp[v]});
}

// False without memory.
static bool collapseAll(vlCollapse* c, int triangles)
{
    Heap heap = {0};
    for (int side = 0; side < 3 * c->original->faceCount; ++side) {
        int a = c->corner[side], b = c->corner[vlSide_Next(side)];
        if (a < b) { // the other triangle has it from b to a
            pushEdge(&heap, c, a, b);
        }
    }
    while (heap.count > 0 && !heap.isExhausted && c->triangleCount > triangles) {
        Edge e = pop(&heap);
        vlVec3 place;
        if (e.stampU != c->stamp[e.u] || e.stampV != c->stamp[e.v]) {
            continue;
        }
        (void)vlCollapse_FindPlace(c, e.u, e.v, &place);
        if (!vlCollapse_Try(c, e.u, e.v, place)) {
            continue;
        }
        for (int k = vlCollapse_NextCorner(c, e.u, -1); k >= 0;
             k = vlCollapse_NextCorner(c, e.u, k)) {
            pushEdge(&heap, c, e.u, c->corner[vlSide_Next(k)]);
        }
    }
    free(heap.edge);
    return !heap.isExhausted;
}

// Makes a mesh of what is left, with vertices and parts numbered again. False without memory.
static bool takeMesh(const vlCollapse* c, vlMesh* out)
{
    const vlMesh* original = c->original;
    size_t faces = (size_t)c->triangleCount;
    int* number = malloc(sizeof(int) * (size_t)original->pointCount);
    *out = (vlMesh){.points = malloc(sizeof *out->points * (size_t)original->pointCount),
                    .faceSizes = malloc(sizeof(int) * faces),
                    .indices = malloc(sizeof(int) * 3 * faces),
                    .facePart = malloc(sizeof(int) * faces),
                    .isInMetres = original->isInMetres};
    bool ok = number != NULL && out->points != NULL && out->faceSizes != NULL &&
              out->indices != NULL && out->facePart != NULL;
    for (int i = 0; ok && i < original->pointCount; ++i) {
        number[i] = -1;
        if (vlCollapse_NextCorner(c, i, -1) >= 0) {
            number[i] = out->pointCount;
            out->points[out->pointCount++] = c->points[i];
        }
    }
    int lastPart = -1;
    for (int t = 0; ok && t < original->faceCount; ++t) {
        if (c->isGone[t]) {
            continue;
        }
        int f = out->faceCount++;
        out->partCount += original->facePart[t] != lastPart;
        lastPart = original->facePart[t];
        out->facePart[f] = out->partCount - 1;
        out->faceSizes[f] = 3;
        for (int k = 0; k < 3; ++k) {
            out->indices[3 * f + k] = number[c->corner[3 * t + k]];
        }
    }
    free(number);
    if (!ok) {
        vlMesh_Free(out);
    }
    return ok;
}

typedef struct Task {
    const vlMesh* mesh;
    const vlBoxTree* tree;
    vlMeshReport report; // of the mesh
    double tolerance;    // m, of crossings
    double limit;        // m
    int triangles;
} Task;

// Takes out what flat parts do not need. The surface stays the same to within `*drift` (m).
static vlResult flatten(Task* task, vlMesh* out, double* drift)
{
    vlCollapse c;
    bool ok = vlCollapse_Begin(&c, task->mesh, NULL, FLAT * task->report.radius);
    c.isFlat = true;
    ok = ok && collapseAll(&c, task->triangles) && takeMesh(&c, out);
    *drift = 0.0;
    for (int i = 0; ok && i < task->mesh->pointCount; ++i) {
        *drift = fmax(*drift, c.drift[i]);
    }
    vlCollapse_End(&c);
    return ok ? VL_OK : VL_ERROR_MEMORY;
}

// One try: VL_OK and the new mesh, if it is good; VL_ERROR_GEOMETRY if it is not.
static vlResult tryWith(const Task* task, double limit, vlMesh* out, double* error)
{
    vlCollapse c;
    vlMeshReport report;
    vlMeshDistance distance = {0.0, 0.0};
    bool ok = vlCollapse_Begin(&c, task->mesh, task->tree, limit) &&
              collapseAll(&c, task->triangles) && takeMesh(&c, out);
    vlCollapse_End(&c);
    if (!ok) {
        return VL_ERROR_MEMORY;
    }
    vlResult result = vlMesh_MeasureDistance(task->mesh, out, PRECISION * task->limit, &distance);
    result = result == VL_OK ? vlMesh_Inspect(out, task->tolerance, &report) : result;
    if (result == VL_OK &&
        (distance.atMost > task->limit || report.crossings > task->report.crossings ||
         !report.isSolid || report.pinchedPoints > 0)) {
        result = VL_ERROR_GEOMETRY;
    }
    if (result != VL_OK) {
        vlMesh_Free(out);
    }
    *error = distance.atMost;
    return result;
}

static vlResult refuse(const vlMeshReport* report, const vlSentence* why)
{
    if (!report->isSolid) {
        return vlSentence_Fail(
            why, VL_ERROR_GEOMETRY,
            "%d open, %d crowded and %d opposed edges; expected a closed surface",
            report->openEdges, report->crowdedEdges, report->opposedEdges);
    }
    return vlSentence_Fail(why, VL_ERROR_GEOMETRY,
                           "%d vertices at which surfaces meet in a point; expected none",
                           report->pinchedPoints);
}

static vlResult begin(Task* task, const vlSimplifyDef* def, const vlSentence* why)
{
    if (!(def->error > 0.0 && def->error < 1.0) || def->triangles < 0) {
        return vlSentence_Fail(why, VL_ERROR_ARGUMENT,
                               "an error of %g and %d triangles; expected a fraction of the radius "
                               "between 0 and 1, and no less than 0 triangles",
                               def->error, def->triangles);
    }
    for (int f = 0; f < task->mesh->faceCount; ++f) {
        if (task->mesh->faceSizes[f] != 3) {
            return vlSentence_Fail(why, VL_ERROR_ARGUMENT,
                                   "face %d has %d corners; expected a prepared mesh of triangles",
                                   f, task->mesh->faceSizes[f]);
        }
    }
    if (task->mesh->faceCount < 4) {
        return vlSentence_Fail(why, VL_ERROR_GEOMETRY, "%d triangles; expected a closed surface",
                               task->mesh->faceCount);
    }
    vlBox box = vlBox_OfPoints(task->mesh->points, task->mesh->pointCount);
    task->tolerance = VL_MESH_PRECISION * vlLength(vlSub(box.high, box.low));
    if (vlMesh_Inspect(task->mesh, task->tolerance, &task->report) != VL_OK) {
        return vlSentence_FailMemory(why);
    }
    if (!task->report.isSolid || task->report.pinchedPoints > 0) {
        return refuse(&task->report, why);
    }
    task->limit = def->error * task->report.radius;
    task->triangles = def->triangles;
    return VL_OK;
}

// Replaces the flattened mesh by one of fewer triangles, if a try is good. VL_ERROR_MEMORY.
static vlResult collapseFlat(Task* task, vlMesh* flat, double drift, double* error)
{
    vlBoxTree tree;
    vlMesh fewer;
    vlResult result = VL_ERROR_GEOMETRY;
    double measured = 0.0;
    if (!vlMeshTree_Make(flat, &tree)) {
        return VL_ERROR_MEMORY;
    }
    task->mesh = flat;
    task->tree = &tree;
    task->limit -= drift;
    double limit = FIRST_TRY * task->limit;
    for (int i = 0; i < MOST_TRIES && result == VL_ERROR_GEOMETRY && limit > drift; ++i) {
        result = tryWith(task, limit, &fewer, &measured);
        limit *= NEXT_TRY;
    }
    vlBoxTree_Free(&tree);
    task->tree = NULL;
    if (result == VL_OK) {
        vlMesh_Free(flat);
        *flat = fewer;
    }
    *error = drift + (result == VL_OK ? measured : 0.0);
    return result == VL_ERROR_MEMORY ? result : VL_OK;
}

vlSimplifyDef vlDefaultSimplifyDef(void)
{
    return (vlSimplifyDef){.error = 0.01};
}

vlResult vlMesh_Simplify(vlMesh* mesh, const vlSimplifyDef* def, vlSimplification* simplification,
                         char* message, size_t messageSize)
{
    const vlSentence why = {message, messageSize};
    Task task = {.mesh = mesh};
    vlMesh flat;
    double drift;
    vlResult result = begin(&task, def, &why);
    if (result != VL_OK) {
        return result;
    }
    vlSimplification done = {.before = mesh->faceCount, .radius = task.report.radius};
    if (flatten(&task, &flat, &drift) != VL_OK) {
        return vlSentence_FailMemory(&why);
    }
    result = collapseFlat(&task, &flat, drift, &done.error);
    if (result != VL_OK) {
        vlMesh_Free(&flat);
        return vlSentence_FailMemory(&why);
    }
    done.after = flat.faceCount;
    done.volumeRatio = vlMesh_Mass(&flat).volume / task.report.mass.volume;
    vlMesh_Free(mesh);
    *mesh = flat;
    *simplification = done;
    return VL_OK;
}
