// SPDX-License-Identifier: MIT
#ifndef VOLAR_TEXT_SECTION_H
#define VOLAR_TEXT_SECTION_H

// Mappings as tables: a row for each key says which member of a struct it sets, what it may be and
// what it means. Reading, hashing, the help of the program, the JSON schema and the tables of the
// documentation come from the rows (tools/fields.py); only what several keys have to do with one
// another is code.

#include <stddef.h>
#include <stdio.h>

#include "text/text.h"

typedef struct vlField vlField;

// How values of a kind are read into a member, hashed and written. NULL: by code of their own.
typedef struct vlFieldType {
    void (*read)(vlText* t, const vlNode* node, const vlField* field, void* member);
    uint64_t (*mix)(const vlField* field, const void* member, uint64_t h); // into a hash
    void (*write)(FILE* out, const vlField* field, const void* member);
} vlFieldType;

struct vlField {
    const char* key;
    int member; // where it is in the section's struct; VL_NOWHERE: code reads it
    const vlFieldType* type;
    vlRange range;
    const char* word; // may stand in place of a number
    double wordValue;
    const void* detail; // vlWords, or the vlSection of a mapping
    const char* unit;
    const char* usual; // in words; NULL: the key must be given; "": it sets what others set
    const char* about; // sentences for people
};

#define VL_NOWHERE (-1)

typedef struct vlSection vlSection;

// What code reads and checks in a mapping, once its rows are read. `isClean`: they had no fault.
typedef void vlSectionCheck(vlText* t, const vlNode* node, void* object, bool isClean);

// Where a key that is not known in a section is known: `advice` is a format of the key's name.
typedef struct vlElsewhere {
    const vlSection* section;
    const char* advice;
} vlElsewhere;

struct vlSection {
    const char* name; // in messages
    const vlField* fields;
    int count;
    const vlSection* base;        // whose keys come first, for the same struct; may be NULL
    const vlElsewhere* elsewhere; // ends with a NULL section; may be NULL
    vlSectionCheck* check;        // may be NULL
};

// Reads a mapping into an object, whose members keep their values where a key is not given. Unknown
// and missing keys are faults. `label` is for messages, NULL: the section's name. True if nothing
// had a fault. Without a node nothing happens.
bool vlSection_Read(vlText* t, const vlSection* section, const vlNode* node, const char* label,
                    void* object);
// Writes the keys and values in one line, without braces; `only` that key, NULL: all that can be
// written.
void vlSection_Write(FILE* out, const vlSection* section, const char* only, const void* object);
// The i-th row, those of the base first; the row of a key. NULL if there is none.
const vlField* vlSection_GetRow(const vlSection* section, int i);
const vlField* vlSection_Find(const vlSection* section, const char* key);
// Reads a list of mappings of the section of a row LIST into new items of `size` bytes in `keep`,
// each `start` (NULL: zero) with what its mapping gives. `isTimed`: an item begins with its time,
// and they are in ascending order. NULL: there is no list, a fault or no memory.
void* vlSection_ReadItems(vlText* t, const vlField* row, const vlNode* list, size_t size,
                          const void* start, bool isTimed, int* count);
// Is the time of a key after that of the one before?
bool vlText_IsLater(vlText* t, const vlNode* node, double time, double before);
// Hashes the members in the order of the rows.
uint64_t vlSection_Hash(uint64_t h, const vlSection* section, const void* object);
// Does the key only set what other keys set too?
bool vlField_IsAlias(const vlField* field);
uint64_t vlHash_Text(uint64_t h, const char* text);
void vlWrite_Number(FILE* out, double number); // so that it reads back to the same bits

uint64_t vlHash_NumberField(const vlField* field, const void* member, uint64_t h);
uint64_t vlHash_IntField(const vlField* field, const void* member, uint64_t h); // of 32 bits
uint64_t vlHash_MappingField(const vlField* field, const void* member, uint64_t h);
extern const vlFieldType vlField_Number;    // double
extern const vlFieldType vlField_Int;       // int
extern const vlFieldType vlField_Bool;      // bool
extern const vlFieldType vlField_Word;      // an enum
extern const vlFieldType vlField_TrueWord;  // bool, one of two words
extern const vlFieldType vlField_String;    // const char*, in the tree
extern const vlFieldType vlField_Name;      // const char*
extern const vlFieldType vlField_Vector;    // vlVec3
extern const vlFieldType vlField_Numbers;   // double[wordValue]
extern const vlFieldType vlField_Direction; // vlVec3, not zero
extern const vlFieldType vlField_Mapping;   // the struct of another section

#endif
