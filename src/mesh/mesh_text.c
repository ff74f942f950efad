// SPDX-License-Identifier: MIT
#include "mesh/mesh_text.h"

#include <string.h>

#include "base/decimal.h"

#define LARGEST_WHOLE (1ll << 53)

vlMeshText vlMeshText_Open(const unsigned char* bytes, size_t size, bool isObj)
{
    const char* start = (const char*)bytes;
    return (vlMeshText){start, start + size, start, 1, isObj};
}

// Length of the end of line at `p`; 0 if there is none.
static int breakAt(const vlMeshText* text, const char* p)
{
    if (p < text->end && *p == '\r') {
        return p + 1 < text->end && p[1] == '\n' ? 2 : 1;
    }
    return p < text->end && *p == '\n';
}

// Length of a backslash and the end of line after it; 0 if they are not there.
static int joinAt(const vlMeshText* text, const char* p)
{
    if (!text->isObj || p >= text->end || *p != '\\') {
        return 0;
    }
    int length = breakAt(text, p + 1);
    return length > 0 ? 1 + length : 0;
}

static bool isBlank(char c)
{
    return c == ' ' || c == '\t' || c == '\v' || c == '\f';
}

static void startLine(vlMeshText* text, int skipped)
{
    text->at += skipped;
    text->lineStart = text->at;
    ++text->line;
}

static void skipBlanks(vlMeshText* text)
{
    for (;;) {
        int join = joinAt(text, text->at);
        if (join > 0) {
            startLine(text, join);
        } else if (text->at < text->end && isBlank(*text->at)) {
            ++text->at;
        } else {
            return;
        }
    }
}

vlMeshWord vlMeshText_Next(vlMeshText* text)
{
    skipBlanks(text);
    const char* p = text->at;
    vlMeshWord word = {p, 0, text->line, (int)(p - text->lineStart) + 1, p == text->end};
    if (text->isObj && p < text->end && *p == '#') {
        return word;
    }
    while (p < text->end && !isBlank(*p) && breakAt(text, p) == 0 && joinAt(text, p) == 0) {
        ++p;
    }
    word.length = (int)(p - text->at);
    text->at = p;
    return word;
}

vlMeshWord vlMeshText_NextAnywhere(vlMeshText* text)
{
    vlMeshWord word = vlMeshText_Next(text);
    while (word.length == 0 && vlMeshText_NextLine(text)) {
        word = vlMeshText_Next(text);
    }
    word.isFileEnd = word.length == 0;
    return word;
}

bool vlMeshText_NextLine(vlMeshText* text)
{
    bool isComment = false;
    while (text->at < text->end) {
        // A comment is never joined: it may end with the name of a folder.
        isComment = isComment || (text->isObj && *text->at == '#');
        int join = isComment ? 0 : joinAt(text, text->at);
        int ending = breakAt(text, text->at);
        if (ending > 0) {
            startLine(text, ending);
            return text->at < text->end;
        }
        if (join > 0) {
            startLine(text, join);
        } else {
            ++text->at;
        }
    }
    return false;
}

bool vlMeshWord_Is(const vlMeshWord* word, const char* expected)
{
    for (int i = 0; i < word->length; ++i) {
        char c = word->start[i];
        c = (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
        if (expected[i] == '\0' || c != expected[i]) {
            return false;
        }
    }
    return expected[word->length] == '\0';
}

bool vlMeshWord_Number(const vlMeshWord* word, double* value)
{
    return vlDecimal_IsPart(word->start, (size_t)word->length, value);
}

bool vlMeshWord_Whole(const vlMeshWord* word, long long* value)
{
    int i = word->length > 0 && (word->start[0] == '-' || word->start[0] == '+');
    long long number = 0;
    if (i == word->length) {
        return false;
    }
    bool isNegative = i == 1 && word->start[0] == '-';
    for (; i < word->length; ++i) {
        char c = word->start[i];
        if (c < '0' || c > '9') {
            return false;
        }
        number = 10 * number + (c - '0');
        if (number > LARGEST_WHOLE) {
            return false;
        }
    }
    *value = isNegative ? -number : number;
    return true;
}

const char* vlMeshWord_Show(const vlMeshWord* word, char shown[VL_MESH_SHOWN])
{
    if (word->length == 0) {
        return word->isFileEnd ? "the end of the file" : "the end of the line";
    }
    int room = VL_MESH_SHOWN - 6; // quotes, dots and the final NUL
    int length = word->length < room ? word->length : room;
    char* out = shown;
    *out++ = '\'';
    for (int i = 0; i < length; ++i) {
        char c = word->start[i];
        *out++ = (char)(c >= 0x20 && c < 0x7f ? c : '?');
    }
    memcpy(out, word->length > room ? "...'" : "'", word->length > room ? 5 : 2);
    return shown;
}
