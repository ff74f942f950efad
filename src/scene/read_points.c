// SPDX-License-Identifier: MIT
// Shapes that list their points: hulls, polygons, faces, surfaces.

#include "scene/reader.h"

// The recipe that a row's member belongs to.
static vlRecipe* recipeOf(const vlField* field, void* member)
{
    return (vlRecipe*)((char*)member - field->member);
}

static void readPoints(vlText* t, const vlNode* node, const vlField* field, void* member)
{
    vlRecipe* recipe = recipeOf(field, member);
    if (!vlText_IsList(t, node, field->key, (int)field->range.most)) {
        return;
    }
    recipe->points = vlPool_Take(t->keep, (size_t)node->count, sizeof *recipe->points);
    for (const vlNode* child = node->first; recipe->points != NULL && child != NULL;
         child = child->next) {
        (void)vlText_Vec(t, child, "point", VL_RANGE_PLACE, &recipe->points[recipe->pointCount++]);
    }
}

const vlFieldType vlField_Points = {readPoints, NULL, NULL};

// Corners of all faces, one after the other; indices are checked against the points here, where
// their places in the text are known.
static void readLoops(vlText* t, const vlNode* node, const vlField* field, void* member)
{
    vlRecipe* recipe = recipeOf(field, member);
    size_t corners = 0;
    bool ok = vlText_IsList(t, node, field->key, (int)field->range.most);
    for (const vlNode* face = node->first; ok && face != NULL; face = face->next) {
        ok = vlText_IsList(t, face, "face", recipe->pointCount);
        corners += (size_t)face->count;
    }
    if (!ok) {
        return;
    }
    recipe->faceSizes = vlPool_Take(t->keep, (size_t)node->count, sizeof(int));
    recipe->indices = vlPool_Take(t->keep, corners, sizeof(int));
    if (recipe->faceSizes == NULL || recipe->indices == NULL) {
        return;
    }
    int next = 0;
    for (const vlNode* face = node->first; face != NULL; face = face->next) {
        recipe->faceSizes[recipe->faceCount++] = face->count;
        for (const vlNode* corner = face->first; corner != NULL; corner = corner->next) {
            (void)vlText_Int(t, corner, "point of a face", 0, recipe->pointCount - 1,
                             &recipe->indices[next++]);
        }
    }
}

const vlFieldType vlField_Loops = {readLoops, NULL, NULL};

// Whether it is convex and anticlockwise is asked here, where its place in the text is known.
void vlCheck_Polygon(vlText* t, const vlNode* node, void* object, bool isClean)
{
    const vlReader* r = (const vlReader*)t;
    vlPolygon polygon = vlRecipe_GetPolygon(object);
    char why[256] = "";
    if (!r->scene->isPlanar) {
        vlFaults_Add(&t->faults, node->place,
                     "polygon in a scene that is not planar; expected world.planar: true, or a "
                     "prism");
    } else if (isClean && vlPolygon_Measure(&polygon, NULL, NULL, NULL, why, sizeof why) != VL_OK) {
        vlFaults_Add(&t->faults, vlNode_Find(node, "points")->place, "%s", why);
    }
}

void vlCheck_SurfaceShape(vlText* t, const vlNode* node, void* object, bool isClean)
{
    const vlRecipe* recipe = object;
    for (int f = 0; isClean && f < recipe->faceCount; ++f) {
        if (recipe->faceSizes[f] != 3) {
            vlFaults_Add(&t->faults, vlNode_Find(node, "faces")->place,
                         "face %d has %d corners; expected triangles", f, recipe->faceSizes[f]);
            return;
        }
    }
}
