// SPDX-License-Identifier: MIT
#include "run/handover.h"

#include <math.h>

#include "base/script_at.h"

// The scene's own device returns at these speeds from where the other one left off.
#define RETURN_SPEED 0.2 // m/s
#define RETURN_SPIN 1.0  // rad/s
#define RETURN_LEAST 0.5 // s
// s. After a longer time without a measurement, the next one is shifted to where the last one was.
#define LONGEST_ABSENCE 0.1

void vlHandover_Restart(vlHandover* handover)
{
    *handover = (vlHandover){.isOutside = handover->isOutside, .last = vlIdentityPose()};
}

void vlHandover_SetSource(vlHandover* handover, bool isOutside)
{
    handover->isSwitched = handover->isSwitched || handover->isOutside != isOutside;
    handover->isOutside = isOutside;
}

void vlHandover_Leave(vlHandover* handover)
{
    handover->isSwitched = true;
    handover->hasLead = false;
}

void vlHandover_Advance(vlHandover* handover, double step, const double* time)
{
    double next = handover->now + step;
    if (time == NULL) {
        handover->now = next;
        handover->hasLead = false;
        return;
    }
    if (!handover->hasLead) {
        handover->lead = next - *time;
        handover->hasLead = true;
    }
    handover->now = *time + handover->lead;
}

// Fraction of the shift that is left.
static double shareLeft(const vlHandover* h)
{
    if (!(h->fadeTime > 0.0)) {
        return 1.0;
    }
    return 1.0 - vlScript_Smooth(fmin(fmax((h->now - h->fadeFrom) / h->fadeTime, 0.0), 1.0));
}

static vlPose shifted(const vlHandover* h, vlPose pose, double share)
{
    vlPose made = {vlMulAdd(pose.p, share, h->shift),
                   vlUnitQ(vlMulQ(pose.q, vlQuatFromRotationVector(vlScale(h->turn, share))))};
    return made;
}

// From now on `pose` counts as being where the last one was.
static void shiftTo(vlHandover* h, vlPose pose)
{
    h->shift = vlSub(h->last.p, pose.p);
    h->turn = vlRotationVectorFromQuat(vlMulQ(vlConj(pose.q), h->last.q));
    h->fadeFrom = h->now;
    double time = fmax(vlLength(h->shift) / RETURN_SPEED, vlLength(h->turn) / RETURN_SPIN);
    h->fadeTime = h->isOutside ? 0.0 : fmax(time, RETURN_LEAST);
}

void vlHandover_Pass(vlHandover* handover, vlDeviceSample* sample)
{
    // Where a silent device has moved meanwhile is unknown.
    bool wasAway = handover->isOutside && handover->now - handover->goodTime > LONGEST_ABSENCE;
    bool isSwitched = handover->isSwitched || wasAway;
    handover->goodTime = handover->now;
    if (isSwitched && handover->hasLast) {
        shiftTo(handover, sample->pose);
    }
    if (isSwitched || !handover->hasLast) {
        handover->countLead = handover->sequence + 1 - sample->sequence;
    }
    handover->sequence = sample->sequence + handover->countLead;
    handover->isSwitched = false;
    sample->time = handover->now;
    sample->sequence = handover->sequence;
    sample->pose = shifted(handover, sample->pose, shareLeft(handover));
    // The device's own velocity does not contain the motion of the fading shift.
    bool isShifted = vlDot(handover->shift, handover->shift) > 0.0 ||
                     vlDot(handover->turn, handover->turn) > 0.0;
    sample->hasTwist = sample->hasTwist && (handover->isOutside || !isShifted);
    handover->last = sample->pose;
    handover->hasLast = true;
    sample->pose.q =
        vlUnitQ(sample->pose.q); // changes at most the last bit, on which the hashes depend
}
