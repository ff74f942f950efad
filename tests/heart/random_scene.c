// SPDX-License-Identifier: MIT
#include "tests/heart/random_scene.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "models/random.h"

#define HALF 2.5       // m, of the inner edge of the box; its floor is z = 0
#define THICK 1.0      // m, of its walls: twice the way of the fastest body in ten steps
#define SMALLEST 0.01  // m, size of a body: about its radius
#define LARGEST 1.0    // m
#define LIGHTEST 0.01  // kg
#define HEAVIEST 100.0 // kg
#define FASTEST 20.0   // m/s, of any point at the start
#define TRIALS 200     // to find a free place for a body
#define GAIN 1e-4      // of the energy: what rounding and the summing of 19 bodies may add
#define DEEP 3e-4      // m, beyond what the force of a contact explains: 3% of the smallest body
#define AT_REST 1e-3   // m/s, of the fastest point
#define STILL 1e-6     // m/s: a scene this slow for STILL_TIME is over
#define STILL_TIME 0.5 // s
#define JUDGED 0.5     // s, the end of a scene, in which passes are counted as those at rest
#define WATCHED 0.1    // s, the end of a scene, in which depth and speed are judged
#define GRAVITY 9.8    // m/s2, of vlDefaultWorldDef()
#define PATIENCE 3.0   // times the given time, at most, for what slides
#define SLIPPERY 0.03  // with less friction a scene may slide for longer, and rest is not judged

typedef struct Scene {
    vlWorld* world;
    vlRandom random;
    int count;
    vlBodyId id[VL_MOST_THROWN];
    vlVec3 place[VL_MOST_THROWN];
    double radius[VL_MOST_THROWN], mass[VL_MOST_THROWN];
} Scene;

vlRandomSceneDef vlRandomScene_Default(void)
{
    return (vlRandomSceneDef){0, VL_INTEGRATOR_IMPLICIT, 5e-3, VL_AUTO, 10.0};
}

// ---- the scene ----

static vlShape* makeBox(double x, double y, double z)
{
    vlShape* shape = NULL;
    vlVec3 half = vlVec(0.5 * x, 0.5 * y, 0.5 * z);
    return vlShape_CreateBox(NULL, half, &shape, NULL, 0) == VL_OK ? shape : NULL;
}

static vlShape* makeHull(vlRandom* random, double size)
{
    vlVec3 points[12];
    vlShape* shape = NULL;
    int count = 6 + vlRandom_Index(random, 7);
    double flat = vlRandom_Range(random, 0.3, 1.0);
    for (int i = 0; i < count; ++i) {
        points[i] = vlScale(vlRandom_Direction(random), size);
        points[i].z *= flat;
    }
    return vlShape_CreateHull(NULL, points, count, &shape, NULL, 0) == VL_OK ? shape : NULL;
}

static vlShape* makePrism(vlRandom* random, double size)
{
    vlShape* shape = NULL;
    int sides = 3 + vlRandom_Index(random, 6); // more would roll for long
    double height = size * vlRandom_Range(random, 0.2, 2.0);
    return vlShape_CreatePrism(NULL, sides, size, height, &shape, NULL, 0) == VL_OK ? shape : NULL;
}

// A box, a second on its face +x and, every other time, a third on its face -y.
static vlShape* makeUnion(vlRandom* random, double scale)
{
    vlVec3 size[3];
    vlPose pose[3] = {vlIdentityPose(), vlIdentityPose(), vlIdentityPose()};
    vlShape* piece[3] = {NULL, NULL, NULL};
    vlShape* shape = NULL;
    int count = 2 + vlRandom_Index(random, 2);
    bool ok = true;
    for (int i = 0; i < count; ++i) {
        size[i].x = scale * vlRandom_Range(random, 0.2, 1.0);
        size[i].y = scale * vlRandom_Range(random, 0.2, 1.0);
        size[i].z = scale * vlRandom_Range(random, 0.2, 1.0);
        piece[i] = makeBox(size[i].x, size[i].y, size[i].z);
        ok = ok && piece[i] != NULL;
    }
    pose[1].p.x = 0.5 * (size[0].x + size[1].x);
    pose[1].p.y = vlRandom_Range(random, -0.5, 0.5) * size[0].y;
    pose[1].p.z = vlRandom_Range(random, -0.5, 0.5) * size[0].z;
    if (count == 3) { // no farther in x than the first box, or it could overlap the second
        pose[2].p.x = 0.5 * (size[0].x - size[2].x) - vlRandom_Range(random, 0.0, 0.5) * size[0].x;
        pose[2].p.y = -0.5 * (size[0].y + size[2].y);
    }
    ok = ok && vlShape_CreateCompound(NULL, (const vlShape* const*)piece, pose, count, &shape, NULL,
                                      0) == VL_OK;
    for (int i = 0; i < count; ++i) {
        vlShape_Release(piece[i]);
    }
    return ok ? shape : NULL;
}

static vlShape* makeAny(vlRandom* random, double size)
{
    double a = vlRandom_Range(random, 0.3, 1.0);
    double b = vlRandom_Range(random, 0.3, 1.0);
    switch (vlRandom_Index(random, 5)) {
    case 0: return makeBox(size * a, size * b, size);
    case 1: return makeHull(random, size);
    case 2: return makePrism(random, size);
    case 3: return makeBox(0.1 * size * (1.0 + a), 0.1 * size * (1.0 + b), 2.0 * size); // a bar
    default: return makeUnion(random, size);
    }
}

static bool addWall(Scene* scene, double x, double y, double z, vlVec3 half)
{
    vlBodyDef def = vlDefaultBodyDef();
    vlBodyId id;
    def.type = VL_BODY_STATIC;
    def.pose.p = vlVec(x, y, z);
    def.shape = makeBox(2.0 * half.x, 2.0 * half.y, 2.0 * half.z);
    bool ok = def.shape != NULL && vlWorld_CreateBody(scene->world, &def, &id) == VL_OK;
    vlShape_Release(def.shape);
    return ok;
}

static bool addBox(Scene* scene)
{
    double t = 0.5 * THICK, far = HALF + t, all = HALF + THICK;
    bool ok = addWall(scene, 0.0, 0.0, -t, vlVec(all, all, t));
    ok = addWall(scene, 0.0, 0.0, 2.0 * HALF + t, vlVec(all, all, t)) && ok;
    for (int side = -1; side <= 1; side += 2) {
        ok = addWall(scene, side * far, 0.0, HALF, vlVec(t, all, HALF)) && ok;
        ok = addWall(scene, 0.0, side * far, HALF, vlVec(HALF, t, HALF)) && ok;
    }
    return ok;
}

// A place whose ball touches neither a wall nor another ball.
static bool findPlace(Scene* scene, double radius, vlVec3* place)
{
    double room = HALF - 1.01 * radius;
    for (int trial = 0; trial < TRIALS && room > 0.0; ++trial) {
        *place = vlRandom_InCube(&scene->random, room);
        place->z += HALF;
        bool isFree = true;
        for (int i = 0; i < scene->count && isFree; ++i) {
            double apart = vlLength(vlSub(*place, scene->place[i]));
            isFree = apart > 1.01 * (radius + scene->radius[i]);
        }
        if (isFree) {
            return true;
        }
    }
    return false;
}

// A body without a place is left out. False if something failed.
static bool addBody(Scene* scene)
{
    vlRandom* random = &scene->random;
    int i = scene->count;
    vlBodyDef def = vlDefaultBodyDef();
    double size = vlRandom_Log(random, SMALLEST, LARGEST);
    def.mass = vlRandom_Log(random, LIGHTEST, HEAVIEST);
    def.shape = makeAny(random, size);
    if (def.shape == NULL) { // a union whose faces nearly lie in one plane is refused
        def.shape = makeBox(size, size, size);
    }
    if (def.shape == NULL) {
        return false;
    }
    def.pose.q = vlRandom_Rotation(random);
    vlVec3 way = vlRandom_Direction(random);
    double speed = vlRandom_Range(random, 0.0, 0.5 * FASTEST);
    vlVec3 axis = vlRandom_Direction(random);
    double spin = vlRandom_Range(random, 0.0, 0.5 * FASTEST);
    vlVec3 centroid = vlShape_GetMassProperties(def.shape).centroid;
    double radius = vlShape_GetRadius(def.shape) + vlLength(centroid);
    def.velocity.linear = vlScale(way, speed);
    def.velocity.angular = vlScale(axis, spin / radius);
    bool ok = true;
    if (findPlace(scene, radius, &def.pose.p)) {
        ok = vlWorld_CreateBody(scene->world, &def, &scene->id[i]) == VL_OK;
        scene->place[i] = def.pose.p;
        scene->radius[i] = radius;
        scene->mass[i] = def.mass;
        ++scene->count;
    }
    vlShape_Release(def.shape);
    return ok;
}

static bool openScene(const vlRandomSceneDef* def, Scene* scene, vlRandomSceneReport* report)
{
    *scene = (Scene){.random = vlRandom_Seed(def->seed)};
    vlWorldDef world = vlDefaultWorldDef();
    world.capacity = (vlCapacity){.bodies = VL_MOST_THROWN + 6,
                                  .pieces = 400,
                                  .materials = 1,
                                  .pairs = 8000,
                                  .contacts = 2000};
    world.step = def->step;
    world.integrator = def->integrator;
    world.surface.stiffnessN = def->stiffness;
    report->friction = vlRandom_Range(&scene->random, 0.0, 2.0);
    world.surface.frictionStatic = world.surface.frictionDynamic = report->friction;
    int count = 4 + vlRandom_Index(&scene->random, VL_MOST_THROWN - 3);
    bool ok = vlWorld_Create(&world, &scene->world, NULL, 0) == VL_OK && addBox(scene);
    for (int i = 0; i < count && ok; ++i) {
        ok = addBody(scene);
    }
    report->bodies = scene->count;
    return ok;
}

// ---- the verdicts ----

// Kinetic energy, and potential energy above the floor, J.
static double energyOf(const Scene* scene)
{
    vlEnergy energy = vlWorld_GetEnergy(scene->world);
    return energy.kinetic + energy.gravity;
}

static double fastestOf(const Scene* scene)
{
    double most = 0.0;
    for (int i = 0; i < scene->count; ++i) {
        vlTwist twist;
        if (vlBody_GetTwist(scene->world, scene->id[i], &twist) != VL_OK) {
            return HUGE_VAL;
        }
        double speed = vlLength(twist.linear) + scene->radius[i] * vlLength(twist.angular);
        most = speed <= most ? most : speed; // also if it is not a number
    }
    return most;
}

static bool isAnyOutside(const Scene* scene)
{
    for (int i = 0; i < scene->count; ++i) {
        vlVec3 c;
        if (vlBody_GetCentre(scene->world, scene->id[i], &c) != VL_OK ||
            !(fabs(c.x) < HALF && fabs(c.y) < HALF && fabs(c.z - HALF) < HALF)) {
            return true;
        }
    }
    return false;
}

// The largest depth that no force answers: a vertex that carries N is 3 N/kN deep (contact.h), a
// leaning one a little more, and so is what shares the stiffness with other pieces of its union. A
// body that was shot into a corner may be wedged by friction above 1, far deeper than its weight
// needs; it presses accordingly, and that is right. What stays deep is so in every step of the end.
static void judgeDepth(const Scene* scene, vlRandomSceneReport* report)
{
    double depth = 0.0, most = DEEP;
    report->wedged = 0;
    for (int i = 0; i < vlWorld_GetContactCount(scene->world); ++i) {
        vlContactReport r;
        if (vlWorld_GetContact(scene->world, i, &r) != VL_OK || !(r.stiffnessN > 0.0)) {
            continue;
        }
        double share = r.area > 0.0 ? fmax(1.0, r.groupArea / r.area) : 1.0;
        double bound = DEEP + 4.0 * share * r.normalForce / r.stiffnessN;
        report->wedged += bound > 2.0 * DEEP && r.depth > 2.0 * DEEP && r.depth <= bound;
        if (r.depth - bound > depth - most) {
            depth = r.depth;
            most = bound;
        }
    }
    if (depth - most < report->depth - report->depthBound) {
        report->depth = depth;
        report->depthBound = most;
    }
}

static void countPasses(const Scene* scene, vlRandomSceneReport* report, double left)
{
    vlStepInfo info = vlWorld_GetStepInfo(scene->world);
    ++report->steps;
    report->passes += info.solves;
    report->mostPasses = info.solves > report->mostPasses ? info.solves : report->mostPasses;
    report->unsettled += info.unsettledIslands > 0;
    if (left < JUDGED) {
        ++report->restSteps;
        report->restPasses += info.solves;
    }
}

// How long something may slide, s, but not longer than PATIENCE times `seconds`.
static double slidingTime(const vlRandomSceneReport* report, double seconds)
{
    return fmin(0.5 * FASTEST / (GRAVITY * report->friction), PATIENCE * seconds);
}

vlRandomSceneReport vlRandomScene_Run(const vlRandomSceneDef* def)
{
    vlRandomSceneReport report = {.depth = HUGE_VAL, .depthBound = DEEP};
    Scene scene;
    report.isBroken = !openScene(def, &scene, &report);
    double start = report.isBroken ? 0.0 : energyOf(&scene);
    double end = def->seconds + slidingTime(&report, def->seconds), calm = 0.0;
    for (long n = 1; !report.isBroken && report.time < end; ++n) {
        report.isBroken = vlWorld_Step(scene.world) != VL_OK;
        report.time = (double)n * def->step;
        double gain = energyOf(&scene) / start;
        if (!(gain <= report.gain)) {
            report.gain = gain;
            report.gainTime = report.time;
        }
        report.isOutside = report.isOutside || isAnyOutside(&scene);
        double speed = fastestOf(&scene), left = end - report.time;
        calm = speed < STILL ? calm + def->step : 0.0;
        end = calm > STILL_TIME ? fmin(end, report.time + JUDGED) : end;
        countPasses(&scene, &report, left);
        if (left < WATCHED) {
            report.speed = fmax(report.speed, speed);
            judgeDepth(&scene, &report);
        }
    }
    report.gainsEnergy = !(report.gain <= 1.0 + GAIN);
    report.isDeep = !report.isBroken && report.depth > report.depthBound;
    report.isRestless = !(report.speed <= AT_REST) && report.friction >= SLIPPERY;
    vlWorld_Destroy(scene.world);
    return report;
}

bool vlRandomScene_IsFaulty(const vlRandomSceneReport* r)
{
    return r->isBroken || r->gainsEnergy || r->isOutside || r->isDeep || r->isRestless;
}

void vlRandomScene_Describe(const vlRandomSceneReport* r, char* text, size_t size)
{
    char part[5][96] = {"", "", "", "", ""};
    (void)snprintf(part[0], sizeof part[0],
                   r->isBroken ? (r->steps == 0 ? " it could not be built;"
                                                : " a body left the range of numbers;")
                               : "");
    if (r->gainsEnergy) {
        (void)snprintf(part[1], sizeof part[1], " energy x %.4f at %.3f s;", r->gain, r->gainTime);
    }
    (void)snprintf(part[2], sizeof part[2], r->isOutside ? " outside of the box;" : "");
    if (r->isDeep) {
        (void)snprintf(part[3], sizeof part[3], " deep: %.3f mm, bound %.3f mm;", 1e3 * r->depth,
                       1e3 * r->depthBound);
    }
    if (r->isRestless) {
        (void)snprintf(part[4], sizeof part[4], " not at rest: %.3g m/s;", r->speed);
    }
    (void)snprintf(text, size, "%s%s%s%s%s", part[0], part[1], part[2], part[3], part[4]);
}
