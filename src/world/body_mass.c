// SPDX-License-Identifier: MIT
// Mass and inertia of a body, from its definition.

#include "world/body_mass.h"

#include "world/material.h"

static vlMat3 inverseOf(vlMat3 m)
{
    vlVec3 a = vlCross(m.cy, m.cz);
    vlVec3 b = vlCross(m.cz, m.cx);
    vlVec3 c = vlCross(m.cx, m.cy);
    double s = 1.0 / vlDot(m.cx, a);
    return vlTranspose(vlMat(vlScale(a, s), vlScale(b, s), vlScale(c, s)));
}

// Physical inertia: symmetric, positive definite, and no principal moment above the sum of the
// other two, i.e. trace/2 I - inertia (the second moments of mass) is positive semidefinite.
static vlResult checkInertia(const vlWorld* world, vlMat3 m)
{
    double trace = m.cx.x + m.cy.y + m.cz.z;
    bool finite = vlIsFinite(m.cx) && vlIsFinite(m.cy) && vlIsFinite(m.cz);
    double skew = fabs(m.cx.y - m.cy.x) + fabs(m.cx.z - m.cz.x) + fabs(m.cy.z - m.cz.y);
    if (!finite || !(trace > 0.0) || !(skew <= 1e-9 * trace)) {
        return vlWorld_Fail(world, VL_ERROR_ARGUMENT,
                            "inertia has columns (%g, %g, %g), (%g, %g, %g), (%g, %g, %g); "
                            "expected finite, symmetric, of positive trace",
                            m.cx.x, m.cx.y, m.cx.z, m.cy.x, m.cy.y, m.cy.z, m.cz.x, m.cz.y, m.cz.z);
    }
    if (!(m.cx.x <= VL_MAX_MASS && m.cy.y <= VL_MAX_MASS && m.cz.z <= VL_MAX_MASS)) {
        return vlWorld_Fail(world, VL_ERROR_ARGUMENT,
                            "inertia has the diagonal %g, %g, %g kg m2; expected at most %g",
                            m.cx.x, m.cy.y, m.cz.z, VL_MAX_MASS);
    }
    vlMat3 s = vlDiag(0.5 * trace, 0.5 * trace, 0.5 * trace);
    s = vlMat(vlSub(s.cx, m.cx), vlSub(s.cy, m.cy), vlSub(s.cz, m.cz));
    double slack = 1e-9 * trace;
    double minor = s.cx.x * s.cy.y - s.cx.y * s.cy.x;
    double minor2 = s.cx.x * s.cz.z - s.cx.z * s.cz.x;
    double minor3 = s.cy.y * s.cz.z - s.cy.z * s.cz.y;
    double determinant = vlDot(s.cx, vlCross(s.cy, s.cz));
    bool physical = s.cx.x >= -slack && s.cy.y >= -slack && s.cz.z >= -slack &&
                    minor >= -slack * trace && minor2 >= -slack * trace &&
                    minor3 >= -slack * trace && determinant >= -slack * trace * trace;
    double determinantI = vlDot(m.cx, vlCross(m.cy, m.cz)); // a needle is allowed, a line is not
    if (!physical || !(determinantI > 1e-13 * trace * trace * trace)) {
        return vlWorld_Fail(world, VL_ERROR_ARGUMENT,
                            "inertia belongs to no solid: principal moments must be positive and "
                            "none above the sum of the other two (diagonal %g, %g, %g)",
                            m.cx.x, m.cy.y, m.cz.z);
    }
    return VL_OK;
}

vlResult vlWorld_Weigh(const vlWorld* world, const vlBodyDef* def, vlInertia* inertia,
                       vlVec3* centroid)
{
    vlMassProperties p = vlShape_GetMassProperties(def->shape);
    if (!(def->mass >= 0.0 && def->mass <= VL_MAX_MASS)) {
        return vlWorld_Fail(world, VL_ERROR_ARGUMENT,
                            "mass is %g kg; expected a finite number, 0 to %g", def->mass,
                            VL_MAX_MASS);
    }
    if (def->mass == 0.0 && (!(def->density > 0.0) || !isfinite(def->density))) {
        return vlWorld_Fail(world, VL_ERROR_ARGUMENT,
                            "density is %g kg/m3; expected above 0 when mass is 0", def->density);
    }
    if (def->shape->kind == VL_SHAPE_HALFSPACE) {
        return vlWorld_Fail(world, VL_ERROR_ARGUMENT,
                            "a half-space has no mass; expected a static or kinematic body");
    }
    double mass = def->mass > 0.0 ? def->mass : def->density * p.volume;
    if (!(mass <= VL_MAX_MASS)) {
        return vlWorld_Fail(
            world, VL_ERROR_ARGUMENT,
            "density %g kg/m3 times volume %g m3 is a mass of %g kg; expected at most %g",
            def->density, p.volume, mass, VL_MAX_MASS);
    }
    double density = mass / p.volume;
    vlMat3 m = vlMat(vlScale(p.inertia.cx, density), vlScale(p.inertia.cy, density),
                     vlScale(p.inertia.cz, density));
    *centroid = p.centroid;
    if (def->hasInertia) {
        m = def->inertia;
        *centroid = def->centroid;
        if (!vlIsWithin(def->centroid, VL_MAX_LENGTH)) {
            return vlWorld_Fail(world, VL_ERROR_ARGUMENT,
                                "centroid is (%g, %g, %g) m; expected finite numbers, at most %g",
                                def->centroid.x, def->centroid.y, def->centroid.z, VL_MAX_LENGTH);
        }
    }
    vlResult result = checkInertia(world, m);
    if (result != VL_OK) {
        return result;
    }
    inertia->mass = mass;
    inertia->inverseMass = 1.0 / mass;
    inertia->inertiaB = m;
    inertia->inverseInertiaB = inverseOf(m);
    inertia->principal = vlPrincipal_Of(m);
    if (!isfinite(inertia->inverseMass) || !vlIsFinite(inertia->inverseInertiaB.cx)) {
        return vlWorld_Fail(world, VL_ERROR_ARGUMENT, "mass %g kg or its inertia is too small",
                            mass);
    }
    for (int i = 0; i < world->model.materialCount; ++i) {
        const vlSurface* s = vlModel_SurfaceOf(&world->model, def->material.index, (uint32_t)i);
        result = vlSurface_CheckStable(world, s, mass);
        if (result != VL_OK) {
            return result;
        }
    }
    return VL_OK;
}

vlResult vlWorld_WeighPointer(const vlWorld* world, const vlBodyDef* def, double* inverseMass)
{
    *inverseMass = 0.0;
    if (!def->isPointer) {
        return VL_OK;
    }
    if (def->type != VL_BODY_KINEMATIC) {
        return vlWorld_Fail(
            world, VL_ERROR_ARGUMENT,
            "isPointer is true for a body that is not kinematic; expected VL_BODY_KINEMATIC");
    }
    double volume = vlShape_GetMassProperties(def->shape).volume;
    double mass = def->mass == 0.0 ? def->density * volume : def->mass;
    if (!(mass > 0.0 && mass <= VL_MAX_MASS) || !isfinite(1.0 / mass)) {
        return vlWorld_Fail(world, VL_ERROR_ARGUMENT,
                            "a pointer of %g kg; expected a mass above 0, at most %g", mass,
                            VL_MAX_MASS);
    }
    for (int i = 0; i < world->model.materialCount; ++i) {
        const vlSurface* s = vlModel_SurfaceOf(&world->model, def->material.index, (uint32_t)i);
        vlResult result = vlSurface_CheckPointer(world, s, mass, vlModel_GainStep(&world->model));
        if (result != VL_OK) {
            return result;
        }
    }
    *inverseMass = 1.0 / mass;
    return VL_OK;
}
