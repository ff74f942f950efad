// SPDX-License-Identifier: MIT
// Claim: a hand that pushes, drags or throws against a free block through a held tool feels
// Coulomb's law and nothing else: the block does not move until the push is mu0 times its weight
// and then follows, is dragged along from above until the pull is mu0 times the press, and gets
// exactly the momentum that the hand gave.
// Figure: ours: push felt and positions over time; pull over press felt while dragging; momentum.
// Set-up: a sigma.7 (simulated, held firmly by a hand) holds a tool of 20 x 20 x 10 mm and 10 g by
// a coupling of 200 N/m and 0.6 N m/rad; block of 40 x 80 x 20 mm and 50 g; k = 1e5 N/m, mu0 = 0.4,
// mu = 0.3; step 1 ms, implicit. Push: tool smooth, table rough; the hand moves up to the block's
// side, presses harder and harder, then pushes on at up to 0.14 m/s. Drag: tool rough, table
// smooth; a spring of 200 N/m holds the block back; the hand presses the tool onto it with 2 N and
// pulls slowly. Let go: no weight, no table, tool and block rough; the hand accelerates the tool to
// 0.3 m/s and lets go of it before it hits the block off its middle.
// Criteria: the push felt when the block has begun to move (20 um) is mu0 m g +- 3%; then the mean
// push felt about the middle of the path, where the speed is even, is mu m g +- 3%, and the block
// follows the tool to 20 um (push over stiffness: 2 um). Pull over press felt when the tool begins
// to slip on the block (30 um) is mu0 +- 3%; up to 95% of that ratio it slips by less than twice
// the stretch of the friction spring. The hand feels exactly what moves the tool and what it
// touches, to 1e-9 N. The momentum of tool and block is the sum of what the hand gave, and after
// the hand let go momentum and angular momentum are constant, to 1e-12 of the bodies' own.

#include <math.h>

#include "experiments/held.h"
#include "experiments/measure.h"
#include "experiments/registry.h"
#include "models/body_model.h"

#define GRAVITY 9.8
#define STEP 1e-3
#define STIFFNESS 1e5
#define TOOL_MASS 0.01
#define MASS 0.05
#define MU_STATIC 0.4
#define MU 0.3
#define GAP 5e-3     // m, from the tool to the block
#define MOVED 2e-5   // m: the block has begun to move
#define SLIPPED 3e-5 // m: the tool has begun to slip
// s, times of the push
#define PUSHING 3.0
#define EVEN_FROM 3.8
#define EVEN_TO 4.2
#define PUSHED 5.5
#define GAUGE 200.0 // N/m, holds the block back
#define PRESS 2.0   // N
// s, times of the drag
#define PRESSED 1.0
#define DRAGGED 5.0
// s, times of the throw
#define LET_GO 0.3
#define THROWN 1.2

static const vlVec3 blockSize = {0.04, 0.08, 0.02};
static const vlVec3 toolSize = {0.02, 0.02, 0.01};

typedef struct Scene {
    vlWorld* world;
    vlBodyId block;
    vlHeld held;
    vlVec3 tool0, block0; // m, where they began
} Scene;

// What differs between the three runs.
typedef struct Plan {
    double onTable, onTool; // mu0; mu is less by MU / MU_STATIC
    double gravity;
    bool hasTable;
    vlVec3 tool; // where it begins; the block's centre is on the z axis
    const vlMotionKey* keys;
    int keyCount;
} Plan;

static vlSurface surfaceOf(double muStatic)
{
    vlSurface surface = vlDefaultSurface();
    surface.stiffnessN = STIFFNESS;
    surface.frictionStatic = muStatic;
    surface.frictionDynamic = muStatic * MU / MU_STATIC;
    return surface;
}

static vlResult addBox(vlWorld* world, vlVec3 size, double mass, vlMaterialId material, vlVec3 at,
                       vlBodyId* body)
{
    vlBodyDef def = vlDefaultBodyDef();
    def.material = material;
    def.mass = mass;
    def.pose = vlModel_At(at.x, at.y, at.z);
    vlResult result = vlShape_CreateBox(NULL, vlScale(size, 0.5), &def.shape, NULL, 0);
    if (result == VL_OK) {
        result = vlWorld_CreateBody(world, &def, body);
        vlShape_Release(def.shape);
    }
    return result;
}

static vlResult takeTool(const Plan* plan, vlBodyId tool, Scene* scene)
{
    vlSimulatedDeviceDef device;
    vlResult result = vlHeld_Firmly(plan->keys, plan->keyCount, &device);
    vlCouplingDef coupling = vlDefaultCouplingDef();
    coupling.body = tool;
    coupling.grasp.p.z = -0.5 * toolSize.z; // pulled in the plane in which it slides
    vlVec3 gravity = vlVec(0.0, 0.0, -plan->gravity);
    return result == VL_OK ? vlHeld_Take(scene->world, gravity, &device, &coupling, &scene->held)
                           : result;
}

static vlResult build(const Plan* plan, Scene* scene)
{
    vlWorldDef def = vlDefaultWorldDef();
    def.step = STEP;
    def.gravity = vlVec(0.0, 0.0, -plan->gravity);
    def.integrator = VL_INTEGRATOR_IMPLICIT;
    def.capacity.materials = 3;
    def.surface = surfaceOf(plan->onTable);
    vlSurface onTool = surfaceOf(plan->onTool);
    vlMaterialId wood = {0}, steel = {0};
    vlBodyId table, tool = {0};
    *scene = (Scene){.tool0 = plan->tool, .block0 = vlVec(0.0, 0.0, 0.5 * blockSize.z)};
    vlResult result = vlWorld_Create(&def, &scene->world, NULL, 0);
    result = result == VL_OK ? vlWorld_CreateMaterial(scene->world, &wood) : result;
    result = result == VL_OK ? vlWorld_CreateMaterial(scene->world, &steel) : result;
    result = result == VL_OK ? vlWorld_SetSurface(scene->world, wood, steel, &onTool) : result;
    if (plan->hasTable && result == VL_OK) {
        result = vlModel_AddFloor(scene->world, &table);
    }
    result = result == VL_OK
                 ? addBox(scene->world, blockSize, MASS, wood, scene->block0, &scene->block)
                 : result;
    result = result == VL_OK ? addBox(scene->world, toolSize, TOOL_MASS, steel, plan->tool, &tool)
                             : result;
    return result == VL_OK ? takeTool(plan, tool, scene) : result;
}

static void closeScene(Scene* scene)
{
    vlHeld_Close(&scene->held);
    vlWorld_Destroy(scene->world);
}

// Measurements after a tick.
typedef struct Look {
    vlVec3 tool, block; // m, distance since the start
    vlVec3 felt;        // N
    double amiss;       // N, error of the force felt
} Look;

static Look lookAt(const Scene* scene)
{
    return (Look){
        vlSub(vlReading_Read(scene->world, scene->held.tool).centre, scene->tool0),
        vlSub(vlReading_Read(scene->world, scene->block).centre, scene->block0),
        vlRenderer_GetReport(scene->held.renderer).felt.force,
        vlLength(vlHeld_Imbalance(&scene->held).force),
    };
}

static int push(vlExperimentContext* ctx, vlPanel* force, vlPanel* place)
{
    const vlMotionKey keys[] = {{0.2, vlIdentityPose()},
                                {0.8, vlModel_At(GAP - 5e-4, 0.0, 0.0)},
                                {PUSHING, vlModel_At(GAP + 2e-3, 0.0, 0.0)},
                                {5.0, vlModel_At(GAP + 0.15, 0.0, 0.0)}};
    double x = -0.5 * (blockSize.x + toolSize.x) - GAP;
    Plan plan = {MU_STATIC, 0.0, GRAVITY, true, vlVec(x, 0.0, 0.5 * blockSize.z), keys, 4};
    Scene scene;
    vlResult result = build(&plan, &scene);
    vlCsv* csv = vlExperiment_OpenCsv(ctx, "push", "t_s,push_N,tool_mm,block_mm");
    vlSeries* felt = vlPanel_AddSeries(force, "push felt", VL_SERIES_LINE);
    vlSeries* toolWay = vlPanel_AddSeries(place, "tool", VL_SERIES_LINE);
    vlSeries* blockWay = vlPanel_AddSeries(place, "block", VL_SERIES_DASHED);
    double breaking = 0.0, even = 0.0, amiss = 0.0, nearest = HUGE_VAL, farthest = 0.0;
    double way = 0.0;
    bool hasMoved = false;
    int evenTicks = 0;
    for (int i = 1; i <= (int)lround(PUSHED / STEP) && result == VL_OK; ++i) {
        double t = i * STEP;
        result = vlHeld_Tick(&scene.held, t);
        Look look = lookAt(&scene);
        double pushed = -look.felt.x, lead = look.tool.x - look.block.x;
        way = look.block.x;
        hasMoved = hasMoved || way > MOVED;
        breaking = hasMoved ? breaking : fmax(breaking, pushed);
        if (hasMoved) {
            nearest = fmin(nearest, lead);
            farthest = fmax(farthest, lead);
        }
        if (t > EVEN_FROM && t < EVEN_TO) {
            even += pushed;
            ++evenTicks;
        }
        amiss = fmax(amiss, look.amiss);
        VL_CSV_ROW(csv, t, pushed, 1e3 * look.tool.x, 1e3 * look.block.x);
        vlSeries_Add(felt, t, pushed);
        vlSeries_Add(toolWay, t, 1e3 * (look.tool.x - GAP));
        vlSeries_Add(blockWay, t, 1e3 * look.block.x);
    }
    double weight = MASS * GRAVITY;
    int failed = vlExperiment_FailIf(ctx, result, scene.world, "pushing the block");
    closeScene(&scene);
    vlExperiment_WithinPercent(ctx, "push: felt when the block begins to move, N", breaking,
                               MU_STATIC * weight, 3.0);
    vlExperiment_WithinPercent(ctx, "push: mean felt while it slides, N", even / evenTicks,
                               MU * weight, 3.0);
    vlExperiment_Below(ctx, "push: gap between block and tool changes by, um",
                       1e6 * (farthest - nearest), 20.0);
    vlExperiment_Above(ctx, "push: distance of the block, mm", 1e3 * way, 100.0);
    vlExperiment_Below(ctx, "push: force felt minus force that moved the tool, N", amiss, 1e-9);
    return failed;
}

static vlResult addGauge(const Scene* scene)
{
    vlSpringDef def = vlDefaultSpringDef();
    vlSpringId gauge;
    def.bodyB = scene->block;
    def.pointB = vlVec(0.0, 0.0, 0.5 * blockSize.z); // in the plane of the pull
    def.pointA = vlVec(0.0, 0.0, blockSize.z);
    def.stiffness = GAUGE;
    return vlWorld_CreateSpring(scene->world, &def, &gauge);
}

static int drag(vlExperimentContext* ctx, vlPanel* panel)
{
    vlSimulatedDeviceDef device;
    vlMotionKey keys[] = {
        {0.2, vlIdentityPose()}, {PRESSED, vlIdentityPose()}, {DRAGGED, vlIdentityPose()}};
    vlResult result = vlHeld_Firmly(keys, 3, &device);
    double kc = vlDefaultCouplingDef().stiffness;
    double down = -GAP - PRESS * (1.0 / vlHeld_Stiffness(&device) + 1.0 / kc);
    keys[1].pose.p = vlVec(0.0, 0.0, down);
    keys[2].pose.p = vlVec(0.015, 0.0, down);
    Plan plan = {
        0.0,  MU_STATIC, GRAVITY, true, vlVec(0.0, 0.0, blockSize.z + 0.5 * toolSize.z + GAP),
        keys, 3};
    Scene scene = {0};
    result = result == VL_OK ? build(&plan, &scene) : result;
    result = result == VL_OK ? addGauge(&scene) : result;
    vlCsv* csv = vlExperiment_OpenCsv(ctx, "drag", "t_s,pull_N,press_N,tool_mm,block_mm");
    vlSeries* felt = vlPanel_AddSeries(panel, "pull over press felt", VL_SERIES_LINE);
    double limit = 0.0, held = 0.0, amiss = 0.0, spring = 0.0;
    bool slips = false;
    for (int i = 1; i <= (int)lround(DRAGGED / STEP) && result == VL_OK; ++i) {
        double t = i * STEP;
        result = vlHeld_Tick(&scene.held, t);
        Look look = lookAt(&scene);
        double press = look.felt.z + TOOL_MASS * GRAVITY, pull = -look.felt.x;
        double slip = look.tool.x - look.block.x;
        if (t > PRESSED + 0.2) {
            slips = slips || slip > SLIPPED;
            limit = slips ? limit : fmax(limit, pull / press);
            if (!slips && pull < 0.95 * MU_STATIC * press) {
                held = fmax(held, slip);
                spring = fmax(spring, pull / STIFFNESS);
            }
            vlSeries_Add(felt, t, pull / press);
        }
        amiss = fmax(amiss, look.amiss);
        VL_CSV_ROW(csv, t, pull, press, 1e3 * look.tool.x, 1e3 * look.block.x);
    }
    int failed = vlExperiment_FailIf(ctx, result, scene.world, "dragging the block");
    closeScene(&scene);
    vlExperiment_WithinPercent(ctx, "drag: pull over press when the tool slips", limit, MU_STATIC,
                               3.0);
    vlExperiment_Below(ctx, "drag: slip before, over the yielding of friction", held / spring, 2.0);
    vlExperiment_Below(ctx, "drag: force felt minus force that moved the tool, N", amiss, 1e-9);
    return failed;
}

// Momentum of tool and block, angular about the origin, and the sums of magnitudes.
typedef struct Momentum {
    vlVec3 linear, angular, tool;
    double linearSize, angularSize;
} Momentum;

static Momentum momentumOf(const Scene* scene)
{
    const vlBodyId bodies[2] = {scene->held.tool, scene->block};
    const double masses[2] = {TOOL_MASS, MASS};
    Momentum sum = {0};
    for (int i = 0; i < 2; ++i) {
        vlReading m = vlReading_Read(scene->world, bodies[i]);
        vlVec3 linear = vlScale(m.twist.linear, masses[i]);
        vlVec3 angular = vlAdd(m.momentum, vlCross(m.centre, linear));
        sum.tool = i == 0 ? linear : sum.tool;
        sum.linear = vlAdd(sum.linear, linear);
        sum.angular = vlAdd(sum.angular, angular);
        sum.linearSize += vlLength(linear);
        sum.angularSize += vlLength(m.momentum) + vlLength(vlCross(m.centre, linear));
    }
    return sum;
}

static int letGo(vlExperimentContext* ctx, vlPanel* panel)
{
    const vlMotionKey keys[] = {{0.0, vlIdentityPose()}, {0.6, vlModel_At(0.1, 0.0, 0.0)}};
    Plan plan = {0.0, MU_STATIC, 0.0, false, vlVec(-0.15, 0.03, 0.5 * blockSize.z), keys, 2};
    Scene scene;
    vlResult result = build(&plan, &scene);
    vlCsv* csv = vlExperiment_OpenCsv(ctx, "let_go", "t_s,tool_Ns,block_Ns,sum_Ns,given_Ns");
    vlSeries* tool = vlPanel_AddSeries(panel, "tool", VL_SERIES_LINE);
    vlSeries* block = vlPanel_AddSeries(panel, "block", VL_SERIES_LINE);
    vlSeries* both = vlPanel_AddSeries(panel, "both", VL_SERIES_DASHED);
    vlVec3 given = vlZero();
    vlTwist thrown = vlModel_AtRest();
    Momentum atLast = {0};
    double linear = 0.0, angular = 0.0, unpaid = 0.0;
    for (int i = 1; i <= (int)lround(THROWN / STEP) && result == VL_OK; ++i) {
        double t = i * STEP;
        result = vlHeld_Tick(&scene.held, t);
        given = vlMulAdd(given, -STEP, lookAt(&scene).felt);
        Momentum now = momentumOf(&scene);
        unpaid = fmax(unpaid, vlLength(vlSub(now.linear, given)));
        if (i == (int)lround(LET_GO / STEP)) {
            vlRenderer_Release(scene.held.renderer);
            atLast = now;
        } else if (t > LET_GO) {
            linear = fmax(linear, vlLength(vlSub(now.linear, atLast.linear)) / now.linearSize);
            angular = fmax(angular, vlLength(vlSub(now.angular, atLast.angular)) / now.angularSize);
        }
        vlVec3 rest = vlSub(now.linear, now.tool);
        thrown = vlReading_Read(scene.world, scene.block).twist;
        VL_CSV_ROW(csv, t, now.tool.x, rest.x, now.linear.x, given.x);
        vlSeries_Add(tool, t, 1e3 * now.tool.x);
        vlSeries_Add(block, t, 1e3 * rest.x);
        vlSeries_Add(both, t, 1e3 * now.linear.x);
    }
    int failed = vlExperiment_FailIf(ctx, result, scene.world, "throwing the tool");
    closeScene(&scene);
    vlExperiment_Below(ctx, "let go: change of momentum, of its size", linear, 1e-12);
    vlExperiment_Below(ctx, "let go: change of angular momentum, of its size", angular, 1e-12);
    vlExperiment_Below(ctx, "let go: momentum minus what the hand gave, of its size",
                       unpaid / vlLength(given), 1e-12);
    vlExperiment_Above(ctx, "let go: speed of the block at the end, mm/s",
                       1e3 * vlLength(thrown.linear), 20.0);
    vlExperiment_Above(ctx, "let go: spin of the block at the end, rad/s", vlLength(thrown.angular),
                       0.5);
    return failed;
}

static void level(vlPanel* panel, const char* label, double from, double to, double y)
{
    vlSeries* series = vlPanel_AddSeries(panel, label, VL_SERIES_REFERENCE);
    vlSeries_Add(series, from, y);
    vlSeries_Add(series, to, y);
}

static int runPushBlock(vlExperimentContext* ctx)
{
    vlFigure* figure =
        vlExperiment_OpenFigure(ctx, "push_block", "A hand moves a block of 50 g with a tool");
    vlPanelDef def = {.title = "Push", .yLabel = "push felt (N)", .xMax = PUSHED};
    vlPanel* force = vlFigure_AddPanel(figure, &def);
    def = (vlPanelDef){.xLabel = "time (s)", .yLabel = "distance (mm)", .xMax = PUSHED};
    vlPanel* place = vlFigure_AddPanel(figure, &def);
    def = (vlPanelDef){.title = "Drag from above",
                       .xLabel = "time (s)",
                       .yLabel = "pull over press",
                       .xMin = PRESSED,
                       .xMax = DRAGGED,
                       .yMax = 0.5};
    vlPanel* ratio = vlFigure_AddPanel(figure, &def);
    def = (vlPanelDef){.title = "Throw, let go at 0.3 s",
                       .xLabel = "time (s)",
                       .yLabel = "momentum (mN s)",
                       .xMax = THROWN};
    vlPanel* momentum = vlFigure_AddPanel(figure, &def);
    int failed = push(ctx, force, place) != 0 || drag(ctx, ratio) != 0 || letGo(ctx, momentum) != 0;
    level(force, "μ₀ m g and μ m g", 0.0, PUSHED, MU_STATIC * MASS * GRAVITY);
    level(force, "", 0.0, PUSHED, MU * MASS * GRAVITY);
    level(ratio, "μ₀ and μ", PRESSED, DRAGGED, MU_STATIC);
    level(ratio, "", PRESSED, DRAGGED, MU);
    return failed;
}

const vlExperiment vlExperiment_PushBlock = {
    "push-block", "A hand pushes, drags and throws against a free block",
    "Through a held tool the hand feels a free block as Coulomb's law says, and gives it momentum.",
    runPushBlock};
