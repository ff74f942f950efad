// SPDX-License-Identifier: MIT
// `bodies`: each entry becomes one body, or as many copies as it asks for.

#include <stdio.h>
#include <string.h>

#include "scene/reader.h"

// One entry of the list.
typedef struct Entry {
    vlTextPlace place;
    vlSceneBody body;
    bool hasColour;
    bool isCopied;
    int count;
    vlVec3 shift;
    vlVec3 turnAxis;
    double turnDegrees;
} Entry;

static const vlKeyName bodyKeys[] = {VL_KEYS_BODY(VL_KEY_ROW)};
enum { VL_KEYS_BODY(VL_KEY_ENUM) BODY_KEY_COUNT };

static void readInertia(vlReader* r, const vlNode* node, const vlShape* shape, vlBodyDef* def)
{
    static const vlKeyName keys[] = {VL_KEYS_INERTIA(VL_KEY_ROW)};
    enum { VL_KEYS_INERTIA(VL_KEY_ENUM) KEY_COUNT };
    const vlNode* found[KEY_COUNT];
    if (node != NULL && r->scene->isPlanar) { // one number, about the centroid
        double inertia = 0.0;
        def->hasInertia = vlRead_Number(r, node, "inertia", VL_RANGE_POSITIVE, &inertia);
        def->inertia = vlDiag(inertia, inertia, inertia);
        return;
    }
    if (node == NULL || !vlRead_Keys(r, node, "inertia", keys, KEY_COUNT, found)) {
        return;
    }
    const vlNode* diagonal = found[VL_INERTIA_DIAGONAL];
    const vlNode* matrix = found[VL_INERTIA_MATRIX];
    if ((diagonal != NULL) == (matrix != NULL)) {
        vlFaults_Add(&r->faults, node->place, "inertia has %s; expected one of diagonal and matrix",
                     diagonal != NULL ? "both" : "neither");
        return;
    }
    vlVec3 moments = vlZero();
    def->hasInertia = true;
    def->centroid = shape != NULL ? vlShape_GetMassProperties(shape).centroid : vlZero();
    (void)vlRead_VecIn(r, found[VL_INERTIA_CENTRE], "centre", VL_RANGE_PLACE, &def->centroid);
    (void)vlRead_Matrix(r, matrix, "matrix", &def->inertia);
    if (diagonal != NULL && vlRead_Vec(r, diagonal, "diagonal", &moments)) {
        def->inertia = vlDiag(moments.x, moments.y, moments.z);
    }
}

static void readMass(vlReader* r, const vlNode* const* found, const vlShape* shape, vlBodyDef* def)
{
    const vlNode* mass = found[VL_BODY_KEY_MASS];
    const vlNode* density = found[VL_BODY_KEY_DENSITY];
    if (mass != NULL && density != NULL) {
        vlFaults_Add(&r->faults, density->place, "mass and density are both given; expected one");
    }
    (void)vlRead_Number(r, mass, "mass", VL_RANGE_POSITIVE, &def->mass);
    (void)vlRead_Number(r, density, "density", VL_RANGE_POSITIVE, &def->density);
    readInertia(r, found[VL_BODY_KEY_INERTIA], shape, def);
}

static void readCopies(vlReader* r, const vlNode* node, Entry* entry)
{
    static const vlKeyName keys[] = {VL_KEYS_COPIES(VL_KEY_ROW)};
    enum { VL_KEYS_COPIES(VL_KEY_ENUM) KEY_COUNT };
    const vlNode* found[KEY_COUNT];
    if (node == NULL || !vlRead_Keys(r, node, "copies", keys, KEY_COUNT, found)) {
        return;
    }
    entry->isCopied = true;
    (void)vlRead_Int(r, found[VL_COPIES_COUNT], "count", 1, VL_MAX_COPIES, &entry->count);
    (void)vlRead_VecIn(r, found[VL_COPIES_SHIFT], "shift", VL_RANGE_PLACE, &entry->shift);
    (void)vlRead_Turn(r, found[VL_COPIES_TURN], "turn", &entry->turnAxis, &entry->turnDegrees);
    if (entry->body.name != NULL && strlen(entry->body.name) > VL_MAX_NAME - strlen("-1000")) {
        vlFaults_Add(&r->faults, node->place,
                     "the name of a body with copies is longer than %d; numbers are added to it",
                     (int)(VL_MAX_NAME - strlen("-1000")));
    }
}

// Checks keys that are allowed for one type of body only.
static void checkType(vlReader* r, const vlNode* const* found, const vlBodyDef* def)
{
    const vlNode* shape = found[VL_BODY_KEY_SHAPE];
    const vlNode* motion = found[VL_BODY_KEY_MOTION];
    const vlNode* velocities[] = {found[VL_BODY_KEY_VELOCITY], found[VL_BODY_KEY_ANGULAR_VELOCITY]};
    const char* type = vlWords_Name(&vlWords_Type, (int)def->type);
    if (def->type == VL_BODY_DYNAMIC && shape != NULL && def->shape != NULL &&
        vlShape_GetKind(def->shape) == VL_SHAPE_HALFSPACE) {
        vlFaults_Add(&r->faults, shape->place,
                     "a half-space has no mass; expected a body of type static or kinematic");
    }
    if (motion != NULL && def->type != VL_BODY_KINEMATIC) {
        vlFaults_Add(&r->faults, motion->place,
                     "motion of a %s body; expected a body of type kinematic", type);
    }
    for (int i = 0; i < VL_COUNT_OF(velocities); ++i) {
        if (velocities[i] != NULL && def->type == VL_BODY_STATIC) {
            vlFaults_Add(&r->faults, velocities[i]->place,
                         "velocity of a static body; expected type kinematic or dynamic");
        } else if (velocities[i] != NULL && motion != NULL) {
            vlFaults_Add(&r->faults, velocities[i]->place,
                         "velocity beside motion; expected one of them");
        }
    }
}

// False if the body has no valid name by which other parts of the scene could refer to it.
static bool readEntry(vlReader* r, const vlNode* node, Entry* entry)
{
    const vlNode* found[BODY_KEY_COUNT];
    vlSceneBody* body = &entry->body;
    vlBodyDef* def = &body->def;
    *def = vlDefaultBodyDef();
    entry->place = node->place;
    entry->count = 1;
    if (!vlRead_Keys(r, node, "a body", bodyKeys, BODY_KEY_COUNT, found)) {
        return false;
    }
    int type = (int)def->type;
    (void)vlRead_Name(r, found[VL_BODY_KEY_NAME], "name", &body->name);
    (void)vlRead_Word(r, found[VL_BODY_KEY_TYPE], "type", &vlWords_Type, &type);
    def->type = (vlBodyType)type;
    if (found[VL_BODY_KEY_SHAPE] != NULL) {
        const vlRecipe* recipe = vlRead_Shape(r, found[VL_BODY_KEY_SHAPE], "shape");
        def->shape = recipe != NULL ? recipe->shape : NULL;
        body->isCut = recipe != NULL && recipe->isCut;
        body->cutError = recipe != NULL ? recipe->cutError : 0.0;
    }
    (void)vlRead_MaterialName(r, found[VL_BODY_KEY_MATERIAL], &def->material);
    (void)vlRead_VecIn(r, found[VL_BODY_KEY_POSITION], "position", VL_RANGE_PLACE, &def->pose.p);
    (void)vlRead_Rotation(r, found[VL_BODY_KEY_ROTATION], "rotation", &def->pose.q);
    (void)vlRead_VecIn(r, found[VL_BODY_KEY_VELOCITY], "velocity", VL_RANGE_SPEED,
                       &def->velocity.linear);
    (void)vlRead_VecIn(r, found[VL_BODY_KEY_ANGULAR_VELOCITY], "angular-velocity", VL_RANGE_SPEED,
                       &def->velocity.angular);
    readMass(r, found, def->shape, def);
    entry->hasColour = found[VL_BODY_KEY_COLOUR] != NULL;
    (void)vlRead_Colour(r, found[VL_BODY_KEY_COLOUR], "colour", &body->colour);
    vlRead_FaceNames(r, found[VL_BODY_KEY_FACES], body);
    readCopies(r, found[VL_BODY_KEY_COPIES], entry);
    checkType(r, found, def);
    if (vlRead_Motion(r, found[VL_BODY_KEY_MOTION], def->pose, &body->motion) &&
        body->motion.kind == VL_MOTION_PATH) {
        def->pose = body->motion.keys[0].pose; // where it waits until the first key's time
    }
    return body->name != NULL;
}

// The k-th copy of a pose, from 0: shifted, and turned about its own origin.
static vlPose copyPose(const Entry* entry, vlPose pose, int k)
{
    vlPose moved = {vlMulAdd(pose.p, (double)k, entry->shift), pose.q};
    if (entry->turnDegrees != 0.0 && k > 0) {
        vlQuat turn = vlRotation_FromDegrees(entry->turnAxis, k * entry->turnDegrees);
        moved.q = vlRotation_Normalise(vlMulQ(turn, pose.q));
    }
    return moved;
}

static bool addCopy(vlReader* r, const Entry* entry, int k)
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
static bool isWithinLimits(vlReader* r, const vlNode* node, const Entry* entries, int count,
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
        vlFaults_Add(&r->faults, node->place,
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
            vlFaults_Add(&r->faults, place, "body name '%s' is given twice, first on line %d",
                         names[i].name, r->bodyPlace[names[i - 1].index].line);
            reported = place;
        }
    }
}

void vlRead_Bodies(vlReader* r, const vlNode* node)
{
    vlScene* scene = r->scene;
    if (!vlRead_IsList(r, node, "bodies", VL_MAX_SCENE_BODIES)) {
        return;
    }
    if (node->count == 0) {
        vlFaults_Add(&r->faults, node->place, "bodies is empty; expected at least one body");
    }
    Entry* entries = vlPool_Take(&r->scratch, (size_t)node->count, sizeof *entries);
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
    r->bodyPlace = vlPool_Take(&r->scratch, (size_t)bodies, sizeof *r->bodyPlace);
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
