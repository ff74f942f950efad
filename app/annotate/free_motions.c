// SPDX-License-Identifier: MIT
#include "app/annotate/free_motions.h"

#include <math.h>

// A motion is free if what the contacts forbid of it is at most this share: poses of a simulation
// are not exact.
#define FORBIDDEN 0.05
// A motion is independent of those before it if at least this share of it is new.
#define NEW 0.3

// A twist as six lengths: its angular part is multiplied by the radius of A.
typedef struct Six {
    double x[6];
} Six;

typedef struct Search {
    const vlContactState* state;
    vlVec3 centre;
    double radius;
    int count;
    vlFreeMotion* motions;
    Six chosen[6]; // orthonormal: what the motions so far span
} Search;

static double dot6(const Six* a, const Six* b)
{
    double sum = 0.0;
    for (int i = 0; i < 6; ++i) {
        sum += a->x[i] * b->x[i];
    }
    return sum;
}

static Six toSix(vlTwist t, double radius)
{
    vlVec3 w = vlScale(t.angular, radius);
    return (Six){{t.linear.x, t.linear.y, t.linear.z, w.x, w.y, w.z}};
}

// Adds the motion if it is free and independent of those before.
static void offer(Search* s, bool isRotation, vlVec3 direction, vlVec3 at)
{
    double length = vlLength(direction);
    if (s->count >= s->state->freedoms || s->count >= 6 || !(length > 1e-9)) {
        return;
    }
    direction = vlScale(direction, 1.0 / length);
    vlTwist twist = {direction, vlZero()};
    if (isRotation) {
        twist.linear = vlCross(direction, vlSub(s->centre, at));
        twist.angular = direction;
    }
    vlTwist kept = vlFreedoms_Project(&s->state->free, twist, s->radius);
    Six all = toSix(twist, s->radius);
    Six rest = toSix(
        (vlTwist){vlSub(twist.linear, kept.linear), vlSub(twist.angular, kept.angular)}, s->radius);
    if (dot6(&rest, &rest) > FORBIDDEN * FORBIDDEN * dot6(&all, &all)) {
        return;
    }
    Six fresh = all;
    for (int i = 0; i < s->count; ++i) {
        double along = dot6(&fresh, &s->chosen[i]);
        for (int k = 0; k < 6; ++k) {
            fresh.x[k] -= along * s->chosen[i].x[k];
        }
    }
    double size = sqrt(dot6(&fresh, &fresh));
    if (size < NEW * sqrt(dot6(&all, &all))) {
        return;
    }
    for (int k = 0; k < 6; ++k) {
        s->chosen[s->count].x[k] = fresh.x[k] / size;
    }
    s->motions[s->count++] = (vlFreeMotion){isRotation, direction, at};
}

static void offerTranslations(Search* s)
{
    const vlFormation* f = &s->state->formation;
    for (int i = 0; i < f->count; ++i) {
        offer(s, false, f->contact[i].axis, vlZero());
        for (int k = 0; k < i; ++k) {
            offer(s, false, vlCross(f->contact[i].normal, f->contact[k].normal), vlZero());
        }
    }
    for (int i = 0; i < f->count; ++i) {
        vlVec3 n = f->contact[i].normal;
        offer(s, false, vlCross(n, f->contact[i].axis), vlZero());
        // Where nothing else gives a direction, those nearest to the axes of the world.
        offer(s, false, vlVec(1.0 - n.x * n.x, -n.x * n.y, -n.x * n.z), vlZero());
        offer(s, false, vlVec(-n.y * n.x, 1.0 - n.y * n.y, -n.y * n.z), vlZero());
        offer(s, false, vlVec(-n.z * n.x, -n.z * n.y, 1.0 - n.z * n.z), vlZero());
    }
}

static void offerRotations(Search* s)
{
    const vlFormation* f = &s->state->formation;
    for (int i = 0; i < f->count; ++i) {
        const vlPrincipalContact* c = &f->contact[i];
        vlVec3 side = vlCross(c->normal, c->axis);
        side = vlLength(side) > 1e-9 ? side : vlCross(c->normal, vlVec(0.36, 0.48, 0.8));
        offer(s, true, c->axis, c->point);
        offer(s, true, c->normal, c->point);
        offer(s, true, side, c->point);
        offer(s, true, vlCross(c->normal, side), c->point);
    }
}

int vlFreeMotions_Find(const vlContactState* state, vlVec3 centre, double radius,
                       vlFreeMotion motions[6])
{
    Search s = {.state = state, .centre = centre, .radius = radius, .motions = motions};
    offerTranslations(&s);
    offerRotations(&s);
    // Rotations about an axis that belongs to no contact, such as that of a sliding ladder.
    for (int i = 0; i < state->free.count; ++i) {
        vlVec3 w = state->free.twist[i].angular;
        double square = vlDot(w, w);
        if (square > 0.0) {
            vlVec3 v = state->free.twist[i].linear;
            offer(&s, true, w, vlMulAdd(centre, 1.0 / square, vlCross(w, v)));
        }
    }
    return s.count;
}

static void writeVec(FILE* out, vlVec3 v)
{
    fprintf(out, "[%.6g,%.6g,%.6g]", v.x, v.y, v.z);
}

// In which body's frame do the free directions stay the same while the state lasts? In that of B,
// unless a plane of contact is one of A's faces.
static bool turnsWithA(const vlFormation* f)
{
    for (int i = 0; i < f->count; ++i) {
        if (f->contact[i].type == VL_CONTACT_FACE_VERTEX ||
            f->contact[i].type == VL_CONTACT_FACE_EDGE) {
            return true;
        }
    }
    return false;
}

void vlFreeMotions_Write(FILE* out, const vlAnnotatedPair* pair, const vlContactState* state,
                         const vlPose* poses)
{
    bool isA = turnsWithA(&state->formation);
    int body = isA ? pair->bodyA : pair->bodyB;
    vlFreeMotion motions[6];
    vlVec3 centre = vlTransform(poses[pair->bodyA], pair->a->centre);
    int count = state->formation.count > 0
                    ? vlFreeMotions_Find(state, centre, pair->a->radius, motions)
                    : 0;
    fprintf(out, ",\"frame\":%d,\"free\":[", body);
    for (int i = 0; i < count; ++i) {
        fprintf(out, "%s{\"direction\":", i > 0 ? "," : "");
        writeVec(out, vlRotate(vlConj(poses[body].q), motions[i].direction));
        if (motions[i].isRotation) {
            fprintf(out, ",\"at\":");
            writeVec(out, vlUntransform(poses[body], motions[i].at));
        }
        fputc('}', out);
    }
    fputc(']', out);
}
