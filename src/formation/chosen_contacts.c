// SPDX-License-Identifier: MIT
// Chooses which of the contacts that were found are closed together. A floor of many faces must not
// crowd out the wall beside it.

#include "formation/contact_rank.h"
#include "formation/contact_same.h"
#include "formation/resolve.h"

// Faces are in one plane if the cosine of the angle between them is above this and their offsets
// differ by less than this, m. Both allow for rounding only.
#define SAME_COSINE (1.0 - 1e-12)
#define SAME_OFFSET 1e-9
// Most contacts of one plane: three points determine it.
#define MOST_OF_PLANE 3

static bool areInOnePlane(const vlPolyhedron* p, vlElement x, vlElement y)
{
    if (x.kind != VL_ELEMENT_FACE || y.kind != VL_ELEMENT_FACE) {
        return vlElement_IsSame(x, y);
    }
    const vlPolyhedronFace* f = &p->faces[x.index];
    const vlPolyhedronFace* g = &p->faces[y.index];
    return vlDot(f->normal, g->normal) > SAME_COSINE && fabs(f->offset - g->offset) < SAME_OFFSET;
}

bool vlResolver_AreOne(const vlResolver* r, const vlPrincipalContact* x,
                       const vlPrincipalContact* y)
{
    return (vlElement_IsSame(x->a, y->a) && areInOnePlane(r->b, x->b, y->b)) ||
           (vlElement_IsSame(x->b, y->b) && areInOnePlane(r->a, x->a, y->a));
}

// Contacts of higher rank come first, and the nearest among equals. The order depends on the
// numbers of the elements only if two contacts are equal in both.
static bool isBefore(const vlPrincipalContact* x, const vlPrincipalContact* y)
{
    int difference = vlContactType_Rank(x->type) - vlContactType_Rank(y->type);
    return difference > 0 || (difference == 0 && x->nearest < y->nearest);
}

// Sorts all contacts in that order, leaves out those that ask for the same as an earlier one, and
// returns how many remain.
static int sort(const vlResolver* r, const vlFormation* found, int* order)
{
    int count = 0;
    for (int i = 0; i < found->count; ++i) {
        int at = count++;
        for (; at > 0 && isBefore(&found->contact[i], &found->contact[order[at - 1]]); --at) {
            order[at] = order[at - 1];
        }
        order[at] = i;
    }
    int kept = 0;
    for (int i = 0; i < count; ++i) {
        bool isNew = true;
        for (int k = 0; k < kept && isNew; ++k) {
            isNew = !vlResolver_AreOne(r, &found->contact[order[i]], &found->contact[order[k]]);
        }
        if (isNew) {
            order[kept++] = order[i];
        }
    }
    return kept;
}

// Counts the contacts that come before this one in the order and lie in its plane.
static int placeInPlane(const vlFormation* found, const int* order, int i, double gap)
{
    const vlPrincipalContact* c = &found->contact[order[i]];
    int place = 0;
    for (int k = 0; k < i; ++k) {
        const vlPrincipalContact* d = &found->contact[order[k]];
        place += vlDot(c->normal, d->normal) > VL_SAME_PLANE &&
                 fabs(vlDot(c->normal, vlSub(c->point, d->point))) <= gap;
    }
    return place;
}

int vlResolver_Choose(const vlResolver* r, const vlFormation* found, int* chosen)
{
    int order[VL_MAX_FORMATION];
    int place[VL_MAX_FORMATION];
    int all = sort(r, found, order);
    for (int i = 0; i < all; ++i) {
        place[i] = placeInPlane(found, order, i, r->gap);
    }
    // Take the first contact of each plane, then the second and the third, as long as there is
    // room.
    bool isChosen[VL_MAX_FORMATION] = {false};
    int room = VL_MAX_RESOLVED;
    for (int wanted = 0; wanted < MOST_OF_PLANE; ++wanted) {
        for (int i = 0; i < all && room > 0; ++i) {
            if (place[i] == wanted) {
                isChosen[i] = true;
                --room;
            }
        }
    }
    int count = 0;
    for (int i = 0; i < all; ++i) {
        if (isChosen[i]) {
            chosen[count++] = order[i];
        }
    }
    return count;
}
