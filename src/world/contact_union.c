// SPDX-License-Identifier: MIT
// What contacts share before any force is known: area within a union, memory across its seams.

#include "world/contact_union.h"

// Contacts of the same two bodies whose normals differ by less than 20 degrees push on the same
// side of a union: they share one stiffness.
#define SAME_SIDE_COSINE 0.9396926207859084

static bool samePair(const vlContact* a, const vlContact* b)
{
    return a->head.bodyA == b->head.bodyA && a->head.bodyB == b->head.bodyB;
}

static bool sameGroup(const vlContact* a, const vlContact* b)
{
    bool bothHaveArea = a->volume.pointCount > 0 && b->volume.pointCount > 0;
    return a == b || (bothHaveArea && vlDot(a->volume.normal, b->volume.normal) > SAME_SIDE_COSINE);
}

bool vlContacts_AreOneSide(const vlContact* a, const vlContact* b)
{
    return samePair(a, b) && sameGroup(a, b);
}

// A contact with this part of its surface on seams belongs wholly to the contacts beyond them. The
// part is about depth over width, 1e-3, for bodies that touch two faces of a corner, and above 0.1
// for a sliver that a contact pushes over a seam.
#define SEAM_OF_SLIVER 0.1

// How much of a contact belongs to those beyond its seams, 0 to 1.
static double seamPart(const vlContactVolume* v)
{
    double part = v->seamArea > 0.0 ? v->seamArea / (v->seamArea + v->area) : 0.0;
    return part < SEAM_OF_SLIVER ? part / SEAM_OF_SLIVER : 1.0;
}

// Contacts [first, end) belong to one pair of bodies. Those that push the same way share one
// stiffness. Those that meet another contact at a seam are parts of one contact, whichever way they
// push. To the degree that they do, they have the share that they would have in all of them
// together (T6.7). The shares are mixed and not the areas: beside an area 30 times its own, a
// contact whose seam is a hundredth of it would otherwise lose half of its stiffness.
static void shareArea(vlContact* contact, int first, int end)
{
    for (int i = first; i < end; ++i) {
        double own = 0.0;
        double beyond = 0.0;
        for (int j = first; j < end; ++j) {
            if (sameGroup(&contact[i], &contact[j])) {
                own += contact[j].volume.area;
            } else if (contact[j].volume.seamArea > 0.0) {
                beyond += contact[j].volume.area;
            }
        }
        double part = seamPart(&contact[i].volume);
        contact[i].groupArea =
            part > 0.0 ? 1.0 / ((1.0 - part) / own + part / (own + beyond)) : own;
    }
}

static int endOfPair(const vlContact* contact, int count, int first)
{
    int end = first + 1;
    while (end < count && samePair(&contact[first], &contact[end])) {
        ++end;
    }
    return end;
}

void vlContacts_ShareAreas(const vlModel* model, vlWork* work)
{
    vlContact* contact = work->current->contact;
    int count = work->current->contactCount;
    bool shares = model->def.contact.reference.model == VL_CONTACT_VOLUME;
    for (int first = 0, end = 0; first < count && shares; first = end) {
        end = endOfPair(contact, count, first);
        if (end - first > 1) {
            shareArea(contact, first, end);
        }
    }
}

static int firstOfPair(const vlContact* contact, int index)
{
    int first = index;
    while (first > 0 && samePair(&contact[first - 1], &contact[index])) {
        --first;
    }
    return first;
}

// A contact on a piece that was just reached takes over the friction of a neighbour in its group,
// so that sliding across a seam is not felt.
const vlFrictionMemory* vlContacts_MemoryBefore(const vlState* state, const vlWork* work, int index)
{
    const vlContact* contact = work->current->contact;
    int count = work->current->contactCount;
    const vlFrictionMemory* own = &state->pair[contact[index].pair].friction;
    if (own->mode != VL_MODE_NONE) {
        return own;
    }
    for (int j = firstOfPair(contact, index); j < count && samePair(&contact[j], &contact[index]);
         ++j) {
        const vlFrictionMemory* other = &state->pair[contact[j].pair].friction;
        if (other->mode != VL_MODE_NONE && sameGroup(&contact[index], &contact[j])) {
            return other;
        }
    }
    return own;
}

double vlContacts_SpringForceBefore(const vlState* state, const vlWork* work, int index)
{
    const vlContact* contact = work->current->contact;
    int count = work->current->contactCount;
    double force = state->pair[contact[index].pair].touch.springForce;
    for (int j = firstOfPair(contact, index); j < count && samePair(&contact[j], &contact[index]);
         ++j) {
        const vlTouchMemory* other = &state->pair[contact[j].pair].touch;
        if (other->springForce > force && sameGroup(&contact[index], &contact[j])) {
            force = other->springForce;
        }
    }
    return force;
}

static vlContactBody bodyOf(const vlModel* model, const vlState* state, const vlWork* work,
                            const vlMotion* motions, int i)
{
    vlContactBody b = {&motions[i], state->isFrozen[i] ? 0.0 : model->inertia[i].inverseMass,
                       work->place[i].inverseInertiaW, NULL};
    return b;
}

// A pointer is felt without rotation: contacts cannot turn it.
static void feelPointer(const vlModel* model, int body, vlContactBody* b)
{
    b->inverseMass = model->slot[body].pointerInverseMass;
    b->inverseInertiaW = vlDiag(0.0, 0.0, 0.0);
}

void vlContacts_BodiesOf(const vlModel* model, const vlState* state, const vlWork* work,
                         const vlMotion* motions, const vlContact* contact, vlContactBody* a,
                         vlContactBody* b)
{
    *a = bodyOf(model, state, work, motions, contact->head.bodyA);
    *b = bodyOf(model, state, work, motions, contact->head.bodyB);
    if (!(a->inverseMass > 0.0) && !(b->inverseMass > 0.0)) {
        feelPointer(model, contact->head.bodyA, a);
        feelPointer(model, contact->head.bodyB, b);
    }
}

const vlSurface* vlContacts_SurfaceOf(const vlModel* model, const vlContact* contact)
{
    return vlModel_SurfaceOf(model, model->slot[contact->head.bodyA].material,
                             model->slot[contact->head.bodyB].material);
}
