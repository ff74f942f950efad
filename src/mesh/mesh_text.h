// SPDX-License-Identifier: MIT
#ifndef VOLAR_MESH_TEXT_H
#define VOLAR_MESH_TEXT_H

// Words of a text, line by line. Lines end with LF, CR LF or CR. Numbers are read the same way in
// every locale.

#include <stdbool.h>
#include <stddef.h>

#define VL_MESH_SHOWN 48

typedef struct vlMeshText {
    const char *at, *end;
    const char* lineStart;
    int line;
    bool isObj; // '#' starts a comment, a backslash before the end of a line joins the next one
} vlMeshText;

// A word and its place; `length` is 0 if there was none left in the line.
typedef struct vlMeshWord {
    const char* start;
    int length;
    int line, column; // from 1
    bool isFileEnd;   // there is nothing after it
} vlMeshWord;

vlMeshText vlMeshText_Open(const unsigned char* bytes, size_t size, bool isObj);

// The next word of this line.
vlMeshWord vlMeshText_Next(vlMeshText* text);
// The next word of this line or a later one; length 0 at the end of the file.
vlMeshWord vlMeshText_NextAnywhere(vlMeshText* text);
// Goes to the start of the next line; false at the end of the file.
bool vlMeshText_NextLine(vlMeshText* text);

// Is it that word? `expected` is in lower case; the file may use upper or lower case.
bool vlMeshWord_Is(const vlMeshWord* word, const char* expected);
// A decimal number that a double can hold. / A whole number within +-2^53.
bool vlMeshWord_Number(const vlMeshWord* word, double* value);
bool vlMeshWord_Whole(const vlMeshWord* word, long long* value);
// The word for a message: quoted, cut if long, without control characters.
const char* vlMeshWord_Show(const vlMeshWord* word, char shown[VL_MESH_SHOWN]);

#endif
