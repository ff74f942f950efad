// SPDX-License-Identifier: MIT
#ifndef VOLAR_TESTS_SIMULATED_FIXTURE_H
#define VOLAR_TESTS_SIMULATED_FIXTURE_H

// A simulated device under the test's own clock. Every function fails the running test on an error.

#include "test.h"
#include "volar/simulated_device.h"

static inline vlDevice* create(const vlSimulatedDeviceDef* def)
{
    vlDevice* device = NULL;
    assert_int_equal(vlSimulatedDevice_Create(def, &device), VL_OK);
    return device;
}

static inline vlDeviceSample readAt(vlDevice* device, double time)
{
    vlDeviceSample sample;
    assert_int_equal(vlDevice_Read(device, time, &sample), VL_OK);
    return sample;
}

static inline void pushAt(vlDevice* device, double time, vlVec3 force, vlVec3 torque)
{
    vlWrench wrench = {force, torque};
    assert_int_equal(vlDevice_Write(device, time, &wrench), VL_OK);
}

static inline vlSimulatedReport reportOf(const vlDevice* device)
{
    vlSimulatedReport report;
    assert_int_equal(vlSimulatedDevice_GetReport(device, &report), VL_OK);
    return report;
}

#endif
