// SPDX-License-Identifier: MIT
// Advice on real time: the properties of a machine, read from a tree of files that the test writes,
// and the advice given.

#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "app/live/advice.h"
#include "base/histogram.h"
#include "test.h"

#define ALL_LIMITS                                                                                 \
    "Limit                     Soft Limit           Hard Limit           Units     \n"             \
    "Max cpu time              unlimited            unlimited            seconds   \n"

static char root[64];

static int makeRoot(void** state)
{
    (void)state;
    snprintf(root, sizeof root, "advice-XXXXXX");
    return mkdtemp(root) != NULL ? 0 : -1;
}

static int removeOne(const char* path, const struct stat* info, int kind, struct FTW* place)
{
    (void)info;
    (void)kind;
    (void)place;
    return remove(path);
}

static int removeRoot(void** state)
{
    (void)state;
    return nftw(root, removeOne, 8, FTW_DEPTH | FTW_PHYS);
}

// Writes a file of the tree, and the folders it is in.
static void put(const char* path, const char* text)
{
    char full[512];
    snprintf(full, sizeof full, "%s%s", root, path);
    for (char* slash = strchr(full + strlen(root) + 1, '/'); slash != NULL;
         slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        assert_true(mkdir(full, 0700) == 0 || errno == EEXIST);
        *slash = '/';
    }
    FILE* file = fopen(full, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static void a_tree_without_files_tells_nothing(void** state)
{
    (void)state;
    vlMachine machine;
    memset(&machine, 0xff, sizeof machine);
    vlMachine_Look(root, &machine);
    assert_int_equal(machine.mostPriority, 0);
    assert_false(machine.mayLock);
    assert_int_equal(machine.cores, 0);
    assert_string_equal(machine.governor, "");
    assert_true(machine.idleLatency == 0.0);
    assert_false(machine.mayStayAwake || machine.isRealtimeKernel);
    assert_false(machine.isVirtual || machine.isContainer);
    assert_int_equal(machine.awakeFile, -1);
}

static void an_ordinary_machine_is_read(void** state)
{
    (void)state;
    vlMachine machine;
    put("/proc/self/status", "Name:\tvolar\nCapEff:\t0000000000000000\nCpus_allowed:\tff\n"
                             "Cpus_allowed_list:\t0-3,8,10-11\nMems_allowed:\t1\n");
    put("/proc/self/limits", ALL_LIMITS
        "Max locked memory         8388608              8388608              bytes     \n"
        "Max realtime priority     0                    0                              \n");
    put("/proc/version", "Linux version 6.1.0 (gcc) #1 SMP PREEMPT_DYNAMIC Debian 6.1.1\n");
    put("/proc/cpuinfo", "processor\t: 0\nflags\t\t: fpu vme aes\n");
    // More than nine cores, in any order in the folder, and folders that are not cores.
    put("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "performance\n");
    put("/sys/devices/system/cpu/cpu10/cpufreq/scaling_governor", "schedutil\n");
    put("/sys/devices/system/cpu/cpu2/cpufreq/scaling_governor", "powersave\n");
    put("/sys/devices/system/cpu/cpufreq/scaling_governor", "no core\n");
    put("/sys/devices/system/cpu/cpuidle/current_driver", "none\n");
    put("/sys/devices/system/cpu/cpu0/cpuidle/state0/latency", "0\n");
    put("/sys/devices/system/cpu/cpu0/cpuidle/state1/latency", "2\n");
    put("/sys/devices/system/cpu/cpu0/cpuidle/state2/latency", "133\n");
    put("/dev/cpu_dma_latency", "");
    vlMachine_Look(root, &machine);
    assert_int_equal(machine.mostPriority, 0);
    assert_false(machine.mayLock);
    assert_true(machine.lockLimit == 8388608.0);
    assert_int_equal(machine.cores, 7);
    assert_string_equal(machine.governor, "powersave");
    assert_true(machine.idleLatency == 1e-6 * 133.0);
    assert_true(machine.mayStayAwake);
    assert_false(machine.isRealtimeKernel || machine.isVirtual || machine.isContainer);
}

static void a_machine_set_up_for_real_time_is_read(void** state)
{
    (void)state;
    vlMachine machine;
    put("/proc/self/status", "CapEff:\t0000000000000000\nCpus_allowed_list:\t2-3\n");
    put("/proc/self/limits", ALL_LIMITS
        "Max locked memory         unlimited            unlimited            bytes     \n"
        "Max realtime priority     95                   95                             \n");
    put("/proc/version", "Linux version 6.1.0-rt (gcc) #1 SMP PREEMPT_RT Debian 6.1.1\n");
    put("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "performance\n");
    vlMachine_Look(root, &machine);
    assert_int_equal(machine.mostPriority, 95);
    assert_true(machine.mayLock);
    assert_int_equal(machine.cores, 2);
    assert_string_equal(machine.governor, "");
    assert_true(machine.isRealtimeKernel);
    // Granted, too: nothing prevents it.
    vlAdviceFacts facts = {
        .machine = machine, .period = 1000.0, .compute = 100.0, .lateness = 20.0};
    facts.machine.fifo.isAsked = facts.machine.lock.isAsked = facts.machine.awake.isAsked = true;
    assert_int_equal(vlAdvice_Find(&facts), 0);
}

static void rights_stand_in_for_limits(void** state)
{
    (void)state;
    vlMachine machine;
    put("/proc/self/limits", ALL_LIMITS
        "Max locked memory         65536                65536                bytes     \n"
        "Max realtime priority     0                    0                              \n");
    put("/proc/self/status", "CapEff:\t0000000000800000\n"); // CAP_SYS_NICE
    vlMachine_Look(root, &machine);
    assert_int_equal(machine.mostPriority, 99);
    assert_false(machine.mayLock);
    put("/proc/self/status", "CapEff:\t0000000000004000\n"); // CAP_IPC_LOCK
    vlMachine_Look(root, &machine);
    assert_int_equal(machine.mostPriority, 0);
    assert_true(machine.mayLock);
}

static void guests_are_recognised(void** state)
{
    (void)state;
    vlMachine machine;
    put("/proc/cpuinfo", "processor\t: 0\nflags\t\t: fpu vme hypervisor aes\n");
    put("/sys/kernel/realtime", "1\n");
    put("/run/systemd/container", "lxc\n");
    vlMachine_Look(root, &machine);
    assert_true(machine.isVirtual);
    assert_true(machine.isRealtimeKernel);
    assert_true(machine.isContainer);
}

static void faulty_files_do_no_harm(void** state)
{
    (void)state;
    static const char* const texts[] = {"",
                                        "\n",
                                        "\n\n\n",
                                        "CapEff:",
                                        "CapEff:\tzz\nCpus_allowed_list:",
                                        "Cpus_allowed_list:\t,,-",
                                        "Cpus_allowed_list:\t5-1,0-999999999999999999,x",
                                        "Max locked memory ",
                                        "Max realtime priority ",
                                        "Max realtime priority unlimited\nMax locked memory -"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        vlMachine machine;
        put("/proc/self/status", texts[i]);
        put("/proc/self/limits", texts[i]);
        put("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", texts[i]);
        put("/sys/devices/system/cpu/cpu99999999999999999999/cpufreq/scaling_governor", texts[i]);
        put("/sys/devices/system/cpu/cpu0/cpuidle/state0/latency", texts[i]);
        vlMachine_Look(root, &machine);
        assert_int_equal(machine.mostPriority, 0);
        assert_int_equal(machine.cores, 0);
        assert_true(strlen(machine.governor) < sizeof machine.governor);
    }
}

static void a_processor_is_held_awake_until_released(void** state)
{
    (void)state;
    vlMachine machine;
    unsigned char written[8];
    put("/dev/cpu_dma_latency", "");
    vlMachine_Look(root, &machine);
    vlMachine_Demand(root, &machine);
    assert_true(machine.awake.isAsked && machine.lock.isAsked);
    assert_int_equal(machine.awake.error, 0);
    assert_true(machine.awakeFile >= 0);
    char path[128];
    snprintf(path, sizeof path, "%s/dev/cpu_dma_latency", root);
    FILE* file = fopen(path, "rb");
    assert_non_null(file);
    // The kernel takes a 32-bit number of microseconds.
    assert_int_equal(fread(written, 1, sizeof written, file), 4);
    fclose(file);
    assert_memory_equal(written, "\0\0\0\0", 4);
    vlMachine_Release(&machine);
    assert_int_equal(machine.awakeFile, -1);
    vlMachine_Release(&machine); // nothing is left to release
    assert_int_equal(remove(path), 0);
    vlMachine_Demand(root, &machine);
    assert_int_equal(machine.awake.error, ENOENT);
    assert_int_equal(machine.awakeFile, -1);
}

// A machine without a fault, and the one fault for which advice is given.
static vlAdviceFacts faultless(void)
{
    vlAdviceFacts facts = {.period = 1000.0, .compute = 200.0, .lateness = 10.0};
    vlMachine* m = &facts.machine;
    m->mostPriority = 99;
    m->mayLock = m->mayStayAwake = m->isRealtimeKernel = true;
    m->cores = 4;
    m->priority = VL_MACHINE_PRIORITY;
    m->fifo.isAsked = m->lock.isAsked = m->awake.isAsked = true;
    return facts;
}

static const char* sentenceOf(vlAdvice advice, const vlAdviceFacts* facts)
{
    static char text[VL_ADVICE_LENGTH];
    assert_int_equal(vlAdvice_Find(facts), VL_ADVICE_BIT(advice)); // this one alone
    vlAdvice_Write(advice, facts, text, sizeof text);
    assert_true(strlen(text) < sizeof text - 1); // not cut off
    for (const char* c = text; *c != '\0'; c++) {
        assert_true(*c >= ' ' && *c < 0x7f);
    }
    return text;
}

static void each_fault_earns_its_own_advice(void** state)
{
    (void)state;
    vlAdviceFacts facts = faultless();
    assert_int_equal(vlAdvice_Find(&facts), 0);
    facts.compute = 1500.0;
    assert_non_null(strstr(sentenceOf(VL_ADVICE_SCENE, &facts),
                           "1500 us of compute time, but a step is due every 1000"));
    facts.longest = 2000.0;
    facts.device = 1800.0;
    assert_non_null(strstr(sentenceOf(VL_ADVICE_DEVICE, &facts), "devices takes up to 1800 us"));
    facts = faultless();
    facts.machine.cores = 1;
    assert_non_null(strstr(sentenceOf(VL_ADVICE_CORES, &facts), "one core"));
    facts = faultless();
    snprintf(facts.machine.governor, sizeof facts.machine.governor, "powersave");
    assert_non_null(strstr(sentenceOf(VL_ADVICE_GOVERNOR, &facts), "governor powersave"));
    facts = faultless();
    facts.machine.isRealtimeKernel = false;
    assert_non_null(strstr(sentenceOf(VL_ADVICE_KERNEL, &facts), "PREEMPT_RT"));
    facts = faultless();
    facts.timerSlack = 50e-6;
    assert_int_equal(vlAdvice_Find(&facts), 0); // no advice for SCHED_FIFO
    facts.machine.fifo.isAsked = false;
    assert_int_equal(vlAdvice_Find(&facts),
                     VL_ADVICE_BIT(VL_ADVICE_FIFO) | VL_ADVICE_BIT(VL_ADVICE_SLACK));
    char text[VL_ADVICE_LENGTH];
    vlAdvice_Write(VL_ADVICE_SLACK, &facts, text, sizeof text);
    assert_non_null(strstr(text, "50 us (timer slack)"));
}

static void a_guest_is_blamed_only_when_late(void** state)
{
    (void)state;
    vlAdviceFacts facts = faultless();
    facts.machine.isVirtual = facts.machine.isContainer = true;
    assert_int_equal(vlAdvice_Find(&facts), 0);
    facts.lateness = 2000.0;
    assert_non_null(strstr(sentenceOf(VL_ADVICE_VIRTUAL, &facts), "virtual machine"));
    facts.machine.isVirtual = false;
    assert_non_null(strstr(sentenceOf(VL_ADVICE_CONTAINER, &facts), "container"));
}

static void priority_is_advised_by_what_is_permitted(void** state)
{
    (void)state;
    vlAdviceFacts facts = faultless();
    facts.machine.fifo.error = EPERM;
    assert_non_null(strstr(sentenceOf(VL_ADVICE_FIFO, &facts), "no real-time budget"));
    facts.machine.mostPriority = 50;
    assert_non_null(strstr(sentenceOf(VL_ADVICE_FIFO, &facts), "--realtime=50"));
    facts.machine.mostPriority = 0;
    assert_non_null(strstr(sentenceOf(VL_ADVICE_FIFO, &facts), "CAP_SYS_NICE"));
    facts = faultless();
    facts.machine.fifo.isAsked = false;
    assert_non_null(strstr(sentenceOf(VL_ADVICE_FIFO, &facts), "--realtime asks"));
}

static void locking_is_advised_by_what_is_permitted(void** state)
{
    (void)state;
    vlAdviceFacts facts = faultless();
    facts.machine.lock.error = ENOMEM;
    assert_non_null(strstr(sentenceOf(VL_ADVICE_LOCK, &facts), "end other programs"));
    facts.machine.mayLock = false;
    facts.machine.lockLimit = 8388608.0;
    assert_non_null(strstr(sentenceOf(VL_ADVICE_LOCK, &facts), "limit 8.39 MB"));
    facts = faultless();
    facts.machine.lock.isAsked = false;
    assert_non_null(strstr(sentenceOf(VL_ADVICE_LOCK, &facts), "--realtime locks it"));
}

static void sleep_is_advised_on_where_it_is_deep(void** state)
{
    (void)state;
    vlAdviceFacts facts = faultless();
    facts.machine.awake.isAsked = false;
    assert_int_equal(vlAdvice_Find(&facts), 0); // no deep sleep is known
    facts.machine.idleLatency = 133e-6;
    assert_non_null(strstr(sentenceOf(VL_ADVICE_IDLE, &facts), "133 us to wake up: --realtime"));
    facts.machine.awake = (vlDemand){.isAsked = true, .error = EACCES};
    facts.machine.mayStayAwake = false;
    assert_non_null(strstr(sentenceOf(VL_ADVICE_IDLE, &facts), "udev rule"));
}

static void refusals_are_those_of_what_was_asked(void** state)
{
    (void)state;
    vlAdviceFacts facts = {.machine = {.idleLatency = 1e-4}};
    assert_int_equal(vlAdvice_FindRefused(&facts), 0); // nothing was asked
    facts.machine.fifo = facts.machine.lock = facts.machine.awake =
        (vlDemand){.isAsked = true, .error = EPERM};
    assert_int_equal(vlAdvice_FindRefused(&facts), VL_ADVICE_BIT(VL_ADVICE_FIFO) |
                                                       VL_ADVICE_BIT(VL_ADVICE_LOCK) |
                                                       VL_ADVICE_BIT(VL_ADVICE_IDLE));
    facts.machine.idleLatency = 0.0; // nothing to be kept out of
    facts.machine.lock.error = 0;
    assert_int_equal(vlAdvice_FindRefused(&facts), VL_ADVICE_BIT(VL_ADVICE_FIFO));
}

static void facts_of_a_run_are_its_rare_cases(void** state)
{
    (void)state;
    vlMachine machine = {.cores = 2};
    vlLiveStatus status = {.step = 0.001};
    assert_true(vlAdvice_Facts(&machine, &status).period == 0.0); // nothing ran
    status.steps = 1000;
    status.view.speed = 0.5;
    status.view.stepTimes[vlHistogram_FindBin(10.0)] = 900;
    status.view.stepTimes[vlHistogram_FindBin(640.0)] = 100;
    status.timing.lateTimes[vlHistogram_FindBin(5.0)] = 900;
    status.timing.lateTimes[vlHistogram_FindBin(2560.0)] = 100;
    vlAdviceFacts facts = vlAdvice_Facts(&machine, &status);
    assert_int_equal(facts.machine.cores, 2);
    assert_true(facts.period == 2000.0); // half as fast, twice the time
    // 530 .. 770: to the width of a bin of the histogram, a quarter of an octave.
    assert_true(facts.compute > 530.0 && facts.compute < 770.0);
    assert_true(facts.lateness > 2150.0 && facts.lateness < 3050.0);
}

#define TREE_TEST(test) cmocka_unit_test_setup_teardown(test, makeRoot, removeRoot)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TREE_TEST(a_tree_without_files_tells_nothing),
        TREE_TEST(an_ordinary_machine_is_read),
        TREE_TEST(a_machine_set_up_for_real_time_is_read),
        TREE_TEST(rights_stand_in_for_limits),
        TREE_TEST(guests_are_recognised),
        TREE_TEST(faulty_files_do_no_harm),
        TREE_TEST(a_processor_is_held_awake_until_released),
        cmocka_unit_test(each_fault_earns_its_own_advice),
        cmocka_unit_test(a_guest_is_blamed_only_when_late),
        cmocka_unit_test(priority_is_advised_by_what_is_permitted),
        cmocka_unit_test(locking_is_advised_by_what_is_permitted),
        cmocka_unit_test(sleep_is_advised_on_where_it_is_deep),
        cmocka_unit_test(refusals_are_those_of_what_was_asked),
        cmocka_unit_test(facts_of_a_run_are_its_rare_cases),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
