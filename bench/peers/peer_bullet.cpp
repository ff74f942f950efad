// SPDX-License-Identifier: MIT
// Bullet in double precision: the discrete world with the sequential impulse solver, with defaults
// except that sleeping is off and hulls have another margin.

#include <btBulletDynamicsCommon.h>

#include <memory>
#include <vector>

#include "bench/peers/scenes.h"

namespace
{

// Bullet adds the margin outside of a hull, 40 mm by default: with bodies of 50 to 100 mm that
// would make a different scene. A box keeps its default margin, which lies inside its faces.
constexpr double hullMargin = 0.001;

struct BulletPeer {
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
    btDbvtBroadphase broadphase;
    btSequentialImpulseConstraintSolver solver;
    btDiscreteDynamicsWorld world{&dispatcher, &broadphase, &solver, &configuration};
    std::vector<std::unique_ptr<btCollisionShape>> shapes;
    std::vector<std::unique_ptr<btDefaultMotionState>> motions;
    std::vector<std::unique_ptr<btRigidBody>> bodies; // the scene's, then the floor
    double step = 0.0;

    BulletPeer() = default;
    BulletPeer(const BulletPeer&) = delete;
    BulletPeer& operator=(const BulletPeer&) = delete;
    ~BulletPeer()
    {
        for (auto& body : bodies) {
            world.removeRigidBody(body.get());
        }
    }
};

BulletPeer* cast(void* handle)
{
    return static_cast<BulletPeer*>(handle);
}

btVector3 vector(const double v[3])
{
    return btVector3(v[0], v[1], v[2]);
}

std::unique_ptr<btCollisionShape> createShape(const vlPeerBody& body)
{
    if (body.hull == nullptr) {
        return std::make_unique<btBoxShape>(vector(body.halfSize));
    }
    auto shape = std::make_unique<btConvexHullShape>();
    for (int i = 0; i < body.hull->pointCount; ++i) {
        shape->addPoint(vector(body.hull->points[i]), false);
    }
    shape->setMargin(hullMargin);
    shape->recalcLocalAabb();
    return shape;
}

void addBody(BulletPeer* peer, std::unique_ptr<btCollisionShape> shape, double mass,
             const btVector3& inertia, const btTransform& pose, double friction)
{
    peer->motions.push_back(std::make_unique<btDefaultMotionState>(pose));
    btRigidBody::btRigidBodyConstructionInfo info(mass, peer->motions.back().get(), shape.get(),
                                                  inertia);
    // Bullet multiplies the coefficients of the two bodies.
    info.m_friction = btSqrt(friction);
    peer->shapes.push_back(std::move(shape));
    peer->bodies.push_back(std::make_unique<btRigidBody>(info));
    peer->bodies.back()->setActivationState(DISABLE_DEACTIVATION);
    peer->world.addRigidBody(peer->bodies.back().get());
}

void* create(const vlPeerScene* scene, char* message, size_t messageSize)
{
    (void)message;
    (void)messageSize;
    auto peer = std::make_unique<BulletPeer>();
    peer->step = scene->step;
    peer->world.setGravity(btVector3(0.0, 0.0, -scene->gravity));
    for (int i = 0; i < scene->bodyCount; ++i) {
        const vlPeerBody& body = scene->bodies[i];
        btTransform pose(
            btQuaternion(body.rotation[1], body.rotation[2], body.rotation[3], body.rotation[0]),
            vector(body.position));
        addBody(peer.get(), createShape(body), body.isStatic ? 0.0 : body.mass,
                vector(body.inertia), pose, scene->frictionDynamic);
    }
    addBody(peer.get(), std::make_unique<btStaticPlaneShape>(btVector3(0.0, 0.0, 1.0), 0.0), 0.0,
            btVector3(0.0, 0.0, 0.0), btTransform::getIdentity(), scene->frictionDynamic);
    return peer.release();
}

void destroy(void* handle)
{
    delete cast(handle);
}

void step(void* handle)
{
    BulletPeer* peer = cast(handle);
    peer->world.stepSimulation(peer->step, 0); // 0: exactly one step of this length
}

void getState(void* handle, int index, vlPeerState* state)
{
    const btRigidBody& body = *cast(handle)->bodies[static_cast<size_t>(index)];
    const btQuaternion rotation = body.getOrientation();
    state->rotation[0] = rotation.w();
    for (int i = 0; i < 3; ++i) {
        state->rotation[1 + i] = rotation[i];
        state->position[i] = body.getCenterOfMassPosition()[i];
        state->linear[i] = body.getLinearVelocity()[i];
        state->angular[i] = body.getAngularVelocity()[i];
    }
}

void setVelocity(void* handle, int index, const double linear[3], const double angular[3])
{
    btRigidBody& body = *cast(handle)->bodies[static_cast<size_t>(index)];
    body.setLinearVelocity(vector(linear));
    body.setAngularVelocity(vector(angular));
}

void push(void* handle, int index, const double force[3], const double point[3])
{
    btRigidBody& body = *cast(handle)->bodies[static_cast<size_t>(index)];
    body.applyForce(vector(force), vector(point) - body.getCenterOfMassPosition());
}

void remark(void* handle, char* text, size_t textSize)
{
    (void)handle;
    (void)textSize;
    text[0] = '\0';
}

} // namespace

extern "C" const vlPeerEngine vlPeerBullet = {"bullet", VL_PEER_OTHER, false,   false,
                                              0,        create,        destroy, step,
                                              getState, setVelocity,   push,    remark};
