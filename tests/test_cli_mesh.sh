#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# volar mesh: makes, checks and converts meshes, and says what it finds and does.
# shellcheck source=tests/cli.bash
source "$(dirname "$0")/cli.bash"
cd "$folder" || exit 1

expect 0 mesh make
has "$said" "spoon" "the list of meshes"
expect 0 mesh make torus ring.stl
has "$said" "ring.stl: 2304 triangles" "what was made"
expect 0 mesh check ring.stl
has "$said" "a sound solid" "the check of a sound mesh"
expect 0 mesh info ring.stl --units mm
has "$said" "8e-05 x 8e-05 x 2e-05 m" "the size in other units"
expect 2 mesh make tours
has "$complained" "did you mean 'torus'" "a mistyped mesh"

# An open box with one triangle turned over: the hole is too large to be closed.
cat >box.obj <<'END'
v 0 0 0
v 1 0 0
v 0 1 0
v 1 1 0
v 0 0 1
v 1 0 1
v 0 1 1
v 1 1 1
f 1 3 4
f 1 2 4
f 1 2 6
f 1 6 5
f 3 7 8
f 3 8 4
f 1 5 7
f 1 7 3
f 2 4 8
f 2 8 6
END
expect 3 mesh check box.obj
has "$said" "edges whose triangles disagree" "the triangle turned over"
has "$said" "1 triangle turned over" "the repair"
has "$said" "1 hole" "the hole"
has "$said" "edge at (0.5, 0, 1)" "the place of the hole"
expect 0 mesh convert box.obj out.ply
expect 3 mesh check out.ply
[[ $said != *disagree* ]] || fail "what was repaired is written"

# Two boxes that overlap.
expect 0 mesh make gear a.obj
awk '/^v/ { n++ } { print } END { print n > "count" }' a.obj >two.obj
awk -v n="$(<count)" '/^v/ { print "v", $2 + 0.005, $3, $4 + 0.004 } /^f/ { print "f", $2 + n, $3 + n, $4 + n }' a.obj >>two.obj
expect 3 mesh check two.obj
has "$said" "go through each other" "the crossing triangles"
has "$said" "1 pair of components that overlap" "the overlap"

# Pieces: written, they are the parts that a scene takes.
expect 0 mesh decompose a.obj pieces.obj --error 0.1%
has "$said" "convex pieces, at most 0 m off" "an exact cutting"
expect 0 mesh decompose a.obj pieces.obj --error 0.1% --force
has "$said" "(from the cache)" "pieces found before"
# A step, which is cut in no time: in the cache all the same.
cat >step.obj <<'END'
v 0 0 0
v 2 0 0
v 2 1 0
v 1 1 0
v 1 2 0
v 0 2 0
v 0 0 1
v 2 0 1
v 2 1 1
v 1 1 1
v 1 2 1
v 0 2 1
f 6 5 4 3 2 1
f 7 8 9 10 11 12
f 1 2 8 7
f 2 3 9 8
f 3 4 10 9
f 4 5 11 10
f 5 6 12 11
f 6 1 7 12
END
expect 0 mesh decompose step.obj steps.obj --error 0.1%
has "$said" "2 convex pieces, at most 0 m off" "the cutting of a step"
expect 0 mesh decompose step.obj steps.obj --error 0.1% --force
has "$said" "(from the cache)" "the pieces of a step"
expect 0 mesh decompose step.obj steps.obj --error 0.1% --no-cache --force
[[ $said != *cache* ]] || fail "the cache is not asked with --no-cache"
# An entry of the cache that is a link is not followed, one of another user is not believed; both are replaced.
mkdir entries
distrust() { # DESCRIPTION
    expect 0 mesh decompose step.obj
    [[ $said != *"from the cache"* ]] || fail "$1 is taken: $said"
    [[ -f $XDG_CACHE_HOME/volar/$entry && ! -L $XDG_CACHE_HOME/volar/$entry ]] || fail "$1 is not replaced"
    cmp -s "entries/$entry" "$XDG_CACHE_HOME/volar/$entry" || fail "$1: not the same pieces"
    expect 0 mesh decompose step.obj
    has "$said" "(from the cache)" "after $1"
}
rm "$XDG_CACHE_HOME"/volar/*.pieces
expect 0 mesh decompose step.obj
entry=$(basename "$XDG_CACHE_HOME"/volar/*.pieces)
cp "$XDG_CACHE_HOME/volar/$entry" "entries/$entry"
echo precious >victim
ln -sf "$PWD/victim" "$XDG_CACHE_HOME/volar/$entry"
distrust "a link"
[[ $(<victim) == precious ]] || fail "a link in the cache is written through"
ln -sf "$PWD/entries/$entry" "$XDG_CACHE_HOME/volar/$entry"
distrust "a link to a good entry"
if [[ $(id -u) == 0 ]]; then # only root can give a file away
    chown 12345 "$XDG_CACHE_HOME/volar/$entry"
    distrust "an entry of another user"
fi
# Levels of detail.
expect 0 mesh hierarchy a.obj --error 1%
has "$said" "convex patches of 192 triangles" "the patches of the hierarchy"
has "$said" "bytes a triangle, made in" "its memory and time"
expect 0 mesh hierarchy step.obj --error 1%
[[ $said != *cache* ]] || fail "a hierarchy that was not made before: $said"
expect 0 mesh hierarchy step.obj --error 1%
has "$said" "(from the cache)" "a hierarchy made before"
expect 3 mesh hierarchy box.obj
printf 'volar: 1\nname: gear\nbodies:\n- {name: a, shape: {mesh: {file: pieces.obj}}}\n' >gear.yaml
expect 0 check gear.yaml
has "$complained" "as pieces" "the note about the pieces"
expect 3 mesh decompose box.obj
has "$complained" "not the surface of a solid" "an open mesh"
expect 2 mesh decompose a.obj --error 120%

# Fewer triangles, and how far away they are.
expect 0 mesh simplify ring.stl fewer.stl --error 5%
has "$said" "triangles of 2304, at most" "what was simplified"
expect 0 mesh check fewer.stl
has "$said" "a sound solid" "the simplified mesh"
expect 3 mesh simplify box.obj
has "$complained" "expected a closed surface" "an open mesh"
expect 2 mesh simplify ring.stl --error 0
expect 2 mesh simplify ring.stl --triangles 1.5
has "$complained" "expected a whole number" "a part of a triangle"

# The mesh in the viewer.
expect 0 mesh view step.obj --seconds 0.1 --viewer 127.0.0.1:0
has "$complained" "viewer: http://" "where the mesh is shown"
expect 3 mesh view box.obj --viewer 127.0.0.1:0
has "$complained" "not a closed surface" "an open mesh"

# Meshes made by formulas in a scene, and what is made of a mesh that says nothing of it.
printf 'volar: 1\nname: a\nworld: {integrator: implicit}\nbodies:\n- {name: a, shape: {mesh: {make: %s}}}\n' spoon >spoon.yaml
expect 0 check spoon.yaml
has "$complained" "a shell with a wall of about 0.00158 m: taken as a surface" "a shell"
printf 'volar: 1\nname: a\nworld: {integrator: implicit}\nbodies:\n- {name: a, shape: {mesh: {make: %s}}}\n' lower-jaw >jaw.yaml
expect 0 check jaw.yaml
has "$complained" "has 40180 triangles: taken as a surface" "a large mesh"
printf 'volar: 1\nname: a\nbodies:\n- {name: a, shape: {mesh: {make: spon}}}\n' >spon.yaml
expect 3 check spon.yaml
has "$complained" "did you mean 'spoon'" "a mistyped model"
printf 'volar: 1\nname: a\nbodies:\n- {name: a, shape: {mesh: {as: hull}}}\n' >none.yaml
expect 3 check none.yaml
has "$complained" "neither \`file\` nor \`make\`" "a mesh from nowhere"

expect 3 mesh check missing.stl
has "$complained" "missing.stl" "a file that is not there"
expect 2 mesh
expect 2 mesh chekc box.obj
has "$complained" "did you mean 'check'" "a mistyped action"
expect 2 mesh check
expect 2 mesh convert box.obj
# What exists is overwritten only if asked for, and never what is read.
for words in "convert ring.stl other.ply" "decompose a.obj other.obj" "simplify ring.stl other.stl" \
    "make gear other.stl" "convert ring.stl -o other.stl"; do
    output=${words##* }
    echo precious >"$output"
    # shellcheck disable=SC2086
    expect 3 mesh $words
    has "$complained" "'$output' exists; --force overwrites it" "$words"
    [[ $(<"$output") == precious ]] || fail "$words replaced a file"
    # shellcheck disable=SC2086
    expect 0 mesh $words --force
    [[ $(head -c 8 "$output") != precious ]] || fail "$words --force did not replace the file"
done
echo precious >gear.stl
expect 3 mesh make gear
has "$complained" "'gear.stl' exists" "a name that make chooses"
ln ring.stl same.stl
for output in ring.stl ./ring.stl same.stl; do
    for action in convert decompose simplify; do
        whole=$(sha256sum <ring.stl)
        expect 3 mesh $action ring.stl $output --force
        has "$complained" "is read by this command" "$action onto its own input"
        [[ $(sha256sum <ring.stl) == "$whole" ]] || fail "$action replaced what it reads"
    done
done
expect 3 mesh convert box.obj out.xyz
has "$complained" ".obj, .stl or .ply" "an unknown format"
expect 2 mesh info box.obj --units furlong
expect 2 mesh info box.obj --scale -1

finish
