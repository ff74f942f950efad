// SPDX-License-Identifier: MIT
#include "world/ledger.h"

double vlLedger_SumDriven(const vlModel* model, const vlWork* work, const vlElementAt* at,
                          const vlTwist* mean, vlWrench onB)
{
    static const vlTwist still = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    const int ends[2] = {at->link.a, at->link.b};
    vlVec3 origin = work->implicit.elements.line[at->index].origin;
    double sum = 0.0;
    for (int i = 0; i < 2; ++i) {
        int body = ends[i];
        if (body >= 0 && model->inertia[body].isDriven) {
            vlVec3 centre = work->start[body].centre;
            vlTwist t = vlTwist_Between(&still, origin, &mean[body], centre, origin);
            sum += (i == 0 ? 1.0 : -1.0) * model->def.step * vlPower_Of(onB, t);
        }
    }
    return sum;
}

double vlLedger_BookLevers(const vlModel* model, vlWork* work, const vlTwist* after,
                           const vlTwist* mean)
{
    const vlStepElements* step = &work->implicit.elements;
    vlLedger* ledger = &work->ledger;
    double booked = 0.0;
    for (int i = step->start[VL_KIND_COUNT]; i < step->count; ++i) {
        const vlImplicitElement* e = &step->line[i];
        vlWrench w =
            vlImplicitElement_At(e, vlTwist_OfLink(step->link[i], after, work->start, e->origin));
        double done = model->def.step *
                      vlPower_Of(w, vlTwist_OfLink(step->link[i], mean, work->start, e->origin));
        booked += vlLedger_Book(ledger, &ledger->joints, done);
    }
    return booked;
}

void vlLedger_Close(const vlModel* model, const vlState* state, vlWork* work, const vlTwist* before,
                    const vlTwist* after, double booked)
{
    vlLedger* ledger = &work->ledger;
    double h = model->def.step;
    double gained = -booked;
    for (int i = 0; i < model->bodies.used; ++i) {
        const vlInertia* inertia = &model->inertia[i];
        if (!(inertia->inverseMass > 0.0) || work->implicit.isStill[i]) {
            continue;
        }
        const vlWrench* applied = &state->applied[i];
        vlVec3 path = vlScale(vlAdd(before[i].linear, after[i].linear), 0.5 * h);
        vlVec3 turn = vlScale(vlAdd(before[i].angular, after[i].angular), 0.5 * h);
        double gravity = inertia->mass * vlDot(state->head->gravity, path);
        double outside = vlDot(applied->force, path) + vlDot(applied->torque, turn);
        double gain = vlMotion_KineticEnergy(inertia, &state->motion[i]) -
                      vlMotion_KineticEnergy(inertia, &work->start[i]);
        if (isfinite(gain + gravity + outside)) {
            gained += gain - vlLedger_Book(ledger, &ledger->gravity, gravity) -
                      vlLedger_Book(ledger, &ledger->applied, outside);
        }
    }
    ledger->loss += gained;
}
