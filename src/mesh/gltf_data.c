// SPDX-License-Identifier: MIT
#include "mesh/gltf_data.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

vlResult vlGltf_Fail(vlGltf* gltf, int value, const char* format, ...)
{
    char text[256];
    int line = 0, column = 0;
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    // The text of a .glb file is one line of a binary file: a line and column in it would help
    // nobody.
    if (value >= 0 && gltf->binary == NULL) {
        vlJson_Place(&gltf->json, gltf->json.value[value].start, &line, &column);
    }
    (void)vlMeshBuild_Fail(gltf->build, VL_ERROR_PARSE, line, column, "%s", text);
    return VL_ERROR_PARSE;
}

vlResult vlGltf_FailMemory(vlGltf* gltf)
{
    (void)vlMeshBuild_Fail(gltf->build, VL_ERROR_MEMORY, 0, 0, "no memory for the mesh");
    return VL_ERROR_MEMORY;
}

vlResult vlGltf_Whole(vlGltf* gltf, int value, const char* what, double most, long long* number)
{
    double found = 0.0;
    if (value < 0) {
        return VL_OK;
    }
    if (!vlJson_Number(&gltf->json, value, &found) || found < 0.0 || found > most ||
        found != floor(found)) {
        return vlGltf_Fail(gltf, value, "%s is not a whole number from 0 to %.0f", what, most);
    }
    *number = (long long)found;
    return VL_OK;
}

vlResult vlGltf_List(vlGltf* gltf, const char* key, int** list, int* count)
{
    const vlJson* json = &gltf->json;
    int array = vlJson_Find(json, 0, key);
    *count = 0;
    if (array < 0) {
        return VL_OK;
    }
    if (json->value[array].kind != VL_JSON_ARRAY) {
        return vlGltf_Fail(gltf, array, "%s is not a list", key);
    }
    *list = malloc(sizeof(int) * ((size_t)json->value[array].count + 1));
    if (*list == NULL) {
        return vlGltf_FailMemory(gltf);
    }
    for (int i = array + 1; i < json->value[array].end; i = json->value[i].end) {
        (*list)[(*count)++] = i;
    }
    return VL_OK;
}

// Elements in a row of bytes.
typedef struct Run {
    const unsigned char* bytes;
    long long stride;
    int component; // componentType
    int components;
    bool isNormalised;
} Run;

static int componentSize(long long type)
{
    switch (type) {
    case 5120:
    case 5121: return 1;
    case 5122:
    case 5123: return 2;
    case 5125:
    case 5126: return 4;
    default: return 0;
    }
}

// `count` elements in a view, from `offset`.
static vlResult openRun(vlGltf* gltf, int at, long long view, long long offset, long long count,
                        Run* run)
{
    long long buffer = -1, start = 0, length = -1, stride = 0;
    const vlGltfBuffer* bytes = NULL;
    if (view < 0 || view >= gltf->viewCount) {
        return vlGltf_Fail(gltf, at, "there is no buffer view %lld", view);
    }
    int v = gltf->views[view];
    const vlJson* json = &gltf->json;
    vlResult result =
        vlGltf_Whole(gltf, vlJson_Find(json, v, "buffer"), "buffer", VL_GLTF_LARGEST, &buffer);
    result = result == VL_OK ? vlGltf_Whole(gltf, vlJson_Find(json, v, "byteOffset"), "byteOffset",
                                            VL_GLTF_LARGEST, &start)
                             : result;
    result = result == VL_OK ? vlGltf_Whole(gltf, vlJson_Find(json, v, "byteLength"), "byteLength",
                                            VL_GLTF_LARGEST, &length)
                             : result;
    result = result == VL_OK ? vlGltf_Whole(gltf, vlJson_Find(json, v, "byteStride"), "byteStride",
                                            65535.0, &stride)
                             : result;
    if (result != VL_OK) {
        return result;
    }
    if (buffer < 0 || buffer >= gltf->bufferCount) {
        return vlGltf_Fail(gltf, v, "there is no buffer %lld", buffer);
    }
    result = vlGltf_OpenBuffer(gltf, buffer, &bytes);
    if (result != VL_OK) {
        return result;
    }
    long long size = (long long)run->components * componentSize(run->component);
    run->stride = stride > 0 ? stride : size;
    // No sum or product overflows: each number is below 1e16, and a count below 2^31.
    bool isInBuffer =
        bytes->bytes != NULL && length >= 0 && start + length <= (long long)bytes->size;
    if (!isInBuffer || offset + (count - 1) * run->stride + size > length) {
        return vlGltf_Fail(
            gltf, at,
            "%lld elements of %lld bytes from byte %lld of a view of %lld bytes from "
            "byte %lld of a buffer of %zu bytes: they do not fit",
            count, size, offset, length, start, bytes->size);
    }
    run->bytes = bytes->bytes + start + offset;
    return VL_OK;
}

static uint32_t littleEndian(const unsigned char* bytes, int size)
{
    uint32_t value = 0;
    for (int i = size - 1; i >= 0; --i) {
        value = value << 8 | bytes[i];
    }
    return value;
}

static double componentAt(const Run* run, long long element, int component)
{
    int size = componentSize(run->component);
    uint32_t bits = littleEndian(run->bytes + element * run->stride + component * size, size);
    float real;
    switch (run->component) {
    case 5120: return run->isNormalised ? fmax((int8_t)bits / 127.0, -1.0) : (int8_t)bits;
    case 5121: return run->isNormalised ? bits / 255.0 : bits;
    case 5122: return run->isNormalised ? fmax((int16_t)bits / 32767.0, -1.0) : (int16_t)bits;
    case 5123: return run->isNormalised ? bits / 65535.0 : bits;
    case 5126: memcpy(&real, &bits, sizeof real); return (double)real;
    default: return bits;
    }
}

// Replaces the elements that a sparse accessor lists.
static vlResult fillSparse(vlGltf* gltf, int sparse, const Run* like, long long count,
                           double* values)
{
    const vlJson* json = &gltf->json;
    int where = vlJson_Find(json, sparse, "indices"), what = vlJson_Find(json, sparse, "values");
    long long listed = 0, view[2] = {-1, -1}, offset[2] = {0, 0}, type = 0;
    vlResult result =
        vlGltf_Whole(gltf, vlJson_Find(json, sparse, "count"), "count", (double)count, &listed);
    for (int k = 0; k < 2 && result == VL_OK; ++k) {
        int at = k == 0 ? where : what;
        result = vlGltf_Whole(gltf, vlJson_Find(json, at, "bufferView"), "bufferView",
                              VL_GLTF_LARGEST, &view[k]);
        result = result == VL_OK ? vlGltf_Whole(gltf, vlJson_Find(json, at, "byteOffset"),
                                                "byteOffset", VL_GLTF_LARGEST, &offset[k])
                                 : result;
    }
    result = result == VL_OK ? vlGltf_Whole(gltf, vlJson_Find(json, where, "componentType"),
                                            "componentType", 5126.0, &type)
                             : result;
    if (result != VL_OK || listed == 0) {
        return result;
    }
    if (type != 5121 && type != 5123 && type != 5125) {
        return vlGltf_Fail(gltf, sparse, "sparse indices of type %lld; expected 5121, 5123 or 5125",
                           type);
    }
    Run places = {.component = (int)type, .components = 1}, filling = *like;
    result = openRun(gltf, sparse, view[0], offset[0], listed, &places);
    result = result == VL_OK ? openRun(gltf, sparse, view[1], offset[1], listed, &filling) : result;
    for (long long i = 0; i < listed && result == VL_OK; ++i) {
        double place = componentAt(&places, i, 0);
        if (place >= (double)count) {
            return vlGltf_Fail(gltf, sparse, "sparse index %.0f; expected less than %lld", place,
                               count);
        }
        for (int c = 0; c < like->components; ++c) {
            values[(long long)place * like->components + c] = componentAt(&filling, i, c);
        }
    }
    return result;
}

// All numbers of an accessor; the array is to be freed.
static vlResult readAccessor(vlGltf* gltf, long long index, const char* type, int components,
                             double** values, int* count, int* component)
{
    const vlJson* json = &gltf->json;
    long long view = -1, offset = 0, elements = -1, kind = 0;
    if (index < 0 || index >= gltf->accessorCount) {
        return vlGltf_Fail(gltf, -1, "there is no accessor %lld", index);
    }
    int a = gltf->accessors[index];
    int normalised = vlJson_Find(json, a, "normalized"), sparse = vlJson_Find(json, a, "sparse");
    vlResult result = vlGltf_Whole(gltf, vlJson_Find(json, a, "bufferView"), "bufferView",
                                   VL_GLTF_LARGEST, &view);
    result = result == VL_OK ? vlGltf_Whole(gltf, vlJson_Find(json, a, "byteOffset"), "byteOffset",
                                            VL_GLTF_LARGEST, &offset)
                             : result;
    result = result == VL_OK ? vlGltf_Whole(gltf, vlJson_Find(json, a, "componentType"),
                                            "componentType", VL_GLTF_LARGEST, &kind)
                             : result;
    result = result == VL_OK ? vlGltf_Whole(gltf, vlJson_Find(json, a, "count"), "count",
                                            2147483647.0, &elements)
                             : result;
    if (result != VL_OK) {
        return result;
    }
    if (!vlJson_IsText(json, vlJson_Find(json, a, "type"), type) || componentSize(kind) == 0 ||
        elements < 1) {
        return vlGltf_Fail(gltf, a, "an accessor that is not of type %s, with numbers", type);
    }
    Run run = {.component = (int)kind, .components = components};
    run.isNormalised = normalised >= 0 && json->text[json->value[normalised].start] == 't';
    if (view >= 0) {
        result = openRun(gltf, a, view, offset, elements, &run);
    } else if (elements > (long long)gltf->fileSize) {
        // Zeros without bytes in the file. As many as the file has bytes are enough for whatever a
        // sparse accessor fills in.
        result = vlGltf_Fail(gltf, a, "%lld elements without bytes; expected at most %zu", elements,
                             gltf->fileSize);
    }
    if (result != VL_OK) {
        return result;
    }
    *values = calloc((size_t)elements * (size_t)components, sizeof(double));
    if (*values == NULL) {
        return vlGltf_FailMemory(gltf);
    }
    for (long long i = 0; run.bytes != NULL && i < elements; ++i) {
        for (int c = 0; c < components; ++c) {
            (*values)[i * components + c] = componentAt(&run, i, c);
        }
    }
    *count = (int)elements;
    *component = (int)kind;
    return sparse >= 0 ? fillSparse(gltf, sparse, &run, elements, *values) : VL_OK;
}

vlResult vlGltf_ReadPositions(vlGltf* gltf, long long accessor, vlVec3** points, int* count)
{
    double* values = NULL;
    int component = 0;
    vlResult result = readAccessor(gltf, accessor, "VEC3", 3, &values, count, &component);
    *points = result == VL_OK ? malloc(sizeof **points * ((size_t)*count + 1)) : NULL;
    result = result == VL_OK && *points == NULL ? vlGltf_FailMemory(gltf) : result;
    for (int i = 0; result == VL_OK && i < *count; ++i) {
        (*points)[i] = vlVec(values[3 * i], values[3 * i + 1], values[3 * i + 2]);
    }
    free(values);
    return result;
}

vlResult vlGltf_ReadIndices(vlGltf* gltf, long long accessor, int** indices, int* count)
{
    double* values = NULL;
    int component = 0;
    vlResult result = readAccessor(gltf, accessor, "SCALAR", 1, &values, count, &component);
    if (result == VL_OK && component != 5121 && component != 5123 && component != 5125) {
        result = vlGltf_Fail(gltf, gltf->accessors[accessor],
                             "indices of type %d; expected 5121, 5123 or 5125", component);
    }
    *indices =
        result == VL_OK && values != NULL ? malloc(sizeof **indices * ((size_t)*count + 1)) : NULL;
    result = result == VL_OK && *indices == NULL ? vlGltf_FailMemory(gltf) : result;
    for (int i = 0; result == VL_OK && values != NULL && i < *count; ++i) {
        (*indices)[i] = values[i] < VL_MAX_MESH_POINTS ? (int)values[i] : VL_MAX_MESH_POINTS;
    }
    free(values);
    return result;
}
