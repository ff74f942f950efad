// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_HTTP_HEAD_H
#define VOLAR_APP_HTTP_HEAD_H

// The headers of a request that say who asks, and the head of its answer. Every connection serves
// one request and is closed: the library mishandles a second request on the same connection that
// asks for an upgrade it does not know (CVE-2025-11677).

#include <libwebsockets.h>
#include <stdbool.h>

typedef struct vlHttpAsker {
    char hostText[128], originText[160];
    const char* host;   // NULL: there is none
    const char* origin; // NULL: there is none; "": too long to be a known one
} vlHttpAsker;

typedef struct vlHttpStatus {
    int code;
    const char* text;
    const char* body; // a line of text; NULL: the caller sends the content
} vlHttpStatus;

// What follows a head, if it is not the line of a status.
typedef struct vlHttpContent {
    const char* type;
    const char* encoding; // NULL: none
    size_t size;
} vlHttpContent;

// Copies a header; false if there is none or it is too long to be a known one.
bool vlHttp_CopyHeader(struct lws* wsi, enum lws_token_indexes token, char* text, int size);
// `asker` points into itself: not to be copied.
void vlHttp_FindAsker(struct lws* wsi, vlHttpAsker* asker);
// Does the request ask for a WebSocket?
bool vlHttp_IsUpgrade(struct lws* wsi);
// For one, is it of the version of RFC 6455? The library does not look. The answer is this status
// otherwise.
bool vlHttp_HasVersion(struct lws* wsi);
extern const vlHttpStatus vlHttp_OtherVersion;
// Sends status and headers, and the status' line too unless there is other content or only the head
// was asked for.
bool vlHttp_SendHead(struct lws* wsi, const vlHttpStatus* status, const vlHttpContent* content,
                     bool isHead);
// Sends the next part of the content, from `*sent` on, and asks to be called again. Returns what
// the library's callback has to return: -1 once all is sent, or if it cannot be.
int vlHttp_SendPart(struct lws* wsi, const unsigned char* bytes, size_t size, size_t* sent);

#endif
