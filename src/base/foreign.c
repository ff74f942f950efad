// SPDX-License-Identifier: MIT
#include "base/foreign.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

// Comments and declarations may come before the first element of an XML text.
#define SEARCHED 4096

#define CAD                                                                                        \
    ", which has surfaces of a CAD program and no triangles; export STL or glTF from that "        \
    "program "                                                                                     \
    "(FreeCAD reads it too)"
#define MODEL                                                                                      \
    "; Volar reads scenes of its own only: docs/migration.md says what its parts become, and its " \
    "meshes can be used as they are if they are OBJ, STL, PLY or glTF"
#define GRAPHICS "; export OBJ, STL, PLY or glTF from the program that made it, or with Blender"

static const struct {
    vlForeign kind;
    const char* advice;
} advices[] = {{VL_FOREIGN_URDF, "a robot in URDF" MODEL},
               {VL_FOREIGN_XACRO, "a robot in URDF with xacro" MODEL},
               {VL_FOREIGN_MJCF, "a model of MuJoCo (MJCF)" MODEL},
               {VL_FOREIGN_SDF, "a model in SDF" MODEL},
               {VL_FOREIGN_COLLADA, "a Collada file" GRAPHICS},
               {VL_FOREIGN_USD, "a USD file" GRAPHICS},
               {VL_FOREIGN_FBX, "an FBX file" GRAPHICS},
               {VL_FOREIGN_3MF, "a 3MF file" GRAPHICS},
               {VL_FOREIGN_STEP, "a STEP file" CAD},
               {VL_FOREIGN_IGES, "an IGES file" CAD}};

// In the order of precedence: xacro is a robot too.
static const struct {
    const char* text;
    vlForeign kind;
    bool isFirst; // at the beginning only
} contents[] = {{"xmlns:xacro", VL_FOREIGN_XACRO, false}, {"<robot", VL_FOREIGN_URDF, false},
                {"<mujoco", VL_FOREIGN_MJCF, false},      {"<sdf", VL_FOREIGN_SDF, false},
                {"<COLLADA", VL_FOREIGN_COLLADA, false},  {"ISO-10303-21", VL_FOREIGN_STEP, true},
                {"#usda", VL_FOREIGN_USD, true},          {"PXR-USDC", VL_FOREIGN_USD, true},
                {"Kaydara FBX", VL_FOREIGN_FBX, true},    {"ply\n", VL_FOREIGN_MESH, true},
                {"ply\r", VL_FOREIGN_MESH, true},         {"glTF", VL_FOREIGN_MESH, true},
                {"solid ", VL_FOREIGN_MESH, true}};

static const struct {
    const char* extension;
    vlForeign kind;
} extensions[] = {
    {".urdf", VL_FOREIGN_URDF}, {".xacro", VL_FOREIGN_XACRO}, {".mjcf", VL_FOREIGN_MJCF},
    {".sdf", VL_FOREIGN_SDF},   {".dae", VL_FOREIGN_COLLADA}, {".usd", VL_FOREIGN_USD},
    {".usda", VL_FOREIGN_USD},  {".usdc", VL_FOREIGN_USD},    {".usdz", VL_FOREIGN_USD},
    {".fbx", VL_FOREIGN_FBX},   {".3mf", VL_FOREIGN_3MF},     {".step", VL_FOREIGN_STEP},
    {".stp", VL_FOREIGN_STEP},  {".iges", VL_FOREIGN_IGES},   {".igs", VL_FOREIGN_IGES},
    {".stl", VL_FOREIGN_MESH},  {".obj", VL_FOREIGN_MESH},    {".ply", VL_FOREIGN_MESH},
    {".gltf", VL_FOREIGN_MESH}, {".glb", VL_FOREIGN_MESH}};

vlForeign vlForeign_Find(const char* name, const void* bytes, size_t size)
{
    const char* text = bytes;
    size_t searched = size < SEARCHED ? size : SEARCHED;
    bool isMarkup = searched > 0 && memchr(text, '<', searched < 8 ? searched : 8) != NULL;
    for (size_t i = 0; i < sizeof contents / sizeof contents[0]; ++i) {
        size_t length = strlen(contents[i].text);
        bool isThere = contents[i].isFirst
                           ? searched >= length && memcmp(text, contents[i].text, length) == 0
                           : isMarkup && memmem(text, searched, contents[i].text, length) != NULL;
        if (isThere) {
            return contents[i].kind;
        }
    }
    const char* extension = name != NULL ? strrchr(name, '.') : NULL;
    for (size_t i = 0; extension != NULL && i < sizeof extensions / sizeof extensions[0]; ++i) {
        if (strcasecmp(extension, extensions[i].extension) == 0) {
            return extensions[i].kind;
        }
    }
    return VL_FOREIGN_NOT;
}

bool vlForeign_Describe(vlForeign kind, const char* name, char* text, size_t size)
{
    if (kind == VL_FOREIGN_MESH) {
        (void)snprintf(
            text, size,
            "a mesh, not a scene; 'volar mesh view %.128s' shows it, and a scene makes it "
            "a body by shape: {mesh: {file: ...}} (docs/formats.md)",
            name);
        return true;
    }
    for (size_t i = 0; i < sizeof advices / sizeof advices[0]; ++i) {
        if (advices[i].kind == kind) {
            (void)snprintf(text, size, "%s", advices[i].advice);
            return true;
        }
    }
    return false;
}
