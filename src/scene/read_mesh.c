// SPDX-License-Identifier: MIT
// Reads what a scene says about a mesh: the file, or the name of a model, and what to make of it.

#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"
#include "scene/mesh_recipe.h"
#include "volar/mesh_model.h"

#define MOST_MODELS 32

// Path of a file named in a scene: in the scene's folder unless absolute. NULL without memory.
char* vlRead_PathBeside(vlReader* r, const char* file)
{
    const char* end = strrchr(r->text.faults.file, '/');
    size_t folder = file[0] != '/' && end != NULL ? (size_t)(end - r->text.faults.file) + 1 : 0;
    char* path = vlPool_Take(&r->text.scratch, folder + strlen(file) + 1, 1);
    if (path != NULL) {
        memcpy(path, r->text.faults.file, folder);
        memcpy(path + folder, file, strlen(file) + 1);
    }
    return path;
}

// A file that the caller has in memory; NULL: it is to be opened.
static const vlSceneFile* findInMemory(const vlReader* r, const char* file)
{
    for (int i = 0; i < r->options.fileCount; ++i) {
        if (strcmp(r->options.files[i].name, file) == 0) {
            return &r->options.files[i];
        }
    }
    return NULL;
}

static bool readFile(vlReader* r, const vlNode* node, const char* file, vlMesh* mesh)
{
    char* path = vlRead_PathBeside(r, file);
    vlFileError error;
    memset(&error, 0, sizeof error);
    if (path == NULL) {
        return false;
    }
    const vlSceneFile* kept = findInMemory(r, file);
    vlResult result = kept != NULL
                          ? vlMesh_ReadBytes(kept->bytes, kept->size, kept->name, mesh, &error)
                          : vlMesh_Read(path, mesh, &error);
    if (result == VL_OK) {
        if (kept == NULL) {
            vlScene_AddFile(r->scene, path);
        }
        return true;
    }
    if (result == VL_ERROR_MEMORY) {
        r->text.scratch.isExhausted = true;
        return false;
    }
    vlFaults_Add(&r->text.faults, node->place, "mesh file '%.120s' cannot be used", file);
    vlFaults_AddForeign(&r->text.faults, node->place, &error);
    return false;
}

// The mesh that the library makes by a formula.
static bool makeModel(vlReader* r, const vlNode* node, const char* name, vlMesh* mesh)
{
    const char* names[MOST_MODELS];
    int count = 0;
    for (const vlMeshModel* m = vlMeshModel_Get(0); m != NULL && count < MOST_MODELS;
         m = vlMeshModel_Get(count)) {
        names[count++] = m->name;
    }
    vlResult result = vlMeshModel_Make(name, mesh);
    if (result == VL_ERROR_ARGUMENT) {
        vlText_AddUnknown(&r->text, node, "mesh", names, count);
    } else if (result != VL_OK) {
        r->text.scratch.isExhausted = true;
    }
    mesh->isInMetres = result == VL_OK;
    return result == VL_OK;
}

// A fraction, or a percentage such as 1%.
static bool readError(vlReader* r, const vlNode* node, double* error)
{
    if (node == NULL) {
        return true;
    }
    size_t length = node->kind == VL_NODE_SCALAR ? strlen(node->text) : 0;
    if (length > 1 && node->text[length - 1] == '%') {
        double percent;
        if (strspn(node->text, ".0123456789") == length - 1 &&
            vlDecimal_IsPart(node->text, length - 1, &percent)) {
            *error = 0.01 * percent;
        }
    } else if (!vlText_Number(&r->text, node, "error", VL_RANGE_POSITIVE, error)) {
        return false;
    }
    if (!(*error > 0.0 && *error < 1.0)) {
        vlFaults_Add(
            &r->text.faults, node->place,
            "error is '%.40s'; expected a fraction of the radius above 0 and below 1, or a "
            "percentage such as 1%%",
            node->kind == VL_NODE_SCALAR ? node->text : "a list");
        return false;
    }
    return true;
}

bool vlRead_Mesh(vlReader* r, const vlNode* node, vlRecipe* recipe)
{
    vlMeshAsk ask = {node, "", vlDefaultMeshPrepareDef(), -1, 0.0, 0.0};
    bool ok = vlSection_Read(&r->text, &vlSection_Mesh, node, NULL, &ask);
    const vlNode *file = vlNode_Find(node, "file"), *model = vlNode_Find(node, "make");
    const vlNode* units = vlNode_Find(node, "units");
    if (node->kind == VL_NODE_MAPPING && (file == NULL) == (model == NULL)) {
        vlFaults_Add(&r->text.faults, node->place, "mesh has %s; expected `file` or `make`",
                     file != NULL ? "both `file` and `make`" : "neither `file` nor `make`");
        return false;
    }
    if (!readError(r, vlNode_Find(node, "error"), &ask.error) || !ok) {
        return false;
    }
    if (units != NULL && vlNode_Find(node, "scale") != NULL) {
        vlFaults_Add(&r->text.faults, units->place, "both units and scale; expected one of them");
        return false;
    }
    if (file != NULL && (r->refuseFiles || ask.file[0] == '\0')) {
        vlFaults_Add(&r->text.faults, file->place,
                     r->refuseFiles ? "a mesh file; expected none, other files are not opened here"
                                    : "file is empty; expected the name of a mesh file");
        return false;
    }
    vlMesh mesh;
    memset(&mesh, 0, sizeof mesh);
    ok = file != NULL ? readFile(r, file, ask.file, &mesh) : makeModel(r, model, ask.file, &mesh);
    ok = ok && vlMeshRecipe_Make(r, &ask, &mesh, recipe);
    vlMesh_Free(&mesh);
    return ok;
}
