// SPDX-License-Identifier: MIT
// The page's files, and the check of who may open a WebSocket. Every connection serves one request
// and is closed (http_head.h says why); a page has only a handful of files.

#include <string.h>

#include "app/serve/hub.h"
#include "app/socket/http_head.h"

static const vlHttpStatus statusOk = {200, "OK", NULL};
static const vlHttpStatus statusNoUpgrade = {400, "Bad Request", "This is for WebSockets only.\n"};
static const vlHttpStatus statusForbidden = {
    403, "Forbidden", "Not allowed: open the address that volar printed, with its token.\n"};
static const vlHttpStatus statusNotFound = {404, "Not Found", "There is no such page.\n"};
static const vlHttpStatus statusMethod = {405, "Method Not Allowed", "Only GET and HEAD.\n"};

// May this request be answered? It may need the token.
static bool isAllowed(vlServer* server, struct lws* wsi, bool isSocket, bool needsToken)
{
    char token[VL_TOKEN_DIGITS + 16];
    const vlAccess* access = &server->socket.access;
    vlHttpAsker asker;
    vlHttp_FindAsker(wsi, &asker);
    const char* given = lws_get_urlarg_by_name(wsi, "token=", token, sizeof token);
    return vlAccess_CheckHost(access, asker.host) &&
           vlAccess_CheckOrigin(access, asker.origin, asker.host, isSocket) &&
           (!needsToken || vlAccess_CheckToken(access, given));
}

static bool sendHead(struct lws* wsi, const vlHttpStatus* status, const vlPage* page, bool isHead)
{
    vlHttpContent content = {0};
    if (page != NULL) {
        content = (vlHttpContent){page->type, page->encoding, page->size};
    }
    return vlHttp_SendHead(wsi, status, page != NULL ? &content : NULL, isHead);
}

static int answer(struct lws* wsi, vlRequest* request, const char* path)
{
    vlServer* server = vlHub_Get(wsi);
    const vlPage* page = vlPage_Find(path);
    bool isHead = lws_hdr_total_length(wsi, WSI_TOKEN_HEAD_URI) > 0;
    bool isHtml = page != NULL && strncmp(page->type, "text/html", 9) == 0;
    const vlHttpStatus* status = page != NULL ? &statusOk : &statusNotFound;
    if (!isHead && lws_hdr_total_length(wsi, WSI_TOKEN_GET_URI) == 0) {
        status = &statusMethod;
    } else if (!isAllowed(server, wsi, false, isHtml)) {
        atomic_fetch_add(&server->clientsRefused, 1);
        status = &statusForbidden;
    } else if (strcmp(path, "/ws") == 0) {
        status = &statusNoUpgrade;
    }
    bool isPage = status == &statusOk;
    if (!sendHead(wsi, status, isPage ? page : NULL, isHead) || !isPage || isHead) {
        return -1; // nothing follows, whether it was sent or not
    }
    request->page = page;
    request->sent = 0;
    lws_callback_on_writable(wsi);
    return 0;
}

static int sendChunk(struct lws* wsi, vlRequest* request)
{
    const vlPage* page = request->page;
    if (page == NULL) {
        return -1;
    }
    return vlHttp_SendPart(wsi, page->bytes, page->size, &request->sent);
}

// 0: go on; 1: answered; -1: close the connection. `in` must not be read (http_head.h).
static int confirmUpgrade(struct lws* wsi)
{
    vlServer* server = vlHub_Get(wsi);
    char path[16], protocol[16];
    bool isOurs = vlHttp_IsUpgrade(wsi) &&
                  vlHttp_CopyHeader(wsi, WSI_TOKEN_GET_URI, path, sizeof path) &&
                  strcmp(path, "/ws") == 0 &&
                  vlHttp_CopyHeader(wsi, WSI_TOKEN_PROTOCOL, protocol, sizeof protocol) &&
                  strcmp(protocol, "volar") == 0;
    const vlHttpStatus* status = isOurs ? &statusForbidden : &statusNoUpgrade;
    if (isOurs && isAllowed(server, wsi, true, true)) {
        if (vlHttp_HasVersion(wsi)) {
            return 0;
        }
        status = &vlHttp_OtherVersion;
    }
    atomic_fetch_add(&server->clientsRefused, 1);
    return vlHttp_SendHead(wsi, status, NULL, false) ? 1 : -1;
}

int vlRequest_Callback(struct lws* wsi, enum lws_callback_reasons reason, void* user, void* in,
                       size_t size)
{
    (void)size;
    switch ((int)reason) {
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE:
        vlSocketServer_NoteRequest(wsi);
        return confirmUpgrade(wsi);
    case LWS_CALLBACK_HTTP: vlSocketServer_NoteRequest(wsi); return answer(wsi, user, in);
    case LWS_CALLBACK_HTTP_WRITEABLE: return sendChunk(wsi, user);
    // No WebSocket without our subprotocol.
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
    case LWS_CALLBACK_ESTABLISHED: return -1;
    default: return vlSocketServer_HandleRest(wsi, reason);
    }
}
