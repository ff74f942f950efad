// SPDX-License-Identifier: MIT
// A device of any kind behind one datagram each way (datagram.h).
//
// The newest measurement wins: each read empties the socket and drops every datagram whose number
// is not above the newest, so duplicated and overtaken ones change nothing. The sender of the first
// good datagram is the device: it gets the answers, and other senders are ignored. After a silence
// the device counts as gone, and the next sender, with any number, becomes the device: so a
// restarted device is found again.

#include "device/udp.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/file_in.h"
#include "base/host.h"
#include "device/address.h"
#include "device/backend.h"
#include "device/backends.h"

#define DEFAULT_HOST "127.0.0.1"
#define DEFAULT_PORT 7774
#define DEFAULT_TIMEOUT_MS 100.0
// Datagrams read in one call: 32 times what a device at twice our rate sends. This bounds the time
// of a read when somebody floods the port; the others wait for the next call.
#define MAX_PER_READ 64
#define LOOPBACK_NET 127 // first number of every address of this machine itself

typedef struct Udp {
    int socket;
    double timeout;            // s
    bool isSilent;             // there is no device now
    struct sockaddr_in device; // if starts > 0: the current or the last one
    double heard;              // time of the read that took the newest
    vlMeasurement newest;      // with the device's number
    uint64_t shift;            // from the device's number of a measurement to ours
    uint64_t nextNumber;       // ours, of the next measurement if none is lost
    // Also used by the thread that pulls the brake:
    atomic_uint_least64_t peer; // `device`, as address << 16 | port; 0: there was none yet
    atomic_uint_least64_t commandCount;
    vlDeviceBrake* brake; // NULL: none
    vlUdpCounts counts;
} Udp;

static bool probe(char* text, size_t size)
{
    vlDevice_Say(text, size,
                 "listens on " DEFAULT_HOST ":%d for datagrams as described in docs/devices.md",
                 DEFAULT_PORT);
    return true;
}

// "HOST:PORT", "HOST", ":PORT" or nothing. The host is four numbers or "localhost".
static bool readPlace(const char* place, struct sockaddr_in* to)
{
    char host[VL_MAX_ADDRESS_TEXT];
    const char* colon = strrchr(place, ':');
    size_t length = colon != NULL ? (size_t)(colon - place) : strlen(place);
    memcpy(host, place, length);
    host[length] = '\0';
    long port = DEFAULT_PORT;
    if (colon != NULL) {
        char* end;
        port = strtol(colon + 1, &end, 10);
        if (colon[1] < '0' || colon[1] > '9' || *end != '\0' || port < 0 || port > UINT16_MAX) {
            return false;
        }
    }
    *to = (struct sockaddr_in){.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    const char* numeric = length == 0 ? DEFAULT_HOST : vlHost_ToNumeric(host);
    return inet_pton(AF_INET, numeric, &to->sin_addr) == 1;
}

// Returns a socket bound to `at`, or a negative errno. `at` becomes the address it was bound to.
static int bindSocket(struct sockaddr_in* at)
{
    int made = socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (made < 0) {
        return -errno;
    }
    socklen_t length = sizeof *at;
    if (bind(made, (const struct sockaddr*)at, sizeof *at) != 0 ||
        getsockname(made, (struct sockaddr*)at, &length) != 0) {
        int error = errno;
        (void)close(made);
        return -error;
    }
    return made;
}

// In the thread that pulls the brake, while the loop may hang: the last command, with its own copy
// of the address.
static void cutForce(void* self)
{
    Udp* udp = self;
    uint64_t peer = atomic_load(&udp->peer);
    const struct sockaddr_in to = {.sin_family = AF_INET,
                                   .sin_addr.s_addr = (in_addr_t)(peer >> 16),
                                   .sin_port = (in_port_t)(peer & 0xffffu)};
    const vlDeviceCommand command = {.sequence = atomic_fetch_add(&udp->commandCount, 1) + 1,
                                     .flags = VL_COMMAND_IS_LAST};
    uint8_t bytes[VL_COMMAND_BYTES];
    vlDatagram_PackCommand(&command, bytes);
    if (peer != 0) {
        (void)sendto(udp->socket, bytes, sizeof bytes, MSG_DONTWAIT | MSG_NOSIGNAL,
                     (const struct sockaddr*)&to, sizeof to);
    }
}

static vlResult openUdp(const char* address, vlDeviceBrake* brake, void** self, vlDeviceInfo* info,
                        char* message, size_t size)
{
    char place[VL_MAX_ADDRESS_TEXT];
    double timeoutMs = DEFAULT_TIMEOUT_MS, maxForce = 0.0, maxTorque = 0.0, radius = 0.0;
    double hasTorque = 1.0, rate = 0.0;
    const vlAddressKey keys[] = {
        {"timeout", NULL, &timeoutMs, 1.0, 10000.0}, {"force", NULL, &maxForce, 0.0, 1000.0},
        {"torque", NULL, &maxTorque, 0.0, 100.0},    {"radius", NULL, &radius, 0.0, 10.0},
        {"has-torque", NULL, &hasTorque, 0.0, 1.0},  {"rate", NULL, &rate, 0.0, 100000.0}};
    if (!vlAddress_Read(address, place, keys, (int)(sizeof keys / sizeof keys[0]), message, size)) {
        return VL_ERROR_ARGUMENT;
    }
    struct sockaddr_in at;
    if (!readPlace(place, &at)) {
        vlDevice_Say(message, size, "'%s' is not an address; an example is 127.0.0.1:%d", place,
                     DEFAULT_PORT);
        return VL_ERROR_ARGUMENT;
    }
    Udp* udp = calloc(1, sizeof *udp);
    if (udp == NULL) {
        vlDevice_Say(message, size, "%s", vlResult_Text(VL_ERROR_MEMORY));
        return VL_ERROR_MEMORY;
    }
    udp->timeout = timeoutMs * 1e-3;
    udp->isSilent = true;
    udp->nextNumber = 1;
    udp->socket = bindSocket(&at);
    if (udp->socket < 0) {
        char why[128];
        vlDevice_Say(message, size, "cannot listen on '%s': %s", place,
                     vlFileIn_Explain(-udp->socket, why, sizeof why));
        free(udp);
        return VL_ERROR_IO;
    }
    if (vlDeviceBrake_Fit(brake, cutForce, udp) != VL_OK) {
        vlDevice_Say(message, size, "the brake holds no more devices");
        (void)close(udp->socket);
        free(udp);
        return VL_ERROR_FULL;
    }
    udp->brake = brake;
    char host[INET_ADDRSTRLEN] = "";
    (void)inet_ntop(AF_INET, &at.sin_addr, host, sizeof host);
    (void)snprintf(info->model, sizeof info->model, "%s:%d", host, (int)ntohs(at.sin_port));
    info->hasOrientation = info->hasForce = true;
    info->hasTorque = hasTorque >= 0.5;
    info->buttonCount = 32;
    info->radius = radius;
    info->maxForce = maxForce;
    info->maxTorque = maxTorque;
    info->rate = rate;
    *self = udp;
    return VL_OK;
}

static void takeMeasurement(Udp* udp, double now, const vlMeasurement* measurement,
                            const struct sockaddr_in* from)
{
    if (udp->isSilent) {
        // Our numbers keep rising, whatever number the device starts from.
        udp->shift = udp->nextNumber - measurement->sequence;
        udp->device = *from;
        atomic_store(&udp->peer, (uint64_t)from->sin_addr.s_addr << 16 | from->sin_port);
        udp->isSilent = false;
        ++udp->counts.starts;
    } else if (from->sin_addr.s_addr != udp->device.sin_addr.s_addr ||
               from->sin_port != udp->device.sin_port) {
        ++udp->counts.foreign;
        return;
    } else if (measurement->sequence <= udp->newest.sequence) {
        ++udp->counts.old;
        return;
    } else {
        udp->counts.lost += measurement->sequence - udp->newest.sequence - 1;
    }
    udp->heard = now;
    udp->newest = *measurement;
    udp->nextNumber = measurement->sequence + udp->shift + 1;
    ++udp->counts.taken;
}

static vlResult readUdp(void* self, double now, vlDeviceSample* sample)
{
    Udp* udp = self;
    for (int i = 0; i < MAX_PER_READ; ++i) {
        uint8_t bytes[VL_MEASUREMENT_BYTES + 1]; // one more, to detect a datagram that is too long
        struct sockaddr_in from = {0};
        socklen_t length = sizeof from;
        ssize_t size = recvfrom(udp->socket, bytes, sizeof bytes, MSG_DONTWAIT,
                                (struct sockaddr*)&from, &length);
        if (size < 0 && errno == EINTR) {
            continue;
        }
        if (size < 0) {
            break; // nothing more
        }
        vlMeasurement measurement;
        vlDatagramFault fault = vlDatagram_ReadMeasurement(bytes, (size_t)size, &measurement);
        ++udp->counts.faulty[fault];
        if (fault == VL_DATAGRAM_GOOD) {
            takeMeasurement(udp, now, &measurement, &from);
        }
    }
    // Judged after the socket was emptied: if the program itself paused, the device is still there.
    udp->isSilent = udp->isSilent || now - udp->heard > udp->timeout;
    if (udp->isSilent) {
        return VL_ERROR_IO;
    }
    const vlMeasurement* newest = &udp->newest;
    *sample = (vlDeviceSample){.time = udp->heard,
                               .sequence = newest->sequence + udp->shift,
                               .pose = newest->pose,
                               .twist = newest->twist,
                               .hasTwist = (newest->flags & VL_MEASUREMENT_HAS_VELOCITY) != 0,
                               .buttons = newest->buttons};
    return VL_OK;
}

static vlResult sendCommand(Udp* udp, const vlWrench* wrench, uint16_t flags)
{
    if (udp->counts.starts == 0) {
        return VL_ERROR_IO; // nobody to send to
    }
    const vlDeviceCommand command = {.sequence = atomic_fetch_add(&udp->commandCount, 1) + 1,
                                     .measurement = udp->newest.sequence,
                                     .time = udp->newest.time,
                                     .wrench = *wrench,
                                     .flags = flags};
    uint8_t bytes[VL_COMMAND_BYTES];
    vlDatagram_PackCommand(&command, bytes);
    ssize_t sent = sendto(udp->socket, bytes, sizeof bytes, MSG_DONTWAIT | MSG_NOSIGNAL,
                          (const struct sockaddr*)&udp->device, sizeof udp->device);
    if (sent == (ssize_t)sizeof bytes) {
        return VL_OK;
    }
    // A full socket is like a datagram lost on the network: the next one follows soon.
    ++udp->counts.unsent;
    return errno == EAGAIN || errno == ENOBUFS || errno == EINTR ? VL_OK : VL_ERROR_IO;
}

static vlResult writeUdp(void* self, double now, const vlWrench* wrench)
{
    (void)now;
    Udp* udp = self;
    vlResult r = sendCommand(udp, wrench, 0);
    // A silent device may still listen, so the command was sent, but whether it arrived is unknown.
    return udp->isSilent ? VL_ERROR_IO : r;
}

static void closeUdp(void* self)
{
    Udp* udp = self;
    const vlWrench nothing = {vlZero(), vlZero()};
    vlDeviceBrake_Unfit(udp->brake, udp);
    (void)sendCommand(udp, &nothing, VL_COMMAND_IS_LAST);
    (void)close(udp->socket);
    free(udp);
}

vlUdpCounts vlUdp_GetCounts(const void* self)
{
    return ((const Udp*)self)->counts;
}

// A place that cannot be read is refused by open; until then it counts as harmless.
static vlDeviceReach reachOfUdp(const char* address, char* text, size_t size)
{
    char place[VL_MAX_ADDRESS_TEXT];
    struct sockaddr_in at;
    size_t length = strcspn(address, ",");
    (void)snprintf(place, sizeof place, "%.*s", (int)length, address);
    if (length >= sizeof place || !readPlace(place, &at) ||
        (ntohl(at.sin_addr.s_addr) >> 24) == LOOPBACK_NET) {
        return VL_REACH_LOCAL;
    }
    vlDevice_Say(text, size, "listens on '%s', which other machines can reach", place);
    return VL_REACH_LISTEN;
}

const vlDeviceOps vlUdp_Ops = {
    .name = "udp",
    .describes = "Any device that uses the documented datagrams.",
    .probe = probe,
    .open = openUdp,
    .read = readUdp,
    .write = writeUdp,
    .close = closeUdp,
    .reach = reachOfUdp,
};
