// SPDX-License-Identifier: MIT
// `faces` of a body: what its faces are called in contact states.

#include <string.h>

#include "scene/device_parts.h"
#include "scene/reader.h"
#include "volar/scene_haptics.h"

#define MOST_NAMES 64
// Bytes of a name; leaves room for a number behind it if several faces have the same name.
#define MAX_LENGTH 19

// Letters, digits and _ - + only, and none of the words that the text of a state is made of: states
// are compared by their texts.
static bool isFaceName(const char* text)
{
    static const char* const reserved[] = {"free", "on", "edge", "rim", "corner"};
    size_t length = strlen(text);
    bool isGood =
        length >= 1 && length <= MAX_LENGTH &&
        strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+") == length;
    for (int i = 0; i < VL_COUNT_OF(reserved); ++i) {
        isGood = isGood && strcmp(text, reserved[i]) != 0;
    }
    return isGood;
}

static bool readName(vlReader* r, const vlNode* node, vlFaceName* face)
{
    const char* name = node->key->text;
    if (!isFaceName(name)) {
        vlFaults_Add(&r->text.faults, node->key->place,
                     "name of a face is %s; expected 1 to %d letters (a-z, A-Z), digits or any of "
                     "_ - +, and none of free, on, edge, rim, corner",
                     vlNode_Describe(node->key).text, MAX_LENGTH);
        return false;
    }
    memcpy(face->name, name, strlen(name) + 1);
    if (node->kind != VL_NODE_MAPPING) {
        return vlText_Direction(&r->text, node, "direction", &face->direction);
    }
    face->hasPoint = vlNode_Find(node, "point") != NULL;
    return vlSection_Read(&r->text, &vlSection_FaceName, node, NULL, face);
}

// Does a face have that name? If several have it, a number follows the name of each.
static bool isGiven(const vlPolyhedron* shape, const char* name)
{
    size_t length = strlen(name);
    for (int i = 0; i < shape->faceCount; ++i) {
        const char* given = shape->faces[i].name;
        if (strncmp(given, name, length) == 0 && (given[length] == '\0' || given[length] == ' ')) {
            return true;
        }
    }
    return false;
}

// A name is a mistake if it fits no face, or if every face that it fits has another name.
static void checkFit(vlReader* r, const vlNode* node, const vlPolyhedron* shape,
                     const vlFaceName* face)
{
    bool fits = false;
    bool isRound = false;
    for (int i = 0; i < shape->faceCount && !fits; ++i) {
        bool isAlong =
            vlDot(vlUnit(face->direction), shape->faces[i].normal) > VL_NAMED_FACE_COSINE;
        fits = isAlong && !shape->faces[i].isCurved;
        isRound = isRound || isAlong;
    }
    if (!fits) {
        vlFaults_Add(&r->text.faults, node->place,
                     "no flat face of the shape looks along [%g, %g, %g]%s; expected a direction "
                     "within 10 degrees of a face's normal",
                     face->direction.x, face->direction.y, face->direction.z,
                     isRound ? ", a round one does" : "");
    } else if (!isGiven(shape, face->name)) {
        vlFaults_Add(&r->text.faults, node->place,
                     "every face that '%s' fits has another name that fits it as well or better; "
                     "expected one name for each face",
                     face->name);
    }
}

static void checkFits(vlReader* r, const vlNode* node, const vlSceneBody* body)
{
    char why[256] = "";
    const vlPolyhedron* shape = NULL;
    vlResult result = vlSceneBody_MakePolyhedron(body, &shape, why, sizeof why);
    if (result == VL_ERROR_MEMORY) {
        r->text.scratch.isExhausted = true;
    } else if (result != VL_OK) {
        vlFaults_Add(&r->text.faults, node->place, "faces of a shape without any: %s", why);
    } else {
        const vlFaceName* face = body->faceNames;
        for (const vlNode* child = node->first; child != NULL; child = child->next) {
            checkFit(r, child, shape, face++);
        }
    }
    vlPolyhedron_Release(shape);
}

void vlRead_FaceNames(vlReader* r, const vlNode* node, vlSceneBody* body)
{
    if (node == NULL || !vlText_IsMapping(&r->text, node, "faces", MOST_NAMES)) {
        return;
    }
    vlFaceName* faces = vlPool_Take(&r->scene->pool, (size_t)node->count, sizeof *faces);
    bool ok = faces != NULL;
    int count = 0;
    for (const vlNode* child = node->first; child != NULL && faces != NULL; child = child->next) {
        ok = readName(r, child, &faces[count++]) && ok;
    }
    if (!ok) {
        return;
    }
    body->faceNames = faces;
    body->faceNameCount = count;
    if (body->def.shape != NULL) {
        checkFits(r, node, body);
    }
}
