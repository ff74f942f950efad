// SPDX-License-Identifier: MIT
// volar scene: prints built-in scenes, and any scene as a single self-contained file.

#include <argp.h>
#include <stdio.h>
#include <string.h>
#include <volar/scene.h>

#include "app/cli/arguments.h"
#include "app/cli/scene_source.h"
#include "app/cmd.h"

typedef struct Arguments {
    const char* word;
    bool list, expand;
} Arguments;

static error_t parseOption(int key, char* text, struct argp_state* state)
{
    Arguments* a = state->input;
    switch (key) {
    case 'l': a->list = true; return 0;
    case 'e': a->expand = true; return 0;
    case ARGP_KEY_ARG:
        if (a->word != NULL) {
            argp_error(state, "one scene at a time; found also '%s'", text);
        }
        a->word = text;
        return 0;
    case ARGP_KEY_END:
        if (a->expand && a->word == NULL) {
            argp_error(state, "--expand needs a scene");
        }
        if (a->list && a->word != NULL) {
            argp_error(state, "--list names all scenes; found also '%s'", a->word);
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
    {0}};

static const struct argp parser = {
    options,
    parseOption,
    "[SCENE]",
    "Prints a scene as it was written, or as a single self-contained file."
    "\vSCENE is the name of a built-in scene or a file.\n\n"
    "Examples:\n"
    "  volar scene --list\n"
    "  volar scene blocks > my.yaml\n"
    "  volar scene my.yaml --expand\n\n"
    "Exit status: 0 success, 1 standard output cannot be written, 2 bad usage, 3 a file cannot be "
    "read.",
    NULL,
    NULL,
    NULL};

// The first sentence of a description, on one line.
static void printSentence(const char* text)
{
    for (const char* c = text; *c != '\0'; ++c) {
        bool isEnd = *c == '.' && (c[1] == '\0' || c[1] == ' ' || c[1] == '\n');
        if (isEnd || (*c == '\n' && c[1] == '\0')) {
            break;
        }
        putchar(*c == '\n' ? ' ' : *c);
    }
    putchar('\n');
}

static int listScenes(const char* program)
{
    int count, widest = 0, worst = VL_EXIT_OK;
    const vlBuiltinScene* scenes = vlBuiltin_GetScenes(&count);
    for (int i = 0; i < count; ++i) {
        int width = (int)strlen(scenes[i].name);
        widest = width > widest ? width : widest;
    }
    for (int i = 0; i < count; ++i) {
        vlScene* scene = NULL;
        vlSceneSource source = {scenes[i].name, &scenes[i]};
        vlSceneOptions sceneOptions = {NULL, 0, false};
        int status = vlSceneSource_Load(program, &source, &sceneOptions, &scene);
        worst = status > worst ? status : worst;
        printf("%-*s  ", widest, scenes[i].name);
        printSentence(status == VL_EXIT_OK ? vlScene_GetDescription(scene) : "");
        vlScene_Destroy(scene);
    }
    return worst;
}

static int printText(const char* program, const vlSceneSource* source)
{
    char part[4096];
    size_t size;
    if (source->builtin != NULL) {
        fwrite(source->builtin->text, 1, source->builtin->size, stdout);
        return VL_EXIT_OK;
    }
    FILE* file = fopen(source->name, "rb");
    if (file == NULL) {
        fprintf(stderr, "%s: cannot read '%s'\n", program, source->name);
        return VL_EXIT_FILE;
    }
    while ((size = fread(part, 1, sizeof part, file)) > 0) {
        fwrite(part, 1, size, stdout);
    }
    bool failed = ferror(file) != 0;
    fclose(file);
    if (failed) {
        fprintf(stderr, "%s: cannot read '%s'\n", program, source->name);
    }
    return failed ? VL_EXIT_FILE : VL_EXIT_OK;
}

static int printExpanded(const char* program, const vlSceneSource* source)
{
    vlScene* scene = NULL;
    char* text = NULL;
    size_t size = 0;
    vlSceneOptions sceneOptions = {NULL, 0, false};
    int status = vlSceneSource_Load(program, source, &sceneOptions, &scene);
    if (status != VL_EXIT_OK) {
        return status;
    }
    vlResult r = vlScene_Write(scene, &text, &size);
    if (r == VL_OK) {
        fwrite(text, 1, size, stdout);
        vlScene_FreeText(text);
    } else {
        fprintf(stderr, "%s: %s: %s\n", program, source->name, vlResult_Text(r));
        status = VL_EXIT_FAILED;
    }
    vlScene_Destroy(scene);
    return status;
}

int vlCmd_Scene(int argc, char** argv)
{
    Arguments arguments = {NULL, false, false};
    vlSceneSource source;
    vlArguments_Parse(&parser, argc, argv, &arguments);
    int status = VL_EXIT_OK;
    if (arguments.word == NULL) {
        status = listScenes(argv[0]);
    } else {
        status = vlSceneSource_Find(argv[0], arguments.word, &source);
        if (status == VL_EXIT_OK) {
            status =
                arguments.expand ? printExpanded(argv[0], &source) : printText(argv[0], &source);
        }
    }
    return status;
}
