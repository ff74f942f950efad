// SPDX-License-Identifier: MIT
// Views: their bytes contain the values of the world; pressures have the contact's force and
// moment.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/histogram.h"
#include "stage.h"
#include "test.h"

static const char tilted[] =
    "volar: 1\nname: tilted\nworld: {surface: {stiffness: 2000}}\nbodies:\n"
    "- {name: floor, type: static, shape: {halfspace: {normal: [0, 0, 1]}}}\n"
    "- {name: box, shape: {box: {size: [0.2, 0.1, 0.1]}}, position: [0, 0, 0.05], mass: 1,\n"
    "   colour: '#123456'}\n"
    "- {name: same, shape: {box: {size: [0.1, 0.1, 0.1]}}, position: [1, 0, 0.05], mass: 1}\n"
    "forces:\n- {body: box, force: [0, 0, -8], point: [0.05, 0.01, 0.05]}\n";

// A pendulum on a hinge with a motor, a weight on a ball joint below it, and a box that goes to
// sleep.
static const char jointed[] =
    "volar: 1\nname: jointed\nworld: {integrator: implicit, sleep: true}\nbodies:\n"
    "- {name: floor, type: static, shape: {halfspace: {normal: [0, 0, 1]}}}\n"
    "- {name: arm, shape: {box: {size: [0.4, 0.1, 0.1]}}, position: [0.2, 0, 2], mass: 1}\n"
    "- {name: bob, shape: {box: {size: [0.1, 0.1, 0.1]}}, position: [0.4, 0, 1.8], mass: 2}\n"
    "- {name: box, shape: {box: {size: [0.1, 0.1, 0.1]}}, position: [2, 0, 0.05], mass: 1}\n"
    "joints:\n"
    "- {name: pivot, type: hinge, b: arm, at: [0, 0, 2], axis: [0, 1, 0],\n"
    "   axes: {limits: [-inf, 90], motor: {mode: velocity, damping: 0.5, target: 1}}}\n"
    "- {name: knot, type: ball, a: arm, b: bob, at: [0.4, 0, 2]}\n";

typedef struct Rig {
    vlScene* scene;
    vlSimulation* simulation;
    vlWorld* world;
    unsigned char* bytes;
    size_t capacity;
} Rig;

static Rig makeRigOf(const char* text)
{
    static vlFileErrors errors;
    Rig rig = {NULL, NULL, NULL, NULL, 0};
    assert_int_equal(vlScene_ReadText(text, strlen(text), "test", NULL, &rig.scene, &errors),
                     VL_OK);
    assert_int_equal(vlSimulation_Create(rig.scene, &rig.simulation, NULL, 0), VL_OK);
    rig.world = vlSimulation_GetWorld(rig.simulation);
    rig.capacity = vlView_GetCapacity(rig.simulation);
    rig.bytes = aligned_alloc(64, (rig.capacity + 63) / 64 * 64);
    assert_non_null(rig.bytes);
    return rig;
}

static Rig makeRig(void)
{
    return makeRigOf(tilted);
}

static void endRig(Rig* rig)
{
    free(rig->bytes);
    vlSimulation_Destroy(rig->simulation);
    vlScene_Destroy(rig->scene);
}

static size_t parameterBytes(const Rig* rig)
{
    return (size_t)vlScene_GetParameterCount(rig->scene) * sizeof(double);
}

static void run(const Rig* rig, int steps)
{
    for (int i = 0; i < steps; ++i) {
        assert_int_equal(vlSimulation_Step(rig->simulation), VL_OK);
    }
}

static void a_view_says_what_the_world_says(void** state)
{
    (void)state;
    Rig rig = makeRig();
    vlInput grab = {.kind = VL_INPUT_GRAB, .grab = 5, .body = 2, .target = {1.0, 0.0, 0.1}};
    assert_int_equal(vlSimulation_Input(rig.simulation, &grab), VL_OK);
    run(&rig, 1500);
    vlViewStatus status = {.flags = VL_VIEW_PAUSED, .missedDeadlines = 7, .rate = 999.0};
    size_t size = vlView_Write(rig.simulation, &status, NULL, rig.bytes, rig.capacity);
    const vlViewHeader* header = (const vlViewHeader*)(const void*)rig.bytes;
    const vlViewBody* body = (const vlViewBody*)(header + 1);
    const vlViewContact* contact = (const vlViewContact*)(body + header->bodyCount);
    const vlViewVertex* vertex = (const vlViewVertex*)(contact + header->contactCount);
    const vlViewGrab* grabbed = (const vlViewGrab*)(vertex + header->vertexCount);
    assert_int_equal(header->magic, VL_VIEW_MAGIC);
    assert_int_equal(header->size, size);
    const vlViewTail* tail = vlView_GetTail(header);
    assert_ptr_equal(tail, grabbed + header->grabCount);
    // No joints and no devices, but parameters.
    assert_int_equal((const unsigned char*)(tail + 1) - rig.bytes,
                     size - sizeof(vlViewHaptic) - parameterBytes(&rig));
    assert_int_equal(vlView_GetHaptic(header)->deviceCount, 0);
    assert_int_equal(tail->jointCount, 0);
    assert_int_equal(tail->integrator, VL_INTEGRATOR_IMPLICIT);
    assert_int_equal(header->bodyCount, 3);
    assert_int_equal(header->stepCount, 1500);
    assert_int_equal(header->status.missedDeadlines, 7);
    assert_int_equal(header->status.flags, VL_VIEW_PAUSED);
    assert_int_equal(header->grabCount, 1);
    assert_int_equal(grabbed->grab, 5);
    assert_int_equal(grabbed->body, 2);
    assert_int_equal(header->contactCount, vlWorld_GetContactCount(rig.world));
    vlPose pose = vlStage_PoseOf(rig.world, vlSimulation_GetBody(rig.simulation, 1));
    assert_true(body[1].position[2] == (float)pose.p.z && body[1].rotation[3] == (float)pose.q.w);
    for (uint32_t i = 0; i < header->contactCount; ++i) {
        vlContactReport report = vlStage_ContactOf(rig.world, (int)i);
        assert_int_equal(contact[i].bodyA, 0);
        assert_true(contact[i].normalForce == (float)report.normalForce);
        assert_int_equal(contact[i].mode, report.mode);
    }
    endRig(&rig);
}

// Integrals of the linear pressure over the triangles of a fan, exact: a linear function's integral
// is area times mean; its first moments need the second moments of the triangle.
static void pressures_carry_force_and_moment(void** state)
{
    (void)state;
    Rig rig = makeRig();
    run(&rig, 3000);
    assert_true(vlView_Write(rig.simulation, NULL, NULL, rig.bytes, rig.capacity) > 0);
    const vlViewHeader* header = (const vlViewHeader*)(const void*)rig.bytes;
    const vlViewBody* body = (const vlViewBody*)(header + 1);
    const vlViewContact* contact = (const vlViewContact*)(body + header->bodyCount);
    const vlViewVertex* v = (const vlViewVertex*)(contact + header->contactCount);
    double force = 0.0, x = 0.0, y = 0.0;
    for (int i = 1; i + 1 < contact->vertexCount; ++i) {
        const vlViewVertex* corner[3] = {&v[0], &v[i], &v[i + 1]};
        double ax = (double)v[i].position[0] - (double)v[0].position[0];
        double ay = (double)v[i].position[1] - (double)v[0].position[1];
        double bx = (double)v[i + 1].position[0] - (double)v[0].position[0];
        double by = (double)v[i + 1].position[1] - (double)v[0].position[1];
        double area = 0.5 * fabs(ax * by - ay * bx);
        for (int k = 0; k < 3; ++k) {
            force += area / 3.0 * (double)corner[k]->pressure;
            for (int l = 0; l < 3; ++l) { // integral of two barycentric coordinates: A/12, A/6
                double weight = area * (k == l ? 2.0 : 1.0) / 12.0 * (double)corner[k]->pressure;
                x += weight * (double)corner[l]->position[0];
                y += weight * (double)corner[l]->position[1];
            }
        }
    }
    assert_true(contact->vertexCount >= 4);
    assert_true(fabs((double)contact->centre[0] - (double)contact->origin[0]) > 0.01);
    for (int k = 0; k < contact->vertexCount; ++k) {
        // Nowhere clipped at zero, so the integrals must be exact.
        assert_true(v[k].pressure > 0.0F);
    }
    // Floats are exact to 1e-7 of the values.
    VL_CHECK_NEAR(force, (double)contact->normalForce, 1e-5);
    VL_CHECK_NEAR(x / force, (double)contact->centre[0], 1e-6);
    VL_CHECK_NEAR(y / force, (double)contact->centre[1], 1e-6);
    endRig(&rig);
}

static void a_view_that_does_not_fit_is_cut_and_flagged(void** state)
{
    (void)state;
    Rig rig = makeRig();
    run(&rig, 1500);
    size_t full = vlView_Write(rig.simulation, NULL, NULL, rig.bytes, rig.capacity);
    const vlViewHeader* header = (const vlViewHeader*)(const void*)rig.bytes;
    uint32_t contacts = header->contactCount;
    assert_true(contacts == 2 && (header->status.flags & VL_VIEW_TRUNCATED) == 0);
    bool wasCut = false;
    for (size_t capacity = 0; capacity < rig.capacity; ++capacity) {
        size_t size = vlView_Write(rig.simulation, NULL, NULL, rig.bytes, capacity);
        assert_true(size <= capacity);
        if (size > 0 && size < full) {
            wasCut = true;
            assert_true(header->contactCount < contacts);
            assert_true((header->status.flags & VL_VIEW_TRUNCATED) != 0);
        }
    }
    assert_true(wasCut);
    endRig(&rig);
}

static void a_view_says_what_joints_and_solver_do(void** state)
{
    (void)state;
    Rig rig = makeRigOf(jointed);
    run(&rig, 2500);
    size_t size = vlView_Write(rig.simulation, NULL, NULL, rig.bytes, rig.capacity);
    const vlViewHeader* header = (const vlViewHeader*)(const void*)rig.bytes;
    const vlViewBody* body = (const vlViewBody*)(header + 1);
    const vlViewTail* tail = vlView_GetTail(header);
    const vlViewJoint* joint = (const vlViewJoint*)(tail + 1);
    vlStepInfo info = vlWorld_GetStepInfo(rig.world);
    vlLedger ledger = vlWorld_GetLedger(rig.world);
    assert_int_equal((const unsigned char*)(joint + 2) - rig.bytes,
                     size - sizeof(vlViewHaptic) - parameterBytes(&rig));
    assert_int_equal(tail->jointCount, 2);
    assert_int_equal(tail->integrator, VL_INTEGRATOR_IMPLICIT);
    assert_int_equal(tail->islandCount, info.islandCount);
    assert_int_equal(tail->largestIsland, 2);
    assert_int_equal(tail->solves, info.solves);
    assert_memory_equal(&tail->ledger, &ledger, sizeof ledger);
    assert_true(ledger.gravity != 0.0 && ledger.motors != 0.0);
    assert_int_equal(tail->asleepBodies, 1);
    assert_int_equal(body[1].flags, 0);
    assert_int_equal(body[3].flags, VL_VIEW_ASLEEP);
    vlEnergy energy = vlSimulation_GetEnergy(rig.simulation);
    assert_true(header->potentialEnergy == energy.gravity + energy.springs + energy.joints);
    for (int i = 0; i < 2; ++i) {
        vlJointReport report;
        vlJointId id = vlSimulation_GetJoint(rig.simulation, i);
        assert_int_equal(vlJoint_GetReport(rig.world, id, &report), VL_OK);
        for (int k = 0; k < VL_MAX_JOINT_AXES; ++k) {
            assert_true(joint[i].position[k] == (float)report.position[k]);
            assert_true(joint[i].velocity[k] == (float)report.velocity[k]);
            assert_true(joint[i].motorForce[k] == (float)report.motorForce[k]);
            assert_true(joint[i].limitForce[k] == (float)report.limitForce[k]);
            assert_true(joint[i].frictionForce[k] == (float)report.frictionForce[k]);
        }
        assert_true(joint[i].force[2] == (float)report.reaction.force.z);
        assert_true(joint[i].torque[1] == (float)report.reaction.torque.y);
        assert_true(joint[i].gap == (float)report.gap && joint[i].twist == (float)report.twist);
        assert_true(joint[i].energy == (float)report.energy);
    }
    assert_true(joint[0].motorForce[0] != 0.0F && joint[0].force[2] > 0.0F);
    endRig(&rig);
}

static void joints_that_do_not_fit_are_left_out_and_flagged(void** state)
{
    (void)state;
    Rig rig = makeRigOf(jointed);
    run(&rig, 100);
    const vlViewHeader* header = (const vlViewHeader*)(const void*)rig.bytes;
    size_t fixed = sizeof(vlViewHeader) + 4 * sizeof(vlViewBody) +
                   VL_MAX_GRABS * sizeof(vlViewGrab) + sizeof(vlViewTail) + sizeof(vlViewHaptic) +
                   parameterBytes(&rig);
    assert_int_equal(vlView_Write(rig.simulation, NULL, NULL, rig.bytes, fixed - 1), 0);
    for (uint32_t joints = 0; joints < 2; ++joints) {
        size_t capacity = fixed + joints * sizeof(vlViewJoint);
        assert_true(vlView_Write(rig.simulation, NULL, NULL, rig.bytes, capacity) > 0);
        assert_int_equal(vlView_GetTail(header)->jointCount, joints);
        assert_true((header->status.flags & VL_VIEW_TRUNCATED) != 0);
        assert_int_equal(header->contactCount, 0);
    }
    endRig(&rig);
}

static void a_joint_that_is_gone_is_shown_at_rest(void** state)
{
    (void)state;
    Rig rig = makeRigOf(jointed);
    run(&rig, 100);
    vlJointId knot = vlSimulation_GetJoint(rig.simulation, 1);
    assert_int_equal(vlWorld_DestroyJoint(rig.world, knot), VL_OK);
    assert_true(vlView_Write(rig.simulation, NULL, NULL, rig.bytes, rig.capacity) > 0);
    const vlViewTail* tail = vlView_GetTail((const vlViewHeader*)(const void*)rig.bytes);
    const vlViewJoint* joint = (const vlViewJoint*)(tail + 1);
    vlViewJoint zero;
    memset(&zero, 0, sizeof zero);
    assert_int_equal(tail->jointCount, 2);
    assert_memory_equal(&joint[1], &zero, sizeof zero);
    endRig(&rig);
}

static void a_view_ends_with_the_present_parameters(void** state)
{
    (void)state;
    Rig rig = makeRig();
    int count = vlScene_GetParameterCount(rig.scene);
    vlInput input = {.kind = VL_INPUT_SET, .parameter = 3, .value = -1.62};
    assert_int_equal(vlSimulation_Input(rig.simulation, &input), VL_OK);
    run(&rig, 1);
    size_t size = vlView_Write(rig.simulation, NULL, NULL, rig.bytes, rig.capacity);
    const vlViewHaptic* haptic = vlView_GetHaptic((const vlViewHeader*)(const void*)rig.bytes);
    const double* value = (const double*)(haptic + 1); // there are no devices
    assert_int_equal(haptic->parameterCount, count);
    assert_ptr_equal(value + count, rig.bytes + size);
    for (int i = 0; i < count; ++i) {
        double expected = i == 3 ? -1.62 : vlScene_GetParameter(rig.scene, i)->value;
        assert_true(value[i] == expected);
    }
    endRig(&rig);
}

static void percentiles_come_from_the_histogram(void** state)
{
    (void)state;
    vlViewStatus status = {.flags = 0};
    assert_true(vlHistogram_FindPercentile(status.stepTimes, 0.5) == 0.0);
    for (int i = 0; i < 990; ++i) {
        ++status.stepTimes[vlHistogram_FindBin(20.0)];
    }
    for (int i = 0; i < 10; ++i) {
        ++status.stepTimes[vlHistogram_FindBin(900.0)];
    }
    // A quarter octave is 19%.
    VL_CHECK_NEAR(vlHistogram_FindPercentile(status.stepTimes, 0.5) / 20.0, 1.0, 0.19);
    VL_CHECK_NEAR(vlHistogram_FindPercentile(status.stepTimes, 0.99) / 20.0, 1.0, 0.19);
    VL_CHECK_NEAR(vlHistogram_FindPercentile(status.stepTimes, 0.999) / 900.0, 1.0, 0.19);
    assert_int_equal(vlHistogram_FindBin(0.0), 0);
    assert_int_equal(vlHistogram_FindBin((double)NAN), 0);
    assert_int_equal(vlHistogram_FindBin(HUGE_VAL), VL_VIEW_BINS - 1);
    for (double t = 0.25; t < 1e5; t *= 1.01) {
        int bin = vlHistogram_FindBin(t);
        assert_true(bin >= vlHistogram_FindBin(t / 1.01) && bin < VL_VIEW_BINS);
    }
}

static void the_scene_is_told_once_with_shared_shapes(void** state)
{
    (void)state;
    Rig rig = makeRig();
    char* json = NULL;
    size_t size = 0;
    assert_int_equal(vlView_WriteScene(rig.simulation, &json, &size), VL_OK);
    assert_int_equal(strlen(json), size);
    assert_non_null(strstr(json, "{\"type\":\"scene\",\"name\":\"tilted\""));
    assert_non_null(strstr(json, "\"colour\":\"#123456\",\"mass\":1,"));
    assert_non_null(strstr(json, "{\"halfspace\":{\"normal\":[0,0,1],\"offset\":0}}"));
    assert_non_null(strstr(json, "\"shape\":2}"));
    assert_non_null(
        strstr(json, "\"parameters\":[{\"kind\":\"step\",\"unit\":\"s\",\"value\":0.001"));
    assert_non_null(strstr(json, "{\"kind\":\"friction-static\",\"unit\":\"\",\"value\":"));
    vlScene_FreeText(json);
    endRig(&rig);
}

// A gear of twelve teeth, cut so coarsely that its hull is the only piece, and the same as it is.
static void the_scene_tells_what_its_shapes_measure(void** state)
{
    (void)state;
    Rig rig = makeRigOf(
        "volar: 1\nname: gears\nworld: {integrator: implicit}\nbodies:\n"
        "- {name: cut, type: static, shape: {mesh: {make: gear, as: pieces, error: 20%}}}\n"
        "- {name: whole, type: static, position: [1, 0, 0],\n"
        "   shape: {mesh: {make: gear, as: surface}}}\ncamera: {follow: whole}\n");
    char* json = NULL;
    size_t size = 0;
    const vlSceneBody* cut = vlScene_GetBody(rig.scene, 0);
    const vlSceneBody* whole = vlScene_GetBody(rig.scene, 1);
    assert_true(cut->isCut && !whole->isCut);
    assert_int_equal(vlView_WriteScene(rig.simulation, &json, &size), VL_OK);
    assert_non_null(strstr(json, "\"camera\":{\"follow\":1},"));
    const char* first = strstr(json, "\"shapes\":[{\"volume\":");
    assert_non_null(first);
    char* end = NULL;
    double volume = strtod(first + strlen("\"shapes\":[{\"volume\":"), &end);
    assert_true(strncmp(end, ",\"error\":", strlen(",\"error\":")) == 0);
    double error = strtod(end + strlen(",\"error\":"), &end);
    VL_CHECK_NEAR(error, cut->cutError, 1e-9 * cut->cutError);
    const char* second = strstr(end, "{\"volume\":");
    assert_non_null(second);
    double exact = strtod(second + strlen("{\"volume\":"), &end);
    assert_true(strncmp(end, ",\"surface\":true,", strlen(",\"surface\":true,")) == 0);
    VL_CHECK_NEAR(exact, vlShape_GetMassProperties(whole->def.shape).volume, 1e-8 * exact);
    assert_true(error > 0.001 && volume > 1.2 * exact && volume < 1.5 * exact);
    vlScene_FreeText(json);
    endRig(&rig);
}

static void the_scene_tells_joints(void** state)
{
    (void)state;
    Rig rig = makeRigOf(jointed);
    char* json = NULL;
    size_t size = 0;
    assert_int_equal(vlView_WriteScene(rig.simulation, &json, &size), VL_OK);
    assert_non_null(strstr(json, "{\"name\":\"pivot\",\"type\":\"hinge\",\"bodyA\":-1,\"bodyB\":1,"
                                 "\"frameA\":{\"position\":[0,0,2],\"rotation\":["));
    assert_non_null(strstr(json, "\"frameB\":{\"position\":[-0.2,0,0],"));
    assert_non_null(strstr(json, "\"axes\":[{\"turns\":true,\"lower\":null,\"upper\":1.57079633,"
                                 "\"motor\":\"velocity\"}]}"));
    assert_non_null(strstr(json, "{\"name\":\"knot\",\"type\":\"ball\",\"bodyA\":1,\"bodyB\":2,"));
    vlScene_FreeText(json);
    endRig(&rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_view_says_what_the_world_says),
        cmocka_unit_test(pressures_carry_force_and_moment),
        cmocka_unit_test(a_view_that_does_not_fit_is_cut_and_flagged),
        cmocka_unit_test(a_view_says_what_joints_and_solver_do),
        cmocka_unit_test(joints_that_do_not_fit_are_left_out_and_flagged),
        cmocka_unit_test(a_joint_that_is_gone_is_shown_at_rest),
        cmocka_unit_test(a_view_ends_with_the_present_parameters),
        cmocka_unit_test(percentiles_come_from_the_histogram),
        cmocka_unit_test(the_scene_tells_joints),
        cmocka_unit_test(the_scene_tells_what_its_shapes_measure),
        cmocka_unit_test(the_scene_is_told_once_with_shared_shapes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
