// SPDX-License-Identifier: MIT
// The table of laws, and the calls that take a law from it.

#include "volar/law.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "law/law_rows.h"

static const vlLaw* const laws[] = {
    &vlWallZoh,         &vlWallPredictor,  &vlWallSeh,     &vlWallCorrected,
    &vlWallPi,          &vlWallHysteretic, &vlWallPulse,   &vlFrictionClassical,
    &vlFrictionKarnopp, &vlFrictionDahl,   &vlFrictionPad, &vlFrictionReset,
};

int vlLaw_GetCount(void)
{
    return VL_LAW_COUNT(laws);
}

const vlLaw* vlLaw_Get(int i)
{
    return i >= 0 && i < VL_LAW_COUNT(laws) ? laws[i] : NULL;
}

const vlLaw* vlLaw_Find(const char* name)
{
    for (int i = 0; name != NULL && i < VL_LAW_COUNT(laws); ++i) {
        if (strcmp(laws[i]->name, name) == 0) {
            return laws[i];
        }
    }
    return NULL;
}

vlLawChoice vlLaw_Choose(const vlLaw* law)
{
    vlLawChoice choice = {.law = law};
    for (int i = 0; law != NULL && i < law->parameterCount; ++i) {
        choice.parameter[i] = law->parameters[i].usual;
    }
    return choice;
}

static void say(char* message, size_t size, const char* format, va_list arguments)
{
    if (message != NULL && size > 0) {
        vsnprintf(message, size, format, arguments);
    }
}

vlResult vlLaw_Refuse(char* message, size_t size, const char* format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(message, size, format, arguments);
    va_end(arguments);
    return VL_ERROR_UNSTABLE;
}

static vlResult refuseArgument(char* message, size_t size, const char* format, ...)
    __attribute__((format(printf, 3, 4)));

static vlResult refuseArgument(char* message, size_t size, const char* format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(message, size, format, arguments);
    va_end(arguments);
    return VL_ERROR_ARGUMENT;
}

static int findParameter(const vlLaw* law, const char* name)
{
    for (int i = 0; law != NULL && i < law->parameterCount; ++i) {
        if (strcmp(law->parameters[i].name, name) == 0) {
            return i;
        }
    }
    return -1;
}

// Is the value in its range? A comparison with NaN is false.
static vlResult checkRange(const vlLaw* law, int i, double value, char* message, size_t size)
{
    const vlLawParameter* parameter = &law->parameters[i];
    if (value >= parameter->least && value <= parameter->most) {
        return VL_OK;
    }
    return refuseArgument(message, size, "%s of the law %s is %g %s; expected %g to %g %s",
                          parameter->name, law->name, value, parameter->unit, parameter->least,
                          parameter->most, parameter->unit);
}

vlResult vlLaw_Set(vlLawChoice* choice, const char* name, double value, char* message,
                   size_t messageSize)
{
    if (choice->law == NULL) {
        return refuseArgument(message, messageSize, "there is no law whose %s could be set", name);
    }
    int i = findParameter(choice->law, name);
    if (i < 0) {
        char list[256] = "";
        size_t used = 0;
        for (int k = 0; k < choice->law->parameterCount && used < sizeof list; ++k) {
            int written = snprintf(list + used, sizeof list - used, "%s%s", k > 0 ? ", " : "",
                                   choice->law->parameters[k].name);
            used += written > 0 ? (size_t)written : 0;
        }
        return refuseArgument(message, messageSize,
                              "the law %s has no parameter \"%s\"; expected one of: %s",
                              choice->law->name, name, list);
    }
    vlResult result = checkRange(choice->law, i, value, message, messageSize);
    if (result == VL_OK) {
        choice->parameter[i] = value;
    }
    return result;
}

double vlLaw_GetParameter(const vlLawChoice* choice, const char* name, double otherwise)
{
    int i = findParameter(choice->law, name);
    return i >= 0 ? choice->parameter[i] : otherwise;
}

vlResult vlLaw_Check(const vlLawChoice* choice, const vlLawLoad* load, char* message,
                     size_t messageSize)
{
    const vlLaw* law = choice->law;
    for (int i = 0; law != NULL && i < law->parameterCount; ++i) {
        vlResult result = checkRange(law, i, choice->parameter[i], message, messageSize);
        if (result != VL_OK) {
            return result;
        }
    }
    if (!(load->step > 0.0) || !(load->mass > 0.0) || load->contacts < 1 || !(load->force >= 0.0)) {
        return refuseArgument(
            message, messageSize,
            "the load of a law has step %g s, mass %g kg, %d contacts, force %g N; "
            "expected step and mass > 0, contacts >= 1, force >= 0",
            load->step, load->mass, load->contacts, load->force);
    }
    if (law == NULL || law->check == NULL) {
        return VL_OK;
    }
    return law->check(choice->parameter, load, message, messageSize);
}

vlLawOutput vlLaw_Evaluate(const vlLawChoice* choice, vlLawState* state, const vlLawInput* input)
{
    if (choice->law == NULL) {
        return (vlLawOutput){0.0, false};
    }
    return choice->law->evaluate(choice->parameter, state->memory, input);
}

double vlLaw_GetStiffness(const vlLawChoice* choice)
{
    return choice->law != NULL ? choice->law->stiffness(choice->parameter) : 0.0;
}

vlLawEnergy vlLaw_GetEnergy(const vlLawChoice* choice, const vlLawLoad* load)
{
    return choice->law != NULL ? choice->law->energy(choice->parameter, load) : VL_LAW_KEEPS;
}

double vlLaw_Swing(double stiffness, const vlLawLoad* load)
{
    return sqrt(stiffness * load->contacts / load->mass) * load->step;
}

vlResult vlLaw_CheckWall(double stiffness, double damping, const vlLawLoad* load, char* message,
                         size_t size)
{
    double least = stiffness * load->contacts * load->step * load->step /
                   (VL_MAX_SWING * VL_MAX_SWING); // of the mass
    if (load->mass < least) {
        return vlLaw_Refuse(
            message, size,
            "a wall of %g N/m on %g kg (contacts: n = %d) turns by w T = %.3g in a step "
            "of %g s; the window is w T <= %g, which needs at most %.4g N/m or at "
            "least %.4g kg",
            stiffness, load->mass, load->contacts, vlLaw_Swing(stiffness, load), load->step,
            VL_MAX_SWING, stiffness * load->mass / least, least);
    }
    if (damping * load->contacts * load->step >= load->mass) {
        return vlLaw_Refuse(
            message, size,
            "a wall's damping of %g N s/m on %g kg (contacts: n = %d) is outside its "
            "window: n B T < m, below %.4g N s/m at a step of %g s",
            damping, load->mass, load->contacts, load->mass / (load->contacts * load->step),
            load->step);
    }
    return VL_OK;
}

double vlWall_Stiffness(const double* p)
{
    return p[0];
}

vlResult vlWall_CheckSpring(const double* p, const vlLawLoad* load, char* message, size_t size)
{
    return vlLaw_CheckWall(p[0], 0.0, load, message, size);
}

vlResult vlWall_CheckDamped(const double* p, const vlLawLoad* load, char* message, size_t size)
{
    return vlLaw_CheckWall(p[0], p[1], load, message, size);
}

vlLawEnergy vlFriction_Loses(const double* p, const vlLawLoad* load)
{
    (void)p;
    (void)load;
    return VL_LAW_LOSES;
}

vlResult vlLaw_CheckStick(double stiffness, double damping, const vlLawLoad* load, char* message,
                          size_t size)
{
    double low = 0.5 * stiffness * load->step;
    double high = 2.0 * load->mass / (load->contacts * load->step);
    if (damping < low || damping >= high) {
        return vlLaw_Refuse(
            message, size,
            "friction that holds by %g N/m with damping %g N s/m on %g kg (contacts: n = %d) "
            "is outside its window: K T/2 <= B < 2 m/(n T), %.4g to %.4g "
            "N s/m at a step of %g s",
            stiffness, damping, load->mass, load->contacts, low, high, load->step);
    }
    return VL_OK;
}
