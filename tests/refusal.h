// SPDX-License-Identifier: MIT
#ifndef VOLAR_TESTS_REFUSAL_H
#define VOLAR_TESTS_REFUSAL_H

// Calls that must fail: with the right code, a sentence that says what was found and what was
// expected, and without changing anything.

#include <stdlib.h>
#include <string.h>

#include "test.h"
#include "volar/volar.h"

// A small world in use: a floor, a box lying on it, its contacts, one more material.
typedef struct vlRefusal {
    vlWorld* world;
    vlShape* box;
    vlBodyId floorId, boxId;
    vlMaterialId material;
    size_t size;           // of a snapshot
    unsigned char* before; // everything that a later step depends on, before the call
    int bodyCount, contactCount;
} vlRefusal;

// Values that no number may have.
static const double vlNotFinite[3] = {(double)NAN, HUGE_VAL, -HUGE_VAL};

static inline vlRefusal vlRefusal_Open(void)
{
    vlRefusal r;
    memset(&r, 0, sizeof r);
    vlWorldDef def = vlDefaultWorldDef();
    def.integrator = VL_INTEGRATOR_EULER; // its step has limits, so there are values to refuse
    def.capacity = (vlCapacity){.bodies = 4, .pieces = 5, .materials = 2};
    assert_int_equal(vlWorld_Create(&def, &r.world, NULL, 0), VL_OK);
    assert_int_equal(vlWorld_CreateMaterial(r.world, &r.material), VL_OK);
    vlBodyDef floor = vlDefaultBodyDef();
    floor.type = VL_BODY_STATIC;
    assert_int_equal(vlShape_CreateHalfspace(NULL, vlVec(0, 0, 1), 0.0, &floor.shape, NULL, 0),
                     VL_OK);
    assert_int_equal(vlWorld_CreateBody(r.world, &floor, &r.floorId), VL_OK);
    vlShape_Release(floor.shape);
    assert_int_equal(vlShape_CreateBox(NULL, vlVec(0.5, 0.5, 0.5), &r.box, NULL, 0), VL_OK);
    vlBodyDef box = vlDefaultBodyDef();
    box.shape = r.box;
    box.mass = 1.0;
    box.pose.p.z = 0.4999;
    assert_int_equal(vlWorld_CreateBody(r.world, &box, &r.boxId), VL_OK);
    for (int i = 0; i < 3; ++i) {
        assert_int_equal(vlWorld_Step(r.world), VL_OK);
    }
    r.size = vlWorld_GetSnapshotSize(r.world);
    r.before = malloc(r.size);
    assert_non_null(r.before);
    return r;
}

static inline void vlRefusal_Close(vlRefusal* r)
{
    vlWorld_Destroy(r->world);
    vlShape_Release(r->box);
    free(r->before);
}

static inline void vlRefusal_Watch(vlRefusal* r)
{
    assert_int_equal(vlWorld_Save(r->world, r->before, r->size), VL_OK);
    r->bodyCount = vlWorld_GetBodyCount(r->world);
    r->contactCount = vlWorld_GetContactCount(r->world);
}

// Whether the sentence contains each of the words, which are separated by bars. "inf" stands for
// any number that is not finite.
static inline bool vlRefusal_Says(const char* message, const char* words)
{
    char word[64];
    while (*words != '\0') {
        size_t length = strcspn(words, "|");
        assert_true(length < sizeof word);
        memcpy(word, words, length);
        word[length] = '\0';
        bool found = strstr(message, word) != NULL ||
                     (strcmp(word, "inf") == 0 && strstr(message, "nan") != NULL);
        if (!found) {
            print_error("\"%s\" does not say \"%s\"\n", message, word);
            return false;
        }
        words += length + (words[length] == '|');
    }
    return true;
}

static inline void vlRefusal_Check(vlRefusal* r, vlResult result, vlResult expected,
                                   const char* words)
{
    assert_string_equal(vlResult_Name(result), vlResult_Name(expected));
    assert_true(vlRefusal_Says(vlWorld_GetMessage(r->world), words));
    unsigned char* after = malloc(r->size);
    assert_non_null(after);
    assert_int_equal(vlWorld_Save(r->world, after, r->size), VL_OK);
    assert_memory_equal(r->before, after, r->size);
    free(after);
    assert_int_equal(vlWorld_GetBodyCount(r->world), r->bodyCount);
    assert_int_equal(vlWorld_GetContactCount(r->world), r->contactCount);
}

// Makes the call on a watched world: nothing of the world may have changed afterwards.
#define VL_REFUSED(r, expected, words, call)                                                       \
    do {                                                                                           \
        vlRefusal_Watch(r);                                                                        \
        vlRefusal_Check(r, call, expected, words);                                                 \
    } while (0)

#endif
