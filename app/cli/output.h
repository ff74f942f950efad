// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_OUTPUT_H
#define VOLAR_APP_OUTPUT_H

// Standard output of the whole program: what cannot be written there is an error of every command.

// To be called first of all. Places of standard streams that are closed are taken, so that no file
// that is opened later gets what is printed. At the end of the program, however it comes (but for
// signals), standard output is written out; if that fails, one sentence says so, and a status of
// success becomes VL_EXIT_FAILED.
void vlOutput_Guard(void);
// Writes out what was printed so far, because messages or other work follow.
void vlOutput_Flush(void);

#endif
