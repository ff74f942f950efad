// SPDX-License-Identifier: MIT
#include "experiments/jaws_script.h"

#include <math.h>

#include "base/angle.h"
#include "experiments/touch_force.h"

#define PRESSED 4e-3 // m
#define HINGE 60e-3  // m

// The position that the centre of mass should have at a time, and in `q` the rotation of the jaw.
static vlVec3 chewAt(vlVec3 touch, double time, vlQuat* q)
{
    double open = 0.14 * (1.0 - vlTouch_Smooth(time / 0.25) + vlTouch_Smooth((time - 0.75) / 0.15));
    double side = 3e-3 * vlSine(4.0 * VL_PI * fmax(0.0, fmin(0.5, time - 0.25)));
    double up =
        PRESSED * (vlTouch_Smooth((time - 0.15) / 0.15) - vlTouch_Smooth((time - 0.7) / 0.1));
    vlVec3 hinge = vlVec(0.0, -HINGE, 0.0);
    *q = vlQuatFromRotationVector(vlVec(-open, 0.0, 0.0));
    vlVec3 centre = vlAdd(hinge, vlRotate(*q, vlSub(touch, hinge)));
    return vlAdd(centre, vlVec(side, 0.0, up));
}

vlPose vlJaws_DeviceAt(const vlTouch* t, vlVec3 touch, double time)
{
    vlQuat q;
    vlVec3 centre = chewAt(touch, time, &q);
    return vlTouch_DeviceAt(t, centre, q);
}

vlResult vlJaws_Start(vlTouch* t, vlVec3 touch)
{
    vlQuat q;
    vlVec3 start = chewAt(touch, 0.0, &q);
    return vlTouch_Place(t, start, q);
}

vlResult vlJaws_Open(const vlTouchDef* def, vlTouch* t, vlVec3* touch)
{
    vlResult result = vlTouch_Open(def, vlVec(0.0, 0.0, -1.0), vlIdentityQuat(), t);
    *touch = vlAdd(t->centroid, vlVec(0.0, 0.0, -0.04));
    if (result == VL_OK) {
        touch->z +=
            vlTouch_Approach(t, *touch, vlIdentityQuat(), vlVec(0.0, 0.0, 0.04), def->distance);
        result = vlJaws_Start(t, *touch);
    }
    return result;
}
