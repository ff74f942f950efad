// SPDX-License-Identifier: MIT
// Reduces a formation to contacts on at most three planes, and finds the motion between two such
// sets.

#include "formation/contact_rank.h"
#include "formation/contact_same.h"
#include "formation/force_parts.h"
#include "formation/poly_parts.h"

// A contact continues an earlier one that borders on it if their normals are within this angle: 30
// degrees.
#define SAME_WAY 0.86602540378443865
// Most planes among which the three are chosen.
#define MAX_GROUPS 8

// Joins a contact of the same plane and rank: together they are one region.
static void join(vlPrincipalContact* to, double* weight, const vlPrincipalContact* c)
{
    double own = c->size > 0.0 ? c->size : 1.0;
    double all = *weight + own;
    to->point = vlMulAdd(vlScale(to->point, *weight / all), own / all, c->point);
    to->nearest = fmin(to->nearest, c->nearest);
    to->farthest = fmax(to->farthest, c->farthest);
    to->size += c->size;
    for (int i = 0; i < c->regionCount && to->regionCount < VL_MAX_REGION; ++i) {
        to->region[to->regionCount++] = c->region[i];
    }
    *weight = all;
}

static int groupByPlane(const vlFormation* formation, double gap, vlPrincipalContact* group)
{
    double weight[MAX_GROUPS];
    int count = 0;
    for (int i = 0; i < formation->count; ++i) {
        const vlPrincipalContact* c = &formation->contact[i];
        int at = 0;
        while (at < count && (vlDot(group[at].normal, c->normal) < VL_SAME_PLANE ||
                              fabs(vlDot(c->normal, vlSub(c->point, group[at].point))) > gap)) {
            ++at;
        }
        if (at < count) {
            if (vlContactType_Rank(group[at].type) == vlContactType_Rank(c->type)) {
                join(&group[at], &weight[at], c);
            }
        } else if (count < MAX_GROUPS) {
            group[count] = *c;
            weight[count++] = c->size > 0.0 ? c->size : 1.0;
        }
    }
    return count;
}

static double depthOf(const vlPrincipalContact* c, double gap)
{
    return fmax(gap - c->nearest, 0.0);
}

// The three that span the most, weighted by their least force; if none span space, those that
// press most.
static void chooseThree(const vlPrincipalContact* group, int count, double gap, int chosen[3])
{
    double best = -1.0;
    for (int i = 0; i < count; ++i) {
        for (int j = i + 1; j < count; ++j) {
            for (int k = j + 1; k < count; ++k) {
                double span =
                    fabs(vlDot(group[i].normal, vlCross(group[j].normal, group[k].normal)));
                double least = fmin(depthOf(&group[i], gap),
                                    fmin(depthOf(&group[j], gap), depthOf(&group[k], gap)));
                // The small terms decide between sets whose normals are in one plane, e.g. two
                // walls and a rim.
                double value = (span + 1e-6) * (least + 1e-9 * gap);
                if (value > best) {
                    best = value;
                    chosen[0] = i;
                    chosen[1] = j;
                    chosen[2] = k;
                }
            }
        }
    }
}

void vlPlanes_Reduce(const vlFormation* formation, double gap, vlContactSet* set)
{
    vlPrincipalContact group[MAX_GROUPS];
    int chosen[VL_MAX_PLANES] = {0, 1, 2};
    int count = groupByPlane(formation, gap, group);
    if (count > VL_MAX_PLANES) {
        chooseThree(group, count, gap, chosen);
        count = VL_MAX_PLANES;
    }
    set->count = count;
    for (int i = 0; i < count; ++i) {
        set->contact[i] = (vlForceWork){.c = group[chosen[i]], .before = -1};
    }
}

// ---- prior motion ----

static bool areRelated(const vlPolyhedron* p, vlElement x, vlElement y)
{
    return vlPolyhedron_IsPart(p, x, y) || vlPolyhedron_IsPart(p, y, x);
}

static bool isContinued(const vlPolyhedron* a, const vlPolyhedron* b, const vlPrincipalContact* x,
                        const vlPrincipalContact* y)
{
    return areRelated(a, x->a, y->a) && areRelated(b, x->b, y->b) &&
           vlDot(x->normal, y->normal) > SAME_WAY;
}

// Finds for each contact the earlier one that it continues: first those with the same elements,
// then those that border on it.
static void match(const vlPolyhedron* a, const vlPolyhedron* b, const vlContactSet* last,
                  vlContactSet* now, bool* isTaken)
{
    for (int pass = 0; pass < 2; ++pass) {
        for (int i = 0; i < now->count; ++i) {
            vlForceWork* w = &now->contact[i];
            for (int k = 0; k < last->count && w->before < 0; ++k) {
                const vlPrincipalContact* old = &last->contact[k].c;
                bool isSame = vlPrincipalContact_IsSame(&w->c, old);
                if (!isTaken[k] && (pass == 0 ? isSame : isContinued(a, b, &w->c, old))) {
                    w->before = k;
                    w->isSame = isSame;
                    isTaken[k] = true;
                }
            }
        }
    }
}

vlPriorMotion vlPrior_Classify(const vlPolyhedron* a, const vlPolyhedron* b,
                               const vlContactSet* last, vlContactSet* now, bool* isLost)
{
    bool isTaken[VL_MAX_PLANES] = {false};
    bool isGained = false;
    bool isChanged = false;
    match(a, b, last, now, isTaken);
    *isLost = false;
    for (int k = 0; k < last->count; ++k) {
        *isLost |= !isTaken[k];
    }
    for (int i = 0; i < now->count; ++i) {
        isGained |= now->contact[i].before < 0;
        isChanged |= now->contact[i].before >= 0 && !now->contact[i].isSame;
    }
    if (now->count == 0) {
        return VL_PRIOR_NONE;
    }
    if (last->count == 0) {
        return VL_PRIOR_GUARDED;
    }
    if (isGained) {
        return VL_PRIOR_GAIN;
    }
    if (*isLost) {
        return VL_PRIOR_BREAK;
    }
    return isChanged ? VL_PRIOR_CHANGE : VL_PRIOR_KEEP;
}
