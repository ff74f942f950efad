// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_FAREWELL_H
#define VOLAR_APP_FAREWELL_H

// Closing a WebSocket with a reason. The library's own function for this forgets the reason if more
// data comes in meanwhile.

#include <libwebsockets.h>

enum { // RFC 6455 section 7.4.1 and its registry
    VL_CLOSE_PROTOCOL = 1002,
    VL_CLOSE_NOT_TEXT = 1003,
    VL_CLOSE_MALFORMED = 1007,
    VL_CLOSE_POLICY = 1008,
    VL_CLOSE_TOO_LARGE = 1009,
    VL_CLOSE_TRY_AGAIN = 1013
};

typedef struct vlFarewell {
    int code;     // to be sent before closing; 0: none
    char why[96]; // the reason to go with it
} vlFarewell;

// Closes the connection with this reason as soon as it can be written to. Until then its owner
// ignores all that the other side sends.
void vlFarewell_Ask(vlFarewell* farewell, struct lws* wsi, int code, const char* why);
// When the connection can be written to: sends the farewell if one was asked for. The result is the
// callback's: -1 closes the connection.
int vlFarewell_Send(vlFarewell* farewell, struct lws* wsi);

#endif
