// SPDX-License-Identifier: MIT
// Making a simulated device, and looking inside it.

#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/script_at.h"
#include "device/backend.h"
#include "device/backends.h"
#include "device/simulated_parts.h"

// Longest inner step, s: a handle of 45 g in a tight grip oscillates at about 200 rad/s, and the
// midpoint rule then has a relative error of (200 * 1e-4)^2 / 12 = 3e-5 in its frequency.
#define LONGEST_STEP 1e-4
// The same of a pantograph, whose handle is ten times as heavy: there a hand of 150 g in a tight
// grip is the fastest, 115 rad/s, with an error of 7e-5. Its inner steps cost more, as the motors
// act through the linkage.
#define LONGEST_PLANAR_STEP 2.5e-4
// Longest step of a device that bends, in radians of its mode: the midpoint rule slows the mode by
// 0.1^2/12 = 8e-4 of its frequency.
#define STEP_OF_MODE 0.1
// Lowest rate, Hz: it bounds the inner steps of a sample, and with them the number of wrenches on
// their way to the motors.
#define LOWEST_RATE 10.0
#define LIST_SIZE 160 // of the names of all presets

static bool areNumbersValid(const vlSimulatedDeviceDef* def)
{
    const vlDeviceInfo* info = &def->info;
    bool isBody = vlSimulatedDevice_IsBody(def->mass, def->inertia) &&
                  vlSimulatedDevice_IsAmount(def->damping) &&
                  vlSimulatedDevice_IsAmount(def->angularDamping) &&
                  vlSimulatedDevice_IsAmount(def->friction) &&
                  vlSimulatedDevice_IsAmount(def->angularFriction);
    return isBody && vlSimulatedDevice_IsAmount(def->resolution) &&
           vlSimulatedDevice_IsAmount(def->angularResolution) && info->rate >= LOWEST_RATE &&
           info->rate <= VL_MAX_SIMULATED_RATE && vlMotors_AreValid(&def->motors, info->rate) &&
           vlSimulatedDevice_IsAmount(def->statedDelay) && vlStructure_IsValid(def) &&
           (info->hasOrientation || !info->hasTorque) && vlSimulatedDevice_IsPose(def->start) &&
           vlSimulatedDevice_IsHandValid(&def->hand);
}

vlResult vlSimulatedDevice_Check(const vlSimulatedDeviceDef* def, char* message, size_t messageSize)
{
    if (def == NULL || !areNumbersValid(def)) {
        vlDevice_Say(message, messageSize, "a number is out of range (simulated_device.h)");
        return VL_ERROR_ARGUMENT;
    }
    bool isGood = !def->mechanism.isPantograph || vlMechanism_IsValid(def, message, messageSize);
    return isGood ? VL_OK : VL_ERROR_ARGUMENT;
}

static double longestStep(const vlSimulatedMode* mode)
{
    double perRadian = 1.0 / (2.0 * VL_PI * mode->frequency);
    return mode->handleShare > 0.0 ? fmin(LONGEST_STEP, STEP_OF_MODE * perRadian) : LONGEST_STEP;
}

static void* copyList(vlArena* arena, const void* list, int count, size_t size)
{
    void* copy = vlArena_Take(arena, (size_t)count, size);
    if (copy != NULL && count > 0) {
        memcpy(copy, list, (size_t)count * size);
    }
    return copy;
}

// Allocates the device and its lists in one block. Returns the place for the device itself.
static void* layOut(vlSimulatedDevice* s, const vlSimulatedHand* hand, vlArena* arena)
{
    void* place = vlArena_Take(arena, 1, sizeof *s);
    vlSimulatedHand* own = &s->def.hand;
    own->keys = copyList(arena, hand->keys, hand->keyCount, sizeof *hand->keys);
    own->grips = copyList(arena, hand->grips, hand->gripCount, sizeof *hand->grips);
    own->presses = copyList(arena, hand->presses, hand->pressCount, sizeof *hand->presses);
    s->turns = vlArena_Take(arena, (size_t)hand->keyCount, sizeof *s->turns);
    size_t waiting = (size_t)vlMotors_GetQueueSize(&s->def.motors, s->stepsPerTime);
    s->queue = vlArena_Take(arena, waiting, sizeof *s->queue);
    return place;
}

static void setLaws(vlSimulatedDevice* s)
{
    const vlSimulatedDeviceDef* def = &s->def;
    const vlSimulatedHand* hand = &def->hand;
    s->linear = (vlHandleLaw){.mass = def->mass,
                              .damping = def->damping,
                              .friction = def->friction,
                              .handMass = hand->mass,
                              .armStiffness = hand->arm.stiffness,
                              .armDamping = hand->arm.damping};
    s->angular = (vlHandleLaw){.mass = def->inertia,
                               .damping = def->angularDamping,
                               .friction = def->angularFriction,
                               .handMass = hand->inertia,
                               .armStiffness = hand->arm.angularStiffness,
                               .armDamping = hand->arm.angularDamping};
    vlSimulatedDevice_SetGrip(s, &hand->grip);
    s->built = vlStructure_LawOf(def, false);
    s->angularBuilt = vlStructure_LawOf(def, true);
}

static void beginInPlane(vlSimulatedDevice* s)
{
    s->handleAngle = s->handAngle = vlSimulatedDevice_YawOf(s->def.start.q, 0.0);
    s->intentionAngle = vlSimulatedDevice_YawOf(s->intention.q, s->handleAngle);
    s->intended = (vlQuat){0.0, 0.0, 0.0, 0.0};
    s->intention.p.z = 0.0;
    vlMechanism_Begin(&s->mechanism, &s->def, vlVec(s->handle.p.x, s->handle.p.y, s->handleAngle));
}

// At time 0 everything is at rest at the start pose.
static void begin(vlSimulatedDevice* s)
{
    static const vlTwist still = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    setLaws(s);
    s->isStarted = false;
    s->count = 0;
    s->gripNext = 0;
    s->handle = s->motor = s->hand = s->def.start;
    s->handleTwist = s->motorTwist = s->handTwist = still;
    s->intention = vlSimulatedDevice_IntentionAt(&s->def.hand, s->turns, s->def.start, 0.0);
    s->rendered = (vlWrench){vlZero(), vlZero()};
    memset(&s->load, 0, sizeof s->load);
    s->lift = s->liftTurn = s->shift = vlZero();
    s->isLed = s->isLoaded = false;
    vlMotors_Begin(&s->motors, &s->def.motors, s->stepsPerTime, s->queue);
    memset(&s->sample, 0, sizeof s->sample);
    memset(&s->ledger, 0, sizeof s->ledger);
    if (s->def.mechanism.isPantograph) {
        beginInPlane(s);
    }
    // The person supplied the energy of an arm that is stretched at the start.
    s->ledger.personWork = vlSimulatedDevice_GetStored(s);
}

vlResult vlSimulatedDevice_Make(const vlSimulatedDeviceDef* def, const char* backend,
                                vlSimulatedDevice** device)
{
    vlSimulatedDevice made;
    memset(&made, 0, sizeof made);
    made.def = *def;
    vlDevice_SetText(made.def.info.backend, backend);
    double longest = def->mechanism.isPantograph
                         ? LONGEST_PLANAR_STEP
                         : fmin(longestStep(&def->mode), longestStep(&def->angularMode));
    made.divisor = (uint64_t)ceil(1.0 / (def->info.rate * longest) - 1e-9);
    made.stepsPerTime = def->info.rate * (double)made.divisor;
    made.step = 1.0 / made.stepsPerTime;

    vlArena arena = {NULL, 0};
    (void)layOut(&made, &def->hand, &arena);
    vlAllocator allocator = vlDefaultAllocator();
    arena.base = allocator.allocate(arena.used, allocator.user);
    if (arena.base == NULL) {
        return VL_ERROR_MEMORY;
    }
    arena.used = 0;
    vlSimulatedDevice* place = layOut(&made, &def->hand, &arena);
    vlScript_FindTurns(made.def.hand.keys, made.def.hand.keyCount, made.turns);
    begin(&made);
    *place = made;
    *device = place;
    return VL_OK;
}

void vlSimulatedDevice_Free(void* self)
{
    vlAllocator allocator = vlDefaultAllocator();
    allocator.release(self, allocator.user);
}

static void listPresets(char text[LIST_SIZE])
{
    size_t used = 0;
    text[0] = '\0';
    for (int i = 0; vlSimulatedDevice_GetPresetName(i) != NULL && used < LIST_SIZE; ++i) {
        int n = snprintf(text + used, LIST_SIZE - used, "%s%s", i > 0 ? ", " : "",
                         vlSimulatedDevice_GetPresetName(i));
        used += n > 0 ? (size_t)n : 0;
    }
}

static bool probeSimulated(char* text, size_t size)
{
    char names[LIST_SIZE];
    listPresets(names);
    vlDevice_Say(text, size, "built in: %s", names);
    return true;
}

static vlResult openSimulated(const char* address, vlDeviceBrake* brake, void** self,
                              vlDeviceInfo* info, char* message, size_t size)
{
    (void)brake; // there is no hardware
    vlSimulatedDeviceDef def;
    vlSimulatedDevice* device = NULL;
    const char* name = address[0] != '\0' ? address : vlSimulatedDevice_GetPresetName(0);
    if (vlSimulatedDevice_GetPreset(name, &def) != VL_OK) {
        char names[LIST_SIZE];
        listPresets(names);
        vlDevice_Say(message, size, "no simulated device '%.40s'; the presets are %s", name, names);
        return VL_ERROR_ARGUMENT;
    }
    vlResult r = vlSimulatedDevice_Make(&def, vlSimulatedDevice_Ops.name, &device);
    if (r != VL_OK) {
        vlDevice_Say(message, size, "simulated: %s", vlResult_Text(r));
        return r;
    }
    *self = device;
    *info = device->def.info;
    return VL_OK;
}

const vlDeviceOps vlSimulatedDevice_Ops = {
    .name = "simulated",
    .describes = "A simulated device in a simulated hand.",
    .probe = probeSimulated,
    .open = openSimulated,
    .read = vlSimulatedDevice_Read,
    .write = vlSimulatedDevice_Write,
    .close = vlSimulatedDevice_Free,
};

vlResult vlSimulatedDevice_Create(const vlSimulatedDeviceDef* def, vlDevice** device)
{
    vlSimulatedDevice* made = NULL;
    if (device == NULL || vlSimulatedDevice_Check(def, NULL, 0) != VL_OK) {
        return VL_ERROR_ARGUMENT;
    }
    const vlDeviceOps* ops =
        def->mechanism.isPantograph ? &vlPantographDevice_Ops : &vlSimulatedDevice_Ops;
    vlResult r = vlSimulatedDevice_Make(def, ops->name, &made);
    if (r != VL_OK) {
        return r;
    }
    r = vlDevice_Wrap(ops, made, &made->def.info, device);
    if (r != VL_OK) {
        vlSimulatedDevice_Free(made);
    }
    return r;
}

vlSimulatedDevice* vlSimulatedDevice_Of(const vlDevice* device)
{
    void* self = vlDevice_GetSelf(device, &vlSimulatedDevice_Ops);
    return self != NULL ? self : vlDevice_GetSelf(device, &vlPantographDevice_Ops);
}

vlResult vlSimulatedDevice_Restart(vlDevice* device)
{
    vlSimulatedDevice* s = vlSimulatedDevice_Of(device);
    if (s == NULL) {
        return VL_ERROR_ARGUMENT;
    }
    begin(s);
    return VL_OK;
}

vlResult vlSimulatedDevice_GetReport(const vlDevice* device, vlSimulatedReport* report)
{
    const vlSimulatedDevice* s = vlSimulatedDevice_Of(device);
    if (s == NULL || report == NULL) {
        return VL_ERROR_ARGUMENT;
    }
    vlSimulatedReport r = s->ledger;
    r.time = (double)s->count / s->stepsPerTime;
    r.innerSteps = s->count;
    r.handle = s->handle;
    r.handleTwist = s->handleTwist;
    r.motor = s->motor;
    r.motorTwist = s->motorTwist;
    r.hand = s->hand;
    r.handTwist = s->handTwist;
    r.intention = s->intention;
    r.rendered = s->rendered;
    r.kinetic = vlSimulatedDevice_GetKinetic(s);
    r.bent = vlSimulatedDevice_GetBent(s);
    r.handKinetic = 0.5 * (s->def.hand.mass * vlDot(s->handTwist.linear, s->handTwist.linear) +
                           s->def.hand.inertia * vlDot(s->handTwist.angular, s->handTwist.angular));
    r.stored = vlSimulatedDevice_GetStored(s);
    if (s->def.mechanism.isPantograph) {
        r.handle = r.motor = vlSimulatedDevice_PoseOf(s->handle.p, s->handleAngle);
        r.motorTwist = s->handleTwist;
        r.hand = vlSimulatedDevice_PoseOf(s->hand.p, s->handAngle);
        r.intention = vlSimulatedDevice_PoseOf(s->intention.p, s->intentionAngle);
    }
    *report = r;
    return VL_OK;
}
