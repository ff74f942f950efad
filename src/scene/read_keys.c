// SPDX-License-Identifier: MIT
// Reads mappings by tables of keys, and suggests a name for one that is not known.

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

// Reports an unknown key, with the most similar known one, or with all of them if none is similar.
static void addUnknownKey(vlReader* r, const vlNode* key, const vlKeyName* keys, int count)
{
    const char* names[MOST_KEYS];
    char list[160] = "";
    size_t used = 0;
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
            addUnknownKey(r, child->key, keys, count);
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
