// SPDX-License-Identifier: MIT

#include "planar/touch2.h"

double vlPair2_Height(const vlWorld2* world, const vlPair2* pair, vlFeature2 feature)
{
    const vlPlace2* vertices = &world->place[vlPair2_VertexBody(pair, feature.side)];
    const vlPlace2* edges = &world->place[vlPair2_EdgeBody(pair, feature.side)];
    return vlDot2(edges->normal[feature.edge],
                  vlVec2_Sub(vertices->vertex[feature.vertex], edges->vertex[feature.edge]));
}

bool vlPair2_IsBetween(const vlWorld2* world, const vlPair2* pair, vlFeature2 feature)
{
    int count = world->model[vlPair2_EdgeBody(pair, feature.side)].count;
    vlFeature2 next = feature;
    vlFeature2 previous = feature;
    next.edge = vlPolygon_Next(feature.edge, count);
    previous.edge = vlPolygon_Previous(feature.edge, count);
    return vlPair2_Height(world, pair, next) < VL_EDGE_SLACK &&
           vlPair2_Height(world, pair, previous) < VL_EDGE_SLACK;
}

// Walks to the vertex nearest to the edge (or deepest) and returns its height.
static double walkVertex(const vlWorld2* world, const vlPair2* pair, vlFeature2* feature)
{
    int count = world->model[vlPair2_VertexBody(pair, feature->side)].count;
    double height = vlPair2_Height(world, pair, *feature);
    for (int step = 0; step < count; ++step) {
        vlFeature2 next = *feature;
        vlFeature2 previous = *feature;
        next.vertex = vlPolygon_Next(feature->vertex, count);
        previous.vertex = vlPolygon_Previous(feature->vertex, count);
        double up = vlPair2_Height(world, pair, next);
        double down = vlPair2_Height(world, pair, previous);
        if (up < height && up <= down) {
            *feature = next;
            height = up;
        } else if (down < height) {
            *feature = previous;
            height = down;
        } else {
            break;
        }
    }
    return height;
}

// Walks to the edge that separates best among its neighbours, each with its own nearest vertex.
static double walkEdge(const vlWorld2* world, const vlPair2* pair, vlFeature2* feature)
{
    int count = world->model[vlPair2_EdgeBody(pair, feature->side)].count;
    double height = walkVertex(world, pair, feature);
    for (int step = 0; step < count; ++step) {
        vlFeature2 next = *feature;
        vlFeature2 previous = *feature;
        next.edge = vlPolygon_Next(feature->edge, count);
        previous.edge = vlPolygon_Previous(feature->edge, count);
        double up = walkVertex(world, pair, &next);
        double down = walkVertex(world, pair, &previous);
        if (up > height && up >= down) {
            *feature = next;
            height = up;
        } else if (down > height) {
            *feature = previous;
            height = down;
        } else {
            break;
        }
    }
    return height;
}

void vlPair2_Search(const vlWorld2* world, vlPair2* pair)
{
    for (int i = 0; i < 2; ++i) {
        if (pair->record[i].isUsed && pair->record[i].state != VL_CONTACT2_NONE) {
            return; // inside each other the best edge may be on the far side: keep the near one
        }
    }
    double best[2] = {0.0, 0.0};
    for (int side = 0; side < 2; ++side) {
        vlFeature2 feature = {side, pair->witness[side], 0};
        int count = world->model[vlPair2_EdgeBody(pair, side)].count;
        for (int edge = 0; edge < count; ++edge) {
            feature.edge = edge;
            double height = walkVertex(world, pair, &feature);
            if (edge == 0 || height > best[side]) {
                best[side] = height;
                pair->walk[side] = feature;
            }
        }
    }
    pair->side = best[1] > best[0] ? 1 : 0;
}

// The edge of the vertex's body that faces the edge e: of the two at v the one most opposite to e.
static int facingEdge(const vlWorld2* world, const vlPair2* pair, vlFeature2 first)
{
    int body = vlPair2_VertexBody(pair, first.side);
    const vlPlace2* vertices = &world->place[body];
    vlVec2 n = world->place[vlPair2_EdgeBody(pair, first.side)].normal[first.edge];
    int before = vlPolygon_Previous(first.vertex, world->model[body].count);
    return vlDot2(vertices->normal[first.vertex], n) < vlDot2(vertices->normal[before], n)
               ? first.vertex
               : before;
}

// The contact at one end of the facing edge: that vertex with e, or where it lies beside e, the end
// of e on that side with the facing edge.
static vlFeature2 contactAt(const vlWorld2* world, const vlPair2* pair, vlFeature2 first,
                            int facing, int vertex)
{
    int edgeBody = vlPair2_EdgeBody(pair, first.side);
    const vlPlace2* edges = &world->place[edgeBody];
    vlVec2 tip = world->place[vlPair2_VertexBody(pair, first.side)].vertex[vertex];
    vlVec2 n = edges->normal[first.edge];
    double t = vlDot2(vlVec2_Of(-n.y, n.x), vlVec2_Sub(tip, edges->vertex[first.edge]));
    if (t >= 0.0 && t <= world->model[edgeBody].length[first.edge]) {
        return (vlFeature2){first.side, vertex, first.edge};
    }
    int end = t < 0.0 ? first.edge : vlPolygon_Next(first.edge, world->model[edgeBody].count);
    return (vlFeature2){1 - first.side, end, facing};
}

static vlOffer2 offerOf(const vlWorld2* world, const vlPair2* pair, vlFeature2 feature)
{
    double depth = -vlPair2_Height(world, pair, feature);
    return (vlOffer2){feature, depth, depth > 0.0 && vlPair2_IsBetween(world, pair, feature)};
}

void vlPair2_Offer(const vlWorld2* world, vlPair2* pair, vlOffer2 offer[2])
{
    double height[2];
    for (int side = 0; side < 2; ++side) {
        height[side] = walkEdge(world, pair, &pair->walk[side]);
    }
    if (height[1 - pair->side] > height[pair->side] + VL_ROLE_MARGIN) {
        pair->side = 1 - pair->side;
    }
    vlFeature2 first = pair->walk[pair->side];
    int facing = facingEdge(world, pair, first);
    int count = world->model[vlPair2_VertexBody(pair, first.side)].count;
    int other = facing == first.vertex ? vlPolygon_Next(facing, count) : facing;
    offer[0] = offerOf(world, pair, contactAt(world, pair, first, facing, first.vertex));
    offer[1] = offerOf(world, pair, contactAt(world, pair, first, facing, other));
    if (height[0] >= 0.0 || height[1] >= 0.0) { // an edge separates them: nothing is inside
        offer[0].isInside = offer[1].isInside = false;
    } else if (!offer[0].isInside && !offer[1].isInside) { // they lie across each other
        offer[0] = offerOf(world, pair, first);
        offer[0].isInside = true;
    }
}
