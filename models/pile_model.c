// SPDX-License-Identifier: MIT
#include "models/pile_model.h"

#include "models/body_model.h"
#include "models/random.h"

#define WALL_HEIGHT 3.0
#define WALL_THICKNESS 0.2
#define LARGEST_RADIUS 0.1
#define SMALLEST_RADIUS 0.05

vlPileDef vlPile_Default(int hulls)
{
    return (vlPileDef){hulls, 1.0, 7};
}

static vlResult addWalls(vlWorld* world, double pen)
{
    double middle = 0.5 * (pen + WALL_THICKNESS);
    double length = 0.5 * pen + WALL_THICKNESS;
    vlResult r = VL_OK;
    for (int i = 0; i < 4 && r == VL_OK; ++i) {
        bool alongX = i < 2;
        double side = i % 2 == 0 ? middle : -middle;
        vlVec3 half = alongX ? vlVec(length, 0.5 * WALL_THICKNESS, 0.5 * WALL_HEIGHT)
                             : vlVec(0.5 * WALL_THICKNESS, length, 0.5 * WALL_HEIGHT);
        vlBodyDef def = vlDefaultBodyDef();
        def.type = VL_BODY_STATIC;
        def.pose = alongX ? vlModel_At(0.0, side, 0.5 * WALL_HEIGHT)
                          : vlModel_At(side, 0.0, 0.5 * WALL_HEIGHT);
        vlBodyId wall;
        r = vlShape_CreateBox(NULL, half, &def.shape, NULL, 0);
        r = r == VL_OK ? vlWorld_CreateBody(world, &def, &wall) : r;
        vlShape_Release(def.shape);
    }
    return r;
}

static vlResult addHull(vlWorld* world, vlRandom* random, vlVec3 at, vlBodyId* body)
{
    vlVec3 points[24];
    int count = 12 + (int)vlRandom_Range(random, 0.0, 13.0);
    double radius = vlRandom_Range(random, SMALLEST_RADIUS, LARGEST_RADIUS);
    for (int i = 0; i < count; ++i) {
        points[i] = vlScale(vlRandom_Direction(random), radius);
    }
    vlBodyDef def = vlDefaultBodyDef();
    vlVec3 turn = vlRandom_InCube(random, 3.0);
    def.pose.p = at;
    def.pose.q = vlQuatFromRotationVector(turn);
    vlResult r = vlShape_CreateHull(NULL, points, count, &def.shape, NULL, 0);
    r = r == VL_OK ? vlWorld_CreateBody(world, &def, body) : r;
    vlShape_Release(def.shape);
    return r;
}

vlResult vlModel_AddPile(vlWorld* world, const vlPileDef* def, vlBodyId* bodies)
{
    vlRandom random = {def->seed};
    vlBodyId floor;
    vlResult r = vlModel_AddFloor(world, &floor);
    r = r == VL_OK ? addWalls(world, def->pen) : r;
    double spacing = 2.0 * LARGEST_RADIUS + 0.01;
    int perSide = (int)(def->pen / spacing);
    for (int i = 0; i < def->hulls && r == VL_OK; ++i) {
        int layer = i / (perSide * perSide);
        int row = i / perSide % perSide;
        int column = i % perSide;
        double first = -0.5 * spacing * (perSide - 1);
        vlVec3 at =
            vlVec(first + spacing * column, first + spacing * row, 0.5 * spacing + spacing * layer);
        vlBodyId body;
        r = addHull(world, &random, at, &body);
        if (r == VL_OK && bodies != NULL) {
            bodies[i] = body;
        }
    }
    return r;
}
