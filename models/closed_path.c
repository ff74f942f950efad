// SPDX-License-Identifier: MIT
#include "models/closed_path.h"

#include "base/angle.h"

#define SIDES 6     // most corners of a peg
#define RADIUS 0.01 // m, of the hexagonal peg, and half of the square one
#define HOLE_DEPTH 0.02
#define PEG_LENGTH 0.03
#define BLOCK 0.03 // m, half of the block around a hole

// A prism over a section (anticlockwise seen from +z) between two heights.
static vlResult makePrism(const vlVec2* section, int n, double low, double high,
                          const vlPolyhedron** polyhedron)
{
    vlVec3 points[32];
    int sizes[18];
    int indices[96];
    int used = 0;
    for (int i = 0; i < n; ++i) {
        points[i] = vlVec(section[i].x, section[i].y, low);
        points[n + i] = vlVec(section[i].x, section[i].y, high);
    }
    sizes[0] = sizes[1] = n;
    for (int i = 0; i < n; ++i) {
        indices[used++] = n - 1 - i;
    }
    for (int i = 0; i < n; ++i) {
        indices[used++] = n + i;
    }
    for (int i = 0; i < n; ++i) {
        int next = (i + 1) % n;
        sizes[2 + i] = 4;
        indices[used++] = i;
        indices[used++] = next;
        indices[used++] = n + next;
        indices[used++] = n + i;
    }
    return vlPolyhedron_CreateFromFaces(NULL, points, 2 * n, sizes, n + 2, indices, NULL, 0,
                                        polyhedron, NULL, 0);
}

static void makeRing(int sides, double radius, vlVec2* ring)
{
    for (int i = 0; i < sides; ++i) {
        double sine;
        double cosine;
        vlSinCos(2.0 * VL_PI * (i + 0.5) / sides, &sine, &cosine);
        ring[i] = (vlVec2){radius * cosine, radius * sine};
    }
}

// A block with a hole of the given section, from z = 0 (its bottom) to HOLE_DEPTH (its mouth).
static vlResult makeHole(int n, double radius, const vlPolyhedron** polyhedron)
{
    vlVec2 inner[SIDES];
    vlVec2 outer[SIDES];
    vlVec3 points[4 * SIDES];
    int sizes[3 * SIDES + 2];
    int indices[14 * SIDES];
    int used = 0;
    int faces = 0;
    makeRing(n, radius, inner);
    makeRing(n, BLOCK, outer);
    for (int i = 0; i < n; ++i) {
        points[i] = vlVec(outer[i].x, outer[i].y, -0.01);
        points[n + i] = vlVec(outer[i].x, outer[i].y, HOLE_DEPTH);
        points[2 * n + i] = vlVec(inner[i].x, inner[i].y, HOLE_DEPTH);
        points[3 * n + i] = vlVec(inner[i].x, inner[i].y, 0.0);
    }
    sizes[faces++] = n; // below
    for (int i = 0; i < n; ++i) {
        indices[used++] = n - 1 - i;
    }
    sizes[faces++] = n; // the bottom of the hole
    for (int i = 0; i < n; ++i) {
        indices[used++] = 3 * n + i;
    }
    for (int ring = 0; ring < 3; ++ring) { // outside, top, and walls of the hole
        for (int i = 0; i < n; ++i) {
            int next = (i + 1) % n;
            sizes[faces++] = 4;
            indices[used++] = ring * n + i;
            indices[used++] = ring * n + next;
            indices[used++] = (ring + 1) * n + next;
            indices[used++] = (ring + 1) * n + i;
        }
    }
    return vlPolyhedron_CreateFromFaces(NULL, points, 4 * n, sizes, faces, indices, NULL, 0,
                                        polyhedron, NULL, 0);
}

static vlResult makePeg(int n, double radius, const vlPolyhedron** polyhedron)
{
    vlVec2 ring[SIDES];
    makeRing(n, radius, ring);
    return makePrism(ring, n, 0.0, PEG_LENGTH, polyhedron);
}

// A floor and two walls, as one body: a cube without a corner.
static vlResult makeCorner(const vlPolyhedron** polyhedron)
{
    // A cube of 100 mm with one of 90 mm cut out of it.
    const double l = -0.01;
    const double h = 0.09;
    const vlVec3 points[14] = {{l, l, l}, {h, l, l}, {h, h, l}, {l, h, l}, {l, l, h},
                               {h, l, h}, {l, h, h}, {0, 0, 0}, {h, 0, 0}, {h, h, 0},
                               {0, h, 0}, {0, 0, h}, {h, 0, h}, {0, h, h}};
    const int sizes[9] = {4, 4, 4, 4, 4, 4, 6, 6, 6};
    const int indices[] = {0, 3, 2, 1,  0,  1,  5,  4, 0, 4,  6,  3,  // outside
                           7, 8, 9, 10, 7,  11, 12, 8, 7, 10, 13, 11, // inside
                           1, 2, 9, 8,  12, 5,  2,  3, 6, 13, 10, 9,  4, 5, 12, 11, 13, 6};
    return vlPolyhedron_CreateFromFaces(NULL, points, 14, sizes, 9, indices, NULL, 0, polyhedron,
                                        NULL, 0);
}

// A section like a T upside down: a wide foot with a stem on it.
static void makeTee(double more, vlVec2* tee)
{
    const vlVec2 shape[8] = {{-0.01, 0},     {0.01, 0},       {0.01, 0.006},   {0.005, 0.006},
                             {0.005, 0.016}, {-0.005, 0.016}, {-0.005, 0.006}, {-0.01, 0.006}};
    for (int i = 0; i < 8; ++i) {
        double away = shape[i].x > 0.0 ? more : -more;
        double up = shape[i].y > 0.0 ? more : -more;
        tee[i] = (vlVec2){shape[i].x + away, shape[i].y + up};
    }
}

static vlResult makeTeePair(double clearance, vlPathPair* pair)
{
    vlVec2 tee[8];
    vlVec2 slot[12];
    makeTee(0.0, tee);
    vlResult result = makePrism(tee, 8, -0.015, 0.015, &pair->a);
    makeTee(clearance, tee);
    slot[0] = (vlVec2){-0.02, -0.01};
    slot[1] = (vlVec2){0.02, -0.01};
    slot[2] = (vlVec2){0.02, 0.012};
    slot[3] = (vlVec2){tee[3].x, 0.012};
    slot[4] = tee[3];
    slot[5] = tee[2];
    slot[6] = tee[1];
    slot[7] = tee[0];
    slot[8] = tee[7];
    slot[9] = tee[6];
    slot[10] = (vlVec2){tee[6].x, 0.012};
    slot[11] = (vlVec2){-0.02, 0.012};
    return result == VL_OK ? makePrism(slot, 12, -0.015, 0.015, &pair->b) : result;
}

const char* vlPathPart_Text(vlPathPart part)
{
    static const char* const texts[VL_PATH_PARTS] = {"corner", "square peg", "hexagonal peg",
                                                     "tee"};
    return texts[part];
}

vlResult vlPathPair_Make(vlPathPart part, vlPathPair* pair)
{
    static const double clearances[VL_PATH_PARTS] = {5e-4, 5e-4, 1.7e-4, 3e-4};
    static const vlVec2 square[4] = {{-0.02, -0.02}, {0.02, -0.02}, {0.02, 0.02}, {-0.02, 0.02}};
    double c = clearances[part];
    *pair = (vlPathPair){.clearance = c};
    vlResult result = VL_OK;
    if (part == VL_PATH_CORNER) {
        result = makePrism(square, 4, -0.02, 0.02, &pair->a);
        return result == VL_OK ? makeCorner(&pair->b) : result;
    }
    if (part == VL_PATH_TEE) {
        return makeTeePair(c, pair);
    }
    int n = part == VL_PATH_SQUARE ? 4 : 6;
    double radius = part == VL_PATH_SQUARE ? RADIUS * sqrt(2.0) : RADIUS;
    // The clearance is that of the sides, which are nearer to the middle than the corners.
    double apothem = n == 4 ? sqrt(0.5) : sqrt(0.75);
    result = makePeg(n, radius, &pair->a);
    return result == VL_OK ? makeHole(n, radius + c / apothem, &pair->b) : result;
}

void vlPathPair_Release(vlPathPair* pair)
{
    vlPolyhedron_Release(pair->a);
    vlPolyhedron_Release(pair->b);
}

// ---- paths ----

// Where the held part begins: nothing touches there.
static vlVec3 freePlace(vlPathPart part)
{
    if (part == VL_PATH_CORNER) {
        return vlVec(0.045, 0.045, 0.045);
    }
    return vlVec(0.0, 0.0, part == VL_PATH_TEE ? 0.045 : HOLE_DEPTH + 0.015);
}

// A place where the parts are together, `share` of the way in.
static vlVec3 innerPlace(vlPathPart part, double share)
{
    if (part == VL_PATH_CORNER) {
        return vlVec(0.02, 0.02 + 0.02 * share, 0.02 + 0.01 * share);
    }
    return vlVec(0.0, 0.0, (part == VL_PATH_TEE ? 0.028 : HOLE_DEPTH) * share);
}

void vlClosedPath_Make(vlPathPart part, double clearance, uint64_t index, vlClosedPath* path)
{
    vlRandom random = vlRandom_Seed(1000u * (uint64_t)part + index);
    int inner = 4 + vlRandom_Index(&random, VL_PATH_KEYS - 5);
    double speed = vlRandom_Log(&random, 0.01, 0.2);
    // How far the hand presses beyond the clearance, and how far it tilts the part.
    double press = clearance + vlRandom_Log(&random, 1e-4, 1e-3);
    double tilt = vlRandom_Log(&random, 0.003, 0.05);
    vlPose start = {freePlace(part), vlIdentityQuat()};
    path->key[0] = start;
    path->time[0] = 0.0;
    path->count = inner + 2;
    for (int i = 1; i < path->count; ++i) {
        vlPose* pose = &path->key[i];
        *pose = start;
        if (i <= inner) {
            double share = vlRandom_Range(&random, -0.05, 1.05);
            vlVec3 away = vlRandom_InCube(&random, press);
            vlVec3 turn = vlRandom_InCube(&random, tilt);
            pose->p = vlAdd(innerPlace(part, share), away);
            pose->q = vlQuatFromRotationVector(turn);
        }
        double way = vlLength(vlSub(pose->p, path->key[i - 1].p)) +
                     RADIUS * vlLength(vlRotationBetween(path->key[i - 1].q, pose->q));
        path->time[i] = path->time[i - 1] + fmin(fmax(way / speed, 0.02), 0.5);
    }
    double tremor = vlRandom_Log(&random, 2e-5, 5e-4);
    path->tremor = vlRandom_InCube(&random, tremor);
    path->turning = vlRandom_InCube(&random, tremor / RADIUS);
    path->frequency = vlRandom_Log(&random, 1.0, 25.0);
}

double vlClosedPath_Seconds(const vlClosedPath* path)
{
    return path->time[path->count - 1];
}

vlPose vlClosedPath_At(const vlClosedPath* path, double time)
{
    int i = 1;
    while (i < path->count - 1 && time > path->time[i]) {
        ++i;
    }
    const vlPose* from = &path->key[i - 1];
    double s = (time - path->time[i - 1]) / (path->time[i] - path->time[i - 1]);
    s = fmin(fmax(s, 0.0), 1.0);
    s = s * s * s * (10.0 - 15.0 * s + 6.0 * s * s);
    vlVec3 turn = vlScale(vlRotationBetween(from->q, path->key[i].q), s);
    vlPose pose = {vlMulAdd(from->p, s, vlSub(path->key[i].p, from->p)),
                   vlUnitQ(vlMulQ(vlQuatFromRotationVector(turn), from->q))};
    double share = fmin(fmax(time / vlClosedPath_Seconds(path), 0.0), 1.0);
    double swing = 4.0 * share * (1.0 - share) * vlSine(2.0 * VL_PI * path->frequency * time);
    pose.p = vlMulAdd(pose.p, swing, path->tremor);
    pose.q = vlUnitQ(vlMulQ(vlQuatFromRotationVector(vlScale(path->turning, swing)), pose.q));
    return pose;
}
