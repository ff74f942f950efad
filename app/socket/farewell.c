// SPDX-License-Identifier: MIT
#include "app/socket/farewell.h"

#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

// Time for the other side to read the reason.
#define CLOSE_SECONDS 2

void vlFarewell_Ask(vlFarewell* farewell, struct lws* wsi, int code, const char* why)
{
    farewell->code = code;
    (void)snprintf(farewell->why, sizeof farewell->why, "%s", why);
    lws_set_timeout(wsi, PENDING_TIMEOUT_CLOSE_SEND, CLOSE_SECONDS);
    lws_callback_on_writable(wsi);
}

// When the library says that a socket can be written to, nothing of an earlier message waits, so
// the frame may bypass the library.
int vlFarewell_Send(vlFarewell* farewell, struct lws* wsi)
{
    if (farewell->code == 0) {
        return 0;
    }
    unsigned char frame[4 + sizeof farewell->why];
    size_t length = strlen(farewell->why);
    frame[0] = 0x88; // a close frame, whole
    frame[1] = (unsigned char)(2 + length);
    frame[2] = (unsigned char)(farewell->code >> 8);
    frame[3] = (unsigned char)farewell->code;
    memcpy(frame + 4, farewell->why, length);
    farewell->code = 0;
    (void)send(lws_get_socket_fd(wsi), frame, 4 + length, MSG_NOSIGNAL | MSG_DONTWAIT);
    return -1;
}
