// SPDX-License-Identifier: MIT
#include "app/socket/access.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/random.h>

#define HTTP_PORT 80 // browsers leave it out

vlResult vlAccess_MakeToken(vlAccess* access)
{
    unsigned char bytes[VL_TOKEN_DIGITS / 2];
    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes) {
        return VL_ERROR_IO;
    }
    for (size_t i = 0; i < sizeof bytes; ++i) {
        (void)snprintf(access->token + 2 * i, 3, "%02x", bytes[i]);
    }
    return VL_OK;
}

static bool isHost(const char* host, const char* name, int port)
{
    char expected[96];
    (void)snprintf(expected, sizeof expected, "%s:%d", name, port);
    return strcasecmp(host, expected) == 0 || (port == HTTP_PORT && strcasecmp(host, name) == 0);
}

bool vlAccess_CheckHost(const vlAccess* access, const char* host)
{
    if (!access->isLoopback) {
        return host != NULL;
    }
    const char* const names[] = {access->host, "localhost", "127.0.0.1", "[::1]"};
    bool isOurs = false;
    for (size_t i = 0; i < sizeof names / sizeof names[0] && host != NULL; ++i) {
        isOurs = isOurs || isHost(host, names[i], access->port);
    }
    return isOurs;
}

bool vlAccess_CheckOrigin(const vlAccess* access, const char* origin, const char* host,
                          bool isNeeded)
{
    static const char scheme[] = "http://";
    size_t length = sizeof scheme - 1;
    if (origin == NULL) {
        return access->isLoopback || !isNeeded;
    }
    return host != NULL && strncasecmp(origin, scheme, length) == 0 &&
           strcasecmp(origin + length, host) == 0;
}

bool vlAccess_CheckToken(const vlAccess* access, const char* token)
{
    if (access->isLoopback) {
        return true;
    }
    // A missing or short token is padded with zeros, so that timing does not reveal its length.
    char given[VL_TOKEN_DIGITS] = {0};
    size_t length = token != NULL ? strlen(token) : 0;
    memcpy(given, token != NULL ? token : "", length < sizeof given ? length : sizeof given);
    unsigned different = length != sizeof given;
    for (size_t i = 0; i < sizeof given; ++i) {
        different |= (unsigned char)given[i] ^ (unsigned char)access->token[i];
    }
    return different == 0;
}
