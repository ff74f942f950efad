// SPDX-License-Identifier: MIT
// Claim: a moving tool pushes a free block as Coulomb's law says: the block follows the tool over a
// rough table, and sticks to the tool's face until friction reaches mu0.
// Figure: force on the tool over time; friction over normal force while the push turns.
// Set-up: block of 40 x 80 x 20 mm and 50 g, k = 1e5 N/m, step 1 ms, implicit; the tool is a
// kinematic box. Straight: mu = 0.4 on the table, the tool smooth; it accelerates to 0.2 m/s within
// 0.1 s, pushes for 1 s and stops at once. Turning: table without friction, mu0 = 0.4 and mu = 0.3
// on the tool; it is accelerated by 2 m/s2 in a direction that turns from its normal at 0.1 rad/s,
// so that sticking needs a friction of tan(angle) times the normal force.
// Criteria: straight: force mu m g +- 3%, block as fast as the tool to 1e-6 m/s, rotated < 0.01
// degrees about the vertical, coasts v^2/(2 mu g) +- 3% after the tool stops; turning: begins to
// slide at tan(angle) = mu0 +- 3%, and has slipped by at most 10 um until then; afterwards friction
// is mu +- 3%.

#include <math.h>

#include "base/angle.h"
#include "experiments/measure.h"
#include "experiments/registry.h"
#include "models/body_model.h"

#define GRAVITY 9.8
#define STEP 1e-3
#define STIFFNESS 1e5
#define MASS 0.05
#define MU 0.4
#define MU_SLIDING 0.3
#define SPEED 0.2    // m/s
#define STARTING 0.1 // s
#define PUSHING 1.0  // s
#define STRAIGHT 1.5 // s, whole
#define GAP 1e-4     // m, between tool and block
#define SETTLING 0.5 // s
#define PUSH 2.0     // m/s2
#define TURNING 0.1  // rad/s
#define TURNED 5.0   // s, whole
#define SLIDING 0.3  // s, until it is 9 mm off the middle of the face
#define DEGREE 0.017453292519943295

static const vlVec3 blockSize = {0.04, 0.08, 0.02};
static const vlVec3 toolSize = {0.02, 0.06, 0.02};

typedef struct Scene {
    vlWorld* world;
    vlBodyId block, tool;
} Scene;

static vlSurface surfaceOf(double muStatic, double muDynamic)
{
    vlSurface surface = vlDefaultSurface();
    surface.stiffnessN = STIFFNESS;
    surface.frictionStatic = muStatic;
    surface.frictionDynamic = muDynamic;
    return surface;
}

static vlResult addBox(vlWorld* world, vlVec3 size, vlBodyType type, vlMaterialId material,
                       double x, vlBodyId* body)
{
    vlBodyDef def = vlDefaultBodyDef();
    def.type = type;
    def.material = material;
    def.mass = MASS;
    def.pose = vlModel_At(x, 0.0, 0.5 * size.z);
    // The tool does not touch the table: kinematic and static bodies never do.
    vlResult result = vlShape_CreateBox(NULL, vlScale(size, 0.5), &def.shape, NULL, 0);
    if (result == VL_OK) {
        result = vlWorld_CreateBody(world, &def, body);
        vlShape_Release(def.shape);
    }
    return result;
}

// Puts the block at rest at the origin, the tool close to its -x face. The block settles first,
// because a sinking block would rub along the tool.
static vlResult build(vlSurface onTable, vlSurface onTool, Scene* scene)
{
    vlWorldDef def = vlDefaultWorldDef();
    def.step = STEP;
    def.gravity = vlVec(0.0, 0.0, -GRAVITY);
    def.integrator = VL_INTEGRATOR_IMPLICIT;
    def.capacity.materials = 3;
    def.surface = onTable;
    vlMaterialId wood = {0}, steel = {0};
    vlBodyId table;
    scene->world = NULL;
    vlResult result = vlWorld_Create(&def, &scene->world, NULL, 0);
    result = result == VL_OK ? vlWorld_CreateMaterial(scene->world, &wood) : result;
    result = result == VL_OK ? vlWorld_CreateMaterial(scene->world, &steel) : result;
    result = result == VL_OK ? vlWorld_SetSurface(scene->world, wood, steel, &onTool) : result;
    result = result == VL_OK ? vlModel_AddFloor(scene->world, &table) : result;
    result = result == VL_OK
                 ? addBox(scene->world, blockSize, VL_BODY_DYNAMIC, wood, 0.0, &scene->block)
                 : result;
    double x = -0.5 * (blockSize.x + toolSize.x) - GAP;
    result = result == VL_OK
                 ? addBox(scene->world, toolSize, VL_BODY_KINEMATIC, steel, x, &scene->tool)
                 : result;
    for (int i = 0; i < (int)lround(SETTLING / STEP) && result == VL_OK; ++i) {
        result = vlWorld_Step(scene->world);
    }
    return result;
}

static vlResult moveTool(const Scene* scene, vlVec3 velocity)
{
    vlTwist twist = {velocity, vlZero()};
    vlResult result = vlBody_SetTwist(scene->world, scene->tool, twist);
    return result == VL_OK ? vlWorld_Step(scene->world) : result;
}

// Forces of the tool's contact; all zero if there is none.
typedef struct Touch {
    double normal, friction; // N
    bool slides;
} Touch;

static Touch readTouch(const Scene* scene)
{
    Touch touch = {0};
    for (int i = 0; i < vlWorld_GetContactCount(scene->world); ++i) {
        vlContactReport r;
        if (vlWorld_GetContact(scene->world, i, &r) == VL_OK && fabs(r.normal.x) > 0.9) {
            touch = (Touch){r.normalForce, vlLength(r.frictionForce), r.mode == VL_MODE_DYNAMIC};
        }
    }
    return touch;
}

typedef struct Straight {
    double weakest, strongest; // N, after starting
    double lag;                // m/s, behind the tool, likewise
    double turn;               // rad, of the block about the vertical
    double coast;              // m, after the tool's stop
} Straight;

static int pushStraight(vlExperimentContext* ctx, vlCsv* csv, vlSeries* series, Straight* found)
{
    Scene scene;
    vlResult result = build(surfaceOf(MU, MU), surfaceOf(0.0, 0.0), &scene);
    double stop = 0.0;
    *found = (Straight){.weakest = HUGE_VAL};
    for (int i = 1; i <= (int)lround(STRAIGHT / STEP) && result == VL_OK; ++i) {
        double t = i * STEP;
        double speed = t < PUSHING + 0.5 * STEP ? SPEED * fmin(1.0, t / STARTING) : 0.0;
        result = moveTool(&scene, vlVec(speed, 0.0, 0.0));
        vlReading m = vlReading_Read(scene.world, scene.block);
        Touch touch = readTouch(&scene);
        if (t > 2.0 * STARTING && speed > 0.0) {
            found->weakest = fmin(found->weakest, touch.normal);
            found->strongest = fmax(found->strongest, touch.normal);
            found->lag = fmax(found->lag, fabs(m.twist.linear.x - speed));
            stop = m.centre.x;
        }
        found->turn = fmax(found->turn, fabs(2.0 * m.pose.q.z));
        found->coast = m.centre.x - stop;
        VL_CSV_ROW(csv, t, speed, m.centre.x, m.twist.linear.x, touch.normal);
        vlSeries_Add(series, t, touch.normal);
    }
    int failed = vlExperiment_FailIf(ctx, result, scene.world, "pushing straight on");
    vlWorld_Destroy(scene.world);
    return failed;
}

typedef struct Turning {
    double limit;              // tan(angle) where it begins to slide
    double slipped;            // m, along the face by then
    double weakest, strongest; // friction over normal force from 50 ms after that
} Turning;

static int pushTurning(vlExperimentContext* ctx, vlCsv* csv, vlSeries* found, vlSeries* needed,
                       Turning* turning)
{
    Scene scene;
    vlResult result = build(surfaceOf(0.0, 0.0), surfaceOf(MU, MU_SLIDING), &scene);
    vlVec3 velocity = vlZero();
    double began = HUGE_VAL;
    *turning = (Turning){.limit = nan(""), .weakest = HUGE_VAL};
    for (int i = 1;
         i <= (int)lround(TURNED / STEP) && result == VL_OK && i * STEP < began + SLIDING; ++i) {
        double t = i * STEP, angle = TURNING * t;
        velocity =
            vlAdd(velocity, vlScale(vlVec(vlCosine(angle), vlSine(angle), 0.0), PUSH * STEP));
        result = moveTool(&scene, velocity);
        Touch touch = readTouch(&scene);
        double slip = vlReading_Read(scene.world, scene.tool).centre.y -
                      vlReading_Read(scene.world, scene.block).centre.y;
        double ratio = touch.friction / touch.normal;
        // A new contact begins in the sliding state.
        if (isinf(began) && touch.slides && t > 0.5) {
            began = t;
            turning->limit = vlTangent(angle);
        }
        if (isinf(began)) {
            turning->slipped = slip;
        }
        if (t > began + 0.05) {
            turning->weakest = fmin(turning->weakest, ratio);
            turning->strongest = fmax(turning->strongest, ratio);
        }
        VL_CSV_ROW(csv, t, vlTangent(angle), touch.normal, touch.friction, slip, touch.slides);
        vlSeries_Add(found, vlTangent(angle), ratio);
        vlSeries_Add(needed, vlTangent(angle), fmin(vlTangent(angle), MU));
    }
    int failed = vlExperiment_FailIf(ctx, result, scene.world, "pushing at an angle");
    vlWorld_Destroy(scene.world);
    return failed;
}

static int runPush(vlExperimentContext* ctx)
{
    vlFigure* figure = vlExperiment_OpenFigure(ctx, "push", "A tool pushes a block of 50 g");
    vlPanel* force = vlFigure_AddPanel(figure, &(vlPanelDef){.title = "Straight on",
                                                             .xLabel = "time (s)",
                                                             .yLabel = "force on the tool (N)",
                                                             .xMax = STRAIGHT,
                                                             .yMax = 0.35});
    vlPanel* ratio =
        vlFigure_AddPanel(figure, &(vlPanelDef){.title = "Turning",
                                                .xLabel = "tangent of the push's angle to the face",
                                                .yLabel = "friction over normal force",
                                                .xMax = 0.45,
                                                .yMax = 0.5});
    vlSeries* pushed = vlPanel_AddSeries(force, "push", VL_SERIES_LINE);
    vlSeries* weight = vlPanel_AddSeries(force, "μ m g", VL_SERIES_REFERENCE);
    vlSeries* found = vlPanel_AddSeries(ratio, "found", VL_SERIES_LINE);
    vlSeries* needed = vlPanel_AddSeries(ratio, "to stick, up to μ₀", VL_SERIES_REFERENCE);
    vlSeries_Add(weight, 0.0, MU * MASS * GRAVITY);
    vlSeries_Add(weight, STRAIGHT, MU * MASS * GRAVITY);
    Straight straight;
    Turning turning;
    if (pushStraight(ctx,
                     vlExperiment_OpenCsv(ctx, "straight",
                                          "t_s,tool_speed_m_per_s,x_m,speed_m_per_s,force_N"),
                     pushed, &straight) != 0 ||
        pushTurning(
            ctx,
            vlExperiment_OpenCsv(ctx, "turning", "t_s,tan_angle,normal_N,friction_N,slip_m,slides"),
            found, needed, &turning) != 0) {
        return 1;
    }
    double weightForce = MU * MASS * GRAVITY;
    vlExperiment_WithinPercent(ctx, "straight: smallest force, N", straight.weakest, weightForce,
                               3.0);
    vlExperiment_WithinPercent(ctx, "straight: largest force, N", straight.strongest, weightForce,
                               3.0);
    vlExperiment_Below(ctx, "straight: block and tool differ by, m/s", straight.lag, 1e-6);
    vlExperiment_Below(ctx, "straight: block turns by, degrees", straight.turn / DEGREE, 0.01);
    vlExperiment_WithinPercent(ctx, "straight: coasts after the stop, mm", 1e3 * straight.coast,
                               1e3 * SPEED * SPEED / (2.0 * MU * GRAVITY), 3.0);
    vlExperiment_WithinPercent(ctx, "turning: slides from tan(angle)", turning.limit, MU, 3.0);
    vlExperiment_Below(ctx, "turning: slipped until then, um", 1e6 * turning.slipped, 10.0);
    vlExperiment_WithinPercent(ctx, "turning: smallest friction when sliding, of normal force",
                               turning.weakest, MU_SLIDING, 3.0);
    vlExperiment_WithinPercent(ctx, "turning: largest friction when sliding, of normal force",
                               turning.strongest, MU_SLIDING, 3.0);
    return 0;
}

const vlExperiment vlExperiment_Push = {
    "push", "Pushing a free block",
    "A moved tool pushes a free block, which sticks to it up to the limit of static friction.",
    runPush};
