// SPDX-License-Identifier: MIT
#include "models/brush_model.h"

#include "models/body_model.h"

#define PRESS 0.012  // m, by which the device goes down
#define CIRCLE 0.008 // m, radius: at this stretch friction no longer holds the tool
#define RATE 1.0     // Hz

vlResult vlModel_AddBrushTable(vlWorld* world)
{
    vlBodyId table;
    return vlModel_AddStaticBox(world, vlVec(0.4, 0.4, 0.1), vlModel_At(0.0, 0.0, -0.05), &table);
}

vlResult vlModel_CreateBrush(double length, double width, int teeth, int columns, vlShape** shape)
{
    const vlShape* pieces[VL_BRUSH_MOST_TEETH + 1];
    vlPose poses[VL_BRUSH_MOST_TEETH + 1];
    vlShape *plate = NULL, *tooth = NULL;
    int rows = teeth / columns;
    double half = 0.5 * VL_BRUSH_TOOTH;
    vlVec3 halfPlate = vlVec(0.5 * length, 0.5 * width, 0.5 * VL_BRUSH_PLATE);
    vlResult result = teeth <= VL_BRUSH_MOST_TEETH ? VL_OK : VL_ERROR_FULL;
    result = result == VL_OK ? vlShape_CreateBox(NULL, halfPlate, &plate, NULL, 0) : result;
    result = result == VL_OK ? vlShape_CreateBox(NULL, vlVec(half, half, half), &tooth, NULL, 0)
                             : result;
    if (result == VL_OK) {
        pieces[0] = plate;
        poses[0] = vlModel_At(0.0, 0.0, halfPlate.z);
        for (int i = 0; i < teeth; ++i) {
            pieces[i + 1] = tooth;
            poses[i + 1] = vlModel_At(vlModel_BrushGrid(i % columns, columns),
                                      vlModel_BrushGrid(i / columns, rows), -half);
        }
        result = vlShape_CreateCompound(NULL, pieces, poses, teeth + 1, shape, NULL, 0);
    }
    vlShape_Release(plate);
    vlShape_Release(tooth);
    return result;
}

vlPose vlModel_BrushPath(double now)
{
    double sine, cosine, grown = fmin(1.0, now);
    vlSinCos(2.0 * VL_PI * RATE * now, &sine, &cosine);
    return vlModel_At(grown * CIRCLE * sine, grown * CIRCLE * cosine,
                      -(VL_BRUSH_GAP + PRESS) * grown);
}

vlDeviceInfo vlModel_BrushDevice(double rate)
{
    return (vlDeviceInfo){.hasOrientation = true,
                          .hasForce = true,
                          .hasTorque = true,
                          .maxForce = 12.0,
                          .maxTorque = 0.2,
                          .rate = rate};
}
