// SPDX-License-Identifier: MIT
// Refused definitions of worlds and materials, refused queries. Bodies: test_errors_body.c.

#include <stdio.h>

#include "maybe.h"
#include "refusal.h"
#include "test.h"

static void refuseWorld(const vlWorldDef* def, const char* words)
{
    vlWorld* const untouched = (vlWorld*)(uintptr_t)0x1234;
    vlWorld* world = untouched;
    char message[256] = "";
    assert_int_equal(vlWorld_Create(def, &world, message, sizeof message), VL_ERROR_ARGUMENT);
    assert_ptr_equal(world, untouched);
    assert_true(vlRefusal_Says(message, words));
    assert_int_equal(vlWorld_Create(def, &world, NULL, 0), VL_ERROR_ARGUMENT);
    // A short buffer is filled to its end and closed.
    char shortened[9] = "????????";
    assert_int_equal(vlWorld_Create(def, &world, shortened, 8), VL_ERROR_ARGUMENT);
    assert_int_equal(strlen(shortened), 7);
    assert_memory_equal(shortened, message, 7);
}

static void a_step_must_be_a_positive_number(void** state)
{
    (void)state;
    vlWorldDef def = vlDefaultWorldDef();
    def.step = 0.0;
    refuseWorld(&def, "step is 0|1e-09 to 1000");
    def.step = -0.001;
    refuseWorld(&def, "step is -0.001|1e-09 to 1000");
    def.step = 1e-12; // its square leaves nothing of a gain
    refuseWorld(&def, "step is 1e-12|1e-09 to 1000");
    for (int i = 0; i < 3; ++i) {
        def.step = vlNotFinite[i];
        refuseWorld(&def, "step is|1e-09 to 1000");
    }
}

static void gravity_must_be_finite(void** state)
{
    (void)state;
    for (int i = 0; i < 9; ++i) {
        vlWorldDef def = vlDefaultWorldDef();
        double* part[3] = {&def.gravity.x, &def.gravity.y, &def.gravity.z};
        *part[i % 3] = vlNotFinite[i / 3];
        refuseWorld(&def, "gravity|inf|finite");
    }
}

static void the_room_of_a_world_has_limits(void** state)
{
    (void)state;
    const struct {
        vlCapacity capacity;
        const char* words;
    } cases[] = {
        {{.bodies = 0, .materials = 1}, "bodies is 0|1 to 65000"},
        {{.bodies = -5, .materials = 1}, "bodies is -5|1 to 65000"},
        {{.bodies = 65001, .materials = 1}, "bodies is 65001|1 to 65000"},
        {{.bodies = 1, .materials = 0}, "materials is 0|1 to 256"},
        {{.bodies = 1, .materials = 257}, "materials is 257|1 to 256"},
        {{.bodies = 1, .materials = 1, .pieces = -1}, "pieces is -1|0 to 1000000"},
        {{.bodies = 1, .materials = 1, .pieces = 1000001}, "pieces is 1000001|0 to 1000000"},
        {{.bodies = 1, .materials = 1, .pairs = -1}, "pairs is -1|expected"},
        {{.bodies = 1, .materials = 1, .contacts = -2}, "contacts|-2|expected"},
        {{.bodies = 1, .materials = 1, .pairs = INT32_MAX}, "pairs is 2147483647|expected"},
        {{.bodies = 1, .materials = 1, .contacts = INT32_MAX}, "contacts|2147483647|expected"},
        {{.bodies = 1, .materials = 1, .springs = -1}, "springs is -1|0 to 65000"},
        {{.bodies = 1, .materials = 1, .springs = 65001}, "springs is 65001|0 to 65000"},
        {{.bodies = 1, .materials = 1, .joints = -1}, "joints is -1|0 to 65000"},
        {{.bodies = 1, .materials = 1, .joints = 65001}, "joints is 65001|0 to 65000"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        vlWorldDef def = vlDefaultWorldDef();
        def.capacity = cases[i].capacity;
        refuseWorld(&def, cases[i].words);
    }
}

static void choices_must_be_values_of_their_enum(void** state)
{
    (void)state;
    for (int i = 0; i < 7; ++i) {
        vlWorldDef def = vlDefaultWorldDef();
        switch (i) {
        case 0: def.integrator = (vlIntegrator)77; break;
        case 1: def.contact.reference.model = (vlContactModel)77; break;
        case 2: def.contact.law = (vlNormalLaw)77; break;
        case 3: def.contact.reference.normal = (vlNormalRule)77; break;
        case 4: def.contact.reference.friction = (vlFrictionRule)77; break;
        case 5: def.contact.reference.pressure = (vlPressureRule)77; break;
        default: def.contact.reference.route = (vlPolyhedronRoute)77; break;
        }
        refuseWorld(&def, "77|expected");
    }
}

static void choices_that_do_not_go_together_are_refused(void** state)
{
    (void)state;
    const vlIntegrator euler = VL_INTEGRATOR_EULER, implicit = VL_INTEGRATOR_IMPLICIT;
    const struct {
        vlIntegrator integrator;
        vlContactOptions contact;
        const char* words;
    } cases[] = {
        {implicit, {.reference = {.friction = VL_FRICTION_PAPER}}, "friction is PAPER|GAUSS"},
        {implicit,
         {VL_LAW_FOUNDATION, {.pressure = VL_PRESSURE_FACES}},
         "reference.pressure is FACES|NORMAL"},
        {euler,
         {VL_LAW_LUMPED, {.pressure = VL_PRESSURE_FACES}},
         "reference.pressure is FACES|FOUNDATION"},
        {euler, {VL_LAW_FOUNDATION, {.model = VL_CONTACT_POINT}}, "law is FOUNDATION|LUMPED|POINT"},
        {euler,
         {.reference = {.model = VL_CONTACT_POINT, .normal = VL_NORMAL_SEARCH}},
         "normal is SEARCH|GRADIENT|POINT"},
        {euler,
         {.reference = {.model = VL_CONTACT_POINT, .friction = VL_FRICTION_PAPER}},
         "friction is PAPER|GAUSS|POINT"},
        {euler,
         {.reference = {.model = VL_CONTACT_POINT, .route = VL_POLYHEDRON_DUAL}},
         "route is DUAL|CLIP|POINT"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        vlWorldDef def = vlDefaultWorldDef();
        def.integrator = cases[i].integrator;
        def.contact = cases[i].contact;
        refuseWorld(&def, cases[i].words);
    }
    const vlIntegrator others[] = {VL_INTEGRATOR_EULER, VL_INTEGRATOR_RK4};
    for (int i = 0; i < 2; ++i) {
        vlWorldDef def = vlDefaultWorldDef();
        def.integrator = others[i];
        def.sleep = true;
        refuseWorld(&def, "sleep is true|IMPLICIT");
    }
    vlWorldDef def = vlDefaultWorldDef();
    def.integrator = (vlIntegrator)4; // one beyond the last
    refuseWorld(&def, "integrator is 4|0 to 3");
}

static void worlds_need_a_definition_a_place_and_a_whole_allocator(void** state)
{
    (void)state;
    vlWorldDef def = vlDefaultWorldDef();
    vlWorld* world = NULL;
    char message[64] = "";
    assert_int_equal(vlWorld_Create(NULL, &world, message, sizeof message), VL_ERROR_ARGUMENT);
    assert_true(vlRefusal_Says(message, "NULL"));
    assert_int_equal(vlWorld_Create(&def, NULL, message, sizeof message), VL_ERROR_ARGUMENT);
    assert_null(world);
    def.allocator = vlDefaultAllocator();
    def.allocator.release = NULL;
    refuseWorld(&def, "allocator");
    def.allocator = vlDefaultAllocator();
    def.allocator.allocate = NULL;
    refuseWorld(&def, "allocator");
}

typedef struct Field {
    const char* name;
    size_t offset;
    double bad; // a finite value outside its range
} Field;

#define FIELD(name, bad)                                                                           \
    {                                                                                              \
#name, offsetof(vlSurface, name), bad                                                      \
    }

static const Field surfaceFields[] = {
    FIELD(stiffnessN, 0.0),      FIELD(dampingN, -2.0),         FIELD(dampingRatioN, 2.5),
    FIELD(stiffnessS, -3.0),     FIELD(dampingS, -0.5),         FIELD(dampingRatioS, -0.5),
    FIELD(frictionStatic, -1.0), FIELD(frictionDynamic, -0.25), FIELD(foundation, 0.0),
    FIELD(restitution, 1.5),
};
#define SURFACE_FIELDS (sizeof surfaceFields / sizeof surfaceFields[0])

static void setField(vlSurface* surface, const Field* field, double value)
{
    memcpy((char*)surface + field->offset, &value, sizeof value);
}

static void every_number_of_a_surface_is_checked(void** state)
{
    (void)state;
    vlRefusal r = vlRefusal_Open();
    vlMaterialId standard = {0};
    for (size_t i = 0; i < SURFACE_FIELDS; ++i) {
        const Field* field = &surfaceFields[i];
        char words[64];
        for (int k = 0; k < 4; ++k) {
            vlSurface surface = vlDefaultSurface();
            setField(&surface, field, k < 3 ? vlNotFinite[k] : field->bad);
            if (k < 3) {
                (void)snprintf(words, sizeof words, "%s|inf|expected", field->name);
            } else {
                (void)snprintf(words, sizeof words, "%s is %g|expected", field->name, field->bad);
            }
            VL_REFUSED(&r, VL_ERROR_ARGUMENT, words,
                       vlWorld_SetSurface(r.world, standard, r.material, &surface));
            // The same surface given to a new world.
            vlWorldDef def = vlDefaultWorldDef();
            def.surface = surface;
            refuseWorld(&def, words);
        }
    }
    vlRefusal_Close(&r);
}

static void static_friction_is_not_below_dynamic(void** state)
{
    (void)state;
    vlRefusal r = vlRefusal_Open();
    vlMaterialId standard = {0};
    vlSurface surface = vlDefaultSurface();
    surface.frictionStatic = 0.25;
    surface.frictionDynamic = 0.375;
    VL_REFUSED(&r, VL_ERROR_ARGUMENT, "frictionStatic 0.25|frictionDynamic 0.375|expected",
               vlWorld_SetSurface(r.world, standard, standard, &surface));
    vlSurface kept;
    assert_int_equal(vlWorld_GetSurface(r.world, standard, standard, &kept), VL_OK);
    assert_true(kept.frictionStatic == vlDefaultSurface().frictionStatic);
    vlRefusal_Close(&r);
}

static void materials_must_exist(void** state)
{
    (void)state;
    vlRefusal r = vlRefusal_Open();
    vlMaterialId standard = {0}, none = {2}, absurd = {UINT32_MAX};
    vlSurface surface = vlDefaultSurface();
    vlSurface same = surface;
    VL_REFUSED(&r, VL_ERROR_STALE_ID, "2|0 to 1",
               vlWorld_SetSurface(r.world, standard, none, &surface));
    VL_REFUSED(&r, VL_ERROR_STALE_ID, "4294967295|0 to 1",
               vlWorld_SetSurface(r.world, absurd, standard, &surface));
    VL_REFUSED(&r, VL_ERROR_STALE_ID, "2|0 to 1",
               vlWorld_GetSurface(r.world, none, none, &surface));
    assert_memory_equal(&surface, &same, sizeof surface);
    VL_REFUSED(&r, VL_ERROR_ARGUMENT, "NULL",
               vlWorld_SetSurface(r.world, standard, standard, NULL));
    VL_REFUSED(&r, VL_ERROR_ARGUMENT, "NULL",
               vlWorld_GetSurface(r.world, standard, standard, NULL));
    vlMaterialId id = {9};
    VL_REFUSED(&r, VL_ERROR_ARGUMENT, "NULL", vlWorld_CreateMaterial(r.world, NULL));
    VL_REFUSED(&r, VL_ERROR_FULL, "materials is 2", vlWorld_CreateMaterial(r.world, &id));
    assert_int_equal(id.index, 9);
    vlRefusal_Close(&r);
}

// The limit that the message states.
static double saidLimit(const vlWorld* world)
{
    const char* place = strstr(vlWorld_GetMessage(world), "above ");
    assert_non_null(place);
    return strtod(place + strlen("above "), NULL);
}

static void a_stiffness_above_the_limit_is_refused_and_the_limit_is_told(void** state)
{
    (void)state;
    vlRefusal r = vlRefusal_Open();
    vlMaterialId standard = {0};
    for (int i = 0; i < 2; ++i) {
        vlSurface surface = vlDefaultSurface();
        double* stiffness = i == 0 ? &surface.stiffnessN : &surface.stiffnessS;
        *stiffness = 1e12;
        // The box of 1 kg at a step of 1 ms.
        VL_REFUSED(&r, VL_ERROR_UNSTABLE, "1e+12|limit|1 kg|0.001 s",
                   vlWorld_SetSurface(r.world, standard, standard, &surface));
        double limit = saidLimit(r.world);
        assert_true(limit > 0.0);
        // The limit is printed to six digits.
        *stiffness = limit * 1.00001;
        VL_REFUSED(&r, VL_ERROR_UNSTABLE, "limit",
                   vlWorld_SetSurface(r.world, standard, r.material, &surface));
        *stiffness = limit * 0.99999;
        assert_int_equal(vlWorld_SetSurface(r.world, standard, r.material, &surface), VL_OK);
        // Between materials that no body has, any value is accepted until a body uses them.
        *stiffness = 1e12;
        assert_int_equal(vlWorld_SetSurface(r.world, r.material, r.material, &surface), VL_OK);
        vlBodyDef def = vlDefaultBodyDef();
        def.shape = r.box;
        def.mass = 2.0;
        def.material = r.material;
        vlBodyId id = {7, 7};
        VL_REFUSED(&r, VL_ERROR_UNSTABLE, "1e+12|limit|2 kg",
                   vlWorld_CreateBody(r.world, &def, &id));
        assert_true(id.index1 == 7 && id.generation == 7);
    }
    vlRefusal_Close(&r);
}

static void contacts_are_read_by_their_number(void** state)
{
    (void)state;
    vlRefusal r = vlRefusal_Open();
    int count = vlWorld_GetContactCount(r.world);
    assert_int_equal(count, 1);
    vlContactReport report;
    memset(&report, 0x5a, sizeof report);
    vlContactReport same = report;
    vlVec3 points[4];
    int size = 77;
    const int outside[] = {-1, 1, INT32_MAX, INT32_MIN};
    for (size_t i = 0; i < sizeof outside / sizeof outside[0]; ++i) {
        char words[64];
        (void)snprintf(words, sizeof words, "contact %d|1", outside[i]);
        VL_REFUSED(&r, VL_ERROR_ARGUMENT, words, vlWorld_GetContact(r.world, outside[i], &report));
        VL_REFUSED(&r, VL_ERROR_ARGUMENT, words,
                   vlWorld_GetContactPolygon(r.world, outside[i], points, 4, &size));
    }
    assert_memory_equal(&report, &same, sizeof report);
    VL_REFUSED(&r, VL_ERROR_ARGUMENT, "NULL", vlWorld_GetContact(r.world, 0, NULL));
    VL_REFUSED(&r, VL_ERROR_ARGUMENT, "NULL",
               vlWorld_GetContactPolygon(r.world, 0, points, 4, NULL));
    VL_REFUSED(&r, VL_ERROR_ARGUMENT, "NULL",
               vlWorld_GetContactPolygon(r.world, 0, NULL, 4, &size));
    VL_REFUSED(&r, VL_ERROR_ARGUMENT, "-1",
               vlWorld_GetContactPolygon(r.world, 0, points, -1, &size));
    assert_int_equal(size, 77);
    // Without room the size is still returned.
    assert_int_equal(vlWorld_GetContactPolygon(r.world, 0, NULL, 0, &size), VL_OK);
    assert_int_equal(size, 4);
    vlRefusal_Close(&r);
}

static void snapshot_buffers_must_fit(void** state)
{
    (void)state;
    vlRefusal r = vlRefusal_Open();
    unsigned char* bytes = malloc(r.size + 1);
    assert_non_null(bytes);
    assert_int_equal(vlWorld_Save(r.world, bytes, r.size), VL_OK);
    char words[64];
    (void)snprintf(words, sizeof words, "%zu|expected %zu", r.size - 1, r.size);
    VL_REFUSED(&r, VL_ERROR_ARGUMENT, words, vlWorld_Restore(r.world, bytes, r.size - 1));
    VL_REFUSED(&r, VL_ERROR_ARGUMENT, words, vlWorld_Save(r.world, bytes, r.size - 1));
    (void)snprintf(words, sizeof words, "%zu|expected %zu", r.size + 1, r.size);
    VL_REFUSED(&r, VL_ERROR_ARGUMENT, words, vlWorld_Restore(r.world, bytes, r.size + 1));
    VL_REFUSED(&r, VL_ERROR_ARGUMENT, "NULL", vlWorld_Restore(r.world, NULL, r.size));
    VL_REFUSED(&r, VL_ERROR_ARGUMENT, "NULL", vlWorld_Save(r.world, NULL, r.size));
    bytes[3] ^= 0x40u;
    VL_REFUSED(&r, VL_ERROR_MISMATCH, "snapshot", vlWorld_Restore(r.world, bytes, r.size));
    free(bytes);
    vlRefusal_Close(&r);
}

static void pieces_too_far_out_to_keep_their_form_are_refused(void** state)
{
    (void)state;
    vlShape* box = NULL;
    assert_int_equal(vlShape_CreateBox(NULL, vlVec(1e-3, 1e-3, 1e-3), &box, NULL, 0), VL_OK);
    const vlShape* const pieces[1] = {box};
    // At this distance the last place of a double is more than 1e-9 of the box.
    const double far[] = {1e5, 1e7, 1e9};
    for (size_t i = 0; i < sizeof far / sizeof far[0]; ++i) {
        vlPose pose = {vlVec(far[i], 0.0, 0.0), vlIdentityQuat()};
        vlShape* shape = NULL;
        vlMaybe error = {{0}};
        assert_int_equal(vlShape_CreateCompound(NULL, pieces, &pose, 1, &shape, error.message,
                                                sizeof error.message),
                         VL_ERROR_GEOMETRY);
        assert_null(shape);
        assert_true(vlRefusal_Says(error.message, "0|expected"));
    }
    vlShape_Release(box);
}

static void gravity_that_is_not_finite_is_ignored(void** state)
{
    (void)state;
    vlRefusal r = vlRefusal_Open();
    for (int i = 0; i < 9; ++i) {
        vlVec3 gravity = vlVec(0.0, 0.0, -1.0);
        double* part[3] = {&gravity.x, &gravity.y, &gravity.z};
        *part[i % 3] = vlNotFinite[i / 3];
        vlWorld_SetGravity(r.world, gravity);
    }
    vlPose high = vlIdentityPose();
    high.p.z = 100.0;
    vlTwist rest = {vlZero(), vlZero()};
    assert_int_equal(vlBody_SetPose(r.world, r.boxId, high), VL_OK);
    assert_int_equal(vlBody_SetTwist(r.world, r.boxId, rest), VL_OK);
    assert_int_equal(vlWorld_Step(r.world), VL_OK);
    assert_int_equal(vlBody_GetTwist(r.world, r.boxId, &rest), VL_OK);
    assert_true(rest.linear.x == 0.0 && rest.linear.y == 0.0 && rest.linear.z == -9.8 * 1e-3);
    vlRefusal_Close(&r);
}

static void the_message_is_empty_until_something_fails(void** state)
{
    (void)state;
    vlWorldDef def = vlDefaultWorldDef();
    vlWorld* world = NULL;
    char message[64] = "kept";
    assert_int_equal(vlWorld_Create(&def, &world, message, sizeof message), VL_OK);
    assert_string_equal(message, "kept");
    assert_string_equal(vlWorld_GetMessage(world), "");
    vlBodyId none = {0, 0};
    assert_int_equal(vlWorld_DestroyBody(world, none), VL_ERROR_STALE_ID);
    assert_true(vlRefusal_Says(vlWorld_GetMessage(world), "(0, 0)"));
    vlWorld_Destroy(world);
}

// The rule of base.h: a function that ends an object accepts NULL, so one exit path serves all
// failures.
static void what_ends_a_thing_takes_null(void** state)
{
    (void)state;
    vlRecorderStatus status;
    vlWorld_Destroy(NULL);
    vlShape_Release(NULL);
    vlProbe_Destroy(NULL);
    vlTwoRate_Stop(NULL);
    vlTwoRate_Destroy(NULL);
    vlWorld2_Destroy(NULL);
    vlMesh_Free(NULL);
    vlDecomposition_Free(NULL);
    vlHierarchy_Destroy(NULL);
    vlGapQuery_Destroy(NULL);
    vlPolyhedron_Release(NULL);
    vlIdentifier_Destroy(NULL);
    vlAnnotator_Destroy(NULL);
    vlFormationForce_Destroy(NULL);
    vlFormationTable_Destroy(NULL);
    vlSceneAnnotation_Destroy(NULL);
    vlDevice_Close(NULL);
    vlDeviceBrake_Destroy(NULL);
    vlRenderer_Destroy(NULL);
    vlScene_Destroy(NULL);
    vlSimulation_Destroy(NULL);
    vlRecording_Close(NULL);
    assert_int_equal(vlRecorder_Close(NULL, NULL), VL_OK);
    assert_int_equal(vlRecorder_Close(NULL, &status), VL_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_step_must_be_a_positive_number),
        cmocka_unit_test(gravity_must_be_finite),
        cmocka_unit_test(the_room_of_a_world_has_limits),
        cmocka_unit_test(choices_must_be_values_of_their_enum),
        cmocka_unit_test(choices_that_do_not_go_together_are_refused),
        cmocka_unit_test(worlds_need_a_definition_a_place_and_a_whole_allocator),
        cmocka_unit_test(every_number_of_a_surface_is_checked),
        cmocka_unit_test(static_friction_is_not_below_dynamic),
        cmocka_unit_test(materials_must_exist),
        cmocka_unit_test(a_stiffness_above_the_limit_is_refused_and_the_limit_is_told),
        cmocka_unit_test(contacts_are_read_by_their_number),
        cmocka_unit_test(snapshot_buffers_must_fit),
        cmocka_unit_test(pieces_too_far_out_to_keep_their_form_are_refused),
        cmocka_unit_test(gravity_that_is_not_finite_is_ignored),
        cmocka_unit_test(the_message_is_empty_until_something_fails),
        cmocka_unit_test(what_ends_a_thing_takes_null),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
