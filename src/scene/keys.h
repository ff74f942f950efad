// SPDX-License-Identifier: MIT
#ifndef VOLAR_SCENE_KEYS_H
#define VOLAR_SCENE_KEYS_H

// Every key and every word of the scene format, in one place. The reader, the writer and the test
// that compares them with docs/scene.schema.json all use these lists.
//
// X(identifier, key, isRequired). The list VL_KEYS_BODY corresponds to the schema's definition
// `body`, and so on, with - for _.

#include <stdbool.h>

#define VL_KEYS_SCENE(X)                                                                           \
    X(VL_KEY_VOLAR, "volar", true)                                                                 \
    X(VL_KEY_NAME, "name", true)                                                                   \
    X(VL_KEY_DESCRIPTION, "description", false)                                                    \
    X(VL_KEY_WORLD, "world", false)                                                                \
    X(VL_KEY_MATERIALS, "materials", false)                                                        \
    X(VL_KEY_SURFACES, "surfaces", false)                                                          \
    X(VL_KEY_SHAPES, "shapes", false)                                                              \
    X(VL_KEY_BODIES, "bodies", true)                                                               \
    X(VL_KEY_FORCES, "forces", false)                                                              \
    X(VL_KEY_SPRINGS, "springs", false)                                                            \
    X(VL_KEY_JOINTS, "joints", false)                                                              \
    X(VL_KEY_DEVICES, "devices", false)                                                            \
    X(VL_KEY_CAMERA, "camera", false)

#define VL_KEYS_WORLD(X)                                                                           \
    X(VL_WORLD_PLANAR, "planar", false)                                                            \
    X(VL_WORLD_GRAVITY, "gravity", false)                                                          \
    X(VL_WORLD_STEP, "step", false)                                                                \
    X(VL_WORLD_LOAD, "load", false)                                                                \
    X(VL_WORLD_INTEGRATOR, "integrator", false)                                                    \
    X(VL_WORLD_SLEEP, "sleep", false)                                                              \
    X(VL_WORLD_CONTACT, "contact", false)                                                          \
    X(VL_WORLD_SURFACE, "surface", false)                                                          \
    X(VL_WORLD_CAPACITY, "capacity", false)

#define VL_KEYS_CONTACT(X)                                                                         \
    X(VL_CHOICE_LAW, "law", false)                                                                 \
    X(VL_CHOICE_REFERENCE, "reference", false)

#define VL_KEYS_REFERENCE(X)                                                                       \
    X(VL_REFERENCE_MODEL, "model", false)                                                          \
    X(VL_REFERENCE_NORMAL, "normal", false)                                                        \
    X(VL_REFERENCE_FRICTION, "friction", false)                                                    \
    X(VL_REFERENCE_PRESSURE, "pressure", false)                                                    \
    X(VL_REFERENCE_ROUTE, "route", false)

#define VL_KEYS_CAPACITY(X)                                                                        \
    X(VL_CAPACITY_PAIRS, "pairs", false)                                                           \
    X(VL_CAPACITY_CONTACTS, "contacts", false)

#define VL_KEYS_SURFACE(X)                                                                         \
    X(VL_SURFACE_STIFFNESS, "stiffness", false)                                                    \
    X(VL_SURFACE_DAMPING, "damping", false)                                                        \
    X(VL_SURFACE_DAMPING_RATIO, "damping-ratio", false)                                            \
    X(VL_SURFACE_SHEAR_STIFFNESS, "shear-stiffness", false)                                        \
    X(VL_SURFACE_SHEAR_DAMPING, "shear-damping", false)                                            \
    X(VL_SURFACE_SHEAR_DAMPING_RATIO, "shear-damping-ratio", false)                                \
    X(VL_SURFACE_FRICTION, "friction", false)                                                      \
    X(VL_SURFACE_FRICTION_STATIC, "friction-static", false)                                        \
    X(VL_SURFACE_FRICTION_DYNAMIC, "friction-dynamic", false)                                      \
    X(VL_SURFACE_FOUNDATION, "foundation", false)                                                  \
    X(VL_SURFACE_RESTITUTION, "restitution", false)                                                \
    X(VL_SURFACE_CONTACT_DISTANCE, "contact-distance", false)                                      \
    X(VL_SURFACE_POINT_LAW, "point-law", false)

// The laws of what a pointer touches. A law is a name, or a mapping of `law` and the parameters
// that the table of laws gives it (volar/law.h).
#define VL_KEYS_POINT_LAW(X)                                                                       \
    X(VL_POINT_LAW_WALL, "wall", true)                                                             \
    X(VL_POINT_LAW_FRICTION, "friction", false)

// An entry of `surfaces`: a surface, and between which materials.
#define VL_KEYS_PAIR(X)                                                                            \
    VL_KEYS_SURFACE(X)                                                                             \
    X(VL_PAIR_BETWEEN, "between", true)

#define VL_KEYS_SHAPE(X)                                                                           \
    X(VL_SHAPE_KEY_HALFSPACE, "halfspace", false)                                                  \
    X(VL_SHAPE_KEY_BOX, "box", false)                                                              \
    X(VL_SHAPE_KEY_HULL, "hull", false)                                                            \
    X(VL_SHAPE_KEY_FACES, "faces", false)                                                          \
    X(VL_SHAPE_KEY_POLYGON, "polygon", false)                                                      \
    X(VL_SHAPE_KEY_PRISM, "prism", false)                                                          \
    X(VL_SHAPE_KEY_CYLINDER, "cylinder", false)                                                    \
    X(VL_SHAPE_KEY_CONE, "cone", false)                                                            \
    X(VL_SHAPE_KEY_SPHERE, "sphere", false)                                                        \
    X(VL_SHAPE_KEY_CAPSULE, "capsule", false)                                                      \
    X(VL_SHAPE_KEY_MESH, "mesh", false)                                                            \
    X(VL_SHAPE_KEY_SURFACE, "surface", false)                                                      \
    X(VL_SHAPE_KEY_COMPOUND, "compound", false)

#define VL_KEYS_HALFSPACE(X)                                                                       \
    X(VL_HALFSPACE_NORMAL, "normal", true)                                                         \
    X(VL_HALFSPACE_OFFSET, "offset", false)

#define VL_KEYS_BOX(X) X(VL_BOX_SIZE, "size", true)

#define VL_KEYS_HULL(X) X(VL_HULL_POINTS, "points", true)

#define VL_KEYS_FACES(X)                                                                           \
    X(VL_FACES_POINTS, "points", true)                                                             \
    X(VL_FACES_FACES, "faces", true)

#define VL_KEYS_POLYGON(X) X(VL_POLYGON_POINTS, "points", true)

#define VL_KEYS_PRISM(X)                                                                           \
    X(VL_PRISM_SIDES, "sides", true)                                                               \
    X(VL_PRISM_RADIUS, "radius", true)                                                             \
    X(VL_PRISM_HEIGHT, "height", true)

#define VL_KEYS_CYLINDER(X)                                                                        \
    X(VL_CYLINDER_RADIUS, "radius", true)                                                          \
    X(VL_CYLINDER_HEIGHT, "height", true)                                                          \
    X(VL_CYLINDER_SIDES, "sides", false)

#define VL_KEYS_CONE(X)                                                                            \
    X(VL_CONE_RADIUS, "radius", true)                                                              \
    X(VL_CONE_TOP_RADIUS, "top-radius", false)                                                     \
    X(VL_CONE_HEIGHT, "height", true)                                                              \
    X(VL_CONE_SIDES, "sides", false)

#define VL_KEYS_CAPSULE(X)                                                                         \
    X(VL_CAPSULE_RADIUS, "radius", true)                                                           \
    X(VL_CAPSULE_LENGTH, "length", true)                                                           \
    X(VL_CAPSULE_SECTORS, "sectors", false)                                                        \
    X(VL_CAPSULE_BANDS, "bands", false)

#define VL_KEYS_SPHERE(X)                                                                          \
    X(VL_SPHERE_RADIUS, "radius", true)                                                            \
    X(VL_SPHERE_SECTORS, "sectors", false)                                                         \
    X(VL_SPHERE_BANDS, "bands", false)

#define VL_KEYS_MESH(X)                                                                            \
    X(VL_MESH_FILE, "file", false)                                                                 \
    X(VL_MESH_MAKE, "make", false)                                                                 \
    X(VL_MESH_SCALE, "scale", false)                                                               \
    X(VL_MESH_UNITS, "units", false)                                                               \
    X(VL_MESH_UP, "up", false)                                                                     \
    X(VL_MESH_AS, "as", false)                                                                     \
    X(VL_MESH_ERROR, "error", false)                                                               \
    X(VL_MESH_SPACING, "spacing", false)

// The surface of a closed mesh in place; meshes taken `as: surface` are written so.
#define VL_KEYS_SURFACE_SHAPE(X)                                                                   \
    X(VL_SURFACE_SHAPE_POINTS, "points", true)                                                     \
    X(VL_SURFACE_SHAPE_FACES, "faces", true)                                                       \
    X(VL_SURFACE_SHAPE_SPACING, "spacing", false)

#define VL_KEYS_PIECE(X)                                                                           \
    X(VL_PIECE_SHAPE, "shape", true)                                                               \
    X(VL_PIECE_POSITION, "position", false)                                                        \
    X(VL_PIECE_ROTATION, "rotation", false)

#define VL_KEYS_BODY(X)                                                                            \
    X(VL_BODY_KEY_NAME, "name", true)                                                              \
    X(VL_BODY_KEY_TYPE, "type", false)                                                             \
    X(VL_BODY_KEY_SHAPE, "shape", true)                                                            \
    X(VL_BODY_KEY_MATERIAL, "material", false)                                                     \
    X(VL_BODY_KEY_POSITION, "position", false)                                                     \
    X(VL_BODY_KEY_ROTATION, "rotation", false)                                                     \
    X(VL_BODY_KEY_VELOCITY, "velocity", false)                                                     \
    X(VL_BODY_KEY_ANGULAR_VELOCITY, "angular-velocity", false)                                     \
    X(VL_BODY_KEY_MASS, "mass", false)                                                             \
    X(VL_BODY_KEY_DENSITY, "density", false)                                                       \
    X(VL_BODY_KEY_INERTIA, "inertia", false)                                                       \
    X(VL_BODY_KEY_COLOUR, "colour", false)                                                         \
    X(VL_BODY_KEY_FACES, "faces", false)                                                           \
    X(VL_BODY_KEY_COPIES, "copies", false)                                                         \
    X(VL_BODY_KEY_MOTION, "motion", false)

// A name of faces: a direction, or a mapping of these.
#define VL_KEYS_FACE_NAME(X)                                                                       \
    X(VL_FACE_NAME_DIRECTION, "direction", true)                                                   \
    X(VL_FACE_NAME_POINT, "point", false)

#define VL_KEYS_ROTATION(X)                                                                        \
    X(VL_ROTATION_AXIS, "axis", false)                                                             \
    X(VL_ROTATION_DEGREES, "degrees", false)                                                       \
    X(VL_ROTATION_QUATERNION, "quaternion", false)                                                 \
    X(VL_ROTATION_EULER, "euler", false)

#define VL_KEYS_TURN(X)                                                                            \
    X(VL_TURN_AXIS, "axis", true)                                                                  \
    X(VL_TURN_DEGREES, "degrees", true)

#define VL_KEYS_INERTIA(X)                                                                         \
    X(VL_INERTIA_CENTRE, "centre", false)                                                          \
    X(VL_INERTIA_DIAGONAL, "diagonal", false)                                                      \
    X(VL_INERTIA_MATRIX, "matrix", false)

#define VL_KEYS_COPIES(X)                                                                          \
    X(VL_COPIES_COUNT, "count", true)                                                              \
    X(VL_COPIES_SHIFT, "shift", false)                                                             \
    X(VL_COPIES_TURN, "turn", false)

#define VL_KEYS_MOTION(X)                                                                          \
    X(VL_MOTION_KEY_PATH, "path", false)                                                           \
    X(VL_MOTION_KEY_OSCILLATE, "oscillate", false)

#define VL_KEYS_PATH(X)                                                                            \
    X(VL_PATH_KEYS, "keys", true)                                                                  \
    X(VL_PATH_REPEAT, "repeat", false)                                                             \
    X(VL_PATH_SMOOTH, "smooth", false)

#define VL_KEYS_KEY(X)                                                                             \
    X(VL_KEY_TIME, "time", true)                                                                   \
    X(VL_KEY_POSITION, "position", false)                                                          \
    X(VL_KEY_ROTATION, "rotation", false)

#define VL_KEYS_OSCILLATE(X)                                                                       \
    X(VL_OSCILLATE_SHIFT, "shift", false)                                                          \
    X(VL_OSCILLATE_TURN, "turn", false)                                                            \
    X(VL_OSCILLATE_FREQUENCY, "frequency", true)                                                   \
    X(VL_OSCILLATE_PHASE, "phase", false)

#define VL_KEYS_FORCE(X)                                                                           \
    X(VL_FORCE_BODY, "body", true)                                                                 \
    X(VL_FORCE_FORCE, "force", false)                                                              \
    X(VL_FORCE_TORQUE, "torque", false)                                                            \
    X(VL_FORCE_POINT, "point", false)                                                              \
    X(VL_FORCE_FRAME, "frame", false)                                                              \
    X(VL_FORCE_FROM, "from", false)                                                                \
    X(VL_FORCE_UNTIL, "until", false)

#define VL_KEYS_SPRING(X)                                                                          \
    X(VL_SPRING_NAME, "name", true)                                                                \
    X(VL_SPRING_FROM, "from", true)                                                                \
    X(VL_SPRING_TO, "to", true)                                                                    \
    X(VL_SPRING_STIFFNESS, "stiffness", false)                                                     \
    X(VL_SPRING_DAMPING, "damping", false)                                                         \
    X(VL_SPRING_SPIN_DAMPING, "spin-damping", false)                                               \
    X(VL_SPRING_REST_LENGTH, "rest-length", false)                                                 \
    X(VL_SPRING_MAX_FORCE, "max-force", false)

#define VL_KEYS_FROM(X)                                                                            \
    X(VL_FROM_BODY, "body", false)                                                                 \
    X(VL_FROM_POINT, "point", false)                                                               \
    X(VL_FROM_VELOCITY, "velocity", false)

#define VL_KEYS_TO(X)                                                                              \
    X(VL_TO_BODY, "body", true)                                                                    \
    X(VL_TO_POINT, "point", false)

#define VL_KEYS_JOINT(X)                                                                           \
    X(VL_JOINT_KEY_NAME, "name", true)                                                             \
    X(VL_JOINT_KEY_TYPE, "type", true)                                                             \
    X(VL_JOINT_KEY_A, "a", false)                                                                  \
    X(VL_JOINT_KEY_B, "b", true)                                                                   \
    X(VL_JOINT_KEY_AT, "at", false)                                                                \
    X(VL_JOINT_KEY_AXIS, "axis", false)                                                            \
    X(VL_JOINT_KEY_SECOND, "second", false)                                                        \
    X(VL_JOINT_KEY_FRAME_A, "frame-a", false)                                                      \
    X(VL_JOINT_KEY_FRAME_B, "frame-b", false)                                                      \
    X(VL_JOINT_KEY_STIFFNESS, "stiffness", false)                                                  \
    X(VL_JOINT_KEY_DAMPING, "damping", false)                                                      \
    X(VL_JOINT_KEY_ANGULAR_STIFFNESS, "angular-stiffness", false)                                  \
    X(VL_JOINT_KEY_ANGULAR_DAMPING, "angular-damping", false)                                      \
    X(VL_JOINT_KEY_COLLIDE, "collide", false)                                                      \
    X(VL_JOINT_KEY_AXES, "axes", false)

#define VL_KEYS_FRAME(X)                                                                           \
    X(VL_FRAME_POSITION, "position", false)                                                        \
    X(VL_FRAME_ROTATION, "rotation", false)

#define VL_KEYS_AXIS(X)                                                                            \
    X(VL_AXIS_LIMITS, "limits", false)                                                             \
    X(VL_AXIS_LIMIT_STIFFNESS, "limit-stiffness", false)                                           \
    X(VL_AXIS_LIMIT_DAMPING, "limit-damping", false)                                               \
    X(VL_AXIS_STIFFNESS, "stiffness", false)                                                       \
    X(VL_AXIS_REST, "rest", false)                                                                 \
    X(VL_AXIS_DAMPING, "damping", false)                                                           \
    X(VL_AXIS_FRICTION, "friction", false)                                                         \
    X(VL_AXIS_MOTOR, "motor", false)

#define VL_KEYS_MOTOR(X)                                                                           \
    X(VL_MOTOR_KEY_MODE, "mode", true)                                                             \
    X(VL_MOTOR_KEY_TARGET, "target", false)                                                        \
    X(VL_MOTOR_KEY_STIFFNESS, "stiffness", false)                                                  \
    X(VL_MOTOR_KEY_DAMPING, "damping", false)                                                      \
    X(VL_MOTOR_KEY_FREE_SPEED, "free-speed", false)                                                \
    X(VL_MOTOR_KEY_MAX_FORCE, "max-force", false)

#define VL_KEYS_TARGET(X)                                                                          \
    X(VL_TARGET_PATH, "path", false)                                                               \
    X(VL_TARGET_OSCILLATE, "oscillate", false)

#define VL_KEYS_TARGET_PATH(X)                                                                     \
    X(VL_TARGET_PATH_KEYS, "keys", true)                                                           \
    X(VL_TARGET_PATH_REPEAT, "repeat", false)                                                      \
    X(VL_TARGET_PATH_SMOOTH, "smooth", false)

#define VL_KEYS_TARGET_OSCILLATE(X)                                                                \
    X(VL_TARGET_OSCILLATE_MEAN, "mean", false)                                                     \
    X(VL_TARGET_OSCILLATE_AMPLITUDE, "amplitude", true)                                            \
    X(VL_TARGET_OSCILLATE_FREQUENCY, "frequency", true)                                            \
    X(VL_TARGET_OSCILLATE_PHASE, "phase", false)

#define VL_KEYS_DEVICE(X)                                                                          \
    X(VL_DEVICE_NAME, "name", true)                                                                \
    X(VL_DEVICE_DEVICE, "device", false)                                                           \
    X(VL_DEVICE_ADDRESS, "address", false)                                                         \
    X(VL_DEVICE_MODEL, "model", false)                                                             \
    X(VL_DEVICE_HOLDS, "holds", false)                                                             \
    X(VL_DEVICE_GRASP, "grasp", false)                                                             \
    X(VL_DEVICE_STIFFNESS, "stiffness", false)                                                     \
    X(VL_DEVICE_DAMPING, "damping", false)                                                         \
    X(VL_DEVICE_ANGULAR_STIFFNESS, "angular-stiffness", false)                                     \
    X(VL_DEVICE_ANGULAR_DAMPING, "angular-damping", false)                                         \
    X(VL_DEVICE_MAX_FORCE, "max-force", false)                                                     \
    X(VL_DEVICE_MAX_TORQUE, "max-torque", false)                                                   \
    X(VL_DEVICE_POSITION, "position", false)                                                       \
    X(VL_DEVICE_ROTATION, "rotation", false)                                                       \
    X(VL_DEVICE_SCALE, "scale", false)                                                             \
    X(VL_DEVICE_FORCE_SCALE, "force-scale", false)                                                 \
    X(VL_DEVICE_FIX_ORIENTATION, "fix-orientation", false)                                         \
    X(VL_DEVICE_VELOCITY, "velocity", false)                                                       \
    X(VL_DEVICE_VELOCITY_CUT, "velocity-cut", false)                                               \
    X(VL_DEVICE_PASSIVITY, "passivity", false)                                                     \
    X(VL_DEVICE_CHANNELS, "channels", false)                                                       \
    X(VL_DEVICE_GRASP_BUTTON, "grasp-button", false)                                               \
    X(VL_DEVICE_REACH, "reach", false)                                                             \
    X(VL_DEVICE_CLUTCH_BUTTON, "clutch-button", false)                                             \
    X(VL_DEVICE_FORMATIONS, "formations", false)                                                   \
    X(VL_DEVICE_HAND, "hand", false)

#define VL_KEYS_FORMATIONS(X)                                                                      \
    X(VL_FORMATIONS_AGAINST, "against", true)                                                      \
    X(VL_FORMATIONS_STIFFNESS, "stiffness", false)                                                 \
    X(VL_FORMATIONS_SHELL, "shell", false)                                                         \
    X(VL_FORMATIONS_FRICTION_STIFFNESS, "friction-stiffness", false)                               \
    X(VL_FORMATIONS_TORSION, "torsion", false)

// A simulated device: `model` of a device, and a device file, in which the first is required.
#define VL_KEYS_DEVICE_MODEL(X)                                                                    \
    X(VL_DEVICE_MODEL_VOLAR, "volar-device", false)                                                \
    X(VL_DEVICE_MODEL_NAME, "name", true)                                                          \
    X(VL_DEVICE_MODEL_DESCRIPTION, "description", false)                                           \
    X(VL_DEVICE_MODEL_LIKE, "like", false)                                                         \
    X(VL_DEVICE_MODEL_SOURCE, "source", false)                                                     \
    X(VL_DEVICE_MODEL_RATE, "rate", false)                                                         \
    X(VL_DEVICE_MODEL_ORIENTATION, "orientation", false)                                           \
    X(VL_DEVICE_MODEL_BUTTONS, "buttons", false)                                                   \
    X(VL_DEVICE_MODEL_LIMITS, "limits", false)                                                     \
    X(VL_DEVICE_MODEL_MASS, "mass", false)                                                         \
    X(VL_DEVICE_MODEL_DAMPING, "damping", false)                                                   \
    X(VL_DEVICE_MODEL_FRICTION, "friction", false)                                                 \
    X(VL_DEVICE_MODEL_RESOLUTION, "resolution", false)                                             \
    X(VL_DEVICE_MODEL_INERTIA, "inertia", false)                                                   \
    X(VL_DEVICE_MODEL_ANGULAR_DAMPING, "angular-damping", false)                                   \
    X(VL_DEVICE_MODEL_ANGULAR_FRICTION, "angular-friction", false)                                 \
    X(VL_DEVICE_MODEL_ANGULAR_RESOLUTION, "angular-resolution", false)                             \
    X(VL_DEVICE_MODEL_DELAY, "delay", false)                                                       \
    X(VL_DEVICE_MODEL_JITTER, "jitter", false)                                                     \
    X(VL_DEVICE_MODEL_BANDWIDTH, "bandwidth", false)                                               \
    X(VL_DEVICE_MODEL_FORCE_RESOLUTION, "force-resolution", false)                                 \
    X(VL_DEVICE_MODEL_TORQUE_RESOLUTION, "torque-resolution", false)                               \
    X(VL_DEVICE_MODEL_MODE, "mode", false)                                                         \
    X(VL_DEVICE_MODEL_ANGULAR_MODE, "angular-mode", false)

#define VL_KEYS_DEVICE_LIMITS(X)                                                                   \
    X(VL_DEVICE_LIMITS_FORCE, "force", false)                                                      \
    X(VL_DEVICE_LIMITS_TORQUE, "torque", false)                                                    \
    X(VL_DEVICE_LIMITS_STIFFNESS, "stiffness", false)                                              \
    X(VL_DEVICE_LIMITS_ANGULAR_STIFFNESS, "angular-stiffness", false)                              \
    X(VL_DEVICE_LIMITS_DAMPING, "damping", false)                                                  \
    X(VL_DEVICE_LIMITS_ANGULAR_DAMPING, "angular-damping", false)                                  \
    X(VL_DEVICE_LIMITS_RADIUS, "radius", false)

#define VL_KEYS_DEVICE_MODE(X)                                                                     \
    X(VL_DEVICE_MODE_HANDLE_SHARE, "handle-share", true)                                           \
    X(VL_DEVICE_MODE_FREQUENCY, "frequency", true)                                                 \
    X(VL_DEVICE_MODE_RATIO, "ratio", true)

// A number of a device with where it comes from.
#define VL_KEYS_SOURCED(X)                                                                         \
    X(VL_SOURCED_VALUE, "value", true)                                                             \
    X(VL_SOURCED_SOURCE, "source", true)

#define VL_KEYS_HAND(X)                                                                            \
    X(VL_HAND_GRIP, "grip", false)                                                                 \
    X(VL_HAND_ARM, "arm", false)                                                                   \
    X(VL_HAND_CARRIES_WEIGHT, "carries-weight", false)                                             \
    X(VL_HAND_PATH, "path", false)                                                                 \
    X(VL_HAND_OSCILLATE, "oscillate", false)                                                       \
    X(VL_HAND_GRIPS, "grips", false)                                                               \
    X(VL_HAND_PRESSES, "presses", false)

#define VL_KEYS_HAND_PATH(X)                                                                       \
    X(VL_HAND_PATH_KEYS, "keys", true)                                                             \
    X(VL_HAND_PATH_REPEAT, "repeat", false)

#define VL_KEYS_GRIP(X)                                                                            \
    X(VL_GRIP_STIFFNESS, "stiffness", false)                                                       \
    X(VL_GRIP_DAMPING, "damping", false)                                                           \
    X(VL_GRIP_ANGULAR_STIFFNESS, "angular-stiffness", false)                                       \
    X(VL_GRIP_ANGULAR_DAMPING, "angular-damping", false)

#define VL_KEYS_GRIP_CHANGE(X)                                                                     \
    X(VL_GRIP_CHANGE_TIME, "time", true)                                                           \
    X(VL_GRIP_CHANGE_GRIP, "grip", true)

#define VL_KEYS_PRESS(X)                                                                           \
    X(VL_PRESS_BUTTON, "button", true)                                                             \
    X(VL_PRESS_FROM, "from", true)                                                                 \
    X(VL_PRESS_UNTIL, "until", true)

#define VL_KEYS_CAMERA(X)                                                                          \
    X(VL_CAMERA_POSITION, "position", false)                                                       \
    X(VL_CAMERA_TARGET, "target", false)                                                           \
    X(VL_CAMERA_FOLLOW, "follow", false)

// Words that a value can be: X(value, word). VL_WORDS_LAW is the schema's definition `law-word`.
#define VL_WORDS_INTEGRATOR(X)                                                                     \
    X(VL_INTEGRATOR_EULER, "euler")                                                                \
    X(VL_INTEGRATOR_RK4, "rk4")                                                                    \
    X(VL_INTEGRATOR_IMPLICIT, "implicit")                                                          \
    X(VL_INTEGRATOR_CONVEX, "convex")
#define VL_WORDS_MODEL(X)                                                                          \
    X(VL_CONTACT_VOLUME, "volume")                                                                 \
    X(VL_CONTACT_POINT, "point")
#define VL_WORDS_LAW(X)                                                                            \
    X(VL_LAW_LUMPED, "lumped")                                                                     \
    X(VL_LAW_FOUNDATION, "foundation")
#define VL_WORDS_NORMAL(X)                                                                         \
    X(VL_NORMAL_GRADIENT, "gradient")                                                              \
    X(VL_NORMAL_SEARCH, "search")
#define VL_WORDS_FRICTION(X)                                                                       \
    X(VL_FRICTION_GAUSS, "gauss")                                                                  \
    X(VL_FRICTION_PAPER, "paper")
#define VL_WORDS_PRESSURE(X)                                                                       \
    X(VL_PRESSURE_NORMAL, "normal")                                                                \
    X(VL_PRESSURE_FACES, "faces")
#define VL_WORDS_ROUTE(X)                                                                          \
    X(VL_POLYHEDRON_CLIP, "clip")                                                                  \
    X(VL_POLYHEDRON_DUAL, "dual")
#define VL_WORDS_TYPE(X)                                                                           \
    X(VL_BODY_DYNAMIC, "dynamic")                                                                  \
    X(VL_BODY_STATIC, "static")                                                                    \
    X(VL_BODY_KINEMATIC, "kinematic")
#define VL_WORDS_FRAME(X)                                                                          \
    X(0, "world")                                                                                  \
    X(1, "body")
#define VL_WORDS_JOINT(X)                                                                          \
    X(VL_JOINT_FIXED, "fixed")                                                                     \
    X(VL_JOINT_HINGE, "hinge")                                                                     \
    X(VL_JOINT_SLIDER, "slider")                                                                   \
    X(VL_JOINT_BALL, "ball")                                                                       \
    X(VL_JOINT_UNIVERSAL, "universal")                                                             \
    X(VL_JOINT_PLANAR, "planar")                                                                   \
    X(VL_JOINT_DISTANCE, "distance")                                                               \
    X(VL_JOINT_BUSHING, "bushing")
#define VL_WORDS_MODE(X)                                                                           \
    X(VL_MOTOR_TORQUE, "torque")                                                                   \
    X(VL_MOTOR_VELOCITY, "velocity")                                                               \
    X(VL_MOTOR_POSITION, "position")
#define VL_WORDS_VELOCITY(X)                                                                       \
    X(VL_VELOCITY_FILTER, "filter")                                                                \
    X(VL_VELOCITY_WINDOW, "window")                                                                \
    X(VL_VELOCITY_DEVICE, "device")
#define VL_WORDS_CHANNELS(X)                                                                       \
    X(VL_FOUR_CHANNEL_F, "force")                                                                  \
    X(VL_FOUR_CHANNEL_FP, "force-position")
#define VL_WORDS_GRIP(X)                                                                           \
    X(VL_GRIP_RELAXED, "relaxed")                                                                  \
    X(VL_GRIP_TIGHT, "tight")
#define VL_WORDS_AS(X)                                                                             \
    X(VL_MESH_AS_CONVEX, "convex")                                                                 \
    X(VL_MESH_AS_HULL, "hull")                                                                     \
    X(VL_MESH_AS_PIECES, "pieces")                                                                 \
    X(VL_MESH_AS_SURFACE, "surface")
#define VL_WORDS_UNIT(X)                                                                           \
    X(VL_MESH_UNIT_M, "m")                                                                         \
    X(VL_MESH_UNIT_CM, "cm")                                                                       \
    X(VL_MESH_UNIT_MM, "mm")                                                                       \
    X(VL_MESH_UNIT_INCH, "inch")
#define VL_WORDS_UP(X)                                                                             \
    X(VL_MESH_UP_Z, "z")                                                                           \
    X(VL_MESH_UP_Y, "y")

typedef struct vlKeyName {
    const char* name;
    bool isRequired;
} vlKeyName;

#define VL_KEY_ENUM(id, name, isRequired) id,
#define VL_KEY_ROW(id, name, isRequired) {name, isRequired},
#define VL_KEY_TEXT(id, name, isRequired) name,

typedef struct vlWord {
    int value;
    const char* name;
} vlWord;

#define VL_WORD_ROW(value, name) {value, name},

#define VL_COUNT_OF(array) ((int)(sizeof(array) / sizeof((array)[0])))

#endif
