// SPDX-License-Identifier: MIT
#include "scene.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

static bool isSet(const char* variable)
{
    const char* value = getenv(variable);
    return value != NULL && value[0] != '\0' && value[0] != '0';
}

void vlScene_CheckNear(double value, double expected, double tolerance, const char* text,
                       const char* file, int line)
{
    if (isSet("VOLAR_VERBOSE")) {
        print_message("    %s = %.10g, expected %.10g +- %.3g\n", text, value, expected, tolerance);
    }
    if (!(fabs(value - expected) <= tolerance)) { // negated: a NaN is not near anything
        print_error("%s is %.12g; expected %.12g to within %.3g\n", text, value, expected,
                    tolerance);
        _fail(file, line);
    }
}

void vlScene_CheckBelow(double value, double limit, const char* text, const char* file, int line)
{
    if (isSet("VOLAR_VERBOSE")) {
        print_message("    %s = %.6g, limit %.3g\n", text, value, limit);
    }
    if (!(value <= limit)) {
        print_error("%s is %.12g; expected at most %.6g\n", text, value, limit);
        _fail(file, line);
    }
}

int vlScene_Count(int full, int reduced)
{
    return isSet("VOLAR_QUICK") ? reduced : full;
}

vlWorld* vlScene_CreateWorld(const vlWorldDef* def)
{
    vlWorld* world = NULL;
    char message[256] = "";
    vlResult result = vlWorld_Create(def, &world, message, sizeof message);
    if (result != VL_OK) {
        print_error("%s: %s\n", vlResult_Name(result), message);
    }
    assert_int_equal(result, VL_OK);
    return world;
}

static void expectOk(const vlWorld* world, vlResult result)
{
    if (result != VL_OK) {
        print_error("%s: %s\n", vlResult_Name(result), vlWorld_GetMessage(world));
    }
    assert_int_equal(result, VL_OK);
}

vlBodyId vlScene_AddFloor(vlWorld* world)
{
    vlBodyId id = {0, 0};
    expectOk(world, vlModel_AddFloor(world, &id));
    return id;
}

vlBodyId vlScene_AddSlab(vlWorld* world, vlVec3 size)
{
    return vlScene_AddFixed(world, VL_BODY_STATIC, vlScene_CreateBox(size),
                            vlModel_At(0.0, 0.0, -0.5 * size.z));
}

vlBodyId vlScene_AddShape(vlWorld* world, vlShape* shape, double mass, vlPose pose,
                          vlTwist velocity)
{
    vlBodyId id = {0, 0};
    expectOk(world, vlModel_AddBody(world, shape, mass, pose, velocity, &id));
    return id;
}

vlBodyId vlScene_AddBox(vlWorld* world, vlVec3 size, double mass, vlPose pose, vlTwist velocity)
{
    return vlScene_AddShape(world, vlScene_CreateBox(size), mass, pose, velocity);
}

vlBodyId vlScene_AddFixed(vlWorld* world, vlBodyType type, vlShape* shape, vlPose pose)
{
    vlBodyId id = {0, 0};
    vlBodyDef def = vlDefaultBodyDef();
    def.type = type;
    def.shape = shape;
    def.pose = pose;
    expectOk(world, vlWorld_CreateBody(world, &def, &id));
    vlShape_Release(shape);
    return id;
}

vlShape* vlScene_CreateBox(vlVec3 size)
{
    vlShape* shape = NULL;
    assert_int_equal(vlShape_CreateBox(NULL, vlScale(size, 0.5), &shape, NULL), VL_OK);
    return shape;
}

vlShape* vlScene_CreateCutBox(vlVec3 size, int nx, int ny, int nz)
{
    const vlShape* pieces[64];
    vlPose poses[64];
    int count = 0;
    vlVec3 part = vlVec(size.x / nx, size.y / ny, size.z / nz);
    vlShape* piece = vlScene_CreateBox(part);
    assert_true(nx * ny * nz <= 64);
    for (int i = 0; i < nx; ++i) {
        for (int j = 0; j < ny; ++j) {
            for (int k = 0; k < nz; ++k) {
                pieces[count] = piece;
                poses[count++] =
                    vlModel_At(part.x * (i + 0.5) - 0.5 * size.x, part.y * (j + 0.5) - 0.5 * size.y,
                               part.z * (k + 0.5) - 0.5 * size.z);
            }
        }
    }
    vlShape* shape = NULL;
    vlShapeError error = {""};
    vlResult result = vlShape_CreateCompound(NULL, pieces, poses, count, &shape, &error);
    if (result != VL_OK) {
        print_error("%s: %s\n", vlResult_Name(result), error.message);
    }
    assert_int_equal(result, VL_OK);
    vlShape_Release(piece);
    return shape;
}

vlVec3 vlScene_AnySize(vlRandom* random, double lower, double upper)
{
    double x = vlRandom_Range(random, lower, upper);
    double y = vlRandom_Range(random, lower, upper);
    double z = vlRandom_Range(random, lower, upper);
    return vlVec(x, y, z);
}

vlPose vlScene_AnyPose(vlRandom* random, vlVec3 place)
{
    vlPose pose = {place, vlRandom_Rotation(random)};
    return pose;
}

vlTwist vlScene_AnyTwist(vlRandom* random, double speed, double spin)
{
    vlVec3 linear = vlScale(vlRandom_InBall(random), speed);
    vlVec3 angular = vlScale(vlRandom_InBall(random), spin);
    return vlModel_Moving(linear, angular);
}

void vlScene_Step(vlWorld* world)
{
    assert_int_equal(vlWorld_Step(world), VL_OK);
}

void vlScene_Run(vlWorld* world, double seconds)
{
    int steps = (int)floor(seconds / vlWorld_GetStep(world) + 0.5);
    for (int i = 0; i < steps; ++i) {
        vlScene_Step(world);
    }
}

vlPose vlScene_PoseOf(const vlWorld* world, vlBodyId body)
{
    vlPose pose = vlIdentityPose();
    expectOk(world, vlBody_GetPose(world, body, &pose));
    return pose;
}

vlTwist vlScene_TwistOf(const vlWorld* world, vlBodyId body)
{
    vlTwist twist = {vlZero(), vlZero()};
    expectOk(world, vlBody_GetTwist(world, body, &twist));
    return twist;
}

vlVec3 vlScene_CentreOf(const vlWorld* world, vlBodyId body)
{
    vlVec3 centre = vlZero();
    expectOk(world, vlBody_GetCentre(world, body, &centre));
    return centre;
}

double vlScene_MassOf(const vlWorld* world, vlBodyId body)
{
    double mass = 0.0;
    vlMat3 inertia;
    expectOk(world, vlBody_GetMass(world, body, &mass, &inertia));
    return mass;
}

vlContactReport vlScene_ContactOf(const vlWorld* world, int i)
{
    vlContactReport report = {0};
    expectOk(world, vlWorld_GetContact(world, i, &report));
    return report;
}

void vlScene_Place(vlWorld* world, vlBodyId body, vlPose pose, vlTwist velocity)
{
    expectOk(world, vlBody_SetPose(world, body, pose));
    expectOk(world, vlBody_SetTwist(world, body, velocity));
}

vlVec3 vlScene_SpinOf(const vlWorld* world, vlBodyId body)
{
    double mass = 0.0;
    vlMat3 inertia;
    expectOk(world, vlBody_GetMass(world, body, &mass, &inertia));
    vlQuat q = vlScene_PoseOf(world, body).q;
    vlVec3 omega = vlScene_TwistOf(world, body).angular;
    return vlRotate(q, vlMulMV(inertia, vlUnrotate(q, omega)));
}

vlVec3 vlScene_AngularMomentum(const vlWorld* world, vlBodyId body)
{
    vlVec3 velocity = vlScene_TwistOf(world, body).linear;
    vlVec3 orbital = vlCross(vlScene_CentreOf(world, body), velocity);
    return vlMulAdd(vlScene_SpinOf(world, body), vlScene_MassOf(world, body), orbital);
}

double vlScene_KineticEnergy(const vlWorld* world)
{
    double sum = 0.0;
    for (int i = 0; i < vlWorld_GetBodyCount(world); ++i) {
        double energy = 0.0;
        expectOk(world, vlBody_GetKineticEnergy(world, vlWorld_GetBody(world, i), &energy));
        sum += energy;
    }
    return sum;
}

double vlScene_TopSpeed(const vlWorld* world)
{
    double top = 0.0;
    for (int i = 0; i < vlWorld_GetBodyCount(world); ++i) {
        double speed = vlLength(vlScene_TwistOf(world, vlWorld_GetBody(world, i)).linear);
        top = speed > top ? speed : top;
    }
    return top;
}

void vlScene_Lean(vlWorld* world, double angle)
{
    vlWorld_SetGravity(world, vlVec(VL_GRAVITY * sin(angle), 0.0, -VL_GRAVITY * cos(angle)));
}
