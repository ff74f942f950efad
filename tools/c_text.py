# SPDX-License-Identifier: MIT
"""What the check_*.py tools know of C source: comments, code without them, functions.

Nothing here parses C in full. It relies on how .clang-format lays the sources out: a function's body
opens with a brace in the first column and closes with one.
"""
import re

# A string or a character, or a comment; "//" inside a string is not a comment.
TOKEN = re.compile(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|//[^\n]*|/\*.*?\*/', re.DOTALL)
DIRECTIVE = re.compile(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", re.MULTILINE)
SIGNATURE = re.compile(r"^(?!typedef\b)([A-Za-z_][^;{}#=]*?\([^;{}=]*\))\s*\n\{", re.MULTILINE)


def _blank(text):
    return "\n".join(" " * len(line) for line in text.split("\n"))


def code(text):
    """The source without comments, strings and characters; every other place stays where it was."""
    return TOKEN.sub(lambda match: _blank(match[0]), text)


def comments(text):
    """The comments of C source, everything else blanked, places kept."""
    out, last = [], 0
    for match in TOKEN.finditer(text):
        out.append(_blank(text[last:match.start()]))
        out.append(match[0] if match[0][0] == "/" else _blank(match[0]))
        last = match.end()
    return "".join(out) + _blank(text[last:])


def without_directives(source):
    """Code without preprocessor lines, their continuations included."""
    return DIRECTIVE.sub(lambda match: _blank(match[0]), source)


def line_of(text, offset):
    return text.count("\n", 0, offset) + 1


def name_of(signature):
    """The function that a signature or declaration names."""
    return re.search(r"(\w+)\s*\(", signature)[1]


def definitions(source):
    """(name, signature, line of the signature, line of the closing brace) of each function of `code`."""
    found = []
    for match in SIGNATURE.finditer(source):
        end = source.find("\n}", match.end() - 1)
        end = len(source) if end < 0 else end + 1
        found.append((name_of(match[1]), match[1], line_of(source, match.start()), line_of(source, end)))
    return found
