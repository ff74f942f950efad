// SPDX-License-Identifier: MIT
#include "device/axes.h"

// As for quaternions: the errors of single precision and of text with few digits are accepted.
#define ROTATION_TOLERANCE 1e-3

static bool isRotation(vlMat3 r)
{
    // Columns of unit length, each the cross product of the other two: so the matrix is not a
    // mirror.
    vlVec3 miss[3] = {vlSub(vlCross(r.cx, r.cy), r.cz), vlSub(vlCross(r.cy, r.cz), r.cx),
                      vlSub(vlCross(r.cz, r.cx), r.cy)};
    bool is = true;
    for (int i = 0; i < 3; ++i) {
        is = is && vlLength(miss[i]) <= ROTATION_TOLERANCE; // false for a NaN
    }
    // A matrix of zeros passes the test of the products.
    return is && fabs(vlDot(r.cx, r.cx) - 1.0) <= 2.0 * ROTATION_TOLERANCE;
}

// The largest of the four components is at least 1/2, so dividing by it is accurate.
static vlQuat quatFromMat(vlMat3 r)
{
    double xx = r.cx.x, yy = r.cy.y, zz = r.cz.z;
    vlQuat q;
    if (xx + yy + zz > 0.0) {
        double s = 2.0 * sqrt(1.0 + xx + yy + zz); // 4 w
        q = (vlQuat){0.25 * s, (r.cy.z - r.cz.y) / s, (r.cz.x - r.cx.z) / s, (r.cx.y - r.cy.x) / s};
    } else if (xx >= yy && xx >= zz) {
        double s = 2.0 * sqrt(1.0 + xx - yy - zz); // 4 x
        q = (vlQuat){(r.cy.z - r.cz.y) / s, 0.25 * s, (r.cy.x + r.cx.y) / s, (r.cz.x + r.cx.z) / s};
    } else if (yy >= zz) {
        double s = 2.0 * sqrt(1.0 + yy - xx - zz); // 4 y
        q = (vlQuat){(r.cz.x - r.cx.z) / s, (r.cy.x + r.cx.y) / s, 0.25 * s, (r.cz.y + r.cy.z) / s};
    } else {
        double s = 2.0 * sqrt(1.0 + zz - xx - yy); // 4 z
        q = (vlQuat){(r.cx.y - r.cy.x) / s, (r.cz.x + r.cx.z) / s, (r.cz.y + r.cy.z) / s, 0.25 * s};
    }
    return vlUnitQ(q);
}

bool vlAxes_OrientationToOurs(vlAxes axes, vlMat3 rotationM, vlQuat* q)
{
    if (!isRotation(rotationM)) {
        return false;
    }
    vlMat3 renamed = vlMulMM(rotationM, vlTranspose(axes.rotationDM));
    *q = quatFromMat(vlMulMM(axes.rotationDM, renamed));
    return true;
}
