// SPDX-License-Identifier: MIT
// `point-law` of a surface: a wall and a friction law with their parameters, for what a pointer
// touches. The names of laws and parameters are those of the library's table (volar/law.h).

#include <string.h>

#include "base/hash.h"
#include "scene/reader.h"
#include "text/rows.h"

#define MOST_LAWS 64

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
        vlText_AddUnknown(&r->text, node, label, names, count);
    } else {
        vlFaults_Add(&r->text.faults, node->place, "%s is %s; expected a name", label,
                     vlNode_Describe(node).text);
    }
    return NULL;
}

// The keys of a law are `law` and its parameters.
static void readParameters(vlReader* r, const vlNode* node, const char* what, vlLawChoice* choice)
{
    vlField rows[1 + VL_MAX_LAW_PARAMETERS] = {{"law", VL_NOWHERE, NAME, "", NULL, ""}};
    vlSection section = {.name = what, .fields = rows, .count = 1};
    for (int i = 0; i < choice->law->parameterCount; ++i) {
        const vlLawParameter* p = &choice->law->parameters[i];
        rows[section.count++] = (vlField){p->name,
                                          (int)((size_t)i * sizeof choice->parameter[0]),
                                          NUMBER(FROM(p->least, p->most)),
                                          "",
                                          "",
                                          ""};
    }
    (void)vlSection_Read(&r->text, &section, node, NULL, choice->parameter);
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
        vlFaults_Add(&r->text.faults, node->place,
                     "%s has no key 'law'; expected the name of a law", what);
        return;
    }
    const vlLaw* law = findLaw(r, name, family, label);
    *choice = vlLaw_Choose(law);
    if (law != NULL && node->kind == VL_NODE_MAPPING) {
        readParameters(r, node, what, choice);
    }
}

// `none`, or a wall law with or without a friction law.
static void readPointLaw(vlText* t, const vlNode* node, const vlField* field, void* member)
{
    vlReader* r = (vlReader*)t;
    vlPointLaw* law = member;
    vlPointLaw read = {0};
    if (node->kind == VL_NODE_SCALAR && strcmp(node->text, "none") == 0) {
        *law = read;
        return;
    }
    (void)vlSection_Read(t, &vlSection_PointLaw, node, field->key, &read);
    if (node->kind == VL_NODE_MAPPING) {
        readChoice(r, vlNode_Find(node, "wall"), VL_LAW_WALL, "wall", &read.wall);
        readChoice(r, vlNode_Find(node, "friction"), VL_LAW_FRICTION, "friction", &read.friction);
        *law = read.wall.law != NULL ? read : *law; // without a wall there is a fault already
    }
}

static uint64_t hashLaw(uint64_t h, const vlLawChoice* choice)
{
    h = vlHash_Text(h, choice->law != NULL ? choice->law->name : NULL);
    for (int i = 0; choice->law != NULL && i < choice->law->parameterCount; ++i) {
        h = vlHash_Double(h, choice->parameter[i]);
    }
    return h;
}

static uint64_t hashPointLaw(const vlField* field, const void* member, uint64_t h)
{
    const vlPointLaw* law = member;
    (void)field;
    return hashLaw(hashLaw(h, &law->wall), &law->friction);
}

// A law as a mapping of its name and all its parameters.
static void writeLaw(FILE* out, const char* key, const vlLawChoice* choice)
{
    fprintf(out, "%s: {law: %s", key, choice->law->name);
    for (int i = 0; i < choice->law->parameterCount; ++i) {
        fprintf(out, ", %s: ", choice->law->parameters[i].name);
        vlWrite_Number(out, choice->parameter[i]);
    }
    fputs("}", out);
}

static void writePointLaw(FILE* out, const vlField* field, const void* member)
{
    const vlPointLaw* law = member;
    (void)field;
    if (law->wall.law == NULL) {
        fputs("none", out);
        return;
    }
    fputs("{", out);
    writeLaw(out, "wall", &law->wall);
    if (law->friction.law != NULL) {
        fputs(", ", out);
        writeLaw(out, "friction", &law->friction);
    }
    fputs("}", out);
}

const vlFieldType vlField_PointLaw = {readPointLaw, hashPointLaw, writePointLaw};
