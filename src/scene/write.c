// SPDX-License-Identifier: MIT
// vlScene_Write: the sections of a scene in the order of docs/formats.md.

#include "scene/write.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "scene/c_locale.h"

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

// What of a surface differs from the usual one.
static void putSurface(vlFlow* flow, const vlSurface* s, const vlSurface* usual)
{
    vlFlow_PutAuto(flow, "stiffness", s->stiffnessN, usual->stiffnessN);
    vlFlow_PutAuto(flow, "damping", s->dampingN, usual->dampingN);
    vlFlow_PutNumber(flow, "damping-ratio", s->dampingRatioN, usual->dampingRatioN);
    vlFlow_PutAuto(flow, "shear-stiffness", s->stiffnessS, usual->stiffnessS);
    vlFlow_PutAuto(flow, "shear-damping", s->dampingS, usual->dampingS);
    vlFlow_PutNumber(flow, "shear-damping-ratio", s->dampingRatioS, usual->dampingRatioS);
    if (s->frictionStatic == s->frictionDynamic) {
        bool isUsual = s->frictionStatic == usual->frictionStatic &&
                       s->frictionDynamic == usual->frictionDynamic;
        vlFlow_PutNumber(flow, "friction", s->frictionStatic,
                         isUsual ? s->frictionStatic : (double)NAN);
    } else {
        vlFlow_PutNumber(flow, "friction-static", s->frictionStatic, usual->frictionStatic);
        vlFlow_PutNumber(flow, "friction-dynamic", s->frictionDynamic, usual->frictionDynamic);
    }
    vlFlow_PutAuto(flow, "foundation", s->foundation, usual->foundation);
}

static void putContact(vlFlow* flow, const vlContactOptions* c)
{
    vlContactOptions usual = vlDefaultContactOptions();
    vlFlow_PutWord(flow, "model", &vlWords_Model, (int)c->model, (int)usual.model);
    vlFlow_PutWord(flow, "law", &vlWords_Law, (int)c->law, (int)usual.law);
    vlFlow_PutWord(flow, "normal", &vlWords_Normal, (int)c->normal, (int)usual.normal);
    vlFlow_PutWord(flow, "friction", &vlWords_Friction, (int)c->friction, (int)usual.friction);
    vlFlow_PutWord(flow, "slip-test", &vlWords_SlipTest, (int)c->slipTest, (int)usual.slipTest);
    vlFlow_PutWord(flow, "backout", &vlWords_Backout, (int)c->backout, (int)usual.backout);
    vlFlow_PutWord(flow, "route", &vlWords_Route, (int)c->route, (int)usual.route);
    vlFlow_PutTrue(flow, "pointwise", c->pointwise);
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
    vlText_Put(t, def->sleep ? "  sleep: true\n" : "");
    vlFlow contact = {t, 0, "  contact: {"};
    putContact(&contact, &def->contact);
    vlFlow_Close(&contact);
    vlFlow surface = {t, 0, "  surface: {"};
    putSurface(&surface, &def->surface, &usual.surface);
    vlFlow_Close(&surface);
    vlFlow capacity = {t, 0, "  capacity: {"};
    vlFlow_PutNumber(&capacity, "pairs", scene->pairs, 0.0);
    vlFlow_PutNumber(&capacity, "contacts", scene->contacts, 0.0);
    vlFlow_Close(&capacity);
}

static void putMaterials(vlText* t, const vlScene* scene)
{
    vlText_Put(t, scene->materialCount > 1 ? "materials:\n" : "");
    for (int i = 1; i < scene->materialCount; ++i) {
        vlFlow flow = {t, 0, ""};
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
        vlFlow flow = {t, 1, ""};
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
        vlFlow flow = {t, 1, ""};
        vlText_Put(t, "  - {body: ");
        vlText_PutName(t, scene->bodies[f->body].name);
        vlFlow_PutKey(&flow, "force");
        vlText_PutVec(t, f->force);
        vlFlow_PutVec(&flow, "torque", f->torque);
        if (!f->atCentre) {
            vlFlow_PutKey(&flow, "point");
            vlText_PutVec(t, f->point);
        }
        vlText_Put(t, f->inBodyFrame ? ", frame: body" : "");
        vlFlow_PutNumber(&flow, "from", f->from, 0.0);
        vlFlow_PutNumber(&flow, "until", f->until, (double)INFINITY);
        vlText_Put(t, "}\n");
    }
}

void vlWrite_Line(vlText* t, const char* key, double value, double usual)
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
    vlFlow from = {t, 0, ""};
    if (s->bodyA >= 0) {
        vlFlow_PutKey(&from, "body");
        vlText_PutName(t, scene->bodies[s->bodyA].name);
    }
    vlFlow_PutKey(&from, "point");
    vlText_PutVec(t, s->def.pointA);
    vlFlow_PutVec(&from, "velocity", s->def.velocityA);
    vlText_Put(t, "}\n    to: {body: ");
    vlText_PutName(t, scene->bodies[s->bodyB].name);
    vlText_Put(t, ", point: ");
    vlText_PutVec(t, s->def.pointB);
    vlText_Put(t, "}\n");
    vlSpringDef usual = vlDefaultSpringDef();
    vlWrite_Line(t, "    stiffness: ", s->def.stiffness, (double)NAN); // always
    vlWrite_Line(t, "    damping: ", s->def.damping, usual.damping);
    vlWrite_Line(t, "    spin-damping: ", s->def.spinDamping, usual.spinDamping);
    vlWrite_Line(t, "    rest-length: ", s->def.restLength, usual.restLength);
    vlWrite_Line(t, "    max-force: ", s->def.maxForce, usual.maxForce);
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
    vlWrite_Joints(w);
    vlWrite_Devices(w);
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
