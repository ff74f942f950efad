// SPDX-License-Identifier: MIT
// The tables of keys say what is so: the defaults that they print are those of the library, and
// every row can be found and explained.

#include <stdlib.h>
#include <string.h>

#include "scene/fields.h"
#include "scene/store.h"
#include "scene_text.h"
#include "test.h"
#include "volar/simulated_device.h"

// Compares the defaults of numbers and truth values that a row prints with those of an object that
// no text has changed; returns how many there were.
static int checkDefaults(const vlSection* section, const void* object)
{
    int compared = 0;
    const vlField* row;
    for (int i = 0; (row = vlSection_GetRow(section, i)) != NULL; ++i) {
        const char* usual = row->usual != NULL ? row->usual + (row->usual[0] == '`') : "";
        const char* member = (const char*)object + row->member;
        char* end = NULL;
        double number = strtod(usual, &end);
        bool isNumber = end != usual && *end != '%' && strncmp(usual, "inf", 3) != 0;
        if (row->type == &vlField_Number && row->word != NULL &&
            strncmp(usual, row->word, strlen(row->word)) == 0) {
            number = row->wordValue;
            isNumber = true;
        }
        if (row->type == &vlField_Bool && row->member != VL_NOWHERE) {
            assert_int_equal(*(const bool*)member, strncmp(usual, "true", 4) == 0);
            ++compared;
        } else if (row->type == &vlField_Number && row->member != VL_NOWHERE && isNumber) {
            if (*(const double*)(const void*)member != number) {
                fail_msg("%s.%s is %g, not %s", section->name, row->key,
                         *(const double*)(const void*)member, usual);
            }
            ++compared;
        }
    }
    return compared;
}

static void the_defaults_are_those_of_the_library(void** state)
{
    (void)state;
    vlSurface surface = vlDefaultSurface();
    vlSceneSpring spring = {.def = vlDefaultSpringDef()};
    vlJointDef joint = vlDefaultJointDef(VL_JOINT_HINGE);
    vlSimulatedGrip grip = vlSimulatedDevice_RelaxedGrip();
    vlScene* scene = vlSceneText_Read(VL_HEAD VL_BODY "devices: [{name: d}]\n");
    const vlSceneDevice* device = vlScene_GetDevice(scene, 0);
    assert_int_equal(checkDefaults(&vlSection_Surface, &surface), 11);
    assert_int_equal(checkDefaults(&vlSection_Spring, &spring), 5);
    assert_int_equal(checkDefaults(&vlSection_Axis, &joint.axis[0]), 6);
    assert_int_equal(checkDefaults(&vlSection_Motor, &joint.axis[0].motor), 2);
    assert_int_equal(checkDefaults(&vlSection_Grip, &grip), 4);
    assert_int_equal(checkDefaults(&vlSection_Device, device), 7);
    assert_int_equal(checkDefaults(&vlSection_Hand, &device->hand), 1);
    assert_int_equal(checkDefaults(&vlSection_World, scene), 4);
    vlScene_Destroy(scene);
}

static void keys_are_listed_by_their_paths(void** state)
{
    (void)state;
    static const struct {
        const char* path;
        const char* first; // NULL: no keys
        bool hasKeys;
    } cases[] = {{"", "volar", false},
                 {"world.surface", "stiffness", false},
                 {"bodies.any-name.shape", "halfspace", true},
                 {"bodies.0.copies.turn", "axis", false},
                 {"joints.j.axes.motor.target", "path", true},
                 {"surfaces.0", "stiffness", false},
                 {"bodies", NULL, false},
                 {"bodies.", NULL, false},
                 {"world.step", NULL, false},
                 {"world.integrator", NULL, false},
                 {"wrld", NULL, false},
                 {"..", NULL, false}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        vlSceneKey key = {"old", NULL, NULL, NULL, false};
        assert_int_equal(vlScene_GetKey(cases[i].path, 0, &key), cases[i].first != NULL);
        assert_string_equal(key.name, cases[i].first != NULL ? cases[i].first : "old");
        assert_int_equal(key.hasKeys, cases[i].hasKeys);
    }
    vlSceneKey key;
    assert_false(vlScene_GetKey("world", -1, &key));
    assert_false(vlScene_GetKey("world", 1000, &key));
    assert_false(vlScene_GetKey(NULL, 0, &key));
    assert_true(vlScene_GetKey("surfaces.0", 13, &key)); // behind those of a surface
    assert_string_equal(key.name, "between");
    assert_null(key.usual);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_defaults_are_those_of_the_library),
        cmocka_unit_test(keys_are_listed_by_their_paths),
    };
    return cmocka_run_group_tests_name("scene_fields", tests, NULL, NULL);
}
