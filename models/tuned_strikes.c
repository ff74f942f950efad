// SPDX-License-Identifier: MIT
#include "models/tuned_strikes.h"

#include <math.h>
#include <stdio.h>

#include "models/strike_model.h"

#define STRONGER 1.5       // factor on the force in the second set
#define LEAST_WORK (-1e-6) // J: the hand got energy if its work is lower
// Of the search with two rates: upwards by this factor, then by halves.
#define SCAN_FACTOR 1.46779926762206954092 // the twelfth root of a hundred
#define BISECTIONS 3
#define HEAVIEST_TOOL 0.1 // kg, of the strikes

bool vlTunedStrikes_Run(const vlTunerDef* def, const vlTunedCoupling* found, double gain,
                        int ticksPerPacket, vlStrikeTally* tally, char* message, size_t messageSize)
{
    static const double approaches[] = {0.03, 0.1, 0.3};
    static const vlTunerHand hands[] = {VL_TUNER_RELAXED, VL_TUNER_TIGHT, VL_TUNER_WEAK};
    int count = def->toolMass > 0.0 ? 9 : 18;
    for (int i = 0; i < count; ++i) {
        vlStrikeDef strike = vlStrike_Default(&def->device);
        vlStrikeResult result;
        strike.gains.stiffness = found->stiffness;
        strike.gains.damping = found->damping;
        strike.cut = found->cut;
        strike.approach = approaches[i % 3];
        strike.device.hand.grip = vlTuner_GetGrip(def, hands[i / 3 % 3]);
        strike.toolMass = def->toolMass > 0.0 ? def->toolMass : i / 9 == 0 ? 1e-3 : 0.1;
        strike.gain = gain * def->gain;
        strike.ticksPerPacket = ticksPerPacket;
        if (vlStrike_Run(&strike, &result, message, messageSize) != VL_OK) {
            return false;
        }
        ++tally->strikes;
        tally->unstable += result.kind == VL_STRIKE_UNSTABLE ? 1 : 0;
        tally->active += result.leastWork < LEAST_WORK ? 1 : 0;
        tally->least = fmin(tally->least, result.leastWork);
        tally->fastest = fmax(tally->fastest, result.speed);
    }
    return true;
}

bool vlTunedStrikes_Try(const vlTunerDef* def, const vlTunedCoupling* found, int ticksPerPacket,
                        vlStrikeTally* tally, char* message, size_t messageSize)
{
    *tally = (vlStrikeTally){.strikes = 0};
    if (!vlTunedStrikes_Run(def, found, 1.0, ticksPerPacket, tally, message, messageSize)) {
        return false;
    }
    int active = tally->active;
    bool isRun =
        vlTunedStrikes_Run(def, found, STRONGER, ticksPerPacket, tally, message, messageSize);
    tally->active = active;
    return isRun;
}

// Whether all strikes hold. The first set comes first because it often shows already that they do
// not.
static bool hold(const vlTunerDef* def, const vlTunedCoupling* found, int ticksPerPacket,
                 bool* holds, char* message, size_t messageSize)
{
    vlStrikeTally tally = {.strikes = 0};
    bool isRun = vlTunedStrikes_Run(def, found, 1.0, ticksPerPacket, &tally, message, messageSize);
    *holds = tally.unstable + tally.active == 0;
    if (isRun && *holds) {
        isRun =
            vlTunedStrikes_Run(def, found, STRONGER, ticksPerPacket, &tally, message, messageSize);
        *holds = tally.unstable == 0;
    }
    return isRun;
}

// The softest coupling whose strikes can be judged: a window must contain 1.2 periods of the masses
// on the coupling, or a slow oscillation that dies out is taken for one that lasts.
static double softestOf(const vlTunerDef* def)
{
    double tool = def->toolMass > 0.0 ? def->toolMass : HEAVIEST_TOOL;
    double window = 0.25 * vlStrike_GetLeastDuration();
    double omega = 1.2 * 2.0 * VL_PI / window;
    return (def->device.mass + tool) * omega * omega / def->gain;
}

vlResult vlTunedStrikes_Soften(const vlTunerDef* def, int ticksPerPacket, vlTunedCoupling* found,
                               char* message, size_t messageSize)
{
    double stiffest = found->stiffness, softest = fmin(softestOf(def), stiffest);
    double good = 0.0, bad = softest;
    vlTunedCoupling here = *found;
    bool holds = true;
    while (holds && good < stiffest) {
        here.stiffness = fmin(bad, stiffest);
        if (!hold(def, &here, ticksPerPacket, &holds, message, messageSize)) {
            return VL_ERROR_ARGUMENT;
        }
        good = holds ? here.stiffness : good;
        bad = holds ? bad * SCAN_FACTOR : here.stiffness;
    }
    for (int i = 0; good > 0.0 && good < stiffest && i < BISECTIONS; ++i) {
        here.stiffness = sqrt(good * bad);
        if (!hold(def, &here, ticksPerPacket, &holds, message, messageSize)) {
            return VL_ERROR_ARGUMENT;
        }
        *(holds ? &good : &bad) = here.stiffness;
    }
    if (!(good > 0.0)) {
        (void)snprintf(message, messageSize,
                       "with contacts found once in %d samples strikes shake or give the hand "
                       "energy even at %.3g N/m, the softest that they can judge",
                       ticksPerPacket, softest);
        return VL_ERROR_UNSTABLE;
    }
    return good < stiffest
               ? vlTuner_Measure(def, good, found->damping, found->cut, found, message, messageSize)
               : VL_OK;
}
