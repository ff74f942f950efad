// SPDX-License-Identifier: MIT
// The result codes: their texts, and that some call returns each of them.

#include <float.h>

#include "refusal.h"
#include "test.h"

static const struct {
    vlResult code;
    const char* name;
    const char* text;
} results[] = {
#define RESULT(code, text) {code, #code, text},
    VL_RESULT_MAP(RESULT)
#undef RESULT
};
#define COUNT ((int)(sizeof results / sizeof results[0]))

static void success_is_zero_and_the_codes_are_counted_without_gaps(void** state)
{
    (void)state;
    assert_int_equal(VL_OK, 0);
    assert_int_equal(COUNT, VL_RESULT_COUNT);
    for (int i = 0; i < COUNT; ++i) {
        assert_int_equal(results[i].code, i);
    }
}

static void every_code_has_its_name_and_its_text(void** state)
{
    (void)state;
    for (int i = 0; i < COUNT; ++i) {
        assert_string_equal(vlResult_Name(results[i].code), results[i].name);
        assert_string_equal(vlResult_Text(results[i].code), results[i].text);
        assert_true(strlen(results[i].text) > 0);
        assert_int_equal(strncmp(results[i].name, "VL_", 3), 0);
    }
}

static void no_two_codes_share_a_text_or_a_name(void** state)
{
    (void)state;
    for (int i = 0; i < COUNT; ++i) {
        for (int k = i + 1; k < COUNT; ++k) {
            assert_string_not_equal(vlResult_Text(results[i].code), vlResult_Text(results[k].code));
            assert_string_not_equal(vlResult_Name(results[i].code), vlResult_Name(results[k].code));
        }
    }
}

static void values_outside_the_list_have_a_text_too(void** state)
{
    (void)state;
    const int outside[] = {-1, COUNT, COUNT + 1, 1000, INT32_MAX, INT32_MIN};
    for (size_t i = 0; i < sizeof outside / sizeof outside[0]; ++i) {
        const char* text = vlResult_Text((vlResult)outside[i]);
        const char* name = vlResult_Name((vlResult)outside[i]);
        assert_non_null(text);
        assert_non_null(name);
        for (int k = 0; k < COUNT; ++k) {
            assert_string_not_equal(text, results[k].text);
            assert_string_not_equal(name, results[k].name);
        }
    }
}

// Each code of the list by the simplest call that returns it.
static void every_result_code_is_met(void** state)
{
    (void)state;
    vlRefusal r = vlRefusal_Open();
    bool met[VL_RESULT_COUNT] = {false};
    vlBodyId id, none = {0, 0};
    vlBodyDef def = vlDefaultBodyDef();
    def.shape = r.box;
    vlMaterialId standard = {0}, material;
    vlSurface surface = vlDefaultSurface();
    const vlVec3 flat[4] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}};
    vlShape* shape = NULL;
    met[vlWorld_DestroyBody(r.world, none)] = true;
    met[vlWorld_CreateMaterial(r.world, NULL)] = true;
    met[vlWorld_CreateMaterial(r.world, &material)] = true; // the third of two
    met[vlShape_CreateHull(NULL, flat, 4, &shape, NULL, 0)] = true;
    surface.stiffnessN = 1e12;
    met[vlWorld_SetSurface(r.world, standard, standard, &surface)] = true;
    vlRefusal_Watch(&r);
    r.before[0] ^= 1u;
    met[vlWorld_Restore(r.world, r.before, r.size)] = true;
    met[vlWorld_CreateBody(r.world, &def, &id)] = true;
    assert_true(met[VL_OK]);
    for (int i = 0; i < 1000; ++i) { // with any mass it leaves the range of numbers
        assert_int_equal(vlBody_ApplyForce(r.world, id, vlVec(VL_MAX_FORCE, 0, 0), vlZero()),
                         VL_OK);
    }
    met[vlWorld_Step(r.world)] = true;
    vlScene* scene = NULL;
    met[vlScene_Read("no/such/scene.yaml", NULL, &scene, NULL)] = true;
    met[vlScene_ReadText("volar: [", 8, "text", NULL, &scene, NULL)] = true;
    for (int i = 0; i < VL_RESULT_COUNT; ++i) {
        assert_true(met[i] || i == VL_ERROR_MEMORY); // tested in test_allocator.c
    }
    vlRefusal_Close(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(success_is_zero_and_the_codes_are_counted_without_gaps),
        cmocka_unit_test(every_code_has_its_name_and_its_text),
        cmocka_unit_test(no_two_codes_share_a_text_or_a_name),
        cmocka_unit_test(values_outside_the_list_have_a_text_too),
        cmocka_unit_test(every_result_code_is_met),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
