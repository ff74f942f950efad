// SPDX-License-Identifier: MIT
#ifndef VOLAR_TESTS_SCENE_TEXT_H
#define VOLAR_TESTS_SCENE_TEXT_H

// Scenes given as texts. Every function fails the running test on an error.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scene/scene_parts.h"
#include "test.h"
#include "volar/scene.h"

// The beginning of a scene, and a body for tests of something else.
#define VL_HEAD "volar: 1\nname: test\n"
#define VL_BOX "{box: {size: [1, 1, 1]}}"
#define VL_BODY "bodies: [{name: a, shape: " VL_BOX "}]\n"

// Two bodies at different places in an implicit world, the second rotated by 90 degrees about z.
#define VL_TWO_BODIES                                                                              \
    VL_HEAD "world: {integrator: implicit}\n"                                                      \
            "bodies:\n"                                                                            \
            "- {name: a, shape: " VL_BOX ", position: [0, 0, 5]}\n"                                \
            "- {name: b, shape: " VL_BOX ", position: [2, 0, 5],\n"                                \
            "   rotation: {axis: [0, 0, 1], degrees: 90}}\n"

// Reads a text that must be valid.
static inline vlScene* vlSceneText_Read(const char* text)
{
    static vlFileErrors errors; // 10 kB: not for the stack
    vlScene* scene = NULL;
    if (vlScene_ReadText(text, strlen(text), "test.yaml", NULL, &scene, &errors) != VL_OK) {
        fail_msg("%s:%d:%d: %s\nin\n%s", errors.item[0].file, errors.item[0].line,
                 errors.item[0].column, errors.item[0].message, text);
    }
    return scene;
}

// Reads a text that must be faulty; the errors stay valid until the next call.
static inline const vlFileErrors* vlSceneText_Refuse(const char* text,
                                                     const vlSceneOptions* options)
{
    static vlFileErrors errors;
    vlScene* scene = NULL;
    vlResult result = vlScene_ReadText(text, strlen(text), "test.yaml", options, &scene, &errors);
    if (result == VL_OK) {
        vlScene_Destroy(scene);
        fail_msg("accepted:\n%s", text);
    }
    assert_int_equal(result, VL_ERROR_PARSE);
    assert_null(scene);
    return &errors;
}

// Compares values that were read, to the last bit.
static inline void checkVec(vlVec3 v, double x, double y, double z)
{
    assert_true(v.x == x && v.y == y && v.z == z);
}

static inline void checkQuat(vlQuat q, double w, double x, double y, double z)
{
    assert_true(q.w == w && q.x == x && q.y == y && q.z == z);
}

static inline void checkGrip(vlSimulatedGrip grip, vlSimulatedGrip expected)
{
    assert_true(grip.stiffness == expected.stiffness && grip.damping == expected.damping);
    assert_true(grip.angularStiffness == expected.angularStiffness);
    assert_true(grip.angularDamping == expected.angularDamping);
}

// Hash of a text that must be valid.
static inline uint64_t vlSceneText_Hash(const char* text)
{
    vlScene* scene = vlSceneText_Read(text);
    uint64_t hash = vlScene_GetHash(scene);
    vlScene_Destroy(scene);
    return hash;
}

// Writes and reads a scene again: the hash must be the same, and so must the text when written a
// second time. Returns the text; free it with vlScene_FreeText.
static inline char* vlSceneText_RoundTrip(const vlScene* scene)
{
    char* text = NULL;
    char* again = NULL;
    size_t size = 0;
    size_t sizeAgain = 0;
    assert_int_equal(vlScene_Write(scene, &text, &size), VL_OK);
    assert_int_equal(strlen(text), size);
    vlScene* copy = vlSceneText_Read(text);
    assert_true(vlScene_GetHash(copy) == vlScene_GetHash(scene));
    assert_string_equal(vlScene_GetDescription(copy), vlScene_GetDescription(scene));
    assert_int_equal(vlScene_Write(copy, &again, &sizeAgain), VL_OK);
    assert_string_equal(again, text);
    vlScene_FreeText(again);
    vlScene_Destroy(copy);
    return text;
}

// The text of a file of the source tree, to be freed by the caller.
static inline char* vlSceneText_Load(const char* path)
{
    char full[512];
    const char* root = getenv("VOLAR_SOURCE_DIR");
    (void)snprintf(full, sizeof full, "%s/%s", root != NULL ? root : ".", path);
    FILE* file = fopen(full, "rb");
    assert_non_null(file);
    char* text = calloc(1, 1 << 20);
    assert_non_null(text);
    size_t length = fread(text, 1, (1 << 20) - 1, file);
    assert_true(length < (1 << 20) - 1);
    (void)fclose(file);
    return text;
}

#endif
