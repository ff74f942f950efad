// SPDX-License-Identifier: MIT
#ifndef VOLAR_TESTS_SANE_WORLD_H
#define VOLAR_TESTS_SANE_WORLD_H

// What holds for every world after every step: all values that can be read are finite, counts agree
// with each other and with the capacity, sleeping bodies do not move. Functions return NULL, or say
// what is broken.

#include "volar/volar.h"

static inline bool vlSane_IsFinite(const double* number, int count)
{
    for (int i = 0; i < count; ++i) {
        if (!isfinite(number[i])) {
            return false;
        }
    }
    return true;
}

static inline bool vlSane_IsFiniteWrench(vlWrench w)
{
    return vlIsFinite(w.force) && vlIsFinite(w.torque);
}

static inline bool vlSane_IsPose(vlPose pose)
{
    vlQuat q = pose.q;
    double square = q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z;
    // 1e-12: rotations are normalised at the end of a step, which leaves a few roundings.
    return vlIsFinite(pose.p) && fabs(square - 1.0) < 1e-12;
}

static inline const char* vlSane_Body(const vlWorld* world, vlBodyId id)
{
    vlPose pose;
    vlTwist twist;
    vlVec3 momentum, centre;
    if (vlBody_GetPose(world, id, &pose) != VL_OK || vlBody_GetTwist(world, id, &twist) != VL_OK ||
        vlBody_GetAngularMomentum(world, id, &momentum) != VL_OK ||
        vlBody_GetCentre(world, id, &centre) != VL_OK) {
        return "a body in the list cannot be read";
    }
    if (!vlSane_IsPose(pose) || !vlIsFinite(centre)) {
        return "a pose is not finite or its rotation not of unit length";
    }
    if (!vlIsFinite(twist.linear) || !vlIsFinite(twist.angular) || !vlIsFinite(momentum)) {
        return "a velocity or momentum is not finite";
    }
    bool isStill = vlLength(twist.linear) == 0.0 && vlLength(twist.angular) == 0.0 &&
                   vlLength(momentum) == 0.0;
    return vlBody_IsAsleep(world, id) && !isStill ? "a sleeping body has a velocity" : NULL;
}

static inline const char* vlSane_Contact(const vlWorld* world, int i)
{
    vlContactReport r;
    vlVec3 point[64];
    int count = 0;
    if (vlWorld_GetContact(world, i, &r) != VL_OK ||
        vlWorld_GetContactPolygon(world, i, point, 64, &count) != VL_OK) {
        return "a contact in the list cannot be read";
    }
    if (!vlWorld_IsValid(world, r.bodyA) || !vlWorld_IsValid(world, r.bodyB)) {
        return "a contact is of bodies that are not there";
    }
    const double number[] = {r.volume,     r.area,     r.depth,       r.groupArea,
                             r.stiffnessN, r.dampingN, r.stiffnessS,  r.dampingS,
                             r.twist,      r.depth,    r.normalForce, r.frictionTorque};
    if (!vlSane_IsFinite(number, (int)(sizeof number / sizeof number[0])) ||
        !vlIsFinite(r.origin) || !vlIsFinite(r.centreOfPressure) || !vlIsFinite(r.slip) ||
        !vlIsFinite(r.frictionForce) || !vlSane_IsFiniteWrench(r.wrench)) {
        return "a number of a contact is not finite";
    }
    // 1e-12: the last operation on a normal is normalisation; its length is off by a few roundings.
    if (!(fabs(vlLength(r.normal) - 1.0) < 1e-12) || r.normalForce < 0.0 || r.stiffnessN < 0.0 ||
        r.dampingN < 0.0 || r.stiffnessS < 0.0 || r.dampingS < 0.0) {
        return "a contact pulls, or has no normal";
    }
    for (int k = 0; k < count && k < 64; ++k) {
        if (!vlIsFinite(point[k])) {
            return "a contact polygon is not finite";
        }
    }
    return NULL;
}

static inline const char* vlSane_Joint(const vlWorld* world, vlJointId id)
{
    vlJointReport r;
    if (vlJoint_GetReport(world, id, &r) != VL_OK) {
        return "a joint cannot be read";
    }
    if (r.axisCount < 0 || r.axisCount > VL_MAX_JOINT_AXES) {
        return "a joint has a number of axes that no joint has";
    }
    if (!vlSane_IsPose(r.frameA) || !vlSane_IsPose(r.frameB)) {
        return "a joint's frame is not finite or its rotation not of unit length";
    }
    if (!vlSane_IsFinite(r.position, r.axisCount) || !vlSane_IsFinite(r.velocity, r.axisCount)) {
        return "a joint's position or velocity is not finite";
    }
    if (!vlSane_IsFinite(r.motorForce, r.axisCount) ||
        !vlSane_IsFinite(r.limitForce, r.axisCount) ||
        !vlSane_IsFinite(r.frictionForce, r.axisCount) || !vlSane_IsFiniteWrench(r.reaction)) {
        return "a joint's force is not finite";
    }
    const double stored[] = {r.gap, r.twist, r.energy};
    if (!vlSane_IsFinite(stored, 3) || r.gap < 0.0 || r.twist < 0.0 || r.energy < 0.0) {
        return "a joint's gap, twist or energy is not finite, or negative";
    }
    return NULL;
}

static inline const char* vlSane_Spring(const vlWorld* world, vlSpringId id)
{
    vlSpringReport r;
    if (vlSpring_GetReport(world, id, &r) != VL_OK) {
        return "a spring cannot be read";
    }
    if (!vlIsFinite(r.pointA) || !vlIsFinite(r.pointB) || !vlIsFinite(r.force) ||
        !vlIsFinite(r.torque) || !isfinite(r.energy)) {
        return "a spring is not finite";
    }
    return NULL;
}

static inline const char* vlSane_Ledger(const vlLedger* l)
{
    const double number[] = {l->gravity,  l->applied, l->driven,  l->contactSprings,
                             l->friction, l->springs, l->joints,  l->contactDampers,
                             l->motors,   l->loss,    l->turnover};
    bool isFinite = vlSane_IsFinite(number, (int)(sizeof number / sizeof number[0]));
    return isFinite && l->turnover >= 0.0 ? NULL : "the ledger is not finite";
}

// Kinetic energy of all bodies, J.
static inline double vlSane_KineticEnergy(const vlWorld* world)
{
    double sum = 0.0;
    for (int i = 0; i < vlWorld_GetBodyCount(world); ++i) {
        double energy = 0.0;
        vlResult result = vlBody_GetKineticEnergy(world, vlWorld_GetBody(world, i), &energy);
        sum += result == VL_OK ? energy : (double)NAN;
    }
    return sum;
}

// The energy that the bodies have gained by the ledger, J.
static inline double vlSane_Booked(const vlLedger* l)
{
    return l->gravity + l->applied + l->driven + l->contactSprings + l->contactDampers +
           l->friction + l->springs + l->joints + l->motors + l->loss;
}

// Holds whatever numbers the world was given: bodies are frozen before their numbers become
// infinite.
static inline const char* vlSane_Bodies(const vlWorld* world, const vlCapacity* room)
{
    int asleep = 0;
    for (int i = 0; i < vlWorld_GetBodyCount(world); ++i) {
        vlBodyId id = vlWorld_GetBody(world, i);
        const char* broken = vlSane_Body(world, id);
        if (broken != NULL) {
            return broken;
        }
        asleep += vlBody_IsAsleep(world, id);
    }
    vlStepInfo info = vlWorld_GetStepInfo(world);
    if (info.contactCount != vlWorld_GetContactCount(world) || info.contactCount > room->contacts ||
        info.pairCount > room->pairs) {
        return "more contacts or pairs than there is room for";
    }
    if (info.asleepBodies != asleep || info.solves < 0 || info.solves > 4 ||
        info.unsettledIslands > info.islandCount) {
        return "the counts of a step contradict each other";
    }
    return NULL;
}

// Holds if products of a few of the numbers given are finite. Covers everything except joints and
// springs, whose ids only their creator knows.
static inline const char* vlSane_Reports(const vlWorld* world)
{
    const char* broken = NULL;
    for (int i = 0; i < vlWorld_GetBodyCount(world) && broken == NULL; ++i) {
        vlWrench wrench;
        vlBodyId id = vlWorld_GetBody(world, i);
        if (vlBody_GetContactWrench(world, id, &wrench) != VL_OK ||
            !vlSane_IsFiniteWrench(wrench)) {
            broken = "the sum of a body's contact wrenches is not finite";
        }
    }
    for (int i = 0; i < vlWorld_GetContactCount(world) && broken == NULL; ++i) {
        broken = vlSane_Contact(world, i);
    }
    vlLedger ledger = vlWorld_GetLedger(world);
    return broken == NULL ? vlSane_Ledger(&ledger) : broken;
}

#endif
