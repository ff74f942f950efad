// SPDX-License-Identifier: MIT
// The page's files, and the gate before the WebSocket. Every connection serves one request and is
// closed: a page has a handful of files, and the library mishandles a second request on the same
// connection that asks for an upgrade it does not know (CVE-2025-11677).

#include <stdio.h>
#include <string.h>

#include "app/serve/hub.h"

#define MAX_HEADERS 1024
#define CHUNK 16384
#define SEND_SECONDS 20 // to take the whole answer

typedef struct Status {
    int code;
    const char* text;
    const char* body; // NULL: a page's
} Status;

static const Status statusOk = {200, "OK", NULL};
static const Status statusNoUpgrade = {400, "Bad Request", "This is for WebSockets only.\n"};
static const Status statusForbidden = {
    403, "Forbidden", "Not allowed: open the address that volar printed, with its token.\n"};
static const Status statusNotFound = {404, "Not Found", "There is no such page.\n"};
static const Status statusMethod = {405, "Method Not Allowed", "Only GET and HEAD.\n"};

// What every answer says: nothing from elsewhere, nowhere else, no guessing of types.
static const char commonHeaders[] =
    "Cache-Control: no-cache\r\n"
    "Content-Security-Policy: default-src 'self'; connect-src 'self' ws:; img-src 'self' data: "
    "blob:; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\n"
    "X-Content-Type-Options: nosniff\r\n"
    "Referrer-Policy: no-referrer\r\n"
    "Cross-Origin-Resource-Policy: same-origin\r\n"
    "Connection: close\r\n";

// Copies a header; false if there is none or it is too long to be one we know.
static bool copyHeader(struct lws* wsi, enum lws_token_indexes token, char* text, int size)
{
    return lws_hdr_total_length(wsi, token) > 0 && lws_hdr_copy(wsi, text, size, token) > 0;
}

// Sends status and headers, and the body too if it is a line of text.
static bool sendStatus(struct lws* wsi, const Status* status, const vlPage* page, bool isHead)
{
    unsigned char buffer[LWS_PRE + MAX_HEADERS];
    char* text = (char*)buffer + LWS_PRE;
    const char* body = status->body != NULL ? status->body : "";
    const char* encoding = page != NULL ? page->encoding : NULL;
    size_t length = page != NULL ? page->size : strlen(body);
    int used = snprintf(
        text, MAX_HEADERS,
        "HTTP/1.1 %d %s\r\nContent-Type: %s\r\nContent-Length: %zu\r\n"
        "%s%s%s%s%s\r\n%s",
        status->code, status->text, page != NULL ? page->type : "text/plain; charset=utf-8", length,
        encoding != NULL ? "Content-Encoding: " : "", encoding != NULL ? encoding : "",
        encoding != NULL ? "\r\n" : "", status->code == 405 ? "Allow: GET, HEAD\r\n" : "",
        commonHeaders, isHead || page != NULL ? "" : body);
    if (used < 0 || used >= MAX_HEADERS) {
        return false;
    }
    lws_set_timeout(wsi, PENDING_TIMEOUT_HTTP_CONTENT, SEND_SECONDS);
    return lws_write(wsi, buffer + LWS_PRE, (size_t)used, LWS_WRITE_HTTP_HEADERS) == used;
}

// May this request be answered at all, and, if it must show the token, does it?
static bool isAllowed(vlServer* server, struct lws* wsi, bool isSocket, bool needsToken)
{
    char host[128], origin[160], token[VL_TOKEN_DIGITS + 16];
    const vlAccess* access = &server->access;
    bool hasHost = copyHeader(wsi, WSI_TOKEN_HOST, host, sizeof host);
    // An Origin that cannot be copied is there all the same.
    bool hasOrigin = lws_hdr_total_length(wsi, WSI_TOKEN_ORIGIN) > 0;
    if (hasOrigin && !copyHeader(wsi, WSI_TOKEN_ORIGIN, origin, sizeof origin)) {
        origin[0] = '\0';
    }
    const char* given = lws_get_urlarg_by_name(wsi, "token=", token, sizeof token);
    return vlAccess_CheckHost(access, hasHost ? host : NULL) &&
           vlAccess_CheckOrigin(access, hasOrigin ? origin : NULL, hasHost ? host : NULL,
                                isSocket) &&
           (!needsToken || vlAccess_CheckToken(access, given));
}

static int answer(struct lws* wsi, vlRequest* request, const char* path)
{
    vlServer* server = vlHub_Get(wsi);
    const vlPage* page = vlPage_Find(path);
    bool isHead = lws_hdr_total_length(wsi, WSI_TOKEN_HEAD_URI) > 0;
    bool isHtml = page != NULL && strncmp(page->type, "text/html", 9) == 0;
    const Status* status = page != NULL ? &statusOk : &statusNotFound;
    if (!isHead && lws_hdr_total_length(wsi, WSI_TOKEN_GET_URI) == 0) {
        status = &statusMethod;
    } else if (!isAllowed(server, wsi, false, isHtml)) {
        atomic_fetch_add(&server->clientsRefused, 1);
        status = &statusForbidden;
    } else if (strcmp(path, "/ws") == 0) {
        status = &statusNoUpgrade;
    }
    bool isPage = status == &statusOk;
    if (!sendStatus(wsi, status, isPage ? page : NULL, isHead) || !isPage || isHead) {
        return -1; // sent or not, nothing follows
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
    unsigned char buffer[LWS_PRE + CHUNK];
    size_t left = page->size - request->sent;
    size_t size = left < CHUNK ? left : CHUNK;
    memcpy(buffer + LWS_PRE, page->bytes + request->sent, size);
    bool isLast = size == left;
    int written =
        lws_write(wsi, buffer + LWS_PRE, size, isLast ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP);
    if (written < 0 || isLast) {
        return -1; // what the socket has not taken yet is sent before it is closed
    }
    request->sent += size;
    lws_callback_on_writable(wsi);
    return 0;
}

// 0: go on; 1: answered; -1: hang up. `in` must not be read: see above.
static int confirmUpgrade(struct lws* wsi)
{
    vlServer* server = vlHub_Get(wsi);
    char upgrade[16], path[16], protocol[16];
    bool isOurs = copyHeader(wsi, WSI_TOKEN_UPGRADE, upgrade, sizeof upgrade) &&
                  strcasecmp(upgrade, "websocket") == 0 &&
                  copyHeader(wsi, WSI_TOKEN_GET_URI, path, sizeof path) &&
                  strcmp(path, "/ws") == 0 &&
                  copyHeader(wsi, WSI_TOKEN_PROTOCOL, protocol, sizeof protocol) &&
                  strcmp(protocol, "volar") == 0;
    const Status* status = isOurs ? &statusForbidden : &statusNoUpgrade;
    if (isOurs && isAllowed(server, wsi, true, true)) {
        return 0;
    }
    atomic_fetch_add(&server->clientsRefused, 1);
    return sendStatus(wsi, status, NULL, false) ? 1 : -1;
}

int vlHttp_Callback(struct lws* wsi, enum lws_callback_reasons reason, void* user, void* in,
                    size_t size)
{
    (void)size;
    switch ((int)reason) {
    case LWS_CALLBACK_WSI_CREATE: ++vlHub_Get(wsi)->connectionCount; return 0;
    case LWS_CALLBACK_WSI_DESTROY: --vlHub_Get(wsi)->connectionCount; return 0;
    case LWS_CALLBACK_EVENT_WAIT_CANCELLED: vlHub_Wake(vlHub_Get(wsi)); return 0;
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE: return confirmUpgrade(wsi);
    case LWS_CALLBACK_HTTP: return answer(wsi, user, in);
    case LWS_CALLBACK_HTTP_WRITEABLE: return sendChunk(wsi, user);
    // Neither a body nor a tunnel, and no WebSocket without our subprotocol.
    case LWS_CALLBACK_HTTP_BODY:
    case LWS_CALLBACK_RAW_ADOPT:
    case LWS_CALLBACK_RAW_RX:
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
    case LWS_CALLBACK_ESTABLISHED: return -1;
    default: return 0;
    }
}
