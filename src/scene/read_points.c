// SPDX-License-Identifier: MIT
// Shapes that list their points: hulls, polygons, faces, surfaces.

#include "scene/reader.h"

static bool readPoints(vlReader* r, const vlNode* node, int most, vlRecipe* recipe)
{
    if (!vlRead_IsList(r, node, "points", most)) {
        return false;
    }
    recipe->points = vlPool_Take(&r->scene->pool, (size_t)node->count, sizeof *recipe->points);
    if (recipe->points == NULL) {
        return false;
    }
    bool ok = true;
    for (const vlNode* child = node->first; child != NULL; child = child->next) {
        ok = vlRead_VecIn(r, child, "point", VL_RANGE_PLACE,
                          &recipe->points[recipe->pointCount++]) &&
             ok;
    }
    return ok;
}

bool vlRead_Hull(vlReader* r, const vlNode* node, vlRecipe* recipe)
{
    static const vlKeyName keys[] = {VL_KEYS_HULL(VL_KEY_ROW)};
    enum { VL_KEYS_HULL(VL_KEY_ENUM) KEY_COUNT };
    const vlNode* found[KEY_COUNT];
    return vlRead_Keys(r, node, "hull", keys, KEY_COUNT, found) &&
           readPoints(r, found[VL_HULL_POINTS], VL_MAX_HULL_POINTS, recipe);
}

// Whether it is convex and anticlockwise is asked here, where its place in the text is known.
bool vlRead_Polygon(vlReader* r, const vlNode* node, vlRecipe* recipe)
{
    static const vlKeyName keys[] = {VL_KEYS_POLYGON(VL_KEY_ROW)};
    enum { VL_KEYS_POLYGON(VL_KEY_ENUM) KEY_COUNT };
    const vlNode* found[KEY_COUNT];
    char why[256] = "";
    if (!r->scene->isPlanar) {
        vlFaults_Add(&r->faults, node->place,
                     "polygon in a scene that is not planar; expected world.planar: true, or a "
                     "prism");
        return false;
    }
    if (!vlRead_Keys(r, node, "polygon", keys, KEY_COUNT, found) ||
        !readPoints(r, found[VL_POLYGON_POINTS], VL_MAX_POLYGON_VERTICES, recipe)) {
        return false;
    }
    vlPolygon polygon = vlRecipe_GetPolygon(recipe);
    if (vlPolygon_Measure(&polygon, NULL, NULL, NULL, why, sizeof why) != VL_OK) {
        vlFaults_Add(&r->faults, found[VL_POLYGON_POINTS]->place, "%s", why);
        return false;
    }
    return true;
}

// Corners of all faces, one after the other; indices are checked against the points here, where
// their places in the text are known.
static bool readLoops(vlReader* r, const vlNode* node, vlRecipe* recipe)
{
    size_t corners = 0;
    bool ok = true;
    for (const vlNode* face = node->first; face != NULL; face = face->next) {
        ok = vlRead_IsList(r, face, "face", recipe->pointCount) && ok;
        corners += (size_t)face->count;
    }
    if (!ok) {
        return false;
    }
    recipe->faceSizes = vlPool_Take(&r->scene->pool, (size_t)node->count, sizeof(int));
    recipe->indices = vlPool_Take(&r->scene->pool, corners, sizeof(int));
    if (recipe->faceSizes == NULL || recipe->indices == NULL) {
        return false;
    }
    int next = 0;
    for (const vlNode* face = node->first; face != NULL; face = face->next) {
        recipe->faceSizes[recipe->faceCount++] = face->count;
        for (const vlNode* corner = face->first; corner != NULL; corner = corner->next) {
            ok = vlRead_Int(r, corner, "point of a face", 0, recipe->pointCount - 1,
                            &recipe->indices[next++]) &&
                 ok;
        }
    }
    return ok;
}

bool vlRead_Faces(vlReader* r, const vlNode* node, vlRecipe* recipe)
{
    static const vlKeyName keys[] = {VL_KEYS_FACES(VL_KEY_ROW)};
    enum { VL_KEYS_FACES(VL_KEY_ENUM) KEY_COUNT };
    const vlNode* found[KEY_COUNT];
    return vlRead_Keys(r, node, "faces", keys, KEY_COUNT, found) &&
           readPoints(r, found[VL_FACES_POINTS], VL_MAX_HULL_VERTICES, recipe) &&
           vlRead_IsList(r, found[VL_FACES_FACES], "faces", VL_MAX_HULL_FACES) &&
           readLoops(r, found[VL_FACES_FACES], recipe);
}

static bool areTriangles(vlReader* r, const vlNode* node, const vlRecipe* recipe)
{
    for (int f = 0; f < recipe->faceCount; ++f) {
        if (recipe->faceSizes[f] != 3) {
            vlFaults_Add(&r->faults, node->place, "face %d has %d corners; expected triangles", f,
                         recipe->faceSizes[f]);
            return false;
        }
    }
    return true;
}

bool vlRead_SurfaceShape(vlReader* r, const vlNode* node, vlRecipe* recipe)
{
    static const vlKeyName keys[] = {VL_KEYS_SURFACE_SHAPE(VL_KEY_ROW)};
    enum { VL_KEYS_SURFACE_SHAPE(VL_KEY_ENUM) KEY_COUNT };
    const vlNode* found[KEY_COUNT];
    return vlRead_Keys(r, node, "surface", keys, KEY_COUNT, found) &&
           readPoints(r, found[VL_SURFACE_SHAPE_POINTS], VL_MAX_SCENE_CORNERS, recipe) &&
           vlRead_IsList(r, found[VL_SURFACE_SHAPE_FACES], "faces", 2 * VL_MAX_SCENE_CORNERS) &&
           readLoops(r, found[VL_SURFACE_SHAPE_FACES], recipe) &&
           areTriangles(r, found[VL_SURFACE_SHAPE_FACES], recipe) &&
           vlRead_Number(r, found[VL_SURFACE_SHAPE_SPACING], "spacing", VL_RANGE_POSITIVE,
                         &recipe->spacing);
}
