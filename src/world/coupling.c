// SPDX-License-Identifier: MIT
// Couplings of a world: taking hold, letting go, where the device is, what it feels. All of a
// coupling is state, as with springs.

#include "joint/coupling_law.h"

#include "joint/spring_law.h"
#include "world/world.h"

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

static int findCoupling(const vlWorld* world, vlCouplingId id)
{
    if (id.index1 >= 1 && id.index1 <= (uint32_t)world->state.head->couplingSlots) {
        const vlVirtualCoupling* c = &world->state.coupling[id.index1 - 1];
        if (c->body >= 0 && c->generation == id.generation) {
            return (int)id.index1 - 1;
        }
    }
    (void)vlWorld_Fail(world, VL_ERROR_STALE_ID, "coupling id (%u, %u) names no coupling",
                       id.index1, id.generation);
    return -1;
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
        if (!number[i].isLimit && (!(value >= 0.0) || !isfinite(value))) {
            return vlWorld_Fail(world, VL_ERROR_ARGUMENT, "%s is %g; expected 0 or above, finite",
                                number[i].name, value);
        }
    }
    return vlWorld_CheckPose(world, def->grasp);
}

// A coupling at rest where its grasp is.
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
    vlVirtualCoupling c = {.body = body,
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

// An explicit step can hold only so much; each coupling may take a spring's share of it.
static vlResult checkStable(const vlWorld* world, const vlVirtualCoupling* c)
{
    if (vlWorld_IsImplicit(world)) {
        return VL_OK; // no stiffness is too high
    }
    double h = world->def.step;
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

static void tell(vlWorld* world, int i)
{
    const vlVirtualCoupling* c = &world->state.coupling[i];
    world->work.couplingReport[i] = vlCoupling_ReportAt(c, &world->state.motion[c->body]);
}

vlResult vlWorld_CreateCoupling(vlWorld* world, const vlCouplingDef* def, vlCouplingId* coupling)
{
    vlVirtualCoupling c = {.body = -1};
    vlResult result = resolve(world, def, &c);
    result = result == VL_OK ? checkStable(world, &c) : result;
    if (result != VL_OK) {
        return result;
    }
    if (coupling == NULL) {
        return vlWorld_Fail(world, VL_ERROR_ARGUMENT, "the coupling id is NULL");
    }
    vlStateHead* head = world->state.head;
    int i = 0;
    while (i < head->couplingSlots && world->state.coupling[i].body >= 0) {
        ++i;
    }
    if (i == world->def.capacity.couplings) {
        return vlWorld_Fail(world, VL_ERROR_FULL, "%d couplings; capacity.couplings is %d", i, i);
    }
    head->couplingSlots += i == head->couplingSlots;
    c.generation = world->state.coupling[i].generation + 1;
    world->state.coupling[i] = c;
    vlCouplingId id = {(uint32_t)i + 1u, c.generation};
    *coupling = id;
    ++head->couplingCount;
    tell(world, i);
    vlSleep_WakeBody(world, c.body);
    return VL_OK;
}

static void freeCoupling(vlWorld* world, int i)
{
    vlVirtualCoupling none = {.body = -1, .generation = world->state.coupling[i].generation};
    vlSleep_WakeBody(world, world->state.coupling[i].body);
    world->state.coupling[i] = none;
    --world->state.head->couplingCount;
}

vlResult vlWorld_DestroyCoupling(vlWorld* world, vlCouplingId coupling)
{
    int i = findCoupling(world, coupling);
    if (i < 0) {
        return VL_ERROR_STALE_ID;
    }
    freeCoupling(world, i);
    return VL_OK;
}

void vlCouplings_LetGo(vlWorld* world, int body)
{
    for (int i = 0; i < world->state.head->couplingSlots; ++i) {
        if (world->state.coupling[i].body == body) {
            freeCoupling(world, i);
        }
    }
}

int vlWorld_GetCouplingCount(const vlWorld* world)
{
    return world->state.head->couplingCount;
}

vlResult vlCoupling_SetDevice(vlWorld* world, vlCouplingId coupling, vlPose pose, vlTwist twist)
{
    int i = findCoupling(world, coupling);
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
    int i = findCoupling(world, coupling);
    if (i < 0) {
        return VL_ERROR_STALE_ID;
    }
    if (report == NULL) {
        return vlWorld_Fail(world, VL_ERROR_ARGUMENT, "the report is NULL");
    }
    *report = world->work.couplingReport[i];
    return VL_OK;
}

int vlCouplings_Evaluate(vlWorld* world, const vlMotion* motions, int count)
{
    for (int i = 0; i < world->state.head->couplingSlots; ++i) {
        const vlVirtualCoupling* c = &world->state.coupling[i];
        if (c->body >= 0) {
            world->work.element[count++] = vlCoupling_Evaluate(c, motions);
        }
    }
    return count;
}

void vlCouplings_Report(vlWorld* world)
{
    for (int i = 0; i < world->state.head->couplingSlots; ++i) {
        if (world->state.coupling[i].body >= 0) {
            tell(world, i);
        }
    }
}

void vlCouplings_Finish(vlWorld* world)
{
    for (int i = 0; i < world->state.head->couplingSlots; ++i) {
        vlVirtualCoupling* c = &world->state.coupling[i];
        if (c->body < 0) {
            continue;
        }
        if (!vlWorld_IsImplicit(world)) {
            c->last = vlCoupling_Evaluate(c, world->state.motion).onB;
        }
        // What a body did on its way out of the finite numbers must not reach a hand.
        if (world->state.isFrozen[c->body]) {
            c->last.force = c->last.torque = vlZero();
        }
        tell(world, i);
        c->lastDevice = c->device;
        c->lastTurn = world->work.couplingReport[i].turn;
    }
}
