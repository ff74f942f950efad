// SPDX-License-Identifier: MIT
#include "fixtures.h"

#include "models/body_model.h"
#include "models/random.h"
#include "models/wall_model.h"

#define PILE_HULLS 20
#define BIN_SIDES 5

vlWorldDef vlFixture_Def(vlFixture fixture)
{
    vlWorldDef def = vlDefaultWorldDef();
    def.integrator = VL_INTEGRATOR_EULER; // variants choose another
    if (fixture == VL_FIXTURE_FREE_TOP) {
        def.gravity = vlZero();
    }
    return def;
}

// Takes over the caller's reference to def->shape.
static vlResult addDef(vlWorld* world, const vlBodyDef* def)
{
    vlBodyId id;
    vlResult result = vlWorld_CreateBody(world, def, &id);
    vlShape_Release(def->shape);
    return result;
}

static vlResult addStatic(vlWorld* world, vlVec3 normal, double offset)
{
    vlBodyDef def = vlDefaultBodyDef();
    def.type = VL_BODY_STATIC;
    vlResult result = vlShape_CreateHalfspace(NULL, normal, offset, &def.shape, NULL, 0);
    return result == VL_OK ? addDef(world, &def) : result;
}

// Floor z = 0 and four walls `half` from the middle.
static vlResult addBin(vlWorld* world, double half)
{
    const vlVec3 normal[BIN_SIDES] = {
        {0.0, 0.0, 1.0}, {1.0, 0.0, 0.0}, {-1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, -1.0, 0.0}};
    vlResult result = VL_OK;
    for (int i = 0; i < BIN_SIDES && result == VL_OK; ++i) {
        result = addStatic(world, normal[i], i == 0 ? 0.0 : -half);
    }
    return result;
}

// A point near `place`; its parts are drawn one by one, because a compiler may evaluate arguments
// in any order.
static vlVec3 nearby(vlRandom* random, double spread, vlVec3 place)
{
    double x = vlRandom_Range(random, -spread, spread);
    double y = vlRandom_Range(random, -spread, spread);
    return vlAdd(place, vlVec(x, y, 0.0));
}

// Layers of four places, `apart` from the axis, the first at height `bottom`, `pitch` from one to
// the next.
static vlVec3 cellOf(int i, double apart, double bottom, double pitch)
{
    int layer = i / 4;
    return vlVec((i & 1) != 0 ? apart : -apart, (i & 2) != 0 ? apart : -apart,
                 bottom + pitch * layer);
}

static vlResult addHull(vlWorld* world, vlRandom* random, double radius, vlVec3 place)
{
    vlVec3 points[24];
    int count = 8 + vlRandom_Index(random, 16);
    for (int i = 0; i < count; ++i) {
        points[i] = vlScale(vlRandom_Direction(random), radius);
    }
    vlShape* shape = NULL;
    vlResult result = vlShape_CreateHull(NULL, points, count, &shape, NULL, 0);
    if (result != VL_OK) {
        return result;
    }
    vlPose pose = {place, vlRandom_Rotation(random)};
    vlBodyId id;
    return vlModel_AddBody(world, shape, 0.5, pose, vlModel_AtRest(), &id);
}

// Two bars of 0.18 m in the form of an L, within 0.18 m of its origin.
static vlResult createL(vlShape** shape)
{
    vlShape* bar = NULL;
    vlResult result = vlShape_CreateBox(NULL, vlVec(0.09, 0.03, 0.03), &bar, NULL, 0);
    if (result != VL_OK) {
        return result;
    }
    const vlShape* const pieces[2] = {bar, bar};
    // Half a turn about the diagonal of x and y swaps the two axes.
    vlPose poses[2] = {{vlVec(0.0, -0.06, 0.0), vlIdentityQuat()},
                       {vlVec(-0.06, 0.06, 0.0), vlUnitQ((vlQuat){0.0, 1.0, 1.0, 0.0})}};
    result = vlShape_CreateCompound(NULL, pieces, poses, 2, shape, NULL, 0);
    vlShape_Release(bar);
    return result;
}

static vlResult buildFreeTop(vlWorld* world)
{
    vlBodyId id;
    vlTwist tumbling = vlModel_Moving(vlVec(0.1, -0.2, 0.3), vlVec(0.01, 20.0, -0.02));
    return vlModel_AddBox(world, vlVec(0.1, 0.2, 0.4), 1.0, vlIdentityPose(), tumbling, &id);
}

static vlResult buildTiltedBox(vlWorld* world)
{
    vlBodyId id;
    vlPose pose = {vlVec(0.0, 0.0, 0.5), vlQuatFromRotationVector(vlVec(0.3, 0.5, 0.1))};
    vlResult result = vlModel_AddFloor(world, &id);
    return result == VL_OK ? vlModel_AddBox(world, vlVec(0.4, 0.3, 0.2), 2.0, pose,
                                            vlModel_Moving(vlVec(0.5, 0.0, 0.0), vlZero()), &id)
                           : result;
}

static vlResult buildWall(vlWorld* world)
{
    vlBodyId id;
    vlWallDef wall = vlWall_Default(6);
    vlResult result = vlModel_AddFloor(world, &id);
    return result == VL_OK ? vlModel_AddWall(world, &wall, NULL) : result;
}

static vlResult buildPile(vlWorld* world)
{
    vlRandom random = vlRandom_Seed(20);
    vlResult result = addBin(world, 0.3);
    for (int i = 0; i < PILE_HULLS && result == VL_OK; ++i) {
        vlVec3 place = nearby(&random, 0.04, cellOf(i, 0.15, 0.12, 0.21));
        result = addHull(world, &random, 0.1, place);
    }
    return result;
}

static vlResult buildSlope(vlWorld* world)
{
    // A slope of 3 in 4 is steeper than friction of 0.5 holds.
    vlShape* shape = NULL;
    vlResult result = addStatic(world, vlVec(0.6, 0.0, 0.8), 0.0);
    result = result == VL_OK ? createL(&shape) : result;
    if (result != VL_OK) {
        return result;
    }
    vlBodyId id;
    return vlModel_AddBody(world, shape, 1.5, vlModel_At(0.0, 0.0, 0.25), vlModel_AtRest(), &id);
}

static vlResult addPaddle(vlWorld* world, vlMaterialId slippery)
{
    vlBodyDef def = vlDefaultBodyDef();
    def.type = VL_BODY_KINEMATIC;
    def.material = slippery;
    def.pose.p = vlVec(0.0, 0.0, 0.08);
    def.velocity.angular = vlVec(0.0, 0.0, 4.0);
    vlResult result = vlShape_CreateBox(NULL, vlVec(0.28, 0.02, 0.04), &def.shape, NULL, 0);
    return result == VL_OK ? addDef(world, &def) : result;
}

// Adds a body of the kind with this number.
static vlResult addAny(vlWorld* world, vlRandom* random, int kind, vlPose pose)
{
    vlShape* shape = NULL;
    vlResult result = VL_OK;
    switch (kind) {
    case 0: result = vlShape_CreateBox(NULL, vlVec(0.08, 0.06, 0.05), &shape, NULL, 0); break;
    case 1: result = vlShape_CreateCone(NULL, 9, 0.08, 0.0, 0.15, &shape, NULL, 0); break;
    case 2: result = vlShape_CreatePrism(NULL, 7, 0.07, 0.12, &shape, NULL, 0); break;
    case 3: result = createL(&shape); break;
    default: return addHull(world, random, 0.09, pose.p);
    }
    if (result != VL_OK) {
        return result;
    }
    vlBodyId id;
    return vlModel_AddBody(world, shape, 0.4, pose, vlModel_AtRest(), &id);
}

static vlResult buildMixed(vlWorld* world)
{
    vlRandom random = vlRandom_Seed(7);
    vlMaterialId standard = {0};
    vlMaterialId slippery = {0};
    vlSurface surface = vlDefaultSurface();
    surface.frictionStatic = 0.1;
    surface.frictionDynamic = 0.05;
    vlResult result = vlWorld_CreateMaterial(world, &slippery);
    result = result == VL_OK ? vlWorld_SetSurface(world, standard, slippery, &surface) : result;
    result = result == VL_OK ? addBin(world, 0.4) : result;
    result = result == VL_OK ? addPaddle(world, slippery) : result;
    // Too far apart to overlap: the first meet the paddle at once, the last after half a second.
    for (int i = 0; i < 15 && result == VL_OK; ++i) {
        vlPose pose;
        pose.p = nearby(&random, 0.02, cellOf(i, 0.2, 0.32, 0.36));
        pose.q = vlRandom_Rotation(&random);
        result = addAny(world, &random, i % 5, pose);
    }
    return result;
}

vlResult vlFixture_Build(vlFixture fixture, vlWorld* world)
{
    switch (fixture) {
    case VL_FIXTURE_FREE_TOP: return buildFreeTop(world);
    case VL_FIXTURE_TILTED_BOX: return buildTiltedBox(world);
    case VL_FIXTURE_WALL: return buildWall(world);
    case VL_FIXTURE_PILE: return buildPile(world);
    case VL_FIXTURE_SLOPE: return buildSlope(world);
    case VL_FIXTURE_MIXED: return buildMixed(world);
    case VL_FIXTURE_COUNT: break;
    }
    return VL_ERROR_ARGUMENT;
}

vlWorld* vlFixture_Create(vlFixture fixture, const vlWorldDef* def)
{
    vlWorld* world = NULL;
    if (vlWorld_Create(def, &world, NULL, 0) != VL_OK) {
        return NULL;
    }
    if (vlFixture_Build(fixture, world) != VL_OK) {
        vlWorld_Destroy(world);
        return NULL;
    }
    return world;
}

bool vlFixture_IsFinite(const vlWorld* world)
{
    for (int i = 0; i < vlWorld_GetBodyCount(world); ++i) {
        vlBodyId id = vlWorld_GetBody(world, i);
        vlPose pose;
        vlTwist twist;
        vlVec3 momentum;
        if (vlBody_GetPose(world, id, &pose) != VL_OK ||
            vlBody_GetTwist(world, id, &twist) != VL_OK ||
            vlBody_GetAngularMomentum(world, id, &momentum) != VL_OK) {
            return false;
        }
        vlQuat q = pose.q;
        double square = q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z;
        // 1e-14: after a normalisation the squared length is within a few roundings of 1.
        if (!vlIsFinite(pose.p) || !(fabs(square - 1.0) < 1e-14) || !vlIsFinite(twist.linear) ||
            !vlIsFinite(twist.angular) || !vlIsFinite(momentum)) {
            return false;
        }
    }
    return true;
}
