// SPDX-License-Identifier: MIT
// Random scenes, judged as the command random_scenes does.

#include "tests/heart/families.h"
#include "tests/heart/random_scene.h"

#define ROLLERS 0.005 // share of scenes in which something round may still roll

// Parameters: step; how many scenes, and with --long.
static void throwAbout(vlHeart* heart, const double* p)
{
    vlRandomSceneDef def = vlRandomScene_Default();
    int count = (int)(heart->isLong ? p[2] : p[1]), energy = 0, outside = 0, deep = 0, restless = 0;
    def.integrator = heart->integrator;
    def.step = p[0];
    for (int i = 0; i < count; ++i) {
        def.seed = (uint64_t)i + 1;
        vlRandomSceneReport r = vlRandomScene_Run(&def);
        energy += r.gainsEnergy || r.isBroken;
        outside += r.isOutside || r.isBroken;
        deep += r.isDeep || r.isBroken;
        restless += r.isRestless || r.isBroken;
    }
    vlHeart_AtMost(heart, "scenes that gain energy", energy, 0.0);
    vlHeart_AtMost(heart, "scenes with a body outside", outside, 0.0);
    vlHeart_AtMost(heart, "scenes with a body that stays deep", deep, 0.0);
    vlHeart_AtMost(heart, "scenes that do not come to rest", restless, ROLLERS * count);
}

static const vlHeartCase cases[] = {
    {"5ms", throwAbout, {5e-3, 20.0, 300.0}, false},
    {"1ms", throwAbout, {1e-3, 10.0, 300.0}, false},
};

const vlHeartFamily vlHeart_ThrownAbout = VL_HEART_FAMILY("random", cases);
