// SPDX-License-Identifier: MIT
// Every key of a scene reaches the value it names, to the last bit.

#include "scene/scene_parts.h"
#include "scene_text.h"
#include "test.h"
#include "volar/simulation.h"

#define DEGREE 0.017453292519943295

static void the_least_scene_has_the_defaults_of_the_library(void** state)
{
    (void)state;
    vlScene* scene = vlSceneText_Read(VL_HEAD VL_BODY);
    vlWorldDef usual = vlDefaultWorldDef();
    const vlWorldDef* def = vlScene_GetWorldDef(scene);
    assert_string_equal(vlScene_GetName(scene), "test");
    assert_string_equal(vlScene_GetDescription(scene), "");
    assert_true(def->step == usual.step);
    checkVec(def->gravity, usual.gravity.x, usual.gravity.y, usual.gravity.z);
    assert_int_equal(def->integrator, usual.integrator);
    assert_false(def->sleep);
    assert_memory_equal(&def->surface, &usual.surface, sizeof usual.surface);
    assert_int_equal(def->contact.law, usual.contact.law);
    assert_int_equal(def->capacity.bodies, 1);
    assert_int_equal(def->capacity.pieces, 1);
    assert_int_equal(def->capacity.materials, 1);
    assert_int_equal(def->capacity.pairs, 24);
    assert_int_equal(def->capacity.contacts, 12);
    assert_int_equal(def->capacity.springs, VL_MAX_GRABS);
    assert_int_equal(def->capacity.joints, 1); // 0 would be one per body
    const vlSceneBody* body = vlScene_GetBody(scene, 0);
    vlBodyDef usualBody = vlDefaultBodyDef();
    assert_string_equal(body->name, "a");
    assert_int_equal(body->def.type, usualBody.type);
    assert_true(body->def.density == usualBody.density && body->def.mass == 0.0);
    assert_false(body->def.hasInertia);
    checkVec(body->def.pose.p, 0.0, 0.0, 0.0);
    assert_true(body->def.pose.q.w == 1.0);
    assert_int_equal(body->motion.kind, VL_MOTION_NONE);
    assert_int_equal(vlScene_GetBodyCount(scene), 1);
    assert_int_equal(vlScene_GetForceCount(scene), 0);
    assert_int_equal(vlScene_GetSpringCount(scene), 0);
    assert_int_equal(vlScene_GetJointCount(scene), 0);
    assert_int_equal(vlScene_GetMaterialCount(scene), 1);
    assert_string_equal(vlScene_GetMaterial(scene, 0)->name, "default");
    assert_false(vlScene_GetCamera(scene).isSet);
    vlScene_Destroy(scene);
}

static void nothing_is_found_out_of_range(void** state)
{
    (void)state;
    vlScene* scene = vlSceneText_Read(VL_HEAD VL_BODY);
    vlSurface surface;
    assert_null(vlScene_GetBody(scene, 1));
    assert_null(vlScene_GetBody(scene, -1));
    assert_null(vlScene_GetForce(scene, 0));
    assert_null(vlScene_GetSpring(scene, 0));
    assert_null(vlScene_GetJoint(scene, 0));
    assert_null(vlScene_GetMaterial(scene, 1));
    assert_int_equal(vlScene_FindBody(scene, "b"), -1);
    assert_int_equal(vlScene_FindBody(scene, NULL), -1);
    assert_int_equal(vlScene_FindBody(scene, "a"), 0);
    assert_int_equal(vlScene_GetSurface(scene, 0, 1, &surface), VL_ERROR_ARGUMENT);
    assert_int_equal(vlScene_GetSurface(scene, -1, 0, &surface), VL_ERROR_ARGUMENT);
    assert_int_equal(vlScene_GetSurface(scene, 0, 0, NULL), VL_ERROR_ARGUMENT);
    vlScene_Destroy(scene);
    vlScene_Destroy(NULL);
}

static void the_world_is_read_key_by_key(void** state)
{
    (void)state;
    vlScene* scene = vlSceneText_Read(
        VL_HEAD "description: |\n  What\n  it shows.\n"
                "world:\n"
                "  gravity: [0.5, -1.25, 3e-3]\n"
                "  step: 0.00025\n"
                "  integrator: rk4\n"
                "  contact: {law: foundation, reference: {normal: search, friction: paper,\n"
                "            pressure: faces, route: dual}}\n"
                "  surface: {stiffness: 100, damping: 0.25, damping-ratio: 0.1,\n"
                "            shear-stiffness: 50, shear-damping: 0.125, shear-damping-ratio: 0.2,\n"
                "            friction-static: 0.75, friction-dynamic: 0.625, foundation: 1e6}\n"
                "  capacity: {pairs: 77, contacts: 33}\n"
                "camera: {position: [1, 2, 3], target: [4, 5, 6]}\n" VL_BODY);
    const vlWorldDef* def = vlScene_GetWorldDef(scene);
    const vlSurface* s = &def->surface;
    assert_string_equal(vlScene_GetDescription(scene), "What\nit shows.\n");
    checkVec(def->gravity, 0.5, -1.25, 3e-3);
    assert_true(def->step == 0.00025);
    assert_int_equal(def->integrator, VL_INTEGRATOR_RK4);
    assert_int_equal(def->contact.law, VL_LAW_FOUNDATION);
    assert_int_equal(def->contact.reference.pressure, VL_PRESSURE_FACES);
    assert_int_equal(def->contact.reference.normal, VL_NORMAL_SEARCH);
    assert_int_equal(def->contact.reference.friction, VL_FRICTION_PAPER);
    assert_int_equal(def->contact.reference.route, VL_POLYHEDRON_DUAL);
    assert_true(s->stiffnessN == 100.0 && s->dampingN == 0.25 && s->dampingRatioN == 0.1);
    assert_true(s->stiffnessS == 50.0 && s->dampingS == 0.125 && s->dampingRatioS == 0.2);
    assert_true(s->frictionStatic == 0.75 && s->frictionDynamic == 0.625);
    assert_true(s->foundation == 1e6);
    assert_int_equal(def->capacity.pairs, 77);
    assert_int_equal(def->capacity.contacts, 33);
    vlSceneCamera camera = vlScene_GetCamera(scene);
    assert_true(camera.isSet);
    checkVec(camera.position, 1.0, 2.0, 3.0);
    checkVec(camera.target, 4.0, 5.0, 6.0);
    assert_int_equal(camera.follow, -1);
    vlScene_Destroy(scene);
}

static void a_camera_follows_a_body_from_where_the_scene_or_the_viewer_puts_it(void** state)
{
    (void)state;
    static const char bodies[] = "bodies:\n- {name: a, shape: " VL_BOX
                                 "}\n- {name: b, shape: " VL_BOX ", position: [5, 0, 0]}\n";
    static const char* const cameras[] = {
        "camera: {follow: b}\n", "camera: {position: [1, 2, 3], target: [4, 5, 6], follow: b}\n"};
    for (int i = 0; i < 2; ++i) {
        char text[512];
        (void)snprintf(text, sizeof text, VL_HEAD "%s%s", cameras[i], bodies);
        vlScene* scene = vlSceneText_Read(text);
        vlSceneCamera camera = vlScene_GetCamera(scene);
        assert_int_equal(camera.follow, 1);
        assert_int_equal(camera.isSet, i == 1);
        char* written = vlSceneText_RoundTrip(scene);
        assert_non_null(strstr(written, "follow: b"));
        vlScene_FreeText(written);
        vlScene_Destroy(scene);
    }
}

static void materials_are_mixed_unless_the_pair_is_listed(void** state)
{
    (void)state;
    vlScene* scene = vlSceneText_Read(
        VL_HEAD "world: {surface: {friction: 0.25, damping-ratio: 0.5}}\n"
                "materials:\n"
                "  ice: {friction: 0.04, stiffness: 300, damping: 2}\n"
                "  rubber: {friction-static: 1, friction-dynamic: 0.81, stiffness: 200,\n"
                "           shear-stiffness: auto, damping-ratio: 0.25, foundation: 5000}\n"
                "surfaces:\n"
                "  - {between: [rubber, default], friction: 0.125, stiffness: auto}\n" VL_BODY);
    vlSurface s;
    assert_int_equal(vlScene_GetMaterialCount(scene), 3);
    assert_string_equal(vlScene_GetMaterial(scene, 1)->name, "ice");
    assert_string_equal(vlScene_GetMaterial(scene, 2)->name, "rubber");
    // Against itself a material has its own values, the others are from world.surface.
    assert_int_equal(vlScene_GetSurface(scene, 1, 1, &s), VL_OK);
    assert_true(s.frictionStatic == 0.04 && s.frictionDynamic == 0.04 && s.stiffnessN == 300.0);
    assert_true(s.dampingRatioN == 0.5 && s.dampingN == 2.0 && s.foundation == VL_AUTO);
    // Mixed: geometric mean, the smaller of those given, arithmetic mean.
    assert_int_equal(vlScene_GetSurface(scene, 2, 1, &s), VL_OK);
    assert_true(s.frictionStatic == sqrt(0.04) && s.frictionDynamic == sqrt(0.04 * 0.81));
    assert_true(s.stiffnessN == 200.0 && s.stiffnessS == VL_AUTO);
    assert_true(s.dampingN == 2.0 && s.dampingRatioN == 0.375 && s.foundation == 5000.0);
    // Listed pairs: their own values, the others mixed; in either order.
    for (int a = 0; a <= 2; a += 2) {
        assert_int_equal(vlScene_GetSurface(scene, a, 2 - a, &s), VL_OK);
        assert_true(s.frictionStatic == 0.125 && s.frictionDynamic == 0.125);
        assert_true(s.stiffnessN == VL_AUTO && s.foundation == 5000.0);
        assert_true(s.dampingRatioN == 0.375);
    }
    vlScene_Destroy(scene);
}

static void a_body_is_read_key_by_key(void** state)
{
    (void)state;
    vlScene* scene = vlSceneText_Read(
        VL_HEAD "materials: {steel: {}}\n"
                "bodies:\n"
                "  - name: first\n"
                "    shape: {box: {size: [1, 2, 4]}}\n"
                "    material: steel\n"
                "    position: [0.5, 0.25, -0.125]\n"
                "    rotation: {quaternion: [0.6, 0, 0.8, 0]}\n"
                "    velocity: [1, 2, 3]\n"
                "    angular-velocity: [4, 5, 6]\n"
                "    mass: 2.5\n"
                "    inertia: {centre: [0, 0, 0.5],\n"
                "              matrix: [[2, 0.25, 0.125], [0.25, 3, 0], [0.125, 0, 2.5]]}\n"
                "    colour: \"#c08040\"\n"
                "  - {name: second, type: static, density: 7000, colour: [1, 0.5, 0],\n"
                "     shape: {halfspace: {normal: [0, 0, 2], offset: 0.5}}}\n"
                "  - {name: third, shape: " VL_BOX
                ", density: 7000, inertia: {diagonal: [1, 2, 2.5]}}\n");
    const vlSceneBody* body = vlScene_GetBody(scene, 0);
    assert_int_equal(body->def.material.index, 1);
    checkVec(body->def.pose.p, 0.5, 0.25, -0.125);
    assert_true(body->def.pose.q.w == 0.6 && body->def.pose.q.y == 0.8);
    checkVec(body->def.velocity.linear, 1.0, 2.0, 3.0);
    checkVec(body->def.velocity.angular, 4.0, 5.0, 6.0);
    assert_true(body->def.mass == 2.5 && body->def.hasInertia);
    checkVec(body->def.centroid, 0.0, 0.0, 0.5);
    checkVec(body->def.inertia.cx, 2.0, 0.25, 0.125);
    checkVec(body->def.inertia.cy, 0.25, 3.0, 0.0);
    checkVec(body->def.inertia.cz, 0.125, 0.0, 2.5);
    assert_int_equal(body->colour, 0xc08040);
    checkVec(vlShape_GetVertex(body->def.shape, 0, 7), 0.5, 1.0, 2.0);
    body = vlScene_GetBody(scene, 1);
    vlVec3 normal;
    double offset;
    assert_int_equal(body->def.type, VL_BODY_STATIC);
    assert_true(body->def.density == 7000.0 && body->def.mass == 0.0);
    assert_int_equal(body->colour, 0xff8000);
    vlShape_GetFacePlane(body->def.shape, 0, 0, &normal, &offset);
    checkVec(normal, 0.0, 0.0, 1.0);
    assert_true(offset == 0.5);
    body = vlScene_GetBody(scene, 2);
    checkVec(body->def.inertia.cy, 0.0, 2.0, 0.0);
    checkVec(body->def.centroid, 0.0, 0.0, 0.0); // the shape's own
    vlScene_Destroy(scene);
}

static void motions_are_read_key_by_key(void** state)
{
    (void)state;
    vlScene* scene = vlSceneText_Read(
        VL_HEAD
        "bodies:\n"
        "  - name: lift\n"
        "    type: kinematic\n"
        "    shape: " VL_BOX "\n"
        "    position: [0, 0, 1]\n"
        "    motion:\n"
        "      path:\n"
        "        keys:\n"
        "          - {time: 0.5}\n"
        "          - {time: 1.5, position: [0, 0, 2]}\n"
        "          - {time: 2, rotation: {quaternion: [0, 1, 0, 0]}}\n"
        "        repeat: true\n"
        "        smooth: true\n"
        "  - name: swing\n"
        "    type: kinematic\n"
        "    shape: " VL_BOX "\n"
        "    motion: {oscillate: {shift: [0.25, 0, 0], turn: {axis: [0, 0, 2], degrees: 45},\n"
        "                         frequency: 0.75, phase: 90}}\n");
    const vlMotionScript* path = &vlScene_GetBody(scene, 0)->motion;
    assert_int_equal(path->kind, VL_MOTION_PATH);
    assert_int_equal(path->keyCount, 3);
    assert_true(path->repeat && path->smooth);
    assert_true(path->keys[0].time == 0.5 && path->keys[1].time == 1.5 &&
                path->keys[2].time == 2.0);
    checkVec(path->keys[0].pose.p, 0.0, 0.0, 1.0);
    checkVec(path->keys[1].pose.p, 0.0, 0.0, 2.0);
    checkVec(path->keys[2].pose.p, 0.0, 0.0, 1.0);
    assert_true(path->keys[2].pose.q.x == 1.0 && path->keys[1].pose.q.w == 1.0);
    const vlMotionScript* swing = &vlScene_GetBody(scene, 1)->motion;
    assert_int_equal(swing->kind, VL_MOTION_OSCILLATE);
    checkVec(swing->amplitude, 0.25, 0.0, 0.0);
    checkVec(swing->turn, 0.0, 0.0, 45.0 * DEGREE);
    assert_true(swing->frequency == 0.75 && swing->phase == 90.0 * DEGREE);
    vlScene_Destroy(scene);
}

static void forces_and_springs_are_read_key_by_key(void** state)
{
    (void)state;
    vlScene* scene = vlSceneText_Read(
        VL_HEAD
        "bodies:\n"
        "  - {name: a, shape: " VL_BOX ", position: [0, 0, 2]}\n"
        "  - {name: b, shape: " VL_BOX ", position: [3, 0, 2]}\n"
        "forces:\n"
        "  - {body: b, force: [1, 2, 3], torque: [4, 5, 6], point: [0.5, 0, 0], frame: body,\n"
        "     from: 0.25, until: 0.75}\n"
        "  - {body: a, torque: [0, 0, 1]}\n"
        "springs:\n"
        "  - name: pull\n"
        "    from: {point: [0, 0, 5], velocity: [0.125, 0, 0]}\n"
        "    to: {body: a, point: [0, 0, 0.5]}\n"
        "    stiffness: 400\n"
        "    damping: 2\n"
        "    spin-damping: 0.5\n"
        "    rest-length: 1.5\n"
        "    max-force: 80\n"
        "  - {name: link, from: {body: a}, to: {body: b}, rest-length: auto}\n"
        "  - {name: loose, from: {body: a}, to: {body: b}, max-force: inf}\n");
    const vlSceneForce* f = vlScene_GetForce(scene, 0);
    assert_int_equal(vlScene_GetForceCount(scene), 2);
    assert_int_equal(f->body, 1);
    checkVec(f->force, 1.0, 2.0, 3.0);
    checkVec(f->torque, 4.0, 5.0, 6.0);
    checkVec(f->point, 0.5, 0.0, 0.0);
    assert_true(!f->atCentre && f->inBodyFrame && f->from == 0.25 && f->until == 0.75);
    f = vlScene_GetForce(scene, 1);
    assert_true(f->atCentre && !f->inBodyFrame && f->from == 0.0 && isinf(f->until));
    const vlSceneSpring* s = vlScene_GetSpring(scene, 0);
    assert_int_equal(vlScene_GetSpringCount(scene), 3);
    assert_int_equal(vlScene_GetWorldDef(scene)->capacity.springs, 3 + VL_MAX_GRABS);
    assert_string_equal(s->name, "pull");
    assert_true(s->bodyA == -1 && s->bodyB == 0);
    checkVec(s->def.pointA, 0.0, 0.0, 5.0);
    checkVec(s->def.velocityA, 0.125, 0.0, 0.0);
    checkVec(s->def.pointB, 0.0, 0.0, 0.5);
    assert_true(s->def.stiffness == 400.0 && s->def.damping == 2.0 && s->def.spinDamping == 0.5);
    assert_true(s->def.restLength == 1.5 && s->def.maxForce == 80.0);
    s = vlScene_GetSpring(scene, 1);
    assert_true(s->bodyA == 0 && s->bodyB == 1 && s->def.restLength == 3.0);
    assert_true(s->def.stiffness == vlDefaultSpringDef().stiffness);
    s = vlScene_GetSpring(scene, 2);
    assert_true(s->def.restLength == 0.0 && isinf(s->def.maxForce));
    vlScene_Destroy(scene);
}

static void bodies_without_a_colour_differ_and_what_stands_still_is_grey(void** state)
{
    (void)state;
    vlScene* scene =
        vlSceneText_Read(VL_HEAD "bodies:\n"
                                 "  - {name: a, shape: " VL_BOX ", copies: {count: 6}}\n"
                                 "  - {name: b, shape: " VL_BOX ", type: static}\n");
    for (int i = 0; i < 7; ++i) {
        for (int k = 0; k < i; ++k) {
            assert_true(vlScene_GetBody(scene, i)->colour != vlScene_GetBody(scene, k)->colour);
        }
    }
    assert_int_equal(vlScene_GetBody(scene, 6)->colour, 0x999999);
    vlScene_Destroy(scene);
}

static void a_scene_can_be_simulated(void** state)
{
    (void)state;
    char* text = vlSceneText_Load("tests/corpus/scene/good_everything.yaml");
    vlScene* scene = vlSceneText_Read(text);
    vlSimulation* simulation = NULL;
    char message[256] = "";
    assert_int_equal(vlSimulation_Create(scene, &simulation, message, sizeof message), VL_OK);
    for (int i = 0; i < 10; ++i) {
        assert_int_equal(vlSimulation_Step(simulation), VL_OK);
    }
    vlSimulation_Destroy(simulation);
    vlScene_Destroy(scene);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_least_scene_has_the_defaults_of_the_library),
        cmocka_unit_test(nothing_is_found_out_of_range),
        cmocka_unit_test(the_world_is_read_key_by_key),
        cmocka_unit_test(a_camera_follows_a_body_from_where_the_scene_or_the_viewer_puts_it),
        cmocka_unit_test(materials_are_mixed_unless_the_pair_is_listed),
        cmocka_unit_test(a_body_is_read_key_by_key),
        cmocka_unit_test(motions_are_read_key_by_key),
        cmocka_unit_test(forces_and_springs_are_read_key_by_key),
        cmocka_unit_test(bodies_without_a_colour_differ_and_what_stands_still_is_grey),
        cmocka_unit_test(a_scene_can_be_simulated),
    };
    return cmocka_run_group_tests_name("scene_read", tests, NULL, NULL);
}
