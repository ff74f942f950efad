// SPDX-License-Identifier: MIT
// `bodies`: each entry becomes one body, or as many copies as it asks for.

#include <stdio.h>
#include <string.h>

#include "scene/reader.h"

void vlCheck_Inertia(vlText* t, const vlNode* node, void* object, bool isClean)
{
    vlBodyDef* def = object;
    const vlNode* diagonal = vlNode_Find(node, "diagonal");
    const vlNode* matrix = vlNode_Find(node, "matrix");
    (void)isClean;
    if ((diagonal != NULL) == (matrix != NULL)) {
        vlFaults_Add(&t->faults, node->place, "inertia has %s; expected one of diagonal and matrix",
                     diagonal != NULL ? "both" : "neither");
        return;
    }
    vlVec3 moments = vlZero();
    (void)vlText_Matrix(t, matrix, "matrix", &def->inertia);
    if (diagonal != NULL && vlText_Vec(t, diagonal, "diagonal", VL_RANGE_ANY, &moments)) {
        def->inertia = vlDiag(moments.x, moments.y, moments.z);
    }
}

static void readInertia(vlReader* r, const vlNode* node, vlBodyDef* def)
{
    def->hasInertia = node != NULL;
    if (node != NULL && r->scene->isPlanar) { // one number, about the centroid
        double inertia = 0.0;
        def->hasInertia = vlText_Number(&r->text, node, "inertia", VL_RANGE_POSITIVE, &inertia);
        def->inertia = vlDiag(inertia, inertia, inertia);
    } else if (node != NULL) {
        def->centroid =
            def->shape != NULL ? vlShape_GetMassProperties(def->shape).centroid : vlZero();
        (void)vlSection_Read(&r->text, &vlSection_Inertia, node, NULL, def);
    }
}

static void readCopies(vlReader* r, const vlNode* node, vlBodyEntry* entry)
{
    (void)vlSection_Read(&r->text, &vlSection_Copies, node, NULL, entry);
    entry->isCopied = node != NULL;
    if (node != NULL && entry->body.name != NULL &&
        strlen(entry->body.name) > VL_MAX_NAME - strlen("-1000")) {
        vlFaults_Add(&r->text.faults, node->place,
                     "the name of a body with copies is longer than %d; numbers are added to it",
                     (int)(VL_MAX_NAME - strlen("-1000")));
    }
}

// Checks keys that are allowed for one type of body only, or without another one.
static void checkKeys(vlReader* r, const vlNode* node, const vlBodyDef* def)
{
    static const char* const velocities[] = {"velocity", "angular-velocity"};
    const vlNode* shape = vlNode_Find(node, "shape");
    const vlNode* motion = vlNode_Find(node, "motion");
    const vlNode* density = vlNode_Find(node, "density");
    if (density != NULL && vlNode_Find(node, "mass") != NULL) {
        vlFaults_Add(&r->text.faults, density->place,
                     "mass and density are both given; expected one");
    }
    if (def->type == VL_BODY_DYNAMIC && shape != NULL && def->shape != NULL &&
        vlShape_GetKind(def->shape) == VL_SHAPE_HALFSPACE) {
        vlFaults_Add(&r->text.faults, shape->place,
                     "a half-space has no mass; expected a body of type static or kinematic");
    }
    if (motion != NULL && def->type != VL_BODY_KINEMATIC) {
        vlFaults_Add(&r->text.faults, motion->place,
                     "motion of a %s body; expected a body of type kinematic",
                     vlWords_Name(&vlWords_Type, (int)def->type));
    }
    for (int i = 0; i < VL_COUNT_OF(velocities); ++i) {
        const vlNode* velocity = vlNode_Find(node, velocities[i]);
        if (velocity != NULL && def->type == VL_BODY_STATIC) {
            vlFaults_Add(&r->text.faults, velocity->place,
                         "velocity of a static body; expected type kinematic or dynamic");
        } else if (velocity != NULL && motion != NULL) {
            vlFaults_Add(&r->text.faults, velocity->place,
                         "velocity beside motion; expected one of them");
        }
    }
}

// False if the body has no valid name by which other parts of the scene could refer to it.
static bool readEntry(vlReader* r, const vlNode* node, vlBodyEntry* entry)
{
    vlSceneBody* body = &entry->body;
    vlBodyDef* def = &body->def;
    *def = vlDefaultBodyDef();
    entry->place = node->place;
    entry->count = 1;
    (void)vlSection_Read(&r->text, &vlSection_Body, node, NULL, entry);
    const vlNode* shape = vlNode_Find(node, "shape");
    const vlRecipe* recipe = shape != NULL ? vlRead_Shape(r, shape, "shape") : NULL;
    if (recipe != NULL) {
        def->shape = recipe->shape;
        body->isCut = recipe->isCut;
        body->cutError = recipe->cutError;
    }
    readInertia(r, vlNode_Find(node, "inertia"), def);
    entry->hasColour = vlNode_Find(node, "colour") != NULL;
    vlRead_FaceNames(r, vlNode_Find(node, "faces"), body);
    readCopies(r, vlNode_Find(node, "copies"), entry);
    checkKeys(r, node, def);
    if (vlRead_Motion(r, vlNode_Find(node, "motion"), def->pose, &body->motion) &&
        body->motion.kind == VL_MOTION_PATH) {
        def->pose = body->motion.keys[0].pose; // where it waits until the first key's time
    }
    return body->name != NULL;
}

// The k-th copy of a pose, from 0: shifted, and turned about its own origin.
static vlPose copyPose(const vlBodyEntry* entry, vlPose pose, int k)
{
    vlPose moved = {vlMulAdd(pose.p, (double)k, entry->shift), pose.q};
    if (entry->turn.degrees != 0.0 && k > 0) {
        vlQuat turn = vlRotation_FromDegrees(entry->turn.axis, k * entry->turn.degrees);
        moved.q = vlRotation_Normalise(vlMulQ(turn, pose.q));
    }
    return moved;
}

static bool addCopy(vlReader* r, const vlBodyEntry* entry, int k)
{
    vlScene* scene = r->scene;
    int place = scene->bodyCount;
    vlSceneBody* body = &scene->bodies[place];
    *body = entry->body;
    r->bodyPlace[place] = entry->place;
    body->def.pose = copyPose(entry, body->def.pose, k);
    if (!entry->hasColour) {
        body->colour = vlScene_DefaultColour(body->def.type, place);
    }
    if (entry->isCopied) {
        char name[VL_MAX_NAME + 16];
        int length = snprintf(name, sizeof name, "%s-%d", entry->body.name, k + 1);
        body->name = vlPool_CopyText(&scene->pool, name, (size_t)length);
    }
    if (entry->isCopied && body->motion.keyCount > 0) {
        vlMotionKey* keys = vlPool_Take(&scene->pool, (size_t)body->motion.keyCount, sizeof *keys);
        for (int i = 0; keys != NULL && i < body->motion.keyCount; ++i) {
            keys[i] = body->motion.keys[i];
            keys[i].pose = copyPose(entry, keys[i].pose, k);
        }
        body->motion.keys = keys;
    }
    scene->bodyCount += !scene->pool.isExhausted;
    return !scene->pool.isExhausted;
}

// Can a scene hold all copies? Otherwise adds a fault.
static bool isWithinLimits(vlReader* r, const vlNode* node, const vlBodyEntry* entries, int count,
                           long* bodies)
{
    long keys = 0;
    long pieces = 0;
    *bodies = 0;
    for (int i = 0; i < count; ++i) {
        const vlShape* shape = entries[i].body.def.shape;
        int each = shape != NULL ? vlShape_GetPieceCount(shape) : 1;
        *bodies += entries[i].count;
        keys += (long)entries[i].count * entries[i].body.motion.keyCount;
        pieces += (long)entries[i].count * (each > 0 ? each : 1);
    }
    if (*bodies > VL_MAX_SCENE_BODIES || pieces > VL_MAX_SCENE_PIECES || keys > VL_MAX_SCENE_KEYS) {
        vlFaults_Add(&r->text.faults, node->place,
                     "%ld bodies of %ld convex pieces with %ld motion keys; expected at most %d, "
                     "%d and %d",
                     *bodies, pieces, keys, VL_MAX_SCENE_BODIES, VL_MAX_SCENE_PIECES,
                     VL_MAX_SCENE_KEYS);
        return false;
    }
    return true;
}

static bool isSamePlace(vlTextPlace a, vlTextPlace b)
{
    return a.source == b.source && a.line == b.line && a.column == b.column;
}

// Sorts the names and finds those given twice; of many copies only the first is reported.
static void indexNames(vlReader* r)
{
    vlScene* scene = r->scene;
    vlNameEntry* names = vlPool_Take(&scene->pool, (size_t)scene->bodyCount, sizeof *names);
    if (names == NULL) {
        scene->bodyCount = 0;
        return;
    }
    for (int i = 0; i < scene->bodyCount; ++i) {
        names[i] = (vlNameEntry){scene->bodies[i].name, i};
    }
    vlNames_Sort(names, scene->bodyCount);
    scene->bodyNames = names;
    vlTextPlace reported = {-1, 0, 0};
    for (int i = 1; i < scene->bodyCount; ++i) {
        vlTextPlace place = r->bodyPlace[names[i].index];
        if (strcmp(names[i].name, names[i - 1].name) == 0 && !isSamePlace(place, reported)) {
            vlFaults_Add(&r->text.faults, place, "body name '%s' is given twice, first on line %d",
                         names[i].name, r->bodyPlace[names[i - 1].index].line);
            reported = place;
        }
    }
}

void vlRead_Bodies(vlReader* r, const vlNode* node)
{
    vlScene* scene = r->scene;
    if (!vlText_IsList(&r->text, node, "bodies", VL_MAX_SCENE_BODIES)) {
        return;
    }
    if (node->count == 0) {
        vlFaults_Add(&r->text.faults, node->place, "bodies is empty; expected at least one body");
    }
    vlBodyEntry* entries = vlPool_Take(&r->text.scratch, (size_t)node->count, sizeof *entries);
    int count = 0;
    long bodies = 0;
    if (entries == NULL) {
        return;
    }
    for (const vlNode* child = node->first; child != NULL; child = child->next) {
        if (readEntry(r, child, &entries[count])) {
            ++count;
        } else {
            memset(&entries[count], 0, sizeof entries[count]);
        }
    }
    if (!isWithinLimits(r, node, entries, count, &bodies)) {
        return;
    }
    scene->bodies = vlPool_Take(&scene->pool, (size_t)bodies, sizeof *scene->bodies);
    r->bodyPlace = vlPool_Take(&r->text.scratch, (size_t)bodies, sizeof *r->bodyPlace);
    bool ok = scene->bodies != NULL && r->bodyPlace != NULL;
    for (int i = 0; i < count && ok; ++i) {
        for (int k = 0; k < entries[i].count && ok; ++k) {
            ok = addCopy(r, &entries[i], k);
        }
    }
    if (ok) {
        indexNames(r);
    } else {
        scene->bodyCount = 0;
    }
}
