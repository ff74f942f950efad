// SPDX-License-Identifier: MIT
// The contact area as a polygon, its Gauss points and the depth above it. VOLAR_PAIRS sets the
// number of random pairs.

#include <float.h>
#include <math.h>

#include "collide/footprint.h"
#include "quadrature.h"
#include "test.h"

#define SHAPE_SEED 20040903u
#define DEFAULT_PAIRS 20000

static vlTestRig rig;

static vlGaussPoint gauss[3 * VL_RIG_ROOM];

static void collide(bool swapped, vlContactVolume* volume)
{
    assert_int_equal(vlTestRig_Cut(&rig, swapped), VL_CLIP_SOLID);
    assert_true(vlTestRig_Integrate(&rig, volume));
}

static double crossOf(vlVec2 o, vlVec2 a, vlVec2 b)
{
    return (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
}

// Largest shadow of one face as a part of the area; above 0.9999 that face is the footprint.
static double largestShadow(const vlContactVolume* v)
{
    double largest = 0.0;
    for (int f = 0; f < vlClip_Result(&rig.clipper)->faceCount; ++f) {
        largest = fmax(largest, fabs(rig.scratch.faceShadow[f]));
    }
    return largest / v->area;
}

// The polygon is convex, runs anticlockwise, has the contact's area and contains its centroid.
static void checkPolygon(const vlContactVolume* v, vlPairKind kind)
{
    const vlVec2* p = &rig.points[v->pointStart];
    int n = v->pointCount;
    double r = hypot(v->upper.x - v->lower.x, v->upper.y - v->lower.y);
    assert_true(n >= 3);
    // If one face carries 0.9999 of the area, the polygon is that face. Otherwise it is the hull,
    // which omits corners within 1e-8 of the extent of another one, as nearly parallel faces have.
    double tolerance = largestShadow(v) >= 0.9999 ? 1e-4 * v->area : 1e-9 * v->area;
    tolerance += kind == VL_PAIR_TILTED ? 1e-8 * r * r : 0.0;
    assert_true(vlIsNear(vlFootprint_Area(p, n), v->area, tolerance));
    vlVec2 origin = {0.0, 0.0};
    for (int i = 0; i < n; ++i) {
        // Rounding may bend a straight side or put the centroid of a sliver on its edge.
        assert_true(crossOf(p[i], p[(i + 1) % n], p[(i + 2) % n]) > -1e-12 * r * r);
        assert_true(crossOf(origin, p[i], p[(i + 1) % n]) > -1e-12 * r * r);
    }
}

// The weights of the Gauss points add up to the polygon's area. The depth above each is that
// between all planes of the pair; its sum is near the volume, to which the forces later scale it.
static void checkDepth(const vlContactVolume* v)
{
    const vlVec2* p = &rig.points[v->pointStart];
    int n = vlFootprint_Gauss(p, v->pointCount, gauss, 3 * VL_RIG_ROOM);
    assert_int_equal(n, VL_GAUSS_PER_TRIANGLE * v->pointCount);
    double area = 0.0;
    double volume = 0.0;
    for (int i = 0; i < n; ++i) {
        double depth = vlFootprint_Depth(&rig.heights[v->heightStart], v->frontCount, v->backCount,
                                         gauss[i].p);
        assert_true(depth >= 0.0);
        area += gauss[i].weight;
        volume += gauss[i].weight * depth;
    }
    // Rounding of the products, which matters in footprints as thin as needles.
    double r = hypot(v->upper.x - v->lower.x, v->upper.y - v->lower.y);
    assert_true(vlIsNear(area, vlFootprint_Area(p, v->pointCount),
                         1e-12 * v->area + 64.0 * DBL_EPSILON * r * r));
    // Three points per triangle miss kinks of the depth and where it becomes zero; measured on
    // 100,000 pairs: 0.944 to 1.187.
    assert_true(volume > 0.9 * v->volume && volume < 1.25 * v->volume);
}

static void footprints_hold_area_and_depth(void** state)
{
    (void)state;
    int count = vlTestRig_PairCount(DEFAULT_PAIRS);
    vlRandom random = vlRandom_Seed(21);
    for (int i = 0; i < count; ++i) {
        vlPairKind kind = (vlPairKind)(i % VL_PAIR_KIND_COUNT);
        vlTestPair_Draw(&rig.pair, kind, &rig.shapes, &random);
        vlContactVolume v;
        collide(kind != VL_PAIR_HALFSPACE && i % 3 == 0, &v);
        checkPolygon(&v, kind);
        checkDepth(&v);
    }
}

static void depth_is_the_room_between_all_planes(void** state)
{
    (void)state;
    static const vlPairKind kinds[] = {VL_PAIR_ANYHOW, VL_PAIR_FACE_FACE, VL_PAIR_EDGE_EDGE,
                                       VL_PAIR_VERTEX_FACE, VL_PAIR_DEEP};
    static vlPlaneList planes;
    vlRandom random = vlRandom_Seed(22);
    for (int i = 0; i < 2000; ++i) {
        vlTestPair_Draw(&rig.pair, kinds[i % 5], &rig.shapes, &random);
        vlContactVolume v;
        collide(false, &v);
        vlPlaneList_Gather(&planes, &rig.pair, &v);
        int n = vlFootprint_Gauss(&rig.points[v.pointStart], v.pointCount, gauss, 3 * VL_RIG_ROOM);
        double thickness = v.highest - v.lowest;
        for (int k = 0; k < n; ++k) {
            double depth = vlFootprint_Depth(&rig.heights[v.heightStart], v.frontCount, v.backCount,
                                             gauss[k].p);
            // Faces with less than 1e-6 of the shadow are left out; over them the depth is
            // overestimated.
            double share = gauss[k].weight / v.area;
            double tolerance = share > 1e-4 ? 1e-9 * thickness : thickness;
            assert_true(vlIsNear(depth,
                                 fmax(vlPlaneList_Depth(&planes, gauss[k].p.x, gauss[k].p.y), 0.0),
                                 tolerance));
        }
    }
}

// ---- the hull alone ----

static void hull_of_a_square_is_the_square(void** state)
{
    (void)state;
    // Twice every corner, a point in the middle of each side, some inside.
    vlVec2 cloud[] = {{0.0, 0.0},    {1.0, 0.0},  {1.0, 1.0},   {0.0, 1.0},
                      {1e-9, 1e-10}, {1.0, 1e-9}, {1.0, 1.0},   {0.0, 1.0},
                      {0.5, 0.0},    {1.0, 0.5},  {0.5, 1.0},   {0.0, 0.5},
                      {0.3, 0.3},    {0.5, 0.25}, {0.25, 0.75}, {0.9, 0.125}};
    vlVec2 hull[2 * sizeof cloud / sizeof cloud[0]];
    assert_int_equal(vlFootprint_Hull(cloud, sizeof cloud / sizeof cloud[0], hull), 4);
    assert_true(vlIsNear(vlFootprint_Area(hull, 4), 1.0, 1e-8)); // corners merge to within this
}

static void rounding_along_a_side_loses_no_corner(void** state)
{
    (void)state;
    // The side along y is straight except for the last bit of x, so its points are sorted by that
    // bit and not by y.
    vlRandom random = vlRandom_Seed(23);
    for (int i = 0; i < 2000; ++i) {
        vlVec2 cloud[24];
        int count = 0;
        double left = nextafter(0.25, 0.0);
        for (int side = 0; side < 2; ++side) {
            for (int k = 0; k < 12; ++k) {
                double y = k == 0 ? 0.0 : (k == 1 ? 1.0 : vlRandom_Uniform(&random));
                double x = vlRandom_Index(&random, 2) == 0 ? left : 0.25;
                cloud[count].x = side == 0 ? x : x + 0.5;
                cloud[count++].y = y;
            }
        }
        vlVec2 hull[48];
        int n = vlFootprint_Hull(cloud, count, hull);
        assert_true(n >= 4);
        assert_true(vlIsNear(vlFootprint_Area(hull, n), 0.5, 1e-8)); // points merge to within this
    }
}

static void points_without_extent_have_no_hull(void** state)
{
    (void)state;
    vlVec2 hull[8];
    vlVec2 one[] = {{1.0, 2.0}, {1.0, 2.0}, {1.0, 2.0}, {1.0, 2.0}};
    assert_int_equal(vlFootprint_Hull(one, 4, hull), 0);
    vlVec2 line[] = {{0.0, 0.0}, {1.0, 1.0}, {0.5, 0.5}, {0.25, 0.25}};
    assert_int_equal(vlFootprint_Hull(line, 4, hull), 0);
}

// ---- room ----

static void a_full_pool_leaves_the_integrals_alone(void** state)
{
    (void)state;
    vlRandom random = vlRandom_Seed(24);
    for (int i = 0; i < 200; ++i) {
        vlTestPair_Draw(&rig.pair, VL_PAIR_ANYHOW, &rig.shapes, &random);
        vlContactVolume v, w;
        collide(false, &v);
        vlVolumePool room = {.points = rig.points,
                             .pointCapacity = v.pointCount - 1,
                             .heights = rig.heights,
                             .heightCapacity = 1};
        assert_true(vlVolume_Integrate(vlClip_Result(&rig.clipper), &rig.frame.normals,
                                       &rig.frame.request, &rig.scratch, &room, &w));
        assert_int_equal(w.pointCount, 0);
        assert_int_equal(w.frontCount + w.backCount, 1);
        assert_true(w.volume == v.volume && w.area == v.area && w.mxx == v.mxx);
        // Whole triangles only.
        assert_int_equal(vlFootprint_Gauss(rig.points, 3, gauss, 8), 6);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(footprints_hold_area_and_depth),
        cmocka_unit_test(depth_is_the_room_between_all_planes),
        cmocka_unit_test(hull_of_a_square_is_the_square),
        cmocka_unit_test(rounding_along_a_side_loses_no_corner),
        cmocka_unit_test(points_without_extent_have_no_hull),
        cmocka_unit_test(a_full_pool_leaves_the_integrals_alone),
    };
    if (!vlTestRig_Create(&rig, SHAPE_SEED)) {
        return 1;
    }
    int failures = cmocka_run_group_tests(tests, NULL, NULL);
    vlTestRig_Release(&rig);
    return failures;
}
