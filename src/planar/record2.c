// SPDX-License-Identifier: MIT

#include "planar/record2.h"

#include <math.h>
#include <string.h>

// Along the edge from its first vertex, unclamped.
static double alongOf(const vlWorld2* world, const vlPair2* pair, vlFeature2 feature)
{
    const vlPlace2* edges = &world->place[vlPair2_EdgeBody(pair, feature.side)];
    vlVec2 n = edges->normal[feature.edge];
    vlVec2 tip = world->place[vlPair2_VertexBody(pair, feature.side)].vertex[feature.vertex];
    return vlDot2(vlVec2_Of(-n.y, n.x), vlVec2_Sub(tip, edges->vertex[feature.edge]));
}

static double lengthOf(const vlWorld2* world, const vlPair2* pair, vlFeature2 feature)
{
    return world->model[vlPair2_EdgeBody(pair, feature.side)].length[feature.edge];
}

static double clampTo(double value, double most)
{
    return value < 0.0 ? 0.0 : value > most ? most : value;
}

vlSpot2 vlRecord2_Spot(const vlWorld2* world, const vlPair2* pair, const vlRecord2* record)
{
    vlFeature2 feature = record->feature;
    vlSpot2 spot = {.a = vlPair2_VertexBody(pair, feature.side),
                    .b = vlPair2_EdgeBody(pair, feature.side)};
    const vlPlace2* edges = &world->place[spot.b];
    spot.tip = world->place[spot.a].vertex[feature.vertex];
    spot.normal = edges->normal[feature.edge];
    spot.tangent = vlVec2_Of(spot.normal.y, -spot.normal.x);
    spot.god = vlVec2_MulAdd(edges->vertex[feature.edge], -record->along, spot.tangent);
    spot.velocity = vlVec2_Sub(vlBody2_VelocityAt(&world->body[spot.a], spot.tip),
                               vlBody2_VelocityAt(&world->body[spot.b], spot.tip));
    return spot;
}

// What the wall law sees of the depth.
static double seen(const vlRecord2* record)
{
    return record->depth - record->offset;
}

// Gives the wall law a depth whose growth it did not see, as if the contact had moved at its
// present speed for two samples (T11.18). The law's history then fits, and no false speed appears
// in it.
static void prime(const vlWorld2* world, const vlPair2* pair, vlRecord2* record, double depth)
{
    const vlSurface2* surface = vlWorld2_SurfaceOf(world, pair->a, pair->b);
    record->offset = record->depth - depth;
    memset(&record->wall, 0, sizeof record->wall);
    for (int back = 2; back >= 1; --back) {
        vlLawInput input = {.position = fmax(depth - back * world->step * record->speed, 0.0),
                            .velocity = record->speed,
                            .step = world->step};
        vlLaw_Evaluate(&surface->wall, &record->wall, &input);
    }
}

// Follows the vertex along its edge and round corners; false if the contact has ended.
static bool follow(const vlWorld2* world, const vlPair2* pair, vlRecord2* record)
{
    vlFeature2* feature = &record->feature;
    double length = lengthOf(world, pair, *feature);
    double along = alongOf(world, pair, *feature);
    double depth = -vlPair2_Height(world, pair, *feature);
    double before = record->along;
    double wasSeen = seen(record);
    record->along = clampTo(along, length);
    // The tangent runs against the edge's direction.
    record->slide -= record->along - before;
    record->depth = depth;
    if (depth <= 0.0) {
        return false;
    }
    if (along >= 0.0 && along <= length) {
        return true;
    }
    int count = world->model[vlPair2_EdgeBody(pair, feature->side)].count;
    vlFeature2 other = *feature;
    other.edge = along < 0.0 ? vlPolygon_Previous(feature->edge, count)
                             : vlPolygon_Next(feature->edge, count);
    double otherDepth = -vlPair2_Height(world, pair, other);
    if (otherDepth <= -VL_EDGE_SLACK) { // it went round the corner and out
        return false;
    }
    double otherLength = lengthOf(world, pair, other);
    double otherAlong = alongOf(world, pair, other);
    if (otherDepth <= 0.0 || otherDepth >= depth || otherAlong < 0.0 || otherAlong > otherLength) {
        return true;
    }
    record->slide += along < 0.0 ? otherLength - otherAlong : -otherAlong;
    *feature = other;
    record->along = otherAlong;
    record->depth = otherDepth;
    prime(world, pair, record, fmin(otherDepth, wasSeen));
    return true;
}

static bool isSameVertex(vlFeature2 a, vlFeature2 b)
{
    return a.side == b.side && a.vertex == b.vertex;
}

// A new contact. If it was outside a step ago, or the bodies were placed inside each other, it
// begins at the surface. Any other begins without force, because a different vertex carried the
// pair until now: a contact that is merely found must not bring energy (T11.18).
static vlRecord2 begin(const vlWorld2* world, const vlPair2* pair, const vlOffer2* offer,
                       const vlRecord2* outside)
{
    vlRecord2 record = {.feature = offer->feature, .depth = offer->depth};
    record.isUsed = true;
    record.along =
        clampTo(alongOf(world, pair, offer->feature), lengthOf(world, pair, offer->feature));
    if (outside != NULL) {
        record.wall = outside->wall;
    }
    if (!offer->isInside) {
        return record;
    }
    record.isNew = true;
    record.state = VL_CONTACT2_STICKING;
    vlSpot2 spot = vlRecord2_Spot(world, pair, &record);
    double speed = -vlDot2(spot.normal, spot.velocity);
    double way = speed > 0.0 ? speed * world->step : 0.0;
    record.speed = speed;
    // Velocities change by the forces of a step, so the way of the last step is known only to about
    // a half.
    bool isEntry = pair->isPlaced || outside != NULL || offer->depth <= 1.5 * way + 1e-9;
    record.offset = isEntry ? 0.0 : offer->depth - way;
    if (!vlWorld2_SurfaceOf(world, pair->a, pair->b)->wall.law->isEarly || !isEntry) {
        memset(&record.wall, 0, sizeof record.wall);
    }
    return record;
}

// A contact that ended while it still pressed, because its vertex slid off the edge, hands on what
// its spring had stored, and what its friction remembers, to one that takes over.
static void handOver(const vlWorld2* world, const vlPair2* pair, const vlRecord2* gone,
                     vlRecord2* heir)
{
    double had = seen(gone);
    double has = seen(heir);
    double most = sqrt(had * had + has * has);
    if (had > 0.0 && most > has && heir->offset > 0.0) {
        prime(world, pair, heir, fmin(most, heir->depth));
    }
    if (heir->isNew) {
        heir->rub = gone->rub;
        heir->slide = gone->slide;
    }
}

// Keeps the two deepest of the contacts that go on and those that begin.
static int collect(const vlWorld2* world, const vlPair2* pair, const vlOffer2 offer[2],
                   vlRecord2 list[4], const vlRecord2* gone[2])
{
    int count = 0;
    int goneCount = 0;
    for (int i = 0; i < 2; ++i) {
        vlRecord2 record = pair->record[i];
        if (!record.isUsed || record.state == VL_CONTACT2_NONE) {
            continue;
        }
        record.isNew = false;
        record.state = record.state == VL_CONTACT2_COLLIDING ? VL_CONTACT2_STICKING : record.state;
        if (follow(world, pair, &record)) {
            record.offset = fmin(record.offset, record.depth);
            list[count++] = record;
        } else if (record.depth > 0.0) {
            gone[goneCount++] = &pair->record[i];
        }
    }
    for (int i = 0; i < 2; ++i) {
        bool isKnown = !offer[i].isInside;
        for (int j = 0; j < count; ++j) {
            isKnown = isKnown || isSameVertex(list[j].feature, offer[i].feature);
        }
        const vlRecord2* outside = NULL;
        for (int j = 0; j < 2; ++j) {
            const vlRecord2* old = &pair->record[j];
            if (old->isUsed && old->state == VL_CONTACT2_NONE && old->depth <= 0.0 &&
                isSameVertex(old->feature, offer[i].feature) &&
                old->feature.edge == offer[i].feature.edge) {
                outside = old;
            }
        }
        if (!isKnown) {
            list[count++] = begin(world, pair, &offer[i], outside);
        }
    }
    return count;
}

// Fills a free record with a contact that is near but outside: laws that act early need its
// history.
static void watch(const vlWorld2* world, const vlPair2* pair, const vlOffer2* offer,
                  vlRecord2 list[4], int* count)
{
    for (int i = 0; i < *count; ++i) {
        if (isSameVertex(list[i].feature, offer->feature)) {
            return;
        }
    }
    if (*count == 2 || offer->isInside) {
        return;
    }
    const vlRecord2* old = NULL;
    for (int i = 0; i < 2; ++i) {
        const vlRecord2* record = &pair->record[i];
        if (record->isUsed && isSameVertex(record->feature, offer->feature) &&
            record->feature.edge == offer->feature.edge) {
            old = record;
        }
    }
    list[(*count)++] = begin(world, pair, offer, old);
}

void vlPair2_Update(const vlWorld2* world, vlPair2* pair)
{
    vlOffer2 offer[2];
    vlRecord2 list[4];
    const vlRecord2* gone[2] = {NULL, NULL};
    vlPair2_Offer(world, pair, offer);
    int count = collect(world, pair, offer, list, gone);
    while (count > 2) { // the shallowest goes; of equals the newest
        int least = 0;
        for (int i = 1; i < count; ++i) {
            least = list[i].depth <= list[least].depth ? i : least;
        }
        for (int i = least; i + 1 < count; ++i) {
            list[i] = list[i + 1];
        }
        --count;
    }
    for (int g = 0; g < 2 && gone[g] != NULL; ++g) {
        vlRecord2* heir = NULL;
        for (int i = 0; i < count; ++i) {
            heir = heir == NULL || list[i].offset > heir->offset ? &list[i] : heir;
        }
        if (heir != NULL) {
            handOver(world, pair, gone[g], heir);
        }
    }
    watch(world, pair, &offer[0], list, &count);
    watch(world, pair, &offer[1], list, &count);
    for (int i = 0; i < 2; ++i) {
        if (i < count) {
            pair->record[i] = list[i];
        } else {
            pair->record[i].isUsed = false;
        }
    }
    pair->isPlaced = false;
}
