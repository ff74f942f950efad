// SPDX-License-Identifier: MIT
// Numbers, words, texts and names.

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"
#include "scene/alias.h"
#include "scene/reader.h"

#define MOST_WORDS 16 // of one list of the format

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

bool vlRead_NumberOr(vlReader* r, const vlNode* node, const char* label, vlRange range,
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
        vlFaults_Add(&r->faults, node->place, "%s is %s; expected a number%s%s%s", label,
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
        vlFaults_Add(&r->faults, node->place, "%s is %.40s; expected %s%s%s", label, node->text,
                     expected, word != NULL ? ", or " : "", word != NULL ? word : "");
        return false;
    }
    *value = number;
    return true;
}

bool vlRead_Number(vlReader* r, const vlNode* node, const char* label, vlRange range, double* value)
{
    return vlRead_NumberOr(r, node, label, range, NULL, 0.0, value);
}

bool vlRead_Int(vlReader* r, const vlNode* node, const char* label, int least, int most, int* value)
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
        vlFaults_Add(&r->faults, node->place, "%s is %s; expected a whole number from %d to %d",
                     label, vlNode_Describe(node).text, least, most);
        return false;
    }
    *value = (int)number;
    return true;
}

bool vlRead_Bool(vlReader* r, const vlNode* node, const char* label, bool* value)
{
    if (node == NULL) {
        return true;
    }
    bool isPlain = node->kind == VL_NODE_SCALAR && node->isPlain;
    bool isTrue = isPlain && strcmp(node->text, "true") == 0;
    if (!isTrue && !(isPlain && strcmp(node->text, "false") == 0)) {
        vlFaults_Add(&r->faults, node->place, "%s is %s; expected true or false", label,
                     vlNode_Describe(node).text);
        return false;
    }
    *value = isTrue;
    return true;
}

static void addUnknownWord(vlReader* r, const vlNode* node, const char* label, const vlWords* words)
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
    if (node->kind == VL_NODE_SCALAR && vlFaults_HasRoom(&r->faults, node->place)) {
        meant = vlAlias_Guess(node->text, names, count);
    }
    bool isGuessed = meant.name != NULL;
    vlFaults_Add(&r->faults, node->place, "%s is %s; expected %s%s%s%s%s%s", label,
                 vlNode_Describe(node).text, list, isGuessed ? "; did you mean '" : "",
                 isGuessed ? meant.name : "", isGuessed ? "'" : "", meant.how,
                 isGuessed ? "?" : "");
}

bool vlRead_Word(vlReader* r, const vlNode* node, const char* label, const vlWords* words,
                 int* value)
{
    if (node == NULL) {
        return true;
    }
    for (int i = 0; node->kind == VL_NODE_SCALAR && i < words->count; ++i) {
        if (strcmp(node->text, words->words[i].name) == 0) {
            *value = words->words[i].value;
            return true;
        }
    }
    addUnknownWord(r, node, label, words);
    return false;
}

bool vlRead_Text(vlReader* r, const vlNode* node, const char* label, const char** value)
{
    if (node == NULL) {
        return true;
    }
    if (node->kind != VL_NODE_SCALAR) {
        vlFaults_Add(&r->faults, node->place, "%s is %s; expected a text", label,
                     vlNode_Describe(node).text);
        return false;
    }
    *value = node->text;
    return true;
}

bool vlRead_IsName(const char* text)
{
    size_t length = strlen(text);
    size_t valid =
        strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-");
    return length >= 1 && length <= VL_MAX_NAME && valid == length;
}

bool vlRead_Name(vlReader* r, const vlNode* node, const char* label, const char** value)
{
    if (node == NULL) {
        return true;
    }
    if (node->kind != VL_NODE_SCALAR || !vlRead_IsName(node->text)) {
        vlFaults_Add(&r->faults, node->place,
                     "%s is %s; expected 1 to %d letters (a-z, A-Z), digits or any of _ . -", label,
                     vlNode_Describe(node).text, VL_MAX_NAME);
        return false;
    }
    *value = vlPool_CopyText(&r->scene->pool, node->text, strlen(node->text));
    return *value != NULL;
}
