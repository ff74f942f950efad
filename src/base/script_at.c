// SPDX-License-Identifier: MIT
#include "base/script_at.h"

#include <math.h>

double vlScript_Smooth(double s)
{
    return s * s * s * (10.0 + s * (-15.0 + s * 6.0));
}

// The two keys that a time lies between, and how far it is from the first to the second. Both keys
// are the same before the first key and after the last.
typedef struct Span {
    int from, to;
    double share;
} Span;

// Time of a key; the keys of both kinds of path begin with it.
static double timeOf(const void* keys, size_t size, int i)
{
    return *(const double*)(const void*)((const char*)keys + size * (size_t)i);
}

static Span findSpan(const void* keys, size_t size, int count, bool repeat, bool smooth,
                     double time)
{
    Span span = {0, count - 1, 0.0};
    double first = timeOf(keys, size, 0);
    double last = timeOf(keys, size, count - 1);
    if (repeat && last > first && time > first) {
        time = first + fmod(time - first, last - first);
    }
    if (time <= first || time >= last) {
        span.from = span.to = time <= first ? 0 : count - 1;
        return span;
    }
    while (span.to - span.from > 1) { // bisection: a gait may have many keys
        int middle = span.from + (span.to - span.from) / 2;
        bool isBefore = time < timeOf(keys, size, middle);
        span.from = isBefore ? span.from : middle;
        span.to = isBefore ? middle : span.to;
    }
    double from = timeOf(keys, size, span.from);
    double share = (time - from) / (timeOf(keys, size, span.to) - from);
    span.share = smooth ? vlScript_Smooth(share) : share;
    return span;
}

void vlScript_FindTurns(const vlMotionKey* keys, int keyCount, vlVec3* turns)
{
    for (int i = 0; i + 1 < keyCount; ++i) {
        turns[i] = vlRotationBetween(keys[i].pose.q, keys[i + 1].pose.q);
    }
}

// From each key to the next the pose moves along a straight line and rotates about a fixed axis.
vlPose vlScript_OnPath(const vlMotionKey* keys, int keyCount, const vlVec3* turns, bool repeat,
                       bool smooth, double time)
{
    Span span = findSpan(keys, sizeof *keys, keyCount, repeat, smooth, time);
    vlPose a = keys[span.from].pose;
    if (span.from == span.to) {
        return a;
    }
    vlPose b = keys[span.to].pose;
    vlVec3 turn = turns != NULL ? turns[span.from] : vlRotationBetween(a.q, b.q);
    vlPose pose = {vlMulAdd(a.p, span.share, vlSub(b.p, a.p)),
                   vlTurn(a.q, vlScale(turn, span.share))};
    return pose;
}

vlPose vlScript_Swing(vlPose pose, vlVec3 amplitude, vlVec3 turn, double sine)
{
    vlPose made = {vlMulAdd(pose.p, sine, amplitude), vlTurn(pose.q, vlScale(turn, sine))};
    return made;
}

double vlScript_Sine(double frequency, double phase, double time)
{
    double cycles = frequency * time;
    double sine;
    double cosine;
    vlSinCos(2.0 * VL_PI * (cycles - floor(cycles)) + phase, &sine, &cosine);
    return sine;
}

vlPose vlMotionScript_At(const vlMotionScript* script, vlPose start, double time)
{
    switch (script->kind) {
    case VL_MOTION_PATH:
        return vlScript_OnPath(script->keys, script->keyCount, NULL, script->repeat, script->smooth,
                               time);
    case VL_MOTION_OSCILLATE:
        return vlScript_Swing(start, script->amplitude, script->turn,
                              vlScript_Sine(script->frequency, script->phase, time));
    case VL_MOTION_NONE: break;
    }
    return start;
}

static double targetOnPath(const vlTargetScript* script, double time)
{
    const vlTargetKey* keys = script->keys;
    Span span =
        findSpan(keys, sizeof *keys, script->keyCount, script->repeat, script->smooth, time);
    double from = keys[span.from].value;
    return span.from == span.to ? from : from + span.share * (keys[span.to].value - from);
}

double vlTargetScript_At(const vlTargetScript* script, double constant, double time)
{
    switch (script->kind) {
    case VL_MOTION_PATH: return targetOnPath(script, time);
    case VL_MOTION_OSCILLATE:
        return script->mean +
               script->amplitude * vlScript_Sine(script->frequency, script->phase, time);
    case VL_MOTION_NONE: break;
    }
    return constant;
}

// Implicit:  v' = (v + h w^2 (target - x)) / (1 + 2 w h + w^2 h^2),  x' = x + h v'.
void vlFollower_Step(vlVec3 target, double rate, double step, vlVec3* place, vlVec3* velocity)
{
    double turn = rate * step;
    vlVec3 pull = vlScale(vlSub(target, *place), rate * turn);
    *velocity = vlScale(vlAdd(*velocity, pull), 1.0 / (1.0 + turn * (2.0 + turn)));
    *place = vlMulAdd(*place, step, *velocity);
}
