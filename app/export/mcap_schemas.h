// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_EXPORT_MCAP_SCHEMAS_H
#define VOLAR_APP_EXPORT_MCAP_SCHEMAS_H

// JSON Schemas of the messages. Foxglove knows the first two by name; here they list only the
// members that we write.

#define VL_SCHEMA_NUMBER "{\"type\":\"number\"}"
#define VL_SCHEMA_TEXT "{\"type\":\"string\"}"
#define VL_SCHEMA_OBJECT(properties) "{\"type\":\"object\",\"properties\":{" properties "}}"
#define VL_SCHEMA_LIST(items) "{\"type\":\"array\",\"items\":" items "}"
#define VL_SCHEMA_TIME                                                                             \
    VL_SCHEMA_OBJECT("\"sec\":{\"type\":\"integer\",\"minimum\":0},"                               \
                     "\"nsec\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":999999999}")
#define VL_SCHEMA_XYZ                                                                              \
    VL_SCHEMA_OBJECT("\"x\":" VL_SCHEMA_NUMBER ",\"y\":" VL_SCHEMA_NUMBER                          \
                     ",\"z\":" VL_SCHEMA_NUMBER)
#define VL_SCHEMA_XYZW                                                                             \
    VL_SCHEMA_OBJECT("\"x\":" VL_SCHEMA_NUMBER ",\"y\":" VL_SCHEMA_NUMBER                          \
                     ",\"z\":" VL_SCHEMA_NUMBER ",\"w\":" VL_SCHEMA_NUMBER)
#define VL_SCHEMA_RGBA                                                                             \
    VL_SCHEMA_OBJECT("\"r\":" VL_SCHEMA_NUMBER ",\"g\":" VL_SCHEMA_NUMBER                          \
                     ",\"b\":" VL_SCHEMA_NUMBER ",\"a\":" VL_SCHEMA_NUMBER)
#define VL_SCHEMA_POSE                                                                             \
    VL_SCHEMA_OBJECT("\"position\":" VL_SCHEMA_XYZ ",\"orientation\":" VL_SCHEMA_XYZW)
#define VL_SCHEMA_NAMED(name, properties)                                                          \
    "{\"title\":\"" name "\",\"type\":\"object\",\"properties\":{" properties "}}"

#define VL_SCHEMA_TRANSFORM                                                                        \
    "\"timestamp\":" VL_SCHEMA_TIME ",\"parent_frame_id\":" VL_SCHEMA_TEXT                         \
    ",\"child_frame_id\":" VL_SCHEMA_TEXT ",\"translation\":" VL_SCHEMA_XYZ                        \
    ",\"rotation\":" VL_SCHEMA_XYZW
#define VL_SCHEMA_TRANSFORM_LIST                                                                   \
    VL_SCHEMA_LIST(VL_SCHEMA_NAMED("foxglove.FrameTransform", VL_SCHEMA_TRANSFORM))
#define VL_SCHEMA_TRANSFORMS                                                                       \
    VL_SCHEMA_NAMED("foxglove.FrameTransforms", "\"transforms\":" VL_SCHEMA_TRANSFORM_LIST)

#define VL_SCHEMA_POINTS VL_SCHEMA_LIST(VL_SCHEMA_XYZ)
#define VL_SCHEMA_COLOURS VL_SCHEMA_LIST(VL_SCHEMA_RGBA)
#define VL_SCHEMA_INDICES VL_SCHEMA_LIST("{\"type\":\"integer\",\"minimum\":0}")
#define VL_SCHEMA_ANYTHING VL_SCHEMA_LIST("{\"type\":\"object\"}")
#define VL_SCHEMA_TRIANGLES                                                                        \
    "\"pose\":" VL_SCHEMA_POSE ",\"points\":" VL_SCHEMA_POINTS ",\"color\":" VL_SCHEMA_RGBA        \
    ",\"colors\":" VL_SCHEMA_COLOURS ",\"indices\":" VL_SCHEMA_INDICES
#define VL_SCHEMA_TRIANGLE_LIST                                                                    \
    VL_SCHEMA_LIST(VL_SCHEMA_NAMED("foxglove.TriangleListPrimitive", VL_SCHEMA_TRIANGLES))
#define VL_SCHEMA_ENTITY                                                                           \
    "\"timestamp\":" VL_SCHEMA_TIME ",\"frame_id\":" VL_SCHEMA_TEXT ",\"id\":" VL_SCHEMA_TEXT      \
    ",\"lifetime\":" VL_SCHEMA_TIME ",\"frame_locked\":{\"type\":\"boolean\"}"                     \
    ",\"metadata\":" VL_SCHEMA_ANYTHING ",\"triangles\":" VL_SCHEMA_TRIANGLE_LIST
#define VL_SCHEMA_ENTITY_LIST                                                                      \
    VL_SCHEMA_LIST(VL_SCHEMA_NAMED("foxglove.SceneEntity", VL_SCHEMA_ENTITY))
#define VL_SCHEMA_SCENE_PARTS                                                                      \
    "\"deletions\":" VL_SCHEMA_ANYTHING ",\"entities\":" VL_SCHEMA_ENTITY_LIST
#define VL_SCHEMA_SCENE VL_SCHEMA_NAMED("foxglove.SceneUpdate", VL_SCHEMA_SCENE_PARTS)

#define VL_SCHEMA_CONTACT                                                                          \
    "\"body_a\":" VL_SCHEMA_TEXT ",\"body_b\":" VL_SCHEMA_TEXT ",\"mode\":" VL_SCHEMA_TEXT         \
    ",\"position\":" VL_SCHEMA_XYZ ",\"normal\":" VL_SCHEMA_XYZ                                    \
    ",\"centre_of_pressure\":" VL_SCHEMA_XYZ ",\"normal_force\":" VL_SCHEMA_NUMBER                 \
    ",\"friction\":" VL_SCHEMA_XYZ ",\"friction_torque\":" VL_SCHEMA_NUMBER                        \
    ",\"area\":" VL_SCHEMA_NUMBER ",\"depth\":" VL_SCHEMA_NUMBER
#define VL_SCHEMA_CONTACT_LIST VL_SCHEMA_LIST(VL_SCHEMA_NAMED("volar.Contact", VL_SCHEMA_CONTACT))
#define VL_SCHEMA_CONTACTS_PARTS                                                                   \
    "\"timestamp\":" VL_SCHEMA_TIME ",\"contacts\":" VL_SCHEMA_CONTACT_LIST
#define VL_SCHEMA_CONTACTS VL_SCHEMA_NAMED("volar.Contacts", VL_SCHEMA_CONTACTS_PARTS)

#define VL_SCHEMA_AXES VL_SCHEMA_LIST(VL_SCHEMA_NUMBER)
#define VL_SCHEMA_JOINT                                                                            \
    "\"name\":" VL_SCHEMA_TEXT ",\"position\":" VL_SCHEMA_AXES ",\"velocity\":" VL_SCHEMA_AXES     \
    ",\"motor\":" VL_SCHEMA_AXES ",\"limit\":" VL_SCHEMA_AXES ",\"friction\":" VL_SCHEMA_AXES      \
    ",\"force\":" VL_SCHEMA_XYZ ",\"torque\":" VL_SCHEMA_XYZ ",\"gap\":" VL_SCHEMA_NUMBER          \
    ",\"twist\":" VL_SCHEMA_NUMBER ",\"energy\":" VL_SCHEMA_NUMBER
#define VL_SCHEMA_JOINT_LIST VL_SCHEMA_LIST(VL_SCHEMA_NAMED("volar.Joint", VL_SCHEMA_JOINT))
#define VL_SCHEMA_JOINTS_PARTS "\"timestamp\":" VL_SCHEMA_TIME ",\"joints\":" VL_SCHEMA_JOINT_LIST
#define VL_SCHEMA_JOINTS VL_SCHEMA_NAMED("volar.Joints", VL_SCHEMA_JOINTS_PARTS)

#define VL_SCHEMA_BITS "{\"type\":\"integer\",\"minimum\":0}"
#define VL_SCHEMA_DEVICE                                                                           \
    "\"name\":" VL_SCHEMA_TEXT ",\"hold\":" VL_SCHEMA_TEXT ",\"body\":" VL_SCHEMA_TEXT             \
    ",\"pose\":" VL_SCHEMA_POSE ",\"held\":" VL_SCHEMA_POSE ",\"felt_force\":" VL_SCHEMA_XYZ       \
    ",\"felt_torque\":" VL_SCHEMA_XYZ ",\"sent_force\":" VL_SCHEMA_XYZ                             \
    ",\"sent_torque\":" VL_SCHEMA_XYZ ",\"buttons\":" VL_SCHEMA_BITS ",\"flags\":" VL_SCHEMA_BITS  \
    ",\"governor\":" VL_SCHEMA_BITS ",\"device_energy\":" VL_SCHEMA_NUMBER                         \
    ",\"coupling_energy\":" VL_SCHEMA_NUMBER ",\"contact_energy\":" VL_SCHEMA_NUMBER               \
    ",\"friction_energy\":" VL_SCHEMA_NUMBER ",\"integration_energy\":" VL_SCHEMA_NUMBER           \
    ",\"unpaid_energy\":" VL_SCHEMA_NUMBER
#define VL_SCHEMA_DEVICE_LIST VL_SCHEMA_LIST(VL_SCHEMA_NAMED("volar.Device", VL_SCHEMA_DEVICE))
#define VL_SCHEMA_DEVICES_PARTS                                                                    \
    "\"timestamp\":" VL_SCHEMA_TIME ",\"devices\":" VL_SCHEMA_DEVICE_LIST
#define VL_SCHEMA_DEVICES VL_SCHEMA_NAMED("volar.Devices", VL_SCHEMA_DEVICES_PARTS)

#define VL_SCHEMA_STATUS_PARTS                                                                     \
    "\"timestamp\":" VL_SCHEMA_TIME ",\"step\":{\"type\":\"integer\"}"                             \
    ",\"contacts\":{\"type\":\"integer\"}"                                                         \
    ",\"kinetic_energy\":" VL_SCHEMA_NUMBER ",\"potential_energy\":" VL_SCHEMA_NUMBER              \
    ",\"normal_force\":" VL_SCHEMA_NUMBER ",\"deepest\":" VL_SCHEMA_NUMBER
#define VL_SCHEMA_STATUS VL_SCHEMA_NAMED("volar.Status", VL_SCHEMA_STATUS_PARTS)

#endif
