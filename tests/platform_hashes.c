// SPDX-License-Identifier: MIT
// Prints what every platform must agree on to the last bit, one line each: the hash of each scene
// after so many steps, and of many hulls of points whose faces only rounding tells apart, which
// builds of Qhull for different processors list differently.
//
//   platform_hashes STEPS SCENE.yaml...
//
// With "time" before these, only the scenes, each with the processor time of a step in
// microseconds: scripts/bench-builds compares builds with it.

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/hash.h"
#include "models/random.h"
#include "shape/polyhedron.h"
#include "volar/volar.h"

#define HULLS 500 // of each kind
#define MOST_POINTS 64

static int hashScene(const char* path, int steps, bool isTimed)
{
    vlScene* scene = NULL;
    vlSimulation* simulation = NULL;
    static vlFileErrors errors;
    char message[256] = "";
    vlResult r = vlScene_Read(path, NULL, &scene, &errors);
    r = r == VL_OK ? vlSimulation_Create(scene, &simulation, message, sizeof message) : r;
    clock_t begin = clock();
    for (int i = 0; r == VL_OK && i < steps; ++i) {
        r = vlSimulation_Step(simulation);
    }
    double time = 1e6 * (double)(clock() - begin) / CLOCKS_PER_SEC / steps;
    if (r == VL_OK) {
        const char* slash = strrchr(path, '/');
        if (isTimed) {
            printf("%.2f ", time);
        }
        printf("%016" PRIx64 " %s\n", vlSimulation_GetHash(simulation),
               slash != NULL ? slash + 1 : path);
    } else {
        fprintf(stderr, "%s: %s %s\n", path, vlResult_Text(r), message);
    }
    vlSimulation_Destroy(simulation);
    vlScene_Destroy(scene);
    return r != VL_OK;
}

static uint64_t hashShape(uint64_t hash, const vlShape* shape)
{
    const vlConvex* c = &shape->pieces[0];
    for (int v = 0; v < c->vertexCount; ++v) {
        hash = vlHash_Vec(hash, vlConvex_Vertex(c, v));
    }
    for (int f = 0; f < c->faceCount; ++f) {
        hash = vlHash_Double(vlHash_Vec(hash, vlConvex_Normal(c, f)), c->nd[f]);
        for (int i = c->faceStart[f]; i < c->faceStart[f + 1]; ++i) {
            hash = vlHash_Word(hash, c->faceVertex[i]);
        }
        hash = vlHash_Word(hash, c->faceStart[f + 1]);
    }
    return vlHash_Double(hash, shape->mass.volume);
}

// Points of one kind: on a ball; in it; a lattice; a prism; the same with coordinates that are off
// by so many roundings.
typedef enum Kind { BALL, CLOUD, LATTICE, PRISM, KIND_COUNT } Kind;
static const char* const kindNames[KIND_COUNT] = {"ball", "cloud", "lattice", "prism"};

static int makePoints(vlRandom* random, Kind kind, double noise, vlVec3* points)
{
    vlVec3 axis = vlRandom_Direction(random);
    double turn = vlRandom_Range(random, 0.0, 3.0);
    vlQuat q = vlQuatFromRotationVector(vlScale(axis, turn));
    int side = 2 + (int)(vlRandom_Next(random) % 3);
    int sides = 3 + (int)(vlRandom_Next(random) % 20);
    int count = kind == LATTICE ? side * side * side
                : kind == PRISM ? 2 * sides
                                : 8 + (int)(vlRandom_Next(random) % (MOST_POINTS - 8));
    for (int i = 0; i < count; ++i) {
        double sine, cosine;
        vlSinCos(2.0 * VL_PI * (i / 2) / sides, &sine, &cosine);
        vlVec3 p = vlRandom_Direction(random), off = vlRandom_Direction(random);
        switch (kind) {
        case CLOUD: p = vlScale(p, vlRandom_Uniform(random)); break;
        case LATTICE: p = vlVec(i % side, i / side % side, i / side / side); break;
        case PRISM: p = vlVec(cosine, sine, i % 2); break;
        case BALL:
        case KIND_COUNT: break;
        }
        points[i] = vlMulAdd(vlRotate(q, p), noise, off);
    }
    return count;
}

static void hashHulls(Kind kind, double noise)
{
    vlRandom random = vlRandom_Seed(1000 * (uint64_t)kind + (uint64_t)(noise * 1e18));
    vlVec3 points[MOST_POINTS];
    uint64_t hash = VL_HASH_SEED;
    int refused = 0;
    for (int i = 0; i < HULLS; ++i) {
        vlShape* shape = NULL;
        int count = makePoints(&random, kind, noise, points);
        if (vlShape_CreateHull(NULL, points, count, &shape, NULL, 0) == VL_OK) {
            hash = hashShape(hash, shape);
        } else {
            ++refused;
        }
        vlShape_Release(shape);
    }
    printf("%016" PRIx64 " hulls of kind %s, off by %g, %d refused\n", hash, kindNames[kind], noise,
           refused);
}

int main(int argc, char** argv)
{
    static const double noises[] = {0.0, 2e-16, 1e-15};
    bool isTimed = argc > 1 && strcmp(argv[1], "time") == 0;
    int first = isTimed ? 2 : 1;
    int failed = argc <= first + 1;
    for (int i = first + 1; i < argc; ++i) {
        failed |= hashScene(argv[i], atoi(argv[first]), isTimed);
    }
    if (isTimed) {
        return failed;
    }
    for (int kind = 0; kind < KIND_COUNT; ++kind) {
        for (size_t i = 0; i < sizeof noises / sizeof noises[0]; ++i) {
            hashHulls((Kind)kind, noises[i]);
        }
    }
    return failed;
}
