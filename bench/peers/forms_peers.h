// SPDX-License-Identifier: MIT
#ifndef VOLAR_FORMS_PEERS_H
#define VOLAR_FORMS_PEERS_H

// The closed forms of experiments/closed_forms in other engines, each with its default settings and
// a step of 1 ms.

#include <stdbool.h>

#include "experiments/closed_forms/form.h"

#ifdef __cplusplus
extern "C" {
#endif

extern const vlFormEngine vlFormEngine_Ode, vlFormEngine_Bullet, vlFormEngine_Mujoco;

// Runs every form that does not need Volar and writes a table: case, engine, value; not-a-number
// where an engine cannot run a case or has no answer. If `only` is not NULL, only forms whose names
// contain it are run. False, with a line on stderr, if the file cannot be written.
bool vlPeer_RunForms(const char* path, const char* only);
// Runs the real tosses of experiments/tosses and writes a table: engine and mean errors.
bool vlPeer_RunTosses(const char* path);

#ifdef __cplusplus
}
#endif

#endif
