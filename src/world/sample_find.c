// SPDX-License-Identifier: MIT
// Which samples are near another body at the poses that the step is expected to lead to. (T13.3)

#include <string.h>

#include "contact/bed_offset.h"
#include "world/sleep.h"
#include "world/work.h"

bool vlSamples_IsPair(const vlModel* model, vlPairKey key)
{
    return model->slot[vlPairKey_BodyA(key)].shape->kind == VL_SHAPE_SURFACE ||
           model->slot[vlPairKey_BodyB(key)].shape->kind == VL_SHAPE_SURFACE;
}

void vlSamples_WidenReach(vlModel* model, double distance)
{
    model->sampleReach = distance > model->sampleReach ? distance : model->sampleReach;
}

static bool areSameBodies(vlPairKey a, vlPairKey b)
{
    return vlPairKey_BodyA(a) == vlPairKey_BodyA(b) && vlPairKey_BodyB(a) == vlPairKey_BodyB(b);
}

// ---- poses ----

// Where a body is expected at the end of the step.
typedef struct Predicted {
    vlMat3 rotation;
    vlVec3 origin; // of the shape's frame
    vlVec3 gained; // m/s, by which it moves faster than at the start
} Predicted;

static Predicted predict(const vlModel* model, const vlWork* work, int body)
{
    const vlMotion* m = &work->start[body];
    const vlInertia* inertia = &model->inertia[body];
    bool isMoving =
        (inertia->inverseMass > 0.0 || inertia->isDriven) && !work->implicit.isStill[body];
    double h = isMoving ? model->def.step : 0.0;
    vlQuat q = isMoving ? vlTurn(m->rotation, vlScale(m->omega, h)) : m->rotation;
    Predicted p = {.rotation = vlMatFromQuat(q)};
    bool foresees = model->def.integrator == VL_INTEGRATOR_CONVEX && isMoving;
    p.gained = foresees ? vlSub(work->expected[body].sweep.velocity, m->velocity) : vlZero();
    vlVec3 centre = vlMulAdd(m->centre, h, vlAdd(m->velocity, p.gained));
    p.origin = vlSub(centre, vlMulMV(p.rotation, model->slot[body].centroidB));
    return p;
}

// Forces act at the start of the step, so the predicted points are moved back, mostly with the body
// that gives way more easily. (T13.7)
static vlVec3 wayBack(const vlModel* model, const vlWork* work, int a, int b)
{
    double wa = work->implicit.isStill[a] ? 0.0 : model->inertia[a].inverseMass;
    double wb = work->implicit.isStill[b] ? 0.0 : model->inertia[b].inverseMass;
    if (!(wa + wb > 0.0)) {
        return vlZero();
    }
    vlVec3 v = vlScale(work->start[a].velocity, wa / (wa + wb));
    return vlScale(vlMulAdd(v, wb / (wa + wb), work->start[b].velocity), -model->def.step);
}

// ---- the memory of places ----

static const vlSkin* skinOf(const vlModel* model, int body)
{
    return model->slot[body].shape->skin;
}

static int placesOf(const vlModel* model, int body)
{
    const vlSkin* skin = skinOf(model, body);
    return skin != NULL ? vlSkin_PlaceCount(skin) : 0;
}

// The next pair of bodies with a surface after pair `*i`; false: no more.
static bool nextPair(const vlModel* model, const vlState* state, int* i, vlPairKey* key)
{
    for (++*i; *i < state->head->pairCount; ++*i) {
        vlPairKey k = state->pair[*i].key;
        bool isNew = *i == 0 || !areSameBodies(k, state->pair[*i - 1].key);
        if (isNew && vlSamples_IsPair(model, k)) {
            *key = k;
            return true;
        }
    }
    return false;
}

// Gives every pair its part of the memory. As long as the pairs are the same, nothing is forgotten.
static void sharePlaces(const vlModel* model, const vlState* state, vlSampleWork* s)
{
    int count = 0, i = -1;
    bool isSame = true;
    vlPairKey key;
    while (count < s->pairCapacity && nextPair(model, state, &i, &key)) {
        isSame = isSame && count < s->cacheCount && areSameBodies(s->cache[count].key, key);
        ++count;
    }
    if (isSame && count == s->cacheCount) {
        return;
    }
    int used = 0, room = model->def.capacity.clusters;
    s->cacheCount = 0;
    i = -1;
    while (s->cacheCount < s->pairCapacity && nextPair(model, state, &i, &key)) {
        int wanted =
            placesOf(model, (int)vlPairKey_BodyA(key)) + placesOf(model, (int)vlPairKey_BodyB(key));
        bool fits = wanted <= room - used;
        s->cache[s->cacheCount++] = (vlSampleCache){key, used, fits ? wanted : 0};
        used += fits ? wanted : 0;
    }
    // A new stamp makes the old entries invalid. Clearing megabytes would take as long as many
    // steps, so it is done only when stamps run out.
    if (s->stamp == VL_LAST_STAMP) {
        memset(s->place, 0, (size_t)room * sizeof *s->place);
        s->stamp = 0;
    }
    ++s->stamp;
}

// ---- the samples of one pair ----

typedef struct Finding {
    const vlModel* model;
    vlState* state;
    vlWork* work;
    vlSamplePair* pair;
    Predicted at[2]; // A, B
    vlVec3 back;
    double stiffness; // N/m per m2
    int remembered;   // place in the memory of the last step
} Finding;

static void placePoint(const Finding* f, const vlNearSample* near, const vlSkin* skin, bool isOnB)
{
    vlSampleWork* s = &f->work->samples;
    const Predicted* other = &f->at[isOnB ? 0 : 1];
    vlSamplePoint* p = &s->point[s->pointCount++];
    vlVec3 normal = vlMulMV(other->rotation, near->normal); // out of the other body
    vlVec3 point = vlAdd(vlMulMV(other->rotation, near->point), other->origin);
    // The law counts on the motion at the start of the step.
    vlVec3 gained = vlSub(f->at[1].gained, f->at[0].gained);
    double opened = f->model->def.step * vlDot(isOnB ? normal : vlNeg(normal), gained);
    *p = (vlSamplePoint){.point = vlAdd(point, f->back),
                         .normal = isOnB ? normal : vlNeg(normal),
                         .gap = near->gap,
                         .press = f->pair->distance - near->gap + opened,
                         .stiffness = f->stiffness * skin->sample[near->sample].area,
                         .area = skin->sample[near->sample].area,
                         .scale = 1.0,
                         .sample = near->sample,
                         .isOnB = isOnB,
                         .isPressing = true};
}

// The samples of one of the two bodies.
static void findSide(Finding* f, bool isOnB, vlPlaceMemory* memory)
{
    vlSampleWork* s = &f->work->samples;
    int x = isOnB ? f->pair->head.bodyB : f->pair->head.bodyA;
    int y = isOnB ? f->pair->head.bodyA : f->pair->head.bodyB;
    const vlSkin* skin = skinOf(f->model, x);
    if (skin == NULL) {
        return;
    }
    const Predicted* px = &f->at[isOnB ? 1 : 0];
    const Predicted* py = &f->at[isOnB ? 0 : 1];
    vlSampleSearch search = {.skin = skin,
                             .other = f->model->slot[y].shape,
                             .rotation = vlMulTM(py->rotation, px->rotation),
                             .origin = vlMulTV(py->rotation, vlSub(px->origin, py->origin)),
                             .reach = f->pair->distance,
                             .depth = VL_SAMPLE_DEPTH * f->pair->distance,
                             .memory = memory,
                             .stamp = s->stamp};
    int room = f->model->def.capacity.samples - s->pointCount;
    const vlContactSource* source = &f->work->source;
    int* dropped = &f->work->info.droppedSamples;
    int count = source->findSamples != NULL ? source->findSamples(source->user, f->pair, isOnB,
                                                                  &search, s->near, room, dropped)
                                            : vlSamples_FindNear(&search, s->near, room, dropped);
    for (int i = 0; i < count; ++i) {
        placePoint(f, &s->near[i], skin, isOnB);
    }
}

// Negative: the memory comes before the point.
static int compareMemory(const vlSampleMemory* m, vlPairKey key, const vlSamplePoint* p)
{
    if (m->key != key) {
        return m->key < key ? -1 : 1;
    }
    if (m->isOnB != p->isOnB) {
        return p->isOnB ? -1 : 1;
    }
    return m->sample < p->sample ? -1 : m->sample > p->sample;
}

// Depth that no work was done for does not press: that with which a sample is found for the first
// time. It is given back slowly.
static void withhold(const Finding* f, vlSamplePoint* p, const vlSampleMemory* known)
{
    double h = f->model->def.step;
    vlTwist start = vlTwist_OfLink((vlLink){f->pair->head.bodyA, f->pair->head.bodyB},
                                   f->work->implicit.solver.before, f->work->start, p->point);
    double depth = p->press + h * vlDot(p->normal, start.linear);
    double left = known != NULL ? known->withheld * vlBed_LeftAfter(h, VL_BED_TIME) : depth;
    p->withheld = left > 0.0 ? fmin(left, fmax(depth, 0.0)) : 0.0;
}

// Points and memory are both in the order of pairs, sides and samples.
static void remember(Finding* f)
{
    const vlSampleMemory* memory = f->state->sample;
    int count = f->state->head->sampleCount;
    vlMat3 turned[2] = {f->at[0].rotation, f->at[1].rotation};
    for (int i = f->pair->first; i < f->pair->first + f->pair->count; ++i) {
        vlSamplePoint* p = &f->work->samples.point[i];
        while (f->remembered < count &&
               compareMemory(&memory[f->remembered], f->pair->key, p) < 0) {
            ++f->remembered;
        }
        bool isKnown =
            f->remembered < count && compareMemory(&memory[f->remembered], f->pair->key, p) == 0;
        const vlSampleMemory* m = &memory[f->remembered];
        p->force = isKnown ? m->force : 0.0;
        p->isSlipping = isKnown && m->isSlipping;
        vlVec3 r = isKnown ? vlMulMV(turned[p->isOnB ? 0 : 1], m->bristle) : vlZero();
        p->bristle = vlMulAdd(r, -vlDot(r, p->normal), p->normal); // in the new tangent plane
        p->isPressing = true;
        if (f->model->def.integrator == VL_INTEGRATOR_CONVEX) {
            withhold(f, p, isKnown ? m : NULL);
        }
    }
}

// For a pair at rest: the points of the last step. False if it had none.
static bool takeKept(Finding* f)
{
    vlSampleWork* s = &f->work->samples;
    for (int i = 0; i < s->lastPairCount; ++i) {
        const vlSamplePair* last = &s->lastPair[i];
        bool fits = last->count <= f->model->def.capacity.samples - s->pointCount;
        if (last->key == f->pair->key && fits) {
            int first = f->pair->first;
            memcpy(&s->point[first], &s->lastPoint[last->first],
                   (size_t)last->count * sizeof *s->point);
            *f->pair = *last;
            f->pair->first = first;
            s->pointCount += last->count;
            return true;
        }
    }
    return false;
}

static void setUp(Finding* f, vlPairKey key)
{
    const vlModel* m = f->model;
    int a = (int)vlPairKey_BodyA(key), b = (int)vlPairKey_BodyB(key);
    const vlSkin* skinA = skinOf(m, a);
    const vlSkin* skinB = skinOf(m, b);
    const vlSurface* surface = vlModel_SurfaceOf(m, m->slot[a].material, m->slot[b].material);
    double spacingA = skinA != NULL ? skinA->spacing : 0.0;
    double spacingB = skinB != NULL ? skinB->spacing : 0.0;
    double wider = spacingA > spacingB ? spacingA : spacingB;
    double kappa = surface->foundation > 0.0 ? surface->foundation : VL_SAMPLE_STIFFNESS;
    *f->pair = (vlSamplePair){.head = {.id = {.isTaken = true}, .bodyA = a, .bodyB = b},
                              .key = vlPairKey_Make((uint32_t)a, 0, (uint32_t)b, 0),
                              .first = f->work->samples.pointCount,
                              .distance =
                                  surface->contactDistance > 0.0 ? surface->contactDistance : wider,
                              .friction = {surface->frictionStatic, surface->frictionDynamic}};
    f->stiffness = skinA != NULL && skinB != NULL ? 0.5 * kappa : kappa; // half from each side
    f->at[0] = predict(m, f->work, a);
    f->at[1] = predict(m, f->work, b);
    f->back = wayBack(m, f->work, a, b);
}

// The wrench is about the middle of the points, so that it has no long levers.
static void findOrigin(const vlSampleWork* s, vlSamplePair* pair)
{
    vlVec3 sum = vlZero();
    for (int i = pair->first; i < pair->first + pair->count; ++i) {
        sum = vlMulAdd(sum, 1.0 / pair->count, s->point[i].point);
    }
    pair->origin = sum;
}

static void findPair(Finding* f, vlPairKey key, const vlSampleCache* cache)
{
    vlSampleWork* s = &f->work->samples;
    f->pair = &s->pair[s->pairCount];
    setUp(f, key);
    bool isResting =
        f->model->def.sleep && vlSleep_IsResting(f->model, f->state, f->work, f->pair->key);
    if (!isResting || !takeKept(f)) {
        vlPlaceMemory* memory = cache->count > 0 ? &s->place[cache->start] : NULL;
        int ofA = memory != NULL ? placesOf(f->model, f->pair->head.bodyA) : 0;
        findSide(f, false, memory);
        findSide(f, true, memory != NULL ? memory + ofA : NULL);
        f->pair->count = s->pointCount - f->pair->first;
        findOrigin(s, f->pair);
    }
    remember(f);
    s->pairCount += f->pair->count > 0;
}

static void putAside(vlSampleWork* s)
{
    vlSamplePair* pair = s->lastPair;
    vlSamplePoint* point = s->lastPoint;
    s->lastPair = s->pair;
    s->lastPoint = s->point;
    s->lastPairCount = s->pairCount;
    s->pair = pair;
    s->point = point;
    s->pairCount = s->pointCount = 0;
}

void vlSamples_Find(const vlModel* model, vlState* state, vlWork* work)
{
    vlSampleWork* s = &work->samples;
    if (s->pairCapacity == 0) {
        return;
    }
    putAside(s);
    work->info.droppedSamples = 0;
    sharePlaces(model, state, s);
    Finding f = {.model = model, .state = state, .work = work};
    vlPairKey key;
    int i = -1;
    for (int k = 0; k < s->cacheCount && nextPair(model, state, &i, &key); ++k) {
        findPair(&f, key, &s->cache[k]);
    }
}

// ---- memory ----

static void keepIdle(const vlState* state, vlSampleWork* s, vlPairKey key, int* kept)
{
    for (int i = 0; i < state->head->sampleCount; ++i) {
        if (state->sample[i].key == key) {
            s->memory[(*kept)++] = state->sample[i];
        }
    }
}

static void keepPoints(const vlState* state, vlSampleWork* s, const vlSamplePair* pair, int* kept)
{
    vlMat3 rotation[2] = {vlMatFromQuat(state->motion[pair->head.bodyA].rotation),
                          vlMatFromQuat(state->motion[pair->head.bodyB].rotation)};
    for (int i = pair->first; i < pair->first + pair->count; ++i) {
        const vlSamplePoint* p = &s->point[i];
        if (p->force > 0.0 || p->withheld > 0.0) {
            vlSampleMemory* m = &s->memory[(*kept)++];
            memset(m, 0, sizeof *m); // padding too: equal states give equal bytes
            m->key = pair->key;
            m->bristle = vlMulTV(rotation[p->isOnB ? 0 : 1], p->bristle);
            m->force = p->force;
            m->withheld = p->withheld;
            m->sample = p->sample;
            m->isOnB = p->isOnB;
            m->isSlipping = p->isSlipping;
        }
    }
}

void vlSamples_Keep(const vlModel* model, vlState* state, vlWork* work)
{
    (void)model;
    vlSampleWork* s = &work->samples;
    int kept = 0;
    for (int i = 0; i < s->pairCount; ++i) {
        if (s->pair[i].isIdle) {
            keepIdle(state, s, s->pair[i].key, &kept);
        } else {
            keepPoints(state, s, &s->pair[i], &kept);
        }
    }
    if (s->pairCapacity > 0) {
        memcpy(state->sample, s->memory, (size_t)kept * sizeof *state->sample);
        state->head->sampleCount = kept;
    }
}

void vlSamples_ForgetBody(vlState* state, int body)
{
    int kept = 0;
    for (int i = 0; i < state->head->sampleCount; ++i) {
        vlPairKey key = state->sample[i].key;
        if (vlPairKey_BodyA(key) != (uint32_t)body && vlPairKey_BodyB(key) != (uint32_t)body) {
            state->sample[kept++] = state->sample[i];
        }
    }
    state->head->sampleCount = kept;
}
