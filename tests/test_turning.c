// SPDX-License-Identifier: MIT
// The closed forms for an area that rotates about a point, against numerical integration.

#include "contact/slab_friction.h"
#include "contact/turning.h"
#include "models/random.h"
#include "stage.h"
#include "test.h"
#include "turning_nodes.h"

#define MOST_CORNERS 48
#define MOST_NODES 400000

static vlTurningNode nodes[MOST_NODES];

// A convex polygon of about unit size: points of an ellipse at random angles.
static int drawPolygon(vlRandom* random, vlVec2* polygon)
{
    int count = 3 + vlRandom_Index(random, MOST_CORNERS - 2);
    double flat = vlRandom_Log(random, 0.1, 1.0);
    double angle[MOST_CORNERS];
    double sum = 0.0;
    for (int i = 0; i < count; ++i) { // gaps of different size, with the middle inside
        sum += vlRandom_Range(random, 0.5, 1.0);
        angle[i] = sum;
    }
    for (int i = 0; i < count; ++i) {
        double a = 2.0 * VL_PI * angle[i] / sum;
        polygon[i].x = cos(a);
        polygon[i].y = flat * sin(a);
    }
    return count;
}

typedef enum Place { INSIDE, OUTSIDE, FAR_OUTSIDE, NEAR_EDGE, ON_EDGE, ON_CORNER, PLACES } Place;

static vlVec2 drawCentre(vlRandom* random, Place place, const vlVec2* polygon, int count)
{
    int i = vlRandom_Index(random, count);
    vlVec2 a = polygon[i], b = polygon[(i + 1) % count];
    double s = vlRandom_Range(random, 0.0, 1.0);
    vlVec2 on = {a.x + s * (b.x - a.x), a.y + s * (b.y - a.y)};
    double scale = 1.0;
    switch (place) {
    case INSIDE: scale = vlRandom_Range(random, 0.0, 1.0); break;
    case OUTSIDE: scale = vlRandom_Range(random, 1.0, 3.0); break;
    case FAR_OUTSIDE: scale = vlRandom_Range(random, 3.0, 10.0); break;
    case NEAR_EDGE: scale = 1.0 + vlRandom_Log(random, 1e-12, 1e-2) * (s < 0.5 ? 1.0 : -1.0); break;
    case ON_CORNER: return a;
    case ON_EDGE:
    case PLACES: break;
    }
    vlVec2 c = {scale * on.x, scale * on.y};
    return c;
}

// The integrals of vlTurningSums by the nodes.
static vlTurningSums integrate(const vlVec2* polygon, int count, const vlLinearPressure* pressure,
                               vlVec2 c)
{
    vlTurningSums s = {0};
    int placed = vlTurningNodes_Place(polygon, count, c, nodes, MOST_NODES);
    for (int i = 0; i < placed; ++i) {
        vlVec2 p = nodes[i].p;
        double pi = pressure->middle + pressure->slope.x * p.x + pressure->slope.y * p.y;
        double w = nodes[i].weight * pi;
        double x = p.x - c.x, y = p.y - c.y;
        double r = sqrt(x * x + y * y);
        s.inverse += w / r;
        s.direction.x += w * x / r;
        s.direction.y += w * y / r;
        s.distance += w * r;
        s.uxx += w * x * x / (r * r * r);
        s.uxy += w * x * y / (r * r * r);
        s.uyy += w * y * y / (r * r * r);
    }
    return s;
}

static double worstGap(const vlTurningSums* a, const vlTurningSums* b, double reach)
{
    double direction =
        fmax(fabs(a->direction.x - b->direction.x), fabs(a->direction.y - b->direction.y));
    double slopes = fmax(fabs(a->uxx - b->uxx), fmax(fabs(a->uxy - b->uxy), fabs(a->uyy - b->uyy)));
    // Each is relative to the integral of pressures of size 1 over an area of size 1 at this
    // distance.
    return fmax(fmax(direction, fabs(a->distance - b->distance) / reach),
                reach * fmax(slopes, fabs(a->inverse - b->inverse)));
}

static void the_closed_forms_are_the_integrals(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(21);
    double worst = 0.0;
    for (int i = 0; i < vlStage_Count(1200, 120); ++i) {
        vlVec2 polygon[MOST_CORNERS];
        int count = drawPolygon(&random, polygon);
        vlVec2 c = drawCentre(&random, (Place)(i % PLACES), polygon, count);
        vlLinearPressure pressure = {
            1.0, {vlRandom_Range(&random, -1.0, 1.0), vlRandom_Range(&random, -1.0, 1.0)}};
        vlTurningSums closed = vlTurning_Sum(polygon, count, &pressure, c, true);
        vlTurningSums summed = integrate(polygon, count, &pressure, c);
        double reach = 1.0 + sqrt(c.x * c.x + c.y * c.y);
        worst = fmax(worst, worstGap(&closed, &summed, reach));
        vlTurningSums part = vlTurning_Sum(polygon, count, &pressure, c, false);
        assert_true(part.direction.x == closed.direction.x && part.distance == closed.distance);
    }
    // Rounding, which grows with the square of the distance of c: 1e-14 at 10 radii.
    VL_CHECK_BELOW(worst, 1e-11);
}

// The nodes alone: area and second moments of a square about any point, and its mean radius.
static void the_nodes_integrate_what_is_known(void** state)
{
    (void)state;
    static const vlVec2 square[4] = {{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}};
    static const vlVec2 centres[3] = {{0.0, 0.0}, {0.3, 0.5}, {-2.0, 1.0}};
    for (int k = 0; k < 3; ++k) {
        double area = 0.0, second = 0.0, radius = 0.0;
        int count = vlTurningNodes_Place(square, 4, centres[k], nodes, MOST_NODES);
        for (int i = 0; i < count; ++i) {
            vlVec2 p = nodes[i].p;
            area += nodes[i].weight;
            second += nodes[i].weight * p.x * p.x;
            radius += nodes[i].weight * hypot(p.x, p.y);
        }
        VL_CHECK_NEAR(area, 1.0, 1e-13); // rounding
        VL_CHECK_NEAR(second, 1.0 / 12.0, 1e-13);
        if (k == 0) {
            VL_CHECK_NEAR(radius, 0.38259785823210634, 1e-13); // (T5.8)
        }
    }
}

// A slab of a random polygon under a random linear pressure that is nowhere negative.
typedef struct Case {
    vlVec2 polygon[MOST_CORNERS];
    vlContactVolume volume;
    vlVolumePool pool;
    vlSlab slab;
} Case;

static void drawSlab(vlRandom* random, Case* c)
{
    int count = drawPolygon(random, c->polygon);
    vlVec2 middle = {0.0, 0.0};
    vlContactVolume v = {.isSlab = true, .pointCount = count};
    int placed = vlTurningNodes_Place(c->polygon, count, middle, nodes, MOST_NODES);
    for (int i = 0; i < placed; ++i) {
        v.area += nodes[i].weight;
        middle.x += nodes[i].weight * nodes[i].p.x, middle.y += nodes[i].weight * nodes[i].p.y;
    }
    for (int i = 0; i < count; ++i) {
        c->polygon[i].x -= middle.x / v.area, c->polygon[i].y -= middle.y / v.area;
    }
    for (int i = 0; i < placed; ++i) {
        double x = nodes[i].p.x - middle.x / v.area, y = nodes[i].p.y - middle.y / v.area;
        v.mxx += nodes[i].weight * x * x, v.mxy += nodes[i].weight * x * y;
        v.myy += nodes[i].weight * y * y;
    }
    c->volume = v;
    c->pool = (vlVolumePool){.points = c->polygon, .pointCount = count};
    double force = vlRandom_Log(random, 1e-3, 1e3);
    vlVec2 moment;
    do {
        moment.x = force * vlRandom_Range(random, -0.3, 0.3);
        moment.y = force * vlRandom_Range(random, -0.3, 0.3);
    } while (!vlSlab_Press(&c->volume, &c->pool, force, moment, &c->slab));
}

static vlRigidField drawField(vlRandom* random, const vlSlab* slab, vlVec2* c)
{
    vlRigidField f;
    do {
        vlVec3 r = vlRandom_InBall(random);
        f = (vlRigidField){{r.x, r.y}, r.z * vlRandom_Log(random, 0.1, 30.0)};
    } while (!vlSlab_Centre(slab, &f, c));
    return f;
}

static void friction_of_a_turning_slab_obeys_coulomb(void** state)
{
    (void)state;
    static Case c;
    vlRandom random = vlRandom_Seed(22);
    for (int i = 0; i < vlStage_Count(1000, 100); ++i) {
        drawSlab(&random, &c);
        vlVec2 centre;
        vlRigidField field = drawField(&random, &c.slab, &centre);
        vlVec2 force, sum = {0.0, 0.0};
        double moment, moments = 0.0;
        double mu = 0.4, fn = c.slab.pressure.middle * c.slab.area;
        vlSlab_Shear(&c.slab, mu, &field, centre, &force, &moment);
        int count = vlTurningNodes_Place(c.slab.polygon, c.slab.count, centre, nodes, MOST_NODES);
        for (int k = 0; k < count; ++k) { // point by point
            vlVec2 p = nodes[k].p;
            vlVec2 u = vlRigidField_At(&field, p);
            const vlLinearPressure* pi = &c.slab.pressure;
            double s = -mu * nodes[k].weight *
                       (pi->middle + pi->slope.x * p.x + pi->slope.y * p.y) / vlLength2(u);
            sum.x += s * u.x, sum.y += s * u.y;
            moments += s * (p.x * u.y - p.y * u.x);
        }
        // Rounding; the polygon is of unit size.
        VL_CHECK_BELOW(fmax(fabs(sum.x - force.x), fabs(sum.y - force.y)), 1e-10 * fn);
        VL_CHECK_BELOW(fabs(moments - moment), 1e-10 * fn);
        VL_CHECK_BELOW(vlLength2(force), mu * fn * (1.0 + 1e-12));
        VL_CHECK_BELOW(force.x * field.at.x + force.y * field.at.y + moment * field.turn, 0.0);
    }
}

static double absorbed(const vlSlab* slab, const double w[3])
{
    vlRigidField field = {{w[0], w[1]}, w[2]};
    vlVec2 c;
    if (!vlSlab_Centre(slab, &field, &c)) { // nearly even
        return slab->pressure.middle * slab->area * vlLength2(field.at);
    }
    return fabs(w[2]) *
           vlTurning_Sum(slab->polygon, slab->count, &slab->pressure, c, false).distance;
}

// The least of int pi |w| over all w on which the load does unit work: a convex function, minimised
// by a search from any start without slopes.
static double leastLimit(const vlSlab* slab, const vlRigidField* load)
{
    const double f[3] = {load->at.x, load->at.y, load->turn};
    double square = f[0] * f[0] + f[1] * f[1] + f[2] * f[2];
    double w[3] = {f[0] / square, f[1] / square, f[2] / square};
    // Two directions without work.
    int k = fabs(f[0]) < fabs(f[1]) ? 0 : 1;
    vlVec3 n = vlUnit(vlVec(f[0], f[1], f[2]));
    vlVec3 a = vlUnit(vlCross(n, k == 0 ? vlVec(1.0, 0.0, 0.0) : vlVec(0.0, 1.0, 0.0)));
    vlVec3 b = vlCross(n, a);
    const double across[2][3] = {{a.x, a.y, a.z}, {b.x, b.y, b.z}};
    double least = absorbed(slab, w);
    double size = 1.0 / sqrt(square);
    for (int i = 0; i < 3000 && size * sqrt(square) > 1e-8; ++i) {
        static const double way[8][2] = {{1, 0}, {-1, 0},  {0, 1},  {0, -1},
                                         {1, 1}, {-1, -1}, {1, -1}, {-1, 1}};
        bool isLower = false;
        for (int d = 0; d < 8 && !isLower; ++d) {
            double next[3];
            for (int j = 0; j < 3; ++j) {
                next[j] = w[j] + size * (way[d][0] * across[0][j] + way[d][1] * across[1][j]);
            }
            double limit = absorbed(slab, next);
            if (limit < least) {
                least = limit, isLower = true;
                w[0] = next[0], w[1] = next[1], w[2] = next[2];
            }
        }
        size *= isLower ? 1.2 : 0.5;
    }
    return least;
}

static void the_slip_test_finds_the_worst_virtual_slip(void** state)
{
    (void)state;
    static Case c;
    vlRandom random = vlRandom_Seed(23);
    double worst = 0.0, low = 0.0, before = 0.0;
    for (int i = 0; i < vlStage_Count(300, 30); ++i) {
        drawSlab(&random, &c);
        vlVec2 centre;
        vlRigidField pull = drawField(&random, &c.slab, &centre);
        vlRigidField load = {pull.at, c.slab.J * pull.turn};
        double square = pull.at.x * load.at.x + pull.at.y * load.at.y + pull.turn * load.turn;
        vlSlipSums alone = vlSlab_SlipSums(&c.slab, &pull, centre, 1e9, 1.0); // far from its limit
        double mu = 1.001 * alone.square / alone.limit; // the pull alone would just be held
        vlSlipSums sums = vlSlab_SlipSums(&c.slab, &pull, centre, mu, 1.0);
        assert_true(sums.square == alone.square && sums.limit <= alone.limit);
        double exact = leastLimit(&c.slab, &load);
        double even = c.slab.pressure.middle * c.slab.area / vlLength2(load.at);
        double found = fmin(sums.limit / sums.square, even); // vlContactLaw_Slides tries both
        worst = fmax(worst, found / exact - 1.0);
        low = fmax(low, 1.0 - found / exact);
        before = fmax(before, alone.limit / alone.square / exact - 1.0);
        VL_CHECK_NEAR(sums.square, square / c.slab.area, 1e-12 * sums.square);
    }
    // If uneven pressure and the load rotate the area in opposite senses, the worst slip lies
    // beyond the even one, which the rounds do not cross.
    VL_CHECK_BELOW(worst, 0.02);
    VL_CHECK_BELOW(low, 1e-5);  // the search is no more exact than this
    assert_true(before > 0.05); // the error that the rounds remove
}

static void far_turning_and_uneven_pressure_are_refused(void** state)
{
    (void)state;
    static Case c;
    vlRandom random = vlRandom_Seed(24);
    drawSlab(&random, &c);
    vlVec2 centre, none = {0.0, 0.0};
    vlRigidField even = {{1.0, 0.0}, 0.0}, still = {{0.0, 0.0}, 0.0}, spin = {{0.0, 0.0}, 1e-300};
    assert_false(vlSlab_Centre(&c.slab, &even, &centre));
    assert_false(vlSlab_Centre(&c.slab, &still, &centre));
    (void)vlSlab_Centre(&c.slab, &spin, &centre); // no division by zero
    vlSlab slab;
    vlVec2 outside = {10.0, 0.0};
    assert_true(vlSlab_Press(&c.volume, &c.pool, 1.0, none, &slab));
    assert_false(vlSlab_Press(&c.volume, &c.pool, 1.0, outside, &slab)); // a part of it would pull
    assert_false(vlSlab_Press(&c.volume, &c.pool, 0.0, none, &slab));
    assert_false(vlSlab_Press(&c.volume, &c.pool, (double)NAN, none, &slab));
    c.volume.isSlab = false;
    assert_false(vlSlab_Press(&c.volume, &c.pool, 1.0, none, &slab));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_nodes_integrate_what_is_known),
        cmocka_unit_test(the_closed_forms_are_the_integrals),
        cmocka_unit_test(friction_of_a_turning_slab_obeys_coulomb),
        cmocka_unit_test(the_slip_test_finds_the_worst_virtual_slip),
        cmocka_unit_test(far_turning_and_uneven_pressure_are_refused),
    };
    return cmocka_run_group_tests_name("turning", tests, NULL, NULL);
}
