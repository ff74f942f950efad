// SPDX-License-Identifier: MIT
// Faulty scenes: each fault is found and reported with its place, in words that help.

#include "scene_case.h"
#include "test.h"

#define ONE(keys) VL_HEAD "bodies: [{name: a, shape: " VL_BOX keys "}]\n"
#define SHAPE(words) VL_HEAD "bodies:\n- {name: a, shape: " words "}\n"
#define KINEMATIC(words)                                                                           \
    VL_HEAD "bodies:\n- {name: a, shape: " VL_BOX ", type: kinematic,\n   " words "}\n"

static const vlSceneCase layout[] = {
    {"", 1, 1, "the scene is empty; expected a mapping"},
    {"[1]", 1, 1, "the scene is a list; expected a mapping"},
    {"volar: 1\nname: a\n---\nvolar: 1\n", 3, 1, "a second document; expected one"},
    {"%TAG ! tag:x,2000:\n---\nvolar: 1\n", 1, 1, "a %TAG directive; expected none"},
    {VL_HEAD "bodies: &b [{name: a, shape: " VL_BOX "}]\n", 3, 9, "anchor '&b'; expected none"},
    {VL_HEAD "bodies: *b\n", 3, 9, "alias '*b'; expected the value itself"},
    {VL_HEAD "world: !!map {}\n" VL_BODY, 3, 8, "tag 'tag:yaml.org,2002:map'; expected none"},
    {VL_HEAD "world: {<<: {step: 1}}\n" VL_BODY, 3, 9, "merge key '<<'; expected none"},
    {VL_HEAD "world: {[1]: 2}\n" VL_BODY, 3, 9, "a list as a key; expected a word"},
    {"volar: 1\nname: \"a\\0b\"\n", 2, 7, "a text with a NUL character"},
    {"volar: 1\nname: \"\xc3\xa9\xe9\"\n", 2, 10, "expected text in UTF-8"},
    {"volar: 1\nname: a\nname: b\n" VL_BODY, 3, 1, "key 'name' is given twice, first on line 2"},
    {"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[", 1, 33, "nested deeper than 32"},
    {"name: test\n" VL_BODY, 1, 1, "the scene has no 'volar'; expected one"},
    {"volar: 2\nname: test\nrobots: []\n", 1, 8,
     "this file is version 2; this program reads up to 1"},
    {"volar: one\nname: test\n", 1, 8, "volar (version of the format) is 'one'; expected a whole"},
    {"volar: 1\n" VL_BODY, 1, 1, "the scene has no 'name'; expected one"},
    {"volar: 1\nname: Test\n" VL_BODY, 2, 7, "name is 'Test'; expected 1 to 63 of a-z, 0-9 and -"},
    {VL_HEAD, 1, 1, "the scene has no 'bodies'; expected one"},
    {VL_HEAD "bodies: []\n", 3, 9, "bodies is empty; expected at least one body"},
    {VL_HEAD "bodies: {}\n", 3, 9, "bodies is a mapping; expected a list"},
    {VL_HEAD "wrold: {}\n" VL_BODY, 3, 1, "unknown key 'wrold'; did you mean 'world'?"},
    {VL_HEAD "zzzzzz: {}\n" VL_BODY, 3, 1, "unknown key 'zzzzzz'; expected volar, name, descr"},
    {VL_HEAD "couplings: []\n" VL_BODY, 3, 1, "couplings: not known to version 1 of the format"},
    {VL_HEAD "description: [a]\n" VL_BODY, 3, 14, "description is a list; expected a text"},
};

// Texts that are not YAML.
static const vlSceneCase syntax[] = {
    {"volar: 1\n\tname: a\n", 2, 1, "a tab in front of a line; expected spaces"},
    {VL_HEAD "bodies:\n  \t- {name: a}\n", 4, 3, "a tab in front of a line; expected spaces"},
    {VL_HEAD "bodies:\n- name: a\n\tshape: {}\n", 5, 1, "a tab in front of a line"},
    // Within brackets tabs are allowed, so the message must not blame them.
    {VL_HEAD "world: {step: 1,\n\tgravity: 3]\n", 4, 12, "a mapping is not closed"},
    {"volar: 1\nname: [\n", 3, 1, "a value is missing; expected one"},
    {"volar: 1\nname: a: b\n", 2, 8, "a ':' where no key can be"},
    {"volar: 1\nname a\nbodies: 3\n", 2, 1, "a key without ':'; expected 'key: value'"},
    {VL_HEAD "bodies: [1\nworld: 3\n", 4, 6,
     "a list is not closed; expected ',' or ']'; it begins on line 3"},
    {"volar: 1\nname: \"a\n", 3, 1, "the text ends within quotes; expected a closing quote; it"},
    {"volar: 1\nname: @a\n", 2, 7, "a character that cannot begin a value; expected quotes"},
    {"volar: 1\nbodies: - a\n", 2, 9, "a '- ' where no list can begin"},
    {VL_HEAD "bodies:\n  - {}\n  x: 3\n", 5, 3, "a line that is not an item of the list above"},
    {"volar: 1\nworld: {}\n {}\n", 3, 2, "a line that belongs to nothing before it"},
    {"{volar: 1}\nname: a\n", 2, 1, "text after the end of the scene"},
    {"volar: 1\nname: \"\\q\"\n", 2, 8, "an unknown escape in double quotes"},
};

// Words of other formats and engines.
static const vlSceneCase aliases[] = {
    {SHAPE("{plane: {}}"), 4, 21, "unknown key 'plane'; did you mean 'halfspace'?"},
    {SHAPE("{Ball: {}}"), 4, 21, "unknown key 'Ball'; did you mean 'sphere'?"},
    {SHAPE("{box: {size: [1, 1, 1], half_extents: [1, 1, 1]}}"), 4, 44,
     "unknown key 'half_extents'; did you mean 'size', the whole length of each edge?"},
    {VL_HEAD "world: {dt: 0.001}\n" VL_BODY, 3, 9, "unknown key 'dt'; did you mean 'step'?"},
    {VL_HEAD "world: {solver: newton}\n" VL_BODY, 3, 9,
     "unknown key 'solver'; did you mean 'integrator'?"},
    // Known, but elsewhere.
    {VL_HEAD "world: {friction: 0.3}\n" VL_BODY, 3, 9,
     "unknown key 'friction'; did you mean world.surface.friction?"},
    {VL_HEAD "friction: 0.2\n" VL_BODY, 3, 1,
     "unknown key 'friction'; did you mean world.surface.friction?"},
    {VL_HEAD "gravity: 9.81\n" VL_BODY, 3, 1, "unknown key 'gravity'; did you mean world.gravity?"},
    {VL_HEAD "dt: 0.001\n" VL_BODY, 3, 1, "unknown key 'dt'; did you mean world.step?"},
    {ONE(", friction: 0.3"), 3, 53,
     "unknown key 'friction'; friction belongs to a material, or to world.surface for all bodies"},
    {ONE(", mu: 0.3"), 3, 53, "unknown key 'mu'; friction belongs to a material"},
    {ONE(", rotation: [0, 0, 45]"), 3, 63,
     "rotation is a list; expected {euler: [x, y, z]} in degrees, {axis: [x, y, z], degrees: "
     "angle} "
     "or {quaternion: [w, x, y, z]}"},
    {VL_HEAD "world: {integrator: symplectic}\n" VL_BODY, 3, 21,
     "integrator is 'symplectic'; expected euler, rk4, implicit or convex; did you mean 'euler'?"},
    {VL_HEAD "world: {integrator: xyz}\n" VL_BODY, 3, 21,
     "integrator is 'xyz'; expected euler, rk4, implicit or convex"},
    {VL_HEAD "bodies:\n- {name: a, shape: " VL_BOX ", type: fixed}\n", 4, 52,
     "type is 'fixed'; expected dynamic, static or kinematic; did you mean 'static'?"},
};

static const vlSceneCase world[] = {
    {VL_HEAD "world: 3\n" VL_BODY, 3, 8, "world is '3'; expected a mapping"},
    {VL_HEAD "world:\n  gravity: [0, 0]\n" VL_BODY, 4, 12, "gravity has 2 numbers; expected 3"},
    {VL_HEAD "world: {gravity: 9.8}\n" VL_BODY, 3, 18, "gravity is '9.8'; expected a list of 3"},
    {VL_HEAD "world: {gravity: [0, 0, x]}\n" VL_BODY, 3, 25,
     "gravity[2] is 'x'; expected a number"},
    {VL_HEAD "world: {step: 0}\n" VL_BODY, 3, 15, "step is 0; expected above 0"},
    {VL_HEAD "world: {step: \"1\"}\n" VL_BODY, 3, 15,
     "a number in quotes; expected a number without"},
    {VL_HEAD "world: {step: 0x10}\n" VL_BODY, 3, 15, "step is '0x10'; expected a number"},
    {VL_HEAD "world: {step: 1e400}\n" VL_BODY, 3, 15, "step is 1e400; expected at most 1e+100"},
    {VL_HEAD "world: {step: .inf}\n" VL_BODY, 3, 15, "step is '.inf'; expected a number"},
    {VL_HEAD "world: {step: 1_0}\n" VL_BODY, 3, 15, "step is '1_0'; expected a number"},
    {VL_HEAD "world: {step: }\n" VL_BODY, 3, 15, "step is empty; expected a number"},
    {VL_HEAD "world: {step: {a: 1}}\n" VL_BODY, 3, 15, "step is a mapping; expected a number"},
    {VL_HEAD "world: {integrator: rk5}\n" VL_BODY, 3, 21,
     "integrator is 'rk5'; expected euler, rk4, implicit or convex"},
    {VL_HEAD "world: {sleep: 1}\n" VL_BODY, 3, 16, "sleep is '1'; expected true or false"},
    {VL_HEAD "world: {contact: {law: x}}\n" VL_BODY, 3, 24, "expected lumped or foundation"},
    {VL_HEAD "world: {contact: {laws: lumped}}\n" VL_BODY, 3, 19, "did you mean 'law'?"},
    {VL_HEAD "world: {contact: {reference: {routes: dual}}}\n" VL_BODY, 3, 31,
     "did you mean 'route'?"},
    {VL_HEAD "world: {contact: {reference: {pressure: x}}}\n" VL_BODY, 3, 41,
     "expected normal or faces"},
    {VL_HEAD "world:\n  integrator: euler\n  sleep: true\n" VL_BODY, 5, 10,
     "sleep is true; expected the integrator IMPLICIT with it, or false"},
    {VL_HEAD "world: {integrator: implicit, contact: {reference: {friction: paper}}}\n" VL_BODY, 3,
     63, "contact.reference.friction is PAPER; expected GAUSS with the implicit integrator"},
    {VL_HEAD "world: {contact: {law: lumped, reference: {model: point, route: dual}}}\n" VL_BODY, 3,
     65, "contact.reference.route is DUAL; a point needs no polyhedron"},
    {VL_HEAD "world: {capacity: {pairs: 0}}\n" VL_BODY, 3, 27, "whole number from 1 to 4000000"},
    {VL_HEAD "world: {capacity: {pairs: 1.5}}\n" VL_BODY, 3, 27,
     "pairs is '1.5'; expected a whole"},
    {VL_HEAD "world: {surface: {frction: 1}}\n" VL_BODY, 3, 19, "did you mean 'friction'?"},
    {VL_HEAD "world: {surface: {stiffness: -1}}\n" VL_BODY, 3, 30,
     "is -1; expected above 0, or auto"},
    {VL_HEAD "world: {surface: {damping: x}}\n" VL_BODY, 3, 28,
     "is 'x'; expected a number or auto"},
    {VL_HEAD "world: {surface: {damping-ratio: 3}}\n" VL_BODY, 3, 34, "is 3; expected 0 to 2"},
    {VL_HEAD "world: {surface: {friction-static: 0.1}}\n" VL_BODY, 3, 36,
     "friction-static is 0.1 and friction-dynamic 0.5, of which only one is given here"},
    {VL_HEAD "world: {surface: {friction: 1, friction-static: 1}}\n" VL_BODY, 3, 29,
     "friction sets friction-static and friction-dynamic"},
    {VL_HEAD "materials: {default: {}}\n" VL_BODY, 3, 13,
     "'default' is the material that world.surf"},
    {VL_HEAD "materials: {a b: {}}\n" VL_BODY, 3, 13, "material name is 'a b'; expected 1 to 63"},
    {VL_HEAD "materials: []\n" VL_BODY, 3, 12, "materials is a list; expected a mapping"},
    {VL_HEAD "surfaces: [{friction: 1}]\n" VL_BODY, 3, 12, "a surface has no 'between'"},
    {VL_HEAD "surfaces: [{between: [default]}]\n" VL_BODY, 3, 22, "not a list of 2 materials"},
    {VL_HEAD "materials: {steel: {}}\nsurfaces: [{between: [default, stel]}]\n" VL_BODY, 4, 32,
     "unknown material 'stel'; did you mean 'steel'?"},
    {VL_HEAD "materials: {m: {}}\nsurfaces: [{between: [m, m]}]\n" VL_BODY, 4, 22,
     "between names 'm' twice"},
    {VL_HEAD "materials: {m: {}}\nsurfaces:\n- {between: [m, default]}\n- {between: [default, "
             "m]}\n" VL_BODY,
     6, 13, "between 'default' and 'm' is given twice, first on line 5"},
    {VL_HEAD "camera: {position: [1, 1, 1]}\n" VL_BODY, 3, 9, "camera has no 'target'"},
    {VL_HEAD "camera: {position: [1, 1, 1], target: [1, 1, 1]}\n" VL_BODY, 3, 9, "the same point"},
    {VL_HEAD "camera: {}\n" VL_BODY, 3, 9, "camera has no 'position'; expected one"},
    {VL_HEAD "camera: {target: [1, 1, 1], follow: a}\n" VL_BODY, 3, 9, "camera has no 'position'"},
    {VL_HEAD "bodies: [{name: barrel, shape: " VL_BOX "}]\ncamera: {follow: barel}\n", 4, 18,
     "unknown body 'barel'; did you mean 'barrel'?"},
    {VL_HEAD "camera: {follow: [1, 1, 1]}\n" VL_BODY, 3, 18, "body is a list; expected a name"},
};

static const vlSceneCase bodies[] = {
    {VL_HEAD "bodies: [3]\n", 3, 10, "a body is '3'; expected a mapping"},
    {VL_HEAD "bodies: [{name: a}]\n", 3, 10, "a body has no 'shape'; expected one"},
    {VL_HEAD "bodies: [{shape: " VL_BOX "}]\n", 3, 10, "a body has no 'name'; expected one"},
    {VL_HEAD "bodies: [{name: a/b, shape: " VL_BOX "}]\n", 3, 17,
     "name is 'a/b'; expected 1 to 63"},
    {VL_HEAD "bodies:\n- {name: a, shape: " VL_BOX "}\n- {name: a, shape: " VL_BOX "}\n", 5, 3,
     "body name 'a' is given twice, first on line 4"},
    {ONE(", type: fixed"), 3, 59, "type is 'fixed'; expected dynamic, static or kinematic"},
    {ONE(", material: m"), 3, 63, "unknown material 'm'"},
    {ONE(", mass: 0"), 3, 59, "mass is 0; expected above 0"},
    {ONE(", mass: 1, density: 1"), 3, 71, "mass and density are both given; expected one"},
    {ONE(", inertia: {}"), 3, 62, "inertia has neither; expected one of diagonal and matrix"},
    {ONE(", inertia: {matrix: [1]}"), 3, 71, "matrix is not a list of 3 rows"},
    {ONE(", inertia: {diagonal: [1, 1, 3]}"), 3, 10, "body 'a': inertia belongs to no solid"},
    {ONE(", rotation: {axis: [0, 0, 1]}"), 3, 63,
     "expected {axis, degrees}, {quaternion} or {euler}"},
    {ONE(", rotation: {axis: [0, 0, 0], degrees: 3}"), 3, 70, "axis is zero; expected a direction"},
    {ONE(", rotation: {quaternion: [1, 1, 0, 0]}"), 3, 76,
     "has length 1.41421; expected 1 to within"},
    {ONE(", rotation: {euler: [1, 1, 0], degrees: 1}"), 3, 63, "rotation is not clear"},
    {ONE(", velocity: [0, 0, 1], type: static"), 3, 63, "velocity of a static body"},
    {ONE(", colour: red"), 3, 61, "colour is 'red'; expected \"#rrggbb\" or [red, green, blue]"},
    {ONE(", colour: [2, 0, 0]"), 3, 62, "colour[0] is 2; expected 0 to 1"},
    {VL_HEAD "bodies:\n- name: a\n  colour: #ffffff\n  shape: " VL_BOX "\n", 5, 10,
     "without quotes, # begins a comment"},
    {ONE(", copies: {count: 1001}"), 3, 69,
     "count is '1001'; expected a whole number from 1 to 1000"},
    {ONE(", copies: {shift: [1, 0, 0]}"), 3, 61, "copies has no 'count'"},
    {ONE(", motion: {}"), 3, 61, "motion of a dynamic body; expected a body of type kinematic"},
    {KINEMATIC("motion: {}"), 5, 12, "motion has neither; expected one of path and oscillate"},
    {KINEMATIC("motion: {path: {keys: [{time: 0}]}}"), 5, 26,
     "keys has 1 item; expected at least 2"},
    {KINEMATIC("motion: {path: {keys: [{time: 1}, {time: 1}]}}"), 5, 38,
     "time is 1 after 1; expected times in ascending order"},
    {KINEMATIC("motion: {oscillate: {frequency: 1}}"), 5, 24, "oscillate has no amplitude"},
    {KINEMATIC("motion: {oscillate: {shift: [1, 0, 0]}}"), 5, 24, "oscillate has no 'frequency'"},
    {KINEMATIC("velocity: [1, 0, 0], motion: {path: {keys: [{time: 1}, {time: 2}]}}"), 5, 14,
     "velocity beside motion"},
    {VL_HEAD "bodies:\n- {name: a, shape: " VL_BOX ", material: s, mass: 1e-3}\n"
             "materials:\n  s: {stiffness: 1e6}\nworld: {integrator: euler}\n",
     6, 6, "stiffness 1e+06 N/m is above"},
    {VL_HEAD "bodies:\n- {name: a, shape: " VL_BOX
             ", mass: 1e-3}\nmaterials:\n  s: {stiffness: 1e6}\nworld: {integrator: euler}\n",
     6, 6, "'default' against 's': stiffness 1e+06 N/m is above"},
    {VL_HEAD VL_BODY "forces: [{body: b, force: [1, 0, 0]}]\n", 4, 17, "unknown body 'b'"},
    {VL_HEAD VL_BODY "forces: [{body: a}]\n", 4, 10, "neither 'force' nor 'torque'"},
    {VL_HEAD VL_BODY "forces: [{body: a, torque: [1, 0, 0], point: [0, 0, 0]}]\n", 4, 46,
     "point without force"},
    {VL_HEAD VL_BODY "forces: [{body: a, force: [1, 0, 0], from: 2, until: 1}]\n", 4, 54,
     "until is 1 and from 2; expected until after from"},
    {ONE(", type: static") "forces: [{body: a, force: [1, 0, 0]}]\n", 4, 17,
     "body 'a' is static; expected a dynamic one"},
    {VL_HEAD VL_BODY "springs: [{name: s, to: {body: a}}]\n", 4, 11, "a spring has no 'from'"},
    {VL_HEAD VL_BODY "springs: [{name: s, from: {}, to: {body: a}}]\n", 4, 27,
     "from has neither 'body' nor 'point'"},
    {VL_HEAD VL_BODY "springs: [{name: s, from: {body: a}, to: {body: a}}]\n", 4, 11,
     "a spring from body 'a' to itself"},
    {ONE(", type: static") "springs: [{name: s, from: {point: [0, 0, 0]}, to: {body: a}}]\n", 4, 11,
     "a spring without a dynamic body"},
    {VL_HEAD VL_BODY "springs: [{name: s, from: {point: [0, 0, 0]}, to: {body: a}, stiffness: "
                     "1e10}]\nworld: {integrator: euler}\n",
     4, 11, "a spring of 1e+10 N/m; a step of 0.001 s can hold at most"},
    {VL_HEAD VL_BODY
     "springs: [{name: s, from: {point: [0, 0, 0]}, to: {body: a}, max-force: 0}]\n",
     4, 73, "max-force is 0; expected above 0, or inf"},
    {VL_HEAD VL_BODY "springs:\n- {name: s, from: {point: [0, 0, 0]}, to: {body: a}}\n"
                     "- {name: s, from: {point: [0, 0, 0]}, to: {body: a}}\n",
     6, 3, "spring name 's' is given twice, first on line 5"},
};

static const vlSceneCase shapes[] = {
    {SHAPE("{}"), 4, 20, "shape has 0 keys; expected exactly one, such as box or sphere"},
    {SHAPE("{box: {size: [1, 1, 1]}, sphere: {radius: 1}}"), 4, 20, "shape has 2 keys"},
    {SHAPE("[1]"), 4, 20, "shape is a list; expected a mapping"},
    {SHAPE("{bx: {size: [1, 1, 1]}}"), 4, 21, "unknown key 'bx'; did you mean 'box'?"},
    {SHAPE("brik") "shapes: {brick: " VL_BOX "}\n", 4, 20,
     "unknown shape 'brik'; did you mean 'brick'?"},
    {SHAPE("{box: {}}"), 4, 26, "box has no 'size'"},
    {SHAPE("{box: {size: [1, 0, 1]}}"), 4, 33, "size is [1, 0, 1]; expected three lengths above 0"},
    {SHAPE("{sphere: {radius: -1}}"), 4, 38, "radius is -1; expected above 0"},
    {SHAPE("{sphere: {radius: 1, sectors: 2}}"), 4, 50,
     "sectors is '2'; expected a whole number from 3"},
    {SHAPE("{sphere: {radius: 1, sectors: 99, bands: 99}}"), 4, 29,
     "has 9704 vertices; expected at most"},
    {SHAPE("{prism: {sides: 2000, radius: 1, height: 1}}"), 4, 36, "whole number from 3 to 1024"},
    {SHAPE("{cone: {radius: 1, top-radius: -1, height: 1}}"), 4, 51, "is -1; expected 0 or above"},
    {SHAPE("{cylinder: {radius: 1, height: 1e-20}}"), 4, 31, "thin"},
    {SHAPE("{halfspace: {normal: [0, 0, 1]}}"), 4, 20,
     "a half-space has no mass; expected a body of type"},
    {SHAPE("{halfspace: {normal: [0, 0, 0]}}"), 4, 41, "normal is zero; expected a direction"},
    {SHAPE("{hull: {points: [[0, 0, 0], [1, 0, 0], [0, 1, 0]]}}"), 4, 27, "at least 4"},
    {SHAPE("{hull: {points: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]]}}"), 4, 27, "plane"},
    {SHAPE("{faces: {points: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]],\n"
           "  faces: [[0, 2, 1], [0, 1, 3], [1, 2, 4], [0, 3, 2]]}}"),
     5, 40, "point of a face is '4'; expected a whole number from 0 to 3"},
    {SHAPE("{faces: {points: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]],\n"
           "  faces: [[0, 1, 2], [0, 1, 3], [1, 2, 3], [0, 3, 2]]}}"),
     4, 28, "edge"},
    {SHAPE("{compound: [{shape: " VL_BOX "}, {shape: " VL_BOX ", position: [0.5, 0, 0]}]}"), 4, 31,
     "pieces 0 and 1 overlap by 0.5 m3"},
    {SHAPE("{compound: [{shape: {halfspace: {normal: [0, 0, 1]}}}]}"), 4, 40,
     "piece is a half-space"},
    {SHAPE("{compound: [{shape: c}]}") "shapes: {c: {compound: [{shape: " VL_BOX "}]}}\n", 4, 40,
     "piece is a compound; expected a convex shape"},
    {SHAPE("c") "shapes:\n  c: {compound: [{shape: d}]}\n  d: {compound: [{shape: " VL_BOX "}]}\n",
     6, 26, "shape of a piece is 'd', a compound"},
    {SHAPE("{compound: []}"), 4, 31, "0 pieces; expected at least 1"},
    {SHAPE("{mesh: {}}"), 4, 27, "mesh has neither `file` nor `make`"},
    {SHAPE("{mesh: {file: x.obj, make: cup}}"), 4, 27, "mesh has both `file` and `make`"},
    {SHAPE("{mesh: {file: x.obj, as: solid}}"), 4, 45,
     "as is 'solid'; expected convex, hull, pieces or surface"},
    {SHAPE("{mesh: {file: x.obj, scale: 0}}"), 4, 48, "scale is 0; expected above 0"},
    {SHAPE("{mesh: {file: nowhere/x.obj}}"), 4, 34, "mesh file 'nowhere/x.obj' cannot be used"},
};

static void faults_of_layout_are_told_with_their_place(void** state)
{
    (void)state;
    VL_CHECK_FAULTS(layout);
}

static void what_is_not_yaml_is_told_in_our_words(void** state)
{
    (void)state;
    VL_CHECK_SINGLE_FAULTS(syntax);
}

static void words_of_other_formats_are_understood(void** state)
{
    (void)state;
    VL_CHECK_FAULTS(aliases);
}

static void faults_of_the_world_are_told_with_their_place(void** state)
{
    (void)state;
    VL_CHECK_FAULTS(world);
}

static void faults_of_bodies_are_told_with_their_place(void** state)
{
    (void)state;
    VL_CHECK_FAULTS(bodies);
}

static void faults_of_shapes_are_told_with_their_place(void** state)
{
    (void)state;
    VL_CHECK_FAULTS(shapes);
}

// Files of other programs, by their content or their name: each gets one sentence that says what it
// is and what to do.
static void files_of_other_programs_are_known(void** state)
{
    (void)state;
#define MODEL "docs/migration.md says what its parts become"
#define CAD "no triangles; export STL or glTF from that program"
#define MESH "a mesh, not a scene; 'volar mesh view "
    static const struct {
        const char *name, *text, *says;
    } cases[] = {
        {"arm", "<?xml version=\"1.0\"?>\n<!-- ours -->\n<robot name=\"a\"/>", "a robot in URDF; "},
        {"arm.urdf", "", MODEL},
        {"arm", "<robot xmlns:xacro=\"x\"/>", "with xacro"},
        {"a.xml", "<mujoco model=\"a\"><worldbody/></mujoco>", "a model of MuJoCo (MJCF); "},
        {"a", "\xef\xbb\xbf<sdf version=\"1.9\"/>", "a model in SDF; "},
        {"a", "<?xml version=\"1.0\"?><COLLADA/>", "a Collada file; export OBJ, STL, PLY or glTF"},
        {"gear.STEP", "ISO-10303-21;\nHEADER;", CAD},
        {"gear.stp", "", "a STEP file, which has surfaces"},
        {"gear.igs", "S      1", "an IGES file"},
        {"a", "#usda 1.0", "a USD file"},
        {"a.fbx", "\1", "an FBX file"},
        {"ring.stl", "\1\2\3", MESH "ring.stl' shows it"},
        {"ring", "solid ring\nfacet", MESH "ring'"},
        {"ring.gltf", "{\"asset\": {}}", MESH "ring.gltf'"},
        {"a.obj", "v 0 0 0", MESH "a.obj'"},
        {"b", "ply\nformat ascii 1.0", MESH}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        vlScene* scene = NULL;
        vlFileErrors errors = {.count = 0};
        assert_int_equal(vlScene_ReadText(cases[i].text, strlen(cases[i].text), cases[i].name, NULL,
                                          &scene, &errors),
                         VL_ERROR_PARSE);
        assert_true(errors.total == 1 && errors.item[0].line == 0);
        assert_string_equal(errors.item[0].file, cases[i].name);
        if (strstr(errors.item[0].message, cases[i].says) == NULL) {
            fail_msg("got %s\nexpected %s", errors.item[0].message, cases[i].says);
        }
    }
    // A scene may speak of them.
    vlScene* scene = vlSceneText_Read(VL_HEAD "description: \"<robot>, ISO-10303-21\"\n" VL_BODY);
    vlScene_Destroy(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(faults_of_layout_are_told_with_their_place),
        cmocka_unit_test(what_is_not_yaml_is_told_in_our_words),
        cmocka_unit_test(words_of_other_formats_are_understood),
        cmocka_unit_test(faults_of_the_world_are_told_with_their_place),
        cmocka_unit_test(faults_of_bodies_are_told_with_their_place),
        cmocka_unit_test(faults_of_shapes_are_told_with_their_place),
        cmocka_unit_test(files_of_other_programs_are_known),
    };
    return cmocka_run_group_tests_name("scene_errors", tests, NULL, NULL);
}
