// SPDX-License-Identifier: MIT
// Six-axis mice (3Dconnexion and others) through the daemon spacenavd: input without force.
//
// The daemon's socket carries events of eight native ints: the kind of event, then its numbers.
// When asked for version 1 of its protocol, the daemon answers with one int and from then on also
// reports when a mouse is plugged in or pulled out. An old daemon takes the question for a
// sensitivity, so without an answer the right sensitivity is sent to it. Answers and events share
// the stream: an answer is recognised by its upper half, with which no event begins.
//
// The cap is a rate control: its deflection is a velocity, which is integrated to a pose that stays
// within a ball.

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/file_in.h"
#include "device/address.h"
#include "device/backend.h"
#include "device/backends.h"

#define DEFAULT_SOCKET "/var/run/spnav.sock"
#define EVENT_INTS 8
#define EVENT_BYTES (EVENT_INTS * (int)sizeof(int32_t))
#define MAX_EVENTS_PER_READ 128 // a mouse sends one in 8 ms; bounds the time of a read

#define QUESTION 0x7faa5501 // "speak version 1"
#define ANSWER_MASK 0x7fffff00
#define ANSWER_TIME 0.3 // s, as the daemon's own client library waits

#define FULL_SCALE 350.0       // reading of a cap at full deflection, at sensitivity 1
#define ABSURD_DEFLECTION 1e6  // an old daemon took the question for a sensitivity
#define RECONNECT_INTERVAL 0.5 // s between two attempts to find the daemon again
#define LONGEST_STEP 0.1 // s integrated at once: after a pause the cap is not assumed to be held

enum Event { EVENT_MOTION, EVENT_PRESS, EVENT_RELEASE, EVENT_DEVICE };
enum { DEVICE_ADDED, DEVICE_REMOVED };

typedef struct Spacenav {
    char path[VL_MAX_ADDRESS_TEXT];
    int socket;     // negative: not connected
    double triedAt; // time of the last attempt to connect
    bool isSettled; // the question was answered or taken back
    bool isPulled;  // the mouse was unplugged; the daemon is still there
    int filled;     // bytes received of an event that is not complete
    uint8_t bytes[EVENT_BYTES];
    double speed, turn, dead, radius;
    double deflection[6]; // -1 .. 1, after the dead zone
    uint32_t buttons;
    bool hasTime;
    double time; // of the last read
    uint64_t sequence;
    vlPose pose;
} Spacenav;

static const char* socketPath(void)
{
    const char* path = getenv("SPNAV_SOCKET");
    return path != NULL && path[0] != '\0' ? path : DEFAULT_SOCKET;
}

static bool probe(char* text, size_t size)
{
    const char* path = socketPath();
    struct stat found;
    bool is = stat(path, &found) == 0 && S_ISSOCK(found.st_mode);
    vlDevice_Say(text, size,
                 is ? "spacenavd has its socket at %s"
                    : "no socket %s: install and start spacenavd, see docs/devices.md",
                 path);
    return is;
}

// Returns 0 or errno. It does not wait: a local socket connects at once or not at all.
static int connectTo(Spacenav* nav)
{
    struct sockaddr_un at = {.sun_family = AF_UNIX};
    size_t length = strlen(nav->path);
    if (length >= sizeof at.sun_path) {
        return ENAMETOOLONG;
    }
    memcpy(at.sun_path, nav->path, length + 1);
    int made = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (made < 0) {
        return errno;
    }
    const int32_t question = QUESTION;
    if (connect(made, (const struct sockaddr*)&at, sizeof at) != 0 ||
        send(made, &question, sizeof question, MSG_DONTWAIT | MSG_NOSIGNAL) < 0) {
        int error = errno;
        (void)close(made);
        return error;
    }
    nav->socket = made;
    nav->filled = 0;
    nav->isSettled = nav->isPulled = false;
    return 0;
}

static vlResult openSpacenav(const char* address, vlDeviceBrake* brake, void** self,
                             vlDeviceInfo* info, char* message, size_t size)
{
    (void)brake; // it renders no force
    Spacenav* nav = calloc(1, sizeof *nav);
    if (nav == NULL) {
        vlDevice_Say(message, size, "%s", vlResult_Text(VL_ERROR_MEMORY));
        return VL_ERROR_MEMORY;
    }
    // A moderate pace for a hand: through the workspace in two seconds, a quarter turn in one and a
    // half.
    nav->speed = 0.1;
    nav->turn = 1.0;
    nav->dead = 0.05;
    nav->radius = 0.1;
    nav->pose = vlIdentityPose();
    const vlAddressKey keys[] = {{"speed", NULL, &nav->speed, 0.001, 10.0},
                                 {"turn", NULL, &nav->turn, 0.001, 100.0},
                                 {"dead", NULL, &nav->dead, 0.0, 0.9},
                                 {"radius", NULL, &nav->radius, 0.001, 10.0}};
    if (!vlAddress_Read(address, nav->path, keys, (int)(sizeof keys / sizeof keys[0]), message,
                        size)) {
        free(nav);
        return VL_ERROR_ARGUMENT;
    }
    if (nav->path[0] == '\0') {
        (void)vlAddress_Read(socketPath(), nav->path, NULL, 0, NULL, 0);
    }
    int error = connectTo(nav);
    if (error != 0) {
        char why[128];
        vlDevice_Say(message, size, "spacenavd does not answer at '%s' (%s): see docs/devices.md",
                     nav->path, vlFileIn_Explain(error, why, sizeof why));
        free(nav);
        return VL_ERROR_IO;
    }
    vlDevice_SetText(info->model, "six-axis mouse");
    info->hasOrientation = true;
    info->buttonCount = 32;
    info->radius = nav->radius;
    *self = nav;
    return VL_OK;
}

static void letGo(Spacenav* nav)
{
    memset(nav->deflection, 0, sizeof nav->deflection);
    nav->buttons = 0;
}

static void disconnect(Spacenav* nav)
{
    (void)close(nav->socket);
    nav->socket = -1;
    letGo(nav);
}

// Continuous at the edge of the dead zone, so that a slow start is possible.
static double shape(const Spacenav* nav, int32_t value)
{
    double pushed = (double)value / FULL_SCALE;
    double beyond = fabs(pushed) - nav->dead;
    double amount = beyond <= 0.0 ? 0.0 : beyond / (1.0 - nav->dead);
    return copysign(amount < 1.0 ? amount : 1.0, pushed);
}

static void takeMotion(Spacenav* nav, const int32_t* axes)
{
    for (int i = 0; i < 6; ++i) {
        if (fabs((double)axes[i]) > ABSURD_DEFLECTION) {
            return;
        }
    }
    nav->isPulled = false; // there is a mouse again
    for (int i = 0; i < 6 && nav->isSettled; ++i) {
        nav->deflection[i] = shape(nav, axes[i]);
    }
}

static void takeEvent(Spacenav* nav, const int32_t* event)
{
    uint32_t bit = event[1] >= 0 && event[1] < 32 ? 1u << event[1] : 0u;
    switch (event[0]) {
    case EVENT_MOTION: takeMotion(nav, event + 1); break;
    case EVENT_PRESS: nav->buttons |= bit; break;
    case EVENT_RELEASE: nav->buttons &= ~bit; break;
    case EVENT_DEVICE:
        nav->isPulled = event[1] == DEVICE_REMOVED;
        letGo(nav); // nobody holds the cap of a new mouse yet
        break;
    default: break; // an event of a later version
    }
}

// Takes the bytes as they arrive: an event may come in parts.
static void takeBytes(Spacenav* nav, const uint8_t* bytes, int count)
{
    for (int i = 0; i < count; ++i) {
        nav->bytes[nav->filled++] = bytes[i];
        int32_t event[EVENT_INTS];
        if (nav->filled == (int)sizeof event[0]) {
            memcpy(event, nav->bytes, sizeof event[0]);
            if ((event[0] & ANSWER_MASK) == (QUESTION & ANSWER_MASK)) {
                nav->isSettled = true;
                nav->filled = 0;
            }
        }
        if (nav->filled == EVENT_BYTES) {
            memcpy(event, nav->bytes, sizeof event);
            nav->filled = 0;
            ++nav->sequence;
            takeEvent(nav, event);
        }
    }
}

// Reads everything that waits in the socket: an old deflection must not delay a newer one.
static void drain(Spacenav* nav)
{
    for (int left = MAX_EVENTS_PER_READ; left > 0; left -= 16) {
        uint8_t bytes[16 * EVENT_BYTES];
        ssize_t count = recv(nav->socket, bytes, sizeof bytes, MSG_DONTWAIT);
        if (count > 0) {
            takeBytes(nav, bytes, (int)count);
        } else if (count == 0 || (errno != EAGAIN && errno != EINTR)) {
            disconnect(nav);
            return;
        } else {
            return;
        }
    }
}

// The daemon's x is to the right, y up and z away from the person; its rotations are about the same
// axes (libspnav, spnav_posrot_moveobj).
static vlVec3 toOurs(const double* axes, double scale)
{
    return vlScale(vlVec(axes[0], axes[2], axes[1]), scale);
}

static vlTwist move(Spacenav* nav, double step)
{
    vlTwist twist = {toOurs(nav->deflection, nav->speed), toOurs(nav->deflection + 3, nav->turn)};
    if (step <= 0.0) {
        return twist;
    }
    vlVec3 before = nav->pose.p;
    vlVec3 p = vlMulAdd(before, step, twist.linear);
    double distance = vlLength(p);
    if (distance > nav->radius) { // it slides along the boundary
        p = vlScale(p, nav->radius / distance);
        twist.linear = vlScale(vlSub(p, before), 1.0 / step);
    }
    nav->pose.p = p;
    vlQuat turned = vlQuatFromRotationVector(vlScale(twist.angular, step));
    nav->pose.q = vlUnitQ(vlMulQ(turned, nav->pose.q));
    return twist;
}

static vlResult readSpacenav(void* self, double now, vlDeviceSample* sample)
{
    Spacenav* nav = self;
    double step = nav->hasTime ? now - nav->time : 0.0;
    step = step < 0.0 ? 0.0 : step > LONGEST_STEP ? LONGEST_STEP : step;
    if (!nav->hasTime) {
        nav->triedAt = now;
    }
    nav->hasTime = true;
    nav->time = now;
    if (nav->socket < 0 && fabs(now - nav->triedAt) >= RECONNECT_INTERVAL) {
        nav->triedAt = now;
        (void)connectTo(nav);
    }
    if (nav->socket >= 0) {
        drain(nav);
    }
    if (nav->socket >= 0 && !nav->isSettled && fabs(now - nav->triedAt) >= ANSWER_TIME) {
        const float sensitivity = 1.0f;
        (void)send(nav->socket, &sensitivity, sizeof sensitivity, MSG_DONTWAIT | MSG_NOSIGNAL);
        nav->isSettled = true;
    }
    if (nav->socket < 0 || nav->isPulled) {
        return VL_ERROR_IO;
    }
    vlTwist twist = move(nav, step);
    // A held cap sends no events but still moves the pose: so each read is a new measurement.
    nav->sequence += step > 0.0;
    *sample = (vlDeviceSample){.time = now,
                               .sequence = nav->sequence,
                               .pose = nav->pose,
                               .twist = twist,
                               .hasTwist = true,
                               .buttons = nav->buttons};
    return VL_OK;
}

static vlResult writeSpacenav(void* self, double now, const vlWrench* wrench)
{
    (void)self, (void)now, (void)wrench; // it renders nothing, as its info says
    return VL_OK;
}

static void closeSpacenav(void* self)
{
    Spacenav* nav = self;
    if (nav->socket >= 0) {
        (void)close(nav->socket);
    }
    free(nav);
}

static vlDeviceReach reachOfSpacenav(const char* address, char* text, size_t size)
{
    size_t length = strcspn(address, ",");
    if (length == 0) {
        return VL_REACH_LOCAL;
    }
    vlDevice_Say(text, size, "connects to the socket '%.*s'", (int)length, address);
    return VL_REACH_CONNECT;
}

const vlDeviceOps vlSpacenav_Ops = {
    .name = "spacenav",
    .describes = "A six-axis mouse through spacenavd: input without force.",
    .probe = probe,
    .open = openSpacenav,
    .read = readSpacenav,
    .write = writeSpacenav,
    .close = closeSpacenav,
    .reach = reachOfSpacenav,
};
