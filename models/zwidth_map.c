// SPDX-License-Identifier: MIT
#include "models/zwidth_map.h"

#include <math.h>

#include "base/power.h"

#define SCAN 24       // steps over the range of a map
#define BISECTIONS 10 // of the step in which a boundary lies: to 0.05% over three powers of ten

double vlZwidthAxis_At(const vlZwidthAxis* axis, int i)
{
    return axis->from * vlPower(axis->to / axis->from, (double)i / (axis->count - 1));
}

vlResult vlZwidth_RunPoint(const vlZwidthDef* def, double x, double y, vlPointOutcome* outcome,
                           char* message, size_t messageSize)
{
    vlLoopPoint point = def->point;
    vlResult result = vlLoopPoint_Set(&point, def->x.parameter, x, message, messageSize);
    result = result == VL_OK ? vlLoopPoint_Set(&point, def->y.parameter, y, message, messageSize)
                             : result;
    int count = def->oracle == VL_ORACLE_LINEAR ? 1 : def->approachCount;
    for (int i = 0; i < count && result == VL_OK; ++i) {
        vlPointOutcome one;
        point.strike.approach = def->approaches[i];
        result = vlLoopPoint_Run(&point, def->oracle, &one, message, messageSize);
        if (result == VL_OK && (i == 0 || one.strike.kind > outcome->strike.kind)) {
            *outcome = one;
        }
    }
    return result;
}

vlZwidthColumn vlZwidth_Scan(const vlZwidthAxis* y, const vlStrikeClass* kinds)
{
    vlZwidthColumn column = {.firstUnstable = HUGE_VAL};
    vlStrikeClass worst = VL_STRIKE_RESTS;
    for (int i = 0; i < y->count; ++i) {
        double value = vlZwidthAxis_At(y, i);
        bool isBeyond = worst == VL_STRIKE_UNSTABLE;
        worst = kinds[i] > worst ? kinds[i] : worst;
        if (worst == VL_STRIKE_UNSTABLE && !isBeyond) {
            column.firstUnstable = value;
        } else if (isBeyond && kinds[i] != VL_STRIKE_UNSTABLE &&
                   kinds[i - 1] == VL_STRIKE_UNSTABLE) {
            ++column.islands;
        }
        column.stable = worst < VL_STRIKE_UNSTABLE ? value : column.stable;
        column.passive = worst < VL_STRIKE_ACTIVE ? value : column.passive;
        column.quiet = worst < VL_STRIKE_RIPPLES ? value : column.quiet;
    }
    return column;
}

typedef enum Boundary { STABLE, PASSIVE } Boundary;

static bool holds(vlLoop* loop, double stiffness, Boundary boundary)
{
    double value = HUGE_VAL;
    bool isStable = false;
    loop->stiffness = stiffness;
    if (boundary == STABLE) {
        return vlLoop_IsStable(loop, &isStable) == VL_OK && isStable;
    }
    return vlLoop_GetPassiveDamping(loop, &value) == VL_OK && value <= loop->damping;
}

// The lowest stiffness at which the loop no longer holds, searched upwards; 0 if it does not hold
// at `least`, `most` if it always holds.
static double findEnd(vlLoop loop, double least, double most, Boundary boundary)
{
    double low = 0.0, high = least;
    for (int i = 1; holds(&loop, high, boundary); ++i) {
        low = high;
        if (i > SCAN) {
            return most;
        }
        high = least * vlPower(most / least, (double)i / SCAN);
    }
    for (int i = 0; i < BISECTIONS && low > 0.0; ++i) {
        double middle = sqrt(low * high);
        *(holds(&loop, middle, boundary) ? &low : &high) = middle;
    }
    return low;
}

vlResult vlZwidth_GetTheory(const vlZwidthDef* def, double x, double least, double most,
                            vlZwidthTheory* theory)
{
    vlLoopPoint point = def->point;
    char message[1];
    vlLoop held, loop;
    vlResult result = vlLoopPoint_Set(&point, def->x.parameter, x, message, sizeof message);
    result = result == VL_OK ? vlLoopPoint_MakeLoop(&point, &held) : result;
    point.hand = VL_POINT_FREE;
    result = result == VL_OK ? vlLoopPoint_MakeLoop(&point, &loop) : result;
    result = result == VL_OK ? vlLoop_Check(&held, NULL, 0) : result;
    if (result != VL_OK) {
        return result;
    }
    theory->letGo = findEnd(loop, least, most, STABLE);
    theory->exact =
        def->point.hand == VL_POINT_FREE ? theory->letGo : findEnd(held, least, most, STABLE);
    // [GSHPH09]'s linear condition is about a wall; the coupling is in series with the contact.
    double wall = (loop.damping + loop.dampingOfWorld) / (0.5 * loop.period + loop.delay);
    double share = wall / loop.wallStiffness;
    theory->gil = share < 1.0 ? wall / (1.0 - share) : most;
    // Not known if the velocity is not computed from samples, or if the motors follow slowly.
    bool isKnown = loop.rule != VL_LOOP_TRUE && !(loop.actuatorCut > 0.0);
    theory->colgate = !isKnown ? (double)NAN : findEnd(loop, least, most, PASSIVE);
    return VL_OK;
}
