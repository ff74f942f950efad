// SPDX-License-Identifier: MIT
// Springs of a world: creating, moving their anchors, reading them.

#include "world/element_pool.h"

vlSpringDef vlDefaultSpringDef(void)
{
    vlSpringDef def = {.stiffness = 100.0, .maxForce = HUGE_VAL};
    return def;
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

// Finds the bodies by index and the arms from their centres of mass.
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
    result = vlElement_FindEnds(world, VL_KIND_SPRING, def->bodyA, def->bodyB, &a, &b);
    if (result != VL_OK) {
        return result;
    }
    vlSpring s = {.head = {.bodyA = a, .bodyB = b},
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

static vlResult checkStable(const vlWorld* world, const vlSpring* s)
{
    if (vlModel_IsImplicit(&world->model)) {
        return VL_OK; // no stiffness is too high
    }
    double h = vlModel_GainStep(&world->model);
    double yield = vlSpring_YieldOf(s, world->model.inertia);
    double turn =
        (s->head.bodyA < 0 ? 0.0 : traceOf(world, s->head.bodyA)) + traceOf(world, s->head.bodyB);
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
    vlSpring s = {.stiffness = 0.0};
    vlResult result = resolve(world, def, &s);
    if (result != VL_OK) {
        return result;
    }
    if (stiffness == NULL || damping == NULL) {
        return vlWorld_Fail(world, VL_ERROR_ARGUMENT, "stiffness or damping is NULL");
    }
    double limit = vlModel_IsImplicit(&world->model)
                       ? HUGE_VAL
                       : VL_SPRING_SHARE / (vlModel_GainStep(&world->model) *
                                            vlSpring_YieldOf(&s, world->model.inertia));
    *stiffness = limit / vlModel_GainStep(&world->model);
    *damping = limit;
    return VL_OK;
}

vlResult vlWorld_CreateSpring(vlWorld* world, const vlSpringDef* def, vlSpringId* spring)
{
    vlSpring s = {.stiffness = 0.0};
    vlResult result = resolve(world, def, &s);
    result = result == VL_OK ? checkStable(world, &s) : result;
    if (result != VL_OK) {
        return result;
    }
    if (spring == NULL) {
        return vlWorld_Fail(world, VL_ERROR_ARGUMENT, "the spring id is NULL");
    }
    return vlElement_Add(world, VL_KIND_SPRING, &s, &spring->index1, &spring->generation);
}

vlResult vlWorld_DestroySpring(vlWorld* world, vlSpringId spring)
{
    return vlElement_Destroy(world, VL_KIND_SPRING, spring.index1, spring.generation);
}

int vlWorld_GetSpringCount(const vlWorld* world)
{
    return world->state.head->elements[VL_KIND_SPRING].living;
}

vlResult vlSpring_SetAnchor(vlWorld* world, vlSpringId spring, vlVec3 point, vlVec3 velocity)
{
    int i = vlElement_Find(world, VL_KIND_SPRING, spring.index1, spring.generation);
    if (i < 0) {
        return VL_ERROR_STALE_ID;
    }
    vlSpring* s = &world->state.spring[i];
    if (s->head.bodyA >= 0) {
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
    int i = vlElement_Find(world, VL_KIND_SPRING, spring.index1, spring.generation);
    if (i < 0) {
        return VL_ERROR_STALE_ID;
    }
    if (report == NULL) {
        return vlWorld_Fail(world, VL_ERROR_ARGUMENT, "the report is NULL");
    }
    *report = world->work.springReport[i];
    return VL_OK;
}
