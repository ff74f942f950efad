// SPDX-License-Identifier: MIT
// Rays against a surface: boxes by their slabs, triangles by volumes of tetrahedra [MT97].

#include "shape/skin.h"

// Does the ray meet a box between 0 and `length`?
static bool meetsBox(const vlSkinNode* n, int lane, vlVec3 origin, vlVec3 direction, double length)
{
    const double o[3] = {origin.x, origin.y, origin.z};
    const double d[3] = {direction.x, direction.y, direction.z};
    double enter = 0.0, leave = length;
    for (int k = 0; k < 3; ++k) {
        double middle = (double)n->middle[k][lane] - o[k], half = (double)n->half[k][lane];
        double low = middle - half, high = middle + half;
        if (d[k] == 0.0) {
            if (low > 0.0 || high < 0.0) {
                return false;
            }
            continue;
        }
        double first = (d[k] > 0.0 ? low : high) / d[k];
        double last = (d[k] > 0.0 ? high : low) / d[k];
        enter = first > enter ? first : enter;
        leave = last < leave ? last : leave;
    }
    return enter <= leave;
}

// Where the ray goes through a triangle; infinite if it does not.
static double meetTriangle(const vlSkin* skin, int t, vlVec3 origin, vlVec3 direction)
{
    const int32_t* v = skin->triangle[t];
    vlVec3 a = skin->point[v[0]];
    vlVec3 ab = vlSub(skin->point[v[1]], a), ac = vlSub(skin->point[v[2]], a);
    vlVec3 across = vlCross(direction, ac);
    double whole = vlDot(ab, across);
    if (whole == 0.0) {
        return HUGE_VAL;
    }
    vlVec3 from = vlSub(origin, a);
    double u = vlDot(from, across) / whole;
    vlVec3 aside = vlCross(from, ab);
    double w = vlDot(direction, aside) / whole;
    double distance = vlDot(ac, aside) / whole;
    bool isThrough = u >= 0.0 && w >= 0.0 && u + w <= 1.0 && distance >= 0.0;
    return isThrough ? distance : HUGE_VAL;
}

static void tryTriangle(const vlSkin* skin, int t, vlVec3 origin, vlVec3 direction, vlSkinHit* hit)
{
    double distance = meetTriangle(skin, t, origin, direction);
    if (distance < hit->distance || (!hit->isHit && distance <= hit->distance)) {
        hit->isHit = true;
        hit->distance = distance;
        hit->normal = vlSkin_Normal(skin, t);
    }
}

static void castInto(const vlSkin* skin, int root, vlVec3 origin, vlVec3 direction, vlSkinHit* hit)
{
    int waiting[VL_SKIN_DEPTH];
    int depth = 0;
    waiting[depth++] = root;
    while (depth > 0) {
        const vlSkinNode* n = &skin->node[waiting[--depth]];
        for (int lane = 0; lane < VL_SKIN_WIDTH; ++lane) {
            bool isMet = n->count[lane] >= 0 && meetsBox(n, lane, origin, direction, hit->distance);
            for (int i = 0; isMet && i < n->count[lane]; ++i) {
                tryTriangle(skin, n->first[lane] + i, origin, direction, hit);
            }
            if (isMet && n->count[lane] == 0) {
                waiting[depth++] = n->first[lane];
            }
        }
    }
}

vlSkinHit vlSkin_CastRay(const vlSkin* skin, vlVec3 origin, vlVec3 direction, double length)
{
    vlSkinHit hit = {.distance = length};
    if (vlSkin_Distance(skin, origin, HUGE_VAL, -1).distance <= 0.0) {
        hit = (vlSkinHit){.isHit = true, .distance = 0.0, .normal = vlNeg(direction)};
        return hit;
    }
    for (int i = 0; i < skin->solidCount; ++i) {
        castInto(skin, skin->solid[i].root, origin, direction, &hit);
    }
    hit.distance = hit.isHit ? hit.distance : 0.0;
    return hit;
}
