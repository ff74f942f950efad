// SPDX-License-Identifier: MIT
#include "device/mechanism.h"

#include <string.h>

#include "base/angle.h"
#include "device/backend.h"
#include "device/pantograph_parts.h"

#define LEAST_COUNTS 100.0
#define MOST_COUNTS 1e9
#define MOST_TORQUE 1e6   // N m
#define LEAST_CUTOFF 1e-3 // Hz
// The area within the stop is checked at this many directions and crank angles, and TRIED_RADII
// radii: a linkage that works there works in between, because its rates vary over tenths of a
// metre.
#define TRIED 16
#define TRIED_RADII 4

static vlHandObserverDef observerOf(const vlSimulatedDeviceDef* def)
{
    vlHandObserverDef o = {.mass = {def->mass, def->mass, def->inertia},
                           .damping = {def->damping, def->damping, def->angularDamping},
                           .gain = def->mechanism.observerGain,
                           .step = 1.0 / def->info.rate};
    return o;
}

// Does the linkage work everywhere within the stop? Even within its reach it can pass through a
// singular position.
static bool isWholeWithin(const vlSimulatedMechanism* m, char* message, size_t size)
{
    for (int i = 0; i < TRIED * TRIED * TRIED_RADII; ++i) {
        int direction = i % TRIED;
        int turn = i / TRIED % TRIED;
        int ring = i / (TRIED * TRIED) + 1;
        double sine;
        double cosine;
        vlSinCos(direction * (2.0 * VL_PI / TRIED), &sine, &cosine);
        double r = m->stop * ring / TRIED_RADII;
        vlVec3 pose = vlVec(r * cosine, r * sine, turn * (2.0 * VL_PI / TRIED));
        vlPantographState state;
        vlPantographFault fault = vlPantograph_RatesAt(&m->pantograph, pose, &state);
        if (fault != VL_PANTOGRAPH_OK) {
            vlDevice_Say(message, size, "at (%.3g, %.3g) m and %.3g rad, motor %d: %s", pose.x,
                         pose.y, pose.z, state.worst, vlPantographFault_Text(fault));
            return false;
        }
    }
    return true;
}

bool vlMechanism_IsValid(const vlSimulatedDeviceDef* def, char* message, size_t size)
{
    const vlSimulatedMechanism* m = &def->mechanism;
    double reach = vlPantograph_GetReach(&m->pantograph);
    if (!def->info.hasOrientation) {
        vlDevice_Say(message, size, "a pantograph reads its orientation: hasOrientation is false");
        return false;
    }
    if (!(m->maxMotorTorque > 0.0 && m->maxMotorTorque <= MOST_TORQUE)) {
        vlDevice_Say(message, size, "maxMotorTorque is %g N m, expected above 0, at most 1e6",
                     m->maxMotorTorque);
        return false;
    }
    bool isCounted = m->counts == 0.0 || (m->counts >= LEAST_COUNTS && m->counts <= MOST_COUNTS &&
                                          floor(m->counts) == m->counts);
    if (!isCounted) {
        vlDevice_Say(message, size, "counts is %g, expected 0 or a whole number from 100 to 1e9",
                     m->counts);
        return false;
    }
    if (!(m->velocityCutoff >= LEAST_CUTOFF && m->velocityCutoff <= VL_MAX_SIMULATED_RATE)) {
        vlDevice_Say(message, size, "velocityCutoff is %g Hz, expected 1e-3 to %g",
                     m->velocityCutoff, VL_MAX_SIMULATED_RATE);
        return false;
    }
    if (!(m->stop > 0.0 && m->stop < reach)) {
        vlDevice_Say(message, size, "stop is %g m, expected above 0 and below the reach, %g m",
                     m->stop, reach);
        return false;
    }
    double z = def->start.p.z;
    bool isPlanar = z == 0.0 && def->start.q.x == 0.0 && def->start.q.y == 0.0 &&
                    vlLength(def->start.p) <= m->stop;
    if (!isPlanar) {
        vlDevice_Say(message, size,
                     "start is not in the plane z = 0 within the stop, turned about z");
        return false;
    }
    vlHandObserverDef observed = observerOf(def);
    vlHandObserver observer;
    return vlHandObserver_Init(&observer, &observed, message, size) == VL_OK &&
           isWholeWithin(m, message, size);
}

void vlMechanism_Begin(vlMechanism* m, const vlSimulatedDeviceDef* def, vlVec3 start)
{
    memset(m, 0, sizeof *m);
    m->def = def->mechanism;
    double lag = def->info.rate / (2.0 * VL_PI * m->def.velocityCutoff); // samples
    m->smoothing = 1.0 / (1.0 + lag);
    m->perSample = def->info.rate;
    // Accepted when the device was made: vlHandObserver_Init, which writes messages, is not needed.
    const vlHandObserver fresh = {.def = observerOf(def)};
    m->observer = fresh;
    vlPantographFault fault = vlPantograph_AtPose(&m->def.pantograph, start, &m->measured);
    (void)fault; // the start was accepted too
    m->now = m->measured;
    vlMechanism_Measure(m, start);
    m->velocity = vlZero(); // the first difference is that from the true pose to the measured one
    m->observer = fresh;
}

void vlMechanism_Drive(vlMechanism* m, const vlWrench* wrench, double torques[VL_PANTOGRAPH_MOTORS])
{
    vlVec3 planar = vlVec(wrench->force.x, wrench->force.y, wrench->torque.z);
    vlPantograph_GetTorques(&m->measured, planar, torques); // (T12.6)
    double most = 0.0;
    for (int j = 0; j < VL_PANTOGRAPH_MOTORS; ++j) {
        most = fmax(most, fabs(torques[j]));
    }
    // All torques are scaled alike: the wrench keeps its direction, and no internal force acts on
    // the crank.
    if (most > m->def.maxMotorTorque) {
        for (int j = 0; j < VL_PANTOGRAPH_MOTORS; ++j) {
            torques[j] *= m->def.maxMotorTorque / most;
        }
        ++m->cutWrites;
    }
    m->mostDropped = fmax(m->mostDropped, fabs(wrench->force.z));
}

vlVec3 vlMechanism_Push(vlMechanism* m, vlVec3 pose)
{
    vlPantographFault fault = vlPantograph_RatesAt(&m->def.pantograph, pose, &m->now);
    return fault == VL_PANTOGRAPH_OK ? vlPantograph_GetWrench(&m->now, m->torques) // (T12.5)
                                     : vlZero(); // the stop prevents it
}

void vlMechanism_Measure(vlMechanism* m, vlVec3 pose)
{
    vlPantographState state;
    vlPantographState measured;
    if (vlPantograph_AtPose(&m->def.pantograph, pose, &state) != VL_PANTOGRAPH_OK) {
        return;
    }
    m->now = state;
    double count = m->def.counts > 0.0 ? 2.0 * VL_PI / m->def.counts : 0.0;
    for (int j = 0; j < VL_PANTOGRAPH_MOTORS && count > 0.0; ++j) {
        state.angles[j] = count * floor(state.angles[j] / count + 0.5);
    }
    if (vlPantograph_AtAngles(&m->def.pantograph, state.angles, m->measured.pose.z, &measured) !=
        VL_PANTOGRAPH_OK) {
        return;
    }
    vlVec3 difference = vlScale(vlSub(measured.pose, m->measured.pose), m->perSample);
    m->velocity = vlMulAdd(m->velocity, m->smoothing, vlSub(difference, m->velocity));
    m->measured = measured;
    m->worstClosure = fmax(m->worstClosure, fabs(measured.closure));
    // The torques are still those of the time since the last sample.
    (void)vlHandObserver_Update(&m->observer, m->velocity,
                                vlPantograph_GetWrench(&measured, m->torques));
}
