// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_HAPLY_PARTS_H
#define VOLAR_APP_HAPLY_PARTS_H

// The parts that messages of Haply's protocol are made of, read from JSON. Each JSON object has one
// function, a vlScanField, called for each of its keys.

#include <string.h>

#include "app/haply/protocol.h"
#include "text/scan.h"

static inline bool vlHaplyPart_Is(const char* key, const char* name)
{
    return strcmp(key, name) == 0;
}

// Is the next value of this kind? One of another kind than is known is skipped, not refused.
bool vlHaplyPart_IsBool(vlJsonIn* reader);
bool vlHaplyPart_IsNumber(vlJsonIn* reader);
bool vlHaplyPart_IsObject(vlJsonIn* reader);
// Null leaves `vector` and `has` as they are.
bool vlHaplyPart_ReadVector(vlJsonIn* reader, vlVec3* vector, bool* has);
bool vlHaplyPart_ReadQuatField(vlJsonIn* reader, const char* key, void* quat);
bool vlHaplyPart_ReadId(vlJsonIn* reader, char id[VL_MAX_HAPLY_ID]);
// A word that is a text and fits; anything else is skipped, and the word stays as it is.
bool vlHaplyPart_ReadWord(vlJsonIn* reader, char word[VL_MAX_HAPLY_WORD]);
bool vlHaplyPart_ReadTurn(vlJsonIn* reader, vlHaplyTurn* turn);
// `config` is a vlHaplyConfig.
bool vlHaplyPart_ReadConfigField(vlJsonIn* reader, const char* key, void* config);

#endif
