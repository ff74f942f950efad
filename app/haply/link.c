// SPDX-License-Identifier: MIT
#include "app/haply/link.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/haply/tracker.h"
#include "app/socket/socket.h"
#include "base/helper_thread.h"
#include "base/latest.h"

#define FORCE_USEC 100000   // after which a force that was not renewed is no longer sent
#define PAUSE_USEC 2000     // after which a request goes out by itself
#define ANSWER_USEC 1000000 // after which a service that does not answer is given up
#define FIRST_RETRY_USEC 100000
#define LAST_RETRY_USEC 2000000
#define STOP_USEC 50000 // for the last force to go out

struct vlHaplyLink {
    // Between the two threads.
    vlLatest* news;   // of vlHaplyNews
    vlLatest* forces; // of vlVec3
    atomic_bool isStopAsked, isCut;
    struct lws_context* context;
    pthread_t thread;
    // The thread.
    vlHaplyAddress address;
    struct lws_vhost* vhost;
    struct lws* wsi;   // NULL: no connection
    uintptr_t attempt; // number of the connection; events of earlier ones are ignored
    bool isTrying;     // a connection is being made, or is there
    bool isBegun;      // the service has listed its devices
    bool isFirst;      // the next request is the first of the connection
    bool isAwaiting;   // a request is not answered yet
    bool isDue;        // one should go out
    bool isWoken;      // vlSocket_CanWake has tried it
    lws_usec_t sentTime, forceTime, retryTime;
    vlVec3 force;
    vlVec3 sent; // N, by the request that is being answered
    vlHaplyTracker tracker;
    vlHaplyNews known;
    lws_sorted_usec_list_t timer;
    size_t textSize;
    char text[VL_MAX_HAPLY_STATE];
};

// --- The thread ---

static void publish(vlHaplyLink* link)
{
    link->known.isAnswering = link->isBegun && link->tracker.isPresent;
    link->known.hasGrip = link->tracker.hasGrip;
    link->known.wasInUse = link->tracker.wasInUse;
    link->known.isPresetRefused = link->tracker.isPresetRefused;
    link->known.config = link->tracker.config;
    link->known.obstacle = link->tracker.isPresent ? link->known.obstacle : link->tracker.obstacle;
    link->known.sample = link->tracker.sample;
    memcpy(link->known.armId, link->tracker.armId, sizeof link->known.armId);
    memcpy(vlLatest_Begin(link->news), &link->known, sizeof link->known);
    vlLatest_Publish(link->news, sizeof link->known);
}

static void beat(lws_sorted_usec_list_t* timer);

// The connection is lost or could not be made; notes the reason, unless it was noted already.
static void lose(vlHaplyLink* link, const char* why)
{
    if (!link->isTrying) {
        return;
    }
    link->wsi = NULL;
    ++link->attempt;
    link->isTrying = link->isBegun = link->isAwaiting = false;
    if (link->known.why[0] == '\0') {
        (void)snprintf(link->known.why, sizeof link->known.why, "%s", why);
    }
    ++link->known.failures;
    publish(link);
    lws_sul_schedule(link->context, 0, &link->timer, beat, link->retryTime);
    link->retryTime *= 2;
    link->retryTime = link->retryTime < LAST_RETRY_USEC ? link->retryTime : LAST_RETRY_USEC;
}

static void dial(vlHaplyLink* link)
{
    char host[sizeof link->address.host + 16];
    bool isV6 = strchr(link->address.host, ':') != NULL;
    (void)snprintf(host, sizeof host, isV6 ? "[%s]:%d" : "%s:%d", link->address.host,
                   link->address.port);
    struct lws_client_connect_info info;
    memset(&info, 0, sizeof info);
    info.context = link->context;
    info.vhost = link->vhost;
    info.address = link->address.host;
    info.port = link->address.port;
    info.path = "/";
    info.host = host;
    info.local_protocol_name = "haply";
    info.ietf_version_or_minus_one = -1;
    info.pwsi = &link->wsi;
    info.opaque_user_data = (void*)link->attempt;
    link->isTrying = true;
    link->known.why[0] = '\0';
    if (lws_client_connect_via_info(&info) == NULL) {
        lose(link, "no connection");
    }
}

// The service does not answer. The connection is forgotten before it is closed, because the library
// may free it without another event.
static void giveUp(vlHaplyLink* link)
{
    struct lws* wsi = link->wsi;
    lose(link, "the service does not answer");
    if (wsi != NULL) {
        vlSocket_Drop(wsi);
    }
}

// Every few milliseconds while connected, and when it is time to try again.
static void beat(lws_sorted_usec_list_t* timer)
{
    vlHaplyLink* link = lws_container_of(timer, vlHaplyLink, timer);
    lws_usec_t now = lws_now_usecs();
    if (!link->isTrying) {
        link->sentTime = now;
        dial(link);
    }
    if (!link->isTrying) {
        return; // the next time is already scheduled
    }
    lws_usec_t since = now - link->sentTime;
    if ((link->isAwaiting || !link->isBegun) && since > ANSWER_USEC) {
        giveUp(link);
        return;
    }
    if (link->isBegun && !link->isAwaiting && since >= PAUSE_USEC) {
        link->isDue = true;
        lws_callback_on_writable(link->wsi);
    }
    lws_sul_schedule(link->context, 0, timer, beat, PAUSE_USEC);
}

// The owner wrote a force, cut the force, or asks for the end.
static void wake(vlHaplyLink* link)
{
    size_t size = 0;
    const vlVec3* newest = vlLatest_Take(link->forces, &size);
    if (newest == NULL && !atomic_load(&link->isCut)) {
        return;
    }
    link->force = newest != NULL ? *newest : link->force;
    link->forceTime = lws_now_usecs();
    link->isDue = true;
    if (link->isBegun && !link->isAwaiting) {
        lws_callback_on_writable(link->wsi);
    }
}

static int sendRequest(vlHaplyLink* link)
{
    if (!link->isBegun || link->isAwaiting || !link->isDue) {
        return 0;
    }
    lws_usec_t now = lws_now_usecs();
    vlHaplyRequest request;
    memset(&request, 0, sizeof request);
    request.isFirst = link->isFirst;
    // No force is sent before the position of the device is known.
    request.orders[0].hasForce =
        link->tracker.settling == 0 && link->forceTime != 0 && now - link->forceTime <= FORCE_USEC;
    request.orders[0].force = atomic_load(&link->isCut) ? vlZero() : link->force;
    link->sent = request.orders[0].hasForce ? request.orders[0].force : vlZero();
    vlHaplyTracker_Ask(&link->tracker, &request);
    unsigned char bytes[LWS_PRE + VL_MAX_HAPLY_REQUEST];
    size_t size = vlHaplyRequest_Write(&request, (char*)bytes + LWS_PRE, sizeof bytes - LWS_PRE);
    link->isAwaiting = true;
    link->isFirst = link->isDue = false;
    link->sentTime = now;
    return lws_write(link->wsi, bytes + LWS_PRE, size, LWS_WRITE_TEXT) < 0 ? -1 : 0;
}

// Compares the force of the request with what the service says it renders. It may be that of the
// request before, which the sums do not mind.
static void compare(vlHaplyLink* link, const vlHaplyState* state)
{
    for (int i = 0; i < state->armCount; ++i) {
        const vlHaplyArm* arm = &state->arms[i];
        double asked = vlLength(link->sent);
        if (arm->hasForce && asked > VL_HAPLY_COMPARED &&
            strcmp(arm->id, link->tracker.armId) == 0) {
            ++link->known.compared;
            link->known.asked += asked;
            link->known.rendered += vlDot(arm->force, link->sent) / asked;
        }
    }
}

// A whole text of the service. One that cannot be read still counts as an answer, but not as a
// measurement.
static int takeText(vlHaplyLink* link)
{
    vlHaplyState state;
    char* why = link->known.why;
    link->known.isReached = true;
    bool isRead =
        vlHaplyState_Read(link->text, link->textSize, &state, why, sizeof link->known.why);
    if (!link->isBegun) {
        if (!isRead || !vlHaplyTracker_Begin(&link->tracker, &state, link->address.device, why,
                                             sizeof link->known.why)) {
            return -1;
        }
        link->isBegun = link->isFirst = link->isDue = true;
        lws_callback_on_writable(link->wsi);
        return 0;
    }
    link->isAwaiting = false;
    double now = 1e-6 * (double)lws_now_usecs();
    if (isRead) {
        compare(link, &state);
    }
    if (isRead && (vlHaplyTracker_Take(&link->tracker, &state, now) || !link->tracker.isPresent)) {
        link->retryTime = FIRST_RETRY_USEC;
        publish(link);
    }
    if (link->isDue) {
        lws_callback_on_writable(link->wsi);
    }
    return 0;
}

static int receive(vlHaplyLink* link, struct lws* wsi, const void* piece, size_t size)
{
    bool isGood =
        vlSocket_Assemble(wsi, piece, size, link->text, sizeof link->text, &link->textSize) &&
        !lws_frame_is_binary(wsi);
    if (!vlSocket_IsWhole(wsi)) {
        return 0;
    }
    if (!isGood) {
        link->textSize = 0; // an empty text is not a state
    }
    return takeText(link);
}

// Is this an event of a connection in use? It closes a connection that was given up.
static bool isOfData(enum lws_callback_reasons reason)
{
    return reason == LWS_CALLBACK_CLIENT_ESTABLISHED || reason == LWS_CALLBACK_CLIENT_RECEIVE ||
           reason == LWS_CALLBACK_CLIENT_WRITEABLE;
}

static int callback(struct lws* wsi, enum lws_callback_reasons reason, void* user, void* in,
                    size_t size)
{
    (void)user;
    vlHaplyLink* link = lws_context_user(lws_get_context(wsi));
    if (reason == LWS_CALLBACK_EVENT_WAIT_CANCELLED) {
        if (link->isWoken) {
            wake(link);
        }
        link->isWoken = true;
        return 0;
    }
    if (!link->isTrying || (uintptr_t)lws_get_opaque_user_data(wsi) != link->attempt) {
        return isOfData(reason) ? -1 : 0;
    }
    switch ((int)reason) {
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR: lose(link, in != NULL ? in : "refused"); return 0;
    case LWS_CALLBACK_CLIENT_ESTABLISHED:
        link->wsi = wsi;
        link->sentTime = lws_now_usecs();
        return 0;
    case LWS_CALLBACK_CLIENT_RECEIVE: return receive(link, wsi, in, size);
    case LWS_CALLBACK_CLIENT_WRITEABLE: return sendRequest(link);
    case LWS_CALLBACK_CLIENT_CLOSED: lose(link, "the service closed the connection"); return 0;
    default: return 0;
    }
}

static const struct lws_protocols protocols[] = {{.name = "haply", .callback = callback}, {0}};

static void* speak(void* user)
{
    vlHaplyLink* link = user;
    lws_sul_schedule(link->context, 0, &link->timer, beat, 1);
    while (!atomic_load(&link->isStopAsked) && lws_service(link->context, 0) >= 0) {
    }
    // The last force, zero, still goes out if the service takes it.
    wake(link);
    lws_usec_t end = lws_now_usecs() + STOP_USEC;
    while (link->isBegun && link->isDue && lws_now_usecs() < end &&
           lws_service(link->context, 0) >= 0) {
    }
    return NULL;
}

// --- The owner of the device ---

static void destroy(vlHaplyLink* link)
{
    if (link->context != NULL) {
        link->isTrying = false; // nothing is scheduled any more
        lws_context_destroy(link->context);
    }
    vlLatest_Destroy(link->news);
    vlLatest_Destroy(link->forces);
    free(link);
}

vlResult vlHaplyLink_Start(const vlHaplyAddress* address, vlHaplyLink** link)
{
    vlHaplyLink* made = calloc(1, sizeof *made);
    if (made == NULL) {
        return VL_ERROR_MEMORY;
    }
    made->address = *address;
    made->retryTime = FIRST_RETRY_USEC;
    vlHaplyTracker_Init(&made->tracker);
    made->tracker.mayBeUncalibrated = address->mayBeUncalibrated;
    vlResult r = vlLatest_Create(sizeof(vlHaplyNews), &made->news);
    r = r == VL_OK ? vlLatest_Create(sizeof(vlVec3), &made->forces) : r;
    if (r == VL_OK) {
        made->context = vlSocket_CreateContext(protocols, made, 1, NULL, &made->vhost);
        bool isRunning = made->context != NULL && vlSocket_CanWake(made->context, &made->isWoken) &&
                         vlHelperThread_Start(&made->thread, speak, made) == 0;
        r = isRunning ? VL_OK : VL_ERROR_MEMORY;
    }
    if (r != VL_OK) {
        destroy(made);
        return r;
    }
    *link = made;
    return VL_OK;
}

void vlHaplyLink_Stop(vlHaplyLink* link)
{
    atomic_store(&link->isStopAsked, true);
    lws_cancel_service(link->context);
    (void)pthread_join(link->thread, NULL);
    destroy(link);
}

bool vlHaplyLink_Take(vlHaplyLink* link, vlHaplyNews* news)
{
    size_t size = 0;
    const vlHaplyNews* newest = vlLatest_Take(link->news, &size);
    if (newest != NULL) {
        *news = *newest;
    }
    return newest != NULL;
}

void vlHaplyLink_Cut(vlHaplyLink* link)
{
    atomic_store(&link->isCut, true);
    lws_cancel_service(link->context);
}

void vlHaplyLink_Send(vlHaplyLink* link, vlVec3 force)
{
    memcpy(vlLatest_Begin(link->forces), &force, sizeof force);
    vlLatest_Publish(link->forces, sizeof force);
    lws_cancel_service(link->context);
}
