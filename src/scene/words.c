// SPDX-License-Identifier: MIT
#include "scene/words.h"

#include "volar/four_channel.h"
#include "volar/joint.h"
#include "volar/mesh.h"
#include "volar/velocity.h"
#include "volar/world.h"

#define WORDS(name) const vlWords vlWords_##name = {words##name, VL_COUNT_OF(words##name)}

static const vlWord wordsIntegrator[] = {
    {VL_INTEGRATOR_EULER, "euler", "symplectic Euler: cheaper, holds what the step allows"},
    {VL_INTEGRATOR_RK4, "rk4", "Runge-Kutta of fourth order, four evaluations a step"},
    {VL_INTEGRATOR_IMPLICIT, "implicit", "backward Euler: holds any stiffness"},
    {VL_INTEGRATOR_CONVEX, "convex", "the same step as a minimum, on trial"}};
WORDS(Integrator);
static const vlWord wordsModel[] = {{VL_CONTACT_VOLUME, "volume", "spread over the contact area"},
                                    {VL_CONTACT_POINT, "point", "one spring at the deepest point"}};
WORDS(Model);
static const vlWord wordsLaw[] = {
    {VL_LAW_LUMPED, "lumped", "one stiffness per contact whatever its area"},
    {VL_LAW_FOUNDATION, "foundation", "a bed of springs"}};
WORDS(Law);
static const vlWord wordsNormal[] = {
    {VL_NORMAL_GRADIENT, "gradient", "in which the contact volume shrinks fastest"},
    {VL_NORMAL_SEARCH, "search", "by trial separation and closest points"}};
WORDS(Normal);
static const vlWord wordsFriction[] = {
    {VL_FRICTION_GAUSS, "gauss", "at Gauss points"},
    {VL_FRICTION_PAPER, "paper", "linear between the corners of triangles"}};
WORDS(Friction);
static const vlWord wordsPressure[] = {
    {VL_PRESSURE_NORMAL, "normal", "along the contact normal"},
    {VL_PRESSURE_FACES, "faces", "along the faces' own normals"}};
WORDS(Pressure);
static const vlWord wordsRoute[] = {{VL_POLYHEDRON_CLIP, "clip", "by cutting with planes"},
                                    {VL_POLYHEDRON_DUAL, "dual", "by the dual transform, slow"}};
WORDS(Route);
static const vlWord wordsType[] = {
    {VL_BODY_DYNAMIC, "dynamic", "moved by forces"},
    {VL_BODY_STATIC, "static", "never moves"},
    {VL_BODY_KINEMATIC, "kinematic", "follows its motion or its device, whatever pushes it"}};
WORDS(Type);
static const vlWord wordsFrame[] = {{false, "world", "force and torque keep their direction"},
                                    {true, "body", "they turn with the body"}};
WORDS(Frame);
static const vlWord wordsJoint[] = {
    {VL_JOINT_FIXED, "fixed", "holds everything"},
    {VL_JOINT_HINGE, "hinge", "turns about z"},
    {VL_JOINT_SLIDER, "slider", "slides along z"},
    {VL_JOINT_BALL, "ball", "turns freely"},
    {VL_JOINT_UNIVERSAL, "universal", "turns about A's z and B's x"},
    {VL_JOINT_PLANAR, "planar", "slides and turns in A's plane of x and y"},
    {VL_JOINT_DISTANCE, "distance", "keeps two points at a distance"},
    {VL_JOINT_BUSHING, "bushing", "springs in all six directions"}};
WORDS(Joint);
static const vlWord wordsMode[] = {
    {VL_MOTOR_TORQUE, "torque", "pushes with `target`"},
    {VL_MOTOR_VELOCITY, "velocity",
     "pushes with `damping` times the difference to the velocity `target`"},
    {VL_MOTOR_POSITION, "position",
     "a spring to `target` of `stiffness`, and `damping` against any motion"}};
WORDS(Mode);
static const vlWord wordsVelocity[] = {
    {VL_VELOCITY_FILTER, "filter", "a low-pass"},
    {VL_VELOCITY_WINDOW, "window", "slope over the longest window that a line fits"},
    {VL_VELOCITY_DEVICE, "device", "its own, if it gives one"}};
WORDS(Velocity);
static const vlWord wordsChannels[] = {
    {VL_FOUR_CHANNEL_F, "force", "the estimated force of the hand alone"},
    {VL_FOUR_CHANNEL_FP, "force-position", "the handle pulls it too"}};
WORDS(Channels);
static const vlWord wordsGrip[] = {{VL_GRIP_RELAXED, "relaxed", "barely holds it"},
                                   {VL_GRIP_TIGHT, "tight", "as hard as one can"}};
WORDS(Grip);
static const vlWord wordsAs[] = {
    {VL_MESH_AS_CONVEX, "convex", "the mesh is a closed convex solid"},
    {VL_MESH_AS_HULL, "hull", "its convex hull"},
    {VL_MESH_AS_PIECES, "pieces", "convex pieces, one per part or cut"},
    {VL_MESH_AS_SURFACE, "surface", "the closed mesh as it is"}};
WORDS(As);
static const vlWord wordsUnit[] = {{VL_MESH_UNIT_M, "m", "metres"},
                                   {VL_MESH_UNIT_CM, "cm", "centimetres"},
                                   {VL_MESH_UNIT_MM, "mm", "millimetres"},
                                   {VL_MESH_UNIT_INCH, "inch", "inches"}};
WORDS(Unit);
static const vlWord wordsUp[] = {{VL_MESH_UP_Z, "z", "the z axis"},
                                 {VL_MESH_UP_Y, "y", "the y axis"}};
WORDS(Up);
