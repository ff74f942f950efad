// SPDX-License-Identifier: MIT
// The exact distance of two jaws by Volar's gap query and by FCL, in turn, for the same meshes at
// the same poses: the lower jaw grinds on the upper one with a gap of 0.2 mm. Times are processor
// time of the thread. Both must find the same distance.

#include <fcl/fcl.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <vector>

extern "C" {
#include "base/clock.h"
#include "models/jaw_pair_model.h"
}

namespace
{

using Model = fcl::BVHModel<fcl::OBBRSSd>;

constexpr int frames = 60;
constexpr double gap = 0.2e-3;

std::shared_ptr<Model> makeModel(const vlMesh& mesh)
{
    std::vector<fcl::Vector3d> points;
    std::vector<fcl::Triangle> triangles;
    for (int i = 0; i < mesh.pointCount; ++i) {
        const vlVec3& p = mesh.points[i];
        points.emplace_back(p.x, p.y, p.z);
    }
    for (int t = 0; t < mesh.faceCount; ++t) {
        const int* v = &mesh.indices[3 * t];
        triangles.emplace_back(static_cast<std::size_t>(v[0]), static_cast<std::size_t>(v[1]),
                               static_cast<std::size_t>(v[2]));
    }
    auto model = std::make_shared<Model>();
    model->beginModel();
    model->addSubModel(points, triangles);
    model->endModel();
    return model;
}

double distanceByFcl(const Model& fixed, const Model& moving, const vlPose& pose)
{
    fcl::Transform3d place = fcl::Transform3d::Identity();
    place.linear() = Eigen::Quaterniond(pose.q.w, pose.q.x, pose.q.y, pose.q.z).toRotationMatrix();
    place.translation() = fcl::Vector3d(pose.p.x, pose.p.y, pose.p.z);
    fcl::DistanceRequestd request;
    fcl::DistanceResultd result;
    return fcl::distance(&fixed, fcl::Transform3d::Identity(), &moving, place, request, result);
}

struct Times {
    std::vector<double> us;

    double at(double part)
    {
        std::sort(us.begin(), us.end());
        return us[static_cast<std::size_t>(part * static_cast<double>(us.size() - 1))];
    }
};

double now()
{
    return 1e-3 * vlClock_ThreadNow();
}

void print(const char* name, Times& times)
{
    std::printf("%-32s median %9.1f us   p99 %9.1f us\n", name, times.at(0.5), times.at(0.99));
}

} // namespace

int main()
{
    vlJawPair jaws;
    if (vlJawPair_Open(1.0, nullptr, &jaws) != VL_OK) {
        std::fprintf(stderr, "bench_mesh_peers: the jaws could not be made\n");
        return 1;
    }
    vlGapQuery* warm = nullptr;
    vlGapQuery* cold = nullptr;
    if (vlGapQuery_Create(nullptr, jaws.levels[0], jaws.levels[1], nullptr, &warm, nullptr, 0) !=
            VL_OK ||
        vlGapQuery_Create(nullptr, jaws.levels[0], jaws.levels[1], nullptr, &cold, nullptr, 0) !=
            VL_OK) {
        return 1;
    }
    const auto fixed = makeModel(jaws.mesh[0]), moving = makeModel(jaws.mesh[1]);
    Times ours, fromRoots, theirs;
    double apart = 0.0;
    for (int i = -1; i < frames; ++i) {
        const vlPose pose = vlJawPair_Grind(&jaws, 1e-3 * i, gap);
        const double t0 = now();
        const double one = vlGapQuery_FindDistance(warm, pose, HUGE_VAL);
        const double t1 = now();
        vlGapQuery_Forget(cold);
        const double t2 = now();
        const double two = vlGapQuery_FindDistance(cold, pose, HUGE_VAL);
        const double t3 = now();
        const double other = distanceByFcl(*fixed, *moving, pose);
        const double t4 = now();
        if (i >= 0) {
            ours.us.push_back(t1 - t0);
            fromRoots.us.push_back(t3 - t2);
            theirs.us.push_back(t4 - t3);
        }
        apart = std::max({apart, std::fabs(one - other), std::fabs(two - other)});
    }
    std::printf("exact distance of jaws of %d and %d triangles, %d poses 1 ms apart, gap %.1f mm\n",
                jaws.mesh[0].faceCount, jaws.mesh[1].faceCount, frames, 1e3 * gap);
    print("volar, along the motion", ours);
    print("volar, from the roots", fromRoots);
    print("fcl (OBBRSS)", theirs);
    std::printf("fcl over volar: %.1f along the motion, %.1f from the roots; largest difference of "
                "distances %.2g m\n",
                theirs.at(0.5) / ours.at(0.5), theirs.at(0.5) / fromRoots.at(0.5), apart);
    vlGapQuery_Destroy(warm);
    vlGapQuery_Destroy(cold);
    vlJawPair_Close(&jaws);
    return apart <= 1e-9 ? 0 : 1;
}
