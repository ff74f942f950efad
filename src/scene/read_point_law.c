// SPDX-License-Identifier: MIT
// `point-law` of a surface: a wall and a friction law with their parameters, for what a pointer
// touches. The names of laws and parameters are those of the library's table (volar/law.h).

#include <string.h>

#include "scene/reader.h"

#define MOST_LAWS 64

static const vlKeyName keys[] = {VL_KEYS_POINT_LAW(VL_KEY_ROW)};
enum { VL_KEYS_POINT_LAW(VL_KEY_ENUM) KEY_COUNT };

// The law of that name among those of one family.
static const vlLaw* findLaw(vlReader* r, const vlNode* node, vlLawFamily family, const char* label)
{
    const char* names[MOST_LAWS];
    int count = 0;
    for (int i = 0; i < vlLaw_GetCount() && count < MOST_LAWS; ++i) {
        const vlLaw* law = vlLaw_Get(i);
        if (law->family != family) {
            continue;
        }
        if (node->kind == VL_NODE_SCALAR && strcmp(node->text, law->name) == 0) {
            return law;
        }
        names[count++] = law->name;
    }
    if (node->kind == VL_NODE_SCALAR) {
        vlRead_AddUnknown(r, node, label, names, count);
    } else {
        vlFaults_Add(&r->faults, node->place, "%s is %s; expected a name", label,
                     vlNode_Describe(node).text);
    }
    return NULL;
}

static void readParameters(vlReader* r, const vlNode* node, const char* what, vlLawChoice* choice)
{
    vlKeyName names[1 + VL_MAX_LAW_PARAMETERS] = {{"law", true}};
    const vlNode* found[1 + VL_MAX_LAW_PARAMETERS];
    int count = choice->law->parameterCount;
    for (int i = 0; i < count; ++i) {
        names[1 + i] = (vlKeyName){choice->law->parameters[i].name, false};
    }
    if (!vlRead_Keys(r, node, what, names, 1 + count, found)) {
        return;
    }
    for (int i = 0; i < count; ++i) {
        const vlLawParameter* p = &choice->law->parameters[i];
        vlRange range = {p->least, false, p->most};
        (void)vlRead_Number(r, found[1 + i], p->name, range, &choice->parameter[i]);
    }
}

// A name, or a mapping of the key `law` and parameters.
static void readChoice(vlReader* r, const vlNode* node, vlLawFamily family, const char* what,
                       vlLawChoice* choice)
{
    const char* label = family == VL_LAW_WALL ? "wall law" : "friction law";
    *choice = vlLaw_Choose(NULL);
    if (node == NULL) {
        return;
    }
    const vlNode* name = node->kind == VL_NODE_MAPPING ? vlNode_Find(node, "law") : node;
    if (name == NULL) {
        vlFaults_Add(&r->faults, node->place, "%s has no key 'law'; expected the name of a law",
                     what);
        return;
    }
    const vlLaw* law = findLaw(r, name, family, label);
    *choice = vlLaw_Choose(law);
    if (law != NULL && node->kind == VL_NODE_MAPPING) {
        readParameters(r, node, what, choice);
    }
}

void vlRead_PointLaw(vlReader* r, const vlNode* node, vlPointLaw* law)
{
    if (node == NULL) {
        return;
    }
    vlPointLaw read = {0};
    if (node->kind == VL_NODE_SCALAR && strcmp(node->text, "none") == 0) {
        *law = read;
        return;
    }
    const vlNode* found[KEY_COUNT];
    if (vlRead_Keys(r, node, "point-law", keys, KEY_COUNT, found)) {
        readChoice(r, found[VL_POINT_LAW_WALL], VL_LAW_WALL, "wall", &read.wall);
        readChoice(r, found[VL_POINT_LAW_FRICTION], VL_LAW_FRICTION, "friction", &read.friction);
        *law = read.wall.law != NULL ? read : *law; // without a wall there is a fault already
    }
}
