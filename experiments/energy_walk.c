// SPDX-License-Identifier: MIT
// Work along closed paths of poses. The path is an ellipse in (pitch or shift, depth), so the sum
// of its steps converges fast; the box is put at rest into each pose, and one step gives the
// contact wrench of that pose.

#include <math.h>

#include "base/angle.h"
#include "experiments/energy.h"
#include "models/body_model.h"

#define EDGE 0.1       // m, of the moved box
#define STIFFNESS 1e4  // N/m
#define FOUNDATION 1e6 // N/m3: the same stiffness for a whole face
#define MASS 1000.0    // kg, so that one step hardly moves the box
#define STEP 1e-4
#define POSES 4000
#define DEPTH 1e-3 // m, mean; the ellipse extends by half of it to each side

// Pose of the moved box at a phase of 0 .. 2 pi.
static vlPose poseAt(vlEnergyLoop loop, double phase)
{
    double depth = DEPTH * (1.0 + 0.5 * vlSine(phase));
    if (loop == VL_LOOP_PITCH) {
        // From flat (the whole face presses) to 0.04 rad (an edge presses).
        double pitch = 0.02 * (1.0 + vlCosine(phase));
        vlPose pose = vlModel_At(0.0, 0.0, 0.5 * EDGE - depth);
        pose.q = vlQuatFromAxisAngle(vlVec(0.0, 1.0, 0.0), pitch);
        return pose;
    }
    // Between three and seven tenths of the box are over the edge.
    return vlModel_At(EDGE * (0.5 + 0.2 * vlCosine(phase)), 0.0, EDGE - depth);
}

// The box is led by a hand: what forces move is not pressed on where it is only placed.
static vlResult addLed(vlWorld* world, vlPose pose, vlBodyId* body)
{
    vlBodyDef def = vlDefaultBodyDef();
    def.type = VL_BODY_KINEMATIC;
    def.isPointer = true;
    def.mass = MASS;
    def.pose = pose;
    vlVec3 half = vlVec(0.5 * EDGE, 0.5 * EDGE, 0.5 * EDGE);
    vlResult result = vlShape_CreateBox(NULL, half, &def.shape, NULL, 0);
    if (result == VL_OK) {
        result = vlWorld_CreateBody(world, &def, body);
        vlShape_Release(def.shape);
    }
    return result;
}

static vlResult build(const vlEnergyLaw* choice, vlEnergyLoop loop, vlWorld** world, vlBodyId* body)
{
    vlWorldDef def = vlDefaultWorldDef();
    def.integrator = VL_INTEGRATOR_EULER;
    def.step = STEP;
    def.gravity = vlZero();
    def.contact = choice->contact;
    def.surface.stiffnessN = STIFFNESS;
    def.surface.foundation = FOUNDATION;
    def.surface.dampingN = 0.0;
    def.surface.frictionStatic = 0.0;
    def.surface.frictionDynamic = 0.0;
    vlResult result = vlWorld_Create(&def, world, NULL, 0);
    vlBodyId support;
    if (result == VL_OK && loop == VL_LOOP_PITCH) {
        result = vlModel_AddFloor(*world, &support);
    } else if (result == VL_OK) {
        // The fixed box is wider than the moved one: only the edge over which that is shifted
        // matters.
        vlBodyDef bodyDef = vlDefaultBodyDef();
        bodyDef.type = VL_BODY_STATIC;
        result =
            vlShape_CreateBox(NULL, vlVec(0.5 * EDGE, EDGE, 0.5 * EDGE), &bodyDef.shape, NULL, 0);
        if (result == VL_OK) {
            result = vlWorld_CreateBody(*world, &bodyDef, &support);
            vlShape_Release(bodyDef.shape);
        }
    }
    if (result == VL_OK) {
        result = addLed(*world, poseAt(loop, 0.0), body);
    }
    return result;
}

// The contact wrench on the box at rest in a pose, about its centre.
static vlResult wrenchAt(vlWorld* world, vlBodyId body, vlPose pose, vlWrench* wrench)
{
    vlResult result = vlBody_SetPose(world, body, pose);
    if (result == VL_OK) {
        result = vlBody_SetTwist(world, body, vlModel_AtRest());
    }
    if (result == VL_OK) {
        result = vlWorld_Step(world);
    }
    return result == VL_OK ? vlBody_GetContactWrench(world, body, wrench) : result;
}

// Work of the contact between two neighbouring poses, from the mean of their wrenches. All
// rotations are about y.
static double workBetween(vlPose from, vlPose to, vlWrench first, vlWrench second)
{
    vlVec3 force = vlScale(vlAdd(first.force, second.force), 0.5);
    double torque = 0.5 * (first.torque.y + second.torque.y);
    double turn = 2.0 * (vlAngle_Of(to.q.y, to.q.w) - vlAngle_Of(from.q.y, from.q.w));
    return vlDot(force, vlSub(to.p, from.p)) + torque * turn;
}

int vlEnergy_Walk(vlExperimentContext* ctx, const vlEnergyLaw* choice, vlEnergyLoop loop,
                  vlSeries* series, double* share)
{
    static double sums[POSES + 1]; // 32 kB: too large for the stack
    vlWorld* world = NULL;
    vlBodyId body = {0};
    vlWrench before = {0};
    vlPose from = poseAt(loop, 0.0);
    vlResult result = build(choice, loop, &world, &body);
    double total = 0.0;
    // One turn to let a tracked normal settle, one to measure.
    for (int i = 0; i <= 2 * POSES && result == VL_OK; ++i) {
        vlWrench wrench;
        vlPose to = poseAt(loop, 2.0 * VL_PI * i / POSES);
        result = wrenchAt(world, body, to, &wrench);
        double work = i > POSES ? workBetween(from, to, before, wrench) : 0.0;
        if (i >= POSES) {
            sums[i - POSES] = i > POSES ? sums[i - POSES - 1] + work : 0.0;
            total += fabs(work);
        }
        before = wrench;
        from = to;
    }
    int failed = vlExperiment_FailIf(ctx, result, world, "walking a loop");
    vlWorld_Destroy(world);
    *share = sums[POSES] / total;
    for (int i = 0; i <= POSES && !failed; i += 20) {
        vlSeries_Add(series, (double)i / POSES, sums[i] / total);
    }
    return failed;
}
