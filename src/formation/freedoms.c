// SPDX-License-Identifier: MIT
// Twists that keep a formation, and comparison of formations.

#include "volar/formation.h"

#include "formation/contact_same.h"

typedef struct Row {
    double v[6]; // translation, then rotation times radius
} Row;

static double dotRow(const Row* a, const Row* b)
{
    double sum = 0.0;
    for (int i = 0; i < 6; ++i) {
        sum += a->v[i] * b->v[i];
    }
    return sum;
}

static Row makeRow(vlVec3 linear, vlVec3 angular)
{
    return (Row){{linear.x, linear.y, linear.z, angular.x, angular.y, angular.z}};
}

// Takes the components along the basis out of a row, and adds what is left to the basis if it is
// longer than the tolerance. This is done twice, because the first pass leaves rounding errors.
static int addRow(Row* basis, int count, Row row, double tolerance)
{
    double before = sqrt(dotRow(&row, &row));
    for (int pass = 0; pass < 2; ++pass) {
        for (int i = 0; i < count; ++i) {
            double part = dotRow(&row, &basis[i]);
            for (int k = 0; k < 6; ++k) {
                row.v[k] -= part * basis[i].v[k];
            }
        }
    }
    double length = sqrt(dotRow(&row, &row));
    if (count == 6 || !(length > tolerance * fmax(before, 1.0))) {
        return count;
    }
    for (int k = 0; k < 6; ++k) {
        row.v[k] /= length;
    }
    basis[count] = row;
    return count + 1;
}

// The twists that a contact forbids: along its normal at its point; for a line also the turn that
// lifts one of its ends, for an area both turns in its plane, (F10).
static int addContact(Row* basis, int count, const vlPrincipalContact* c, vlVec3 centre,
                      double radius, double tolerance)
{
    vlVec3 n = c->normal;
    vlVec3 arm = vlScale(vlCross(vlSub(c->point, centre), n), 1.0 / radius);
    count = addRow(basis, count, makeRow(n, arm), tolerance);
    if (c->type == VL_CONTACT_FACE_FACE) {
        vlVec3 helper = fabs(n.x) < 0.6 ? vlVec(1.0, 0.0, 0.0) : vlVec(0.0, 1.0, 0.0);
        vlVec3 x = vlUnit(vlCross(helper, n));
        count = addRow(basis, count, makeRow(vlZero(), x), tolerance);
        count = addRow(basis, count, makeRow(vlZero(), vlCross(n, x)), tolerance);
    } else if (c->type == VL_CONTACT_EDGE_FACE || c->type == VL_CONTACT_FACE_EDGE) {
        vlVec3 across = vlUnit(vlCross(n, c->axis));
        count = addRow(basis, count, makeRow(vlZero(), across), tolerance);
    }
    return count;
}

static int addTranslations(Row* basis, int count, const vlFormation* f, double tolerance)
{
    Row normals[6];
    int rank = 0;
    for (int i = 0; i < f->count; ++i) {
        rank = addRow(normals, rank, makeRow(f->contact[i].normal, vlZero()), tolerance);
    }
    static const vlVec3 axes[3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    int free = 3 - rank;
    // The next axis is the one that lies least along the directions that are there already.
    for (int k = 0; k < free; ++k) {
        int best = -1;
        double most = 0.0;
        for (int i = 0; i < 3; ++i) {
            Row row = makeRow(axes[i], vlZero());
            double left = 1.0;
            for (int b = 0; b < rank; ++b) {
                left -= dotRow(&row, &normals[b]) * dotRow(&row, &normals[b]);
            }
            if (left > most + 1e-9) {
                most = left;
                best = i;
            }
        }
        if (best < 0) {
            break;
        }
        int before = rank;
        rank = addRow(normals, rank, makeRow(axes[best], vlZero()), 1e-9);
        if (rank > before) {
            basis[count++] = normals[rank - 1];
        }
    }
    return count;
}

void vlFormation_GetFreedoms(const vlFormation* formation, vlVec3 centre, double radius,
                             double tolerance, vlFreedoms* freedoms)
{
    Row basis[13];
    int count = 0;
    // A formation lists contacts of higher rank first, which makes the numerical rank most certain.
    for (int i = 0; i < formation->count; ++i) {
        count = addContact(basis, count, &formation->contact[i], centre, radius, tolerance);
    }
    int rank = count;
    Row translation[3];
    int translations = addTranslations(translation, 0, formation, tolerance);
    freedoms->count = 6 - rank;
    freedoms->translationCount = 0;
    int filled = 0;
    for (int i = 0; i < translations && rank + filled < 6; ++i) {
        int before = count;
        count = addRow(basis, count, translation[i], 1e-3);
        filled += count - before;
    }
    freedoms->translationCount = filled;
    for (int i = 0; i < 6 && count < 6; ++i) { // rotations first
        Row row = {{0.0}};
        row.v[(i + 3) % 6] = 1.0;
        count = addRow(basis, count, row, 1e-3);
    }
    for (int i = 0; i < freedoms->count; ++i) {
        const double* v = basis[rank + i].v;
        freedoms->twist[i].linear = vlVec(v[0], v[1], v[2]);
        freedoms->twist[i].angular = vlScale(vlVec(v[3], v[4], v[5]), 1.0 / radius);
    }
}

vlTwist vlFreedoms_Project(const vlFreedoms* freedoms, vlTwist twist, double radius)
{
    vlTwist out = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    double square = radius * radius;
    for (int i = 0; i < freedoms->count; ++i) {
        const vlTwist* t = &freedoms->twist[i];
        double part = vlDot(t->linear, twist.linear) + square * vlDot(t->angular, twist.angular);
        out.linear = vlMulAdd(out.linear, part, t->linear);
        out.angular = vlMulAdd(out.angular, part, t->angular);
    }
    return out;
}

bool vlFormation_IsSame(const vlFormation* x, const vlFormation* y, bool byName)
{
    if (x->count != y->count) {
        return false;
    }
    for (int i = 0; i < x->count; ++i) {
        const vlPrincipalContact* c = &x->contact[i];
        bool isThere = false;
        for (int k = 0; k < y->count && !isThere; ++k) {
            const vlPrincipalContact* d = &y->contact[k];
            isThere =
                byName ? vlPrincipalContact_IsSameName(c, d) : vlPrincipalContact_IsSame(c, d);
        }
        if (!isThere) {
            return false;
        }
    }
    return true;
}

const char* vlContactType_Text(vlContactType type)
{
    static const char* const texts[VL_CONTACT_TYPE_COUNT] = {"v-f", "f-v", "e-e",
                                                             "e-f", "f-e", "f-f"};
    return (unsigned)type < VL_CONTACT_TYPE_COUNT ? texts[type] : "?";
}
