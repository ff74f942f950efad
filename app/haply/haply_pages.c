// SPDX-License-Identifier: MIT
// The pages that clients of the service ask for over HTTP: which version it is, its devices, its
// sessions. Nothing can be changed there.

#include <stdio.h>
#include <string.h>
#include <volar/base.h>

#include "app/haply/service.h"
#include "app/socket/http_head.h"

static const vlHttpStatus statusOk = {200, "OK", NULL};
static const vlHttpStatus statusForbidden = {403, "Forbidden", "Not allowed from there.\n"};
static const vlHttpStatus statusNotFound = {
    404, "Not Found", "The simulated service has /version, /devices and /sessions.\n"};
static const vlHttpStatus statusMethod = {
    405, "Method Not Allowed", "The settings of the simulated device cannot be changed.\n"};

// Writes {"ok":true,"data":...} around what is in the middle of the buffer.
static size_t wrap(char* text, size_t size, const char* data, size_t dataSize)
{
    int used = snprintf(text, size, "{\"ok\":true,\"data\":%.*s}\n", (int)dataSize, data);
    return used > 0 && (size_t)used < size ? (size_t)used : 0;
}

static size_t writeSessions(const vlHaplyServer* server, char* text, size_t size)
{
    size_t used = (size_t)snprintf(text, size, "[");
    for (int i = 0; i < VL_MAX_HAPLY_CLIENTS; ++i) {
        if (server->clients[i] != NULL && used < size) {
            const vlHaplySession* session = lws_wsi_user(server->clients[i]);
            used += (size_t)snprintf(text + used, size - used, "%s{\"session_id\":%llu}",
                                     used > 1 ? "," : "", (unsigned long long)session->number);
        }
    }
    used += used < size ? (size_t)snprintf(text + used, size - used, "]") : 0;
    return used < size ? used : 0;
}

// 0: there is no such page, or it does not fit.
static size_t writePage(vlHaplyServer* server, const char* path, char* text, size_t size)
{
    char data[VL_MAX_HAPLY_REQUEST];
    size_t used = 0;
    if (strcmp(path, "/version") == 0) {
        used = (size_t)snprintf(data, sizeof data,
                                "{\"project_name\":\"volar haply-server\","
                                "\"project_version\":\"%s\"}",
                                VL_VERSION_STRING);
    } else if (strcmp(path, "/devices") == 0) {
        vlHaplyState state;
        vlHaplyView view = vlHaplyPlant_DefaultView();
        vlHaplyServer_Update(server);
        vlHaplyPlant_Describe(&server->plant, 0, &view, &state);
        used = vlHaplyState_Write(&state, true, data, sizeof data);
    } else if (strcmp(path, "/sessions") == 0) {
        used = writeSessions(server, data, sizeof data);
    }
    return used > 0 ? wrap(text, size, data, used) : 0;
}

int vlHaplyHttp_Answer(struct lws* wsi, vlHaplySession* session, const char* path)
{
    vlHaplyServer* server = vlHaplyServer_Of(wsi);
    const vlHttpStatus* status = &statusOk;
    memset(session, 0, sizeof *session);
    if (lws_hdr_total_length(wsi, WSI_TOKEN_GET_URI) == 0) {
        status = &statusMethod;
    } else if (!vlHaplySession_IsAllowed(server, wsi)) {
        status = &statusForbidden;
    } else {
        session->textSize = writePage(server, path, session->text, sizeof session->text);
        status = session->textSize > 0 ? &statusOk : &statusNotFound;
    }
    vlHttpContent content = {"application/json", NULL, session->textSize};
    bool isFound = status == &statusOk;
    if (!vlHttp_SendHead(wsi, status, isFound ? &content : NULL, false) || !isFound) {
        return -1; // nothing follows, whether it was sent or not
    }
    lws_callback_on_writable(wsi);
    return 0;
}

int vlHaplyHttp_Send(struct lws* wsi, vlHaplySession* session)
{
    return vlHttp_SendPart(wsi, (const unsigned char*)session->text, session->textSize,
                           &session->sent);
}
