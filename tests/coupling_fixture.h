// SPDX-License-Identifier: MIT
#ifndef VOLAR_TESTS_COUPLING_FIXTURE_H
#define VOLAR_TESTS_COUPLING_FIXTURE_H

// Bodies held by a device. Every function fails the running test on an error.

#include "stage.h"
#include "test.h"

static inline vlCouplingId hold(vlWorld* world, const vlCouplingDef* def)
{
    vlCouplingId id = {0, 0};
    vlResult result = vlWorld_CreateCoupling(world, def, &id);
    if (result != VL_OK) {
        print_error("%s\n", vlWorld_GetMessage(world));
    }
    assert_int_equal(result, VL_OK);
    return id;
}

static inline vlCouplingReport reportOf(const vlWorld* world, vlCouplingId id)
{
    vlCouplingReport report;
    assert_int_equal(vlCoupling_GetReport(world, id, &report), VL_OK);
    return report;
}

// One step with the device at `pose`.
static inline vlCouplingReport tick(vlWorld* world, vlCouplingId id, vlPose pose, vlTwist twist)
{
    assert_int_equal(vlCoupling_SetDevice(world, id, pose, twist), VL_OK);
    vlStage_Step(world);
    return reportOf(world, id);
}

#endif
