// SPDX-License-Identifier: MIT
#include "app/live/viewer.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/cli/exit_status.h"
#include "app/cli/terminal.h"
#include "app/live/live.h"
#include "base/host.h"

// How many further ports are tried when the user named none.
#define PORT_TRIES 20

vlViewer vlViewer_Default(void)
{
    vlViewer viewer = {true, "127.0.0.1", VL_SERVER_DEFAULT_PORT, false};
    return viewer;
}

static bool isNumeric(const char* address)
{
    unsigned char bytes[sizeof(struct in6_addr)];
    return inet_pton(AF_INET, address, bytes) == 1 || inet_pton(AF_INET6, address, bytes) == 1;
}

static bool parsePort(const char* text, vlViewer* viewer)
{
    size_t digits = strspn(text, "0123456789");
    long port = strtol(text, NULL, 10);
    if (digits == 0 || digits > 5 || text[digits] != '\0' || port > 65535) {
        return false;
    }
    viewer->port = (int)port;
    viewer->hasPort = true;
    return true;
}

bool vlViewer_Parse(const char* text, vlViewer* viewer)
{
    vlViewer v = vlViewer_Default();
    size_t length = strlen(text);
    const char* start = text;
    const char* colon = strrchr(text, ':');
    if (parsePort(text, &v)) {
        *viewer = v;
        return true;
    }
    if (text[0] == '[') {
        const char* closing = strchr(text, ']');
        if (closing == NULL || (closing[1] != '\0' && closing[1] != ':')) {
            return false;
        }
        start = text + 1;
        length = (size_t)(closing - start);
        colon = closing[1] == ':' ? closing + 1 : NULL;
    } else if (colon != NULL && strchr(text, ':') == colon) {
        length = (size_t)(colon - text);
    } else {
        colon = NULL; // no port; several colons are an IPv6 address
    }
    if (length >= sizeof v.address || (colon != NULL && !parsePort(colon + 1, &v))) {
        return false;
    }
    if (length > 0) {
        memcpy(v.address, start, length);
        v.address[length] = '\0';
    }
    // Copied only if it is a name: the two may not overlap.
    const char* numeric = vlHost_ToNumeric(v.address);
    if (numeric != v.address) {
        snprintf(v.address, sizeof v.address, "%s", numeric);
    }
    if ((length == 0 && colon == NULL) || !isNumeric(v.address)) {
        return false;
    }
    *viewer = v;
    return true;
}

bool vlViewer_IsAddress(const char* word)
{
    vlViewer ignored;
    return vlViewer_Parse(word, &ignored);
}

static void print(const vlServer* server)
{
    vlTerminal t = vlTerminal_Open(stderr);
    const char* plain = vlTerminal_Style(&t, VL_STYLE_PLAIN);
    fprintf(stderr, "viewer: %s%s%s  (Ctrl-C ends)\n", vlTerminal_Style(&t, VL_STYLE_BOLD),
            vlServer_GetUrl(server), plain);
    if (!vlServer_IsLoopback(server)) {
        fprintf(
            stderr,
            "%swarning:%s other machines can reach this address; everyone who has its token can "
            "watch and take part\n",
            vlTerminal_Style(&t, VL_STYLE_WARN), plain);
    }
}

int vlViewer_Start(const char* program, const vlViewer* viewer, vlServer** server)
{
    char message[256] = "";
    *server = NULL;
    if (!viewer->isWanted) {
        return VL_EXIT_OK;
    }
    vlServerDef def = {.place = {.address = viewer->address,
                                 .port = viewer->port,
                                 .portTries = viewer->hasPort ? 0 : PORT_TRIES},
                       .viewCapacity = VL_LIVE_VIEW_CAPACITY,
                       .viewRate = VL_LIVE_VIEW_RATE};
    vlResult r = vlServer_Start(&def, server, message, sizeof message);
    if (r != VL_OK) {
        fprintf(stderr,
                "%s: no viewer: %s; --viewer ADDR:PORT chooses another address, --no-viewer runs "
                "without\n",
                program, message[0] != '\0' ? message : vlResult_Text(r));
        return VL_EXIT_FAILED;
    }
    print(*server);
    return VL_EXIT_OK;
}
