// SPDX-License-Identifier: MIT
// `forces` and `springs`: what acts on bodies beside gravity and contact.

#include <math.h>
#include <string.h>

#include "scene/reader.h"

// Makes one list of all names when the first unknown name needs it. Returns their number, 0 without
// memory.
static int listNames(vlReader* r)
{
    const vlScene* scene = r->scene;
    if (r->bodyNames == NULL) {
        r->bodyNames =
            vlPool_Take(&r->text.scratch, (size_t)scene->bodyCount, sizeof *r->bodyNames);
        for (int i = 0; r->bodyNames != NULL && i < scene->bodyCount; ++i) {
            r->bodyNames[i] = scene->bodies[i].name;
        }
    }
    return r->bodyNames != NULL ? scene->bodyCount : 0;
}

int vlRead_BodyName(vlReader* r, const vlNode* node)
{
    if (node == NULL) {
        return -1;
    }
    if (node->kind != VL_NODE_SCALAR) {
        vlFaults_Add(&r->text.faults, node->place, "body is %s; expected a name",
                     vlNode_Describe(node).text);
        return -1;
    }
    int i = vlNames_Find(r->scene->bodyNames, r->scene->bodyCount, node->text);
    if (i < 0) {
        int count = listNames(r);
        vlText_AddUnknown(&r->text, node, "body", r->bodyNames, count);
    }
    return i;
}

static void readBody(vlText* t, const vlNode* node, const vlField* field, void* member)
{
    (void)field;
    *(int*)member = vlRead_BodyName((vlReader*)t, node);
}

const vlFieldType vlField_Body = {readBody, vlHash_IntField, NULL};

static void checkNames(vlReader* r, const char* what, vlNameEntry* names, int count,
                       const vlTextPlace* places)
{
    if (count == 0) {
        return;
    }
    vlNames_Sort(names, count);
    for (int i = 1; i < count; ++i) {
        if (strcmp(names[i].name, names[i - 1].name) == 0) {
            vlFaults_Add(&r->text.faults, places[names[i].index],
                         "%s name '%s' is given twice, first on line %d", what, names[i].name,
                         places[names[i - 1].index].line);
        }
    }
}

void* vlRead_List(vlReader* r, const vlNode* node, vlList kind, int* count, vlTextPlace** places)
{
    const vlField* row = node != NULL ? vlSection_Find(&vlSection_Scene, node->key->text) : NULL;
    if (row == NULL || !vlText_IsList(&r->text, node, row->key, (int)row->range.most)) {
        return NULL;
    }
    size_t most = (size_t)node->count;
    char* items = vlPool_Take(&r->scene->pool, most, kind.size);
    vlTextPlace* place = vlPool_Take(&r->text.scratch, most, sizeof *place);
    vlNameEntry* names = vlPool_Take(&r->text.scratch, most, sizeof *names);
    if (items == NULL || place == NULL || names == NULL) {
        return NULL;
    }
    int named = 0;
    int i = 0;
    for (const vlNode* child = node->first; child != NULL; child = child->next, ++i) {
        void* item = items + (size_t)i * kind.size;
        place[i] = child->place;
        kind.read(r, child, item, i);
        if (kind.name != NULL && *(const char* const*)item != NULL) {
            names[named++] = (vlNameEntry){*(const char* const*)item, i};
        }
    }
    checkNames(r, kind.name, names, named, place);
    *count = i;
    *places = place;
    return items;
}

void vlCheck_Force(vlText* t, const vlNode* node, void* object, bool isClean)
{
    const vlScene* scene = ((vlReader*)t)->scene;
    vlSceneForce* force = object;
    const vlNode* push = vlNode_Find(node, "force");
    const vlNode* point = vlNode_Find(node, "point");
    if (force->body >= 0 && scene->bodies[force->body].def.type != VL_BODY_DYNAMIC) {
        vlFaults_Add(&t->faults, vlNode_Find(node, "body")->place,
                     "body '%s' is %s; expected a dynamic one, others feel no force",
                     scene->bodies[force->body].name,
                     vlWords_Name(&vlWords_Type, (int)scene->bodies[force->body].def.type));
    }
    if (push == NULL && vlNode_Find(node, "torque") == NULL) {
        vlFaults_Add(&t->faults, node->place,
                     "a force has neither 'force' nor 'torque'; expected at least one");
    }
    if (push == NULL && point != NULL) {
        vlFaults_Add(&t->faults, point->place,
                     "point without force; expected force too, a torque acts nowhere");
    }
    force->atCentre = point == NULL;
    if (isClean && !(force->until > force->from)) {
        vlFaults_Add(&t->faults, vlNode_Find(node, "until")->place,
                     "until is %g and from %g; expected until after from", force->until,
                     force->from);
    }
}

static void readForce(vlReader* r, const vlNode* node, void* item, int i)
{
    vlSceneForce* force = item;
    (void)i;
    force->body = -1;
    force->until = (double)INFINITY;
    (void)vlSection_Read(&r->text, &vlSection_Force, node, NULL, force);
}

void vlRead_Forces(vlReader* r, const vlNode* node)
{
    vlTextPlace* places;
    r->scene->forces = vlRead_List(r, node, (vlList){NULL, sizeof *r->scene->forces, readForce},
                                   &r->scene->forceCount, &places);
}

static bool isDynamic(const vlScene* scene, int body)
{
    return body >= 0 && scene->bodies[body].def.type == VL_BODY_DYNAMIC;
}

bool vlRead_CheckEnds(vlReader* r, const vlNode* node, const char* what, int bodyA, int bodyB)
{
    if (bodyA == bodyB) {
        vlFaults_Add(&r->text.faults, node->place, "a %s from body '%s' to itself; expected two",
                     what, r->scene->bodies[bodyB].name);
        return false;
    }
    if (!isDynamic(r->scene, bodyA) && !isDynamic(r->scene, bodyB)) {
        vlFaults_Add(&r->text.faults, node->place,
                     "a %s without a dynamic body; expected one it could move", what);
        return false;
    }
    return true;
}

static double distanceAtStart(const vlScene* scene, const vlSceneSpring* spring)
{
    vlVec3 a = spring->bodyA < 0
                   ? spring->def.pointA
                   : vlTransform(scene->bodies[spring->bodyA].def.pose, spring->def.pointA);
    vlVec3 b = vlTransform(scene->bodies[spring->bodyB].def.pose, spring->def.pointB);
    return vlLength(vlSub(a, b));
}

void vlCheck_From(vlText* t, const vlNode* node, void* object, bool isClean)
{
    const vlNode* body = vlNode_Find(node, "body");
    const vlNode* velocity = vlNode_Find(node, "velocity");
    (void)object;
    (void)isClean;
    if (body == NULL && vlNode_Find(node, "point") == NULL) {
        vlFaults_Add(&t->faults, node->place,
                     "from has neither 'body' nor 'point'; expected at least one");
    } else if (body != NULL && velocity != NULL) {
        vlFaults_Add(&t->faults, velocity->place,
                     "velocity beside body; expected it for a point of the world only");
    }
}

void vlCheck_Spring(vlText* t, const vlNode* node, void* object, bool isClean)
{
    vlReader* r = (vlReader*)t;
    vlSceneSpring* spring = object;
    bool hasEnds = isClean && vlRead_CheckEnds(r, node, "spring", spring->bodyA, spring->bodyB);
    if (spring->def.restLength == VL_AUTO && hasEnds) {
        spring->def.restLength = distanceAtStart(r->scene, spring);
    }
}

static void readSpring(vlReader* r, const vlNode* node, void* item, int i)
{
    vlSceneSpring* spring = item;
    (void)i;
    spring->bodyA = spring->bodyB = -1;
    spring->def = vlDefaultSpringDef();
    (void)vlSection_Read(&r->text, &vlSection_Spring, node, NULL, spring);
}

void vlRead_Springs(vlReader* r, const vlNode* node)
{
    vlScene* scene = r->scene;
    scene->springs = vlRead_List(r, node, (vlList){"spring", sizeof *scene->springs, readSpring},
                                 &scene->springCount, &r->springPlace);
}
