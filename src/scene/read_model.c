// SPDX-License-Identifier: MIT
// The numbers of a simulated device, each with its source. The ranges are those of
// vlSimulatedDevice_Create, which cannot say which value it refuses.

#include "scene/read_model.h"

#include <stdio.h>
#include <string.h>

#define MOST_AMOUNT 1e9
#define LEAST_MASS 1e-6    // kg
#define LEAST_INERTIA 1e-9 // kg m^2
#define LEAST_RATE 10.0    // Hz
#define MOST_FORCE 1e6     // N, N m
#define MOST_TIME 1e3      // s
#define MOST_BANDWIDTH 1e5 // Hz
#define MOST_BUTTONS 32
#define MOST_NAME 63

static const vlKeyName modelKeys[] = {VL_KEYS_DEVICE_MODEL(VL_KEY_ROW)};
enum { VL_KEYS_DEVICE_MODEL(VL_KEY_ENUM) MODEL_KEY_COUNT };

static const vlRange amounts = {0.0, false, MOST_AMOUNT};

typedef struct Model {
    vlReader* r;
    vlDeviceFile* file;
    const vlNode* node;
    const char* source; // of the numbers that give none; NULL: none
    bool isLike;        // a preset gives what is not given
} Model;

static vlSourceKind kindOf(const char* source)
{
    return strncmp(source, "unknown", 7) == 0   ? VL_SOURCE_UNKNOWN
           : strncmp(source, "assumed", 7) == 0 ? VL_SOURCE_ASSUMED
                                                : VL_SOURCE_GIVEN;
}

// The value of a number that may be {value, source}, and notes where it comes from. NULL: faulty.
static const vlNode* takeSource(Model* m, const vlNode* node, const char* label,
                                const char** source)
{
    static const vlKeyName keys[] = {VL_KEYS_SOURCED(VL_KEY_ROW)};
    enum { VL_KEYS_SOURCED(VL_KEY_ENUM) KEY_COUNT };
    const vlNode* found[KEY_COUNT];
    *source = m->source;
    if (node->kind == VL_NODE_MAPPING) {
        if (!vlRead_Keys(m->r, node, label, keys, KEY_COUNT, found) ||
            found[VL_SOURCED_SOURCE] == NULL ||
            !vlRead_Text(m->r, found[VL_SOURCED_SOURCE], "source", source)) {
            return NULL;
        }
        node = found[VL_SOURCED_VALUE];
    }
    if (node != NULL && (*source == NULL || (*source)[0] == '\0')) {
        vlFaults_Add(&m->r->faults, node->place,
                     "%s has no source; expected {value: %.20s, source: TEXT}, or source for the "
                     "whole device",
                     label, node->kind == VL_NODE_SCALAR ? node->text : "NUMBER");
        return NULL;
    }
    return node;
}

static void note(Model* m, const char* label, double value, const char* source)
{
    if (m->file->numberCount < VL_MAX_DEVICE_NUMBERS) {
        vlDeviceNumber* number = &m->file->numbers[m->file->numberCount++];
        (void)snprintf(number->key, sizeof number->key, "%s", label);
        (void)snprintf(number->source, sizeof number->source, "%s", source);
        number->value = value;
        number->kind = kindOf(source);
    }
}

static void addMissing(Model* m, const char* label)
{
    vlFaults_Add(&m->r->faults, m->node->place,
                 "%s is missing; expected it, or 'like' with the name of a preset that gives it",
                 label);
}

static void readNumber(Model* m, const vlNode* node, const char* label, vlRange range,
                       bool isNeeded, double* value)
{
    const char* source = NULL;
    if (node == NULL) {
        if (isNeeded && !m->isLike) {
            addMissing(m, label);
        }
        return;
    }
    node = takeSource(m, node, label, &source);
    if (node != NULL && vlRead_Number(m->r, node, label, range, value)) {
        note(m, label, *value, source);
    }
}

// A number, or three of them for x, y and z. True if there are three.
static bool readByDirection(Model* m, const vlNode* node, const char* label, vlRange range,
                            double* mean, vlVec3* each)
{
    const char* source = NULL;
    const vlNode* value = node != NULL ? takeSource(m, node, label, &source) : NULL;
    double v[3];
    if (value != NULL && value->kind == VL_NODE_LIST) {
        if (!vlRead_Numbers(m->r, value, label, range, 3, v)) {
            return false;
        }
        note(m, label, v[0], source);
        *each = vlVec(v[0], v[1], v[2]);
        *mean = (v[0] + v[1] + v[2]) / 3.0;
        return true;
    }
    if (node == NULL || value != NULL) {
        readNumber(m, node, label, range, true, mean);
    }
    *each = vlVec(*mean, *mean, *mean);
    return false;
}

static void readLimits(Model* m, const vlNode* node)
{
    static const vlKeyName keys[] = {VL_KEYS_DEVICE_LIMITS(VL_KEY_ROW)};
    enum { VL_KEYS_DEVICE_LIMITS(VL_KEY_ENUM) KEY_COUNT };
    const vlNode* found[KEY_COUNT] = {NULL};
    const vlRange forces = {0.0, true, MOST_FORCE};
    const vlRange torques = {0.0, false, MOST_FORCE};
    const vlRange radii = {0.0, true, 10.0};
    vlDeviceInfo* info = &m->file->def.info;
    if (node == NULL && !m->isLike) {
        addMissing(m, "limits");
        return;
    }
    if (node != NULL && !vlRead_Keys(m->r, node, "limits", keys, KEY_COUNT, found)) {
        return;
    }
    readNumber(m, found[VL_DEVICE_LIMITS_FORCE], "limits.force", forces, true, &info->maxForce);
    readNumber(m, found[VL_DEVICE_LIMITS_TORQUE], "limits.torque", torques, false,
               &info->maxTorque);
    readNumber(m, found[VL_DEVICE_LIMITS_STIFFNESS], "limits.stiffness", amounts, false,
               &info->maxStiffness);
    readNumber(m, found[VL_DEVICE_LIMITS_ANGULAR_STIFFNESS], "limits.angular-stiffness", amounts,
               false, &info->maxAngularStiffness);
    readNumber(m, found[VL_DEVICE_LIMITS_DAMPING], "limits.damping", amounts, false,
               &info->maxDamping);
    readNumber(m, found[VL_DEVICE_LIMITS_ANGULAR_DAMPING], "limits.angular-damping", amounts, false,
               &info->maxAngularDamping);
    readNumber(m, found[VL_DEVICE_LIMITS_RADIUS], "limits.radius", radii, true, &info->radius);
    info->hasTorque = info->maxTorque > 0.0;
    if (info->hasTorque && !info->hasOrientation) {
        vlFaults_Add(&m->r->faults, found[VL_DEVICE_LIMITS_TORQUE]->place,
                     "limits.torque of a device without orientation; expected none, or "
                     "orientation: true");
    }
}

static void readMode(Model* m, const vlNode* node, const char* label, vlSimulatedMode* mode)
{
    static const vlKeyName keys[] = {VL_KEYS_DEVICE_MODE(VL_KEY_ROW)};
    enum { VL_KEYS_DEVICE_MODE(VL_KEY_ENUM) KEY_COUNT };
    const vlNode* found[KEY_COUNT];
    const vlRange shares = {0.0, true, 0.99};
    const vlRange frequencies = {1.0, false, VL_MAX_SIMULATED_MODE};
    const vlRange ratios = {0.0, false, 10.0};
    char key[40];
    if (node == NULL || !vlRead_Keys(m->r, node, label, keys, KEY_COUNT, found)) {
        return;
    }
    (void)snprintf(key, sizeof key, "%s.handle-share", label);
    readNumber(m, found[VL_DEVICE_MODE_HANDLE_SHARE], key, shares, false, &mode->handleShare);
    (void)snprintf(key, sizeof key, "%s.frequency", label);
    readNumber(m, found[VL_DEVICE_MODE_FREQUENCY], key, frequencies, false, &mode->frequency);
    (void)snprintf(key, sizeof key, "%s.ratio", label);
    readNumber(m, found[VL_DEVICE_MODE_RATIO], key, ratios, false, &mode->ratio);
}

static void readTranslation(Model* m, const vlNode* const* found)
{
    vlSimulatedDeviceDef* def = &m->file->def;
    vlSimulatedDirections* d = &def->directions;
    const vlRange masses = {LEAST_MASS, false, MOST_AMOUNT};
    bool isEach =
        readByDirection(m, found[VL_DEVICE_MODEL_MASS], "mass", masses, &def->mass, &d->mass);
    isEach = readByDirection(m, found[VL_DEVICE_MODEL_DAMPING], "damping", amounts, &def->damping,
                             &d->damping) ||
             isEach;
    isEach = readByDirection(m, found[VL_DEVICE_MODEL_FRICTION], "friction", amounts,
                             &def->friction, &d->friction) ||
             isEach;
    d->areGiven = isEach;
    readNumber(m, found[VL_DEVICE_MODEL_RESOLUTION], "resolution", amounts, true, &def->resolution);
    readMode(m, found[VL_DEVICE_MODEL_MODE], "mode", &def->mode);
}

static void readRotation(Model* m, const vlNode* const* found)
{
    static const int keys[] = {VL_DEVICE_MODEL_INERTIA, VL_DEVICE_MODEL_ANGULAR_DAMPING,
                               VL_DEVICE_MODEL_ANGULAR_FRICTION, VL_DEVICE_MODEL_ANGULAR_RESOLUTION,
                               VL_DEVICE_MODEL_ANGULAR_MODE};
    vlSimulatedDeviceDef* def = &m->file->def;
    const vlRange inertias = {LEAST_INERTIA, false, MOST_AMOUNT};
    bool isNeeded = def->info.hasOrientation;
    for (int i = 0; !isNeeded && i < VL_COUNT_OF(keys); ++i) {
        if (found[keys[i]] != NULL) {
            vlFaults_Add(&m->r->faults, found[keys[i]]->place,
                         "%s of a device without orientation; expected none, or orientation: true",
                         found[keys[i]]->key->text);
            return;
        }
    }
    readNumber(m, found[keys[0]], "inertia", inertias, isNeeded, &def->inertia);
    readNumber(m, found[keys[1]], "angular-damping", amounts, isNeeded, &def->angularDamping);
    readNumber(m, found[keys[2]], "angular-friction", amounts, isNeeded, &def->angularFriction);
    readNumber(m, found[keys[3]], "angular-resolution", amounts, isNeeded, &def->angularResolution);
    readMode(m, found[keys[4]], "angular-mode", &def->angularMode);
}

static void readMotors(Model* m, const vlNode* const* found)
{
    vlSimulatedDeviceDef* def = &m->file->def;
    vlSimulatedMotors* motors = &def->motors;
    const vlRange times = {0.0, false, MOST_TIME};
    const vlRange bands = {0.0, true, MOST_BANDWIDTH};
    motors->delay = def->statedDelay;
    readNumber(m, found[VL_DEVICE_MODEL_DELAY], "delay", times, true, &motors->delay);
    readNumber(m, found[VL_DEVICE_MODEL_JITTER], "jitter", times, false, &motors->jitter);
    readNumber(m, found[VL_DEVICE_MODEL_BANDWIDTH], "bandwidth", bands, false, &motors->bandwidth);
    readNumber(m, found[VL_DEVICE_MODEL_FORCE_RESOLUTION], "force-resolution", amounts, false,
               &motors->forceResolution);
    readNumber(m, found[VL_DEVICE_MODEL_TORQUE_RESOLUTION], "torque-resolution", amounts, false,
               &motors->torqueResolution);
    def->statedDelay = motors->delay;
    double samples = (motors->delay + motors->jitter) * def->info.rate;
    if (samples > VL_MAX_SIMULATED_DELAY * (1.0 + 1e-9)) {
        const vlNode* node = found[VL_DEVICE_MODEL_DELAY];
        vlFaults_Add(&m->r->faults, node != NULL ? node->place : m->node->place,
                     "delay and jitter are %.4g samples at %g Hz; expected at most %d", samples,
                     def->info.rate, VL_MAX_SIMULATED_DELAY);
    }
}

// Starts from the preset of `like`, or from a device for which the file must give every number.
static bool begin(Model* m, const vlNode* like)
{
    vlSimulatedDeviceDef* def = &m->file->def;
    const char* names[64];
    const char* name = "sigma7";
    int count = 0;
    if (!vlRead_Text(m->r, like, "like", &name)) {
        return false;
    }
    m->isLike = like != NULL;
    if (vlSimulatedDevice_GetPreset(name, def) != VL_OK || def->mechanism.isPantograph) {
        while (count < 63 && vlSimulatedDevice_GetPresetName(count) != NULL) {
            names[count] = vlSimulatedDevice_GetPresetName(count);
            ++count;
        }
        vlRead_AddUnknown(m->r, like, "preset", names, count - 1); // the last is the pantograph
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

static void readHead(Model* m, const vlNode* const* found)
{
    vlDeviceInfo* info = &m->file->def.info;
    const char* name = "";
    const char* description = "";
    if (vlRead_Text(m->r, found[VL_DEVICE_MODEL_NAME], "name", &name) &&
        found[VL_DEVICE_MODEL_NAME] != NULL && (name[0] == '\0' || strlen(name) > MOST_NAME)) {
        vlFaults_Add(&m->r->faults, found[VL_DEVICE_MODEL_NAME]->place,
                     "name is %s; expected 1 to %d bytes",
                     vlNode_Describe(found[VL_DEVICE_MODEL_NAME]).text, MOST_NAME);
    }
    (void)vlRead_Text(m->r, found[VL_DEVICE_MODEL_DESCRIPTION], "description", &description);
    (void)snprintf(info->model, sizeof info->model, "%s", name);
    (void)snprintf(info->backend, sizeof info->backend, "simulated");
    const vlRange rates = {LEAST_RATE, false, VL_MAX_SIMULATED_RATE};
    readNumber(m, found[VL_DEVICE_MODEL_RATE], "rate", rates, true, &info->rate);
    (void)vlRead_Bool(m->r, found[VL_DEVICE_MODEL_ORIENTATION], "orientation",
                      &info->hasOrientation);
    (void)vlRead_Int(m->r, found[VL_DEVICE_MODEL_BUTTONS], "buttons", 0, MOST_BUTTONS,
                     &info->buttonCount);
}

void vlRead_Model(vlReader* r, const vlNode* node, vlDeviceFile* file)
{
    const vlNode* found[MODEL_KEY_COUNT];
    Model m = {.r = r, .file = file, .node = node};
    int version = VL_DEVICE_FILE_VERSION;
    memset(file, 0, sizeof *file);
    if (!vlRead_Keys(r, node, "a device model", modelKeys, MODEL_KEY_COUNT, found) ||
        !vlRead_Int(r, found[VL_DEVICE_MODEL_VOLAR], "volar-device (version of the format)", 1,
                    VL_DEVICE_FILE_VERSION, &version) ||
        !begin(&m, found[VL_DEVICE_MODEL_LIKE]) ||
        !vlRead_Text(r, found[VL_DEVICE_MODEL_SOURCE], "source", &m.source)) {
        return;
    }
    readHead(&m, found);
    readLimits(&m, found[VL_DEVICE_MODEL_LIMITS]);
    readTranslation(&m, found);
    readRotation(&m, found);
    readMotors(&m, found);
    if (r->faults.found.total == 0 && vlSimulatedDevice_Check(&file->def, NULL, 0) != VL_OK) {
        vlFaults_Add(&r->faults, node->place, "these numbers are not a valid device together");
    }
}
