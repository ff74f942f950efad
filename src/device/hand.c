// SPDX-License-Identifier: MIT
// The person who holds a simulated device: the intended pose, the grip and the buttons pressed.

#include "base/script_at.h"
#include "device/simulated_parts.h"

#define LARGEST_AMOUNT 1e9
#define LEAST_MASS 1e-6       // kg
#define LEAST_INERTIA 1e-9    // kg m^2
#define LARGEST_TIME 1e9      // s
#define LARGEST_FREQUENCY 1e3 // Hz
#define LARGEST_DISTANCE 1e3  // m

bool vlSimulatedDevice_IsAmount(double value)
{
    return value >= 0.0 && value <= LARGEST_AMOUNT; // false for a NaN
}

bool vlSimulatedDevice_IsBody(double mass, double inertia)
{
    return mass >= LEAST_MASS && mass <= LARGEST_AMOUNT && inertia >= LEAST_INERTIA &&
           inertia <= LARGEST_AMOUNT;
}

bool vlSimulatedDevice_IsPose(vlPose pose)
{
    return vlLength(pose.p) <= LARGEST_DISTANCE && vlIsUnitQ(pose.q, VL_UNIT_TOLERANCE);
}

static bool isTime(double time)
{
    return fabs(time) <= LARGEST_TIME;
}

static bool isGrip(const vlSimulatedGrip* grip)
{
    return vlSimulatedDevice_IsAmount(grip->stiffness) &&
           vlSimulatedDevice_IsAmount(grip->damping) &&
           vlSimulatedDevice_IsAmount(grip->angularStiffness) &&
           vlSimulatedDevice_IsAmount(grip->angularDamping);
}

static bool isList(const void* list, int count, int most)
{
    return count >= 0 && count <= most && (count == 0 || list != NULL);
}

static bool areListsValid(const vlSimulatedHand* hand)
{
    for (int i = 0; i < hand->keyCount; ++i) {
        const vlMotionKey* key = &hand->keys[i];
        bool isLater = i == 0 || key->time > hand->keys[i - 1].time;
        if (!isTime(key->time) || !isLater || !vlSimulatedDevice_IsPose(key->pose)) {
            return false;
        }
    }
    for (int i = 0; i < hand->gripCount; ++i) {
        const vlSimulatedGripChange* change = &hand->grips[i];
        bool isLater = i == 0 || change->time > hand->grips[i - 1].time;
        if (!isTime(change->time) || !isLater || !isGrip(&change->grip)) {
            return false;
        }
    }
    for (int i = 0; i < hand->pressCount; ++i) {
        const vlSimulatedPress* press = &hand->presses[i];
        if (!isTime(press->from) || !isTime(press->to) || press->from >= press->to) {
            return false;
        }
    }
    return true;
}

bool vlSimulatedDevice_IsHandValid(const vlSimulatedHand* hand)
{
    bool isBody = vlSimulatedDevice_IsBody(hand->mass, hand->inertia) && isGrip(&hand->grip) &&
                  isGrip(&hand->arm) && vlSimulatedDevice_IsAmount(hand->adaptation);
    bool isMotion = vlLength(hand->amplitude) <= LARGEST_DISTANCE &&
                    vlLength(hand->turn) <= 2.0 * VL_PI && hand->frequency >= 0.0 &&
                    hand->frequency <= LARGEST_FREQUENCY && fabs(hand->phase) <= LARGEST_AMOUNT;
    return isBody && isMotion && isList(hand->keys, hand->keyCount, VL_MAX_SIMULATED_KEYS) &&
           isList(hand->grips, hand->gripCount, VL_MAX_SIMULATED_KEYS) &&
           isList(hand->presses, hand->pressCount, VL_MAX_SIMULATED_PRESSES) && areListsValid(hand);
}

vlPose vlSimulatedDevice_IntentionAt(const vlSimulatedHand* hand, const vlVec3* turns, vlPose base,
                                     double time)
{
    bool hasPath = hand->keyCount > 0;
    vlPose pose = hasPath
                      ? vlScript_OnPath(hand->keys, hand->keyCount, turns, hand->repeat, true, time)
                      : base;
    bool isStill = vlDot(hand->amplitude, hand->amplitude) == 0.0 && //
                   vlDot(hand->turn, hand->turn) == 0.0;
    return isStill ? pose
                   : vlScript_Swing(pose, hand->amplitude, hand->turn,
                                    vlScript_Sine(hand->frequency, hand->phase, time));
}

uint32_t vlSimulatedDevice_ButtonsAt(const vlSimulatedHand* hand, double time)
{
    uint32_t buttons = 0;
    for (int i = 0; i < hand->pressCount; ++i) {
        const vlSimulatedPress* press = &hand->presses[i];
        if (time >= press->from && time < press->to) {
            buttons |= press->buttons;
        }
    }
    return buttons;
}
