// SPDX-License-Identifier: MIT
// With pitch radius rp = module teeth/2, base radius rb = rp cos a and inv x = tan x - x, half the
// angle that a tooth spans at radius r is
//
//   h(r) = pi/(2 teeth) - play/4 + inv a - inv(acos(rb/r)),   r >= rb
//
// (half of the play is on each tooth, half of that on each flank) and h(rb) below rb, where the
// flank is radial: the tooth gets wider up to rb and narrower beyond, so it is convex.

#include "models/gears_model.h"

#include "base/angle.h"
#include "models/body_model.h"

#define FLANK_POINTS 6 // of the involute; with 4 the speed ripples by 10%, with 6 by 2.5%
#define MAX_PIECES (VL_MAX_TEETH + 1)

vlGearsDef vlGears_Default(void)
{
    return (vlGearsDef){.teeth = 12,
                        .module = 0.010,
                        .pressureAngle = 25.0 * VL_PI / 180.0,
                        .play = 2.0 * VL_PI / 180.0,
                        .toothHeight = 0.020,
                        .hubHeight = 0.024,
                        .mass = 0.25,
                        .torque = 0.04,
                        .freeSpeed = 6.0,
                        .cubeSize = 0.1,
                        .cubeMass = 0.2,
                        .rise = 0.010,
                        .lift = 4.0,
                        .railDamping = 5.0,
                        .bearingFriction = 4e-4,
                        .gearFriction = 0.05,
                        .cubeFriction = 0.3,
                        .stiffness = 2e4};
}

static double pitchRadius(const vlGearsDef* def)
{
    return 0.5 * def->module * def->teeth;
}

double vlGears_AxleDistance(const vlGearsDef* def)
{
    return 2.0 * pitchRadius(def);
}

double vlGears_HubApothem(const vlGearsDef* def)
{
    return pitchRadius(def) - 1.25 * def->module; // the usual depth of a tooth
}

static double involute(double angle)
{
    return vlTangent(angle) - angle;
}

int vlGears_Tooth(const vlGearsDef* def, double x[VL_TOOTH_CORNERS], double y[VL_TOOTH_CORNERS])
{
    double base = pitchRadius(def) * vlCosine(def->pressureAngle);
    double tip = pitchRadius(def) + def->module;
    double wide = 0.5 * VL_PI / def->teeth - 0.25 * def->play + involute(def->pressureAngle);
    int count = 0;
    x[count] = vlGears_HubApothem(def);
    y[count] = x[count] * vlTangent(wide);
    ++count;
    for (int i = 0; i < FLANK_POINTS; ++i) {
        double r = base + (tip - base) * i / (FLANK_POINTS - 1);
        double half = wide - involute(vlArcCosine(fmin(base / r, 1.0)));
        x[count] = r * vlCosine(half);
        y[count] = r * vlSine(half);
        ++count;
    }
    for (int i = count - 1; i >= 0; --i) { // the other flank
        x[2 * count - 1 - i] = x[i];
        y[2 * count - 1 - i] = -y[i];
    }
    return 2 * count;
}

static vlResult createTooth(const vlGearsDef* def, vlShape** shape)
{
    double x[VL_TOOTH_CORNERS], y[VL_TOOTH_CORNERS];
    vlVec3 points[2 * VL_TOOTH_CORNERS];
    int count = vlGears_Tooth(def, x, y);
    for (int i = 0; i < count; ++i) {
        points[i] = vlVec(x[i], y[i], -0.5 * def->toothHeight);
        points[count + i] = vlVec(x[i], y[i], 0.5 * def->toothHeight);
    }
    return vlShape_CreateHull(NULL, points, 2 * count, shape, NULL, 0);
}

static vlResult createGear(const vlGearsDef* def, vlShape** shape)
{
    vlShape *tooth = NULL, *hub = NULL;
    const vlShape* pieces[MAX_PIECES];
    vlPose poses[MAX_PIECES];
    double pitch = 2.0 * VL_PI / def->teeth;
    double radius = vlGears_HubApothem(def) / vlCosine(0.5 * pitch);
    vlVec3 up = vlVec(0.0, 0.0, 1.0);
    vlResult result = createTooth(def, &tooth);
    if (result == VL_OK) {
        result = vlShape_CreatePrism(NULL, def->teeth, radius, def->hubHeight, &hub, NULL, 0);
    }
    if (result == VL_OK) {
        // Rotated: a prism has a corner on x, but a tooth stands on the middle of a side.
        pieces[0] = hub;
        poses[0] = (vlPose){vlZero(), vlQuatFromAxisAngle(up, 0.5 * pitch)};
        for (int i = 0; i < def->teeth; ++i) {
            pieces[1 + i] = tooth;
            poses[1 + i] = (vlPose){vlZero(), vlQuatFromAxisAngle(up, i * pitch)};
        }
        result = vlShape_CreateCompound(NULL, pieces, poses, 1 + def->teeth, shape, NULL, 0);
    }
    vlShape_Release(tooth);
    vlShape_Release(hub);
    return result;
}

static vlResult setSurfaces(vlWorld* world, const vlGearsDef* def, vlMaterialId* steel,
                            vlMaterialId* wood)
{
    vlSurface surface = vlDefaultSurface();
    surface.stiffnessN = def->stiffness;
    surface.frictionStatic = surface.frictionDynamic = def->gearFriction;
    vlResult result = vlWorld_CreateMaterial(world, steel);
    if (result == VL_OK) {
        result = vlWorld_CreateMaterial(world, wood);
    }
    if (result == VL_OK) {
        result = vlWorld_SetSurface(world, *steel, *steel, &surface);
    }
    surface.frictionStatic = surface.frictionDynamic = def->cubeFriction;
    return result == VL_OK ? vlWorld_SetSurface(world, *steel, *wood, &surface) : result;
}

static vlResult addGear(vlWorld* world, const vlGearsDef* def, vlShape* shape,
                        vlMaterialId material, double x, double angle, double torque,
                        vlBodyId* gear, vlJointId* hinge)
{
    vlVec3 middle = vlVec(x, 0.0, -0.5 * def->hubHeight), up = vlVec(0.0, 0.0, 1.0);
    vlBodyDef body = vlDefaultBodyDef();
    body.shape = shape;
    body.material = material;
    body.mass = def->mass;
    body.pose = (vlPose){middle, vlQuatFromAxisAngle(up, angle)};
    vlResult result = vlWorld_CreateBody(world, &body, gear);
    vlJointDef joint = vlDefaultJointDef(VL_JOINT_HINGE);
    joint.bodyB = *gear;
    joint.axis[0].friction = def->bearingFriction;
    if (torque != 0.0) {
        joint.axis[0].motor.mode = VL_MOTOR_TORQUE;
        joint.axis[0].motor.target = torque;
        joint.axis[0].motor.freeSpeed = def->freeSpeed;
    }
    if (result == VL_OK) {
        result = vlJointDef_Place(&joint, world, middle, up, vlZero());
    }
    return result == VL_OK ? vlWorld_CreateJoint(world, &joint, hinge) : result;
}

// The cube on a rail between the gears, `rise` above them.
static vlResult addCube(vlWorld* world, const vlGearsDef* def, vlMaterialId material,
                        vlGears* gears)
{
    double half = 0.5 * def->cubeSize;
    vlBodyDef body = vlDefaultBodyDef();
    vlResult result = vlShape_CreateBox(NULL, vlVec(half, half, half), &body.shape, NULL, 0);
    if (result != VL_OK) {
        return result;
    }
    body.material = material;
    body.mass = def->cubeMass;
    body.pose = vlModel_At(0.0, 0.0, half + def->rise);
    result = vlWorld_CreateBody(world, &body, &gears->cube);
    vlShape_Release(body.shape);
    vlJointDef rail = vlDefaultJointDef(VL_JOINT_SLIDER);
    rail.bodyB = gears->cube;
    rail.axis[0].upper = 0.0;
    rail.axis[0].damping = def->railDamping;
    rail.axis[0].motor.mode = VL_MOTOR_TORQUE;
    rail.axis[0].motor.target = def->lift;
    if (result == VL_OK) {
        result = vlJointDef_Place(&rail, world, body.pose.p, vlVec(0.0, 0.0, 1.0), vlZero());
    }
    return result == VL_OK ? vlWorld_CreateJoint(world, &rail, &gears->rail) : result;
}

vlResult vlModel_AddGears(vlWorld* world, const vlGearsDef* def, vlGears* gears)
{
    vlShape* shape = NULL;
    vlMaterialId steel, wood;
    double x = 0.5 * vlGears_AxleDistance(def);
    *gears = (vlGears){0};
    if (def->teeth < 8 || def->teeth > VL_MAX_TEETH) {
        return VL_ERROR_ARGUMENT;
    }
    vlResult result = setSurfaces(world, def, &steel, &wood);
    if (result == VL_OK) {
        result = createGear(def, &shape);
    }
    // A tooth of the right gear points into a gap of the left one.
    double aside = def->teeth % 2 == 0 ? 0.0 : VL_PI / def->teeth;
    if (result == VL_OK) {
        result = addGear(world, def, shape, steel, x, aside, def->torque, &gears->right,
                         &gears->rightHinge);
    }
    if (result == VL_OK) {
        result = addGear(world, def, shape, steel, -x, VL_PI / def->teeth, 0.0, &gears->left,
                         &gears->leftHinge);
    }
    vlShape_Release(shape);
    return result == VL_OK ? addCube(world, def, wood, gears) : result;
}

vlResult vlGears_Lift(vlWorld* world, const vlGearsDef* def, const vlGears* gears, bool isUp)
{
    return vlJoint_SetTarget(world, gears->rail, 0, isUp ? def->lift : 0.0);
}
