// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_HAPLY_LINK_H
#define VOLAR_APP_HAPLY_LINK_H

// The connection to a service, in a thread of its own. Whoever holds the device only exchanges
// newest values with it:
//
//   newest force ---> request ---> service
//   newest news  <--- state <----- its answer
//
// A request goes out when a force was sent and the one before is answered, or by itself after a
// pause, so that a device that is only read moves too. A force that is not renewed is not repeated:
// the request then asks where the device is, and renders nothing. A connection that is lost is made
// again, later and later if it cannot be.

#include <volar/device.h>

#include "app/haply/haply_address.h"

typedef struct vlHaplyLink vlHaplyLink;

// All that is known.
typedef struct vlHaplyNews {
    bool isReached;   // a service has spoken, ever
    bool isAnswering; // connected, and the arm is there
    int failures;     // connections that could not be made, or were lost
    bool hasGrip;
    char armId[VL_MAX_HAPLY_ID];
    vlDeviceSample sample; // if its number is above 0; the time is not set
    char why[192];         // of the last failure
} vlHaplyNews;

// Begins to connect. Allocates.
VL_WARN_UNUSED vlResult vlHaplyLink_Start(const vlHaplyAddress* address, vlHaplyLink** link);
// Ends the thread after what was sent last went out, if that is possible soon.
void vlHaplyLink_Stop(vlHaplyLink* link);
// One thread: true if there are news.
bool vlHaplyLink_Take(vlHaplyLink* link, vlHaplyNews* news) VL_REALTIME;
// The same thread: a force (N) for the service. Wakes the link's thread, which is a system call.
void vlHaplyLink_Send(vlHaplyLink* link, vlVec3 force);

#endif
