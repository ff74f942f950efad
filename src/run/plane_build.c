// SPDX-License-Identifier: MIT
// Makes the planar world of a scene.

#include <stdio.h>
#include <stdlib.h>

#include "run/plane.h"
#include "scene/scene_parts.h"

vlResult vlPlane_SetSurface(vlSimulation* simulation, int a, int b, const vlSurface* surface)
{
    vlMaterialId idA = {(uint32_t)a};
    vlMaterialId idB = {(uint32_t)b};
    vlSurface2 laws = {surface->point.wall, surface->point.friction};
    return vlWorld2_SetSurface(simulation->plane, idA, idB, &laws);
}

static vlResult addMaterials(vlSimulation* s)
{
    int count = vlScene_GetMaterialCount(s->scene);
    vlResult r = VL_OK;
    for (int i = 1; i < count && r == VL_OK; ++i) { // material 0 exists in every world
        vlMaterialId id;
        r = vlWorld2_CreateMaterial(s->plane, &id);
    }
    for (int a = 0; a < count; ++a) {
        for (int b = a; b < count && r == VL_OK; ++b) {
            vlSurface surface;
            r = vlScene_GetSurface(s->scene, a, b, &surface);
            r = r == VL_OK ? vlPlane_SetSurface(s, a, b, &surface) : r;
        }
    }
    return r;
}

// In the scene's order, so that a body has the same index in both worlds.
static vlResult addBodies(vlSimulation* s)
{
    vlResult r = VL_OK;
    for (int i = 0; i < s->bodyCount && r == VL_OK; ++i) {
        r = vlWorld2_CreateBody(s->plane, vlScene_GetBody2(s->scene, i), &s->body2[i]);
    }
    return r;
}

static vlResult keepStart(vlSimulation* s)
{
    s->planeStartSize = vlWorld2_GetSnapshotSize(s->plane);
    s->planeStart = malloc(s->planeStartSize);
    return s->planeStart == NULL ? VL_ERROR_MEMORY
                                 : vlWorld2_Save(s->plane, s->planeStart, s->planeStartSize);
}

vlResult vlPlane_Build(vlSimulation* simulation, char* message, size_t messageSize)
{
    vlSimulation* s = simulation;
    const vlWorld2Def* def = vlScene_GetWorld2Def(s->scene);
    s->body2 = calloc((size_t)s->bodyCount + 1, sizeof *s->body2);
    vlResult r =
        s->body2 != NULL ? vlWorld2_Create(def, &s->plane, message, messageSize) : VL_ERROR_MEMORY;
    if (r != VL_OK) {
        return r;
    }
    r = addMaterials(s);
    r = r == VL_OK ? addBodies(s) : r;
    r = r == VL_OK ? keepStart(s) : r;
    s->startGravity = r == VL_OK ? vlWorld2_GetEnergy(s->plane).gravity : 0.0;
    if (r != VL_OK && message != NULL && messageSize > 0) {
        snprintf(message, messageSize, "%s",
                 r != VL_ERROR_MEMORY ? vlWorld2_GetMessage(s->plane) : vlResult_Text(r));
    }
    return r;
}

void vlPlane_Destroy(vlSimulation* simulation)
{
    vlWorld2_Destroy(simulation->plane);
    free(simulation->body2);
    free(simulation->planeStart);
}
