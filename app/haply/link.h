// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_HAPLY_LINK_H
#define VOLAR_APP_HAPLY_LINK_H

// The connection to a service, in a thread of its own. The owner of the device only exchanges the
// newest values with it:
//
//   newest force ---> request ---> service
//   newest news  <--- state <----- its answer
//
// A request goes out when a force was sent and the one before is answered, or by itself after a
// pause, so that a device that is only read moves too. A force that is not renewed is not repeated:
// the request then asks where the device is, and renders nothing. A connection that is lost is made
// again, with growing pauses between attempts.

#include <volar/device.h>

#include "app/haply/haply_address.h"

#define VL_HAPLY_COMPARED 0.2 // N

typedef struct vlHaplyLink vlHaplyLink;

// All that is known about the device.
typedef struct vlHaplyNews {
    bool isReached;       // a service has answered at least once
    bool isAnswering;     // connected, and the arm is present
    int failures;         // connections that could not be made, or were lost
    const char* obstacle; // why the arm was last not present though the service answered, or NULL
    bool hasGrip;
    bool wasInUse;        // by another session, when this one began
    bool isPresetRefused; // positions may count from another origin
    vlHaplyConfig config; // of the arm
    char armId[VL_MAX_HAPLY_ID];
    // Forces above VL_HAPLY_COMPARED that the service rendered in its next state: their number, and
    // the sum of the rendered part along what was asked for, as of what was asked for.
    uint64_t compared;
    double asked, rendered;
    vlDeviceSample sample; // valid if its sequence number is above 0; the time is not set
    char why[192];         // of the last failure
} vlHaplyNews;

// Begins to connect. Allocates.
VL_WARN_UNUSED vlResult vlHaplyLink_Start(const vlHaplyAddress* address, vlHaplyLink** link);
// Ends the thread; the last force still goes out if that is possible soon.
void vlHaplyLink_Stop(vlHaplyLink* link);
// The owner's thread: true if there is something new.
bool vlHaplyLink_Take(vlHaplyLink* link, vlHaplyNews* news) VL_REALTIME;
// The owner's thread: a force (N) for the service. Wakes the link's thread, which is a system call.
void vlHaplyLink_Send(vlHaplyLink* link, vlVec3 force);
// Any thread: from now on only zero forces go out, the first of them at once.
void vlHaplyLink_Cut(vlHaplyLink* link);

#endif
