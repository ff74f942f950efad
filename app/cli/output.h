// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_OUTPUT_H
#define VOLAR_APP_OUTPUT_H

// Standard output of the whole program: what cannot be written there is an error of every command.
// And the question of every command that writes a file.

#include <stdbool.h>

// To be called first of all. Standard streams that are closed are replaced, so that what is printed
// does not go into a file opened later. A file that must not grow any more (ulimit -f) is from then
// on an error like a full disk, and does not end the program without a word. At the end of the
// program, unless a signal ends it, standard output is written out; if that fails, one sentence
// says so, and a status of success becomes VL_EXIT_FAILED.
void vlOutput_Guard(void);
// Writes out what was printed so far, because messages or other work follow.
void vlOutput_Flush(void);

// May the file be written? Says that it exists, unless it may be overwritten or is none (a device,
// a pipe).
bool vlOutput_MayWrite(const char* program, const char* path, bool mayOverwrite);

#endif
