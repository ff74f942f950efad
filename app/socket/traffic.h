// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_TRAFFIC_H
#define VOLAR_APP_TRAFFIC_H

// What a WebSocket client sends, counted against a limit: messages, and the control frames (pings)
// that the WebSocket library answers by itself. The library also takes frames that are not masked,
// which a server must refuse by RFC 6455 section 5.1. Both show in the number of bytes that were
// read from the socket: what no message accounts for is control frames, and frames without a mask
// are four bytes shorter than they should be.

#include <libwebsockets.h>
#include <stdbool.h>
#include <stdint.h>

typedef enum vlTrafficFault {
    VL_TRAFFIC_GOOD,
    VL_TRAFFIC_FLOOD,   // too many messages and control frames
    VL_TRAFFIC_UNMASKED // a frame without a mask
} vlTrafficFault;

typedef struct vlTraffic {
    double rate;        // messages a second, on average; as many may come at once
    double allowance;   // messages that may come now
    lws_usec_t time;    // of the last look
    size_t slack;       // bytes of a message that the library may hold back
    bool isCounted;     // the system counts the bytes of this socket
    uint64_t base;      // bytes read before the first frame
    uint64_t accounted; // bytes of the frames that were received, with their heads
    uint64_t charged;   // bytes of control frames that were counted
    size_t left;        // bytes of the present frame that are still to come
} vlTraffic;

// When the WebSocket is there. `slack` is the library's receive buffer.
void vlTraffic_Begin(vlTraffic* traffic, struct lws* wsi, double rate, size_t slack);
// For each piece of a message received.
vlTrafficFault vlTraffic_Receive(vlTraffic* traffic, struct lws* wsi, size_t size);
// To be called now and then: counts control frames.
vlTrafficFault vlTraffic_Look(vlTraffic* traffic, struct lws* wsi);
// The reason for closing.
const char* vlTraffic_Text(vlTrafficFault fault);

#endif
