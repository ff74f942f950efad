// SPDX-License-Identifier: MIT
#include "bench/implicit_scenes.h"

#include "base/angle.h"
#include "models/body_model.h"
#include "models/random.h"
#include "models/wall_model.h"

#define TURN (2.0 * VL_PI) // 2 pi
#define GRAVITY 9.8        // m/s2, the default
#define SAMPLES 4000

#define STACK_HEIGHT 8
#define STACK_WIDTH 0.2  // m
#define STACK_PITCH 0.05 // m, height of a slab
#define STACK_MASS 1.0   // kg, of a slab
#define STACK_STIFFNESS 1e6
#define TOOL_EDGE 0.04   // m
#define TOOL_RADIUS 0.01 // m, of its circle
#define TOOL_RATE 2.0    // Hz
// m, height above the top face at the highest point; at the lowest point the tool presses in by as
// much. The nine contacts in a row and the lean answer with up to 10 N; the friction of this force
// does not push the stack over.
#define TOOL_HEIGHT 4e-5
#define TOOL_WAIT 1.0 // s, in which it comes down while the stack settles

#define HEAP_BOXES 80
#define HEAP_SIDE 4       // boxes along a side of a layer
#define HEAP_PITCH 0.2    // m; more than a box's diagonal of 0.19 m
#define HEAP_SAMPLES 2500 // the last layer lands after 0.4 s, the last box is still after 3 s

static vlResult open(vlBenchScene* scene, int bodies)
{
    vlWorldDef def = vlDefaultWorldDef();
    def.integrator = VL_INTEGRATOR_IMPLICIT;
    def.step = scene->step;
    def.surface.stiffnessN = scene->stiffness;
    def.capacity.bodies = bodies + 2; // floor and tool
    def.profile = true;
    vlBodyId floor;
    vlResult result = vlWorld_Create(&def, &scene->world, NULL, 0);
    return result == VL_OK ? vlModel_AddFloor(scene->world, &floor) : result;
}

static vlResult buildWall(vlBenchScene* scene)
{
    vlWallDef wall = vlWall_Default(scene->n);
    vlResult result = open(scene, scene->n);
    scene->bodyCount = scene->n;
    return result == VL_OK ? vlModel_AddWall(scene->world, &wall, scene->bodies) : result;
}

vlBenchScene vlBenchScene_Wall(const char* name, int n, double step, double stiffness)
{
    return (vlBenchScene){.name = name,
                          .n = n,
                          .step = step,
                          .stiffness = stiffness,
                          .settle = 1.0,
                          .samples = SAMPLES,
                          .build = buildWall};
}

// The tool's lower face moves up and down about the top of the stack, which has sunk under its
// weight. The circle is slower, so that the touches are spread over it.
static vlPose toolPose(double time)
{
    double angle = TURN * TOOL_RATE * time;
    double above =
        0.5 * STACK_HEIGHT * (STACK_HEIGHT + 1); // sum over all contacts of the slabs above
    double sunk = above * STACK_MASS * GRAVITY / STACK_STIFFNESS;
    double top = STACK_HEIGHT * STACK_PITCH - sunk;
    top += 1e-3 * fmax(0.0, 1.0 - time / TOOL_WAIT);
    return vlModel_At(TOOL_RADIUS * vlCosine(0.7 * angle), TOOL_RADIUS * vlSine(0.7 * angle),
                      top + 0.5 * TOOL_EDGE + TOOL_HEIGHT * vlCosine(angle));
}

static vlResult driveTool(vlBenchScene* scene, double time)
{
    vlPose pose = toolPose(time);
    vlVec3 next = toolPose(time + scene->step).p;
    vlTwist twist = {vlScale(vlSub(next, pose.p), 1.0 / scene->step), vlZero()};
    vlResult result = vlBody_SetPose(scene->world, scene->tool, pose);
    return result == VL_OK ? vlBody_SetTwist(scene->world, scene->tool, twist) : result;
}

static vlResult buildStack(vlBenchScene* scene)
{
    vlVec3 size = vlVec(STACK_WIDTH, STACK_WIDTH, STACK_PITCH);
    vlResult result = open(scene, STACK_HEIGHT);
    for (int i = 0; i < STACK_HEIGHT && result == VL_OK; ++i) {
        result = vlModel_AddBox(scene->world, size, STACK_MASS,
                                vlModel_At(0.0, 0.0, STACK_PITCH * (i + 0.5)), vlModel_AtRest(),
                                &scene->bodies[scene->bodyCount++]);
    }
    vlBodyDef def = vlDefaultBodyDef();
    def.type = VL_BODY_KINEMATIC;
    def.pose = toolPose(0.0);
    vlVec3 half = vlVec(0.5 * TOOL_EDGE, 0.5 * TOOL_EDGE, 0.5 * TOOL_EDGE);
    result = result == VL_OK ? vlShape_CreateBox(NULL, half, &def.shape, NULL, 0) : result;
    result = result == VL_OK ? vlWorld_CreateBody(scene->world, &def, &scene->tool) : result;
    vlShape_Release(def.shape);
    return result;
}

vlBenchScene vlBenchScene_Stack(void)
{
    return (vlBenchScene){.name = "stack and tool",
                          .n = STACK_HEIGHT,
                          .step = 1e-3,
                          .stiffness = STACK_STIFFNESS,
                          .settle = TOOL_WAIT,
                          .samples = SAMPLES,
                          .build = buildStack,
                          .drive = driveTool};
}

static vlResult buildInsect(vlBenchScene* scene)
{
    scene->insectDef = vlInsect_Default();
    vlResult result = open(scene, VL_INSECT_BODIES);
    result = result == VL_OK ? vlModel_AddInsect(scene->world, &scene->insectDef, &scene->insect)
                             : result;
    scene->bodies[scene->bodyCount++] = scene->insect.thorax;
    return result;
}

static vlResult driveInsect(vlBenchScene* scene, double time)
{
    return vlInsect_Walk(scene->world, &scene->insectDef, &scene->insect, time);
}

vlBenchScene vlBenchScene_Insect(void)
{
    return (vlBenchScene){.name = "insect walking",
                          .n = VL_INSECT_LEGS,
                          .step = 1e-3,
                          .stiffness = 5e3,
                          .settle = 1.0,
                          .samples = SAMPLES,
                          .build = buildInsect,
                          .drive = driveInsect};
}

static vlResult buildChain(vlBenchScene* scene)
{
    vlChainDef def = vlChain_Default();
    def.top = vlVec(0.0, 0.0, 5.0); // clear of the floor
    def.lean = 0.25 * TURN;
    vlResult result = open(scene, def.links);
    result = result == VL_OK ? vlModel_AddChain(scene->world, &def, &scene->chain) : result;
    for (int i = 0; i < scene->chain.bodies; ++i) {
        scene->bodies[scene->bodyCount++] = scene->chain.body[i];
    }
    return result;
}

vlBenchScene vlBenchScene_Chain(void)
{
    return (vlBenchScene){.name = "chain swinging",
                          .n = vlChain_Default().links,
                          .step = 1e-3,
                          .stiffness = 1e6,
                          .samples = SAMPLES,
                          .build = buildChain};
}

static vlResult buildHeap(vlBenchScene* scene)
{
    vlRandom random = {3};
    vlVec3 size = vlVec(0.12, 0.1, 0.1);
    vlResult result = open(scene, HEAP_BOXES);
    for (int i = 0; i < HEAP_BOXES && result == VL_OK; ++i) {
        int layer = i / (HEAP_SIDE * HEAP_SIDE);
        double x = HEAP_PITCH * (i % HEAP_SIDE), y = HEAP_PITCH * (i / HEAP_SIDE % HEAP_SIDE);
        vlPose pose = vlModel_At(x, y, HEAP_PITCH * (layer + 0.5));
        pose.q = vlQuatFromRotationVector(vlRandom_InCube(&random, 3.0));
        result = vlModel_AddBox(scene->world, size, 1.0, pose, vlModel_AtRest(),
                                &scene->bodies[scene->bodyCount++]);
    }
    return result;
}

vlBenchScene vlBenchScene_Heap(const char* name, double settle)
{
    return (vlBenchScene){.name = name,
                          .n = HEAP_BOXES,
                          .step = 1e-3,
                          .stiffness = 1e6,
                          .settle = settle,
                          .samples = HEAP_SAMPLES,
                          .build = buildHeap};
}
