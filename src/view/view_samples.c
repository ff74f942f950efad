// SPDX-License-Identifier: MIT
// The part of a view about surfaces: which of their samples are near another body now.

#include <math.h>

#include "view/view_parts.h"
#include "volar/surface.h"

_Static_assert(sizeof(vlViewSampling) == 8 && sizeof(vlViewSample) == 24, "the layout is fixed");

bool vlView_HasSurfaces(const vlScene* scene)
{
    for (int i = 0; i < vlScene_GetBodyCount(scene); ++i) {
        if (vlShape_GetKind(vlScene_GetBody(scene, i)->def.shape) == VL_SHAPE_SURFACE) {
            return true;
        }
    }
    return false;
}

size_t vlView_GetSamplesSize(const vlScene* scene)
{
    return vlView_HasSurfaces(scene)
               ? sizeof(vlViewSampling) + VL_VIEW_MAX_SAMPLES * sizeof(vlViewSample)
               : 0;
}

double vlView_FindPatchRadius(double area)
{
    return sqrt(area / VL_PI);
}

// A body that has no place in the scene, because its owner made it, has no patches to look up.
static double findRadius(const vlScene* scene, int place, int i)
{
    vlSurfaceSample sample;
    return place >= 0 &&
                   vlShape_GetSample(vlScene_GetBody(scene, place)->def.shape, i, &sample) == VL_OK
               ? vlView_FindPatchRadius(sample.area)
               : 0.0;
}

static void writeSample(const vlScene* scene, const vlContactSample* sample, int place,
                        vlViewSample* out)
{
    vlView_PutVec(out->point, sample->point);
    out->radius = (float)findRadius(scene, place, sample->sample);
    out->normalForce = (float)sample->normalForce;
    out->body = (uint16_t)place;
    out->flags = (uint16_t)((sample->normalForce > 0.0 ? VL_VIEW_PRESSING : 0u) |
                            (sample->isSlipping ? VL_VIEW_SLIPPING : 0u));
}

static int countNear(const vlWorld* world)
{
    int count = 0;
    for (int i = 0; i < vlWorld_GetSurfaceContactCount(world); ++i) {
        vlSurfaceContact contact;
        count += vlWorld_GetSurfaceContact(world, i, &contact) == VL_OK ? contact.sampleCount : 0;
    }
    return count;
}

unsigned char* vlView_WriteSamples(const vlSimulation* simulation, unsigned char* out)
{
    const vlScene* scene = vlSimulation_GetScene(simulation);
    const vlWorld* world = vlSimulation_GetWorld(simulation);
    if (!vlView_HasSurfaces(scene)) {
        return out;
    }
    int nearCount = countNear(world);
    // If there are too many, only every stride-th is written, counted over all contacts.
    int stride = 1 + (nearCount > 0 ? nearCount - 1 : 0) / VL_VIEW_MAX_SAMPLES;
    vlViewSampling* sampling = (vlViewSampling*)out;
    vlViewSample* next = (vlViewSample*)(sampling + 1);
    int skip = 0; // samples before the next one that is written
    for (int i = 0; i < vlWorld_GetSurfaceContactCount(world); ++i) {
        vlSurfaceContact contact;
        if (vlWorld_GetSurfaceContact(world, i, &contact) != VL_OK) {
            continue;
        }
        int placeA = vlSimulation_FindBody(simulation, contact.bodyA);
        int placeB = vlSimulation_FindBody(simulation, contact.bodyB);
        for (; skip < contact.sampleCount; skip += stride) {
            vlContactSample sample;
            if (vlWorld_GetContactSample(world, i, skip, &sample) == VL_OK) {
                writeSample(scene, &sample, sample.isOnB ? placeB : placeA, next++);
            }
        }
        skip -= contact.sampleCount;
    }
    sampling->sampleCount = (uint32_t)(next - (vlViewSample*)(sampling + 1));
    sampling->nearCount = (uint32_t)nearCount;
    return (unsigned char*)next;
}

const vlViewSampling* vlView_GetSampling(const vlViewHeader* view)
{
    return (view->status.flags & VL_VIEW_SAMPLED) != 0 ? vlView_FindRest(view) : NULL;
}
