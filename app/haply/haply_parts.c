// SPDX-License-Identifier: MIT
#include "app/haply/haply_parts.h"

#include <string.h>

static bool readVectorField(vlJsonIn* reader, const char* key, void* to)
{
    vlVec3* vector = to;
    double* part = vlHaplyPart_Is(key, "x")   ? &vector->x
                   : vlHaplyPart_Is(key, "y") ? &vector->y
                   : vlHaplyPart_Is(key, "z") ? &vector->z
                                              : NULL;
    return part != NULL ? vlJsonIn_ReadNumber(reader, part) : vlScan_Skip(reader);
}

bool vlHaplyPart_ReadVector(vlJsonIn* reader, vlVec3* vector, bool* has)
{
    if (vlScan_TakeNull(reader)) {
        return true;
    }
    *vector = vlZero();
    *has = true;
    return vlScan_Object(reader, readVectorField, vector);
}

bool vlHaplyPart_ReadQuatField(vlJsonIn* reader, const char* key, void* to)
{
    vlQuat* q = to;
    double* part = vlHaplyPart_Is(key, "w")   ? &q->w
                   : vlHaplyPart_Is(key, "x") ? &q->x
                   : vlHaplyPart_Is(key, "y") ? &q->y
                   : vlHaplyPart_Is(key, "z") ? &q->z
                                              : NULL;
    return part != NULL ? vlJsonIn_ReadNumber(reader, part) : vlScan_Skip(reader);
}

bool vlHaplyPart_ReadId(vlJsonIn* reader, char id[VL_MAX_HAPLY_ID])
{
    reader->what = "device_id";
    if (!vlJsonIn_ReadString(reader, id, VL_MAX_HAPLY_ID)) {
        return false;
    }
    reader->what = NULL;
    return true;
}

bool vlHaplyPart_IsBool(vlJsonIn* reader)
{
    vlJsonIn_SkipSpace(reader);
    return reader->at < reader->end && (*reader->at == 't' || *reader->at == 'f');
}

bool vlHaplyPart_ReadWord(vlJsonIn* reader, char word[VL_MAX_HAPLY_WORD])
{
    vlJsonIn ahead = *reader;
    char read[VL_MAX_HAPLY_WORD];
    if (vlJsonIn_ReadString(&ahead, read, sizeof read)) {
        memset(word, 0, VL_MAX_HAPLY_WORD);
        memcpy(word, read, strlen(read));
    }
    return vlScan_Skip(reader);
}

bool vlHaplyPart_IsNumber(vlJsonIn* reader)
{
    vlJsonIn_SkipSpace(reader);
    return reader->at < reader->end &&
           (*reader->at == '-' || (*reader->at >= '0' && *reader->at <= '9'));
}

// A place in what shows poses does not change directions and distances, so it is not read.
static bool readTurnField(vlJsonIn* reader, const char* key, void* to)
{
    vlHaplyTurn* turn = to;
    if (vlHaplyPart_Is(key, "rotation")) {
        return vlScan_Object(reader, vlHaplyPart_ReadQuatField, &turn->rotation);
    }
    return vlHaplyPart_Is(key, "scale") ? vlScan_Object(reader, readVectorField, &turn->scale)
                                        : vlScan_Skip(reader);
}

bool vlHaplyPart_ReadTurn(vlJsonIn* reader, vlHaplyTurn* turn)
{
    if (vlScan_TakeNull(reader)) {
        return true;
    }
    turn->isKnown = true;
    turn->rotation = vlIdentityQuat();
    turn->scale = vlVec(1.0, 1.0, 1.0);
    return vlScan_Object(reader, readTurnField, turn);
}

static bool readSwitchField(vlJsonIn* reader, const char* key, void* to)
{
    vlHaplySwitch* in = to;
    if (vlHaplyPart_Is(key, "enabled") && vlHaplyPart_IsBool(reader)) {
        in->isKnown = true;
        return vlJsonIn_ReadBool(reader, &in->isOn);
    }
    return vlHaplyPart_Is(key, "scaling_factor") && vlHaplyPart_IsNumber(reader)
               ? vlJsonIn_ReadNumber(reader, &in->factor)
               : vlScan_Skip(reader);
}

static bool readSwitch(vlJsonIn* reader, vlHaplySwitch* in)
{
    in->isKnown = in->isOn = false;
    in->factor = 1.0;
    bool isGood = vlScan_Object(reader, readSwitchField, in);
    in->factor = in->isKnown ? in->factor : 0.0;
    return isGood;
}

static bool readGate(vlJsonIn* reader, const char* key, void* to)
{
    vlHaplyConfig* config = to;
    if (vlHaplyPart_Is(key, "gain") && vlHaplyPart_IsNumber(reader)) {
        config->hasForceGate = true;
        return vlJsonIn_ReadNumber(reader, &config->forceGate);
    }
    return vlScan_Skip(reader);
}

static bool readDamping(vlJsonIn* reader, const char* key, void* to)
{
    vlHaplyConfig* config = to;
    if (vlHaplyPart_Is(key, "scalar") && vlHaplyPart_IsNumber(reader)) {
        config->hasDamping = true;
        return vlJsonIn_ReadNumber(reader, &config->damping);
    }
    return vlScan_Skip(reader);
}

bool vlHaplyPart_IsObject(vlJsonIn* reader)
{
    vlJsonIn_SkipSpace(reader);
    return reader->at < reader->end && *reader->at == '{';
}

static bool readFilter(vlJsonIn* reader, const char* key, void* to)
{
    if (!vlHaplyPart_IsObject(reader)) {
        return vlScan_Skip(reader);
    }
    return vlHaplyPart_Is(key, "force_gate") ? vlScan_Object(reader, readGate, to)
           : vlHaplyPart_Is(key, "damping")  ? vlScan_Object(reader, readDamping, to)
                                             : vlScan_Skip(reader);
}

static bool readBasis(vlJsonIn* reader, const char* key, void* to)
{
    return vlHaplyPart_Is(key, "permutation") ? vlHaplyPart_ReadWord(reader, to)
                                              : vlScan_Skip(reader);
}

bool vlHaplyPart_ReadConfigField(vlJsonIn* reader, const char* key, void* to)
{
    vlHaplyConfig* config = to;
    char* const word = vlHaplyPart_Is(key, "type")         ? config->type
                       : vlHaplyPart_Is(key, "preset")     ? config->preset
                       : vlHaplyPart_Is(key, "handedness") ? config->handedness
                                                           : NULL;
    if (word != NULL) {
        return vlHaplyPart_ReadWord(reader, word);
    }
    if (!vlHaplyPart_IsObject(reader)) {
        return vlScan_Skip(reader);
    }
    return vlHaplyPart_Is(key, "basis")   ? vlScan_Object(reader, readBasis, config->basis)
           : vlHaplyPart_Is(key, "mount") ? vlHaplyPart_ReadTurn(reader, &config->mount)
           : vlHaplyPart_Is(key, "gravity_compensation")
               ? readSwitch(reader, &config->gravityCompensation)
           : vlHaplyPart_Is(key, "torque_scaling") ? readSwitch(reader, &config->torqueScaling)
           : vlHaplyPart_Is(key, "filters")        ? vlScan_Object(reader, readFilter, config)
                                                   : vlScan_Skip(reader);
}
