// SPDX-License-Identifier: MIT
#include "app/cli/scene_source.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <volar/mesh.h>
#include <volar/record.h>
#include <volar/scene.h>

#include "app/cli/exit_status.h"
#include "app/cli/say.h"
#include "base/file_in.h"
#include "base/printable.h"
#include "base/spelling.h"

// At most this many names are searched for the nearest one.
#define MAX_NAMES 128
// Columns before the text of a quoted line.
#define MARGIN 8

static bool isFile(const char* path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISREG(info.st_mode);
}

int vlSceneSource_Find(const char* program, const char* word, vlSceneSource* source)
{
    const char* names[MAX_NAMES];
    int count;
    const vlBuiltinScene* scenes = vlBuiltin_GetScenes(&count);
    source->name = word;
    source->builtin = NULL;
    if (strpbrk(word, "/.") != NULL) {
        return VL_EXIT_OK;
    }
    count = count < MAX_NAMES ? count : MAX_NAMES;
    for (int i = 0; i < count; ++i) {
        names[i] = scenes[i].name;
        if (strcmp(word, names[i]) == 0) {
            source->builtin = &scenes[i];
            return VL_EXIT_OK;
        }
    }
    if (isFile(word)) {
        return VL_EXIT_OK;
    }
    const char* nearest = vlSpelling_FindNearest(word, names, count);
    if (nearest != NULL) {
        vlSay(stderr, "%s: no scene '%s'; did you mean '%s'?\n", program, word, nearest);
    } else {
        vlSay(stderr, "%s: no scene '%s'; 'volar scene --list' names them\n", program, word);
    }
    return VL_EXIT_USAGE;
}

static void showCutting(void* user, const char* file, int pieces, double error)
{
    char line[160];
    (void)snprintf(line, sizeof line, "cutting %.80s: %d pieces, %.3g m off", file, pieces, error);
    vlTerminal_ShowLine(user, line);
}

const char* vlSceneSource_CacheFolder(void)
{
    static char folder[4096];
    int length = vlMesh_FindCacheFolder(folder, sizeof folder);
    return length > 0 && length < (int)sizeof folder ? folder : NULL;
}

vlResult vlSceneSource_Read(const vlSceneSource* source, const vlSceneOptions* options,
                            vlScene** scene, vlFileErrors* errors)
{
    const vlBuiltinScene* b = source->builtin;
    if (b == NULL) {
        return vlScene_Read(source->name, options, scene, errors);
    }
    vlSceneOptions own = options != NULL ? *options : (vlSceneOptions){.setCount = 0};
    own.files = vlBuiltin_GetFiles(&own.fileCount);
    return vlScene_ReadText(b->text, b->size, b->name, &own, scene, errors);
}

// The text of the source, to quote from; NULL if it cannot be read. The caller frees it.
static char* readText(const vlSceneSource* source, size_t* size)
{
    if (source->builtin != NULL) {
        *size = source->builtin->size;
        char* copy = malloc(*size + 1);
        return copy != NULL ? memcpy(copy, source->builtin->text, *size) : NULL;
    }
    int problem = 0;
    FILE* file = vlFileIn_Open(source->name, false, &problem);
    char* text = file != NULL ? malloc(VL_MAX_SCENE_TEXT) : NULL;
    *size = text != NULL ? fread(text, 1, VL_MAX_SCENE_TEXT, file) : 0;
    if (file != NULL) {
        fclose(file);
    }
    return text;
}

// Prints one line of text, as much of it around `column` as fits, and a mark below the place.
static void quoteLine(const vlTerminal* terminal, const char* text, size_t length, int number,
                      int column)
{
    int room = vlTerminal_GetWidth(terminal) - MARGIN - 1;
    int first = column > room ? column - room / 2 : 0; // characters left out
    int at = 0;
    vlSay(terminal->file, "%s%5d | ", vlTerminal_Style(terminal, VL_STYLE_DIM), number);
    for (size_t i = 0, step; i < length; i += step, ++at) {
        char piece[VL_PRINTABLE_BYTES];
        step = vlPrintable_Next(text + i, piece);
        // What cannot be printed takes one column all the same, so that the mark stays in place.
        bool isEscaped = step == 0 || memcmp(piece, text + i, step) != 0;
        step = step > 0 ? step : 1;
        if (at >= first && at < first + room) {
            vlSay(terminal->file, "%s", isEscaped ? " " : piece);
        }
    }
    vlSay(terminal->file, "%s\n", vlTerminal_Style(terminal, VL_STYLE_PLAIN));
    if (column > 0) {
        vlSay(terminal->file, "%*s%s^%s\n", MARGIN + column - 1 - first, "",
              vlTerminal_Style(terminal, VL_STYLE_BAD), vlTerminal_Style(terminal, VL_STYLE_PLAIN));
    }
}

static void quotePlace(const vlTerminal* terminal, const char* text, size_t size,
                       const vlFileError* error)
{
    const char* line = text;
    const char* end = text + size;
    for (int i = 1; i < error->line && line != NULL; ++i) {
        line = memchr(line, '\n', (size_t)(end - line));
        line = line != NULL ? line + 1 : NULL;
    }
    if (line != NULL && line < end) {
        const char* stop = memchr(line, '\n', (size_t)(end - line));
        size_t length = (size_t)((stop != NULL ? stop : end) - line);
        length -= length > 0 && line[length - 1] == '\r';
        quoteLine(terminal, line, length, error->line, error->column);
    }
}

void vlSceneSource_PrintErrors(const vlSceneSource* source, const vlFileErrors* errors,
                               const vlTerminal* terminal)
{
    size_t size = 0;
    char* text = readText(source, &size);
    for (int i = 0; i < errors->count; ++i) {
        const vlFileError* e = &errors->item[i];
        vlSay(terminal->file, "%s%s", vlTerminal_Style(terminal, VL_STYLE_BOLD), e->file);
        if (e->line > 0) {
            vlSay(terminal->file, ":%d", e->line);
        }
        if (e->line > 0 && e->column > 0) {
            vlSay(terminal->file, ":%d", e->column);
        }
        vlSay(terminal->file, ":%s %s\n", vlTerminal_Style(terminal, VL_STYLE_PLAIN), e->message);
        // The fault may be in another file, or in --set.
        if (text != NULL && e->line > 0 && strcmp(e->file, source->name) == 0) {
            quotePlace(terminal, text, size, e);
        }
    }
    if (errors->total > errors->count) {
        vlSay(terminal->file, "%d errors; the first %d are shown\n", errors->total, errors->count);
    } else if (errors->total > 1) {
        vlSay(terminal->file, "%d errors\n", errors->total);
    }
    free(text);
}

// Is the scene good with the first `count` overrides?
static bool isGoodWith(const vlSceneSource* source, const vlSceneOptions* options, int count)
{
    vlSceneOptions fewer = *options;
    fewer.setCount = count;
    vlFileErrors errors = {.count = 0};
    vlScene* scene = NULL;
    vlResult r = vlSceneSource_Read(source, &fewer, &scene, &errors);
    vlScene_Destroy(scene);
    return r == VL_OK;
}

// An override can make another part of the file wrong, a name that is now given twice for example.
// If the file alone is good, its faults are those of the override that it fails with first.
void vlSceneSource_BlameSet(const vlSceneSource* source, const vlSceneOptions* options,
                            vlFileErrors* errors)
{
    int count = options != NULL ? options->setCount : 0;
    if (count == 0 || !isGoodWith(source, options, 0)) {
        return;
    }
    int guilty = 1;
    while (guilty < count && isGoodWith(source, options, guilty)) {
        ++guilty;
    }
    for (int i = 0; i < errors->count; ++i) {
        vlFileError* e = &errors->item[i];
        if (strcmp(e->file, source->name) != 0) {
            continue;
        }
        char message[sizeof e->message], set[64], where[64];
        (void)snprintf(set, sizeof set, "%s", options->sets[guilty - 1]);
        int whereLength =
            snprintf(where, sizeof where, " (line %d of %.30s)", e->line, source->name);
        // What is wrong, and what to do about it, is left whole before all else.
        int room = (int)sizeof message - 1 - (int)strlen(set) - 2 - whereLength;
        (void)snprintf(message, sizeof message, "%s: %.*s%s", set, room, e->message, where);
        memcpy(e->message, message, sizeof message);
        (void)snprintf(e->file, sizeof e->file, "--set");
        e->line = e->column = 0;
    }
}

static bool isRecording(const vlSceneSource* source)
{
    vlRecording* recording = NULL;
    bool isOne =
        source->builtin == NULL && vlRecording_Open(source->name, &recording, NULL, 0) == VL_OK;
    vlRecording_Close(recording);
    return isOne;
}

int vlSceneSource_Load(const char* program, const vlSceneSource* source,
                       const vlSceneOptions* options, vlScene** scene)
{
    vlFileErrors errors = {.count = 0};
    vlTerminal terminal = vlTerminal_Open(stderr);
    vlSceneOptions shown = *options;
    if (terminal.isLive) {
        shown.progress = showCutting;
        shown.user = &terminal;
    }
    vlResult r = vlSceneSource_Read(source, &shown, scene, &errors);
    vlTerminal_ClearLine(&terminal);
    if (r == VL_OK) {
        for (int i = 0; i < vlScene_GetNoteCount(*scene); ++i) {
            vlSay(stderr, "%s: note: %s\n", source->name, vlScene_GetNote(*scene, i));
        }
        return VL_EXIT_OK;
    }
    if (errors.count == 0) {
        vlSay(stderr, "%s: %s: %s\n", program, source->name, vlResult_Text(r));
    } else if (isRecording(source)) {
        vlSay(stderr,
              "%s: '%s' is a recording; expected a scene. 'volar replay %s --viewer' plays it\n",
              program, source->name, source->name);
    } else {
        vlSceneSource_BlameSet(source, options, &errors);
        vlSceneSource_PrintErrors(source, &errors, &terminal);
    }
    return r == VL_ERROR_MEMORY ? VL_EXIT_FAILED : VL_EXIT_FILE;
}
