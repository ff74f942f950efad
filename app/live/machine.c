// SPDX-License-Identifier: MIT
#include "app/live/machine.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define LONGEST_PATH 512
// Bytes read of a file of /proc: its first part is enough, since /proc/cpuinfo repeats itself.
#define LONGEST_TEXT 16384
// Bits of a set of capabilities (<linux/capability.h>).
#define CAP_IPC_LOCK 14
#define CAP_SYS_NICE 23
#define CPU_FOLDER "/sys/devices/system/cpu"
#define AWAKE_FILE "/dev/cpu_dma_latency"

static bool readText(const char* root, const char* path, char* text, size_t size)
{
    char full[LONGEST_PATH];
    text[0] = '\0';
    if (snprintf(full, sizeof full, "%s%s", root, path) >= (int)sizeof full) {
        return false;
    }
    FILE* file = fopen(full, "re");
    if (file == NULL) {
        return false;
    }
    text[fread(text, 1, size - 1, file)] = '\0';
    fclose(file);
    return text[0] != '\0';
}

static bool exists(const char* root, const char* path, int mode)
{
    char full[LONGEST_PATH];
    return snprintf(full, sizeof full, "%s%s", root, path) < (int)sizeof full &&
           access(full, mode) == 0;
}

// What follows `name` at the start of a line; NULL if there is no such line.
static const char* findLine(const char* text, const char* name)
{
    size_t length = strlen(name);
    for (const char* line = text; line != NULL; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (strncmp(line, name, length) == 0) {
            return line + length;
        }
    }
    return NULL;
}

// "0-3,8" is five.
static int countList(const char* list)
{
    int sum = 0;
    char* end;
    for (;;) {
        long first = strtol(list, &end, 10);
        if (end == list) {
            return sum;
        }
        long last = *end == '-' ? strtol(end + 1, &end, 10) : first;
        sum += last >= first && last - first < 65536 ? (int)(last - first + 1) : 0;
        if (*end != ',') {
            return sum;
        }
        list = end + 1;
    }
}

static void lookAtRights(const char* root, vlMachine* machine)
{
    char text[LONGEST_TEXT];
    uint64_t capabilities = 0;
    if (readText(root, "/proc/self/status", text, sizeof text)) {
        const char* set = findLine(text, "CapEff:");
        const char* cores = findLine(text, "Cpus_allowed_list:");
        capabilities = set != NULL ? strtoull(set, NULL, 16) : 0;
        machine->cores = cores != NULL ? countList(cores) : 0;
    }
    readText(root, "/proc/self/limits", text, sizeof text);
    const char* priority = findLine(text, "Max realtime priority ");
    const char* locked = findLine(text, "Max locked memory ");
    bool isUnlimited = locked != NULL && strncmp(locked + strspn(locked, " "), "unlimited", 9) == 0;
    machine->mostPriority = priority != NULL ? (int)strtol(priority, NULL, 10) : 0;
    machine->lockLimit = locked != NULL && !isUnlimited ? strtod(locked, NULL) : 0.0;
    machine->mayLock = isUnlimited || (capabilities >> CAP_IPC_LOCK & 1) != 0;
    if ((capabilities >> CAP_SYS_NICE & 1) != 0) {
        machine->mostPriority = 99;
    }
}

static double longestIdle(const char* root)
{
    double longest = 0.0;
    for (int i = 0; i < 16; ++i) {
        char path[LONGEST_PATH], text[64];
        snprintf(path, sizeof path, CPU_FOLDER "/cpu0/cpuidle/state%d/latency", i);
        if (!readText(root, path, text, sizeof text)) {
            break;
        }
        longest = fmax(longest, 1e-6 * strtod(text, NULL)); // the file counts us
    }
    return longest;
}

static void lookAtCores(const char* root, vlMachine* machine)
{
    char folder[LONGEST_PATH];
    machine->idleLatency = longestIdle(root);
    machine->mayStayAwake = exists(root, AWAKE_FILE, W_OK);
    snprintf(folder, sizeof folder, "%s" CPU_FOLDER, root);
    DIR* cores = opendir(folder);
    const struct dirent* entry;
    long first = LONG_MAX; // the folders are not sorted
    while (cores != NULL && (entry = readdir(cores)) != NULL) {
        char path[LONGEST_PATH], text[sizeof machine->governor], *end;
        long number =
            strncmp(entry->d_name, "cpu", 3) == 0 ? strtol(entry->d_name + 3, &end, 10) : -1;
        if (number < 0 || end == entry->d_name + 3 || *end != '\0' || number > first) {
            continue;
        }
        snprintf(path, sizeof path, CPU_FOLDER "/cpu%ld/cpufreq/scaling_governor", number);
        if (readText(root, path, text, sizeof text)) {
            text[strcspn(text, "\n")] = '\0';
            if (strcmp(text, "performance") != 0) {
                memcpy(machine->governor, text, sizeof text);
                first = number;
            }
        }
    }
    if (cores != NULL) {
        closedir(cores);
    }
}

static void lookAtKernel(const char* root, vlMachine* machine)
{
    char text[LONGEST_TEXT];
    // The file in /sys exists only in kernels with the PREEMPT_RT patch set; the version text names
    // PREEMPT_RT in all.
    machine->isRealtimeKernel =
        (readText(root, "/sys/kernel/realtime", text, sizeof text) && text[0] == '1') ||
        (readText(root, "/proc/version", text, sizeof text) && strstr(text, "PREEMPT_RT") != NULL);
    machine->isVirtual = (readText(root, "/proc/cpuinfo", text, sizeof text) &&
                          strstr(text, " hypervisor") != NULL) ||
                         exists(root, "/sys/hypervisor/type", F_OK);
    machine->isContainer = exists(root, "/.dockerenv", F_OK) ||
                           exists(root, "/run/.containerenv", F_OK) ||
                           exists(root, "/run/systemd/container", F_OK);
}

void vlMachine_Look(const char* root, vlMachine* machine)
{
    memset(machine, 0, sizeof *machine);
    machine->awakeFile = -1;
    lookAtRights(root, machine);
    lookAtCores(root, machine);
    lookAtKernel(root, machine);
}

static int stayAwake(const char* root, vlMachine* machine)
{
    char path[LONGEST_PATH];
    int32_t latency = 0; // us, as the file takes it
    snprintf(path, sizeof path, "%s" AWAKE_FILE, root);
    int file = open(path, O_WRONLY | O_CLOEXEC);
    if (file < 0) {
        return errno;
    }
    if (write(file, &latency, sizeof latency) != (ssize_t)sizeof latency) {
        int error = errno != 0 ? errno : EIO;
        close(file);
        return error;
    }
    machine->awakeFile = file;
    return 0;
}

void vlMachine_Demand(const char* root, vlMachine* machine)
{
    // Under a limit, locking future memory would make later allocations fail.
    int which = MCL_CURRENT | (machine->mayLock ? MCL_FUTURE : 0);
    machine->lock = (vlDemand){true, mlockall(which) == 0 ? 0 : errno};
    machine->awake = (vlDemand){true, stayAwake(root, machine)};
}

void vlMachine_Release(vlMachine* machine)
{
    if (machine->awake.isAsked && machine->awakeFile >= 0) {
        close(machine->awakeFile);
        machine->awakeFile = -1;
    }
}
