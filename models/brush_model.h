// SPDX-License-Identifier: MIT
#ifndef VOLAR_MODEL_BRUSH_H
#define VOLAR_MODEL_BRUSH_H

// A brush and the device that moves it: a plate with teeth in rows, each of them a convex piece,
// which a formula presses on a table and rubs in a circle.

#include <volar/device.h>
#include <volar/volar.h>

#define VL_BRUSH_PITCH 0.024 // m, of teeth
#define VL_BRUSH_TOOTH 0.01  // m
#define VL_BRUSH_PLATE 0.006 // m, thickness
#define VL_BRUSH_GAP 0.002   // m, between the tool and what is below it at the start
#define VL_BRUSH_MOST_TEETH 64

// The table, z <= 0: a box, so that all pairs are of convex pieces.
VL_WARN_UNUSED vlResult vlModel_AddBrushTable(vlWorld* world);

// The i-th of `count` places that are a pitch apart, m.
static inline double vlModel_BrushGrid(int i, int count)
{
    return VL_BRUSH_PITCH * (i - 0.5 * (count - 1));
}

// `teeth` in rows of `columns`, under a plate of that length and width; the origin is at its lower
// face. VL_ERROR_FULL above VL_BRUSH_MOST_TEETH.
VL_WARN_UNUSED vlResult vlModel_CreateBrush(double length, double width, int teeth, int columns,
                                            vlShape** shape);

// Where the device is: it goes down within a second, then presses with 2.4 N.
vlPose vlModel_BrushPath(double now);
// Of a device at `rate` Hz that can press so.
vlDeviceInfo vlModel_BrushDevice(double rate);

#endif
