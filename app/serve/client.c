// SPDX-License-Identifier: MIT
// WebSocket clients: what each of them has received, what it still lacks, and what it may send.
// Nothing is queued for a client. When its socket can take more, it gets the newest of what it
// lacks; the library keeps the rest of at most one message of which the socket took a part.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/serve/hub.h"
#include "base/json_text.h"

// Messages that a client may send per second on average, and at once; pings count too. A page that
// drags a body sends one per frame.
#define MESSAGE_RATE 240.0
// Saving a scene reads and writes its whole text: it counts as this many messages.
#define SAVE_MESSAGES 60.0
// Places of a queue that are reserved for letting go of a body and of devices.
#define KEPT_PLACES 2

// Does a command replace the one before it? Of several moves only the last matters. For a device
// this holds only while no button changes, because a short press must have its effect.
static bool replaces(const vlViewerCommand* command, const vlViewerCommand* last)
{
    if (command->kind != last->kind) {
        return false;
    }
    bool isSameDevice = command->device == last->device;
    return command->kind == VL_COMMAND_MOVE ||
           (command->kind == VL_COMMAND_STEER && isSameDevice &&
            command->buttons == last->buttons) ||
           (command->kind == VL_COMMAND_LEAVE && isSameDevice) ||
           (command->kind == VL_COMMAND_SET && command->parameter == last->parameter);
}

// Appends a command to the client's queue, or replaces the last one. False if there is no room.
static bool queueCommand(vlCommandQueue* queue, const vlViewerCommand* command, int capacity)
{
    vlViewerCommand* last = queue->count > 0 ? &queue->commands[queue->count - 1] : NULL;
    if (last != NULL && replaces(command, last)) {
        *last = *command;
        return true;
    }
    if (queue->count >= capacity) {
        return false;
    }
    queue->commands[queue->count++] = *command;
    if (command->kind == VL_COMMAND_GRAB || command->kind == VL_COMMAND_RELEASE) {
        queue->isHolding = command->kind == VL_COMMAND_GRAB;
    }
    return true;
}

bool vlClient_FlushQueues(vlServer* server)
{
    bool isLeft = false;
    for (int i = 0; i < VL_MAX_CLIENTS; ++i) {
        vlCommandQueue* queue = &server->queues[i];
        int done = 0;
        while (done < queue->count &&
               vlRing_Write(server->ring, &queue->commands[done], sizeof queue->commands[done])) {
            ++done;
        }
        queue->count -= done;
        memmove(queue->commands, queue->commands + done,
                (size_t)queue->count * sizeof queue->commands[0]);
        isLeft = isLeft || queue->count > 0;
    }
    return isLeft;
}

// Queues a command on behalf of a client that is gone.
static void sayFor(vlCommandQueue* queue, int place, vlCommandKind kind)
{
    vlViewerCommand command;
    memset(&command, 0, sizeof command);
    command.kind = kind;
    command.client = place;
    command.device = -1;
    (void)queueCommand(queue, &command, VL_MAX_QUEUE); // a place is reserved for it
}

// Frees the place of a client: lets go of its body and gives back the devices it steered.
// A connection for which there was no memory has no visit, and is closed all the same.
static void leave(vlServer* server, vlVisit* visit)
{
    vlClient* client = visit != NULL ? visit->client : NULL;
    if (client == NULL) {
        return;
    }
    int place = (int)(client - server->clients);
    vlCommandQueue* queue = &server->queues[place];
    if (queue->isHolding) {
        sayFor(queue, place, VL_COMMAND_RELEASE);
    }
    sayFor(queue, place, VL_COMMAND_LEAVE);
    client->wsi = NULL;
    free(client->reply);
    client->reply = NULL;
    visit->client = NULL;
    atomic_fetch_sub(&server->clientCount, 1);
    vlHub_Wake(server);
}

static void expel(vlServer* server, vlVisit* visit, struct lws* wsi, int code, const char* why)
{
    atomic_fetch_add(&server->clientsClosed, 1);
    leave(server, visit);
    vlFarewell_Ask(&visit->farewell, wsi, code, why);
}

static bool passes(vlServer* server, vlVisit* visit, struct lws* wsi, vlTrafficFault fault)
{
    if (fault != VL_TRAFFIC_GOOD) {
        int code = fault == VL_TRAFFIC_UNMASKED ? VL_CLOSE_PROTOCOL : VL_CLOSE_POLICY;
        expel(server, visit, wsi, code, vlTraffic_Text(fault));
    }
    return fault == VL_TRAFFIC_GOOD;
}

static void join(vlServer* server, vlVisit* visit, struct lws* wsi)
{
    visit->client = NULL;
    for (int i = 0; i < VL_MAX_CLIENTS && visit->client == NULL; ++i) {
        vlClient* client = &server->clients[i];
        if (client->wsi == NULL) {
            memset(client, 0, sizeof *client);
            client->wsi = wsi;
            vlTraffic_Begin(&client->traffic, wsi, MESSAGE_RATE, VL_RECEIVE_BYTES);
            visit->client = client;
            atomic_fetch_add(&server->clientCount, 1);
        }
    }
    if (visit->client == NULL) {
        atomic_fetch_add(&server->clientsRefused, 1);
        vlFarewell_Ask(&visit->farewell, wsi, VL_CLOSE_TRY_AGAIN,
                       "the maximum number of viewers is connected");
    } else {
        lws_callback_on_writable(wsi);
        vlHub_Wake(server);
    }
}

static bool lacksScene(const vlServer* server, const vlClient* client)
{
    return server->scene != NULL && client->sceneSent != server->sceneNumber;
}

static bool lacksStates(const vlServer* server, const vlClient* client)
{
    return server->states != NULL && client->statesSent != server->statesNumber;
}

static bool lacksWords(const vlClient* client)
{
    return client->reply != NULL || client->sentence[0] != '\0';
}

void vlClient_TakeSentences(vlServer* server)
{
    size_t size = 0;
    const vlClientNotice* said;
    while ((said = vlRing_Peek(server->sentences, &size)) != NULL) {
        for (int i = 0; i < VL_MAX_CLIENTS; ++i) {
            if (said->client < 0 || said->client == i) {
                memcpy(server->clients[i].sentence, said->text, sizeof said->text);
            }
        }
        vlRing_Drop(server->sentences);
    }
}

static bool lacksView(const vlServer* server, const vlClient* client)
{
    return server->viewSize > 0 && client->viewSent != server->viewNumber;
}

void vlClient_AskAll(vlServer* server, lws_usec_t now)
{
    for (int i = 0; i < VL_MAX_CLIENTS; ++i) {
        vlClient* client = &server->clients[i];
        if (client->wsi != NULL) {
            struct lws* wsi = client->wsi;
            (void)passes(server, lws_wsi_user(wsi), wsi, vlTraffic_Look(&client->traffic, wsi));
        }
        if (client->wsi == NULL || !(lacksScene(server, client) || lacksStates(server, client) ||
                                     lacksWords(client) || lacksView(server, client))) {
            continue;
        }
        if (client->askedTime == 0) {
            client->askedTime = now;
        }
        if (now - client->askedTime > server->stallTime) {
            struct lws* wsi = client->wsi;
            leave(server, lws_wsi_user(wsi));
            vlSocket_Drop(wsi);
        } else {
            lws_callback_on_writable(client->wsi);
        }
    }
}

// {"type":"notice","text":"..."}
static int sendSentence(vlClient* client, struct lws* wsi)
{
    unsigned char buffer[LWS_PRE + 64 + 6 * VL_MAX_SENTENCE]; // an escape has up to six characters
    char* text = (char*)buffer + LWS_PRE;
    FILE* out = fmemopen(text, sizeof buffer - LWS_PRE, "w");
    if (out == NULL) {
        return 0; // no memory: the sentence is lost
    }
    fputs("{\"type\":\"notice\",\"text\":", out);
    vlJsonText_Write(out, client->sentence);
    fputc('}', out);
    long size = ftell(out);
    bool isWhole = fclose(out) == 0 && size > 0;
    client->sentence[0] = '\0';
    return isWhole ? lws_write(wsi, buffer + LWS_PRE, (size_t)size, LWS_WRITE_TEXT) : 0;
}

static int sendReply(vlClient* client, struct lws* wsi)
{
    int written = lws_write(wsi, client->reply + LWS_PRE, client->replySize, LWS_WRITE_TEXT);
    free(client->reply); // the library keeps what the socket did not take
    client->reply = NULL;
    return written;
}

static int sendNewest(vlServer* server, vlVisit* visit, struct lws* wsi)
{
    vlClient* client = visit->client;
    if (client == NULL) {
        return vlFarewell_Send(&visit->farewell, wsi);
    }
    client->askedTime = 0;
    int written = 0;
    if (lacksScene(server, client)) {
        client->sceneSent = server->sceneNumber;
        client->viewSent = 0;
        written = lws_write(wsi, server->scene + LWS_PRE, server->sceneSize, LWS_WRITE_TEXT);
        lws_callback_on_writable(wsi);
    } else if (lacksWords(client)) {
        written = client->reply != NULL ? sendReply(client, wsi) : sendSentence(client, wsi);
        lws_callback_on_writable(wsi);
    } else if (lacksStates(server, client)) {
        client->statesSent = server->statesNumber;
        written = lws_write(wsi, server->states + LWS_PRE, server->statesSize, LWS_WRITE_TEXT);
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

// Puts the pieces of a message together; true once it is whole.
static bool assemble(vlServer* server, vlVisit* visit, struct lws* wsi, const char* piece,
                     size_t size)
{
    vlClient* client = visit->client;
    if (!passes(server, visit, wsi, vlTraffic_Receive(&client->traffic, wsi, size))) {
        return false;
    }
    if (lws_frame_is_binary(wsi)) {
        expel(server, visit, wsi, VL_CLOSE_NOT_TEXT, "commands must be text");
        return false;
    }
    if (!vlSocket_Assemble(wsi, piece, size, client->text, sizeof client->text,
                           &client->textSize)) {
        expel(server, visit, wsi, VL_CLOSE_TOO_LARGE, "a command has at most 512 bytes");
        return false;
    }
    return vlSocket_IsWhole(wsi);
}

static void receive(vlServer* server, vlVisit* visit, struct lws* wsi, const char* piece,
                    size_t size)
{
    vlClient* client = visit->client;
    if (client == NULL || !assemble(server, visit, wsi, piece, size)) {
        return;
    }
    char why[sizeof visit->farewell.why];
    vlViewerCommand command;
    if (!vlViewerCommand_Parse(client->text, client->textSize, &command, why, sizeof why)) {
        expel(server, visit, wsi, VL_CLOSE_MALFORMED, why);
        return;
    }
    command.client = (int)(client - server->clients);
    client->textSize = 0;
    if (command.kind == VL_COMMAND_SAVE) {
        client->traffic.allowance -= SAVE_MESSAGES;
        vlSave_Reply(server, client);
        lws_callback_on_writable(wsi);
        return;
    }
    if (!queueCommand(&server->queues[command.client], &command, VL_MAX_QUEUE - KEPT_PLACES)) {
        expel(server, visit, wsi, VL_CLOSE_TRY_AGAIN, "the simulation takes no commands");
    } else if (vlClient_FlushQueues(server)) {
        vlHub_Wake(server);
    }
}

int vlClient_Callback(struct lws* wsi, enum lws_callback_reasons reason, void* user, void* in,
                      size_t size)
{
    vlServer* server = vlHub_Get(wsi);
    switch ((int)reason) {
    case LWS_CALLBACK_ESTABLISHED:
        vlSocketServer_NoteWebSocket(wsi);
        join(server, user, wsi);
        return 0;
    case LWS_CALLBACK_SERVER_WRITEABLE: return sendNewest(server, user, wsi);
    case LWS_CALLBACK_RECEIVE: receive(server, user, wsi, in, size); return 0;
    case LWS_CALLBACK_CLOSED: leave(server, user); return 0;
    default: return 0;
    }
}
