// SPDX-License-Identifier: MIT
// What was done to a mesh, in words.

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "mesh/mesh_parts.h"

typedef struct Text {
    char* text;
    size_t size;
    int length;
} Text;

static void append(Text* out, const char* format, ...) VL_MESH_PRINTF(2, 3);

static void append(Text* out, const char* format, ...)
{
    va_list arguments;
    size_t used = (size_t)out->length < out->size ? (size_t)out->length : out->size;
    va_start(arguments, format);
    int length =
        vsnprintf(out->size > used ? out->text + used : NULL, out->size - used, format, arguments);
    va_end(arguments);
    out->length += length > 0 ? length : 0;
}

static void appendCount(Text* out, int count, const char* one, const char* many)
{
    if (count > 0) {
        append(out, "%s%d %s", out->length > 0 ? ", " : "", count, count == 1 ? one : many);
    }
}

static const char* unitName(double scale)
{
    return scale == 0.001 ? "millimetres" : "metres";
}

int vlMeshRepairs_Describe(const vlMeshRepairs* repairs, char* text, size_t size)
{
    Text out = {text, size, 0};
    if (repairs->isUnitGuessed) {
        append(&out, "lengths taken for %s", unitName(repairs->scale));
    }
    if (repairs->isTurned) {
        append(&out, "%sy was up", out.length > 0 ? ", " : "");
    }
    appendCount(&out, repairs->weldedPoints, "vertex welded", "vertices welded");
    if (repairs->weldedPoints > 0) {
        append(&out, " within %.3g m", repairs->tolerance);
    }
    appendCount(&out, repairs->partedPoints, "vertex parted where solids touch",
                "vertices parted where solids touch");
    appendCount(&out, repairs->unusedPoints, "unused vertex left out", "unused vertices left out");
    appendCount(&out, repairs->collapsedFaces, "triangle without area left out",
                "triangles without area left out");
    appendCount(&out, repairs->duplicateFaces, "duplicate triangle left out",
                "duplicate triangles left out");
    appendCount(&out, repairs->flippedFaces, "triangle turned over", "triangles turned over");
    appendCount(&out, repairs->filledHoles, "hole closed", "holes closed");
    if (repairs->filledHoles > 0) {
        append(&out, " by %d triangle%s", repairs->fillingTriangles,
               repairs->fillingTriangles == 1 ? "" : "s");
    }
    if (out.length == 0) {
        append(&out, "nothing to repair");
    }
    return out.length;
}
