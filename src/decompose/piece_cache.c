// SPDX-License-Identifier: MIT
#include "decompose/piece_cache.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/box.h"
#include "base/hash.h"
#include "shape/polyhedron.h"

// Must change when the search would find other pieces, or the layout of the file changes.
#define CACHE_VERSION 4
// Vertices may lie outside of the pieces by this fraction of the radius: cuts have a tolerance.
#define OUTSIDE 1e-5

static const vlCacheKind kind = {"VLPIECES", "pieces", CACHE_VERSION, (size_t)64 * 1024 * 1024};

typedef struct Summary {
    double error, radius, wall, volumeRatio;
    uint32_t pieceCount, isWithin, isLate, unused;
} Summary;

typedef struct PieceHead {
    uint32_t pointCount, faceCount, cornerCount, unused;
} PieceHead;

vlCacheKey vlPieceCache_Key(const vlMesh* mesh, const vlDecomposeDef* def)
{
    vlCacheKey key;
    for (int k = 0; k < 2; ++k) {
        uint64_t h = vlHash_Word(VL_HASH_SEED, (uint64_t)k + 1);
        const char* version = VL_VERSION_STRING;
        for (size_t i = 0; version[i] != '\0'; ++i) {
            h = vlHash_Word(h, (uint64_t)version[i]);
        }
        h = vlHash_Word(h, CACHE_VERSION);
        h = vlHash_Double(h, def->error);
        h = vlHash_Double(h, def->effort);
        h = vlHash_Word(h, (uint64_t)def->mostPieces);
        h = vlHash_Word(h, (uint64_t)mesh->pointCount);
        h = vlHash_Word(h, (uint64_t)mesh->faceCount);
        for (int i = 0; i < mesh->pointCount; ++i) {
            h = vlHash_Vec(h, mesh->points[i]);
        }
        for (int i = 0; i < 3 * mesh->faceCount; ++i) {
            h = vlHash_Word(h, (uint64_t)mesh->indices[i]);
        }
        key.hash[k] = h;
    }
    return key;
}

static vlShape* takePiece(vlCacheCursor* cursor)
{
    PieceHead head;
    vlShape* shape = NULL;
    if (!vlCacheCursor_Take(cursor, &head, 1, sizeof head) || head.pointCount < 4 ||
        head.faceCount < 4 || head.pointCount > VL_MAX_HULL_VERTICES ||
        head.faceCount > VL_MAX_HULL_FACES || head.cornerCount > cursor->left / sizeof(int)) {
        return NULL;
    }
    vlVec3* points = malloc(sizeof *points * head.pointCount);
    int* sizes = malloc(sizeof(int) * head.faceCount);
    int* corners = malloc(sizeof(int) * ((size_t)head.cornerCount + 1));
    bool ok = points != NULL && sizes != NULL && corners != NULL &&
              vlCacheCursor_Take(cursor, points, head.pointCount, sizeof *points) &&
              vlCacheCursor_Take(cursor, sizes, head.faceCount, sizeof(int)) &&
              vlCacheCursor_Take(cursor, corners, head.cornerCount, sizeof(int));
    long sum = 0;
    for (uint32_t f = 0; ok && f < head.faceCount; ++f) {
        ok = sizes[f] >= 3 && sizes[f] <= VL_MAX_HULL_VERTICES;
        sum += ok ? sizes[f] : 0;
    }
    ok = ok && sum == (long)head.cornerCount &&
         vlShape_CreateFromFaces(NULL, points, (int)head.pointCount, sizes, (int)head.faceCount,
                                 corners, &shape, NULL, 0) == VL_OK;
    free(points);
    free(sizes);
    free(corners);
    return ok ? shape : NULL;
}

static bool isInPiece(const vlShape* piece, vlVec3 p, double tolerance)
{
    const vlConvex* c = &piece->pieces[0];
    for (int f = 0; f < c->faceCount; ++f) {
        if (vlDot(vlConvex_Normal(c, f), p) > c->nd[f] + tolerance) {
            return false;
        }
    }
    return true;
}

// Hold the pieces the mesh, without leaving its bounds? The hash of a file's name is no proof.
static bool isOfMesh(const vlDecomposition* pieces, const vlMesh* mesh)
{
    double tolerance = OUTSIDE * pieces->radius;
    vlBox box = vlBox_OfPoints(mesh->points, mesh->pointCount);
    for (int i = 0, last = 0; i < mesh->pointCount; ++i) {
        vlVec3 p = mesh->points[i];
        int tried = 0;
        while (tried < pieces->pieceCount && !isInPiece(pieces->pieces[last], p, tolerance)) {
            last = (last + 1) % pieces->pieceCount;
            ++tried;
        }
        if (tried == pieces->pieceCount) {
            return false;
        }
    }
    for (int i = 0; i < pieces->pieceCount; ++i) {
        for (int v = 0; v < vlShape_GetVertexCount(pieces->pieces[i], 0); ++v) {
            vlVec3 p = vlShape_GetVertex(pieces->pieces[i], 0, v);
            if (vlBox_AreApart(box, (vlBox){p, p}, tolerance)) {
                return false;
            }
        }
    }
    return true;
}

bool vlPieceCache_Load(const char* folder, vlCacheKey key, const vlMesh* mesh, vlDecomposition* out)
{
    vlCacheCursor cursor;
    Summary sum;
    *out = (vlDecomposition){0};
    unsigned char* bytes = vlCacheFile_Read(&kind, folder, key, &cursor);
    if (bytes == NULL) {
        return false;
    }
    bool ok = vlCacheCursor_Take(&cursor, &sum, 1, sizeof sum) && sum.pieceCount >= 1 &&
              sum.pieceCount <= VL_MAX_PIECES && sum.error >= 0.0 &&
              sum.error <= 2.0 * sum.radius && sum.radius > 0.0 && sum.radius <= VL_MAX_LENGTH &&
              sum.wall >= 0.0 && sum.volumeRatio > 0.0;
    for (uint32_t i = 0; ok && i < sum.pieceCount; ++i) {
        out->pieces[out->pieceCount] = takePiece(&cursor);
        ok = out->pieces[out->pieceCount] != NULL;
        out->pieceCount += ok;
    }
    free(bytes);
    if (ok) {
        out->error = sum.error;
        out->radius = sum.radius;
        out->wall = sum.wall;
        out->volumeRatio = sum.volumeRatio;
        out->isWithin = sum.isWithin != 0;
        out->isLate = sum.isLate != 0;
        out->isFromCache = true;
        ok = isOfMesh(out, mesh);
    }
    if (!ok) {
        vlDecomposition_Free(out);
    }
    return ok;
}

static void putPiece(vlCacheBytes* bytes, const vlShape* piece)
{
    PieceHead head = {(uint32_t)vlShape_GetVertexCount(piece, 0),
                      (uint32_t)vlShape_GetFaceCount(piece, 0), 0, 0};
    for (int f = 0; f < (int)head.faceCount; ++f) {
        head.cornerCount += (uint32_t)vlShape_GetFaceVertices(piece, 0, f, NULL, 0);
    }
    vlCacheBytes_Put(bytes, &head, sizeof head);
    for (int v = 0; v < (int)head.pointCount; ++v) {
        vlVec3 p = vlShape_GetVertex(piece, 0, v);
        vlCacheBytes_Put(bytes, &p, sizeof p);
    }
    for (int f = 0; f < (int)head.faceCount; ++f) {
        int count = vlShape_GetFaceVertices(piece, 0, f, NULL, 0);
        vlCacheBytes_Put(bytes, &count, sizeof count);
    }
    for (int f = 0; f < (int)head.faceCount; ++f) {
        int loop[VL_MAX_HULL_VERTICES];
        int count = vlShape_GetFaceVertices(piece, 0, f, loop, VL_MAX_HULL_VERTICES);
        vlCacheBytes_Put(bytes, loop, sizeof(int) * (size_t)count);
    }
}

void vlPieceCache_Store(const char* folder, vlCacheKey key, const vlDecomposition* pieces)
{
    vlCacheBytes bytes = {0};
    Summary sum = {pieces->error,
                   pieces->radius,
                   pieces->wall,
                   pieces->volumeRatio,
                   (uint32_t)pieces->pieceCount,
                   pieces->isWithin,
                   pieces->isLate,
                   0};
    vlCacheBytes_Put(&bytes, &sum, sizeof sum);
    for (int i = 0; i < pieces->pieceCount; ++i) {
        putPiece(&bytes, pieces->pieces[i]);
    }
    vlCacheFile_Write(&kind, folder, key, &bytes);
}

int vlMesh_FindCacheFolder(char* path, size_t size)
{
    const char* cache = getenv("XDG_CACHE_HOME");
    const char* home = getenv("HOME");
    // A path that is not absolute is to be ignored by the rules of XDG.
    if (cache != NULL && cache[0] == '/') {
        return snprintf(path, size, "%s/volar", cache);
    }
    return home != NULL && home[0] == '/' ? snprintf(path, size, "%s/.cache/volar", home) : 0;
}
