// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_ACCESS_H
#define VOLAR_APP_ACCESS_H

// Who may talk to a server. Any web page can make a browser send requests to this machine; what
// it cannot do is choose the Origin header, or the Host header once its name resolves to us (DNS
// rebinding). So on loopback those two must be ours; anywhere else a token is needed as well,
// because there the other machines of the network can reach us.

#include <stdbool.h>
#include <stddef.h>
#include <volar/base.h>

// Hexadecimal digits of a token: 128 bits.
#define VL_TOKEN_DIGITS 32

typedef struct vlAccess {
    bool isLoopback;
    int port;
    char host[80];                   // as in a URL, without port; brackets around IPv6
    char token[VL_TOKEN_DIGITS + 1]; // empty on loopback
} vlAccess;

// A fresh token from the system's random numbers.
VL_WARN_UNUSED vlResult vlAccess_MakeToken(vlAccess* access);
// Does the Host header (NULL: there is none) name this server? With a token any name is accepted.
bool vlAccess_CheckHost(const vlAccess* access, const char* host);
// Is the Origin header (NULL: there is none) the page of this host? `isNeeded` where a browser
// always sends one; on loopback, programs other than browsers need none.
bool vlAccess_CheckOrigin(const vlAccess* access, const char* origin, const char* host,
                          bool isNeeded);
// Takes the same time for every token (NULL: there is none).
bool vlAccess_CheckToken(const vlAccess* access, const char* token);

#endif
