// SPDX-License-Identifier: MIT
#ifndef VOLAR_TESTS_PLANAR_SCENE_H
#define VOLAR_TESTS_PLANAR_SCENE_H

// Reading planar scenes in motion.

#include "run/simulation_parts.h"
#include "test.h"
#include "volar/simulation.h"

// The pose of the i-th body of the scene.
static inline vlPose2 planePoseOf(const vlSimulation* simulation, int i)
{
    vlPose2 pose;
    assert_int_equal(vlBody2_GetPose(vlSimulation_GetWorld2(simulation),
                                     vlSimulation_GetBody2(simulation, i), &pose),
                     VL_OK);
    return pose;
}

#endif
