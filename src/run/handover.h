// SPDX-License-Identifier: MIT
#ifndef VOLAR_RUN_HANDOVER_H
#define VOLAR_RUN_HANDOVER_H

// Makes one stream of samples from two sources, the scene's own simulated device and an external
// one. A source that takes over continues where the other one was: all its poses are shifted, and
// clock and count go on without a jump. The shift of the scene's own device gradually fades.

#include "volar/device.h"

typedef struct vlHandover {
    double now;        // s, clock of the stream
    double goodTime;   // s of the clock, of the last sample
    vlPose last;       // of the last sample, if hasLast
    uint64_t sequence; // of the last sample

    // Pose = the source's, moved by `shift` and turned first by `turn`, so that a source turns
    // about the axes of the device's frame; clock = the source's + lead; count = the source's +
    // countLead.
    vlVec3 shift;              // m, device frame
    vlVec3 turn;               // rad, rotation vector, handle's frame
    double fadeFrom, fadeTime; // s of the clock: start and length of the fading; 0: the shift stays
    double lead;               // s, if hasLead
    uint64_t countLead;        // modulo 2^64

    bool isOutside; // the source is the external device
    bool hasLast, hasLead;
    bool isSwitched; // the next pose counts as being where the last one was
} vlHandover;

// Begins a new stream with the next sample, wherever that is; the source stays.
void vlHandover_Restart(vlHandover* handover);
void vlHandover_SetSource(vlHandover* handover, bool isOutside);
// The next external device counts as a different one, even if it follows the last one without a
// break.
void vlHandover_Leave(vlHandover* handover);

// Advances the clock: to a time (s) of the source, or by one step if `time` is NULL.
void vlHandover_Advance(vlHandover* handover, double step, const double* time);
// Turns a good sample of the source into the next one of the stream.
void vlHandover_Pass(vlHandover* handover, vlDeviceSample* sample);

#endif
