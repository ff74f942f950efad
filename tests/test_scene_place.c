// SPDX-License-Identifier: MIT
// Placing bodies: rotations in all notations, and copies.

#include "scene_text.h"
#include "test.h"

#define DEGREE 0.017453292519943295

static bool isSameRotation(vlQuat a, vlQuat b)
{
    // The same formula evaluated in another order: a few roundings.
    double dot = a.w * b.w + a.x * b.x + a.y * b.y + a.z * b.z;
    return fabs(fabs(dot) - 1.0) < 1e-15 * 8.0;
}

static vlQuat rotationOf(const char* words)
{
    char text[512];
    (void)snprintf(text, sizeof text,
                   VL_HEAD "bodies: [{name: a, shape: " VL_BOX ", rotation: %s}]\n", words);
    vlScene* scene = vlSceneText_Read(text);
    vlQuat q = vlScene_GetBody(scene, 0)->def.pose.q;
    vlScene_Destroy(scene);
    return q;
}

static void rotations_can_be_said_in_three_ways(void** state)
{
    (void)state;
    vlQuat q = rotationOf("{axis: [0, 0, 5], degrees: 90}");
    vlVec3 turned = vlRotate(q, vlVec(1.0, 0.0, 0.0));
    // Rounding of sine and cosine.
    assert_true(fabs(turned.x) < 1e-15 && fabs(turned.y - 1.0) < 1e-15 && turned.z == 0.0);
    assert_true(isSameRotation(rotationOf("{euler: [0, 0, 90]}"), q));
    assert_true(isSameRotation(rotationOf("{axis: [0, 0, -1], degrees: -450}"), q));
    // About fixed axes: x to y by z is last; y to z by x is first.
    q = rotationOf("{euler: [90, 0, 90]}");
    turned = vlRotate(q, vlVec(0.0, 1.0, 0.0));
    assert_true(fabs(turned.z - 1.0) < 1e-15); // first about x: y becomes z, which z leaves alone
    turned = vlRotate(q, vlVec(1.0, 0.0, 0.0));
    assert_true(fabs(turned.y - 1.0) < 1e-15);
    // Three digits are enough for a quaternion.
    q = rotationOf("{quaternion: [0.707, 0, 0.707, 0]}");
    assert_true(fabs(q.w * q.w + q.y * q.y - 1.0) < 1e-15 * 4.0);
}

static void copies_are_shifted_and_turned(void** state)
{
    (void)state;
    vlScene* scene = vlSceneText_Read(
        VL_HEAD
        "bodies:\n"
        "  - name: brick\n"
        "    shape: " VL_BOX "\n"
        "    position: [1, 2, 3]\n"
        "    rotation: {axis: [0, 0, 1], degrees: 10}\n"
        "    copies: {count: 3, shift: [0.5, 0, -0.25], turn: {axis: [0, 0, 1], degrees: 20}}\n"
        "  - {name: last, shape: " VL_BOX "}\n"
        "  - name: slider\n"
        "    type: kinematic\n"
        "    shape: " VL_BOX "\n"
        "    copies: {count: 2, shift: [0, 8, 0]}\n"
        "    motion: {path: {keys: [{time: 0, position: [1, 1, 1]}, {time: 1}]}}\n");
    assert_int_equal(vlScene_GetBodyCount(scene), 6);
    for (int k = 0; k < 3; ++k) {
        const vlSceneBody* body = vlScene_GetBody(scene, k);
        char name[32];
        (void)snprintf(name, sizeof name, "brick-%d", k + 1);
        assert_string_equal(body->name, name);
        assert_int_equal(vlScene_FindBody(scene, name), k);
        checkVec(body->def.pose.p, 1.0 + 0.5 * k, 2.0, 3.0 - 0.25 * k);
        assert_true(isSameRotation(
            body->def.pose.q, vlQuatFromAxisAngle(vlVec(0.0, 0.0, 1.0), (10 + 20 * k) * DEGREE)));
        assert_ptr_equal(body->def.shape, vlScene_GetBody(scene, 0)->def.shape);
    }
    assert_int_equal(vlScene_FindBody(scene, "brick"), -1);
    assert_int_equal(vlScene_FindBody(scene, "last"), 3);
    // A copy's path goes with it, and it begins where its path begins.
    const vlSceneBody* slider = vlScene_GetBody(scene, 5);
    checkVec(slider->def.pose.p, 1.0, 9.0, 1.0);
    checkVec(slider->motion.keys[0].pose.p, 1.0, 9.0, 1.0);
    checkVec(slider->motion.keys[1].pose.p, 0.0, 8.0, 0.0);
    vlScene_Destroy(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rotations_can_be_said_in_three_ways),
        cmocka_unit_test(copies_are_shifted_and_turned),
    };
    return cmocka_run_group_tests_name("scene_place", tests, NULL, NULL);
}
