// SPDX-License-Identifier: MIT
#ifndef VOLAR_BASE_DECIMAL_H
#define VOLAR_BASE_DECIMAL_H

// Decimal numbers in texts: read to the nearest double, to the last bit, and written so that they
// read back. The decimal point is a point whatever the program's locale is, and nothing depends on
// the C library. No memory is taken, and no global state is used.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Room for a double of 17 digits.
#define VL_DECIMAL_ROOM 32

// Reads the longest number that the text from `text` to `end` begins with: digits with or without a
// sign, a point and an exponent. Returns where it ends; `text` if there is none. A number beyond
// what a double holds becomes infinite, one below it 0.
const char* vlDecimal_Read(const char* text, const char* end, double* value);

// Is all of the text up to its NUL, or these `length` characters, one finite number?
bool vlDecimal_IsAll(const char* text, double* value);
bool vlDecimal_IsPart(const char* text, size_t length, double* value);

// The double nearest to `whole` times 10 to the power of `exponent`.
double vlDecimal_Make(uint64_t whole, int exponent);

// Writes a number with the fewest of 15 to 17 digits that read back to the same bits.
void vlDecimal_Write(double value, char text[VL_DECIMAL_ROOM]);
// Writes a number with so many significant digits, at most 17.
void vlDecimal_WriteDigits(double value, int digits, char text[VL_DECIMAL_ROOM]);

#endif
