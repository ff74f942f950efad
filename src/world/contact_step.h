// SPDX-License-Identifier: MIT
#ifndef VOLAR_WORLD_CONTACT_STEP_H
#define VOLAR_WORLD_CONTACT_STEP_H

// Contacts in an implicit step: the part of their row (contact_kind.c) that dynamics/element.h
// calls there.

#include "world/work.h"

void vlContactStep_Begin(const vlModel* model, vlState* state, vlWork* work, const vlElementAt* at);
void vlContactStep_Linearise(const vlModel* model, vlState* state, vlWork* work,
                             const vlElementAt* at, const vlTwist* trial, bool isFirst,
                             vlImplicitElement* line);
double vlContactStep_Respond(const vlModel* model, vlState* state, vlWork* work,
                             const vlElementAt* at, const vlTwist* trial, vlBoundUse bound,
                             vlImplicitElement* line);
vlAgain vlContactStep_Check(const vlModel* model, vlState* state, vlWork* work,
                            const vlElementAt* at, const vlTwist* trial, int solvesLeft);
int vlContactStep_Exceeds(const vlModel* model, const vlState* state, const vlWork* work,
                          const vlElementAt* at, const vlTwist* trial, int round,
                          vlWrench ways[VL_WAYS]);
void vlContactStep_TakeBack(const vlModel* model, vlState* state, vlWork* work,
                            const vlElementAt* at, const vlTwist* trial, int round, int part,
                            const vlTwist response[VL_WAYS], double aim, double amounts[VL_WAYS]);
void vlContactStep_Change(vlWork* work, int slot, int part, const double amounts[VL_WAYS]);
double vlContactStep_Finish(const vlModel* model, vlState* state, vlWork* work,
                            const vlElementAt* at, const vlTwist* after, const vlTwist* means);

#endif
