// SPDX-License-Identifier: MIT
// The person who holds a simulated device: where she intends to be, how she grips, what she
// presses.

#include "device/simulated_parts.h"

#define LARGEST_AMOUNT 1e9
#define LEAST_MASS 1e-6       // kg
#define LEAST_INERTIA 1e-9    // kg m^2
#define LARGEST_TIME 1e9      // s
#define LARGEST_FREQUENCY 1e3 // Hz
#define LARGEST_DISTANCE 1e3  // m

bool vlSimulatedDevice_IsAmount(double value)
{
    return value >= 0.0 && value <= LARGEST_AMOUNT; // false for what is not a number
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
        const vlSimulatedKey* key = &hand->keys[i];
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
                  isGrip(&hand->arm);
    bool isMotion = vlLength(hand->amplitude) <= LARGEST_DISTANCE &&
                    vlLength(hand->turn) <= 2.0 * VL_PI && hand->frequency >= 0.0 &&
                    hand->frequency <= LARGEST_FREQUENCY && fabs(hand->phase) <= LARGEST_AMOUNT;
    return isBody && isMotion && isList(hand->keys, hand->keyCount, VL_MAX_SIMULATED_KEYS) &&
           isList(hand->grips, hand->gripCount, VL_MAX_SIMULATED_KEYS) &&
           isList(hand->presses, hand->pressCount, VL_MAX_SIMULATED_PRESSES) && areListsValid(hand);
}

void vlSimulatedDevice_FindTurns(const vlSimulatedHand* hand, vlVec3* turns)
{
    for (int i = 0; i + 1 < hand->keyCount; ++i) {
        turns[i] = vlRotationBetween(hand->keys[i].pose.q, hand->keys[i + 1].pose.q);
    }
}

// Of fifth order: velocity and acceleration are zero at both ends.
static double smooth(double s)
{
    return s * s * s * (10.0 + s * (-15.0 + s * 6.0));
}

static vlPose onPath(const vlSimulatedHand* hand, const vlVec3* turns, double time)
{
    const vlSimulatedKey* keys = hand->keys;
    int low = 0;
    int high = hand->keyCount - 1;
    double length = keys[high].time - keys[0].time;
    if (hand->repeat && length > 0.0 && time > keys[high].time) {
        time = keys[0].time + fmod(time - keys[0].time, length);
    }
    if (time <= keys[0].time) {
        return keys[0].pose;
    }
    if (time >= keys[high].time) {
        return keys[high].pose;
    }
    while (high - low > 1) {
        int middle = low + (high - low) / 2;
        if (time < keys[middle].time) {
            high = middle;
        } else {
            low = middle;
        }
    }
    const vlPose* a = &keys[low].pose;
    double s = smooth((time - keys[low].time) / (keys[high].time - keys[low].time));
    vlPose pose = {vlMulAdd(a->p, s, vlSub(keys[high].pose.p, a->p)),
                   vlTurn(a->q, vlScale(turns[low], s))};
    return pose;
}

vlPose vlSimulatedDevice_IntentionAt(const vlSimulatedHand* hand, const vlVec3* turns, vlPose base,
                                     double time)
{
    vlPose pose = hand->keyCount > 0 ? onPath(hand, turns, time) : base;
    bool isStill = vlDot(hand->amplitude, hand->amplitude) == 0.0 && //
                   vlDot(hand->turn, hand->turn) == 0.0;
    if (isStill) {
        return pose;
    }
    // Whole cycles are taken off first: the angle stays small over days.
    double cycles = hand->frequency * time;
    double sine;
    double cosine;
    vlSinCos(2.0 * VL_PI * (cycles - floor(cycles)) + hand->phase, &sine, &cosine);
    pose.p = vlMulAdd(pose.p, sine, hand->amplitude);
    pose.q = vlTurn(pose.q, vlScale(hand->turn, sine));
    return pose;
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
