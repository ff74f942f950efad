// SPDX-License-Identifier: MIT
// Free flight and gyroscopes: fall, a bar that spins fast, precession, a heavy top, and two bodies
// that collide and keep their momentum.

#include <math.h>

#include "base/angle.h"
#include "experiments/closed_forms/groups.h"
#include "experiments/closed_forms/trial.h"
#include "models/body_model.h"
#include "models/free_bar_model.h"
#include "models/linkage_model.h"

static double fall(const vlFormMethod* method, double unused)
{
    (void)unused;
    vlFormScene* scene = vlFormScene_Begin(vlVec(0.0, 0.0, -VL_FORM_GRAVITY), 0.5);
    int box = vlFormScene_AddBox(scene, vlVec(0.1, 0.1, 0.1), 1.0, vlModel_At(0.0, 0.0, 0.0));
    vlFormTrial trial = vlFormTrial_Begin(method, scene);
    vlFormTrial_Run(&trial, 1.0);
    double z = vlFormTrial_Pose(&trial, box).p.z;
    vlFormTrial_End(&trial);
    return -z;
}

static vlFormTrial throwBar(const vlFormMethod* method, const vlFreeBarDef* def)
{
    vlFormScene* scene = vlFormScene_Begin(vlZero(), 0.5);
    vlFormScene_AddBox(scene, def->size, def->mass, (vlPose){vlZero(), def->start});
    vlFormScene_Last(scene)->velocity.angular = vlRotate(def->start, def->omega);
    return vlFormTrial_Begin(method, scene);
}

static double spinEnergy(const vlFormTrial* trial, const vlFreeBarDef* def)
{
    vlVec3 m = vlFreeBar_Moments(def);
    vlVec3 w = vlUnrotate(vlFormTrial_Pose(trial, 0).q, vlFormTrial_Twist(trial, 0).angular);
    return 0.5 * (m.x * w.x * w.x + m.y * w.y * w.y + m.z * w.z * w.z);
}

// The energy of a bar 40 : 1 at 80 rad/s, over that at the start, where it differs most within 2 s.
static double spinBar(const vlFormMethod* method, double unused)
{
    (void)unused;
    vlFreeBarDef def = vlFreeBar_Default(vlVec(0.025, 0.025, 1.0), vlVec(1.0, 80.0, 0.5));
    def.start = vlQuatFromAxisAngle(vlVec(-0.3, 1.0, 2.0), 2.0);
    vlFormTrial trial = throwBar(method, &def);
    double start = spinEnergy(&trial, &def), farthest = 1.0;
    int count = vlFormTrial_Steps(&trial, 2.0);
    for (int i = 0; i < count; ++i) {
        vlFormTrial_Step(&trial);
        double now = spinEnergy(&trial, &def) / start;
        farthest = fabs(now - 1.0) <= fabs(farthest - 1.0) ? farthest : now;
    }
    vlFormTrial_End(&trial);
    return farthest;
}

// The angle by which the axis of a wobbling plate is off after 2 s, rad.
static double precess(const vlFormMethod* method, double unused)
{
    (void)unused;
    vlFreeBarDef def = vlFreeBar_Default(vlVec(0.3, 0.3, 0.05), vlVec(10.0, 4.0, 120.0));
    def.start = vlQuatFromAxisAngle(vlVec(-0.3, 1.0, 2.0), 2.0);
    vlFormTrial trial = throwBar(method, &def);
    vlFormTrial_Run(&trial, 2.0);
    vlVec3 z = vlVec(0.0, 0.0, 1.0);
    vlVec3 exact = vlRotate(vlFreeBar_Precession(&def, 2.0), z);
    vlVec3 found = vlRotate(vlFormTrial_Pose(&trial, 0).q, z);
    vlFormTrial_End(&trial);
    return vlAngle_Of(vlLength(vlCross(exact, found)), vlDot(exact, found));
}

static const vlHeavyTopDef top = {0.2, 0.04, 1.0, 0.05, 0.5, 100.0};

static double exactTop(double unused)
{
    (void)unused;
    return vlHeavyTop_Precession(&top, VL_FORM_GRAVITY);
}

// The rate at which the axis of a heavy top goes round, over 10 s, rad/s.
static double spinTop(const vlFormMethod* method, double unused)
{
    (void)unused;
    vlPose pose = {vlZero(), vlQuatFromAxisAngle(vlVec(0.0, 1.0, 0.0), top.tilt)};
    vlVec3 axis = vlRotate(pose.q, vlVec(0.0, 0.0, 1.0));
    double rate = vlHeavyTop_Precession(&top, VL_FORM_GRAVITY);
    vlVec3 omega =
        vlAdd(vlVec(0.0, 0.0, rate), vlScale(axis, top.spin - rate * vlCosine(top.tilt)));
    pose.p = vlScale(axis, top.arm);
    vlFormScene* scene = vlFormScene_Begin(vlVec(0.0, 0.0, -VL_FORM_GRAVITY), 0.5);
    int body =
        vlFormScene_AddBox(scene, vlVec(top.width, top.width, top.thickness), top.mass, pose);
    vlFormScene_Last(scene)->velocity = (vlTwist){vlCross(omega, pose.p), omega};
    vlFormScene_AddHinge(scene, -1, body, vlZero(), vlVec(0.0, 0.0, 1.0));
    scene->joints[0].isHinge = false;
    vlFormTrial trial = vlFormTrial_Begin(method, scene);
    double round = 0.0, last = 0.0;
    int count = vlFormTrial_Steps(&trial, 10.0);
    for (int i = 0; i < count; ++i) {
        vlFormTrial_Step(&trial);
        axis = vlRotate(vlFormTrial_Pose(&trial, body).q, vlVec(0.0, 0.0, 1.0));
        double now = vlAngle_Of(axis.y, axis.x);
        round += remainder(now - last, 2.0 * VL_PI);
        last = now;
    }
    vlFormTrial_End(&trial);
    return round / 10.0;
}

// Two cubes of 1 and 2 kg meet off their centres. The change of momentum (kg m/s) and of angular
// momentum about the origin (kg m2/s), over what each cube brought: the larger of the two.
static double collide(const vlFormMethod* method, double unused)
{
    const double edge = 0.1, masses[2] = {1.0, 2.0}, speeds[2] = {1.0, -1.0};
    vlVec3 momentum[2] = {vlZero(), vlZero()}, spin[2] = {vlZero(), vlZero()};
    (void)unused;
    vlFormScene* scene = vlFormScene_Begin(vlZero(), 0.5);
    for (int i = 0; i < 2; ++i) {
        vlVec3 at = vlVec(i == 0 ? -0.1 : 0.1, 0.03 * i, 0.02 * i);
        vlFormScene_AddBox(scene, vlVec(edge, edge, edge), masses[i], (vlPose){at, {1, 0, 0, 0}});
        vlFormScene_Last(scene)->velocity.linear.x = speeds[i];
    }
    vlFormTrial trial = vlFormTrial_Begin(method, scene);
    for (int when = 0; when < 2; ++when) {
        for (int i = 0; i < 2; ++i) {
            vlVec3 p = vlFormTrial_Pose(&trial, i).p;
            vlTwist twist = vlFormTrial_Twist(&trial, i);
            vlVec3 mv = vlScale(twist.linear, masses[i]);
            vlVec3 own = vlScale(twist.angular, masses[i] * edge * edge / 6.0);
            momentum[when] = vlAdd(momentum[when], mv);
            spin[when] = vlAdd(spin[when], vlAdd(own, vlCross(p, mv)));
        }
        vlFormTrial_Run(&trial, when == 0 ? 0.5 : 0.0);
    }
    vlFormTrial_End(&trial);
    double linear = vlLength(vlSub(momentum[1], momentum[0])) / 1.0;
    double angular = vlLength(vlSub(spin[1], spin[0])) / 0.06;
    return linear > angular ? linear : angular;
}

static const vlForm forms[] = {
    {.name = "free fall: way of 1 s, m",
     .exact = 0.5 * VL_FORM_GRAVITY,
     .measure = fall,
     .bound = VL_FORM_PERCENT,
     .limit = {0.1001, 0.1001, 0.5001},
     .reason = "A step moves with the velocity at its end: g t h/2 too far, h/t of the way."},
    {.name = "bar 40 : 1 spinning freely at 80 rad/s: energy after 2 s, of it",
     .exact = 1.0,
     .measure = spinBar,
     .bound = VL_FORM_WITHIN,
     .limit = {1e-4, 1e-4, 1e-4},
     .reason = "The parts of a free rotation are integrated exactly; splitting it into them is not "
               "exact."},
    {.name = "wobbling plate: axis off after 2 s, rad",
     .measure = precess,
     .bound = VL_FORM_AT_MOST,
     .limit = {1e-10, 1e-10, 1e-10},
     .reason = "A symmetric body is rotated exactly: rounding over 240 rad."},
    {.name = "heavy top at 100 rad/s: precession, rad/s",
     .exactOf = exactTop,
     .measure = spinTop,
     .bound = VL_FORM_PERCENT,
     .limit = {VL_FORM_REPORTED, 0.025, 0.025},
     .reason = "Second order in the rotation of a step, 0.5 rad at 5 ms. Explicit: as for swinging "
               "joints."},
    {.name = "two cubes collide off centre: momentum lost, of it",
     .measure = collide,
     .bound = VL_FORM_AT_MOST,
     .limit = {1e-12, 1e-12, 1e-12},
     .reason = "Both bodies get the same force at the same point: rounding only."},
};

const vlFormGroup vlForms_Fly = {"fly", true, forms, sizeof forms / sizeof forms[0]};
