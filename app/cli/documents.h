// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_DOCUMENTS_H
#define VOLAR_APP_DOCUMENTS_H

// Where the documentation is: messages cite its pages as below docs/.

#include <stdbool.h>
#include <stddef.h>

// The folder that has docs/ in it: share/doc/volar beside the installed program, or the source tree
// of one that was not installed. False if there is none.
bool vlDocuments_Find(char* folder, size_t size);

#endif
