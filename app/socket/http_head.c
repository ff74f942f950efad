// SPDX-License-Identifier: MIT
#include "app/socket/http_head.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#define CHUNK 16384 // bytes
#define MAX_HEADERS 1024
#define SEND_SECONDS 20 // to take the whole answer

// Headers of every answer: no content from elsewhere, no embedding elsewhere, no guessing of types.
static const char commonHeaders[] =
    "Cache-Control: no-cache\r\n"
    "Content-Security-Policy: default-src 'self'; connect-src 'self' ws:; img-src 'self' data: "
    "blob:; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\n"
    "X-Content-Type-Options: nosniff\r\n"
    "Referrer-Policy: no-referrer\r\n"
    "Cross-Origin-Resource-Policy: same-origin\r\n"
    "Connection: close\r\n";

bool vlHttp_CopyHeader(struct lws* wsi, enum lws_token_indexes token, char* text, int size)
{
    return lws_hdr_total_length(wsi, token) > 0 && lws_hdr_copy(wsi, text, size, token) > 0;
}

void vlHttp_FindAsker(struct lws* wsi, vlHttpAsker* asker)
{
    bool hasHost = vlHttp_CopyHeader(wsi, WSI_TOKEN_HOST, asker->hostText, sizeof asker->hostText);
    asker->host = hasHost ? asker->hostText : NULL;
    // An Origin that cannot be copied still counts as one.
    if (!vlHttp_CopyHeader(wsi, WSI_TOKEN_ORIGIN, asker->originText, sizeof asker->originText)) {
        asker->originText[0] = '\0';
    }
    bool hasOrigin = lws_hdr_total_length(wsi, WSI_TOKEN_ORIGIN) > 0;
    asker->origin = hasOrigin ? asker->originText : NULL;
}

bool vlHttp_IsUpgrade(struct lws* wsi)
{
    char upgrade[16];
    return vlHttp_CopyHeader(wsi, WSI_TOKEN_UPGRADE, upgrade, sizeof upgrade) &&
           strcasecmp(upgrade, "websocket") == 0;
}

const vlHttpStatus vlHttp_OtherVersion = {426, "Upgrade Required",
                                          "Only version 13 of the WebSocket protocol.\n"};

bool vlHttp_HasVersion(struct lws* wsi)
{
    char version[8];
    return vlHttp_CopyHeader(wsi, WSI_TOKEN_VERSION, version, sizeof version) &&
           strcmp(version, "13") == 0;
}

// A header that a status needs.
static const char* headerOf(int code)
{
    switch (code) {
    case 405: return "Allow: GET, HEAD\r\n";
    case 426: return "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n";
    default: return "";
    }
}

bool vlHttp_SendHead(struct lws* wsi, const vlHttpStatus* status, const vlHttpContent* content,
                     bool isHead)
{
    const char* body = status->body != NULL ? status->body : "";
    vlHttpContent line = {"text/plain; charset=utf-8", NULL, strlen(body)};
    const vlHttpContent* sent = content != NULL ? content : &line;
    bool isEncoded = sent->encoding != NULL;
    unsigned char buffer[LWS_PRE + MAX_HEADERS];
    int used = snprintf(
        (char*)buffer + LWS_PRE, MAX_HEADERS,
        "HTTP/1.1 %d %s\r\nContent-Type: %s\r\nContent-Length: %zu\r\n%s%s%s%s%s\r\n%s",
        status->code, status->text, sent->type, sent->size, isEncoded ? "Content-Encoding: " : "",
        isEncoded ? sent->encoding : "", isEncoded ? "\r\n" : "", headerOf(status->code),
        commonHeaders, isHead || content != NULL ? "" : body);
    if (used < 0 || used >= MAX_HEADERS) {
        return false;
    }
    lws_set_timeout(wsi, PENDING_TIMEOUT_HTTP_CONTENT, SEND_SECONDS);
    return lws_write(wsi, buffer + LWS_PRE, (size_t)used, LWS_WRITE_HTTP_HEADERS) == used;
}

int vlHttp_SendPart(struct lws* wsi, const unsigned char* bytes, size_t size, size_t* sent)
{
    unsigned char buffer[LWS_PRE + CHUNK];
    size_t left = size - *sent;
    size_t now = left < CHUNK ? left : CHUNK;
    memcpy(buffer + LWS_PRE, bytes + *sent, now);
    bool isLast = now == left;
    int written =
        lws_write(wsi, buffer + LWS_PRE, now, isLast ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP);
    if (written < 0 || isLast) {
        return -1; // the library sends what is left before it closes
    }
    *sent += now;
    lws_callback_on_writable(wsi);
    return 0;
}
