// SPDX-License-Identifier: MIT
// The nodes of a glTF file's default scene, each with its place in its parents', and the triangles
// of their meshes.

#include "mesh/gltf_nodes.h"

#include <stdlib.h>

// Nodes may use one mesh many times: a limit for what a small file can ask for.
#define MOST_TRIANGLES (2 * VL_MAX_MESH_POINTS)

// x -> columns . x + shift
typedef struct Place {
    vlMat3 turn;
    vlVec3 shift;
} Place;

typedef struct Visit {
    int node;
    Place place;
} Visit;

typedef struct Walk {
    vlGltf* gltf;
    bool* isVisited;
    Visit* waiting;
    int waitingCount;
    long long triangles;
} Walk;

static vlResult readVector(vlGltf* gltf, int value, const char* what, int count, double* numbers)
{
    const vlJson* json = &gltf->json;
    if (value < 0) {
        return VL_OK;
    }
    bool isGood = json->value[value].kind == VL_JSON_ARRAY && json->value[value].count == count;
    for (int i = 0; isGood && i < count; ++i) {
        isGood = vlJson_Number(json, value + 1 + i, &numbers[i]); // numbers hold no other values
    }
    return isGood ? VL_OK : vlGltf_Fail(gltf, value, "%s is not a list of %d numbers", what, count);
}

static vlResult readPlace(vlGltf* gltf, int node, Place* place)
{
    const vlJson* json = &gltf->json;
    double m[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    double t[3] = {0, 0, 0}, q[4] = {0, 0, 0, 1}, s[3] = {1, 1, 1};
    int matrix = vlJson_Find(json, node, "matrix");
    vlResult result = readVector(gltf, matrix, "matrix", 16, m);
    result = result == VL_OK
                 ? readVector(gltf, vlJson_Find(json, node, "translation"), "translation", 3, t)
                 : result;
    result = result == VL_OK
                 ? readVector(gltf, vlJson_Find(json, node, "rotation"), "rotation", 4, q)
                 : result;
    result = result == VL_OK ? readVector(gltf, vlJson_Find(json, node, "scale"), "scale", 3, s)
                             : result;
    if (result != VL_OK) {
        return result;
    }
    if (matrix >= 0) {
        *place = (Place){{{m[0], m[1], m[2]}, {m[4], m[5], m[6]}, {m[8], m[9], m[10]}},
                         {m[12], m[13], m[14]}};
        return VL_OK;
    }
    vlQuat turn = {.w = q[3], .x = q[0], .y = q[1], .z = q[2]};
    double length = vlLengthQ(turn);
    if (!(length > 0.5 && length < 2.0)) {
        return vlGltf_Fail(gltf, node, "a rotation of length %g; expected 1", length);
    }
    vlMat3 r = vlMatFromQuat(vlUnitQ(turn));
    *place = (Place){{vlScale(r.cx, s[0]), vlScale(r.cy, s[1]), vlScale(r.cz, s[2])},
                     {t[0], t[1], t[2]}};
    return VL_OK;
}

// Adds one triangle of a strip, fan or list, unless corners are the same.
static vlResult addTriangle(vlGltf* gltf, int first, const int corner[3], bool isTurned)
{
    if (corner[0] == corner[1] || corner[1] == corner[2] || corner[2] == corner[0]) {
        return VL_OK;
    }
    vlResult result = vlMeshBuild_AddCorner(gltf->build, first + corner[0]);
    for (int k = 1; k < 3 && result == VL_OK; ++k) {
        result = vlMeshBuild_AddCorner(gltf->build, first + corner[isTurned ? 3 - k : k]);
    }
    return result == VL_OK ? vlMeshBuild_EndFace(gltf->build) : result;
}

// Adds the triangles of `count` corners; `indices` NULL: the points in their order.
static vlResult addTriangles(Walk* walk, int at, long long mode, const int* indices, int count,
                             int first, int points, bool isMirrored)
{
    int triangles = mode == 4 ? count / 3 : count - 2;
    vlResult result = VL_OK;
    walk->triangles += triangles > 0 ? triangles : 0;
    if (walk->triangles > MOST_TRIANGLES) {
        return vlGltf_Fail(walk->gltf, at, "more than %d triangles", MOST_TRIANGLES);
    }
    for (int i = 0; i < triangles && result == VL_OK; ++i) {
        int start = mode == 4 ? 3 * i : i;
        int place[3] = {mode == 6 ? 0 : start, start + 1, start + 2};
        int corner[3];
        for (int k = 0; k < 3; ++k) {
            corner[k] = indices != NULL ? indices[place[k]] : place[k];
            if (corner[k] >= points) {
                return vlGltf_Fail(walk->gltf, at, "an index above %d, of the last of %d vertices",
                                   points - 1, points);
            }
        }
        bool isOdd = mode == 5 && i % 2 == 1; // strips turn over with each triangle
        result = addTriangle(walk->gltf, first, corner, isOdd != isMirrored);
    }
    return result;
}

static vlResult addPrimitive(Walk* walk, int primitive, const Place* place)
{
    vlGltf* gltf = walk->gltf;
    const vlJson* json = &gltf->json;
    long long mode = 4, accessor = -1, list = -1;
    vlVec3* points = NULL;
    int* indices = NULL;
    int pointCount = 0, count = 0;
    int position = vlJson_Find(json, vlJson_Find(json, primitive, "attributes"), "POSITION");
    vlResult result = vlGltf_Whole(gltf, vlJson_Find(json, primitive, "mode"), "mode", 6.0, &mode);
    result = result == VL_OK ? vlGltf_Whole(gltf, position, "POSITION", 1e9, &accessor) : result;
    result = result == VL_OK ? vlGltf_Whole(gltf, vlJson_Find(json, primitive, "indices"),
                                            "indices", 1e9, &list)
                             : result;
    if (result != VL_OK || mode < 4 || accessor < 0) {
        return result; // points and lines have no surface
    }
    int first = gltf->build->mesh.pointCount;
    result = vlGltf_ReadPositions(gltf, accessor, &points, &pointCount);
    for (int i = 0; i < pointCount && result == VL_OK; ++i) {
        vlVec3 p = vlAdd(vlMulMV(place->turn, points[i]), place->shift);
        if (!vlIsFinite(p)) {
            result = vlGltf_Fail(gltf, primitive, "vertex %d is not finite", i);
            break;
        }
        result = vlMeshBuild_AddPoint(gltf->build, vlVec(p.x, -p.z, p.y));
    }
    count = pointCount;
    if (result == VL_OK && list >= 0) {
        result = vlGltf_ReadIndices(gltf, list, &indices, &count);
    }
    if (result == VL_OK) {
        vlVec3 volume = vlCross(place->turn.cx, place->turn.cy);
        result = addTriangles(walk, primitive, mode, indices, count, first, pointCount,
                              vlDot(volume, place->turn.cz) < 0.0);
    }
    free(points);
    free(indices);
    return result;
}

static vlResult addMesh(Walk* walk, int node, const Place* place)
{
    vlGltf* gltf = walk->gltf;
    const vlJson* json = &gltf->json;
    long long mesh = -1;
    vlResult result = vlGltf_Whole(gltf, vlJson_Find(json, node, "mesh"), "mesh", 1e9, &mesh);
    if (result != VL_OK || mesh < 0) {
        return result;
    }
    if (mesh >= gltf->meshCount) {
        return vlGltf_Fail(gltf, node, "there is no mesh %lld", mesh);
    }
    int primitives = vlJson_Find(json, gltf->meshes[mesh], "primitives");
    if (primitives < 0 || json->value[primitives].kind != VL_JSON_ARRAY) {
        return vlGltf_Fail(gltf, gltf->meshes[mesh], "a mesh without primitives");
    }
    vlMeshBuild_BeginPart(gltf->build);
    // Without this, a small file could ask for the same list of lines any number of times.
    walk->triangles += json->value[primitives].count;
    if (walk->triangles > MOST_TRIANGLES) {
        return vlGltf_Fail(gltf, node, "more than %d primitives and triangles", MOST_TRIANGLES);
    }
    for (int p = primitives + 1; p < json->value[primitives].end && result == VL_OK;
         p = json->value[p].end) {
        result = addPrimitive(walk, p, place);
    }
    return result;
}

// Puts the nodes of a list on the waiting list.
static vlResult wait(Walk* walk, int list, const Place* in)
{
    vlGltf* gltf = walk->gltf;
    const vlJson* json = &gltf->json;
    if (json->value[list].kind != VL_JSON_ARRAY) {
        return vlGltf_Fail(gltf, list, "not a list of nodes");
    }
    for (int i = list + 1; i < json->value[list].end; i = json->value[i].end) {
        long long node = -1;
        vlResult result = vlGltf_Whole(gltf, i, "a node", gltf->nodeCount - 1.0, &node);
        if (result != VL_OK) {
            return result;
        }
        if (walk->isVisited[node]) {
            return vlGltf_Fail(gltf, i, "node %lld is listed twice, or below itself", node);
        }
        walk->isVisited[node] = true;
        walk->waiting[walk->waitingCount++] = (Visit){gltf->nodes[node], *in};
    }
    return VL_OK;
}

static vlResult walkNodes(Walk* walk, int list)
{
    const Place whole = {{{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}}, {0.0, 0.0, 0.0}};
    vlResult result = wait(walk, list, &whole);
    while (walk->waitingCount > 0 && result == VL_OK) {
        Visit visit = walk->waiting[--walk->waitingCount];
        Place own = whole, place;
        result = readPlace(walk->gltf, visit.node, &own);
        if (result != VL_OK) {
            break;
        }
        place.turn = vlMulMM(visit.place.turn, own.turn);
        place.shift = vlAdd(vlMulMV(visit.place.turn, own.shift), visit.place.shift);
        result = addMesh(walk, visit.node, &place);
        int children = vlJson_Find(&walk->gltf->json, visit.node, "children");
        result = result == VL_OK && children >= 0 ? wait(walk, children, &place) : result;
    }
    return result;
}

// The nodes of the default scene.
static vlResult findRoots(vlGltf* gltf, int* roots)
{
    const vlJson* json = &gltf->json;
    int scenes = vlJson_Find(json, 0, "scenes");
    long long chosen = 0;
    vlResult result = vlGltf_Whole(gltf, vlJson_Find(json, 0, "scene"), "scene", 1e9, &chosen);
    *roots = -1;
    if (result != VL_OK) {
        return result;
    }
    if (scenes < 0 || json->value[scenes].kind != VL_JSON_ARRAY ||
        chosen >= json->value[scenes].count) {
        return vlGltf_Fail(gltf, scenes, "there is no scene %lld", chosen);
    }
    int scene = scenes + 1;
    for (long long i = 0; i < chosen; ++i) {
        scene = json->value[scene].end;
    }
    *roots = vlJson_Find(json, scene, "nodes");
    return *roots >= 0 ? VL_OK : vlGltf_Fail(gltf, scene, "a scene without nodes");
}

vlResult vlGltf_AddNodes(vlGltf* gltf)
{
    Walk walk = {.gltf = gltf};
    int roots = -1;
    vlResult result = findRoots(gltf, &roots);
    if (result != VL_OK) {
        return result;
    }
    walk.isVisited = calloc((size_t)gltf->nodeCount + 1, sizeof *walk.isVisited);
    walk.waiting = malloc(sizeof *walk.waiting * ((size_t)gltf->nodeCount + 1));
    bool ok = walk.isVisited != NULL && walk.waiting != NULL;
    result = ok ? walkNodes(&walk, roots) : vlGltf_FailMemory(gltf);
    free(walk.isVisited);
    free(walk.waiting);
    return result;
}
