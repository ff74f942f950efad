// SPDX-License-Identifier: MIT
#ifndef VOLAR_WORLD_LEDGER_H
#define VOLAR_WORLD_LEDGER_H

// The energy ledger of an implicit step: how much work each cause did.

#include "world/work.h"

// W, power of a wrench at the velocity of the point it acts on.
static inline double vlPower_Of(vlWrench w, vlTwist t)
{
    return vlDot(w.force, t.linear) + vlDot(w.torque, t.angular);
}

// Adds work to an entry and to the turnover, and returns it. Work that is not finite counts as 0;
// the body it belongs to will be frozen.
static inline double vlLedger_Book(vlLedger* ledger, double* entry, double work)
{
    if (!isfinite(work)) {
        return 0.0;
    }
    *entry += work;
    ledger->turnover += fabs(work);
    return work;
}

// J, work that an element passes on from a driven body, which forces do not move, to one that they
// move, at the mean velocities. `onB` is the element's wrench on B.
double vlLedger_SumDriven(const vlModel* model, const vlWork* work, const vlElementAt* at,
                          const vlTwist* mean, vlWrench onB);
static inline double vlLedger_DrivenWork(const vlModel* model, const vlWork* work,
                                         const vlElementAt* at, const vlTwist* mean, vlWrench onB)
{
    bool isAny = (at->link.a >= 0 && model->inertia[at->link.a].isDriven) ||
                 model->inertia[at->link.b].isDriven;
    return isAny ? vlLedger_SumDriven(model, work, at, mean, onB) : 0.0;
}

// Books the work of the terms of forces on levers, at the velocities `after` and at their `mean`,
// and returns it.
double vlLedger_BookLevers(const vlModel* model, vlWork* work, const vlTwist* after,
                           const vlTwist* mean);

// Books what acts on bodies without elements in the step just made: gravity, forces from outside,
// loss. The work of the elements, `booked`, must have been booked before.
void vlLedger_Close(const vlModel* model, const vlState* state, vlWork* work, const vlTwist* before,
                    const vlTwist* after, double booked);

#endif
