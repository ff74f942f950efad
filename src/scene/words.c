// SPDX-License-Identifier: MIT
#include "scene/words.h"

#include "volar/four_channel.h"
#include "volar/joint.h"
#include "volar/mesh.h"
#include "volar/velocity.h"
#include "volar/world.h"

#define WORDS(rows)                                                                                \
    {                                                                                              \
        rows, VL_COUNT_OF(rows)                                                                    \
    }

static const vlWord integratorWords[] = {
    {VL_INTEGRATOR_EULER, "euler", "symplectic Euler: cheaper, holds what the step allows"},
    {VL_INTEGRATOR_RK4, "rk4", "Runge-Kutta of fourth order, four evaluations a step"},
    {VL_INTEGRATOR_IMPLICIT, "implicit", "backward Euler: holds any stiffness"}};
static const vlWord modelWords[] = {{VL_CONTACT_VOLUME, "volume", "spread over the contact area"},
                                    {VL_CONTACT_POINT, "point", "one spring at the deepest point"}};
static const vlWord lawWords[] = {
    {VL_LAW_LUMPED, "lumped", "one stiffness per contact whatever its area"},
    {VL_LAW_FOUNDATION, "foundation", "a bed of springs"}};
static const vlWord normalWords[] = {
    {VL_NORMAL_GRADIENT, "gradient", "in which the contact volume shrinks fastest"},
    {VL_NORMAL_SEARCH, "search", "by trial separation and closest points"}};
static const vlWord frictionWords[] = {
    {VL_FRICTION_GAUSS, "gauss", "at Gauss points"},
    {VL_FRICTION_PAPER, "paper", "linear between the corners of triangles"}};
static const vlWord pressureWords[] = {
    {VL_PRESSURE_NORMAL, "normal", "along the contact normal"},
    {VL_PRESSURE_FACES, "faces", "along the faces' own normals"}};
static const vlWord routeWords[] = {{VL_POLYHEDRON_CLIP, "clip", "by cutting with planes"},
                                    {VL_POLYHEDRON_DUAL, "dual", "by the dual transform, slow"}};
static const vlWord typeWords[] = {
    {VL_BODY_DYNAMIC, "dynamic", "moved by forces"},
    {VL_BODY_STATIC, "static", "never moves"},
    {VL_BODY_KINEMATIC, "kinematic", "follows its motion or its device, whatever pushes it"}};
static const vlWord frameWords[] = {{false, "world", "force and torque keep their direction"},
                                    {true, "body", "they turn with the body"}};
static const vlWord jointWords[] = {
    {VL_JOINT_FIXED, "fixed", "holds everything"},
    {VL_JOINT_HINGE, "hinge", "turns about z"},
    {VL_JOINT_SLIDER, "slider", "slides along z"},
    {VL_JOINT_BALL, "ball", "turns freely"},
    {VL_JOINT_UNIVERSAL, "universal", "turns about A's z and B's x"},
    {VL_JOINT_PLANAR, "planar", "slides and turns in A's plane of x and y"},
    {VL_JOINT_DISTANCE, "distance", "keeps two points at a distance"},
    {VL_JOINT_BUSHING, "bushing", "springs in all six directions"}};
static const vlWord modeWords[] = {
    {VL_MOTOR_TORQUE, "torque", "pushes with `target`"},
    {VL_MOTOR_VELOCITY, "velocity",
     "pushes with `damping` times the difference to the velocity `target`"},
    {VL_MOTOR_POSITION, "position",
     "a spring to `target` of `stiffness`, and `damping` against any motion"}};
static const vlWord velocityWords[] = {
    {VL_VELOCITY_FILTER, "filter", "a low-pass"},
    {VL_VELOCITY_WINDOW, "window", "slope over the longest window that a line fits"},
    {VL_VELOCITY_DEVICE, "device", "its own, if it gives one"}};
static const vlWord channelsWords[] = {
    {VL_FOUR_CHANNEL_F, "force", "the estimated force of the hand alone"},
    {VL_FOUR_CHANNEL_FP, "force-position", "the handle pulls it too"}};
static const vlWord gripWords[] = {{VL_GRIP_RELAXED, "relaxed", "barely holds it"},
                                   {VL_GRIP_TIGHT, "tight", "as hard as one can"}};
static const vlWord asWords[] = {
    {VL_MESH_AS_CONVEX, "convex", "the mesh is a closed convex solid"},
    {VL_MESH_AS_HULL, "hull", "its convex hull"},
    {VL_MESH_AS_PIECES, "pieces", "convex pieces, one per part or cut"},
    {VL_MESH_AS_SURFACE, "surface", "the closed mesh as it is"}};
static const vlWord unitWords[] = {{VL_MESH_UNIT_M, "m", "metres"},
                                   {VL_MESH_UNIT_CM, "cm", "centimetres"},
                                   {VL_MESH_UNIT_MM, "mm", "millimetres"},
                                   {VL_MESH_UNIT_INCH, "inch", "inches"}};
static const vlWord upWords[] = {{VL_MESH_UP_Z, "z", "the z axis"},
                                 {VL_MESH_UP_Y, "y", "the y axis"}};

const vlWords vlWords_Integrator = WORDS(integratorWords);
const vlWords vlWords_Model = WORDS(modelWords);
const vlWords vlWords_Law = WORDS(lawWords);
const vlWords vlWords_Normal = WORDS(normalWords);
const vlWords vlWords_Friction = WORDS(frictionWords);
const vlWords vlWords_Pressure = WORDS(pressureWords);
const vlWords vlWords_Route = WORDS(routeWords);
const vlWords vlWords_Type = WORDS(typeWords);
const vlWords vlWords_Frame = WORDS(frameWords);
const vlWords vlWords_Joint = WORDS(jointWords);
const vlWords vlWords_Mode = WORDS(modeWords);
const vlWords vlWords_Velocity = WORDS(velocityWords);
const vlWords vlWords_Channels = WORDS(channelsWords);
const vlWords vlWords_Grip = WORDS(gripWords);
const vlWords vlWords_As = WORDS(asWords);
const vlWords vlWords_Unit = WORDS(unitWords);
const vlWords vlWords_Up = WORDS(upWords);
