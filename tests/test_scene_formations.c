// SPDX-License-Identifier: MIT
// Names of faces in scenes, and devices that feel contact formations.

#include "formation/force_report.h"
#include "run/simulation_parts.h"
#include "scene_case.h"
#include "show.h"
#include "test.h"
#include "volar/scene_annotation.h"
#include "volar/view.h"

#define FACES(words) VL_HEAD "bodies:\n- {name: a, shape: " VL_BOX ",\n   faces: " words "}\n"
#define FLOOR "- {name: floor, type: static, shape: {box: {size: [1, 1, 1]}}}\n"
#define HELD(kind, shape, device)                                                                  \
    VL_HEAD "bodies:\n" FLOOR "- {name: a, type: " kind ", position: [0, 0, 2], shape: " shape     \
            "}\n- {name: loose, shape: " VL_BOX ", position: [5, 0, 0]}\n"                         \
            "devices:\n- {name: hand, holds: a,\n   " device "}\n"

static const vlSceneCase faults[] = {
    {FACES("3"), 5, 11, "faces is '3'; expected a mapping"},
    {FACES("{top: 3}"), 5, 17, "direction is '3'; expected a list of 3"},
    {FACES("{top: [0, 0, 0]}"), 5, 17, "direction is zero; expected a direction"},
    {FACES("{a/b: [0, 0, 1]}"), 5, 12, "name of a face is 'a/b'; expected 1 to 19 letters"},
    {FACES("{edge: [0, 0, 1]}"), 5, 12, "name of a face is 'edge'; expected 1 to 19 letters"},
    {FACES("{abcdefghijklmnopqrst: [0, 0, 1]}"), 5, 12, "expected 1 to 19 letters"},
    {FACES("{top: [0, 1, 1]}"), 5, 17, "no flat face of the shape looks along [0, 1, 1]"},
    {FACES("{top: [0, 0, 1], lid: [0, 0, 2]}"), 5, 33, "every face that 'lid' fits has another"},
    {FACES("{top: {point: [0, 0, 1]}}"), 5, 17, "a face has no 'direction'; expected one"},
    {FACES("{top: {direction: [0, 0, 1], at: 3}}"), 5, 40, "unknown key 'at'"},
    {VL_HEAD "bodies:\n- {name: a, shape: {cylinder: {radius: 1, height: 1}},\n"
             "   faces: {side: [1, 0, 0]}}\n",
     5, 18, "looks along [1, 0, 0], a round one does"},
    {HELD("kinematic", VL_BOX, "formations: {}"), 9, 16, "formations has no 'against'"},
    {HELD("kinematic", VL_BOX, "formations: {against: flor}"), 9, 26, "did you mean 'floor'?"},
    {HELD("kinematic", VL_BOX, "formations: {against: a}"), 9, 26,
     "against is the body 'a' itself"},
    {HELD("kinematic", VL_BOX, "formations: {against: loose}"), 9, 26,
     "body 'loose' is dynamic; expected a static or kinematic one"},
    {HELD("dynamic", VL_BOX, "formations: {against: floor}"), 9, 16,
     "formations of a device that holds the dynamic body 'a'; expected it to hold a kinematic"},
    {HELD("kinematic", "{halfspace: {normal: [0, 0, 1]}}", "formations: {against: floor}"), 9, 16,
     "formations of body 'a': "},
    {HELD("kinematic", VL_BOX, "formations: {against: floor, shell: 1}"), 9, 40,
     "shell is 1; expected above 0 to 0.1"},
    {HELD("kinematic", VL_BOX, "formations: {against: floor}, grasp-button: 0"), 9, 48,
     "grasp-button beside formations"},
};

static void faulty_names_and_renderers_are_refused_where_they_stand(void** state)
{
    (void)state;
    VL_CHECK_FAULTS(faults);
}

// The name of a face in the states of a scene.
static void nameOf(const vlSceneAnnotation* annotation, const vlVec3* normal, double offset,
                   char* name, size_t size)
{
    const vlPolyhedron* b = vlSceneAnnotation_GetPair(annotation, 0).b;
    name[0] = '\0';
    for (int i = 0; i < b->faceCount; ++i) {
        if (vlDot(*normal, b->faces[i].normal) > 0.999 &&
            fabs(b->faces[i].offset - offset) < 1e-9) {
            vlPolyhedron_GetName(b, (vlElement){VL_ELEMENT_FACE, i}, name, size);
        }
    }
}

static void a_name_with_a_point_is_for_the_nearest_face_alone(void** state)
{
    (void)state;
    static const struct {
        vlVec3 normal;
        double offset;
        const char* name;
    } expected[] = {{{0, 0, 1}, 0.05, "top"},
                    {{0, 0, 1}, 0.0, "bottom"},
                    {{1, 0, 0}, -0.0105, "left-wall"},
                    {{1, 0, 0}, 0.05, "+x"},
                    {{-1, 0, 0}, -0.0105, "right-wall"},
                    {{0, 0, -1}, 0.02, "-z"}};
    vlShow show = vlShow_Open("peg-in-hole", NULL);
    vlSceneAnnotation* annotation = NULL;
    assert_int_equal(vlSceneAnnotation_Create(show.scene, NULL, &annotation, NULL, 0), VL_OK);
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; ++i) {
        char name[64];
        nameOf(annotation, &expected[i].normal, expected[i].offset, name, sizeof name);
        assert_string_equal(name, expected[i].name);
    }
    vlSceneAnnotation_Destroy(annotation);
    vlShow_Close(&show);
}

static void names_belong_to_the_hash_of_a_scene(void** state)
{
    (void)state;
    uint64_t hash[3];
    static const char* const words[3] = {"{}", "{top: [0, 0, 1]}", "{lid: [0, 0, 1]}"};
    for (int i = 0; i < 3; ++i) {
        char text[512];
        (void)snprintf(text, sizeof text, FACES("%s"), words[i]);
        hash[i] = vlSceneText_Hash(text);
    }
    assert_true(hash[0] != hash[1] && hash[1] != hash[2]);
    // Without names: the same hash as before names existed.
    assert_true(vlSceneText_Hash(VL_HEAD "bodies:\n- {name: a, shape: " VL_BOX "}\n") == hash[0]);
}

// Where the middle of the held body, which is its centre of mass, was at the start of the step:
// where its device was.
static vlVec3 middleOf(const vlSimulation* simulation)
{
    return vlRenderer_GetReport(vlSimulation_GetRenderer(simulation, 0)).pose.p;
}

// What the contacts, all of which are the held body's, do to it.
static vlWrench sumOfContacts(const vlSimulation* simulation)
{
    vlWrench sum = {vlZero(), vlZero()};
    vlContactReport c;
    for (int i = 0; vlSimulation_GetContact(simulation, i, &c) == VL_OK; ++i) {
        vlVec3 turn = vlCross(vlSub(c.origin, middleOf(simulation)), c.wrench.force);
        sum.force = vlAdd(sum.force, c.wrench.force);
        sum.torque = vlAdd(sum.torque, vlAdd(c.wrench.torque, turn));
    }
    return sum;
}

static double differenceOf(vlWrench a, vlWrench b)
{
    return fmax(vlLength(vlSub(a.force, b.force)), vlLength(vlSub(a.torque, b.torque)));
}

// What the formation does is among the contacts of the simulation and in its view: with the corner
// as A and the cube, which rests 49 mm above the floor, as B.
static void checkContacts(const vlShow* show, const vlFormationForceReport* formation)
{
    static unsigned char bytes[1 << 16];
    vlContactReport c;
    int corner = vlScene_FindBody(show->scene, "corner");
    int cube = vlScene_FindBody(show->scene, "cube");
    assert_int_equal(vlSimulation_GetContactCount(show->simulation), 1);
    assert_int_equal(vlSimulation_GetContact(show->simulation, 0, &c), VL_OK);
    assert_int_equal(vlSimulation_GetContact(show->simulation, 1, &c), VL_ERROR_ARGUMENT);
    assert_int_equal(vlSimulation_FindBody(show->simulation, c.bodyA), corner);
    assert_int_equal(vlSimulation_FindBody(show->simulation, c.bodyB), cube);
    VL_CHECK_NEAR(c.normal.z, 1.0, 1e-6);
    VL_CHECK_NEAR(c.normalForce, formation->contact[0].normalForce, 0.0);
    VL_CHECK_NEAR(c.area, 0.01, 1e-4);
    VL_CHECK_NEAR(c.centreOfPressure.z, 0.0, 1e-9); // on the floor
    VL_CHECK_NEAR(differenceOf(sumOfContacts(show->simulation), formation->raw), 0.0, 1e-12);
    assert_true(vlView_GetCapacity(show->simulation) <= sizeof bytes);
    assert_true(vlView_Write(show->simulation, NULL, NULL, bytes, sizeof bytes) > 0);
    const vlViewHeader* view = (const vlViewHeader*)bytes;
    assert_int_equal(view->contactCount, 1);
    assert_int_equal(view->vertexCount, 0);
    VL_CHECK_NEAR(view->normalForce, c.normalForce, 1e-12);
}

// The hand presses the cube on the floor: it feels the normal force of the formation, K times the
// part of the shell that is entered, and nothing of the world's contacts.
static void a_device_feels_the_formation_that_the_scene_chooses(void** state)
{
    (void)state;
    vlShow show = vlShow_Open("corner", NULL);
    const vlFormationForce* force = vlSimulation_GetFormations(show.simulation, 0);
    assert_non_null(force);
    assert_null(vlSimulation_GetFormations(show.simulation, 1));
    vlShow_RunTo(&show, 0.9);
    const vlFormationForceReport* report = vlFormationForce_GetReport(force);
    vlRendererReport felt = vlRenderer_GetReport(vlSimulation_GetRenderer(show.simulation, 0));
    assert_int_equal(report->count, 1);
    assert_int_equal(report->contact[0].contact.type, VL_CONTACT_FACE_FACE);
    double gap = report->contact[0].contact.nearest;
    // The force is held while the distance changes by less than 0.02 mm: 0.01 N.
    VL_CHECK_NEAR(report->contact[0].normalForce, 500.0 * (0.002 - gap), 0.0101);
    assert_true(report->contact[0].normalForce > 0.3);
    VL_CHECK_NEAR(felt.felt.force.z, report->shaded.force.z, 1e-12);
    VL_CHECK_NEAR(vlLength(felt.felt.force), vlLength(report->shaded.force), 1e-12);
    assert_int_equal(vlWorld_GetContactCount(show.world), 0);
    checkContacts(&show, report);
    vlShow_RunTo(&show, 9.0);
    vlAudit audit = vlRenderer_GetAudit(vlSimulation_GetRenderer(show.simulation, 0), 0.01);
    assert_false(audit.isActive);
    vlShow_Close(&show);
}

// Returns whether contacts make up what the held body feels in this step.
static bool checkWrenches(const vlSimulation* simulation, int held, int against)
{
    vlWrench raw =
        vlFormationForce_GetReport(vlSimulation_GetFormations(simulation, 0))->raw; // no weight
    vlWrench onHeld, onOther;
    vlVec3 other;
    assert_int_equal(vlSimulation_GetContactWrench(simulation, held, &onHeld), VL_OK);
    assert_int_equal(vlSimulation_GetContactWrench(simulation, against, &onOther), VL_OK);
    assert_int_equal(vlBody_GetCentre(vlSimulation_GetWorld(simulation),
                                      vlSimulation_GetBody(simulation, against), &other),
                     VL_OK);
    VL_CHECK_NEAR(differenceOf(onHeld, raw), 0.0, 1e-12);
    vlVec3 turn = vlCross(vlSub(middleOf(simulation), other), raw.force);
    vlWrench opposite = {vlScale(raw.force, -1.0), vlScale(vlAdd(raw.torque, turn), -1.0)};
    VL_CHECK_NEAR(differenceOf(onOther, opposite), 0.0, 1e-12);
    return differenceOf(sumOfContacts(simulation), raw) < 1e-12;
}

static void the_contacts_make_up_what_is_felt(void** state)
{
    (void)state;
    vlShow show = vlShow_Open("corner", NULL);
    const vlSceneDevice* device = vlScene_GetDevice(show.scene, 0);
    for (int step = 0; step < 8000; ++step) {
        vlShow_Step(&show);
        assert_true(checkWrenches(show.simulation, device->body, device->formations.against));
    }
    vlShow_Close(&show);
}

// A cube is pressed on a floor and slid over its edge: there the contact is lost at once, and its
// spring, which gives way, is felt without a contact.
static void what_is_felt_has_the_springs_of_lost_contacts(void** state)
{
    (void)state;
    vlScene* scene = vlSceneText_Read(
        VL_HEAD "bodies:\n"
                "- {name: floor, type: static, position: [0, 0, -0.05], shape: {box: {size: [0.2, "
                "0.2, 0.1]}}}\n"
                "- {name: cube, type: kinematic, position: [0.05, 0, 0.07], shape: {box: {size: "
                "[0.1, 0.1, 0.1]}}}\n"
                "devices:\n- name: hand\n  holds: cube\n  address: sigma7\n"
                "  formations: {against: floor}\n"
                "  hand: {grip: tight, path: {keys: [{time: 0}, {time: 0.4, position: [0.05, 0, "
                "0.049]}, {time: 0.9, position: [0.2, 0, 0.049]}]}}\n");
    vlSimulation* simulation = NULL;
    assert_int_equal(vlSimulation_Create(scene, &simulation, NULL, 0), VL_OK);
    int touched = 0, lost = 0;
    for (int i = 0; i < 1000; ++i) {
        assert_int_equal(vlSimulation_Step(simulation), VL_OK);
        bool isMadeUp = checkWrenches(simulation, 1, 0);
        touched += vlSimulation_GetContactCount(simulation) > 0;
        lost += !isMadeUp;
    }
    print_message("touched in %d steps, with springs of lost contacts in %d\n", touched, lost);
    assert_true(touched > 300 && lost > 10 && lost < 200);
    vlSimulation_Destroy(simulation);
    vlScene_Destroy(scene);
}

// A box of 100 g lies on the plate that the hand holds in the air above the floor.
static void dynamic_bodies_are_felt_beside_the_formation(void** state)
{
    (void)state;
    vlScene* scene = vlSceneText_Read(
        VL_HEAD "bodies:\n" FLOOR
                "- {name: plate, type: kinematic, position: [0, 0, 1], shape: {box: {size: [0.2, "
                "0.2, 0.02]}}}\n"
                "- {name: load, mass: 0.1, position: [0, 0, 1.03], shape: {box: {size: [0.04, "
                "0.04, 0.04]}}}\n"
                "devices:\n- {name: hand, holds: plate, position: [0, 0, 1],\n"
                "   formations: {against: floor}, hand: {grip: tight}}\n");
    vlSimulation* simulation = NULL;
    assert_int_equal(vlSimulation_Create(scene, &simulation, NULL, 0), VL_OK);
    for (int i = 0; i < 2000; ++i) {
        assert_int_equal(vlSimulation_Step(simulation), VL_OK);
    }
    vlWrench felt = vlRenderer_GetReport(vlSimulation_GetRenderer(simulation, 0)).felt;
    // Its weight is 0.98 N; the remaining oscillation is below a hundredth of it.
    VL_CHECK_NEAR(felt.force.z, -0.98, 0.01);
    assert_int_equal(vlFormationForce_GetReport(vlSimulation_GetFormations(simulation, 0))->count,
                     0);
    vlSimulation_Destroy(simulation);
    vlScene_Destroy(scene);
}

// Without the controller, a stiffness that the hand and its device hold at 1 kHz is passive; one
// that they do not hold is found by the audit.
static void the_audit_tells_a_corner_that_feeds_the_hand(void** state)
{
    (void)state;
    static const char* const stiffness[] = {"devices.hand.formations.stiffness=2000",
                                            "devices.hand.formations.stiffness=100000"};
    for (int i = 0; i < 2; ++i) {
        const char* const sets[] = {stiffness[i], "devices.hand.passivity=false"};
        vlShow show = vlShow_OpenSets("corner", sets, 2);
        vlShow_RunTo(&show, 9.0);
        vlAudit audit = vlRenderer_GetAudit(vlSimulation_GetRenderer(show.simulation, 0), 0.01);
        assert_int_equal(audit.isActive, i == 1);
        assert_true(i == 1 || audit.unpaid < 1e-3);
        vlShow_Close(&show);
    }
}

static void after_a_restart_it_feels_the_same(void** state)
{
    (void)state;
    vlShow show = vlShow_Open("corner", NULL);
    vlWrench felt[2];
    for (int i = 0; i < 2; ++i) {
        vlShow_RunTo(&show, 2.5);
        felt[i] = vlRenderer_GetReport(vlSimulation_GetRenderer(show.simulation, 0)).felt;
        vlInput input = {.kind = VL_INPUT_RESTART};
        assert_int_equal(vlSimulation_Input(show.simulation, &input), VL_OK);
        vlShow_Step(&show);
    }
    assert_memory_equal(&felt[0], &felt[1], sizeof felt[0]);
    vlShow_Close(&show);
}

// Each scene of the series goes through the states that its header promises.
static void hands_make_the_contact_states_of_the_scenes(void** state)
{
    (void)state;
    static const struct {
        const char* scene;
        const char* texts[4];
    } expected[] = {
        {"corner",
         {"foot on floor", "back on wall, foot on floor",
          "edge back/foot on wall, edge foot/front on floor", "corner foot/front/right on floor"}},
        {"slot",
         {"foot on back-rim", "back on back-side, foot on bottom",
          "edge back/right on back-side, edge front/left on front-side, foot on bottom", "free"}},
        {"peg-in-hole",
         {"foot on top", "right on edge right-wall/top", "right on right-wall",
          "foot on bottom, right on right-wall"}},
        {"tenon",
         {"right on edge right-end/top", "foot on bottom", "back on back-cheek, foot on bottom",
          "foot on bottom, front on front-cheek"}},
        {"stairs",
         {"foot on tread-1, toe on riser-2",
          "edge foot/toe on tread-1, toe on edge riser-2/tread-2", "edge foot/toe on tread-2",
          "foot on tread-3, toe on riser-4"}}};
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; ++i) {
        vlShow show = vlShow_Open(expected[i].scene, NULL);
        vlSceneAnnotation* annotation = NULL;
        assert_int_equal(vlSceneAnnotation_Create(show.scene, NULL, &annotation, NULL, 0), VL_OK);
        assert_int_equal(vlSceneAnnotation_GetPairCount(annotation), 1);
        int next = 0; // of the expected states, in this order, others between them
        for (int step = 0; step < 8200 && next < 4; ++step) {
            vlPose poses[2];
            vlSceneAnnotation_ReadPoses(show.simulation, poses);
            if (vlSceneAnnotation_Update(annotation, 1e-3 * step, poses) > 0) {
                char text[VL_MAX_STATE_TEXT];
                vlAnnotatedPair pair = vlSceneAnnotation_GetPair(annotation, 0);
                const vlContactState* now =
                    vlAnnotator_GetState(vlSceneAnnotation_GetAnnotator(annotation, 0));
                vlFormation_GetText(pair.a, pair.b, &now->formation, text, sizeof text);
                next += strcmp(text, expected[i].texts[next]) == 0 ? 1 : 0;
            }
            vlShow_Step(&show);
        }
        if (next < 4) {
            fail_msg("%s: '%s' did not come", expected[i].scene, expected[i].texts[next]);
        }
        vlSceneAnnotation_Destroy(annotation);
        vlShow_Close(&show);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(faulty_names_and_renderers_are_refused_where_they_stand),
        cmocka_unit_test(a_name_with_a_point_is_for_the_nearest_face_alone),
        cmocka_unit_test(names_belong_to_the_hash_of_a_scene),
        cmocka_unit_test(a_device_feels_the_formation_that_the_scene_chooses),
        cmocka_unit_test(the_contacts_make_up_what_is_felt),
        cmocka_unit_test(what_is_felt_has_the_springs_of_lost_contacts),
        cmocka_unit_test(dynamic_bodies_are_felt_beside_the_formation),
        cmocka_unit_test(the_audit_tells_a_corner_that_feeds_the_hand),
        cmocka_unit_test(after_a_restart_it_feels_the_same),
        cmocka_unit_test(hands_make_the_contact_states_of_the_scenes),
    };
    return cmocka_run_group_tests_name("scene_formations", tests, NULL, NULL);
}
