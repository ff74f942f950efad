// SPDX-License-Identifier: MIT
#include "app/haply/haply_address.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>

#include "base/host.h"
#include "text/json_in.h"

#define MAX_FORCE 30.0       // N
#define MAX_STIFFNESS 10000. // N/m

static bool copyPart(const char* text, size_t length, char* part, size_t size)
{
    if (length >= size) {
        return false;
    }
    memcpy(part, text, length);
    part[length] = '\0';
    return true;
}

static bool isHost(const char* host)
{
    unsigned char bits[sizeof(struct in6_addr)];
    return inet_pton(AF_INET, host, bits) == 1 || inet_pton(AF_INET6, host, bits) == 1;
}

// A number and nothing after it, by the rules of JSON in every locale.
static bool readNumber(const char* text, size_t length, double upper, double* number)
{
    vlJsonIn reader = {text, text + length, NULL, NULL};
    double value;
    if (!vlJsonIn_ReadNumber(&reader, &value) || reader.at != reader.end || !(value >= 0.0) ||
        value > upper) {
        return false;
    }
    *number = value;
    return true;
}

// "HOST:PORT", an IPv6 host in brackets.
static bool readPlace(const char* text, size_t length, vlHaplyAddress* address)
{
    const char* colon = memrchr(text, ':', length);
    if (length > 0 && text[length - 1] == ']') {
        colon = NULL;
    }
    size_t hostLength = colon != NULL ? (size_t)(colon - text) : length;
    if (colon != NULL) {
        double port;
        const char* digits = colon + 1;
        size_t digitCount = length - hostLength - 1;
        if (strspn(digits, "0123456789") < digitCount ||
            !readNumber(digits, digitCount, 65535.0, &port) || port < 1.0) {
            return false;
        }
        address->port = (int)port;
    }
    if (hostLength == 0) {
        return true;
    }
    if (hostLength > 1 && text[0] == '[' && text[hostLength - 1] == ']') {
        ++text;
        hostLength -= 2;
    }
    if (!copyPart(text, hostLength, address->host, sizeof address->host)) {
        return false;
    }
    const char* numeric = vlHost_ToNumeric(address->host);
    if (numeric != address->host) {
        (void)snprintf(address->host, sizeof address->host, "%s", numeric);
    }
    return isHost(address->host);
}

static bool readOption(const char* text, size_t length, vlHaplyAddress* address, char* message,
                       size_t size)
{
    double uncalibrated = 0.0;
    const struct {
        const char* name;
        double upper;
        double* number;
    } keys[] = {{"force=", MAX_FORCE, &address->maxForce},
                {"stiffness=", MAX_STIFFNESS, &address->maxStiffness},
                {"uncalibrated=", 1.0, &uncalibrated}};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; ++i) {
        size_t nameLength = strlen(keys[i].name);
        if (length < nameLength || memcmp(text, keys[i].name, nameLength) != 0) {
            continue;
        }
        if (readNumber(text + nameLength, length - nameLength, keys[i].upper, keys[i].number)) {
            address->mayBeUncalibrated = address->mayBeUncalibrated || uncalibrated >= 0.5;
            return true;
        }
        (void)snprintf(message, size, "'%.*s' is not a number from 0 to %g after %s", (int)length,
                       text, keys[i].upper, keys[i].name);
        return false;
    }
    (void)snprintf(
        message, size,
        "'%.*s' is not an option of this device; expected force=, stiffness= or uncalibrated=",
        (int)length, text);
    return false;
}

bool vlHaplyAddress_Read(const char* text, vlHaplyAddress* address, char* message,
                         size_t messageSize)
{
    vlHaplyAddress read = {.host = "127.0.0.1",
                           .port = VL_HAPLY_PORT,
                           .maxForce = VL_HAPLY_FORCE,
                           .maxStiffness = VL_HAPLY_STIFFNESS};
    char unread[8];
    message = message != NULL && messageSize > 0 ? message : unread;
    messageSize = message != unread ? messageSize : sizeof unread;
    size_t length = strcspn(text, ",");
    size_t placeLength = strcspn(text, "/,");
    bool isGood = readPlace(text, placeLength, &read);
    if (isGood && placeLength < length) {
        isGood = copyPart(text + placeLength + 1, length - placeLength - 1, read.device,
                          sizeof read.device);
    }
    if (!isGood) {
        (void)snprintf(
            message, messageSize,
            "'%.*s' is not an address; expected numbers or localhost, e.g. 127.0.0.1:%d/049D",
            (int)length, text, VL_HAPLY_PORT);
        return false;
    }
    for (const char* rest = text + length; *rest == ',';) {
        ++rest;
        length = strcspn(rest, ",");
        if (!readOption(rest, length, &read, message, messageSize)) {
            return false;
        }
        rest += length;
    }
    *address = read;
    return true;
}

bool vlHaplyAddress_IsLoopback(const vlHaplyAddress* address)
{
    struct in_addr four;
    struct in6_addr six;
    if (inet_pton(AF_INET, address->host, &four) == 1) {
        return (ntohl(four.s_addr) >> 24) == 127;
    }
    return inet_pton(AF_INET6, address->host, &six) == 1 && IN6_IS_ADDR_LOOPBACK(&six);
}
