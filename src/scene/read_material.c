// SPDX-License-Identifier: MIT
// `materials` and `surfaces`: the properties of surfaces, and how those of two materials are mixed.

#include <math.h>
#include <string.h>

#include "scene/reader.h"

// Friction above this is not physical.
#define MOST_FRICTION 1e6
#define DEFAULT_NAME "default"

static const vlKeyName surfaceKeys[] = {VL_KEYS_SURFACE(VL_KEY_ROW)};
static const vlKeyName pairKeys[] = {VL_KEYS_PAIR(VL_KEY_ROW)};
enum { VL_KEYS_PAIR(VL_KEY_ENUM) PAIR_KEY_COUNT };

static void readAuto(vlReader* r, const vlNode* node, const char* label, vlRange range,
                     double* value)
{
    (void)vlRead_NumberOr(r, node, label, range, "auto", VL_AUTO, value);
}

static void readFriction(vlReader* r, const vlNode* const* found, vlTextPlace place,
                         vlSurface* surface)
{
    vlRange range = {0.0, false, MOST_FRICTION};
    const vlNode* both = found[VL_SURFACE_FRICTION];
    const vlNode* one = found[VL_SURFACE_FRICTION_STATIC];
    const vlNode* other = found[VL_SURFACE_FRICTION_DYNAMIC];
    double friction;
    if (both != NULL && (one != NULL || other != NULL)) {
        vlFaults_Add(
            &r->faults, both->place,
            "friction sets friction-static and friction-dynamic; expected it or the other two");
        return;
    }
    if (both != NULL) {
        if (vlRead_Number(r, both, "friction", range, &friction)) {
            surface->frictionStatic = surface->frictionDynamic = friction;
        }
        return;
    }
    bool hasStatic = vlRead_Number(r, one, "friction-static", range, &surface->frictionStatic);
    bool hasDynamic = vlRead_Number(r, other, "friction-dynamic", range, &surface->frictionDynamic);
    if (hasStatic && hasDynamic && surface->frictionStatic < surface->frictionDynamic) {
        const vlNode* given = one != NULL ? one : other;
        vlFaults_Add(&r->faults, given != NULL ? given->place : place,
                     "friction-static is %g and friction-dynamic %g%s; expected static at least as "
                     "large",
                     surface->frictionStatic, surface->frictionDynamic,
                     one != NULL && other != NULL ? "" : ", of which only one is given here");
        surface->frictionStatic = surface->frictionDynamic;
    }
}

void vlRead_Surface(vlReader* r, const vlNode* const* found, vlTextPlace place, vlSurface* surface)
{
    vlRange ratio = {0.0, false, 2.0};
    vlRange restitution = {0.0, false, 1.0};
    vlRange distance = {0.0, true, 1.0};
    readAuto(r, found[VL_SURFACE_STIFFNESS], "stiffness", VL_RANGE_POSITIVE, &surface->stiffnessN);
    readAuto(r, found[VL_SURFACE_DAMPING], "damping", VL_RANGE_NOT_NEGATIVE, &surface->dampingN);
    (void)vlRead_Number(r, found[VL_SURFACE_DAMPING_RATIO], "damping-ratio", ratio,
                        &surface->dampingRatioN);
    readAuto(r, found[VL_SURFACE_SHEAR_STIFFNESS], "shear-stiffness", VL_RANGE_POSITIVE,
             &surface->stiffnessS);
    readAuto(r, found[VL_SURFACE_SHEAR_DAMPING], "shear-damping", VL_RANGE_NOT_NEGATIVE,
             &surface->dampingS);
    (void)vlRead_Number(r, found[VL_SURFACE_SHEAR_DAMPING_RATIO], "shear-damping-ratio", ratio,
                        &surface->dampingRatioS);
    readAuto(r, found[VL_SURFACE_FOUNDATION], "foundation", VL_RANGE_POSITIVE,
             &surface->foundation);
    readAuto(r, found[VL_SURFACE_RESTITUTION], "restitution", restitution, &surface->restitution);
    readAuto(r, found[VL_SURFACE_CONTACT_DISTANCE], "contact-distance", distance,
             &surface->contactDistance);
    readFriction(r, found, place, surface);
    vlRead_PointLaw(r, found[VL_SURFACE_POINT_LAW], &surface->point);
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
        vlFaults_Add(&r->faults, node->key->place,
                     "'%s' is the material that world.surface describes; expected another name",
                     DEFAULT_NAME);
    } else if (!vlRead_Name(r, node->key, "material name", &material->name)) {
        return;
    }
    const vlNode* found[VL_COUNT_OF(surfaceKeys)];
    if (vlRead_Keys(r, node, "a material", surfaceKeys, VL_COUNT_OF(surfaceKeys), found)) {
        vlRead_Surface(r, found, node->place, &material->surface);
    }
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
        vlFaults_Add(&r->faults, node->place, "material is %s; expected a name",
                     vlNode_Describe(node).text);
    } else {
        vlRead_AddUnknown(r, node, "material", names, scene->materialCount);
    }
    return -1;
}

bool vlRead_MaterialName(vlReader* r, const vlNode* node, vlMaterialId* material)
{
    int i = node != NULL ? findMaterial(r, node) : 0;
    material->index = i >= 0 ? (uint32_t)i : 0;
    return i >= 0;
}

static bool readBetween(vlReader* r, const vlNode* node, int* a, int* b)
{
    if (node == NULL) {
        return false;
    }
    if (node->kind != VL_NODE_LIST || node->count != 2) {
        vlFaults_Add(&r->faults, node->place,
                     "between is not a list of 2 materials; expected "
                     "[name, name]");
        return false;
    }
    int first = findMaterial(r, node->first);
    int second = findMaterial(r, node->first->next);
    *a = first < second ? first : second;
    *b = first < second ? second : first;
    if (first >= 0 && first == second) {
        vlFaults_Add(&r->faults, node->place,
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
    const vlNode* found[PAIR_KEY_COUNT];
    int a;
    int b;
    if (!vlRead_Keys(r, node, "a surface", pairKeys, PAIR_KEY_COUNT, found)) {
        return;
    }
    vlSurface surface = scene->world.surface;
    bool isKnown = readBetween(r, found[VL_PAIR_BETWEEN], &a, &b);
    if (isKnown) {
        surface = vlSurface_Mix(&scene->world.surface, &scene->materials[a].surface,
                                &scene->materials[b].surface);
    }
    vlRead_Surface(r, found, node->place, &surface);
    if (!isKnown) {
        return;
    }
    int* place = &scene->surfaceOfPair[a * scene->materialCount + b];
    if (*place != 0) {
        vlFaults_Add(&r->faults, found[VL_PAIR_BETWEEN]->place,
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
    bool hasMaterials = vlRead_IsMapping(r, materials, "materials", VL_MAX_SCENE_MATERIALS - 1);
    size_t count = 1;
    if (hasMaterials) { // in a sum with `? :`, gcc 14.2 reads the count even if it is not there
        count += (size_t)materials->count;
    }
    scene->materials = vlPool_Take(&scene->pool, count, sizeof *scene->materials);
    r->materialPlace = vlPool_Take(&r->scratch, count, sizeof *r->materialPlace);
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
    r->surfacePlace = vlPool_Take(&r->scratch, pairs, sizeof *r->surfacePlace);
    if (scene->surfaceOfPair == NULL || scene->surfaces == NULL || r->surfacePlace == NULL ||
        !vlRead_IsList(r, surfaces, "surfaces", VL_MAX_SCENE_SURFACES)) {
        return;
    }
    for (const vlNode* node = surfaces->first; node != NULL; node = node->next) {
        readPair(r, node);
    }
}
