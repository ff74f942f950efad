// SPDX-License-Identifier: MIT
// `joints`: which bodies, where, how stiff. What acts along their axes is read in read_axis.c.

#include <string.h>

#include "scene/reader.h"

// Directions closer than this to each other, rad, do not determine the third one.
#define LEAST_ANGLE 1e-6
// Neither a body nor the world.
#define UNKNOWN (-2)

// `world` is the world if no body has that name.
static void readEnd(vlText* t, const vlNode* node, const vlField* field, void* member)
{
    vlReader* r = (vlReader*)t;
    bool isWorld = node->kind == VL_NODE_SCALAR && strcmp(node->text, "world") == 0 &&
                   vlNames_Find(r->scene->bodyNames, r->scene->bodyCount, "world") < 0;
    if (!isWorld) {
        vlField_Body.read(t, node, field, member);
        *(int*)member = *(int*)member < 0 ? UNKNOWN : *(int*)member;
    }
}

const vlFieldType vlField_End = {readEnd, vlHash_IntField, NULL};

// Does the type have directions that differ, so that the file must give one?
static bool needsAxis(vlJointType type)
{
    return type == VL_JOINT_HINGE || type == VL_JOINT_SLIDER || type == VL_JOINT_UNIVERSAL ||
           type == VL_JOINT_PLANAR;
}

// A point and directions in the world at the start. The dry run, which has a world with the bodies
// in it, turns them into frames on the bodies.
static void readPoint(vlReader* r, const vlNode* node, vlJointType type, vlJointPlacing* placing)
{
    const vlNode* axis = vlNode_Find(node, "axis");
    const vlNode* second = vlNode_Find(node, "second");
    const char* word = vlWords_Name(&vlWords_Joint, (int)type);
    placing->isGiven = true;
    placing->axis = vlVec(0.0, 0.0, 1.0);
    // Without any direction the frames are those of the world.
    placing->second = axis == NULL ? vlVec(1.0, 0.0, 0.0) : vlZero();
    if (type == VL_JOINT_DISTANCE) {
        vlFaults_Add(&r->text.faults, node->place,
                     "a distance joint at one point; expected frame-a and frame-b, it has two");
        return;
    }
    if (vlNode_Find(node, "at") == NULL) {
        vlFaults_Add(&r->text.faults, node->place,
                     "a joint has a direction but no 'at'; expected one");
    }
    if (axis == NULL && needsAxis(type)) {
        vlFaults_Add(&r->text.faults, node->place, "a %s joint has no 'axis'; expected one", word);
    }
    (void)vlText_Vec(&r->text, vlNode_Find(node, "at"), "at", VL_RANGE_PLACE, &placing->at);
    bool ok = vlText_Direction(&r->text, axis, "axis", &placing->axis);
    ok = vlText_Direction(&r->text, second, "second", &placing->second) && ok;
    if (ok && second != NULL &&
        !(vlLength(vlCross(vlUnit(placing->axis), vlUnit(placing->second))) > LEAST_ANGLE)) {
        vlFaults_Add(&r->text.faults, second->place,
                     "second is along axis; expected another direction");
    }
}

static void readPlace(vlReader* r, const vlNode* node, vlSceneJoint* joint, vlJointPlacing* placing)
{
    const vlNode* frameA = vlNode_Find(node, "frame-a");
    const vlNode* frameB = vlNode_Find(node, "frame-b");
    bool hasPoint = vlNode_Find(node, "at") != NULL || vlNode_Find(node, "axis") != NULL ||
                    vlNode_Find(node, "second") != NULL;
    bool hasFrame = frameA != NULL || frameB != NULL;
    if (hasPoint == hasFrame) {
        vlFaults_Add(&r->text.faults, node->place,
                     "a joint has %s; expected either at, or frame-a and frame-b",
                     hasPoint ? "a point and frames" : "no place");
        return;
    }
    if (hasPoint) {
        readPoint(r, node, joint->def.type, placing);
    }
}

// A bushing has stiffness and damping in each direction; every other joint has one value for all
// directions that it holds.
static void readGains(vlReader* r, const vlNode* node, vlJointDef* def)
{
    const struct {
        const char* key;
        double* one;
        vlVec3* each;
        bool isStiffness;
    } rows[] = {{"stiffness", &def->stiffness, &def->bushingStiffness, true},
                {"damping", &def->damping, &def->bushingDamping, false},
                {"angular-stiffness", &def->angularStiffness, &def->bushingAngularStiffness, true},
                {"angular-damping", &def->angularDamping, &def->bushingAngularDamping, false}};
    int given = 0;
    for (int i = 0; i < VL_COUNT_OF(rows); ++i) {
        const vlNode* gain = vlNode_Find(node, rows[i].key);
        given += gain != NULL;
        if (def->type == VL_JOINT_BUSHING) {
            (void)vlText_Vec(&r->text, gain, rows[i].key, VL_RANGE_NOT_NEGATIVE, rows[i].each);
        } else {
            (void)vlText_NumberOr(&r->text, gain, rows[i].key,
                                  rows[i].isStiffness ? VL_RANGE_POSITIVE : VL_RANGE_NOT_NEGATIVE,
                                  "auto", VL_AUTO, rows[i].one);
        }
    }
    if (def->type == VL_JOINT_BUSHING && given == 0) {
        vlFaults_Add(&r->text.faults, node->place,
                     "a bushing has no stiffness or damping; expected at least one");
    }
}

static void readJoint(vlReader* r, const vlNode* node, void* item, int i)
{
    vlSceneJoint* joint = item;
    int type = -1;
    joint->bodyA = joint->bodyB = -1;
    // What the other keys are by default depends on this one.
    if (vlText_FindWord(vlNode_Find(node, "type"), &vlWords_Joint, &type)) {
        joint->def = vlDefaultJointDef((vlJointType)type);
    }
    (void)vlSection_Read(&r->text, &vlSection_Joint, node, NULL, joint);
    if (joint->bodyB >= 0 && joint->bodyA != UNKNOWN) {
        (void)vlRead_CheckEnds(r, node, "joint", joint->bodyA, joint->bodyB);
    }
    if (type < 0) {
        return; // without its type no other key can be checked
    }
    readPlace(r, node, joint, &r->placings[i]);
    readGains(r, node, &joint->def);
    vlRead_Axes(r, vlNode_Find(node, "axes"), joint);
}

void vlRead_Joints(vlReader* r, const vlNode* node)
{
    vlScene* scene = r->scene;
    size_t count = node != NULL && node->kind == VL_NODE_LIST ? (size_t)node->count : 0;
    r->placings = vlPool_Take(&r->text.scratch, count, sizeof *r->placings);
    scene->joints = vlRead_List(r, node, (vlList){"joint", sizeof *scene->joints, readJoint},
                                &scene->jointCount, &r->jointPlace);
}
