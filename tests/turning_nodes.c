// SPDX-License-Identifier: MIT
#include "turning_nodes.h"

#include <math.h>

// Gauss-Legendre on -1 .. 1: three points (exact to degree 5), and one half of ten.
static const double x3[3] = {-0.7745966692414834, 0.0, 0.7745966692414834};
static const double w3[3] = {5.0 / 9.0, 8.0 / 9.0, 5.0 / 9.0};
static const double x10[5] = {0.1488743389816312, 0.4333953941292472, 0.6794095682990244,
                              0.8650633666889845, 0.9739065285171717};
static const double w10[5] = {0.2955242247147529, 0.2692667193099963, 0.2190863625159820,
                              0.1494513491505806, 0.0666713443086881};

// Width of one panel in theta: ten points are then exact to rounding.
#define PANEL 1.0

typedef struct Edge {
    vlVec2 foot; // of the perpendicular from c, relative to c
    vlVec2 along;
    double d; // signed distance of the edge's line
} Edge;

// Adds the nodes along the radius that ends at x on the edge; `weight` is dx times its weight.
static int addRadius(const Edge* e, vlVec2 c, double x, double weight, vlTurningNode* nodes)
{
    for (int i = 0; i < 3; ++i) {
        double t = 0.5 * (1.0 + x3[i]);
        nodes[i].p.x = c.x + t * (e->foot.x + x * e->along.x);
        nodes[i].p.y = c.y + t * (e->foot.y + x * e->along.y);
        nodes[i].weight = 0.5 * w3[i] * t * e->d * weight;
    }
    return 3;
}

static int addEdge(vlVec2 a, vlVec2 b, vlVec2 c, vlTurningNode* nodes, int capacity)
{
    double length = hypot(b.x - a.x, b.y - a.y);
    Edge e = {.along = {(b.x - a.x) / length, (b.y - a.y) / length}};
    vlVec2 n = {e.along.y, -e.along.x};
    e.d = n.x * (a.x - c.x) + n.y * (a.y - c.y);
    e.foot.x = e.d * n.x, e.foot.y = e.d * n.y;
    double t1 = e.along.x * (a.x - c.x) + e.along.y * (a.y - c.y);
    double d = fabs(e.d);
    if (!(length > 0.0) || d < 1e-13 * (length + fabs(t1))) {
        return 0; // c is on the line: the triangle is empty
    }
    double low = asinh(t1 / d);
    double high = asinh((t1 + length) / d);
    int panels = 1 + (int)((high - low) / PANEL);
    int count = 0;
    for (int k = 0; k < panels && count + 30 <= capacity; ++k) {
        double half = 0.5 * (high - low) / panels;
        double middle = low + (2 * k + 1) * half;
        for (int i = 0; i < 10; ++i) {
            double theta = middle + (i % 2 == 0 ? half : -half) * x10[i / 2];
            double weight = half * w10[i / 2] * d * cosh(theta);
            count += addRadius(&e, c, d * sinh(theta), weight, &nodes[count]);
        }
    }
    return count;
}

int vlTurningNodes_Place(const vlVec2* polygon, int count, vlVec2 c, vlTurningNode* nodes,
                         int capacity)
{
    int placed = 0;
    for (int i = 0; i < count; ++i) {
        placed +=
            addEdge(polygon[i], polygon[(i + 1) % count], c, &nodes[placed], capacity - placed);
    }
    return placed;
}
