// SPDX-License-Identifier: MIT
#include "stability/tuner_cases.h"

#include <math.h>
#include <stdio.h>

// The highest damping over the lowest. A passive coupling has far less damping.
#define DAMPING_RANGE 256.0
#define PASSIVE_RANGE 16384.0
#define WALL_DAMPING_RATIO 0.3

const char* vlTuner_GetHandName(vlTunerHand hand)
{
    switch (hand) {
#define NAME(value, text)                                                                          \
    case value: return text;
        VL_TUNER_HAND_MAP(NAME)
#undef NAME
    case VL_TUNER_HAND_COUNT: break;
    }
    return "unknown hand";
}

vlSimulatedGrip vlTuner_GetGrip(const vlTunerDef* def, vlTunerHand hand)
{
    static const vlSimulatedGrip none = {0.0, 0.0, 0.0, 0.0};
    static const vlSimulatedGrip weak = {40.0, 0.5, 0.06, 0.0006};
    switch (hand) {
    case VL_TUNER_LET_GO: return none;
    case VL_TUNER_WEAK: return weak;
    case VL_TUNER_TIGHT: return vlSimulatedDevice_TightGrip();
    case VL_TUNER_RELAXED:
    case VL_TUNER_HAND_COUNT: break;
    }
    return def->device.hand.grip;
}

static vlSimulatedDeviceDef heldBy(const vlTunerDef* def, vlTunerHand hand)
{
    vlSimulatedDeviceDef device = def->device;
    device.hand.grip = vlTuner_GetGrip(def, hand);
    return device;
}

// The tool that is held, or else one of this mass, kg; for a rotation at about 1 cm.
static double toolOf(const vlTunerDef* def, double mass)
{
    return def->toolMass > 0.0 ? def->toolMass : mass * (def->isAngular ? 1e-4 : 1.0);
}

// Tools of 1 g and 100 g and walls of 3e3 and 1e6 N/m; for a rotation at about 3 cm.
static void setWorld(vlLoop* loop, const vlTunerDef* def, int tool, int wall)
{
    loop->toolMass = toolOf(def, tool == 0 ? 1e-3 : 0.1);
    loop->wallStiffness = (wall == 0 ? 3e3 : 1e6) * (def->isAngular ? 1e-3 : 1.0);
    loop->wallDamping = 2.0 * WALL_DAMPING_RATIO * sqrt(loop->wallStiffness * loop->toolMass);
}

static double leastOf(vlVec3 a)
{
    return fmin(a.x, fmin(a.y, a.z));
}

vlResult vlTunerCases_Make(vlTunerCases* t, const vlTunerDef* def, char* message,
                           size_t messageSize)
{
    const vlSimulatedDeviceDef* device = &def->device;
    double allowed = def->isAngular ? device->info.maxAngularDamping : device->info.maxDamping;
    bool isByAxis = device->directions.areGiven && !def->isAngular;
    t->def = def;
    t->axes = isByAxis ? VL_TUNER_AXES : 1;
    t->quantum = def->isAngular ? device->angularResolution : device->resolution;
    t->friction = def->isAngular ? device->angularFriction
                  : isByAxis     ? leastOf(device->directions.friction)
                                 : device->friction;
    // The device feels the coupling times the gain, so the ranges are divided by the gain.
    t->most = (def->isAngular ? 1e2 : 1e5) / def->gain;
    t->highestDamping = (def->isAngular ? 0.064 : 64.0) / def->gain;
    t->lowestDamping = t->highestDamping / (def->isPassive ? PASSIVE_RANGE : DAMPING_RANGE);
    if (allowed > 0.0) {
        t->highestDamping =
            fmax(fmin(t->highestDamping, 2.0 * allowed / def->gain), t->lowestDamping);
    }
    for (int i = 0; i < t->axes * VL_TUNER_CASES; ++i) {
        vlLoop* loop = &t->cases[i];
        vlSimulatedDeviceDef held = heldBy(def, vlTunerCases_GetHand(i));
        *loop = vlDefaultLoop();
        vlResult result = def->isAngular ? vlLoop_SetDevice(loop, &held, true)
                                         : vlLoop_SetDirection(loop, &held, i / VL_TUNER_CASES);
        if (result != VL_OK) {
            if (message != NULL && messageSize > 0) {
                snprintf(message, messageSize, "the device does not measure its orientation");
            }
            return VL_ERROR_ARGUMENT;
        }
        setWorld(loop, def, i % VL_TUNER_TOOLS, i / VL_TUNER_TOOLS % VL_TUNER_WALLS);
        if (vlLoop_Check(loop, message, messageSize) != VL_OK) {
            return VL_ERROR_ARGUMENT;
        }
        t->ownDamping = i == 0 ? loop->damping : fmin(t->ownDamping, loop->damping);
        t->order[i] = i;
    }
    return VL_OK;
}

vlTunerHand vlTunerCases_GetHand(int i)
{
    return (vlTunerHand)(i % VL_TUNER_CASES / (VL_TUNER_TOOLS * VL_TUNER_WALLS));
}

vlLoop vlTunerCases_GetLoop(const vlTunerCases* t, int i, const vlTunerPlace* place, double margin)
{
    vlLoop loop = t->cases[i];
    loop.stiffness = place->stiffness;
    loop.dampingOfWorld = place->damping;
    loop.cut = place->cut;
    loop.gain = margin * t->def->gain;
    return loop;
}

static bool isStableIn(const vlTunerCases* t, int i, const vlTunerPlace* place)
{
    vlLoop loop = vlTunerCases_GetLoop(t, i, place, t->def->margin);
    bool isStable = false;
    return vlLoop_IsStable(&loop, &isStable) == VL_OK && isStable;
}

bool vlTunerCases_Hold(vlTunerCases* t, const vlTunerPlace* place)
{
    if (t->def->isPassive) {
        return vlTunerCases_GetNeededDamping(t, place, t->def->margin) <= t->ownDamping;
    }
    for (int i = 0; i < t->axes * VL_TUNER_CASES; ++i) {
        if (!isStableIn(t, t->order[i], place)) {
            int denied = t->order[i];
            for (int k = i; k > 0; --k) {
                t->order[k] = t->order[k - 1];
            }
            t->order[0] = denied;
            return false;
        }
    }
    return true;
}

double vlTunerCases_GetMargin(const vlTunerCases* t, const vlTunerPlace* place, vlTunerHand hand)
{
    double least = VL_TUNER_MOST_GAIN;
    for (int i = 0; i < t->axes * VL_TUNER_CASES; ++i) {
        vlLoop loop = vlTunerCases_GetLoop(t, i, place, 1.0);
        double gain = 0.0;
        if (vlTunerCases_GetHand(i) == hand &&
            vlLoop_GetCriticalGain(&loop, VL_TUNER_MOST_GAIN * t->def->gain, &gain) == VL_OK) {
            least = fmin(least, gain / t->def->gain);
        }
    }
    return least;
}

double vlTunerCases_GetNeededDamping(const vlTunerCases* t, const vlTunerPlace* place,
                                     double margin)
{
    // A tool that is free in the air swings on the coupling, which may need more damping than a
    // wall does. A tool of about 50 g needs the most; these three fall short of it by 0.3%.
    static const double tools[] = {1e-3, 0.03, 0.1};
    const int inTouch = VL_TUNER_TOOLS * VL_TUNER_WALLS;
    double most = 0.0;
    // Mass, damping and hand do not matter here, so the tools and walls of one hand are enough.
    for (int i = 0; i < inTouch + 3; ++i) {
        vlLoop loop = vlTunerCases_GetLoop(t, i < inTouch ? i : 0, place, margin);
        double needed = HUGE_VAL;
        if (i >= inTouch) {
            loop.toolMass = toolOf(t->def, tools[i - inTouch]);
            loop.wallStiffness = loop.wallDamping = 0.0;
        }
        most = vlLoop_GetPassiveDamping(&loop, &needed) == VL_OK ? fmax(most, needed) : HUGE_VAL;
    }
    return most;
}
