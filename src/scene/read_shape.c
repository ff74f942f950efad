// SPDX-License-Identifier: MIT
// `shapes`, and shapes given in place: reads each kind into a recipe.

#include <string.h>

#include "scene/reader.h"

static const vlKeyName shapeKeys[] = {VL_KEYS_SHAPE(VL_KEY_ROW)};
enum { VL_KEYS_SHAPE(VL_KEY_ENUM) SHAPE_KEY_COUNT };

#define MOST_SIDES (VL_MAX_HULL_VERTICES / 2)

static bool readLength(vlReader* r, const vlNode* node, const char* label, double* value)
{
    return node != NULL && vlRead_Number(r, node, label, VL_RANGE_LENGTH, value);
}

static bool readHalfspace(vlReader* r, const vlNode* node, vlRecipe* recipe)
{
    static const vlKeyName keys[] = {VL_KEYS_HALFSPACE(VL_KEY_ROW)};
    enum { VL_KEYS_HALFSPACE(VL_KEY_ENUM) KEY_COUNT };
    const vlNode* found[KEY_COUNT];
    if (!vlRead_Keys(r, node, "halfspace", keys, KEY_COUNT, found)) {
        return false;
    }
    const vlNode* normal = found[VL_HALFSPACE_NORMAL];
    bool hasOffset =
        vlRead_Number(r, found[VL_HALFSPACE_OFFSET], "offset", VL_RANGE_PLACE, &recipe->offset);
    if (normal == NULL || !vlRead_Vec(r, normal, "normal", &recipe->size)) {
        return false;
    }
    if (!(vlLength(vlUnit(recipe->size)) > 0.5)) {
        vlFaults_Add(&r->faults, normal->place, "normal is zero; expected a direction");
        return false;
    }
    return hasOffset;
}

static bool readBox(vlReader* r, const vlNode* node, vlRecipe* recipe)
{
    static const vlKeyName keys[] = {VL_KEYS_BOX(VL_KEY_ROW)};
    enum { VL_KEYS_BOX(VL_KEY_ENUM) KEY_COUNT };
    const vlNode* found[KEY_COUNT];
    if (!vlRead_Keys(r, node, "box", keys, KEY_COUNT, found) || found[VL_BOX_SIZE] == NULL ||
        !vlRead_VecIn(r, found[VL_BOX_SIZE], "size", VL_RANGE_PLACE, &recipe->size)) {
        return false;
    }
    if (r->scene->isPlanar && recipe->size.z == 0.0) {
        recipe->size.z = VL_PLANAR_THICKNESS;
    }
    vlVec3 size = recipe->size;
    if (!(size.x > 0.0 && size.y > 0.0 && size.z > 0.0)) {
        vlFaults_Add(&r->faults, found[VL_BOX_SIZE]->place,
                     "size is [%g, %g, %g]; expected three lengths above 0", size.x, size.y,
                     size.z);
        return false;
    }
    return true;
}

static bool readPrism(vlReader* r, const vlNode* node, vlRecipe* recipe)
{
    static const vlKeyName keys[] = {VL_KEYS_PRISM(VL_KEY_ROW)};
    enum { VL_KEYS_PRISM(VL_KEY_ENUM) KEY_COUNT };
    const vlNode* found[KEY_COUNT];
    if (!vlRead_Keys(r, node, "prism", keys, KEY_COUNT, found)) {
        return false;
    }
    bool ok = found[VL_PRISM_SIDES] != NULL;
    ok = vlRead_Int(r, found[VL_PRISM_SIDES], "sides", 3, MOST_SIDES, &recipe->sides) && ok;
    ok = readLength(r, found[VL_PRISM_RADIUS], "radius", &recipe->radius) && ok;
    return readLength(r, found[VL_PRISM_HEIGHT], "height", &recipe->height) && ok;
}

static bool readCylinder(vlReader* r, const vlNode* node, vlRecipe* recipe)
{
    static const vlKeyName keys[] = {VL_KEYS_CYLINDER(VL_KEY_ROW)};
    enum { VL_KEYS_CYLINDER(VL_KEY_ENUM) KEY_COUNT };
    const vlNode* found[KEY_COUNT];
    if (!vlRead_Keys(r, node, "cylinder", keys, KEY_COUNT, found)) {
        return false;
    }
    recipe->sides = VL_DEFAULT_SIDES;
    bool ok = vlRead_Int(r, found[VL_CYLINDER_SIDES], "sides", 3, MOST_SIDES, &recipe->sides);
    ok = readLength(r, found[VL_CYLINDER_RADIUS], "radius", &recipe->radius) && ok;
    return readLength(r, found[VL_CYLINDER_HEIGHT], "height", &recipe->height) && ok;
}

static bool readCone(vlReader* r, const vlNode* node, vlRecipe* recipe)
{
    static const vlKeyName keys[] = {VL_KEYS_CONE(VL_KEY_ROW)};
    enum { VL_KEYS_CONE(VL_KEY_ENUM) KEY_COUNT };
    const vlNode* found[KEY_COUNT];
    if (!vlRead_Keys(r, node, "cone", keys, KEY_COUNT, found)) {
        return false;
    }
    recipe->sides = VL_DEFAULT_SIDES;
    bool ok = vlRead_Int(r, found[VL_CONE_SIDES], "sides", 3, MOST_SIDES, &recipe->sides);
    ok = readLength(r, found[VL_CONE_RADIUS], "radius", &recipe->radius) && ok;
    ok = vlRead_Number(r, found[VL_CONE_TOP_RADIUS], "top-radius", VL_RANGE_NOT_NEGATIVE,
                       &recipe->topRadius) &&
         ok;
    return readLength(r, found[VL_CONE_HEIGHT], "height", &recipe->height) && ok;
}

// Two poles and rings of sectors between them.
static bool fitsHull(vlReader* r, const vlNode* node, const char* kind, const vlRecipe* recipe,
                     int rings)
{
    int vertices = recipe->sides * rings + 2;
    if (vertices > VL_MAX_HULL_VERTICES) {
        vlFaults_Add(&r->faults, node->place,
                     "%s of %d sectors and %d bands has %d vertices; expected at most %d", kind,
                     recipe->sides, recipe->bands, vertices, VL_MAX_HULL_VERTICES);
        return false;
    }
    return true;
}

static bool readSphere(vlReader* r, const vlNode* node, vlRecipe* recipe)
{
    static const vlKeyName keys[] = {VL_KEYS_SPHERE(VL_KEY_ROW)};
    enum { VL_KEYS_SPHERE(VL_KEY_ENUM) KEY_COUNT };
    const vlNode* found[KEY_COUNT];
    if (!vlRead_Keys(r, node, "sphere", keys, KEY_COUNT, found)) {
        return false;
    }
    recipe->sides = VL_DEFAULT_SECTORS;
    recipe->bands = VL_DEFAULT_BANDS;
    bool ok = vlRead_Int(r, found[VL_SPHERE_SECTORS], "sectors", 3, MOST_SIDES, &recipe->sides);
    ok = vlRead_Int(r, found[VL_SPHERE_BANDS], "bands", 2, MOST_SIDES, &recipe->bands) && ok;
    ok = readLength(r, found[VL_SPHERE_RADIUS], "radius", &recipe->radius) && ok;
    return ok && fitsHull(r, node, "sphere", recipe, recipe->bands - 1);
}

static bool readCapsule(vlReader* r, const vlNode* node, vlRecipe* recipe)
{
    static const vlKeyName keys[] = {VL_KEYS_CAPSULE(VL_KEY_ROW)};
    enum { VL_KEYS_CAPSULE(VL_KEY_ENUM) KEY_COUNT };
    const vlNode* found[KEY_COUNT];
    if (!vlRead_Keys(r, node, "capsule", keys, KEY_COUNT, found)) {
        return false;
    }
    recipe->sides = VL_DEFAULT_SECTORS;
    recipe->bands = VL_DEFAULT_BANDS / 2;
    bool ok = vlRead_Int(r, found[VL_CAPSULE_SECTORS], "sectors", 3, MOST_SIDES, &recipe->sides);
    ok = vlRead_Int(r, found[VL_CAPSULE_BANDS], "bands", 1, MOST_SIDES, &recipe->bands) && ok;
    ok = readLength(r, found[VL_CAPSULE_RADIUS], "radius", &recipe->radius) && ok;
    ok = readLength(r, found[VL_CAPSULE_LENGTH], "length", &recipe->height) && ok;
    return ok && fitsHull(r, node, "capsule", recipe, 2 * recipe->bands);
}

static bool readPiece(vlReader* r, const vlNode* node, vlRecipe** piece, vlPose* pose)
{
    static const vlKeyName keys[] = {VL_KEYS_PIECE(VL_KEY_ROW)};
    enum { VL_KEYS_PIECE(VL_KEY_ENUM) KEY_COUNT };
    const vlNode* found[KEY_COUNT];
    *pose = vlIdentityPose();
    if (!vlRead_Keys(r, node, "a piece", keys, KEY_COUNT, found)) {
        return false;
    }
    bool ok = vlRead_VecIn(r, found[VL_PIECE_POSITION], "position", VL_RANGE_PLACE, &pose->p);
    ok = vlRead_Rotation(r, found[VL_PIECE_ROTATION], "rotation", &pose->q) && ok;
    *piece = found[VL_PIECE_SHAPE] != NULL
                 ? vlRead_Shape(r, found[VL_PIECE_SHAPE], "shape of a piece")
                 : NULL;
    if (*piece == NULL) {
        return false;
    }
    if ((*piece)->kind == VL_RECIPE_COMPOUND || (*piece)->kind == VL_RECIPE_HALFSPACE) {
        vlFaults_Add(&r->faults, found[VL_PIECE_SHAPE]->place,
                     "piece is a %s; expected a convex shape",
                     (*piece)->kind == VL_RECIPE_COMPOUND ? "compound" : "half-space");
        return false;
    }
    return ok;
}

static bool readCompound(vlReader* r, const vlNode* node, vlRecipe* recipe)
{
    if (!vlRead_IsList(r, node, "compound", VL_MAX_PIECES)) {
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

typedef bool (*RecipeReader)(vlReader* r, const vlNode* node, vlRecipe* recipe);

// Chooses the reader by the shape's key.
static const struct {
    vlRecipeKind kind;
    RecipeReader read;
} kinds[SHAPE_KEY_COUNT] = {
    [VL_SHAPE_KEY_HALFSPACE] = {VL_RECIPE_HALFSPACE, readHalfspace},
    [VL_SHAPE_KEY_BOX] = {VL_RECIPE_BOX, readBox},
    [VL_SHAPE_KEY_HULL] = {VL_RECIPE_HULL, vlRead_Hull},
    [VL_SHAPE_KEY_FACES] = {VL_RECIPE_FACES, vlRead_Faces},
    [VL_SHAPE_KEY_POLYGON] = {VL_RECIPE_POLYGON, vlRead_Polygon},
    [VL_SHAPE_KEY_PRISM] = {VL_RECIPE_PRISM, readPrism},
    [VL_SHAPE_KEY_CYLINDER] = {VL_RECIPE_CYLINDER, readCylinder},
    [VL_SHAPE_KEY_CONE] = {VL_RECIPE_CONE, readCone},
    [VL_SHAPE_KEY_SPHERE] = {VL_RECIPE_SPHERE, readSphere},
    [VL_SHAPE_KEY_CAPSULE] = {VL_RECIPE_CAPSULE, readCapsule},
    [VL_SHAPE_KEY_MESH] = {VL_RECIPE_FACES, vlRead_Mesh},
    [VL_SHAPE_KEY_SURFACE] = {VL_RECIPE_SURFACE, vlRead_SurfaceShape},
    [VL_SHAPE_KEY_COMPOUND] = {VL_RECIPE_COMPOUND, readCompound},
};

// A recipe joins the scene's list once it has a shape, which is released with the scene.
static vlRecipe* readInPlace(vlReader* r, const vlNode* node, const char* label)
{
    const vlNode* found[SHAPE_KEY_COUNT];
    int faults = r->faults.found.total;
    if (!vlRead_Keys(r, node, label, shapeKeys, SHAPE_KEY_COUNT, found) ||
        r->faults.found.total > faults) {
        return NULL;
    }
    if (node->count != 1) {
        vlFaults_Add(&r->faults, node->place,
                     "%s has %d keys; expected exactly one, such as box or sphere", label,
                     node->count);
        return NULL;
    }
    vlRecipe* recipe = vlPool_Take(&r->scene->pool, 1, sizeof *recipe);
    int i = 0;
    while (found[i] == NULL) {
        ++i;
    }
    if (recipe == NULL) {
        return NULL;
    }
    recipe->kind = kinds[i].kind;
    if (!kinds[i].read(r, found[i], recipe) || !vlRecipe_Build(r, found[i]->place, recipe)) {
        return NULL;
    }
    if (i == VL_SHAPE_KEY_MESH) {
        node->first->mesh = recipe;
    }
    vlScene_AddRecipe(r->scene, recipe);
    return recipe;
}

static vlRecipe* findByName(vlReader* r, const vlNode* node, const char* label)
{
    int i = vlNames_Find(r->shapeNames, r->shapeCount, node->text);
    if (i < 0) {
        vlRead_AddUnknown(r, node, "shape", r->shapeNameList, r->shapeCount);
        return NULL;
    }
    if (r->shapes[i].recipe == NULL && !r->shapes[i].isFaulty) { // not read yet: a compound
        vlFaults_Add(&r->faults, node->place, "%s is '%s', a compound; expected a convex shape",
                     label, node->text);
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
    r->shapes = vlPool_Take(&r->scratch, count, sizeof *r->shapes);
    r->shapeNames = vlPool_Take(&r->scratch, count, sizeof *r->shapeNames);
    r->shapeNameList = vlPool_Take(&r->scratch, count, sizeof *r->shapeNameList);
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
    if (!vlRead_IsMapping(r, node, "shapes", VL_MAX_MAPPING_KEYS) || !listNames(r, node)) {
        return;
    }
    for (int pass = 0; pass < 2; ++pass) {
        int i = 0;
        for (const vlNode* child = node->first; child != NULL; child = child->next, ++i) {
            const char* name = NULL;
            if (isCompound(child) != (pass == 1)) {
                continue;
            }
            (void)vlRead_Name(r, child->key, "shape name", &name);
            vlRecipe* recipe = readInPlace(r, child, "a shape");
            r->shapes[i].recipe = recipe;
            r->shapes[i].isFaulty = recipe == NULL;
        }
    }
}
