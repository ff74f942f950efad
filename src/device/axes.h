// SPDX-License-Identifier: MIT
#ifndef VOLAR_DEVICE_AXES_H
#define VOLAR_DEVICE_AXES_H

// From the axes of a maker's frame to Volar's: x to the right, y away from the person, z up.

#include "volar/math.h"

// Columns of the rotation from the maker's frame M to Volar's device frame D.
typedef struct vlAxes {
    vlMat3 rotationDM;
} vlAxes;

static inline vlVec3 vlAxes_ToOurs(vlAxes axes, vlVec3 vM)
{
    return vlMulMV(axes.rotationDM, vM);
}

static inline vlVec3 vlAxes_ToTheirs(vlAxes axes, vlVec3 vD)
{
    return vlMulTV(axes.rotationDM, vD);
}

// Orientation of the handle. The handle's own axes are renamed like the device's, so that identity
// stays identity. False if the matrix is not a rotation to 1e-3, or not finite.
bool vlAxes_OrientationToOurs(vlAxes axes, vlMat3 rotationM, vlQuat* q);

#endif
