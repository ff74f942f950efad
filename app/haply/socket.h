// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_HAPLY_SOCKET_H
#define VOLAR_APP_HAPLY_SOCKET_H

// What both ends of the connection need of the WebSocket library.

#include <libwebsockets.h>
#include <pthread.h>
#include <stdbool.h>

// A context with one vhost, which listens to nothing and goes through no proxy; NULL if there is
// none. `user` is the context's. Leaves the program's signals as they were.
struct lws_context* vlHaplySocket_Create(const struct lws_protocols* protocols, void* user,
                                         int connections, struct lws_vhost** vhost);
// A thread that takes no signal.
bool vlHaplySocket_Run(pthread_t* thread, void* (*run)(void*), void* user);
// A piece of a message behind those that came before; true if it fits. What is left of the frame
// counts already, so that no message too long is ever waited for.
bool vlHaplySocket_Assemble(struct lws* wsi, const void* piece, size_t size, char* text,
                            size_t capacity, size_t* used);
// The piece just received was its message's last.
bool vlHaplySocket_IsWhole(struct lws* wsi);

#endif
