// SPDX-License-Identifier: MIT
// vlScene_Write: the sections of a scene in the order of docs/formats.md.

#include "scene/write.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "scene/c_locale.h"
#include "scene/words.h"

// Can the text stand as a block of lines? A block would lose blanks at the beginning of lines and
// empty lines at its ends.
static bool isBlock(const char* text)
{
    size_t length = strlen(text);
    if (length < 2 || text[0] == '\n' || text[0] == ' ' || text[length - 1] != '\n' ||
        text[length - 2] == '\n') {
        return false;
    }
    return strstr(text, "\n ") == NULL && vlText_IsPrintable(text);
}

static void putDescription(vlText* t, const char* text)
{
    if (text[0] == '\0') {
        return;
    }
    vlText_Put(t, "description: ");
    if (!isBlock(text)) {
        vlText_PutQuoted(t, text);
        vlText_Put(t, "\n");
        return;
    }
    vlText_Put(t, "|\n");
    while (*text != '\0') {
        size_t length = strcspn(text, "\n") + 1;
        vlText_Put(t, length > 1 ? "  " : "");
        vlText_PutBytes(t, text, length);
        text += length;
    }
}

// A flow mapping of which it is not known beforehand whether it will have any key.
typedef struct Flow {
    vlText* text;
    int count;
    const char* opening; // written with the first key
} Flow;

static void putKey(Flow* flow, const char* key)
{
    vlText_Put(flow->text, flow->count++ > 0 ? ", " : flow->opening);
    vlText_Put(flow->text, key);
    vlText_Put(flow->text, ": ");
}

static void closeFlow(const Flow* flow)
{
    vlText_Put(flow->text, flow->count > 0 ? "}\n" : "");
}

static void putAuto(Flow* flow, const char* key, double value, double usual)
{
    if (value == usual) {
        return;
    }
    putKey(flow, key);
    if (value == VL_AUTO) {
        vlText_Put(flow->text, "auto");
    } else {
        vlText_PutNumber(flow->text, value);
    }
}

static void putNumberUnless(Flow* flow, const char* key, double value, double usual)
{
    if (value != usual) {
        putKey(flow, key);
        vlText_PutNumber(flow->text, value);
    }
}

static void putVecUnlessZero(Flow* flow, const char* key, vlVec3 v)
{
    if (v.x != 0.0 || v.y != 0.0 || v.z != 0.0) {
        putKey(flow, key);
        vlText_PutVec(flow->text, v);
    }
}

// What of a surface differs from the usual one.
static void putSurface(Flow* flow, const vlSurface* s, const vlSurface* usual)
{
    putAuto(flow, "stiffness", s->stiffnessN, usual->stiffnessN);
    putAuto(flow, "damping", s->dampingN, usual->dampingN);
    putNumberUnless(flow, "damping-ratio", s->dampingRatioN, usual->dampingRatioN);
    putAuto(flow, "shear-stiffness", s->stiffnessS, usual->stiffnessS);
    putAuto(flow, "shear-damping", s->dampingS, usual->dampingS);
    putNumberUnless(flow, "shear-damping-ratio", s->dampingRatioS, usual->dampingRatioS);
    if (s->frictionStatic == s->frictionDynamic) {
        bool isUsual = s->frictionStatic == usual->frictionStatic &&
                       s->frictionDynamic == usual->frictionDynamic;
        putNumberUnless(flow, "friction", s->frictionStatic,
                        isUsual ? s->frictionStatic : (double)NAN);
    } else {
        putNumberUnless(flow, "friction-static", s->frictionStatic, usual->frictionStatic);
        putNumberUnless(flow, "friction-dynamic", s->frictionDynamic, usual->frictionDynamic);
    }
    putAuto(flow, "foundation", s->foundation, usual->foundation);
}

static void putWord(Flow* flow, const char* key, const vlWords* words, int value, int usual)
{
    if (value != usual) {
        putKey(flow, key);
        vlText_Put(flow->text, vlWords_Name(words, value));
    }
}

static void putContact(Flow* flow, const vlContactOptions* c)
{
    vlContactOptions usual = vlDefaultContactOptions();
    putWord(flow, "model", &vlWords_Model, (int)c->model, (int)usual.model);
    putWord(flow, "law", &vlWords_Law, (int)c->law, (int)usual.law);
    putWord(flow, "normal", &vlWords_Normal, (int)c->normal, (int)usual.normal);
    putWord(flow, "friction", &vlWords_Friction, (int)c->friction, (int)usual.friction);
    putWord(flow, "slip-test", &vlWords_SlipTest, (int)c->slipTest, (int)usual.slipTest);
    putWord(flow, "backout", &vlWords_Backout, (int)c->backout, (int)usual.backout);
    putWord(flow, "route", &vlWords_Route, (int)c->route, (int)usual.route);
    if (c->pointwise != usual.pointwise) {
        putKey(flow, "pointwise");
        vlText_Put(flow->text, c->pointwise ? "true" : "false");
    }
}

// Gravity and step are always said: they are what one looks for first.
static void putWorld(vlText* t, const vlScene* scene)
{
    const vlWorldDef* def = &scene->world;
    vlWorldDef usual = vlDefaultWorldDef();
    vlText_Put(t, "world:\n  gravity: ");
    vlText_PutVec(t, def->gravity);
    vlText_Put(t, "\n  step: ");
    vlText_PutNumber(t, def->step);
    vlText_Put(t, "\n");
    if (def->integrator != usual.integrator) {
        vlText_Put(t, "  integrator: ");
        vlText_Put(t, vlWords_Name(&vlWords_Integrator, (int)def->integrator));
        vlText_Put(t, "\n");
    }
    Flow contact = {t, 0, "  contact: {"};
    putContact(&contact, &def->contact);
    closeFlow(&contact);
    Flow surface = {t, 0, "  surface: {"};
    putSurface(&surface, &def->surface, &usual.surface);
    closeFlow(&surface);
    Flow capacity = {t, 0, "  capacity: {"};
    putNumberUnless(&capacity, "pairs", scene->pairs, 0.0);
    putNumberUnless(&capacity, "contacts", scene->contacts, 0.0);
    closeFlow(&capacity);
}

static void putMaterials(vlText* t, const vlScene* scene)
{
    vlText_Put(t, scene->materialCount > 1 ? "materials:\n" : "");
    for (int i = 1; i < scene->materialCount; ++i) {
        Flow flow = {t, 0, ""};
        vlText_Put(t, "  ");
        vlText_PutName(t, scene->materials[i].name);
        vlText_Put(t, ": {");
        putSurface(&flow, &scene->materials[i].surface, &scene->world.surface);
        vlText_Put(t, "}\n");
    }
    vlText_Put(t, scene->surfaceCount > 0 ? "surfaces:\n" : "");
    for (int i = 0; i < scene->surfaceCount; ++i) {
        const vlSurfaceSource* s = &scene->surfaces[i];
        vlSurface mixed =
            vlSurface_Mix(&scene->materials[s->a].surface, &scene->materials[s->b].surface);
        Flow flow = {t, 1, ""};
        vlText_Put(t, "  - {between: [");
        vlText_PutName(t, scene->materials[s->a].name);
        vlText_Put(t, ", ");
        vlText_PutName(t, scene->materials[s->b].name);
        vlText_Put(t, "]");
        putSurface(&flow, &s->surface, &mixed);
        vlText_Put(t, "}\n");
    }
}

static void putForces(vlText* t, const vlScene* scene)
{
    vlText_Put(t, scene->forceCount > 0 ? "forces:\n" : "");
    for (int i = 0; i < scene->forceCount; ++i) {
        const vlSceneForce* f = &scene->forces[i];
        Flow flow = {t, 1, ""};
        vlText_Put(t, "  - {body: ");
        vlText_PutName(t, scene->bodies[f->body].name);
        putKey(&flow, "force");
        vlText_PutVec(t, f->force);
        putVecUnlessZero(&flow, "torque", f->torque);
        if (!f->atCentre) {
            putKey(&flow, "point");
            vlText_PutVec(t, f->point);
        }
        vlText_Put(t, f->inBodyFrame ? ", frame: body" : "");
        putNumberUnless(&flow, "from", f->from, 0.0);
        putNumberUnless(&flow, "until", f->until, (double)INFINITY);
        vlText_Put(t, "}\n");
    }
}

static void putLine(vlText* t, const char* key, double value, double usual)
{
    if (value != usual) {
        vlText_Put(t, key);
        vlText_PutNumber(t, value);
        vlText_Put(t, "\n");
    }
}

static void putSpring(vlText* t, const vlScene* scene, const vlSceneSpring* s)
{
    vlText_Put(t, "  - name: ");
    vlText_PutName(t, s->name);
    vlText_Put(t, "\n    from: {");
    Flow from = {t, 0, ""};
    if (s->bodyA >= 0) {
        putKey(&from, "body");
        vlText_PutName(t, scene->bodies[s->bodyA].name);
    }
    putKey(&from, "point");
    vlText_PutVec(t, s->def.pointA);
    putVecUnlessZero(&from, "velocity", s->def.velocityA);
    vlText_Put(t, "}\n    to: {body: ");
    vlText_PutName(t, scene->bodies[s->bodyB].name);
    vlText_Put(t, ", point: ");
    vlText_PutVec(t, s->def.pointB);
    vlText_Put(t, "}\n");
    vlSpringDef usual = vlDefaultSpringDef();
    putLine(t, "    stiffness: ", s->def.stiffness, (double)NAN); // always
    putLine(t, "    damping: ", s->def.damping, usual.damping);
    putLine(t, "    spin-damping: ", s->def.spinDamping, usual.spinDamping);
    putLine(t, "    rest-length: ", s->def.restLength, usual.restLength);
    putLine(t, "    max-force: ", s->def.maxForce, usual.maxForce);
}

static void putAll(vlWriter* w, const vlShapeList* shapes)
{
    const vlScene* scene = w->scene;
    vlText* t = &w->text;
    vlText_Put(t, "volar: ");
    vlText_PutInt(t, VL_SCENE_VERSION);
    vlText_Put(t, "\nname: ");
    vlText_PutName(t, scene->name);
    vlText_Put(t, "\n");
    putDescription(t, scene->description);
    putWorld(t, scene);
    putMaterials(t, scene);
    vlWrite_Shapes(w, shapes);
    vlWrite_Bodies(w, shapes);
    putForces(t, scene);
    vlText_Put(t, scene->springCount > 0 ? "springs:\n" : "");
    for (int i = 0; i < scene->springCount; ++i) {
        putSpring(t, scene, &scene->springs[i]);
    }
    if (scene->camera.isSet) {
        vlText_Put(t, "camera: {position: ");
        vlText_PutVec(t, scene->camera.position);
        vlText_Put(t, ", target: ");
        vlText_PutVec(t, scene->camera.target);
        vlText_Put(t, "}\n");
    }
}

vlResult vlScene_Write(const vlScene* scene, char** text, size_t* size)
{
    if (scene == NULL || text == NULL || size == NULL) {
        return VL_ERROR_ARGUMENT;
    }
    vlWriter w = {.scene = scene};
    vlShapeList shapes = {NULL, NULL, 0};
    vlCLocale locale = vlCLocale_Enter();
    bool ok = vlWrite_ListShapes(&w, &shapes);
    if (ok) {
        putAll(&w, &shapes);
    }
    vlCLocale_Leave(locale);
    vlPool_Free(&w.pool);
    if (!ok || w.text.isExhausted) {
        free(w.text.data);
        return VL_ERROR_MEMORY;
    }
    *text = w.text.data;
    *size = w.text.used;
    return VL_OK;
}

void vlScene_FreeText(char* text)
{
    free(text);
}
