// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_HAPLY_SERVER_H
#define VOLAR_APP_HAPLY_SERVER_H

// A simulated device that speaks the protocol of Haply's service, in a thread of its own: for
// testing clients without the hardware. It is safe against any input: the number of clients and the
// length of messages are limited, and a message that is not understood closes its connection with a
// reason.

#include <volar/base.h>

#include "app/haply/plant.h"

typedef struct vlHaplyServer vlHaplyServer;

#define VL_MAX_HAPLY_CLIENTS 8
#define VL_MAX_HAPLY_ORIGINS 8

typedef struct vlHaplyServerDef {
    const char* address; // numeric; NULL: 127.0.0.1
    int port;            // 0: any free one
    vlHaplyPlantDef plant;
    // Further origins whose pages may connect, as browsers send them. "null" is that of files and
    // of every page in a sandbox, so it allows all web sites. The texts must outlive the server.
    const char* origins[VL_MAX_HAPLY_ORIGINS];
    int originCount;
} vlHaplyServerDef;

typedef struct vlHaplyServerStatus {
    int clients;
    uint64_t sessions; // clients ever
    uint64_t requests; // understood
    uint64_t states;   // sent, including the first of each session
    uint64_t refused;  // not allowed, or too many
    uint64_t closed;   // for messages that are not understood
    bool isCommanded;  // a client asks for forces
    vlVec3 position;   // m
    vlVec3 force;      // N, rendered now
    double largest;    // N, ever
} vlHaplyServerStatus;

// Starts listening and the thread. VL_ERROR_IO with `message` if the address cannot be used,
// VL_ERROR_ARGUMENT for an unknown preset or a bad rate.
VL_WARN_UNUSED vlResult vlHaplyServer_Start(const vlHaplyServerDef* def, vlHaplyServer** server,
                                            char* message, size_t messageSize);
// Closes all connections. NULL is allowed.
void vlHaplyServer_Stop(vlHaplyServer* server);
// "ws://127.0.0.1:10001/"
const char* vlHaplyServer_GetUrl(const vlHaplyServer* server);
int vlHaplyServer_GetPort(const vlHaplyServer* server);
bool vlHaplyServer_IsLoopback(const vlHaplyServer* server);
vlHaplyServerStatus vlHaplyServer_GetStatus(vlHaplyServer* server);
// Simulates unplugging the device, or plugging it in. It is plugged in at the start.
void vlHaplyServer_SetPlugged(vlHaplyServer* server, bool isPlugged);

#endif
