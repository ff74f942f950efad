// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_SOCKET_H
#define VOLAR_APP_SOCKET_H

// What servers and clients need of the WebSocket library.

#include <libwebsockets.h>
#include <stdbool.h>

// A context with one vhost, which listens to nothing by itself and goes through no proxy; NULL if
// that fails. `user` is the context's. Leaves the program's signals as they were. `idlePolicy` says
// how long a WebSocket may be silent, and must live as long; NULL: the library's own.
struct lws_context* vlSocket_CreateContext(const struct lws_protocols* protocols, void* user,
                                           int connections, const lws_retry_bo_t* idlePolicy,
                                           struct lws_vhost** vhost);
// Can other threads wake the one that serves the context? If descriptors are short, the library
// goes on without a way to, and whoever waits for its thread would wait for ever. To be called
// before that thread starts; the callback sets `*isWoken` on LWS_CALLBACK_EVENT_WAIT_CANCELLED.
bool vlSocket_CanWake(struct lws_context* context, const bool* isWoken);
// Appends a piece of a message to the earlier ones; true if it fits. The rest of its frame counts
// already, so that a message that is too long is refused at once.
bool vlSocket_Assemble(struct lws* wsi, const void* piece, size_t size, char* text, size_t capacity,
                       size_t* used);
// Was the piece just received the last of its message?
bool vlSocket_IsWhole(struct lws* wsi);
// Closes a connection without a reason; called outside of its callback, takes effect soon after.
// From then on the connection is the library's: the caller forgets it before the call and ignores
// later events of it.
void vlSocket_Drop(struct lws* wsi);

#endif
