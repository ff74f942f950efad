// SPDX-License-Identifier: MIT
#include "decompose/piece_cache.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file_in.h"
#include "base/file_out.h"
#include "base/hash.h"

// Must change when the search would find other pieces, or the layout of the file changes.
#define CACHE_VERSION 1
#define LONGEST_PATH 4096
#define LARGEST_FILE (64L * 1024 * 1024)
// Vertices may lie outside of the pieces by this fraction of the radius: cuts have a tolerance.
#define OUTSIDE 1e-5

typedef struct Header {
    char magic[8];
    uint32_t version, pieceCount;
    vlPieceKey key;
    double error, radius, wall, volumeRatio;
    uint32_t isWithin, isLate;
} Header;

static const char magic[8] = {'V', 'L', 'P', 'I', 'E', 'C', 'E', 'S'};

typedef struct PieceHead {
    uint32_t pointCount, faceCount, cornerCount, unused;
} PieceHead;

vlPieceKey vlPieceCache_Key(const vlMesh* mesh, const vlDecomposeDef* def)
{
    vlPieceKey key;
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

static bool pathOf(const char* folder, vlPieceKey key, char path[LONGEST_PATH])
{
    int length = snprintf(path, LONGEST_PATH, "%s/%016llx%016llx.pieces", folder,
                          (unsigned long long)key.hash[0], (unsigned long long)key.hash[1]);
    return length > 0 && length < LONGEST_PATH;
}

static uint64_t sumOf(const unsigned char* bytes, size_t size)
{
    uint64_t h = VL_HASH_SEED;
    for (size_t i = 0; i < size; ++i) {
        h = vlHash_Word(h, bytes[i]);
    }
    return h;
}

// The bytes of the file without its check sum; NULL if it cannot be read or the sum is wrong.
static unsigned char* readFile(const char* path, size_t* size)
{
    int problem = 0;
    struct stat info;
    uint64_t sum;
    FILE* file = vlFileIn_Open(path, false, &problem);
    if (file == NULL) {
        return NULL;
    }
    unsigned char* bytes = NULL;
    bool ok = fstat(fileno(file), &info) == 0 && info.st_size <= LARGEST_FILE &&
              info.st_size > (long)(sizeof(Header) + sizeof sum);
    if (ok) {
        *size = (size_t)info.st_size - sizeof sum;
        bytes = malloc(*size + sizeof sum);
        ok = bytes != NULL && fread(bytes, 1, *size + sizeof sum, file) == *size + sizeof sum;
    }
    if (ok) {
        memcpy(&sum, bytes + *size, sizeof sum);
        ok = sum == sumOf(bytes, *size);
    }
    (void)fclose(file);
    if (!ok) {
        free(bytes);
        return NULL;
    }
    return bytes;
}

typedef struct Cursor {
    const unsigned char* at;
    size_t left;
} Cursor;

static bool take(Cursor* cursor, void* out, size_t count, size_t size)
{
    if (count > cursor->left / size) {
        return false;
    }
    memcpy(out, cursor->at, count * size);
    cursor->at += count * size;
    cursor->left -= count * size;
    return true;
}

static vlShape* takePiece(Cursor* cursor)
{
    PieceHead head;
    vlShape* shape = NULL;
    if (!take(cursor, &head, 1, sizeof head) || head.pointCount < 4 || head.faceCount < 4 ||
        head.pointCount > VL_MAX_HULL_VERTICES || head.faceCount > VL_MAX_HULL_FACES ||
        head.cornerCount > cursor->left / sizeof(int)) {
        return NULL;
    }
    vlVec3* points = malloc(sizeof *points * head.pointCount);
    int* sizes = malloc(sizeof(int) * head.faceCount);
    int* corners = malloc(sizeof(int) * ((size_t)head.cornerCount + 1));
    bool ok = points != NULL && sizes != NULL && corners != NULL &&
              take(cursor, points, head.pointCount, sizeof *points) &&
              take(cursor, sizes, head.faceCount, sizeof(int)) &&
              take(cursor, corners, head.cornerCount, sizeof(int));
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
    for (int f = 0; f < vlShape_GetFaceCount(piece, 0); ++f) {
        vlVec3 normal;
        double offset;
        vlShape_GetFacePlane(piece, 0, f, &normal, &offset);
        if (vlDot(normal, p) > offset + tolerance) {
            return false;
        }
    }
    return true;
}

// Hold the pieces the mesh, without leaving its bounds? The hash of a file's name is no proof.
static bool isOfMesh(const vlDecomposition* pieces, const vlMesh* mesh)
{
    double tolerance = OUTSIDE * pieces->radius;
    vlVec3 low = mesh->points[0], high = low;
    for (int i = 0, last = 0; i < mesh->pointCount; ++i) {
        vlVec3 p = mesh->points[i];
        low = vlVec(fmin(low.x, p.x), fmin(low.y, p.y), fmin(low.z, p.z));
        high = vlVec(fmax(high.x, p.x), fmax(high.y, p.y), fmax(high.z, p.z));
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
            if (!(p.x >= low.x - tolerance && p.y >= low.y - tolerance &&
                  p.z >= low.z - tolerance && p.x <= high.x + tolerance &&
                  p.y <= high.y + tolerance && p.z <= high.z + tolerance)) {
                return false;
            }
        }
    }
    return true;
}

bool vlPieceCache_Load(const char* folder, vlPieceKey key, const vlMesh* mesh, vlDecomposition* out)
{
    char path[LONGEST_PATH];
    size_t size = 0;
    Header header;
    *out = (vlDecomposition){0};
    unsigned char* bytes = pathOf(folder, key, path) ? readFile(path, &size) : NULL;
    if (bytes == NULL) {
        return false;
    }
    Cursor cursor = {bytes, size};
    bool ok = take(&cursor, &header, 1, sizeof header) &&
              memcmp(header.magic, magic, sizeof magic) == 0 && header.version == CACHE_VERSION &&
              memcmp(&header.key, &key, sizeof key) == 0 && header.pieceCount >= 1 &&
              header.pieceCount <= VL_MAX_PIECES && header.error >= 0.0 &&
              header.error <= 2.0 * header.radius && header.radius > 0.0 &&
              header.radius <= VL_MAX_LENGTH && header.wall >= 0.0 && header.volumeRatio > 0.0;
    for (uint32_t i = 0; ok && i < header.pieceCount; ++i) {
        out->pieces[out->pieceCount] = takePiece(&cursor);
        ok = out->pieces[out->pieceCount] != NULL;
        out->pieceCount += ok;
    }
    free(bytes);
    if (ok) {
        out->error = header.error;
        out->radius = header.radius;
        out->wall = header.wall;
        out->volumeRatio = header.volumeRatio;
        out->isWithin = header.isWithin != 0;
        out->isLate = header.isLate != 0;
        out->isFromCache = true;
        ok = isOfMesh(out, mesh);
    }
    if (!ok) {
        vlDecomposition_Free(out);
    }
    return ok;
}

// A growing block of bytes; `isFull` without memory.
typedef struct Bytes {
    unsigned char* at;
    size_t used, room;
    bool isFull;
} Bytes;

static void put(Bytes* bytes, const void* data, size_t size)
{
    if (!bytes->isFull && bytes->used + size > bytes->room) {
        size_t room = 2 * (bytes->used + size);
        unsigned char* larger = realloc(bytes->at, room);
        bytes->isFull = larger == NULL;
        bytes->at = larger != NULL ? larger : bytes->at;
        bytes->room = larger != NULL ? room : bytes->room;
    }
    if (!bytes->isFull) {
        memcpy(bytes->at + bytes->used, data, size);
        bytes->used += size;
    }
}

static void putPiece(Bytes* bytes, const vlShape* piece)
{
    PieceHead head = {(uint32_t)vlShape_GetVertexCount(piece, 0),
                      (uint32_t)vlShape_GetFaceCount(piece, 0), 0, 0};
    for (int f = 0; f < (int)head.faceCount; ++f) {
        head.cornerCount += (uint32_t)vlShape_GetFaceVertices(piece, 0, f, NULL, 0);
    }
    put(bytes, &head, sizeof head);
    for (int v = 0; v < (int)head.pointCount; ++v) {
        vlVec3 p = vlShape_GetVertex(piece, 0, v);
        put(bytes, &p, sizeof p);
    }
    for (int f = 0; f < (int)head.faceCount; ++f) {
        int count = vlShape_GetFaceVertices(piece, 0, f, NULL, 0);
        put(bytes, &count, sizeof count);
    }
    for (int f = 0; f < (int)head.faceCount; ++f) {
        int loop[VL_MAX_HULL_VERTICES];
        int count = vlShape_GetFaceVertices(piece, 0, f, loop, VL_MAX_HULL_VERTICES);
        put(bytes, loop, sizeof(int) * (size_t)count);
    }
}

// Makes the folder and those it lies in, for this user alone.
static void makeFolder(const char* folder)
{
    char path[LONGEST_PATH];
    size_t length = strlen(folder);
    if (length >= sizeof path) {
        return;
    }
    memcpy(path, folder, length + 1);
    for (size_t i = 1; i <= length; ++i) {
        if (path[i] == '/' || path[i] == '\0') {
            path[i] = '\0';
            (void)mkdir(path, 0700); // one that exists, or cannot be made, shows on opening
            path[i] = i < length ? '/' : '\0';
        }
    }
}

void vlPieceCache_Store(const char* folder, vlPieceKey key, const vlDecomposition* pieces)
{
    char path[LONGEST_PATH];
    Bytes bytes = {0};
    vlFileOut out = {0};
    Header header;
    memset(&header, 0, sizeof header);
    memcpy(header.magic, magic, sizeof magic);
    header.version = CACHE_VERSION;
    header.pieceCount = (uint32_t)pieces->pieceCount;
    header.key = key;
    header.error = pieces->error;
    header.radius = pieces->radius;
    header.wall = pieces->wall;
    header.volumeRatio = pieces->volumeRatio;
    header.isWithin = pieces->isWithin;
    header.isLate = pieces->isLate;
    put(&bytes, &header, sizeof header);
    for (int i = 0; i < pieces->pieceCount; ++i) {
        putPiece(&bytes, pieces->pieces[i]);
    }
    uint64_t sum = bytes.isFull ? 0 : sumOf(bytes.at, bytes.used);
    put(&bytes, &sum, sizeof sum);
    if (!bytes.isFull && pathOf(folder, key, path)) {
        makeFolder(folder);
        if (vlFileOut_Open(&out, path) == 0) {
            bool ok = fwrite(bytes.at, 1, bytes.used, out.stream) == bytes.used;
            if (!ok || vlFileOut_Commit(&out) != 0) {
                vlFileOut_Discard(&out);
            }
        }
    }
    free(bytes.at);
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
