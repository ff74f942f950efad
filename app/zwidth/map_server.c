// SPDX-License-Identifier: MIT
#include "app/zwidth/map_server.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/serve/page.h"
#include "app/socket/http_head.h"
#include "app/socket/socket_server.h"

#define CONNECTIONS 16
#define PORT_TRIES 20
#define NUMBER 40 // longest text of a number

static const vlHttpStatus statusOk = {200, "OK", NULL};
static const vlHttpStatus statusForbidden = {403, "Forbidden", "Not allowed.\n"};
static const vlHttpStatus statusNotFound = {404, "Not Found", "There is no such page.\n"};
static const vlHttpStatus statusMethod = {405, "Method Not Allowed", "Only GET and HEAD.\n"};

struct vlMapServer {
    vlSocketServer socket;
    vlMapServerDef def;
    char url[128];
};

// What is being sent: a file of the page, or an answer.
typedef struct Request {
    const unsigned char* bytes;
    char* answer; // to be freed
    size_t size, sent;
} Request;

static double takeNumber(struct lws* wsi, const char* name)
{
    char text[NUMBER];
    char* end;
    const char* found = lws_get_urlarg_by_name(wsi, name, text, sizeof text);
    double value = found != NULL ? strtod(found, &end) : (double)NAN;
    return found != NULL && end != found && *end == '\0' ? value : (double)NAN;
}

static bool isAllowed(const vlMapServer* server, struct lws* wsi)
{
    vlHttpAsker asker;
    vlHttp_FindAsker(wsi, &asker);
    return vlAccess_CheckHost(&server->socket.access, asker.host) &&
           vlAccess_CheckOrigin(&server->socket.access, asker.origin, asker.host, false);
}

// Finds what is asked for. False if there is none.
static bool find(const vlMapServer* server, struct lws* wsi, Request* request, const char* path,
                 vlHttpContent* content)
{
    const vlPage* page = vlPage_Find(strcmp(path, "/") == 0 ? "/map.html" : path);
    if (page != NULL) {
        request->bytes = page->bytes;
        request->size = page->size;
        *content = (vlHttpContent){page->type, page->encoding, page->size};
        return true;
    }
    vlMapQuery query = {.path = path,
                        .hand = takeNumber(wsi, "hand="),
                        .x = takeNumber(wsi, "x="),
                        .y = takeNumber(wsi, "y="),
                        .delay = takeNumber(wsi, "delay=")};
    request->answer = server->def.answer(server->def.user, &query, &request->size);
    request->bytes = (const unsigned char*)request->answer;
    *content = (vlHttpContent){"application/json", NULL, request->size};
    return request->answer != NULL;
}

static int answer(struct lws* wsi, Request* request, const char* path)
{
    const vlMapServer* server = vlSocketServer_OwnerOf(wsi);
    vlHttpContent content;
    bool isHead = lws_hdr_total_length(wsi, WSI_TOKEN_HEAD_URI) > 0;
    const vlHttpStatus* status = &statusOk;
    *request = (Request){.sent = 0};
    if (!isHead && lws_hdr_total_length(wsi, WSI_TOKEN_GET_URI) == 0) {
        status = &statusMethod;
    } else if (!isAllowed(server, wsi)) {
        status = &statusForbidden;
    } else if (!find(server, wsi, request, path, &content)) {
        status = &statusNotFound;
    }
    bool isFound = status == &statusOk;
    if (!vlHttp_SendHead(wsi, status, isFound ? &content : NULL, isHead) || !isFound || isHead) {
        return -1; // nothing follows, whether it was sent or not
    }
    lws_callback_on_writable(wsi);
    return 0;
}

static int sendChunk(struct lws* wsi, Request* request)
{
    return request->bytes != NULL
               ? vlHttp_SendPart(wsi, request->bytes, request->size, &request->sent)
               : -1;
}

static void forget(Request* request)
{
    if (request != NULL) {
        free(request->answer);
        *request = (Request){.sent = 0};
    }
}

static int takeRequest(struct lws* wsi, enum lws_callback_reasons reason, void* user, void* in,
                       size_t size)
{
    (void)size;
    switch ((int)reason) {
    case LWS_CALLBACK_HTTP: vlSocketServer_NoteRequest(wsi); return answer(wsi, user, in);
    case LWS_CALLBACK_HTTP_WRITEABLE: return sendChunk(wsi, user);
    case LWS_CALLBACK_CLOSED_HTTP: forget(user); return vlSocketServer_HandleRest(wsi, reason);
    // There are no WebSockets here.
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE:
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
    case LWS_CALLBACK_ESTABLISHED: return -1;
    default: return vlSocketServer_HandleRest(wsi, reason);
    }
}

static const struct lws_protocols protocols[] = {
    {.name = "http", .callback = takeRequest, .per_session_data_size = sizeof(Request)},
    VL_SOCKET_LISTENER,
    {0}};

static void wake(void* owner)
{
    (void)owner; // nobody wakes it
}

vlResult vlMapServer_Start(const vlMapServerDef* def, vlMapServer** server, char* message,
                           size_t messageSize)
{
    vlMapServer* made = calloc(1, sizeof *made);
    if (made == NULL) {
        (void)snprintf(message, messageSize, "%s", vlResult_Text(VL_ERROR_MEMORY));
        return VL_ERROR_MEMORY;
    }
    made->def = *def;
    vlSocketServerDef socket = {.place = {.port = def->port, .portTries = PORT_TRIES},
                                .protocols = protocols,
                                .maxConnections = CONNECTIONS,
                                .wake = wake,
                                .owner = made};
    vlResult result = vlSocketServer_Open(&made->socket, &socket, message, messageSize);
    if (result == VL_OK) {
        vlListen_WriteUrl(&made->socket.access, made->url, sizeof made->url);
        result = vlSocketServer_Run(&made->socket, message, messageSize);
    }
    if (result != VL_OK) {
        vlSocketServer_Close(&made->socket);
        free(made);
        return result;
    }
    *server = made;
    return VL_OK;
}

void vlMapServer_Stop(vlMapServer* server)
{
    if (server != NULL) {
        vlSocketServer_Stop(&server->socket);
        vlSocketServer_Close(&server->socket);
        free(server);
    }
}

const char* vlMapServer_GetUrl(const vlMapServer* server)
{
    return server->url;
}
