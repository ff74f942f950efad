// SPDX-License-Identifier: MIT
#include "contact/traction.h"

vlSlipSums vlTraction_SlipSums(const vlPressure* field, const vlRigidField* pull, double perArea)
{
    vlSlipSums sums = {0.0, 0.0};
    for (int i = 0; i < field->count; ++i) {
        double q = perArea * vlLength2(vlRigidField_At(pull, field->p[i]));
        vlSlipSums_Add(&sums, field->weight[i], field->pressure[i], q);
    }
    return sums;
}

vlShear vlTraction_Gauss(const vlPressure* field, double mu, const vlRigidField* direction)
{
    vlShear sum = {{0.0, 0.0}, 0.0};
    for (int i = 0; i < field->count; ++i) {
        vlVec2 p = field->p[i];
        vlVec2 q = vlRigidField_At(direction, p);
        double q2 = q.x * q.x + q.y * q.y;
        if (q2 > 0.0) {
            double s = -mu * field->weight[i] * field->pressure[i] / sqrt(q2);
            vlVec2 f = {s * q.x, s * q.y};
            sum.force.x += f.x;
            sum.force.y += f.y;
            sum.moment += p.x * f.y - p.y * f.x;
        }
    }
    return sum;
}

// Friction per area at a vertex, for the pressure given there.
static vlVec2 tractionAt(double mu, double pressure, const vlRigidField* direction, double fade,
                         vlVec2 p)
{
    vlVec2 u = vlRigidField_At(direction, p);
    double size = sqrt(u.x * u.x + u.y * u.y + fade * fade);
    double s = size > 0.0 ? -mu * pressure / size : 0.0;
    vlVec2 t = {s * u.x, s * u.y};
    return t;
}

vlShear vlTraction_Paper(const vlContact* contact, const vlContactContext* context,
                         const vlRelative* relative, double mu, const vlRigidField* direction,
                         double fade)
{
    const vlContactVolume* v = &contact->volume;
    const vlVolumePool* pool = context->pool;
    double perArea = 1.0 / v->area;
    vlShear sum = {{0.0, 0.0}, 0.0};
    for (int f = 0; f < v->liftedFaceCount; ++f) {
        const vlLiftedFace* face = &pool->liftedFaces[v->liftedFaceStart + f];
        const vlLifted* vertex = &pool->lifted[face->start];
        for (uint32_t i = 1; i + 1 < face->count; ++i) {
            const vlLifted* t[3] = {&vertex[0], &vertex[i], &vertex[i + 1]};
            double S = 0.5 * ((t[1]->p.x - t[0]->p.x) * (t[2]->p.y - t[0]->p.y) -
                              (t[1]->p.y - t[0]->p.y) * (t[2]->p.x - t[0]->p.x));
            vlVec2 mean = {0.0, 0.0};
            vlVec2 middle = {0.0, 0.0};
            double moments = 0.0;
            for (int k = 0; k < 3; ++k) {
                vlVec2 p = t[k]->p;
                double pressure = contact->gains.kN * t[k]->h * perArea;
                if (S > 0.0) {
                    pressure -=
                        contact->gains.bN * perArea *
                        (relative->normal + relative->tilt.x * p.x + relative->tilt.y * p.y);
                }
                vlVec2 q = tractionAt(mu, pressure, direction, fade, p);
                mean.x += q.x * (1.0 / 3.0), mean.y += q.y * (1.0 / 3.0);
                middle.x += p.x * (1.0 / 3.0), middle.y += p.y * (1.0 / 3.0);
                moments += p.x * q.y - p.y * q.x;
            }
            sum.force.x += S * mean.x;
            sum.force.y += S * mean.y;
            sum.moment += S * (0.75 * (middle.x * mean.y - middle.y * mean.x) + moments / 12.0);
        }
    }
    return sum;
}
