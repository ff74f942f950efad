// SPDX-License-Identifier: MIT
// One flat JSON object, read in one pass: first the fields in any order, then the check that they
// form one command. Stricter than JSON requires: what our page would never send is refused rather
// than guessed at.

#include "app/serve/command.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "text/json_in.h"

// No viewer sends larger positions and times; their squares stay far from overflow.
#define MAX_METRES 1e6
#define MAX_SECONDS 1e9
#define LEAST_SPEED 0.001 // simulated seconds per second
#define MAX_SPEED 10.0
#define MAX_BODY 65535 // as many as a view can number
#define MAX_DEVICE 15
#define MAX_PARAMETER 4095
#define MAX_VALUE 1e15           // of a parameter in any unit
#define MAX_BUTTONS 4294967295.0 // 32 bits
// Rounding error of a normalised quaternion. It is not normalised again, so that reading a recorded
// command gives the same bits.
#define TURN_ROUNDING 2e-15

typedef enum Field {
    FIELD_TYPE,
    FIELD_ON,
    FIELD_COUNT,
    FIELD_VALUE,
    FIELD_NAME,
    FIELD_TIME,
    FIELD_BODY,
    FIELD_POINT,
    FIELD_TARGET,
    FIELD_DEVICE,
    FIELD_MOVE,
    FIELD_TURN,
    FIELD_BUTTONS,
    FIELD_PARAMETER,
    FIELD_TOTAL
} Field;

static const char* const fieldNames[FIELD_TOTAL] = {"type", "on",   "count",   "value",    "name",
                                                    "time", "body", "point",   "target",   "device",
                                                    "move", "turn", "buttons", "parameter"};

#define BIT(field) (1u << (field))

// A command and exactly the fields it has.
static const struct {
    const char* name;
    unsigned fields;
} kinds[] = {
    [VL_COMMAND_PAUSE] = {"pause", BIT(FIELD_TYPE) | BIT(FIELD_ON)},
    [VL_COMMAND_STEP] = {"step", BIT(FIELD_TYPE) | BIT(FIELD_COUNT)},
    [VL_COMMAND_SPEED] = {"speed", BIT(FIELD_TYPE) | BIT(FIELD_VALUE)},
    [VL_COMMAND_RESTART] = {"restart", BIT(FIELD_TYPE)},
    [VL_COMMAND_SCENE] = {"scene", BIT(FIELD_TYPE) | BIT(FIELD_NAME)},
    [VL_COMMAND_SEEK] = {"seek", BIT(FIELD_TYPE) | BIT(FIELD_TIME)},
    [VL_COMMAND_GRAB] = {"grab",
                         BIT(FIELD_TYPE) | BIT(FIELD_BODY) | BIT(FIELD_POINT) | BIT(FIELD_TARGET)},
    [VL_COMMAND_MOVE] = {"move", BIT(FIELD_TYPE) | BIT(FIELD_TARGET)},
    [VL_COMMAND_RELEASE] = {"release", BIT(FIELD_TYPE)},
    [VL_COMMAND_STEER] = {"steer", BIT(FIELD_TYPE) | BIT(FIELD_DEVICE) | BIT(FIELD_MOVE) |
                                       BIT(FIELD_TURN) | BIT(FIELD_BUTTONS)},
    [VL_COMMAND_LEAVE] = {"leave", BIT(FIELD_TYPE) | BIT(FIELD_DEVICE)},
    [VL_COMMAND_SET] = {"set", BIT(FIELD_TYPE) | BIT(FIELD_PARAMETER) | BIT(FIELD_VALUE)},
    [VL_COMMAND_RESET] = {"reset", BIT(FIELD_TYPE)},
    [VL_COMMAND_STATES] = {"states", BIT(FIELD_TYPE) | BIT(FIELD_ON)},
    [VL_COMMAND_SAVE] = {"save", BIT(FIELD_TYPE)},
};
#define KIND_COUNT (sizeof kinds / sizeof kinds[0])

// The fields that were read, before the check that they form a command.
typedef struct Values {
    unsigned seen; // bits of the fields
    char type[16];
    vlViewerCommand command;
} Values;

static bool readWhole(vlJsonIn* reader, double lower, double upper, double* value)
{
    if (!vlJsonIn_ReadNumber(reader, value)) {
        return false;
    }
    bool isGood = *value >= lower && *value <= upper && *value == floor(*value);
    return isGood || vlJsonIn_Fail(reader, "not a whole number in its range");
}

static bool readInteger(vlJsonIn* reader, int lower, int upper, int* value)
{
    double number;
    if (!readWhole(reader, lower, upper, &number)) {
        return false;
    }
    *value = (int)number;
    return true;
}

static bool readButtons(vlJsonIn* reader, uint32_t* buttons)
{
    double number;
    if (!readWhole(reader, 0.0, MAX_BUTTONS, &number)) {
        return false;
    }
    *buttons = (uint32_t)number;
    return true;
}

static bool readRange(vlJsonIn* reader, double lower, double upper, double* value)
{
    return vlJsonIn_ReadNumber(reader, value) &&
           ((*value >= lower && *value <= upper) || vlJsonIn_Fail(reader, "out of its range"));
}

// A list of exactly `count` numbers, none beyond `limit`.
static bool readList(vlJsonIn* reader, int count, double limit, double* parts, const char* wrong)
{
    for (int i = 0; i < count; ++i) {
        if (!vlJsonIn_Take(reader, i == 0 ? '[' : ',')) {
            return vlJsonIn_Fail(reader, wrong);
        }
        if (!readRange(reader, -limit, limit, &parts[i])) {
            return false;
        }
    }
    return vlJsonIn_Take(reader, ']') || vlJsonIn_Fail(reader, wrong);
}

static bool readVector(vlJsonIn* reader, vlVec3* vector)
{
    double parts[3] = {0.0};
    if (!readList(reader, 3, MAX_METRES, parts, "a list of three numbers was expected")) {
        return false;
    }
    *vector = (vlVec3){parts[0], parts[1], parts[2]};
    return true;
}

static bool readTurn(vlJsonIn* reader, vlQuat* turn)
{
    double parts[4] = {0.0};
    if (!readList(reader, 4, 1.0 + VL_ROUGH_UNIT_TOLERANCE, parts,
                  "a list of four numbers was expected")) {
        return false;
    }
    vlQuat q = {.x = parts[0], .y = parts[1], .z = parts[2], .w = parts[3]};
    if (!vlIsUnitQ(q, VL_ROUGH_UNIT_TOLERANCE)) {
        return vlJsonIn_Fail(reader, "not a unit quaternion");
    }
    *turn = vlIsUnitQ(q, TURN_ROUNDING) ? q : vlUnitQ(q);
    return true;
}

// Names may be looked up in folders, so nothing that could lead elsewhere is accepted.
static bool readName(vlJsonIn* reader, char name[VL_MAX_SCENE_NAME])
{
    if (!vlJsonIn_ReadString(reader, name, VL_MAX_SCENE_NAME)) {
        return false;
    }
    bool isGood = name[0] != '\0' && name[0] != '.' && strpbrk(name, "/\\") == NULL;
    return isGood || vlJsonIn_Fail(reader, "not the name of a scene");
}

static bool readField(vlJsonIn* reader, Field field, Values* values)
{
    vlViewerCommand* command = &values->command;
    switch (field) {
    case FIELD_TYPE: return vlJsonIn_ReadString(reader, values->type, sizeof values->type);
    case FIELD_ON: return vlJsonIn_ReadBool(reader, &command->on);
    case FIELD_COUNT: return readInteger(reader, 1, 1000, &command->count);
    case FIELD_VALUE: return readRange(reader, -MAX_VALUE, MAX_VALUE, &command->value);
    case FIELD_NAME: return readName(reader, command->name);
    case FIELD_TIME: return readRange(reader, 0.0, MAX_SECONDS, &command->value);
    case FIELD_BODY: return readInteger(reader, 0, MAX_BODY, &command->body);
    case FIELD_POINT: return readVector(reader, &command->point);
    case FIELD_TARGET:
    case FIELD_MOVE: return readVector(reader, &command->target);
    case FIELD_DEVICE: return readInteger(reader, 0, MAX_DEVICE, &command->device);
    case FIELD_TURN: return readTurn(reader, &command->turn);
    case FIELD_BUTTONS: return readButtons(reader, &command->buttons);
    case FIELD_PARAMETER: return readInteger(reader, 0, MAX_PARAMETER, &command->parameter);
    case FIELD_TOTAL: break;
    }
    return vlJsonIn_Fail(reader, "an unknown key");
}

static bool readPair(vlJsonIn* reader, Values* values)
{
    char key[16];
    if (!vlJsonIn_ReadString(reader, key, sizeof key)) {
        return false;
    }
    unsigned field = 0;
    while (field < FIELD_TOTAL && strcmp(key, fieldNames[field]) != 0) {
        ++field;
    }
    if (field == FIELD_TOTAL) {
        return vlJsonIn_Fail(reader, "an unknown key");
    }
    reader->what = fieldNames[field];
    if ((values->seen & BIT(field)) != 0) {
        return vlJsonIn_Fail(reader, "given twice");
    }
    values->seen |= BIT(field);
    if (!vlJsonIn_Take(reader, ':')) {
        return vlJsonIn_Fail(reader, "a colon was expected");
    }
    if (!readField(reader, (Field)field, values)) {
        return false;
    }
    reader->what = NULL;
    return true;
}

static bool readObject(vlJsonIn* reader, Values* values)
{
    if (!vlJsonIn_Take(reader, '{')) {
        return vlJsonIn_Fail(reader, "an object in braces was expected");
    }
    do {
        if (!readPair(reader, values)) {
            return false;
        }
    } while (vlJsonIn_Take(reader, ','));
    if (!vlJsonIn_Take(reader, '}')) {
        return vlJsonIn_Fail(reader, "a comma or the closing brace was expected");
    }
    vlJsonIn_SkipSpace(reader);
    return reader->at == reader->end || vlJsonIn_Fail(reader, "more after the closing brace");
}

// The range of a value depends on the command; that of a parameter the simulation knows.
static bool checkSpeed(vlJsonIn* reader, const vlViewerCommand* command)
{
    if (command->kind != VL_COMMAND_SPEED ||
        (command->value >= LEAST_SPEED && command->value <= MAX_SPEED)) {
        return true;
    }
    reader->what = fieldNames[FIELD_VALUE];
    return vlJsonIn_Fail(reader, "out of its range");
}

// Checks the fields together: one known command with all of its fields and no others.
static bool findKind(vlJsonIn* reader, Values* values)
{
    if ((values->seen & BIT(FIELD_TYPE)) == 0) {
        return vlJsonIn_Fail(reader, "the type is missing");
    }
    for (size_t i = 0; i < KIND_COUNT; ++i) {
        if (strcmp(values->type, kinds[i].name) == 0) {
            values->command.kind = (vlCommandKind)i;
            for (unsigned field = 0; field < FIELD_TOTAL; ++field) {
                if (((values->seen ^ kinds[i].fields) & BIT(field)) != 0) {
                    reader->what = fieldNames[field];
                    return vlJsonIn_Fail(reader, (values->seen & BIT(field)) != 0
                                                     ? "not a key of this command"
                                                     : "missing");
                }
            }
            return checkSpeed(reader, &values->command);
        }
    }
    reader->what = fieldNames[FIELD_TYPE];
    return vlJsonIn_Fail(reader, "not a known command");
}

bool vlViewerCommand_Parse(const char* text, size_t size, vlViewerCommand* command, char* message,
                           size_t messageSize)
{
    vlJsonIn reader = {text, text + size, NULL, NULL};
    Values values;
    memset(&values, 0, sizeof values);
    bool isGood =
        size <= VL_MAX_COMMAND_TEXT || vlJsonIn_Fail(&reader, "longer than a command may be");
    isGood = isGood && readObject(&reader, &values) && findKind(&reader, &values);
    if (isGood) {
        *command = values.command;
    } else if (message != NULL && messageSize > 0) {
        (void)snprintf(message, messageSize, "%s%s%s", reader.what != NULL ? reader.what : "",
                       reader.what != NULL ? ": " : "", reader.why);
    }
    return isGood;
}
