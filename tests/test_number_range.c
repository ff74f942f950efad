// SPDX-License-Identifier: MIT
// Every public function refuses numbers beyond the range of volar/math.h, and accepted numbers give
// finite forces.

#include <string.h>

#include "stage.h"
#include "test.h"

// The second is beyond the largest range, that of masses.
static const double wrong[] = {1e130, 1e31, -1e130, HUGE_VAL, -HUGE_VAL, (double)NAN};
#define WRONG_COUNT ((int)(sizeof wrong / sizeof wrong[0]))

typedef struct Stand {
    vlShape* shape;
    vlWorld* world;
    vlBodyId body;
    vlSpringId spring;
    vlJointId joint;
    vlCouplingId coupling;
} Stand;

static Stand openStand(void)
{
    Stand s = {0};
    vlWorldDef def = vlDefaultWorldDef();
    vlBodyDef body = vlDefaultBodyDef();
    vlSpringDef spring = vlDefaultSpringDef();
    vlJointDef joint = vlDefaultJointDef(VL_JOINT_HINGE);
    vlCouplingDef coupling = vlDefaultCouplingDef();
    assert_int_equal(vlShape_CreateBox(NULL, vlVec(0.1, 0.1, 0.1), &s.shape, NULL, 0), VL_OK);
    assert_int_equal(vlWorld_Create(&def, &s.world, NULL, 0), VL_OK);
    body.shape = s.shape;
    assert_int_equal(vlWorld_CreateBody(s.world, &body, &s.body), VL_OK);
    spring.bodyB = joint.bodyB = coupling.body = s.body;
    assert_int_equal(vlWorld_CreateSpring(s.world, &spring, &s.spring), VL_OK);
    assert_int_equal(vlWorld_CreateJoint(s.world, &joint, &s.joint), VL_OK);
    assert_int_equal(vlWorld_CreateCoupling(s.world, &coupling, &s.coupling), VL_OK);
    return s;
}

static void closeStand(Stand* s)
{
    vlWorld_Destroy(s->world);
    vlShape_Release(s->shape);
}

// The wrong number at each of three places, one after the other.
static vlVec3 spoiled(double value, int k)
{
    return vlVec(k == 0 ? value : 0.0, k == 1 ? value : 0.0, k == 2 ? value : 0.0);
}

static void refused(const Stand* s, vlResult result)
{
    assert_int_equal(result, VL_ERROR_ARGUMENT);
    assert_true(vlWorld_GetMessage(s->world)[0] != '\0');
}

static void a_body_takes_no_number_beyond_the_range(void** state)
{
    (void)state;
    Stand s = openStand();
    for (int i = 0; i < 3 * WRONG_COUNT; ++i) {
        vlVec3 v = spoiled(wrong[i / 3], i % 3);
        vlPose pose = {v, vlIdentityQuat()};
        vlTwist twist = {v, vlZero()}, spin = {vlZero(), v};
        vlBodyId id;
        refused(&s, vlBody_SetPose(s.world, s.body, pose));
        refused(&s, vlBody_SetTwist(s.world, s.body, twist));
        refused(&s, vlBody_SetTwist(s.world, s.body, spin));
        refused(&s, vlBody_ApplyForce(s.world, s.body, v, vlZero()));
        refused(&s, vlBody_ApplyForce(s.world, s.body, vlZero(), v));
        refused(&s, vlBody_ApplyTorque(s.world, s.body, v));
        vlBodyDef def = vlDefaultBodyDef();
        def.shape = s.shape;
        def.pose = pose;
        refused(&s, vlWorld_CreateBody(s.world, &def, &id));
        def.pose = vlIdentityPose();
        def.velocity = twist;
        refused(&s, vlWorld_CreateBody(s.world, &def, &id));
        def.velocity = spin;
        refused(&s, vlWorld_CreateBody(s.world, &def, &id));
        def.velocity = (vlTwist){vlZero(), vlZero()};
        def.mass = wrong[i / 3];
        refused(&s, vlWorld_CreateBody(s.world, &def, &id));
        def.mass = 1.0;
        def.hasInertia = true;
        def.inertia = vlDiag(1.0, 1.0, 1.0);
        def.centroid = v;
        refused(&s, vlWorld_CreateBody(s.world, &def, &id));
        def.centroid = vlZero();
        def.inertia = vlDiag(wrong[i / 3], wrong[i / 3], wrong[i / 3]);
        refused(&s, vlWorld_CreateBody(s.world, &def, &id));
        vlWorld_SetGravity(s.world, v); // ignored
        assert_int_equal(vlWorld_Step(s.world), VL_OK);
    }
    vlPose pose;
    assert_int_equal(vlBody_GetPose(s.world, s.body, &pose), VL_OK);
    assert_true(vlIsWithin(pose.p, 1.0));
    closeStand(&s);
}

static void links_take_no_number_beyond_the_range(void** state)
{
    (void)state;
    Stand s = openStand();
    for (int i = 0; i < 3 * WRONG_COUNT; ++i) {
        double value = wrong[i / 3];
        vlVec3 v = spoiled(value, i % 3);
        vlTwist twist = {v, vlZero()}, still = {vlZero(), vlZero()};
        vlPose pose = {v, vlIdentityQuat()};
        vlSpringId spring;
        vlJointId joint;
        vlCouplingId coupling;
        vlSpringDef sd = vlDefaultSpringDef();
        sd.bodyB = s.body;
        double* const lengths[] = {&sd.restLength, &sd.stiffness, &sd.damping, &sd.spinDamping};
        vlVec3* const points[] = {&sd.pointA, &sd.pointB, &sd.velocityA};
        for (int k = 0; k < 4; ++k) {
            double kept = *lengths[k];
            *lengths[k] = value;
            refused(&s, vlWorld_CreateSpring(s.world, &sd, &spring));
            *lengths[k] = kept;
        }
        for (int k = 0; k < 3; ++k) {
            *points[k] = v;
            refused(&s, vlWorld_CreateSpring(s.world, &sd, &spring));
            *points[k] = vlZero();
        }
        refused(&s, vlSpring_SetAnchor(s.world, s.spring, v, vlZero()));
        refused(&s, vlSpring_SetAnchor(s.world, s.spring, vlZero(), v));
        vlJointDef jd = vlDefaultJointDef(VL_JOINT_HINGE);
        jd.bodyB = s.body;
        refused(&s, vlJointDef_Place(&jd, s.world, v, vlVec(0.0, 0.0, 1.0), vlZero()));
        jd.frameA.p = v;
        refused(&s, vlWorld_CreateJoint(s.world, &jd, &joint));
        jd.frameA.p = vlZero();
        jd.frameB.p = v;
        refused(&s, vlWorld_CreateJoint(s.world, &jd, &joint));
        jd.frameB.p = vlZero();
        jd.axis[0].motor.target = value;
        refused(&s, vlWorld_CreateJoint(s.world, &jd, &joint));
        refused(&s, vlJoint_SetTarget(s.world, s.joint, 0, value));
        vlCouplingDef cd = vlDefaultCouplingDef();
        cd.body = s.body;
        cd.grasp = pose;
        refused(&s, vlWorld_CreateCoupling(s.world, &cd, &coupling));
        cd.grasp = vlIdentityPose();
        cd.stiffness = value;
        refused(&s, vlWorld_CreateCoupling(s.world, &cd, &coupling));
        refused(&s, vlCoupling_SetDevice(s.world, s.coupling, pose, still));
        refused(&s, vlCoupling_SetDevice(s.world, s.coupling, vlIdentityPose(), twist));
        vlSurface surface = vlDefaultSurface();
        surface.stiffnessN = value;
        vlMaterialId standard = {0};
        refused(&s, vlWorld_SetSurface(s.world, standard, standard, &surface));
        assert_int_equal(vlWorld_Step(s.world), VL_OK);
        vlCouplingReport report;
        assert_int_equal(vlCoupling_GetReport(s.world, s.coupling, &report), VL_OK);
        assert_true(vlIsFinite(report.onBody.force) && vlIsFinite(report.onBody.torque));
    }
    closeStand(&s);
}

// Each number is within the range, but their result is not.
static void a_grasp_that_leads_beyond_the_range_is_refused(void** state)
{
    (void)state;
    Stand s = openStand();
    vlPose far = {vlVec(0.0, VL_MAX_LENGTH, 0.0), vlIdentityQuat()};
    assert_int_equal(vlBody_SetPose(s.world, s.body, far), VL_OK);
    vlCouplingDef def = vlDefaultCouplingDef();
    vlCouplingId coupling;
    def.body = s.body;
    def.grasp = far;
    refused(&s, vlWorld_CreateCoupling(s.world, &def, &coupling));
    def.grasp = vlIdentityPose();
    assert_int_equal(vlWorld_CreateCoupling(s.world, &def, &coupling), VL_OK);
    closeStand(&s);
}

static void shapes_and_worlds_take_no_number_beyond_the_range(void** state)
{
    (void)state;
    for (int i = 0; i < 3 * WRONG_COUNT; ++i) {
        double value = wrong[i / 3];
        vlVec3 v = spoiled(value, i % 3);
        vlShape* shape = NULL;
        vlWorld* world = NULL;
        char why[256] = "";
        vlVec3 corners[5] = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}, v};
        vlVec3 half = vlAdd(vlVec(1.0, 1.0, 1.0), v);
        const vlResult results[] = {
            vlShape_CreateBox(NULL, half, &shape, why, sizeof why),
            vlShape_CreateHalfspace(NULL, vlVec(0.0, 0.0, 1.0), value, &shape, why, sizeof why),
            vlShape_CreateHull(NULL, corners, 5, &shape, why, sizeof why),
            vlShape_CreatePrism(NULL, 6, value, 1.0, &shape, why, sizeof why),
            vlShape_CreatePrism(NULL, 6, 1.0, value, &shape, why, sizeof why),
            vlShape_CreateCylinder(NULL, 6, value, 1.0, &shape, why, sizeof why),
            vlShape_CreateCone(NULL, 6, value, 0.0, 1.0, &shape, why, sizeof why),
            vlShape_CreateCone(NULL, 6, 1.0, value, 1.0, &shape, why, sizeof why),
            vlShape_CreateSphere(NULL, value, 6, 4, &shape, why, sizeof why)};
        for (size_t k = 0; k < sizeof results / sizeof results[0]; ++k) {
            assert_int_equal(results[k], VL_ERROR_ARGUMENT);
        }
        assert_null(shape);
        assert_true(why[0] != '\0');
        vlWorldDef def = vlDefaultWorldDef();
        def.gravity = v;
        assert_int_equal(vlWorld_Create(&def, &world, why, sizeof why), VL_ERROR_ARGUMENT);
        def.gravity = vlZero();
        def.step = value;
        assert_int_equal(vlWorld_Create(&def, &world, why, sizeof why), VL_ERROR_ARGUMENT);
        assert_null(world);
    }
}

static void samples_take_no_number_beyond_the_range(void** state)
{
    (void)state;
    for (int i = 0; i < 3 * WRONG_COUNT; ++i) {
        vlVec3 v = spoiled(wrong[i / 3], i % 3);
        vlDeviceSample good = {.pose = vlIdentityPose(), .hasTwist = true};
        assert_true(vlDeviceSample_IsGood(&good));
        vlDeviceSample place = good, motion = good, spin = good;
        place.pose.p = v;
        motion.twist.linear = v;
        spin.twist.angular = v;
        assert_false(vlDeviceSample_IsGood(&place));
        assert_false(vlDeviceSample_IsGood(&motion));
        assert_false(vlDeviceSample_IsGood(&spin));
    }
}

// Numbers at the limits of the range give finite results, in any combination.
static void the_border_of_the_range_is_safe(void** state)
{
    (void)state;
    const double L = VL_MAX_LENGTH, V = VL_MAX_SPEED, F = VL_MAX_FORCE;
    Stand s = openStand();
    vlPose far = {vlVec(-L, L, -L), vlIdentityQuat()};
    vlTwist fast = {vlVec(V, -V, V), vlVec(V, V, -V)};
    vlCouplingDef stiff = vlDefaultCouplingDef();
    vlCouplingId coupling;
    stiff.body = s.body;
    stiff.stiffness = stiff.damping = stiff.angularStiffness = stiff.angularDamping = F;
    assert_int_equal(vlWorld_CreateCoupling(s.world, &stiff, &coupling), VL_OK);
    for (int i = 0; i < 50; ++i) {
        vlCouplingReport report;
        vlResult ignored = vlBody_SetTwist(s.world, s.body, fast);
        ignored = vlBody_ApplyForce(s.world, s.body, vlVec(F, F, F), vlVec(L, -L, L));
        ignored = vlCoupling_SetDevice(s.world, coupling, far, fast);
        ignored = vlSpring_SetAnchor(s.world, s.spring, far.p, fast.linear);
        (void)ignored;
        vlResult result = vlWorld_Step(s.world);
        assert_true(result == VL_OK || result == VL_ERROR_DIVERGED);
        assert_int_equal(vlCoupling_GetReport(s.world, coupling, &report), VL_OK);
        assert_true(vlIsFinite(report.onBody.force) && vlIsFinite(report.onBody.torque));
        vlPose pose;
        vlWrench contacts;
        assert_int_equal(vlBody_GetPose(s.world, s.body, &pose), VL_OK);
        assert_int_equal(vlBody_GetContactWrench(s.world, s.body, &contacts), VL_OK);
        assert_true(vlIsFinite(pose.p) && vlIsFinite(contacts.force));
    }
    closeStand(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_body_takes_no_number_beyond_the_range),
        cmocka_unit_test(links_take_no_number_beyond_the_range),
        cmocka_unit_test(a_grasp_that_leads_beyond_the_range_is_refused),
        cmocka_unit_test(shapes_and_worlds_take_no_number_beyond_the_range),
        cmocka_unit_test(samples_take_no_number_beyond_the_range),
        cmocka_unit_test(the_border_of_the_range_is_safe),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
