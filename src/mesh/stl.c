// SPDX-License-Identifier: MIT
// STL, text and binary: triangles without indices, so equal corners are merged into one vertex.
// Normals are ignored: the order of the corners defines the outside. A triangle with two equal
// corners has no area and is left out.

#include <stdio.h>
#include <string.h>

#include "mesh/mesh_build.h"
#include "mesh/mesh_text.h"

#define HEADER_SIZE 84
#define TRIANGLE_SIZE 50
#define CORNERS_OFFSET 12 // within a triangle, after its normal

typedef struct Stl {
    vlMeshBuild* build;
    vlMeshText text;
} Stl;

static vlResult addTriangle(vlMeshBuild* build, const vlVec3 corner[3])
{
    int index[3];
    vlResult result = VL_OK;
    for (int i = 0; i < 3 && result == VL_OK; ++i) {
        result = vlMeshBuild_Weld(build, corner[i], &index[i]);
    }
    if (result != VL_OK || index[0] == index[1] || index[1] == index[2] || index[2] == index[0]) {
        return result;
    }
    for (int i = 0; i < 3 && result == VL_OK; ++i) {
        result = vlMeshBuild_AddCorner(build, index[i]);
    }
    return result == VL_OK ? vlMeshBuild_EndFace(build) : result;
}

static vlResult failAt(Stl* stl, const vlMeshWord* word, const char* expected)
{
    char shown[VL_MESH_SHOWN];
    return vlMeshBuild_Fail(stl->build, VL_ERROR_PARSE, word->line, word->column,
                            "found %s, expected %s", vlMeshWord_Show(word, shown), expected);
}

static vlResult expect(Stl* stl, const char* keyword)
{
    char quoted[16];
    vlMeshWord word = vlMeshText_NextAnywhere(&stl->text);
    if (vlMeshWord_Is(&word, keyword)) {
        return VL_OK;
    }
    (void)snprintf(quoted, sizeof quoted, "'%s'", keyword);
    return failAt(stl, &word, quoted);
}

static vlResult readCorner(Stl* stl, vlVec3* corner)
{
    double value[3];
    vlResult result = expect(stl, "vertex");
    for (int i = 0; i < 3 && result == VL_OK; ++i) {
        vlMeshWord word = vlMeshText_NextAnywhere(&stl->text);
        if (!vlMeshWord_Number(&word, &value[i])) {
            return failAt(stl, &word, "a finite coordinate of a vertex (x y z)");
        }
    }
    if (result == VL_OK) {
        *corner = vlVec(value[0], value[1], value[2]);
    }
    return result;
}

// What follows the word `facet`.
static vlResult readFacet(Stl* stl)
{
    vlVec3 corner[3] = {{0.0, 0.0, 0.0}};
    vlResult result = expect(stl, "normal");
    for (int i = 0; i < 3 && result == VL_OK; ++i) {
        vlMeshWord word = vlMeshText_NextAnywhere(&stl->text);
        if (word.length == 0) {
            return failAt(stl, &word, "a normal (x y z)");
        }
    }
    result = result == VL_OK ? expect(stl, "outer") : result;
    result = result == VL_OK ? expect(stl, "loop") : result;
    for (int i = 0; i < 3 && result == VL_OK; ++i) {
        result = readCorner(stl, &corner[i]);
    }
    result = result == VL_OK ? expect(stl, "endloop") : result;
    result = result == VL_OK ? expect(stl, "endfacet") : result;
    return result == VL_OK ? addTriangle(stl->build, corner) : result;
}

// What follows the word `solid`, up to and with the line of `endsolid`.
static vlResult readSolid(Stl* stl)
{
    vlMeshBuild_BeginPart(stl->build);
    (void)vlMeshText_NextLine(&stl->text); // its name may be several words, or none
    for (;;) {
        vlMeshWord word = vlMeshText_NextAnywhere(&stl->text);
        if (vlMeshWord_Is(&word, "endsolid")) {
            (void)vlMeshText_NextLine(&stl->text);
            return VL_OK;
        }
        if (!vlMeshWord_Is(&word, "facet")) {
            return failAt(stl, &word, "'facet' or 'endsolid'");
        }
        vlResult result = readFacet(stl);
        if (result != VL_OK) {
            return result;
        }
    }
}

vlResult vlMesh_ReadStlText(vlMeshBuild* build, const unsigned char* bytes, size_t size)
{
    Stl stl = {.build = build, .text = vlMeshText_Open(bytes, size, false)};
    vlResult result = VL_OK;
    vlMeshWord word = vlMeshText_NextAnywhere(&stl.text);
    while (result == VL_OK && word.length > 0) {
        result = vlMeshWord_Is(&word, "solid") ? readSolid(&stl) : failAt(&stl, &word, "'solid'");
        if (result == VL_OK) {
            word = vlMeshText_NextAnywhere(&stl.text);
        }
    }
    return result;
}

static uint32_t littleWord(const unsigned char* b)
{
    return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static double littleFloat(const unsigned char* b)
{
    uint32_t word = littleWord(b);
    float value;
    memcpy(&value, &word, sizeof value);
    return (double)value;
}

bool vlMesh_IsStlBinary(const unsigned char* bytes, size_t size)
{
    return size >= HEADER_SIZE &&
           size == HEADER_SIZE + TRIANGLE_SIZE * (size_t)littleWord(bytes + 80);
}

vlResult vlMesh_ReadStlBinary(vlMeshBuild* build, const unsigned char* bytes, size_t size)
{
    if (size < HEADER_SIZE) {
        return vlMeshBuild_Fail(build, VL_ERROR_PARSE, 0, 0,
                                "found %zu bytes, expected the %d of a binary STL header", size,
                                HEADER_SIZE);
    }
    if (!vlMesh_IsStlBinary(bytes, size)) {
        size_t count = littleWord(bytes + 80);
        return vlMeshBuild_Fail(build, VL_ERROR_PARSE, 0, 0,
                                "byte 80: found %zu triangles, expected a file of %zu bytes for "
                                "them; it has %zu",
                                count, HEADER_SIZE + TRIANGLE_SIZE * count, size);
    }
    vlResult result = VL_OK;
    for (size_t at = HEADER_SIZE; at < size && result == VL_OK; at += TRIANGLE_SIZE) {
        vlVec3 corner[3];
        for (int i = 0; i < 3; ++i) {
            size_t place = at + CORNERS_OFFSET + 12 * (size_t)i;
            const unsigned char* b = bytes + place;
            corner[i] = vlVec(littleFloat(b), littleFloat(b + 4), littleFloat(b + 8));
            if (!vlIsFinite(corner[i])) {
                return vlMeshBuild_Fail(build, VL_ERROR_PARSE, 0, 0,
                                        "byte %zu: found vertex (%g, %g, %g), expected finite "
                                        "coordinates",
                                        place, corner[i].x, corner[i].y, corner[i].z);
            }
        }
        result = addTriangle(build, corner);
    }
    return result;
}
