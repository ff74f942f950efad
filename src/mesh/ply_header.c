// SPDX-License-Identifier: MIT
#include "mesh/ply.h"

#include <string.h>

typedef struct Reader {
    vlPlyHeader* header;
    vlMeshText* text;
    vlMeshBuild* build;
} Reader;

static const struct {
    const char *name, *sizedName;
} typeNames[] = {{"char", "int8"}, {"uchar", "uint8"}, {"short", "int16"},   {"ushort", "uint16"},
                 {"int", "int32"}, {"uint", "uint32"}, {"float", "float32"}, {"double", "float64"}};

static vlResult failAt(const Reader* r, const vlMeshWord* word, const char* expected)
{
    char shown[VL_MESH_SHOWN];
    return vlMeshBuild_Fail(r->build, VL_ERROR_PARSE, word->line, word->column,
                            "found %s, expected %s", vlMeshWord_Show(word, shown), expected);
}

static bool areSame(const vlMeshWord* a, const vlMeshWord* b)
{
    return a->length == b->length && memcmp(a->start, b->start, (size_t)a->length) == 0;
}

static vlResult expectLineEnd(const Reader* r)
{
    vlMeshWord word = vlMeshText_Next(r->text);
    return word.length == 0 ? VL_OK : failAt(r, &word, "the end of the line");
}

static vlResult readFormat(const Reader* r)
{
    static const char* const names[] = {"ascii", "binary_little_endian", "binary_big_endian"};
    vlMeshWord word = vlMeshText_Next(r->text);
    if (!vlMeshWord_Is(&word, "format")) {
        return failAt(r, &word, "'format'");
    }
    word = vlMeshText_Next(r->text);
    int i = 0;
    while (i < 3 && !vlMeshWord_Is(&word, names[i])) {
        ++i;
    }
    if (i == 3) {
        return failAt(r, &word, "ascii, binary_little_endian or binary_big_endian");
    }
    r->header->format = (vlPlyFormat)i;
    word = vlMeshText_Next(r->text);
    return vlMeshWord_Is(&word, "1.0") ? expectLineEnd(r) : failAt(r, &word, "version 1.0");
}

static vlResult readElement(const Reader* r)
{
    vlPlyHeader* h = r->header;
    vlMeshWord name = vlMeshText_Next(r->text);
    if (name.length == 0) {
        return failAt(r, &name, "the name of an element");
    }
    for (int i = 0; i < h->elementCount; ++i) {
        if (areSame(&h->elements[i].name, &name)) {
            return failAt(r, &name, "an element not announced before");
        }
    }
    vlMeshWord word = vlMeshText_Next(r->text);
    long long count;
    if (!vlMeshWord_Whole(&word, &count) || count < 0) {
        return failAt(r, &word, "how many elements there are");
    }
    bool isVertex = vlMeshWord_Is(&name, "vertex");
    if (isVertex && count > VL_MAX_MESH_POINTS) {
        return vlMeshBuild_Fail(r->build, VL_ERROR_PARSE, word.line, word.column,
                                "found %lld vertices, expected at most %d", count,
                                VL_MAX_MESH_POINTS);
    }
    if (h->elementCount == VL_MAX_PLY_ELEMENTS) {
        return failAt(r, &name, "no more than 32 elements");
    }
    h->vertexElement = isVertex ? h->elementCount : h->vertexElement;
    h->faceElement = vlMeshWord_Is(&name, "face") ? h->elementCount : h->faceElement;
    h->elements[h->elementCount++] = (vlPlyElement){name, count, h->propertyCount, 0};
    return expectLineEnd(r);
}

static vlResult readType(const Reader* r, bool isWhole, vlPlyType* type)
{
    vlMeshWord word = vlMeshText_Next(r->text);
    int last = isWhole ? VL_PLY_UINT32 : VL_PLY_FLOAT64;
    for (int i = 0; i <= last; ++i) {
        if (vlMeshWord_Is(&word, typeNames[i].name) ||
            vlMeshWord_Is(&word, typeNames[i].sizedName)) {
            *type = (vlPlyType)i;
            return VL_OK;
        }
    }
    return failAt(r, &word,
                  isWhole ? "a type of whole numbers: char, uchar, short, ushort, int or uint"
                          : "'list' or a type: char, uchar, short, ushort, int, uint, float or "
                            "double");
}

// The use of the property for the mesh, by its own name and that of its element.
static vlPlyUse useOf(const vlPlyHeader* h, const vlMeshWord* name)
{
    static const char* const axes[] = {"x", "y", "z"};
    int element = h->elementCount - 1;
    for (int i = 0; element == h->vertexElement && i < 3; ++i) {
        if (vlMeshWord_Is(name, axes[i])) {
            return (vlPlyUse)i;
        }
    }
    bool isCorners = element == h->faceElement &&
                     (vlMeshWord_Is(name, "vertex_indices") || vlMeshWord_Is(name, "vertex_index"));
    return isCorners ? VL_PLY_CORNERS : VL_PLY_UNUSED;
}

static vlResult checkProperty(const Reader* r, const vlPlyProperty* property)
{
    const vlPlyHeader* h = r->header;
    const vlPlyElement* element = &h->elements[h->elementCount - 1];
    for (int i = 0; i < element->propertyCount; ++i) {
        const vlPlyProperty* other = &h->properties[element->firstProperty + i];
        bool isTwice = property->use != VL_PLY_UNUSED && other->use == property->use;
        if (isTwice || areSame(&other->name, &property->name)) {
            return failAt(r, &property->name, "a property its element does not have yet");
        }
    }
    bool isCorners = property->use == VL_PLY_CORNERS;
    if (isCorners && (!property->isList || property->type > VL_PLY_UINT32)) {
        return failAt(r, &property->name, "it to be a list of whole numbers");
    }
    if (!isCorners && property->use != VL_PLY_UNUSED && property->isList) {
        return failAt(r, &property->name, "it to be a number, not a list");
    }
    return VL_OK;
}

static vlResult readProperty(const Reader* r, const vlMeshWord* keyword)
{
    vlPlyHeader* h = r->header;
    if (h->elementCount == 0) {
        return failAt(r, keyword, "an element before its properties");
    }
    if (h->propertyCount == VL_MAX_PLY_PROPERTIES) {
        return failAt(r, keyword, "no more than 256 properties");
    }
    vlPlyProperty property = {.isList = false};
    vlMeshText before = *r->text;
    vlMeshWord word = vlMeshText_Next(r->text);
    vlResult result = VL_OK;
    if (vlMeshWord_Is(&word, "list")) {
        property.isList = true;
        result = readType(r, true, &property.countType);
    } else {
        *r->text = before;
    }
    result = result == VL_OK ? readType(r, false, &property.type) : result;
    if (result != VL_OK) {
        return result;
    }
    property.name = vlMeshText_Next(r->text);
    if (property.name.length == 0) {
        return failAt(r, &property.name, "the name of a property");
    }
    property.use = useOf(h, &property.name);
    result = checkProperty(r, &property);
    if (result != VL_OK) {
        return result;
    }
    h->properties[h->propertyCount++] = property;
    h->elements[h->elementCount - 1].propertyCount++;
    return expectLineEnd(r);
}

static bool hasUse(const vlPlyHeader* h, int element, vlPlyUse use)
{
    for (int i = 0; element >= 0 && i < h->elements[element].propertyCount; ++i) {
        if (h->properties[h->elements[element].firstProperty + i].use == use) {
            return true;
        }
    }
    return false;
}

static vlResult checkHeader(const Reader* r, const vlMeshWord* end)
{
    const vlPlyHeader* h = r->header;
    for (int use = VL_PLY_X; use <= VL_PLY_Z; ++use) {
        if (!hasUse(h, h->vertexElement, (vlPlyUse)use)) {
            return failAt(r, end, "an element vertex with properties x, y and z before it");
        }
    }
    return hasUse(h, h->faceElement, VL_PLY_CORNERS)
               ? VL_OK
               : failAt(r, end, "an element face with a list vertex_indices before it");
}

// In a binary file the data starts right behind the line's end. The first line has shown how lines
// end: otherwise the first byte of the data could be taken for a part of it.
static void endHeader(const Reader* r, const char* firstBreak)
{
    size_t wanted = firstBreak[0] == '\r' && firstBreak[1] == '\n' ? 2 : 1;
    size_t left = (size_t)(r->text->end - r->text->at);
    r->text->at += wanted < left ? wanted : left;
    r->text->lineStart = r->text->at;
    ++r->text->line;
}

vlResult vlPlyHeader_Read(vlPlyHeader* header, vlMeshText* text, vlMeshBuild* build)
{
    Reader r = {header, text, build};
    *header = (vlPlyHeader){.vertexElement = -1, .faceElement = -1};
    vlMeshWord word = vlMeshText_Next(text);
    vlResult result = vlMeshWord_Is(&word, "ply") ? expectLineEnd(&r) : failAt(&r, &word, "'ply'");
    const char* firstBreak = text->at;
    bool hasFormat = false;
    while (result == VL_OK) {
        (void)vlMeshText_NextLine(text);
        vlMeshText before = *text;
        word = vlMeshText_Next(text);
        if (vlMeshWord_Is(&word, "comment") || vlMeshWord_Is(&word, "obj_info")) {
            continue;
        }
        if (!hasFormat) {
            *text = before;
            result = readFormat(&r);
            hasFormat = true;
        } else if (vlMeshWord_Is(&word, "element")) {
            result = readElement(&r);
        } else if (vlMeshWord_Is(&word, "property")) {
            result = readProperty(&r, &word);
        } else if (vlMeshWord_Is(&word, "end_header")) {
            result = expectLineEnd(&r);
            result = result == VL_OK ? checkHeader(&r, &word) : result;
            endHeader(&r, firstBreak);
            return result;
        } else {
            result = failAt(&r, &word, "element, property, comment or end_header");
        }
    }
    return result;
}
