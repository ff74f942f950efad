// SPDX-License-Identifier: MIT
// `bodies`, each in full: copies are written out.

#include <stdio.h>

#include "scene/words.h"
#include "scene/write.h"

static bool isZero(vlVec3 v)
{
    return v.x == 0.0 && v.y == 0.0 && v.z == 0.0;
}

static void putVecUnlessZero(vlText* t, const char* key, vlVec3 v)
{
    if (!isZero(v)) {
        vlText_Put(t, key);
        vlText_PutVec(t, v);
        vlText_Put(t, "\n");
    }
}

static void putInertia(vlText* t, const vlBodyDef* def)
{
    const vlMat3* m = &def->inertia;
    bool isDiagonal = m->cx.y == 0.0 && m->cx.z == 0.0 && m->cy.x == 0.0 && m->cy.z == 0.0 &&
                      m->cz.x == 0.0 && m->cz.y == 0.0;
    vlText_Put(t, "    inertia: {centre: ");
    vlText_PutVec(t, def->centroid);
    if (isDiagonal) {
        vlText_Put(t, ", diagonal: ");
        vlText_PutVec(t, vlVec(m->cx.x, m->cy.y, m->cz.z));
    } else {
        vlText_Put(t, ",\n        matrix: [");
        vlText_PutVec(t, vlVec(m->cx.x, m->cy.x, m->cz.x));
        vlText_PutComma(t);
        vlText_PutVec(t, vlVec(m->cx.y, m->cy.y, m->cz.y));
        vlText_PutComma(t);
        vlText_PutVec(t, vlVec(m->cx.z, m->cy.z, m->cz.z));
        vlText_Put(t, "]");
    }
    vlText_Put(t, "}\n");
}

static void putMass(vlText* t, const vlBodyDef* def)
{
    if (def->mass > 0.0) {
        vlText_Put(t, "    mass: ");
        vlText_PutNumber(t, def->mass);
        vlText_Put(t, "\n");
    } else if (def->density != vlDefaultBodyDef().density) {
        vlText_Put(t, "    density: ");
        vlText_PutNumber(t, def->density);
        vlText_Put(t, "\n");
    }
    if (def->hasInertia) {
        putInertia(t, def);
    }
}

static bool isSameQuat(vlQuat a, vlQuat b)
{
    return a.w == b.w && a.x == b.x && a.y == b.y && a.z == b.z;
}

void vlWrite_MotionKeys(vlText* t, const vlMotionKey* keys, int count, vlPose start)
{
    vlText_Put(t, "        keys:\n");
    for (int i = 0; i < count; ++i) {
        vlText_Put(t, "          - {time: ");
        vlText_PutNumber(t, keys[i].time);
        if (!isZero(vlSub(keys[i].pose.p, start.p))) {
            vlText_Put(t, ", position: ");
            vlText_PutVec(t, keys[i].pose.p);
        }
        if (!isSameQuat(keys[i].pose.q, start.q)) {
            vlText_Put(t, ", ");
            vlWrite_Rotation(t, keys[i].pose.q);
        }
        vlText_Put(t, "}\n");
    }
}

void vlWrite_Oscillate(vlText* t, const vlOscillation* wave)
{
    vlText_Put(t, "      oscillate:\n");
    if (wave->turnDegrees != 0.0) {
        vlText_Put(t, "        turn: {axis: ");
        vlText_PutVec(t, wave->turnAxis);
        vlText_Put(t, ", degrees: ");
        vlText_PutNumber(t, wave->turnDegrees);
        vlText_Put(t, "}\n");
    }
    if (wave->turnDegrees == 0.0 || !isZero(wave->shift)) {
        vlText_Put(t, "        shift: ");
        vlText_PutVec(t, wave->shift);
        vlText_Put(t, "\n");
    }
    vlText_Put(t, "        frequency: ");
    vlText_PutNumber(t, wave->frequency);
    vlText_Put(t, "\n");
    vlWrite_Line(t, "        phase: ", wave->phaseDegrees, 0.0);
}

static void putMotion(vlText* t, const vlSceneBody* body, const vlBodySource* source)
{
    const vlMotionScript* motion = &body->motion;
    if (motion->kind == VL_MOTION_PATH) {
        vlText_Put(t, "    motion:\n      path:\n");
        vlText_Put(t, motion->repeat ? "        repeat: true\n" : "");
        vlText_Put(t, motion->smooth ? "        smooth: true\n" : "");
        vlWrite_MotionKeys(t, motion->keys, motion->keyCount, body->def.pose);
    } else if (motion->kind == VL_MOTION_OSCILLATE) {
        vlOscillation wave = {motion->amplitude, motion->frequency, source->turnAxis,
                              source->turnDegrees, source->phaseDegrees};
        vlText_Put(t, "    motion:\n");
        vlWrite_Oscillate(t, &wave);
    }
}

static void putBody(vlWriter* w, const vlShapeList* list, int i)
{
    const vlSceneBody* body = &w->scene->bodies[i];
    const vlBodyDef* def = &body->def;
    vlText* t = &w->text;
    vlText_Put(t, "  - name: ");
    vlText_PutName(t, body->name);
    if (def->type != VL_BODY_DYNAMIC) {
        vlText_Put(t, "\n    type: ");
        vlText_Put(t, vlWords_Name(&vlWords_Type, (int)def->type));
    }
    vlText_Put(t, "\n    shape: ");
    vlWrite_Shape(w, list, w->scene->sources[i].recipe);
    if (def->material.index != 0) {
        vlText_Put(t, "\n    material: ");
        vlText_PutName(t, w->scene->materials[def->material.index].name);
    }
    vlText_Put(t, "\n");
    putVecUnlessZero(t, "    position: ", def->pose.p);
    if (!vlWrite_IsIdentity(def->pose.q)) {
        vlText_Put(t, "    ");
        vlWrite_Rotation(t, def->pose.q);
        vlText_Put(t, "\n");
    }
    putVecUnlessZero(t, "    velocity: ", def->velocity.linear);
    putVecUnlessZero(t, "    angular-velocity: ", def->velocity.angular);
    putMass(t, def);
    if (body->colour != vlScene_DefaultColour(def->type, i)) {
        char colour[40];
        snprintf(colour, sizeof colour, "    colour: \"#%06x\"\n", (unsigned)body->colour);
        vlText_Put(t, colour);
    }
    putMotion(t, body, &w->scene->sources[i]);
}

void vlWrite_Bodies(vlWriter* w, const vlShapeList* list)
{
    vlText_Put(&w->text, "bodies:\n");
    for (int i = 0; i < w->scene->bodyCount; ++i) {
        putBody(w, list, i);
    }
}
