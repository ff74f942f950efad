// SPDX-License-Identifier: MIT
// Unknowns are the sinking z and the small rotation ("turn") of every block. A contact at x, w
// long, between block b and the block or floor a below it deforms by
//
//   depth at x = (z + turn (x - centre))_a - (the same)_b,  force k depth
//   turning apart = turn_a - turn_b,                        moment k w^2/12 of it
//
// so equilibrium is one linear system with a row for each unknown.

#include "experiments/statics.h"

#include <math.h>
#include <string.h>

#define MAX_UNKNOWNS (2 * VL_STATICS_MAX_BLOCKS)

typedef struct System {
    int size;
    double matrix[MAX_UNKNOWNS][MAX_UNKNOWNS];
    double load[MAX_UNKNOWNS]; // then the solution
} System;

// The unknowns that one spring depends on: at most two of each of its two blocks.
typedef struct Row {
    int count;
    int index[4];
    double factor[4];
} Row;

static void addTerm(Row* row, int index, double factor)
{
    row->index[row->count] = index;
    row->factor[row->count++] = factor;
}

static void addSpring(System* system, const Row* row, double stiffness)
{
    for (int i = 0; i < row->count; ++i) {
        for (int j = 0; j < row->count; ++j) {
            system->matrix[row->index[i]][row->index[j]] +=
                stiffness * row->factor[i] * row->factor[j];
        }
    }
}

// Symmetric positive definite: elimination needs no pivoting. False if it is not.
static bool solve(System* system)
{
    double(*a)[MAX_UNKNOWNS] = system->matrix;
    double* x = system->load;
    for (int i = 0; i < system->size; ++i) {
        if (!(a[i][i] > 0.0)) {
            return false;
        }
        for (int r = i + 1; r < system->size; ++r) {
            double factor = a[r][i] / a[i][i];
            for (int c = i; c < system->size; ++c) {
                a[r][c] -= factor * a[i][c];
            }
            x[r] -= factor * x[i];
        }
    }
    for (int i = system->size - 1; i >= 0; --i) {
        for (int c = i + 1; c < system->size; ++c) {
            x[i] -= a[i][c] * x[c];
        }
        x[i] /= a[i][i];
    }
    return true;
}

static int placeOf(const vlBodyId* blocks, int count, vlBodyId body)
{
    for (int i = 0; i < count; ++i) {
        if (memcmp(&blocks[i], &body, sizeof body) == 0) {
            return i;
        }
    }
    return -1; // the floor
}

// A contact, its two blocks, and the unknowns it depends on.
typedef struct Joint {
    vlContactReport report;
    Row depth, turn;
} Joint;

static bool readJoint(const vlWorld* world, int index, const vlBodyId* blocks, int count,
                      System* system, Joint* joint)
{
    if (vlWorld_GetContact(world, index, &joint->report) != VL_OK) {
        return false;
    }
    const vlContactReport* r = &joint->report;
    const vlBodyId bodies[2] = {r->bodyA, r->bodyB};
    joint->depth.count = joint->turn.count = 0;
    for (int side = 0; side < 2; ++side) {
        double sign = side == 0 ? 1.0 : -1.0;
        int block = placeOf(blocks, count, bodies[side]);
        vlVec3 centre;
        if (block < 0) {
            continue;
        }
        if (vlBody_GetCentre(world, bodies[side], &centre) != VL_OK) {
            return false;
        }
        addTerm(&joint->depth, 2 * block, sign);
        addTerm(&joint->depth, 2 * block + 1, sign * (r->origin.x - centre.x));
        addTerm(&joint->turn, 2 * block + 1, sign);
        // Friction's moment on the block; a rotation is positive where it lifts the block's +x end.
        system->load[2 * block + 1] += sign * (r->origin.z - centre.z) * r->frictionForce.x;
    }
    return true;
}

static double read(const System* system, const Row* row)
{
    double sum = 0.0;
    for (int i = 0; i < row->count; ++i) {
        sum += row->factor[i] * system->load[row->index[i]];
    }
    return sum;
}

int vlStatics_Depths(const vlWorld* world, const vlBodyId* blocks, int count, double weight,
                     double stiffness, vlStaticDepth depths[VL_STATICS_MAX_CONTACTS])
{
    static Joint joints[VL_STATICS_MAX_CONTACTS];
    System system = {.size = 2 * count};
    int contacts = vlWorld_GetContactCount(world);
    if (count > VL_STATICS_MAX_BLOCKS || contacts > VL_STATICS_MAX_CONTACTS) {
        return 0;
    }
    for (int i = 0; i < count; ++i) {
        system.load[2 * i] = -weight;
    }
    for (int i = 0; i < contacts; ++i) {
        if (!readJoint(world, i, blocks, count, &system, &joints[i])) {
            return 0;
        }
        // The contact's second moment along x, from its own outline.
        vlVec3 outline[16];
        int corners = 0;
        double from = HUGE_VAL, to = -HUGE_VAL;
        vlResult result = vlWorld_GetContactPolygon(world, i, outline, 16, &corners);
        for (int c = 0; result == VL_OK && c < corners && c < 16; ++c) {
            from = fmin(from, outline[c].x);
            to = fmax(to, outline[c].x);
        }
        addSpring(&system, &joints[i].depth, stiffness);
        addSpring(&system, &joints[i].turn, stiffness * (to - from) * (to - from) / 12.0);
    }
    if (!solve(&system)) {
        return 0;
    }
    for (int i = 0; i < contacts; ++i) {
        const vlContactReport* r = &joints[i].report;
        depths[i] = (vlStaticDepth){read(&system, &joints[i].depth), r->volume / r->area};
    }
    return contacts;
}
