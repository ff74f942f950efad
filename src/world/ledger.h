// SPDX-License-Identifier: MIT
#ifndef VOLAR_WORLD_LEDGER_H
#define VOLAR_WORLD_LEDGER_H

// The books of an implicit step: who did which work.

#include "world/work.h"

// W, of a wrench at the velocity of the point it acts on.
static inline double vlPower_Of(vlWrench w, vlTwist t)
{
    return vlDot(w.force, t.linear) + vlDot(w.torque, t.angular);
}

// Adds work to an entry and to the turnover, and returns it; work beyond the finite numbers, of a
// body that will be frozen, is none.
static inline double vlLedger_Book(vlLedger* ledger, double* entry, double work)
{
    if (!isfinite(work)) {
        return 0.0;
    }
    *entry += work;
    ledger->turnover += fabs(work);
    return work;
}

// J, that reaches the bodies moved by forces through one that is not, by the wrench of an element
// on B, at the mean velocities.
double vlLedger_SumDriven(const vlModel* model, const vlWork* work, const vlElementAt* at,
                          const vlTwist* mean, vlWrench onB);
static inline double vlLedger_DrivenWork(const vlModel* model, const vlWork* work,
                                         const vlElementAt* at, const vlTwist* mean, vlWrench onB)
{
    bool isAny = (at->link.a >= 0 && model->inertia[at->link.a].isDriven) ||
                 model->inertia[at->link.b].isDriven;
    return isAny ? vlLedger_SumDriven(model, work, at, mean, onB) : 0.0;
}

// Books what forces on levers added, at the velocities `after` and at their `mean`, and returns it.
double vlLedger_BookLevers(const vlModel* model, vlWork* work, const vlTwist* after,
                           const vlTwist* mean);

// Books what bodies gained on their own in the step just made: gravity, forces from outside, loss.
// Work of the elements, `booked`, is booked before.
void vlLedger_Close(const vlModel* model, const vlState* state, vlWork* work, const vlTwist* before,
                    const vlTwist* after, double booked);

#endif
