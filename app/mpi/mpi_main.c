// SPDX-License-Identifier: MIT
// volar-mpi: volar sweep by all processes that mpirun or srun starts. Chunks are drawn from a
// counter in the memory of rank 0, which all ranks access directly, so that no rank only hands out
// work.

#include <argp.h>
#include <mpi.h>
#include <stdio.h>
#include <string.h>

#include "app/cli/ending.h"
#include "app/cli/exit_status.h"
#include "app/cli/output.h"
#include "app/cli/say.h"
#include "app/cmd.h"
#include "app/sweep/sweep_run.h"

#define MOST_BYTES 1000000000u // of one broadcast, which counts by int

typedef struct Team {
    MPI_Win window;
    uint64_t* counter; // of rank 0
} Team;

static uint64_t draw(void* user)
{
    Team* team = user;
    const uint64_t one = 1;
    uint64_t chunk = 0;
    MPI_Fetch_and_op(&one, &chunk, MPI_UINT64_T, 0, 0, MPI_SUM, team->window);
    MPI_Win_flush(0, team->window);
    return chunk;
}

static void share(void* user, void* bytes, size_t count)
{
    (void)user;
    char* at = bytes;
    while (count > 0) {
        size_t now = count < MOST_BYTES ? count : MOST_BYTES;
        MPI_Bcast(at, (int)now, MPI_BYTE, 0, MPI_COMM_WORLD);
        at += now;
        count -= now;
    }
}

static uint64_t sum(void* user, uint64_t value)
{
    (void)user;
    uint64_t all = 0;
    MPI_Allreduce(&value, &all, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
    return all;
}

static int sweep(int argc, char** argv, int rank, int size)
{
    static char name[] = "volar-mpi sweep";
    Team team = {.counter = NULL};
    vlSweepCrew crew = {
        .rank = rank, .size = size, .draw = draw, .share = share, .sum = sum, .user = &team};
    MPI_Win_allocate(rank == 0 ? (MPI_Aint)sizeof(uint64_t) : 0, sizeof(uint64_t), MPI_INFO_NULL,
                     MPI_COMM_WORLD, (void*)&team.counter, &team.window);
    MPI_Win_lock_all(0, team.window);
    if (rank == 0) {
        *team.counter = 0;
        MPI_Win_sync(team.window);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    argv[0] = name;
    int status = vlCmd_SweepTogether(argc, argv, &crew);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_unlock_all(team.window);
    MPI_Win_free(&team.window);
    return status;
}

int main(int argc, char** argv)
{
    int rank = 0, size = 1, provided = 0;
    vlOutput_Guard();
    argp_err_exit_status = VL_EXIT_USAGE;
    if (argc < 2 || strcmp(argv[1], "sweep") != 0) {
        vlSay(stderr, "volar-mpi: expected 'sweep FILE'; 'volar help sweep' explains it\n");
        return VL_EXIT_USAGE;
    }
    // Its thread takes the signals, so it has to be the first one.
    if (!vlEnding_Begin(&(vlEndingDef){.takesStop = false})) {
        vlSay(stderr, "volar-mpi: no thread for signals\n");
        return VL_EXIT_FAILED;
    }
    if (MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided) != MPI_SUCCESS) {
        vlSay(stderr, "volar-mpi: MPI cannot be started\n");
        return VL_EXIT_FAILED;
    }
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int status = sweep(argc - 1, argv + 1, rank, size);
    MPI_Finalize();
    return status;
}
