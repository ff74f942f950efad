// SPDX-License-Identifier: MIT

#include "models/law_trial.h"

#include <math.h>
#include <stdio.h>

#include "base/angle.h"
#include "base/power.h"
#include "models/planar_model.h"
#include "models/trial_device.h"

#define WIDTH 0.1
#define HEIGHT 0.06
#define SETTLED 0.02
#define PEG_WIDTH 0.04
#define PEG_LENGTH 0.06
#define PEG_MASS 2.0
#define HOLE_LENGTH 6.0
#define PUSH_PERIOD 1.0
#define FAST 0.02        // m/s
#define WINDOW 0.05      // s about the end of a push
#define MAX_SAMPLES 4096 // of a window
#define DROP_ROOM 0.12   // m, range in which a block moves if it gains no energy
#define PEG_SPEED 0.03   // m/s, above the mean speed of the pushed peg

static vlResult makeWorld(const vlSurface2* surface, double step, double load, vlWorld2** world,
                          char* message, size_t messageSize)
{
    vlWorld2Def def = vlDefaultWorld2Def();
    def.step = step;
    def.surface = *surface;
    def.load = load;
    return vlWorld2_Create(&def, world, message, messageSize);
}

// If `message` is still empty, says why a call on the world failed; destroys device and world.
static vlResult finish(vlResult result, vlWorld2* world, vlTrialDevice* device, char* message,
                       size_t messageSize)
{
    if (world != NULL && result != VL_OK && messageSize > 0 && message[0] == '\0') {
        snprintf(message, messageSize, "%s", vlWorld2_GetMessage(world));
    }
    vlTrialDevice_Close(device);
    vlWorld2_Destroy(world);
    return result;
}

static double ledgerGap(const vlWorld2* world)
{
    vlLedger2 ledger = vlWorld2_GetLedger(world);
    double gap = fabs(vlWorld2_GetEnergy(world).kinetic - vlLedger2_GetSum(&ledger));
    return gap > 0.0 ? gap / ledger.turnover : 0.0;
}

// Adds the work of the laws in the last step to what they gave or took.
static void addWork(const vlWorld2* world, double* before, double* given, double* taken)
{
    vlLedger2 ledger = vlWorld2_GetLedger(world);
    double now = ledger.walls + ledger.friction + ledger.impacts;
    double change = now - *before;
    *before = now;
    *given += change > 0.0 ? change : 0.0;
    *taken += change < 0.0 ? change : 0.0;
}

typedef struct Drop {
    vlWorld2* world;
    vlBody2Id block;
    vlTrialDevice device;
    double energy; // after the last bounce
    double sum;    // of logarithms
    double work;
    bool isInside;
} Drop;

static vlResult buildDrop(const vlDropTrial* trial, Drop* drop, char* message, size_t messageSize)
{
    vlBody2Id wall;
    vlResult result =
        makeWorld(&trial->surface, trial->step, 0.0, &drop->world, message, messageSize);
    if (result == VL_OK) {
        result = vlModel2_AddBox(drop->world, VL_BODY_STATIC, 4.0, 0.2, (vlPose2){{0.0, -0.1}, 0.0},
                                 0.0, &wall);
    }
    if (result == VL_OK) {
        vlPose2 pose = {{0.0, 0.5 * HEIGHT + trial->gap}, trial->tilt};
        result =
            vlModel2_AddBox(drop->world, VL_BODY_DYNAMIC, WIDTH, HEIGHT, pose, 1.0, &drop->block);
    }
    if (result == VL_OK && trial->device != NULL) {
        result = vlTrialDevice_Open(&drop->device, trial->device, drop->world, drop->block,
                                    0.5 * trial->gap, DROP_ROOM, message, messageSize);
    }
    return result;
}

// Height of the lowest point above the wall.
static double heightOf(vlPose2 pose)
{
    double sine;
    double cosine;
    vlSinCos(pose.angle, &sine, &cosine);
    return pose.p.y - 0.5 * (fabs(sine) * WIDTH + fabs(cosine) * HEIGHT);
}

// Energy H = kinetic + push times height of the flat block above the wall, at each exit.
static void observeDrop(Drop* drop, double time, vlPose2 pose, double kinetic, double force,
                        vlDropResult* result)
{
    double above = pose.p.y - 0.5 * HEIGHT;
    double height = heightOf(pose);
    double energy = kinetic + VL_DROP_PUSH * above;
    bool isOut = height >= 0.0;
    if (isOut && drop->isInside) {
        double ratio = energy / drop->energy;
        result->first = result->bounces == 0 ? ratio : result->first;
        result->least = result->bounces == 0 ? ratio : fmin(result->least, ratio);
        result->most = fmax(result->most, ratio);
        drop->sum += vlLog(ratio);
        drop->energy = energy;
        ++result->bounces;
    }
    if (!isOut && result->touched == 0.0) {
        result->touched = time;
    }
    drop->isInside = !isOut;
    double moving = isOut ? energy : kinetic;
    if (moving > SETTLED * result->start) {
        result->settled = time;
    }
    if (time > 4.5 && time <= 5.0) {
        result->left = fmax(result->left, moving / result->start);
    }
    result->depth = fmax(result->depth, -height);
    result->peak = fmax(result->peak, force);
}

static vlResult stepDrop(Drop* drop, const vlDropTrial* trial, double time, vlDropResult* result)
{
    vlVec2 centre;
    vlPose2 pose;
    vlWrench2 wrench;
    double kinetic = 0.0;
    vlResult status = vlTrialDevice_Read(&drop->device, time - trial->step);
    if (status == VL_OK) {
        status = vlBody2_GetCentre(drop->world, drop->block, &centre);
    }
    if (status == VL_OK) {
        status = vlBody2_ApplyForce(drop->world, drop->block, (vlVec2){0.0, -VL_DROP_PUSH}, centre);
    }
    if (status == VL_OK) {
        status = vlWorld2_Step(drop->world);
    }
    if (status == VL_OK) {
        status = vlTrialDevice_Write(&drop->device, time - trial->step);
    }
    if (status != VL_OK || vlBody2_GetPose(drop->world, drop->block, &pose) != VL_OK ||
        vlBody2_GetContactWrench(drop->world, drop->block, &wrench) != VL_OK ||
        vlBody2_GetKineticEnergy(drop->world, drop->block, &kinetic) != VL_OK) {
        return status;
    }
    observeDrop(drop, time, pose, kinetic, wrench.force.y, result);
    addWork(drop->world, &drop->work, &result->given, &result->taken);
    if (trial->each != NULL) {
        trial->each(trial->user, time, heightOf(pose), wrench.force.y);
    }
    return VL_OK;
}

vlResult vlDropTrial_Run(const vlDropTrial* trial, vlDropResult* result, char* message,
                         size_t messageSize)
{
    Drop drop = {.energy = VL_DROP_PUSH * trial->gap};
    *result = (vlDropResult){.start = drop.energy};
    message[0] = '\0';
    vlResult status = buildDrop(trial, &drop, message, messageSize);
    long count = lround(trial->seconds / trial->step);
    for (long i = 0; i < count && status == VL_OK; ++i) {
        status = stepDrop(&drop, trial, (double)(i + 1) * trial->step, result);
    }
    if (status == VL_OK) {
        result->mean = result->bounces > 0 ? vlExp(drop.sum / result->bounces) : 0.0;
        result->end = drop.energy / result->start;
        result->ledgerGap = ledgerGap(drop.world);
    }
    return finish(status, drop.world, &drop.device, message, messageSize);
}

typedef struct Peg {
    vlWorld2* world;
    vlBody2Id peg;
    vlTrialDevice device;
    double farthest;
    double work;
    bool isFast;
    int sampleCount; // in the current window
    double place[MAX_SAMPLES];
} Peg;

static vlResult buildPeg(const vlPegTrial* trial, Peg* peg, char* message, size_t messageSize)
{
    double stiffness = vlLaw_GetParameter(&trial->surface.wall, "stiffness", 5000.0);
    double depth = stiffness > 0.0 ? VL_PEG_LOAD / stiffness : 0.0;
    vlResult result =
        makeWorld(&trial->surface, trial->step, VL_PEG_LOAD, &peg->world, message, messageSize);
    for (int side = -1; side <= 1 && result == VL_OK; side += 2) {
        vlBody2Id wall;
        double x = side * (0.5 * PEG_WIDTH - depth + 0.1);
        result = vlModel2_AddBox(peg->world, VL_BODY_STATIC, 0.2, HOLE_LENGTH,
                                 (vlPose2){{x, 0.0}, 0.0}, 0.0, &wall);
    }
    if (result == VL_OK) {
        result = vlModel2_AddBox(peg->world, VL_BODY_DYNAMIC, PEG_WIDTH, PEG_LENGTH,
                                 (vlPose2){{0.0, VL_PEG_START}, 0.0}, PEG_MASS, &peg->peg);
    }
    if (result == VL_OK && trial->device != NULL) {
        double travel = PEG_SPEED * trial->seconds;
        result = vlTrialDevice_Open(&peg->device, trial->device, peg->world, peg->peg,
                                    -0.5 * travel, travel, message, messageSize);
    }
    return result;
}

// Root mean square of the positions in a window about the line that fits them best.
static double spreadOf(const double* place, int count)
{
    double sumY = 0.0;
    double sumXX = 0.0;
    double sumXY = 0.0;
    for (int i = 0; i < count; ++i) {
        double x = i - 0.5 * (count - 1);
        double y = place[i] - place[0];
        sumY += y;
        sumXX += x * x;
        sumXY += x * y;
    }
    double slope = sumXX > 0.0 ? sumXY / sumXX : 0.0;
    double square = 0.0;
    for (int i = 0; i < count; ++i) {
        double x = i - 0.5 * (count - 1);
        double rest = place[i] - place[0] - sumY / count - slope * x;
        square += rest * rest;
    }
    return sqrt(square / count);
}

static void observePeg(Peg* peg, const vlPegTrial* trial, double time, double y, double speed,
                       double friction, vlPegResult* result)
{
    peg->farthest = fmax(peg->farthest, y);
    result->back = fmax(result->back, peg->farthest - y);
    result->peak = fmax(result->peak, fabs(friction));
    bool isFast = speed > FAST;
    result->slips += isFast && !peg->isFast ? 1 : 0;
    peg->isFast = isFast;
    if (time <= 0.5 * PUSH_PERIOD + 0.5 * trial->step) {
        result->deflection = y - VL_PEG_START;
    }
    double phase = time - PUSH_PERIOD * floor(time / PUSH_PERIOD + 0.5);
    if (fabs(phase) <= WINDOW && time > 0.5 && peg->sampleCount < MAX_SAMPLES) {
        peg->place[peg->sampleCount++] = y;
    } else if (peg->sampleCount > 0 && fabs(phase) > WINDOW) {
        result->jitter = fmax(result->jitter, spreadOf(peg->place, peg->sampleCount));
        peg->sampleCount = 0;
    }
}

static vlResult stepPeg(Peg* peg, const vlPegTrial* trial, long i, vlPegResult* result)
{
    double start = (double)i * trial->step;
    double push = 0.5 * trial->amplitude * (1.0 - vlCosine(2.0 * VL_PI * start / PUSH_PERIOD));
    vlVec2 centre;
    vlTwist2 twist;
    vlWrench2 wrench;
    vlResult status = vlTrialDevice_Read(&peg->device, start);
    if (status == VL_OK) {
        status = vlBody2_GetCentre(peg->world, peg->peg, &centre);
    }
    if (status == VL_OK) {
        status = vlBody2_ApplyForce(peg->world, peg->peg, (vlVec2){0.0, push}, centre);
    }
    if (status == VL_OK) {
        status = vlWorld2_Step(peg->world);
    }
    if (status == VL_OK) {
        status = vlTrialDevice_Write(&peg->device, start);
    }
    if (status != VL_OK || vlBody2_GetCentre(peg->world, peg->peg, &centre) != VL_OK ||
        vlBody2_GetTwist(peg->world, peg->peg, &twist) != VL_OK ||
        vlBody2_GetContactWrench(peg->world, peg->peg, &wrench) != VL_OK) {
        return status;
    }
    double time = start + trial->step;
    observePeg(peg, trial, time, centre.y, twist.linear.y, wrench.force.y, result);
    addWork(peg->world, &peg->work, &result->given, &result->taken);
    result->place = centre.y;
    if (trial->each != NULL) {
        trial->each(trial->user, time, centre.y, push, wrench.force.y);
    }
    return VL_OK;
}

vlResult vlPegTrial_Run(const vlPegTrial* trial, vlPegResult* result, char* message,
                        size_t messageSize)
{
    Peg peg = {.farthest = VL_PEG_START};
    *result = (vlPegResult){.place = VL_PEG_START};
    message[0] = '\0';
    vlResult status = buildPeg(trial, &peg, message, messageSize);
    long count = lround(trial->seconds / trial->step);
    for (long i = 0; i < count && status == VL_OK; ++i) {
        status = stepPeg(&peg, trial, i, result);
    }
    if (status == VL_OK) {
        result->ledgerGap = ledgerGap(peg.world);
    }
    return finish(status, peg.world, &peg.device, message, messageSize);
}
