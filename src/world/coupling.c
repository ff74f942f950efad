// SPDX-License-Identifier: MIT
// Couplings of a world: creating and releasing them, where the device is, what it feels.

#include "world/body.h"
#include "world/element_pool.h"

vlCouplingDef vlDefaultCouplingDef(void)
{
    vlCouplingDef def = {.grasp = vlIdentityPose(),
                         .stiffness = 200.0,
                         .damping = 2.0,
                         .angularStiffness = 0.6,
                         .angularDamping = 0.01,
                         .maxForce = HUGE_VAL,
                         .maxTorque = HUGE_VAL};
    return def;
}

static vlResult checkNumbers(const vlWorld* world, const vlCouplingDef* def)
{
    const struct {
        const char* name;
        double value;
        bool isLimit;
    } number[] = {{"stiffness", def->stiffness, false},
                  {"damping", def->damping, false},
                  {"angularStiffness", def->angularStiffness, false},
                  {"angularDamping", def->angularDamping, false},
                  {"maxForce", def->maxForce, true},
                  {"maxTorque", def->maxTorque, true}};
    for (size_t i = 0; i < sizeof number / sizeof number[0]; ++i) {
        double value = number[i].value;
        if (number[i].isLimit && !(value > 0.0)) {
            return vlWorld_Fail(world, VL_ERROR_ARGUMENT, "%s is %g; expected above 0, or infinity",
                                number[i].name, value);
        }
        if (!number[i].isLimit && !(value >= 0.0 && value <= VL_MAX_FORCE)) {
            return vlWorld_Fail(world, VL_ERROR_ARGUMENT, "%s is %g; expected 0 to %g",
                                number[i].name, value, VL_MAX_FORCE);
        }
    }
    return vlWorld_CheckPose(world, def->grasp);
}

// Makes a coupling at rest, with the device at the grasp.
static vlResult resolve(const vlWorld* world, const vlCouplingDef* def, vlVirtualCoupling* coupling)
{
    if (def == NULL) {
        return vlWorld_Fail(world, VL_ERROR_ARGUMENT, "the coupling's def is NULL");
    }
    vlResult result = checkNumbers(world, def);
    if (result != VL_OK) {
        return result;
    }
    int body = vlWorld_FindBody(world, def->body);
    if (body < 0) {
        return VL_ERROR_STALE_ID;
    }
    const vlInertia* inertia = &world->model.inertia[body];
    if (!(inertia->inverseMass > 0.0)) {
        return vlWorld_Fail(world, VL_ERROR_ARGUMENT,
                            "a coupling to a body that no force moves; expected a dynamic body");
    }
    vlVirtualCoupling c = {.head = {.bodyA = -1, .bodyB = body},
                           .arm = vlSub(def->grasp.p, world->model.slot[body].centroidB),
                           .turn = vlUnitQ(def->grasp.q),
                           .stiffness = def->stiffness,
                           .damping = def->damping,
                           .angularStiffness = def->angularStiffness,
                           .angularDamping = def->angularDamping,
                           .maxForce = def->maxForce,
                           .maxTorque = def->maxTorque};
    vlMat3 w = inertia->inverseInertiaB;
    c.yield = vlSpring_Yield(inertia, c.arm);
    c.angularYield = w.cx.x + w.cy.y + w.cz.z;
    c.device = c.lastDevice = vlCoupling_HeldAt(&c, &world->state.motion[body]);
    if (!vlIsWithin(c.device.p, VL_MAX_LENGTH)) {
        return vlWorld_Fail(world, VL_ERROR_ARGUMENT,
                            "the grasp would be at (%g, %g, %g); expected finite numbers",
                            c.device.p.x, c.device.p.y, c.device.p.z);
    }
    *coupling = c;
    return VL_OK;
}

// An explicit step can hold only so much; each coupling may use as large a share of it as a spring.
static vlResult checkStable(const vlWorld* world, const vlVirtualCoupling* c)
{
    if (vlModel_IsImplicit(&world->model)) {
        return VL_OK; // no stiffness is too high
    }
    double h = world->model.def.step;
    double limit = VL_SPRING_SHARE / (h * c->yield);
    double limitTurn = VL_SPRING_SHARE / (h * c->angularYield);
    const struct {
        const char* name;
        const char* unit;
        double value;
        double limit;
    } number[] = {{"stiffness", "N/m", c->stiffness, limit / h},
                  {"damping", "N s/m", c->damping, limit},
                  {"angularStiffness", "N m/rad", c->angularStiffness, limitTurn / h},
                  {"angularDamping", "N m s/rad", c->angularDamping, limitTurn}};
    for (size_t i = 0; i < sizeof number / sizeof number[0]; ++i) {
        if (number[i].value > number[i].limit) {
            return vlWorld_Fail(world, VL_ERROR_UNSTABLE,
                                "%s is %g %s; a step of %g s can hold at most %.4g on this body",
                                number[i].name, number[i].value, number[i].unit, h,
                                number[i].limit);
        }
    }
    return VL_OK;
}

vlResult vlWorld_CreateCoupling(vlWorld* world, const vlCouplingDef* def, vlCouplingId* coupling)
{
    vlVirtualCoupling c = {.stiffness = 0.0};
    vlResult result = resolve(world, def, &c);
    result = result == VL_OK ? checkStable(world, &c) : result;
    if (result != VL_OK) {
        return result;
    }
    if (coupling == NULL) {
        return vlWorld_Fail(world, VL_ERROR_ARGUMENT, "the coupling id is NULL");
    }
    return vlElement_Add(world, VL_KIND_COUPLING, &c, &coupling->index1, &coupling->generation);
}

vlResult vlWorld_DestroyCoupling(vlWorld* world, vlCouplingId coupling)
{
    return vlElement_Destroy(world, VL_KIND_COUPLING, coupling.index1, coupling.generation);
}

int vlWorld_GetCouplingCount(const vlWorld* world)
{
    return world->state.head->elements[VL_KIND_COUPLING].living;
}

vlResult vlCoupling_SetDevice(vlWorld* world, vlCouplingId coupling, vlPose pose, vlTwist twist)
{
    int i = vlElement_Find(world, VL_KIND_COUPLING, coupling.index1, coupling.generation);
    if (i < 0) {
        return VL_ERROR_STALE_ID;
    }
    vlResult result = vlWorld_CheckPose(world, pose);
    result = result == VL_OK ? vlWorld_CheckTwist(world, twist) : result;
    if (result != VL_OK) {
        return result;
    }
    vlVirtualCoupling* c = &world->state.coupling[i];
    c->device.p = pose.p;
    c->device.q = vlUnitQ(pose.q);
    c->deviceTwist = twist;
    return VL_OK;
}

vlResult vlCoupling_GetReport(const vlWorld* world, vlCouplingId coupling, vlCouplingReport* report)
{
    int i = vlElement_Find(world, VL_KIND_COUPLING, coupling.index1, coupling.generation);
    if (i < 0) {
        return VL_ERROR_STALE_ID;
    }
    if (report == NULL) {
        return vlWorld_Fail(world, VL_ERROR_ARGUMENT, "the report is NULL");
    }
    *report = world->work.couplingReport[i];
    return VL_OK;
}
