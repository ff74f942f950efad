// SPDX-License-Identifier: MIT
// Time-domain passivity [HR02], and the ledger of energies.
//
// The observer of [HR02] sums f(n) v(n) dt, with the force of this tick and the velocity up to it.
// A force is held until the next tick, so that sum misses the energy that sampling itself creates.
// The energy of a tick is known one tick later: the held force times the distance moved. Here the
// past is counted from poses, which do not lag as velocities do; only the coming tick is predicted
// with v dt, and the series damper of [HR02] removes what would be missing at its end.

#include <string.h>

#include "haptic/passivity_control.h"
#include "haptic/port_booking.h"
#include "haptic/rotation.h"
#include "volar/passivity.h"

// s between two measurements of the slowest device; a longer pause does not make a jump plausible.
#define LONGEST_STILL 0.05
// s. In a longer tick the loop stood still, and it is unknown what the device rendered.
#define LONGEST_TICK 0.1

const char* vlPort_Name(vlPort port)
{
    switch (port) {
#define VL_PORT_TEXT(port, name)                                                                   \
    case port: return name;
        VL_PORT_MAP(VL_PORT_TEXT)
#undef VL_PORT_TEXT
    case VL_PORT_COUNT: break;
    }
    return "unknown";
}

void vlPortLedger_Init(vlPortLedger* ledger)
{
    memset(ledger, 0, sizeof *ledger);
}

void vlPortLedger_Book(vlPortLedger* ledger, vlPort port, double energy)
{
    bool isPort = (unsigned)port < VL_PORT_COUNT;
    vlPortEnergy* entry = &ledger->ports[isPort ? port : VL_PORT_DEVICE];
    // A sum that is not finite would make the audit useless.
    if (!isPort || !isfinite(entry->taken + fabs(energy)) ||
        !isfinite(entry->given + fabs(energy))) {
        ++ledger->refused;
        return;
    }
    entry->taken += fmax(energy, 0.0);
    entry->given += fmax(-energy, 0.0);
    entry->net += energy;
    entry->lowest = fmin(entry->lowest, entry->net);
    entry->highest = fmax(entry->highest, entry->net);
}

vlAudit vlPortLedger_Audit(const vlPortLedger* ledger, double tolerance)
{
    const vlPortEnergy* device = &ledger->ports[VL_PORT_DEVICE];
    vlAudit audit = {.givenToHand = -device->net,
                     .mostGivenToHand = -device->lowest,
                     .mostTakenOfHand = device->highest,
                     .tolerance = tolerance,
                     .isActive = !(device->lowest >= -tolerance),
                     .source = VL_PORT_COUPLING,
                     .refused = ledger->refused};
    for (int i = 0; i < VL_PORT_COUNT; ++i) {
        audit.port[i] = ledger->ports[i].net;
        audit.portLowest[i] = ledger->ports[i].lowest;
        audit.isPortActive[i] = !(ledger->ports[i].lowest >= -tolerance);
        if (i != VL_PORT_DEVICE && audit.port[i] < audit.port[audit.source]) {
            audit.source = (vlPort)i;
        }
    }
    return audit;
}

vlPassivityDef vlDefaultPassivityDef(void)
{
    vlPassivityDef def = {.isOn = true,
                          .maxDamping = 5.0,
                          .maxAngularDamping = 0.0,
                          .maxCredit = HUGE_VAL,
                          .maxSpeed = 5.0,
                          .maxSpin = 100.0};
    return def;
}

vlResult vlPassivity_Init(vlPassivity* passivity, const vlPassivityDef* def)
{
    const double most = 1e9;
    if (!(def->maxDamping >= 0.0 && def->maxDamping <= most) ||
        !(def->maxAngularDamping >= 0.0 && def->maxAngularDamping <= most) ||
        !(def->maxCredit >= 0.0) || !(def->maxSpeed > 0.0 && def->maxSpeed <= most) ||
        !(def->maxSpin > 0.0 && def->maxSpin <= most)) {
        return VL_ERROR_ARGUMENT;
    }
    memset(passivity, 0, sizeof *passivity);
    passivity->def = *def;
    passivity->pose = vlIdentityPose();
    return VL_OK;
}

static double workOf(const vlWrench* wrench, vlVec3 step, vlVec3 turn)
{
    return vlDot(wrench->force, step) + vlDot(wrench->torque, turn);
}

static bool isFiniteWrench(const vlWrench* wrench)
{
    return vlIsFinite(wrench->force) && vlIsFinite(wrench->torque);
}

// The energy that the hand put in over the tick that ended, or nothing if the device jumped.
static void observe(vlPassivity* passivity, double dt, const vlPose* pose, const vlWrench* wanted,
                    vlPortLedger* ledger)
{
    const vlPassivityDef* def = &passivity->def;
    vlVec3 step = vlSub(pose->p, passivity->pose.p);
    vlVec3 turn = vlRotation_BetweenAny(passivity->pose.q, pose->q);
    // A device slower than the loop stands still in between, and then moves several ticks'
    // distance.
    double time = passivity->stillTime + fmax(dt, 0.0);
    bool isStill = vlDot(step, step) + vlDot(turn, turn) <= 0.0;
    passivity->stillTime = isStill ? fmin(time, LONGEST_STILL) : 0.0;
    bool isMotion = dt > 0.0 && dt <= LONGEST_TICK && vlLength(step) <= def->maxSpeed * time &&
                    vlLength(turn) <= def->maxSpin * time;
    double energy = isMotion ? -workOf(&passivity->sent, step, turn) : 0.0;
    passivity->step = passivity->turn = vlZero();
    if (!isMotion || !isfinite(energy)) {
        ++passivity->dismissed;
        return;
    }
    passivity->step = step;
    passivity->turn = turn;
    double offer = workOf(wanted, step, turn);
    passivity->offered += isfinite(offer) ? offer : 0.0;
    // The part of it that the controller's damper took; the damper acted along the predicted
    // velocity.
    passivity->dissipated -= workOf(&passivity->added, step, turn);
    passivity->energy = fmin(def->maxCredit, passivity->energy + energy);
    passivity->lowest = fmin(passivity->lowest, passivity->energy);
    if (ledger != NULL) {
        vlPortLedger_Book(ledger, VL_PORT_DEVICE, energy);
    }
}

// The damper that keeps the energy at the end of the coming tick from being negative. Force and
// torque share one energy: energy that was put in by turning may come back by pushing. So both
// dampers are the same fraction of the largest that the device renders well.
static void control(vlPassivity* passivity, double dt, const vlTwist* twist, const vlWrench* wanted)
{
    const vlPassivityDef* def = &passivity->def;
    double foreseen = passivity->energy - dt * workOf(wanted, twist->linear, twist->angular);
    double most = dt * (def->maxDamping * vlDot(twist->linear, twist->linear) +
                        def->maxAngularDamping * vlDot(twist->angular, twist->angular));
    if (!(foreseen < 0.0 && most > 0.0 && isfinite(most))) {
        return;
    }
    passivity->share = fmin(1.0, -foreseen / most);
    passivity->added.force = vlScale(twist->linear, -passivity->share * def->maxDamping);
    passivity->added.torque = vlScale(twist->angular, -passivity->share * def->maxAngularDamping);
    ++passivity->acted;
    passivity->saturated += -foreseen > most ? 1u : 0u;
}

vlWrench vlPassivity_Apply(vlPassivity* passivity, double dt, const vlPose* pose,
                           const vlTwist* twist, const vlWrench* wanted, vlPortLedger* ledger)
{
    vlVec3 turned = vlVec(pose->q.x, pose->q.y, pose->q.z);
    bool isGood = isfinite(dt) && vlIsFinite(pose->p) && isfinite(pose->q.w) &&
                  vlIsFinite(turned) && vlIsFinite(twist->linear) && vlIsFinite(twist->angular) &&
                  isFiniteWrench(wanted);
    if (isGood && passivity->isStarted) {
        observe(passivity, dt, pose, wanted, ledger);
    } else if (!isGood) {
        ++passivity->dismissed;
    }
    passivity->share = 0.0;
    passivity->added = (vlWrench){vlZero(), vlZero()};
    if (!isGood) {
        // Nothing is known of the coming tick: the next good one starts again.
        passivity->isStarted = false;
        passivity->stillTime = 0.0;
        return *wanted;
    }
    if (passivity->def.isOn && dt > 0.0) {
        control(passivity, dt, twist, wanted);
    }
    passivity->isStarted = true;
    passivity->pose = *pose;
    passivity->sent.force = vlAdd(wanted->force, passivity->added.force);
    passivity->sent.torque = vlAdd(wanted->torque, passivity->added.torque);
    return passivity->sent;
}

void vlPassivity_SetSent(vlPassivity* passivity, const vlWrench* sent)
{
    if (isFiniteWrench(sent)) {
        // The world did not give the work that a limit took away from the wrench, either.
        vlWrench more = {vlSub(sent->force, passivity->sent.force),
                         vlSub(sent->torque, passivity->sent.torque)};
        double offer = workOf(&more, passivity->step, passivity->turn);
        passivity->offered += isfinite(offer) ? offer : 0.0;
        passivity->byLimits += isfinite(offer) ? offer : 0.0;
        passivity->step = passivity->turn = vlZero();
        passivity->sent = *sent;
    }
}
