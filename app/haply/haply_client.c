// SPDX-License-Identifier: MIT
// The functions of the backend. The connection itself is link.c's.

#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "app/haply/haply.h"
#include "app/haply/link.h"

#define SILENCE 0.1        // s without a measurement after which the device does not answer
#define OPEN_SECONDS 3     // from opening to the first measurement
#define PROBE_MILLIS 200   // for something to answer on this machine
#define RATE 1000.0        // Hz
#define GRIP_BUTTONS 4     // a, b, c and home
#define COMPARED_LEAST 100 // forces that say something about the service
#define HOW_TO                                                                                     \
    "; install and start Haply's Inverse Service, or try 'volar haply-server'; see "               \
    "docs/devices.md"

typedef struct Client {
    vlHaplyLink* link;
    vlDeviceBrake* brake; // NULL: none
    vlHaplyNews heard;
    double heardTime; // s, of the read that took the newest measurement
    uint64_t taken;   // its number
} Client;

static void cutForce(void* self)
{
    const Client* client = self;
    vlHaplyLink_Cut(client->link);
}

static void closeClient(void* self)
{
    Client* client = self;
    vlDeviceBrake_Unfit(client->brake, client);
    vlHaplyLink_Stop(client->link);
    free(client);
}

// Waits until there is a measurement or a failure, the brake is pulled, or the time is over.
static bool awaitFirst(Client* client)
{
    struct timespec pause = {0, 1000000};
    for (int i = 0; i < OPEN_SECONDS * 1000 && !vlDeviceBrake_IsPulled(client->brake); ++i) {
        if (vlHaplyLink_Take(client->link, &client->heard) &&
            (client->heard.sample.sequence > 0 || client->heard.failures > 0)) {
            return client->heard.isAnswering;
        }
        (void)nanosleep(&pause, NULL);
    }
    (void)snprintf(client->heard.why, sizeof client->heard.why, "%s",
                   vlDeviceBrake_IsPulled(client->brake) ? "opening it was interrupted"
                   : client->heard.obstacle != NULL      ? client->heard.obstacle
                                                         : "it reports no position");
    return false;
}

static vlResult openClient(const char* address, vlDeviceBrake* brake, void** self,
                           vlDeviceInfo* info, char* message, size_t size)
{
    vlHaplyAddress read;
    char unread[8];
    message = message != NULL && size > 0 ? message : unread;
    size = message != unread ? size : sizeof unread;
    if (!vlHaplyAddress_Read(address, &read, message, size)) {
        return VL_ERROR_ARGUMENT;
    }
    Client* client = calloc(1, sizeof *client);
    vlResult r = client != NULL ? vlHaplyLink_Start(&read, &client->link) : VL_ERROR_MEMORY;
    if (r != VL_OK) {
        (void)snprintf(message, size, "too little memory, or too many open files (ulimit -n)");
        free(client);
        return r;
    }
    r = vlDeviceBrake_Fit(brake, cutForce, client);
    client->brake = r == VL_OK ? brake : NULL;
    if (r != VL_OK) {
        (void)snprintf(message, size, "the brake holds no more devices");
        closeClient(client);
        return r;
    }
    if (!awaitFirst(client)) {
        (void)snprintf(message, size, "no device at %s port %d: %s%s", read.host, read.port,
                       client->heard.why, client->heard.isReached ? "" : HOW_TO);
        closeClient(client);
        return VL_ERROR_IO;
    }
    bool isSmall = strcmp(client->heard.config.type, "minverse") == 0;
    (void)snprintf(info->model, sizeof info->model, "%s %.40s", isSmall ? "Minverse" : "Inverse3",
                   client->heard.armId);
    info->hasOrientation = client->heard.hasGrip;
    info->hasForce = true;
    info->buttonCount = client->heard.hasGrip ? GRIP_BUTTONS : 0;
    info->radius = isSmall ? VL_MINVERSE_RADIUS : VL_HAPLY_RADIUS;
    info->maxForce = read.maxForce;
    info->maxStiffness = read.maxStiffness;
    info->maxDamping = VL_HAPLY_DAMPING;
    info->rate = RATE;
    *self = client;
    return VL_OK;
}

static vlResult readClient(void* self, double now, vlDeviceSample* sample)
{
    Client* client = self;
    (void)vlHaplyLink_Take(client->link, &client->heard);
    if (client->heard.sample.sequence != client->taken) {
        client->taken = client->heard.sample.sequence;
        client->heardTime = now;
    }
    if (!client->heard.isAnswering || now - client->heardTime > SILENCE) {
        return VL_ERROR_IO;
    }
    *sample = client->heard.sample;
    sample->time = client->heardTime;
    return VL_OK;
}

static vlResult writeClient(void* self, double now, const vlWrench* wrench)
{
    (void)now;
    Client* client = self;
    // An Inverse3 renders no torque.
    vlHaplyLink_Send(client->link, wrench->force);
    return client->heard.isAnswering ? VL_OK : VL_ERROR_IO;
}

static const char* onOff(bool isOn)
{
    return isOn ? "on" : "off";
}

// The settings of the service that a hand feels; those that its text did not contain are left out.
static void listSettings(const vlHaplyConfig* config, char* text, size_t size)
{
    char gravity[64] = "", torque[32] = "", filters[96] = "";
    if (config->gravityCompensation.isKnown) {
        (void)snprintf(gravity, sizeof gravity, ", gravity compensation %s (factor %g)",
                       onOff(config->gravityCompensation.isOn), config->gravityCompensation.factor);
    }
    if (config->torqueScaling.isKnown) {
        (void)snprintf(torque, sizeof torque, ", torque scaling %s",
                       onOff(config->torqueScaling.isOn));
    }
    if (config->hasForceGate || config->hasDamping) {
        (void)snprintf(filters, sizeof filters, ", force gate %g, damping filter %g",
                       config->forceGate, config->damping);
    }
    bool isNamed = config->handedness[0] != '\0';
    (void)snprintf(text, size, "the service says: %s%spreset %s%s%s%s", config->handedness,
                   isNamed ? "-handed arm, " : "",
                   config->preset[0] != '\0' ? config->preset : "unknown", gravity, torque,
                   filters);
}

// Adds a phrase to a list of them.
static void add(char* text, size_t size, const char* phrase)
{
    size_t used = strlen(text);
    (void)snprintf(text + used, size - used, "%s%s", used > 0 && phrase[0] != '\0' ? "; " : "",
                   phrase);
}

static void remark(void* self, char* text, size_t size)
{
    const Client* client = self;
    const vlHaplyNews* n = &client->heard;
    char phrase[256] = "";
    text[0] = '\0';
    if (n->config.isKnown) {
        listSettings(&n->config, phrase, sizeof phrase);
        add(text, size, phrase);
    }
    if (n->isPresetRefused) {
        add(text, size,
            "it does not take the preset " VL_HAPLY_PRESET
            ", so positions do not count from the workspace's centre");
    }
    if (n->wasInUse) {
        add(text, size,
            "another session used the arm when this one began, and the forces of both add up");
    }
    if (n->compared >= COMPARED_LEAST) {
        (void)snprintf(phrase, sizeof phrase, "it rendered %.3g of the force asked for",
                       n->rendered / n->asked);
        add(text, size, phrase);
    }
    add(text, size, n->isAnswering || n->obstacle == NULL ? "" : n->obstacle);
}

// Does a server on this machine accept connections at the service's port?
static bool isListening(void)
{
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0) {
        return false;
    }
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(VL_HAPLY_PORT)};
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int error = connect(fd, (const struct sockaddr*)&to, sizeof to) == 0 ? 0 : errno;
    struct pollfd wait = {.fd = fd, .events = POLLOUT};
    if (error == EINPROGRESS && poll(&wait, 1, PROBE_MILLIS) == 1) {
        socklen_t size = sizeof error;
        (void)getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &size);
    }
    (void)close(fd);
    return error == 0;
}

static bool probe(char* text, size_t size)
{
    bool isThere = isListening();
    (void)snprintf(text, size,
                   isThere ? "something answers on 127.0.0.1:%d"
                           : "nothing answers on 127.0.0.1:%d" HOW_TO,
                   VL_HAPLY_PORT);
    return isThere;
}

static vlDeviceReach reachOfClient(const char* address, char* text, size_t size)
{
    vlHaplyAddress read;
    // An address that cannot be read is refused by open.
    if (!vlHaplyAddress_Read(address, &read, NULL, 0) || vlHaplyAddress_IsLoopback(&read)) {
        return VL_REACH_LOCAL;
    }
    (void)snprintf(text, size, "connects to '%s', another machine", read.host);
    return VL_REACH_CONNECT;
}

const vlDeviceOps vlHaply_Ops = {
    .name = "haply",
    .describes = "Haply Inverse3, with a VerseGrip if there is one, through Haply's service.",
    .probe = probe,
    .open = openClient,
    .read = readClient,
    .write = writeClient,
    .close = closeClient,
    .reach = reachOfClient,
    .remark = remark,
};
