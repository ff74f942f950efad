// SPDX-License-Identifier: MIT
#include "world/friction_bound.h"

#include "world/model.h"

// Takes a wrench at a point of a body off its velocity.
static void takeOff(const vlModel* model, const vlWork* work, int body, vlWrench w, vlVec3 origin,
                    vlTwist* end)
{
    if (!(model->inertia[body].inverseMass > 0.0) || work->implicit.isStill[body]) {
        return;
    }
    double h = model->def.step;
    vlVec3 lever = vlSub(origin, work->start[body].centre);
    vlVec3 torque = vlAdd(w.torque, vlCross(lever, w.force));
    vlVec3 turn = vlMulMV(work->place[body].inverseInertiaW, torque);
    vlTwist* v = &end[body];
    v->linear = vlMulAdd(v->linear, -h * model->inertia[body].inverseMass, w.force);
    v->angular = vlMulAdd(v->angular, -h, turn);
}

// An impulse that its neighbours did not know of would set them ringing: heaps gain energy by it.
// With nothing else on the two bodies less of a friction that takes energy still takes energy
// (T7.14).
void vlContacts_BoundFriction(const vlModel* model, vlWork* work, const vlTwist* solved,
                              vlTwist* end)
{
    for (int i = 0; i < work->current->contactCount; ++i) {
        vlBed* bed = &work->implicit.bed[i];
        const vlContact* c = &work->current->contact[i];
        const vlContactVolume* v = &c->volume;
        if (bed->isIdle || bed->isExplicit || !bed->isAlone || bed->usedMode != VL_MODE_DYNAMIC) {
            continue;
        }
        vlLink link = {c->head.bodyA, c->head.bodyB};
        vlTwist t = vlTwist_OfLink(link, solved, work->start, v->origin);
        vlRelative r = vlRelative_Of(v, t.linear, t.angular);
        vlWrench onB;
        if (vlBed_BoundFriction(bed, c, &r, &onB)) {
            vlWrench onA = {vlScale(onB.force, -1.0), vlScale(onB.torque, -1.0)};
            takeOff(model, work, link.a, onA, v->origin, end);
            takeOff(model, work, link.b, onB, v->origin, end);
        }
    }
}
