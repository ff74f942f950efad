// SPDX-License-Identifier: MIT
#include "volar/mesh.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file_in.h"
#include "base/foreign.h"
#include "mesh/mesh_build.h"
#include "mesh/mesh_text.h"

typedef enum Kind {
    KIND_OBJ,
    KIND_STL_TEXT,
    KIND_STL_BINARY,
    KIND_PLY,
    KIND_GLTF,
    KIND_GLB,
    KIND_UNKNOWN
} Kind;

void vlMesh_Free(vlMesh* mesh)
{
    if (mesh == NULL) {
        return;
    }
    free(mesh->points);
    free(mesh->faceSizes);
    free(mesh->indices);
    free(mesh->facePart);
    *mesh = (vlMesh){0};
}

static bool hasExtension(const char* name, const char* extension)
{
    const char* dot = strrchr(name, '.');
    if (dot == NULL) {
        return false;
    }
    vlMeshWord word = {.start = dot + 1, .length = (int)strlen(dot + 1)};
    return vlMeshWord_Is(&word, extension);
}

static vlMeshWord firstWord(const unsigned char* bytes, size_t size)
{
    vlMeshText text = vlMeshText_Open(bytes, size, false);
    return vlMeshText_NextAnywhere(&text);
}

static Kind kindOf(const unsigned char* bytes, size_t size, const char* name)
{
    vlMeshWord word = firstWord(bytes, size);
    if (vlMeshWord_Is(&word, "ply")) {
        return KIND_PLY;
    }
    if (size >= 4 && memcmp(bytes, "glTF", 4) == 0) {
        return KIND_GLB;
    }
    if (vlMesh_IsStlBinary(bytes, size)) {
        return KIND_STL_BINARY;
    }
    bool isBinary = memchr(bytes, 0, size) != NULL;
    if (vlMeshWord_Is(&word, "solid")) {
        return isBinary ? KIND_STL_BINARY : KIND_STL_TEXT;
    }
    if (word.length > 0 && word.start[0] == '{') {
        return KIND_GLTF;
    }
    if (!isBinary && vlMesh_IsObj(bytes, size)) {
        return KIND_OBJ;
    }
    if (hasExtension(name, "stl")) {
        return isBinary ? KIND_STL_BINARY : KIND_STL_TEXT;
    }
    if (hasExtension(name, "obj")) {
        return KIND_OBJ;
    }
    if (hasExtension(name, "gltf")) {
        return KIND_GLTF;
    }
    return hasExtension(name, "ply") ? KIND_PLY : KIND_UNKNOWN;
}

// Says what the file is, if it is of another program, and otherwise what was looked for.
static vlResult refuse(vlMeshBuild* build, const unsigned char* bytes, size_t size)
{
    char what[320];
    if (vlForeign_Describe(vlForeign_Find(build->name, bytes, size), build->name, what,
                           sizeof what)) {
        return vlMeshBuild_Fail(build, VL_ERROR_PARSE, 0, 0, "found %s", what);
    }
    return vlMeshBuild_Fail(build, VL_ERROR_PARSE, 0, 0,
                            "found neither the content nor the extension of a mesh, expected "
                            "OBJ, STL, PLY or glTF");
}

static vlResult readKind(vlMeshBuild* build, const unsigned char* bytes, size_t size)
{
    // The byte order mark that some editors put before UTF-8.
    if (size >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0) {
        bytes += 3;
        size -= 3;
    }
    if (size == 0) {
        return vlMeshBuild_Fail(build, VL_ERROR_PARSE, 0, 0,
                                "found an empty file, expected a mesh");
    }
    if (size > VL_MAX_MESH_BYTES) {
        return vlMeshBuild_Fail(build, VL_ERROR_PARSE, 0, 0, "found %zu bytes, expected at most %d",
                                size, VL_MAX_MESH_BYTES);
    }
    switch (kindOf(bytes, size, build->name)) {
    case KIND_OBJ: return vlMesh_ReadObj(build, bytes, size);
    case KIND_STL_TEXT: return vlMesh_ReadStlText(build, bytes, size);
    case KIND_STL_BINARY: return vlMesh_ReadStlBinary(build, bytes, size);
    case KIND_PLY: return vlMesh_ReadPly(build, bytes, size);
    case KIND_GLTF: return vlMesh_ReadGltf(build, bytes, size);
    case KIND_GLB: return vlMesh_ReadGlb(build, bytes, size);
    case KIND_UNKNOWN:
    default: return refuse(build, bytes, size);
    }
}

static vlResult readBytes(vlMeshBuild* build, const unsigned char* bytes, size_t size, vlMesh* mesh)
{
    *mesh = (vlMesh){0};
    vlResult result = readKind(build, bytes, size);
    free(build->slots);
    if (result == VL_OK && build->mesh.faceCount == 0) {
        result =
            vlMeshBuild_Fail(build, VL_ERROR_PARSE, 0, 0, "found no faces, expected at least one");
    }
    if (result == VL_OK) {
        *mesh = build->mesh;
    } else {
        vlMesh_Free(&build->mesh);
    }
    return result;
}

vlResult vlMesh_ReadBytes(const unsigned char* bytes, size_t size, const char* name, vlMesh* mesh,
                          vlFileError* error)
{
    vlMeshBuild build = {.name = name, .error = error};
    return readBytes(&build, bytes, size, mesh);
}

// The whole file, or NULL with the reason noted.
static unsigned char* load(vlMeshBuild* build, size_t* size, vlResult* result)
{
    struct stat info;
    int problem = 0;
    FILE* file = vlFileIn_Open(build->name, false, &problem);
    if (file != NULL && fstat(fileno(file), &info) != 0) {
        problem = errno;
        (void)fclose(file);
        file = NULL;
    }
    if (file == NULL) {
        char why[128];
        *result = vlMeshBuild_Fail(build, VL_ERROR_IO, 0, 0, "cannot be read: %s",
                                   vlFileIn_Explain(problem, why, sizeof why));
        return NULL;
    }
    if (info.st_size > VL_MAX_MESH_BYTES) {
        *result =
            vlMeshBuild_Fail(build, VL_ERROR_PARSE, 0, 0, "found %lld bytes, expected at most %d",
                             (long long)info.st_size, VL_MAX_MESH_BYTES);
        (void)fclose(file);
        return NULL;
    }
    *size = (size_t)info.st_size;
    unsigned char* bytes = malloc(*size > 0 ? *size : 1);
    if (bytes == NULL) {
        *result = vlMeshBuild_Fail(build, VL_ERROR_MEMORY, 0, 0, "no memory for the file");
    } else if (fread(bytes, 1, *size, file) != *size) {
        *result = vlMeshBuild_Fail(build, VL_ERROR_IO, 0, 0, "cannot be read to its end");
        free(bytes);
        bytes = NULL;
    }
    (void)fclose(file);
    return bytes;
}

vlResult vlMesh_Read(const char* path, vlMesh* mesh, vlFileError* error)
{
    vlMeshBuild build = {.name = path, .mayOpenFiles = true, .error = error};
    vlResult result = VL_OK;
    size_t size = 0;
    *mesh = (vlMesh){0};
    unsigned char* bytes = load(&build, &size, &result);
    if (bytes != NULL) {
        result = readBytes(&build, bytes, size, mesh);
        free(bytes);
    }
    return result;
}
