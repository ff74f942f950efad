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
        r->bodyNames = vlPool_Take(&r->scratch, (size_t)scene->bodyCount, sizeof *r->bodyNames);
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
        vlFaults_Add(&r->faults, node->place, "body is %s; expected a name",
                     vlNode_Describe(node).text);
        return -1;
    }
    int i = vlNames_Find(r->scene->bodyNames, r->scene->bodyCount, node->text);
    if (i < 0) {
        int count = listNames(r);
        vlRead_AddUnknown(r, node, "body", r->bodyNames, count);
    }
    return i;
}

static void readForce(vlReader* r, const vlNode* node, vlSceneForce* force)
{
    static const vlKeyName keys[] = {VL_KEYS_FORCE(VL_KEY_ROW)};
    enum { VL_KEYS_FORCE(VL_KEY_ENUM) KEY_COUNT };
    const vlNode* found[KEY_COUNT];
    int frame = 0;
    if (!vlRead_Keys(r, node, "a force", keys, KEY_COUNT, found)) {
        return;
    }
    force->body = vlRead_BodyName(r, found[VL_FORCE_BODY]);
    if (force->body >= 0 && r->scene->bodies[force->body].def.type != VL_BODY_DYNAMIC) {
        vlFaults_Add(&r->faults, found[VL_FORCE_BODY]->place,
                     "body '%s' is %s; expected a dynamic one, others feel no force",
                     r->scene->bodies[force->body].name,
                     vlWords_Name(&vlWords_Type, (int)r->scene->bodies[force->body].def.type));
    }
    const vlNode* push = found[VL_FORCE_FORCE];
    if (push == NULL && found[VL_FORCE_TORQUE] == NULL) {
        vlFaults_Add(&r->faults, node->place,
                     "a force has neither 'force' nor 'torque'; expected at least one");
    }
    if (push == NULL && found[VL_FORCE_POINT] != NULL) {
        vlFaults_Add(&r->faults, found[VL_FORCE_POINT]->place,
                     "point without force; expected force too, a torque acts nowhere");
    }
    force->atCentre = found[VL_FORCE_POINT] == NULL;
    force->until = (double)INFINITY;
    (void)vlRead_VecIn(r, push, "force", VL_RANGE_FORCE, &force->force);
    (void)vlRead_VecIn(r, found[VL_FORCE_TORQUE], "torque", VL_RANGE_FORCE, &force->torque);
    (void)vlRead_VecIn(r, found[VL_FORCE_POINT], "point", VL_RANGE_PLACE, &force->point);
    (void)vlRead_Word(r, found[VL_FORCE_FRAME], "frame", &vlWords_Frame, &frame);
    force->inBodyFrame = frame == 1;
    bool ok = vlRead_Number(r, found[VL_FORCE_FROM], "from", VL_RANGE_NOT_NEGATIVE, &force->from);
    ok = vlRead_NumberOr(r, found[VL_FORCE_UNTIL], "until", VL_RANGE_POSITIVE, "inf",
                         (double)INFINITY, &force->until) &&
         ok;
    if (ok && !(force->until > force->from)) {
        vlFaults_Add(&r->faults, found[VL_FORCE_UNTIL]->place,
                     "until is %g and from %g; expected until after from", force->until,
                     force->from);
    }
}

void vlRead_Forces(vlReader* r, const vlNode* node)
{
    vlScene* scene = r->scene;
    if (!vlRead_IsList(r, node, "forces", VL_MAX_SCENE_FORCES)) {
        return;
    }
    scene->forces = vlPool_Take(&scene->pool, (size_t)node->count, sizeof *scene->forces);
    if (scene->forces == NULL) {
        return;
    }
    for (const vlNode* child = node->first; child != NULL; child = child->next) {
        readForce(r, child, &scene->forces[scene->forceCount++]);
    }
}

static bool readFrom(vlReader* r, const vlNode* node, vlSceneSpring* spring)
{
    static const vlKeyName keys[] = {VL_KEYS_FROM(VL_KEY_ROW)};
    enum { VL_KEYS_FROM(VL_KEY_ENUM) KEY_COUNT };
    const vlNode* found[KEY_COUNT];
    spring->bodyA = -1;
    if (node == NULL || !vlRead_Keys(r, node, "from", keys, KEY_COUNT, found)) {
        return false;
    }
    const vlNode* body = found[VL_FROM_BODY];
    bool ok = vlRead_VecIn(r, found[VL_FROM_POINT], "point", VL_RANGE_PLACE, &spring->def.pointA);
    ok = vlRead_VecIn(r, found[VL_FROM_VELOCITY], "velocity", VL_RANGE_SPEED,
                      &spring->def.velocityA) &&
         ok;
    if (body == NULL && found[VL_FROM_POINT] == NULL) {
        vlFaults_Add(&r->faults, node->place,
                     "from has neither 'body' nor 'point'; expected at least one");
        return false;
    }
    if (body != NULL && found[VL_FROM_VELOCITY] != NULL) {
        vlFaults_Add(&r->faults, found[VL_FROM_VELOCITY]->place,
                     "velocity beside body; expected it for a point of the world only");
        ok = false;
    }
    spring->bodyA = body != NULL ? vlRead_BodyName(r, body) : -1;
    return ok && (body == NULL || spring->bodyA >= 0);
}

static bool readTo(vlReader* r, const vlNode* node, vlSceneSpring* spring)
{
    static const vlKeyName keys[] = {VL_KEYS_TO(VL_KEY_ROW)};
    enum { VL_KEYS_TO(VL_KEY_ENUM) KEY_COUNT };
    const vlNode* found[KEY_COUNT];
    spring->bodyB = -1;
    if (node == NULL || !vlRead_Keys(r, node, "to", keys, KEY_COUNT, found)) {
        return false;
    }
    spring->bodyB = vlRead_BodyName(r, found[VL_TO_BODY]);
    return vlRead_VecIn(r, found[VL_TO_POINT], "point", VL_RANGE_PLACE, &spring->def.pointB) &&
           spring->bodyB >= 0;
}

static bool isDynamic(const vlScene* scene, int body)
{
    return body >= 0 && scene->bodies[body].def.type == VL_BODY_DYNAMIC;
}

bool vlRead_CheckEnds(vlReader* r, const vlNode* node, const char* what, int bodyA, int bodyB)
{
    if (bodyA == bodyB) {
        vlFaults_Add(&r->faults, node->place, "a %s from body '%s' to itself; expected two", what,
                     r->scene->bodies[bodyB].name);
        return false;
    }
    if (!isDynamic(r->scene, bodyA) && !isDynamic(r->scene, bodyB)) {
        vlFaults_Add(&r->faults, node->place,
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

static void readSpring(vlReader* r, const vlNode* node, vlSceneSpring* spring)
{
    static const vlKeyName keys[] = {VL_KEYS_SPRING(VL_KEY_ROW)};
    enum { VL_KEYS_SPRING(VL_KEY_ENUM) KEY_COUNT };
    const vlNode* found[KEY_COUNT];
    vlSpringDef* def = &spring->def;
    *def = vlDefaultSpringDef();
    if (!vlRead_Keys(r, node, "a spring", keys, KEY_COUNT, found)) {
        return;
    }
    (void)vlRead_Name(r, found[VL_SPRING_NAME], "name", &spring->name);
    bool hasEnds = readFrom(r, found[VL_SPRING_FROM], spring);
    hasEnds = readTo(r, found[VL_SPRING_TO], spring) && hasEnds;
    hasEnds = hasEnds && vlRead_CheckEnds(r, node, "spring", spring->bodyA, spring->bodyB);
    (void)vlRead_Number(r, found[VL_SPRING_STIFFNESS], "stiffness", VL_RANGE_NOT_NEGATIVE,
                        &def->stiffness);
    (void)vlRead_Number(r, found[VL_SPRING_DAMPING], "damping", VL_RANGE_NOT_NEGATIVE,
                        &def->damping);
    (void)vlRead_Number(r, found[VL_SPRING_SPIN_DAMPING], "spin-damping", VL_RANGE_NOT_NEGATIVE,
                        &def->spinDamping);
    (void)vlRead_NumberOr(r, found[VL_SPRING_MAX_FORCE], "max-force", VL_RANGE_POSITIVE, "inf",
                          (double)INFINITY, &def->maxForce);
    (void)vlRead_NumberOr(r, found[VL_SPRING_REST_LENGTH], "rest-length", VL_RANGE_NOT_NEGATIVE,
                          "auto", VL_AUTO, &def->restLength);
    if (def->restLength == VL_AUTO && hasEnds) {
        def->restLength = distanceAtStart(r->scene, spring);
    }
}

void vlRead_CheckNames(vlReader* r, const char* what, vlNameEntry* names, int count,
                       const vlTextPlace* places)
{
    if (count == 0) {
        return;
    }
    vlNames_Sort(names, count);
    for (int i = 1; i < count; ++i) {
        if (strcmp(names[i].name, names[i - 1].name) == 0) {
            vlFaults_Add(&r->faults, places[names[i].index],
                         "%s name '%s' is given twice, first on line %d", what, names[i].name,
                         places[names[i - 1].index].line);
        }
    }
}

void vlRead_Springs(vlReader* r, const vlNode* node)
{
    vlScene* scene = r->scene;
    if (!vlRead_IsList(r, node, "springs", VL_MAX_SCENE_SPRINGS)) {
        return;
    }
    scene->springs = vlPool_Take(&scene->pool, (size_t)node->count, sizeof *scene->springs);
    r->springPlace = vlPool_Take(&r->scratch, (size_t)node->count, sizeof *r->springPlace);
    vlNameEntry* names = vlPool_Take(&r->scratch, (size_t)node->count, sizeof *names);
    if (scene->springs == NULL || r->springPlace == NULL || names == NULL) {
        return;
    }
    int named = 0;
    for (const vlNode* child = node->first; child != NULL; child = child->next) {
        int i = scene->springCount++;
        r->springPlace[i] = child->place;
        readSpring(r, child, &scene->springs[i]);
        if (scene->springs[i].name != NULL) {
            names[named++] = (vlNameEntry){scene->springs[i].name, i};
        }
    }
    vlRead_CheckNames(r, "spring", names, named, r->springPlace);
}
