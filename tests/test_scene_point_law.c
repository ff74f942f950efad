// SPDX-License-Identifier: MIT
// `point-law` of a surface in scenes: what is read, mixed, written and refused.

#include "scene/scene_parts.h"
#include "scene_text.h"
#include "test.h"
#include "volar/simulation.h"

#define BODIES                                                                                     \
    "bodies:\n"                                                                                    \
    "- {name: floor, type: static, shape: {halfspace: {normal: [0, 0, 1]}}}\n"                     \
    "- {name: tip, type: kinematic, mass: 0.1, shape: {sphere: {radius: 0.01}},\n"                 \
    "   position: [0, 0, 0.5], material: steel}\n"                                                 \
    "devices:\n"                                                                                   \
    "- {name: hand, address: omega3, holds: tip}\n"

static vlPointLaw lawOf(const vlScene* scene, int a, int b)
{
    vlSurface surface = vlDefaultSurface();
    assert_int_equal(vlScene_GetSurface(scene, a, b, &surface), VL_OK);
    return surface.point;
}

static void checkLaw(const vlLawChoice* choice, const char* name, const char* parameter,
                     double value)
{
    assert_non_null(choice->law);
    assert_string_equal(choice->law->name, name);
    assert_true(vlLaw_GetParameter(choice, parameter, -1.0) == value);
}

static void a_law_is_a_name_or_a_mapping_with_parameters(void** state)
{
    (void)state;
    vlScene* scene =
        vlSceneText_Read(VL_HEAD "world: {surface: {point-law: {wall: seh}}}\n"
                                 "materials:\n"
                                 "  steel: {point-law: {wall: {law: hysteretic, stiffness: "
                                 "800, break2: 0.5}, friction: {law: pad, kinetic: 0.1}}}\n"
                                 "  felt: {point-law: none}\n" BODIES);
    vlPointLaw standard = lawOf(scene, 0, 0);
    checkLaw(&standard.wall, "seh", "stiffness", 5000.0); // as usual
    assert_null(standard.friction.law);
    vlPointLaw steel = lawOf(scene, 1, 1);
    checkLaw(&steel.wall, "hysteretic", "stiffness", 800.0);
    checkLaw(&steel.wall, "hysteretic", "break2", 0.5);
    checkLaw(&steel.wall, "hysteretic", "break3", 4.0); // as usual
    checkLaw(&steel.friction, "pad", "kinetic", 0.1);
    assert_null(lawOf(scene, 2, 2).wall.law);
    // The world of the simulation also has it, whichever of the two bodies comes first.
    vlSimulation* simulation;
    char message[256] = "";
    assert_int_equal(vlSimulation_Create(scene, &simulation, message, sizeof message), VL_OK);
    vlSurface surface;
    vlMaterialId first = {1};
    vlMaterialId second = {0};
    assert_int_equal(vlWorld_GetSurface(vlSimulation_GetWorld(simulation), first, second, &surface),
                     VL_OK);
    checkLaw(&surface.point.wall, "hysteretic", "stiffness", 800.0);
    vlSimulation_Destroy(simulation);
    vlScene_Destroy(scene);
}

static void of_two_materials_the_later_counts_if_it_has_one(void** state)
{
    (void)state;
    vlScene* scene = vlSceneText_Read(VL_HEAD "materials:\n"
                                              "  steel: {point-law: {wall: seh}}\n"
                                              "  wood: {point-law: {wall: zoh}}\n"
                                              "  felt: {}\n"
                                              "surfaces:\n"
                                              "- {between: [steel, felt], point-law: {wall: pi}}\n"
                                              "- {between: [wood, felt], friction: 0.1}\n" BODIES);
    assert_null(lawOf(scene, 0, 0).wall.law);
    static const struct {
        int a, b;
        const char* name;
    } pairs[] = {{0, 1, "seh"}, {1, 2, "zoh"}, {0, 2, "zoh"}, {1, 3, "pi"}, {2, 3, "zoh"}};
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; ++i) {
        vlPointLaw one = lawOf(scene, pairs[i].a, pairs[i].b);
        vlPointLaw other = lawOf(scene, pairs[i].b, pairs[i].a);
        assert_string_equal(one.wall.law->name, pairs[i].name);
        assert_memory_equal(&one, &other, sizeof one);
    }
    vlScene_Destroy(scene);
}

// Steel states its law; wood, which is listed later, has that of the world. Felt states that it has
// none.
static void a_stated_law_counts_before_an_inherited_one(void** state)
{
    (void)state;
    vlScene* scene = vlSceneText_Read(VL_HEAD "world: {surface: {point-law: {wall: zoh}}}\n"
                                              "materials:\n"
                                              "  steel: {point-law: {wall: seh}}\n"
                                              "  wood: {}\n"
                                              "  felt: {point-law: none}\n" BODIES);
    static const struct {
        int a, b;
        const char* name;
    } pairs[] = {{0, 1, "seh"}, {0, 2, "zoh"}, {1, 2, "seh"}, {0, 3, NULL},
                 {1, 3, "seh"}, {2, 3, NULL},  {2, 2, "zoh"}, {3, 3, NULL}};
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; ++i) {
        vlPointLaw law = lawOf(scene, pairs[i].a, pairs[i].b);
        if (pairs[i].name != NULL) {
            assert_non_null(law.wall.law);
            assert_string_equal(law.wall.law->name, pairs[i].name);
        } else {
            assert_null(law.wall.law);
        }
    }
    vlScene_Destroy(scene);
}

#define WITH(text)                                                                                 \
    VL_HEAD "world: {surface: {point-law: " text "}}\nmaterials: {steel: {}}\n" BODIES

static void the_hash_knows_law_and_parameters(void** state)
{
    (void)state;
    const char* const texts[] = {
        WITH("none"),
        WITH("{wall: seh}"),
        WITH("{wall: zoh}"),
        WITH("{wall: {law: seh, stiffness: 900}}"),
        WITH("{wall: seh, friction: reset}"),
        WITH("{wall: seh, friction: {law: reset, damping: 26}}"),
    };
    enum { COUNT = sizeof texts / sizeof texts[0] };
    uint64_t hash[COUNT];
    for (int i = 0; i < COUNT; ++i) {
        hash[i] = vlSceneText_Hash(texts[i]);
        for (int k = 0; k < i; ++k) {
            assert_true(hash[i] != hash[k]);
        }
    }
    // Giving the default changes nothing, and an empty law means no law.
    assert_true(vlSceneText_Hash(WITH("{wall: {law: seh, stiffness: 5000}}")) == hash[1]);
    assert_true(vlSceneText_Hash(VL_HEAD "materials: {steel: {}}\n" BODIES) == hash[0]);
}

static void it_is_written_with_changed_parameters(void** state)
{
    (void)state;
    vlScene* scene = vlSceneText_Read(
        VL_HEAD "world: {surface: {point-law: {wall: {law: zoh, stiffness: 700.1}}}}\n"
                "materials: {steel: {point-law: {wall: pi, friction: dahl}}}\n"
                "surfaces: [{between: [default, steel], point-law: {wall: seh}}]\n" BODIES);
    int count = vlScene_GetParameterCount(scene);
    double values[64];
    assert_in_range(count, 1, 64);
    int changed = 0;
    for (int i = 0; i < count; ++i) {
        const vlParameter* p = vlScene_GetParameter(scene, i);
        values[i] = p->value;
        if (p->materialA >= 0 && p->value != VL_AUTO) {
            values[i] *= 0.5;
            ++changed;
        }
    }
    assert_true(changed > 0);
    char* text = NULL;
    size_t size = 0;
    char message[256] = "";
    vlResult result =
        vlScene_WriteWith(scene, values, count, &text, &size, message, sizeof message);
    assert_string_equal(message, "");
    assert_int_equal(result, VL_OK);
    vlScene* again = vlSceneText_Read(text);
    assert_true(vlScene_GetHash(again) != vlScene_GetHash(scene));
    for (int a = 0; a < 2; ++a) {
        for (int b = 0; b < 2; ++b) {
            vlPointLaw before = lawOf(scene, a, b);
            vlPointLaw after = lawOf(again, a, b);
            assert_memory_equal(&before, &after, sizeof before);
        }
    }
    vlScene_FreeText(text);
    vlScene_Destroy(again);
    vlScene_Destroy(scene);
}

static void what_does_not_fit_is_refused_with_its_place(void** state)
{
    (void)state;
    static const struct {
        const char* text;
        const char* message;
    } faults[] = {
        {WITH("{wall: she}"), "unknown wall law 'she'; did you mean 'seh'?"},
        {WITH("{wall: reset}"), "unknown wall law 'reset'"},
        {WITH("{wall: seh, friction: padd}"), "unknown friction law 'padd'; did you mean 'pad'?"},
        {WITH("{friction: pad}"), "wall"},
        {WITH("seh"), "point-law is 'seh'; expected a mapping"},
        {WITH("{wall: {stiffness: 800}}"), "wall has no key 'law'"},
        {WITH("{wall: [seh]}"), "wall law is a list; expected a name"},
        {WITH("{wall: {law: seh, stifness: 800}}"), "did you mean 'stiffness'?"},
        {WITH("{wall: {law: seh, stiffness: -1}}"), "stiffness is -1; expected 0 to 1e+09"},
        {WITH("{wall: {law: seh, stiffness: 1e6}}"), "the window is w T <= 0.5"},
        {WITH("{wall: seh, friction: {law: reset, damping: 1}}"), "window: K T/2 <= B < 2 m/(n T)"},
    };
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; ++i) {
        const vlFileErrors* errors = vlSceneText_Refuse(faults[i].text, NULL);
        if (strstr(errors->item[0].message, faults[i].message) == NULL) {
            fail_msg("'%s' is not in: %s", faults[i].message, errors->item[0].message);
        }
        assert_in_range(errors->item[0].line, 3, 4);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_law_is_a_name_or_a_mapping_with_parameters),
        cmocka_unit_test(of_two_materials_the_later_counts_if_it_has_one),
        cmocka_unit_test(a_stated_law_counts_before_an_inherited_one),
        cmocka_unit_test(the_hash_knows_law_and_parameters),
        cmocka_unit_test(it_is_written_with_changed_parameters),
        cmocka_unit_test(what_does_not_fit_is_refused_with_its_place),
    };
    return cmocka_run_group_tests_name("scene_point_law", tests, NULL, NULL);
}
