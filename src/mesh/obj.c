// SPDX-License-Identifier: MIT
// Wavefront OBJ: `v` and `f` make the mesh, `o` and `g` begin a new part; materials, normals and
// textures are skipped. A face may name vertices that come later in the file, so the largest index
// is checked at the end.

#include <string.h>

#include "mesh/mesh_build.h"
#include "mesh/mesh_text.h"

typedef struct Obj {
    vlMeshBuild* build;
    vlMeshText text;
    long long largest; // index from 1 named by a face
    vlMeshWord largestAt;
} Obj;

// Lines without meaning for the shape.
static const char* const ignored[] = {
    "vn",     "vt",     "vp",  "s",     "l",        "p",        "mtllib",     "usemtl",   "mg",
    "usemap", "maplib", "lod", "bevel", "c_interp", "d_interp", "shadow_obj", "trace_obj"};
// Free-form curves and surfaces, which have no polygons.
static const char* const freeForm[] = {"cstype", "deg",  "bmat",  "step", "curv", "curv2",
                                       "surf",   "parm", "trim",  "hole", "scrv", "sp",
                                       "end",    "con",  "ctech", "stech"};

static bool isOneOf(const vlMeshWord* word, const char* const* list, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        if (vlMeshWord_Is(word, list[i])) {
            return true;
        }
    }
    return false;
}

#define IS_ONE_OF(word, list) isOneOf(word, list, sizeof(list) / sizeof(list)[0])

static vlResult failAt(Obj* obj, const vlMeshWord* word, const char* expected)
{
    char shown[VL_MESH_SHOWN];
    return vlMeshBuild_Fail(obj->build, VL_ERROR_PARSE, word->line, word->column,
                            "found %s, expected %s", vlMeshWord_Show(word, shown), expected);
}

static vlResult readVertex(Obj* obj)
{
    double value[3];
    for (int i = 0; i < 3; ++i) {
        vlMeshWord word = vlMeshText_Next(&obj->text);
        if (!vlMeshWord_Number(&word, &value[i])) {
            return failAt(obj, &word, "a finite coordinate of a vertex (x y z)");
        }
    }
    // A weight or a colour may follow.
    for (;;) {
        double unused;
        vlMeshWord word = vlMeshText_Next(&obj->text);
        if (word.length == 0) {
            break;
        }
        if (!vlMeshWord_Number(&word, &unused)) {
            return failAt(obj, &word, "a number or the end of the vertex");
        }
    }
    return vlMeshBuild_AddPoint(obj->build, vlVec(value[0], value[1], value[2]));
}

// Cuts the word at its first slash; `rest` is what follows it, empty if there is no slash.
static vlMeshWord cutAtSlash(const vlMeshWord* word, vlMeshWord* rest)
{
    vlMeshWord head = *word;
    const char* slash = memchr(word->start, '/', (size_t)word->length);
    *rest = *word;
    rest->start += word->length;
    rest->length = 0;
    if (slash != NULL) {
        head.length = (int)(slash - word->start);
        rest->start = slash + 1;
        rest->length = word->length - head.length - 1;
    }
    return head;
}

// Is the text after the first slash of v/t, v//n or v/t/n made of whole numbers?
static bool areWhole(const vlMeshWord* others)
{
    long long unused;
    vlMeshWord normal;
    vlMeshWord texture = cutAtSlash(others, &normal);
    if (texture.length == others->length) { // v/t
        return vlMeshWord_Whole(&texture, &unused);
    }
    return (texture.length == 0 || vlMeshWord_Whole(&texture, &unused)) &&
           vlMeshWord_Whole(&normal, &unused);
}

static vlResult readCorner(Obj* obj, const vlMeshWord* word)
{
    static const char forms[] = "a corner as v, v/t, v//n or v/t/n in whole numbers";
    vlMeshWord others;
    vlMeshWord vertex = cutAtSlash(word, &others);
    long long index;
    bool hasSlash = vertex.length < word->length;
    if (!vlMeshWord_Whole(&vertex, &index) || (hasSlash && !areWhole(&others))) {
        return failAt(obj, word, forms);
    }
    int count = obj->build->mesh.pointCount;
    if (index == 0 || index < -(long long)count || index > VL_MAX_MESH_POINTS) {
        return vlMeshBuild_Fail(obj->build, VL_ERROR_PARSE, word->line, word->column,
                                "found vertex %lld, expected 1 and up, or -1 down to -%d", index,
                                count);
    }
    if (index > obj->largest) {
        obj->largest = index;
        obj->largestAt = *word;
    }
    return vlMeshBuild_AddCorner(obj->build, (int)(index > 0 ? index - 1 : count + index));
}

static vlResult readFace(Obj* obj)
{
    for (;;) {
        vlMeshWord word = vlMeshText_Next(&obj->text);
        if (word.length == 0) {
            int count = vlMeshBuild_CornerCount(obj->build);
            return count >= 3 ? vlMeshBuild_EndFace(obj->build)
                              : failAt(obj, &word, "a face of at least 3 corners");
        }
        vlResult result = readCorner(obj, &word);
        if (result != VL_OK) {
            return result;
        }
    }
}

static vlResult readLine(Obj* obj)
{
    vlMeshWord word = vlMeshText_Next(&obj->text);
    if (word.length == 0 || IS_ONE_OF(&word, ignored)) {
        return VL_OK;
    }
    if (vlMeshWord_Is(&word, "v")) {
        return readVertex(obj);
    }
    if (vlMeshWord_Is(&word, "f")) {
        return readFace(obj);
    }
    if (vlMeshWord_Is(&word, "o") || vlMeshWord_Is(&word, "g")) {
        vlMeshBuild_BeginPart(obj->build);
        return VL_OK;
    }
    if (IS_ONE_OF(&word, freeForm)) {
        return failAt(obj, &word, "polygons; free-form curves and surfaces are not read");
    }
    return failAt(obj, &word, "v, vn, vt, f, l, o, g, s, usemtl or mtllib");
}

vlResult vlMesh_ReadObj(vlMeshBuild* build, const unsigned char* bytes, size_t size)
{
    Obj obj = {.build = build, .text = vlMeshText_Open(bytes, size, true)};
    vlResult result = VL_OK;
    do {
        result = readLine(&obj);
    } while (result == VL_OK && vlMeshText_NextLine(&obj.text));
    if (result == VL_OK && obj.largest > build->mesh.pointCount) {
        result = vlMeshBuild_Fail(build, VL_ERROR_PARSE, obj.largestAt.line, obj.largestAt.column,
                                  "found vertex %lld, expected at most %d: the file has no more",
                                  obj.largest, build->mesh.pointCount);
    }
    return result;
}

bool vlMesh_IsObj(const unsigned char* bytes, size_t size)
{
    vlMeshText text = vlMeshText_Open(bytes, size, true);
    vlMeshWord word = vlMeshText_NextAnywhere(&text);
    return vlMeshWord_Is(&word, "v") || vlMeshWord_Is(&word, "f") || vlMeshWord_Is(&word, "o") ||
           vlMeshWord_Is(&word, "g") || IS_ONE_OF(&word, ignored) || IS_ONE_OF(&word, freeForm);
}
