// SPDX-License-Identifier: MIT
#include "experiments/contact_clusters.h"

#include <math.h>

// A difference of 1 between two unit normals counts as a distance of this share of the radius.
#define NORMAL_LENGTH 0.3
#define ROUNDS 2
// Of the radius: a cluster with a contact farther than WIDEST from its middle is split; two
// clusters with middles nearer than NEAREST are merged if their normals are within 15 degrees.
#define WIDEST 0.15
#define NEAREST 0.05
#define SAME_NORMAL 0.9659

static double apart(const vlClusterSet* set, const vlClusterContact* a, const vlClusterContact* b)
{
    vlVec3 p = vlSub(a->point, b->point);
    vlVec3 n = vlScale(vlSub(a->normal, b->normal), NORMAL_LENGTH * set->radius);
    return vlDot(p, p) + vlDot(n, n);
}

// Gives each contact to the nearest cluster, and moves the clusters to the means of their contacts,
// weighted by depth. Clusters without contacts vanish.
static void gather(vlClusterSet* set, const vlClusterContact* contact, int count, int* of)
{
    double weight[VL_MOST_CLUSTERS] = {0.0};
    vlClusterContact sum[VL_MOST_CLUSTERS] = {{.depth = 0.0}};
    for (int i = 0; i < count; ++i) {
        of[i] = 0;
        for (int k = 1; k < set->count; ++k) {
            bool isNearer = apart(set, &contact[i], &set->cluster[k]) <
                            apart(set, &contact[i], &set->cluster[of[i]]);
            of[i] = isNearer ? k : of[i];
        }
        double w = contact[i].depth;
        vlClusterContact* s = &sum[of[i]];
        weight[of[i]] += w;
        s->point = vlMulAdd(s->point, w, contact[i].point);
        s->normal = vlMulAdd(s->normal, w, contact[i].normal);
        s->depth += w * contact[i].depth;
    }
    int kept = 0, place[VL_MOST_CLUSTERS] = {0};
    for (int k = 0; k < set->count; ++k) {
        place[k] = kept;
        if (weight[k] > 0.0) {
            double share = 1.0 / weight[k];
            set->cluster[kept++] = (vlClusterContact){vlScale(sum[k].point, share),
                                                      vlUnit(sum[k].normal), share * sum[k].depth};
        }
    }
    for (int i = 0; i < count; ++i) {
        of[i] = place[of[i]];
    }
    set->count = kept;
}

// Makes the contact that is farthest from the middle of its cluster a cluster of its own if it is
// too far away.
static bool split(vlClusterSet* set, const vlClusterContact* contact, int count, const int* of)
{
    double most = WIDEST * set->radius;
    int farthest = -1;
    for (int i = 0; i < count; ++i) {
        double away = vlLength(vlSub(contact[i].point, set->cluster[of[i]].point));
        farthest = away > most ? i : farthest;
        most = fmax(most, away);
    }
    if (farthest < 0 || set->count == VL_MOST_CLUSTERS) {
        return false;
    }
    set->cluster[set->count++] = contact[farthest];
    return true;
}

static bool merge(vlClusterSet* set)
{
    for (int i = 0; i < set->count; ++i) {
        for (int k = i + 1; k < set->count; ++k) {
            const vlClusterContact *a = &set->cluster[i], *b = &set->cluster[k];
            if (vlLength(vlSub(a->point, b->point)) < NEAREST * set->radius &&
                vlDot(a->normal, b->normal) > SAME_NORMAL) {
                set->cluster[k] = set->cluster[--set->count];
                return true;
            }
        }
    }
    return false;
}

void vlClusterSet_Update(vlClusterSet* set, const vlClusterContact* contact, int count, int* of)
{
    if (count == 0) {
        set->count = 0;
        return;
    }
    if (set->count == 0) {
        set->cluster[set->count++] = contact[0];
    }
    for (int round = 0; round < ROUNDS; ++round) {
        gather(set, contact, count, of);
    }
    while (split(set, contact, count, of)) {
        ++set->changes;
        gather(set, contact, count, of);
    }
    while (merge(set)) {
        ++set->changes;
        gather(set, contact, count, of);
    }
}
