// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_ZWIDTH_MAP_SERVER_H
#define VOLAR_APP_ZWIDTH_MAP_SERVER_H

// Serves the page of a stability map on this machine: its files, and answers that its owner
// computes, as JSON over HTTP. Only pages of this server may ask, and only from this machine.

#include <stdbool.h>
#include <stddef.h>
#include <volar/base.h>

// What a request asks for: "/strike.json?hand=0&x=2&y=5000&delay=1".
typedef struct vlMapQuery {
    const char* path;
    double hand, x, y, delay; // NAN: not given
} vlMapQuery;

typedef struct vlMapServerDef {
    int port; // 0: any free one
    // The answer as a text that the server frees; NULL: there is none. In the server's thread.
    char* (*answer)(void* user, const vlMapQuery* query, size_t* size);
    void* user;
} vlMapServerDef;

typedef struct vlMapServer vlMapServer;

// VL_ERROR_IO with `message` if the port cannot be used.
VL_WARN_UNUSED vlResult vlMapServer_Start(const vlMapServerDef* def, vlMapServer** server,
                                          char* message, size_t messageSize);
void vlMapServer_Stop(vlMapServer* server);
const char* vlMapServer_GetUrl(const vlMapServer* server);

#endif
