// SPDX-License-Identifier: MIT
// The numbers of a loop: defaults, ranges, and those of a simulated device.

#include <math.h>
#include <stddef.h>
#include <stdio.h>

#include "stability/loop_map.h"

vlLoop vlDefaultLoop(void)
{
    vlLoop loop = {.period = 1e-3,
                   .mass = 0.1,
                   .rule = VL_LOOP_FILTER,
                   .cut = 100.0,
                   .toolMass = 0.01,
                   .stiffness = 200.0,
                   .dampingOfWorld = 2.0,
                   .wallStiffness = 1e6,
                   .gain = 1.0};
    return loop;
}

#define LARGEST 1e12
#define SMALLEST 1e-12

// A number of the loop and its range.
typedef struct Range {
    const char* name;
    size_t offset;
    double least, most;
} Range;

#define NUMBER(name, least, most)                                                                  \
    {                                                                                              \
#name, offsetof(vlLoop, name), least, most                                                 \
    }

static const Range ranges[] = {
    NUMBER(period, 1e-6, 10.0),
    NUMBER(delay, 0.0, LARGEST),
    NUMBER(mass, SMALLEST, LARGEST),
    NUMBER(damping, 0.0, LARGEST),
    NUMBER(handleShare, 0.0, 0.999),
    NUMBER(modeFrequency, 0.0, LARGEST),
    NUMBER(modeRatio, 0.0, LARGEST),
    NUMBER(actuatorCut, 0.0, LARGEST),
    NUMBER(handMass, 0.0, LARGEST),
    NUMBER(gripStiffness, 0.0, LARGEST),
    NUMBER(gripDamping, 0.0, LARGEST),
    NUMBER(armStiffness, 0.0, LARGEST),
    NUMBER(armDamping, 0.0, LARGEST),
    NUMBER(cut, 0.0, 1e6),
    NUMBER(toolMass, 0.0, LARGEST),
    NUMBER(stiffness, 0.0, LARGEST),
    NUMBER(dampingOfWorld, -LARGEST, LARGEST),
    NUMBER(wallStiffness, 0.0, LARGEST),
    NUMBER(wallDamping, 0.0, LARGEST),
    NUMBER(gain, SMALLEST, LARGEST),
};

#define RANGE_COUNT ((int)(sizeof ranges / sizeof ranges[0]))

static double valueOf(const vlLoop* loop, const Range* range)
{
    return *(const double*)((const char*)loop + range->offset);
}

// Which numbers contradict each other; NULL: none do.
static const char* contradictionIn(const vlLoop* loop)
{
    bool hasHand = loop->gripStiffness > 0.0 || loop->gripDamping > 0.0 ||
                   loop->armStiffness > 0.0 || loop->armDamping > 0.0;
    if (loop->rule != VL_LOOP_DIFFERENCE && loop->rule != VL_LOOP_FILTER &&
        loop->rule != VL_LOOP_TRUE) {
        return "rule is none of vlLoopVelocity";
    }
    if (loop->delay > VL_MAX_LOOP_DELAY * loop->period) {
        return "delay is more than VL_MAX_LOOP_DELAY periods";
    }
    if (loop->handleShare > 0.0 && loop->modeFrequency <= 0.0) {
        return "handleShare is above 0, so modeFrequency must be too";
    }
    if (hasHand && loop->handMass < SMALLEST) {
        return "there is a grip or an arm, so handMass must be above 0";
    }
    if (loop->handMass > 0.0 && loop->handMass < SMALLEST) {
        return "handMass is below 1e-12";
    }
    if (loop->rule == VL_LOOP_FILTER && loop->cut < 1e-6) {
        return "rule is VL_LOOP_FILTER, so cut must be at least 1e-6 Hz";
    }
    if (loop->toolMass > 0.0 && loop->dampingOfWorld < 0.0) {
        return "dampingOfWorld is negative, which a coupling cannot be";
    }
    return NULL;
}

static int findOutOfRange(const vlLoop* loop)
{
    for (int i = 0; i < RANGE_COUNT; ++i) {
        double value = valueOf(loop, &ranges[i]);
        if (!(value >= ranges[i].least && value <= ranges[i].most)) {
            return i;
        }
    }
    return RANGE_COUNT;
}

bool vlLoop_IsInRange(const vlLoop* loop)
{
    return loop != NULL && findOutOfRange(loop) == RANGE_COUNT && contradictionIn(loop) == NULL;
}

vlResult vlLoop_Check(const vlLoop* loop, char* message, size_t messageSize)
{
    if (vlLoop_IsInRange(loop)) {
        return VL_OK;
    }
    if (message == NULL || messageSize == 0) {
        return VL_ERROR_ARGUMENT;
    }
    if (loop == NULL) {
        snprintf(message, messageSize, "loop is NULL");
        return VL_ERROR_ARGUMENT;
    }
    int i = findOutOfRange(loop);
    if (i < RANGE_COUNT) {
        snprintf(message, messageSize, "%s is %g; expected a number from %g to %g", ranges[i].name,
                 valueOf(loop, &ranges[i]), ranges[i].least, ranges[i].most);
    } else {
        snprintf(message, messageSize, "%s", contradictionIn(loop));
    }
    return VL_ERROR_ARGUMENT;
}

vlResult vlLoop_SetDevice(vlLoop* loop, const vlSimulatedDeviceDef* def, bool isAngular)
{
    if (loop == NULL || def == NULL || def->mechanism.isPantograph ||
        (isAngular && !def->info.hasOrientation) || !(def->info.rate > 0.0)) {
        return VL_ERROR_ARGUMENT;
    }
    const vlSimulatedHand* hand = &def->hand;
    const vlSimulatedGrip* grip = &hand->grip;
    const vlSimulatedMode* mode = isAngular ? &def->angularMode : &def->mode;
    bool isBent = mode->handleShare > 0.0;
    loop->period = 1.0 / def->info.rate;
    loop->delay = def->motors.delay + def->motors.jitter;
    loop->mass = isAngular ? def->inertia : def->mass;
    loop->damping = isAngular ? def->angularDamping : def->damping;
    loop->handleShare = mode->handleShare;
    loop->modeFrequency = isBent ? mode->frequency : 0.0;
    loop->modeRatio = isBent ? mode->ratio : 0.0;
    loop->actuatorCut = def->motors.bandwidth;
    loop->gripStiffness = isAngular ? grip->angularStiffness : grip->stiffness;
    loop->gripDamping = isAngular ? grip->angularDamping : grip->damping;
    loop->armStiffness = isAngular ? hand->arm.angularStiffness : hand->arm.stiffness;
    loop->armDamping = isAngular ? hand->arm.angularDamping : hand->arm.damping;
    loop->handMass = isAngular ? hand->inertia : hand->mass;
    if (loop->gripStiffness <= 0.0 && loop->gripDamping <= 0.0) { // it does not touch the handle
        loop->handMass = loop->armStiffness = loop->armDamping = 0.0;
    }
    return VL_OK;
}

vlResult vlLoop_SetDirection(vlLoop* loop, const vlSimulatedDeviceDef* def, int axis)
{
    vlResult result =
        axis >= 0 && axis < 3 ? vlLoop_SetDevice(loop, def, false) : VL_ERROR_ARGUMENT;
    if (result == VL_OK && def->directions.areGiven) {
        const vlVec3* mass = &def->directions.mass;
        const vlVec3* damping = &def->directions.damping;
        loop->mass = axis == 0 ? mass->x : axis == 1 ? mass->y : mass->z;
        loop->damping = axis == 0 ? damping->x : axis == 1 ? damping->y : damping->z;
    }
    return result;
}
