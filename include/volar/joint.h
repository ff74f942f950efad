// SPDX-License-Identifier: MIT
#ifndef VOLAR_JOINT_H
#define VOLAR_JOINT_H

// What connects a body to another one or to the world: springs, and joints with motors, limits and
// friction. Both are force elements like contacts, so every integrator can handle them.
//
// A spring has a damper, a rest length and a largest force. With rest length 0 it pulls B's point b
// onto A's point a from any direction,
//     f = k (a - b) + d (va - vb),    va the velocity of A's matter at b,
// with a rest length l it acts only along the line between the points,
//     f = (k (|a - b| - l) + d u . (va - vb)) u,  u = (a - b)/|a - b|.
// A force above `maxForce` is cut to it and keeps its direction, so that a grab that is dragged far
// away pulls with a limited force.

#include "volar/id.h"
#include "volar/math.h"

typedef struct vlWorld vlWorld;

typedef struct vlSpringDef {
    vlBodyId bodyA;     // the null id: the world
    vlBodyId bodyB;     // required; A or B must be dynamic
    vlVec3 pointA;      // m, in the frame of A's shape; world frame if A is the world
    vlVec3 pointB;      // m, in the frame of B's shape
    vlVec3 velocityA;   // m/s, world, with which the anchor moves if A is the world
    double restLength;  // m, >= 0
    double stiffness;   // N/m, >= 0
    double damping;     // N s/m, >= 0
    double spinDamping; // N m s, >= 0: torque against the angular velocity of B relative to A
    double maxForce;    // N, > 0; INFINITY: no limit
} vlSpringDef;

// A spring at the start of the last step. With the implicit integrator its force and torque are
// those that the step applied. All zeros before the spring's first step.
typedef struct vlSpringReport {
    vlVec3 pointA, pointB; // m, world
    vlVec3 force;          // N, on B at pointB, world; A receives its negative
    vlVec3 torque;         // N m, on B, from spinDamping, world
    double energy;         // J, stored: k stretch^2 / 2 (also where the force is cut)
} vlSpringReport;

// A joint holds a frame on B to a frame on A by stiff springs and dampers in the directions that it
// locks. The other directions, its axes, are free. z is the joint's main direction in both frames.
typedef enum vlJointType {
    VL_JOINT_FIXED,     // all directions locked
    VL_JOINT_HINGE,     // axis 0: turns about z
    VL_JOINT_SLIDER,    // axis 0: slides along A's z
    VL_JOINT_BALL,      // axes 0 to 2: components of B's rotation vector against A, in A's frame
    VL_JOINT_UNIVERSAL, // axis 0: turns about A's z, axis 1: about B's x, which stays normal to it
    VL_JOINT_PLANAR,    // axes 0, 1: slide along A's x and y; axis 2: turns about z
    VL_JOINT_DISTANCE,  // axis 0: distance between the two origins, kept within its limits
    VL_JOINT_BUSHING    // nothing locked: springs and dampers in all six directions
} vlJointType;

#define VL_MAX_JOINT_AXES 3

typedef enum vlMotorMode {
    VL_MOTOR_OFF,
    VL_MOTOR_TORQUE,   // target - |target| w/freeSpeed: falls with the speed w along it
    VL_MOTOR_VELOCITY, // damping (target - w)
    VL_MOTOR_POSITION  // stiffness (target - angle) - damping w
} vlMotorMode;

// Drives one axis. Its numbers are torques, angles and angular rates if the axis turns, and forces,
// lengths and speeds if it slides.
typedef struct vlMotor {
    vlMotorMode mode;
    double target;    // N m, rad/s or rad; N, m/s or m
    double stiffness; // N m/rad or N/m, >= 0; POSITION
    double damping;   // N m s/rad or N s/m, >= 0; VELOCITY and POSITION
    double freeSpeed; // rad/s or m/s, > 0; TORQUE; INFINITY: the same torque at any speed
    double maxForce;  // N m or N, > 0: the motor never gives more; INFINITY: no limit
} vlMotor;

// What acts along one axis of a joint.
typedef struct vlAxisDef {
    double lower, upper;   // rad or m, lower <= upper; -INFINITY, INFINITY: no limit
    double limitStiffness; // N m/rad or N/m, > 0, or VL_AUTO: as stiff as the locked directions
    double limitDamping;   // N m s/rad or N s/m, >= 0, or VL_AUTO: half of critical, or all of it
                           // if lower == upper
    double stiffness;      // N m/rad or N/m, >= 0, of a spring that pulls to `rest`
    double rest;           // rad or m
    double damping;        // N m s/rad or N s/m, >= 0, against any motion along the axis
    double friction;       // N m or N, >= 0: dry friction, which holds the axis still up to this
    vlMotor motor;
} vlAxisDef;

typedef struct vlJointDef {
    vlJointType type;
    vlBodyId bodyA;          // the null id: the world
    vlBodyId bodyB;          // required; A or B must be dynamic
    vlPose frameA;           // in the frame of A's shape; world frame if A is the world
    vlPose frameB;           // in the frame of B's shape
    double stiffness;        // N/m, > 0, of the locked sliding directions, or VL_AUTO
    double damping;          // N s/m, >= 0, or VL_AUTO: critical, less if an explicit step needs it
    double angularStiffness; // N m/rad, > 0, of the locked turning directions, or VL_AUTO
    double angularDamping;   // N m s/rad, >= 0, or VL_AUTO: likewise
    vlAxisDef axis[VL_MAX_JOINT_AXES];
    // BUSHING only, in A's frame: N/m, N s/m, N m/rad, N m s/rad, all >= 0.
    vlVec3 bushingStiffness, bushingDamping, bushingAngularStiffness, bushingAngularDamping;
    bool collide; // true: the two bodies can touch each other; false: they pass through each other
} vlJointDef;

// A joint: its forces are those of the last step (implicit: those that the step applied; explicit:
// those of its start), everything else is as of now.
typedef struct vlJointReport {
    vlPose frameA, frameB; // world
    int axisCount;
    double position[VL_MAX_JOINT_AXES];   // rad or m; the angle of a hinge goes on beyond pi
    double velocity[VL_MAX_JOINT_AXES];   // rad/s or m/s
    double motorForce[VL_MAX_JOINT_AXES]; // N m or N, on B
    double limitForce[VL_MAX_JOINT_AXES];
    double frictionForce[VL_MAX_JOINT_AXES];
    vlWrench reaction; // whole wrench on B, world, about frameB's origin; A receives its negative
    double gap;        // m, displacement in the locked sliding directions
    double twist;      // rad, rotation in the locked turning directions
    double energy;     // J, stored in its springs
} vlJointReport;

VL_BEGIN_C

// Rest length, damping and spin damping 0, stiffness 100 N/m, no largest force.
VL_API vlSpringDef vlDefaultSpringDef(void) VL_REALTIME;

// Springs may be created and destroyed between steps, within vlCapacity.springs. With an explicit
// integrator, VL_ERROR_UNSTABLE if the step is too long for a stiffness or damping; the message
// names the limit. Destroying a body destroys its springs.
VL_API VL_WARN_UNUSED vlResult vlWorld_CreateSpring(vlWorld* world, const vlSpringDef* def,
                                                    vlSpringId* spring) VL_REALTIME;
VL_API VL_WARN_UNUSED vlResult vlWorld_DestroySpring(vlWorld* world, vlSpringId spring) VL_REALTIME;
VL_API int vlWorld_GetSpringCount(const vlWorld* world) VL_REALTIME;

// Sets the anchor of a spring whose A is the world: its point (m) and velocity (m/s), world frame.
// VL_ERROR_ARGUMENT if A is a body.
VL_API VL_WARN_UNUSED vlResult vlSpring_SetAnchor(vlWorld* world, vlSpringId spring, vlVec3 point,
                                                  vlVec3 velocity) VL_REALTIME;
VL_API VL_WARN_UNUSED vlResult vlSpring_GetReport(const vlWorld* world, vlSpringId spring,
                                                  vlSpringReport* report) VL_REALTIME;
// Largest stiffness (N/m) and damping (N s/m) that the world's step can hold at the two points of
// `def`; infinite with the implicit integrator.
VL_API VL_WARN_UNUSED vlResult vlWorld_GetSpringLimits(const vlWorld* world, const vlSpringDef* def,
                                                       double* stiffness,
                                                       double* damping) VL_REALTIME;

// Null bodies, identity frames, everything automatic, no limits, springs, friction or motors; the
// joined bodies pass through each other. Unless limits are set, a DISTANCE joint keeps the length
// that it has when it is created.
VL_API vlJointDef vlDefaultJointDef(vlJointType type) VL_REALTIME;

// Sets frameA and frameB so that both are now at `point` (m, world), with z along `axis` and x as
// close to `second` as possible (zero: any direction normal to `axis`).
VL_API VL_WARN_UNUSED vlResult vlJointDef_Place(vlJointDef* def, const vlWorld* world, vlVec3 point,
                                                vlVec3 axis, vlVec3 second) VL_REALTIME;

// Joints may be created and destroyed between steps, within vlCapacity.joints. With an explicit
// integrator, VL_ERROR_UNSTABLE if the step is too long for a stiffness or damping; the message
// names the limit. Destroying a body destroys its joints.
VL_API VL_WARN_UNUSED vlResult vlWorld_CreateJoint(vlWorld* world, const vlJointDef* def,
                                                   vlJointId* joint) VL_REALTIME;
VL_API VL_WARN_UNUSED vlResult vlWorld_DestroyJoint(vlWorld* world, vlJointId joint) VL_REALTIME;
VL_API int vlWorld_GetJointCount(const vlWorld* world) VL_REALTIME;

VL_API VL_WARN_UNUSED vlResult vlJoint_GetReport(const vlWorld* world, vlJointId joint,
                                                 vlJointReport* report) VL_REALTIME;
// Stiffness and damping of the locked directions as used, with the values chosen for VL_AUTO.
VL_API VL_WARN_UNUSED vlResult vlJoint_GetGains(const vlWorld* world, vlJointId joint,
                                                double* stiffness, double* damping,
                                                double* angularStiffness,
                                                double* angularDamping) VL_REALTIME;
VL_API VL_WARN_UNUSED vlResult vlJoint_GetMotor(const vlWorld* world, vlJointId joint, int axis,
                                                vlMotor* motor) VL_REALTIME;
VL_API VL_WARN_UNUSED vlResult vlJoint_SetMotor(vlWorld* world, vlJointId joint, int axis,
                                                const vlMotor* motor) VL_REALTIME;
// Sets only the motor's target.
VL_API VL_WARN_UNUSED vlResult vlJoint_SetTarget(vlWorld* world, vlJointId joint, int axis,
                                                 double target) VL_REALTIME;

VL_END_C

#endif
