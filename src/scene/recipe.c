// SPDX-License-Identifier: MIT
// From recipes to shapes.

#include "scene/reader.h"
#include "volar/surface.h"

// Why the library refused a shape.
typedef struct Refusal {
    char message[192];
} Refusal;

static vlResult buildCompound(vlReader* r, vlTextPlace place, vlRecipe* recipe, Refusal* error)
{
    const vlShape* pieces[VL_MAX_PIECES];
    int faces = 0;
    for (int i = 0; i < recipe->pieceCount; ++i) {
        pieces[i] = recipe->pieces[i]->shape;
        faces += vlShape_GetFaceCount(pieces[i], 0);
    }
    if (faces > VL_MAX_COMPOUND_FACES) {
        vlFaults_Add(&r->text.faults, place,
                     "the pieces have %d faces; expected at most %d together", faces,
                     VL_MAX_COMPOUND_FACES);
        return VL_ERROR_PARSE;
    }
    // A named piece can be used many times at a few bytes of text each, so the sum is limited too.
    r->facePairs += (double)faces * (double)faces;
    if (r->facePairs > VL_MAX_SCENE_FACE_PAIRS) {
        vlFaults_Add(&r->text.faults, place,
                     "the compounds so far have %.3g pairs of faces to compare; expected at most "
                     "%.3g in a scene",
                     r->facePairs, VL_MAX_SCENE_FACE_PAIRS);
        return VL_ERROR_PARSE;
    }
    return vlShape_CreateCompound(NULL, pieces, recipe->poses, recipe->pieceCount, &recipe->shape,
                                  error->message, sizeof error->message);
}

vlPolygon vlRecipe_GetPolygon(const vlRecipe* recipe)
{
    vlPolygon polygon = {.count = 0};
    if (recipe->kind == VL_RECIPE_BOX) {
        return vlPolygon_Box(recipe->size.x, recipe->size.y);
    }
    for (int i = 0; recipe->kind == VL_RECIPE_POLYGON && i < recipe->pointCount; ++i) {
        polygon.vertex[polygon.count++] = (vlVec2){recipe->points[i].x, recipe->points[i].y};
    }
    return polygon;
}

// The polygon at the bottom and at the top of a prism.
static vlResult buildPolygon(vlRecipe* recipe, Refusal* error)
{
    vlVec3 corners[2 * VL_MAX_POLYGON_VERTICES];
    vlPolygon polygon = vlRecipe_GetPolygon(recipe);
    for (int i = 0; i < polygon.count; ++i) {
        vlVec2 v = polygon.vertex[i];
        corners[i] = vlVec(v.x, v.y, -0.5 * VL_PLANAR_THICKNESS);
        corners[polygon.count + i] = vlVec(v.x, v.y, 0.5 * VL_PLANAR_THICKNESS);
    }
    return vlShape_CreateHull(NULL, corners, 2 * polygon.count, &recipe->shape, error->message,
                              sizeof error->message);
}

static vlResult buildSurface(vlRecipe* recipe, Refusal* error)
{
    vlSurfaceShapeDef def = vlDefaultSurfaceShapeDef();
    def.points = recipe->points;
    def.pointCount = recipe->pointCount;
    def.triangles = recipe->indices;
    def.triangleCount = recipe->faceCount;
    def.spacing = recipe->spacing > 0.0 ? recipe->spacing : def.spacing;
    return vlShape_CreateSurface(NULL, &def, &recipe->shape, error->message, sizeof error->message);
}

static vlResult build(vlReader* r, vlTextPlace place, vlRecipe* recipe, Refusal* error)
{
    vlShape** shape = &recipe->shape;
    switch (recipe->kind) {
    case VL_RECIPE_HALFSPACE:
        return vlShape_CreateHalfspace(NULL, vlUnit(recipe->size), recipe->offset, shape,
                                       error->message, sizeof error->message);
    case VL_RECIPE_BOX:
        return vlShape_CreateBox(NULL, vlScale(recipe->size, 0.5), shape, error->message,
                                 sizeof error->message);
    case VL_RECIPE_HULL:
        return vlShape_CreateHull(NULL, recipe->points, recipe->pointCount, shape, error->message,
                                  sizeof error->message);
    case VL_RECIPE_FACES:
        return vlShape_CreateFromFaces(NULL, recipe->points, recipe->pointCount, recipe->faceSizes,
                                       recipe->faceCount, recipe->indices, shape, error->message,
                                       sizeof error->message);
    case VL_RECIPE_POLYGON: return buildPolygon(recipe, error);
    case VL_RECIPE_PRISM:
        return vlShape_CreatePrism(NULL, recipe->sides, recipe->radius, recipe->height, shape,
                                   error->message, sizeof error->message);
    case VL_RECIPE_CYLINDER:
        return vlShape_CreateCylinder(NULL, recipe->sides, recipe->radius, recipe->height, shape,
                                      error->message, sizeof error->message);
    case VL_RECIPE_CONE:
        return vlShape_CreateCone(NULL, recipe->sides, recipe->radius, recipe->topRadius,
                                  recipe->height, shape, error->message, sizeof error->message);
    case VL_RECIPE_SPHERE:
        return vlShape_CreateSphere(NULL, recipe->radius, recipe->sides, recipe->bands, shape,
                                    error->message, sizeof error->message);
    case VL_RECIPE_CAPSULE:
        return vlShape_CreateCapsule(NULL, recipe->radius, recipe->height, recipe->sides,
                                     recipe->bands, shape, error->message, sizeof error->message);
    case VL_RECIPE_SURFACE: return buildSurface(recipe, error);
    case VL_RECIPE_COMPOUND: break;
    }
    return buildCompound(r, place, recipe, error);
}

bool vlRecipe_Build(vlReader* r, vlTextPlace place, vlRecipe* recipe)
{
    if (recipe->shape != NULL) {
        return true;
    }
    if (r->cornerCount > VL_MAX_SCENE_CORNERS) {
        vlFaults_Add(&r->text.faults, place,
                     "the shapes so far have %ld vertices; expected at most %d in a scene",
                     r->cornerCount, VL_MAX_SCENE_CORNERS);
        return false;
    }
    if (r->vertexPairs > VL_MAX_SCENE_VERTEX_PAIRS) {
        vlFaults_Add(
            &r->text.faults, place,
            "the shapes so far have %.3g pairs of vertices to check; expected at most %.3g "
            "in a scene: a shape under a name is checked only once",
            r->vertexPairs, VL_MAX_SCENE_VERTEX_PAIRS);
        return false;
    }
    Refusal error = {""};
    vlResult result = build(r, place, recipe, &error);
    if (result == VL_ERROR_MEMORY) {
        r->scene->pool.isExhausted = true;
    } else if (result != VL_OK && error.message[0] != '\0') {
        vlFaults_Add(&r->text.faults, place, "%s", error.message);
    }
    if (result != VL_OK) {
        return false;
    }
    for (int i = 0; i < vlShape_GetPieceCount(recipe->shape); ++i) {
        int vertices = vlShape_GetVertexCount(recipe->shape, i);
        r->cornerCount += vertices;
        // The pieces of a compound were checked by themselves, a surface needs no such check.
        bool isChecked = recipe->kind != VL_RECIPE_COMPOUND && recipe->kind != VL_RECIPE_SURFACE;
        r->vertexPairs += isChecked ? (double)vertices * vertices : 0.0;
    }
    return true;
}
