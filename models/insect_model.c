// SPDX-License-Identifier: MIT
// In the plane of a leg, with r horizontally away from the groin and z up from it, two triangles
// give the angles of femur (length a) and tibia (b) that reach the ankle at distance d; the tarsus
// (c) stays upright:
//
//   ankle      (r, c - height)
//   femur      atan2(ankle) + acos((a^2 + d^2 - b^2)/(2 a d))      elevation, knee upwards
//   tibia      femur - pi + acos((a^2 + b^2 - d^2)/(2 a b))

#include "models/insect_model.h"

#include "base/angle.h"
#include "base/power.h"
#include "models/body_model.h"

#define SOLE_SIDES 8

vlInsectDef vlInsect_Default(void)
{
    return (vlInsectDef){.thoraxMass = 0.040,
                         .headMass = 0.005,
                         .linkMass = 0.001,
                         .thoraxSize = {0.060, 0.024, 0.014},
                         .headSize = {0.014, 0.016, 0.010},
                         .femur = 0.025,
                         .tibia = 0.035,
                         .tarsus = 0.010,
                         .thickness = 0.004,
                         .spacing = 0.022,
                         .height = 0.022,
                         .reach = 0.038,
                         .spread = 30.0 * VL_PI / 180.0,
                         .stride = 0.020,
                         .frequency = 2.0,
                         .duty = 0.55,
                         .lift = 0.006,
                         .stiffness = 1.0,
                         .damping = 4e-3,
                         .neckStiffness = 0.05,
                         .neckDamping = 2e-4};
}

static bool isLeft(int leg)
{
    return leg < VL_INSECT_LEGS / 2;
}

// Front 1, middle 0, rear -1.
static int rowOf(int leg)
{
    return 1 - leg % (VL_INSECT_LEGS / 2);
}

// Position of a leg's groin, from the middle of the thorax.
static vlVec3 groinOf(const vlInsectDef* def, int leg)
{
    double side = isLeft(leg) ? 0.5 : -0.5;
    return vlVec(rowOf(leg) * def->spacing, side * def->thoraxSize.y, 0.0);
}

// Horizontal direction of a standing leg: angle from x about z, rad.
static double azimuthOf(const vlInsectDef* def, int leg)
{
    double aside = 0.5 * VL_PI - rowOf(leg) * def->spread;
    return isLeft(leg) ? aside : -aside;
}

// Elevations of femur and tibia that put the foot `reach` away at `height` below the groin.
typedef struct Bend {
    double femur, tibia;
} Bend;

static double cornerOf(double a, double b, double opposite)
{
    double cosine = (a * a + b * b - opposite * opposite) / (2.0 * a * b);
    return vlArcCosine(fmax(-1.0, fmin(cosine, 1.0)));
}

static Bend bendTo(const vlInsectDef* def, double reach, double height)
{
    double z = def->tarsus - height;
    double d = vlHypot(reach, z);
    double femur = vlAngle_Of(z, reach) + cornerOf(def->femur, d, def->tibia);
    return (Bend){femur, femur - VL_PI + cornerOf(def->femur, def->tibia, d)};
}

// Phase of a leg in its cycle, 0 .. 1; it stands until `duty`. Neighbours are half a cycle apart.
static double phaseOf(const vlInsectDef* def, int leg, double time)
{
    bool isFirst = (leg % 3 == 1) != isLeft(leg);
    // The cycle begins in the middle of the time on the floor.
    double cycles = def->frequency * time + 0.5 * def->duty + (isFirst ? 0.0 : 0.5);
    return cycles - floor(cycles);
}

bool vlInsect_IsStance(const vlInsectDef* def, int leg, double time)
{
    return phaseOf(def, leg, time) < def->duty;
}

// Displacement of a foot from where it stands, in the frame of the thorax. On the floor it moves
// backwards as fast as the body should move forwards. In the air it overtakes the body, and leaves
// and meets the floor with the floor's own velocity: a cubic with the given ends and slopes, and a
// rise that starts and ends horizontally.
static vlVec3 footOffset(const vlInsectDef* def, double phase)
{
    double half = 0.5 * def->stride * def->duty;
    if (phase < def->duty) {
        return vlVec(half - def->stride * phase, 0.0, 0.0);
    }
    double s = (phase - def->duty) / (1.0 - def->duty);
    double slope = -def->stride * (1.0 - def->duty); // dx/ds
    double x = -half + slope * s + 2.0 * (half - 0.5 * slope) * s * s * (3.0 - 2.0 * s);
    double up = 4.0 * s * (1.0 - s);
    return vlVec(x, 0.0, def->lift * up * up);
}

vlLegAngles vlInsect_Angles(const vlInsectDef* def, int leg, double time)
{
    double azimuth = azimuthOf(def, leg);
    vlVec3 offset = footOffset(def, phaseOf(def, leg, time));
    // Horizontal, along the standing leg and to the left of it.
    double along = def->reach + vlCosine(azimuth) * offset.x;
    double across = -vlSine(azimuth) * offset.x;
    Bend stands = bendTo(def, def->reach, def->height);
    Bend goes = bendTo(def, vlHypot(along, across), def->height - offset.z);
    double femur = goes.femur - stands.femur, tibia = goes.tibia - stands.tibia;
    return (vlLegAngles){vlAngle_Of(across, along), femur, tibia - femur, -tibia};
}

vlResult vlInsect_Walk(vlWorld* world, const vlInsectDef* def, const vlInsect* insect, double time)
{
    vlResult result = VL_OK;
    for (int leg = 0; leg < VL_INSECT_LEGS && result == VL_OK; ++leg) {
        const vlJointId* joint = insect->joint[leg];
        vlLegAngles angles = vlInsect_Angles(def, leg, time);
        result = vlJoint_SetTarget(world, joint[0], 0, angles.yaw);
        result = result == VL_OK ? vlJoint_SetTarget(world, joint[0], 1, angles.lift) : result;
        result = result == VL_OK ? vlJoint_SetTarget(world, joint[1], 0, angles.knee) : result;
        result = result == VL_OK ? vlJoint_SetTarget(world, joint[2], 0, angles.ankle) : result;
    }
    return result;
}

static vlMotor holdingMotor(double stiffness, double damping)
{
    return (vlMotor){.mode = VL_MOTOR_POSITION,
                     .stiffness = stiffness,
                     .damping = damping,
                     .freeSpeed = HUGE_VAL,
                     .maxForce = HUGE_VAL};
}

// Joins two bodies at a point, with the z axis and the x axis of the joint as given; `motor` holds
// every axis.
static vlResult join(vlWorld* world, vlJointDef def, vlVec3 point, vlVec3 axis, vlVec3 second,
                     vlMotor motor, vlJointId* joint)
{
    for (int i = 0; i < VL_MAX_JOINT_AXES; ++i) {
        def.axis[i].motor = motor;
    }
    vlResult result = vlJointDef_Place(&def, world, point, axis, second);
    return result == VL_OK ? vlWorld_CreateJoint(world, &def, joint) : result;
}

static vlResult addHead(vlWorld* world, const vlInsectDef* def, vlVec3 middle, vlInsect* insect)
{
    double front = 0.5 * def->thoraxSize.x;
    vlVec3 neck = vlAdd(middle, vlVec(front, 0.0, 0.0));
    vlPose pose = {vlAdd(neck, vlVec(0.5 * def->headSize.x, 0.0, 0.0)), vlIdentityQuat()};
    vlResult result =
        vlModel_AddBox(world, def->headSize, def->headMass, pose, vlModel_AtRest(), &insect->head);
    vlJointDef ball = vlDefaultJointDef(VL_JOINT_BALL);
    ball.bodyA = insect->thorax;
    ball.bodyB = insect->head;
    return result == VL_OK ? join(world, ball, neck, vlVec(0.0, 0.0, 1.0), vlVec(1.0, 0.0, 0.0),
                                  holdingMotor(def->neckStiffness, def->neckDamping), &insect->neck)
                           : result;
}

// A rod from `start` along y of its frame, which is rotated up by `elevation` about x.
static vlResult addRod(vlWorld* world, const vlInsectDef* def, double length, vlPose start,
                       double elevation, vlBodyId* body, vlPose* end)
{
    vlQuat q = vlMulQ(start.q, vlQuatFromAxisAngle(vlVec(1.0, 0.0, 0.0), elevation));
    vlVec3 way = vlRotate(q, vlVec(0.0, length, 0.0));
    *end = (vlPose){vlAdd(start.p, way), start.q};
    vlPose pose = {vlMulAdd(start.p, 0.5, way), q};
    return vlModel_AddBox(world, vlVec(def->thickness, length, def->thickness), def->linkMass, pose,
                          vlModel_AtRest(), body);
}

// A blunt peg, upright, below `start`.
static vlResult addTarsus(vlWorld* world, const vlInsectDef* def, vlPose start, vlBodyId* body)
{
    vlShape* shape = NULL;
    vlPose pose = {vlAdd(start.p, vlVec(0.0, 0.0, -0.5 * def->tarsus)), start.q};
    vlResult result = vlShape_CreateCone(NULL, SOLE_SIDES, 0.4 * def->thickness,
                                         0.5 * def->thickness, def->tarsus, &shape, NULL, 0);
    return result == VL_OK
               ? vlModel_AddBody(world, shape, def->linkMass, pose, vlModel_AtRest(), body)
               : result;
}

static vlResult addLeg(vlWorld* world, const vlInsectDef* def, int leg, vlVec3 middle,
                       vlInsect* insect)
{
    vlBodyId* link = insect->link[leg];
    // y along the leg, z up: x is the leg's horizontal normal, about which a positive angle lifts
    // it.
    vlQuat plane = vlQuatFromAxisAngle(vlVec(0.0, 0.0, 1.0), azimuthOf(def, leg) - 0.5 * VL_PI);
    vlVec3 up = vlVec(0.0, 0.0, 1.0);
    vlVec3 normal = vlRotate(plane, vlVec(1.0, 0.0, 0.0));
    Bend bend = bendTo(def, def->reach, def->height);
    vlPose groin = {vlAdd(middle, groinOf(def, leg)), plane}, knee, ankle;
    vlMotor motor = holdingMotor(def->stiffness, def->damping);
    vlResult result = addRod(world, def, def->femur, groin, bend.femur, &link[0], &knee);
    if (result == VL_OK) {
        result = addRod(world, def, def->tibia, knee, bend.tibia, &link[1], &ankle);
    }
    if (result == VL_OK) {
        result = addTarsus(world, def, ankle, &link[2]);
    }
    vlJointDef universal = vlDefaultJointDef(VL_JOINT_UNIVERSAL);
    universal.bodyA = insect->thorax;
    universal.bodyB = link[0];
    if (result == VL_OK) {
        result = join(world, universal, groin.p, up, normal, motor, &insect->joint[leg][0]);
    }
    const vlVec3 places[] = {knee.p, ankle.p};
    for (int i = 0; i < 2 && result == VL_OK; ++i) {
        vlJointDef hinge = vlDefaultJointDef(VL_JOINT_HINGE);
        hinge.bodyA = link[i];
        hinge.bodyB = link[i + 1];
        result = join(world, hinge, places[i], normal, up, motor, &insect->joint[leg][i + 1]);
    }
    return result;
}

vlResult vlModel_AddInsect(vlWorld* world, const vlInsectDef* def, vlInsect* insect)
{
    *insect = (vlInsect){0};
    vlVec3 middle = vlVec(0.0, 0.0, def->height);
    vlPose pose = {middle, vlIdentityQuat()};
    vlResult result = vlModel_AddBox(world, def->thoraxSize, def->thoraxMass, pose,
                                     vlModel_AtRest(), &insect->thorax);
    if (result == VL_OK) {
        result = addHead(world, def, middle, insect);
    }
    for (int leg = 0; leg < VL_INSECT_LEGS && result == VL_OK; ++leg) {
        result = addLeg(world, def, leg, middle, insect);
    }
    return result;
}
