// SPDX-License-Identifier: MIT
#include "contact/pressure.h"

#include "collide/footprint.h"

// Every k-th corner, so that at most VL_MAX_GAUSS points result: inscribed, the loss of area is
// made good by the scaling.
static int thin(const vlVec2* polygon, int count, vlVec2* out)
{
    int limit = VL_MAX_GAUSS / VL_GAUSS_PER_TRIANGLE;
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

void vlPressure_Sample(vlPressure* field, const vlContact* contact, const vlContactContext* context,
                       const vlRelative* relative)
{
    const vlContactVolume* v = &contact->volume;
    const vlGains* g = &contact->gains;
    field->total = 0.0;
    field->moment.x = field->moment.y = 0.0;
    if (v->pointCount == 0) {
        double force = g->kN * v->volume / v->area - g->bN * relative->normal;
        field->count = 1;
        field->p[0].x = field->p[0].y = 0.0;
        field->weight[0] = v->area;
        field->pressure[0] = (force > 0.0 ? force : 0.0) / v->area;
        field->total = force > 0.0 ? force : 0.0;
        return;
    }
    vlVec2 corner[VL_MAX_GAUSS / VL_GAUSS_PER_TRIANGLE];
    vlGaussPoint gauss[VL_MAX_GAUSS];
    int corners = thin(&context->pool->points[v->pointStart], v->pointCount, corner);
    field->count = vlFootprint_Gauss(corner, corners, gauss, VL_MAX_GAUSS);
    const vlHeight* heights = &context->pool->heights[v->heightStart];
    double sampled = 0.0;
    for (int i = 0; i < field->count; ++i) {
        double depth = vlFootprint_Depth(heights, v->frontCount, v->backCount, gauss[i].p);
        field->p[i] = gauss[i].p;
        field->weight[i] = gauss[i].weight;
        field->pressure[i] = depth;
        sampled += gauss[i].weight * depth;
    }
    double scale = sampled > 0.0 ? v->volume / sampled : 0.0;
    for (int i = 0; i < field->count; ++i) {
        double opening =
            relative->normal + relative->tilt.x * field->p[i].x + relative->tilt.y * field->p[i].y;
        double pressure = (g->kN * scale * field->pressure[i] - g->bN * opening) / v->area;
        pressure = pressure > 0.0 ? pressure : 0.0;
        double force = field->weight[i] * pressure;
        field->pressure[i] = pressure;
        field->total += force;
        field->moment.x += force * field->p[i].x;
        field->moment.y += force * field->p[i].y;
    }
}

void vlPressure_Scale(vlPressure* field, double force)
{
    double scale = field->total > 0.0 ? force / field->total : 0.0;
    for (int i = 0; i < field->count; ++i) {
        field->pressure[i] *= scale;
    }
    field->moment.x *= scale;
    field->moment.y *= scale;
    field->total = field->total > 0.0 ? force : 0.0;
}
