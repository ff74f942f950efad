// SPDX-License-Identifier: MIT
#include "experiments/column_sway.h"

#include <math.h>

// With masses m and M, M = diag(m, M) and K = (k + k', -k'; -k', k'): this finds the smaller root
// of det(K - w^2 M), its mode shape, and from the work of the dampers along that shape its rate of
// decay. This is (T4.14) for two springs.
static vlColumnSway swayOf(const vlContactReport* below, const vlContactReport* above, double lower,
                           double upper, double gravity)
{
    double k = below->stiffnessN, next = above->stiffnessN;
    double sum = lower * next + upper * (k + next);
    double square = 2.0 * k * next / (sum + sqrt(sum * sum - 4.0 * lower * upper * k * next));
    double shape = 1.0 - square * upper / next; // motion of the lower body over the upper's
    double work = below->dampingN * shape * shape + above->dampingN * (1.0 - shape) * (1.0 - shape);
    double fall = gravity * ((lower + upper) / k + upper / next);
    return (vlColumnSway){.omega = sqrt(square),
                          .rate = work / (2.0 * (lower * shape * shape + upper)),
                          .speed = sqrt(square) * fall};
}

bool vlColumnSway_Find(const vlWorld* world, double lower, double upper, double gravity,
                       vlColumnSway* sway)
{
    vlContactReport contacts[2];
    if (vlWorld_GetContactCount(world) != 2 ||
        vlWorld_GetContact(world, 0, &contacts[0]) != VL_OK ||
        vlWorld_GetContact(world, 1, &contacts[1]) != VL_OK) {
        return false;
    }
    int below = contacts[0].origin.z < contacts[1].origin.z ? 0 : 1;
    *sway = swayOf(&contacts[below], &contacts[1 - below], lower, upper, gravity);
    return true;
}
