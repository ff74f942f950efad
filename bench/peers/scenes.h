// SPDX-License-Identifier: MIT
#ifndef VOLAR_PEER_SCENES_H
#define VOLAR_PEER_SCENES_H

// Builders of the scenes that are compared.

#include <stdint.h>

#include "bench/peers/peer.h"

// Inner half width of the pen around the pile, m.
#define VL_PEER_PEN 0.5

// Zeroed memory; ends the program with a message if there is none, since a benchmark cannot do
// anything better.
void* vlPeer_Allocate(size_t count, size_t size);

// Uniform in [0, 1); the state may start at any value.
double vlPeer_Random(uint64_t* state);

// Hull of points on a random ellipsoid, in its principal frame; `radius` (m) is the distance of its
// farthest point from the centre of mass. Writes volume (m3) and the diagonal inertia at density 1.
// Ends the program if the points are not in general position.
void vlPeerHull_Build(vlPeerHull* hull, int pointCount, double radius, uint64_t* state,
                      double* volume, double inertia[3]);

// `count` lying bricks of 2 x 1 x 1 m (along x, y, z), 1 kg each, in rows that lose one brick per
// row: the smallest such pyramid, cut off at `count`, its last row centred. Neighbours in a row are
// 20 mm apart, rows touch exactly.
vlPeerScene vlPeerScene_CreateWall(int count, double step);

// `count` hulls of 12 to 24 points and 50 to 100 mm radius above a pen of four static boxes.
vlPeerScene vlPeerScene_CreatePile(int count, double step);

// One box resting on the floor.
vlPeerScene vlPeerScene_CreateBlock(const double size[3], double mass, double frictionStatic,
                                    double frictionDynamic, double step);

void vlPeerScene_Destroy(vlPeerScene* scene);

#endif
