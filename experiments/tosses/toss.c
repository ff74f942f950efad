// SPDX-License-Identifier: MIT
#include "experiments/tosses/toss.h"

#include <math.h>
#include <stdlib.h>

#include "base/angle.h"

#define PLACE 2e-5       // m, of the table
#define ROTATION 32767.0 // of the table
#define DEGREE 0.017453292519943295

static vlPose measuredAt(int row)
{
    const int16_t* r = vlToss_rows[row];
    vlQuat q = {r[3] / ROTATION, r[4] / ROTATION, r[5] / ROTATION, r[6] / ROTATION};
    return (vlPose){vlVec(PLACE * r[0], PLACE * r[1], PLACE * r[2]), vlUnitQ(q)};
}

// Degrees, 0 .. 180.
static double angleBetween(vlQuat a, vlQuat b)
{
    vlQuat d = vlMulQ(vlConj(a), b);
    return 2.0 * vlAngle_Of(vlLength(vlVec(d.x, d.y, d.z)), fabs(d.w)) / DEGREE;
}

// Mean errors of a toss, added to the sums of `errors`; the angle is returned.
static double judgeToss(const vlTossMethod* method, const vlToss* toss, vlTossErrors* errors)
{
    double step = 1.0 / (VL_TOSS_RATE * VL_TOSS_STEPS), place = 0.0, angle = 0.0;
    vlPose pose = toss->pose;
    pose.q = vlUnitQ(pose.q);
    vlTwist velocity = toss->velocity;
    velocity.angular = vlRotate(pose.q, velocity.angular);
    void* handle = method->begin(method->user, pose, velocity, step);
    if (handle == NULL) {
        errors->place = nan("");
        return nan("");
    }
    for (int i = 0; i < toss->rows; ++i) {
        for (int k = 0; k < VL_TOSS_STEPS; ++k) {
            method->step(handle);
        }
        vlPose is = method->poseOf(handle), was = measuredAt(toss->first + i);
        double off = vlLength(vlSub(is.p, was.p)) / VL_TOSS_WIDTH;
        double turned = angleBetween(is.q, was.q);
        place += off / toss->rows;
        angle += turned / toss->rows;
        ++errors->count[i];
        errors->placeAt[i] += off;
        errors->angleAt[i] += turned;
    }
    method->end(handle);
    errors->rows = toss->rows > errors->rows ? toss->rows : errors->rows;
    errors->place += place / VL_TOSSES;
    errors->angle += angle / VL_TOSSES;
    return angle;
}

static int compare(const void* a, const void* b)
{
    double x = *(const double*)a, y = *(const double*)b;
    return (x > y) - (x < y);
}

void vlToss_Judge(const vlTossMethod* method, vlTossErrors* errors)
{
    double angles[VL_TOSSES];
    *errors = (vlTossErrors){0};
    for (int i = 0; i < VL_TOSSES; ++i) {
        angles[i] = judgeToss(method, &vlToss_starts[i], errors);
    }
    for (int i = 0; i < errors->rows; ++i) {
        errors->placeAt[i] /= errors->count[i];
        errors->angleAt[i] /= errors->count[i];
    }
    qsort(angles, VL_TOSSES, sizeof angles[0], compare);
    errors->median = 0.5 * (angles[VL_TOSSES / 2 - 1] + angles[VL_TOSSES / 2]);
}

// ---- Volar ----

typedef struct Run {
    vlWorld* world;
    vlBodyId cube;
} Run;

static vlResult addFloor(vlWorld* world)
{
    vlBodyDef def = vlDefaultBodyDef();
    vlBodyId floor;
    def.type = VL_BODY_STATIC;
    vlResult result = vlShape_CreateHalfspace(NULL, vlVec(0.0, 0.0, 1.0), 0.0, &def.shape, NULL, 0);
    result = result == VL_OK ? vlWorld_CreateBody(world, &def, &floor) : result;
    vlShape_Release(def.shape);
    return result;
}

static vlResult addCube(Run* run, vlPose pose, vlTwist velocity)
{
    vlBodyDef def = vlDefaultBodyDef();
    double half = 0.5 * VL_TOSS_WIDTH;
    def.mass = VL_TOSS_MASS;
    def.hasInertia = true;
    def.inertia = vlDiag(VL_TOSS_INERTIA, VL_TOSS_INERTIA, VL_TOSS_INERTIA);
    def.pose = pose;
    def.velocity = velocity;
    vlResult result = vlShape_CreateBox(NULL, vlVec(half, half, half), &def.shape, NULL, 0);
    result = result == VL_OK ? vlWorld_CreateBody(run->world, &def, &run->cube) : result;
    vlShape_Release(def.shape);
    return result;
}

static void end(void* handle)
{
    Run* run = handle;
    if (run != NULL) {
        vlWorld_Destroy(run->world);
    }
    free(run);
}

static void* begin(const void* user, vlPose pose, vlTwist velocity, double step)
{
    const vlTossSetting* setting = user;
    Run* run = calloc(1, sizeof *run);
    if (run == NULL) {
        return NULL;
    }
    vlWorldDef def = vlDefaultWorldDef();
    def.integrator = setting->integrator;
    def.step = step;
    def.capacity.bodies = 2;
    def.surface.frictionStatic = def.surface.frictionDynamic = setting->friction;
    def.surface.stiffnessN = setting->stiffness;
    def.surface.restitution = setting->restitution;
    if (vlWorld_Create(&def, &run->world, NULL, 0) != VL_OK || addFloor(run->world) != VL_OK ||
        addCube(run, pose, velocity) != VL_OK) {
        end(run);
        return NULL;
    }
    return run;
}

static void step(void* handle)
{
    // A body that had to be frozen stays where it is, and the errors show it.
    (void)vlWorld_Step(((Run*)handle)->world);
}

static vlPose poseOf(void* handle)
{
    const Run* run = handle;
    vlPose pose;
    if (vlBody_GetPose(run->world, run->cube, &pose) != VL_OK) {
        pose = (vlPose){vlVec(nan(""), nan(""), nan("")), {nan(""), 0.0, 0.0, 0.0}};
    }
    return pose;
}

void vlToss_JudgeVolar(const vlTossSetting* setting, vlTossErrors* errors)
{
    vlToss_Judge(&(vlTossMethod){begin, step, poseOf, end, setting}, errors);
}
