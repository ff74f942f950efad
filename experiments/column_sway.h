// SPDX-License-Identifier: MIT
#ifndef VOLAR_EXPERIMENT_COLUMN_SWAY_H
#define VOLAR_EXPERIMENT_COLUMN_SWAY_H

// The slow mode of a column of two bodies, one on the other on the floor, in which both move up and
// down together. It is found from the stiffness and damping of the two contacts as the world used
// them.

#include <volar/volar.h>

typedef struct vlColumnSway {
    double omega; // rad/s
    double rate;  // 1/s, at which it dies out
    double speed; // m/s, of the upper body, as the column falls into its springs at the start
} vlColumnSway;

// `lower` and `upper` are the masses, kg. False if the bodies do not stand on two contacts.
bool vlColumnSway_Find(const vlWorld* world, double lower, double upper, double gravity,
                       vlColumnSway* sway);

#endif
