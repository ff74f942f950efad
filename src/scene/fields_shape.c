// SPDX-License-Identifier: MIT
// Rows of shapes.

#include "scene/mesh_recipe.h"
#include "scene/scene_rows.h"

#define OF vlRecipe
#define MOST_SIDES 1024 // of a hull with two vertices for each

static const vlField shapeRows[] = {
    {"halfspace", 0, MAPPING(Halfspace), "", "none",
     "All points on and below the plane normal . x = offset; for floors and walls, not for dynamic "
     "bodies."},
    {"box", 0, MAPPING(Box), "", "none", "A box about the origin."},
    {"hull", 0, MAPPING(Hull), "", "none", "The convex hull of points that are not in one plane."},
    {"faces", 0, MAPPING(Faces), "", "none",
     "A convex polyhedron from its faces. It must be closed and convex, with plane faces."},
    {"polygon", 0, MAPPING(Polygon), "", "none", "A convex polygon of a planar scene."},
    {"prism", 0, MAPPING(Prism), "", "none", "A regular prism about z."},
    {"cylinder", 0, MAPPING(Cylinder), "", "none", "A cylinder about z, as a prism."},
    {"cone", 0, MAPPING(Cone), "", "none", "A cone or frustum about z."},
    {"sphere", 0, MAPPING(Sphere), "", "none",
     "A ball as a polyhedron of at most 2048 vertices in all."},
    {"capsule", 0, MAPPING(Capsule), "", "none",
     "A cylinder about z with half balls at both ends, as a polyhedron of at most 2048 vertices in "
     "all."},
    {"mesh", VL_NOWHERE, MAPPING(Mesh), "", "none",
     "A solid from a mesh file, or from a mesh that is made by a formula."},
    {"surface", 0, MAPPING(SurfaceShape), "", "none",
     "A closed mesh of triangles as it is, touched by samples of its surface; a mesh `as: surface` "
     "is written in this form."},
    {"compound", VL_NOWHERE, LIST(Piece, 1, VL_MAX_PIECES), "", "none",
     "A rigid union of convex pieces that do not overlap."},
};
const vlSection vlSection_Shape = {SECTION("a shape", shapeRows)};

static const vlField halfspaceRows[] = {
    {"normal", AT(size), DIRECTION, "", NULL, "Outward."},
    {"offset", AT(offset), NUMBER(PLACE), "m", "0",
     "Distance of the plane from the origin along the normal, which is taken as of length 1."},
};
const vlSection vlSection_Halfspace = {SECTION("halfspace", halfspaceRows)};

static const vlField boxRows[] = {
    {"size", AT(size), VECTOR(PLACE), "m", NULL, "Full sizes, each above 0."},
};
const vlSection vlSection_Box = {SECTION("box", boxRows), .check = vlCheck_Box};

static const vlField hullRows[] = {
    {"points", AT(points), POINTS(4, VL_MAX_HULL_POINTS), "m", NULL, "Points, not in one plane."},
};
const vlSection vlSection_Hull = {SECTION("hull", hullRows)};

static const vlField facesRows[] = {
    {"points", AT(points), POINTS(4, VL_MAX_HULL_VERTICES), "m", NULL, "Corners."},
    {"faces", AT(indices), LOOPS(4, VL_MAX_HULL_FACES), "", NULL,
     "Each a list of places in `points`, counted from 0, anticlockwise seen from outside."},
};
const vlSection vlSection_Faces = {SECTION("faces", facesRows)};

static const vlField surfaceShapeRows[] = {
    {"points", AT(points), POINTS(4, VL_MAX_SCENE_CORNERS), "m", NULL, "Corners."},
    {"faces", AT(indices), LOOPS(4, 2 * VL_MAX_SCENE_CORNERS), "", NULL,
     "Each a list of three places in `points`, counted from 0, anticlockwise seen from outside."},
    {"spacing", AT(spacing), NUMBER(ABOVE_0), "m", "1% of the radius",
     "How far apart samples of the surface are at most."},
};
const vlSection vlSection_SurfaceShape = {SECTION("surface", surfaceShapeRows),
                                          .check = vlCheck_SurfaceShape};

static const vlField polygonRows[] = {
    {"points", AT(points), POINTS(3, VL_MAX_POLYGON_VERTICES), "m", NULL,
     "Corners [x, y], anticlockwise, no three on a line."},
};
const vlSection vlSection_Polygon = {SECTION("polygon", polygonRows), .check = vlCheck_Polygon};

static const vlField prismRows[] = {
    {"sides", AT(sides), INT(3, MOST_SIDES), "", NULL, "Number of sides."},
    {"radius", AT(radius), NUMBER(LENGTH), "m", NULL, "Distance of the corners from the axis."},
    {"height", AT(height), NUMBER(LENGTH), "m", NULL, "Height."},
};
const vlSection vlSection_Prism = {SECTION("prism", prismRows)};

static const vlField cylinderRows[] = {
    {"radius", AT(radius), NUMBER(LENGTH), "m", NULL, "Radius."},
    {"height", AT(height), NUMBER(LENGTH), "m", NULL, "Height."},
    {"sides", AT(sides), INT(3, MOST_SIDES), "", "32", "Facets around the axis."},
};
const vlSection vlSection_Cylinder = {SECTION("cylinder", cylinderRows)};

static const vlField coneRows[] = {
    {"radius", AT(radius), NUMBER(LENGTH), "m", NULL, "Radius at the bottom."},
    {"top-radius", AT(topRadius), NUMBER(FROM_0), "m", "0: a point", "Radius at the top."},
    {"height", AT(height), NUMBER(LENGTH), "m", NULL, "Height."},
    {"sides", AT(sides), INT(3, MOST_SIDES), "", "32", "Facets around the axis."},
};
const vlSection vlSection_Cone = {SECTION("cone", coneRows)};

static const vlField sphereRows[] = {
    {"radius", AT(radius), NUMBER(LENGTH), "m", NULL, "Radius."},
    {"sectors", AT(sides), INT(3, MOST_SIDES), "", "24", "Around the z axis."},
    {"bands", AT(bands), INT(2, MOST_SIDES), "", "12", "From pole to pole."},
};
const vlSection vlSection_Sphere = {SECTION("sphere", sphereRows), .check = vlCheck_Sphere};

static const vlField capsuleRows[] = {
    {"radius", AT(radius), NUMBER(LENGTH), "m", NULL, "Radius."},
    {"length", AT(height), NUMBER(LENGTH), "m", NULL, "Between the centres of the half balls."},
    {"sectors", AT(sides), INT(3, MOST_SIDES), "", "24", "Around the z axis."},
    {"bands", AT(bands), INT(1, MOST_SIDES), "", "6",
     "From the pole to the rim of each half ball."},
};
const vlSection vlSection_Capsule = {SECTION("capsule", capsuleRows), .check = vlCheck_Capsule};
#undef OF

#define OF vlMeshAsk
static const vlField meshRows[] = {
    {"file", AT(file), STRING, "", "none",
     "An OBJ, STL, PLY or glTF file, by a path from the folder of the scene file."},
    {"make", AT(file), STRING, "", "none",
     "Instead of a file, a mesh that `volar mesh make` lists."},
    {"scale", AT(prepare.scale), NUMBER(ABOVE_0), "", "none",
     "Metres per unit of the file, in place of `units`."},
    {"units", AT(prepare.unit), WORD(Unit), "", "guessed: above 5 `mm`, otherwise `m`",
     "Unit of the file's lengths."},
    {"up", AT(prepare.up), WORD(Up), "", "`z`", "Axis of the file that points up."},
    {"tolerance", AT(prepare.tolerance), NUMBER(LENGTH), "m", "1e-6 of the largest coordinate",
     "Vertices nearer to each other than this are one; for files with gaps between their faces."},
    {"as", AT(as), WORD(As), "", "the mesh decides", "What the mesh becomes."},
    {"error", VL_NOWHERE, BY_HAND(fraction), "", "`1%`",
     "How far pieces may stand off the solid, as a fraction of its radius or a percentage."},
    {"spacing", AT(spacing), NUMBER(ABOVE_0), "m", "1% of the radius",
     "With `as: surface`, how far apart samples of the surface are at most."},
};
const vlSection vlSection_Mesh = {SECTION("mesh", meshRows)};
#undef OF

#define OF vlPose
static const vlField pieceRows[] = {
    {"shape", VL_NOWHERE, BY_HAND_OF(shape_or_name, Shape), "", NULL,
     "A convex shape in place, or the name of one."},
    {"position", AT(p), VECTOR(PLACE), "m", "`[0, 0, 0]`", "Where its origin is."},
    {"rotation", AT(q), ROTATION, "", "none", "How it is turned."},
};
const vlSection vlSection_Piece = {SECTION("a piece", pieceRows)};
#undef OF
