// SPDX-License-Identifier: MIT
// Springs of a world: creating, moving their anchors, reading them, and their force elements. All
// of a spring is state, so that a snapshot taken before one was made can be restored after.

#include "joint/spring_law.h"

#include "world/world.h"

vlSpringDef vlDefaultSpringDef(void)
{
    vlSpringDef def = {.stiffness = 100.0, .maxForce = HUGE_VAL};
    return def;
}

static int findSpring(const vlWorld* world, vlSpringId id)
{
    if (id.index1 >= 1 && id.index1 <= (uint32_t)world->state.head->springSlots) {
        const vlSpring* s = &world->state.spring[id.index1 - 1];
        if (s->bodyB >= 0 && s->generation == id.generation) {
            return (int)id.index1 - 1;
        }
    }
    (void)vlWorld_Fail(world, VL_ERROR_STALE_ID, "spring id (%u, %u) names no spring", id.index1,
                       id.generation);
    return -1;
}

static vlResult checkNumbers(const vlWorld* world, const vlSpringDef* def)
{
    const struct {
        const char* name;
        double value;
    } number[] = {{"restLength", def->restLength},
                  {"stiffness", def->stiffness},
                  {"damping", def->damping},
                  {"spinDamping", def->spinDamping}};
    for (size_t i = 0; i < sizeof number / sizeof number[0]; ++i) {
        if (!(number[i].value >= 0.0) || !isfinite(number[i].value)) {
            return vlWorld_Fail(world, VL_ERROR_ARGUMENT, "%s is %g; expected 0 or above, finite",
                                number[i].name, number[i].value);
        }
    }
    if (!(def->maxForce > 0.0)) {
        return vlWorld_Fail(world, VL_ERROR_ARGUMENT,
                            "maxForce is %g N; expected above 0, or infinity", def->maxForce);
    }
    if (!vlIsFinite(def->pointA) || !vlIsFinite(def->pointB) || !vlIsFinite(def->velocityA)) {
        return vlWorld_Fail(world, VL_ERROR_ARGUMENT,
                            "a point or velocity of the spring is not finite");
    }
    return VL_OK;
}

// Bodies by index, arms from their centres of mass.
static vlResult resolve(const vlWorld* world, const vlSpringDef* def, vlSpring* spring)
{
    if (def == NULL) {
        return vlWorld_Fail(world, VL_ERROR_ARGUMENT, "the spring's def is NULL");
    }
    vlResult result = checkNumbers(world, def);
    if (result != VL_OK) {
        return result;
    }
    int a;
    int b;
    result = vlWorld_FindEnds(world, def->bodyA, def->bodyB, "spring", &a, &b);
    if (result != VL_OK) {
        return result;
    }
    vlSpring s = {.bodyA = a,
                  .bodyB = b,
                  .armA = a < 0 ? def->pointA : vlSub(def->pointA, world->model.slot[a].centroidB),
                  .armB = vlSub(def->pointB, world->model.slot[b].centroidB),
                  .velocityA = a < 0 ? def->velocityA : vlZero(),
                  .restLength = def->restLength,
                  .stiffness = def->stiffness,
                  .damping = def->damping,
                  .spinDamping = def->spinDamping,
                  .maxForce = def->maxForce};
    *spring = s;
    return VL_OK;
}

static double traceOf(const vlWorld* world, int body)
{
    const vlInertia* inertia = &world->model.inertia[body];
    vlMat3 w = inertia->inverseInertiaB;
    return inertia->inverseMass > 0.0 ? w.cx.x + w.cy.y + w.cz.z : 0.0;
}

static double yieldOf(const vlWorld* world, const vlSpring* s)
{
    double a = s->bodyA < 0 ? 0.0 : vlSpring_Yield(&world->model.inertia[s->bodyA], s->armA);
    return a + vlSpring_Yield(&world->model.inertia[s->bodyB], s->armB);
}

static vlResult checkStable(const vlWorld* world, const vlSpring* s)
{
    if (vlWorld_IsImplicit(world)) {
        return VL_OK; // no stiffness is too high
    }
    double h = world->def.step;
    double yield = yieldOf(world, s);
    double turn = (s->bodyA < 0 ? 0.0 : traceOf(world, s->bodyA)) + traceOf(world, s->bodyB);
    if (s->stiffness * h * h * yield > VL_SPRING_SHARE) {
        return vlWorld_Fail(
            world, VL_ERROR_UNSTABLE,
            "a spring of %g N/m; a step of %g s can hold at most %.4g N/m at these points",
            s->stiffness, h, VL_SPRING_SHARE / (h * h * yield));
    }
    if (s->damping * h * yield > VL_SPRING_SHARE) {
        return vlWorld_Fail(
            world, VL_ERROR_UNSTABLE,
            "a damper of %g N s/m; a step of %g s can hold at most %.4g N s/m at these points",
            s->damping, h, VL_SPRING_SHARE / (h * yield));
    }
    if (s->spinDamping * h * turn > VL_SPRING_SHARE) {
        return vlWorld_Fail(
            world, VL_ERROR_UNSTABLE,
            "a spin damper of %g N m s; a step of %g s can hold at most %.4g N m s here",
            s->spinDamping, h, VL_SPRING_SHARE / (h * turn));
    }
    return VL_OK;
}

vlResult vlWorld_GetSpringLimits(const vlWorld* world, const vlSpringDef* def, double* stiffness,
                                 double* damping)
{
    vlSpring s = {.bodyB = -1};
    vlResult result = resolve(world, def, &s);
    if (result != VL_OK) {
        return result;
    }
    if (stiffness == NULL || damping == NULL) {
        return vlWorld_Fail(world, VL_ERROR_ARGUMENT, "stiffness or damping is NULL");
    }
    double limit = vlWorld_IsImplicit(world)
                       ? HUGE_VAL
                       : VL_SPRING_SHARE / (world->def.step * yieldOf(world, &s));
    *stiffness = limit / world->def.step;
    *damping = limit;
    return VL_OK;
}

// Soft are springs on bodies whose springs together stay within the share of one.
static void tellSoft(vlWorld* world)
{
    double* sum = world->work.load;
    double h = world->def.step;
    for (int i = 0; i < world->model.slotCount; ++i) {
        sum[i] = 0.0;
    }
    for (int pass = 0; pass < 2; ++pass) {
        for (int i = 0; i < world->state.head->springSlots; ++i) {
            vlSpring* s = &world->state.spring[i];
            if (s->bodyB < 0) {
                continue;
            }
            double part = s->stiffness * h * h * yieldOf(world, s);
            double* a = s->bodyA < 0 ? &sum[s->bodyB] : &sum[s->bodyA];
            double* b = &sum[s->bodyB];
            if (pass == 0) {
                *b += part;
                *a += a == b ? 0.0 : part;
            } else {
                s->isSoft = *a <= VL_SPRING_SHARE && *b <= VL_SPRING_SHARE;
            }
        }
    }
}

vlResult vlWorld_CreateSpring(vlWorld* world, const vlSpringDef* def, vlSpringId* spring)
{
    vlSpring s = {.bodyB = -1};
    vlResult result = resolve(world, def, &s);
    result = result == VL_OK ? checkStable(world, &s) : result;
    if (result != VL_OK) {
        return result;
    }
    if (spring == NULL) {
        return vlWorld_Fail(world, VL_ERROR_ARGUMENT, "the spring id is NULL");
    }
    vlStateHead* head = world->state.head;
    int i = head->springCount == head->springSlots ? head->springSlots : 0; // no holes: the next
    while (i < head->springSlots && world->state.spring[i].bodyB >= 0) {
        ++i;
    }
    if (i == world->def.capacity.springs) {
        return vlWorld_Fail(world, VL_ERROR_FULL, "%d springs; capacity.springs is %d", i, i);
    }
    head->springSlots += i == head->springSlots;
    s.generation = world->state.spring[i].generation + 1;
    world->state.spring[i] = s;
    vlSpringId id = {(uint32_t)i + 1u, s.generation};
    *spring = id;
    ++head->springCount;
    tellSoft(world);
    vlSleep_WakeBody(world, s.bodyA);
    vlSleep_WakeBody(world, s.bodyB);
    return VL_OK;
}

static void freeSpring(vlWorld* world, int i)
{
    vlSleep_WakeBody(world, world->state.spring[i].bodyA);
    vlSleep_WakeBody(world, world->state.spring[i].bodyB);
    vlSpring none = {.bodyB = -1, .generation = world->state.spring[i].generation};
    vlSpringReport nothing = {
        {0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}, 0.0};
    world->state.spring[i] = none;
    world->work.springReport[i] = nothing;
    --world->state.head->springCount;
    tellSoft(world);
}

vlResult vlWorld_DestroySpring(vlWorld* world, vlSpringId spring)
{
    int i = findSpring(world, spring);
    if (i < 0) {
        return VL_ERROR_STALE_ID;
    }
    freeSpring(world, i);
    return VL_OK;
}

void vlSprings_LetGo(vlWorld* world, int body)
{
    for (int i = 0; i < world->state.head->springSlots; ++i) {
        const vlSpring* s = &world->state.spring[i];
        if (s->bodyB >= 0 && (s->bodyA == body || s->bodyB == body)) {
            freeSpring(world, i);
        }
    }
}

int vlWorld_GetSpringCount(const vlWorld* world)
{
    return world->state.head->springCount;
}

vlResult vlSpring_SetAnchor(vlWorld* world, vlSpringId spring, vlVec3 point, vlVec3 velocity)
{
    int i = findSpring(world, spring);
    if (i < 0) {
        return VL_ERROR_STALE_ID;
    }
    vlSpring* s = &world->state.spring[i];
    if (s->bodyA >= 0) {
        return vlWorld_Fail(world, VL_ERROR_ARGUMENT,
                            "the spring ends on a body; expected one that ends in the world");
    }
    if (!vlIsFinite(point) || !vlIsFinite(velocity)) {
        return vlWorld_Fail(world, VL_ERROR_ARGUMENT,
                            "the anchor is (%g, %g, %g), its velocity (%g, %g, %g); expected "
                            "finite numbers",
                            point.x, point.y, point.z, velocity.x, velocity.y, velocity.z);
    }
    s->armA = point;
    s->velocityA = velocity;
    return VL_OK;
}

vlResult vlSpring_GetReport(const vlWorld* world, vlSpringId spring, vlSpringReport* report)
{
    int i = findSpring(world, spring);
    if (i < 0) {
        return VL_ERROR_STALE_ID;
    }
    if (report == NULL) {
        return vlWorld_Fail(world, VL_ERROR_ARGUMENT, "the report is NULL");
    }
    *report = world->work.springReport[i];
    return VL_OK;
}

int vlSprings_Evaluate(vlWorld* world, const vlMotion* motions, double later, bool remember,
                       int count)
{
    for (int i = 0; i < world->state.head->springSlots; ++i) {
        const vlSpring* s = &world->state.spring[i];
        if (s->bodyB >= 0) {
            vlSpringReport report;
            world->work.element[count++] = vlSpring_Evaluate(s, motions, later, &report);
            if (remember) {
                world->work.springReport[i] = report;
            }
        }
    }
    return count;
}

void vlSprings_Advance(vlWorld* world)
{
    for (int i = 0; i < world->state.head->springSlots; ++i) {
        vlSpring* s = &world->state.spring[i];
        if (s->bodyA < 0) { // beyond the finite numbers it stays: its force must stay finite too
            vlVec3 next = vlMulAdd(s->armA, world->def.step, s->velocityA);
            s->armA = vlIsFinite(next) ? next : s->armA;
        }
    }
}
