// SPDX-License-Identifier: MIT
// volar scene: prints built-in scenes, and any scene as a single self-contained file.

#include <argp.h>
#include <stdio.h>
#include <string.h>
#include <volar/scene.h>

#include "app/cli/arguments.h"
#include "app/cli/description.h"
#include "app/cli/say.h"
#include "app/cli/scene_source.h"
#include "app/cmd.h"
#include "base/file_in.h"
#include "base/json_writer.h"

typedef struct Arguments {
    const char* word;
    const char* keys; // path of a mapping whose keys are listed
    bool list, expand, isJson;
} Arguments;

static error_t parseOption(int key, char* text, struct argp_state* state)
{
    Arguments* a = state->input;
    switch (key) {
    case 'l': a->list = true; return 0;
    case 'e': a->expand = true; return 0;
    case 'k': a->keys = text != NULL ? text : ""; return 0;
    case 'j': a->isJson = true; return 0;
    case ARGP_KEY_ARG:
        if (a->word != NULL) {
            vlArguments_Fail(state, "one scene at a time; also found '%s'", text);
        }
        a->word = text;
        return 0;
    case ARGP_KEY_END:
        if (a->expand && a->word == NULL) {
            vlArguments_Fail(state, "--expand needs a scene");
        }
        if (a->list && a->word != NULL) {
            vlArguments_Fail(state, "--list names all scenes; also found '%s'", a->word);
        }
        if (a->isJson && a->word != NULL) {
            vlArguments_Fail(state, "--json is for the list, not for a scene");
        }
        return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option options[] = {
    {"list", 'l', NULL, 0,
     "List the built-in scenes with a description each (default without SCENE)", 0},
    {"expand", 'e', NULL, 0,
     "Print the scene as a single file: meshes replaced by their faces, comments removed", 0},
    {"keys", 'k', "PATH", OPTION_ARG_OPTIONAL,
     "List the keys that a scene, or a mapping in it such as world or bodies.NAME, may have, as "
     "--set takes them",
     0},
    {"json", 'j', NULL, 0, "List as JSON", 0},
    {0}};

static const struct argp parser = {
    options,
    parseOption,
    "[SCENE]",
    "Prints a scene as it was written, or as a single self-contained file."
    "\vSCENE is the name of a built-in scene, of a mesh file that one of them names, or a file.\n\n"
    "Examples:\n"
    "  volar scene --list\n"
    "  volar scene blocks > my.yaml\n"
    "  volar scene own-mesh.obj > own-mesh.obj\n"
    "  volar scene my.yaml --expand\n"
    "  volar scene --keys=world.surface\n\n"
    "Exit status: 0 success, 1 standard output cannot be written, 2 bad usage, 3 a file cannot be "
    "read.",
    NULL,
    NULL,
    NULL};

// The first sentence of a description, on one line.
static void writeSentence(const char* text, char* line, size_t size)
{
    size_t used = 0;
    line[0] = '\0';
    while (*text != '\0' && used < size) {
        size_t length = strcspn(text, ".\n");
        // A point at the end of a word, or the very end.
        bool isEnd = text[length] == '.' && strchr(" \n", text[length + 1]) != NULL;
        isEnd = isEnd || text[length] == '\0' || (text[length] == '\n' && text[length + 1] == '\0');
        int written = snprintf(line + used, size - used, "%.*s%s", (int)length, text,
                               isEnd                 ? ""
                               : text[length] == '.' ? "."
                                                     : " ");
        used += written > 0 ? (size_t)written : 0;
        text += isEnd ? strlen(text) : length + 1;
    }
}

// The first sentence of the description of a scene.
static vlResult describe(const vlBuiltinScene* scene, char* line, size_t size)
{
    char description[2048]; // more than a sentence
    vlResult r = vlDescription_Read(scene->text, scene->size, description, sizeof description);
    writeSentence(r == VL_OK ? description : "", line, size);
    return r;
}

static int listScenes(const char* program, bool isJson)
{
    int count, widest = 0, worst = VL_EXIT_OK;
    const vlBuiltinScene* scenes = vlBuiltin_GetScenes(&count);
    vlJsonWriter json = {stdout, 0, true};
    for (int i = 0; i < count; ++i) {
        int width = (int)strlen(scenes[i].name);
        widest = width > widest ? width : widest;
    }
    if (isJson) {
        vlJsonWriter_Open(&json, NULL, '{');
        vlJsonWriter_Open(&json, "scenes", '[');
    }
    for (int i = 0; i < count; ++i) {
        char line[1024];
        vlResult r = describe(&scenes[i], line, sizeof line);
        if (r != VL_OK) {
            vlSay(stderr, "%s: %s: %s\n", program, scenes[i].name, vlResult_Text(r));
            worst = VL_EXIT_FAILED;
        }
        if (isJson) {
            vlJsonWriter_Open(&json, NULL, '{');
            vlJsonWriter_Text(&json, "name", scenes[i].name);
            vlJsonWriter_Text(&json, "describes", line);
            vlJsonWriter_Close(&json, '}');
        } else {
            vlSay(stdout, "%-*s  %s\n", widest, scenes[i].name, line);
        }
    }
    if (isJson) {
        vlJsonWriter_Close(&json, ']');
        vlJsonWriter_Close(&json, '}');
    }
    return worst;
}

static int listKeys(const char* program, const char* path)
{
    vlSceneKey key;
    int i = 0;
    for (; vlScene_GetKey(path, i, &key); ++i) {
        vlSay(stdout, "%s%s%s  %s (%s%s%s%s%s)\n", path, path[0] != '\0' ? "." : "", key.name,
              key.meaning, key.unit, key.unit[0] != '\0' ? "; " : "",
              key.usual != NULL ? "default " : "required", key.usual != NULL ? key.usual : "",
              key.hasKeys ? "; has keys" : "");
    }
    if (i == 0) {
        vlSay(stderr, "%s: no keys at '%s'; expected a path such as world.surface or bodies.NAME\n",
              program, path);
    }
    return i > 0 ? VL_EXIT_OK : VL_EXIT_USAGE;
}

static int printText(const char* program, const vlSceneSource* source)
{
    char part[4096];
    size_t size;
    if (source->builtin != NULL) {
        vlSay_Document(source->builtin->text, source->builtin->size);
        return VL_EXIT_OK;
    }
    int problem = 0;
    FILE* file = vlFileIn_Open(source->name, true, &problem);
    if (file == NULL) {
        char why[128];
        vlSay(stderr, "%s: cannot read '%s': %s\n", program, source->name,
              vlFileIn_Explain(problem, why, sizeof why));
        return VL_EXIT_FILE;
    }
    while ((size = fread(part, 1, sizeof part - 1, file)) > 0) {
        part[size] = '\0';
        vlSay_Document(part, size);
    }
    bool failed = ferror(file) != 0;
    fclose(file);
    if (failed) {
        vlSay(stderr, "%s: cannot read '%s'\n", program, source->name);
    }
    return failed ? VL_EXIT_FILE : VL_EXIT_OK;
}

static int printExpanded(const char* program, const vlSceneSource* source)
{
    vlScene* scene = NULL;
    char* text = NULL;
    size_t size = 0;
    vlSceneOptions sceneOptions = {.cacheFolder = vlSceneSource_CacheFolder()};
    int status = vlSceneSource_Load(program, source, &sceneOptions, &scene);
    if (status != VL_EXIT_OK) {
        return status;
    }
    vlResult r = vlScene_Write(scene, &text, &size);
    if (r == VL_OK) {
        vlSay_Document(text, size);
        vlScene_FreeText(text);
    } else {
        vlSay(stderr, "%s: %s: %s\n", program, source->name, vlResult_Text(r));
        status = VL_EXIT_FAILED;
    }
    vlScene_Destroy(scene);
    return status;
}

// Prints a mesh file that a built-in scene names, for saving it beside that scene.
static bool printBuiltinFile(const char* name)
{
    int count;
    const vlSceneFile* files = vlBuiltin_GetFiles(&count);
    for (int i = 0; i < count; ++i) {
        if (strcmp(files[i].name, name) == 0) {
            vlSay_Document((const char*)files[i].bytes, files[i].size);
            return true;
        }
    }
    return false;
}

int vlCmd_Scene(int argc, char** argv)
{
    Arguments arguments = {.word = NULL};
    vlSceneSource source;
    vlArguments_Parse(&parser, argc, argv, &arguments);
    int status = VL_EXIT_OK;
    if (arguments.keys != NULL) {
        status = listKeys(argv[0], arguments.keys);
    } else if (arguments.word == NULL) {
        status = listScenes(argv[0], arguments.isJson);
    } else if (arguments.expand || !printBuiltinFile(arguments.word)) {
        status = vlSceneSource_Find(argv[0], arguments.word, &source);
        if (status == VL_EXIT_OK) {
            status =
                arguments.expand ? printExpanded(argv[0], &source) : printText(argv[0], &source);
        }
    }
    return status;
}
