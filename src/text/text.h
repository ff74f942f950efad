// SPDX-License-Identifier: MIT
#ifndef VOLAR_TEXT_TEXT_H
#define VOLAR_TEXT_TEXT_H

// From nodes to values. Functions that read a value take a node and its name for messages; if the
// node is not what was expected, they add a fault and return false. A missing node (NULL) is
// allowed and leaves the value unchanged.

#include "text/faults.h"
#include "text/node.h"
#include "volar/math.h"

// A text that is being read.
typedef struct vlText {
    vlFaults faults;
    vlPool scratch; // everything that is not kept
    vlPool* keep;   // for names
    bool isFlat;    // vectors may have two numbers
} vlText;

// Numbers of a text are at most this large, so that products of three of them stay finite.
#define VL_LARGEST_NUMBER 1e100
// Longest name, bytes.
#define VL_MAX_NAME 63

typedef struct vlRange {
    double least;
    bool isAbove; // `least` itself is out of range
    double most;
} vlRange;

#define VL_RANGE_ANY ((vlRange){-VL_LARGEST_NUMBER, false, VL_LARGEST_NUMBER})
#define VL_RANGE_POSITIVE ((vlRange){0.0, true, VL_LARGEST_NUMBER})
#define VL_RANGE_NOT_NEGATIVE ((vlRange){0.0, false, VL_LARGEST_NUMBER})
// The range of places that a world accepts (volar/math.h).
#define VL_RANGE_PLACE ((vlRange){-VL_MAX_LENGTH, false, VL_MAX_LENGTH})

// A value and the word for it. The sentence is for people.
typedef struct vlWord {
    int value;
    const char* name;
    const char* about;
} vlWord;

typedef struct vlWords {
    const vlWord* words;
    int count;
} vlWords;

#define VL_COUNT_OF(array) ((int)(sizeof(array) / sizeof((array)[0])))

// The word for a value of the table.
const char* vlWords_Name(const vlWords* words, int value);

// Is there a list (mapping) of at most `most` items? Anything else is a fault.
bool vlText_IsList(vlText* t, const vlNode* node, const char* label, int most);
bool vlText_IsMapping(vlText* t, const vlNode* node, const char* label, int most);
bool vlText_Number(vlText* t, const vlNode* node, const char* label, vlRange range, double* value);
// A number, or a word that stands for `wordValue`.
bool vlText_NumberOr(vlText* t, const vlNode* node, const char* label, vlRange range,
                     const char* word, double wordValue, double* value);
bool vlText_Int(vlText* t, const vlNode* node, const char* label, int least, int most, int* value);
bool vlText_Bool(vlText* t, const vlNode* node, const char* label, bool* value);
// A list of exactly `count` numbers; `node` must not be NULL.
bool vlText_Numbers(vlText* t, const vlNode* node, const char* label, vlRange range, int count,
                    double* values);
bool vlText_Vec(vlText* t, const vlNode* node, const char* label, vlRange range, vlVec3* value);
// A vector that is not zero.
bool vlText_Direction(vlText* t, const vlNode* node, const char* label, vlVec3* value);
// One of the words of a table. / Is it one?
bool vlText_FindWord(const vlNode* node, const vlWords* words, int* value);
bool vlText_Word(vlText* t, const vlNode* node, const char* label, const vlWords* words,
                 int* value);
// Any text. It stays in the tree.
bool vlText_String(vlText* t, const vlNode* node, const char* label, const char** value);
// Letters, digits and _ . - as in names; copied into `keep`.
bool vlText_Name(vlText* t, const vlNode* node, const char* label, const char** value);
// Adds a fault with the nearest of `names`: "unknown WHAT 'x'; did you mean 'y'?"
void vlText_AddUnknown(vlText* t, const vlNode* node, const char* what, const char* const* names,
                       int count);

#endif
