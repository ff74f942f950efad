// SPDX-License-Identifier: MIT
// Tests what the tuner finds by strikes through device, renderer and world: every preset with 0, 1
// and 2 samples of delay, and random devices with and without friction and counts. At the tuned
// gains nothing may shake or give the hand energy; with 1.5 times the force nothing may shake. Then
// two rates: contacts found 200, 100 and 50 times a second, of which only the first must hold. With
// two samples of delay every preset but touch gets 0.6 to 1.5 times the stiffness of its table, and
// with a tenth of the damping that changes by at most 60%. The gain at which the loop begins to
// shake, pressed slowly and without friction and counts, is that of the linear model within 3%.
//
// usage: soak_tuner DEVICES [SEED]

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <volar/tuner.h>

#include "models/loop_point.h"
#include "models/random.h"
#include "models/tuned_strikes.h"

static bool tune(const vlSimulatedDeviceDef* device, vlTunedCoupling* found)
{
    vlTunerDef def = vlDefaultTunerDef(device);
    char message[200];
    if (vlTuner_Find(&def, found, message, sizeof message) == VL_OK) {
        return true;
    }
    printf("%s cannot be tuned: %s\n", device->info.model, message);
    return false;
}

static bool strike(const vlSimulatedDeviceDef* device, const vlTunedCoupling* found, double gain,
                   int ticksPerPacket, vlStrikeTally* tally)
{
    vlTunerDef def = vlDefaultTunerDef(device);
    char message[200];
    bool isRun =
        vlTunedStrikes_Run(&def, found, gain, ticksPerPacket, tally, message, sizeof message);
    if (!isRun) {
        printf("a strike cannot be run: %s\n", message);
    }
    return isRun;
}

static void say(const char* title, const vlStrikeTally* t)
{
    printf("%-34s %5d strikes, %d unstable, %d gave the hand energy (at most %.3g mJ)\n", title,
           t->strikes, t->unstable, t->active, -1e3 * t->least);
    (void)fflush(stdout);
}

// Whether the result with two samples of delay is near the table, also with little damping.
static bool isNearTable(const vlSimulatedDeviceDef* device, const vlTunedCoupling* found)
{
    vlSimulatedDeviceDef loose = *device;
    vlTunedCoupling other;
    loose.damping *= 0.1;
    if (!tune(&loose, &other)) {
        return false;
    }
    double share = found->stiffness / device->info.maxStiffness;
    double change = other.stiffness / found->stiffness - 1.0;
    bool isNear = share > 0.6 && share < 1.5 && fabs(change) < 0.6;
    printf("%-34s %.0f N/m, %.2f of its table; with a tenth of its damping %+.0f%%\n",
           device->info.model, found->stiffness, share, 100.0 * change);
    return isNear || strcmp(device->info.model, "Touch") == 0;
}

// The gain at which the tuned loop begins to shake, over that of the linear model: without friction
// and counts, pressed slowly, kicked by 1 um and kept in touch, because a strike so near to the
// boundary would bounce, which no linear model contains. NAN if it cannot be run.
static double findGain(const vlSimulatedDeviceDef* preset, const vlTunedCoupling* found)
{
    vlSimulatedDeviceDef device = *preset;
    vlLoopPoint point;
    vlLoop loop;
    double exact = 0.0, low = 0.8, high = 1.2;
    device.friction = device.angularFriction = 0.0;
    device.resolution = device.angularResolution = 0.0;
    device.info.maxForce = 1e5;
    device.info.hasTorque = false; // rotation has a separate limit
    point = vlLoopPoint_Default(&device);
    point.strike.gains.stiffness = found->stiffness;
    point.strike.gains.damping = found->damping;
    point.strike.cut = found->cut;
    point.strike.press = 3.0;
    point.strike.approach = 1.2;
    point.strike.kickTime = 1.5;
    point.strike.kick = 1e-6;
    point.strike.isSoft = true;
    point.strike.duration = 4.0; // the window before half time comes after the kick
    if (vlLoopPoint_MakeLoop(&point, &loop) != VL_OK ||
        vlLoop_GetCriticalGain(&loop, 100.0, &exact) != VL_OK) {
        return (double)NAN;
    }
    for (int i = 0; i < 10; ++i) { // to 0.04%
        vlPointOutcome outcome;
        double share = 0.5 * (low + high);
        point.strike.gain = share * exact;
        if (vlLoopPoint_Run(&point, VL_ORACLE_VOLAR, &outcome, NULL, 0) != VL_OK) {
            return (double)NAN;
        }
        // A motion that has grown until it leaves the wall grows no further.
        const vlStrikeResult* s = &outcome.strike;
        bool grows = s->growth > 1.0 || (s->motion > 1e-4 && s->growth > 0.98);
        *(grows ? &high : &low) = share;
    }
    return 0.5 * (low + high);
}

static bool strikePresets(vlStrikeTally tallies[2], vlStrikeTally rates[3], double* worst)
{
    static const int ticks[] = {5, 10, 20}; // at 1 kHz: 200, 100 and 50 a second
    for (int i = 0; vlSimulatedDevice_GetPresetName(i) != NULL; ++i) {
        vlSimulatedDeviceDef device;
        if (vlSimulatedDevice_GetPreset(vlSimulatedDevice_GetPresetName(i), &device) != VL_OK) {
            return false;
        }
        for (int delay = 0; !device.mechanism.isPantograph && delay <= 2; ++delay) {
            vlTunedCoupling found;
            device.motors.delay = delay / device.info.rate;
            if (!tune(&device, &found) || !strike(&device, &found, 1.0, 0, &tallies[0]) ||
                !strike(&device, &found, 1.5, 0, &tallies[1])) {
                return false;
            }
            double share = delay < 2 ? findGain(&device, &found) : 1.0;
            if (!(fabs(share - 1.0) <= fabs(*worst - 1.0))) { // a NAN as well
                *worst = share;
            }
            if (delay == 2 && !isNearTable(&device, &found)) {
                printf("that is not what the tables say\n");
                return false;
            }
            for (int k = 0; delay == 1 && k < 3; ++k) {
                if (!strike(&device, &found, 1.0, ticks[k], &rates[k])) {
                    return false;
                }
            }
        }
    }
    return true;
}

static bool strikeRandom(int count, uint64_t seed, vlStrikeTally tallies[2])
{
    vlRandom random = vlRandom_Seed(seed);
    for (int i = 0; i < count; ++i) {
        vlSimulatedDeviceDef device;
        vlTunedCoupling found;
        if (vlSimulatedDevice_GetPreset("omega3", &device) != VL_OK) {
            return false;
        }
        device.motors.delay = vlRandom_Index(&random, 4) / device.info.rate;
        device.mass = vlRandom_Log(&random, 0.03, 0.5);
        device.damping = vlRandom_Log(&random, 0.05, 5.0);
        device.friction = vlRandom_Log(&random, 0.02, 0.4);
        device.resolution = vlRandom_Log(&random, 1e-6, 6e-5);
        if (!tune(&device, &found) || !strike(&device, &found, 1.0, 0, &tallies[0])) {
            return false;
        }
        device.friction = device.angularFriction = device.resolution = 0.0;
        if (!strike(&device, &found, 1.0, 0, &tallies[1])) {
            return false;
        }
    }
    return true;
}

int main(int argc, char** argv)
{
    int count = argc > 1 ? atoi(argv[1]) : 0;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    vlStrikeTally presets[2], rates[3], random[2];
    double share = 1.0;
    memset(presets, 0, sizeof presets);
    memset(rates, 0, sizeof rates);
    memset(random, 0, sizeof random);
    if (count <= 0) {
        printf("usage: soak_tuner DEVICES [SEED]\n");
        return 2;
    }
    if (!strikePresets(presets, rates, &share)) {
        return 1;
    }
    say("presets", &presets[0]);
    say("presets, 1.5 times the force", &presets[1]);
    say("presets, contacts at 200 Hz", &rates[0]);
    say("presets, contacts at 100 Hz", &rates[1]);
    say("presets, contacts at 50 Hz", &rates[2]);
    printf("the loop shakes at %.4f of the gain of the linear model, worst of presets\n", share);
    if (!strikeRandom(count, seed, random)) {
        return 1;
    }
    say("random devices", &random[0]);
    say("the same without friction, counts", &random[1]);
    int failed = presets[0].unstable + presets[0].active + presets[1].unstable + rates[0].unstable +
                 rates[0].active + random[0].unstable + random[1].unstable;
    return failed > 0 || !(fabs(share - 1.0) <= 0.03) ? 1 : 0;
}
