// SPDX-License-Identifier: MIT
#include "record/inputs.h"

#include <string.h>

static size_t sizeOf(int inputs, int samples)
{
    return (size_t)inputs * sizeof(vlInputRecord) + (size_t)samples * sizeof(vlSampleRecord);
}

static int countSamples(const vlInputRecord* records, int count)
{
    int samples = 0;
    for (int i = 0; i < count; ++i) {
        samples += vlInputRecord_HasSample(records[i].kind);
    }
    return samples;
}

size_t vlInputs_SizeOf(const vlInputRecord* records, int count)
{
    return sizeOf(count, countSamples(records, count));
}

size_t vlInputs_SizeFor(const vlInput* inputs, int count)
{
    int samples = 0;
    for (int i = 0; i < count; ++i) {
        samples += vlInputRecord_HasSample((uint32_t)inputs[i].kind);
    }
    return sizeOf(count, samples);
}

void* vlInputs_Write(const vlInput* inputs, int count, void* bytes)
{
    vlInputRecord* record = bytes;
    vlSampleRecord* sample = (vlSampleRecord*)(record + count);
    for (int i = 0; i < count; ++i) {
        const vlInput* in = &inputs[i];
        record[i] = (vlInputRecord){(uint32_t)in->kind, in->grab,  in->body,
                                    in->device,         in->point, in->target};
        if (in->kind == VL_INPUT_SET) {
            record[i].grab = in->parameter;
            record[i].point = vlVec(in->value, 0.0, 0.0);
        }
        if (vlInputRecord_HasSample(record[i].kind)) {
            const vlDeviceSample* s = &in->sample;
            *sample++ = (vlSampleRecord){s->time,  s->sequence,           s->pose,
                                         s->twist, s->hasTwist ? 1u : 0u, s->buttons};
        }
    }
    return sample;
}

vlInput vlInputs_Read(const vlInputRecord* records, int count, int i)
{
    const vlInputRecord* r = &records[i];
    vlInput input;
    memset(&input, 0, sizeof input);
    input.kind = (vlInputKind)r->kind;
    input.grab = r->grab;
    input.body = r->body;
    input.device = r->device;
    input.point = r->point;
    input.target = r->target;
    if (input.kind == VL_INPUT_SET) {
        input.parameter = r->grab;
        input.value = r->point.x;
        input.grab = 0;
        input.point = vlZero();
    }
    if (vlInputRecord_HasSample(r->kind)) {
        const vlSampleRecord* s = (const vlSampleRecord*)(records + count);
        s += countSamples(records, i);
        input.sample.time = s->time;
        input.sample.sequence = s->sequence;
        input.sample.pose = s->pose;
        input.sample.twist = s->twist;
        input.sample.hasTwist = s->hasTwist != 0;
        input.sample.buttons = s->buttons;
    }
    return input;
}
