// SPDX-License-Identifier: MIT
// Meshes to files.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/decimal.h"
#include "base/file_in.h"
#include "base/file_out.h"
#include "mesh/mesh_parts.h"
#include "solid/facet.h"

typedef bool (*Writer)(FILE* file, const vlMesh* mesh);

static bool putNumber(FILE* file, double value, char before)
{
    char text[VL_DECIMAL_ROOM];
    vlDecimal_WriteDigits(value, 17, text);
    return fputc(before, file) >= 0 && fputs(text, file) >= 0;
}

static bool writeObj(FILE* file, const vlMesh* mesh)
{
    bool ok = true;
    for (int i = 0; ok && i < mesh->pointCount; ++i) {
        vlVec3 p = mesh->points[i];
        ok = fputc('v', file) >= 0 && putNumber(file, p.x, ' ') && putNumber(file, p.y, ' ') &&
             putNumber(file, p.z, ' ') && fputc('\n', file) >= 0;
    }
    const int* loop = mesh->indices;
    for (int f = 0; ok && f < mesh->faceCount; ++f) {
        if (mesh->partCount > 1 && (f == 0 || mesh->facePart[f] != mesh->facePart[f - 1])) {
            ok = fprintf(file, "o part%d\n", mesh->facePart[f] + 1) > 0;
        }
        ok = ok && fputc('f', file) >= 0;
        for (int i = 0; ok && i < mesh->faceSizes[f]; ++i) {
            ok = fprintf(file, " %d", *loop++ + 1) > 0;
        }
        ok = ok && fputc('\n', file) >= 0;
    }
    return ok;
}

// Little-endian, as both binary formats have it here.
static bool putWord(FILE* file, uint64_t word, int size)
{
    unsigned char bytes[8];
    for (int i = 0; i < size; ++i) {
        bytes[i] = (unsigned char)(word >> (8 * i));
    }
    return fwrite(bytes, 1, (size_t)size, file) == (size_t)size;
}

static bool putFloat(FILE* file, double value)
{
    float single = (float)value;
    uint32_t word;
    memcpy(&word, &single, sizeof word);
    return putWord(file, word, 4);
}

static bool putDouble(FILE* file, double value)
{
    uint64_t word;
    memcpy(&word, &value, sizeof word);
    return putWord(file, word, 8);
}

static bool putFloats(FILE* file, vlVec3 p)
{
    return putFloat(file, p.x) && putFloat(file, p.y) && putFloat(file, p.z);
}

static bool writeFacet(FILE* file, const vlMesh* mesh, const int* corner)
{
    vlVec3 a = mesh->points[corner[0]], b = mesh->points[corner[1]], c = mesh->points[corner[2]];
    vlVec3 normal = vlUnit(vlCross(vlSub(b, a), vlSub(c, a)));
    return putFloats(file, normal) && putFloats(file, a) && putFloats(file, b) &&
           putFloats(file, c) && putWord(file, 0, 2);
}

static bool writeStl(FILE* file, const vlMesh* mesh)
{
    char header[80] = "binary STL"; // must not begin with the word of a text file
    int most = 3;
    uint64_t count = 0;
    for (int f = 0; f < mesh->faceCount; ++f) {
        count += (uint64_t)mesh->faceSizes[f] - 2;
        most = mesh->faceSizes[f] > most ? mesh->faceSizes[f] : most;
    }
    int* cut = malloc(sizeof(int) * 3 * (size_t)most);
    bool ok = cut != NULL && fwrite(header, 1, sizeof header, file) == sizeof header &&
              putWord(file, count, 4);
    const int* loop = mesh->indices;
    for (int f = 0; ok && f < mesh->faceCount; ++f) {
        ok = vlFacet_Triangulate(mesh->points, loop, mesh->faceSizes[f], cut);
        for (int i = 0; ok && i < mesh->faceSizes[f] - 2; ++i) {
            ok = writeFacet(file, mesh, &cut[3 * i]);
        }
        loop += mesh->faceSizes[f];
    }
    free(cut);
    return ok;
}

static bool writePly(FILE* file, const vlMesh* mesh)
{
    bool ok = fprintf(file,
                      "ply\nformat binary_little_endian 1.0\nelement vertex %d\n"
                      "property double x\nproperty double y\nproperty double z\n"
                      "element face %d\nproperty list int int vertex_indices\nend_header\n",
                      mesh->pointCount, mesh->faceCount) > 0;
    for (int i = 0; ok && i < mesh->pointCount; ++i) {
        vlVec3 p = mesh->points[i];
        ok = putDouble(file, p.x) && putDouble(file, p.y) && putDouble(file, p.z);
    }
    const int* loop = mesh->indices;
    for (int f = 0; ok && f < mesh->faceCount; ++f) {
        ok = putWord(file, (uint64_t)mesh->faceSizes[f], 4);
        for (int i = 0; ok && i < mesh->faceSizes[f]; ++i) {
            ok = putWord(file, (uint64_t)*loop++, 4);
        }
    }
    return ok;
}

static Writer writerOf(const char* path)
{
    const char* dot = strrchr(path, '.');
    if (dot == NULL) {
        return NULL;
    }
    if (strcasecmp(dot, ".obj") == 0) {
        return writeObj;
    }
    if (strcasecmp(dot, ".stl") == 0) {
        return writeStl;
    }
    return strcasecmp(dot, ".ply") == 0 ? writePly : NULL;
}

vlResult vlMesh_Write(const vlMesh* mesh, const char* path, vlFileError* error)
{
    vlMeshBuild build = {.name = path, .error = error};
    vlFileOut out = {0};
    char why[128];
    Writer writer = writerOf(path);
    if (writer == NULL) {
        return vlMeshBuild_Fail(
            &build, VL_ERROR_ARGUMENT, 0, 0,
            "the file name does not show the format; expected .obj, .stl or .ply");
    }
    int problem = vlFileOut_Open(&out, path);
    if (problem == 0 && !writer(out.stream, mesh) && ferror(out.stream) == 0) {
        vlFileOut_Discard(&out);
        return vlMeshBuild_Fail(&build, VL_ERROR_MEMORY, 0, 0, "no memory to write the mesh");
    }
    problem = problem == 0 ? vlFileOut_Commit(&out) : problem;
    if (problem != 0) {
        return vlMeshBuild_Fail(&build, VL_ERROR_IO, 0, 0, "cannot be written: %s",
                                vlFileIn_Explain(problem, why, sizeof why));
    }
    return VL_OK;
}
