// SPDX-License-Identifier: MIT
#include "contact/point_law.h"

#include <string.h>

#include "base/hash.h"

static vlVec3 velocityAt(const vlMotion* m, vlVec3 point)
{
    return vlAdd(m->velocity, vlCross(m->omega, vlSub(point, m->centre)));
}

static vlVec3 inPlane(vlVec3 v, vlVec3 normal)
{
    return vlMulAdd(v, -vlDot(v, normal), normal);
}

// ---- along the normal ----

// A law expects a sample before the contact. A law that takes over from another one gets two
// samples of the present depth instead, which fill its history, so that the force does not jump.
static void beginWall(const vlLawChoice* wall, vlPointStart start, const vlLawInput* first,
                      vlLawState* state)
{
    vlLawInput earlier = *first;
    if (start == VL_POINT_ENTERS) {
        earlier.position -= first->step * first->velocity;
        earlier.position = earlier.position < 0.0 ? earlier.position : 0.0;
        (void)vlLaw_Evaluate(wall, state, &earlier);
    } else if (start == VL_POINT_CHANGES) {
        earlier.velocity = 0.0;
        (void)vlLaw_Evaluate(wall, state, &earlier);
        (void)vlLaw_Evaluate(wall, state, &earlier);
    }
}

// ---- along the surface ----

// The spring of friction, carried along with the two bodies since the last sample, world.
typedef struct Spring {
    vlVec3 along; // e, unit
    vlVec3 moved; // dx
} Spring;

static Spring carry(const vlContactVolume* v, const vlMotion* a, const vlMotion* b,
                    const vlPointMemory* m)
{
    vlVec3 onA = vlAdd(a->centre, vlRotate(a->rotation, m->placeA));
    vlVec3 onB = vlAdd(b->centre, vlRotate(b->rotation, m->placeB));
    // In the mean of the two, as friction over an area is carried too.
    vlVec3 along = vlAdd(vlRotate(a->rotation, m->alongA), vlRotate(b->rotation, m->alongB));
    along = inPlane(along, v->normal);
    double size = vlLength(along);
    Spring s = {size > 0.0 ? vlScale(along, 1.0 / size) : v->e1,
                inPlane(vlSub(onB, onA), v->normal)};
    return s;
}

// The direction of a vector, or its opposite if that is nearer to `near`; `near` if it has none.
static vlVec3 directionNear(vlVec3 vector, vlVec3 near)
{
    double size = vlLength(vector);
    if (!(size > 0.0)) {
        return near;
    }
    return vlScale(vector, (vlDot(vector, near) < 0.0 ? -1.0 : 1.0) / size);
}

static void remember(vlPointMemory* m, const vlContactVolume* v, const vlMotion* a,
                     const vlMotion* b, vlVec3 along, double stretch)
{
    m->placeA = vlUnrotate(a->rotation, vlSub(v->origin, a->centre));
    m->placeB = vlUnrotate(b->rotation, vlSub(v->origin, b->centre));
    m->alongA = vlUnrotate(a->rotation, along);
    m->alongB = vlUnrotate(b->rotation, along);
    m->stretch = stretch;
}

// The length of the law's spring after a sample. The law is evaluated again at the same place, on a
// copy of its memory, and at rest if it sticks: this leaves out dampers, which are not part of the
// spring.
static double stretchOf(const vlLawChoice* law, const vlLawState* after, const vlLawInput* input,
                        bool slips, double k)
{
    if (!(k > 0.0) || !(input->load > 0.0)) {
        return 0.0;
    }
    vlLawState copy = *after;
    vlLawInput again = *input;
    again.velocity = slips ? input->velocity : 0.0;
    return -vlLaw_Evaluate(law, &copy, &again).force / k;
}

// Friction on B, before it is shared within a union. (T11.25)-(T11.27)
static vlVec3 rub(vlContact* c, const vlLawChoice* law, const vlMotion* a, const vlMotion* b,
                  vlVec3 u, vlLawInput input, vlPointMemory* m)
{
    const vlContactVolume* v = &c->volume;
    double k = vlLaw_GetStiffness(law);
    double damping = k > 0.0 ? vlLaw_GetParameter(law, "damping", 0.0) : 0.0;
    Spring spring = carry(v, a, b, m);
    // A law without a spring has no direction but that of the motion.
    vlVec3 w = k > 0.0 ? vlMulAdd(spring.moved, m->stretch, spring.along) : u;
    vlVec3 along = directionNear(w, directionNear(u, spring.along));
    vlVec3 pull = damping > 0.0 ? vlMulAdd(vlScale(w, k), damping, u) : w;
    vlVec3 direction = damping > 0.0 ? directionNear(pull, along) : along;
    double length = vlDot(along, w);
    m->way += k > 0.0 ? length - m->stretch : vlDot(along, spring.moved);
    input.position = m->way;
    input.velocity =
        damping > 0.0 ? (vlDot(direction, pull) - k * length) / damping : vlDot(along, u);
    vlLawOutput out = vlLaw_Evaluate(law, &m->friction, &input);
    along = out.slips ? direction : along; // the spring is what sliding friction leaves of it
    remember(m, v, a, b, along, stretchOf(law, &m->friction, &input, out.slips, k));
    c->memory.slip = vlScale(along, m->stretch);
    c->memory.mode = out.slips ? VL_MODE_DYNAMIC : VL_MODE_STATIC;
    c->gains.kS = k;
    c->gains.bS = damping;
    return vlScale(direction, out.force);
}

void vlPoint_Evaluate(vlContact* c, const vlContactContext* context, const vlContactBody* a,
                      const vlContactBody* b, const vlPointLaw* law, vlPointStart start,
                      vlPointMemory* memory)
{
    const vlContactVolume* v = &c->volume;
    vlVec3 u = vlSub(velocityAt(b->motion, v->origin), velocityAt(a->motion, v->origin));
    vlLawInput normal = {
        .position = vlPoint_Depth(v), .velocity = -vlDot(v->normal, u), .step = context->step};
    if (start != VL_POINT_GOES_ON) {
        memset(memory, 0, sizeof *memory);
        remember(memory, v, a->motion, b->motion, v->e1, 0.0);
        beginWall(&law->wall, start, &normal, &memory->wall);
    }
    c->memory = (vlFrictionMemory){.origin = v->origin, .normal = v->normal};
    c->gains = (vlGains){.kN = vlLaw_GetStiffness(&law->wall)};
    double push = vlLaw_Evaluate(&law->wall, &memory->wall, &normal).force;
    vlVec3 friction = vlZero();
    if (law->friction.law != NULL) {
        vlLawInput along = {.load = push, .step = context->step};
        friction =
            rub(c, &law->friction, a->motion, b->motion, inPlane(u, v->normal), along, memory);
    }
    double share = v->area / c->groupArea;
    c->gains.kN *= share;
    c->gains.kS *= share;
    c->gains.bS *= share;
    c->normalForce = share * push;
    c->centreOfPressure.x = c->centreOfPressure.y = 0.0;
    c->frictionForce = vlScale(friction, share);
    c->frictionTorque = 0.0;
    c->wrench.force = vlMulAdd(c->frictionForce, c->normalForce, v->normal);
    c->wrench.torque = vlZero();
}

uint64_t vlPointMemory_Hash(const vlPointMemory* m, uint64_t h)
{
    h = vlHash_Word(h, m->key);
    for (int i = 0; i < VL_MAX_LAW_MEMORY; ++i) {
        h = vlHash_Double(vlHash_Double(h, m->wall.memory[i]), m->friction.memory[i]);
    }
    h = vlHash_Vec(vlHash_Vec(h, m->placeA), m->placeB);
    h = vlHash_Vec(vlHash_Vec(h, m->alongA), m->alongB);
    return vlHash_Double(vlHash_Double(h, m->stretch), m->way);
}
