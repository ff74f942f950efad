// SPDX-License-Identifier: MIT
#ifndef VOLAR_FORM_TRIAL_H
#define VOLAR_FORM_TRIAL_H

// How a case is written: it puts a scene together, has an engine make a trial of it, and steps and
// reads the trial. A trial that could not begin reads as not-a-number, so no measurement of it
// passes.

#include "experiments/closed_forms/form.h"

// An empty scene without a floor. There is one at a time: the next call clears it.
vlFormScene* vlFormScene_Begin(vlVec3 gravity, double friction);
// The same, above a floor, gravity downwards.
vlFormScene* vlFormScene_BeginOnFloor(double friction);

// These return the body's place in the scene. Bodies are dynamic and at rest; use the pointer from
// vlFormScene_Last to change that.
int vlFormScene_AddBox(vlFormScene* scene, vlVec3 size, double mass, vlPose pose);
int vlFormScene_AddBall(vlFormScene* scene, double radius, double mass, vlPose pose);
int vlFormScene_AddCylinder(vlFormScene* scene, int sides, double radius, double length,
                            double mass, vlPose pose);
// `points` in the frame of `pose`; the body's own frame is moved to the centre of mass, whose
// principal axes must be parallel to it.
int vlFormScene_AddHull(vlFormScene* scene, const vlVec3* points, int count, double density,
                        vlPose pose);
vlFormBody* vlFormScene_Last(vlFormScene* scene);
void vlFormScene_AddHinge(vlFormScene* scene, int bodyA, int bodyB, vlVec3 point, vlVec3 axis);

typedef struct vlFormTrial {
    const vlFormEngine* engine;
    void* handle; // NULL: it could not begin
    double step;
} vlFormTrial;

vlFormTrial vlFormTrial_Begin(const vlFormMethod* method, const vlFormScene* scene);
void vlFormTrial_End(vlFormTrial* trial);
void vlFormTrial_Step(vlFormTrial* trial);
void vlFormTrial_Run(vlFormTrial* trial, double seconds);
int vlFormTrial_Steps(const vlFormTrial* trial, double seconds); // in whole steps
vlPose vlFormTrial_Pose(const vlFormTrial* trial, int body);
vlTwist vlFormTrial_Twist(const vlFormTrial* trial, int body);
void vlFormTrial_SetTwist(vlFormTrial* trial, int body, vlVec3 linear, vlVec3 angular);
void vlFormTrial_Push(vlFormTrial* trial, int body, vlVec3 force, vlVec3 point);
void vlFormTrial_SetGravity(vlFormTrial* trial, vlVec3 gravity);

// Gravity turned by `angle` (rad) from down towards x.
vlVec3 vlForm_SlopeGravity(double angle);

// Bisects `low` .. `high` `rounds` times. If `isRising`, `holds` is true from some value upwards,
// and the result is the least such value; otherwise it is true up to some value, and the result is
// the largest.
double vlForm_Halve(double low, double high, int rounds, bool isRising,
                    bool (*holds)(const vlFormMethod* method, double value, double parameter),
                    const vlFormMethod* method, double parameter);

#endif
