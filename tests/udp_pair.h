// SPDX-License-Identifier: MIT
#ifndef VOLAR_TESTS_UDP_PAIR_H
#define VOLAR_TESTS_UDP_PAIR_H

// The two ends of a UDP device on the loopback interface, where sent data can be read at once: our
// end, and a socket in place of the device.

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "device/backends.h"
#include "device/udp.h"
#include "test.h"

typedef struct vlUdpPair {
    void* self;        // our end
    int device;        // socket of the device
    vlDeviceInfo info; // of our end
} vlUdpPair;

static inline int vlUdpPair_Connect(const vlDeviceInfo* info)
{
    char host[64];
    snprintf(host, sizeof host, "%s", info->model);
    char* colon = strchr(host, ':');
    assert_non_null(colon);
    *colon = '\0';
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(colon + 1))};
    assert_int_equal(inet_pton(AF_INET, host, &to.sin_addr), 1);
    int made = socket(AF_INET, SOCK_DGRAM, 0);
    assert_true(made >= 0);
    assert_int_equal(connect(made, (const struct sockaddr*)&to, sizeof to), 0);
    return made;
}

static inline vlUdpPair vlUdpPair_Open(const char* address)
{
    vlUdpPair pair = {0};
    char message[256] = "";
    assert_int_equal(vlUdp_Ops.open(address, NULL, &pair.self, &pair.info, message, sizeof message),
                     VL_OK);
    pair.device = vlUdpPair_Connect(&pair.info);
    return pair;
}

static inline void vlUdpPair_Close(vlUdpPair* pair)
{
    vlUdp_Ops.close(pair->self);
    close(pair->device);
}

static inline vlMeasurement vlUdpPair_Measurement(uint64_t sequence)
{
    double s = (double)sequence;
    vlMeasurement m = {.sequence = sequence,
                       .time = 0.001 * s,
                       .pose = {vlVec(0.01 * s, 0.02, -0.03), {0.6, 0.0, 0.8, 0.0}},
                       .twist = {vlVec(1.0, 2.0, 3.0), vlVec(4.0, 5.0, s)},
                       .buttons = (uint32_t)sequence & 0xffu,
                       .flags = VL_MEASUREMENT_HAS_ORIENTATION | VL_MEASUREMENT_HAS_VELOCITY};
    return m;
}

static inline void vlUdpPair_Send(int from, const vlMeasurement* m)
{
    uint8_t bytes[VL_MEASUREMENT_BYTES];
    vlDatagram_PackMeasurement(m, bytes);
    assert_int_equal(send(from, bytes, sizeof bytes, 0), sizeof bytes);
}

static inline void vlUdpPair_SendNumber(int from, uint64_t sequence)
{
    const vlMeasurement m = vlUdpPair_Measurement(sequence);
    vlUdpPair_Send(from, &m);
}

static inline vlResult vlUdpPair_Read(const vlUdpPair* pair, double now, vlDeviceSample* sample)
{
    return vlUdp_Ops.read(pair->self, now, sample);
}

#endif
