// SPDX-License-Identifier: MIT
// PLY: elements in the order of the header, each with its properties in the header's order; a text
// file has one element per line. Elements other than vertices and faces are skipped.

#include "mesh/ply.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

typedef struct Ply {
    vlMeshBuild* build;
    vlMeshText text; // in a binary file only `at` and `end`
    const char* fileStart;
    vlPlyHeader header;
    vlMeshWord last; // the word of the last value, in a text file
} Ply;

// Notes a fault at the last value, with its line and column or its byte offset.
VL_MESH_PRINTF(2, 3)
static vlResult failAt(Ply* ply, const char* format, ...)
{
    char message[128];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    if (ply->header.format == VL_PLY_TEXT) {
        return vlMeshBuild_Fail(ply->build, VL_ERROR_PARSE, ply->last.line, ply->last.column, "%s",
                                message);
    }
    return vlMeshBuild_Fail(ply->build, VL_ERROR_PARSE, 0, 0, "byte %td: %s",
                            ply->last.start - ply->fileStart, message);
}

static uint64_t wordAt(const unsigned char* b, int size, bool isBig)
{
    uint64_t word = 0;
    for (int i = 0; i < size; ++i) {
        word = word << 8 | b[isBig ? i : size - 1 - i];
    }
    return word;
}

static double valueOf(uint64_t word, vlPlyType type)
{
    uint32_t half = (uint32_t)word;
    float single;
    double value;
    switch (type) {
    case VL_PLY_INT8: return (double)(int8_t)word;
    case VL_PLY_INT16: return (double)(int16_t)word;
    case VL_PLY_INT32: return (double)(int32_t)word;
    case VL_PLY_UINT8:
    case VL_PLY_UINT16:
    case VL_PLY_UINT32: return (double)word;
    case VL_PLY_FLOAT32: memcpy(&single, &half, sizeof single); return (double)single;
    case VL_PLY_FLOAT64:
    default: memcpy(&value, &word, sizeof value); return value;
    }
}

static vlResult takeBinary(Ply* ply, vlPlyType type, double* value)
{
    static const int sizes[] = {1, 1, 2, 2, 4, 4, 4, 8};
    int size = sizes[type];
    ply->last.start = ply->text.at;
    if (ply->text.end - ply->text.at < size) {
        return failAt(ply, "found the end of the file, expected %d bytes of a value", size);
    }
    const unsigned char* bytes = (const unsigned char*)ply->text.at;
    *value = valueOf(wordAt(bytes, size, ply->header.format == VL_PLY_BIG), type);
    ply->text.at += size;
    return VL_OK;
}

// The next value. A value that is not needed may be any word in a text file.
static vlResult takeValue(Ply* ply, vlPlyType type, bool isNeeded, double* value)
{
    char shown[VL_MESH_SHOWN];
    if (ply->header.format != VL_PLY_TEXT) {
        return takeBinary(ply, type, value);
    }
    ply->last = vlMeshText_Next(&ply->text);
    bool isRead =
        isNeeded ? vlMeshWord_Number(&ply->last, value) : (*value = 0.0, ply->last.length > 0);
    return isRead ? VL_OK
                  : failAt(ply, "found %s, expected a finite number",
                           vlMeshWord_Show(&ply->last, shown));
}

// A whole number from 0 up to `end`, which is excluded.
static vlResult takeWhole(Ply* ply, vlPlyType type, double end, const char* what, int* number)
{
    double value;
    vlResult result = takeValue(ply, type, true, &value);
    if (result != VL_OK) {
        return result;
    }
    if (!(value >= 0.0 && value < end) || value != (double)(long long)value) {
        return failAt(ply, "found %.9g, expected %s: a whole number from 0 to %.0f", value, what,
                      end - 1.0);
    }
    *number = (int)value;
    return VL_OK;
}

static vlResult takeList(Ply* ply, const vlPlyProperty* property)
{
    // Every item takes a byte at least: a count beyond what is left of the file is refused before
    // anything is read.
    double most = (double)(ply->text.end - ply->text.at) + 1.0;
    double pointCount = (double)ply->header.elements[ply->header.vertexElement].count;
    bool isCorners = property->use == VL_PLY_CORNERS;
    int count = 0;
    vlResult result = takeWhole(ply, property->countType, most, "the length of a list", &count);
    if (result == VL_OK && isCorners && count < 3) {
        return failAt(ply, "found a face of %d corners, expected at least 3", count);
    }
    for (int i = 0; i < count && result == VL_OK; ++i) {
        int index = 0;
        double unused;
        if (!isCorners) {
            result = takeValue(ply, property->type, false, &unused);
            continue;
        }
        result = takeWhole(ply, property->type, pointCount, "a vertex of the file", &index);
        result = result == VL_OK ? vlMeshBuild_AddCorner(ply->build, index) : result;
    }
    return result == VL_OK && isCorners ? vlMeshBuild_EndFace(ply->build) : result;
}

static vlResult takeElement(Ply* ply, const vlPlyElement* element)
{
    double place[VL_PLY_UNUSED + 1] = {0.0};
    vlResult result = VL_OK;
    for (int i = 0; i < element->propertyCount && result == VL_OK; ++i) {
        const vlPlyProperty* property = &ply->header.properties[element->firstProperty + i];
        if (property->isList) {
            result = takeList(ply, property);
            continue;
        }
        double* value = &place[property->use];
        result = takeValue(ply, property->type, property->use != VL_PLY_UNUSED, value);
        if (result == VL_OK && property->use != VL_PLY_UNUSED && !isfinite(*value)) {
            return failAt(ply, "found %g, expected a finite coordinate", *value);
        }
    }
    bool isVertex = element == &ply->header.elements[ply->header.vertexElement];
    if (result != VL_OK || !isVertex) {
        return result;
    }
    return vlMeshBuild_AddPoint(ply->build,
                                vlVec(place[VL_PLY_X], place[VL_PLY_Y], place[VL_PLY_Z]));
}

// Goes to the next line of a text file that has a word.
static vlResult findLine(Ply* ply, const vlPlyElement* element, long long index)
{
    char shown[VL_MESH_SHOWN];
    vlMeshText before = ply->text;
    ply->last = vlMeshText_NextAnywhere(&ply->text);
    if (ply->last.length == 0) {
        return failAt(ply, "found the end of the file, expected %lld of %lld elements %s",
                      index + 1, element->count, vlMeshWord_Show(&element->name, shown));
    }
    before.at = ply->last.start;
    before.line = ply->last.line;
    before.lineStart = ply->text.lineStart;
    ply->text = before;
    return VL_OK;
}

static vlResult expectLineEnd(Ply* ply)
{
    char shown[VL_MESH_SHOWN];
    ply->last = vlMeshText_Next(&ply->text);
    if (ply->last.length == 0) {
        return VL_OK;
    }
    return failAt(ply, "found %s, expected the end of the line",
                  vlMeshWord_Show(&ply->last, shown));
}

static vlResult takeElements(Ply* ply, const vlPlyElement* element)
{
    bool isText = ply->header.format == VL_PLY_TEXT;
    vlResult result = VL_OK;
    if (element->propertyCount == 0) { // it takes no bytes, however many there are
        return VL_OK;
    }
    for (long long i = 0; i < element->count && result == VL_OK; ++i) {
        result = isText ? findLine(ply, element, i) : VL_OK;
        result = result == VL_OK ? takeElement(ply, element) : result;
        result = result == VL_OK && isText ? expectLineEnd(ply) : result;
    }
    return result;
}

static vlResult expectFileEnd(Ply* ply)
{
    char shown[VL_MESH_SHOWN];
    if (ply->header.format != VL_PLY_TEXT) {
        ply->last.start = ply->text.at;
        return ply->text.at == ply->text.end
                   ? VL_OK
                   : failAt(ply, "found %td more bytes, expected the end of the file",
                            ply->text.end - ply->text.at);
    }
    ply->last = vlMeshText_NextAnywhere(&ply->text);
    return ply->last.length == 0 ? VL_OK
                                 : failAt(ply, "found %s, expected the end of the file",
                                          vlMeshWord_Show(&ply->last, shown));
}

vlResult vlMesh_ReadPly(vlMeshBuild* build, const unsigned char* bytes, size_t size)
{
    Ply ply = {.build = build,
               .text = vlMeshText_Open(bytes, size, false),
               .fileStart = (const char*)bytes};
    vlResult result = vlPlyHeader_Read(&ply.header, &ply.text, build);
    for (int i = 0; i < ply.header.elementCount && result == VL_OK; ++i) {
        result = takeElements(&ply, &ply.header.elements[i]);
    }
    result = result == VL_OK ? expectFileEnd(&ply) : result;
    return result;
}
