// SPDX-License-Identifier: MIT
// `joints`: which bodies, where, how stiff. What acts along their axes is read in read_axis.c.

#include <string.h>

#include "scene/reader.h"

// Directions closer than this to each other, rad, do not determine the third one.
#define LEAST_ANGLE 1e-6

static const vlKeyName jointKeys[] = {VL_KEYS_JOINT(VL_KEY_ROW)};
enum { VL_KEYS_JOINT(VL_KEY_ENUM) JOINT_KEY_COUNT };

// `a` is the world if it is left out, or if it is `world` and no body has that name.
static bool readEnds(vlReader* r, const vlNode* a, const vlNode* b, vlSceneJoint* joint)
{
    const vlScene* scene = r->scene;
    bool isWorld = a == NULL || (a->kind == VL_NODE_SCALAR && strcmp(a->text, "world") == 0 &&
                                 vlNames_Find(scene->bodyNames, scene->bodyCount, "world") < 0);
    joint->bodyA = isWorld ? -1 : vlRead_BodyName(r, a);
    joint->bodyB = vlRead_BodyName(r, b);
    return joint->bodyB >= 0 && (isWorld || joint->bodyA >= 0);
}

// Does the type have directions that differ, so that the file must give one?
static bool needsAxis(vlJointType type)
{
    return type == VL_JOINT_HINGE || type == VL_JOINT_SLIDER || type == VL_JOINT_UNIVERSAL ||
           type == VL_JOINT_PLANAR;
}

// A point and directions in the world at the start. The dry run, which has a world with the bodies
// in it, turns them into frames on the bodies.
static void readPoint(vlReader* r, const vlNode* node, const vlNode* const* found, vlJointType type,
                      vlJointPlacing* placing)
{
    const vlNode* axis = found[VL_JOINT_KEY_AXIS];
    const vlNode* second = found[VL_JOINT_KEY_SECOND];
    const char* word = vlWords_Name(&vlWords_Joint, (int)type);
    placing->isGiven = true;
    placing->axis = vlVec(0.0, 0.0, 1.0);
    // Without any direction the frames are those of the world.
    placing->second = axis == NULL ? vlVec(1.0, 0.0, 0.0) : vlZero();
    if (type == VL_JOINT_DISTANCE) {
        vlFaults_Add(&r->faults, node->place,
                     "a distance joint at one point; expected frame-a and frame-b, it has two");
        return;
    }
    if (found[VL_JOINT_KEY_AT] == NULL) {
        vlFaults_Add(&r->faults, node->place, "a joint has a direction but no 'at'; expected one");
    }
    if (axis == NULL && needsAxis(type)) {
        vlFaults_Add(&r->faults, node->place, "a %s joint has no 'axis'; expected one", word);
    }
    (void)vlRead_VecIn(r, found[VL_JOINT_KEY_AT], "at", VL_RANGE_PLACE, &placing->at);
    bool ok = vlRead_Direction(r, axis, "axis", &placing->axis);
    ok = vlRead_Direction(r, second, "second", &placing->second) && ok;
    if (ok && second != NULL &&
        !(vlLength(vlCross(vlUnit(placing->axis), vlUnit(placing->second))) > LEAST_ANGLE)) {
        vlFaults_Add(&r->faults, second->place, "second is along axis; expected another direction");
    }
}

static void readPlace(vlReader* r, const vlNode* node, const vlNode* const* found,
                      vlSceneJoint* joint, vlJointPlacing* placing)
{
    const vlNode* frameA = found[VL_JOINT_KEY_FRAME_A];
    const vlNode* frameB = found[VL_JOINT_KEY_FRAME_B];
    bool hasPoint = found[VL_JOINT_KEY_AT] != NULL || found[VL_JOINT_KEY_AXIS] != NULL ||
                    found[VL_JOINT_KEY_SECOND] != NULL;
    bool hasFrame = frameA != NULL || frameB != NULL;
    if (hasPoint == hasFrame) {
        vlFaults_Add(&r->faults, node->place,
                     "a joint has %s; expected either at, or frame-a and frame-b",
                     hasPoint ? "a point and frames" : "no place");
        return;
    }
    if (hasPoint) {
        readPoint(r, node, found, joint->def.type, placing);
    } else {
        (void)vlRead_Frame(r, frameA, "frame-a", &joint->def.frameA);
        (void)vlRead_Frame(r, frameB, "frame-b", &joint->def.frameB);
    }
}

// A bushing has stiffness and damping in each direction; every other joint has one value for all
// directions that it holds.
static void readGains(vlReader* r, const vlNode* node, const vlNode* const* found, vlJointDef* def)
{
    const vlNode* stiffness = found[VL_JOINT_KEY_STIFFNESS];
    const vlNode* damping = found[VL_JOINT_KEY_DAMPING];
    const vlNode* angularStiffness = found[VL_JOINT_KEY_ANGULAR_STIFFNESS];
    const vlNode* angularDamping = found[VL_JOINT_KEY_ANGULAR_DAMPING];
    vlRange many = VL_RANGE_NOT_NEGATIVE;
    if (def->type == VL_JOINT_BUSHING) {
        (void)vlRead_VecIn(r, stiffness, "stiffness", many, &def->bushingStiffness);
        (void)vlRead_VecIn(r, damping, "damping", many, &def->bushingDamping);
        (void)vlRead_VecIn(r, angularStiffness, "angular-stiffness", many,
                           &def->bushingAngularStiffness);
        (void)vlRead_VecIn(r, angularDamping, "angular-damping", many, &def->bushingAngularDamping);
        if (stiffness == NULL && damping == NULL && angularStiffness == NULL &&
            angularDamping == NULL) {
            vlFaults_Add(&r->faults, node->place,
                         "a bushing has no stiffness or damping; expected at least one");
        }
        return;
    }
    (void)vlRead_NumberOr(r, stiffness, "stiffness", VL_RANGE_POSITIVE, "auto", VL_AUTO,
                          &def->stiffness);
    (void)vlRead_NumberOr(r, damping, "damping", many, "auto", VL_AUTO, &def->damping);
    (void)vlRead_NumberOr(r, angularStiffness, "angular-stiffness", VL_RANGE_POSITIVE, "auto",
                          VL_AUTO, &def->angularStiffness);
    (void)vlRead_NumberOr(r, angularDamping, "angular-damping", many, "auto", VL_AUTO,
                          &def->angularDamping);
}

static void readJoint(vlReader* r, const vlNode* node, vlSceneJoint* joint, vlJointPlacing* placing)
{
    const vlNode* found[JOINT_KEY_COUNT];
    int type = (int)VL_JOINT_FIXED;
    joint->bodyA = joint->bodyB = -1;
    if (!vlRead_Keys(r, node, "a joint", jointKeys, JOINT_KEY_COUNT, found)) {
        return;
    }
    (void)vlRead_Name(r, found[VL_JOINT_KEY_NAME], "name", &joint->name);
    if (readEnds(r, found[VL_JOINT_KEY_A], found[VL_JOINT_KEY_B], joint)) {
        (void)vlRead_CheckEnds(r, node, "joint", joint->bodyA, joint->bodyB);
    }
    // Without its type no other key can be checked.
    if (found[VL_JOINT_KEY_TYPE] == NULL ||
        !vlRead_Word(r, found[VL_JOINT_KEY_TYPE], "type", &vlWords_Joint, &type)) {
        return;
    }
    joint->def = vlDefaultJointDef((vlJointType)type);
    readPlace(r, node, found, joint, placing);
    readGains(r, node, found, &joint->def);
    (void)vlRead_Bool(r, found[VL_JOINT_KEY_COLLIDE], "collide", &joint->def.collide);
    vlRead_Axes(r, found[VL_JOINT_KEY_AXES], joint);
}

void vlRead_Joints(vlReader* r, const vlNode* node)
{
    vlScene* scene = r->scene;
    if (!vlRead_IsList(r, node, "joints", VL_MAX_SCENE_JOINTS)) {
        return;
    }
    size_t count = (size_t)node->count;
    scene->joints = vlPool_Take(&scene->pool, count, sizeof *scene->joints);
    r->placings = vlPool_Take(&r->scratch, count, sizeof *r->placings);
    r->jointPlace = vlPool_Take(&r->scratch, count, sizeof *r->jointPlace);
    vlNameEntry* names = vlPool_Take(&r->scratch, count, sizeof *names);
    if (scene->joints == NULL || r->placings == NULL || r->jointPlace == NULL || names == NULL) {
        return;
    }
    int named = 0;
    for (const vlNode* child = node->first; child != NULL; child = child->next) {
        int i = scene->jointCount++;
        r->jointPlace[i] = child->place;
        readJoint(r, child, &scene->joints[i], &r->placings[i]);
        if (scene->joints[i].name != NULL) {
            names[named++] = (vlNameEntry){scene->joints[i].name, i};
        }
    }
    vlRead_CheckNames(r, "joint", names, named, r->jointPlace);
}
