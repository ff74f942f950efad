#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What a benchmark prints: columns where they mean something, and the same in JSON.
# shellcheck source=tests/cli.bash
source "$(dirname "$0")/cli.bash"
cd "$folder" || exit 1

# Nothing is measured in two ways here, so there is no ratio.
expect 0 bench planar
[[ $said != *ratio* && $said != *nan* ]] || fail "a ratio where there is none: $said"
has "$said" "block-in-room" "the table of the benchmark"
expect 0 bench planar --json=planar.json
python3 - planar.json <<'PYTHON' || fail "the JSON of the benchmark"
import json
import sys
with open(sys.argv[1], encoding="utf-8") as file:
    cases = json.load(file)["cases"]
assert len(cases) >= 5, cases
assert all("ratio" not in case and case["median_us"] > 0 for case in cases), cases
PYTHON

finish
