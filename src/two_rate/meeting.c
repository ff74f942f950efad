// SPDX-License-Identifier: MIT
#include "two_rate/meeting.h"

static const vlPacketContact* findInPacket(vlMeetingPass* pass, const vlPacketView* packet,
                                           vlPairKey key)
{
    int count = packet->header->contactCount;
    while (pass->packet < count && packet->contact[pass->packet].key < key) {
        ++pass->packet;
        ++pass->skipped;
    }
    bool isThere = pass->packet < count && packet->contact[pass->packet].key == key;
    return isThere ? &packet->contact[pass->packet++] : NULL;
}

// Index of the contact in the last step, or -1.
static int findInLast(vlMeetingPass* pass, const vlFastSide* fast, vlPairKey key)
{
    while (pass->last < fast->lastCount && fast->last->contact[pass->last].key < key) {
        ++pass->last;
    }
    bool isThere = pass->last < fast->lastCount && fast->last->contact[pass->last].key == key;
    return isThere ? pass->last : -1;
}

vlMeeting vlMeetingPass_Next(vlMeetingPass* pass, const vlFastSide* fast, const vlState* state,
                             const vlWork* work, int pair)
{
    vlPairKey key = state->pair[pair].key;
    vlMeeting m = {.bodyA = vlPairKey_BodyA(key), .bodyB = vlPairKey_BodyB(key)};
    const vlMotion* a = &work->start[m.bodyA];
    const vlMotion* b = &work->start[m.bodyB];
    m.isFelt = fast->isFelt[m.bodyA] || fast->isFelt[m.bodyB];
    m.now[0] = (vlBodyPose){a->centre, a->rotation};
    m.now[1] = (vlBodyPose){b->centre, b->rotation};
    const vlPacketContact* found = findInPacket(pass, &fast->packet, key);
    m.found = fast->fade > 0.0 || !m.isFelt ? found : NULL;
    int last = findInLast(pass, fast, key);
    if (last >= 0) {
        m.before = &fast->last->contact[last];
        m.memoryBefore = &fast->lastMemory[last];
    }
    return m;
}

vlRise vlMeeting_Carry(const vlMeeting* meeting, const vlBodyPose* pose, const vlFollow* follow,
                       vlContactVolume* volume)
{
    const vlBodyPose was[2] = {pose[meeting->bodyA], pose[meeting->bodyB]};
    return vlCarry_Move(volume, follow, was, meeting->now);
}
