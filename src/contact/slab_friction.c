// SPDX-License-Identifier: MIT
#include "contact/slab_friction.h"

// Beyond this many radii of gyration the closed form loses digits, and three Gauss points per
// triangle are good to 1e-6.
#define FAR 20.0
// With the pull itself as the virtual slip, the limit may be too high by up to 9% (for a line that
// is pressed evenly). Below this part of it no slip can break the contact.
#define CLOSE 0.85
// Rounds of improving the virtual slip: enough for 1e-4 of the limit under even pressure.
#define ROUNDS 4

static void thin(const vlVec2* polygon, int count, vlSlab* slab)
{
    slab->polygon = polygon;
    slab->count = count;
    if (count > VL_SLAB_CORNERS) {
        for (int i = 0; i < VL_SLAB_CORNERS; ++i) {
            slab->thinned[i] = polygon[(int64_t)i * count / VL_SLAB_CORNERS];
        }
        slab->polygon = slab->thinned;
        slab->count = VL_SLAB_CORNERS;
    }
}

bool vlSlab_Press(const vlContactVolume* v, const vlVolumePool* pool, double force, vlVec2 m,
                  vlSlab* slab)
{
    double det = v->mxx * v->myy - v->mxy * v->mxy;
    if (!v->isSlab || v->pointCount < 3 || !(force > 0.0) || !(det > 0.0)) {
        return false;
    }
    thin(&pool->points[v->pointStart], v->pointCount, slab);
    slab->area = v->area;
    slab->J = vlContactLaw_Gyration(v);
    // The linear function with this sum and first moment.
    vlLinearPressure* pi = &slab->pressure;
    pi->middle = force / v->area;
    pi->slope.x = (v->myy * m.x - v->mxy * m.y) / det;
    pi->slope.y = (v->mxx * m.y - v->mxy * m.x) / det;
    for (int i = 0; i < slab->count; ++i) {
        vlVec2 p = slab->polygon[i];
        if (!(pi->middle + pi->slope.x * p.x + pi->slope.y * p.y >= 0.0)) {
            return false;
        }
    }
    return true;
}

bool vlSlab_Centre(const vlSlab* slab, const vlRigidField* field, vlVec2* c)
{
    double turn = field->turn;
    double square = field->at.x * field->at.x + field->at.y * field->at.y;
    if (!(FAR * FAR * slab->J * turn * turn > square)) {
        return false;
    }
    c->x = -field->at.y / turn;
    c->y = field->at.x / turn;
    return isfinite(c->x) && isfinite(c->y);
}

// A virtual slip, and what friction absorbs on it per work of the load.
typedef struct Slip {
    vlRigidField w;
    vlVec2 c; // where it vanishes
    vlTurningSums sums;
    double limit; // int pi |w| / load . w
} Slip;

static double workOf(const vlRigidField* load, const vlRigidField* w)
{
    return load->at.x * w->at.x + load->at.y * w->at.y + load->turn * w->turn;
}

// False if the load does no work on it, or it is nearly even.
static bool measure(const vlSlab* slab, const vlRigidField* load, Slip* slip)
{
    double work = workOf(load, &slip->w);
    if (!(work > 0.0) || !vlSlab_Centre(slab, &slip->w, &slip->c)) {
        return false;
    }
    slip->sums = vlTurning_Sum(slab->polygon, slab->count, &slab->pressure, slip->c, true);
    slip->limit = fabs(slip->w.turn) * slip->sums.distance / work;
    return true;
}

// Newton's step towards the slip with the least limit (T5.18): for a load f, m about the centre c
// of `from` and with perp the direction sum turned by a right angle,
//   U u = f - perp m/distance,   omega = (m - perp . u)/distance.
static bool improve(const Slip* from, const vlRigidField* load, vlRigidField* w)
{
    const vlTurningSums* s = &from->sums;
    vlVec2 c = from->c;
    double moment = load->turn - (c.x * load->at.y - c.y * load->at.x);
    double px = -s->direction.y, py = s->direction.x;
    double det = s->uxx * s->uyy - s->uxy * s->uxy;
    if (!(s->distance > 0.0) || !(det > 0.0)) {
        return false;
    }
    double fx = load->at.x - px * moment / s->distance;
    double fy = load->at.y - py * moment / s->distance;
    double ux = (s->uyy * fx - s->uxy * fy) / det;
    double uy = (s->uxx * fy - s->uxy * fx) / det;
    w->turn = (moment - (px * ux + py * uy)) / s->distance;
    w->at.x = ux + w->turn * c.y; // from the velocity at c to that at the origin
    w->at.y = uy - w->turn * c.x;
    return true;
}

// Replaces b by the slip half way between a and b, both scaled to the same work of the load. False
// if the load does no work on b.
static bool halve(const vlRigidField* a, vlRigidField* b, const vlRigidField* load)
{
    double s = 0.5 * workOf(load, a) / workOf(load, b);
    b->at.x = 0.5 * a->at.x + s * b->at.x;
    b->at.y = 0.5 * a->at.y + s * b->at.y;
    b->turn = 0.5 * a->turn + s * b->turn;
    return s > 0.0;
}

// Lowers the limit of `best` by a few rounds. Every slip is a valid bound, and the limit is a
// convex function of it: where Newton's step overshoots, half of it is tried.
static void lower(const vlSlab* slab, const vlRigidField* load, Slip* best)
{
    Slip next;
    bool isReady = improve(best, load, &next.w);
    for (int i = 0; i < ROUNDS && isReady; ++i) {
        if (measure(slab, load, &next) && next.limit < best->limit) {
            *best = next;
            isReady = improve(best, load, &next.w);
        } else {
            isReady = halve(&best->w, &next.w, load);
        }
    }
}

vlSlipSums vlSlab_SlipSums(const vlSlab* slab, const vlRigidField* pull, vlVec2 c, double mu,
                           double far)
{
    double perArea = 1.0 / slab->area;
    vlRigidField load = {pull->at, slab->J * pull->turn}; // force and moment of the pull
    double square = workOf(&load, pull);
    vlTurningSums s = vlTurning_Sum(slab->polygon, slab->count, &slab->pressure, c, false);
    double least = fabs(pull->turn) * s.distance;
    Slip slip = {.w = *pull};
    if (square < far * mu * least && square > CLOSE * mu * least && measure(slab, &load, &slip)) {
        lower(slab, &load, &slip);
        least = slip.limit * square;
    }
    vlSlipSums sums = {perArea * square, perArea * least};
    return sums;
}

void vlSlab_Shear(const vlSlab* slab, double mu, const vlRigidField* field, vlVec2 c, vlVec2* force,
                  double* moment)
{
    vlTurningSums s = vlTurning_Sum(slab->polygon, slab->count, &slab->pressure, c, false);
    double f = field->turn > 0.0 ? -mu : mu;
    force->x = -f * s.direction.y;
    force->y = f * s.direction.x;
    *moment = f * s.distance + c.x * force->y - c.y * force->x;
}

// About c the slope is (mu cS/|turn|) (W - n N) with
//   W = [int pi/|q| 1, perp int pi q/|q|; ., int pi |q|],  N = [int pi/|q| 1 - U, ...; ...] (T7.10)
// both integrals of semidefinite blocks; then it is moved to the origin by u_c = u + omega perp(c).
vlAnswer vlSlab_Slide(const vlSlab* slab, const vlContactLaw* law, double mu, double newton,
                      const vlRigidField* pull, vlVec2 c, const vlRelative* about)
{
    vlTurningSums s = vlTurning_Sum(slab->polygon, slab->count, &slab->pressure, c, true);
    double a = law->cS * mu / fabs(pull->turn);
    double left = a * (1.0 - newton);
    double xx = left * s.inverse + a * newton * s.uxx;
    double yy = left * s.inverse + a * newton * s.uyy;
    double xy = a * newton * s.uxy;
    double xw = -left * s.direction.y, yw = left * s.direction.x;
    double px = -c.y, py = c.x; // perp(c)
    // A velocity (u, omega) of the origin is u + omega perp(c) at c.
    double XW = xw + xx * px + xy * py;
    double YW = yw + xy * px + yy * py;
    double WW = left * s.distance + 2.0 * (xw * px + yw * py) + xx * px * px + 2.0 * xy * px * py +
                yy * py * py;
    double f = pull->turn > 0.0 ? -mu : mu;
    double fx = -f * s.direction.y, fy = f * s.direction.x;
    double m = f * s.distance + c.x * fy - c.y * fx;
    double ux = about->tangent.x, uy = about->tangent.y, w = about->spin;
    vlAnswer r = {{fx + xx * ux + xy * uy + XW * w, fy + xy * ux + yy * uy + YW * w,
                   m + XW * ux + YW * uy + WW * w},
                  {xx, xy, XW, yy, YW, WW}};
    return r;
}
