#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Scenes by name and by file: listing, printing, checking; what is wrong with one is shown in place.
# shellcheck source=tests/cli.bash
source "$(dirname "$0")/cli.bash"

expect 0 scene --list
list=$said
names=$(cut -d ' ' -f 1 <<<"$list")
[[ -n $names ]] || fail "there are no built-in scenes"
grep -qx blocks <<<"$names" || fail "there is no scene 'blocks'"
while read -r name description; do
    [[ -n $description ]] || fail "$name has no description"
done <<<"$list"
expect 0 scene
[[ $said == "$list" ]] || fail "'scene' is not 'scene --list'"

# Written to a file, a scene finds its mesh beside it.
expect 0 scene own-mesh.obj
cp "$folder/said" "$folder/own-mesh.obj"
cmp -s "$folder/said" "${VOLAR_SOURCE_DIR:?}/scenes/own-mesh.obj" || fail "own-mesh.obj is not printed as it is"
# With sanitizers every fifth is written and read again; all are read and built all the same.
mapfile -t each <<<"$names"
written=("${each[@]}")
if [[ -n ${VOLAR_QUICK-} ]]; then
    written=()
    for ((i = 0; i < ${#each[@]}; i += 5)); do
        written+=("${each[i]}")
    done
    written+=(blocks stack)
fi
for name in "${written[@]}"; do
    expect 0 scene "$name"
    cp "$folder/said" "$folder/$name.yaml"
    cmp -s "$folder/said" "${VOLAR_SOURCE_DIR:?}/scenes/$name.yaml" ||
        fail "$name is not printed as it was written"
    expect 0 scene "$folder/$name.yaml" --expand
    cp "$folder/said" "$folder/$name.expanded.yaml"
done
# checks WORD...: the scenes are checked in one start; what is said of each, without its path, is in $lines.
checks() {
    expect 0 check "$@"
    mapfile -t lines <<<"$said"
    lines=("${lines[@]#*: }")
    ((${#lines[@]} == $#)) || fail "not one line per scene: $said"
}
checks "${each[@]}"
declare -A built_in
for i in "${!each[@]}"; do
    built_in[${each[i]}]=${lines[i]}
done
files=("${written[@]/%/.yaml}")
checks "${files[@]/#/$folder/}"
for i in "${!written[@]}"; do
    [[ ${lines[i]} == "${built_in[${written[i]}]}" ]] || fail "${written[i]} is another scene when read from a file"
done
files=("${written[@]/%/.expanded.yaml}")
checks "${files[@]/#/$folder/}"
for i in "${!written[@]}"; do
    [[ ${lines[i]} == "${built_in[${written[i]}]}" ]] || fail "${written[i]} is another scene when written as one file"
done
expect 0 check blocks stack "$folder/blocks.yaml"
[[ $(wc -l <<<"$said") == 3 ]] || fail "not one line per scene"

# A word with a slash or a dot is a file, also where a built-in scene has that name.
cp "$folder/stack.yaml" "$folder/blocks"
cd "$folder" || exit 1
expect 0 check ./blocks
has "$said" ": stack," "a file by its path"
expect 0 check blocks
has "$said" ": blocks," "a built-in scene beside a file of its name"
cp "$folder/stack.yaml" "$folder/mine"
expect 0 check mine
has "$said" ": stack," "a file without slash or dot"

# Faults.
expect 3 check missing.yaml
has "$complained" "missing.yaml:" "a missing file"
expect 3 check "$folder"/
expect 3 run missing.yaml --no-viewer
expect 3 scene missing.yaml
expect 3 scene missing.yaml --expand
cat >bad.yaml <<'END'
volar: 1
name: bad
world:
  gravityy: [0, 0, -9.8]
bodies:
  - name: ball
    shape: {sphere: {radius: -1}}
END
expect 3 check bad.yaml
has "$complained" "bad.yaml:4:3: " "an unknown key"
has "$complained" "gravity" "its nearest name"
has "$complained" $'    4 |   gravityy: [0, 0, -9.8]\n          ^' "the line and the mark"
has "$complained" "bad.yaml:7:" "a bad value"
has "$complained" "2 errors" "their number"
[[ -z $said ]] || fail "a bad scene says something good: $said"
expect 3 run bad.yaml --no-viewer --seconds 1 --fast
has "$complained" "bad.yaml:4:3: " "an unknown key when run"
expect 3 check blocks bad.yaml
has "$said" "blocks:" "the good scene beside the bad"
printf 'volar: 1\nname: "\n' >broken.yaml
expect 3 check broken.yaml
has "$complained" "broken.yaml:" "broken syntax"
: >empty.yaml
expect 3 check empty.yaml

# Values set from outside.
expect 0 check stack
before=$said
expect 0 check stack --set world.step=0.0005
[[ $said != "$before" ]] || fail "--set changes nothing"
# Joints are for the implicit integrator; with another one a note says so, and nothing is refused.
expect 0 check pendulum
[[ -z $complained ]] || fail "a note on a scene as it should be: $complained"
expect 0 check pendulum --set world.integrator=euler
has "$complained" "3 joints with an explicit integrator" "a note on joints"
expect 3 check stack --set world.stepp=1
has "$complained" "--set" "a bad --set"
expect 3 check stack --set world.step=-1
expect 3 check stack --set nonsense
# An override that makes another part of the file wrong is named itself, not that part.
printf 'volar: 1\nname: x\nbodies:\n  - {name: a, shape: {box: {size: [1, 1, 1]}}}\n' >"$folder/two.yaml"
printf '  - {name: b, shape: {box: {size: [1, 1, 1]}}, position: [3, 0, 0]}\n' >>"$folder/two.yaml"
expect 3 check "$folder/two.yaml" --set world.step=0.002 --set bodies.a.name=b --set bodies.b.mass=2
[[ $complained == "--set: bodies.a.name=b: body name 'b' is given twice"* ]] ||
    fail "a name that --set gives twice: $complained"
expect 0 check "$folder/two.yaml" --set bodies.a.name=c
expect 3 check stiff-wall --set world.integrator=euler
has "$complained" "a smaller step or the implicit integrator (line " "what to do about a bad --set is not cut off"
# A solid that is thinner than a fraction of its size, so that none of it is left.
"$program" scene stairs | sed 's/size: \[0.24, 0.16, 0.03\]/size: [1000000, 0.16, 0.03]/' >"$folder/thin.yaml"
expect 3 check "$folder/thin.yaml"
has "$complained" "no edge is left of its surface" "a solid that is too thin"
# A recording in place of a scene.
expect 0 run stack --fast --no-viewer --seconds 0.01 --record "$folder/short.vlr"
expect 3 check "$folder/short.vlr"
has "$complained" "is a recording; expected a scene" "a recording in place of a scene"
expect 0 run stack --set "world.gravity=[0,0,-1.6]" --seconds 0.01 --fast --no-viewer

finish
