// A wall of your own in the planar world: rubber, which gets harder the deeper it is pressed.
#include <math.h>
#include <stdio.h>
#include <volar/volar.h>

enum { STIFFNESS, HARDENING };

static const vlLawParameter parameters[] = {
    {"stiffness", "N/m", "at small depth", 0.0, 1e6, 2000.0},
    {"hardening", "1/m", "how fast it gets harder", 0.0, 1e4, 200.0},
};

// The law itself: the force of rubber as a function of depth.
static double force(const double* p, double depth)
{
    return p[STIFFNESS] * depth * (1.0 + p[HARDENING] * depth);
}

// Sampled by predictor and corrector, so that it gives no energy; it needs four numbers of memory.
static vlLawOutput evaluate(const double* p, double* memory, const vlLawInput* input)
{
    return (vlLawOutput){vlLaw_PredictCorrect(force, p, memory, input), false};
}

static double stiffness(const double* p)
{
    return p[STIFFNESS];
}

static vlLawEnergy energy(const double* p, const vlLawLoad* load)
{
    (void)p;
    (void)load;
    return VL_LAW_KEEPS;
}

// Stable while its spring swings by at most half a radian in a step.
static vlResult check(const double* p, const vlLawLoad* load, char* message, size_t size)
{
    double swing = load->step * sqrt(load->contacts * p[STIFFNESS] / load->mass);
    if (swing > 0.5) {
        snprintf(message, size, "rubber: w T is %.2f; the window is w T <= 0.5", swing);
        return VL_ERROR_UNSTABLE;
    }
    return VL_OK;
}

static const vlLaw rubber = {
    .name = "rubber",
    .title = "rubber",
    .about = "a spring that gets harder with depth",
    .family = VL_LAW_WALL,
    .parameterCount = 2,
    .parameters = parameters,
    .memorySize = 4,
    .restitution = -1, // no impact: the contact begins softly
    .isEarly = true,   // vlLaw_PredictCorrect wants to see the approach
    .evaluate = evaluate,
    .stiffness = stiffness,
    .energy = energy,
    .check = check,
};

int main(void)
{
    vlWorld2Def def = vlDefaultWorld2Def(); // steps of 2 ms, no gravity
    vlBody2Def wall = vlDefaultBody2Def();
    vlBody2Def ball = vlDefaultBody2Def(); // 1 kg
    vlWorld2* world = NULL;
    vlBody2Id id;
    vlTwist2 twist = {{0.0, 0.0}, 0.0};
    char message[400] = "";
    def.surface.wall = vlLaw_Choose(&rubber);
    def.surface.friction.law = NULL;
    wall.type = VL_BODY_STATIC;
    wall.polygon = vlPolygon_Box(1.0, 0.1);
    wall.pose.p.y = -0.05;
    ball.polygon = vlPolygon_Box(0.1, 0.1);
    ball.pose.p.y = 0.1;
    ball.velocity.linear.y = -0.5;
    bool ok = vlWorld2_Create(&def, &world, message, sizeof message) == VL_OK &&
              vlWorld2_CreateBody(world, &wall, &id) == VL_OK &&
              vlWorld2_CreateBody(world, &ball, &id) == VL_OK;
    double peak = 0.0;
    for (int i = 0; ok && i < 300; ++i) {
        vlWrench2 wrench = {{0.0, 0.0}, 0.0};
        ok = vlWorld2_Step(world) == VL_OK && vlBody2_GetContactWrench(world, id, &wrench) == VL_OK;
        peak = fmax(peak, wrench.force.y);
    }
    ok = ok && vlBody2_GetTwist(world, id, &twist) == VL_OK;
    if (!ok) {
        printf("%s\n", world != NULL ? vlWorld2_GetMessage(world) : message);
        return 1;
    }
    vlLedger2 ledger = vlWorld2_GetLedger(world);
    printf("in at 0.5 m/s, out at %.4f m/s, peak %.1f N, wall %+.5f J\n", twist.linear.y, peak,
           ledger.walls);
    vlWorld2_Destroy(world);
    return twist.linear.y > 0.45 && twist.linear.y <= 0.5 ? 0 : 1;
}
