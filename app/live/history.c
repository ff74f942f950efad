// SPDX-License-Identifier: MIT
#include "app/live/history.h"

#include <math.h>
#include <stdio.h>

#include "base/text_out.h"

// The quantities, one list for each.
typedef enum Channel {
    CHANNEL_TIME,
    CHANNEL_NORMAL_FORCE,
    CHANNEL_FRICTION_FORCE,
    CHANNEL_DEEPEST,
    CHANNEL_KINETIC,
    CHANNEL_POTENTIAL,
    CHANNEL_COUNT
} Channel;

static const char* const names[CHANNEL_COUNT] = {"time",    "normalForce", "frictionForce",
                                                 "deepest", "kinetic",     "potential"};

static const vlViewHeader* viewAt(const vlRecording* recording, uint64_t index)
{
    const void* view = NULL;
    size_t size = 0;
    vlResult r = vlRecording_GetView(recording, index, &view, &size);
    return r == VL_OK ? view : NULL;
}

static double valueOf(const vlRecording* recording, uint64_t index, Channel channel)
{
    const vlViewHeader* view = viewAt(recording, index);
    switch (channel) {
    case CHANNEL_TIME: return vlRecording_GetViewTime(recording, index);
    case CHANNEL_NORMAL_FORCE: return view->normalForce;
    case CHANNEL_FRICTION_FORCE: return view->frictionForce;
    case CHANNEL_DEEPEST: return view->deepest;
    case CHANNEL_KINETIC: return view->kineticEnergy;
    case CHANNEL_POTENTIAL: return view->potentialEnergy;
    case CHANNEL_COUNT: break;
    }
    return 0.0;
}

static double lengthOf(const float v[3])
{
    return sqrt((double)v[0] * (double)v[0] + (double)v[1] * (double)v[1] +
                (double)v[2] * (double)v[2]);
}

// Force felt, or sent, at a device.
static double forceOf(const vlRecording* recording, uint64_t index, uint32_t device, bool isSent)
{
    const vlViewHaptic* haptic = vlView_GetHaptic(viewAt(recording, index));
    const vlViewDevice* devices = (const vlViewDevice*)(haptic + 1);
    bool isThere = device < haptic->deviceCount;
    return isThere ? lengthOf(isSent ? devices[device].sent : devices[device].felt) : 0.0;
}

// A recording may hold any bits; JSON has no NaN and no infinity.
static void writeNumber(FILE* out, bool isFirst, double value)
{
    if (isfinite(value)) {
        fprintf(out, "%s%.9g", isFirst ? "" : ",", value);
    } else {
        fprintf(out, "%snull", isFirst ? "" : ",");
    }
}

char* vlHistory_Write(const vlRecording* recording, size_t* size)
{
    vlTextOut text;
    uint64_t views = vlRecording_GetInfo(recording).views;
    uint64_t every = views / VL_MAX_HISTORY + 1;
    FILE* out = vlTextOut_Open(&text);
    if (out == NULL) {
        return NULL;
    }
    uint32_t devices = views > 0 ? vlView_GetHaptic(viewAt(recording, 0))->deviceCount : 0;
    fputc('{', out);
    for (int channel = 0; channel < CHANNEL_COUNT; ++channel) {
        fprintf(out, "%s\"%s\":[", channel > 0 ? "," : "", names[channel]);
        for (uint64_t i = 0; i < views; i += every) {
            writeNumber(out, i == 0, valueOf(recording, i, (Channel)channel));
        }
        fputc(']', out);
    }
    for (uint32_t device = 0; device < devices; ++device) {
        for (int sent = 0; sent < 2; ++sent) {
            fprintf(out, ",\"%s%u\":[", sent == 1 ? "sent" : "felt", device);
            for (uint64_t i = 0; i < views; i += every) {
                writeNumber(out, i == 0, forceOf(recording, i, device, sent == 1));
            }
            fputc(']', out);
        }
    }
    fputc('}', out);
    return vlTextOut_Close(&text, size);
}
