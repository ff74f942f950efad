// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_DOCUMENTS_H
#define VOLAR_APP_DOCUMENTS_H

// Finds what is installed beside the program: the documentation, whose pages messages cite
// by their paths below docs/, and device files.

#include <stdbool.h>
#include <stddef.h>

// The folder that has docs/ in it: share/doc/volar beside the installed program, or the source tree
// of a program that is not installed. False if there is none.
bool vlDocuments_Find(char* folder, size_t size);
// The device file NAME.yaml: in share/volar/devices beside the installed program, or in the source
// tree. False if there is none.
bool vlDocuments_FindDevice(const char* name, char* path, size_t size);

#endif
