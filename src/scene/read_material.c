// SPDX-License-Identifier: MIT
// `materials` and `surfaces`: the properties of surfaces, and how those of two materials are mixed.

#include <math.h>
#include <string.h>

#include "scene/reader.h"

#define DEFAULT_NAME "default"

void vlCheck_Surface(vlText* t, const vlNode* node, void* object, bool isClean)
{
    vlSurface* s = object;
    const vlNode* both = vlNode_Find(node, "friction");
    const vlNode* one = vlNode_Find(node, "friction-static");
    const vlNode* other = vlNode_Find(node, "friction-dynamic");
    if (both != NULL && (one != NULL || other != NULL)) {
        vlFaults_Add(
            &t->faults, both->place,
            "friction sets friction-static and friction-dynamic; expected it or the other two");
    } else if (both != NULL) {
        s->frictionDynamic = s->frictionStatic;
    } else if (isClean && s->frictionStatic < s->frictionDynamic) {
        const vlNode* given = one != NULL ? one : other;
        vlFaults_Add(&t->faults, given != NULL ? given->place : node->place,
                     "friction-static is %g and friction-dynamic %g%s; expected static at least as "
                     "large",
                     s->frictionStatic, s->frictionDynamic,
                     one != NULL && other != NULL ? "" : ", of which only one is given here");
        s->frictionStatic = s->frictionDynamic;
    }
}

// The smaller of two values that are given; VL_AUTO only if neither is.
static double smallerGiven(double a, double b)
{
    if (a == VL_AUTO || b == VL_AUTO) {
        return a == VL_AUTO ? b : a;
    }
    return a < b ? a : b;
}

// Equal values give exactly the same value. The mean grows with both, so static stays above
// dynamic.
static double geometricMean(double a, double b)
{
    return a == b ? a : sqrt(a * b);
}

static bool isSameChoice(const vlLawChoice* a, const vlLawChoice* b)
{
    bool isSame = a->law == b->law;
    for (int i = 0; isSame && i < VL_MAX_LAW_PARAMETERS; ++i) {
        isSame = a->parameter[i] == b->parameter[i];
    }
    return isSame;
}

// Materials inherit the laws of world.surface: those that a material states itself count before
// them. If both materials state laws, those of the later one count, unless it states that it has
// none.
static vlPointLaw pointLawOf(const vlSurface* world, const vlSurface* a, const vlSurface* b)
{
    const vlSurface* both[2] = {a, b};
    bool isOwn[2];
    for (int i = 0; i < 2; ++i) {
        isOwn[i] = !isSameChoice(&both[i]->point.wall, &world->point.wall) ||
                   !isSameChoice(&both[i]->point.friction, &world->point.friction);
    }
    bool isLater = isOwn[0] == isOwn[1] ? b->point.wall.law != NULL : isOwn[1];
    return isLater ? b->point : a->point;
}

vlSurface vlSurface_Mix(const vlSurface* world, const vlSurface* a, const vlSurface* b)
{
    vlSurface s = {.stiffnessN = smallerGiven(a->stiffnessN, b->stiffnessN),
                   .dampingN = smallerGiven(a->dampingN, b->dampingN),
                   .dampingRatioN = 0.5 * (a->dampingRatioN + b->dampingRatioN),
                   .stiffnessS = smallerGiven(a->stiffnessS, b->stiffnessS),
                   .dampingS = smallerGiven(a->dampingS, b->dampingS),
                   .dampingRatioS = 0.5 * (a->dampingRatioS + b->dampingRatioS),
                   .frictionStatic = geometricMean(a->frictionStatic, b->frictionStatic),
                   .frictionDynamic = geometricMean(a->frictionDynamic, b->frictionDynamic),
                   .foundation = smallerGiven(a->foundation, b->foundation),
                   .restitution = smallerGiven(a->restitution, b->restitution),
                   .contactDistance = smallerGiven(a->contactDistance, b->contactDistance),
                   .point = pointLawOf(world, a, b)};
    // For equal coefficients the exact value and a rounded root may be in the wrong order.
    s.frictionStatic = fmax(s.frictionStatic, s.frictionDynamic);
    return s;
}

static void readMaterial(vlReader* r, const vlNode* node)
{
    vlScene* scene = r->scene;
    vlSceneMaterial* material = &scene->materials[scene->materialCount];
    material->surface = scene->world.surface;
    if (strcmp(node->key->text, DEFAULT_NAME) == 0) {
        vlFaults_Add(&r->text.faults, node->key->place,
                     "'%s' is the material that world.surface describes; expected another name",
                     DEFAULT_NAME);
    } else if (!vlText_Name(&r->text, node->key, "material name", &material->name)) {
        return;
    }
    (void)vlSection_Read(&r->text, &vlSection_Surface, node, "a material", &material->surface);
    if (material->name != NULL) {
        r->materialPlace[scene->materialCount++] = node->place;
    }
}

static int findMaterial(vlReader* r, const vlNode* node)
{
    const vlScene* scene = r->scene;
    const char* names[VL_MAX_SCENE_MATERIALS];
    for (int i = 0; i < scene->materialCount; ++i) {
        names[i] = scene->materials[i].name;
        if (node->kind == VL_NODE_SCALAR && strcmp(names[i], node->text) == 0) {
            return i;
        }
    }
    if (node->kind != VL_NODE_SCALAR) {
        vlFaults_Add(&r->text.faults, node->place, "material is %s; expected a name",
                     vlNode_Describe(node).text);
    } else {
        vlText_AddUnknown(&r->text, node, "material", names, scene->materialCount);
    }
    return -1;
}

static void readMaterialName(vlText* t, const vlNode* node, const vlField* field, void* member)
{
    int i = findMaterial((vlReader*)t, node);
    (void)field;
    ((vlMaterialId*)member)->index = i >= 0 ? (uint32_t)i : 0;
}

const vlFieldType vlField_Material = {readMaterialName, vlHash_IntField, NULL};

static bool readBetween(vlReader* r, const vlNode* node, int* a, int* b)
{
    if (node == NULL) {
        return false;
    }
    if (node->kind != VL_NODE_LIST || node->count != 2) {
        vlFaults_Add(&r->text.faults, node->place,
                     "between is not a list of 2 materials; expected "
                     "[name, name]");
        return false;
    }
    int first = findMaterial(r, node->first);
    int second = findMaterial(r, node->first->next);
    *a = first < second ? first : second;
    *b = first < second ? second : first;
    if (first >= 0 && first == second) {
        vlFaults_Add(&r->text.faults, node->place,
                     "between names '%s' twice; expected two materials (one against itself is set "
                     "where it is described)",
                     r->scene->materials[first].name);
        return false;
    }
    return first >= 0 && second >= 0;
}

static void readPair(vlReader* r, const vlNode* node)
{
    vlScene* scene = r->scene;
    const vlNode* between = vlNode_Find(node, "between");
    int a;
    int b;
    vlSurface surface = scene->world.surface;
    bool isKnown = readBetween(r, between, &a, &b);
    if (isKnown) {
        surface = vlSurface_Mix(&scene->world.surface, &scene->materials[a].surface,
                                &scene->materials[b].surface);
    }
    (void)vlSection_Read(&r->text, &vlSection_Pair, node, NULL, &surface);
    if (!isKnown) {
        return;
    }
    int* place = &scene->surfaceOfPair[a * scene->materialCount + b];
    if (*place != 0) {
        vlFaults_Add(&r->text.faults, between->place,
                     "between '%s' and '%s' is given twice, first on line %d",
                     scene->materials[a].name, scene->materials[b].name,
                     r->surfacePlace[*place - 1].line);
        return;
    }
    r->surfacePlace[scene->surfaceCount] = node->place;
    scene->surfaces[scene->surfaceCount++] = (vlListedSurface){a, b, surface};
    *place = scene->surfaceCount;
    scene->surfaceOfPair[b * scene->materialCount + a] = scene->surfaceCount;
}

void vlRead_Materials(vlReader* r, const vlNode* materials, const vlNode* surfaces)
{
    vlScene* scene = r->scene;
    bool hasMaterials =
        vlText_IsMapping(&r->text, materials, "materials", VL_MAX_SCENE_MATERIALS - 1);
    size_t count = 1;
    if (hasMaterials) { // in a sum with `? :`, gcc 14.2 reads the count even if it is not there
        count += (size_t)materials->count;
    }
    scene->materials = vlPool_Take(&scene->pool, count, sizeof *scene->materials);
    r->materialPlace = vlPool_Take(&r->text.scratch, count, sizeof *r->materialPlace);
    if (scene->materials == NULL || r->materialPlace == NULL) {
        return;
    }
    scene->materials[0] = (vlSceneMaterial){DEFAULT_NAME, scene->world.surface};
    r->materialPlace[0] = r->defaultPlace;
    scene->materialCount = 1;
    for (const vlNode* node = hasMaterials ? materials->first : NULL; node != NULL;
         node = node->next) {
        readMaterial(r, node);
    }
    size_t used = (size_t)scene->materialCount;
    size_t pairs = used * (used - 1) / 2;
    scene->surfaceOfPair = vlPool_Take(&scene->pool, used * used, sizeof *scene->surfaceOfPair);
    scene->surfaces = vlPool_Take(&scene->pool, pairs, sizeof *scene->surfaces);
    r->surfacePlace = vlPool_Take(&r->text.scratch, pairs, sizeof *r->surfacePlace);
    if (scene->surfaceOfPair == NULL || scene->surfaces == NULL || r->surfacePlace == NULL ||
        !vlText_IsList(&r->text, surfaces, "surfaces", VL_MAX_SCENE_SURFACES)) {
        return;
    }
    for (const vlNode* node = surfaces->first; node != NULL; node = node->next) {
        readPair(r, node);
    }
}
