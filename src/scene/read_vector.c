// SPDX-License-Identifier: MIT
// Vectors, matrices, rotations, frames and colours.

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "scene/reader.h"

// More turns than anyone needs; the sine is exact to rounding far beyond.
#define MOST_DEGREES 1e6
// The squared length of a normalised quaternion is 1 to a few roundings, well within this.
#define UNIT_ROUNDING (16.0 * DBL_EPSILON)

bool vlRead_Numbers(vlReader* r, const vlNode* node, const char* label, vlRange range, int count,
                    double* values)
{
    if (node->kind != VL_NODE_LIST) {
        vlFaults_Add(&r->faults, node->place, "%s is %s; expected a list of %d numbers", label,
                     vlNode_Describe(node).text, count);
        return false;
    }
    if (node->count != count) {
        vlFaults_Add(&r->faults, node->place, "%s has %d number%s; expected %d", label, node->count,
                     node->count == 1 ? "" : "s", count);
        return false;
    }
    bool ok = true;
    int i = 0;
    for (const vlNode* child = node->first; child != NULL; child = child->next) {
        char place[64];
        snprintf(place, sizeof place, "%s[%d]", label, i);
        ok = vlRead_Number(r, child, place, range, &values[i]) && ok;
        ++i;
    }
    return ok;
}

bool vlRead_VecIn(vlReader* r, const vlNode* node, const char* label, vlRange range, vlVec3* value)
{
    double v[3] = {0.0, 0.0, 0.0};
    if (node == NULL) {
        return true;
    }
    bool isFlat = r->scene->isPlanar && node->kind == VL_NODE_LIST && node->count == 2;
    if (!vlRead_Numbers(r, node, label, range, isFlat ? 2 : 3, v)) {
        return false;
    }
    *value = vlVec(v[0], v[1], v[2]);
    return true;
}

bool vlRead_Vec(vlReader* r, const vlNode* node, const char* label, vlVec3* value)
{
    return vlRead_VecIn(r, node, label, VL_RANGE_ANY, value);
}

bool vlRead_Matrix(vlReader* r, const vlNode* node, const char* label, vlMat3* value)
{
    if (node == NULL) {
        return true;
    }
    if (node->kind != VL_NODE_LIST || node->count != 3) {
        vlFaults_Add(&r->faults, node->place, "%s is not a list of 3 rows; expected [[..], ..]",
                     label);
        return false;
    }
    vlVec3 row[3] = {{0.0, 0.0, 0.0}};
    bool ok = true;
    int i = 0;
    for (const vlNode* child = node->first; child != NULL; child = child->next) {
        ok = vlRead_Vec(r, child, label, &row[i++]) && ok;
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

bool vlRead_Direction(vlReader* r, const vlNode* node, const char* label, vlVec3* value)
{
    if (node == NULL || !vlRead_Vec(r, node, label, value)) {
        return node == NULL;
    }
    // The square of the length must not vanish either.
    if (!(vlDot(*value, *value) > DBL_MIN)) {
        vlFaults_Add(&r->faults, node->place, "%s is zero; expected a direction", label);
        return false;
    }
    return true;
}

static bool readDegrees(vlReader* r, const vlNode* node, const char* label, double* degrees)
{
    vlRange range = {-MOST_DEGREES, false, MOST_DEGREES};
    return vlRead_Number(r, node, label, range, degrees);
}

bool vlRead_Turn(vlReader* r, const vlNode* node, const char* label, vlVec3* axis, double* degrees)
{
    static const vlKeyName keys[] = {VL_KEYS_TURN(VL_KEY_ROW)};
    enum { VL_KEYS_TURN(VL_KEY_ENUM) KEY_COUNT };
    const vlNode* found[KEY_COUNT];
    if (node == NULL) {
        return true;
    }
    if (!vlRead_Keys(r, node, label, keys, KEY_COUNT, found) || found[VL_TURN_AXIS] == NULL ||
        found[VL_TURN_DEGREES] == NULL) {
        return false;
    }
    bool hasAxis = vlRead_Direction(r, found[VL_TURN_AXIS], "axis", axis);
    return readDegrees(r, found[VL_TURN_DEGREES], "degrees", degrees) && hasAxis;
}

static bool readQuaternion(vlReader* r, const vlNode* node, vlQuat* value)
{
    double v[4] = {0.0, 0.0, 0.0, 0.0};
    if (!vlRead_Numbers(r, node, "quaternion", VL_RANGE_ANY, 4, v)) {
        return false;
    }
    vlQuat q = {v[0], v[1], v[2], v[3]};
    if (!vlIsUnitQ(q, VL_ROUGH_UNIT_TOLERANCE)) {
        vlFaults_Add(&r->faults, node->place,
                     "quaternion [w, x, y, z] has length %.6g; expected 1 to within %g",
                     vlLengthQ(q), VL_ROUGH_UNIT_TOLERANCE);
        return false;
    }
    *value = vlRotation_Normalise(q);
    return true;
}

// Rotated about the fixed axes x, then y, then z.
static bool readEuler(vlReader* r, const vlNode* node, vlQuat* value)
{
    vlRange range = {-MOST_DEGREES, false, MOST_DEGREES};
    double v[3] = {0.0, 0.0, 0.0};
    if (!vlRead_Numbers(r, node, "euler", range, 3, v)) {
        return false;
    }
    vlQuat x = vlRotation_FromDegrees(vlVec(1.0, 0.0, 0.0), v[0]);
    vlQuat y = vlRotation_FromDegrees(vlVec(0.0, 1.0, 0.0), v[1]);
    vlQuat z = vlRotation_FromDegrees(vlVec(0.0, 0.0, 1.0), v[2]);
    *value = vlRotation_Normalise(vlMulQ(z, vlMulQ(y, x)));
    return true;
}

bool vlRead_Rotation(vlReader* r, const vlNode* node, const char* label, vlQuat* value)
{
    static const vlKeyName keys[] = {VL_KEYS_ROTATION(VL_KEY_ROW)};
    enum { VL_KEYS_ROTATION(VL_KEY_ENUM) KEY_COUNT };
    const vlNode* found[KEY_COUNT];
    if (node == NULL) {
        return true;
    }
    if (node->kind != VL_NODE_MAPPING) {
        vlFaults_Add(&r->faults, node->place,
                     "%s is %s; expected {euler: [x, y, z]} in degrees, {axis: [x, y, z], degrees: "
                     "angle} or {quaternion: [w, x, y, z]}",
                     label, vlNode_Describe(node).text);
        return false;
    }
    int faults = r->faults.found.total;
    if (!vlRead_Keys(r, node, label, keys, KEY_COUNT, found) || r->faults.found.total > faults) {
        return false;
    }
    const vlNode* axis = found[VL_ROTATION_AXIS];
    const vlNode* degrees = found[VL_ROTATION_DEGREES];
    const vlNode* quaternion = found[VL_ROTATION_QUATERNION];
    const vlNode* euler = found[VL_ROTATION_EULER];
    bool isAxis = axis != NULL && degrees != NULL;
    if (node->count != (isAxis ? 2 : 1) || (!isAxis && (axis != NULL || degrees != NULL))) {
        vlFaults_Add(&r->faults, node->place,
                     "%s is not clear; expected {axis, degrees}, {quaternion} or {euler}", label);
        return false;
    }
    if (quaternion != NULL) {
        return readQuaternion(r, quaternion, value);
    }
    if (euler != NULL) {
        return readEuler(r, euler, value);
    }
    vlVec3 direction = vlZero();
    double angle = 0.0;
    bool hasAxis = vlRead_Direction(r, axis, "axis", &direction);
    if (!readDegrees(r, degrees, "degrees", &angle) || !hasAxis) {
        return false;
    }
    *value = vlRotation_FromDegrees(direction, angle);
    return true;
}

bool vlRead_Frame(vlReader* r, const vlNode* node, const char* label, vlPose* value)
{
    static const vlKeyName keys[] = {VL_KEYS_FRAME(VL_KEY_ROW)};
    enum { VL_KEYS_FRAME(VL_KEY_ENUM) KEY_COUNT };
    const vlNode* found[KEY_COUNT];
    if (node == NULL || !vlRead_Keys(r, node, label, keys, KEY_COUNT, found)) {
        return node == NULL;
    }
    bool ok = vlRead_VecIn(r, found[VL_FRAME_POSITION], "position", VL_RANGE_PLACE, &value->p);
    return vlRead_Rotation(r, found[VL_FRAME_ROTATION], "rotation", &value->q) && ok;
}

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

bool vlRead_Colour(vlReader* r, const vlNode* node, const char* label, uint32_t* value)
{
    if (node == NULL) {
        return true;
    }
    if (node->kind == VL_NODE_LIST) {
        double v[3] = {0.0, 0.0, 0.0};
        vlRange range = {0.0, false, 1.0};
        if (!vlRead_Numbers(r, node, label, range, 3, v)) {
            return false;
        }
        *value = (uint32_t)lround(v[0] * 255.0) << 16 | (uint32_t)lround(v[1] * 255.0) << 8 |
                 (uint32_t)lround(v[2] * 255.0);
        return true;
    }
    if (node->kind == VL_NODE_SCALAR && readHexColour(node->text, value)) {
        return true;
    }
    bool isEmpty = node->kind == VL_NODE_SCALAR && node->isPlain && node->text[0] == '\0';
    vlFaults_Add(&r->faults, node->place, "%s is %s; expected \"#rrggbb\" or [red, green, blue]%s",
                 label, vlNode_Describe(node).text,
                 isEmpty ? " (without quotes, # begins a comment)" : "");
    return false;
}
