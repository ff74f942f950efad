// SPDX-License-Identifier: MIT
#ifndef VOLAR_JOINT_H
#define VOLAR_JOINT_H

// What ties a body to another one or to the world: springs, and joints with motors, limits and
// friction. Both are force elements like contacts: every integrator takes them as they are.
//
// A spring has a damper, a rest length and a largest force. With rest length 0 it pulls B's point
// onto A's point from any direction,
//     f = k (a - b) + d (va - vb),    va the velocity of A's matter at b,
// with a rest length l it acts along the line between the points only,
//     f = (k (|a - b| - l) + d u . (va - vb)) u,  u = (a - b)/|a - b|.
// A force above `maxForce` is cut to it, direction kept: a hand can then pull without tearing.

#include "volar/id.h"
#include "volar/math.h"

typedef struct vlWorld vlWorld;

typedef struct vlSpringDef {
    vlBodyId bodyA;     // the null id: the world
    vlBodyId bodyB;     // a body; required
    vlVec3 pointA;      // m, in the frame of A's shape; world frame if A is the world
    vlVec3 pointB;      // m, in the frame of B's shape
    vlVec3 velocityA;   // m/s, at which an anchor in the world travels on by itself
    double restLength;  // m, >= 0
    double stiffness;   // N/m, >= 0
    double damping;     // N s/m, >= 0
    double spinDamping; // N m s, >= 0: torque against the angular velocity of B relative to A
    double maxForce;    // N, > 0; INFINITY: none
} vlSpringDef;

// A spring at the start of the last step; with an implicit integrator its force and torque are
// those that the step applied.
typedef struct vlSpringReport {
    vlVec3 pointA, pointB; // m, world
    vlVec3 force;          // N, on B at pointB, world; A receives its negative
    vlVec3 torque;         // N m, on B, of spinDamping
    double energy;         // J, stored: k stretch^2 / 2 (also where the force is cut)
} vlSpringReport;

// A joint holds a frame on B to a frame on A by stiff springs and dampers in the directions it
// locks, and leaves the others, its axes, free. z is the joint's main direction in both frames.
typedef enum vlJointType {
    VL_JOINT_FIXED,     // all held
    VL_JOINT_HINGE,     // axis 0: turns about z
    VL_JOINT_SLIDER,    // axis 0: slides along A's z
    VL_JOINT_BALL,      // axes 0 to 2: components of B's rotation vector against A, in A's frame
    VL_JOINT_UNIVERSAL, // axis 0: turns about A's z, axis 1: about B's x, which stays normal to it
    VL_JOINT_PLANAR,    // axes 0, 1: slide along A's x and y; axis 2: turns about z
    VL_JOINT_DISTANCE,  // axis 0: distance of the two origins; held between its limits
    VL_JOINT_BUSHING    // nothing rigid: springs and dampers in all six directions
} vlJointType;

#define VL_MAX_JOINT_AXES 3

typedef enum vlMotorMode {
    VL_MOTOR_OFF,
    VL_MOTOR_TORQUE,   // `target`, falling with speed if `freeSpeed` says so: T0 (1 - w/wf)
    VL_MOTOR_VELOCITY, // damping (target - w)
    VL_MOTOR_POSITION  // stiffness (target - angle) - damping w
} vlMotorMode;

// Drives one axis. Torques, angles and their rates for an axis that turns; forces, lengths and
// their rates for one that slides.
typedef struct vlMotor {
    vlMotorMode mode;
    double target;    // N m, rad/s or rad; N, m/s or m
    double stiffness; // N m/rad or N/m, >= 0; POSITION
    double damping;   // N m s/rad or N s/m, >= 0; VELOCITY and POSITION
    double freeSpeed; // wf, rad/s or m/s, > 0, of TORQUE; INFINITY: the same torque at any speed
    double maxForce;  // N m or N, > 0: never more than this; INFINITY: none
} vlMotor;

// What acts along one axis of a joint.
typedef struct vlAxisDef {
    double lower, upper;   // rad or m, lower <= upper; -INFINITY, INFINITY: no limit
    double limitStiffness; // N m/rad or N/m, > 0, or VL_AUTO: as stiff as the locked directions
    double limitDamping;   // N m s/rad or N s/m, >= 0, or VL_AUTO: half of critical
    double stiffness;      // of a spring to `rest`, >= 0
    double rest;           // rad or m
    double damping;        // >= 0, against any motion
    double friction;       // N m or N, >= 0: dry friction, which truly holds below this
    vlMotor motor;
} vlAxisDef;

typedef struct vlJointDef {
    vlJointType type;
    vlBodyId bodyA;          // the null id: the world
    vlBodyId bodyB;          // a body; required
    vlPose frameA;           // in the frame of A's shape; world frame if A is the world
    vlPose frameB;           // in the frame of B's shape
    double stiffness;        // N/m, > 0, of the locked sliding directions, or VL_AUTO
    double damping;          // N s/m, >= 0, or VL_AUTO: critical
    double angularStiffness; // N m/rad, > 0, of the locked turning directions, or VL_AUTO
    double angularDamping;   // N m s/rad, >= 0, or VL_AUTO: critical
    vlAxisDef axis[VL_MAX_JOINT_AXES];
    // BUSHING only, in A's frame: N/m, N s/m, N m/rad, N m s/rad, all >= 0.
    vlVec3 bushingStiffness, bushingDamping, bushingAngularStiffness, bushingAngularDamping;
    bool collide; // true: the two bodies still touch each other
} vlJointDef;

// A joint: forces of the last step, places and speeds of now.
typedef struct vlJointReport {
    vlPose frameA, frameB; // world
    int axisCount;
    double position[VL_MAX_JOINT_AXES];   // rad or m; turns of a hinge count on beyond pi
    double velocity[VL_MAX_JOINT_AXES];   // rad/s or m/s
    double motorForce[VL_MAX_JOINT_AXES]; // N m or N, on B
    double limitForce[VL_MAX_JOINT_AXES];
    double frictionForce[VL_MAX_JOINT_AXES];
    vlWrench reaction; // all of the joint on B, about frameB's origin; A receives its negative
    double gap;        // m, by how far the locked sliding directions give way
    double twist;      // rad, the same of the turning ones
    double energy;     // J, stored in its springs
} vlJointReport;

VL_BEGIN_C

// Rest length, damping and spin damping 0, stiffness 100 N/m, no largest force.
VL_API vlSpringDef vlDefaultSpringDef(void) VL_REALTIME;

// Real-time: springs may come and go between steps, within vlCapacity.springs. VL_ERROR_UNSTABLE,
// with the limit in the message, if the step is too long for the stiffness or damping.
VL_API VL_WARN_UNUSED vlResult vlWorld_CreateSpring(vlWorld* world, const vlSpringDef* def,
                                                    vlSpringId* spring) VL_REALTIME;
VL_API VL_WARN_UNUSED vlResult vlWorld_DestroySpring(vlWorld* world, vlSpringId spring) VL_REALTIME;
VL_API int vlWorld_GetSpringCount(const vlWorld* world) VL_REALTIME;

// Moves the anchor of a spring whose A is the world: its point and velocity, world.
VL_API VL_WARN_UNUSED vlResult vlSpring_SetAnchor(vlWorld* world, vlSpringId spring, vlVec3 point,
                                                  vlVec3 velocity) VL_REALTIME;
VL_API VL_WARN_UNUSED vlResult vlSpring_GetReport(const vlWorld* world, vlSpringId spring,
                                                  vlSpringReport* report) VL_REALTIME;
// Largest stiffness (N/m) and damping (N s/m) that the world's step can hold at these two points.
VL_API VL_WARN_UNUSED vlResult vlWorld_GetSpringLimits(const vlWorld* world, const vlSpringDef* def,
                                                       double* stiffness,
                                                       double* damping) VL_REALTIME;

// Null bodies, identity frames, everything automatic, no limits, springs, friction or motors,
// joined bodies not touching each other. DISTANCE holds at its length when created unless limits
// are set.
VL_API vlJointDef vlDefaultJointDef(vlJointType type) VL_REALTIME;

// How many axes joints of a type have, and whether an axis turns (rad) or slides (m).
VL_API int vlJointType_GetAxisCount(vlJointType type) VL_REALTIME;
VL_API bool vlJointType_IsTurning(vlJointType type, int axis) VL_REALTIME;

// Sets frameA and frameB so that both are now at the world point `point` with z along `axis` and x
// along `second` as nearly as that is possible (zero: any direction normal to `axis`).
VL_API VL_WARN_UNUSED vlResult vlJointDef_Place(vlJointDef* def, const vlWorld* world, vlVec3 point,
                                                vlVec3 axis, vlVec3 second) VL_REALTIME;

// Real-time: joints may come and go between steps, within vlCapacity.joints. With an explicit
// integrator VL_ERROR_UNSTABLE, with the limit in the message, if the step is too long for a
// stiffness or damping.
VL_API VL_WARN_UNUSED vlResult vlWorld_CreateJoint(vlWorld* world, const vlJointDef* def,
                                                   vlJointId* joint) VL_REALTIME;
VL_API VL_WARN_UNUSED vlResult vlWorld_DestroyJoint(vlWorld* world, vlJointId joint) VL_REALTIME;
VL_API int vlWorld_GetJointCount(const vlWorld* world) VL_REALTIME;

VL_API VL_WARN_UNUSED vlResult vlJoint_GetReport(const vlWorld* world, vlJointId joint,
                                                 vlJointReport* report) VL_REALTIME;
// Stiffness and damping of the locked directions in force (what VL_AUTO came to).
VL_API VL_WARN_UNUSED vlResult vlJoint_GetGains(const vlWorld* world, vlJointId joint,
                                                double* stiffness, double* damping,
                                                double* angularStiffness,
                                                double* angularDamping) VL_REALTIME;
VL_API VL_WARN_UNUSED vlResult vlJoint_GetMotor(const vlWorld* world, vlJointId joint, int axis,
                                                vlMotor* motor) VL_REALTIME;
VL_API VL_WARN_UNUSED vlResult vlJoint_SetMotor(vlWorld* world, vlJointId joint, int axis,
                                                const vlMotor* motor) VL_REALTIME;
// The motor's target alone.
VL_API VL_WARN_UNUSED vlResult vlJoint_SetTarget(vlWorld* world, vlJointId joint, int axis,
                                                 double target) VL_REALTIME;

VL_END_C

#endif
