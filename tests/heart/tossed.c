// SPDX-License-Identifier: MIT
// 56 real tosses of a cube (experiments/tosses/toss.h): how far place and angle are off on the
// mean. Single tosses are chaotic, so the means move by about a tenth of a degree with anything.

#include "experiments/tosses/toss.h"
#include "tests/heart/families.h"

#define MOST_PLACE 13.6 // % of the width
#define MOST_ANGLE 20.6 // degrees
#define MORE_ANGLE 0.5  // degrees, with a stated restitution

static vlTossErrors judgeWith(const vlHeart* heart, double restitution)
{
    static vlTossErrors errors;
    vlTossSetting setting = {heart->integrator, VL_TOSS_FRICTION, VL_AUTO, restitution};
    vlToss_JudgeVolar(&setting, &errors);
    return errors;
}

static void automatic(vlHeart* heart, const double* p)
{
    vlTossErrors errors = judgeWith(heart, p[0]);
    vlHeart_AtMost(heart, "place off by, % of the width", 100.0 * errors.place, MOST_PLACE);
    vlHeart_AtMost(heart, "angle off by, degrees", errors.angle, MOST_ANGLE);
}

static void stated(vlHeart* heart, const double* p)
{
    double least = judgeWith(heart, VL_AUTO).angle;
    vlTossErrors errors = judgeWith(heart, p[0]);
    vlHeart_AtMost(heart, "place off by, % of the width", 100.0 * errors.place, MOST_PLACE);
    vlHeart_AtMost(heart, "angle over that of automatic, degrees", errors.angle - least,
                   MORE_ANGLE);
}

static const vlHeartCase cases[] = {
    {"auto", automatic, {VL_AUTO}, false}, {"0", stated, {0.0}, false},
    {"0.03", stated, {0.03}, false},       {"0.06", stated, {0.06}, false},
    {"0.09", stated, {0.09}, false},       {"0.125", stated, {0.125}, false},
};

const vlHeartFamily vlHeart_Tossed = VL_HEART_FAMILY("tosses", cases);
