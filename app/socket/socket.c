// SPDX-License-Identifier: MIT
#include "app/socket/socket.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

// Time to send the headers of a request, or of its answer, in full.
#define HEADER_SECONDS 5
#define HEADER_BYTES 4096
// File descriptors for the library itself: the wake-up, the listening socket, and a few more.
#define MORE_FDS 16
// Rounds of the library within which a wake-up arrives; some versions do other work first.
#define WAKE_ROUNDS 10

// Allocations that the WebSocket library was refused in this thread.
static _Thread_local int refusals;

static void* reallocate(void* block, size_t size, const char* purpose)
{
    (void)purpose;
    if (size == 0) {
        free(block);
        return NULL;
    }
    void* made = realloc(block, size);
    refusals += made == NULL;
    return made;
}

struct lws_context* vlSocket_CreateContext(const struct lws_protocols* protocols, void* user,
                                           int connections, const lws_retry_bo_t* idlePolicy,
                                           struct lws_vhost** vhost)
{
    // The library ignores SIGPIPE for the whole process, which only the program should decide. The
    // library's own writes do not raise the signal.
    struct sigaction pipeAction;
    (void)sigaction(SIGPIPE, NULL, &pipeAction);
    lws_set_log_level(0, NULL);
    struct lws_context_creation_info info;
    memset(&info, 0, sizeof info);
    info.port = CONTEXT_PORT_NO_LISTEN;
    info.protocols = protocols;
    info.options = LWS_SERVER_OPTION_SKIP_SERVER_CANONICAL_NAME | LWS_SERVER_OPTION_EXPLICIT_VHOSTS;
    info.server_string = "volar";
    info.timeout_secs = HEADER_SECONDS;
    info.timeout_secs_ah_idle = HEADER_SECONDS;
    info.keepalive_timeout = HEADER_SECONDS;
    info.max_http_header_data = HEADER_BYTES;
    info.max_http_header_pool = (unsigned short)connections;
    info.fd_limit_per_thread = (unsigned)(connections + MORE_FDS);
    // Otherwise the environment's proxy would be used, even for this machine.
    info.http_proxy_address = "";
    // From 0 to -1, which means nobody else; some versions of the library have signed numbers here,
    // some unsigned ones.
    --info.gid;
    --info.uid;
    info.user = user;
    info.retry_and_idle_policy = idlePolicy;
    // The library does not check all of its allocations: a context that lacks one of them fails
    // with the first visitor.
    lws_set_allocator(reallocate);
    refusals = 0;
    struct lws_context* context = lws_create_context(&info);
    if (context != NULL) {
        *vhost = lws_create_vhost(context, &info);
    }
    (void)sigaction(SIGPIPE, &pipeAction, NULL);
    if (context != NULL && (*vhost == NULL || refusals > 0)) {
        lws_context_destroy(context);
        context = NULL;
    }
    return context;
}

bool vlSocket_CanWake(struct lws_context* context, const bool* isWoken)
{
    lws_cancel_service(context);
    for (int i = 0; i < WAKE_ROUNDS && !*isWoken; ++i) {
        (void)lws_service(context, -1); // -1: without waiting
    }
    return *isWoken;
}

bool vlSocket_Assemble(struct lws* wsi, const void* piece, size_t size, char* text, size_t capacity,
                       size_t* used)
{
    if (lws_is_first_fragment(wsi)) {
        *used = 0;
    }
    if (*used > capacity || size + lws_remaining_packet_payload(wsi) > capacity - *used) {
        *used = capacity + 1; // the rest of this message does not matter
        return false;
    }
    memcpy(text + *used, piece, size);
    *used += size;
    return true;
}

bool vlSocket_IsWhole(struct lws* wsi)
{
    return lws_is_final_fragment(wsi) && lws_remaining_packet_payload(wsi) == 0;
}

void vlSocket_Drop(struct lws* wsi)
{
    lws_set_timeout(wsi, PENDING_TIMEOUT_CLOSE_SEND, LWS_TO_KILL_ASYNC);
}
