// SPDX-License-Identifier: MIT
// Device files: the simulated device is the one they describe, alone and as `model` in a scene;
// errors are reported with their line.

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "scene_text.h"
#include "test.h"
#include "volar/device_file.h"
#include "volar/simulation.h"

#define HEAD "volar-device: 1\nname: mine\nsource: sheet\n"
#define LIMITS "limits: {force: 5, radius: 0.1}\n"
#define BODY "mass: 0.2\ndamping: 1\nfriction: 0.1\nresolution: 1e-5\n"

static vlDeviceFile readGood(const char* text)
{
    vlDeviceFile file;
    vlFileErrors errors;
    vlResult result = vlDeviceFile_ReadText(text, strlen(text), "d.yaml", &file, &errors);
    if (result != VL_OK) {
        fail_msg("%s:%d: %s", errors.item[0].file, errors.item[0].line, errors.item[0].message);
    }
    return file;
}

static void all_keys_are_read(void** state)
{
    (void)state;
    vlDeviceFile file = readGood(
        "volar-device: 1\nname: A b\ndescription: d\nsource: sheet\nrate: 2000\norientation: true\n"
        "buttons: 3\nlimits: {force: 5, torque: 0.1, stiffness: 900, angular-stiffness: 2,\n"
        "  damping: 7, angular-damping: 0.3, radius: 0.11}\nmass: [0.2, 0.3, 0.4]\n"
        "damping: {value: 1.5, source: assumed}\nfriction: {value: [0.1, 0.2, 0.3], source: s}\n"
        "resolution: 1e-5\ninertia: 3e-4\nangular-damping: 0.02\nangular-friction: 0.003\n"
        "angular-resolution: 0.004\ndelay: {value: 0.0013, source: unknown to all}\n"
        "jitter: 0.0004\nbandwidth: 220\nforce-resolution: 0.015\ntorque-resolution: 0.001\n"
        "mode: {handle-share: 0.3, frequency: 120, ratio: 0.02}\n"
        "angular-mode: {handle-share: 0.4, frequency: 60, ratio: 0.03}\n");
    const vlSimulatedDeviceDef* d = &file.def;
    assert_string_equal(d->info.model, "A b");
    assert_true(d->info.rate == 2000.0 && d->info.hasOrientation && d->info.buttonCount == 3);
    assert_true(d->info.maxForce == 5.0 && d->info.maxTorque == 0.1 && d->info.hasTorque);
    assert_true(d->info.maxStiffness == 900.0 && d->info.maxAngularStiffness == 2.0);
    assert_true(d->info.maxDamping == 7.0 && d->info.maxAngularDamping == 0.3);
    assert_true(d->info.radius == 0.11 && d->resolution == 1e-5 && d->inertia == 3e-4);
    assert_true(d->directions.areGiven && d->directions.mass.z == 0.4);
    assert_true(d->directions.damping.x == 1.5 && d->directions.damping.z == 1.5);
    assert_true(d->directions.friction.y == 0.2);
    assert_true(d->angularDamping == 0.02 && d->angularFriction == 0.003);
    assert_true(d->angularResolution == 0.004);
    assert_true(d->motors.delay == 0.0013 && d->statedDelay == 0.0013);
    assert_true(d->motors.jitter == 0.0004 && d->motors.bandwidth == 220.0);
    assert_true(d->motors.forceResolution == 0.015 && d->motors.torqueResolution == 0.001);
    assert_true(d->mode.handleShare == 0.3 && d->mode.frequency == 120.0 && d->mode.ratio == 0.02);
    assert_true(d->angularMode.handleShare == 0.4 && d->angularMode.frequency == 60.0);
    int assumed = 0, unknown = 0;
    for (int i = 0; i < file.numberCount; ++i) {
        assumed += file.numbers[i].kind == VL_SOURCE_ASSUMED;
        unknown += file.numbers[i].kind == VL_SOURCE_UNKNOWN;
        assert_true(file.numbers[i].source[0] != '\0');
    }
    assert_int_equal(assumed, 1);
    assert_int_equal(unknown, 1);
    assert_int_equal(file.numberCount, 27);
    vlDevice* device = NULL;
    assert_int_equal(vlSimulatedDevice_Create(d, &device), VL_OK);
    vlDevice_Close(device);
}

// With `like` a file gives only the differences; the delay that a preset states is simulated.
static void a_preset_gives_what_is_not_said(void** state)
{
    (void)state;
    vlDeviceFile file = readGood("volar-device: 1\nname: heavy\nlike: omega.6\n"
                                 "mass: {value: 0.5, source: a balance}\n");
    vlSimulatedDeviceDef preset;
    assert_int_equal(vlSimulatedDevice_GetPreset("omega6", &preset), VL_OK);
    assert_true(file.def.mass == 0.5 && file.def.damping == preset.damping);
    assert_true(file.def.info.maxForce == preset.info.maxForce);
    assert_true(file.def.motors.delay == 0.002 && preset.motors.delay == 0.0);
    assert_string_equal(file.like, "omega.6");
    assert_int_equal(file.numberCount, 1);
}

// The files that come with the source: presets with sources, and one that is mostly unknown.
static void the_files_of_the_source_are_sound(void** state)
{
    (void)state;
    static const char* const names[] = {"touch", "omega6", "falcon"};
    for (int i = 0; i < 3; ++i) {
        char path[64];
        vlSimulatedDeviceDef preset;
        (void)snprintf(path, sizeof path, "devices/%s.yaml", names[i]);
        char* text = vlSceneText_Load(path);
        vlSimulatedDeviceDef def = readGood(text).def;
        assert_int_equal(vlSimulatedDevice_GetPreset(names[i], &preset), VL_OK);
        assert_true(def.motors.delay == preset.statedDelay);
        preset.motors.delay = def.motors.delay;
        assert_string_equal(def.info.model, preset.info.model);
        assert_true(vlIsNear(def.damping, preset.damping, 1e-15)); // a product in the preset
        assert_true(def.mass == preset.mass && def.friction == preset.friction);
        assert_true(def.resolution == preset.resolution && def.info.rate == preset.info.rate);
        assert_true(def.info.maxForce == preset.info.maxForce);
        assert_true(def.info.maxStiffness == preset.info.maxStiffness);
        assert_true(def.info.maxDamping == preset.info.maxDamping);
        assert_true(def.info.radius == preset.info.radius);
        assert_true(def.info.buttonCount == preset.info.buttonCount);
        assert_true(def.info.hasOrientation == preset.info.hasOrientation);
        assert_true(!def.info.hasOrientation ||
                    (def.inertia == preset.inertia &&
                     vlIsNear(def.angularDamping, preset.angularDamping, 1e-15) &&
                     def.angularFriction == preset.angularFriction &&
                     def.angularResolution == preset.angularResolution));
        free(text);
    }
    char* text = vlSceneText_Load("devices/inverse3.yaml");
    vlDeviceFile file = readGood(text);
    int unknown = 0;
    for (int i = 0; i < file.numberCount; ++i) {
        unknown += file.numbers[i].kind == VL_SOURCE_UNKNOWN;
    }
    assert_int_equal(unknown, file.numberCount - 5); // all but the rate and the limits
    // No unknown number stands there because another device has it.
    static const char* const others[] = {"devices/touch.yaml", "devices/omega6.yaml",
                                         "devices/falcon.yaml"};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; ++i) {
        char* otherText = vlSceneText_Load(others[i]);
        vlDeviceFile other = readGood(otherText);
        assert_true(file.def.mass != other.def.mass && file.def.friction != other.def.friction &&
                    file.def.resolution != other.def.resolution);
        free(otherText);
    }
    free(text);
}

// The example of the reference.
static void the_printed_file_is_sound(void** state)
{
    (void)state;
    char* page = vlSceneText_Load("docs/formats.md");
    char* start = strstr(page, "```yaml\nvolar-device: 1\n");
    assert_non_null(start);
    start += strlen("```yaml\n");
    char* end = strstr(start, "```\n");
    assert_non_null(end);
    *end = '\0';
    vlDeviceFile file = readGood(start);
    assert_true(file.def.mode.frequency == 95.0);
    free(page);
}

typedef struct Fault {
    const char* text;
    int line;
    const char* message;
} Fault;

static const Fault faults[] = {
    {"name: x\n", 1, "not a device file; expected volar-device: 1"},
    {"3\n", 1, "a device model is '3'; expected a mapping"},
    {"volar-device: 2\nname: x\n", 1, "volar-device (version of the format) is '2'; expected"},
    {"volar-device: 1\nlike: touch\n", 1, "a device model has no 'name'; expected one"},
    {HEAD "like: touch\nmas: 1\n", 5, "unknown key 'mas'; did you mean 'mass'?"},
    {HEAD "like: omga6\n", 4, "unknown preset 'omga6'; did you mean 'omega6'?"},
    {HEAD "like: pantograph\n", 4, "unknown preset 'pantograph'"},
    {HEAD "rate: 1000\n" LIMITS "damping: 1\nfriction: 0\nresolution: 0\ndelay: 0\n", 1,
     "mass is missing; expected it, or 'like' with the name of a preset that gives it"},
    {HEAD "rate: 1000\n" BODY "delay: 0\n", 1, "limits is missing"},
    {HEAD "rate: 1000\n" LIMITS BODY, 1, "delay is missing"},
    {HEAD LIMITS BODY "delay: 0\n", 1, "rate is missing"},
    {HEAD "rate: 1000\norientation: true\n" LIMITS BODY
          "delay: 0\nangular-damping: 0\nangular-friction: 0\nangular-resolution: 0\n",
     1, "inertia is missing"},
    {HEAD "like: touch\nmass: 0\n", 5, "mass is 0; expected 1e-06 to 1e+09"},
    {HEAD "like: touch\nmass: [1, 2]\n", 5, "mass has 2 numbers; expected 3"},
    {HEAD "like: touch\nmass: [1, 2, -3]\n", 5, "mass[2] is -3; expected"},
    {HEAD "like: touch\nfriction: -1\n", 5, "friction is -1; expected 0 to"},
    {HEAD "like: touch\nrate: 1\n", 5, "rate is 1; expected 10 to 20000"},
    {HEAD "like: touch\nrate: .nan\n", 5, "rate is '.nan'; expected a number"},
    {HEAD "like: touch\ndelay: 0.06\njitter: 0.005\n", 5,
     "delay and jitter are 65 samples at 1000 Hz; expected at most 64"},
    {HEAD "like: touch\nlimits: {force: 0}\n", 5, "limits.force is 0; expected above 0"},
    {HEAD "like: omega3\nlimits: {torque: 1}\n", 5,
     "limits.torque of a device without orientation"},
    {HEAD "like: omega3\ninertia: 1\n", 5, "inertia of a device without orientation"},
    {HEAD "like: touch\nmode: {handle-share: 1, frequency: 9, ratio: 0}\n", 5,
     "mode.handle-share is 1; expected above 0 to 0.99"},
    {HEAD "like: touch\nmode: {handle-share: 0.3, frequency: 9}\n", 5,
     "mode has no 'ratio'; expected one"},
    {"volar-device: 1\nname: x\nlike: touch\nmass: 1\n", 4,
     "mass has no source; expected {value: 1, source: TEXT}, or source for the whole device"},
    {"volar-device: 1\nname: x\nlike: touch\nmass: {value: 1}\n", 4,
     "mass has no 'source'; expected one"},
    {"volar-device: 1\nname: x\nlike: touch\nmass: {value: 1, source: \"\"}\n", 4,
     "mass has no source; expected"},
};

static void what_is_wrong_is_told_with_its_line(void** state)
{
    (void)state;
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; ++i) {
        vlDeviceFile file;
        vlFileErrors errors;
        const Fault* f = &faults[i];
        assert_int_equal(vlDeviceFile_ReadText(f->text, strlen(f->text), "d.yaml", &file, &errors),
                         VL_ERROR_PARSE);
        if (errors.total != 1 || errors.item[0].line != f->line ||
            strncmp(errors.item[0].message, f->message, strlen(f->message)) != 0) {
            fail_msg("%zu: %d errors, line %d: %s", i, errors.total, errors.item[0].line,
                     errors.item[0].message);
        }
        assert_string_equal(errors.item[0].file, "d.yaml");
    }
    vlDeviceFile file;
    vlFileErrors errors;
    assert_int_equal(vlDeviceFile_Read("no/such/file.yaml", &file, &errors), VL_ERROR_IO);
    assert_string_equal(errors.item[0].message, "cannot be read: No such file or directory");
    assert_int_equal(vlDeviceFile_Read("/", &file, NULL), VL_ERROR_IO);
    assert_int_equal(vlDeviceFile_Read(NULL, &file, NULL), VL_ERROR_ARGUMENT);
    assert_int_equal(vlDeviceFile_ReadText(NULL, 0, NULL, &file, NULL), VL_ERROR_ARGUMENT);
}

#define SCENE                                                                                      \
    "volar: 1\nname: s\nbodies: [{name: a, shape: {box: {size: [0.1, 0.1, 0.1]}}}]\n"              \
    "devices:\n- {name: d, holds: a,\n   "

static void writeText(const char* path, const char* text)
{
    FILE* file = fopen(path, "wb");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static vlResult readScene(const char* folder, const char* end, const vlSceneOptions* options,
                          vlScene** scene, vlFileErrors* errors)
{
    char text[512], name[128];
    (void)snprintf(text, sizeof text, "%s%s}\n", SCENE, end);
    (void)snprintf(name, sizeof name, "%s/scene.yaml", folder);
    return vlScene_ReadText(text, strlen(text), name, options, scene, errors);
}

static void a_scene_names_a_file_below_its_folder(void** state)
{
    (void)state;
    char folder[] = "device_file_XXXXXX";
    char below[64], path[96];
    assert_non_null(mkdtemp(folder));
    (void)snprintf(below, sizeof below, "%s/lab", folder);
    (void)snprintf(path, sizeof path, "%s/mine.yaml", below);
    assert_int_equal(mkdir(below, 0700), 0);
    writeText(path, HEAD "like: omega6\nmass: 0.5\nmode: {handle-share: 0.4, frequency: 90, "
                         "ratio: 0.02}\n");
    vlScene* scene = NULL;
    vlFileErrors errors;
    assert_int_equal(readScene(folder, "model: lab/mine.yaml", NULL, &scene, &errors), VL_OK);
    const vlSceneDevice* device = vlScene_GetDevice(scene, 0);
    assert_non_null(device->model);
    assert_true(device->model->mass == 0.5 && device->model->mode.frequency == 90.0);
    assert_int_equal(vlScene_GetFileCount(scene), 1);
    assert_string_equal(vlScene_GetFile(scene, 0), path);
    vlSimulation* simulation = NULL;
    assert_int_equal(vlSimulation_Create(scene, &simulation, NULL, 0), VL_OK);
    assert_int_equal(vlSimulation_Step(simulation), VL_OK);
    vlSimulation_Destroy(simulation);
    // A written scene contains the device and no longer needs the file.
    vlScene_FreeText(vlSceneText_RoundTrip(scene));
    uint64_t hash = vlScene_GetHash(scene);
    vlScene_Destroy(scene);

    // Another number is another scene. In an override the path is relative to the current folder.
    char set[128];
    writeText(path, HEAD "like: omega6\nmass: 0.6\n");
    (void)snprintf(set, sizeof set, "devices.d.model=%s", path);
    const char* sets[] = {set};
    vlSceneOptions options = {.sets = sets, .setCount = 1};
    assert_int_equal(readScene("elsewhere", "address: touch", &options, &scene, &errors), VL_OK);
    assert_true(vlScene_GetDevice(scene, 0)->model->mass == 0.6);
    assert_true(vlScene_GetHash(scene) != hash);
    vlScene_Destroy(scene);
    sets[0] = "devices.d.address=touch"; // and back
    assert_int_equal(readScene(folder, "model: lab/mine.yaml", &options, &scene, &errors), VL_OK);
    assert_null(vlScene_GetDevice(scene, 0)->model);
    vlScene_Destroy(scene);

    writeText(path, HEAD "like: omega6\nmass: -1\n");
    assert_int_equal(readScene(folder, "model: lab/mine.yaml", NULL, &scene, &errors),
                     VL_ERROR_PARSE);
    assert_int_equal(errors.total, 2);
    assert_string_equal(errors.item[0].message, "device file 'lab/mine.yaml' cannot be used");
    assert_string_equal(errors.item[1].file, path);
    assert_int_equal(errors.item[1].line, 5);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(rmdir(below), 0);
    assert_int_equal(rmdir(folder), 0);
}

static void a_scene_cannot_name_a_file_elsewhere(void** state)
{
    (void)state;
    static const struct {
        const char *end, *message;
    } cases[] = {
        {"model: /etc/passwd", "model is '/etc/passwd'; expected the name of a device file in"},
        {"model: ../x.yaml", "model is '../x.yaml'; expected the name of a device file in"},
        {"model: a/../../x.yaml", "model is 'a/../../x.yaml'; expected the name"},
        {"model: \"\"", "model is empty; expected the name of a device file"},
        {"model: none.yaml", "device file 'none.yaml' cannot be read: No such file"},
        {"model: {name: x, like: touch}, address: touch", "model beside address; expected one"},
        {"device: udp, model: {name: x, like: touch}", "model of udp; expected it for 'simulated'"},
        {"model: {name: x, like: touch, mass: 1}", "mass has no source"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        vlScene* scene = NULL;
        vlFileErrors errors;
        assert_int_equal(readScene("f", cases[i].end, NULL, &scene, &errors), VL_ERROR_PARSE);
        if (strstr(errors.item[0].message, cases[i].message) == NULL) {
            fail_msg("%zu: %s", i, errors.item[0].message);
        }
    }
    vlScene* scene = NULL;
    vlFileErrors errors;
    vlSceneOptions options = {.refuseFiles = true};
    assert_int_equal(readScene("f", "model: x.yaml", &options, &scene, &errors), VL_ERROR_PARSE);
    assert_non_null(strstr(errors.item[0].message, "other files are not opened here"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_keys_are_read),
        cmocka_unit_test(a_preset_gives_what_is_not_said),
        cmocka_unit_test(the_files_of_the_source_are_sound),
        cmocka_unit_test(the_printed_file_is_sound),
        cmocka_unit_test(what_is_wrong_is_told_with_its_line),
        cmocka_unit_test(a_scene_names_a_file_below_its_folder),
        cmocka_unit_test(a_scene_cannot_name_a_file_elsewhere),
    };
    return cmocka_run_group_tests_name("device file", tests, NULL, NULL);
}
