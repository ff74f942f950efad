// SPDX-License-Identifier: MIT
#include "text/syntax.h"

#include <stddef.h>
#include <string.h>

static const vlSyntaxRow rows[] = {
    {.part = "found a tab", .ours = "a tab; expected spaces", .isTab = true},
    {.part = "cannot start any token",
     .ours = "a character that cannot begin a value; expected quotes around it",
     .isTab = true},
    {.part = "mapping values are not allowed",
     .ours = "a ':' where no key can be; expected one key a line, in line with the others, and "
             "quotes around a text that has ': ' in it"},
    {.part = "did not find expected key",
     .ours = "a line that belongs to nothing before it; expected a key in line with those above"},
    {.part = "did not find expected '-' indicator",
     .ours = "a line that is not an item of the list above; expected '- ' in line with its items"},
    {.part = "did not find expected ',' or ']'",
     .ours = "a list is not closed; expected ',' or ']'",
     .hasStart = true},
    {.part = "did not find expected ',' or '}'",
     .ours = "a mapping is not closed; expected ',' or '}'",
     .hasStart = true},
    {.part = "did not find expected node content", .ours = "a value is missing; expected one"},
    {.part = "could not find expected ':'",
     .ours = "a key without ':'; expected 'key: value'",
     .isAtStart = true},
    {.part = "found unexpected end of stream",
     .ours = "the text ends within quotes; expected a closing quote",
     .hasStart = true},
    {.part = "block sequence entries are not allowed",
     .ours = "a '- ' where no list can begin; expected it on a line of its own"},
    {.part = "did not find expected <document start>",
     .ours = "text after the end of the scene; expected nothing more"},
    {.part = "unknown escape character",
     .ours = "an unknown escape in double quotes; expected single quotes, or e.g. \\n"},
};

const vlSyntaxRow* vlSyntax_Find(const char* problem)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        if (strstr(problem, rows[i].part) != NULL) {
            return &rows[i];
        }
    }
    return NULL;
}
