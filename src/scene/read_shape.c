// SPDX-License-Identifier: MIT
// `shapes`, and shapes given in place: reads each kind into a recipe.

#include <string.h>

#include "scene/reader.h"

void vlCheck_Box(vlText* t, const vlNode* node, void* object, bool isClean)
{
    vlVec3* size = &((vlRecipe*)object)->size;
    if (t->isFlat && size->z == 0.0) {
        size->z = VL_PLANAR_THICKNESS;
    }
    if (isClean && !(size->x > 0.0 && size->y > 0.0 && size->z > 0.0)) {
        vlFaults_Add(&t->faults, vlNode_Find(node, "size")->place,
                     "size is [%g, %g, %g]; expected three lengths above 0", size->x, size->y,
                     size->z);
    }
}

// Two poles and rings of sectors between them.
static void fitHull(vlText* t, const vlNode* node, const char* kind, const vlRecipe* recipe,
                    int rings)
{
    int vertices = recipe->sides * rings + 2;
    if (vertices > VL_MAX_HULL_VERTICES) {
        vlFaults_Add(&t->faults, node->place,
                     "%s of %d sectors and %d bands has %d vertices; expected at most %d", kind,
                     recipe->sides, recipe->bands, vertices, VL_MAX_HULL_VERTICES);
    }
}

void vlCheck_Sphere(vlText* t, const vlNode* node, void* object, bool isClean)
{
    const vlRecipe* recipe = object;
    if (isClean) {
        fitHull(t, node, "sphere", recipe, recipe->bands - 1);
    }
}

void vlCheck_Capsule(vlText* t, const vlNode* node, void* object, bool isClean)
{
    const vlRecipe* recipe = object;
    if (isClean) {
        fitHull(t, node, "capsule", recipe, 2 * recipe->bands);
    }
}

static bool readPiece(vlReader* r, const vlNode* node, vlRecipe** piece, vlPose* pose)
{
    const vlNode* shape = vlNode_Find(node, "shape");
    *pose = vlIdentityPose();
    bool ok = vlSection_Read(&r->text, &vlSection_Piece, node, NULL, pose);
    *piece = shape != NULL ? vlRead_Shape(r, shape, "shape of a piece") : NULL;
    if (*piece == NULL) {
        return false;
    }
    if ((*piece)->kind == VL_RECIPE_COMPOUND || (*piece)->kind == VL_RECIPE_HALFSPACE) {
        vlFaults_Add(&r->text.faults, shape->place, "piece is a %s; expected a convex shape",
                     (*piece)->kind == VL_RECIPE_COMPOUND ? "compound" : "half-space");
        return false;
    }
    return ok;
}

static bool readCompound(vlReader* r, const vlNode* node, vlRecipe* recipe)
{
    if (!vlText_IsList(&r->text, node, "compound", VL_MAX_PIECES)) {
        return false;
    }
    size_t count = (size_t)node->count;
    recipe->pieces = vlPool_Take(&r->scene->pool, count, sizeof(vlRecipe*));
    recipe->poses = vlPool_Take(&r->scene->pool, count, sizeof *recipe->poses);
    if (recipe->pieces == NULL || recipe->poses == NULL) {
        return false;
    }
    bool ok = true;
    for (const vlNode* child = node->first; child != NULL; child = child->next) {
        int i = recipe->pieceCount++;
        ok = readPiece(r, child, &recipe->pieces[i], &recipe->poses[i]) && ok;
    }
    return ok;
}

// What a shape is made of by default, and the reader of those that are not read by rows.
static const struct {
    const char* key;
    vlRecipeKind kind;
    int sides, bands;
    bool (*read)(vlReader* r, const vlNode* node, vlRecipe* recipe);
} kinds[] = {
    {"halfspace", VL_RECIPE_HALFSPACE, 0, 0, NULL},
    {"box", VL_RECIPE_BOX, 0, 0, NULL},
    {"hull", VL_RECIPE_HULL, 0, 0, NULL},
    {"faces", VL_RECIPE_FACES, 0, 0, NULL},
    {"polygon", VL_RECIPE_POLYGON, 0, 0, NULL},
    {"prism", VL_RECIPE_PRISM, 0, 0, NULL},
    {"cylinder", VL_RECIPE_CYLINDER, VL_DEFAULT_SIDES, 0, NULL},
    {"cone", VL_RECIPE_CONE, VL_DEFAULT_SIDES, 0, NULL},
    {"sphere", VL_RECIPE_SPHERE, VL_DEFAULT_SECTORS, VL_DEFAULT_BANDS, NULL},
    {"capsule", VL_RECIPE_CAPSULE, VL_DEFAULT_SECTORS, VL_DEFAULT_BANDS / 2, NULL},
    {"mesh", VL_RECIPE_FACES, 0, 0, vlRead_Mesh},
    {"surface", VL_RECIPE_SURFACE, 0, 0, NULL},
    {"compound", VL_RECIPE_COMPOUND, 0, 0, readCompound},
};

// A recipe joins the scene's list once it has a shape, which is released with the scene.
static vlRecipe* readInPlace(vlReader* r, const vlNode* node, const char* label)
{
    vlRecipe* recipe = vlPool_Take(&r->scene->pool, 1, sizeof *recipe);
    const vlNode* shape = node->first;
    int i = -1;
    for (int k = 0; node->kind == VL_NODE_MAPPING && k < VL_COUNT_OF(kinds); ++k) {
        i = shape != NULL && strcmp(kinds[k].key, shape->key->text) == 0 ? k : i;
    }
    if (recipe == NULL) {
        return NULL;
    }
    if (i >= 0) {
        recipe->kind = kinds[i].kind;
        recipe->sides = kinds[i].sides;
        recipe->bands = kinds[i].bands;
    }
    if (!vlSection_Read(&r->text, &vlSection_Shape, node, label, recipe)) {
        return NULL;
    }
    if (node->count != 1) {
        vlFaults_Add(&r->text.faults, node->place,
                     "%s has %d keys; expected exactly one, such as box or sphere", label,
                     node->count);
        return NULL;
    }
    if ((kinds[i].read != NULL && !kinds[i].read(r, shape, recipe)) ||
        !vlRecipe_Build(r, shape->place, recipe)) {
        return NULL;
    }
    if (kinds[i].read == vlRead_Mesh) {
        node->first->instead = recipe;
    }
    vlScene_AddRecipe(r->scene, recipe);
    return recipe;
}

static vlRecipe* findByName(vlReader* r, const vlNode* node, const char* label)
{
    int i = vlNames_Find(r->shapeNames, r->shapeCount, node->text);
    if (i < 0) {
        vlText_AddUnknown(&r->text, node, "shape", r->shapeNameList, r->shapeCount);
        return NULL;
    }
    if (r->shapes[i].recipe == NULL && !r->shapes[i].isFaulty) { // not read yet: a compound
        vlFaults_Add(&r->text.faults, node->place,
                     "%s is '%s', a compound; expected a convex shape", label, node->text);
    }
    return r->shapes[i].recipe; // NULL if it is faulty, which was reported at its own place
}

vlRecipe* vlRead_Shape(vlReader* r, const vlNode* node, const char* label)
{
    if (node->kind == VL_NODE_SCALAR) {
        return findByName(r, node, label);
    }
    return readInPlace(r, node, label);
}

static bool isCompound(const vlNode* node)
{
    return node->kind == VL_NODE_MAPPING && vlNode_Find(node, "compound") != NULL;
}

static bool listNames(vlReader* r, const vlNode* node)
{
    size_t count = (size_t)node->count;
    r->shapes = vlPool_Take(&r->text.scratch, count, sizeof *r->shapes);
    r->shapeNames = vlPool_Take(&r->text.scratch, count, sizeof *r->shapeNames);
    r->shapeNameList = vlPool_Take(&r->text.scratch, count, sizeof *r->shapeNameList);
    if (r->shapes == NULL || r->shapeNames == NULL || r->shapeNameList == NULL) {
        return false;
    }
    for (const vlNode* child = node->first; child != NULL; child = child->next) {
        int i = r->shapeCount++;
        r->shapeNameList[i] = child->key->text;
        r->shapeNames[i] = (vlNameEntry){child->key->text, i};
    }
    vlNames_Sort(r->shapeNames, r->shapeCount);
    return true;
}

// Compounds are read after all other shapes, since they are made of them.
void vlRead_Shapes(vlReader* r, const vlNode* node)
{
    if (!vlText_IsMapping(&r->text, node, "shapes", VL_MAX_MAPPING_KEYS) || !listNames(r, node)) {
        return;
    }
    for (int pass = 0; pass < 2; ++pass) {
        int i = 0;
        for (const vlNode* child = node->first; child != NULL; child = child->next, ++i) {
            const char* name = NULL;
            if (isCompound(child) != (pass == 1)) {
                continue;
            }
            (void)vlText_Name(&r->text, child->key, "shape name", &name);
            vlRecipe* recipe = readInPlace(r, child, "a shape");
            r->shapes[i].recipe = recipe;
            r->shapes[i].isFaulty = recipe == NULL;
        }
    }
}
