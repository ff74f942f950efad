// SPDX-License-Identifier: MIT
// Numbers, words, texts and names.

#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"
#include "text/alias.h"
#include "text/text.h"

#define MOST_WORDS 16 // of one list of the format
// Number of names compared with an unknown one: comparing all names of a huge scene would take
// seconds.
#define MOST_NAMES 4096

static const char* skipDigits(const char* c)
{
    while (*c >= '0' && *c <= '9') {
        ++c;
    }
    return c;
}

// Decimal, also beyond what a double holds. Other notations of YAML and C (octal, hexadecimal,
// 1_000, .inf) are not accepted.
static bool isDecimal(const char* text, double* number)
{
    const char* end = text + strlen(text);
    return text != end && vlDecimal_Read(text, end, number) == end;
}

static void describeRange(vlRange range, char* text, size_t size)
{
    if (range.most < VL_LARGEST_NUMBER) {
        snprintf(text, size, "%s%g to %g", range.isAbove ? "above " : "", range.least, range.most);
    } else if (range.least > -VL_LARGEST_NUMBER) {
        snprintf(text, size, "%s%g%s", range.isAbove ? "above " : "", range.least,
                 range.isAbove ? "" : " or above");
    } else {
        snprintf(text, size, "at most %g in size", VL_LARGEST_NUMBER);
    }
}

bool vlText_NumberOr(vlText* t, const vlNode* node, const char* label, vlRange range,
                     const char* word, double wordValue, double* value)
{
    if (node == NULL) {
        return true;
    }
    double number = 0.0;
    bool isScalar = node->kind == VL_NODE_SCALAR;
    if (isScalar && word != NULL && strcmp(node->text, word) == 0) {
        *value = wordValue;
        return true;
    }
    if (!isScalar || !node->isPlain || !isDecimal(node->text, &number)) {
        bool isQuoted = isScalar && !node->isPlain && isDecimal(node->text, &number);
        vlFaults_Add(&t->faults, node->place, "%s is %s; expected a number%s%s%s", label,
                     isQuoted ? "a number in quotes" : vlNode_Describe(node).text,
                     isQuoted ? " without" : "", word != NULL ? " or " : "",
                     word != NULL ? word : "");
        return false;
    }
    number += 0.0; // no negative zero
    bool isInside =
        (range.isAbove ? number > range.least : number >= range.least) && number <= range.most;
    if (!isInside) {
        bool isHuge = fabs(number) > VL_LARGEST_NUMBER;
        char expected[80];
        describeRange(isHuge ? VL_RANGE_ANY : range, expected, sizeof expected);
        vlFaults_Add(&t->faults, node->place, "%s is %.40s; expected %s%s%s", label, node->text,
                     expected, word != NULL ? ", or " : "", word != NULL ? word : "");
        return false;
    }
    *value = number;
    return true;
}

bool vlText_Number(vlText* t, const vlNode* node, const char* label, vlRange range, double* value)
{
    return vlText_NumberOr(t, node, label, range, NULL, 0.0, value);
}

bool vlText_Int(vlText* t, const vlNode* node, const char* label, int least, int most, int* value)
{
    if (node == NULL) {
        return true;
    }
    bool isWhole = node->kind == VL_NODE_SCALAR && node->isPlain && node->text[0] != '\0';
    if (isWhole) {
        const char* digits = node->text + (node->text[0] == '-');
        isWhole = *digits != '\0' && *skipDigits(digits) == '\0';
    }
    errno = 0;
    long number = isWhole ? strtol(node->text, NULL, 10) : 0;
    if (!isWhole || errno != 0 || number < least || number > most) {
        vlFaults_Add(&t->faults, node->place, "%s is %s; expected a whole number from %d to %d",
                     label, vlNode_Describe(node).text, least, most);
        return false;
    }
    *value = (int)number;
    return true;
}

bool vlText_Bool(vlText* t, const vlNode* node, const char* label, bool* value)
{
    if (node == NULL) {
        return true;
    }
    bool isPlain = node->kind == VL_NODE_SCALAR && node->isPlain;
    bool isTrue = isPlain && strcmp(node->text, "true") == 0;
    if (!isTrue && !(isPlain && strcmp(node->text, "false") == 0)) {
        vlFaults_Add(&t->faults, node->place, "%s is %s; expected true or false", label,
                     vlNode_Describe(node).text);
        return false;
    }
    *value = isTrue;
    return true;
}

void vlText_AddUnknown(vlText* t, const vlNode* node, const char* what, const char* const* names,
                       int count)
{
    vlNodeWords words = vlNode_Describe(node);
    vlMeant meant = {NULL, ""};
    if (vlFaults_HasRoom(&t->faults, node->place)) {
        meant = vlAlias_Guess(node->text, names, count < MOST_NAMES ? count : MOST_NAMES);
    }
    if (meant.name != NULL) {
        vlFaults_Add(&t->faults, node->place, "unknown %s %s; did you mean '%s'%s?", what,
                     words.text, meant.name, meant.how);
    } else {
        vlFaults_Add(&t->faults, node->place, "unknown %s %s", what, words.text);
    }
}

bool vlText_FindWord(const vlNode* node, const vlWords* words, int* value)
{
    for (int i = 0; node != NULL && node->kind == VL_NODE_SCALAR && i < words->count; ++i) {
        if (strcmp(node->text, words->words[i].name) == 0) {
            *value = words->words[i].value;
            return true;
        }
    }
    return false;
}

static void addUnknownWord(vlText* t, const vlNode* node, const char* label, const vlWords* words)
{
    const char* names[MOST_WORDS];
    char list[128] = "";
    size_t used = 0;
    int count = words->count < MOST_WORDS ? words->count : MOST_WORDS;
    for (int i = 0; i < count; ++i) {
        const char* comma = i == 0 ? "" : i + 1 < count ? ", " : " or ";
        names[i] = words->words[i].name;
        int length = snprintf(list + used, sizeof list - used, "%s%s", comma, names[i]);
        used += length > 0 && (size_t)length < sizeof list - used ? (size_t)length : 0;
    }
    vlMeant meant = {NULL, ""};
    if (node->kind == VL_NODE_SCALAR && vlFaults_HasRoom(&t->faults, node->place)) {
        meant = vlAlias_Guess(node->text, names, count);
    }
    bool isGuessed = meant.name != NULL;
    vlFaults_Add(&t->faults, node->place, "%s is %s; expected %s%s%s%s%s%s", label,
                 vlNode_Describe(node).text, list, isGuessed ? "; did you mean '" : "",
                 isGuessed ? meant.name : "", isGuessed ? "'" : "", meant.how,
                 isGuessed ? "?" : "");
}

bool vlText_Word(vlText* t, const vlNode* node, const char* label, const vlWords* words, int* value)
{
    if (node != NULL && !vlText_FindWord(node, words, value)) {
        addUnknownWord(t, node, label, words);
        return false;
    }
    return true;
}

bool vlText_String(vlText* t, const vlNode* node, const char* label, const char** value)
{
    if (node == NULL) {
        return true;
    }
    if (node->kind != VL_NODE_SCALAR) {
        vlFaults_Add(&t->faults, node->place, "%s is %s; expected a text", label,
                     vlNode_Describe(node).text);
        return false;
    }
    *value = node->text;
    return true;
}

static bool isName(const char* text)
{
    size_t length = strlen(text);
    size_t valid =
        strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-");
    return length >= 1 && length <= VL_MAX_NAME && valid == length;
}

bool vlText_Name(vlText* t, const vlNode* node, const char* label, const char** value)
{
    if (node == NULL) {
        return true;
    }
    if (node->kind != VL_NODE_SCALAR || !isName(node->text)) {
        vlFaults_Add(&t->faults, node->place,
                     "%s is %s; expected 1 to %d letters (a-z, A-Z), digits or any of _ . -", label,
                     vlNode_Describe(node).text, VL_MAX_NAME);
        return false;
    }
    *value = vlPool_CopyText(t->keep, node->text, strlen(node->text));
    return *value != NULL;
}

bool vlText_Numbers(vlText* t, const vlNode* node, const char* label, vlRange range, int count,
                    double* values)
{
    if (node->kind != VL_NODE_LIST) {
        vlFaults_Add(&t->faults, node->place, "%s is %s; expected a list of %d numbers", label,
                     vlNode_Describe(node).text, count);
        return false;
    }
    if (node->count != count) {
        vlFaults_Add(&t->faults, node->place, "%s has %d number%s; expected %d", label, node->count,
                     node->count == 1 ? "" : "s", count);
        return false;
    }
    bool ok = true;
    int i = 0;
    for (const vlNode* child = node->first; child != NULL; child = child->next) {
        char place[64];
        snprintf(place, sizeof place, "%s[%d]", label, i);
        ok = vlText_Number(t, child, place, range, &values[i]) && ok;
        ++i;
    }
    return ok;
}

bool vlText_Vec(vlText* t, const vlNode* node, const char* label, vlRange range, vlVec3* value)
{
    double v[3] = {0.0, 0.0, 0.0};
    if (node == NULL) {
        return true;
    }
    bool isFlat = t->isFlat && node->kind == VL_NODE_LIST && node->count == 2;
    if (!vlText_Numbers(t, node, label, range, isFlat ? 2 : 3, v)) {
        return false;
    }
    *value = vlVec(v[0], v[1], v[2]);
    return true;
}

bool vlText_Direction(vlText* t, const vlNode* node, const char* label, vlVec3* value)
{
    vlVec3 read = vlZero();
    if (node == NULL || !vlText_Vec(t, node, label, VL_RANGE_ANY, &read)) {
        return node == NULL;
    }
    // The square of the length must not vanish either.
    if (!(vlDot(read, read) > DBL_MIN)) {
        vlFaults_Add(&t->faults, node->place, "%s is zero; expected a direction", label);
        return false;
    }
    *value = read;
    return true;
}

static bool isContainer(vlText* t, const vlNode* node, const char* label, int most, vlNodeKind kind,
                        const char* kindName)
{
    if (node == NULL) {
        return false;
    }
    if (node->kind != kind) {
        vlFaults_Add(&t->faults, node->place, "%s is %s; expected a %s", label,
                     vlNode_Describe(node).text, kindName);
        return false;
    }
    if (node->count > most) {
        vlFaults_Add(&t->faults, node->place, "%s has %d items; expected at most %d", label,
                     node->count, most);
        return false;
    }
    return true;
}

bool vlText_IsList(vlText* t, const vlNode* node, const char* label, int most)
{
    return isContainer(t, node, label, most, VL_NODE_LIST, "list");
}

bool vlText_IsMapping(vlText* t, const vlNode* node, const char* label, int most)
{
    return isContainer(t, node, label, most, VL_NODE_MAPPING, "mapping");
}

const char* vlWords_Name(const vlWords* words, int value)
{
    for (int i = 0; i < words->count; ++i) {
        if (words->words[i].value == value) {
            return words->words[i].name;
        }
    }
    return NULL;
}
