// SPDX-License-Identifier: MIT
// What rests on a stop and is lifted by a lever: the stop never pulls, what it reports is what the
// body feels, and the body leaves it at the force of the lever's law.
//
// A lid of mass m and length L hangs on a hinge of the world and rests on a stop below its tip. A
// force F at the tip lifts it at F = m g/2. A lever with its hinge in the middle carries m at one
// end, which rests on a stop; a hand holds the other end and presses it down: m g again.

#include <math.h>

#include "tests/heart/families.h"

#define LENGTH 0.3 // m
#define START 0.9  // of the force that lifts, when the slow part of the pull begins
#define RISE 1e-5  // m, above the stop: it has left
#define PULL 1e-6  // of the weight: the most that a stop may pull
#define AGREE 1e-9 // of the weight: rounding between report and motion

// The force on a body that neither gravity, `given` nor its joint explains is that of the stop.
typedef struct Balance {
    vlWorld* world;
    vlBodyId body;
    double mass, weight; // kg, N
    vlVec3 before;       // m/s
    double pull;         // N, largest downward
    double difference;   // N, largest, between this and the report
} Balance;

static vlVec3 contactForceOf(const Balance* b)
{
    vlVec3 sum = vlZero();
    for (int i = 0; i < vlWorld_GetContactCount(b->world); ++i) {
        vlContactReport r = vlStage_ContactOf(b->world, i);
        bool isB = r.bodyB.index1 == b->body.index1;
        bool isA = r.bodyA.index1 == b->body.index1;
        sum = vlMulAdd(sum, (double)isB - (double)isA, r.wrench.force);
    }
    return sum;
}

static void balance(Balance* b, vlVec3 given, double step)
{
    vlVec3 now = vlStage_TwistOf(b->world, b->body).linear;
    vlVec3 change = vlScale(vlSub(now, b->before), b->mass / step);
    vlVec3 felt = vlSub(change, given);
    felt.z += b->weight;
    b->pull = fmax(b->pull, -felt.z);
    b->difference = fmax(b->difference, vlLength(vlSub(felt, contactForceOf(b))));
    vlWrench wrench;
    assert_int_equal(vlBody_GetContactWrench(b->world, b->body, &wrench), VL_OK);
    b->difference = fmax(b->difference, vlLength(vlSub(felt, wrench.force)));
    b->before = now;
}

static void judge(vlHeart* heart, const Balance* b, double share)
{
    vlHeart_Within(heart, "leaves at this share of the exact force", share, 1.0, 1.02);
    vlHeart_AtMost(heart, "largest pull of the stop over the weight", b->pull / b->weight, PULL);
    vlHeart_AtMost(heart, "report against motion over the weight", b->difference / b->weight,
                   AGREE);
}

static vlWorld* openWorld(const vlHeart* heart, double step, double stiffness)
{
    vlWorldDef def = vlHeart_Def(heart, step);
    def.surface.stiffnessN = stiffness;
    return vlStage_CreateWorld(&def);
}

static vlJointId addJoint(vlWorld* world, vlJointType type, vlBodyId a, vlBodyId b, vlVec3 point)
{
    vlJointDef def = vlDefaultJointDef(type);
    vlJointId id = {0, 0};
    def.bodyA = a;
    def.bodyB = b;
    if (vlJointDef_Place(&def, world, point, vlVec(0.0, 1.0, 0.0), vlZero()) != VL_OK ||
        vlWorld_CreateJoint(world, &def, &id) != VL_OK) {
        fail_msg("%s", vlWorld_GetMessage(world));
    }
    return id;
}

// Share of the exact force at a time: quickly to START, then slowly on.
static double shareAt(double t)
{
    const double quick = 0.5, slow = 0.05; // s, 1/s
    return t < quick ? START * t / quick : START + slow * (t - quick);
}

static void liftLid(vlHeart* heart, const double* p)
{
    double step = p[0], mass = p[2], share = 0.0, t = 0.0;
    Balance b = {.world = openWorld(heart, step, p[1]), .mass = mass, .weight = mass * VL_GRAVITY};
    vlStage_AddFixed(b.world, VL_BODY_STATIC, vlStage_CreateBox(vlVec(0.04, 0.2, 0.1)),
                     vlModel_At(LENGTH - 0.02, 0.0, -0.05));
    b.body = vlStage_AddBox(b.world, vlVec(LENGTH, 0.2, 0.02), mass,
                            vlModel_At(0.5 * LENGTH, 0.0, 0.01), vlModel_AtRest());
    vlJointId hinge =
        addJoint(b.world, VL_JOINT_HINGE, (vlBodyId){0, 0}, b.body, vlVec(0.0, 0.0, 0.01));
    for (; t < 8.0; t += step) {
        vlVec3 tip = vlTransform(vlStage_PoseOf(b.world, b.body), vlVec(0.5 * LENGTH, 0.0, -0.01));
        if (tip.z > RISE) {
            break;
        }
        share = shareAt(t);
        vlVec3 force = vlVec(0.0, 0.0, 0.5 * share * b.weight);
        assert_int_equal(vlBody_ApplyForce(b.world, b.body, force, tip), VL_OK);
        vlStage_Step(b.world);
        vlJointReport report;
        assert_int_equal(vlJoint_GetReport(b.world, hinge, &report), VL_OK);
        balance(&b, vlAdd(force, report.reaction.force), step);
    }
    judge(heart, &b, share);
    vlWorld_Destroy(b.world);
}

static void pressLever(vlHeart* heart, const double* p)
{
    double step = p[0], share = 0.0, t = 0.0, half = 0.5 * LENGTH;
    Balance b = {.world = openWorld(heart, step, p[1]), .mass = 2.0, .weight = 2.0 * VL_GRAVITY};
    vlStage_AddFloor(b.world);
    b.body = vlStage_AddBox(b.world, vlVec(0.06, 0.06, 0.06), b.mass, vlModel_At(-half, 0.0, 0.03),
                            vlModel_AtRest());
    vlBodyId bar = vlStage_AddBox(b.world, vlVec(LENGTH, 0.02, 0.02), 0.2,
                                  vlModel_At(0.0, 0.0, 0.08), vlModel_AtRest());
    addJoint(b.world, VL_JOINT_HINGE, (vlBodyId){0, 0}, bar, vlVec(0.0, 0.0, 0.08));
    vlJointId link = addJoint(b.world, VL_JOINT_HINGE, bar, b.body, vlVec(-half, 0.0, 0.08));
    vlCouplingDef def = vlDefaultCouplingDef();
    vlCouplingId hand;
    def.body = bar;
    def.grasp.p = vlVec(half, 0.0, 0.0);
    def.stiffness = 2000.0;
    def.angularStiffness = def.angularDamping = 0.0;
    assert_int_equal(vlWorld_CreateCoupling(b.world, &def, &hand), VL_OK);
    for (; t < 8.0 && vlStage_CentreOf(b.world, b.body).z < 0.03 + RISE; t += step) {
        double down = shareAt(t) * b.weight / def.stiffness;
        vlPose device = vlModel_At(half, 0.0, 0.08 - down);
        assert_int_equal(vlCoupling_SetDevice(b.world, hand, device, vlModel_AtRest()), VL_OK);
        vlStage_Step(b.world);
        vlCouplingReport report;
        assert_int_equal(vlCoupling_GetReport(b.world, hand, &report), VL_OK);
        share = -report.onBody.force.z / b.weight;
        vlJointReport joint;
        assert_int_equal(vlJoint_GetReport(b.world, link, &joint), VL_OK);
        balance(&b, joint.reaction.force, step);
    }
    judge(heart, &b, share);
    vlWorld_Destroy(b.world);
}

static const vlHeartCase cases[] = {
    {"lid-1ms-auto", liftLid, {1e-3, VL_AUTO, 1.0}, false},
    {"lid-5ms-auto", liftLid, {5e-3, VL_AUTO, 1.0}, false},
    {"lid-1ms-1e5", liftLid, {1e-3, 1e5, 1.0}, false},
    {"lid-5ms-1e5", liftLid, {5e-3, 1e5, 1.0}, false},
    {"lid-1ms-10g", liftLid, {1e-3, VL_AUTO, 0.01}, false},
    {"lid-5ms-10g", liftLid, {5e-3, VL_AUTO, 0.01}, false},
    {"lever-1ms-auto", pressLever, {1e-3, VL_AUTO}, false},
    {"lever-5ms-auto", pressLever, {5e-3, VL_AUTO}, false},
    {"lever-1ms-1e5", pressLever, {1e-3, 1e5}, false},
    {"lever-5ms-1e5", pressLever, {5e-3, 1e5}, false},
};

const vlHeartFamily vlHeart_Lid = VL_HEART_FAMILY("lid", cases);
