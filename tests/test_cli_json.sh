#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# --json prints one JSON object, and nothing else, that says what the table or list says.
# shellcheck source=tests/cli.bash
source "$(dirname "$0")/cli.bash"
cd "$folder" || exit 1

# holds EXPRESSION: is it true of the object d in $said, by Python's reader of JSON?
holds() {
    python3 -c 'import json, sys
d = json.load(sys.stdin)
assert '"$1" <<<"$said" 2>wrong || fail "not so: $1: $(tail -1 wrong) in: $said"
}

# agrees COMMAND...: do the names in the list and in the object agree?
agrees() {
    expect 0 "$@" --list
    local names
    names=$(awk '{print $1}' <<<"$said")
    expect 0 "$@" --json
    holds "[x['name'] for x in d['$1s']] == '''$names'''.split()"
    holds "all(x['describes'] for x in d['$1s'])"
}
agrees scene
agrees experiment
holds "any(p['least'] < p['usual'] < p['most'] for x in d['experiments'] for p in x['parameters'])"
expect 0 workbench --json
holds "{x['trial'] for x in d['laws']} == {'walls', 'friction'}"
holds "next(p for x in d['laws'] if x['name'] == 'zoh' for p in x['parameters'])['unit'] == 'N/m'"

printf 'volar: 1\nname: "bad\nbodies: 3\n' >bad.yaml
printf 'volar: 1\nname: two\nbodies: [{name: a}, {name: b, shape: 3}]\n' >two.yaml
expect 0 check blocks
hash=${said##* }
expect 3 check blocks bad.yaml two.yaml --json
holds "[x['valid'] for x in d['scenes']] == [True, False, False]"
holds "d['scenes'][0]['hash'] == '$hash' and d['scenes'][0]['errors'] == []"
holds "d['scenes'][2]['error_count'] == 2 and d['scenes'][2]['errors'][0]['line'] == 3"
holds "d['scenes'][2]['errors'][0]['message'] == \"a body has no 'shape'; expected one\""
expect 2 check nosuch --json
holds "d['scenes'][0]['errors'][0]['message'] == 'no such scene'"
expect 3 check blocks --set world.step=x --json
holds "d['scenes'][0]['errors'][0]['file'] == '--set'"

expect 0 mesh make torus torus.stl
expect 0 mesh info torus.stl --json
holds "d['sound'] and d['triangles'] == 2304 and d['found']['holes'] == 0 and len(d['centroid_m']) == 3"
expect 0 mesh check torus.stl --json
holds "d['sound'] and 'triangles' not in d"
expect 2 mesh convert torus.stl ring.obj --json
has "$complained" "--json is for check and info" "--json of another action"

expect 0 tune sigma7 inverse3 --no-strikes --json
holds "[x['name'] for x in d['devices']] == ['sigma7', 'inverse3']"
holds "d['devices'][0]['turning']['stiffness_Nm_rad'] > 0 and 'strikes' not in d['devices'][0]"
holds "'mass' in d['devices'][1]['unknown'] and d['devices'][1]['delay_s'] == 0.003"
holds "min(d['devices'][0]['coupling']['margins'].values()) >= 2"

expect 0 run blocks --seconds 0.2 --fast --no-viewer
hash=$(row 'state hash')
expect 0 run blocks --seconds 0.2 --fast --no-viewer --json --log log.csv --record run.vlr
holds "d['state_hash'] == '$hash' and d['steps'] == 200 and d['step_s'] == 0.001"
holds "d['log']['rows'] == 200 and d['log']['complete'] and d['recording']['steps'] == 200"
holds "d['devices'][0]['name'] == 'right' and d['devices'][0]['passive'] and 'start_delay_us' not in d"
expect 0 run blocks --seconds 0.1 --no-viewer --json
holds "d['start_delay_us']['median'] <= d['start_delay_us']['worst'] and d['missed_deadlines'] >= 0"
expect 2 run blocks --json --annotate
has "$complained" "both print to standard output" "--annotate beside --json"
for command in "scene blocks" "experiment stack" "workbench walls"; do
    # shellcheck disable=SC2086
    expect 2 $command --json
    has "$complained" "--json is for the list" "$command"
done

finish
