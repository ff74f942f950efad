// SPDX-License-Identifier: MIT
#ifndef VOLAR_TWO_RATE_MEETING_H
#define VOLAR_TWO_RATE_MEETING_H

// What is known of each near pair in this step. The world's list of near pairs, the packet and the
// contacts of the last step all ascend by key, so one pass over the first matches the other two.

#include "two_rate/carry.h"
#include "two_rate/two_rate_parts.h"

// One pair of pieces in this step, and what is known of it.
typedef struct vlMeeting {
    uint32_t bodyA, bodyB;
    bool isFelt; // by a hand
    vlBodyPose now[2];
    const vlPacketContact* found;     // NULL: not in the packet
    const vlContact* before;          // NULL: not in the last step
    const vlRateMemory* memoryBefore; // belongs to `before`
} vlMeeting;

// The state of the pass: the next contact of the packet, the next of the last step, and how many
// contacts of the packet so far belong to pairs that are no longer near.
typedef struct vlMeetingPass {
    int packet, last, skipped;
} vlMeetingPass;

// What is known of the near pair at `pair`. Pairs must be asked for in their order.
vlMeeting vlMeetingPass_Next(vlMeetingPass* pass, const vlFastSide* fast, const vlState* state,
                             const vlWork* work, int pair);

// Carries a volume from where its bodies were, by `pose`, to where they are now.
vlRise vlMeeting_Carry(const vlMeeting* meeting, const vlBodyPose* pose, const vlFollow* follow,
                       vlContactVolume* volume);

#endif
