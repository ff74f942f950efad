// SPDX-License-Identifier: MIT
// The observer of a hand's wrench, per axis. With m the mass, b the damping, u the wrench of the
// motors, v the velocity, L the gain and T the step:
//
//   r = L (m v - p),   p' = p + T (u - b v + r)                                      (T12.9)
//
// p is the momentum that the known forces and the estimate r explain. If m v really grows by T (u -
// b v + f), then f - r shrinks by the factor 1 - L T in every sample (T12.10).

#include "device/hand_observer.h"

#include <stdio.h>

#define MOST 1e6

static bool isPositive(vlVec3 a)
{
    return a.x > 0.0 && a.y > 0.0 && a.z > 0.0 && vlIsWithin(a, MOST);
}

static bool isNotNegative(vlVec3 a)
{
    return a.x >= 0.0 && a.y >= 0.0 && a.z >= 0.0 && vlIsWithin(a, MOST);
}

vlResult vlHandObserver_Init(vlHandObserver* observer, const vlHandObserverDef* def, char* message,
                             size_t messageSize)
{
    const char* fault = NULL;
    if (!isPositive(def->mass)) {
        fault = "mass must be above 0 and at most 1e6 on each axis";
    } else if (!isNotNegative(def->damping)) {
        fault = "damping must be from 0 to 1e6 on each axis";
    } else if (!(def->gain > 0.0 && def->step > 0.0 && def->gain * def->step <= 1.0)) {
        fault = "gain and step must be above 0, and gain times step at most 1";
    }
    if (fault != NULL) {
        if (message != NULL && messageSize > 0) {
            (void)snprintf(message, messageSize, "%s", fault);
        }
        return VL_ERROR_ARGUMENT;
    }
    *observer = (vlHandObserver){.def = *def};
    return VL_OK;
}

static double estimateAxis(const vlHandObserverDef* def, double mass, double velocity,
                           double momentum)
{
    return def->gain * (mass * velocity - momentum);
}

static double known(double damping, double velocity, double wrench)
{
    return wrench - damping * velocity;
}

vlVec3 vlHandObserver_Update(vlHandObserver* observer, vlVec3 velocity, vlVec3 wrench)
{
    const vlHandObserverDef* def = &observer->def;
    vlVec3 p = observer->momentum;
    vlVec3 v = velocity;
    if (!vlIsWithin(v, VL_MAX_SPEED) || !vlIsWithin(wrench, VL_MAX_FORCE)) {
        return observer->estimate;
    }
    vlVec3 r =
        vlVec(estimateAxis(def, def->mass.x, v.x, p.x), estimateAxis(def, def->mass.y, v.y, p.y),
              estimateAxis(def, def->mass.z, v.z, p.z)); // (T12.9)
    vlVec3 f = vlVec(known(def->damping.x, v.x, wrench.x), known(def->damping.y, v.y, wrench.y),
                     known(def->damping.z, v.z, wrench.z));
    observer->momentum = vlMulAdd(p, def->step, vlAdd(f, r));
    observer->estimate = r;
    return r;
}
