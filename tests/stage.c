// SPDX-License-Identifier: MIT
#include <stdlib.h>

#include "maybe.h"
#include "shape/compound.h"
#include "stage.h"
#include "test.h"

static bool isSet(const char* variable)
{
    const char* value = getenv(variable);
    return value != NULL && value[0] != '\0' && value[0] != '0';
}

void vlStage_CheckNear(double value, double expected, double tolerance, const char* text,
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

void vlStage_CheckBelow(double value, double limit, const char* text, const char* file, int line)
{
    if (isSet("VOLAR_VERBOSE")) {
        print_message("    %s = %.6g, limit %.3g\n", text, value, limit);
    }
    if (!(value <= limit)) {
        print_error("%s is %.12g; expected at most %.6g\n", text, value, limit);
        _fail(file, line);
    }
}

int vlStage_Count(int full, int reduced)
{
    return isSet("VOLAR_QUICK") ? reduced : full;
}

bool vlStage_IsSoak(void)
{
    return isSet("VOLAR_SOAK");
}

vlWorldDef vlStage_ImplicitDef(double step, double stiffness, int bodies)
{
    vlWorldDef def = vlDefaultWorldDef();
    def.integrator = VL_INTEGRATOR_IMPLICIT;
    def.step = step;
    def.surface.stiffnessN = stiffness;
    def.capacity.bodies = bodies;
    return def;
}

vlWorld* vlStage_CreateWorld(const vlWorldDef* def)
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

vlBodyId vlStage_AddFloor(vlWorld* world)
{
    vlBodyId id = {0, 0};
    expectOk(world, vlModel_AddFloor(world, &id));
    return id;
}

vlBodyId vlStage_AddSlab(vlWorld* world, vlVec3 size)
{
    return vlStage_AddFixed(world, VL_BODY_STATIC, vlStage_CreateBox(size),
                            vlModel_At(0.0, 0.0, -0.5 * size.z));
}

vlBodyId vlStage_AddShape(vlWorld* world, vlShape* shape, double mass, vlPose pose,
                          vlTwist velocity)
{
    vlBodyId id = {0, 0};
    expectOk(world, vlModel_AddBody(world, shape, mass, pose, velocity, &id));
    return id;
}

vlBodyId vlStage_AddBox(vlWorld* world, vlVec3 size, double mass, vlPose pose, vlTwist velocity)
{
    return vlStage_AddShape(world, vlStage_CreateBox(size), mass, pose, velocity);
}

vlBodyId vlStage_AddResting(vlWorld* world, vlVec3 size, double mass, double stiffness)
{
    double height = 0.5 * size.z - mass * VL_GRAVITY / stiffness;
    return vlStage_AddBox(world, size, mass, vlModel_At(0.0, 0.0, height), vlModel_AtRest());
}

vlVec3 vlStage_Brick(void)
{
    return vlVec(0.2, 0.2, 0.1);
}

void vlStage_AddPile(vlWorld* world, double x, int count, vlBodyId* id)
{
    for (int i = 0; i < count; ++i) {
        id[i] = vlStage_AddBox(world, vlStage_Brick(), 1.0, vlModel_At(x, 0.0, 0.05 + 0.1 * i),
                               vlModel_AtRest());
    }
}

vlBodyId vlStage_AddPointer(vlWorld* world, vlShape* shape, double mass, vlPose pose)
{
    vlBodyId id = {0, 0};
    vlBodyDef def = vlDefaultBodyDef();
    def.type = VL_BODY_KINEMATIC;
    def.isPointer = true;
    def.shape = shape;
    def.mass = mass;
    def.pose = pose;
    expectOk(world, vlWorld_CreateBody(world, &def, &id));
    vlShape_Release(shape);
    return id;
}

vlBodyId vlStage_AddFixed(vlWorld* world, vlBodyType type, vlShape* shape, vlPose pose)
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

vlShape* vlStage_CreateBox(vlVec3 size)
{
    vlShape* shape = NULL;
    assert_int_equal(vlShape_CreateBox(NULL, vlScale(size, 0.5), &shape, NULL, 0), VL_OK);
    return shape;
}

vlShape* vlStage_CreateCutBox(vlVec3 size, int nx, int ny, int nz)
{
    const vlShape* pieces[64];
    vlPose poses[64];
    int count = 0;
    vlVec3 part = vlVec(size.x / nx, size.y / ny, size.z / nz);
    vlShape* piece = vlStage_CreateBox(part);
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
    vlMaybe error = {""};
    const vlSentence sentence = {error.message, sizeof error.message};
    vlResult result =
        vlCompound_Create(NULL, pieces, poses, count, VL_CUT_AS_GIVEN, &shape, &sentence);
    if (result != VL_OK) {
        print_error("%s: %s\n", vlResult_Name(result), error.message);
    }
    assert_int_equal(result, VL_OK);
    vlShape_Release(piece);
    return shape;
}

vlVec3 vlStage_AnySize(vlRandom* random, double lower, double upper)
{
    double x = vlRandom_Range(random, lower, upper);
    double y = vlRandom_Range(random, lower, upper);
    double z = vlRandom_Range(random, lower, upper);
    return vlVec(x, y, z);
}

vlPose vlStage_AnyPose(vlRandom* random, vlVec3 place)
{
    vlPose pose = {place, vlRandom_Rotation(random)};
    return pose;
}

vlTwist vlStage_AnyTwist(vlRandom* random, double speed, double spin)
{
    vlVec3 linear = vlScale(vlRandom_InBall(random), speed);
    vlVec3 angular = vlScale(vlRandom_InBall(random), spin);
    return vlModel_Moving(linear, angular);
}

void vlStage_Step(vlWorld* world)
{
    assert_int_equal(vlWorld_Step(world), VL_OK);
}

void vlStage_Run(vlWorld* world, double seconds)
{
    int steps = (int)floor(seconds / vlWorld_GetStep(world) + 0.5);
    for (int i = 0; i < steps; ++i) {
        vlStage_Step(world);
    }
}

vlPose vlStage_PoseOf(const vlWorld* world, vlBodyId body)
{
    vlPose pose = vlIdentityPose();
    expectOk(world, vlBody_GetPose(world, body, &pose));
    return pose;
}

vlTwist vlStage_TwistOf(const vlWorld* world, vlBodyId body)
{
    vlTwist twist = {vlZero(), vlZero()};
    expectOk(world, vlBody_GetTwist(world, body, &twist));
    return twist;
}

vlVec3 vlStage_CentreOf(const vlWorld* world, vlBodyId body)
{
    vlVec3 centre = vlZero();
    expectOk(world, vlBody_GetCentre(world, body, &centre));
    return centre;
}

double vlStage_MassOf(const vlWorld* world, vlBodyId body)
{
    double mass = 0.0;
    vlMat3 inertia;
    expectOk(world, vlBody_GetMass(world, body, &mass, &inertia));
    return mass;
}

vlContactReport vlStage_ContactOf(const vlWorld* world, int i)
{
    vlContactReport report = {0};
    expectOk(world, vlWorld_GetContact(world, i, &report));
    return report;
}

void vlStage_Place(vlWorld* world, vlBodyId body, vlPose pose, vlTwist velocity)
{
    expectOk(world, vlBody_SetPose(world, body, pose));
    expectOk(world, vlBody_SetTwist(world, body, velocity));
}

void vlStage_SetVelocity(vlWorld* world, vlBodyId body, vlVec3 linear, vlVec3 angular)
{
    vlStage_Place(world, body, vlStage_PoseOf(world, body), vlModel_Moving(linear, angular));
}

vlVec3 vlStage_SpinOf(const vlWorld* world, vlBodyId body)
{
    double mass = 0.0;
    vlMat3 inertia;
    expectOk(world, vlBody_GetMass(world, body, &mass, &inertia));
    vlQuat q = vlStage_PoseOf(world, body).q;
    vlVec3 omega = vlStage_TwistOf(world, body).angular;
    return vlRotate(q, vlMulMV(inertia, vlUnrotate(q, omega)));
}

vlVec3 vlStage_AngularMomentum(const vlWorld* world, vlBodyId body)
{
    vlVec3 velocity = vlStage_TwistOf(world, body).linear;
    vlVec3 orbital = vlCross(vlStage_CentreOf(world, body), velocity);
    return vlMulAdd(vlStage_SpinOf(world, body), vlStage_MassOf(world, body), orbital);
}

double vlStage_KineticEnergy(const vlWorld* world)
{
    double sum = 0.0;
    for (int i = 0; i < vlWorld_GetBodyCount(world); ++i) {
        double energy = 0.0;
        expectOk(world, vlBody_GetKineticEnergy(world, vlWorld_GetBody(world, i), &energy));
        sum += energy;
    }
    return sum;
}

double vlStage_TopSpeed(const vlWorld* world)
{
    double top = 0.0;
    for (int i = 0; i < vlWorld_GetBodyCount(world); ++i) {
        double speed = vlLength(vlStage_TwistOf(world, vlWorld_GetBody(world, i)).linear);
        top = speed > top ? speed : top;
    }
    return top;
}

void vlStage_SetLaw(vlContactOptions* contact, int law)
{
    contact->law = law > 0 ? VL_LAW_FOUNDATION : VL_LAW_LUMPED;
    contact->reference.pressure = law > 1 ? VL_PRESSURE_FACES : VL_PRESSURE_NORMAL;
}

void vlStage_Lean(vlWorld* world, double angle)
{
    vlWorld_SetGravity(world, vlVec(VL_GRAVITY * sin(angle), 0.0, -VL_GRAVITY * cos(angle)));
}
