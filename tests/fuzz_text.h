// SPDX-License-Identifier: MIT
#ifndef VOLAR_TESTS_FUZZ_TEXT_H
#define VOLAR_TESTS_FUZZ_TEXT_H

// Changes of a text that keep most of its structure, for YAML, JSON, OBJ and the like: words,
// groups in brackets, lines and blocks of lines (a line with all that is indented deeper) are
// exchanged, doubled, moved or left out, numbers become odd ones, and words those of the format,
// which the file VL_FUZZ_DICTIONARY lists. A fuzzer that only changes bytes hardly ever gets past
// the syntax.

#include "fuzz_input.h"
#include "models/random.h"

#define VL_TEXT_PIECE 2048 // bytes of the largest piece that is copied
#define VL_TEXT_WORDS 512
#define VL_TEXT_WORD 64 // bytes

typedef struct vlFuzzText {
    char* at;
    size_t size, room;
    vlRandom random;
} vlFuzzText;

typedef struct vlTextSpan {
    size_t from, to; // from == to: there is none
} vlTextSpan;

static inline size_t vlFuzzText_Index(vlFuzzText* t, size_t count)
{
    return count > 0 ? (size_t)vlRandom_Index(&t->random, (int)count) : 0;
}

// Puts `count` bytes in the place of a span, if there is room; the bytes may be of the same text.
static inline void vlFuzzText_Replace(vlFuzzText* t, vlTextSpan span, const char* bytes,
                                      size_t count)
{
    char piece[VL_TEXT_PIECE];
    size_t rest = t->size - (span.to - span.from);
    if (count > sizeof piece || rest + count > t->room) {
        return;
    }
    memcpy(piece, bytes, count);
    memmove(t->at + span.from + count, t->at + span.to, t->size - span.to);
    memcpy(t->at + span.from, piece, count);
    t->size = rest + count;
}

static inline bool vlFuzzText_IsInWord(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '.' ||
           c == '-' || c == '+' || c == '_';
}

static inline vlTextSpan vlFuzzText_Word(vlFuzzText* t)
{
    size_t at = vlFuzzText_Index(t, t->size);
    while (at < t->size && !vlFuzzText_IsInWord(t->at[at])) {
        ++at;
    }
    vlTextSpan span = {at, at};
    while (span.from > 0 && vlFuzzText_IsInWord(t->at[span.from - 1])) {
        --span.from;
    }
    while (span.to < t->size && vlFuzzText_IsInWord(t->at[span.to])) {
        ++span.to;
    }
    return span;
}

// A group in brackets or quotes, with them.
static inline vlTextSpan vlFuzzText_Group(vlFuzzText* t)
{
    size_t from = vlFuzzText_Index(t, t->size);
    while (from < t->size && strchr("{[\"", t->at[from]) == NULL) {
        ++from;
    }
    vlTextSpan none = {0, 0};
    int depth = 0;
    for (size_t to = from; to < t->size; ++to) {
        char c = t->at[to];
        if (t->at[from] == '"' ? c == '"' && to > from : (c == '}' || c == ']') && --depth == 0) {
            return (vlTextSpan){from, to + 1};
        }
        depth += c == '{' || c == '[' ? 1 : 0;
    }
    return none;
}

static inline size_t vlFuzzText_LineEnd(const vlFuzzText* t, size_t at)
{
    while (at < t->size && t->at[at] != '\n') {
        ++at;
    }
    return at < t->size ? at + 1 : at;
}

static inline size_t vlFuzzText_IndentOf(const vlFuzzText* t, size_t line)
{
    size_t at = line;
    while (at < t->size && t->at[at] == ' ') {
        ++at;
    }
    return at - line;
}

// A line with those below it that are indented deeper.
static inline vlTextSpan vlFuzzText_Block(vlFuzzText* t)
{
    vlTextSpan span = {vlFuzzText_Index(t, t->size), 0};
    while (span.from > 0 && t->at[span.from - 1] != '\n') {
        --span.from;
    }
    size_t indent = vlFuzzText_IndentOf(t, span.from);
    span.to = vlFuzzText_LineEnd(t, span.from);
    while (span.to < t->size && vlFuzzText_IndentOf(t, span.to) > indent) {
        span.to = vlFuzzText_LineEnd(t, span.to);
    }
    return span;
}

static inline void vlFuzzText_PutOddNumber(vlFuzzText* t, vlTextSpan word)
{
    static const char* const odd[] = {"0",      "-0",         "1",          "-1",
                                      "2",      "3",          "0.5",        "1e-3",
                                      "1e-9",   "1e-30",      "1e9",        "1e30",
                                      "1e99",   "1e-320",     "1e400",      "nan",
                                      "inf",    "-inf",       "2147483647", "4294967295",
                                      "16",     "1000000000", "255",        "65536",
                                      "-1e-12", "x",          "",           "true",
                                      "null",   "0x10",       "1e",         "18446744073709551616"};
    char digits[40];
    char old[40] = "";
    size_t length = word.to - word.from;
    memcpy(old, t->at + word.from, length < sizeof old ? length : sizeof old - 1);
    char* end;
    double value = strtod(old, &end);
    if (end == old || vlFuzzText_Index(t, 2) == 0) {
        const char* text = odd[vlFuzzText_Index(t, sizeof odd / sizeof odd[0])];
        vlFuzzText_Replace(t, word, text, strlen(text));
        return;
    }
    static const double factors[] = {-1.0, 0.5, 2.0, 1e-3, 1e3, 1.0 + 1e-15, 1e6, 0.1};
    value *= factors[vlFuzzText_Index(t, sizeof factors / sizeof factors[0])];
    value += vlFuzzText_Index(t, 4) == 0 ? 1.0 : 0.0;
    int size = snprintf(digits, sizeof digits, "%.*g", vlFuzzText_Index(t, 2) == 0 ? 3 : 17, value);
    vlFuzzText_Replace(t, word, digits, (size_t)size);
}

// Puts one span in the place of another; doubles it behind itself; or leaves it out.
static inline void vlFuzzText_Exchange(vlFuzzText* t, vlTextSpan from, vlTextSpan to,
                                       const char* between)
{
    switch (vlFuzzText_Index(t, 4)) {
    case 0: vlFuzzText_Replace(t, from, "", 0); break;
    case 1: {
        vlTextSpan behind = {from.to, from.to};
        vlFuzzText_Replace(t, behind, t->at + from.from, from.to - from.from);
        vlFuzzText_Replace(t, behind, between, strlen(between));
        break;
    }
    default: vlFuzzText_Replace(t, to, t->at + from.from, from.to - from.from); break;
    }
}

// A block goes below another one, indented as that is or deeper.
static inline void vlFuzzText_MoveBlock(vlFuzzText* t)
{
    vlTextSpan from = vlFuzzText_Block(t);
    vlTextSpan below = vlFuzzText_Block(t);
    size_t had = vlFuzzText_IndentOf(t, from.from);
    size_t wants = vlFuzzText_IndentOf(t, below.from) + 2 * vlFuzzText_Index(t, 2);
    char moved[VL_TEXT_PIECE];
    size_t used = 0;
    for (size_t line = from.from; line < from.to;) {
        size_t end = vlFuzzText_LineEnd(t, line);
        size_t indent = vlFuzzText_IndentOf(t, line);
        size_t now = indent + wants > had ? indent + wants - had : 0;
        if (used + now + (end - line) > sizeof moved) {
            return;
        }
        memset(moved + used, ' ', now);
        memcpy(moved + used + now, t->at + line + indent, end - line - indent);
        used += now + (end - line - indent);
        line = end;
    }
    below.from = below.to;
    vlFuzzText_Replace(t, below, moved, used);
}

// The words of the dictionary, of which each is a line in quotes; \\ and \" stand for themselves.
static inline size_t vlFuzzText_ReadWords(char (*words)[VL_TEXT_WORD])
{
    size_t count = 0;
    char line[2 * VL_TEXT_WORD];
    FILE* file = fopen(VL_FUZZ_DICTIONARY, "r");
    VL_FUZZ_REQUIRE(file != NULL);
    while (count < VL_TEXT_WORDS && fgets(line, sizeof line, file) != NULL) {
        size_t used = 0;
        for (const char* at = line + 1; line[0] == '"' && *at != '"' && *at != '\0'; ++at) {
            at += *at == '\\' ? 1 : 0;
            VL_FUZZ_REQUIRE(used + 1 < VL_TEXT_WORD);
            words[count][used++] = *at;
        }
        count += used > 0 ? 1 : 0;
    }
    (void)fclose(file);
    VL_FUZZ_REQUIRE(count > 0);
    return count;
}

static inline void vlFuzzText_PutListed(vlFuzzText* t, vlTextSpan word)
{
    static char words[VL_TEXT_WORDS][VL_TEXT_WORD];
    static size_t count = 0;
    if (count == 0) {
        count = vlFuzzText_ReadWords(words);
    }
    const char* text = words[vlFuzzText_Index(t, count)];
    vlFuzzText_Replace(t, word, text, strlen(text));
}

static inline void vlFuzzText_ChangeOnce(vlFuzzText* t)
{
    vlTextSpan word = vlFuzzText_Word(t);
    switch (vlFuzzText_Index(t, 8)) {
    case 0:
    case 1: vlFuzzText_PutOddNumber(t, word); break;
    case 2: {
        vlTextSpan other = vlFuzzText_Word(t);
        vlFuzzText_Replace(t, word, t->at + other.from, other.to - other.from);
        break;
    }
    case 3: vlFuzzText_PutListed(t, word); break;
    case 4:
    case 5: vlFuzzText_Exchange(t, vlFuzzText_Group(t), vlFuzzText_Group(t), ", "); break;
    case 6: vlFuzzText_Exchange(t, vlFuzzText_Block(t), vlFuzzText_Block(t), ""); break;
    default: vlFuzzText_MoveBlock(t); break;
    }
}

// Makes up to four changes. Returns the new size.
static inline size_t vlFuzzText_Change(uint8_t* data, size_t size, size_t room, unsigned seed)
{
    vlFuzzText t = {(char*)data, size, room, vlRandom_Seed(seed)};
    for (size_t i = vlFuzzText_Index(&t, 4) + 1; i > 0; --i) {
        vlFuzzText_ChangeOnce(&t);
    }
    return t.size;
}

// A copy of one text with a piece of another in the place of one of its own.
static inline size_t vlFuzzText_Cross(const uint8_t* a, size_t aSize, const uint8_t* b,
                                      size_t bSize, uint8_t* out, size_t room, unsigned seed)
{
    vlFuzzText to = {.at = (char*)out, .room = room, .random = vlRandom_Seed(seed)};
    vlFuzzText from = {.at = malloc(bSize + 1), .size = bSize, .random = vlRandom_Seed(~seed)};
    to.size = aSize < room ? aSize : room;
    memcpy(out, a, to.size);
    if (from.at != NULL) {
        memcpy(from.at, b, bSize);
        bool isBlock = vlFuzzText_Index(&to, 2) == 0;
        vlTextSpan piece = isBlock ? vlFuzzText_Block(&from) : vlFuzzText_Group(&from);
        vlTextSpan place = isBlock ? vlFuzzText_Block(&to) : vlFuzzText_Group(&to);
        vlFuzzText_Replace(&to, place, from.at + piece.from, piece.to - piece.from);
        free(from.at);
    }
    return to.size;
}

#endif
