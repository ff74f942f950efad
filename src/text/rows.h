// SPDX-License-Identifier: MIT
#ifndef VOLAR_TEXT_ROWS_H
#define VOLAR_TEXT_ROWS_H

// Words for rows of tables of keys (text/section.h), for the files that have such tables only:
// {key, member, type and range, unit, default, sentences}.

#include <math.h>

#include "text/section.h"

// What a row says of its member: where it is in the struct OF of the section.
#define AT(path) (int)offsetof(OF, path)
#define SECTION(title, rows) .name = (title), .fields = (rows), .count = VL_COUNT_OF(rows)

// Its type and range.
#define ANY -VL_LARGEST_NUMBER, false, VL_LARGEST_NUMBER
#define ABOVE_0 0.0, true, VL_LARGEST_NUMBER
#define FROM_0 0.0, false, VL_LARGEST_NUMBER
#define PLACE -VL_MAX_LENGTH, false, VL_MAX_LENGTH
#define LENGTH 0.0, true, VL_MAX_LENGTH
#define SPEED -VL_MAX_SPEED, false, VL_MAX_SPEED
#define FORCE -VL_MAX_FORCE, false, VL_MAX_FORCE
#define FROM(least, most) least, false, most
#define ABOVE(least, most) least, true, most
#define NUMBER(...) &vlField_Number, {__VA_ARGS__}, NULL, 0.0, NULL
#define NUMBER_OR_AUTO(...) &vlField_Number, {__VA_ARGS__}, "auto", VL_AUTO, NULL
#define NUMBER_OR_INF(...) &vlField_Number, {__VA_ARGS__}, "inf", (double)INFINITY, NULL
#define INT(least, most) &vlField_Int, {least, false, most}, NULL, 0.0, NULL
#define OF_TYPE(type, detail) type, {ANY}, NULL, 0.0, detail
#define TRUTH OF_TYPE(&vlField_Bool, NULL)
#define WORD(words) OF_TYPE(&vlField_Word, &vlWords_##words)
#define TRUE_WORD(words) OF_TYPE(&vlField_TrueWord, &vlWords_##words)
#define STRING OF_TYPE(&vlField_String, NULL)
#define NAME OF_TYPE(&vlField_Name, NULL)
#define VECTOR(...) &vlField_Vector, {__VA_ARGS__}, NULL, 0.0, NULL
// An array of doubles.
#define NUMBERS(count, ...) &vlField_Numbers, {__VA_ARGS__}, NULL, count, NULL
#define DIRECTION OF_TYPE(&vlField_Direction, NULL)
#define MAPPING(section) OF_TYPE(&vlField_Mapping, &vlSection_##section)
// Read by code: a list of mappings, a mapping of names to mappings, and anything else, which
// tools/fields.py knows by this name.
#define LIST(section, least, most) NULL, {least, false, most}, NULL, 0.0, &vlSection_##section
#define NAMED(section, most) NULL, {0.0, false, most}, NULL, 0.0, &vlSection_##section
#define BY_HAND(name) OF_TYPE(NULL, NULL)
#define BY_HAND_OF(name, section) OF_TYPE(NULL, &vlSection_##section)

#endif
