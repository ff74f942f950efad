// SPDX-License-Identifier: MIT
// Rolling: a cylinder on a level floor and down a slope, and a ball that is thrown and begins to
// roll.

#include <math.h>

#include "base/angle.h"
#include "base/power.h"
#include "experiments/closed_forms/groups.h"
#include "experiments/closed_forms/trial.h"
#include "models/body_model.h"

#define SIDES 512
#define RADIUS 0.1
#define LENGTH 0.1
#define SETTLED 0.2 // s, after which the start no longer matters
#define BALL_SPEED 2.0

// A cylinder that lies along y, one facet on the floor, rolling along x.
static int addRoller(vlFormScene* scene, double speed)
{
    double mass = 1000.0 * VL_PI * RADIUS * RADIUS * LENGTH;
    vlQuat lie = vlQuatFromRotationVector(vlVec(0.5 * VL_PI, 0.0, 0.0));
    vlQuat face = vlQuatFromRotationVector(vlVec(0.0, 0.0, 0.5 * VL_PI - VL_PI / SIDES));
    vlPose pose = {vlVec(0.0, 0.0, RADIUS * vlCosine(VL_PI / SIDES)), vlMulQ(lie, face)};
    int body = vlFormScene_AddCylinder(scene, SIDES, RADIUS, LENGTH, mass, pose);
    vlFormScene_Last(scene)->velocity =
        vlModel_Moving(vlVec(speed, 0.0, 0.0), vlVec(0.0, speed / RADIUS, 0.0));
    return body;
}

// Kinetic energy per mass.
static double energyOf(vlTwist twist)
{
    return 0.5 * vlDot(twist.linear, twist.linear) +
           0.25 * RADIUS * RADIUS * twist.angular.y * twist.angular.y;
}

double vlForm_RollLevel(const vlFormMethod* method, double speed)
{
    vlFormScene* scene = vlFormScene_BeginOnFloor(0.5);
    int roller = addRoller(scene, speed);
    vlFormTrial trial = vlFormTrial_Begin(method, scene);
    vlFormTrial_Run(&trial, SETTLED);
    double before = energyOf(vlFormTrial_Twist(&trial, roller));
    double x = vlFormTrial_Pose(&trial, roller).p.x;
    vlFormTrial_Run(&trial, 0.8);
    double lost = before - energyOf(vlFormTrial_Twist(&trial, roller));
    double way = vlFormTrial_Pose(&trial, roller).p.x - x;
    vlFormTrial_End(&trial);
    return lost / (VL_FORM_GRAVITY * way);
}

// Acceleration down a slope of 10 degrees, over 2/3 g sin.
static double rollDown(const vlFormMethod* method, double unused)
{
    (void)unused;
    double slope = VL_PI / 18.0;
    vlFormScene* scene = vlFormScene_BeginOnFloor(0.5);
    int roller = addRoller(scene, 0.0);
    scene->gravity = vlForm_SlopeGravity(slope);
    vlFormTrial trial = vlFormTrial_Begin(method, scene);
    vlFormTrial_Run(&trial, SETTLED);
    double before = vlFormTrial_Twist(&trial, roller).linear.x;
    vlFormTrial_Run(&trial, 1.6);
    double gained = vlFormTrial_Twist(&trial, roller).linear.x - before;
    vlFormTrial_End(&trial);
    return gained / (1.6 * VL_FORM_GRAVITY * vlSine(slope) / 1.5);
}

// Speed after 3 s, m/s: friction makes the ball roll at 5/7 of its first speed.
static double throwBall(const vlFormMethod* method, double unused)
{
    (void)unused;
    double mass = 1000.0 * 4.0 / 3.0 * VL_PI * RADIUS * RADIUS * RADIUS;
    vlFormScene* scene = vlFormScene_BeginOnFloor(0.5);
    // On its side, so that a ball of facets meets both kinds of edges.
    vlPose pose = {vlVec(0.0, 0.0, RADIUS), vlQuatFromRotationVector(vlVec(0.5, 0.3, 0.0))};
    int ball = vlFormScene_AddBall(scene, RADIUS, mass, pose);
    vlFormScene_Last(scene)->velocity.linear.x = BALL_SPEED;
    vlFormTrial trial = vlFormTrial_Begin(method, scene);
    vlFormTrial_Run(&trial, 3.0);
    vlVec3 v = vlFormTrial_Twist(&trial, ball).linear;
    vlFormTrial_End(&trial);
    return vlHypot(v.x, v.y);
}

// The time after which the slip of a thrown ball at mu 0.1 has fallen to a tenth, s: 0.9 times 2
// v/(7 mu g).
#define SLIP_MU 0.1

static double beginToRoll(const vlFormMethod* method, double unused)
{
    (void)unused;
    double mass = 1000.0 * 4.0 / 3.0 * VL_PI * RADIUS * RADIUS * RADIUS;
    vlFormScene* scene = vlFormScene_BeginOnFloor(SLIP_MU);
    int ball = vlFormScene_AddBall(scene, RADIUS, mass, vlModel_At(0.0, 0.0, RADIUS));
    vlFormTrial trial = vlFormTrial_Begin(method, scene);
    vlFormTrial_Run(&trial, 0.5);
    vlFormTrial_SetTwist(&trial, ball, vlVec(BALL_SPEED, 0.0, 0.0), vlZero());
    double before = BALL_SPEED, found = nan("");
    int count = vlFormTrial_Steps(&trial, 2.0);
    for (int i = 1; i <= count && isnan(found); ++i) {
        vlFormTrial_Step(&trial);
        vlTwist twist = vlFormTrial_Twist(&trial, ball);
        double slip = twist.linear.x - RADIUS * twist.angular.y;
        if (slip <= 0.1 * BALL_SPEED) {
            found = trial.step * (i - 1 + (before - 0.1 * BALL_SPEED) / (before - slip));
        }
        before = slip;
    }
    vlFormTrial_End(&trial);
    return found;
}

#define ROLL "Hard rubber on steel has 0.005, steel on steel 0.0005: less cannot be felt."

static const vlForm forms[] = {
    {.name = "cylinder rolling at 0.2 m/s: rolling resistance",
     .measure = vlForm_RollLevel,
     .parameter = 0.2,
     .bound = VL_FORM_WITHIN,
     .limit = {5e-4, 5e-4, 5e-4},
     .reason = ROLL},
    {.name = "cylinder rolling at 1 m/s: rolling resistance",
     .measure = vlForm_RollLevel,
     .parameter = 1.0,
     .bound = VL_FORM_WITHIN,
     .limit = {5e-4, 5e-4, 5e-4},
     .reason = ROLL},
    {.name = "cylinder rolling at 2 m/s: rolling resistance",
     .measure = vlForm_RollLevel,
     .parameter = 2.0,
     .bound = VL_FORM_WITHIN,
     .limit = {5e-4, 5e-4, 5e-4},
     .reason = ROLL},
    {.name = "cylinder rolling down 10 degrees: acceleration over exact",
     .exact = 1.0,
     .measure = rollDown,
     .bound = VL_FORM_WITHIN,
     .limit = {5e-3, 5e-3, 5e-3},
     .reason = "512 facets and their rolling resistance."},
    {.name = "ball thrown at 2 m/s, mu 0.1: slip falls to a tenth after, s",
     .exact = 0.9 * 2.0 * BALL_SPEED / (7.0 * SLIP_MU * VL_FORM_GRAVITY),
     .measure = beginToRoll,
     .bound = VL_FORM_PERCENT,
     .limit = {10.0, 15.0, 6.0},
     .reason =
         "The loss that the next row allows is a rolling resistance of 0.014, 0.020 and 0.008, "
         "which delays its spin by 10, 15 and 6% at mu 0.1."},
    {.name = "ball thrown at 2 m/s: speed after 3 s, m/s",
     .exact = 5.0 / 7.0 * BALL_SPEED,
     .measure = throwBall,
     .bound = VL_FORM_AT_LEAST,
     .limit = {1.2, 1.1, 1.3},
     .reason =
         "60 x 34 facets of 6 degrees are the finest ball that there is; it bumps over them."},
};

const vlFormGroup vlForms_Roll = {"roll", true, forms, sizeof forms / sizeof forms[0]};
