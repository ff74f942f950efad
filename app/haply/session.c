// SPDX-License-Identifier: MIT
// The server's end of a connection: the inventory on joining, then one state for each request. Any
// web page can make a browser connect to this machine, so a browser's page must be of this machine
// too; programs other than browsers send no Origin.

#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>

#include "app/haply/service.h"

// To take the reason why it is closed.
#define CLOSE_SECONDS 2
#define MAX_ANSWER 512

enum { // RFC 6455 section 7.4.1 and its registry
    CLOSE_NOT_TEXT = 1003,
    CLOSE_MALFORMED = 1007,
    CLOSE_POLICY = 1008,
    CLOSE_TOO_LARGE = 1009,
    CLOSE_TRY_AGAIN = 1013
};

static void count(vlHaplyServer* server, uint64_t* counter)
{
    (void)pthread_mutex_lock(&server->lock);
    ++*counter;
    (void)pthread_mutex_unlock(&server->lock);
}

static void countClients(vlHaplyServer* server, int change)
{
    (void)pthread_mutex_lock(&server->lock);
    server->status.clients += change;
    (void)pthread_mutex_unlock(&server->lock);
}

static void leave(vlHaplyServer* server, vlHaplySession* session)
{
    if (session == NULL || !session->isIn) {
        return;
    }
    session->isIn = false;
    server->isTaken[session->place] = false;
    vlHaplyPlant_Leave(&server->plant, session->place);
    countClients(server, -1);
    vlHaplyServer_Wake(server);
}

// Has the client told why and closed, as soon as it can be written to. Until then all it sends is
// dropped. (The library's own way to do this forgets the reason if more comes in meanwhile.)
static void refuse(struct lws* wsi, vlHaplySession* session, int code, const char* why)
{
    session->closeCode = code;
    (void)snprintf(session->closeWhy, sizeof session->closeWhy, "%s", why);
    lws_set_timeout(wsi, PENDING_TIMEOUT_CLOSE_SEND, CLOSE_SECONDS);
    lws_callback_on_writable(wsi);
}

static void expel(vlHaplyServer* server, struct lws* wsi, vlHaplySession* session, int code,
                  const char* why)
{
    count(server, &server->status.closed);
    leave(server, session);
    refuse(wsi, session, code, why);
}

// Nothing of an earlier message waits when the library says that a socket can be written to, so the
// frame may go out past it.
static int sendClose(struct lws* wsi, vlHaplySession* session)
{
    unsigned char frame[4 + sizeof session->closeWhy];
    size_t length = strlen(session->closeWhy);
    frame[0] = 0x88; // a close frame, whole
    frame[1] = (unsigned char)(2 + length);
    frame[2] = (unsigned char)(session->closeCode >> 8);
    frame[3] = (unsigned char)session->closeCode;
    memcpy(frame + 4, session->closeWhy, length);
    session->closeCode = 0;
    (void)send(lws_get_socket_fd(wsi), frame, 4 + length, MSG_NOSIGNAL | MSG_DONTWAIT);
    return -1;
}

static void join(vlHaplyServer* server, struct lws* wsi, vlHaplySession* session)
{
    memset(session, 0, sizeof *session);
    int place = 0;
    while (place < VL_MAX_HAPLY_CLIENTS && server->isTaken[place]) {
        ++place;
    }
    if (place == VL_MAX_HAPLY_CLIENTS) {
        count(server, &server->status.refused);
        refuse(wsi, session, CLOSE_TRY_AGAIN, "as many clients as there can be are connected");
        return;
    }
    server->isTaken[place] = true;
    countClients(server, 1);
    count(server, &server->status.sessions);
    session->isIn = session->wantsAll = true;
    session->place = place;
    session->number = server->status.sessions;
    session->owed = 1;
    vlHaplyServer_Wake(server);
    lws_callback_on_writable(wsi);
}

static int sendState(vlHaplyServer* server, struct lws* wsi, vlHaplySession* session)
{
    if (!session->isIn) {
        return session->closeCode != 0 ? sendClose(wsi, session) : 0;
    }
    if (session->owed == 0) {
        return 0;
    }
    vlHaplyState state;
    vlHaplyServer_Update(server);
    vlHaplyPlant_Describe(&server->plant, session->number, &state);
    size_t size = vlHaplyState_Write(&state, session->wantsAll, server->out + LWS_PRE,
                                     sizeof server->out - LWS_PRE);
    session->wantsAll = false;
    count(server, &server->status.states);
    if (--session->owed > 0) {
        lws_callback_on_writable(wsi);
    }
    unsigned char* bytes = (unsigned char*)server->out + LWS_PRE;
    return lws_write(wsi, bytes, size, LWS_WRITE_TEXT) < 0 ? -1 : 0;
}

static void receive(vlHaplyServer* server, struct lws* wsi, vlHaplySession* session,
                    const void* piece, size_t size)
{
    if (!session->isIn) {
        return;
    }
    if (lws_frame_is_binary(wsi)) {
        expel(server, wsi, session, CLOSE_NOT_TEXT, "messages are text");
        return;
    }
    if (!vlHaplySocket_Assemble(wsi, piece, size, session->text, sizeof session->text,
                                &session->textSize)) {
        expel(server, wsi, session, CLOSE_TOO_LARGE, "a message has at most 4096 bytes");
        return;
    }
    if (!vlHaplySocket_IsWhole(wsi)) {
        return;
    }
    char why[sizeof session->closeWhy];
    vlHaplyRequest request;
    if (!vlHaplyRequest_Read(session->text, session->textSize, &request, why, sizeof why)) {
        expel(server, wsi, session, CLOSE_MALFORMED, why);
        return;
    }
    if (session->owed == VL_MAX_HAPLY_OWED) {
        expel(server, wsi, session, CLOSE_POLICY, "too many messages whose answers are not read");
        return;
    }
    count(server, &server->status.requests);
    vlHaplyPlant_Command(&server->plant, session->place, &request, 1e-6 * (double)lws_now_usecs());
    session->wantsAll = session->wantsAll || request.wantsAll;
    ++session->owed;
    lws_callback_on_writable(wsi);
}

// --- The gate ---

static bool copyHeader(struct lws* wsi, enum lws_token_indexes token, char* text, int size)
{
    return lws_hdr_total_length(wsi, token) > 0 && lws_hdr_copy(wsi, text, size, token) > 0;
}

// A page from a file, or from a server on this machine, at any port.
static bool isLocalOrigin(const char* origin)
{
    static const char* const hosts[] = {"http://localhost", "http://127.0.0.1", "http://[::1]",
                                        "https://localhost"};
    bool isLocal = strcmp(origin, "null") == 0;
    for (size_t i = 0; i < sizeof hosts / sizeof hosts[0]; ++i) {
        size_t length = strlen(hosts[i]);
        isLocal = isLocal || (strncasecmp(origin, hosts[i], length) == 0 &&
                              (origin[length] == '\0' || origin[length] == ':'));
    }
    return isLocal;
}

static bool isAllowed(const vlHaplyServer* server, struct lws* wsi)
{
    char upgrade[16], host[128], origin[160];
    if (!copyHeader(wsi, WSI_TOKEN_UPGRADE, upgrade, sizeof upgrade) ||
        strcasecmp(upgrade, "websocket") != 0 ||
        !copyHeader(wsi, WSI_TOKEN_HOST, host, sizeof host) ||
        !vlAccess_CheckHost(&server->access, host)) {
        return false;
    }
    // An Origin that cannot be copied is there all the same.
    return lws_hdr_total_length(wsi, WSI_TOKEN_ORIGIN) <= 0 ||
           (copyHeader(wsi, WSI_TOKEN_ORIGIN, origin, sizeof origin) && isLocalOrigin(origin));
}

static bool sendAnswer(struct lws* wsi, const char* status, const char* body)
{
    unsigned char bytes[LWS_PRE + MAX_ANSWER];
    int used = snprintf((char*)bytes + LWS_PRE, MAX_ANSWER,
                        "HTTP/1.1 %s\r\nContent-Type: text/plain; charset=utf-8\r\n"
                        "Content-Length: %zu\r\nX-Content-Type-Options: nosniff\r\n"
                        "Connection: close\r\n\r\n%s",
                        status, strlen(body), body);
    return lws_write(wsi, bytes + LWS_PRE, (size_t)used, LWS_WRITE_HTTP_HEADERS) == used;
}

// 0: go on; 1: answered; -1: hang up.
static int confirmUpgrade(vlHaplyServer* server, struct lws* wsi)
{
    if (isAllowed(server, wsi)) {
        return 0;
    }
    count(server, &server->status.refused);
    return sendAnswer(wsi, "403 Forbidden", "Not allowed from there.\n") ? 1 : -1;
}

int vlHaplySession_Callback(struct lws* wsi, enum lws_callback_reasons reason, void* user, void* in,
                            size_t size)
{
    vlHaplyServer* server = vlHaplyServer_Of(wsi);
    switch ((int)reason) {
    case LWS_CALLBACK_WSI_CREATE: ++server->connectionCount; return 0;
    case LWS_CALLBACK_WSI_DESTROY: --server->connectionCount; return 0;
    case LWS_CALLBACK_EVENT_WAIT_CANCELLED: vlHaplyServer_Wake(server); return 0;
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE: return confirmUpgrade(server, wsi);
    case LWS_CALLBACK_HTTP:
        (void)sendAnswer(wsi, "426 Upgrade Required", "This is for WebSockets only.\n");
        return -1;
    case LWS_CALLBACK_ESTABLISHED: join(server, wsi, user); return 0;
    case LWS_CALLBACK_SERVER_WRITEABLE: return sendState(server, wsi, user);
    case LWS_CALLBACK_RECEIVE: receive(server, wsi, user, in, size); return 0;
    case LWS_CALLBACK_CLOSED: leave(server, user); return 0;
    // Neither a body nor a tunnel.
    case LWS_CALLBACK_HTTP_BODY:
    case LWS_CALLBACK_RAW_ADOPT:
    case LWS_CALLBACK_RAW_RX: return -1;
    default: return 0;
    }
}
