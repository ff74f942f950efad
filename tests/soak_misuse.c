// SPDX-License-Identifier: MIT
// Random misuse of the public functions: calls in any order with valid, stale and invented ids,
// with numbers that are huge, infinite or NaN, and with damaged snapshots. Nothing may crash,
// values read back are finite, and each refusal comes with a sentence. The same seed plays the same
// steps in every build and prints the same line, hash included: every random number is drawn in a
// separate statement, because C does not define the order in which the arguments of a call are
// evaluated, and gcc and clang differ there.
// soak_misuse [STEPS [SEED]]

#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "models/random.h"
#include "volar/volar.h"

#define MOST 24 // bodies, springs, joints and couplings that are remembered, existing or not
#define SHAPES 4

typedef struct Play {
    vlRandom random;
    vlWorld* world;
    vlShape* shapes[SHAPES];
    vlBodyId bodies[MOST];
    vlSpringId springs[MOST];
    vlJointId joints[MOST];
    vlCouplingId couplings[MOST];
    vlRenderer* renderer;
    unsigned char* snapshot;
    size_t snapshotSize;
    long refused, accepted, frozen;
    uint64_t hash; // of everything that came back
} Play;

static void expect(bool isSo, const char* what, const Play* play)
{
    if (!isSo) {
        fprintf(stderr, "soak_misuse: %s (last message: %s)\n", what,
                play->world != NULL ? vlWorld_GetMessage(play->world) : "");
        abort();
    }
}

// A refusal needs its sentence, and every result must be one of the list.
static void judge(Play* play, vlResult result)
{
    expect((unsigned)result < VL_RESULT_COUNT, "a result that is not in the list", play);
    play->hash = vlHash_Word(play->hash, (uint64_t)result);
    if (result == VL_OK) {
        ++play->accepted;
    } else {
        ++play->refused;
        expect(vlWorld_GetMessage(play->world)[0] != '\0', "a refusal without a sentence", play);
    }
}

static double anyNumber(Play* play)
{
    static const double odd[] = {0.0,   -0.0,   1e-308,  1e9,      -1e9,      1.0000001e9, 1e18,
                                 1e130, -1e308, DBL_MAX, HUGE_VAL, -HUGE_VAL, (double)NAN};
    int n = (int)(sizeof odd / sizeof odd[0]);
    int k = (int)vlRandom_Range(&play->random, 0.0, 12.0 * n);
    return k < n ? odd[k] : vlRandom_Range(&play->random, -1.0, 1.0);
}

static vlVec3 anyVec(Play* play)
{
    double x = anyNumber(play);
    double y = anyNumber(play);
    double z = anyNumber(play);
    return vlVec(x, y, z);
}

static vlPose anyPose(Play* play)
{
    vlQuat q = vlQuatFromRotationVector(vlRandom_InBall(&play->random));
    if (vlRandom_Range(&play->random, 0.0, 1.0) < 0.05) {
        q.x = anyNumber(play);
    }
    vlVec3 p = anyVec(play);
    return (vlPose){p, q};
}

static vlTwist anyTwist(Play* play)
{
    vlVec3 linear = anyVec(play);
    vlVec3 angular = anyVec(play);
    return (vlTwist){linear, angular};
}

static int anyOf(Play* play, int count)
{
    return (int)vlRandom_Range(&play->random, 0.0, (double)count);
}

// Mostly one that was given out once, sometimes an invented one.
static vlBodyId anyBody(Play* play)
{
    uint32_t index = (uint32_t)anyOf(play, 40);
    vlBodyId invented = {index, (uint32_t)anyOf(play, 5)};
    return anyOf(play, 10) == 0 ? invented : play->bodies[anyOf(play, MOST)];
}

static void createBody(Play* play)
{
    vlBodyDef def = vlDefaultBodyDef();
    vlBodyId id;
    def.type = (vlBodyType)anyOf(play, 3);
    def.shape = anyOf(play, 30) == 0 ? NULL : play->shapes[anyOf(play, SHAPES)];
    def.pose = anyPose(play);
    def.velocity = anyTwist(play);
    def.mass = anyOf(play, 2) == 0 ? anyNumber(play) : 0.0;
    def.density = anyOf(play, 2) == 0 ? anyNumber(play) : 500.0;
    def.isPointer = anyOf(play, 10) == 0;
    vlResult r = vlWorld_CreateBody(play->world, &def, &id);
    judge(play, r);
    if (r == VL_OK) {
        play->bodies[anyOf(play, MOST)] = id;
    }
}

static void createLink(Play* play)
{
    vlSpringDef spring = vlDefaultSpringDef();
    vlJointDef joint = vlDefaultJointDef((vlJointType)anyOf(play, 8));
    vlCouplingDef coupling = vlDefaultCouplingDef();
    int k = anyOf(play, MOST);
    spring.bodyA = anyBody(play);
    spring.bodyB = joint.bodyB = coupling.body = anyBody(play);
    joint.bodyA = anyBody(play);
    vlVec3 point = anyVec(play);
    vlVec3 axis = anyVec(play);
    vlVec3 second = anyVec(play);
    spring.stiffness = anyNumber(play);
    spring.damping = anyNumber(play);
    spring.pointA = anyVec(play);
    joint.frameA = anyPose(play);
    joint.axis[0].motor.mode = (vlMotorMode)anyOf(play, 4);
    joint.axis[0].motor.target = anyNumber(play);
    coupling.grasp = anyPose(play);
    coupling.stiffness = anyNumber(play);
    vlResult r;
    switch (anyOf(play, 4)) {
    case 0: r = vlWorld_CreateSpring(play->world, &spring, &play->springs[k]); break;
    case 1: r = vlJointDef_Place(&joint, play->world, point, axis, second); break;
    case 2: r = vlWorld_CreateJoint(play->world, &joint, &play->joints[k]); break;
    default: r = vlWorld_CreateCoupling(play->world, &coupling, &play->couplings[k]); break;
    }
    judge(play, r);
}

static void destroySomething(Play* play)
{
    int k = anyOf(play, MOST);
    vlResult r;
    switch (anyOf(play, 6)) {
    case 0: r = vlWorld_DestroyBody(play->world, anyBody(play)); break;
    case 1: r = vlWorld_DestroySpring(play->world, play->springs[k]); break;
    case 2: r = vlWorld_DestroyJoint(play->world, play->joints[k]); break;
    default: r = vlWorld_DestroyCoupling(play->world, play->couplings[k]); break;
    }
    judge(play, r);
}

static vlMotor anyMotor(Play* play)
{
    vlMotor motor = {.mode = (vlMotorMode)anyOf(play, 4)};
    motor.target = anyNumber(play);
    motor.stiffness = anyNumber(play);
    motor.damping = anyNumber(play);
    motor.maxForce = anyNumber(play);
    motor.freeSpeed = anyNumber(play);
    return motor;
}

static vlSurface anySurface(Play* play)
{
    vlSurface surface = vlDefaultSurface();
    surface.frictionStatic = surface.frictionDynamic = anyNumber(play);
    surface.stiffnessN = anyOf(play, 2) == 0 ? anyNumber(play) : VL_AUTO;
    return surface;
}

static void changeSomething(Play* play)
{
    vlWorld* world = play->world;
    int k = anyOf(play, MOST);
    int axis = anyOf(play, 5) - 1;
    vlBodyId body = anyBody(play);
    vlPose pose = anyPose(play);
    vlTwist twist = anyTwist(play);
    vlVec3 u = anyVec(play);
    vlVec3 v = anyVec(play);
    double number = anyNumber(play);
    vlMaterialId a = {(uint32_t)anyOf(play, 3)};
    vlMaterialId b = {(uint32_t)anyOf(play, 3)};
    vlMotor motor = anyMotor(play);
    vlSurface surface = anySurface(play);
    switch (anyOf(play, 11)) {
    case 0: judge(play, vlBody_SetPose(world, body, pose)); break;
    case 1: judge(play, vlBody_SetTwist(world, body, twist)); break;
    case 2: judge(play, vlBody_ApplyForce(world, body, u, v)); break;
    case 3: judge(play, vlBody_ApplyTorque(world, body, u)); break;
    case 4: judge(play, vlSpring_SetAnchor(world, play->springs[k], u, v)); break;
    case 5: judge(play, vlJoint_SetMotor(world, play->joints[k], axis, &motor)); break;
    case 6: judge(play, vlJoint_SetTarget(world, play->joints[k], axis, number)); break;
    case 7: judge(play, vlCoupling_SetDevice(world, play->couplings[k], pose, twist)); break;
    case 8: judge(play, vlWorld_SetSurface(world, a, b, &surface)); break;
    case 9: vlWorld_SetGravity(world, u); break;
    default: vlWorld_SetProfile(world, number > 0.0); break;
    }
}

// Takes a snapshot, damages it sometimes, and restores it.
static void useSnapshot(Play* play)
{
    size_t size = vlWorld_GetSnapshotSize(play->world);
    if (play->snapshot == NULL || anyOf(play, 3) == 0) {
        free(play->snapshot);
        play->snapshot = malloc(size);
        play->snapshotSize = size;
        expect(play->snapshot != NULL, "no memory", play);
        judge(play, vlWorld_Save(play->world, play->snapshot, size));
        return;
    }
    judge(play, vlWorld_Restore(play->world, play->snapshot, play->snapshotSize));
    judge(play, vlWorld_Restore(play->world, play->snapshot,
                                (size_t)anyOf(play, (int)play->snapshotSize)));
}

static bool isFinitePose(vlPose pose)
{
    return vlIsFinite(pose.p) && vlIsUnitQ(pose.q, 1e-6);
}

static void readEverything(Play* play)
{
    const vlWorld* world = play->world;
    for (int i = 0; i < MOST; ++i) {
        vlPose pose;
        vlTwist twist;
        vlWrench wrench;
        vlCouplingReport coupling;
        vlSpringReport spring;
        vlJointReport joint;
        if (vlBody_GetPose(world, play->bodies[i], &pose) == VL_OK) {
            expect(isFinitePose(pose), "a pose that is not finite", play);
            expect(vlBody_GetTwist(world, play->bodies[i], &twist) == VL_OK &&
                       vlIsFinite(twist.linear) && vlIsFinite(twist.angular),
                   "a velocity that is not finite", play);
            expect(vlBody_GetContactWrench(world, play->bodies[i], &wrench) == VL_OK &&
                       vlIsFinite(wrench.force) && vlIsFinite(wrench.torque),
                   "a contact wrench that is not finite", play);
        }
        if (vlCoupling_GetReport(world, play->couplings[i], &coupling) == VL_OK) {
            expect(vlIsFinite(coupling.onBody.force) && vlIsFinite(coupling.onBody.torque),
                   "a coupling's wrench that is not finite", play);
        }
        if (vlSpring_GetReport(world, play->springs[i], &spring) == VL_OK) {
            expect(vlIsFinite(spring.force), "a spring's force that is not finite", play);
        }
        if (vlJoint_GetReport(world, play->joints[i], &joint) == VL_OK) {
            expect(vlIsFinite(joint.reaction.force) && vlIsFinite(joint.reaction.torque),
                   "a joint's wrench that is not finite", play);
        }
    }
    for (int i = -1; i <= vlWorld_GetContactCount(world); ++i) {
        vlContactReport contact;
        if (vlWorld_GetContact(world, i, &contact) == VL_OK) {
            expect(isfinite(contact.normalForce), "a contact force that is not finite", play);
        }
    }
}

// One tick of a device that measures anything.
static void tickRenderer(Play* play, double now)
{
    vlDeviceSample sample = {.time = now, .sequence = (uint64_t)anyOf(play, 1000)};
    sample.pose = anyPose(play);
    sample.twist = anyTwist(play);
    sample.hasTwist = anyOf(play, 2) == 0;
    vlCouplingDef grip = vlDefaultCouplingDef();
    grip.body = anyBody(play);
    vlResult r = VL_OK; // also of a grip that was refused
    switch (anyOf(play, 12)) {
    case 0: r = vlRenderer_Grasp(play->renderer, &grip, anyOf(play, 2) == 0); break;
    case 1: r = vlRenderer_Connect(play->renderer, anyBody(play)); break;
    case 2: vlRenderer_Release(play->renderer); break;
    case 3: vlRenderer_SetClutch(play->renderer, anyOf(play, 2) == 0); break;
    case 4: vlRenderer_Restart(play->renderer, anyOf(play, 2) == 0); break;
    default: break;
    }
    play->hash = vlHash_Word(play->hash, (uint64_t)r);
    r = vlRenderer_Give(play->renderer, now, anyOf(play, 9) == 0 ? VL_ERROR_IO : VL_OK, &sample);
    play->hash = vlHash_Word(play->hash, (uint64_t)r);
}

static void openPlay(Play* play)
{
    vlWorldDef def = vlDefaultWorldDef();
    def.integrator = (vlIntegrator)anyOf(play, 3);
    def.capacity =
        (vlCapacity){.bodies = 16, .materials = 2, .springs = 8, .joints = 8, .couplings = 4};
    expect(vlWorld_Create(&def, &play->world, NULL, 0) == VL_OK, "no world", play);
    vlDeviceInfo info = {.hasForce = true, .hasTorque = true, .maxForce = 10.0, .maxTorque = 1.0};
    vlRendererDef renderer = vlDefaultRendererDef(play->world, &info);
    expect(vlRenderer_Create(&renderer, &play->renderer, NULL, 0) == VL_OK, "no renderer", play);
}

static void closePlay(Play* play)
{
    vlRenderer_Destroy(play->renderer);
    vlWorld_Destroy(play->world);
    free(play->snapshot);
    play->renderer = NULL;
    play->world = NULL;
    play->snapshot = NULL;
}

static void act(Play* play)
{
    for (int n = anyOf(play, 6); n > 0; --n) {
        switch (anyOf(play, 12)) {
        case 0:
        case 1: createBody(play); break;
        case 2:
        case 3: createLink(play); break;
        case 4: destroySomething(play); break;
        case 5: useSnapshot(play); break;
        default: changeSomething(play); break;
        }
    }
}

int main(int argc, char** argv)
{
    long steps = argc > 1 ? strtol(argv[1], NULL, 10) : 1000000;
    Play play = {.random = vlRandom_Seed(argc > 2 ? strtoull(argv[2], NULL, 10) : 1),
                 .hash = VL_HASH_SEED};
    expect(vlShape_CreateBox(NULL, vlVec(0.1, 0.2, 0.3), &play.shapes[0], NULL, 0) == VL_OK &&
               vlShape_CreateSphere(NULL, 0.2, 12, 6, &play.shapes[1], NULL, 0) == VL_OK &&
               vlShape_CreateHalfspace(NULL, vlVec(0.0, 0.0, 1.0), 0.0, &play.shapes[2], NULL, 0) ==
                   VL_OK &&
               vlShape_CreateCylinder(NULL, 8, 0.1, 0.5, &play.shapes[3], NULL, 0) == VL_OK,
           "no shapes", &play);
    double now = 0.0;
    for (long i = 0; i < steps; ++i) {
        if (i % 500 == 0) { // worlds that are full or frozen have little left to misuse
            closePlay(&play);
            openPlay(&play);
        }
        act(&play);
        now += 1e-3;
        tickRenderer(&play, now);
        vlResult r = vlWorld_Step(play.world);
        expect(r == VL_OK || r == VL_ERROR_DIVERGED, "a step that does not complete", &play);
        play.frozen += r == VL_ERROR_DIVERGED;
        vlWrench sent = vlRenderer_Take(play.renderer, now);
        expect(vlIsWithin(sent.force, 10.0) && vlIsWithin(sent.torque, 1.0),
               "a wrench to the hand beyond its limits", &play);
        play.hash = vlHash_Vec(vlHash_Vec(play.hash, sent.force), sent.torque);
        play.hash = vlHash_Word(play.hash, vlWorld_GetHash(play.world));
        readEverything(&play);
    }
    closePlay(&play);
    for (int i = 0; i < SHAPES; ++i) {
        vlShape_Release(play.shapes[i]);
    }
    printf("%ld steps: %ld calls accepted, %ld refused, %ld steps froze a body, hash %016llx\n",
           steps, play.accepted, play.refused, play.frozen, (unsigned long long)play.hash);
    return 0;
}
