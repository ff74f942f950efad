// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_JSON_OUT_H
#define VOLAR_APP_JSON_OUT_H

// Pieces of JSON messages: numbers, vectors and times, as Foxglove spells them.

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <volar/math.h>

#include "base/json_text.h"

typedef struct vlJsonNumber {
    char text[32];
} vlJsonNumber;

// JSON has no infinities and no NAN.
static inline vlJsonNumber vlJsonNumber_Of(double value)
{
    vlJsonNumber number = {"null"};
    if (isfinite(value)) {
        snprintf(number.text, sizeof number.text, "%.9g", value);
    }
    return number;
}

// A number as a member of an object, with the comma before it.
static inline void vlJson_PutNumber(FILE* out, const char* key, double value)
{
    fprintf(out, ",\"%s\":%s", key, vlJsonNumber_Of(value).text);
}

static inline void vlJson_PutVec(FILE* out, vlVec3 v)
{
    fprintf(out, "{\"x\":%s,\"y\":%s,\"z\":%s}", vlJsonNumber_Of(v.x).text,
            vlJsonNumber_Of(v.y).text, vlJsonNumber_Of(v.z).text);
}

static inline void vlJson_PutVecAs(FILE* out, const char* key, vlVec3 v)
{
    fprintf(out, ",\"%s\":", key);
    vlJson_PutVec(out, v);
}

static inline void vlJson_PutQuat(FILE* out, vlQuat q)
{
    fprintf(out, "{\"x\":%s,\"y\":%s,\"z\":%s,\"w\":%s}", vlJsonNumber_Of(q.x).text,
            vlJsonNumber_Of(q.y).text, vlJsonNumber_Of(q.z).text, vlJsonNumber_Of(q.w).text);
}

// Foxglove's kind of time, as a member without the comma before it.
static inline void vlJson_PutTime(FILE* out, uint64_t nanoseconds)
{
    fprintf(out, "\"timestamp\":{\"sec\":%llu,\"nsec\":%llu}",
            (unsigned long long)(nanoseconds / 1000000000u),
            (unsigned long long)(nanoseconds % 1000000000u));
}

// A pose as a member, with the comma before it.
static inline void vlJson_PutPoseAs(FILE* out, const char* key, vlPose pose)
{
    fprintf(out, ",\"%s\":{\"position\":", key);
    vlJson_PutVec(out, pose.p);
    fputs(",\"orientation\":", out);
    vlJson_PutQuat(out, pose.q);
    fputc('}', out);
}

#endif
