// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_ZWIDTH_LOOP_TEXT_H
#define VOLAR_APP_ZWIDTH_LOOP_TEXT_H

// Numbers of a loop as a user types them.

#include "models/zwidth_map.h"

// Sets what "NAME=VALUE" says. False after an error message.
bool vlLoopText_Set(const char* program, const char* text, vlLoopPoint* point);
// Sets the axes of a map from "X,Y", each with or without a range, NAME=FROM:TO. False after an
// error message.
bool vlLoopText_TakeAxes(const char* program, const char* axes, vlZwidthDef* def);

#endif
