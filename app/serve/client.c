// SPDX-License-Identifier: MIT
// WebSocket clients: what each has had and has still to get, and what it may send. Nothing is
// queued for a client. When its socket can take more it gets the newest of what it lacks; the
// library keeps the rest of at most one message that the socket took in part.

#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

#include "app/serve/hub.h"

// Messages a client may send per second over time, and at once. A page that drags a body sends one
// per frame.
#define MESSAGE_RATE 240.0
#define MESSAGE_BURST 240.0
// To take the reason why it is closed.
#define CLOSE_SECONDS 2

enum { // RFC 6455 section 7.4.1 and its registry
    CLOSE_NOT_TEXT = 1003,
    CLOSE_MALFORMED = 1007,
    CLOSE_POLICY = 1008,
    CLOSE_TOO_LARGE = 1009,
    CLOSE_TRY_AGAIN = 1013
};

// Places of a queue that are kept for letting go: of a body, and of devices.
#define KEPT_PLACES 2

// Does a command make the one before it pointless? Of several moves only the last matters; of a
// device's, only as long as no button changes, for a short press must be felt.
static bool replaces(const vlViewerCommand* command, const vlViewerCommand* last)
{
    if (command->kind != last->kind) {
        return false;
    }
    bool isSameDevice = command->device == last->device;
    return command->kind == VL_COMMAND_MOVE ||
           (command->kind == VL_COMMAND_STEER && isSameDevice &&
            command->buttons == last->buttons) ||
           (command->kind == VL_COMMAND_LEAVE && isSameDevice);
}

// Puts a command behind those of the hand that wait, or in place of the last. False if there is no
// room.
static bool queueCommand(vlHandQueue* hand, const vlViewerCommand* command, int capacity)
{
    vlViewerCommand* last = hand->count > 0 ? &hand->queue[hand->count - 1] : NULL;
    if (last != NULL && replaces(command, last)) {
        *last = *command;
        return true;
    }
    if (hand->count >= capacity) {
        return false;
    }
    hand->queue[hand->count++] = *command;
    if (command->kind == VL_COMMAND_GRAB || command->kind == VL_COMMAND_RELEASE) {
        hand->isHolding = command->kind == VL_COMMAND_GRAB;
    }
    return true;
}

bool vlClient_FlushHands(vlServer* server)
{
    bool isLeft = false;
    for (int i = 0; i < VL_MAX_CLIENTS; ++i) {
        vlHandQueue* hand = &server->hands[i];
        int done = 0;
        while (done < hand->count &&
               vlRing_Write(server->ring, &hand->queue[done], sizeof hand->queue[done])) {
            ++done;
        }
        hand->count -= done;
        memmove(hand->queue, hand->queue + done, (size_t)hand->count * sizeof hand->queue[0]);
        isLeft = isLeft || hand->count > 0;
    }
    return isLeft;
}

// Says for a client that is gone what it did not say.
static void sayFor(vlHandQueue* queue, int hand, vlCommandKind kind)
{
    vlViewerCommand command;
    memset(&command, 0, sizeof command);
    command.kind = kind;
    command.hand = hand;
    command.device = -1;
    (void)queueCommand(queue, &command, VL_MAX_QUEUE); // has a place kept for it
}

// The place becomes free; what the client held is let go, what it steered given back.
static void leave(vlServer* server, vlVisit* visit)
{
    vlClient* client = visit->client;
    if (client == NULL) {
        return;
    }
    int place = (int)(client - server->clients);
    vlHandQueue* hand = &server->hands[place];
    if (hand->isHolding) {
        sayFor(hand, place, VL_COMMAND_RELEASE);
    }
    sayFor(hand, place, VL_COMMAND_LEAVE);
    client->wsi = NULL;
    visit->client = NULL;
    atomic_fetch_sub(&server->clientCount, 1);
    vlHub_Wake(server);
}

// Has the client told why and closed, as soon as it can be written to. Until then all it sends is
// dropped. (The library's own way to do this forgets the reason if more comes in meanwhile.)
static void refuse(struct lws* wsi, vlVisit* visit, int code, const char* why)
{
    visit->closeCode = code;
    (void)snprintf(visit->closeWhy, sizeof visit->closeWhy, "%s", why);
    lws_set_timeout(wsi, PENDING_TIMEOUT_CLOSE_SEND, CLOSE_SECONDS);
    lws_callback_on_writable(wsi);
}

static void expel(vlServer* server, vlVisit* visit, struct lws* wsi, int code, const char* why)
{
    atomic_fetch_add(&server->clientsClosed, 1);
    leave(server, visit);
    refuse(wsi, visit, code, why);
}

// Nothing of an earlier message waits when the library says that a socket can be written to, so the
// frame may go out past it.
static int sendClose(struct lws* wsi, vlVisit* visit)
{
    unsigned char frame[4 + sizeof visit->closeWhy];
    size_t length = strlen(visit->closeWhy);
    frame[0] = 0x88; // a close frame, whole
    frame[1] = (unsigned char)(2 + length);
    frame[2] = (unsigned char)(visit->closeCode >> 8);
    frame[3] = (unsigned char)visit->closeCode;
    memcpy(frame + 4, visit->closeWhy, length);
    visit->closeCode = 0;
    (void)send(lws_get_socket_fd(wsi), frame, 4 + length, MSG_NOSIGNAL | MSG_DONTWAIT);
    return -1;
}

static void join(vlServer* server, vlVisit* visit, struct lws* wsi)
{
    visit->client = NULL;
    for (int i = 0; i < VL_MAX_CLIENTS && visit->client == NULL; ++i) {
        vlClient* client = &server->clients[i];
        if (client->wsi == NULL) {
            memset(client, 0, sizeof *client);
            client->wsi = wsi;
            client->allowance = MESSAGE_BURST;
            client->messageTime = lws_now_usecs();
            visit->client = client;
            atomic_fetch_add(&server->clientCount, 1);
        }
    }
    if (visit->client == NULL) {
        atomic_fetch_add(&server->clientsRefused, 1);
        refuse(wsi, visit, CLOSE_TRY_AGAIN, "as many viewers as there can be are connected");
    } else {
        lws_callback_on_writable(wsi);
        vlHub_Wake(server);
    }
}

static bool lacksScene(const vlServer* server, const vlClient* client)
{
    return server->scene != NULL && client->sceneSent != server->sceneNumber;
}

static bool lacksView(const vlServer* server, const vlClient* client)
{
    return server->viewSize > 0 && client->viewSent != server->viewNumber;
}

void vlClient_AskAll(vlServer* server, lws_usec_t now)
{
    for (int i = 0; i < VL_MAX_CLIENTS; ++i) {
        vlClient* client = &server->clients[i];
        if (client->wsi == NULL || !(lacksScene(server, client) || lacksView(server, client))) {
            continue;
        }
        if (client->askedTime == 0) {
            client->askedTime = now;
        }
        if (now - client->askedTime > server->stallTime) {
            struct lws* wsi = client->wsi;
            leave(server, lws_wsi_user(wsi));
            lws_set_timeout(wsi, PENDING_TIMEOUT_LAGGING, LWS_TO_KILL_ASYNC);
        } else {
            lws_callback_on_writable(client->wsi);
        }
    }
}

static int sendNewest(vlServer* server, vlVisit* visit, struct lws* wsi)
{
    vlClient* client = visit->client;
    if (client == NULL) {
        return visit->closeCode != 0 ? sendClose(wsi, visit) : 0;
    }
    client->askedTime = 0;
    int written = 0;
    if (lacksScene(server, client)) {
        client->sceneSent = server->sceneNumber;
        client->viewSent = 0;
        written = lws_write(wsi, server->scene + LWS_PRE, server->sceneSize, LWS_WRITE_TEXT);
        lws_callback_on_writable(wsi);
    } else if (lacksView(server, client)) {
        client->viewSent = server->viewNumber;
        atomic_fetch_add(&server->viewsSent, 1);
        written = lws_write(wsi, server->view + LWS_PRE, server->viewSize, LWS_WRITE_BINARY);
    }
    if (written < 0) {
        leave(server, visit);
        return -1;
    }
    return 0;
}

// A bucket of messages that fills at the rate allowed. Every piece counts, so that a message sent
// byte by byte gains nothing.
static bool mayReceive(vlClient* client)
{
    lws_usec_t now = lws_now_usecs();
    double earned = (double)(now - client->messageTime) * 1e-6 * MESSAGE_RATE;
    client->messageTime = now;
    client->allowance += earned;
    client->allowance = client->allowance < MESSAGE_BURST ? client->allowance : MESSAGE_BURST;
    client->allowance -= 1.0;
    return client->allowance >= 0.0;
}

// Puts the pieces of a message together; true once it is whole.
static bool assemble(vlServer* server, vlVisit* visit, struct lws* wsi, const char* piece,
                     size_t size)
{
    vlClient* client = visit->client;
    if (!mayReceive(client)) {
        expel(server, visit, wsi, CLOSE_POLICY, "too many messages");
        return false;
    }
    if (lws_frame_is_binary(wsi)) {
        expel(server, visit, wsi, CLOSE_NOT_TEXT, "commands are text");
        return false;
    }
    if (lws_is_first_fragment(wsi)) {
        client->textSize = 0;
    }
    if (client->textSize + size + lws_remaining_packet_payload(wsi) > sizeof client->text) {
        expel(server, visit, wsi, CLOSE_TOO_LARGE, "a command has at most 512 bytes");
        return false;
    }
    memcpy(client->text + client->textSize, piece, size);
    client->textSize += size;
    return lws_is_final_fragment(wsi) && lws_remaining_packet_payload(wsi) == 0;
}

static void receive(vlServer* server, vlVisit* visit, struct lws* wsi, const char* piece,
                    size_t size)
{
    vlClient* client = visit->client;
    if (client == NULL || !assemble(server, visit, wsi, piece, size)) {
        return;
    }
    char why[sizeof visit->closeWhy];
    vlViewerCommand command;
    if (!vlViewerCommand_Parse(client->text, client->textSize, &command, why, sizeof why)) {
        expel(server, visit, wsi, CLOSE_MALFORMED, why);
        return;
    }
    command.hand = (int)(client - server->clients);
    client->textSize = 0;
    if (!queueCommand(&server->hands[command.hand], &command, VL_MAX_QUEUE - KEPT_PLACES)) {
        expel(server, visit, wsi, CLOSE_TRY_AGAIN, "the simulation takes no commands");
    } else if (vlClient_FlushHands(server)) {
        vlHub_Wake(server);
    }
}

int vlClient_Callback(struct lws* wsi, enum lws_callback_reasons reason, void* user, void* in,
                      size_t size)
{
    vlServer* server = vlHub_Get(wsi);
    switch ((int)reason) {
    case LWS_CALLBACK_ESTABLISHED: join(server, user, wsi); return 0;
    case LWS_CALLBACK_SERVER_WRITEABLE: return sendNewest(server, user, wsi);
    case LWS_CALLBACK_RECEIVE: receive(server, user, wsi, in, size); return 0;
    case LWS_CALLBACK_CLOSED: leave(server, user); return 0;
    default: return 0;
    }
}
