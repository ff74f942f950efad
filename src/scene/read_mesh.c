// SPDX-License-Identifier: MIT
// Shapes from mesh files. The scene keeps a list of faces, or one list per part: once it is read,
// it does not need its mesh files and can be written without them.

#include <stdlib.h>
#include <string.h>

#include "mesh/mesh.h"
#include "scene/reader.h"

// Faces first .. first + count of a mesh; their corners begin at `corner`.
typedef struct FaceRun {
    int first, count, corner;
} FaceRun;

// Path of a file named in a scene: in the scene's folder unless absolute. NULL without memory.
static char* pathBeside(vlReader* r, const char* file)
{
    const char* end = strrchr(r->faults.file, '/');
    size_t folder = file[0] != '/' && end != NULL ? (size_t)(end - r->faults.file) + 1 : 0;
    char* path = vlPool_Take(&r->scratch, folder + strlen(file) + 1, 1);
    if (path != NULL) {
        memcpy(path, r->faults.file, folder);
        memcpy(path + folder, file, strlen(file) + 1);
    }
    return path;
}

static bool isTooLarge(vlReader* r, const vlNode* node, FaceRun run)
{
    if (run.count > VL_MAX_HULL_FACES) {
        vlFaults_Add(&r->faults, node->place,
                     "%d faces in one convex piece; expected at most %d (`as: hull` keeps the hull "
                     "only)",
                     run.count, VL_MAX_HULL_FACES);
    }
    return run.count > VL_MAX_HULL_FACES;
}

// Copies a run of faces with the points they use, numbered in order of use, scaled. `number` has
// room for all points of the mesh; it is zero before and after.
static bool copyFaces(vlReader* r, const vlMesh* mesh, FaceRun run, double scale, int* number,
                      vlRecipe* recipe)
{
    vlPool* pool = &r->scene->pool;
    const int* loop = &mesh->indices[run.corner];
    int corners = 0;
    for (int f = 0; f < run.count; ++f) {
        corners += mesh->faceSizes[run.first + f];
    }
    recipe->kind = VL_RECIPE_FACES;
    recipe->faceCount = run.count;
    recipe->faceSizes = vlPool_Take(pool, (size_t)run.count, sizeof(int));
    recipe->indices = vlPool_Take(pool, (size_t)corners, sizeof(int));
    if (recipe->faceSizes == NULL || recipe->indices == NULL) {
        return false;
    }
    for (int f = 0; f < run.count; ++f) {
        recipe->faceSizes[f] = mesh->faceSizes[run.first + f];
    }
    for (int i = 0; i < corners; ++i) {
        if (number[loop[i]] == 0) {
            number[loop[i]] = ++recipe->pointCount;
        }
        recipe->indices[i] = number[loop[i]] - 1;
    }
    recipe->points = vlPool_Take(pool, (size_t)recipe->pointCount, sizeof *recipe->points);
    for (int i = 0; i < corners; ++i) {
        if (recipe->points != NULL) {
            recipe->points[recipe->indices[i]] = vlScale(mesh->points[loop[i]], scale);
        }
        number[loop[i]] = 0;
    }
    return recipe->points != NULL;
}

// The face list of a finished convex shape.
static bool copyShape(vlReader* r, const vlShape* shape, vlRecipe* recipe)
{
    vlPool* pool = &r->scene->pool;
    int points = vlShape_GetVertexCount(shape, 0);
    int faces = vlShape_GetFaceCount(shape, 0);
    int corners = 0;
    for (int f = 0; f < faces; ++f) {
        corners += vlShape_GetFaceVertices(shape, 0, f, NULL, 0);
    }
    recipe->points = vlPool_Take(pool, (size_t)points, sizeof *recipe->points);
    recipe->faceSizes = vlPool_Take(pool, (size_t)faces, sizeof(int));
    recipe->indices = vlPool_Take(pool, (size_t)corners, sizeof(int));
    if (recipe->points == NULL || recipe->faceSizes == NULL || recipe->indices == NULL) {
        return false;
    }
    recipe->kind = VL_RECIPE_FACES;
    recipe->pointCount = points;
    recipe->faceCount = faces;
    for (int i = 0; i < points; ++i) {
        recipe->points[i] = vlShape_GetVertex(shape, 0, i);
    }
    int next = 0;
    for (int f = 0; f < faces; ++f) {
        recipe->faceSizes[f] =
            vlShape_GetFaceVertices(shape, 0, f, &recipe->indices[next], corners - next);
        next += recipe->faceSizes[f];
    }
    return true;
}

// The hull of the points that the faces use is computed once and kept as its faces: few of a mesh's
// points are corners of its hull.
static bool makeHull(vlReader* r, const vlNode* node, const vlMesh* mesh, double scale, int* number,
                     vlRecipe* recipe)
{
    vlRecipe all = {.kind = VL_RECIPE_HULL};
    int corners = 0;
    all.points = vlPool_Take(&r->scratch, (size_t)mesh->pointCount, sizeof *all.points);
    if (all.points == NULL) {
        return false;
    }
    for (int f = 0; f < mesh->faceCount; ++f) {
        corners += mesh->faceSizes[f];
    }
    for (int i = 0; i < corners; ++i) {
        number[mesh->indices[i]] = 1;
    }
    for (int i = 0; i < mesh->pointCount; ++i) {
        if (number[i] != 0) {
            all.points[all.pointCount++] = vlScale(mesh->points[i], scale);
        }
    }
    bool ok = vlRecipe_Build(r, node->place, &all) && copyShape(r, all.shape, recipe);
    vlShape_Release(all.shape);
    return ok;
}

// The faces of the part that begins at face `first`.
static FaceRun takePart(const vlMesh* mesh, int first, int corner, int* nextCorner)
{
    FaceRun run = {first, 0, corner};
    *nextCorner = corner;
    while (first + run.count < mesh->faceCount &&
           mesh->facePart[first + run.count] == mesh->facePart[first]) {
        *nextCorner += mesh->faceSizes[first + run.count];
        ++run.count;
    }
    return run;
}

static bool makePieces(vlReader* r, const vlNode* node, const vlMesh* mesh, double scale,
                       int* number, vlRecipe* recipe)
{
    size_t count = (size_t)mesh->partCount;
    if (mesh->partCount > VL_MAX_PIECES) {
        vlFaults_Add(&r->faults, node->place, "the mesh has %d parts; expected at most %d",
                     mesh->partCount, VL_MAX_PIECES);
        return false;
    }
    recipe->kind = VL_RECIPE_COMPOUND;
    recipe->pieces = vlPool_Take(&r->scene->pool, count, sizeof(vlRecipe*));
    recipe->poses = vlPool_Take(&r->scene->pool, count, sizeof *recipe->poses);
    if (recipe->pieces == NULL || recipe->poses == NULL) {
        return false;
    }
    int corner = 0;
    for (int first = 0; first < mesh->faceCount && recipe->pieceCount < mesh->partCount;) {
        FaceRun run = takePart(mesh, first, corner, &corner);
        vlRecipe* piece = vlPool_Take(&r->scene->pool, 1, sizeof *piece);
        if (isTooLarge(r, node, run) || piece == NULL ||
            !copyFaces(r, mesh, run, scale, number, piece)) {
            return false;
        }
        if (!vlRecipe_Build(r, node->place, piece)) {
            vlFaults_Add(&r->faults, node->place, "part %d of the mesh is not a convex piece",
                         recipe->pieceCount + 1);
            return false;
        }
        vlScene_AddRecipe(r->scene, piece);
        recipe->poses[recipe->pieceCount] = vlIdentityPose();
        recipe->pieces[recipe->pieceCount++] = piece;
        first += run.count;
    }
    return true;
}

static bool makeConvex(vlReader* r, const vlNode* node, const vlMesh* mesh, double scale,
                       int* number, vlRecipe* recipe)
{
    FaceRun all = {0, mesh->faceCount, 0};
    if (isTooLarge(r, node, all) || !copyFaces(r, mesh, all, scale, number, recipe)) {
        return false;
    }
    if (!vlRecipe_Build(r, node->place, recipe)) {
        vlFaults_Add(&r->faults, node->place,
                     "the mesh is not a convex solid; `as: hull` takes its hull, `as: pieces` one "
                     "convex piece per part");
        return false;
    }
    return true;
}

static bool makeRecipe(vlReader* r, const vlNode* node, const vlMesh* mesh, double scale, int as,
                       vlRecipe* recipe)
{
    int* number = calloc((size_t)mesh->pointCount, sizeof *number);
    if (number == NULL) {
        r->scratch.isExhausted = true;
        return false;
    }
    bool ok;
    if (as == VL_MESH_AS_HULL) {
        ok = makeHull(r, node, mesh, scale, number, recipe);
    } else if (as == VL_MESH_AS_PIECES) {
        ok = makePieces(r, node, mesh, scale, number, recipe);
    } else {
        ok = makeConvex(r, node, mesh, scale, number, recipe);
    }
    free(number);
    return ok;
}

static bool readFile(vlReader* r, const vlNode* node, const char* file, vlMesh* mesh)
{
    char* path = pathBeside(r, file);
    vlFileError error;
    memset(&error, 0, sizeof error);
    if (path == NULL) {
        return false;
    }
    vlResult result = vlMesh_Read(path, mesh, &error);
    if (result == VL_OK) {
        vlScene_AddFile(r->scene, path);
        return true;
    }
    if (result == VL_ERROR_MEMORY) {
        r->scratch.isExhausted = true;
        return false;
    }
    vlFaults_Add(&r->faults, node->place, "mesh file '%.120s' cannot be used", file);
    vlFaults_AddForeign(&r->faults, node->place, &error);
    return false;
}

bool vlRead_Mesh(vlReader* r, const vlNode* node, vlRecipe* recipe)
{
    static const vlKeyName keys[] = {VL_KEYS_MESH(VL_KEY_ROW)};
    enum { VL_KEYS_MESH(VL_KEY_ENUM) KEY_COUNT };
    const vlNode* found[KEY_COUNT];
    const char* file = "";
    double scale = 1.0;
    int as = VL_MESH_AS_CONVEX;
    if (!vlRead_Keys(r, node, "mesh", keys, KEY_COUNT, found) || found[VL_MESH_FILE] == NULL) {
        return false;
    }
    bool ok = vlRead_Number(r, found[VL_MESH_SCALE], "scale", VL_RANGE_POSITIVE, &scale);
    ok = vlRead_Word(r, found[VL_MESH_AS], "as", &vlWords_As, &as) && ok;
    if (!vlRead_Text(r, found[VL_MESH_FILE], "file", &file) || !ok) {
        return false;
    }
    if (r->refuseFiles || file[0] == '\0') {
        vlFaults_Add(&r->faults, found[VL_MESH_FILE]->place,
                     r->refuseFiles ? "a mesh file; expected none, other files are not opened here"
                                    : "file is empty; expected the name of a mesh file");
        return false;
    }
    vlMesh mesh;
    memset(&mesh, 0, sizeof mesh);
    ok = readFile(r, found[VL_MESH_FILE], file, &mesh) &&
         makeRecipe(r, node, &mesh, scale, as, recipe);
    vlMesh_Free(&mesh);
    return ok;
}
