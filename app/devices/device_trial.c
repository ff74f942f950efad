// SPDX-License-Identifier: MIT
#include "app/devices/device_trial.h"

#include <math.h>
#include <string.h>
#include <volar/simulated_device.h>

#define FADE_TIME 0.25 // s; slower than the governor's, which fades when something is wrong
#define SHARE_OF_FORCE (1.0 / 3.0)

static bool isKnown(double limit)
{
    return limit > 0.0;
}

vlResult vlTrial_Start(vlTrial* trial, vlDevice* device, const vlTrialDef* def, double now)
{
    memset(trial, 0, sizeof *trial);
    trial->device = device;
    trial->def = *def;
    trial->start = trial->lastGood = now;
    const vlDeviceInfo* info = vlDevice_GetInfo(device);
    vlTrialStatus* s = &trial->status;
    if (info->hasForce) {
        s->stiffness =
            isKnown(info->maxStiffness) ? fmin(def->stiffness, info->maxStiffness) : def->stiffness;
        s->maxForce =
            isKnown(info->maxForce) ? SHARE_OF_FORCE * info->maxForce : VL_TRIAL_UNKNOWN_FORCE;
    }
    vlVelocityDef velocity = vlDefaultVelocityDef();
    velocity.rule = VL_VELOCITY_DEVICE;
    vlGovernorLimits limits = vlGovernor_DefaultLimits(s->maxForce, 0.0);
    vlResult r = vlVelocity_Init(&trial->velocity, &velocity);
    return r == VL_OK ? vlGovernor_Init(&trial->governor, &limits) : r;
}

void vlTrial_End(vlTrial* trial, double now)
{
    if (!trial->status.isEnding) {
        trial->status.isEnding = true;
        trial->fadeStart = now;
    }
}

static void takeSample(vlTrial* trial, const vlDeviceSample* sample, double now)
{
    vlTrialStatus* s = &trial->status;
    if (!s->isStarted) {
        s->isStarted = true;
        s->firstTime = s->time;
        s->samples = 1;
        trial->anchor = sample->pose.p;
    } else if (sample->sequence != s->sample.sequence) {
        ++s->samples;
        // A lower number means that the device started again.
        uint64_t step = sample->sequence - s->sample.sequence;
        s->missedSamples += sample->sequence > s->sample.sequence ? step - 1 : 0;
    }
    s->sample = *sample;
    trial->lastGood = now;
}

static void readDevice(vlTrial* trial, double now)
{
    vlTrialStatus* s = &trial->status;
    vlDeviceSample sample;
    s->isAnswering = vlDevice_Read(trial->device, now, &sample) == VL_OK;
    if (s->isAnswering) {
        takeSample(trial, &sample, now);
    }
    if (s->isStarted) {
        ++s->reads;
        s->failedReads += !s->isAnswering;
        // Without a new measurement the estimate stays for a while and then becomes zero.
        s->twist = vlVelocity_Update(&trial->velocity, now, &s->sample);
        s->fastest = fmax(s->fastest, vlLength(s->twist.linear));
    }
}

// Share of the force that is left while it fades at the end.
static double fade(const vlTrial* trial, double now)
{
    if (!trial->status.isEnding) {
        return 1.0;
    }
    return fmax(0.0, 1.0 - (now - trial->fadeStart) / FADE_TIME);
}

static void render(vlTrial* trial, double now)
{
    vlTrialStatus* s = &trial->status;
    double stiffness = fade(trial, now) * s->stiffness;
    vlGovernorInput input = {.now = now,
                             .age = now - trial->lastGood,
                             .sequence = s->sample.sequence,
                             .pose = s->sample.pose,
                             .twist = s->twist};
    input.wanted.force = vlScale(vlSub(trial->anchor, s->sample.pose.p), stiffness);
    s->flags = vlGovernor_Apply(&trial->governor, &input, &s->sent);
    s->failedWrites += vlDevice_Write(trial->device, now, &s->sent) != VL_OK;
    s->largestForce = fmax(s->largestForce, vlLength(s->sent.force));
    memcpy(s->trips, trial->governor.counts, sizeof s->trips);
}

void vlTrial_Tick(vlTrial* trial, double now)
{
    vlTrialStatus* s = &trial->status;
    if (s->isOver) {
        return;
    }
    s->time = now - trial->start;
    if (isKnown(trial->def.seconds) && s->time >= trial->def.seconds) {
        vlTrial_End(trial, now);
    }
    readDevice(trial, now);
    if (s->isStarted) {
        render(trial, now);
    }
    vlSimulatedReport report;
    if (vlSimulatedDevice_GetReport(trial->device, &report) == VL_OK) {
        s->hasHand = true;
        s->grip = vlLength(report.grip.force);
        s->largestGrip = fmax(s->largestGrip, s->grip);
    }
    s->isOver = s->isEnding && (!s->isStarted || fade(trial, now) <= 0.0);
}
