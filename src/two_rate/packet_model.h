// SPDX-License-Identifier: MIT
#ifndef VOLAR_TWO_RATE_PACKET_MODEL_H
#define VOLAR_TWO_RATE_PACKET_MODEL_H

// What a step makes of a packet until the next one comes, as a table of functions: one table for
// programs (carried_model.h), and one for each model to compare with (reference_models.c).

#include "two_rate/meeting.h"

struct vlPacketModel {
    // Writes a contact of the packet to the next slot of the step. False if it has left touch, or
    // if there is no room. `memory` is empty before.
    bool (*bring)(vlTwoRate* two, const vlModel* model, vlWork* work, const vlMeeting* meeting,
                  vlRateMemory* memory);
    // The same for a contact of the last step that the packet does not have; NULL: such a contact
    // ends at once.
    bool (*bringVanished)(vlTwoRate* two, const vlModel* model, vlWork* work,
                          const vlMeeting* meeting, vlRateMemory* memory);
    // Changes a contact of the step whose bed has begun, or whose force is already known if a
    // pointer feels it.
    void (*adjust)(const vlTwoRate* two, const vlModel* model, vlWork* work, int contact);
    bool isFading;         // forces fade out when packets grow old
    bool holdsSamples;     // samples keep the wrench of the packet's first step
    size_t roomPerContact; // bytes that the model remembers for each contact of a packet
};

#endif
