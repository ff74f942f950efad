// SPDX-License-Identifier: MIT
#ifndef VOLAR_FORM_H
#define VOLAR_FORM_H

// A closed form: a small case whose answer is known exactly, how it is measured, and how far the
// measurement may be off. A case is plain data (vlFormScene) and a function that runs it through a
// table of operations (vlFormEngine), so that other engines can run the same case; forms that need
// what only Volar has (couplings, contact reports) use its interface directly.

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <volar/volar.h>

#ifdef __cplusplus
extern "C" {
#endif

#define VL_FORM_GRAVITY 9.8 // m/s2
#define VL_FORM_MAX_BODIES 304
#define VL_FORM_MAX_JOINTS 8
#define VL_FORM_MAX_POINTS 8

typedef enum vlFormShape {
    VL_FORM_BOX,      // size: its edges, m
    VL_FORM_BALL,     // size.x: radius, m; Volar: 60 x 34 facets, the finest ball
    VL_FORM_CYLINDER, // size.x: radius, size.y: length along z, m; Volar: `sides` facets
    VL_FORM_HULL      // points about its centre of mass, in its principal axes
} vlFormShape;

typedef struct vlFormBody {
    vlBodyType type;
    vlFormShape shape;
    vlVec3 size;
    int sides;
    int pointCount;
    vlVec3 points[VL_FORM_MAX_POINTS];
    double mass;    // kg
    vlVec3 inertia; // kg m2, about the centre of mass, diagonal
    vlPose pose;    // of the centre of mass
    vlTwist velocity;
} vlFormBody;

// Both bodies keep `point` in common; a hinge also `axis`. The bodies do not touch each other.
typedef struct vlFormJoint {
    bool isHinge; // false: a ball joint
    int bodyA;    // -1: the world
    int bodyB;
    vlVec3 point, axis; // m, unit; world, at the start
} vlFormJoint;

typedef struct vlFormScene {
    vlVec3 gravity;  // m/s2
    double friction; // of every pair; at rest and in motion the same
    bool hasFloor;   // fills z <= 0
    int bodyCount, jointCount;
    vlFormBody bodies[VL_FORM_MAX_BODIES];
    vlFormJoint joints[VL_FORM_MAX_JOINTS];
} vlFormScene;

// What a case needs of an engine. A body is named by its place in the scene.
typedef struct vlFormEngine {
    const char* name;
    // NULL if the engine cannot run the scene.
    void* (*create)(const vlFormScene* scene, double step);
    void (*destroy)(void* handle);
    void (*step)(void* handle);
    void (*getState)(void* handle, int body, vlPose* pose, vlTwist* twist);
    // Sets the velocity of a kinematic body at the end of the next step.
    void (*setTwist)(void* handle, int body, vlTwist twist);
    void (*push)(void* handle, int body, vlVec3 force, vlVec3 point); // in the next step only
    void (*setGravity)(void* handle, vlVec3 gravity);
} vlFormEngine;

// A column of the table.
typedef struct vlFormMethod {
    const vlFormEngine* engine;
    vlIntegrator integrator; // Volar only
    double step;             // s
    const char* label;
} vlFormMethod;

typedef enum vlFormBound {
    VL_FORM_PERCENT, // of the exact value
    VL_FORM_WITHIN,  // of the exact value, in its unit
    VL_FORM_AT_MOST,
    VL_FORM_AT_LEAST
} vlFormBound;

#define VL_FORM_METHODS 3              // of Volar
#define VL_FORM_REPORTED ((double)NAN) // in place of a limit: reported, not judged

// One row of the table.
typedef struct vlForm {
    const char* name; // case and quantity, with its unit
    double exact;
    double (*exactOf)(double parameter); // in place of `exact`, unless NULL
    double (*measure)(const vlFormMethod* method, double parameter); // NAN: not measured
    double parameter;
    vlFormBound bound;
    double limit[VL_FORM_METHODS]; // or VL_FORM_REPORTED
    const char* reason;            // why the bound is what it is
    bool isSlow;                   // more than about a second: `make test` leaves it out
} vlForm;

typedef struct vlFormGroup {
    const char* name;
    bool isNeutral; // other engines can run it
    const vlForm* forms;
    int count;
} vlFormGroup;

// Volar as an engine, and the three columns.
extern const vlFormEngine vlFormEngine_Explicit, vlFormEngine_Implicit;
extern const vlFormMethod vlForm_Methods[VL_FORM_METHODS];

// All groups in the order of the table; NULL beyond the last.
const vlFormGroup* vlFormGroup_At(int i);

double vlForm_Exact(const vlForm* form);
// Not-a-number if the engine could not run the case.
double vlForm_Measure(const vlForm* form, const vlFormMethod* method);
// The error in the unit of the bound: percent, or the unit of the quantity.
double vlForm_Error(const vlForm* form, double value);
// False for a value that is not a number.
bool vlForm_Passes(const vlForm* form, int method, double value);
// The bound as text, for example "<= 0.01"; "" if the method is not judged.
void vlForm_Describe(const vlForm* form, int method, char* text, size_t size);

#ifdef __cplusplus
}
#endif

#endif
