// SPDX-License-Identifier: MIT
// All pairs of a scene: polyhedra, annotators, and the forces beside their states.

#include "volar/scene_annotation.h"

#include <stdlib.h>
#include <string.h>

#include "shape/shape_build.h"

#define MAX_FAULT 256

typedef struct Sum {
    double total, max;
    uint64_t count;
} Sum;

typedef struct Pair {
    vlAnnotatedPair bodies;
    vlAnnotator* annotator;
    double force; // N, of the last step
    Sum state, candidate;
    vlContactState ended;
    vlStateForce endedForce;
} Pair;

typedef struct Outline {
    const vlPolyhedron* polyhedron; // NULL for a body that is left out
    char fault[MAX_FAULT];          // why
} Outline;

struct vlSceneAnnotation {
    int bodyCount;
    Outline* bodies;
    int pairCount;
    Pair* pairs;
    int endedCount;
    int* ended;
};

vlSceneAnnotationDef vlDefaultSceneAnnotationDef(void)
{
    vlAnnotatorDef one = vlDefaultAnnotatorDef();
    return (vlSceneAnnotationDef){one.settings, one.dwell, VL_DEFAULT_ANNOTATED_PAIRS};
}

// Which of two bodies is A: one that can move, and the smaller one of two that can. False if the
// pair is not followed.
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
    s->bodies = calloc((size_t)s->bodyCount + 1, sizeof(Outline));
    if (s->bodies == NULL) {
        return vlShape_FailMemory(error);
    }
    for (int i = 0; i < s->bodyCount; ++i) {
        const vlSceneBody* body = vlScene_GetBody(scene, i);
        Outline* outline = &s->bodies[i];
        vlResult r =
            vlSceneBody_MakePolyhedron(body, &outline->polyhedron, outline->fault, MAX_FAULT);
        if (r == VL_ERROR_MEMORY) {
            return vlShape_FailMemory(error);
        }
        if (r == VL_OK) {
            outline->fault[0] = '\0';
        }
    }
    return VL_OK;
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
        return vlShape_Fail(error, VL_ERROR_FULL,
                            "the scene has %d pairs of bodies that can touch; expected at most %d",
                            wanted, def->maxPairs);
    }
    s->pairs = calloc((size_t)wanted + 1, sizeof(Pair));
    s->ended = calloc((size_t)wanted + 1, sizeof(int));
    if (s->pairs == NULL || s->ended == NULL) {
        return vlShape_FailMemory(error);
    }
    for (int i = 0; i < s->bodyCount; ++i) {
        for (int k = 0; k < i; ++k) {
            if (!chooseRoles(s, scene, i, k, &bodies)) {
                continue;
            }
            vlAnnotatorDef one = {bodies.a, bodies.b, settingsOf(scene, &bodies, &def->settings),
                                  def->dwell};
            Pair* pair = &s->pairs[s->pairCount];
            vlResult r = vlAnnotator_Create(NULL, &one, &pair->annotator, error->text, error->size);
            if (r != VL_OK) {
                return r;
            }
            pair->bodies = bodies;
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
        return vlShape_FailMemory(&error);
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

static vlStateForce forceOf(const Sum* sum)
{
    return (vlStateForce){sum->count > 0 ? sum->total / (double)sum->count : 0.0, sum->max};
}

int vlSceneAnnotation_Update(vlSceneAnnotation* annotation, double time, const vlPose* poses)
{
    annotation->endedCount = 0;
    for (int i = 0; i < annotation->pairCount; ++i) {
        Pair* pair = &annotation->pairs[i];
        if (vlAnnotator_Update(pair->annotator, time, poses[pair->bodies.bodyA],
                               poses[pair->bodies.bodyB], &pair->ended)) {
            pair->endedForce = forceOf(&pair->state);
            pair->state = pair->candidate;
            pair->candidate = (Sum){0};
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
    const Pair* pair = &annotation->pairs[annotation->ended[k]];
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
    vlStateForce none = {0.0, 0.0};
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

static void add(Sum* sum, double force)
{
    sum->total += force;
    sum->max = force > sum->max ? force : sum->max;
    ++sum->count;
}

void vlSceneAnnotation_NoteForces(vlSceneAnnotation* annotation, const vlSimulation* simulation)
{
    const vlWorld* world = vlSimulation_GetWorld(simulation);
    for (int i = 0; i < annotation->pairCount; ++i) {
        annotation->pairs[i].force = 0.0;
    }
    int contacts = vlWorld_GetContactCount(world);
    for (int c = 0; c < contacts; ++c) {
        vlContactReport report;
        if (vlWorld_GetContact(world, c, &report) != VL_OK) {
            continue;
        }
        int a = vlSimulation_FindBody(simulation, report.bodyA);
        int b = vlSimulation_FindBody(simulation, report.bodyB);
        for (int i = 0; i < annotation->pairCount; ++i) {
            Pair* pair = &annotation->pairs[i];
            if ((pair->bodies.bodyA == a && pair->bodies.bodyB == b) ||
                (pair->bodies.bodyA == b && pair->bodies.bodyB == a)) {
                pair->force += report.normalForce;
                break;
            }
        }
    }
    for (int i = 0; i < annotation->pairCount; ++i) {
        Pair* pair = &annotation->pairs[i];
        const vlContactState* state = vlAnnotator_GetState(pair->annotator);
        if (state == NULL) {
            continue;
        }
        // Forces of a formation that does not last belong to the state that it interrupts.
        if (vlFormation_IsSame(vlAnnotator_GetNow(pair->annotator), &state->formation, true)) {
            pair->candidate = (Sum){0};
            add(&pair->state, pair->force);
        } else {
            add(&pair->candidate, pair->force);
        }
    }
}
