// SPDX-License-Identifier: MIT
// Reads mappings by tables of keys, and suggests a name for one that is not known.

#include <stdio.h>
#include <string.h>

#include "scene/alias.h"
#include "scene/reader.h"

#define MOST_KEYS 32
// Number of names compared with an unknown one: comparing all names of a huge scene would take
// seconds.
#define MOST_NAMES 4096

void vlRead_AddUnknown(vlReader* r, const vlNode* node, const char* what, const char* const* names,
                       int count)
{
    vlNodeWords words = vlNode_Describe(node);
    vlMeant meant = {NULL, ""};
    if (vlFaults_HasRoom(&r->faults, node->place)) {
        meant = vlAlias_Guess(node->text, names, count < MOST_NAMES ? count : MOST_NAMES);
    }
    if (meant.name != NULL) {
        vlFaults_Add(&r->faults, node->place, "unknown %s %s; did you mean '%s'%s?", what,
                     words.text, meant.name, meant.how);
    } else {
        vlFaults_Add(&r->faults, node->place, "unknown %s %s", what, words.text);
    }
}

// Where a key that is known, but elsewhere, belongs: the world has the surface of all bodies, and
// the scene has the world. NULL: nowhere that is likely.
static const char* findPlace(const char* word, const char* what, char* text, size_t size)
{
    static const char* const worldNames[] = {VL_KEYS_WORLD(VL_KEY_TEXT)};
    static const char* const surfaceNames[] = {VL_KEYS_SURFACE(VL_KEY_TEXT)};
    bool isScene = strcmp(what, "the scene") == 0, isBody = strcmp(what, "a body") == 0;
    const char* name = vlAlias_Translate(word, worldNames, VL_COUNT_OF(worldNames)).name;
    if (isScene && name != NULL) {
        (void)snprintf(text, size, "did you mean world.%s?", name);
        return text;
    }
    name = vlAlias_Translate(word, surfaceNames, VL_COUNT_OF(surfaceNames)).name;
    if (name == NULL || !(isScene || isBody || strcmp(what, "world") == 0)) {
        return NULL;
    }
    (void)snprintf(text, size,
                   isBody ? "%s belongs to a material, or to world.surface for all bodies"
                          : "did you mean world.surface.%s?",
                   name);
    return text;
}

// Reports an unknown key, with the place where it is known, the most similar known one, or all of
// them if none is similar.
static void addUnknownKey(vlReader* r, const vlNode* key, const char* what, const vlKeyName* keys,
                          int count)
{
    const char* names[MOST_KEYS];
    char list[160] = "";
    size_t used = 0;
    const char* place = findPlace(key->text, what, list, sizeof list);
    if (place != NULL) {
        vlFaults_Add(&r->faults, key->place, "unknown key %s; %s", vlNode_Describe(key).text,
                     place);
        return;
    }
    for (int i = 0; i < count; ++i) {
        names[i] = keys[i].name;
        size_t length = strlen(names[i]);
        if (used + length + 3 < sizeof list) {
            memcpy(list + used, i > 0 ? ", " : "", i > 0 ? 2 : 0);
            used += i > 0 ? 2 : 0;
            memcpy(list + used, names[i], length + 1);
            used += length;
        }
    }
    if (!vlFaults_HasRoom(&r->faults, key->place) ||
        vlAlias_Guess(key->text, names, count).name != NULL) {
        vlRead_AddUnknown(r, key, "key", names, count);
    } else {
        vlFaults_Add(&r->faults, key->place, "unknown key %s; expected %s",
                     vlNode_Describe(key).text, list);
    }
}

static int findKey(const vlKeyName* keys, int count, const char* name)
{
    for (int i = 0; i < count; ++i) {
        if (strcmp(keys[i].name, name) == 0) {
            return i;
        }
    }
    return -1;
}

bool vlRead_Keys(vlReader* r, const vlNode* node, const char* what, const vlKeyName* keys,
                 int count, const vlNode** found)
{
    for (int i = 0; i < count; ++i) {
        found[i] = NULL;
    }
    if (node->kind != VL_NODE_MAPPING) {
        vlFaults_Add(&r->faults, node->place, "%s is %s; expected a mapping", what,
                     vlNode_Describe(node).text);
        return false;
    }
    for (const vlNode* child = node->first; child != NULL; child = child->next) {
        int i = findKey(keys, count, child->key->text);
        if (i >= 0) {
            found[i] = found[i] == NULL ? child : found[i]; // given twice: already reported
        } else {
            addUnknownKey(r, child->key, what, keys, count);
        }
    }
    for (int i = 0; i < count; ++i) {
        if (keys[i].isRequired && found[i] == NULL) {
            vlFaults_Add(&r->faults, node->place, "%s has no '%s'; expected one", what,
                         keys[i].name);
        }
    }
    return true;
}

static bool isContainer(vlReader* r, const vlNode* node, const char* label, int most,
                        vlNodeKind kind, const char* kindName)
{
    if (node == NULL) {
        return false;
    }
    if (node->kind != kind) {
        vlFaults_Add(&r->faults, node->place, "%s is %s; expected a %s", label,
                     vlNode_Describe(node).text, kindName);
        return false;
    }
    if (node->count > most) {
        vlFaults_Add(&r->faults, node->place, "%s has %d items; expected at most %d", label,
                     node->count, most);
        return false;
    }
    return true;
}

bool vlRead_IsList(vlReader* r, const vlNode* node, const char* label, int most)
{
    return isContainer(r, node, label, most, VL_NODE_LIST, "list");
}

bool vlRead_IsMapping(vlReader* r, const vlNode* node, const char* label, int most)
{
    return isContainer(r, node, label, most, VL_NODE_MAPPING, "mapping");
}
