// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_SOCKET_H
#define VOLAR_APP_SOCKET_H

// What every end of a connection needs of the WebSocket library: servers and clients.

#include <libwebsockets.h>
#include <pthread.h>
#include <stdbool.h>

// A context with one vhost, which listens to nothing by itself and goes through no proxy; NULL if
// there is none. `user` is the context's. Leaves the program's signals as they were.
struct lws_context* vlSocket_CreateContext(const struct lws_protocols* protocols, void* user,
                                           int connections, struct lws_vhost** vhost);
// A thread that takes no signal.
bool vlSocket_StartThread(pthread_t* thread, void* (*run)(void*), void* user);
// Puts a piece of a message behind those that came before; true if it fits. What is left of the
// frame counts already, so that no message too long is ever waited for.
bool vlSocket_Assemble(struct lws* wsi, const void* piece, size_t size, char* text, size_t capacity,
                       size_t* used);
// Was the piece just received the last of its message?
bool vlSocket_IsWhole(struct lws* wsi);
// Has a connection closed without a word, from outside of its callback and soon after.
void vlSocket_Drop(struct lws* wsi);

#endif
