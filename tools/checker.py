# SPDX-License-Identifier: MIT
"""What the check_*.py tools share: their command line and the self-test on made-up trees."""
import pathlib
import tempfile


def self_test(violations, good, cases):
    """Proves that `violations` passes the tree `good` and reports exactly each case's one fault.

    `good` maps paths to texts. A case is (files added to it, beginning of the expected report).
    """
    for extra, expected in [({}, None), *cases]:
        with tempfile.TemporaryDirectory() as folder:
            for name, text in {**good, **extra}.items():
                path = pathlib.Path(folder, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
            found = violations(pathlib.Path(folder).resolve())
        if expected is None:
            is_right = not found
        else:
            is_right = len(found) == 1 and found[0].startswith(expected)
        if not is_right:
            print(f"self-test: with {extra} expected {expected}, found {found}")
            return 1
    return 0


def run(arguments, violations, good, cases):
    """Exit code of a tool: [ROOT] checks a tree, --self-test checks the tool."""
    if arguments == ["--self-test"]:
        return self_test(violations, good, cases)
    root = pathlib.Path(arguments[0] if arguments else pathlib.Path(__file__).parents[1]).resolve()
    found = violations(root)
    for line in found:
        print(line)
    return 1 if found else 0
