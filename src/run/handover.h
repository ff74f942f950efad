// SPDX-License-Identifier: MIT
#ifndef VOLAR_RUN_HANDOVER_H
#define VOLAR_RUN_HANDOVER_H

// Samples of two sources in turn, the scene's own simulated device and one from outside, made one
// stream: whoever takes over goes on from where the other was, by a shift of all poses, and with a
// clock and a count without leaps. The scene's own gradually loses its shift.

#include "volar/device.h"

typedef struct vlHandover {
    double now;        // s, clock of the stream
    double goodTime;   // s of the clock, of the last sample
    vlPose last;       // of the last sample, if hasLast
    uint64_t sequence; // of the last sample

    // Pose = source's, moved by shift and turned by turn before it, so that a source turns about
    // the axes of the device's frame; clock = source's + lead; count = source's + countLead.
    vlVec3 shift;              // m, device frame
    vlVec3 turn;               // rad, rotation vector, handle's frame
    double fadeFrom, fadeTime; // s of the clock: since when, how long the shift fades; 0: it stays
    double lead;               // s, if hasLead
    uint64_t countLead;        // modulo 2^64

    bool isOutside; // the source is the one from outside
    bool hasLast, hasLead;
    bool isSwitched; // the next pose counts as being where the last one was
} vlHandover;

// A stream that begins with its next sample, wherever that is; the source stays.
void vlHandover_Restart(vlHandover* handover);
void vlHandover_SetSource(vlHandover* handover, bool isOutside);
// Whoever is outside next is another, also if it follows the one before without a break.
void vlHandover_Leave(vlHandover* handover);

// Advances the clock: to a time (s) of the source's own, or by a step if it has none, NULL.
void vlHandover_Advance(vlHandover* handover, double step, const double* time);
// Makes a good sample of the source the next of the stream.
void vlHandover_Pass(vlHandover* handover, vlDeviceSample* sample);

#endif
