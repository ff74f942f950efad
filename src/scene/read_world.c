// SPDX-License-Identifier: MIT
// `world` and `camera`.

#include "scene/reader.h"

static void readReference(vlReader* r, const vlNode* node, vlReferenceOptions* reference)
{
    static const vlKeyName keys[] = {VL_KEYS_REFERENCE(VL_KEY_ROW)};
    enum { VL_KEYS_REFERENCE(VL_KEY_ENUM) KEY_COUNT };
    const vlNode* found[KEY_COUNT];
    if (node == NULL || !vlRead_Keys(r, node, "reference", keys, KEY_COUNT, found)) {
        return;
    }
    int model = (int)reference->model;
    int normal = (int)reference->normal;
    int friction = (int)reference->friction;
    int pressure = (int)reference->pressure;
    int route = (int)reference->route;
    (void)vlRead_Word(r, found[VL_REFERENCE_MODEL], "model", &vlWords_Model, &model);
    (void)vlRead_Word(r, found[VL_REFERENCE_NORMAL], "normal", &vlWords_Normal, &normal);
    (void)vlRead_Word(r, found[VL_REFERENCE_FRICTION], "friction", &vlWords_Friction, &friction);
    (void)vlRead_Word(r, found[VL_REFERENCE_PRESSURE], "pressure", &vlWords_Pressure, &pressure);
    (void)vlRead_Word(r, found[VL_REFERENCE_ROUTE], "route", &vlWords_Route, &route);
    *reference =
        (vlReferenceOptions){(vlContactModel)model, (vlNormalRule)normal, (vlFrictionRule)friction,
                             (vlPressureRule)pressure, (vlPolyhedronRoute)route};
}

static void readContact(vlReader* r, const vlNode* node, vlContactOptions* contact)
{
    static const vlKeyName keys[] = {VL_KEYS_CONTACT(VL_KEY_ROW)};
    enum { VL_KEYS_CONTACT(VL_KEY_ENUM) KEY_COUNT };
    const vlNode* found[KEY_COUNT];
    if (node == NULL || !vlRead_Keys(r, node, "contact", keys, KEY_COUNT, found)) {
        return;
    }
    int law = (int)contact->law;
    (void)vlRead_Word(r, found[VL_CHOICE_LAW], "law", &vlWords_Law, &law);
    contact->law = (vlNormalLaw)law;
    readReference(r, found[VL_CHOICE_REFERENCE], &contact->reference);
}

static void readCapacity(vlReader* r, const vlNode* node)
{
    static const vlKeyName keys[] = {VL_KEYS_CAPACITY(VL_KEY_ROW)};
    enum { VL_KEYS_CAPACITY(VL_KEY_ENUM) KEY_COUNT };
    const vlNode* found[KEY_COUNT];
    if (node == NULL || !vlRead_Keys(r, node, "capacity", keys, KEY_COUNT, found)) {
        return;
    }
    (void)vlRead_Int(r, found[VL_CAPACITY_PAIRS], "pairs", 1, VL_MAX_SCENE_PAIRS, &r->scene->pairs);
    (void)vlRead_Int(r, found[VL_CAPACITY_CONTACTS], "contacts", 1, VL_MAX_SCENE_CONTACTS,
                     &r->scene->contacts);
}

// Only the windows of friction laws between polygons depend on how hard they are pressed together.
static void readLoad(vlReader* r, const vlNode* node)
{
    vlScene* scene = r->scene;
    if (node != NULL && !scene->isPlanar) {
        vlFaults_Add(&r->faults, node->key->place,
                     "load in a scene that is not planar; expected none");
    } else {
        (void)vlRead_Number(r, node, "load", VL_RANGE_NOT_NEGATIVE, &scene->world2.load);
    }
}

void vlRead_World(vlReader* r, const vlNode* node)
{
    static const vlKeyName keys[] = {VL_KEYS_WORLD(VL_KEY_ROW)};
    static const vlKeyName surfaceKeys[] = {VL_KEYS_SURFACE(VL_KEY_ROW)};
    enum { VL_KEYS_WORLD(VL_KEY_ENUM) KEY_COUNT };
    const vlNode* found[KEY_COUNT];
    const vlNode* surface[VL_COUNT_OF(surfaceKeys)];
    vlWorldDef* world = &r->scene->world;
    if (node == NULL) {
        return;
    }
    r->world = node;
    r->worldPlace = r->defaultPlace = node->place;
    if (!vlRead_Keys(r, node, "world", keys, KEY_COUNT, found)) {
        return;
    }
    (void)vlRead_Bool(r, found[VL_WORLD_PLANAR], "planar", &r->scene->isPlanar);
    if (r->scene->isPlanar) {
        vlPlanar_SetDefaults(r->scene);
    }
    int integrator = (int)world->integrator;
    (void)vlRead_VecIn(r, found[VL_WORLD_GRAVITY], "gravity", VL_RANGE_SPEED, &world->gravity);
    (void)vlRead_Number(r, found[VL_WORLD_STEP], "step", VL_RANGE_POSITIVE, &world->step);
    readLoad(r, found[VL_WORLD_LOAD]);
    (void)vlRead_Word(r, found[VL_WORLD_INTEGRATOR], "integrator", &vlWords_Integrator,
                      &integrator);
    world->integrator = (vlIntegrator)integrator;
    (void)vlRead_Bool(r, found[VL_WORLD_SLEEP], "sleep", &world->sleep);
    readContact(r, found[VL_WORLD_CONTACT], &world->contact);
    readCapacity(r, found[VL_WORLD_CAPACITY]);
    const vlNode* given = found[VL_WORLD_SURFACE];
    if (given != NULL &&
        vlRead_Keys(r, given, "surface", surfaceKeys, VL_COUNT_OF(surfaceKeys), surface)) {
        r->defaultPlace = given->place;
        vlRead_Surface(r, surface, given->place, &world->surface);
    }
}

void vlRead_Camera(vlReader* r, const vlNode* node)
{
    static const vlKeyName keys[] = {VL_KEYS_CAMERA(VL_KEY_ROW)};
    enum { VL_KEYS_CAMERA(VL_KEY_ENUM) KEY_COUNT };
    const vlNode* found[KEY_COUNT];
    vlSceneCamera* camera = &r->scene->camera;
    if (node == NULL || !vlRead_Keys(r, node, "camera", keys, KEY_COUNT, found)) {
        return;
    }
    static const int needed[] = {VL_CAMERA_POSITION, VL_CAMERA_TARGET};
    bool isGiven = found[VL_CAMERA_POSITION] != NULL && found[VL_CAMERA_TARGET] != NULL;
    // The viewer may choose where it is, if the scene says what it follows.
    bool isChosen = found[VL_CAMERA_FOLLOW] != NULL && found[VL_CAMERA_POSITION] == NULL &&
                    found[VL_CAMERA_TARGET] == NULL;
    for (int i = 0; i < VL_COUNT_OF(needed) && !isChosen; ++i) {
        if (found[needed[i]] == NULL) {
            vlFaults_Add(&r->faults, node->place, "camera has no '%s'; expected one",
                         keys[needed[i]].name);
        }
    }
    camera->isSet = isGiven;
    camera->follow = vlRead_BodyName(r, found[VL_CAMERA_FOLLOW]);
    bool hasPosition =
        vlRead_VecIn(r, found[VL_CAMERA_POSITION], "position", VL_RANGE_PLACE, &camera->position);
    bool hasTarget =
        vlRead_VecIn(r, found[VL_CAMERA_TARGET], "target", VL_RANGE_PLACE, &camera->target);
    if (isGiven && hasPosition && hasTarget &&
        !(vlLength(vlSub(camera->position, camera->target)) > 0.0)) {
        vlFaults_Add(&r->faults, node->place,
                     "camera: position and target are the same point; expected two");
    }
}
