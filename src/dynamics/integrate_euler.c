// SPDX-License-Identifier: MIT
// Symplectic Euler: velocities first, then places with the new velocities. Forward Euler would need
// b > k step to hold a spring at all; this rule holds one up to k step^2 = 4 m.

#include "dynamics/force.h"

void vlIntegrate_Euler(vlDynamics* d)
{
    int count = d->source.evaluate(d->source.user, d->motion, d->step, true);
    vlForce_Sum(d->source.elements, count, d->motion, d->bodyCount, d->reaction);

    for (int i = 0; i < d->bodyCount; ++i) {
        const vlInertia* inertia = &d->inertia[i];
        vlMotion* m = &d->motion[i];
        if (inertia->inverseMass > 0.0) {
            vlVec3 force = vlAdd(d->reaction[i].force, d->applied[i].force);
            vlVec3 torque = vlAdd(d->reaction[i].torque, d->applied[i].torque);
            vlVec3 acceleration = vlMulAdd(d->gravity, inertia->inverseMass, force);
            m->velocity = vlMulAdd(m->velocity, d->step, acceleration);
            m->spin = vlMulAdd(m->spin, d->step, torque);
            m->omega = vlInertia_Omega(inertia, vlMatFromQuat(m->rotation), m->spin);
            m->centre = vlMulAdd(m->centre, d->step, m->velocity);
            vlMotion_Rotate(inertia, m, d->step, VL_TURNING_PLAIN);
        } else if (inertia->isDriven) {
            vlMotion_Drive(m, d->step);
        }
    }
}
