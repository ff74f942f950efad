// SPDX-License-Identifier: MIT
#ifndef VOLAR_SCENE_PARAMETER_PARTS_H
#define VOLAR_SCENE_PARAMETER_PARTS_H

// What simulations and views need to know of parameters, beyond the list that a scene has.

#include "volar/parameter.h"

// Of a kind: its name, e.g. "friction-static", and its unit, "" if it has none; never NULL.
const char* vlParameterKind_Name(vlParameterKind kind) VL_REALTIME;
const char* vlParameterKind_Unit(vlParameterKind kind) VL_REALTIME;
// The i-th name, from 0, of a parameter whose values stand for names, such as the laws of a planar
// scene; NULL out of range and for other parameters.
const char* vlParameter_GetChoice(const vlParameter* parameter, int i) VL_REALTIME;
// Puts a value of friction or of contacts into a surface; does nothing for other kinds. A law that
// is not the surface's own comes with its usual parameters. Static friction is never below dynamic:
// whichever of the two is set, the other follows where it must.
void vlParameter_PutSurface(const vlParameter* parameter, double value,
                            vlSurface* surface) VL_REALTIME;

#endif
