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

typedef struct NamedNumber {
    const char* name;
    double value;
} NamedNumber;

static vlResult checkGains(const vlWorld* world, const vlCouplingGains* gains)
{
    const NamedNumber number[] = {{"stiffness", gains->stiffness},
                                  {"damping", gains->damping},
                                  {"angularStiffness", gains->angularStiffness},
                                  {"angularDamping", gains->angularDamping}};
    for (size_t i = 0; i < sizeof number / sizeof number[0]; ++i) {
        if (!(number[i].value >= 0.0) || !isfinite(number[i].value)) {
            return vlWorld_Fail(world, VL_ERROR_ARGUMENT, "%s is %g; expected 0 or above, finite",
                                number[i].name, number[i].value);
        }
    }
    return VL_OK;
}

static vlResult checkNumbers(const vlWorld* world, const vlCouplingDef* def)
{
    const vlCouplingGains gains = {def->stiffness, def->damping, def->angularStiffness,
                                   def->angularDamping};
    vlResult result = checkGains(world, &gains);
    const NamedNumber limit[] = {{"maxForce", def->maxForce}, {"maxTorque", def->maxTorque}};
    for (size_t i = 0; result == VL_OK && i < sizeof limit / sizeof limit[0]; ++i) {
        if (!(limit[i].value > 0.0)) {
            return vlWorld_Fail(world, VL_ERROR_ARGUMENT, "%s is %g; expected above 0, or infinity",
                                limit[i].name, limit[i].value);
        }
    }
    return result == VL_OK ? vlWorld_CheckPose(world, def->grasp) : result;
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
    if (!vlIsFinite(c.device.p)) {
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
    double h = vlModel_GainStep(&world->model);
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

vlResult vlCoupling_SetGains(vlWorld* world, vlCouplingId coupling, const vlCouplingGains* gains)
{
    int i = vlElement_Find(world, VL_KIND_COUPLING, coupling.index1, coupling.generation);
    if (i < 0) {
        return VL_ERROR_STALE_ID;
    }
    if (gains == NULL) {
        return vlWorld_Fail(world, VL_ERROR_ARGUMENT, "the coupling's gains are NULL");
    }
    vlVirtualCoupling changed = world->state.coupling[i];
    changed.stiffness = gains->stiffness;
    changed.damping = gains->damping;
    changed.angularStiffness = gains->angularStiffness;
    changed.angularDamping = gains->angularDamping;
    vlResult result = checkGains(world, gains);
    result = result == VL_OK ? checkStable(world, &changed) : result;
    if (result == VL_OK) {
        world->state.coupling[i] = changed;
    }
    return result;
}

vlResult vlCoupling_GetGains(const vlWorld* world, vlCouplingId coupling, vlCouplingGains* gains)
{
    int i = vlElement_Find(world, VL_KIND_COUPLING, coupling.index1, coupling.generation);
    if (i < 0) {
        return VL_ERROR_STALE_ID;
    }
    if (gains == NULL) {
        return vlWorld_Fail(world, VL_ERROR_ARGUMENT, "the gains are NULL");
    }
    const vlVirtualCoupling* c = &world->state.coupling[i];
    *gains = (vlCouplingGains){c->stiffness, c->damping, c->angularStiffness, c->angularDamping};
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
