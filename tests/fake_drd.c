// SPDX-License-Identifier: MIT
#include "fake_drd.h"

#include <string.h>

static vlFakeDrd drd;

vlFakeDrd* vlFakeDrd_Get(void)
{
    return &drd;
}

int dhdGetDeviceCount(void)
{
    return drd.deviceCount;
}

const char* dhdGetSystemName(char id)
{
    drd.id = id;
    return drd.name;
}

const char* dhdErrorGetLastStr(void)
{
    return "as the test wishes";
}

int dhdOpenID(char id)
{
    drd.id = id;
    drd.isOpen = drd.openResult >= 0;
    return drd.openResult;
}

int dhdClose(char id)
{
    drd.id = id;
    drd.isOpen = drd.isForceOn = false;
    ++drd.closeCount;
    return 0;
}

int dhdStop(char id)
{
    drd.id = id;
    drd.isBraked = true;
    return 0;
}

int dhdEnableForce(unsigned char isOn, char id)
{
    drd.id = id;
    drd.isForceOn = isOn != 0 && drd.enableResult >= 0;
    return drd.enableResult;
}

bool dhdHasWrist(char id)
{
    drd.id = id;
    return drd.hasWrist;
}

bool dhdHasActiveWrist(char id)
{
    drd.id = id;
    return drd.hasActiveWrist;
}

int dhdGetPositionAndOrientationFrame(double* x, double* y, double* z, double frame[3][3], char id)
{
    drd.id = id;
    if (drd.readResult >= 0 && !drd.leavesValues) {
        *x = drd.position[0];
        *y = drd.position[1];
        *z = drd.position[2];
        memcpy(frame, drd.frame, sizeof drd.frame);
    }
    return drd.readResult;
}

unsigned dhdGetButtonMask(char id)
{
    drd.id = id;
    return drd.buttons;
}

static int setWrench(double x, double y, double z, double a, double b, double c, bool hasTorque)
{
    const double force[3] = {x, y, z}, torque[3] = {a, b, c};
    if (drd.writeResult >= 0 && drd.isForceOn) {
        memcpy(drd.force, force, sizeof force);
        memcpy(drd.torque, torque, sizeof torque);
        drd.wroteTorque = hasTorque;
        ++drd.writeCount;
    }
    return drd.writeResult;
}

int dhdSetForce(double x, double y, double z, char id)
{
    drd.id = id;
    return setWrench(x, y, z, 0.0, 0.0, 0.0, false);
}

int dhdSetForceAndTorque(double x, double y, double z, double a, double b, double c, char id)
{
    drd.id = id;
    return setWrench(x, y, z, a, b, c, true);
}

int drdOpenID(char id)
{
    return dhdOpenID(id);
}

bool drdIsInitialized(char id)
{
    drd.id = id;
    return drd.isInitialized;
}

int drdAutoInit(char id)
{
    drd.id = id;
    ++drd.initCount;
    drd.isInitialized = drd.isRegulating = drd.initResult >= 0;
    return drd.initResult;
}

int drdStop(bool keepsForces, char id)
{
    drd.id = id;
    drd.isRegulating = drd.stopResult < 0;
    drd.isForceOn = keepsForces;
    return drd.stopResult;
}

int drdClose(char id)
{
    return dhdClose(id);
}
