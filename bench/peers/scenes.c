// SPDX-License-Identifier: MIT
#include "bench/peers/scenes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define GRAVITY 9.8
#define FRICTION 0.5
#define DENSITY 1000.0

void* vlPeer_Allocate(size_t count, size_t size)
{
    void* block = calloc(count, size);
    if (block == NULL) {
        fprintf(stderr, "bench_peers: no memory for %zu items of %zu bytes\n", count, size);
        exit(1);
    }
    return block;
}

// splitmix64: any state is a good state, so that seeds can be small numbers.
double vlPeer_Random(uint64_t* state)
{
    *state += 0x9e3779b97f4a7c15u;
    uint64_t z = *state;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    z ^= z >> 31;
    return (double)(z >> 11) * 0x1p-53;
}

static vlPeerScene createEmpty(int dynamicCount, int staticCount, double step)
{
    vlPeerScene scene = {.dynamicCount = dynamicCount,
                         .bodyCount = dynamicCount + staticCount,
                         .gravity = GRAVITY,
                         .frictionStatic = FRICTION,
                         .frictionDynamic = FRICTION,
                         .step = step};
    scene.bodies = vlPeer_Allocate((size_t)scene.bodyCount, sizeof *scene.bodies);
    return scene;
}

// A mass of 0 makes the box static.
static void setBox(vlPeerBody* body, const double halfSize[3], double mass, double x, double y,
                   double z)
{
    body->isStatic = mass <= 0.0;
    body->mass = mass;
    for (int i = 0; i < 3; ++i) {
        double b = halfSize[(i + 1) % 3], c = halfSize[(i + 2) % 3];
        body->halfSize[i] = halfSize[i];
        body->inertia[i] = mass * (b * b + c * c) / 3.0;
    }
    body->position[0] = x;
    body->position[1] = y;
    body->position[2] = z;
    body->rotation[0] = 1.0;
}

vlPeerScene vlPeerScene_CreateWall(int count, double step)
{
    const double brick[3] = {1.0, 0.5, 0.5};
    const double pitch = 2.02; // length and the gap between neighbours
    int row = 1;
    while (row * (row + 1) / 2 < count) {
        ++row;
    }
    vlPeerScene scene = createEmpty(count, 0, step);
    double height = brick[2];
    for (int placed = 0; placed < count; --row) {
        int width = row < count - placed ? row : count - placed;
        for (int i = 0; i < width; ++i) {
            double x = pitch * ((double)i - 0.5 * (double)(width - 1));
            setBox(&scene.bodies[placed + i], brick, 1.0, x, 0.0, height);
        }
        placed += width;
        height += 2.0 * brick[2];
    }
    return scene;
}

static void setPen(vlPeerBody* walls)
{
    const double thick = 0.1, height = 0.75; // half sizes
    const double across = VL_PEER_PEN + thick;
    const double alongX[3] = {VL_PEER_PEN + 2.0 * thick, thick, height};
    const double alongY[3] = {thick, VL_PEER_PEN, height};
    setBox(&walls[0], alongX, 0.0, 0.0, -across, height);
    setBox(&walls[1], alongX, 0.0, 0.0, across, height);
    setBox(&walls[2], alongY, 0.0, -across, 0.0, height);
    setBox(&walls[3], alongY, 0.0, across, 0.0, height);
}

// Four independent normal-like numbers, normalised: near enough to uniform for a heap.
static void setRandomRotation(double rotation[4], uint64_t* state)
{
    double sum = 0.0;
    for (int i = 0; i < 4; ++i) {
        rotation[i] = vlPeer_Random(state) + vlPeer_Random(state) + vlPeer_Random(state) - 1.5;
        sum += rotation[i] * rotation[i];
    }
    for (int i = 0; i < 4; ++i) {
        rotation[i] /= sqrt(sum);
    }
}

vlPeerScene vlPeerScene_CreatePile(int count, double step)
{
    const double pitch = 0.22; // more than the largest diameter and the jitter: no overlap at start
    const int perSide = 4, perLayer = perSide * perSide;
    vlPeerScene scene = createEmpty(count, 4, step);
    scene.hulls = vlPeer_Allocate((size_t)count, sizeof *scene.hulls);
    uint64_t state = 1;
    for (int i = 0; i < count; ++i) {
        vlPeerBody* body = &scene.bodies[i];
        int pointCount = 12 + (int)(13.0 * vlPeer_Random(&state));
        double radius = 0.05 + 0.05 * vlPeer_Random(&state);
        double volume;
        vlPeerHull_Build(&scene.hulls[i], pointCount, radius, &state, &volume, body->inertia);
        body->hull = &scene.hulls[i];
        body->mass = DENSITY * volume;
        for (int k = 0; k < 3; ++k) {
            body->inertia[k] *= DENSITY;
        }
        int cell[3] = {i % perSide, i % perLayer / perSide, i / perLayer};
        for (int k = 0; k < 3; ++k) {
            double origin = k < 2 ? -0.5 * (double)(perSide - 1) * pitch : 0.5 * pitch;
            double jitter = 0.01 * (2.0 * vlPeer_Random(&state) - 1.0);
            body->position[k] = origin + pitch * (double)cell[k] + jitter;
        }
        setRandomRotation(body->rotation, &state);
    }
    setPen(&scene.bodies[count]);
    return scene;
}

vlPeerScene vlPeerScene_CreateBlock(const double size[3], double mass, double frictionStatic,
                                    double frictionDynamic, double step)
{
    vlPeerScene scene = createEmpty(1, 0, step);
    const double half[3] = {0.5 * size[0], 0.5 * size[1], 0.5 * size[2]};
    scene.frictionStatic = frictionStatic;
    scene.frictionDynamic = frictionDynamic;
    setBox(&scene.bodies[0], half, mass, 0.0, 0.0, half[2]);
    return scene;
}

void vlPeerScene_Destroy(vlPeerScene* scene)
{
    free(scene->bodies);
    free(scene->hulls);
    scene->bodies = NULL;
    scene->hulls = NULL;
}
