// SPDX-License-Identifier: MIT
#include "app/tune/tune_scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/cli/exit_status.h"
#include "app/cli/fixed_text.h"
#include "app/cli/say.h"
#include "base/file_in.h"
#include "base/file_out.h"
#include "text/node.h"
#include "text/text_file.h"

#define KEYS 5
#define MAX_LIST 512

// One key of the device and its new value; empty: it stays.
typedef struct Entry {
    const char* key;
    char value[32];
} Entry;

// A piece of the text that is replaced, or at which something is inserted.
typedef struct Edit {
    size_t from, to;
    char text[KEYS * 64];
} Edit;

typedef struct Text {
    char* bytes;
    size_t size;
} Text;

static bool isMeant(const vlSceneDevice* device, const char* wanted, const char* model)
{
    return vlSceneDevice_IsSimulated(device) &&
           (strcmp(device->address, wanted) == 0 || strcmp(device->address, model) == 0);
}

static void listDevices(const vlScene* scene, char* text, size_t size)
{
    vlFixedText list = vlFixedText_Begin(text, size);
    for (int i = 0; i < vlScene_GetDeviceCount(scene); ++i) {
        const vlSceneDevice* device = vlScene_GetDevice(scene, i);
        vlFixedText_Add(&list, "%s'%s' (%s%s%s)", i > 0 ? ", " : "", device->name, device->backend,
                        device->address[0] != '\0' ? " " : "", device->address);
    }
}

int vlTuneScene_FindDevice(const char* program, const char* path, const vlScene* scene,
                           const char* device, const char* model, const char* name)
{
    char known[MAX_LIST];
    int found = -1, count = 0;
    listDevices(scene, known, sizeof known);
    if (known[0] == '\0') {
        vlSay(stderr, "%s: %s has no devices; expected a simulated %s\n", program, path, device);
        return -1;
    }
    if (name != NULL) {
        found = vlScene_FindDevice(scene, name);
        const vlSceneDevice* one = found >= 0 ? vlScene_GetDevice(scene, found) : NULL;
        if (one == NULL) {
            vlSay(stderr, "%s: %s has no device '%s'; it has %s\n", program, path, name, known);
        } else if (vlSceneDevice_IsSimulated(one) && !isMeant(one, device, model)) {
            vlSay(stderr, "%s: device '%s' of %s is a simulated %s; expected %s\n", program, name,
                  path, one->address, device);
            found = -1;
        }
        return found;
    }
    for (int i = 0; i < vlScene_GetDeviceCount(scene); ++i) {
        if (isMeant(vlScene_GetDevice(scene, i), device, model)) {
            found = found < 0 ? i : found;
            ++count;
        }
    }
    if (count == 0) {
        vlSay(stderr, "%s: %s has no simulated %s; it has %s\n", program, path, device, known);
    } else if (count > 1) {
        vlSay(stderr, "%s: %s has %d devices %s: %s; choose one by --name\n", program, path, count,
              device, known);
        found = -1;
    }
    return found;
}

// The mapping of the device at `place`; NULL if there is none.
static const vlNode* deviceOf(const vlNode* root, int place)
{
    const vlNode* list = vlNode_Find(root, "devices");
    const vlNode* device = list != NULL && list->kind == VL_NODE_LIST ? list->first : NULL;
    for (int i = 0; device != NULL && i < place; ++i) {
        device = device->next;
    }
    return device;
}

// The end of the line that contains `at`, before its line break.
static size_t lineEnd(const Text* text, size_t at)
{
    while (at < text->size && text->bytes[at] != '\n') {
        ++at;
    }
    return at > 0 && text->bytes[at - 1] == '\r' ? at - 1 : at;
}

// New keys follow the name of the device: in brackets after a comma, else in lines of their own
// that begin where the key of the name does.
static void addKey(const Text* text, const vlNode* mapping, const vlNode* nameKey,
                   const Entry* entry, Edit* edit)
{
    size_t used = strlen(edit->text);
    const char* quote = nameKey->isPlain ? "" : "\"";
    if (mapping->isFlow) {
        (void)snprintf(edit->text + used, sizeof edit->text - used, ", %s%s%s: %s", quote,
                       entry->key, quote, entry->value);
    } else {
        bool isWindows = edit->from < text->size && text->bytes[edit->from] == '\r';
        (void)snprintf(edit->text + used, sizeof edit->text - used, "%s%*s%s%s%s: %s",
                       isWindows ? "\r\n" : "\n", nameKey->place.column - 1, "", quote, entry->key,
                       quote, entry->value);
    }
}

// What has to change; the number of edits, or -1 if the text does not have the form of a scene.
static int planEdits(const Text* text, const vlNode* root, int place, const Entry* entries,
                     Edit edits[KEYS + 1])
{
    const vlNode* mapping = deviceOf(root, place);
    const vlNode* name = mapping != NULL ? vlNode_Find(mapping, "name") : NULL;
    int count = 1;
    if (name == NULL || name->key->place.column > 200) {
        return -1;
    }
    size_t after = mapping->isFlow ? (size_t)name->end : lineEnd(text, (size_t)name->end);
    edits[0] = (Edit){.from = after, .to = after};
    for (int i = 0; i < KEYS; ++i) {
        const vlNode* value = vlNode_Find(mapping, entries[i].key);
        if (entries[i].value[0] == '\0') {
            continue;
        }
        if (value == NULL) {
            addKey(text, mapping, name->key, &entries[i], &edits[0]);
        } else {
            Edit* edit = &edits[count++];
            *edit = (Edit){.from = (size_t)value->start, .to = (size_t)value->end};
            (void)snprintf(edit->text, sizeof edit->text, "%s", entries[i].value);
        }
    }
    return count;
}

static int byPlace(const void* a, const void* b)
{
    const Edit* one = a;
    const Edit* other = b;
    return one->from < other->from ? -1 : one->from > other->from ? 1 : 0;
}

static int plan(const Text* text, int place, const Entry* entries, Edit edits[KEYS + 1])
{
    vlPool tree = {.blocks = NULL};
    vlFaults faults = {.file = ""};
    vlNode* root = NULL;
    int count = -1;
    if (vlNode_Parse(&tree, &faults, text->bytes, text->size, 0, &root)) {
        count = planEdits(text, root, place, entries, edits);
    }
    vlPool_Free(&tree);
    if (count > 0) {
        qsort(edits, (size_t)count, sizeof *edits, byPlace);
    }
    return count;
}

static void writeEdited(const Text* text, const Edit* edits, int count, FILE* stream)
{
    size_t at = 0;
    for (int i = 0; i < count; ++i) {
        (void)fwrite(text->bytes + at, 1, edits[i].from - at, stream);
        (void)fputs(edits[i].text, stream);
        at = edits[i].to;
    }
    (void)fwrite(text->bytes + at, 1, text->size - at, stream);
}

// Whether the written file is a scene whose device has these gains.
static bool isAsMeant(const char* path, int place, const Entry* entries, vlFileErrors* errors)
{
    vlScene* scene = NULL;
    vlSceneOptions options = {.setCount = 0};
    bool isGood = vlScene_Read(path, &options, &scene, errors) == VL_OK;
    const vlSceneDevice* d = isGood ? vlScene_GetDevice(scene, place) : NULL;
    isGood = d != NULL;
    for (int i = 0; i < KEYS && isGood; ++i) {
        const double values[KEYS] = {d->coupling.stiffness, d->coupling.damping,
                                     d->coupling.angularStiffness, d->coupling.angularDamping,
                                     d->velocityCut};
        isGood = entries[i].value[0] == '\0' || values[i] == strtod(entries[i].value, NULL);
    }
    vlScene_Destroy(scene);
    return isGood;
}

// Writes the new text beside the file, tries it, and puts it in its place.
static int replaceFile(const char* program, const char* path, int place, const Text* text,
                       const Entry* entries)
{
    Edit edits[KEYS + 1];
    vlFileOut out = {.stream = NULL};
    vlFileErrors errors = {.count = 0};
    char reason[128];
    int count = plan(text, place, entries, edits);
    if (count < 0) {
        vlSay(stderr, "%s: %s: the device has no place in the file to write to\n", program, path);
        return VL_EXIT_FILE;
    }
    int problem = vlFileOut_Open(&out, path);
    if (problem == 0) {
        writeEdited(text, edits, count, out.stream);
    }
    if (problem == 0 && fflush(out.stream) == 0 && out.part != NULL &&
        !isAsMeant(out.part, place, entries, &errors)) {
        vlSay(stderr, "%s: %s would not be a valid scene with these gains%s%s; it is unchanged\n",
              program, path, errors.count > 0 ? ": " : "",
              errors.count > 0 ? errors.item[0].message : "");
        vlFileOut_Discard(&out);
        return VL_EXIT_FILE;
    }
    problem = problem == 0 ? vlFileOut_Commit(&out) : problem; // has the first failure
    if (problem != 0) {
        vlSay(stderr, "%s: cannot write '%s': %s\n", program, path,
              vlFileIn_Explain(problem, reason, sizeof reason));
    }
    return problem == 0 ? VL_EXIT_OK : VL_EXIT_FILE;
}

int vlTuneScene_Write(const char* program, const char* path, int place,
                      const vlTunedCoupling* found, const vlTunedCoupling* turn, bool hasCut)
{
    Entry entries[KEYS] = {{"stiffness", ""},
                           {"damping", ""},
                           {"angular-stiffness", ""},
                           {"angular-damping", ""},
                           {"velocity-cut", ""}};
    const double values[KEYS] = {found->stiffness, found->damping,
                                 turn != NULL ? turn->stiffness : 0.0,
                                 turn != NULL ? turn->damping : 0.0, found->cut};
    const bool isNew[KEYS] = {true, true, turn != NULL, turn != NULL, hasCut};
    Text text = {NULL, 0};
    vlFileErrors errors;
    for (int i = 0; i < KEYS; ++i) {
        if (isNew[i]) {
            (void)snprintf(entries[i].value, sizeof entries[i].value, "%.10g", values[i]);
        }
    }
    int status = VL_EXIT_FILE;
    if (vlTextFile_Read(path, VL_MAX_SCENE_TEXT, &text.bytes, &text.size, &errors) == VL_OK) {
        status = replaceFile(program, path, place, &text, entries);
    } else {
        vlSay(stderr, "%s: '%s' %s\n", program, path, errors.item[0].message);
    }
    free(text.bytes);
    return status;
}
