// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_LISTEN_H
#define VOLAR_APP_LISTEN_H

// The socket that takes connections: opened here and not by the WebSocket library, for messages
// that say why, for the next port when one is taken, and for a limit on connections.

#include "app/socket/access.h"

typedef struct vlListenDef {
    const char* address; // numeric, e.g. "127.0.0.1" or "::1"; NULL: 127.0.0.1
    int port;            // 0: any free port
    int portTries;       // further ports to try, one after the other, when the port is taken
} vlListenDef;

// Opens the socket and fills in `access` but for the token. On failure `message` says why.
VL_WARN_UNUSED vlResult vlListen_Open(const vlListenDef* def, int* fd, vlAccess* access,
                                      char* message, size_t messageSize);
// Who connects, without the port: the bytes of an IPv6 address, or of an IPv4 one mapped to such.
typedef struct vlPeer {
    unsigned char bytes[16];
} vlPeer;

// Accepts the next waiting connection, or returns -1.
int vlListen_Accept(int fd, vlPeer* peer);
// The URL to open in a browser; with this machine's name if the address stands for all.
void vlListen_WriteUrl(const vlAccess* access, char* url, size_t size);

#endif
