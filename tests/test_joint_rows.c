// SPDX-License-Identifier: MIT
// The coordinates of joints, their rates, and the resulting forces, against differences.

#include <math.h>

#include "joint/joint_law.h"
#include "joint/joint_rows.h"
#include "stage.h"
#include "test.h"

#define TYPES 8
#define STEP 1e-3 // s, of the implicit elements

static const vlJointType allTypes[TYPES] = {VL_JOINT_FIXED,    VL_JOINT_HINGE,     VL_JOINT_SLIDER,
                                            VL_JOINT_BALL,     VL_JOINT_UNIVERSAL, VL_JOINT_PLANAR,
                                            VL_JOINT_DISTANCE, VL_JOINT_BUSHING};

static vlPose anyFrame(vlRandom* random)
{
    vlPose frame;
    frame.p = vlRandom_InBall(random);
    frame.q = vlRandom_Rotation(random);
    return frame;
}

static vlMotion anyMotion(vlRandom* random)
{
    vlPose pose = anyFrame(random);
    vlVec3 velocity = vlRandom_InBall(random);
    vlVec3 omega = vlRandom_InBall(random);
    vlMotion m = {pose.p, pose.q, velocity, vlZero(), omega};
    return m;
}

static vlVec3 anyGains(vlRandom* random)
{
    double x = vlRandom_Range(random, 1.0, 3.0);
    double y = vlRandom_Range(random, 1.0, 3.0);
    return vlVec(x, y, vlRandom_Range(random, 1.0, 3.0));
}

// Every second one is tied to the world. Gains of order 1, nothing on the axes.
static vlJoint anyJoint(vlRandom* random, vlJointType type)
{
    vlJoint joint = {.head = {.bodyA = vlRandom_Index(random, 2) - 1, .bodyB = 1}, .type = type};
    joint.frameA = anyFrame(random);
    joint.frameB = anyFrame(random);
    vlVec3 stiffness = anyGains(random);
    joint.kLinear = stiffness.x;
    joint.kAngular = stiffness.y;
    for (int i = 0; i < 4; ++i) {
        joint.bushing[i] = anyGains(random);
    }
    for (int i = 0; i < VL_MAX_JOINT_AXES; ++i) {
        vlAxisDef axis = {.lower = -HUGE_VAL, .upper = HUGE_VAL, .limitStiffness = 2.0};
        axis.motor.freeSpeed = axis.motor.maxForce = HUGE_VAL;
        joint.axis[i] = axis;
        joint.kFriction[i] = 1.5;
    }
    return joint;
}

// Starts counting angles from the joint's current state.
static void startAt(vlJoint* joint, const vlJointRows* rows)
{
    for (int i = 0; i < rows->axisCount; ++i) {
        joint->memory[i].angle = rows->row[rows->lockedCount + i].coordinate;
    }
    joint->lastTurn = rows->turn;
}

// Both bodies, moved along their velocities for `time`.
static void moveOn(const vlMotion* from, double time, vlMotion* to)
{
    for (int i = 0; i < 2; ++i) {
        to[i] = from[i];
        to[i].centre = vlMulAdd(from[i].centre, time, from[i].velocity);
        vlQuat turn = vlQuatFromRotationVector(vlScale(from[i].omega, time));
        to[i].rotation = vlUnitQ(vlMulQ(turn, from[i].rotation));
    }
}

static void every_rate_is_that_of_its_coordinate(void** state)
{
    (void)state;
    const double ahead = 1e-5;
    vlRandom random = vlRandom_Seed(2);
    int rounds = vlStage_Count(4000, 500);
    double worst = 0.0;
    for (int i = 0; i < TYPES * rounds; ++i) {
        vlJoint joint = anyJoint(&random, allTypes[i % TYPES]);
        vlMotion now[2] = {anyMotion(&random), anyMotion(&random)};
        vlMotion before[2];
        vlMotion after[2];
        vlJointRows rows;
        vlJointRows rowsBefore;
        vlJointRows rowsAfter;
        vlJoint_Place(&joint, now, &rows);
        startAt(&joint, &rows);
        moveOn(now, -ahead, before);
        moveOn(now, ahead, after);
        vlJoint_Place(&joint, before, &rowsBefore);
        vlJoint_Place(&joint, after, &rowsAfter);
        vlTwist twist = vlJoint_Twist(&joint, now, &rows);
        for (int k = 0; k < rows.lockedCount + rows.axisCount; ++k) {
            double difference =
                (rowsAfter.row[k].coordinate - rowsBefore.row[k].coordinate) / (2.0 * ahead);
            double rate = vlJointRow_Rate(&rows.row[k], twist);
            worst = fmax(worst, fabs(difference - rate) / (1.0 + fabs(rate)));
        }
    }
    // Differences lose ahead^2 c'''/6 and rounding 1e-16/ahead. Near singular poses rates grow to
    // 10 and third derivatives to about 1e3: 1e-7.
    VL_CHECK_BELOW(worst, 1e-6);
}

static double powerOf(vlWrench wrench, vlTwist twist)
{
    return vlDot(wrench.force, twist.linear) + vlDot(wrench.torque, twist.angular);
}

// Springs along the axes, limits that are exceeded, stretched friction.
static void loadAxes(vlJoint* joint, vlRandom* random, const vlJointRows* rows)
{
    for (int i = 0; i < rows->axisCount; ++i) {
        vlAxisDef* axis = &joint->axis[i];
        axis->stiffness = vlRandom_Range(random, 1.0, 3.0);
        axis->rest = vlRandom_Range(random, -1.0, 1.0);
        axis->upper = joint->memory[i].angle - 0.5;
        axis->friction = 10.0; // never slides
        joint->memory[i].slip = vlRandom_Range(random, -1.0, 1.0);
    }
}

// Without damping a joint is a potential, however curved its rows are: the power of its wrench is
// the loss of its energy. This holds at any pose, so it tests coordinates, rates and forces at
// once.
static void the_force_is_the_slope_of_the_energy(void** state)
{
    (void)state;
    const double ahead = 1e-5;
    vlRandom random = vlRandom_Seed(3);
    double worst = 0.0;
    int rounds = vlStage_Count(2000, 300);
    for (int i = 0; i < TYPES * rounds; ++i) {
        vlJoint joint = anyJoint(&random, allTypes[i % TYPES]);
        joint.bushing[1] = joint.bushing[3] = vlZero();
        vlMotion now[2] = {anyMotion(&random), anyMotion(&random)};
        vlMotion before[2];
        vlMotion after[2];
        vlJointRows rows;
        vlJoint_Place(&joint, now, &rows);
        startAt(&joint, &rows);
        loadAxes(&joint, &random, &rows);
        moveOn(now, -ahead, before);
        moveOn(now, ahead, after);
        vlJointReport report;
        vlJointReport reportBefore;
        vlJointReport reportAfter;
        (void)vlJoint_Evaluate(&joint, before, false, &reportBefore);
        (void)vlJoint_Evaluate(&joint, after, false, &reportAfter);
        (void)vlJoint_Evaluate(&joint, now, false, &report);
        double power = powerOf(report.reaction, vlJoint_Twist(&joint, now, &rows));
        double slope = (reportAfter.energy - reportBefore.energy) / (2.0 * ahead);
        worst = fmax(worst, fabs(power + slope) / (1.0 + fabs(power)));
    }
    // As above; energies of order 10 round to 1e-15, over 2e-5.
    VL_CHECK_BELOW(worst, 1e-6);
}

// Places B so that its frame is A's, except in the free directions of the joint.
static void placeFree(const vlJoint* joint, vlMotion* motions, vlRandom* random)
{
    vlPose world = {motions[0].centre, motions[0].rotation};
    vlPose frame = joint->head.bodyA < 0 ? joint->frameA : vlMulPose(world, joint->frameA);
    vlPose free = vlIdentityPose();
    double a = vlRandom_Range(random, -1.5, 1.5);
    double b = vlRandom_Range(random, -1.5, 1.5);
    vlVec3 any = vlRandom_InBall(random);
    vlVec3 z = vlVec(0.0, 0.0, 1.0);
    switch (joint->type) {
    case VL_JOINT_HINGE: free.q = vlQuatFromAxisAngle(z, a); break;
    case VL_JOINT_SLIDER: free.p.z = a; break;
    case VL_JOINT_BALL: free.q = vlQuatFromRotationVector(any); break;
    case VL_JOINT_UNIVERSAL:
        free.q = vlMulQ(vlQuatFromAxisAngle(z, a), vlQuatFromAxisAngle(vlVec(1.0, 0.0, 0.0), b));
        break;
    case VL_JOINT_PLANAR:
        free.q = vlQuatFromAxisAngle(z, a);
        free.p = vlVec(b, any.x, 0.0);
        break;
    case VL_JOINT_DISTANCE:
        free.p = vlRandom_Direction(random);
        free.q = vlRandom_Rotation(random);
        break;
    case VL_JOINT_FIXED:
    case VL_JOINT_BUSHING: break;
    }
    frame = vlMulPose(frame, free);
    motions[1].rotation = vlUnitQ(vlMulQ(frame.q, vlConj(joint->frameB.q)));
    motions[1].centre = vlSub(frame.p, vlRotate(motions[1].rotation, joint->frameB.p));
}

// Everything that can act along an axis, without stretch.
static void loadAxesAtRest(vlJoint* joint, vlRandom* random, const vlJointRows* rows)
{
    for (int i = 0; i < rows->axisCount; ++i) {
        double here = joint->memory[i].angle;
        vlAxisDef* axis = &joint->axis[i];
        axis->stiffness = vlRandom_Range(random, 1.0, 3.0);
        axis->damping = vlRandom_Range(random, 1.0, 3.0);
        axis->rest = axis->lower = axis->upper = here;
        axis->limitDamping = vlRandom_Range(random, 1.0, 3.0);
        axis->friction = 10.0;
        joint->bFriction[i] = 0.3;
        axis->motor.mode = VL_MOTOR_POSITION;
        axis->motor.target = here;
        axis->motor.stiffness = vlRandom_Range(random, 1.0, 3.0);
        axis->motor.damping = vlRandom_Range(random, 1.0, 3.0);
    }
}

static double differenceOf(vlWrench a, vlWrench b)
{
    return vlLength(vlSub(a.force, b.force)) + vlLength(vlSub(a.torque, b.torque));
}

// Wrench of the joint with its bodies moved or accelerated by `amount` of the given twists.
static vlWrench wrenchAt(const vlJoint* joint, const vlMotion* rest, const vlTwist* twists,
                         double moved, double speed)
{
    vlMotion motions[2];
    vlMotion there[2];
    for (int i = 0; i < 2; ++i) {
        motions[i] = rest[i];
        motions[i].velocity = twists[i].linear;
        motions[i].omega = twists[i].angular;
    }
    moveOn(motions, moved, there);
    for (int i = 0; i < 2; ++i) {
        there[i].velocity = vlScale(twists[i].linear, speed);
        there[i].omega = vlScale(twists[i].angular, speed);
    }
    vlJoint copy = *joint;
    vlJointReport report;
    return vlJoint_Evaluate(&copy, there, false, &report).onB;
}

static vlWrench slopeOf(vlWrench plus, vlWrench minus, double scale)
{
    vlWrench w = {vlScale(vlSub(plus.force, minus.force), scale),
                  vlScale(vlSub(plus.torque, minus.torque), scale)};
    return w;
}

// At a pose without stretch no force rotates with the bodies, and D is exactly the step times the
// change of the wrench with the pose, plus its change with the velocity.
static void the_resistance_is_the_slope_of_the_force(void** state)
{
    (void)state;
    const double ahead = 1e-6;
    vlRandom random = vlRandom_Seed(4);
    double worst = 0.0;
    int rounds = vlStage_Count(1000, 200);
    for (int i = 0; i < TYPES * rounds; ++i) {
        vlJoint joint = anyJoint(&random, allTypes[i % TYPES]);
        joint.bLinear = joint.bAngular = 0.7;
        vlMotion rest[2] = {anyMotion(&random), anyMotion(&random)};
        placeFree(&joint, rest, &random);
        vlJointRows rows;
        vlJoint_Place(&joint, rest, &rows);
        startAt(&joint, &rows);
        loadAxesAtRest(&joint, &random, &rows);
        vlImplicitElement element = vlJoint_Linearise(&joint, &rows, STEP);
        vlTwist twists[2];
        for (int k = 0; k < 2; ++k) {
            twists[k] = vlStage_AnyTwist(&random, 1.0, 1.0);
        }
        vlMotion moving[2] = {rest[0], rest[1]};
        for (int k = 0; k < 2; ++k) {
            moving[k].velocity = twists[k].linear;
            moving[k].omega = twists[k].angular;
        }
        vlTwist relative = vlJoint_Twist(&joint, moving, &rows);
        vlWrench moved = slopeOf(wrenchAt(&joint, rest, twists, ahead, 0.0),
                                 wrenchAt(&joint, rest, twists, -ahead, 0.0), 0.5 / ahead);
        vlWrench speeded = slopeOf(wrenchAt(&joint, rest, twists, 0.0, 1.0),
                                   wrenchAt(&joint, rest, twists, 0.0, -1.0), 0.5);
        vlWrench both = {vlMulAdd(speeded.force, STEP, moved.force),
                         vlMulAdd(speeded.torque, STEP, moved.torque)};
        vlWrench given = slopeOf(vlImplicitElement_At(&element, relative), element.onB, 1.0);
        double size = 1.0 + vlLength(given.force) + vlLength(given.torque);
        worst = fmax(worst, differenceOf(both, given) / size);
        // Nothing is stretched.
        VL_CHECK_BELOW(vlLength(element.onB.force) + vlLength(element.onB.torque), 1e-13);
    }
    // Differences: ahead^2 times third derivatives of order 10, rounding 1e-15/ahead, times the
    // step.
    VL_CHECK_BELOW(worst, 1e-6);
}

static double quadratic(const vlImplicitElement* e, vlTwist t)
{
    vlImplicitElement slope = *e;
    slope.onB.force = slope.onB.torque = vlZero();
    return -powerOf(vlImplicitElement_At(&slope, t), t);
}

static double asymmetryOf(vlMat3 m)
{
    return fabs(m.cx.y - m.cy.x) + fabs(m.cx.z - m.cz.x) + fabs(m.cy.z - m.cz.y);
}

static void the_resistance_is_symmetric_and_never_pushes(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(5);
    int rounds = vlStage_Count(500, 100);
    for (int i = 0; i < TYPES * rounds; ++i) {
        vlJoint joint = anyJoint(&random, allTypes[i % TYPES]);
        vlMotion now[2] = {anyMotion(&random), anyMotion(&random)};
        vlJointRows rows;
        vlJoint_Place(&joint, now, &rows);
        startAt(&joint, &rows);
        loadAxesAtRest(&joint, &random, &rows);
        for (int k = 0; k < rows.axisCount; ++k) { // any state
            joint.memory[k].slideSide = (int8_t)(vlRandom_Index(&random, 3) - 1);
            joint.axis[k].motor.maxForce = 1.0;
            joint.memory[k].motorSide = (int8_t)(vlRandom_Index(&random, 3) - 1);
        }
        vlImplicitElement element = vlJoint_Linearise(&joint, &rows, STEP);
        double size = 0.0;
        for (int k = 0; k < 20; ++k) {
            vlTwist t = vlStage_AnyTwist(&random, 1.0, 1.0);
            double q = quadratic(&element, t);
            size = fmax(size, q);
            VL_CHECK_BELOW(-q, 1e-14 * (1.0 + size)); // rounding of sums of squares
        }
        // The products of a row with itself are the same bits both ways.
        assert_true(asymmetryOf(element.resistance.uu) == 0.0);
        assert_true(asymmetryOf(element.resistance.ww) == 0.0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_rate_is_that_of_its_coordinate),
        cmocka_unit_test(the_force_is_the_slope_of_the_energy),
        cmocka_unit_test(the_resistance_is_the_slope_of_the_force),
        cmocka_unit_test(the_resistance_is_symmetric_and_never_pushes),
    };
    return cmocka_run_group_tests_name("joint rows", tests, NULL, NULL);
}
