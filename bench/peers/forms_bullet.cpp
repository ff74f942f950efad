// SPDX-License-Identifier: MIT
// Closed forms in Bullet, double precision: the discrete world with the sequential impulse solver,
// with defaults except that sleeping is off and hulls have another margin.

#include <btBulletDynamicsCommon.h>

#include <memory>
#include <vector>

#include "bench/peers/forms_peers.h"

// Bullet adds the margin outside of a hull, 40 mm by default.
static constexpr double hullMargin = 0.001;

static btVector3 vector(vlVec3 v)
{
    return btVector3(v.x, v.y, v.z);
}

static btTransform transform(vlPose pose)
{
    return btTransform(btQuaternion(pose.q.x, pose.q.y, pose.q.z, pose.q.w), vector(pose.p));
}

static vlVec3 toVec(const btVector3& v)
{
    return vlVec3{v.x(), v.y(), v.z()};
}

namespace
{
struct BulletForm {
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
    btDbvtBroadphase broadphase;
    btSequentialImpulseConstraintSolver solver;
    btDiscreteDynamicsWorld world{&dispatcher, &broadphase, &solver, &configuration};
    std::vector<std::unique_ptr<btCollisionShape>> shapes;
    std::vector<std::unique_ptr<btDefaultMotionState>> motions;
    std::vector<std::unique_ptr<btRigidBody>> bodies; // the scene's, then the floor
    std::vector<std::unique_ptr<btTypedConstraint>> joints;
    std::vector<vlTwist> driven; // of kinematic bodies
    double step = 0.0;

    BulletForm() = default;
    BulletForm(const BulletForm&) = delete;
    BulletForm& operator=(const BulletForm&) = delete;
    ~BulletForm()
    {
        for (auto& joint : joints) {
            world.removeConstraint(joint.get());
        }
        for (auto& body : bodies) {
            world.removeRigidBody(body.get());
        }
    }
    btRigidBody& at(int index)
    {
        return *bodies[static_cast<size_t>(index)];
    }
};
} // namespace

static BulletForm* cast(void* handle)
{
    return static_cast<BulletForm*>(handle);
}

static std::unique_ptr<btCollisionShape> createShape(const vlFormBody& body)
{
    switch (body.shape) {
    case VL_FORM_BALL: return std::make_unique<btSphereShape>(body.size.x);
    case VL_FORM_CYLINDER:
        return std::make_unique<btCylinderShapeZ>(
            btVector3(body.size.x, body.size.x, 0.5 * body.size.y));
    case VL_FORM_HULL: {
        auto shape = std::make_unique<btConvexHullShape>();
        for (int i = 0; i < body.pointCount; ++i) {
            shape->addPoint(vector(body.points[i]), false);
        }
        shape->setMargin(hullMargin);
        shape->recalcLocalAabb();
        return shape;
    }
    case VL_FORM_BOX: break;
    }
    return std::make_unique<btBoxShape>(0.5 * vector(body.size));
}

static void addBody(BulletForm& form, std::unique_ptr<btCollisionShape> shape,
                    const vlFormBody& body, double friction)
{
    bool isDynamic = body.type == VL_BODY_DYNAMIC;
    form.motions.push_back(std::make_unique<btDefaultMotionState>(transform(body.pose)));
    btRigidBody::btRigidBodyConstructionInfo info(
        isDynamic ? body.mass : 0.0, form.motions.back().get(), shape.get(),
        isDynamic ? vector(body.inertia) : btVector3(0.0, 0.0, 0.0));
    // Bullet multiplies the coefficients of the two bodies.
    info.m_friction = btSqrt(friction);
    form.shapes.push_back(std::move(shape));
    form.bodies.push_back(std::make_unique<btRigidBody>(info));
    btRigidBody& added = *form.bodies.back();
    added.setActivationState(DISABLE_DEACTIVATION);
    if (body.type == VL_BODY_KINEMATIC) {
        added.setCollisionFlags(added.getCollisionFlags() | btCollisionObject::CF_KINEMATIC_OBJECT);
    }
    added.setLinearVelocity(vector(body.velocity.linear));
    added.setAngularVelocity(vector(body.velocity.angular));
    form.driven.push_back(body.velocity);
    form.world.addRigidBody(&added);
}

static void addJoint(BulletForm& form, const vlFormJoint& joint)
{
    btRigidBody& b = form.at(joint.bodyB);
    btTransform toB = b.getWorldTransform().inverse();
    btVector3 pointB = toB * vector(joint.point), axisB = toB.getBasis() * vector(joint.axis);
    if (joint.bodyA < 0) {
        if (joint.isHinge) {
            form.joints.push_back(std::make_unique<btHingeConstraint>(b, pointB, axisB));
        } else {
            form.joints.push_back(std::make_unique<btPoint2PointConstraint>(b, pointB));
        }
    } else {
        btRigidBody& a = form.at(joint.bodyA);
        btTransform toA = a.getWorldTransform().inverse();
        btVector3 pointA = toA * vector(joint.point), axisA = toA.getBasis() * vector(joint.axis);
        if (joint.isHinge) {
            form.joints.push_back(
                std::make_unique<btHingeConstraint>(a, b, pointA, pointB, axisA, axisB));
        } else {
            form.joints.push_back(std::make_unique<btPoint2PointConstraint>(a, b, pointA, pointB));
        }
    }
    form.world.addConstraint(form.joints.back().get(), true); // joined bodies do not touch
}

static void* create(const vlFormScene* scene, double step)
{
    auto form = std::make_unique<BulletForm>();
    form->step = step;
    form->world.setGravity(vector(scene->gravity));
    for (int i = 0; i < scene->bodyCount; ++i) {
        addBody(*form, createShape(scene->bodies[i]), scene->bodies[i], scene->friction);
    }
    if (scene->hasFloor) {
        vlFormBody floor = {};
        floor.type = VL_BODY_STATIC;
        floor.pose.q.w = 1.0;
        addBody(*form, std::make_unique<btStaticPlaneShape>(btVector3(0.0, 0.0, 1.0), 0.0), floor,
                scene->friction);
    }
    for (int i = 0; i < scene->jointCount; ++i) {
        addJoint(*form, scene->joints[i]);
    }
    return form.release();
}

static void destroy(void* handle)
{
    delete cast(handle);
}

static void step(void* handle)
{
    BulletForm& form = *cast(handle);
    for (size_t i = 0; i < form.bodies.size(); ++i) {
        // The world finds a kinematic body's velocity from how its motion state has moved.
        if (form.bodies[i]->isKinematicObject()) {
            btTransform pose;
            form.motions[i]->getWorldTransform(pose);
            pose.setOrigin(pose.getOrigin() + form.step * vector(form.driven[i].linear));
            form.motions[i]->setWorldTransform(pose);
        }
    }
    form.world.stepSimulation(form.step, 0); // 0: exactly one step of this length
}

static void getState(void* handle, int index, vlPose* pose, vlTwist* twist)
{
    const btRigidBody& body = cast(handle)->at(index);
    const btQuaternion q = body.getOrientation();
    pose->p = toVec(body.getCenterOfMassPosition());
    pose->q = vlQuat{q.w(), q.x(), q.y(), q.z()};
    twist->linear = toVec(body.getLinearVelocity());
    twist->angular = toVec(body.getAngularVelocity());
}

static void setTwist(void* handle, int index, vlTwist twist)
{
    BulletForm& form = *cast(handle);
    form.driven[static_cast<size_t>(index)] = twist;
    if (!form.at(index).isKinematicObject()) {
        form.at(index).setLinearVelocity(vector(twist.linear));
        form.at(index).setAngularVelocity(vector(twist.angular));
    }
}

static void push(void* handle, int index, vlVec3 force, vlVec3 point)
{
    btRigidBody& body = cast(handle)->at(index);
    body.applyForce(vector(force), vector(point) - body.getCenterOfMassPosition());
}

static void setGravity(void* handle, vlVec3 gravity)
{
    cast(handle)->world.setGravity(vector(gravity));
}

extern "C" const vlFormEngine vlFormEngine_Bullet = {"bullet", create,   destroy, step,
                                                     getState, setTwist, push,    setGravity};
