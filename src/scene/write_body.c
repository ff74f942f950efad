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

// Of a key only what differs from the body's own pose.
static void putPath(vlText* t, const vlSceneBody* body)
{
    const vlMotionScript* motion = &body->motion;
    vlText_Put(t, "    motion:\n      path:\n");
    vlText_Put(t, motion->repeat ? "        repeat: true\n" : "");
    vlText_Put(t, motion->smooth ? "        smooth: true\n" : "");
    vlText_Put(t, "        keys:\n");
    for (int i = 0; i < motion->keyCount; ++i) {
        const vlMotionKey* key = &motion->keys[i];
        vlText_Put(t, "          - {time: ");
        vlText_PutNumber(t, key->time);
        if (!isZero(vlSub(key->pose.p, body->def.pose.p))) {
            vlText_Put(t, ", position: ");
            vlText_PutVec(t, key->pose.p);
        }
        if (!isSameQuat(key->pose.q, body->def.pose.q)) {
            vlText_Put(t, ", ");
            vlWrite_Rotation(t, key->pose.q);
        }
        vlText_Put(t, "}\n");
    }
}

static void putOscillate(vlText* t, const vlSceneBody* body, const vlBodySource* source)
{
    vlText_Put(t, "    motion:\n      oscillate:\n");
    if (source->turnDegrees != 0.0) {
        vlText_Put(t, "        turn: {axis: ");
        vlText_PutVec(t, source->turnAxis);
        vlText_Put(t, ", degrees: ");
        vlText_PutNumber(t, source->turnDegrees);
        vlText_Put(t, "}\n");
    }
    if (source->turnDegrees == 0.0 || !isZero(body->motion.amplitude)) {
        vlText_Put(t, "        shift: ");
        vlText_PutVec(t, body->motion.amplitude);
        vlText_Put(t, "\n");
    }
    vlText_Put(t, "        frequency: ");
    vlText_PutNumber(t, body->motion.frequency);
    if (source->phaseDegrees != 0.0) {
        vlText_Put(t, "\n        phase: ");
        vlText_PutNumber(t, source->phaseDegrees);
    }
    vlText_Put(t, "\n");
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
    if (body->motion.kind == VL_MOTION_PATH) {
        putPath(t, body);
    } else if (body->motion.kind == VL_MOTION_OSCILLATE) {
        putOscillate(t, body, &w->scene->sources[i]);
    }
}

void vlWrite_Bodies(vlWriter* w, const vlShapeList* list)
{
    vlText_Put(&w->text, "bodies:\n");
    for (int i = 0; i < w->scene->bodyCount; ++i) {
        putBody(w, list, i);
    }
}
