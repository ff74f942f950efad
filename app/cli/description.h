// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_DESCRIPTION_H
#define VOLAR_APP_DESCRIPTION_H

// Reads the description of a scene without building the scene, because completion in a shell lists
// all scenes at each press of the tab key.

#include <stddef.h>
#include <volar/base.h>

// Copies the value of the key `description` at the top of a scene's text, as much of it as
// `capacity` bytes hold with the NUL at their end; "" if there is none. VL_ERROR_PARSE: the text is
// not YAML up to there. Allocates.
VL_WARN_UNUSED vlResult vlDescription_Read(const char* text, size_t size, char* description,
                                           size_t capacity);

#endif
