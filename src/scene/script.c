// SPDX-License-Identifier: MIT
#include "scene/script.h"

#include <math.h>

#define TWO_PI 6.283185307179586

// arcsin(x)/x for |x| < 0.06; the first term left out is below 1e-17.
static double arcsineRatio(double x)
{
    double x2 = x * x;
    double r = 231.0 / 13312.0;
    r = r * x2 + 63.0 / 2816.0;
    r = r * x2 + 35.0 / 1152.0;
    r = r * x2 + 5.0 / 112.0;
    r = r * x2 + 3.0 / 40.0;
    r = r * x2 + 1.0 / 6.0;
    return r * x2 + 1.0;
}

// The rotation vector of a unit quaternion, by the shorter way round. The angle is halved until a
// short series gives it: sums, products and roots only, so that every build gives the same bits
// (the C library's arctangent may change with its version).
static vlVec3 rotationVector(vlQuat q)
{
    double sign = q.w < 0.0 ? -1.0 : 1.0;
    vlVec3 v = vlScale(vlVec(q.x, q.y, q.z), sign);
    double w = sign * q.w;
    double scale = 2.0;
    while (vlDot(v, v) > 0.0036) { // at most five times: the angle is at most a right one at first
        double half = 1.0 / sqrt(2.0 * (1.0 + w));
        v = vlScale(v, half);
        w = sqrt(0.5 * (1.0 + w));
        scale *= 2.0;
    }
    return vlScale(v, scale * arcsineRatio(vlLength(v)));
}

static vlQuat turnBy(vlQuat q, vlVec3 rotation)
{
    return vlUnitQ(vlMulQ(vlQuatFromRotationVector(rotation), q));
}

// From one key to the next, `s` from 0 to 1: straight, and turning about a fixed axis.
static vlPose blend(vlPose a, vlPose b, double s)
{
    vlVec3 turn = rotationVector(vlMulQ(b.q, vlConj(a.q)));
    vlPose pose = {vlMulAdd(a.p, s, vlSub(b.p, a.p)), turnBy(a.q, vlScale(turn, s))};
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
    vlSinCos(TWO_PI * script->frequency * time + script->phase, &sine, &cosine);
    vlPose pose = {vlMulAdd(start.p, sine, script->amplitude),
                   turnBy(start.q, vlScale(script->turn, sine))};
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
                     vlScale(rotationVector(vlMulQ(to.q, vlConj(from.q))), 1.0 / step)};
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
        vlSinCos(TWO_PI * script->frequency * time + script->phase, &sine, &cosine);
        return script->mean + script->amplitude * sine;
    case VL_MOTION_NONE: break;
    }
    return constant;
}
