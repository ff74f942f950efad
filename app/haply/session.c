// SPDX-License-Identifier: MIT
// The server's end of a WebSocket: all devices on joining, then one state for each request. Any
// web page can make a browser connect to this machine, so a browser's page must come from this
// machine too, or from an origin that the user allowed; programs other than browsers send no
// Origin.

#include <string.h>
#include <strings.h>

#include "app/haply/service.h"
#include "app/socket/http_head.h"

// Messages that a client may send per second on average, and at once; pings count too. Clients send
// a thousand or a few thousands.
#define MESSAGE_RATE 10000.0

static const vlHttpStatus statusForbidden = {403, "Forbidden", "Not allowed from there.\n"};

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
    server->clients[session->place] = NULL;
    vlHaplyPlant_Leave(&server->plant, session->place);
    countClients(server, -1);
    vlHaplyServer_Wake(server);
}

static void expel(vlHaplyServer* server, struct lws* wsi, vlHaplySession* session, int code,
                  const char* why)
{
    count(server, &server->status.closed);
    leave(server, session);
    vlFarewell_Ask(&session->farewell, wsi, code, why);
}

static bool passes(vlHaplyServer* server, struct lws* wsi, vlHaplySession* session,
                   vlTrafficFault fault)
{
    if (fault != VL_TRAFFIC_GOOD) {
        int code = fault == VL_TRAFFIC_UNMASKED ? VL_CLOSE_PROTOCOL : VL_CLOSE_POLICY;
        expel(server, wsi, session, code, vlTraffic_Text(fault));
    }
    return fault == VL_TRAFFIC_GOOD;
}

void vlHaplySession_LookAtAll(vlHaplyServer* server)
{
    for (int i = 0; i < VL_MAX_HAPLY_CLIENTS; ++i) {
        struct lws* wsi = server->clients[i];
        if (wsi != NULL) {
            vlHaplySession* session = lws_wsi_user(wsi);
            (void)passes(server, wsi, session, vlTraffic_Look(&session->traffic, wsi));
        }
    }
}

static void join(vlHaplyServer* server, struct lws* wsi, vlHaplySession* session)
{
    memset(session, 0, sizeof *session);
    int place = 0;
    while (place < VL_MAX_HAPLY_CLIENTS && server->clients[place] != NULL) {
        ++place;
    }
    if (place == VL_MAX_HAPLY_CLIENTS) {
        count(server, &server->status.refused);
        vlFarewell_Ask(&session->farewell, wsi, VL_CLOSE_TRY_AGAIN,
                       "the maximum number of clients is connected");
        return;
    }
    server->clients[place] = wsi;
    vlTraffic_Begin(&session->traffic, wsi, MESSAGE_RATE, VL_MAX_HAPLY_REQUEST);
    countClients(server, 1);
    count(server, &server->status.sessions);
    session->isIn = session->wantsAll = true;
    session->view = vlHaplyPlant_DefaultView();
    session->place = place;
    session->number = server->status.sessions;
    session->owed = 1;
    vlHaplyServer_Wake(server);
    lws_callback_on_writable(wsi);
}

static int sendState(vlHaplyServer* server, struct lws* wsi, vlHaplySession* session)
{
    if (!session->isIn) {
        return vlFarewell_Send(&session->farewell, wsi);
    }
    if (session->owed == 0) {
        return 0;
    }
    vlHaplyState state;
    vlHaplyServer_Update(server);
    vlHaplyPlant_Describe(&server->plant, session->number, &session->view, &state);
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
    if (!session->isIn ||
        !passes(server, wsi, session, vlTraffic_Receive(&session->traffic, wsi, size))) {
        return;
    }
    if (lws_frame_is_binary(wsi)) {
        expel(server, wsi, session, VL_CLOSE_NOT_TEXT, "messages must be text");
        return;
    }
    if (!vlSocket_Assemble(wsi, piece, size, session->text, sizeof session->text,
                           &session->textSize)) {
        expel(server, wsi, session, VL_CLOSE_TOO_LARGE, "a message has at most 4096 bytes");
        return;
    }
    if (!vlSocket_IsWhole(wsi)) {
        return;
    }
    char why[sizeof session->farewell.why];
    vlHaplyRequest request;
    if (!vlHaplyRequest_Read(session->text, session->textSize, &request, why, sizeof why)) {
        expel(server, wsi, session, VL_CLOSE_MALFORMED, why);
        return;
    }
    if (session->owed == VL_MAX_HAPLY_OWED) {
        expel(server, wsi, session, VL_CLOSE_POLICY,
              "too many messages whose answers are not read");
        return;
    }
    count(server, &server->status.requests);
    vlHaplyPlant_Command(&server->plant, session->place, &session->view, &request,
                         1e-6 * (double)lws_now_usecs());
    session->wantsAll = session->wantsAll || request.wantsAll;
    ++session->owed;
    lws_callback_on_writable(wsi);
}

// --- Who may connect ---

// A page from a server on this machine, at any port. One from a file is not known as such: its
// origin is "null", which any web site can have too, by a frame with the attribute sandbox.
static bool isLocalOrigin(const char* origin)
{
    static const char* const hosts[] = {"http://localhost", "http://127.0.0.1", "http://[::1]",
                                        "https://localhost"};
    bool isLocal = false;
    for (size_t i = 0; i < sizeof hosts / sizeof hosts[0]; ++i) {
        size_t length = strlen(hosts[i]);
        isLocal = isLocal || (strncasecmp(origin, hosts[i], length) == 0 &&
                              (origin[length] == '\0' || origin[length] == ':'));
    }
    return isLocal;
}

static bool isAllowedOrigin(const vlHaplyServer* server, const char* origin)
{
    bool isNamed = false;
    for (int i = 0; i < server->originCount; ++i) {
        isNamed = isNamed || strcasecmp(origin, server->origins[i]) == 0;
    }
    return isNamed || isLocalOrigin(origin);
}

bool vlHaplySession_IsAllowed(const vlHaplyServer* server, struct lws* wsi)
{
    vlHttpAsker asker;
    vlHttp_FindAsker(wsi, &asker);
    return vlAccess_CheckHost(&server->socket.access, asker.host) &&
           (asker.origin == NULL || isAllowedOrigin(server, asker.origin));
}

// 0: go on; 1: answered; -1: close the connection.
static int confirmUpgrade(vlHaplyServer* server, struct lws* wsi)
{
    bool isOurs = vlHttp_IsUpgrade(wsi) && vlHaplySession_IsAllowed(server, wsi);
    if (isOurs && vlHttp_HasVersion(wsi)) {
        return 0;
    }
    count(server, &server->status.refused);
    const vlHttpStatus* status = isOurs ? &vlHttp_OtherVersion : &statusForbidden;
    return vlHttp_SendHead(wsi, status, NULL, false) ? 1 : -1;
}

int vlHaplySession_Callback(struct lws* wsi, enum lws_callback_reasons reason, void* user, void* in,
                            size_t size)
{
    vlHaplyServer* server = vlHaplyServer_Of(wsi);
    switch ((int)reason) {
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE:
        vlSocketServer_NoteRequest(wsi);
        return confirmUpgrade(server, wsi);
    case LWS_CALLBACK_HTTP:
        vlSocketServer_NoteRequest(wsi);
        return vlHaplyHttp_Answer(wsi, user, in);
    case LWS_CALLBACK_HTTP_WRITEABLE: return vlHaplyHttp_Send(wsi, user);
    case LWS_CALLBACK_ESTABLISHED:
        vlSocketServer_NoteWebSocket(wsi);
        join(server, wsi, user);
        return 0;
    case LWS_CALLBACK_SERVER_WRITEABLE: return sendState(server, wsi, user);
    case LWS_CALLBACK_RECEIVE: receive(server, wsi, user, in, size); return 0;
    case LWS_CALLBACK_CLOSED: leave(server, user); return 0;
    default: return vlSocketServer_HandleRest(wsi, reason);
    }
}
