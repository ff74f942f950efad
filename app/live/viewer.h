// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_LIVE_VIEWER_H
#define VOLAR_APP_LIVE_VIEWER_H

// Where the viewer is served, as the options --viewer and --no-viewer say, and starting it there.

#include "app/serve/server.h"

typedef struct vlViewer {
    bool isWanted;
    char address[64]; // numeric
    int port;         // 0: any free one
    bool hasPort;     // named by the user; otherwise the next free one is taken
} vlViewer;

// Served on loopback, at the usual port or one of the next.
vlViewer vlViewer_Default(void);
// Takes ADDR:PORT, [ADDR]:PORT, ADDR, :PORT or PORT; false if `text` is none of these. ADDR is
// numeric or "localhost".
bool vlViewer_Parse(const char* text, vlViewer* viewer);
// Does a word look like an address rather than like a scene or a file?
bool vlViewer_IsAddress(const char* word);
// Starts the server and prints its address, with a warning if others can reach it. VL_EXIT_OK, or
// prints an error and returns VL_EXIT_FAILED. `*server` is NULL if none is wanted.
int vlViewer_Start(const char* program, const vlViewer* viewer, vlServer** server);

#endif
