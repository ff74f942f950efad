// SPDX-License-Identifier: MIT
// Closed forms in MuJoCo: Newton solver with elliptic friction cones, contacts of 3 dimensions,
// everything else at its default. Joined bodies are nested, as its manual recommends; a joint that
// closes a loop is a constraint. A driven body slides along x, has a large mass (DRIVEN_MASS) and
// gets its velocity before each step.

#include <mujoco/mujoco.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/peers/forms_peers.h"
#include "bench/peers/scenes.h"

#define MAX_DYNAMIC 100 // with more, a step takes seconds and gigabytes
#define CONTACTS_PER_BODY 24
#define FILE_NAME "form.xml"
#define DRIVEN_MASS 1e5 // kg

typedef struct mujocoForm {
    mjModel* model;
    mjData* data;
    const vlFormScene* scene;    // only while it is created
    int ids[VL_FORM_MAX_BODIES]; // of the model's bodies; 0: static
    bool isDriven[VL_FORM_MAX_BODIES];
} mujocoForm;

static void ignoreWarning(const char* text)
{
    (void)text;
}

static void failOnError(const char* text)
{
    fprintf(stderr, "bench_peers: MuJoCo: %s\n", text);
    exit(1);
}

static void writeVector(FILE* out, const char* name, vlVec3 v)
{
    fprintf(out, " %s=\"%.17g %.17g %.17g\"", name, v.x, v.y, v.z);
}

static void writePose(FILE* out, vlPose pose)
{
    writeVector(out, "pos", pose.p);
    fprintf(out, " quat=\"%.17g %.17g %.17g %.17g\"", pose.q.w, pose.q.x, pose.q.y, pose.q.z);
}

static void writeGeom(FILE* out, const vlFormBody* body, int index)
{
    switch (body->shape) {
    case VL_FORM_BALL: fprintf(out, "<geom type=\"sphere\" size=\"%.17g\"", body->size.x); break;
    case VL_FORM_CYLINDER:
        fprintf(out, "<geom type=\"cylinder\" size=\"%.17g %.17g\"", body->size.x,
                0.5 * body->size.y);
        break;
    case VL_FORM_HULL: fprintf(out, "<geom type=\"mesh\" mesh=\"m%d\"", index); break;
    case VL_FORM_BOX:
        fputs("<geom type=\"box\"", out);
        writeVector(out, "size", vlScale(body->size, 0.5));
        break;
    }
    if (body->type == VL_BODY_STATIC) {
        writePose(out, body->pose);
    }
    fputs("/>", out);
}

// The joint that hangs a body on its parent; NULL if it flies freely.
static const vlFormJoint* findParent(const vlFormScene* scene, int body)
{
    for (int i = 0; i < scene->jointCount; ++i) {
        if (scene->joints[i].bodyB == body) {
            return &scene->joints[i];
        }
    }
    return NULL;
}

static void writeFreedom(FILE* out, const vlFormScene* scene, int index)
{
    const vlFormBody* body = &scene->bodies[index];
    const vlFormJoint* joint = findParent(scene, index);
    if (body->type == VL_BODY_KINEMATIC) {
        fputs("<joint type=\"slide\" axis=\"1 0 0\"/>", out);
    } else if (joint == NULL) {
        fputs("<freejoint/>", out);
    } else {
        fprintf(out, "<joint type=\"%s\"", joint->isHinge ? "hinge" : "ball");
        writeVector(out, "pos", vlUntransform(body->pose, joint->point));
        if (joint->isHinge) {
            writeVector(out, "axis", vlUnrotate(body->pose.q, joint->axis));
        }
        fputs("/>", out);
    }
}

// A body and those that hang on it, which come after it in the scene.
static void writeBody(FILE* out, const vlFormScene* scene, int index)
{
    const vlFormBody* body = &scene->bodies[index];
    const vlFormJoint* joint = findParent(scene, index);
    vlPose pose = body->pose;
    if (joint != NULL && joint->bodyA >= 0) {
        vlPose parent = scene->bodies[joint->bodyA].pose;
        pose.p = vlUntransform(parent, body->pose.p);
        pose.q = vlMulQ(vlConj(parent.q), body->pose.q);
    }
    bool isDriven = body->type == VL_BODY_KINEMATIC;
    fprintf(out, "<body name=\"b%d\"", index);
    writePose(out, pose);
    fprintf(out, "><inertial pos=\"0 0 0\" mass=\"%.17g\"", isDriven ? DRIVEN_MASS : body->mass);
    writeVector(out, "diaginertia", isDriven ? vlVec(1e4, 1e4, 1e4) : body->inertia);
    fputs("/>", out);
    writeFreedom(out, scene, index);
    writeGeom(out, body, index);
    for (int i = index + 1; i < scene->bodyCount; ++i) {
        const vlFormJoint* other = findParent(scene, i);
        if (other != NULL && other->bodyA == index) {
            writeBody(out, scene, i);
        }
    }
    fputs("</body>\n", out);
}

static void writeJoints(FILE* out, const vlFormScene* scene)
{
    fputs("<contact>", out);
    for (int i = 0; i < scene->jointCount; ++i) {
        const vlFormJoint* joint = &scene->joints[i];
        if (joint->bodyA >= 0) {
            fprintf(out, "<exclude body1=\"b%d\" body2=\"b%d\"/>", joint->bodyA, joint->bodyB);
        }
    }
    fputs("</contact><equality>", out);
    for (int i = 0; i < scene->jointCount; ++i) {
        const vlFormJoint* joint = &scene->joints[i];
        if (joint != findParent(scene, joint->bodyB)) {
            fprintf(out, "<connect body1=\"b%d\" body2=\"b%d\"", joint->bodyA, joint->bodyB);
            writeVector(out, "anchor",
                        vlUntransform(scene->bodies[joint->bodyA].pose, joint->point));
            fputs("/>", out);
        }
    }
    fputs("</equality>", out);
}

static void writeMeshes(FILE* out, const vlFormScene* scene)
{
    fputs("<asset>", out);
    for (int i = 0; i < scene->bodyCount; ++i) {
        const vlFormBody* body = &scene->bodies[i];
        if (body->shape == VL_FORM_HULL) {
            fprintf(out, "<mesh name=\"m%d\" vertex=\"", i);
            for (int k = 0; k < body->pointCount; ++k) {
                fprintf(out, "%.17g %.17g %.17g ", body->points[k].x, body->points[k].y,
                        body->points[k].z);
            }
            fputs("\"/>\n", out);
        }
    }
    fputs("</asset>\n", out);
}

// Returns text to be freed by the caller.
static char* writeModel(const vlFormScene* scene, double step, size_t* size)
{
    char* text = NULL;
    FILE* out = open_memstream(&text, size);
    if (out == NULL) {
        failOnError("no memory for the model's text");
    }
    int contacts = CONTACTS_PER_BODY * (scene->bodyCount + 1);
    fprintf(out,
            "<mujoco><compiler angle=\"radian\"/><option timestep=\"%.17g\" cone=\"elliptic\" "
            "solver=\"Newton\"",
            step);
    writeVector(out, "gravity", scene->gravity);
    fprintf(out,
            "/><size nconmax=\"%d\" njmax=\"%d\"/><default><geom condim=\"3\" "
            "friction=\"%.17g 0.005 0.0001\"/></default>\n",
            contacts, 4 * contacts, scene->friction);
    writeMeshes(out, scene);
    fputs("<worldbody>", out);
    if (scene->hasFloor) {
        fputs("<geom type=\"plane\" size=\"0 0 1\"/>\n", out);
    }
    for (int i = 0; i < scene->bodyCount; ++i) {
        const vlFormJoint* joint = findParent(scene, i);
        if (scene->bodies[i].type == VL_BODY_STATIC) {
            writeGeom(out, &scene->bodies[i], i);
        } else if (joint == NULL || joint->bodyA < 0) {
            writeBody(out, scene, i);
        }
    }
    fputs("</worldbody>", out);
    writeJoints(out, scene);
    fputs("</mujoco>\n", out);
    fclose(out);
    return text;
}

// Computes what reading poses and velocities needs.
static void update(const mujocoForm* form)
{
    mj_kinematics(form->model, form->data);
    mj_comPos(form->model, form->data);
    mj_comVel(form->model, form->data);
}

static void setTwist(void* handle, int body, vlTwist twist)
{
    const mujocoForm* form = handle;
    const mjModel* model = form->model;
    int id = form->ids[body];
    int joint = model->body_jntadr[id];
    const mjtNum* q = &form->data->xquat[4 * id];
    vlQuat turn = {q[0], q[1], q[2], q[3]};
    vlVec3 own = vlUnrotate(turn, twist.angular);
    mjtNum* velocity = &form->data->qvel[model->jnt_dofadr[joint]];
    const mjtNum* axis = &model->jnt_axis[3 * joint];
    switch (model->jnt_type[joint]) {
    case mjJNT_SLIDE: velocity[0] = twist.linear.x; break;
    case mjJNT_HINGE: velocity[0] = vlDot(own, vlVec(axis[0], axis[1], axis[2])); break;
    case mjJNT_FREE:
        velocity[0] = twist.linear.x;
        velocity[1] = twist.linear.y;
        velocity[2] = twist.linear.z;
        velocity += 3;
        velocity[0] = own.x;
        velocity[1] = own.y;
        velocity[2] = own.z;
        break;
    default: // a ball joint
        velocity[0] = own.x;
        velocity[1] = own.y;
        velocity[2] = own.z;
        break;
    }
}

static void destroy(void* handle)
{
    mujocoForm* form = handle;
    mj_deleteData(form->data);
    mj_deleteModel(form->model);
    free(form);
}

static mjModel* loadModel(const vlFormScene* scene, double step)
{
    char message[512] = "";
    size_t size = 0;
    char* text = writeModel(scene, step, &size);
    mjVFS* files = vlPeer_Allocate(1, sizeof *files);
    mjModel* model = NULL;
    mj_defaultVFS(files);
    if (mj_makeEmptyFileVFS(files, FILE_NAME, (int)size) == 0) {
        memcpy(files->filedata[mj_findFileVFS(files, FILE_NAME)], text, size);
        model = mj_loadXML(FILE_NAME, files, message, (int)sizeof message);
    }
    if (model == NULL) {
        fprintf(stderr, "bench_peers: MuJoCo: %s\n", message);
    }
    mj_deleteVFS(files);
    free(files);
    free(text);
    return model;
}

static void* create(const vlFormScene* scene, double step)
{
    mju_user_warning = ignoreWarning;
    mju_user_error = failOnError;
    int dynamic = 0;
    for (int i = 0; i < scene->bodyCount; ++i) {
        dynamic += scene->bodies[i].type == VL_BODY_DYNAMIC;
    }
    mjModel* model = dynamic <= MAX_DYNAMIC ? loadModel(scene, step) : NULL;
    if (model == NULL) {
        return NULL;
    }
    mujocoForm* form = vlPeer_Allocate(1, sizeof *form);
    form->model = model;
    form->data = mj_makeData(model);
    update(form);
    for (int i = 0; i < scene->bodyCount; ++i) {
        char name[16];
        snprintf(name, sizeof name, "b%d", i);
        int id = mj_name2id(model, mjOBJ_BODY, name);
        form->ids[i] = id > 0 ? id : 0;
        form->isDriven[i] = scene->bodies[i].type == VL_BODY_KINEMATIC;
        if (id > 0) {
            setTwist(form, i, scene->bodies[i].velocity);
        }
    }
    return form;
}

static void step(void* handle)
{
    const mujocoForm* form = handle;
    for (int i = 0; i < VL_FORM_MAX_BODIES; ++i) {
        if (form->isDriven[i]) { // it has no weight
            mju_scl3(&form->data->xfrc_applied[6 * form->ids[i]], form->model->opt.gravity,
                     -DRIVEN_MASS);
        }
    }
    mj_step(form->model, form->data);
    mju_zero(form->data->xfrc_applied, 6 * form->model->nbody);
}

static void getState(void* handle, int body, vlPose* pose, vlTwist* twist)
{
    const mujocoForm* form = handle;
    int id = form->ids[body];
    if (id > 0) {
        mjtNum velocity[6];
        update(form);
        const mjtNum* p = &form->data->xipos[3 * id];
        const mjtNum* q = &form->data->xquat[4 * id];
        mj_objectVelocity(form->model, form->data, mjOBJ_BODY, id, velocity, 0);
        *pose = (vlPose){vlVec(p[0], p[1], p[2]), {q[0], q[1], q[2], q[3]}};
        *twist = (vlTwist){vlVec(velocity[3], velocity[4], velocity[5]),
                           vlVec(velocity[0], velocity[1], velocity[2])};
    }
}

static void push(void* handle, int body, vlVec3 force, vlVec3 point)
{
    const mujocoForm* form = handle;
    int id = form->ids[body];
    update(form);
    const mjtNum* p = &form->data->xipos[3 * id];
    vlVec3 torque = vlCross(vlSub(point, vlVec(p[0], p[1], p[2])), force);
    const mjtNum wrench[6] = {force.x, force.y, force.z, torque.x, torque.y, torque.z};
    mju_addTo(&form->data->xfrc_applied[6 * id], wrench, 6);
}

static void setGravity(void* handle, vlVec3 gravity)
{
    const mujocoForm* form = handle;
    form->model->opt.gravity[0] = gravity.x;
    form->model->opt.gravity[1] = gravity.y;
    form->model->opt.gravity[2] = gravity.z;
}

const vlFormEngine vlFormEngine_Mujoco = {"mujoco", create,   destroy, step,
                                          getState, setTwist, push,    setGravity};
