// SPDX-License-Identifier: MIT
#include "text/section.h"

#include <stdio.h>
#include <string.h>

#include "base/decimal.h"
#include "base/hash.h"
#include "text/alias.h"

#define MOST_KEYS 32

static int countRows(const vlSection* section)
{
    return section->count + (section->base != NULL ? section->base->count : 0);
}

// Those of the base come first.
static const vlField* rowAt(const vlSection* section, int i)
{
    int before = section->base != NULL ? section->base->count : 0;
    return i < before ? &section->base->fields[i] : &section->fields[i - before];
}

const vlField* vlSection_GetRow(const vlSection* section, int i)
{
    return i >= 0 && i < countRows(section) ? rowAt(section, i) : NULL;
}

static int listNames(const vlSection* section, const char* names[MOST_KEYS])
{
    int count = countRows(section);
    for (int i = 0; i < count; ++i) {
        names[i] = rowAt(section, i)->key;
    }
    return count;
}

// Where a key that is known, but elsewhere, belongs; false: nowhere that is likely.
static bool findElsewhere(const vlSection* section, const char* key, char* text, size_t size)
{
    const vlElsewhere* place = section->elsewhere;
    for (; place != NULL && place->section != NULL; ++place) {
        const char* names[MOST_KEYS];
        int count = listNames(place->section, names);
        const char* name = vlAlias_Translate(key, names, count).name;
        if (name != NULL) {
            const char* hole = strstr(place->advice, "%s");
            (void)snprintf(text, size, "%.*s%s%s", (int)(hole - place->advice), place->advice, name,
                           hole + 2);
            return true;
        }
    }
    return false;
}

// Reports an unknown key, with the place where it is known, the most similar known one, or all of
// them if none is similar.
static void addUnknownKey(vlText* t, const vlNode* key, const vlSection* section)
{
    const char* names[MOST_KEYS];
    char list[160] = "";
    size_t used = 0;
    if (findElsewhere(section, key->text, list, sizeof list)) {
        vlFaults_Add(&t->faults, key->place, "unknown key %s; %s", vlNode_Describe(key).text, list);
        return;
    }
    int count = listNames(section, names);
    for (int i = 0; i < count; ++i) {
        size_t length = strlen(names[i]);
        if (used + length + 3 < sizeof list) {
            used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", i > 0 ? ", " : "",
                                     names[i]);
        }
    }
    if (!vlFaults_HasRoom(&t->faults, key->place) ||
        vlAlias_Guess(key->text, names, count).name != NULL) {
        vlText_AddUnknown(t, key, "key", names, count);
    } else {
        vlFaults_Add(&t->faults, key->place, "unknown key %s; expected %s",
                     vlNode_Describe(key).text, list);
    }
}

static int findKey(const vlSection* section, const char* name)
{
    int i = countRows(section) - 1;
    while (i >= 0 && strcmp(rowAt(section, i)->key, name) != 0) {
        --i;
    }
    return i;
}

const vlField* vlSection_Find(const vlSection* section, const char* key)
{
    int i = findKey(section, key);
    return i >= 0 ? rowAt(section, i) : NULL;
}

// False only if `node` is not a mapping.
static bool readRows(vlText* t, const vlSection* section, const vlNode* node, const char* what,
                     void* object)
{
    const vlNode* found[MOST_KEYS] = {NULL};
    if (node->kind != VL_NODE_MAPPING) {
        vlFaults_Add(&t->faults, node->place, "%s is %s; expected a mapping", what,
                     vlNode_Describe(node).text);
        return false;
    }
    for (const vlNode* child = node->first; child != NULL; child = child->next) {
        int i = findKey(section, child->key->text);
        if (i >= 0) {
            found[i] = found[i] == NULL ? child : found[i]; // given twice: already reported
        } else {
            addUnknownKey(t, child->key, section);
        }
    }
    for (int i = 0; i < countRows(section); ++i) {
        const vlField* field = rowAt(section, i);
        if (field->usual == NULL && found[i] == NULL) {
            vlFaults_Add(&t->faults, node->place, "%s has no '%s'; expected one", what, field->key);
        } else if (found[i] != NULL && field->member != VL_NOWHERE && field->type != NULL) {
            field->type->read(t, found[i], field, (char*)object + field->member);
        }
    }
    return true;
}

bool vlSection_Read(vlText* t, const vlSection* section, const vlNode* node, const char* label,
                    void* object)
{
    int faults = t->faults.found.total;
    if (node == NULL) {
        return true;
    }
    if (!readRows(t, section, node, label != NULL ? label : section->name, object)) {
        return false;
    }
    if (section->check != NULL) {
        section->check(t, node, object, t->faults.found.total == faults);
    }
    return t->faults.found.total == faults;
}

bool vlText_IsLater(vlText* t, const vlNode* node, double time, double before)
{
    if (!(time > before)) {
        vlFaults_Add(&t->faults, node->place,
                     "time is %g after %g; expected times in ascending order", time, before);
    }
    return time > before;
}

// Has the list of a row as many items as it must?
static bool isLong(vlText* t, const vlField* row, const vlNode* list)
{
    int least = (int)row->range.least;
    if (!vlText_IsList(t, list, row->key, (int)row->range.most)) {
        return false;
    }
    if (list->count == 0 && least == 1) {
        vlFaults_Add(&t->faults, list->place, "%s is empty; expected at least one", row->key);
    } else if (list->count < least) {
        vlFaults_Add(&t->faults, list->place, "%s has %d item%s; expected at least %d", row->key,
                     list->count, list->count == 1 ? "" : "s", least);
    }
    return list->count >= least;
}

void* vlSection_ReadItems(vlText* t, const vlField* row, const vlNode* list, size_t size,
                          const void* start, bool isTimed, int* count)
{
    *count = 0;
    if (!isLong(t, row, list)) {
        return NULL;
    }
    char* items = vlPool_Take(t->keep, (size_t)list->count, size);
    bool ok = items != NULL;
    char* item = items;
    for (const vlNode* child = list->first; items != NULL && child != NULL; child = child->next) {
        if (start != NULL) {
            memcpy(item, start, size);
        }
        ok = vlSection_Read(t, row->detail, child, NULL, item) && ok;
        if (ok && isTimed && item != items) {
            ok = vlText_IsLater(t, child, *(const double*)(const void*)item,
                                *(const double*)(const void*)(item - size));
        }
        item += size;
    }
    *count = ok ? list->count : 0;
    return ok ? items : NULL;
}

bool vlField_IsAlias(const vlField* field)
{
    return field->usual != NULL && field->usual[0] == '\0';
}

uint64_t vlSection_Hash(uint64_t h, const vlSection* section, const void* object)
{
    for (int i = 0; i < countRows(section); ++i) {
        const vlField* field = rowAt(section, i);
        bool isHashed = field->member != VL_NOWHERE && field->type != NULL &&
                        field->type->mix != NULL && !vlField_IsAlias(field);
        if (isHashed) {
            h = field->type->mix(field, (const char*)object + field->member, h);
        }
    }
    return h;
}

void vlSection_Write(FILE* out, const vlSection* section, const char* only, const void* object)
{
    const char* comma = "";
    for (int i = 0; i < countRows(section); ++i) {
        const vlField* field = rowAt(section, i);
        bool isWritten = field->type != NULL && field->type->write != NULL &&
                         !vlField_IsAlias(field) && (only == NULL || strcmp(only, field->key) == 0);
        if (isWritten) {
            fprintf(out, "%s%s: ", comma, field->key);
            field->type->write(out, field, (const char*)object + field->member);
            comma = ", ";
        }
    }
}

uint64_t vlHash_Text(uint64_t h, const char* text)
{
    for (; text != NULL && *text != '\0'; ++text) {
        h = vlHash_Word(h, (unsigned char)*text);
    }
    return vlHash_Word(h, 0x100); // separates texts: no byte has this value
}

// --- Types ---

static void readNumber(vlText* t, const vlNode* node, const vlField* field, void* member)
{
    (void)vlText_NumberOr(t, node, field->key, field->range, field->word, field->wordValue, member);
}

uint64_t vlHash_NumberField(const vlField* field, const void* member, uint64_t h)
{
    (void)field;
    return vlHash_Double(h, *(const double*)member);
}

void vlWrite_Number(FILE* out, double number)
{
    char digits[VL_DECIMAL_ROOM];
    vlDecimal_Write(number, digits);
    fputs(digits, out);
}

static void writeNumber(FILE* out, const vlField* field, const void* member)
{
    double number = *(const double*)member;
    if (field->word != NULL && number == field->wordValue) {
        fputs(field->word, out);
    } else {
        vlWrite_Number(out, number);
    }
}

const vlFieldType vlField_Number = {readNumber, vlHash_NumberField, writeNumber};

static void readInt(vlText* t, const vlNode* node, const vlField* field, void* member)
{
    (void)vlText_Int(t, node, field->key, (int)field->range.least, (int)field->range.most, member);
}

uint64_t vlHash_IntField(const vlField* field, const void* member, uint64_t h)
{
    int value;
    (void)field;
    memcpy(&value, member, sizeof value);
    return vlHash_Word(h, (uint64_t)(int64_t)value);
}

const vlFieldType vlField_Int = {readInt, vlHash_IntField, NULL};

static void readBool(vlText* t, const vlNode* node, const vlField* field, void* member)
{
    (void)vlText_Bool(t, node, field->key, member);
}

static uint64_t hashBool(const vlField* field, const void* member, uint64_t h)
{
    (void)field;
    return vlHash_Word(h, *(const bool*)member ? 1 : 0);
}

const vlFieldType vlField_Bool = {readBool, hashBool, NULL};

// Enumerations are as large as int.
static void readWord(vlText* t, const vlNode* node, const vlField* field, void* member)
{
    int value;
    memcpy(&value, member, sizeof value);
    (void)vlText_Word(t, node, field->key, field->detail, &value);
    memcpy(member, &value, sizeof value);
}

const vlFieldType vlField_Word = {readWord, vlHash_IntField, NULL};

static void readTrueWord(vlText* t, const vlNode* node, const vlField* field, void* member)
{
    int value = *(const bool*)member;
    (void)vlText_Word(t, node, field->key, field->detail, &value);
    *(bool*)member = value != 0;
}

const vlFieldType vlField_TrueWord = {readTrueWord, hashBool, NULL};

static void readString(vlText* t, const vlNode* node, const vlField* field, void* member)
{
    (void)vlText_String(t, node, field->key, member);
}

static uint64_t hashString(const vlField* field, const void* member, uint64_t h)
{
    (void)field;
    return vlHash_Text(h, *(const char* const*)member);
}

const vlFieldType vlField_String = {readString, hashString, NULL};

static void readName(vlText* t, const vlNode* node, const vlField* field, void* member)
{
    (void)vlText_Name(t, node, field->key, member);
}

const vlFieldType vlField_Name = {readName, hashString, NULL};

static void readVector(vlText* t, const vlNode* node, const vlField* field, void* member)
{
    (void)vlText_Vec(t, node, field->key, field->range, member);
}

static uint64_t hashVector(const vlField* field, const void* member, uint64_t h)
{
    (void)field;
    return vlHash_Vec(h, *(const vlVec3*)member);
}

const vlFieldType vlField_Vector = {readVector, hashVector, NULL};

static void readNumbers(vlText* t, const vlNode* node, const vlField* field, void* member)
{
    (void)vlText_Numbers(t, node, field->key, field->range, (int)field->wordValue, member);
}

const vlFieldType vlField_Numbers = {readNumbers, NULL, NULL};

static void readDirection(vlText* t, const vlNode* node, const vlField* field, void* member)
{
    (void)vlText_Direction(t, node, field->key, member);
}

const vlFieldType vlField_Direction = {readDirection, hashVector, NULL};

static void readMapping(vlText* t, const vlNode* node, const vlField* field, void* member)
{
    (void)vlSection_Read(t, field->detail, node, field->key, member);
}

uint64_t vlHash_MappingField(const vlField* field, const void* member, uint64_t h)
{
    return vlSection_Hash(h, field->detail, member);
}

const vlFieldType vlField_Mapping = {readMapping, vlHash_MappingField, NULL};
