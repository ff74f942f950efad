// SPDX-License-Identifier: MIT
// Bodies of a planar world: making, ending, placing and pushing them.

#include <math.h>
#include <string.h>

#include "planar/world2_parts.h"

vlBody2Def vlDefaultBody2Def(void)
{
    return (vlBody2Def){.type = VL_BODY_DYNAMIC, .mass = 1.0};
}

static vlIdPool poolOf(vlWorld2* world)
{
    return (vlIdPool){.count = &world->bodyCount,
                      .slots = world->model,
                      .stride = sizeof world->model[0],
                      .capacity = world->capacity.bodies};
}

int vlWorld2_Find(const vlWorld2* world, vlBody2Id body)
{
    return vlIdSlots_Find(world->model, sizeof world->model[0], world->bodyCount.used, body.index1,
                          body.generation);
}

int vlWorld2_Require(vlWorld2* world, vlBody2Id body, const char* call)
{
    int i = vlWorld2_Find(world, body);
    if (i < 0) {
        (void)vlWorld2_Fail(world, VL_ERROR_STALE_ID,
                            "%s: the id (%u, %u) names no body of this world", call, body.index1,
                            body.generation);
    }
    return i;
}

double vlBody2_Kinetic(const vlBody2Model* model, const vlBody2State* body)
{
    return 0.5 * model->mass * vlDot2(body->v, body->v) + 0.5 * model->inertia * body->w * body->w;
}

void vlWorld2_Place(vlWorld2* world, int i)
{
    const vlBody2Model* model = &world->model[i];
    const vlBody2State* body = &world->body[i];
    vlPlace2* place = &world->place[i];
    vlSinCos(body->angle, &place->sine, &place->cosine);
    double s = place->sine;
    double c = place->cosine;
    for (int k = 0; k < model->count; ++k) {
        vlVec2 p = model->vertex[k];
        vlVec2 n = model->normal[k];
        place->vertex[k] =
            vlVec2_Of(body->x.x + (c * p.x - s * p.y), body->x.y + (s * p.x + c * p.y));
        place->normal[k] = vlVec2_Of(c * n.x - s * n.y, s * n.x + c * n.y);
        vlVec2 v = place->vertex[k];
        place->low = k == 0 ? v : vlVec2_Of(fmin(place->low.x, v.x), fmin(place->low.y, v.y));
        place->high = k == 0 ? v : vlVec2_Of(fmax(place->high.x, v.x), fmax(place->high.y, v.y));
    }
}

void vlWorld2_Forget(vlWorld2* world, int body)
{
    int kept = 0;
    for (int i = 0; i < world->state->pairCount; ++i) {
        if (body >= 0 && world->pair[i].a != body && world->pair[i].b != body) {
            world->pair[kept++] = world->pair[i];
        }
    }
    world->state->pairCount = kept;
    world->state->mustLook = true;
    world->reportCount = world->info.contactCount = 0;
}

static void bookSet(vlWorld2* world, double change)
{
    world->state->ledger.set += change;
    world->state->ledger.turnover += fabs(change);
}

static vlResult checkBody(vlWorld2* world, const vlBody2Def* def, double* gyration,
                          vlVec2* centroid)
{
    if (def->type != VL_BODY_STATIC && def->type != VL_BODY_KINEMATIC &&
        def->type != VL_BODY_DYNAMIC) {
        return vlWorld2_Fail(world, VL_ERROR_ARGUMENT, "type is %d; expected a vlBodyType",
                             (int)def->type);
    }
    char why[256];
    vlResult result = vlPolygon_Measure(&def->polygon, NULL, centroid, gyration, why, sizeof why);
    if (result != VL_OK) {
        return vlWorld2_Fail(world, result, "%s", why);
    }
    if (def->material.index >= (uint32_t)world->materialCount) {
        return vlWorld2_Fail(world, VL_ERROR_STALE_ID, "material is %u; the world has %d",
                             def->material.index, world->materialCount);
    }
    if (!vlVec2_IsFinite(def->pose.p) || !isfinite(def->pose.angle) ||
        !vlVec2_IsFinite(def->velocity.linear) || !isfinite(def->velocity.angular)) {
        return vlWorld2_Fail(world, VL_ERROR_ARGUMENT,
                             "pose or velocity is not finite; expected finite numbers");
    }
    if (def->type != VL_BODY_DYNAMIC) {
        return VL_OK;
    }
    if (!(def->mass >= 1e-9 && def->mass <= 1e9)) {
        return vlWorld2_Fail(world, VL_ERROR_ARGUMENT,
                             "mass of a dynamic body is %g kg; expected 1e-9 to 1e9", def->mass);
    }
    if (def->inertia != 0.0 && !(def->inertia >= 1e-15 && def->inertia <= 1e15)) {
        return vlWorld2_Fail(world, VL_ERROR_ARGUMENT,
                             "inertia is %g kg m2; expected 0 (that of a plate) or 1e-15 to 1e15",
                             def->inertia);
    }
    return VL_OK;
}

// Distance of the two closest parallel lines between which the polygon fits: one lies along an
// edge.
static double widthOf(const vlBody2Model* model)
{
    double width = HUGE_VAL;
    for (int e = 0; e < model->count; ++e) {
        double deepest = 0.0;
        for (int k = 0; k < model->count; ++k) {
            vlVec2 r = vlVec2_Sub(model->vertex[k], model->vertex[e]);
            deepest = fmax(deepest, -vlDot2(model->normal[e], r));
        }
        width = fmin(width, deepest);
    }
    return width;
}

static void fillModel(vlBody2Model* model, const vlBody2Def* def, vlVec2 centroid, double gyration)
{
    model->type = def->type;
    model->material = def->material;
    model->count = def->polygon.count;
    model->centroid = centroid;
    model->radius = 0.0;
    for (int k = 0; k < model->count; ++k) {
        model->vertex[k] = vlVec2_Sub(def->polygon.vertex[k], centroid);
        model->radius = fmax(model->radius, vlLength2(model->vertex[k]));
    }
    for (int k = 0; k < model->count; ++k) {
        vlVec2 along = vlVec2_Sub(model->vertex[vlPolygon_Next(k, model->count)], model->vertex[k]);
        model->length[k] = vlLength2(along);
        model->normal[k] = vlVec2_Of(along.y / model->length[k], -along.x / model->length[k]);
    }
    model->width = widthOf(model);
    bool isDynamic = def->type == VL_BODY_DYNAMIC;
    model->mass = isDynamic ? def->mass : 0.0;
    model->inertia = !isDynamic ? 0.0 : def->inertia > 0.0 ? def->inertia : def->mass * gyration;
    model->perMass = isDynamic ? 1.0 / model->mass : 0.0;
    model->perInertia = isDynamic ? 1.0 / model->inertia : 0.0;
}

static void setPose(vlWorld2* world, int i, vlPose2 pose)
{
    double s;
    double c;
    vlVec2 centroid = world->model[i].centroid;
    vlSinCos(pose.angle, &s, &c);
    world->body[i].x = vlVec2_Of(pose.p.x + (c * centroid.x - s * centroid.y),
                                 pose.p.y + (s * centroid.x + c * centroid.y));
    world->body[i].angle = pose.angle;
    vlWorld2_Place(world, i);
}

vlResult vlWorld2_CreateBody(vlWorld2* world, const vlBody2Def* def, vlBody2Id* body)
{
    double gyration = 0.0;
    vlVec2 centroid = {0.0, 0.0};
    vlResult result = checkBody(world, def, &gyration, &centroid);
    if (result != VL_OK) {
        return result;
    }
    vlIdPool pool = poolOf(world);
    int i = vlIdPool_Take(&pool);
    if (i < 0) {
        return vlWorld2_Fail(world, VL_ERROR_FULL, "the world has all its %d bodies",
                             world->capacity.bodies);
    }
    fillModel(&world->model[i], def, centroid, gyration);
    for (int j = 0; j < world->bodyCount.used; ++j) {
        if (j != i && world->model[j].slot.isTaken) {
            result = vlWorld2_CheckPair(world, i, j, vlWorld2_SurfaceOf(world, i, j));
            if (result != VL_OK) {
                vlIdPool_Free(&pool, i);
                return result;
            }
        }
    }
    memset(&world->body[i], 0, sizeof world->body[i]);
    memset(&world->place[i], 0, sizeof world->place[i]);
    if (def->type != VL_BODY_STATIC) {
        world->body[i].v = def->velocity.linear;
        world->body[i].w = def->velocity.angular;
    }
    setPose(world, i, def->pose);
    bookSet(world, vlBody2_Kinetic(&world->model[i], &world->body[i]));
    vlWorld2_Forget(world, i);
    vlWorld2_UpdateLimit(world);
    *body = (vlBody2Id){(uint32_t)i + 1u, world->model[i].slot.generation};
    return VL_OK;
}

vlResult vlWorld2_DestroyBody(vlWorld2* world, vlBody2Id body)
{
    int i = vlWorld2_Require(world, body, "vlWorld2_DestroyBody");
    if (i < 0) {
        return VL_ERROR_STALE_ID;
    }
    vlIdPool pool = poolOf(world);
    bookSet(world, -vlBody2_Kinetic(&world->model[i], &world->body[i]));
    vlWorld2_Forget(world, i);
    vlIdPool_Free(&pool, i);
    memset(&world->body[i], 0, sizeof world->body[i]);
    vlWorld2_UpdateLimit(world);
    return VL_OK;
}

vlResult vlBody2_SetPose(vlWorld2* world, vlBody2Id body, vlPose2 pose)
{
    int i = vlWorld2_Require(world, body, "vlBody2_SetPose");
    if (i < 0) {
        return VL_ERROR_STALE_ID;
    }
    if (!vlVec2_IsFinite(pose.p) || !isfinite(pose.angle)) {
        return vlWorld2_Fail(world, VL_ERROR_ARGUMENT,
                             "pose is (%g, %g), %g rad; expected finite numbers", pose.p.x,
                             pose.p.y, pose.angle);
    }
    setPose(world, i, pose);
    vlWorld2_Forget(world, i);
    return VL_OK;
}

vlResult vlBody2_SetTwist(vlWorld2* world, vlBody2Id body, vlTwist2 twist)
{
    int i = vlWorld2_Require(world, body, "vlBody2_SetTwist");
    if (i < 0) {
        return VL_ERROR_STALE_ID;
    }
    if (!vlVec2_IsFinite(twist.linear) || !isfinite(twist.angular)) {
        return vlWorld2_Fail(world, VL_ERROR_ARGUMENT,
                             "twist is (%g, %g), %g rad/s; expected finite numbers", twist.linear.x,
                             twist.linear.y, twist.angular);
    }
    if (world->model[i].type != VL_BODY_STATIC && !world->body[i].isFrozen) {
        double before = vlBody2_Kinetic(&world->model[i], &world->body[i]);
        world->body[i].v = twist.linear;
        world->body[i].w = twist.angular;
        bookSet(world, vlBody2_Kinetic(&world->model[i], &world->body[i]) - before);
    }
    return VL_OK;
}

vlResult vlBody2_ApplyForce(vlWorld2* world, vlBody2Id body, vlVec2 force, vlVec2 point)
{
    int i = vlWorld2_Require(world, body, "vlBody2_ApplyForce");
    if (i < 0) {
        return VL_ERROR_STALE_ID;
    }
    if (!vlVec2_IsFinite(force) || !vlVec2_IsFinite(point)) {
        return vlWorld2_Fail(world, VL_ERROR_ARGUMENT,
                             "force is (%g, %g) at (%g, %g); expected finite numbers", force.x,
                             force.y, point.x, point.y);
    }
    vlBody2State* state = &world->body[i];
    state->force = vlVec2_Add(state->force, force);
    state->torque += vlVec2_Cross(vlVec2_Sub(point, state->x), force);
    return VL_OK;
}

vlResult vlBody2_ApplyTorque(vlWorld2* world, vlBody2Id body, double torque)
{
    int i = vlWorld2_Require(world, body, "vlBody2_ApplyTorque");
    if (i < 0) {
        return VL_ERROR_STALE_ID;
    }
    if (!isfinite(torque)) {
        return vlWorld2_Fail(world, VL_ERROR_ARGUMENT, "torque is %g; expected a finite number",
                             torque);
    }
    world->body[i].torque += torque;
    return VL_OK;
}
