// SPDX-License-Identifier: MIT
#include "shape/piece_tree.h"

#include <float.h>

static double middleOf(const vlConvex* piece, int axis)
{
    vlVec3 m = vlAdd(piece->lower, piece->upper);
    return axis == 0 ? m.x : (axis == 1 ? m.y : m.z);
}

static void findBox(const vlConvex* pieces, const int* order, int count, vlPieceNode* node)
{
    vlVec3 lower = vlVec(DBL_MAX, DBL_MAX, DBL_MAX), upper = vlNeg(lower);
    for (int i = 0; i < count; ++i) {
        const vlConvex* p = &pieces[order[i]];
        lower =
            vlVec(fmin(lower.x, p->lower.x), fmin(lower.y, p->lower.y), fmin(lower.z, p->lower.z));
        upper =
            vlVec(fmax(upper.x, p->upper.x), fmax(upper.y, p->upper.y), fmax(upper.z, p->upper.z));
    }
    node->middle = vlScale(vlAdd(lower, upper), 0.5);
    node->half = vlScale(vlSub(upper, lower), 0.5);
}

static int widestAxis(vlVec3 half)
{
    return half.x >= half.y && half.x >= half.z ? 0 : (half.y >= half.z ? 1 : 2);
}

// Sorts by the middles along an axis, then by number, so that there is only one order. A Shell sort
// works in place and is fast enough for what is done once.
static void sortAlong(const vlConvex* pieces, int* order, int count, int axis)
{
    static const int gaps[] = {18581, 8258, 3670, 1631, 701, 301, 132, 57, 23, 10, 4, 1};
    for (size_t g = 0; g < sizeof gaps / sizeof gaps[0]; ++g) {
        for (int i = gaps[g]; i < count; ++i) {
            int moved = order[i], j = i;
            double key = middleOf(&pieces[moved], axis);
            for (; j >= gaps[g]; j -= gaps[g]) {
                double other = middleOf(&pieces[order[j - gaps[g]]], axis);
                if (other < key || (other == key && order[j - gaps[g]] < moved)) {
                    break;
                }
                order[j] = order[j - gaps[g]];
            }
            order[j] = moved;
        }
    }
}

// A range of `order` that waits for its node.
typedef struct Waiting {
    int first, count;
    int parent; // whose second child it is; -1: of none
} Waiting;

void vlPieceTree_Build(const vlConvex* pieces, int count, int* order, vlPieceNode* nodes)
{
    Waiting waiting[VL_PIECE_TREE_DEPTH + 1];
    int depth = 0, made = 0;
    for (int i = 0; i < count; ++i) {
        order[i] = i;
    }
    waiting[depth++] = (Waiting){0, count, -1};
    while (depth > 0) {
        Waiting now = waiting[--depth];
        vlPieceNode* node = &nodes[made];
        if (now.parent >= 0) {
            nodes[now.parent].second = made;
        }
        findBox(pieces, &order[now.first], now.count, node);
        node->piece = now.count == 1 ? order[now.first] : -1;
        node->second = made + 1;
        if (now.count > 1) {
            int half = now.count / 2;
            sortAlong(pieces, &order[now.first], now.count, widestAxis(node->half));
            waiting[depth++] = (Waiting){now.first + half, now.count - half, made};
            waiting[depth++] = (Waiting){now.first, half, -1};
        }
        ++made;
    }
}
