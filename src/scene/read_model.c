// SPDX-License-Identifier: MIT
// The numbers of a simulated device, each with its source. The ranges are those of
// vlSimulatedDevice_Create, which cannot say which value it refuses.

#include "scene/read_model.h"

#include <stdio.h>
#include <string.h>

#define MOST_NAME 63

static vlSourceKind kindOf(const char* source)
{
    return strncmp(source, "unknown", 7) == 0   ? VL_SOURCE_UNKNOWN
           : strncmp(source, "assumed", 7) == 0 ? VL_SOURCE_ASSUMED
                                                : VL_SOURCE_GIVEN;
}

// The value of a number that may be {value, source}, and notes where it comes from. NULL: faulty.
static const vlNode* takeSource(vlModelReading* m, const vlNode* node, const char* label,
                                const char** source)
{
    vlSourcedNumber read = {m->source};
    if (node->kind == VL_NODE_MAPPING) {
        if (!vlSection_Read(&m->r->text, &vlSection_Sourced, node, label, &read)) {
            return NULL;
        }
        node = vlNode_Find(node, "value");
    }
    *source = read.source;
    if (read.source == NULL || read.source[0] == '\0') {
        vlFaults_Add(&m->r->text.faults, node->place,
                     "%s has no source; expected {value: %.20s, source: TEXT}, or source for the "
                     "whole device",
                     label, node->kind == VL_NODE_SCALAR ? node->text : "NUMBER");
        return NULL;
    }
    return node;
}

static void note(vlModelReading* m, const char* label, double value, const char* source)
{
    if (m->file->numberCount < VL_MAX_DEVICE_NUMBERS) {
        vlDeviceNumber* number = &m->file->numbers[m->file->numberCount++];
        (void)snprintf(number->key, sizeof number->key, "%s", label);
        (void)snprintf(number->source, sizeof number->source, "%s", source);
        number->value = value;
        number->kind = kindOf(source);
    }
}

static void addMissing(vlModelReading* m, const char* label)
{
    vlFaults_Add(&m->r->text.faults, m->node->place,
                 "%s is missing; expected it, or 'like' with the name of a preset that gives it",
                 label);
}

// A row's key with that of the mapping that it is in.
typedef struct Label {
    char text[40];
} Label;

static Label labelOf(const vlModelReading* m, const vlField* field)
{
    Label label;
    (void)snprintf(label.text, sizeof label.text, "%s%s", m->prefix, field->key);
    return label;
}

static void readSourced(vlText* t, const vlNode* node, const vlField* field, void* member)
{
    vlModelReading* m = ((vlReader*)t)->model;
    Label label = labelOf(m, field);
    const char* source = NULL;
    node = takeSource(m, node, label.text, &source);
    if (node != NULL && vlText_Number(t, node, label.text, field->range, member)) {
        note(m, label.text, *(double*)member, source);
    }
}

const vlFieldType vlField_Sourced = {readSourced, vlHash_NumberField, NULL};

// Reads a mapping of sourced numbers, and reports those that the device needs.
static void readPart(vlModelReading* m, const vlSection* section, const vlNode* node,
                     const char* key, void* object)
{
    (void)snprintf(m->prefix, sizeof m->prefix, "%s%s", key, key[0] != '\0' ? "." : "");
    (void)vlSection_Read(&m->r->text, section, node, key[0] != '\0' ? key : NULL, object);
    bool turns = m->file->def.info.hasOrientation;
    for (int i = 0; node->kind == VL_NODE_MAPPING && i < section->count; ++i) {
        const vlField* field = &section->fields[i];
        bool isNeeded = field->usual != NULL && strncmp(field->usual, "needed", 6) == 0 &&
                        (turns || strcmp(field->usual, "needed") == 0);
        if (isNeeded && !m->isLike && vlNode_Find(node, field->key) == NULL) {
            addMissing(m, labelOf(m, field).text);
        }
    }
    m->prefix[0] = '\0';
}

static void readMapping(vlText* t, const vlNode* node, const vlField* field, void* member)
{
    readPart(((vlReader*)t)->model, field->detail, node, field->key, member);
}

const vlFieldType vlField_Part = {readMapping, vlHash_MappingField, NULL};

static vlVec3 threeOf(double value)
{
    return vlVec(value, value, value);
}

// A number, or three of them for x, y and z.
static void readEach(vlText* t, const vlNode* node, const vlField* field, void* member)
{
    vlModelReading* m = ((vlReader*)t)->model;
    vlSimulatedDirections* d = &m->file->def.directions;
    vlVec3* each = strcmp(field->key, "mass") == 0      ? &d->mass
                   : strcmp(field->key, "damping") == 0 ? &d->damping
                                                        : &d->friction;
    double* mean = member;
    const char* source = NULL;
    const vlNode* value = takeSource(m, node, field->key, &source);
    double v[3];
    if (value != NULL && value->kind == VL_NODE_LIST) {
        if (vlText_Numbers(t, value, field->key, field->range, 3, v)) {
            note(m, field->key, v[0], source);
            *each = vlVec(v[0], v[1], v[2]);
            *mean = (v[0] + v[1] + v[2]) / 3.0;
            d->areGiven = true;
        }
    } else if (value != NULL && vlText_Number(t, value, field->key, field->range, mean)) {
        note(m, field->key, *mean, source);
        *each = threeOf(*mean);
    }
}

const vlFieldType vlField_Each = {readEach, vlHash_NumberField, NULL};

static void checkLimits(vlModelReading* m)
{
    const vlNode* limits = vlNode_Find(m->node, "limits");
    vlDeviceInfo* info = &m->file->def.info;
    info->hasTorque = info->maxTorque > 0.0;
    if (info->hasTorque && !info->hasOrientation) {
        const vlNode* torque = limits != NULL ? vlNode_Find(limits, "torque") : NULL;
        vlFaults_Add(&m->r->text.faults, torque != NULL ? torque->place : m->node->place,
                     "limits.torque of a device without orientation; expected none, or "
                     "orientation: true");
    }
}

static void checkRotation(vlModelReading* m)
{
    static const char* const keys[] = {"inertia", "angular-damping", "angular-friction",
                                       "angular-resolution", "angular-mode"};
    for (int i = 0; !m->file->def.info.hasOrientation && i < VL_COUNT_OF(keys); ++i) {
        const vlNode* node = vlNode_Find(m->node, keys[i]);
        if (node != NULL) {
            vlFaults_Add(&m->r->text.faults, node->place,
                         "%s of a device without orientation; expected none, or orientation: true",
                         keys[i]);
            return;
        }
    }
}

static void checkMotors(vlModelReading* m)
{
    vlSimulatedDeviceDef* def = &m->file->def;
    const vlSimulatedMotors* motors = &def->motors;
    def->statedDelay = motors->delay;
    double samples = (motors->delay + motors->jitter) * def->info.rate;
    if (samples > VL_MAX_SIMULATED_DELAY * (1.0 + 1e-9)) {
        const vlNode* node = vlNode_Find(m->node, "delay");
        vlFaults_Add(&m->r->text.faults, node != NULL ? node->place : m->node->place,
                     "delay and jitter are %.4g samples at %g Hz; expected at most %d", samples,
                     def->info.rate, VL_MAX_SIMULATED_DELAY);
    }
}

// Starts from the preset of `like`, or from a device for which the file must give every number.
static bool begin(vlModelReading* m, const vlNode* like)
{
    vlSimulatedDeviceDef* def = &m->file->def;
    const char* names[64];
    const char* name = "sigma7";
    int count = 0;
    if (!vlText_String(&m->r->text, like, "like", &name)) {
        return false;
    }
    m->isLike = like != NULL;
    if (vlSimulatedDevice_GetPreset(name, def) != VL_OK || def->mechanism.isPantograph) {
        while (count < 63 && vlSimulatedDevice_GetPresetName(count) != NULL) {
            names[count] = vlSimulatedDevice_GetPresetName(count);
            ++count;
        }
        vlText_AddUnknown(&m->r->text, like, "preset", names,
                          count - 1); // the last is the pantograph
        return false;
    }
    if (m->isLike) {
        (void)snprintf(m->file->like, sizeof m->file->like, "%s", name);
        return true;
    }
    double inertia = def->inertia; // of a device that measures no orientation it does not matter
    vlSimulatedHand hand = def->hand;
    memset(def, 0, sizeof *def);
    def->inertia = inertia;
    def->hand = hand;
    def->start = vlIdentityPose();
    def->info.hasForce = true;
    return true;
}

static void readName(vlModelReading* m, const vlNode* node)
{
    vlDeviceInfo* info = &m->file->def.info;
    const char* name = "";
    if (vlText_String(&m->r->text, node, "name", &name) && node != NULL &&
        (name[0] == '\0' || strlen(name) > MOST_NAME)) {
        vlFaults_Add(&m->r->text.faults, node->place, "name is %s; expected 1 to %d bytes",
                     vlNode_Describe(node).text, MOST_NAME);
    }
    (void)snprintf(info->model, sizeof info->model, "%s", name);
    (void)snprintf(info->backend, sizeof info->backend, "simulated");
}

void vlRead_Model(vlReader* r, const vlNode* node, vlDeviceFile* file)
{
    vlModelReading m = {.r = r, .file = file, .node = node};
    vlSimulatedDeviceDef* def = &file->def;
    int version = VL_DEVICE_FILE_VERSION;
    memset(file, 0, sizeof *file);
    if (!vlText_Int(&r->text, vlNode_Find(node, "volar-device"),
                    "volar-device (version of the format)", 1, VL_DEVICE_FILE_VERSION, &version) ||
        !begin(&m, vlNode_Find(node, "like")) ||
        !vlText_String(&r->text, vlNode_Find(node, "source"), "source", &m.source)) {
        return;
    }
    r->model = &m;
    def->motors.delay = def->statedDelay;
    def->directions = (vlSimulatedDirections){.mass = threeOf(def->mass),
                                              .damping = threeOf(def->damping),
                                              .friction = threeOf(def->friction)};
    readPart(&m, &vlSection_DeviceModel, node, "", def);
    readName(&m, vlNode_Find(node, "name"));
    checkLimits(&m);
    checkRotation(&m);
    checkMotors(&m);
    r->model = NULL;
    if (r->text.faults.found.total == 0 && vlSimulatedDevice_Check(def, NULL, 0) != VL_OK) {
        vlFaults_Add(&r->text.faults, node->place, "these numbers are not a valid device together");
    }
}
