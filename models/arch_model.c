// SPDX-License-Identifier: MIT
#include "models/arch_model.h"

#include <math.h>

#include "base/angle.h"

vlArchDef vlArch_Default(void)
{
    return (vlArchDef){
        .stones = 15, .radius = 0.2, .thickness = 0.03, .width = 0.08, .density = 2400.0};
}

// Makes the stone at the crown, in a frame about the axis of the arch: its sides are planes through
// that axis.
static vlResult makeStone(const vlArchDef* def, double halfAngle, vlShape** shape)
{
    vlVec3 points[8];
    double s = vlSine(halfAngle), c = vlCosine(halfAngle);
    for (int i = 0; i < 8; ++i) {
        double r = def->radius + ((i & 1) != 0 ? 0.5 : -0.5) * def->thickness;
        double side = (i & 2) != 0 ? 1.0 : -1.0;
        double y = (i & 4) != 0 ? 0.5 * def->width : -0.5 * def->width;
        points[i] = vlVec(side * r * s, y, r * c);
    }
    return vlShape_CreateHull(NULL, points, 8, shape, NULL, 0);
}

vlResult vlModel_AddArch(vlWorld* world, const vlArchDef* def, vlBodyId* bodies)
{
    if (def->stones < 3 || def->stones > VL_ARCH_MAX_STONES) {
        return VL_ERROR_ARGUMENT;
    }
    double angle = VL_PI / def->stones;
    vlBodyDef stone = vlDefaultBodyDef();
    stone.density = def->density;
    vlResult result = makeStone(def, 0.5 * angle, &stone.shape);
    for (int i = 0; i < def->stones && result == VL_OK; ++i) {
        vlBodyId body;
        // A rotation about +y takes the crown towards +x.
        stone.pose.q = vlQuatFromAxisAngle(vlVec(0.0, 1.0, 0.0), angle * (i + 0.5) - 0.5 * VL_PI);
        result = vlWorld_CreateBody(world, &stone, &body);
        if (result == VL_OK && bodies != NULL) {
            bodies[i] = body;
        }
    }
    vlShape_Release(stone.shape);
    return result;
}
