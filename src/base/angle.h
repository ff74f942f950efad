// SPDX-License-Identifier: MIT
#ifndef VOLAR_BASE_ANGLE_H
#define VOLAR_BASE_ANGLE_H

// Angles for use in a step, computed by plain sums and products like the sine of base/math.c, so
// that every build gives the same bits.

// Angle of the point (x, y), in [-pi, pi], accurate to 2 units in the last place; 0 for the origin
// and for numbers that are not finite.
double vlAngle_Of(double y, double x);

// The angle equal to `angle` up to full turns that is nearest to `last`.
double vlAngle_Near(double angle, double last);

#endif
