// SPDX-License-Identifier: MIT
#ifndef VOLAR_BASE_ANGLE_H
#define VOLAR_BASE_ANGLE_H

// Angles by plain sums, products, quotients and roots, so that every build gives the same bits on
// every processor. The C library's functions do not: it chooses among several by the processor, and
// compilers evaluate them while they compile. tools/check_bits.py keeps them out.

// Sine, cosine and tangent of an angle (rad) up to 1e5, by vlSinCos.
double vlSine(double angle);
double vlCosine(double angle);
double vlTangent(double angle);

// Angle in [0, pi] with this cosine, and in [-pi/2, pi/2] with this sine, accurate to 3 units in
// the last place; a number beyond 1 counts as 1.
double vlArcCosine(double cosine);
double vlArcSine(double sine);

// Angle of the point (x, y), in [-pi, pi], accurate to 2 units in the last place; 0 for the origin
// and for numbers that are not finite.
double vlAngle_Of(double y, double x);

// The angle equal to `angle` up to full turns that is nearest to `last`.
double vlAngle_Near(double angle, double last);

#endif
