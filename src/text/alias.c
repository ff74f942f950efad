// SPDX-License-Identifier: MIT
#include "text/alias.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <strings.h>

#include "base/spelling.h"

// Words of URDF, SDF, MJCF and other engines. A row applies only where its name is known, so a word
// may have several rows.
static const struct {
    const char* word;
    const char* name;
    const char* how;
} aliases[] = {
    // types of joints
    {"revolute", "hinge", ""},
    {"rotary", "hinge", ""},
    {"continuous", "hinge", ", without limits"},
    {"pivot", "hinge", ""},
    {"pin", "hinge", ""},
    {"prismatic", "slider", ""},
    {"linear", "slider", ""},
    {"translational", "slider", ""},
    {"spherical", "ball", ""},
    {"socket", "ball", ""},
    {"ball-and-socket", "ball", ""},
    {"weld", "fixed", ""},
    {"rigid", "fixed", ""},
    {"lock", "fixed", ""},
    {"cardan", "universal", ""},
    {"hooke", "universal", ""},
    {"plane", "planar", ""},
    {"rod", "distance", ""},
    {"rope", "distance", ", with limits"},
    {"spring", "bushing", ""},
    {"6dof", "bushing", ""},
    {"generic", "bushing", ""},
    // kinds of shapes
    {"plane", "halfspace", ""},
    {"ground", "halfspace", ""},
    {"half-space", "halfspace", ""},
    {"cube", "box", ""},
    {"cuboid", "box", ""},
    {"ball", "sphere", ""},
    {"ellipsoid", "hull", ", of points on it"},
    {"convex", "hull", ""},
    {"polytope", "hull", ""},
    {"polyhedron", "faces", ""},
    {"trimesh", "mesh", ""},
    {"union", "compound", ""},
    {"group", "compound", ""},
    // bodies
    {"links", "bodies", ""},
    {"objects", "bodies", ""},
    {"constraints", "joints", ""},
    {"haptics", "devices", ""},
    {"geometry", "shape", ""},
    {"geom", "shape", ""},
    {"collision", "shape", ""},
    {"translation", "position", ""},
    {"origin", "position", ""},
    {"orientation", "rotation", ""},
    {"quat", "quaternion", ""},
    {"rpy", "euler", ""},
    {"angle", "degrees", ""},
    {"weight", "mass", ""},
    {"color", "colour", ""},
    {"rgba", "colour", ""},
    {"omega", "angular-velocity", ""},
    {"center", "centre", ""},
    {"free", "dynamic", ""},
    {"fixed", "static", ""},
    {"immovable", "static", ""},
    {"animated", "kinematic", ""},
    {"extents", "size", ""},
    {"dimensions", "size", ""},
    {"half-extents", "size", ", the whole length of each edge"},
    {"length", "height", ""},
    {"diameter", "radius", ", half of it"},
    {"filename", "file", ""},
    {"vertices", "points", ""},
    {"triangles", "faces", ""},
    // joints
    {"parent", "a", ""},
    {"child", "b", ""},
    {"anchor", "at", ""},
    {"pivot", "at", ""},
    {"limit", "limits", ""},
    {"range", "limits", ""},
    {"frictionloss", "friction", ""},
    // the world and surfaces
    {"solver", "integrator", ""},
    {"method", "integrator", ""},
    {"g", "gravity", ""},
    {"dt", "step", ""},
    {"timestep", "step", ""},
    {"time-step", "step", ""},
    {"mu", "friction", ""},
    {"mu-s", "friction-static", ""},
    {"static-friction", "friction-static", ""},
    {"mu-d", "friction-dynamic", ""},
    {"mu-k", "friction-dynamic", ""},
    {"kinetic-friction", "friction-dynamic", ""},
    {"dynamic-friction", "friction-dynamic", ""},
    {"backward-euler", "implicit", ""},
    {"explicit", "euler", ""},
    {"semi-implicit", "euler", ""},
    {"symplectic", "euler", ""},
    {"runge-kutta", "rk4", ""},
    // devices
    {"preset", "address", ""},
    {"backend", "device", ""},
    {"tool", "holds", ""},
};

// Words are compared without regard to case, and `_` is as good as `-`.
static bool isWord(const char* text, const char* word)
{
    for (; *text != '\0' && *word != '\0'; ++text, ++word) {
        char letter = *text == '_' ? '-' : *text;
        if (strncasecmp(&letter, word, 1) != 0) {
            return false;
        }
    }
    return *text == *word;
}

static const char* findName(const char* name, const char* const* names, int count)
{
    for (int i = 0; i < count; ++i) {
        if (strcmp(name, names[i]) == 0) {
            return names[i];
        }
    }
    return NULL;
}

vlMeant vlAlias_Translate(const char* word, const char* const* names, int count)
{
    vlMeant meant = {findName(word, names, count), ""};
    for (size_t i = 0; i < sizeof aliases / sizeof aliases[0] && meant.name == NULL; ++i) {
        if (isWord(word, aliases[i].word)) {
            meant = (vlMeant){findName(aliases[i].name, names, count), aliases[i].how};
        }
    }
    return meant;
}

vlMeant vlAlias_Guess(const char* word, const char* const* names, int count)
{
    vlMeant meant = vlAlias_Translate(word, names, count);
    if (meant.name == NULL) {
        meant = (vlMeant){vlSpelling_FindNearest(word, names, count), ""};
    }
    return meant;
}
