// SPDX-License-Identifier: MIT
#ifndef VOLAR_TESTS_FUZZ_DEFS_H
#define VOLAR_TESTS_FUZZ_DEFS_H

// Bytes of a fuzzer read as definitions of small worlds, bodies, surfaces, springs and joints: most
// numbers are ones that a user might give, some are arbitrary.

#include "fuzz_input.h"
#include "volar/volar.h"

#define VL_FUZZ_BODIES 6
#define VL_FUZZ_MATERIALS 3
#define VL_FUZZ_SPRINGS 4
#define VL_FUZZ_JOINTS 5
#define VL_FUZZ_SHAPES 7

// The first is a half-space.
static inline void vlFuzz_CreateShapes(vlShape** shape)
{
    static const vlVec3 wedge[6] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0},
                                    {0, 0, 1}, {1, 0, 1}, {0, 1, 1}};
    vlResult result = vlShape_CreateHalfspace(NULL, vlVec(0, 0, 1), 0.0, &shape[0], NULL, 0);
    VL_FUZZ_REQUIRE(result == VL_OK);
    result = vlShape_CreateBox(NULL, vlVec(0.5, 0.5, 0.5), &shape[1], NULL, 0);
    VL_FUZZ_REQUIRE(result == VL_OK);
    result = vlShape_CreateHull(NULL, wedge, 6, &shape[2], NULL, 0);
    VL_FUZZ_REQUIRE(result == VL_OK);
    result = vlShape_CreateCone(NULL, 7, 0.6, 0.0, 1.0, &shape[3], NULL, 0);
    VL_FUZZ_REQUIRE(result == VL_OK);
    result = vlShape_CreateSphere(NULL, 0.5, 8, 5, &shape[4], NULL, 0);
    VL_FUZZ_REQUIRE(result == VL_OK);
    const vlShape* const pieces[2] = {shape[1], shape[1]};
    vlPose poses[2] = {vlIdentityPose(), vlIdentityPose()};
    poses[1].p = vlVec(1.0, 0.25, 0.0);
    result = vlShape_CreateCompound(NULL, pieces, poses, 2, &shape[5], NULL, 0);
    VL_FUZZ_REQUIRE(result == VL_OK);
    result = vlShape_CreateBox(NULL, vlVec(3.0, 3.0, 0.01), &shape[6], NULL, 0);
    VL_FUZZ_REQUIRE(result == VL_OK);
}

// No number of the current input is larger than this, or smaller than its inverse unless it is 0.
// It is infinite for one input in eight; then only bodies can be expected to stay finite, because
// reports may contain products of such numbers.
static double vlFuzzMost = HUGE_VAL;

static inline double vlFuzz_Number(vlFuzzInput* in)
{
    if (vlFuzz_Byte(in) < 224) {
        return (double)(int8_t)vlFuzz_Byte(in) / 32.0;
    }
    double x = vlFuzz_Double(in);
    if (!isfinite(x) || x == 0.0) {
        return x;
    }
    return copysign(fmax(fmin(fabs(x), vlFuzzMost), 1.0 / vlFuzzMost), x);
}

static inline vlVec3 vlFuzz_Vector(vlFuzzInput* in)
{
    double x = vlFuzz_Number(in);
    double y = vlFuzz_Number(in);
    double z = vlFuzz_Number(in);
    return vlVec(x, y, z);
}

static inline vlPose vlFuzz_Place(vlFuzzInput* in)
{
    vlPose pose;
    pose.p = vlFuzz_Vector(in);
    pose.q = vlFuzz_Quat(in);
    return pose;
}

static inline double vlFuzz_Step(vlFuzzInput* in)
{
    static const double usual[] = {1e-3, 1e-3, 1e-4, 5e-3, 2e-2, 1e-1};
    int i = vlFuzz_Choice(in, 8);
    return i < 6 ? usual[i] : vlFuzz_Number(in);
}

// The contact of the explicit integrators; the implicit one refuses some of it.
static inline void vlFuzz_Contact(vlFuzzInput* in, vlContactOptions* contact)
{
    uint8_t bits = vlFuzz_Byte(in);
    contact->reference.normal = (bits & 1) != 0 ? VL_NORMAL_SEARCH : VL_NORMAL_GRADIENT;
    contact->law = (bits & 4) != 0 ? VL_LAW_FOUNDATION : VL_LAW_LUMPED;
    contact->reference.model = (bits & 24) == 24 ? VL_CONTACT_POINT : VL_CONTACT_VOLUME;
    contact->reference.route = (bits & 224) == 224 ? VL_POLYHEDRON_DUAL : VL_POLYHEDRON_CLIP;
    if ((bits & 224) == 192) {
        bits = vlFuzz_Byte(in);
        contact->reference.friction = (bits & 1) != 0 ? VL_FRICTION_PAPER : VL_FRICTION_GAUSS;
        contact->law = (bits & 8) != 0 ? VL_LAW_FOUNDATION : contact->law;
        contact->reference.pressure = (bits & 8) != 0 ? VL_PRESSURE_FACES : VL_PRESSURE_NORMAL;
    }
    if (contact->reference.model == VL_CONTACT_POINT) { // everything else is refused with it
        *contact = (vlContactOptions){.reference = {.model = VL_CONTACT_POINT}};
    }
}

static inline vlWorldDef vlFuzz_WorldDef(vlFuzzInput* in)
{
    static const vlIntegrator integrator[] = {VL_INTEGRATOR_IMPLICIT, VL_INTEGRATOR_IMPLICIT,
                                              VL_INTEGRATOR_IMPLICIT, VL_INTEGRATOR_IMPLICIT,
                                              VL_INTEGRATOR_EULER,    VL_INTEGRATOR_RK4};
    vlWorldDef def = vlDefaultWorldDef();
    vlFuzzMost = vlFuzz_Choice(in, 8) == 7 ? HUGE_VAL : 1e4;
    // The capacity unless another one is drawn.
    def.capacity = (vlCapacity){.bodies = VL_FUZZ_BODIES,
                                .pieces = 8,
                                .materials = VL_FUZZ_MATERIALS,
                                .pairs = 24 * VL_FUZZ_BODIES,
                                .contacts = 12 * VL_FUZZ_BODIES,
                                .springs = VL_FUZZ_SPRINGS,
                                .joints = VL_FUZZ_JOINTS};
    def.integrator = integrator[vlFuzz_Choice(in, 6)];
    def.step = vlFuzz_Step(in);
    vlFuzz_Contact(in, &def.contact);
    uint8_t bits = vlFuzz_Byte(in);
    def.sleep = (bits & 1) != 0 && def.integrator == VL_INTEGRATOR_IMPLICIT;
    def.profile = (bits & 6) == 6;
    if ((bits & 24) == 24) {
        def.capacity.pairs = 1 + vlFuzz_Choice(in, 8);
        def.capacity.contacts = 1 + vlFuzz_Choice(in, 4);
        def.capacity.springs = 1 + vlFuzz_Choice(in, 2);
        def.capacity.joints = 1 + vlFuzz_Choice(in, 2);
    }
    if ((bits & 96) == 96) {
        def.gravity = vlFuzz_Vector(in);
    }
    return def;
}

static inline vlTwist vlFuzz_Twist(vlFuzzInput* in)
{
    vlTwist twist;
    twist.linear = vlFuzz_Vector(in);
    twist.angular = vlFuzz_Vector(in);
    return twist;
}

// A stiffness or a similar gain: mostly 2^-32 to 2^71 or 0, otherwise anything.
static inline double vlFuzz_Gain(vlFuzzInput* in)
{
    uint8_t i = vlFuzz_Byte(in);
    return i < 208 ? ldexp(1.0, i / 2 - 32) : i < 232 ? 0.0 : i < 240 ? VL_AUTO : vlFuzz_Number(in);
}

// Mostly the material that always exists.
static inline vlMaterialId vlFuzz_Material(vlFuzzInput* in)
{
    int i = vlFuzz_Choice(in, 16);
    vlMaterialId material = {(uint32_t)(i < 12 ? 0 : i - 12)};
    return material;
}

static inline vlBodyDef vlFuzz_BodyDef(vlFuzzInput* in)
{
    vlBodyDef def = vlDefaultBodyDef();
    int kind = vlFuzz_Choice(in, 16);
    // One of the choices is not a type.
    def.type = kind < 12 ? VL_BODY_DYNAMIC : (vlBodyType)(14 - kind);
    def.material = vlFuzz_Material(in);
    def.pose = vlFuzz_Place(in);
    uint8_t extras = vlFuzz_Byte(in);
    if ((extras & 1) != 0) {
        def.velocity = vlFuzz_Twist(in);
    }
    if ((extras & 2) != 0) {
        def.mass = vlFuzz_Gain(in);
    }
    if ((extras & 4) != 0) {
        def.density = vlFuzz_Gain(in);
    }
    if ((extras & 24) == 24) {
        def.hasInertia = true;
        def.centroid = vlFuzz_Vector(in);
        vlVec3 diagonal = vlFuzz_Vector(in);
        def.inertia = vlDiag(diagonal.x, diagonal.y, diagonal.z);
        if ((extras & 32) != 0) {
            def.inertia.cx.y = def.inertia.cy.x = vlFuzz_Number(in);
        }
    }
    return def;
}

static inline vlSurface vlFuzz_Surface(vlFuzzInput* in)
{
    vlSurface surface = vlDefaultSurface();
    double* field[10] = {&surface.stiffnessN,     &surface.dampingN,        &surface.dampingRatioN,
                         &surface.stiffnessS,     &surface.dampingS,        &surface.dampingRatioS,
                         &surface.frictionStatic, &surface.frictionDynamic, &surface.foundation,
                         &surface.restitution};
    for (int i = vlFuzz_Choice(in, 4); i > 0; --i) {
        int which = vlFuzz_Choice(in, 10);
        *field[which] = vlFuzz_Gain(in);
    }
    if (surface.frictionStatic < surface.frictionDynamic && vlFuzz_Choice(in, 8) != 7) {
        surface.frictionStatic = surface.frictionDynamic; // else it is refused
    }
    if (vlFuzz_Choice(in, 4) == 3) { // of any family or none; some are refused
        surface.point.wall = vlLaw_Choose(vlLaw_Get(vlFuzz_Choice(in, vlLaw_GetCount() + 1)));
        surface.point.friction = vlLaw_Choose(vlLaw_Get(vlFuzz_Choice(in, vlLaw_GetCount() + 1)));
    }
    return surface;
}

static inline vlSpringDef vlFuzz_SpringDef(vlFuzzInput* in)
{
    vlSpringDef def = vlDefaultSpringDef();
    uint8_t bits = vlFuzz_Byte(in);
    def.stiffness = vlFuzz_Gain(in);
    double* field[4] = {&def.restLength, &def.damping, &def.spinDamping, &def.maxForce};
    for (int i = 0; i < 4; ++i) {
        *field[i] = (bits & 1 << i) != 0 ? vlFuzz_Gain(in) : *field[i];
    }
    def.pointA = (bits & 16) != 0 ? vlFuzz_Vector(in) : def.pointA;
    def.pointB = (bits & 32) != 0 ? vlFuzz_Vector(in) : def.pointB;
    def.velocityA = (bits & 64) != 0 ? vlFuzz_Vector(in) : def.velocityA;
    return def;
}

static inline vlMotor vlFuzz_Motor(vlFuzzInput* in)
{
    vlMotor motor = {.freeSpeed = HUGE_VAL, .maxForce = HUGE_VAL};
    uint8_t bits = vlFuzz_Byte(in);
    motor.mode = (vlMotorMode)(bits % 5); // 4 is not a mode
    motor.target = vlFuzz_Number(in);
    motor.stiffness = (bits & 16) != 0 ? vlFuzz_Gain(in) : 100.0;
    motor.damping = (bits & 32) != 0 ? vlFuzz_Gain(in) : 1.0;
    motor.freeSpeed = (bits & 64) != 0 ? vlFuzz_Gain(in) : motor.freeSpeed;
    motor.maxForce = (bits & 128) != 0 ? vlFuzz_Gain(in) : motor.maxForce;
    return motor;
}

static inline void vlFuzz_Axis(vlFuzzInput* in, vlAxisDef* axis)
{
    uint8_t bits = vlFuzz_Byte(in);
    axis->lower = (bits & 1) != 0 ? vlFuzz_Number(in) : axis->lower;
    axis->upper = (bits & 2) != 0 ? vlFuzz_Number(in) : axis->upper;
    if (axis->lower > axis->upper && (bits & 128) == 0) { // else it is refused
        double upper = axis->lower;
        axis->lower = axis->upper;
        axis->upper = upper;
    }
    axis->friction = (bits & 4) != 0 ? vlFuzz_Gain(in) : axis->friction;
    if ((bits & 8) != 0) {
        axis->motor = vlFuzz_Motor(in);
    }
    if ((bits & 16) != 0) {
        axis->stiffness = vlFuzz_Gain(in);
        axis->rest = vlFuzz_Number(in);
    }
    axis->damping = (bits & 32) != 0 ? vlFuzz_Gain(in) : axis->damping;
    axis->limitStiffness = (bits & 64) != 0 ? vlFuzz_Gain(in) : axis->limitStiffness;
    axis->limitDamping = (bits & 128) != 0 ? vlFuzz_Gain(in) : axis->limitDamping;
}

static inline vlVec3 vlFuzz_Gains(vlFuzzInput* in)
{
    double x = vlFuzz_Gain(in);
    double y = vlFuzz_Gain(in);
    double z = vlFuzz_Gain(in);
    return vlVec(x, y, z);
}

// The caller sets the ends, and calls vlJointDef_Place.
static inline vlJointDef vlFuzz_JointDef(vlFuzzInput* in)
{
    vlJointDef def = vlDefaultJointDef((vlJointType)vlFuzz_Choice(in, VL_JOINT_BUSHING + 2));
    uint8_t bits = vlFuzz_Byte(in);
    def.collide = (bits & 1) != 0;
    for (int i = 0; i < VL_MAX_JOINT_AXES && (bits & 2) != 0; ++i) {
        vlFuzz_Axis(in, &def.axis[i]);
    }
    double* gain[4] = {&def.stiffness, &def.damping, &def.angularStiffness, &def.angularDamping};
    for (int i = 0; i < 4 && (bits & 4) != 0; ++i) {
        *gain[i] = vlFuzz_Gain(in);
    }
    vlVec3* bushing[4] = {&def.bushingStiffness, &def.bushingDamping, &def.bushingAngularStiffness,
                          &def.bushingAngularDamping};
    for (int i = 0; i < 4 && def.type == VL_JOINT_BUSHING; ++i) {
        *bushing[i] = vlFuzz_Gains(in);
    }
    if ((bits & 8) != 0) {
        def.frameA = vlFuzz_Place(in);
        def.frameB = vlFuzz_Place(in);
    }
    return def;
}

#endif
