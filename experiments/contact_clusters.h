// SPDX-License-Identifier: MIT
#ifndef VOLAR_EXPERIMENT_CONTACT_CLUSTERS_H
#define VOLAR_EXPERIMENT_CONTACT_CLUSTERS_H

// Clusters of contacts as [OL05] has them, for comparison only: contacts near each other with
// similar normals count as one, at the mean of their places, normals and depths. Clusters keep
// their middles from call to call. A large cluster is split, and clusters near each other are
// merged; each time the force jumps.

#include <volar/volar.h>

#define VL_MOST_CLUSTERS 8

// A contact: depth below the contact distance (m), and the direction in which it pushes.
typedef struct vlClusterContact {
    vlVec3 point, normal;
    double depth;
} vlClusterContact;

typedef struct vlClusterSet {
    double radius; // m, of the object: the scale of all thresholds
    vlClusterContact cluster[VL_MOST_CLUSTERS];
    int count;
    int changes; // splits and merges so far
} vlClusterSet;

// Groups the contacts; `of` has room for `count`.
void vlClusterSet_Update(vlClusterSet* set, const vlClusterContact* contact, int count, int* of);

#endif
