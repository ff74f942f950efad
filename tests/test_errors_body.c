// SPDX-License-Identifier: MIT
// Refused bodies: invalid definitions, ids and calls.

#include <float.h>
#include <stdio.h>

#include "refusal.h"
#include "test.h"

static vlBodyDef goodDef(const vlRefusal* r)
{
    vlBodyDef def = vlDefaultBodyDef();
    def.shape = r->box;
    def.pose.p.z = 5.0;
    return def;
}

static void refuseBody(vlRefusal* r, const vlBodyDef* def, vlResult expected, const char* words)
{
    vlBodyId id = {7, 7};
    VL_REFUSED(r, expected, words, vlWorld_CreateBody(r->world, def, &id));
    assert_true(id.index1 == 7 && id.generation == 7);
}

typedef struct Field {
    const char* word; // that the message must contain
    size_t offset;
} Field;

#define FIELD(word, name)                                                                          \
    {                                                                                              \
        word, offsetof(vlBodyDef, name)                                                            \
    }

static const Field bodyFields[] = {
    FIELD("pose", pose.p.x),
    FIELD("pose", pose.p.y),
    FIELD("pose", pose.p.z),
    FIELD("pose", pose.q.w),
    FIELD("pose", pose.q.x),
    FIELD("pose", pose.q.y),
    FIELD("pose", pose.q.z),
    FIELD("velocity", velocity.linear.x),
    FIELD("velocity", velocity.linear.y),
    FIELD("velocity", velocity.linear.z),
    FIELD("velocity", velocity.angular.x),
    FIELD("velocity", velocity.angular.y),
    FIELD("velocity", velocity.angular.z),
    FIELD("mass", mass),
    FIELD("centroid", centroid.x),
    FIELD("centroid", centroid.y),
    FIELD("centroid", centroid.z),
    FIELD("inertia", inertia.cx.x),
    FIELD("inertia", inertia.cx.y),
    FIELD("inertia", inertia.cx.z),
    FIELD("inertia", inertia.cy.x),
    FIELD("inertia", inertia.cy.y),
    FIELD("inertia", inertia.cy.z),
    FIELD("inertia", inertia.cz.x),
    FIELD("inertia", inertia.cz.y),
    FIELD("inertia", inertia.cz.z),
};

static void every_number_of_a_body_must_be_finite(void** state)
{
    (void)state;
    vlRefusal r = vlRefusal_Open();
    for (size_t i = 0; i < sizeof bodyFields / sizeof bodyFields[0]; ++i) {
        for (int k = 0; k < 3; ++k) {
            vlBodyDef def = goodDef(&r);
            def.mass = 1.0;
            def.hasInertia = true;
            def.inertia = vlDiag(1.0, 1.0, 1.0);
            memcpy((char*)&def + bodyFields[i].offset, &vlNotFinite[k], sizeof(double));
            char words[64];
            (void)snprintf(words, sizeof words, "%s|inf|finite", bodyFields[i].word);
            refuseBody(&r, &def, VL_ERROR_ARGUMENT, words);
        }
    }
    for (int k = 0; k < 3; ++k) {
        vlBodyDef def = goodDef(&r);
        def.density = vlNotFinite[k];
        refuseBody(&r, &def, VL_ERROR_ARGUMENT, "density|inf|expected");
    }
    vlRefusal_Close(&r);
}

static void mass_and_density_must_be_positive(void** state)
{
    (void)state;
    vlRefusal r = vlRefusal_Open();
    vlBodyDef def = goodDef(&r);
    def.mass = -2.5;
    refuseBody(&r, &def, VL_ERROR_ARGUMENT, "mass is -2.5|expected");
    def.mass = 0.0;
    def.density = 0.0;
    refuseBody(&r, &def, VL_ERROR_ARGUMENT, "density is 0|above 0");
    def.density = -1.5;
    refuseBody(&r, &def, VL_ERROR_ARGUMENT, "density is -1.5|above 0");
    def.mass = DBL_TRUE_MIN; // its inverse overflows
    refuseBody(&r, &def, VL_ERROR_ARGUMENT, "");
    vlRefusal_Close(&r);
}

static void a_mass_that_overflows_is_refused(void** state)
{
    (void)state;
    vlRefusal r = vlRefusal_Open();
    vlShape* large = NULL;
    assert_int_equal(vlShape_CreateBox(NULL, vlVec(1e3, 1e3, 1e3), &large, NULL, 0), VL_OK);
    vlBodyDef def = goodDef(&r);
    def.shape = large;
    def.density = 1e305; // times 8e9 m3
    refuseBody(&r, &def, VL_ERROR_ARGUMENT, "inf");
    def.hasInertia = true;
    def.inertia = vlDiag(1.0, 1.0, 1.0);
    refuseBody(&r, &def, VL_ERROR_ARGUMENT, "inf");
    vlShape_Release(large);
    vlRefusal_Close(&r);
}

static void an_inertia_beyond_the_range_is_refused(void** state)
{
    (void)state;
    vlRefusal r = vlRefusal_Open();
    const double beyond[] = {1.0001 * VL_MAX_MASS, 1e45, 1e90};
    for (int i = 0; i < 3 * 3; ++i) {
        double moments[3] = {0.7 * beyond[i / 3], 0.7 * beyond[i / 3], 0.7 * beyond[i / 3]};
        moments[i % 3] = beyond[i / 3]; // one is enough
        vlBodyDef def = goodDef(&r);
        def.hasInertia = true;
        def.inertia = vlDiag(moments[0], moments[1], moments[2]);
        refuseBody(&r, &def, VL_ERROR_ARGUMENT, "kg m2; expected at most 1e+30");
    }
    // A moment that follows from mass and shape has the same limit: a cube's is m a^2/6.
    vlShape* large = NULL;
    assert_int_equal(vlShape_CreateBox(NULL, vlVec(5e8, 5e8, 5e8), &large, NULL, 0), VL_OK);
    vlBodyDef def = goodDef(&r);
    def.shape = large;
    def.mass = 1e13; // 1.7e30 kg m2
    refuseBody(&r, &def, VL_ERROR_ARGUMENT, "kg m2; expected at most 1e+30");
    vlShape_Release(large);
    vlRefusal_Close(&r);
}

static void inertia_must_belong_to_a_solid(void** state)
{
    (void)state;
    vlRefusal r = vlRefusal_Open();
    vlBodyDef def = goodDef(&r);
    def.hasInertia = true;
    // One principal moment above the sum of the others, in each place, and in turned axes.
    const vlMat3 impossible[] = {vlDiag(5.0, 2.0, 2.0), vlDiag(2.0, 5.0, 2.0),
                                 vlDiag(2.0, 2.0, 5.0), vlDiag(-1.0, 2.0, 2.0),
                                 vlDiag(1.0, 1.0, 0.0), vlDiag(1.0, 1.0, -1e-6)};
    for (size_t i = 0; i < sizeof impossible / sizeof impossible[0]; ++i) {
        vlMat3 turn = vlMatFromQuat(vlQuatFromRotationVector(vlVec(0.3, 0.7, -0.4)));
        vlMat3 turned = vlMulMM(turn, vlMulMM(impossible[i], vlTranspose(turn)));
        turned.cx.y = turned.cy.x; // symmetric to the last bit
        turned.cx.z = turned.cz.x;
        turned.cy.z = turned.cz.y;
        char words[64];
        (void)snprintf(words, sizeof words, "inertia|%g|must", impossible[i].cx.x);
        def.inertia = impossible[i];
        refuseBody(&r, &def, VL_ERROR_ARGUMENT, words);
        def.inertia = turned;
        refuseBody(&r, &def, VL_ERROR_ARGUMENT, "inertia|must");
    }
    def.inertia = vlDiag(0.0, 0.0, 0.0);
    refuseBody(&r, &def, VL_ERROR_ARGUMENT, "inertia|0");
    def.inertia = vlDiag(1.0, 1.0, 1.0);
    def.inertia.cx.y = 0.25; // its partner in cy.x is 0
    refuseBody(&r, &def, VL_ERROR_ARGUMENT, "inertia|symmetric|0.25");
    // The limit itself, a flat plate, is a solid.
    def.inertia = vlDiag(1.0, 1.0, 2.0);
    vlBodyId id;
    assert_int_equal(vlWorld_CreateBody(r.world, &def, &id), VL_OK);
    vlRefusal_Close(&r);
}

static void rotations_must_be_of_unit_length(void** state)
{
    (void)state;
    vlRefusal r = vlRefusal_Open();
    const vlQuat bad[] = {
        {0, 0, 0, 0}, {1.00001, 0, 0, 0}, {0.5, 0.5, 0.5, 0.25}, {1e200, 0, 0, 0}};
    const char* const words[] = {"length 0|expected 1", "length 1.00001|expected 1",
                                 "length 0.901387819|expected 1", "length|expected 1"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; ++i) {
        vlBodyDef def = goodDef(&r);
        def.pose.q = bad[i];
        refuseBody(&r, &def, VL_ERROR_ARGUMENT, words[i]);
        VL_REFUSED(&r, VL_ERROR_ARGUMENT, words[i], vlBody_SetPose(r.world, r.boxId, def.pose));
    }
    vlPose pose = vlIdentityPose();
    pose.q.w = 1.0 + 0.9e-6;
    assert_int_equal(vlBody_SetPose(r.world, r.boxId, pose), VL_OK);
    assert_int_equal(vlBody_GetPose(r.world, r.boxId, &pose), VL_OK);
    assert_true(pose.q.w == 1.0); // normalised
    vlRefusal_Close(&r);
}

static void a_centre_of_mass_beyond_the_numbers_is_refused(void** state)
{
    (void)state;
    vlRefusal r = vlRefusal_Open();
    vlBodyDef def = goodDef(&r);
    def.hasInertia = true;
    def.inertia = vlDiag(1.0, 1.0, 1.0);
    def.centroid = vlVec(1e9, 0.0, 0.0);
    def.pose.p = vlVec(1e9, 0.0, 0.0); // each is within the range, their sum is not
    refuseBody(&r, &def, VL_ERROR_ARGUMENT, "2e+09|at most 1e+09");
    def.pose.p = vlVec(-1e9, 0.0, 0.0);
    def.pose.q = vlQuatFromAxisAngle(vlVec(0.0, 0.0, 1.0), 3.0);
    refuseBody(&r, &def, VL_ERROR_ARGUMENT, "centre of mass|at most 1e+09");
    def.centroid = vlVec(1e200, 0.0, 0.0);
    def.pose = vlIdentityPose();
    refuseBody(&r, &def, VL_ERROR_ARGUMENT, "1e+200|finite");
    vlRefusal_Close(&r);
}

static void types_shapes_and_materials_must_be_there(void** state)
{
    (void)state;
    vlRefusal r = vlRefusal_Open();
    vlBodyDef def = goodDef(&r);
    vlBodyId id = {7, 7};
    VL_REFUSED(&r, VL_ERROR_ARGUMENT, "NULL", vlWorld_CreateBody(r.world, NULL, &id));
    VL_REFUSED(&r, VL_ERROR_ARGUMENT, "NULL", vlWorld_CreateBody(r.world, &def, NULL));
    def.shape = NULL;
    refuseBody(&r, &def, VL_ERROR_ARGUMENT, "shape is NULL");
    def = goodDef(&r);
    def.type = (vlBodyType)77;
    refuseBody(&r, &def, VL_ERROR_ARGUMENT, "type is 77|expected");
    def = goodDef(&r);
    def.material.index = 2;
    refuseBody(&r, &def, VL_ERROR_STALE_ID, "material 2|0 to 1");
    def = goodDef(&r);
    assert_int_equal(vlShape_CreateHalfspace(NULL, vlVec(0, 0, 1), 0, &def.shape, NULL, 0), VL_OK);
    refuseBody(&r, &def, VL_ERROR_ARGUMENT, "half-space|expected a static or kinematic");
    def.type = VL_BODY_KINEMATIC;
    assert_int_equal(vlWorld_CreateBody(r.world, &def, &id), VL_OK);
    vlShape_Release(def.shape);
    vlRefusal_Close(&r);
}

static void the_room_for_bodies_and_pieces_ends(void** state)
{
    (void)state;
    vlRefusal r = vlRefusal_Open(); // 4 bodies, 5 pieces; 2 and 2 are used
    vlShape* twin = NULL;
    const vlShape* const pieces[2] = {r.box, r.box};
    vlPose poses[2] = {vlIdentityPose(), vlIdentityPose()};
    poses[1].p.x = 10.0; // apart: two boxes that touch are one piece
    assert_int_equal(vlShape_CreateCompound(NULL, pieces, poses, 2, &twin, NULL, 0), VL_OK);
    vlBodyDef def = goodDef(&r);
    def.shape = twin;
    vlBodyId first, last;
    assert_int_equal(vlWorld_CreateBody(r.world, &def, &first), VL_OK);
    refuseBody(&r, &def, VL_ERROR_FULL, "2 pieces|pieces is 5|4 are used");
    def.shape = r.box;
    assert_int_equal(vlWorld_CreateBody(r.world, &def, &last), VL_OK);
    refuseBody(&r, &def, VL_ERROR_FULL, "is 5"); // both are used up
    // A destroyed body makes room for a new one.
    assert_int_equal(vlWorld_DestroyBody(r.world, first), VL_OK);
    assert_int_equal(vlWorld_CreateBody(r.world, &def, &first), VL_OK);
    refuseBody(&r, &def, VL_ERROR_FULL, "bodies is 4|all are used");
    vlShape_Release(twin);
    vlRefusal_Close(&r);
}

static void pushes_and_moves_must_be_finite(void** state)
{
    (void)state;
    vlRefusal r = vlRefusal_Open();
    for (int i = 0; i < 9; ++i) {
        vlVec3 v = vlZero();
        double* part[3] = {&v.x, &v.y, &v.z};
        *part[i % 3] = vlNotFinite[i / 3];
        vlWorld* w = r.world;
        vlTwist linear = {v, vlZero()}, angular = {vlZero(), v};
        vlPose pose = {v, vlIdentityQuat()};
        VL_REFUSED(&r, VL_ERROR_ARGUMENT, "force|inf|finite",
                   vlBody_ApplyForce(w, r.boxId, v, vlZero()));
        VL_REFUSED(&r, VL_ERROR_ARGUMENT, "point|inf|finite",
                   vlBody_ApplyForce(w, r.boxId, vlZero(), v));
        VL_REFUSED(&r, VL_ERROR_ARGUMENT, "torque|inf|finite", vlBody_ApplyTorque(w, r.boxId, v));
        VL_REFUSED(&r, VL_ERROR_ARGUMENT, "velocity|inf|finite",
                   vlBody_SetTwist(w, r.boxId, linear));
        VL_REFUSED(&r, VL_ERROR_ARGUMENT, "velocity|inf|finite",
                   vlBody_SetTwist(w, r.boxId, angular));
        VL_REFUSED(&r, VL_ERROR_ARGUMENT, "pose|inf|finite", vlBody_SetPose(w, r.boxId, pose));
    }
    vlRefusal_Close(&r);
}

// Room for every result, filled with a pattern.
typedef struct Answers {
    vlPose pose;
    vlTwist twist;
    vlVec3 centre, momentum;
    double mass, energy;
    vlMat3 inertia;
    const vlShape* shape;
    vlWrench wrench;
} Answers;

static void refuseId(vlRefusal* r, vlBodyId id)
{
    vlWorld* w = r->world;
    Answers a, same;
    memset(&a, 0x5a, sizeof a);
    memset(&same, 0x5a, sizeof same);
    char words[48];
    (void)snprintf(words, sizeof words, "(%u, %u)", id.index1, id.generation);
    vlResult stale = VL_ERROR_STALE_ID;
    vlTwist rest = {vlZero(), vlZero()};
    assert_false(vlWorld_IsValid(w, id));
    VL_REFUSED(r, stale, words, vlWorld_DestroyBody(w, id));
    VL_REFUSED(r, stale, words, vlBody_GetPose(w, id, &a.pose));
    VL_REFUSED(r, stale, words, vlBody_GetTwist(w, id, &a.twist));
    VL_REFUSED(r, stale, words, vlBody_GetCentre(w, id, &a.centre));
    VL_REFUSED(r, stale, words, vlBody_GetAngularMomentum(w, id, &a.momentum));
    VL_REFUSED(r, stale, words, vlBody_GetMass(w, id, &a.mass, &a.inertia));
    VL_REFUSED(r, stale, words, vlBody_GetShape(w, id, &a.shape));
    VL_REFUSED(r, stale, words, vlBody_GetContactWrench(w, id, &a.wrench));
    VL_REFUSED(r, stale, words, vlBody_GetKineticEnergy(w, id, &a.energy));
    VL_REFUSED(r, stale, words, vlBody_SetPose(w, id, vlIdentityPose()));
    VL_REFUSED(r, stale, words, vlBody_SetTwist(w, id, rest));
    VL_REFUSED(r, stale, words, vlBody_ApplyForce(w, id, vlZero(), vlZero()));
    VL_REFUSED(r, stale, words, vlBody_ApplyTorque(w, id, vlZero()));
    assert_memory_equal(&a, &same, sizeof a);
}

static void ids_of_nothing_are_stale_in_every_call(void** state)
{
    (void)state;
    vlRefusal r = vlRefusal_Open();
    const vlBodyId nothing[] = {{0, 0},
                                {0, 1},
                                {3, 1},
                                {UINT32_MAX, 1},
                                {r.boxId.index1, r.boxId.generation + 1},
                                {r.boxId.index1, 0}};
    for (size_t i = 0; i < sizeof nothing / sizeof nothing[0]; ++i) {
        refuseId(&r, nothing[i]);
    }
    vlBodyDef def = goodDef(&r);
    vlBodyId first, second;
    assert_int_equal(vlWorld_CreateBody(r.world, &def, &first), VL_OK);
    assert_int_equal(vlWorld_DestroyBody(r.world, first), VL_OK);
    refuseId(&r, first); // destroyed
    assert_int_equal(vlWorld_CreateBody(r.world, &def, &second), VL_OK);
    assert_int_equal(second.index1, first.index1);
    refuseId(&r, first); // another body has its slot now
    assert_true(vlWorld_IsValid(r.world, second));
    vlRefusal_Close(&r);
}

static void answers_need_a_place(void** state)
{
    (void)state;
    vlRefusal r = vlRefusal_Open();
    vlWorld* w = r.world;
    vlBodyId id = r.boxId;
    vlResult bad = VL_ERROR_ARGUMENT;
    double mass = 0.0;
    vlMat3 inertia;
    VL_REFUSED(&r, bad, "NULL", vlBody_GetPose(w, id, NULL));
    VL_REFUSED(&r, bad, "NULL", vlBody_GetTwist(w, id, NULL));
    VL_REFUSED(&r, bad, "NULL", vlBody_GetCentre(w, id, NULL));
    VL_REFUSED(&r, bad, "NULL", vlBody_GetAngularMomentum(w, id, NULL));
    VL_REFUSED(&r, bad, "NULL", vlBody_GetMass(w, id, NULL, &inertia));
    VL_REFUSED(&r, bad, "NULL", vlBody_GetMass(w, id, &mass, NULL));
    VL_REFUSED(&r, bad, "NULL", vlBody_GetShape(w, id, NULL));
    VL_REFUSED(&r, bad, "NULL", vlBody_GetContactWrench(w, id, NULL));
    VL_REFUSED(&r, bad, "NULL", vlBody_GetKineticEnergy(w, id, NULL));
    vlRefusal_Close(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_number_of_a_body_must_be_finite),
        cmocka_unit_test(mass_and_density_must_be_positive),
        cmocka_unit_test(a_mass_that_overflows_is_refused),
        cmocka_unit_test(an_inertia_beyond_the_range_is_refused),
        cmocka_unit_test(inertia_must_belong_to_a_solid),
        cmocka_unit_test(rotations_must_be_of_unit_length),
        cmocka_unit_test(a_centre_of_mass_beyond_the_numbers_is_refused),
        cmocka_unit_test(types_shapes_and_materials_must_be_there),
        cmocka_unit_test(the_room_for_bodies_and_pieces_ends),
        cmocka_unit_test(pushes_and_moves_must_be_finite),
        cmocka_unit_test(ids_of_nothing_are_stale_in_every_call),
        cmocka_unit_test(answers_need_a_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
