// SPDX-License-Identifier: MIT
#ifndef VOLAR_CONTACT_PRESSURE_H
#define VOLAR_CONTACT_PRESSURE_H

// The pressure under a contact, sampled at the Gauss points of its footprint.

#include "contact/contact_force.h"

// 48 triangles; a footprint with more corners is thinned to this many.
#define VL_MAX_GAUSS 144

typedef struct vlPressure {
    int count;
    vlVec2 p[VL_MAX_GAUSS];
    double weight[VL_MAX_GAUSS];   // m2
    double pressure[VL_MAX_GAUSS]; // Pa, >= 0
    double total;                  // N, sum of weight times pressure
} vlPressure;

// A Gauss point of the footprint.
typedef struct vlDepthPoint {
    vlVec2 p;
    double weight; // m2
    double depth;  // m, < 0 over a gap (vlContactVolume.isCarried)
} vlDepthPoint;

// Writes the Gauss points of a footprint, at most `capacity`, and the factor that makes their
// depths sum to the volume exactly. A point contact, or one for which there is no room, gets one
// point at the origin.
int vlPressure_Place(const vlContactVolume* volume, const vlVolumePool* pool, vlDepthPoint* points,
                     int capacity, double* scale);

// The law's pressure now, where positive, with depths scaled so that they sum to the volume
// exactly.
void vlPressure_Sample(vlPressure* field, const vlContact* contact, const vlContactContext* context,
                       const vlRelative* relative);

// Scales the field so that it sums to `force`.
void vlPressure_Scale(vlPressure* field, double force);

#endif
