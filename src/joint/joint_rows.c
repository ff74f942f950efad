// SPDX-License-Identifier: MIT
// The coordinates of a joint and their exact rates. With A's axes a_i, d = pB - pA, and Q = A^T B
// the rotation of B's frame seen from A's, u the relative velocity at pB, w = A^T s the relative
// angular velocity seen from A:
//
//   slides     c_i = a_i . d                            c_i' = a_i . u
//   distance   c = |d|                                  c' = d/|d| . u
//   rotation   f = log Q, |f| < 3/2 pi, on the branch nearest to the last one
//              f' = w - f x w/2 + k f x (f x w),   k = (1 - t/2 cot(t/2))/t^2,  t = |f|
//   tilt       e = (a/sin a) n,  n = (-Q_yz, Q_xz) = z x z', a the angle between the z axes
//              n' = (w_x Q_zz - w_z Q_xz, w_y Q_zz - w_z Q_yz)
//              e' = (a/sin a) n' + ((sin a - a cos a)/sin^3 a) n (n . w)
//   turn       t = 2 atan2(q_z, q_w), the turn about z after which only a tilt is left
//              t' = w_z + (w_x (q_w q_y + q_z q_x) + w_y (q_z q_y - q_w q_x))/(q_w^2 + q_z^2)
//   lean       b = asin Q_zx, by which B's x leaves the plane normal to A's z
//              b' = (w_x Q_yx - w_y Q_xx)/r,  r = sqrt(Q_xx^2 + Q_yx^2)
//   universal  t0 = atan2(Q_yx, Q_xx)       t0' = w_z - (Q_zx/r^2)(w_x Q_xx + w_y Q_yx)
//              t1 = atan2(Q_zy, Q_zz)       t1' = v_x - (Q_zx/r^2)(v_y Q_zy + v_z Q_zz),  v = Q^T w
//
// so that Q = Rz(t0) Rx(t1) for a universal joint without lean. A tilt pulls back with the whole
// angle, not its sine, which would hold an overturned joint just as well. At a = pi no direction is
// the shortest way back: within OVERTURNED the tilt keeps its size in one row along n, the other
// row is empty, and the turn about z, which has no meaning there, stays where it was. Likewise a
// universal joint's angles stay while B's x points along A's z.

#include "joint/joint_rows.h"
#include "base/angle.h"
#include "joint/joint_type.h"

// Below this value of sin a, and of r of a universal joint, directions are given up: the rates grow
// with its inverse.
#define OVERTURNED 0.3
#define GIMBAL 0.1

// Below these values of t and of sin^2 a, sums replace the formulas, which lose digits there. The
// sums leave out terms of 1e-14.
#define SMALL_TURN 0.05
#define SMALL_TILT 1e-3

// The joint's two frames relative to each other.
typedef struct Stand {
    vlMat3 a;      // A's axes
    vlMat3 q;      // Q
    vlQuat turned; // the same as a quaternion
    vlVec3 offset; // d
} Stand;

int vlJointType_GetAxisCount(vlJointType type)
{
    switch (type) {
    case VL_JOINT_HINGE:
    case VL_JOINT_SLIDER:
    case VL_JOINT_DISTANCE: return 1;
    case VL_JOINT_UNIVERSAL: return 2;
    case VL_JOINT_BALL:
    case VL_JOINT_PLANAR: return 3;
    case VL_JOINT_FIXED:
    case VL_JOINT_BUSHING: break;
    }
    return 0;
}

bool vlJointType_IsTurning(vlJointType type, int axis)
{
    bool slides = type == VL_JOINT_SLIDER || type == VL_JOINT_DISTANCE ||
                  (type == VL_JOINT_PLANAR && axis < 2);
    return !slides;
}

static void addRow(vlJointRows* rows, vlVec3 linear, vlVec3 angular, double coordinate,
                   bool isTurning)
{
    int i = rows->lockedCount++; // counts all rows at first; the last ones become the axes
    vlJointRow row = {linear, angular, coordinate, 0.0};
    rows->row[i] = row;
    rows->isTurning[i] = isTurning;
}

// A rotational row given in A's axes.
static void addTurn(vlJointRows* rows, const Stand* s, vlVec3 angularA, double coordinate)
{
    addRow(rows, vlZero(), vlMulMV(s->a, angularA), coordinate, true);
}

static void addSlide(vlJointRows* rows, vlVec3 axis, const Stand* s)
{
    addRow(rows, axis, vlZero(), vlDot(axis, s->offset), false);
}

static void addSlides(vlJointRows* rows, const Stand* s)
{
    addSlide(rows, s->a.cx, s);
    addSlide(rows, s->a.cy, s);
    addSlide(rows, s->a.cz, s);
}

// (1 - t/2 cot(t/2))/t^2.
static double bend(double turn, double cotangent)
{
    double t2 = turn * turn;
    if (turn < SMALL_TURN) {
        return 1.0 / 12.0 + t2 * (1.0 / 720.0 + t2 * (1.0 / 30240.0));
    }
    return (1.0 - 0.5 * turn * cotangent) / t2;
}

static double distanceSquared(vlVec3 a, vlVec3 b)
{
    vlVec3 d = vlSub(a, b);
    return vlDot(d, d);
}

static void addRotation(vlJointRows* rows, const Stand* s, vlVec3 last)
{
    vlQuat q = s->turned;
    double sign = q.w < 0.0 ? -1.0 : 1.0;
    vlVec3 v = vlScale(vlVec(q.x, q.y, q.z), sign);
    double sine = vlLength(v);
    double turn = 2.0 * vlAngle_Of(sine, sign * q.w);
    vlVec3 f = vlScale(v, sine > 0.0 ? turn / sine : 2.0);
    double cotangent = sine > 0.0 ? sign * q.w / sine : 0.0;
    // Beyond half a turn the other direction is shorter; going on in this one keeps the force
    // continuous.
    if (turn > 0.5 * VL_PI) {
        vlVec3 other = vlScale(f, 1.0 - 2.0 * VL_PI / turn);
        if (distanceSquared(other, last) < distanceSquared(f, last)) {
            f = other;
            turn = 2.0 * VL_PI - turn;
            cotangent = -cotangent;
        }
    }
    double k = bend(turn, cotangent);
    const vlVec3 unit[] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    const double component[] = {f.x, f.y, f.z};
    for (int i = 0; i < 3; ++i) {
        vlVec3 row = vlMulAdd(unit[i], -0.5, vlCross(unit[i], f));
        row = vlMulAdd(row, k, vlCross(f, vlCross(f, unit[i])));
        addTurn(rows, s, row, component[i]);
    }
    rows->turn = f;
}

static bool isOverturned(const Stand* s)
{
    vlVec3 z = s->q.cz;
    return z.z < 0.0 && z.x * z.x + z.y * z.y < OVERTURNED * OVERTURNED;
}

static void addTilt(vlJointRows* rows, const Stand* s)
{
    vlVec3 z = s->q.cz;
    vlVec3 n = vlVec(-z.y, z.x, 0.0);
    double sine2 = vlDot(n, n);
    double sine = sqrt(sine2);
    double angle = vlAngle_Of(sine, z.z);
    if (isOverturned(s)) {
        addTurn(rows, s, sine > 0.0 ? vlScale(n, 1.0 / sine) : vlVec(1.0, 0.0, 0.0), angle);
        addTurn(rows, s, vlZero(), 0.0);
        return;
    }
    double ratio;
    double growth;
    if (sine2 < SMALL_TILT) { // asin(x)/x as a sum in x^2, and twice its slope
        ratio = 1.0 + sine2 * (1.0 / 6.0 + sine2 * (3.0 / 40.0 + sine2 * (5.0 / 112.0)));
        growth = 1.0 / 6.0 + sine2 * (3.0 / 20.0 + sine2 * (15.0 / 112.0 + sine2 * (35.0 / 288.0)));
        growth *= 2.0 * z.z;
    } else {
        ratio = angle / sine;
        growth = (sine - angle * z.z) / (sine * sine2);
    }
    vlVec3 rowX = vlVec(ratio * z.z, 0.0, -ratio * z.x);
    vlVec3 rowY = vlVec(0.0, ratio * z.z, -ratio * z.y);
    addTurn(rows, s, vlMulAdd(rowX, growth * n.x, n), ratio * n.x);
    addTurn(rows, s, vlMulAdd(rowY, growth * n.y, n), ratio * n.y);
}

static void addTurnAboutZ(vlJointRows* rows, const Stand* s, double last)
{
    if (isOverturned(s)) {
        addTurn(rows, s, vlZero(), last);
        return;
    }
    vlQuat q = s->turned;
    double scale = 1.0 / (q.w * q.w + q.z * q.z);
    vlVec3 row = vlVec(scale * (q.w * q.y + q.z * q.x), scale * (q.z * q.y - q.w * q.x), 1.0);
    addTurn(rows, s, row, vlAngle_Near(2.0 * vlAngle_Of(q.z, q.w), last));
}

static void addLean(vlJointRows* rows, const Stand* s)
{
    vlVec3 x = s->q.cx;
    double r = sqrt(x.x * x.x + x.y * x.y);
    vlVec3 row = r > 0.0 ? vlVec(x.y / r, -x.x / r, 0.0) : vlVec(1.0, 0.0, 0.0);
    addTurn(rows, s, row, vlAngle_Of(x.z, r));
}

static void addCross(vlJointRows* rows, const Stand* s, const vlAxisMemory* memory)
{
    vlVec3 x = s->q.cx;
    vlVec3 z = vlVec(s->q.cx.z, s->q.cy.z, s->q.cz.z); // A's z seen from B
    double r2 = x.x * x.x + x.y * x.y;
    if (r2 < GIMBAL * GIMBAL) {
        addTurn(rows, s, vlZero(), memory[0].angle);
        addTurn(rows, s, vlZero(), memory[1].angle);
        return;
    }
    double g = x.z / r2;
    addTurn(rows, s, vlVec(-g * x.x, -g * x.y, 1.0),
            vlAngle_Near(vlAngle_Of(x.y, x.x), memory[0].angle));
    vlVec3 rowB = vlVec(1.0, -g * z.y, -g * z.z);
    addTurn(rows, s, vlMulMV(s->q, rowB), vlAngle_Near(vlAngle_Of(z.y, z.z), memory[1].angle));
}

static void addDistance(vlJointRows* rows, const Stand* s)
{
    // Without length there is no line to act along: the row is empty.
    addRow(rows, vlUnit(s->offset), vlZero(), vlLength(s->offset), false);
}

static vlPose placed(int body, vlPose frame, const vlMotion* motions)
{
    if (body < 0) {
        return frame;
    }
    vlPose pose = {motions[body].centre, motions[body].rotation};
    return vlMulPose(pose, frame);
}

void vlJoint_Place(const vlJoint* joint, const vlMotion* motions, vlJointRows* rows)
{
    rows->frameA = placed(joint->head.bodyA, joint->frameA, motions);
    rows->frameB = placed(joint->head.bodyB, joint->frameB, motions);
    rows->origin = rows->frameB.p;
    rows->turn = vlZero();
    rows->lockedCount = rows->axisCount = 0;
    vlQuat turned = vlMulQ(vlConj(rows->frameA.q), rows->frameB.q);
    Stand s = {vlMatFromQuat(rows->frameA.q), vlMatFromQuat(turned), turned,
               vlSub(rows->frameB.p, rows->frameA.p)};
    const vlAxisMemory* memory = joint->memory;
    switch (joint->type) {
    case VL_JOINT_FIXED:
    case VL_JOINT_BUSHING:
    case VL_JOINT_BALL:
        addSlides(rows, &s);
        addRotation(rows, &s, joint->lastTurn);
        break;
    case VL_JOINT_HINGE:
        addSlides(rows, &s);
        addTilt(rows, &s);
        addTurnAboutZ(rows, &s, memory[0].angle);
        break;
    case VL_JOINT_SLIDER:
        addSlide(rows, s.a.cx, &s);
        addSlide(rows, s.a.cy, &s);
        addRotation(rows, &s, joint->lastTurn);
        addSlide(rows, s.a.cz, &s);
        break;
    case VL_JOINT_UNIVERSAL:
        addSlides(rows, &s);
        addLean(rows, &s);
        addCross(rows, &s, memory);
        break;
    case VL_JOINT_PLANAR:
        addSlide(rows, s.a.cz, &s);
        addTilt(rows, &s);
        addSlide(rows, s.a.cx, &s);
        addSlide(rows, s.a.cy, &s);
        addTurnAboutZ(rows, &s, memory[2].angle);
        break;
    case VL_JOINT_DISTANCE: addDistance(rows, &s); break;
    }
    // The last rows are the axes.
    rows->axisCount = vlJointType_GetAxisCount(joint->type);
    rows->lockedCount -= rows->axisCount;
}

vlTwist vlJoint_Twist(const vlJoint* joint, const vlMotion* motions, const vlJointRows* rows)
{
    vlTwist still = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    const vlMotion* b = &motions[joint->head.bodyB];
    vlTwist twistB = {b->velocity, b->omega};
    if (joint->head.bodyA < 0) {
        return vlTwist_Between(&still, rows->origin, &twistB, b->centre, rows->origin);
    }
    const vlMotion* a = &motions[joint->head.bodyA];
    vlTwist twistA = {a->velocity, a->omega};
    return vlTwist_Between(&twistA, a->centre, &twistB, b->centre, rows->origin);
}

// Beyond this rotation in a step the path is no longer a bend of its tangent.
#define LARGEST_BEND 0.25 // rad

static double squareOf(vlVec3 v)
{
    return vlDot(v, v);
}

void vlJoint_Bend(const vlJoint* joint, const vlMotion* motions, double step, vlJointRows* rows)
{
    const vlMotion still = {.centre = rows->origin};
    const vlMotion* a = joint->head.bodyA < 0 ? &still : &motions[joint->head.bodyA];
    const vlMotion* b = &motions[joint->head.bodyB];
    double turn2 = step * step * fmax(squareOf(a->omega), squareOf(b->omega));
    double share = 1.0 - turn2 / (LARGEST_BEND * LARGEST_BEND);
    if (!(share > 0.0) || turn2 == 0.0) {
        return; // the rows are straight as they were placed
    }
    vlTwist t = vlJoint_Twist(joint, motions, rows);
    vlVec3 inA = vlCross(a->omega, vlSub(rows->origin, a->centre));
    vlVec3 inB = vlCross(b->omega, vlSub(rows->origin, b->centre));
    // Seen from A, which turns meanwhile.
    vlVec3 slide = vlSub(vlCross(b->omega, inB), vlCross(a->omega, vlMulAdd(inA, 2.0, t.linear)));
    vlVec3 turn = vlCross(t.angular, a->omega);
    double half = 0.25 * share * step; // of step/2 times the second derivative
    for (int i = 0; i < rows->lockedCount + rows->axisCount; ++i) {
        vlJointRow* row = &rows->row[i];
        row->bend = half * (vlDot(row->linear, slide) + vlDot(row->angular, turn));
    }
    double length = rows->row[0].coordinate;
    if (joint->type == VL_JOINT_DISTANCE && length > 0.0) { // the line turns with what crosses it
        double along = vlDot(rows->row[0].linear, t.linear);
        rows->row[0].bend += half * (squareOf(t.linear) - along * along) / length;
    }
}
