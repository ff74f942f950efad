// SPDX-License-Identifier: MIT
// Shapes from meshes. The scene keeps a list of faces, or one list per part: once it is read, it
// does not need its mesh files and can be written without them. What was guessed or repaired is
// noted in the scene.

#include "scene/mesh_recipe.h"

#include <string.h>

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

// Makes the recipe of a finished shape, which it releases.
static bool takeShape(vlReader* r, const vlNode* node, vlShape* shape, vlRecipe* recipe)
{
    bool ok = copyShape(r, shape, recipe);
    vlShape_Release(shape);
    return ok && vlRecipe_Build(r, node->place, recipe);
}

// The hull is computed once and kept as its faces: few of a mesh's points are corners of its hull.
static bool makeHull(vlReader* r, const vlNode* node, const vlMesh* mesh, vlRecipe* recipe)
{
    vlRecipe all = {.kind = VL_RECIPE_HULL, .points = mesh->points, .pointCount = mesh->pointCount};
    bool ok = vlRecipe_Build(r, node->place, &all) && copyShape(r, all.shape, recipe);
    vlShape_Release(all.shape);
    return ok;
}

// The triangles as they are.
static bool makeSurface(vlReader* r, const vlMeshAsk* ask, const vlMesh* mesh, vlRecipe* recipe)
{
    vlPool* pool = &r->scene->pool;
    size_t points = (size_t)mesh->pointCount, faces = (size_t)mesh->faceCount;
    recipe->points = vlPool_Take(pool, points, sizeof *recipe->points);
    recipe->faceSizes = vlPool_Take(pool, faces, sizeof(int));
    recipe->indices = vlPool_Take(pool, 3 * faces, sizeof(int));
    if (recipe->points == NULL || recipe->faceSizes == NULL || recipe->indices == NULL) {
        return false;
    }
    memcpy(recipe->points, mesh->points, points * sizeof *recipe->points);
    memcpy(recipe->faceSizes, mesh->faceSizes, faces * sizeof(int));
    memcpy(recipe->indices, mesh->indices, 3 * faces * sizeof(int));
    recipe->kind = VL_RECIPE_SURFACE;
    recipe->pointCount = mesh->pointCount;
    recipe->faceCount = mesh->faceCount;
    recipe->spacing = ask->spacing;
    return vlRecipe_Build(r, ask->node->place, recipe);
}

// The end of the part that begins at triangle `first`.
static int partEnd(const vlMesh* mesh, int first)
{
    int end = first;
    while (end < mesh->faceCount && mesh->facePart[end] == mesh->facePart[first]) {
        ++end;
    }
    return end;
}

// The convex shape of some triangles. What is wrong with them is a fault only if `isFault`.
static vlShape* makeShape(vlReader* r, const vlMeshAsk* ask, const vlMesh* mesh, int first, int end,
                          double tolerance, bool isFault)
{
    char message[256] = "";
    vlShape* shape = NULL;
    vlResult result = end - first < 4
                          ? VL_ERROR_GEOMETRY
                          : vlMesh_CreateConvex(NULL, mesh, first, end - first, tolerance, &shape,
                                                NULL, message, sizeof message);
    if (result == VL_ERROR_MEMORY) {
        r->text.scratch.isExhausted = true;
    } else if (result != VL_OK && isFault) {
        vlFaults_Add(&r->text.faults, ask->node->place, "%s",
                     message[0] != '\0' ? message : "fewer than 4 triangles; expected a solid");
    }
    return result == VL_OK ? shape : NULL;
}

static bool makePieces(vlReader* r, const vlMeshAsk* ask, const vlMesh* mesh, double tolerance,
                       vlRecipe* recipe)
{
    size_t count = (size_t)mesh->partCount;
    if (mesh->partCount > VL_MAX_PIECES) {
        vlFaults_Add(&r->text.faults, ask->node->place,
                     "the mesh has %d parts; expected at most %d", mesh->partCount, VL_MAX_PIECES);
        return false;
    }
    recipe->kind = VL_RECIPE_COMPOUND;
    recipe->pieces = vlPool_Take(&r->scene->pool, count, sizeof(vlRecipe*));
    recipe->poses = vlPool_Take(&r->scene->pool, count, sizeof *recipe->poses);
    if (recipe->pieces == NULL || recipe->poses == NULL) {
        return false;
    }
    for (int first = 0; first < mesh->faceCount && recipe->pieceCount < mesh->partCount;) {
        int end = partEnd(mesh, first);
        vlRecipe* piece = vlPool_Take(&r->scene->pool, 1, sizeof *piece);
        vlShape* shape = makeShape(r, ask, mesh, first, end, tolerance, true);
        if (shape == NULL) {
            vlFaults_Add(&r->text.faults, ask->node->place,
                         "part %d of the mesh is not a convex piece", recipe->pieceCount + 1);
        }
        if (shape == NULL || piece == NULL || !takeShape(r, ask->node, shape, piece)) {
            return false;
        }
        vlScene_AddRecipe(r->scene, piece);
        recipe->poses[recipe->pieceCount] = vlIdentityPose();
        recipe->pieces[recipe->pieceCount++] = piece;
        first = end;
    }
    return true;
}

static bool makeConvex(vlReader* r, const vlMeshAsk* ask, const vlMesh* mesh, double tolerance,
                       vlRecipe* recipe)
{
    vlShape* shape = makeShape(r, ask, mesh, 0, mesh->faceCount, tolerance, true);
    if (shape == NULL) {
        vlFaults_Add(&r->text.faults, ask->node->place,
                     "the mesh is not a convex solid; `as: hull` takes its hull, `as: pieces` cuts "
                     "it into convex pieces, `as: surface` takes it as it is");
        return false;
    }
    return takeShape(r, ask->node, shape, recipe);
}

// Are all parts convex? Then they are the pieces.
static bool areConvexParts(vlReader* r, const vlMeshAsk* ask, const vlMesh* mesh, double tolerance)
{
    bool areConvex = mesh->partCount > 1 && mesh->partCount <= VL_MAX_PIECES;
    for (int first = 0; areConvex && first < mesh->faceCount;) {
        int end = partEnd(mesh, first);
        vlShape* shape = makeShape(r, ask, mesh, first, end, tolerance, false);
        areConvex = shape != NULL;
        vlShape_Release(shape);
        first = end;
    }
    return areConvex;
}

// Longest time for cutting a mesh when a scene is read, s on a present-day processor.
#define CUT_SECONDS 10.0

typedef struct CutProgress {
    const vlSceneOptions* options;
    const char* file;
} CutProgress;

static void showCutting(void* user, int pieces, double error)
{
    const CutProgress* p = user;
    p->options->progress(p->options->user, p->file, pieces, error);
}

// Says how the pieces were found, and what to do if they are not good.
static void noteCut(vlReader* r, const vlMeshAsk* ask, const vlDecomposition* cut)
{
    vlScene_AddNote(
        r->scene,
        "mesh '%.120s' cut into %d convex pieces, %.3g m (%.2g%% of the radius) off at "
        "most%s%s",
        ask->file, cut->pieceCount, cut->error, 100.0 * cut->error / cut->radius,
        cut->isWithin ? "" : ": more than asked for",
        cut->isWithin ? ""
        : cut->isLate
            ? ", because cutting stopped after 10 s of work; `volar mesh decompose` can take longer"
            : "");
    if (vlDecomposition_IsShell(cut)) {
        vlScene_AddNote(r->scene,
                        "mesh '%.120s' is a shell with a wall of about %.3g m, from which pieces "
                        "stand off by up to %.3g m: a smaller error needs more pieces, and `as: "
                        "surface` none",
                        ask->file, cut->wall, cut->error);
    }
}

// Cuts the mesh into convex pieces. A scene must not depend on how fast a machine is: the work is
// limited and not the time.
static bool cutPieces(vlReader* r, const vlMeshAsk* ask, const vlMesh* mesh, vlRecipe* recipe)
{
    char message[256] = "";
    vlDecomposeDef def = vlDefaultDecomposeDef();
    CutProgress progress = {&r->options, ask->file};
    def.seconds = 0.0;
    def.effort = CUT_SECONDS * VL_DECOMPOSE_EFFORT;
    def.cacheFolder = r->options.cacheFolder;
    def.progress = r->options.progress != NULL ? showCutting : NULL;
    def.user = &progress;
    def.error = ask->error > 0.0 ? ask->error : def.error;
    vlDecomposition* cut = vlPool_Take(&r->text.scratch, 1, sizeof *cut);
    if (cut == NULL) {
        return false;
    }
    vlResult result = vlMesh_Decompose(mesh, &def, cut, message, sizeof message);
    if (result != VL_OK) {
        r->text.scratch.isExhausted = r->text.scratch.isExhausted || result == VL_ERROR_MEMORY;
        vlFaults_Add(&r->text.faults, ask->node->place, "mesh file '%.120s': %s", ask->file,
                     message);
        return false;
    }
    recipe->kind = VL_RECIPE_COMPOUND;
    recipe->isCut = true;
    recipe->cutError = cut->error;
    recipe->pieces = vlPool_Take(&r->scene->pool, (size_t)cut->pieceCount, sizeof(vlRecipe*));
    recipe->poses = vlPool_Take(&r->scene->pool, (size_t)cut->pieceCount, sizeof *recipe->poses);
    bool ok = recipe->pieces != NULL && recipe->poses != NULL;
    for (int i = 0; ok && i < cut->pieceCount; ++i) {
        vlRecipe* piece = vlPool_Take(&r->scene->pool, 1, sizeof *piece);
        ok = piece != NULL && copyShape(r, cut->pieces[i], piece) &&
             vlRecipe_Build(r, ask->node->place, piece);
        if (ok) {
            vlScene_AddRecipe(r->scene, piece);
            recipe->poses[recipe->pieceCount] = vlIdentityPose();
            recipe->pieces[recipe->pieceCount++] = piece;
        }
    }
    if (ok) {
        noteCut(r, ask, cut);
    }
    vlDecomposition_Free(cut);
    return ok;
}

// Cutting a mesh of more triangles than this takes too long while a scene is read.
#define MOST_CUT_TRIANGLES 4000

// Limits of the attempt to cut a thin wall into pieces like a folded sheet: seconds of work, and
// number of pieces.
#define TRY_SECONDS 0.5
#define MOST_SHEET_PIECES 64

// Can a shell be cut into a few convex pieces, as a folded sheet can, that stand off it by little
// compared with the thickness of its wall?
static bool isFewPieces(vlReader* r, const vlMesh* mesh, double error)
{
    vlDecomposeDef def = vlDefaultDecomposeDef();
    vlDecomposition* cut = vlPool_Take(&r->text.scratch, 1, sizeof *cut);
    def.seconds = 0.0;
    def.effort = TRY_SECONDS * VL_DECOMPOSE_EFFORT;
    def.error = error;
    def.mostPieces = MOST_SHEET_PIECES;
    def.cacheFolder = r->options.cacheFolder;
    bool isFew = cut != NULL && vlMesh_Decompose(mesh, &def, cut, NULL, 0) == VL_OK &&
                 cut->isWithin && !vlDecomposition_IsShell(cut);
    if (cut != NULL) {
        vlDecomposition_Free(cut);
    }
    return isFew;
}

// A convex mesh is one convex piece, and parts that are convex are pieces. Other meshes are taken
// as surfaces if cutting them would be poor or slow and the integrator can handle surfaces.
static int chooseAs(vlReader* r, const vlMeshAsk* ask, const vlMesh* mesh, double tolerance)
{
    vlShape* shape = makeShape(r, ask, mesh, 0, mesh->faceCount, tolerance, false);
    vlShape_Release(shape);
    if (shape != NULL) {
        return VL_MESH_AS_CONVEX;
    }
    if (!vlIntegrator_IsImplicit(r->scene->world.integrator) ||
        areConvexParts(r, ask, mesh, tolerance)) {
        return VL_MESH_AS_PIECES;
    }
    double error = ask->error > 0.0 ? ask->error : vlDefaultDecomposeDef().error;
    vlMeshReport report;
    if (mesh->faceCount > MOST_CUT_TRIANGLES) {
        vlScene_AddNote(r->scene,
                        "mesh '%.120s' has %d triangles: taken as a surface, since cutting it into "
                        "pieces (`as: pieces`) may take long",
                        ask->file, mesh->faceCount);
        return VL_MESH_AS_SURFACE;
    }
    // The same test as vlDecomposition_IsShell, which needs finished pieces.
    if (vlMesh_Inspect(mesh, tolerance, &report) == VL_OK && report.isSolid &&
        report.wall < 4.0 * error * report.radius && report.wall < 0.1 * report.radius &&
        !isFewPieces(r, mesh, error)) {
        vlScene_AddNote(r->scene,
                        "mesh '%.120s' is a shell with a wall of about %.3g m: taken as a surface, "
                        "since pieces (`as: pieces`) may stand off it by %.3g m",
                        ask->file, report.wall, error * report.radius);
        return VL_MESH_AS_SURFACE;
    }
    return VL_MESH_AS_PIECES;
}

// Says what the mesh was taken for, unless the scene says everything and nothing was repaired.
static void noteMesh(vlReader* r, const vlMeshAsk* ask, const vlMeshRepairs* repairs, int as,
                     const vlRecipe* recipe)
{
    char done[384];
    int repaired = repairs->weldedPoints + repairs->unusedPoints + repairs->collapsedFaces +
                   repairs->duplicateFaces + repairs->flippedFaces + repairs->filledHoles +
                   repairs->partedPoints;
    if (ask->as >= 0 && !repairs->isUnitGuessed && repaired == 0) {
        return;
    }
    (void)vlMeshRepairs_Describe(repairs, done, sizeof done);
    int pieces = recipe->kind == VL_RECIPE_COMPOUND ? recipe->pieceCount : 1;
    vlScene_AddNote(r->scene, "mesh '%.120s' as %s (%d piece%s): %s", ask->file,
                    vlWords_Name(&vlWords_As, as), pieces, pieces == 1 ? "" : "s", done);
}

bool vlMeshRecipe_Make(vlReader* r, const vlMeshAsk* ask, vlMesh* mesh, vlRecipe* recipe)
{
    char message[256] = "";
    vlMeshRepairs repairs;
    vlResult result = vlMesh_Prepare(mesh, &ask->prepare, &repairs, message, sizeof message);
    if (result != VL_OK) {
        r->text.scratch.isExhausted = r->text.scratch.isExhausted || result == VL_ERROR_MEMORY;
        if (result != VL_ERROR_MEMORY) {
            vlFaults_Add(&r->text.faults, ask->node->place, "mesh file '%.120s': %s", ask->file,
                         message);
        }
        return false;
    }
    int as = ask->as >= 0 ? ask->as : chooseAs(r, ask, mesh, repairs.tolerance);
    bool ok;
    if (as == VL_MESH_AS_HULL) {
        ok = makeHull(r, ask->node, mesh, recipe);
    } else if (as == VL_MESH_AS_SURFACE) {
        ok = makeSurface(r, ask, mesh, recipe);
    } else if (as == VL_MESH_AS_PIECES) {
        bool areParts =
            ask->error == 0.0 && (areConvexParts(r, ask, mesh, repairs.tolerance) ||
                                  (ask->as == VL_MESH_AS_PIECES && mesh->partCount > 1));
        ok = areParts ? makePieces(r, ask, mesh, repairs.tolerance, recipe)
                      : cutPieces(r, ask, mesh, recipe);
    } else {
        ok = makeConvex(r, ask, mesh, repairs.tolerance, recipe);
    }
    if (ok) {
        noteMesh(r, ask, &repairs, as, recipe);
    }
    return ok;
}
