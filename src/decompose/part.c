// SPDX-License-Identifier: MIT
#include "decompose/part.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/sets.h"

void vlPart_Free(vlPart* part)
{
    free(part->points);
    free(part->edges);
    free(part->faces);
    vlShape_Release(part->hull);
    *part = (vlPart){0};
}

void vlPartList_Free(vlPartList* list)
{
    for (int i = 0; i < list->count; ++i) {
        vlPart_Free(&list->part[i]);
    }
    free(list->part);
    *list = (vlPartList){0};
}

bool vlPartList_Add(vlPartList* list, vlPart* part)
{
    if (!vlGrow(NULL, &list->part, &list->room, list->count + 1, sizeof *part)) {
        return false;
    }
    list->part[list->count++] = *part;
    *part = (vlPart){0};
    return true;
}

int vlPart_AddPoint(vlPart* part, vlVec3 point)
{
    if (!vlGrow(NULL, &part->points, &part->pointRoom, part->pointCount + 1, sizeof point)) {
        return -1;
    }
    part->points[part->pointCount] = point;
    return part->pointCount++;
}

bool vlPart_AddEdge(vlPart* part, int from, int to)
{
    if (!vlGrow(NULL, &part->edges, &part->edgeRoom, part->edgeCount + 1, sizeof *part->edges)) {
        return false;
    }
    part->edges[part->edgeCount++] = (vlPartEdge){from, to};
    ++part->faces[part->faceCount - 1].count;
    return true;
}

int vlPart_AddFace(vlPart* part, vlVec3 normal, bool isConvex)
{
    if (!vlGrow(NULL, &part->faces, &part->faceRoom, part->faceCount + 1, sizeof *part->faces)) {
        return -1;
    }
    part->faces[part->faceCount] = (vlPartFace){normal, part->edgeCount, 0, isConvex};
    return part->faceCount++;
}

bool vlPart_FromMesh(const vlMesh* mesh, vlPart* part)
{
    bool ok = true;
    *part = (vlPart){.error = -1.0};
    for (int i = 0; ok && i < mesh->pointCount; ++i) {
        ok = vlPart_AddPoint(part, mesh->points[i]) >= 0;
    }
    for (int t = 0; ok && t < mesh->faceCount; ++t) {
        const int* c = &mesh->indices[3 * t];
        vlVec3 a = mesh->points[c[0]];
        vlVec3 n = vlUnit(vlCross(vlSub(mesh->points[c[1]], a), vlSub(mesh->points[c[2]], a)));
        ok = vlPart_AddFace(part, n, true) >= 0 && vlPart_AddEdge(part, c[0], c[1]) &&
             vlPart_AddEdge(part, c[1], c[2]) && vlPart_AddEdge(part, c[2], c[0]);
    }
    part->volume = ok ? vlPart_Volume(part) : 0.0;
    if (!ok) {
        vlPart_Free(part);
    }
    return ok;
}

bool vlPart_Append(const vlPart* from, vlPart* to)
{
    int first = to->pointCount;
    bool ok = true;
    for (int i = 0; ok && i < from->pointCount; ++i) {
        ok = vlPart_AddPoint(to, from->points[i]) >= 0;
    }
    for (int f = 0; ok && f < from->faceCount; ++f) {
        const vlPartFace* face = &from->faces[f];
        ok = vlPart_AddFace(to, face->normal, face->isConvex) >= 0;
        for (int i = 0; ok && i < face->count; ++i) {
            vlPartEdge e = from->edges[face->first + i];
            ok = vlPart_AddEdge(to, first + e.from, first + e.to);
        }
    }
    return ok;
}

bool vlPart_Copy(const vlPart* from, vlPart* part)
{
    *part = (vlPart){
        .volume = from->volume, .error = -1.0, .hollow = from->hollow, .hollowAt = from->hollowAt};
    bool ok = vlPart_Append(from, part);
    if (!ok) {
        vlPart_Free(part);
    }
    return ok;
}

// A face's area times its height over the first point: a closed surface has the same volume about
// any point.
double vlPart_Volume(const vlPart* part)
{
    double sum = 0.0;
    if (part->pointCount == 0) {
        return 0.0;
    }
    vlVec3 origin = part->points[part->edges[0].from];
    for (int f = 0; f < part->faceCount; ++f) {
        const vlPartFace* face = &part->faces[f];
        const vlPartEdge* edge = &part->edges[face->first];
        if (face->count == 0) {
            continue;
        }
        vlVec3 start = part->points[edge[0].from];
        double twice = 0.0;
        for (int i = 0; i < face->count; ++i) {
            twice += vlDot(face->normal, vlCross(vlSub(part->points[edge[i].from], start),
                                                 vlSub(part->points[edge[i].to], start)));
        }
        sum += twice * vlDot(face->normal, vlSub(start, origin));
    }
    return sum / 6.0;
}

double vlPart_Area(const vlPart* part, vlVec3* open)
{
    double area = 0.0;
    for (int f = 0; f < part->faceCount; ++f) {
        const vlPartFace* face = &part->faces[f];
        const vlPartEdge* edge = &part->edges[face->first];
        double twice = 0.0;
        for (int i = 1; i < face->count; ++i) {
            vlVec3 start = part->points[edge[0].from];
            twice += vlDot(face->normal, vlCross(vlSub(part->points[edge[i].from], start),
                                                 vlSub(part->points[edge[i].to], start)));
        }
        area += 0.5 * twice;
        *open = vlMulAdd(*open, 0.5 * twice, face->normal);
    }
    return area;
}

vlResult vlPart_MakeHull(vlPart* part)
{
    if (part->hull != NULL) {
        return VL_OK;
    }
    vlResult result =
        vlShape_CreateHull(NULL, part->points, part->pointCount, &part->hull, NULL, 0);
    if (result == VL_OK) {
        part->hullVolume = vlShape_GetMassProperties(part->hull).volume;
    }
    return result;
}

// Copies the faces whose points belong to `root`.
static bool takeComponent(const vlPart* part, int* parent, int root, int* number, vlPart* out)
{
    bool ok = true;
    *out = (vlPart){.error = -1.0};
    for (int f = 0; ok && f < part->faceCount; ++f) {
        const vlPartFace* face = &part->faces[f];
        const vlPartEdge* edge = &part->edges[face->first];
        if (face->count == 0 || vlSets_Find(parent, edge[0].from) != root) {
            continue;
        }
        ok = vlPart_AddFace(out, face->normal, face->isConvex) >= 0;
        for (int i = 0; ok && i < face->count; ++i) {
            int end[2] = {edge[i].from, edge[i].to};
            for (int k = 0; ok && k < 2; ++k) {
                if (number[end[k]] < 0) {
                    number[end[k]] = vlPart_AddPoint(out, part->points[end[k]]);
                    ok = number[end[k]] >= 0;
                }
            }
            ok = ok && vlPart_AddEdge(out, number[end[0]], number[end[1]]);
        }
    }
    out->volume = ok ? vlPart_Volume(out) : 0.0;
    return ok;
}

// Notes the hollow that a component is the surface of, if no other is wider. The widest ball in a
// convex hollow has a radius of at most three times volume over area, which it reaches in a ball or
// a cube.
static void noteHollow(const vlPart* inside, vlPart* part)
{
    vlVec3 open = vlZero(), sum = vlZero();
    double radius = -3.0 * inside->volume / vlPart_Area(inside, &open);
    for (int i = 0; i < inside->pointCount; ++i) {
        sum = vlMulAdd(sum, 1.0 / inside->pointCount, inside->points[i]);
    }
    if (radius > part->hollow) {
        part->hollow = radius;
        part->hollowAt = sum;
    }
}

bool vlPart_Split(vlPart* part, double tolerance, vlPartList* list)
{
    size_t count = (size_t)part->pointCount;
    int* parent = malloc(sizeof(int) * (count + 1));
    int* number = malloc(sizeof(int) * (count + 1));
    int start = list->count;
    bool ok = parent != NULL && number != NULL, isHollow = false;
    for (int i = 0; ok && i < part->pointCount; ++i) {
        parent[i] = i;
        number[i] = -1;
    }
    for (int f = 0; ok && f < part->faceCount; ++f) {
        const vlPartFace* face = &part->faces[f];
        for (int i = 0; i < face->count; ++i) {
            vlSets_Join(parent, part->edges[face->first].from, part->edges[face->first + i].to);
        }
    }
    part->hollow = 0.0;
    for (int i = 0; ok && i < part->pointCount; ++i) {
        vlPart piece;
        if (parent[i] != i) {
            continue;
        }
        ok = takeComponent(part, parent, i, number, &piece);
        if (ok && piece.edges == NULL) {
            continue; // a point of no face
        }
        if (ok && piece.volume < -tolerance * tolerance * tolerance) {
            isHollow = true;
            noteHollow(&piece, part);
        } else if (ok && piece.pointCount >= 4 && !isHollow) {
            ok = vlPartList_Add(list, &piece);
        }
        vlPart_Free(&piece);
    }
    free(parent);
    free(number);
    if (ok && isHollow) {
        while (list->count > start) {
            vlPart_Free(&list->part[--list->count]);
        }
        part->volume = vlPart_Volume(part);
        part->error = -1.0;
        return vlPartList_Add(list, part);
    }
    vlPart_Free(part);
    return ok;
}
