// SPDX-License-Identifier: MIT
#include "world/halt_way.h"

static bool isDriven(const vlHalting* h, int body)
{
    return h->model->inertia[body].isDriven && !h->state->isFrozen[body];
}

vlFollowed vlFollowed_Begin(const vlHalting* h, int body)
{
    vlFollowed f = {.body = body, .motion = h->work->start[body]};
    if (vlHalting_IsMoved(h, body)) {
        f.motion.velocity = h->state->motion[body].velocity;
        f.motion.spin = h->state->motion[body].spin;
        f.motion.omega = vlInertia_Omega(&h->model->inertia[body], vlMatFromQuat(f.motion.rotation),
                                         f.motion.spin);
    }
    return f;
}

// (T10.10)
void vlFollowed_Advance(const vlHalting* h, vlFollowed* f, double time)
{
    vlMotion* m = &f->motion;
    if (vlHalting_IsMoved(h, f->body)) {
        double until = vlHalting_Until(h, f->body);
        double t = time < until ? time : until;
        if (t > f->time) {
            m->centre = vlMulAdd(h->work->start[f->body].centre, t, m->velocity);
            vlMotion_Rotate(&h->model->inertia[f->body], m, t - f->time, VL_TURNING_PLAIN);
        }
        f->time = t;
    } else if (isDriven(h, f->body)) {
        vlMotion_Drive(m, time - f->time);
        f->time = time;
    }
}

vlSweep vlFollowed_Sweep(const vlHalting* h, const vlFollowed* f)
{
    const vlMotion* m = &f->motion;
    vlSweep s = {.centre = m->centre};
    bool isMoving = vlHalting_IsMoved(h, f->body) && f->time < vlHalting_Until(h, f->body);
    if (isMoving || isDriven(h, f->body)) {
        s.velocity = m->velocity;
        s.omega = m->omega;
        s.turn = vlLength(m->omega) * h->model->slot[f->body].radius;
    }
    return s;
}

vlPlaced vlFollowed_Piece(const vlHalting* h, const vlFollowed* f, uint32_t piece)
{
    const vlBodySlot* slot = &h->model->slot[f->body];
    vlMat3 R = vlMatFromQuat(f->motion.rotation);
    vlPlaced placed = {&slot->shape->pieces[piece], R,
                       vlSub(f->motion.centre, vlMulMV(R, slot->centroidB))};
    return placed;
}

double vlHalting_FollowedTime(const vlHalting* h, int body)
{
    double time = h->step;
    if (vlHalting_IsMoved(h, body)) {
        double most = vlMotion_FollowedTime(&h->model->inertia[body], h->state->motion[body].spin);
        time = most < time ? most : time;
    }
    return time;
}
