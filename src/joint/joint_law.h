// SPDX-License-Identifier: MIT
#ifndef VOLAR_JOINT_JOINT_H
#define VOLAR_JOINT_JOINT_H

// A joint is a set of rows. Each row is a coordinate of B's frame relative to A's, with the rate
//
//   c' = linear . u + angular . s,
//
// where u is the relative velocity at B's frame origin and s the relative angular velocity. Locked
// rows are stiff springs; the rows of the axes have limits, springs, friction and motors. Every row
// makes a force along its own direction, so the whole joint is one force element.

#include "dynamics/element.h"
#include "volar/joint.h"

#define VL_MAX_JOINT_ROWS 6

typedef struct vlJointRow {
    vlVec3 linear, angular; // world
    double coordinate;      // rad or m
    // rad/s or m/s: half of what the coordinate changes beside its rate, because the path of a step
    // is bent; 0 for an explicit step. (T7.11)
    double bend;
} vlJointRow;

typedef struct vlJointRows {
    vlPose frameA, frameB; // world
    vlVec3 origin;         // of B's frame, world
    vlVec3 turn;           // rotation vector of B's frame relative to A's, in A's frame
    int lockedCount, axisCount;
    bool isTurning[VL_MAX_JOINT_ROWS]; // coordinate in rad; otherwise in m
    vlJointRow row[VL_MAX_JOINT_ROWS]; // locked ones first, then the axes
} vlJointRows;

// Inverse mass and inertia of the two sides together: 1/kg and 1/(kg m2).
typedef struct vlJointYield {
    double linear, angular;
} vlJointYield;

// What an axis remembers from step to step.
typedef struct vlAxisMemory {
    double angle;     // last coordinate, so that full turns are counted
    double slip;      // extension of the friction spring there, rad or m
    int8_t slideSide; // -1, 1: friction is at its limit, and the axis slides in that direction
    int8_t motorSide; // -1, 1: the motor is at its limit
    int8_t limitSide; // -1: lower limit acts, 1: upper
} vlAxisMemory;

// Constants and memory; all of it is state.
typedef struct vlJoint {
    vlElementHead head;
    vlJointType type;
    vlPose frameA, frameB; // from the centres of mass; world frame for the world
    double kLinear, bLinear, kAngular, bAngular;
    vlAxisDef axis[VL_MAX_JOINT_AXES]; // limit gains filled in
    double kFriction[VL_MAX_JOINT_AXES], bFriction[VL_MAX_JOINT_AXES];
    vlJointYield brake; // of what a motor moves and must be able to stop
    // Springs up to these, N/m and N m/rad, are soft compared with the step: their force is that at
    // the start of the step. Backward Euler would damp a swing that symplectic Euler keeps.
    double softLinear, softAngular;
    vlVec3 bushing[4]; // stiffness, damping, angular stiffness, angular damping
    bool collide;
    vlAxisMemory memory[VL_MAX_JOINT_AXES];
    vlVec3 lastTurn;  // rotation vector of the last step, so that it does not flip at half a turn
    vlVec3 lastForce; // on B, of the last step, for the geometric stiffness
} vlJoint;

// A force along a row that decreases with the row's rate: force - slope rate, slope >= 0.
typedef struct vlRowLaw {
    double force, slope;
} vlRowLaw;

static inline double vlRowLaw_At(vlRowLaw law, double rate)
{
    return law.force - law.slope * rate;
}

static inline double vlJointRow_Rate(const vlJointRow* row, vlTwist twist)
{
    return vlDot(row->linear, twist.linear) + vlDot(row->angular, twist.angular);
}

// The rate that the laws of an implicit step see.
static inline double vlJointRow_Advance(const vlJointRow* row, vlTwist twist)
{
    return vlJointRow_Rate(row, twist) + row->bend;
}

// The forces along one axis, each in the state that the memory names.
typedef struct vlAxisLaws {
    vlRowLaw spring, limit, motor, friction;
} vlAxisLaws;

// The law of a locked row.
vlRowLaw vlJoint_LockedLaw(const vlJoint* joint, const vlJointRows* rows, int row, double step);
// Fills the report of a joint at the rows, moving with `twist`, except for its forces.
void vlJoint_Observe(const vlJoint* joint, const vlJointRows* rows, vlTwist twist,
                     vlJointReport* report);
// The explicit force at the motions.
vlForceElement vlJoint_Evaluate(vlJoint* joint, const vlMotion* motions, bool remember,
                                vlJointReport* report);

// Implicit: the element for the states of limits, motors and friction in the memory.
vlImplicitElement vlJoint_Linearise(const vlJoint* joint, const vlJointRows* rows, double step);
// The same in the search for a minimum: the wrench and its slope at the relative velocity `twist`
// at the rows' origin; then the states that the final velocity leads to.
vlImplicitElement vlJoint_Respond(const vlJoint* joint, const vlJointRows* rows, vlTwist twist,
                                  double step);
void vlJoint_Settled(vlJoint* joint, const vlJointRows* rows, vlTwist twist, double step);
// True if those states do not hold at the relative velocity `twist` at the rows' origin; the memory
// is then changed. `mayRelease` is false before the last solve: a limit that acts then stays
// active, so that no limit is passed.
bool vlJoint_Check(vlJoint* joint, const vlJointRows* rows, vlTwist twist, double step,
                   bool mayRelease);
// The end of the step: fills the report, and the work done at the mean relative velocity `mean`,
// that of motors apart from the rest.
void vlJoint_Finish(vlJoint* joint, const vlJointRows* rows, const vlImplicitElement* element,
                    vlTwist twist, vlTwist mean, double step, vlJointReport* report,
                    double* jointWork, double* motorWork);

#endif
