// SPDX-License-Identifier: MIT
// What OpenHaptics' library says of a device.

#include <string.h>

#include "device/backend.h"
#include "device/hd.h"

#define DEFAULT_RATE 1000.0 // Hz
// A 6-DoF Phantom Premium 1.5: the weakest of those that render torque.
#define MAX_TORQUE 0.188          // N m
#define MAX_ANGULAR_STIFFNESS 0.3 // N m/rad
// A device for a hand has less, whatever its library says; its servo loop runs at 500 to 1600 Hz.
#define MOST_FORCE 1e3             // N
#define MOST_TORQUE 100.0          // N m
#define MOST_STIFFNESS 1e6         // N/m
#define MOST_ANGULAR_STIFFNESS 1e4 // N m/rad
#define MOST_DAMPING 1e6           // N s/m, N m s/rad
#define MOST_RADIUS 10.0           // m
#define LEAST_RATE 100             // Hz
#define MOST_RATE 5000
#define MM 1e-3

// Of the styles that the device offers, the one that needs the least from the person. Resetting the
// encoders takes the place where the handle is for the one where it has to be, so it is done only
// if the person says that it is there.
unsigned vlHd_ChooseStyle(const vlHd* hd, bool mayReset)
{
    int styles = 0;
    hd->hdGetIntegerv(HD_CALIBRATION_STYLE, &styles);
    (void)vlHd_TakeErrors(hd);
    unsigned offered = (unsigned)styles;
    return (offered & HD_CALIBRATION_AUTO) != 0      ? HD_CALIBRATION_AUTO
           : (offered & HD_CALIBRATION_INKWELL) != 0 ? HD_CALIBRATION_INKWELL
           : mayReset                                ? offered & HD_CALIBRATION_ENCODER_RESET
                                                     : 0;
}

// A limit of the device; 0, which means that it is not known, if it is none.
static double limitOf(const vlHd* hd, unsigned what, double unit, double most)
{
    double value = 0.0;
    hd->hdGetDoublev(what, &value);
    value *= unit;
    return value > 0.0 && value <= most ? value : 0.0;
}

// Torques are N mm, by analogy with what is set; a version may not know these limits.
static void describeTorque(const vlHd* hd, vlDeviceInfo* info)
{
    double most = limitOf(hd, HD_NOMINAL_MAX_TORQUE_FORCE, MM, MOST_TORQUE);
    double stiffness = limitOf(hd, HD_NOMINAL_MAX_TORQUE_STIFFNESS, MM, MOST_ANGULAR_STIFFNESS);
    info->maxTorque = most > 0.0 ? most : MAX_TORQUE;
    info->maxAngularStiffness = stiffness > 0.0 ? stiffness : MAX_ANGULAR_STIFFNESS;
    info->maxAngularDamping = limitOf(hd, HD_NOMINAL_MAX_TORQUE_DAMPING, MM, MOST_DAMPING);
}

void vlHd_Describe(const vlHd* hd, bool isPeakWanted, vlHdForces* forces, vlDeviceInfo* info)
{
    const char* model = hd->hdGetString(HD_DEVICE_MODEL_TYPE);
    vlDevice_SetText(info->model, model != NULL ? model : "OpenHaptics");
    int dof = 3, rate = 0;
    hd->hdGetIntegerv(HD_OUTPUT_DOF, &dof);
    hd->hdGetIntegerv(HD_UPDATE_RATE, &rate);
    info->hasOrientation = info->hasForce = true;
    info->hasTorque = dof >= 6;
    info->buttonCount = 4;
    // A force that nobody renews is dropped after a number of frames that follows from the rate.
    info->rate = rate >= LEAST_RATE && rate <= MOST_RATE ? (double)rate : DEFAULT_RATE;
    // As the maker's examples do: a long contact with more than the lasting force heats the motors
    // until the library cuts the force.
    forces->peak = limitOf(hd, HD_NOMINAL_MAX_FORCE, 1.0, MOST_FORCE);
    forces->lasting = limitOf(hd, HD_NOMINAL_MAX_CONTINUOUS_FORCE, 1.0, MOST_FORCE);
    bool isLasting = forces->lasting > 0.0 && !isPeakWanted;
    info->maxForce = isLasting ? forces->lasting : forces->peak;
    describeTorque(hd, info);
    info->maxStiffness = limitOf(hd, HD_NOMINAL_MAX_STIFFNESS, 1.0 / MM, MOST_STIFFNESS);
    info->maxDamping = limitOf(hd, HD_NOMINAL_MAX_DAMPING, 1.0 / MM, MOST_DAMPING);
    // The smallest half width of the box.
    double box[6] = {0.0};
    hd->hdGetDoublev(HD_USABLE_WORKSPACE_DIMENSIONS, box);
    double least = HUGE_VAL;
    for (int i = 0; i < 3; ++i) {
        double half = 0.5 * MM * (box[i + 3] - box[i]);
        least = half < least ? half : least;
    }
    info->radius = least > 0.0 && least <= MOST_RADIUS ? least : 0.0;
    (void)vlHd_TakeErrors(hd); // of queries that this version does not know
}
