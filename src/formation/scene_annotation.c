// SPDX-License-Identifier: MIT
// All pairs of a scene: polyhedra, annotators, and the forces beside their states.

#include <stdlib.h>
#include <string.h>

#include "base/sentence.h"
#include "formation/scene_pairs.h"
#include "scene/device_parts.h"
#include "volar/scene_haptics.h"

vlSceneAnnotationDef vlDefaultSceneAnnotationDef(void)
{
    vlAnnotatorDef one = vlDefaultAnnotatorDef();
    return (vlSceneAnnotationDef){one.settings, one.dwell, VL_DEFAULT_ANNOTATED_PAIRS};
}

// Decides which of two bodies is A: the one that can move, or the smaller one if both can; a
// half-space is B. False if the pair is not followed.
static bool chooseRoles(const vlSceneAnnotation* s, const vlScene* scene, int i, int k,
                        vlAnnotatedPair* pair)
{
    const vlPolyhedron* p = s->bodies[i].polyhedron;
    const vlPolyhedron* q = s->bodies[k].polyhedron;
    if (p == NULL || q == NULL || (p->isHalfspace && q->isHalfspace)) {
        return false;
    }
    bool movesI = vlScene_GetBody(scene, i)->def.type != VL_BODY_STATIC;
    bool movesK = vlScene_GetBody(scene, k)->def.type != VL_BODY_STATIC;
    if (!movesI && !movesK) {
        return false;
    }
    bool isFirst = movesI != movesK ? movesI : p->radius <= q->radius;
    if (p->isHalfspace || q->isHalfspace) {
        isFirst = q->isHalfspace;
    }
    *pair = isFirst ? (vlAnnotatedPair){i, k, p, q} : (vlAnnotatedPair){k, i, q, p};
    return true;
}

static vlResult makePolyhedra(vlSceneAnnotation* s, const vlScene* scene, const vlSentence* error)
{
    s->bodies = calloc((size_t)s->bodyCount + 1, sizeof(vlOutline));
    if (s->bodies == NULL) {
        return vlSentence_FailMemory(error);
    }
    for (int i = 0; i < s->bodyCount; ++i) {
        const vlSceneBody* body = vlScene_GetBody(scene, i);
        vlOutline* outline = &s->bodies[i];
        vlResult r = vlSceneBody_MakePolyhedron(body, &outline->polyhedron, outline->fault,
                                                VL_MAX_BODY_FAULT);
        if (r == VL_ERROR_MEMORY) {
            return vlSentence_FailMemory(error);
        }
        if (r == VL_OK) {
            outline->fault[0] = '\0';
        }
    }
    return VL_OK;
}

static bool isRound(const vlPolyhedron* p)
{
    for (int i = 0; i < p->faceCount; ++i) {
        if (p->faces[i].isCurved) {
            return true;
        }
    }
    return false;
}

// A pair that a device feels by its formations is named with the shell in which its forces begin.
static vlFormationSettings settingsOf(const vlScene* scene, const vlAnnotatedPair* pair,
                                      const vlFormationSettings* usual)
{
    for (int i = 0; i < vlScene_GetDeviceCount(scene); ++i) {
        const vlSceneDevice* device = vlScene_GetDevice(scene, i);
        if (device->formations.against == pair->bodyB && device->body == pair->bodyA) {
            return vlSceneDevice_MakeFormations(scene, device, pair->a, pair->b).shell;
        }
    }
    return *usual;
}

static vlResult makePairs(vlSceneAnnotation* s, const vlScene* scene,
                          const vlSceneAnnotationDef* def, const vlSentence* error)
{
    vlAnnotatedPair bodies;
    int wanted = 0;
    for (int i = 0; i < s->bodyCount; ++i) {
        for (int k = 0; k < i; ++k) {
            wanted += chooseRoles(s, scene, i, k, &bodies) ? 1 : 0;
        }
    }
    if (wanted > def->maxPairs) {
        return vlSentence_Fail(
            error, VL_ERROR_FULL,
            "the scene has %d pairs of bodies that can touch; expected at most %d", wanted,
            def->maxPairs);
    }
    s->pairs = calloc((size_t)wanted + 1, sizeof(vlScenePair));
    s->ended = calloc((size_t)wanted + 1, sizeof(int));
    if (s->pairs == NULL || s->ended == NULL) {
        return vlSentence_FailMemory(error);
    }
    for (int i = 0; i < s->bodyCount; ++i) {
        for (int k = 0; k < i; ++k) {
            if (!chooseRoles(s, scene, i, k, &bodies)) {
                continue;
            }
            vlAnnotatorDef one = {bodies.a, bodies.b, settingsOf(scene, &bodies, &def->settings),
                                  def->dwell};
            vlScenePair* pair = &s->pairs[s->pairCount];
            vlResult r = vlAnnotator_Create(NULL, &one, &pair->annotator, error->text, error->size);
            if (r != VL_OK) {
                return r;
            }
            pair->bodies = bodies;
            pair->isRound = isRound(bodies.a) || isRound(bodies.b);
            pair->materialA = vlScene_GetBody(scene, bodies.bodyA)->def.material;
            pair->materialB = vlScene_GetBody(scene, bodies.bodyB)->def.material;
            ++s->pairCount;
        }
    }
    return VL_OK;
}

vlResult vlSceneAnnotation_Create(const vlScene* scene, const vlSceneAnnotationDef* def,
                                  vlSceneAnnotation** annotation, char* message, size_t messageSize)
{
    vlSentence error = {message, messageSize};
    vlSceneAnnotationDef usual = vlDefaultSceneAnnotationDef();
    vlSceneAnnotation* s = calloc(1, sizeof(vlSceneAnnotation));
    if (s == NULL) {
        return vlSentence_FailMemory(&error);
    }
    s->bodyCount = vlScene_GetBodyCount(scene);
    vlResult r = makePolyhedra(s, scene, &error);
    r = r == VL_OK ? makePairs(s, scene, def != NULL ? def : &usual, &error) : r;
    if (r != VL_OK) {
        vlSceneAnnotation_Destroy(s);
        return r;
    }
    *annotation = s;
    return VL_OK;
}

void vlSceneAnnotation_Destroy(vlSceneAnnotation* annotation)
{
    if (annotation == NULL) {
        return;
    }
    for (int i = 0; i < annotation->pairCount; ++i) {
        vlAnnotator_Destroy(annotation->pairs[i].annotator);
    }
    for (int i = 0; i < annotation->bodyCount && annotation->bodies != NULL; ++i) {
        vlPolyhedron_Release(annotation->bodies[i].polyhedron);
    }
    free(annotation->bodies);
    free(annotation->pairs);
    free(annotation->ended);
    free(annotation);
}

const char* vlSceneAnnotation_GetFault(const vlSceneAnnotation* annotation, int i)
{
    return i >= 0 && i < annotation->bodyCount ? annotation->bodies[i].fault : "";
}

const vlPolyhedron* vlSceneAnnotation_GetPolyhedron(const vlSceneAnnotation* annotation, int i)
{
    return i >= 0 && i < annotation->bodyCount ? annotation->bodies[i].polyhedron : NULL;
}

int vlSceneAnnotation_GetPairCount(const vlSceneAnnotation* annotation)
{
    return annotation->pairCount;
}

vlAnnotatedPair vlSceneAnnotation_GetPair(const vlSceneAnnotation* annotation, int i)
{
    vlAnnotatedPair none = {-1, -1, NULL, NULL};
    return i >= 0 && i < annotation->pairCount ? annotation->pairs[i].bodies : none;
}

const vlAnnotator* vlSceneAnnotation_GetAnnotator(const vlSceneAnnotation* annotation, int i)
{
    return i >= 0 && i < annotation->pairCount ? annotation->pairs[i].annotator : NULL;
}

static vlStateForce forceOf(const vlForceSum* sum)
{
    return (vlStateForce){sum->count > 0 ? sum->total / (double)sum->count : 0.0, sum->max,
                          sum->fit};
}

int vlSceneAnnotation_Update(vlSceneAnnotation* annotation, double time, const vlPose* poses)
{
    annotation->endedCount = 0;
    for (int i = 0; i < annotation->pairCount; ++i) {
        vlScenePair* pair = &annotation->pairs[i];
        pair->time = time;
        if (vlAnnotator_Update(pair->annotator, time, poses[pair->bodies.bodyA],
                               poses[pair->bodies.bodyB], &pair->ended)) {
            pair->endedForce = forceOf(&pair->state);
            pair->state = pair->candidate;
            pair->candidate = (vlForceSum){0};
            annotation->ended[annotation->endedCount++] = i;
        }
    }
    return annotation->endedCount;
}

int vlSceneAnnotation_GetEnded(const vlSceneAnnotation* annotation, int k,
                               const vlContactState** ended, vlStateForce* force)
{
    if (k < 0 || k >= annotation->endedCount) {
        return -1;
    }
    const vlScenePair* pair = &annotation->pairs[annotation->ended[k]];
    if (ended != NULL) {
        *ended = &pair->ended;
    }
    if (force != NULL) {
        *force = pair->endedForce;
    }
    return annotation->ended[k];
}

vlStateForce vlSceneAnnotation_GetForce(const vlSceneAnnotation* annotation, int i)
{
    vlStateForce none = {.mean = 0.0};
    return i >= 0 && i < annotation->pairCount ? forceOf(&annotation->pairs[i].state) : none;
}

void vlSceneAnnotation_ReadPoses(const vlSimulation* simulation, vlPose* poses)
{
    const vlWorld* world = vlSimulation_GetWorld(simulation);
    int count = vlScene_GetBodyCount(vlSimulation_GetScene(simulation));
    for (int i = 0; i < count; ++i) {
        poses[i] = vlIdentityPose();
        (void)!vlBody_GetPose(world, vlSimulation_GetBody(simulation, i), &poses[i]);
    }
}
