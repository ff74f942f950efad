// SPDX-License-Identifier: MIT
#include "mesh/mesh_build.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/hash.h"

vlResult vlMeshBuild_Fail(vlMeshBuild* build, vlResult result, int line, int column,
                          const char* format, ...)
{
    vlFileError* error = build->error;
    if (error != NULL) {
        va_list arguments;
        memset(error, 0, sizeof *error);
        (void)snprintf(error->file, sizeof error->file, "%s", build->name);
        error->line = line;
        error->column = column;
        va_start(arguments, format);
        (void)vsnprintf(error->message, sizeof error->message, format, arguments);
        va_end(arguments);
    }
    return result;
}

static vlResult noMemory(vlMeshBuild* build)
{
    return vlMeshBuild_Fail(build, VL_ERROR_MEMORY, 0, 0, "no memory for the mesh");
}

vlResult vlMeshBuild_AddPoint(vlMeshBuild* build, vlVec3 point)
{
    vlMesh* mesh = &build->mesh;
    if (mesh->pointCount == VL_MAX_MESH_POINTS) {
        return vlMeshBuild_Fail(build, VL_ERROR_PARSE, 0, 0, "more than %d vertices",
                                VL_MAX_MESH_POINTS);
    }
    if (!vlGrow(NULL, &mesh->points, &build->pointRoom, mesh->pointCount + 1, sizeof point)) {
        return noMemory(build);
    }
    mesh->points[mesh->pointCount++] = point;
    return VL_OK;
}

static uint32_t hashOf(vlVec3 point)
{
    uint64_t hash = vlHash_Vec(VL_HASH_SEED, point);
    return (uint32_t)(hash ^ (hash >> 32));
}

// The slot that holds the point, or the free one where it belongs.
static int* findSlot(const vlMeshBuild* build, vlVec3 point)
{
    uint32_t at = hashOf(point) & build->slotMask;
    while (build->slots[at] != 0) {
        vlVec3 other = build->mesh.points[build->slots[at] - 1];
        if (other.x == point.x && other.y == point.y && other.z == point.z) {
            break;
        }
        at = (at + 1) & build->slotMask;
    }
    return &build->slots[at];
}

// Keeps the table at most half full.
static vlResult growTable(vlMeshBuild* build)
{
    uint32_t slotCount = build->slots == NULL ? 0 : build->slotMask + 1;
    if ((uint32_t)build->mesh.pointCount < slotCount / 2) {
        return VL_OK;
    }
    slotCount = slotCount == 0 ? 256 : 2 * slotCount;
    int* slots = calloc(slotCount, sizeof *slots);
    if (slots == NULL) {
        return noMemory(build);
    }
    free(build->slots);
    build->slots = slots;
    build->slotMask = slotCount - 1;
    for (int i = 0; i < build->mesh.pointCount; ++i) {
        *findSlot(build, build->mesh.points[i]) = i + 1;
    }
    return VL_OK;
}

vlResult vlMeshBuild_Weld(vlMeshBuild* build, vlVec3 point, int* index)
{
    vlResult result = growTable(build);
    if (result != VL_OK) {
        return result;
    }
    int* slot = findSlot(build, point);
    if (*slot == 0) {
        result = vlMeshBuild_AddPoint(build, point);
        if (result != VL_OK) {
            return result;
        }
        *slot = build->mesh.pointCount;
    }
    *index = *slot - 1;
    return VL_OK;
}

vlResult vlMeshBuild_AddCorner(vlMeshBuild* build, int index)
{
    vlMesh* mesh = &build->mesh;
    if (!vlGrow(NULL, &mesh->indices, &build->indexRoom, build->indexCount + 1, sizeof index)) {
        return noMemory(build);
    }
    mesh->indices[build->indexCount++] = index;
    return VL_OK;
}

int vlMeshBuild_CornerCount(const vlMeshBuild* build)
{
    return build->indexCount - build->faceStart;
}

void vlMeshBuild_DropFace(vlMeshBuild* build)
{
    build->indexCount = build->faceStart;
}

vlResult vlMeshBuild_EndFace(vlMeshBuild* build)
{
    vlMesh* mesh = &build->mesh;
    int sizeRoom = build->faceRoom, need = mesh->faceCount + 1;
    if (!vlGrow(NULL, &mesh->faceSizes, &sizeRoom, need, sizeof(int)) ||
        !vlGrow(NULL, &mesh->facePart, &build->faceRoom, need, sizeof(int))) {
        return noMemory(build);
    }
    mesh->partCount += !build->isPartOpen;
    build->isPartOpen = true;
    mesh->faceSizes[mesh->faceCount] = vlMeshBuild_CornerCount(build);
    mesh->facePart[mesh->faceCount] = mesh->partCount - 1;
    ++mesh->faceCount;
    build->faceStart = build->indexCount;
    return VL_OK;
}

void vlMeshBuild_BeginPart(vlMeshBuild* build)
{
    build->isPartOpen = false;
}
