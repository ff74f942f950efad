// SPDX-License-Identifier: MIT
// Matrices, rotations and colours.

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/hash.h"
#include "scene/reader.h"

// The squared length of a normalised quaternion is 1 to a few roundings, well within this.
#define UNIT_ROUNDING (16.0 * DBL_EPSILON)

bool vlText_Matrix(vlText* t, const vlNode* node, const char* label, vlMat3* value)
{
    if (node == NULL) {
        return true;
    }
    if (node->kind != VL_NODE_LIST || node->count != 3) {
        vlFaults_Add(&t->faults, node->place, "%s is not a list of 3 rows; expected [[..], ..]",
                     label);
        return false;
    }
    vlVec3 row[3] = {{0.0, 0.0, 0.0}};
    bool ok = true;
    int i = 0;
    for (const vlNode* child = node->first; child != NULL; child = child->next) {
        ok = vlText_Vec(t, child, label, VL_RANGE_ANY, &row[i++]) && ok;
    }
    if (ok) {
        *value = vlTranspose(vlMat(row[0], row[1], row[2]));
    }
    return ok;
}

vlQuat vlRotation_Normalise(vlQuat q)
{
    double square = q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z;
    return fabs(square - 1.0) <= UNIT_ROUNDING ? q : vlUnitQ(q);
}

vlQuat vlRotation_FromDegrees(vlVec3 axis, double degrees)
{
    double angle = fmod(degrees, 360.0) * VL_RADIANS_PER_DEGREE;
    return vlRotation_Normalise(vlQuatFromAxisAngle(axis, angle));
}

// Is it of length 1? [w, x, y, z]
static bool fromQuaternion(vlText* t, const vlNode* node, const double v[4], vlQuat* value)
{
    vlQuat q = {v[0], v[1], v[2], v[3]};
    if (!vlIsUnitQ(q, VL_ROUGH_UNIT_TOLERANCE)) {
        vlFaults_Add(&t->faults, node->place,
                     "quaternion [w, x, y, z] has length %.6g; expected 1 to within %g",
                     vlLengthQ(q), VL_ROUGH_UNIT_TOLERANCE);
        return false;
    }
    *value = vlRotation_Normalise(q);
    return true;
}

// Rotated about the fixed axes x, then y, then z.
static vlQuat fromEuler(const double degrees[3])
{
    vlQuat x = vlRotation_FromDegrees(vlVec(1.0, 0.0, 0.0), degrees[0]);
    vlQuat y = vlRotation_FromDegrees(vlVec(0.0, 1.0, 0.0), degrees[1]);
    vlQuat z = vlRotation_FromDegrees(vlVec(0.0, 0.0, 1.0), degrees[2]);
    return vlRotation_Normalise(vlMulQ(z, vlMulQ(y, x)));
}

static void readRotation(vlText* t, const vlNode* node, const vlField* field, void* member)
{
    vlQuat* value = member;
    vlWrittenTurn turn = {.degrees = 0.0};
    if (node->kind != VL_NODE_MAPPING) {
        vlFaults_Add(&t->faults, node->place,
                     "%s is %s; expected {euler: [x, y, z]} in degrees, {axis: [x, y, z], degrees: "
                     "angle} or {quaternion: [w, x, y, z]}",
                     field->key, vlNode_Describe(node).text);
        return;
    }
    if (!vlSection_Read(t, &vlSection_Rotation, node, field->key, &turn)) {
        return;
    }
    const vlNode* quaternion = vlNode_Find(node, "quaternion");
    const vlNode* euler = vlNode_Find(node, "euler");
    bool isAxis = vlNode_Find(node, "axis") != NULL && vlNode_Find(node, "degrees") != NULL;
    if (node->count != (isAxis ? 2 : 1) || (!isAxis && quaternion == NULL && euler == NULL)) {
        vlFaults_Add(&t->faults, node->place,
                     "%s is not clear; expected {axis, degrees}, {quaternion} or {euler}",
                     field->key);
    } else if (quaternion != NULL) {
        (void)fromQuaternion(t, quaternion, turn.quaternion, value);
    } else {
        *value =
            euler != NULL ? fromEuler(turn.euler) : vlRotation_FromDegrees(turn.axis, turn.degrees);
    }
}

static uint64_t hashRotation(const vlField* field, const void* member, uint64_t h)
{
    const vlQuat* q = member;
    (void)field;
    return vlHash_Vec(vlHash_Double(h, q->w), vlVec(q->x, q->y, q->z));
}

const vlFieldType vlField_Rotation = {readRotation, hashRotation, NULL};

static bool readHexColour(const char* text, uint32_t* value)
{
    uint32_t colour = 0;
    if (text[0] != '#' || strlen(text) != 7) {
        return false;
    }
    for (const char* c = text + 1; *c != '\0'; ++c) {
        const char* digits = "0123456789abcdef0123456789ABCDEF";
        const char* digit = strchr(digits, *c);
        if (digit == NULL) {
            return false;
        }
        colour = colour << 4 | (uint32_t)((digit - digits) % 16);
    }
    *value = colour;
    return true;
}

static void readColour(vlText* t, const vlNode* node, const vlField* field, void* member)
{
    uint32_t* value = member;
    if (node->kind == VL_NODE_LIST) {
        double v[3] = {0.0, 0.0, 0.0};
        vlRange range = {0.0, false, 1.0};
        if (vlText_Numbers(t, node, field->key, range, 3, v)) {
            *value = (uint32_t)lround(v[0] * 255.0) << 16 | (uint32_t)lround(v[1] * 255.0) << 8 |
                     (uint32_t)lround(v[2] * 255.0);
        }
    } else if (node->kind != VL_NODE_SCALAR || !readHexColour(node->text, value)) {
        bool isEmpty = node->kind == VL_NODE_SCALAR && node->isPlain && node->text[0] == '\0';
        vlFaults_Add(&t->faults, node->place,
                     "%s is %s; expected \"#rrggbb\" or [red, green, blue]%s", field->key,
                     vlNode_Describe(node).text,
                     isEmpty ? " (without quotes, # begins a comment)" : "");
    }
}

const vlFieldType vlField_Colour = {readColour, vlHash_IntField, NULL};
