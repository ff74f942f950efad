// SPDX-License-Identifier: MIT
// Planar scenes: polygons in the plane z = 0. They are read like all scenes, by the same keys; what
// is here turns what was read into definitions of a planar world, and refuses what has no meaning
// in a plane.

#include <string.h>

#include "base/angle.h"
#include "scene/reader.h"

void vlPlanar_SetDefaults(vlScene* scene)
{
    scene->world2 = vlDefaultWorld2Def();
    scene->world.step = scene->world2.step;
    scene->world.gravity = vlZero();
    scene->world.surface.point.wall = scene->world2.surface.wall;
    scene->world.surface.point.friction = scene->world2.surface.friction;
}

// --- Keys ---

static void refuse(vlReader* r, const vlNode* node, const char* key, const char* instead)
{
    const vlNode* value =
        node != NULL && node->kind == VL_NODE_MAPPING ? vlNode_Find(node, key) : NULL;
    if (value != NULL) {
        vlFaults_Add(&r->text.faults, value->key->place, "%s in a planar scene; expected %s", key,
                     instead);
    }
}

// Contacts are points: only the point laws of a surface have an effect.
static void refuseSurface(vlReader* r, const vlNode* node)
{
    if (node == NULL || node->kind != VL_NODE_MAPPING) {
        return;
    }
    for (const vlNode* child = node->first; child != NULL; child = child->next) {
        const char* key = child->key->text;
        if (strcmp(key, "point-law") != 0 && strcmp(key, "between") != 0) {
            vlFaults_Add(&r->text.faults, child->key->place,
                         "%s of a surface in a planar scene; expected point-law, with a wall and "
                         "a friction law",
                         key);
        }
    }
}

static const vlNode* listIn(const vlNode* root, const char* key)
{
    const vlNode* node = root->kind == VL_NODE_MAPPING ? vlNode_Find(root, key) : NULL;
    bool isFull = node != NULL && (node->kind == VL_NODE_LIST || node->kind == VL_NODE_MAPPING);
    return isFull ? node->first : NULL;
}

void vlPlanar_CheckKeys(vlReader* r, const vlNode* root)
{
    static const char* const ofWorld[] = {"integrator", "sleep", "contact"};
    static const char* const ofDevice[] = {"grasp", "grasp-button"};
    for (int i = 0; i < VL_COUNT_OF(ofWorld); ++i) {
        refuse(r, r->world, ofWorld[i], "none: it has one way to step");
    }
    refuse(r, root, "springs", "bodies, forces and devices only");
    refuse(r, root, "joints", "bodies, forces and devices only");
    refuseSurface(r, r->world != NULL ? vlNode_Find(r->world, "surface") : NULL);
    for (const vlNode* n = listIn(root, "materials"); n != NULL; n = n->next) {
        refuseSurface(r, n);
    }
    for (const vlNode* n = listIn(root, "surfaces"); n != NULL; n = n->next) {
        refuseSurface(r, n);
    }
    for (const vlNode* n = listIn(root, "bodies"); n != NULL; n = n->next) {
        refuse(r, n, "density", "mass");
    }
    for (const vlNode* n = listIn(root, "devices"); n != NULL; n = n->next) {
        for (int i = 0; i < VL_COUNT_OF(ofDevice); ++i) {
            refuse(r, n, ofDevice[i], "holds: it holds a body by its centroid");
        }
        refuse(r, n, "formations", "none: polygons have laws of their own");
    }
    int i = 0;
    for (const vlNode* n = listIn(root, "forces"); n != NULL && i < r->scene->forceCount; ++i) {
        const vlSceneForce* f = &r->scene->forces[i];
        if (f->force.z != 0.0 || f->point.z != 0.0 || f->torque.x != 0.0 || f->torque.y != 0.0) {
            vlFaults_Add(&r->text.faults, n->place,
                         "a force points out of the plane; expected force and point [x, y], "
                         "torque [0, 0, z]");
        }
        n = n->next;
    }
}

// --- Bodies ---

static bool isPoseFlat(vlPose pose)
{
    return pose.p.z == 0.0 && pose.q.x == 0.0 && pose.q.y == 0.0;
}

static vlPose2 flatPose(vlPose pose)
{
    vlPose2 flat = {{pose.p.x, pose.p.y}, 2.0 * vlAngle_Of(pose.q.z, pose.q.w)};
    return flat;
}

static bool isMotionFlat(const vlMotionScript* motion)
{
    bool isFlat = motion->amplitude.z == 0.0 && motion->turn.x == 0.0 && motion->turn.y == 0.0;
    for (int i = 0; i < motion->keyCount; ++i) {
        isFlat = isFlat && isPoseFlat(motion->keys[i].pose);
    }
    return isFlat;
}

static bool isBodyFlat(const vlSceneBody* body)
{
    const vlBodyDef* def = &body->def;
    return isPoseFlat(def->pose) && def->velocity.linear.z == 0.0 &&
           def->velocity.angular.x == 0.0 && def->velocity.angular.y == 0.0 &&
           isMotionFlat(&body->motion);
}

static vlPolygon polygonOf(const vlScene* scene, const vlShape* shape)
{
    vlPolygon none = {.count = 0};
    for (const vlRecipe* recipe = scene->recipes; recipe != NULL; recipe = recipe->next) {
        if (recipe->shape == shape) {
            return vlRecipe_GetPolygon(recipe);
        }
    }
    return none;
}

static void makeBody(vlReader* r, int i)
{
    const vlSceneBody* body = &r->scene->bodies[i];
    const vlBodyDef* def = &body->def;
    vlBody2Def* made = &r->scene->bodies2[i];
    *made = vlDefaultBody2Def();
    made->type = def->type;
    made->polygon = polygonOf(r->scene, def->shape);
    made->material = def->material;
    made->pose = flatPose(def->pose);
    made->velocity.linear = (vlVec2){def->velocity.linear.x, def->velocity.linear.y};
    made->velocity.angular = def->velocity.angular.z;
    made->mass = def->mass;
    made->inertia = def->hasInertia ? def->inertia.cz.z : 0.0;
    if (made->polygon.count == 0 && def->shape != NULL) {
        vlFaults_Add(&r->text.faults, r->bodyPlace[i],
                     "body '%s' is not a polygon; expected the shape polygon or box in a planar "
                     "scene",
                     body->name);
    }
    if (!isBodyFlat(body)) {
        vlFaults_Add(&r->text.faults, r->bodyPlace[i],
                     "body '%s' leaves the plane; expected positions and velocities [x, y], "
                     "rotations about [0, 0, 1] and angular velocities [0, 0, z]",
                     body->name);
    }
    bool isFaulty = r->text.faults.found.total > 0; // a mass that was refused is not missing too
    if (def->type == VL_BODY_DYNAMIC && !(def->mass > 0.0) && !isFaulty) {
        vlFaults_Add(&r->text.faults, r->bodyPlace[i],
                     "body '%s' has no mass; expected mass, above 0 kg", body->name);
    }
}

static void checkDevice(vlReader* r, int i)
{
    const vlSceneDevice* device = &r->scene->devices[i];
    const vlSceneBody* held = vlScene_GetBody(r->scene, device->body);
    vlMotionScript hand = {.amplitude = device->hand.amplitude,
                           .turn = device->hand.turn,
                           .keys = device->hand.keys,
                           .keyCount = device->hand.keyCount};
    if (!isPoseFlat(device->base) || !isMotionFlat(&hand)) {
        vlFaults_Add(&r->text.faults, r->devicePlace[i],
                     "device '%s' or its hand leaves the plane; expected positions [x, y] and "
                     "rotations about [0, 0, 1]",
                     device->name);
    }
    if (held != NULL && held->def.type != VL_BODY_DYNAMIC) {
        vlFaults_Add(&r->text.faults, r->devicePlace[i],
                     "device '%s' holds '%s', which is kinematic; expected a dynamic body in a "
                     "planar scene",
                     device->name, held->name);
    }
}

void vlPlanar_MakeBodies(vlReader* r)
{
    vlScene* scene = r->scene;
    vlWorld2Def* world = &scene->world2;
    scene->bodies2 = vlPool_Take(&scene->pool, (size_t)scene->bodyCount, sizeof *scene->bodies2);
    if (scene->bodies2 == NULL || scene->materials == NULL) {
        return; // the pool is exhausted
    }
    if (scene->world.gravity.z != 0.0) {
        vlFaults_Add(&r->text.faults, r->worldPlace,
                     "gravity points out of the plane; expected [x, y] in a planar scene");
    }
    for (int i = 0; i < scene->bodyCount; ++i) {
        makeBody(r, i);
    }
    for (int i = 0; i < scene->deviceCount && r->text.faults.found.total == 0; ++i) {
        checkDevice(r, i);
    }
    world->step = scene->world.step;
    world->gravity = (vlVec2){scene->world.gravity.x, scene->world.gravity.y};
    world->surface =
        (vlSurface2){scene->world.surface.point.wall, scene->world.surface.point.friction};
    world->capacity = (vlCapacity2){scene->bodyCount, scene->pairs, scene->materialCount};
}
