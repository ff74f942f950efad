// SPDX-License-Identifier: MIT
#include "run/script.h"

#include <math.h>

// From one key to the next, `s` from 0 to 1: straight, and turning about a fixed axis.
static vlPose blend(vlPose a, vlPose b, double s)
{
    vlVec3 turn = vlRotationBetween(a.q, b.q);
    vlPose pose = {vlMulAdd(a.p, s, vlSub(b.p, a.p)), vlTurn(a.q, vlScale(turn, s))};
    return pose;
}

// Time along a path that may start again after its last key.
static double wrap(double time, double first, double last, bool repeat)
{
    double length = last - first;
    return repeat && length > 0.0 && time > first ? first + fmod(time - first, length) : time;
}

// Share of the way from one key to the next. Smooth is of fifth order: velocity and acceleration
// are zero at both ends.
static double share(double time, double from, double to, bool smooth)
{
    double s = (time - from) / (to - from);
    return smooth ? s * s * s * (10.0 + s * (-15.0 + s * 6.0)) : s;
}

static vlPose onPath(const vlMotionScript* script, double time)
{
    const vlMotionKey* keys = script->keys;
    int last = script->keyCount - 1;
    time = wrap(time, keys[0].time, keys[last].time, script->repeat);
    if (time <= keys[0].time) {
        return keys[0].pose;
    }
    for (int i = 0; i < last; ++i) {
        if (time < keys[i + 1].time) {
            double s = share(time, keys[i].time, keys[i + 1].time, script->smooth);
            return blend(keys[i].pose, keys[i + 1].pose, s);
        }
    }
    return keys[last].pose;
}

static vlPose oscillating(const vlMotionScript* script, vlPose start, double time)
{
    double sine;
    double cosine;
    vlSinCos(2.0 * VL_PI * script->frequency * time + script->phase, &sine, &cosine);
    vlPose pose = {vlMulAdd(start.p, sine, script->amplitude),
                   vlTurn(start.q, vlScale(script->turn, sine))};
    return pose;
}

vlPose vlScript_At(const vlMotionScript* script, vlPose start, double time)
{
    switch (script->kind) {
    case VL_MOTION_PATH: return onPath(script, time);
    case VL_MOTION_OSCILLATE: return oscillating(script, start, time);
    case VL_MOTION_NONE: break;
    }
    return start;
}

vlTwist vlScript_Between(vlPose from, vlPose to, vlVec3 centroid, double step)
{
    vlVec3 a = vlAdd(from.p, vlRotate(from.q, centroid));
    vlVec3 b = vlAdd(to.p, vlRotate(to.q, centroid));
    vlTwist twist = {vlScale(vlSub(b, a), 1.0 / step),
                     vlScale(vlRotationBetween(from.q, to.q), 1.0 / step)};
    return twist;
}

static double onTargetPath(const vlTargetScript* script, double time)
{
    const vlTargetKey* keys = script->keys;
    int low = 0;
    int high = script->keyCount - 1;
    time = wrap(time, keys[0].time, keys[high].time, script->repeat);
    if (time <= keys[0].time) {
        return keys[0].value;
    }
    if (time >= keys[high].time) {
        return keys[high].value;
    }
    while (high - low > 1) { // by halves: a gait may have many keys
        int middle = low + (high - low) / 2;
        low = time < keys[middle].time ? low : middle;
        high = time < keys[middle].time ? middle : high;
    }
    double s = share(time, keys[low].time, keys[high].time, script->smooth);
    return keys[low].value + s * (keys[high].value - keys[low].value);
}

double vlScript_TargetAt(const vlTargetScript* script, double constant, double time)
{
    double sine;
    double cosine;
    switch (script->kind) {
    case VL_MOTION_PATH: return onTargetPath(script, time);
    case VL_MOTION_OSCILLATE:
        vlSinCos(2.0 * VL_PI * script->frequency * time + script->phase, &sine, &cosine);
        return script->mean + script->amplitude * sine;
    case VL_MOTION_NONE: break;
    }
    return constant;
}
