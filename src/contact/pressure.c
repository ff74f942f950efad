// SPDX-License-Identifier: MIT
#include "contact/pressure.h"

#include "collide/footprint.h"
#include "contact/contact_law.h"

// Takes every k-th corner, so that at most `limit` remain. The polygon is inscribed; the scaling
// compensates for the lost area.
static int thin(const vlVec2* polygon, int count, vlVec2* out, int limit)
{
    if (count <= limit) {
        for (int i = 0; i < count; ++i) {
            out[i] = polygon[i];
        }
        return count;
    }
    for (int i = 0; i < limit; ++i) {
        out[i] = polygon[(int64_t)i * count / limit];
    }
    return limit;
}

int vlPressure_Place(const vlContactVolume* v, const vlVolumePool* pool, vlDepthPoint* points,
                     int capacity, double* scale)
{
    int most = (capacity < VL_MAX_GAUSS ? capacity : VL_MAX_GAUSS) / VL_GAUSS_PER_TRIANGLE;
    *scale = 1.0;
    if (v->pointCount == 0 || most < 3) {
        vlDepthPoint whole = {{0.0, 0.0}, v->area, v->volume / v->area};
        points[0] = whole;
        return capacity > 0 ? 1 : 0;
    }
    vlVec2 corner[VL_MAX_GAUSS / VL_GAUSS_PER_TRIANGLE];
    vlGaussPoint gauss[VL_MAX_GAUSS];
    int corners = thin(&pool->points[v->pointStart], v->pointCount, corner, most);
    int count = vlFootprint_Gauss(corner, corners, gauss, VL_MAX_GAUSS);
    const vlHeight* heights = &pool->heights[v->heightStart];
    double sampled = 0.0;
    for (int i = 0; i < count; ++i) {
        double depth = vlFootprint_SignedDepth(heights, v->frontCount, v->backCount, gauss[i].p);
        double pressed = depth > 0.0 ? depth : 0.0;
        bool isSigned = v->isCarried || v->isForeseen;
        vlDepthPoint point = {gauss[i].p, gauss[i].weight, isSigned ? depth : pressed};
        points[i] = point;
        sampled += gauss[i].weight * pressed;
    }
    if (!v->isForeseen) { // its volume is signed, and so no measure of its depths
        *scale = sampled > 0.0 ? v->volume / sampled : 0.0;
    }
    return count;
}

void vlPressure_Sample(vlPressure* field, const vlContact* contact, const vlContactContext* context,
                       const vlRelative* relative)
{
    const vlContactVolume* v = &contact->volume;
    vlContactLaw law = vlContactLaw_Of(contact, 0.0);
    field->total = 0.0;
    vlDepthPoint points[VL_MAX_GAUSS];
    double scale;
    vlRelative felt = vlContactLaw_Felt(&law, relative);
    field->count = vlPressure_Place(v, context->pool, points, VL_MAX_GAUSS, &scale);
    for (int i = 0; i < field->count; ++i) {
        vlVec2 p = points[i].p;
        double pressure = vlContactLaw_Pressure(&law, scale * points[i].depth, &felt, p);
        pressure = pressure > 0.0 ? pressure : 0.0;
        double force = points[i].weight * pressure;
        field->p[i] = p;
        field->weight[i] = points[i].weight;
        field->pressure[i] = pressure;
        field->total += force;
    }
}

void vlPressure_Scale(vlPressure* field, double force)
{
    double scale = field->total > 0.0 ? force / field->total : 0.0;
    for (int i = 0; i < field->count; ++i) {
        field->pressure[i] *= scale;
    }
    field->total = field->total > 0.0 ? force : 0.0;
}
