// SPDX-License-Identifier: MIT
// Overrides of single values: what they reach, what they add, and what is wrong with them.

#include "scene/scene_parts.h"
#include "scene_text.h"
#include "test.h"

#define TEXT                                                                                       \
    VL_HEAD "materials: {a.b: {friction: 0.2}, a: {friction: 0.3}}\n"                              \
            "bodies:\n"                                                                            \
            "- {name: a, shape: " VL_BOX ", mass: 1}\n"                                            \
            "- {name: a.b, shape: " VL_BOX ", position: [1, 2, 3]}\n"

static vlScene* readWith(const char* set)
{
    static vlFileErrors errors;
    vlSceneOptions options = {.sets = &set, .setCount = 1};
    vlScene* scene = NULL;
    if (vlScene_ReadText(TEXT, strlen(TEXT), "test.yaml", &options, &scene, &errors) != VL_OK) {
        fail_msg("%s: %s", errors.item[0].file, errors.item[0].message);
    }
    return scene;
}

static void a_set_replaces_a_value(void** state)
{
    (void)state;
    vlScene* scene = readWith("bodies.a.mass=3.5");
    assert_true(vlScene_GetBody(scene, 0)->def.mass == 3.5);
    vlScene_Destroy(scene);
    scene = readWith("bodies.0.mass=4.5"); // by place
    assert_true(vlScene_GetBody(scene, 0)->def.mass == 4.5);
    vlScene_Destroy(scene);
    scene = readWith("bodies.1.position.2=7"); // into a list
    assert_true(vlScene_GetBody(scene, 1)->def.pose.p.z == 7.0);
    assert_true(vlScene_GetBody(scene, 1)->def.pose.p.y == 2.0);
    vlScene_Destroy(scene);
    scene = readWith("bodies.a={name: c, shape: {sphere: {radius: 1}}, mass: 2}"); // a mapping
    assert_string_equal(vlScene_GetBody(scene, 0)->name, "c");
    vlScene_Destroy(scene);
}

static void a_set_adds_what_is_missing(void** state)
{
    (void)state;
    vlScene* scene = readWith("bodies.a.velocity=[1, 0, 0]");
    assert_true(vlScene_GetBody(scene, 0)->def.velocity.linear.x == 1.0);
    vlScene_Destroy(scene);
    scene = readWith("world.step=0.0005"); // the text has no `world`
    assert_true(vlScene_GetWorldDef(scene)->step == 0.0005);
    vlScene_Destroy(scene);
    scene = readWith("world.contact.law=foundation");
    assert_int_equal(vlScene_GetWorldDef(scene)->contact.law, VL_LAW_FOUNDATION);
    vlScene_Destroy(scene);
    scene = readWith("description=a = b"); // the first = parts path and value
    assert_string_equal(vlScene_GetDescription(scene), "a = b");
    vlScene_Destroy(scene);
    scene = readWith("description=");
    assert_string_equal(vlScene_GetDescription(scene), "");
    vlScene_Destroy(scene);
}

static void names_with_dots_are_found_whole(void** state)
{
    (void)state;
    vlScene* scene = readWith("bodies.a.b.mass=9");
    assert_true(vlScene_GetBody(scene, 0)->def.mass == 1.0);
    assert_true(vlScene_GetBody(scene, 1)->def.mass == 9.0);
    vlScene_Destroy(scene);
    scene = readWith("materials.a.b.friction=0.9");
    assert_true(vlScene_GetMaterial(scene, 1)->surface.frictionStatic == 0.9);
    assert_true(vlScene_GetMaterial(scene, 2)->surface.frictionStatic == 0.3);
    vlScene_Destroy(scene);
}

static void later_sets_win_and_see_earlier_ones(void** state)
{
    (void)state;
    const char* const sets[] = {"bodies.a.mass=2", "bodies.a.mass=3", "bodies.a.name=z",
                                "bodies.z.type=static"};
    static vlFileErrors errors;
    vlSceneOptions options = {.sets = sets, .setCount = 4};
    vlScene* scene = NULL;
    assert_int_equal(vlScene_ReadText(TEXT, strlen(TEXT), "t", &options, &scene, &errors), VL_OK);
    assert_true(vlScene_GetBody(scene, 0)->def.mass == 3.0);
    assert_string_equal(vlScene_GetBody(scene, 0)->name, "z");
    assert_int_equal(vlScene_GetBody(scene, 0)->def.type, VL_BODY_STATIC);
    vlScene_Destroy(scene);
}

static void a_set_means_the_same_as_the_text(void** state)
{
    (void)state;
    vlScene* scene = readWith("materials.a.friction=0.2");
    uint64_t hash = vlScene_GetHash(scene);
    vlScene_Destroy(scene);
    scene = readWith("materials.a={friction: 2e-1}");
    assert_true(vlScene_GetHash(scene) == hash);
    vlScene_Destroy(scene);
}

static void faulty_sets_are_told_with_their_text(void** state)
{
    (void)state;
    static const struct {
        const char* set;
        const char* message;
    } cases[] = {
        {"world.step=fast", "world.step=fast: step is 'fast'; expected a number"},
        {"world.stp=1", "world.stp=1: unknown key 'stp'; did you mean 'step'?"},
        {"wrld.step=1", "wrld.step=1: unknown key 'wrld'; did you mean 'world'?"},
        {"bodies.z.mass=1",
         "bodies.z.mass=1: 'z' is not in 'bodies'; expected a name in it, or 0 to 1"},
        {"bodies.2.mass=1",
         "bodies.2.mass=1: '2' is not in 'bodies'; expected a name in it, or 0 to 1"},
        {"bodies.a.mass.x=1",
         "bodies.a.mass.x=1: 'bodies.a.mass' is '1'; expected a list or mapping"},
        {"bodies.a.mass", "bodies.a.mass: the path or the '=' is missing; expected PATH=VALUE"},
        {"=1", "=1: the path or the '=' is missing; expected PATH=VALUE"},
        {"bodies.a.mass=[1", "bodies.a.mass=[1: a list is not closed; expected ',' or ']'"},
        {"bodies.a.mass=*x", "bodies.a.mass=*x: alias '*x'; expected the value itself"},
        {"bodies.a.=1", "bodies.a.=1: '' is not in 'bodies.a'; expected a name in it, or 0 to 2"},
        {"bodies.a.mass=-1", "bodies.a.mass=-1: mass is -1; expected above 0"},
        {"bodies.a.mass=", "bodies.a.mass=: mass is empty; expected a number"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        vlSceneOptions options = {.sets = &cases[i].set, .setCount = 1};
        const vlFileErrors* errors = vlSceneText_Refuse(TEXT, &options);
        assert_int_equal(errors->total, 1);
        assert_string_equal(errors->item[0].file, "--set");
        assert_int_equal(errors->item[0].line, 0);
        assert_string_equal(errors->item[0].message, cases[i].message);
    }
}

// The names of elements are guessed as those of keys are.
static void a_misspelled_name_is_guessed(void** state)
{
    (void)state;
    const char* set = "bodies.barel.mass=2";
    vlSceneOptions options = {.sets = &set, .setCount = 1};
    const vlFileErrors* errors =
        vlSceneText_Refuse(VL_HEAD "bodies:\n- {name: stave, shape: " VL_BOX "}\n- {name: barrel, "
                                   "shape: " VL_BOX "}\n",
                           &options);
    assert_string_equal(
        errors->item[0].message,
        "bodies.barel.mass=2: 'barel' is not in 'bodies'; expected a name in it, or "
        "0 to 1; did you mean 'barrel'?");
}

static void faults_of_sets_come_after_those_of_the_file(void** state)
{
    (void)state;
    const char* const sets[] = {"world.step=a", "world.gravity=b"};
    vlSceneOptions options = {.sets = sets, .setCount = 2};
    const vlFileErrors* errors = vlSceneText_Refuse(VL_HEAD "bodies: 3\n", &options);
    assert_int_equal(errors->count, 3);
    assert_string_equal(errors->item[0].file, "test.yaml");
    assert_non_null(strstr(errors->item[1].message, "world.step=a: "));
    assert_non_null(strstr(errors->item[2].message, "world.gravity=b: "));
}

#define CHOSEN                                                                                     \
    VL_HEAD "materials: {m: {friction: 0.3}, n: {friction-static: 0.5, friction-dynamic: 0.4}}\n"  \
            "bodies:\n"                                                                            \
            "- {name: a, shape: " VL_BOX                                                           \
            ", density: 500, rotation: {axis: [0, 0, 1], degrees: 9}}\n"                           \
            "- {name: k, type: kinematic, shape: " VL_BOX ", position: [9, 0, 0],\n"               \
            "   motion: {oscillate: {shift: [1, 0, 0], frequency: 1}}}\n"                          \
            "joints:\n"                                                                            \
            "- {name: j, type: ball, b: a, frame-a: {}, frame-b: {}}\n"

// If a scene has one of two exclusive keys, setting the other replaces it.
static void a_set_takes_the_place_of_what_contradicts_it(void** state)
{
    (void)state;
    static const struct {
        const char *set, *same; // the same as if the text had `same` in place of `was`
        const char* was;
    } cases[] = {
        {"bodies.a.mass=2", "mass: 2", "density: 500"},
        {"bodies.a.rotation.euler=[1, 2, 3]", "euler: [1, 2, 3]", "axis: [0, 0, 1], degrees: 9"},
        {"bodies.a.rotation.quaternion=[0, 0, 0, 1]", "quaternion: [0, 0, 0, 1]",
         "axis: [0, 0, 1], degrees: 9"},
        {"bodies.a.shape.sphere.radius=0.5", "{sphere: {radius: 0.5}}, d", VL_BOX ", d"},
        {"bodies.k.motion.path={keys: [{time: 0}, {time: 1, position: [1, 0, 0]}]}",
         "path: {keys: [{time: 0}, {time: 1, position: [1, 0, 0]}]}",
         "oscillate: {shift: [1, 0, 0], frequency: 1}"},
        {"materials.n.friction=0.1", "friction: 0.1",
         "friction-static: 0.5, friction-dynamic: 0.4"},
        {"materials.m.friction-static=0.6", "friction-static: 0.6, friction-dynamic: 0.3",
         "friction: 0.3"},
        {"materials.m.friction-dynamic=0.2", "friction-static: 0.3, friction-dynamic: 0.2",
         "friction: 0.3"},
        {"joints.j.at=[0, 0, 0]", "at: [0, 0, 0]", "frame-a: {}, frame-b: {}"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        static vlFileErrors errors;
        char text[2048];
        const char* at = strstr(CHOSEN, cases[i].was);
        assert_non_null(at);
        (void)snprintf(text, sizeof text, "%.*s%s%s", (int)(at - CHOSEN), CHOSEN, cases[i].same,
                       at + strlen(cases[i].was));
        vlSceneOptions options = {.sets = &cases[i].set, .setCount = 1};
        vlScene* scene = NULL;
        if (vlScene_ReadText(CHOSEN, strlen(CHOSEN), "t", &options, &scene, &errors) != VL_OK) {
            fail_msg("%s", errors.item[0].message);
        }
        assert_true(vlScene_GetHash(scene) == vlSceneText_Hash(text));
        vlScene_Destroy(scene);
    }
}

static void a_set_reaches_into_a_joint(void** state)
{
    (void)state;
    static const char text[] =
        VL_HEAD "bodies: [{name: a, shape: " VL_BOX "}]\n"
                "joints:\n"
                "- {name: i, type: ball, b: a, at: [0, 0, 5]}\n"
                "- {name: j, type: hinge, b: a, at: [0, 0, 5], axis: [0, 0, 1],\n"
                "   axes: {motor: {mode: position, stiffness: 1, target: 5}}}\n";
    static const char* const sets[] = {
        "joints.j.axes.motor.target=90",  "joints.j.stiffness=123",    "joints.i.collide=true",
        "joints.1.axes.limits=[-10, 10]", "world.integrator=implicit", "world.sleep=true",
        "joints.i.axes=[{friction: 1}]"};
    const double degree = 0.017453292519943295;
    static vlFileErrors errors;
    vlSceneOptions options = {.sets = sets, .setCount = 7};
    vlScene* scene = NULL;
    assert_int_equal(vlScene_ReadText(text, strlen(text), "t", &options, &scene, &errors), VL_OK);
    const vlSceneJoint* j = vlScene_GetJoint(scene, 1);
    assert_true(j->def.axis[0].motor.target == 90.0 * degree && j->def.stiffness == 123.0);
    assert_true(j->def.axis[0].lower == -10.0 * degree);
    assert_true(vlScene_GetJoint(scene, 0)->def.collide);
    assert_true(vlScene_GetJoint(scene, 0)->def.axis[0].friction == 1.0);
    assert_int_equal(vlScene_GetWorldDef(scene)->integrator, VL_INTEGRATOR_IMPLICIT);
    assert_true(vlScene_GetWorldDef(scene)->sleep);
    vlScene_Destroy(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_set_replaces_a_value),
        cmocka_unit_test(a_set_adds_what_is_missing),
        cmocka_unit_test(names_with_dots_are_found_whole),
        cmocka_unit_test(later_sets_win_and_see_earlier_ones),
        cmocka_unit_test(a_set_means_the_same_as_the_text),
        cmocka_unit_test(a_set_takes_the_place_of_what_contradicts_it),
        cmocka_unit_test(a_set_reaches_into_a_joint),
        cmocka_unit_test(faulty_sets_are_told_with_their_text),
        cmocka_unit_test(a_misspelled_name_is_guessed),
        cmocka_unit_test(faults_of_sets_come_after_those_of_the_file),
    };
    return cmocka_run_group_tests_name("scene_sets", tests, NULL, NULL);
}
