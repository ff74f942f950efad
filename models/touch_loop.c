// SPDX-License-Identifier: MIT
#include "models/touch_loop.h"

#include <math.h>
#include <time.h>

// Damping of the hand over the critical one.
#define HAND_DAMPING 0.7

vlTouchLoopDef vlTouchLoop_DefaultDef(void)
{
    return (vlTouchLoopDef){.hand = 400.0, .handMass = 0.1};
}

vlResult vlTouchLoop_Open(const vlTouchLoopDef* def, vlTouch* touch, vlTouchLoop* loop)
{
    *loop = (vlTouchLoop){.def = *def, .touch = touch};
    if (def->period == 0) {
        return VL_OK;
    }
    vlTwoRateDef rates = vlDefaultTwoRateDef(touch->world);
    rates.reference = def->reference;
    rates.searchWork = def->searchWork;
    return vlTwoRate_Create(&rates, &loop->two, NULL, 0);
}

void vlTouchLoop_Close(vlTouchLoop* loop)
{
    vlTwoRate_Destroy(loop->two);
    *loop = (vlTouchLoop){.two = NULL};
}

// Processor time of this thread, s: other programs do not add to it.
static double processorNow(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// The contact thread's turn, before a step.
static void serve(vlTouchLoop* loop)
{
    const vlTouchLoopDef* d = &loop->def;
    if (loop->isSearching && loop->tick >= loop->due && !loop->isStalled) {
        vlTwoRate_Publish(loop->two);
        loop->isSearching = false;
    }
    if (loop->isSearching || loop->tick < loop->next || loop->isStalled) {
        return;
    }
    double start = processorNow();
    if (!vlTwoRate_Search(loop->two)) {
        return;
    }
    loop->searchTime = processorNow() - start;
    ++loop->searches;
    int busy = d->isTimed ? (int)ceil(loop->searchTime / loop->touch->def.step) : 0;
    busy = busy > d->period ? busy : d->period;
    loop->isSearching = true;
    loop->next = loop->tick + busy;
    loop->due = d->isLate || d->isTimed ? loop->next : loop->tick;
    if (loop->due == loop->tick) {
        vlTwoRate_Publish(loop->two);
        loop->isSearching = false;
    }
}

// Moves the handle: the hand pulls it to where it wants it, and the force of the last tick pushes
// it.
static vlVec3 moveHandle(vlTouchLoop* loop, vlVec3 wanted)
{
    const vlTouchLoopDef* d = &loop->def;
    double h = loop->touch->def.step;
    if (!(d->hand > 0.0)) {
        return wanted;
    }
    if (!loop->isStarted) {
        loop->handle = wanted;
        loop->isStarted = true;
    }
    double damping = 2.0 * HAND_DAMPING * sqrt(d->hand * d->handMass);
    vlVec3 force = vlScale(vlSub(wanted, loop->handle), d->hand);
    force = vlMulAdd(force, -damping, loop->handleSpeed);
    force = vlSub(force, loop->touch->felt.force);
    loop->handleSpeed = vlMulAdd(loop->handleSpeed, h / d->handMass, force);
    loop->handle = vlMulAdd(loop->handle, h, loop->handleSpeed);
    return loop->handle;
}

vlResult vlTouchLoop_Tick(vlTouchLoop* loop, vlPose wanted)
{
    if (loop->two != NULL) {
        serve(loop);
    }
    wanted.p = moveHandle(loop, wanted.p);
    ++loop->tick;
    double start = processorNow();
    vlResult result = vlTouch_Tick(loop->touch, wanted);
    loop->stepTime = processorNow() - start;
    return result;
}
