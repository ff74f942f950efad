// SPDX-License-Identifier: MIT
#include "app/socket/traffic.h"

// <linux/tcp.h> has the byte counters that <netinet/tcp.h> lacks.
#include <linux/sockios.h>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <stddef.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#define LEAST_FRAME 6 // bytes of a masked frame without content
#define LARGEST_HEAD 14

// Of looks at a socket: bytes may arrive during one, most of all if the thread is interrupted in
// it.
#define MOST_LOOKS 100

typedef enum Look { UNCOUNTED, DISTURBED, COUNTED } Look;

// Bytes that were read from the socket so far: those that arrived, less those that wait. UNCOUNTED
// if the system does not count, DISTURBED if more arrived meanwhile.
static Look look(struct lws* wsi, uint64_t* count)
{
    int fd = lws_get_socket_fd(wsi), waiting = 0;
    struct tcp_info before, after;
    memset(&before, 0, sizeof before);
    memset(&after, 0, sizeof after);
    socklen_t size = sizeof before, sizeAfter = sizeof after;
    if (getsockopt(fd, IPPROTO_TCP, TCP_INFO, &before, &size) != 0 ||
        ioctl(fd, SIOCINQ, &waiting) != 0 ||
        getsockopt(fd, IPPROTO_TCP, TCP_INFO, &after, &sizeAfter) != 0) {
        return UNCOUNTED;
    }
    size_t needed = offsetof(struct tcp_info, tcpi_bytes_received) + sizeof(uint64_t);
    if (size < needed) {
        return UNCOUNTED;
    }
    uint64_t arrived = before.tcpi_bytes_received;
    *count = arrived - (uint64_t)(unsigned)waiting;
    return arrived == after.tcpi_bytes_received ? COUNTED : DISTURBED;
}

// False if the system does not count, or if every look was disturbed.
static bool countRead(struct lws* wsi, uint64_t* count)
{
    Look found = DISTURBED;
    for (int i = 0; i < MOST_LOOKS && found == DISTURBED; ++i) {
        found = look(wsi, count);
    }
    return found == COUNTED;
}

static size_t headOf(size_t payload)
{
    return LEAST_FRAME + (payload > 65535 ? 8u : payload > 125 ? 2u : 0u);
}

// A bucket of messages that fills at the rate allowed.
static vlTrafficFault spend(vlTraffic* traffic, double messages)
{
    lws_usec_t now = lws_now_usecs();
    traffic->allowance += (double)(now - traffic->time) * 1e-6 * traffic->rate;
    traffic->allowance = traffic->allowance < traffic->rate ? traffic->allowance : traffic->rate;
    traffic->time = now;
    traffic->allowance -= messages;
    return traffic->allowance >= 0.0 ? VL_TRAFFIC_GOOD : VL_TRAFFIC_FLOOD;
}

void vlTraffic_Begin(vlTraffic* traffic, struct lws* wsi, double rate, size_t slack)
{
    *traffic = (vlTraffic){
        .rate = rate, .allowance = rate, .time = lws_now_usecs(), .slack = slack + LARGEST_HEAD};
    traffic->isCounted = countRead(wsi, &traffic->base);
}

vlTrafficFault vlTraffic_Receive(vlTraffic* traffic, struct lws* wsi, size_t size)
{
    size_t rest = lws_remaining_packet_payload(wsi);
    if (traffic->left == 0) {
        traffic->accounted += headOf(size + rest);
    }
    traffic->accounted += size;
    traffic->left = rest;
    uint64_t count = 0;
    if (traffic->isCounted && countRead(wsi, &count) &&
        count - traffic->base < traffic->accounted) {
        return VL_TRAFFIC_UNMASKED;
    }
    // Every piece counts, so that a message sent byte by byte gains nothing.
    return spend(traffic, 1.0);
}

vlTrafficFault vlTraffic_Look(vlTraffic* traffic, struct lws* wsi)
{
    uint64_t count = 0;
    if (!traffic->isCounted || !countRead(wsi, &count)) {
        return VL_TRAFFIC_GOOD;
    }
    uint64_t known = traffic->base + traffic->accounted + traffic->slack;
    uint64_t control = count > known ? count - known : 0;
    if (control <= traffic->charged) {
        return VL_TRAFFIC_GOOD;
    }
    double frames = (double)(control - traffic->charged) / LEAST_FRAME;
    traffic->charged = control;
    return spend(traffic, frames);
}

const char* vlTraffic_Text(vlTrafficFault fault)
{
    switch (fault) {
    case VL_TRAFFIC_GOOD: return "";
    case VL_TRAFFIC_FLOOD: return "too many messages";
    case VL_TRAFFIC_UNMASKED: return "a frame of a client must be masked";
    }
    return "";
}
