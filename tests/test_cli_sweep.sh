#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The command `volar sweep`: the same bits however it is divided, interrupted and resumed; what is
# damaged is computed again; bad files are refused.
# shellcheck source=tests/cli.bash
source "$(dirname "$0")/cli.bash"

cat >"$folder/loop.yaml" <<'EOF'
loop: omega6
judge: simple
hand: free
set: {device.delay: 0.0005}
axes:
  - {set: kc, log: [1000, 20000, 9]}
  - {set: bc, grid: [1, 9, 5]}
  - {set: device.mass, random-log: [0.1, 0.4]}
draws: 2
seed: 3
columns: [class, motion, growth, radius, needed-damping]
EOF
sweep=("$folder/loop.yaml" --out)
expect 0 sweep "${sweep[@]}" "$folder/whole"
has "$said" "90 runs, 90 of them computed now" "a whole sweep"
whole=$folder/whole/sweep.csv
[[ $(wc -l <"$whole") == 91 ]] || fail "rows"
[[ $(cut -d, -f4 "$whole" | sort -u | wc -l) == 91 ]] || fail "each run draws a mass of its own"
grep -q ",unstable," "$whole" && grep -q ",rests," "$whole" || fail "classes"
same() {
    cmp -s "$whole" "$folder/$1/sweep.csv" || fail "not the same bits: $2"
}
expect 0 sweep "${sweep[@]}" "$folder/chunks" --chunk 7
same chunks "chunks of 7"
expect 0 sweep "${sweep[@]}" "$folder/whole"
has "$said" "0 of them computed now" "nothing is computed twice"

# Values of a log axis that are round are exactly that, and an axis that nothing depends on is named.
cat >"$folder/round.yaml" <<'EOF'
volar: 1
name: round
world: {surface: {friction: 0.5}}
materials: {ice: {friction: 0.1}}
bodies:
  - {name: floor, type: static, material: ice, shape: {halfspace: {normal: [0, 0, 1]}}}
  - {name: box, material: ice, shape: {box: {size: [0.1, 0.1, 0.1]}}, position: [0, 0, 0.05], velocity: [1, 0, 0]}
EOF
cat >"$folder/effect.yaml" <<EOF
scene: $folder/round.yaml
seconds: 0.01
axes:
  - {set: world.surface.friction, grid: [0.1, 0.9, 3]}
  - {set: bodies.box.mass, log: [1, 1e6, 7]}
columns: [body.box.x, kinetic]
EOF
expect 0 sweep "$folder/effect.yaml" --out "$folder/effect"
has "$complained" "the axis 'world.surface.friction' has no effect" "an axis without effect"
[[ $complained != *"the axis 'bodies.box.mass'"* ]] || fail "an axis with effect: $complained"
grep -q '"axesWithoutEffect": \["world.surface.friction"\]' "$folder/effect/summary.json" || fail "the summary"
[[ $(cut -d, -f3 "$folder/effect/sweep.csv" | sed -n 2,8p | tr '\n' ' ') == "1 10 100 1000 10000 100000 1000000 " ]] ||
    fail "round values: $(cut -d, -f3 "$folder/effect/sweep.csv")"
cat >"$folder/decades.yaml" <<'EOF'
loop: omega6
judge: linear
axes:
  - {set: kc, log: [1e12, 1e-12, 25]}
columns: [class]
EOF
expect 0 sweep "$folder/decades.yaml" --out "$folder/decades"
decades=$(awk 'BEGIN { for (i = 12; i >= -12; --i) printf "%.17g ", ("1e" i) + 0 }')
[[ $(cut -d, -f2 "$folder/decades/sweep.csv" | sed 1d | tr '\n' ' ') == "$decades" ]] ||
    fail "decades: $(cut -d, -f2 "$folder/decades/sweep.csv") in place of $decades"

# An axis that is there twice.
sed 's/set: bc/set: kc/' "$folder/loop.yaml" >"$folder/twice.yaml"
expect 3 sweep "$folder/twice.yaml" --out "$folder/twice"
has "$complained" "twice.yaml:7:5: 'kc' has an axis in line 6 already" "an axis twice"

# Three parts in any order, with other chunks, and one that is missing.
expect 0 sweep "${sweep[@]}" "$folder/parts" --part 3/3
expect 0 sweep "${sweep[@]}" "$folder/parts" --part 1/3
expect 1 sweep merge "${sweep[@]}" "$folder/parts"
has "$complained" "runs are missing in 2 parts" "a part is missing"
expect 0 sweep "${sweep[@]}" "$folder/parts" --part 2/3
expect 0 sweep merge "${sweep[@]}" "$folder/parts"
same parts "three parts"

# Damage in the middle and a cut end lose the chunks that they are in, and no more.
cp -r "$folder/whole" "$folder/damaged"
part=$folder/damaged/all.part
rm "$folder/damaged/sweep.csv"
chunk=$((8 * (5 + 8 * 8 + 1)))
[[ $(stat -c %s "$part") == $((11 * chunk + 8 * (5 + 2 * 8 + 1))) ]] || fail "size of the part"
printf 'x' | dd of="$part" bs=1 seek=$((3 * chunk + 100)) conv=notrunc status=none
truncate -s -5 "$part"
expect 1 sweep merge "${sweep[@]}" "$folder/damaged"
has "$complained" "10 of 90 runs are missing" "one chunk of 8 and the last of 2 are lost"
expect 0 sweep "${sweep[@]}" "$folder/damaged"
has "$complained" "damaged or not a whole chunk" "damage is reported"
has "$said" "10 of them computed now" "what is damaged is computed again"
same damaged "after damage"
head -c 4000 /dev/urandom >"$folder/damaged/noise.part"
rm "$folder/damaged/sweep.csv"
expect 0 sweep merge "${sweep[@]}" "$folder/damaged"
same damaged "noise beside the parts"

# A chunk with the mark of this sweep and a good checksum, but with fewer numbers in a run and far beyond its end.
mkdir "$folder/forged"
python3 - "$folder/whole/all.part" "$folder/forged/other.part" <<'EOF'
import struct
import sys

mark = open(sys.argv[1], "rb").read(16)[8:]
words = struct.unpack("<4Q", b"VLSWEEP1" + mark + struct.pack("<2Q", 900000000, 8)) + (1,) + (0,) * 8
check = 0xCBF29CE484222325
for word in words:
    check = (check ^ word) * 0x9E3779B97F4A7C15 % (1 << 64)
    check ^= check >> 32
open(sys.argv[2], "wb").write(struct.pack("<14Q", *words, check))
EOF
expect 1 sweep merge "${sweep[@]}" "$folder/forged"
has "$complained" "90 of 90 runs are missing in 1 part (some belong to another sweep" "a forged part"
expect 0 sweep "${sweep[@]}" "$folder/forged"
has "$complained" "1 chunks belong to another sweep" "a forged part is named"
same forged "beside a forged part"

# Chunks with a good checksum and numbers that no run has: a class that does not exist, another value of an axis.
forge() { # FILE WORD VALUE: writes a part that is the first chunk, with one number changed
    mkdir -p "$(dirname "$1")"
    python3 - "$folder/whole/all.part" "$1" "$2" "$3" <<'EOF'
import struct
import sys

count = 5 + 8 * 8
words = list(struct.unpack(f"<{count}Q", open(sys.argv[1], "rb").read(8 * count)))
words[int(sys.argv[3])] = struct.unpack("<Q", struct.pack("<d", float(sys.argv[4])))[0]
check = 0xCBF29CE484222325
for word in words:
    check = (check ^ word) * 0x9E3779B97F4A7C15 % (1 << 64)
    check ^= check >> 32
open(sys.argv[2], "wb").write(struct.pack(f"<{count + 1}Q", *words, check))
EOF
}
number=0
for change in "8 inf" "8 -inf" "8 4" "8 -1" "8 1.5" "8 1e300" "5 500" "7 nan" "6 inf"; do
    number=$((number + 1))
    # shellcheck disable=SC2086
    forge "$folder/false$number/other.part" $change
    expect 1 sweep merge "${sweep[@]}" "$folder/false$number"
    has "$complained" "90 of 90 runs are missing" "a part with $change"
done
expect 0 sweep "${sweep[@]}" "$folder/false1"
has "$complained" "damaged or not a whole chunk" "a part with a class that does not exist is named"
same false1 "beside a part with a class that does not exist"
# The same runs with other results, before and after the right ones; and with the same ones.
for name in aa.part zz.part; do
    mkdir "$folder/twice-$name"
    cp "$folder/whole/all.part" "$folder/twice-$name"
    forge "$folder/twice-$name/$name" 9 0.123
    expect 3 sweep merge "${sweep[@]}" "$folder/twice-$name"
    has "$complained" "another result of run 0" "two results of a run"
    cp "$folder/whole/all.part" "$folder/twice-$name/$name"
    expect 0 sweep merge "${sweep[@]}" "$folder/twice-$name"
    same "twice-$name" "the same runs twice"
done

# A table that was being written when the machine failed is no part.
head -c 500 "$whole" >"$folder/forged/sweep.csv.part"
head -c 100 "$folder/whole/summary.json" >"$folder/forged/summary.json.part"
expect 0 sweep "${sweep[@]}" "$folder/forged"
[[ $complained != *damaged* ]] || fail "half a table is taken for a part: $complained"

# A folder whose name leaves no room for names of files: nothing is written elsewhere. The name is cut after 900 bytes,
# where the name of the last folder begins.
long=$folder
while ((${#long} < 700)); do
    long+=/$(printf 'l%.0s' {1..99})
done
long+=/$(printf 'l%.0s' $(seq $((898 - ${#long}))))
expect 3 sweep "${sweep[@]}" "$long/$(printf 'm%.0s' {1..30})"
has "$complained" "File name too long" "a long name of a folder"
[[ -z $(find "$folder" -path '*/lll*' -name '*.part') ]] || fail "a part beside its folder"

# The end of a range is exact: 0.3 (100000 / 0.3) is above 100000, which no bandwidth may be.
cat >"$folder/ends.yaml" <<'EOF'
loop: omega6
judge: linear
set: {device.mode-frequency: 100}
axes:
  - {set: device.bandwidth, log: [0.3, 100000, 3]}
  - {set: device.mode-share, grid: [0.03, 0.29, 2]}
columns: [radius]
EOF
expect 0 sweep "$folder/ends.yaml" --out "$folder/ends"
grep -q '^5,100000,0.28999999999999998,[0-9.]*$' "$folder/ends/sweep.csv" ||
    fail "the end of a range: $complained $(<"$folder/ends/sweep.csv")"

# Killed and interrupted at any moment. A run of the world takes long enough to be met by a signal.
sed -e 's/simple/volar/' -e 's/0.0005/0.001/' -e 's/20000, 9/20000, 3/' -e 's/9, 5/9, 3/' -e 's/draws: 2/draws: 6/' \
    "$folder/loop.yaml" >"$folder/slow.yaml"
expect 0 sweep "$folder/slow.yaml" --out "$folder/slow"
for signal in KILL INT; do
    "$program" sweep "$folder/slow.yaml" --out "$folder/$signal" --chunk 2 2>"$folder/complained" &
    child=$!
    await test -s "$folder/$signal/all.part"
    kill -s "$signal" "$child"
    wait "$child" 2>/dev/null
    status=$?
    [[ $signal$status == KILL137 || $signal$status == INT130 ]] || fail "SIG$signal: $status"
    [[ ! -e $folder/$signal/sweep.csv ]] || fail "SIG$signal left a table"
    expect 0 sweep "$folder/slow.yaml" --out "$folder/$signal" --chunk 2
    [[ $said != *" 54 of them"* ]] || fail "SIG$signal: nothing was kept"
    cmp -s "$folder/slow/sweep.csv" "$folder/$signal/sweep.csv" || fail "other bits after SIG$signal"
done

# A scene and an experiment.
cat >"$folder/scene.yaml" <<'EOF'
scene: blocks
seconds: 0.05
axes:
  - {set: world.step, values: [0.001, 0.002]}
  - {set: world.surface.stiffness, log: [1e4, 1e5, 2]}
columns: [kinetic, contacts, passive, largest-speed]
EOF
expect 0 sweep "$folder/scene.yaml" --out "$folder/scene"
[[ $(wc -l <"$folder/scene/sweep.csv") == 5 ]] || fail "rows of a scene"
[[ $(cut -d, -f7 "$folder/scene/sweep.csv" | sort -u | wc -l) -ge 4 ]] || fail "runs of a scene are alike"
sed -e 's/world.step/world.stepp/' "$folder/scene.yaml" >"$folder/bad.yaml"
expect 3 sweep "$folder/bad.yaml" --out "$folder/bad"
has "$complained" "stepp" "an axis that a scene does not have"
sed -e 's/kinetic/body.nobody.x/' "$folder/scene.yaml" >"$folder/bad.yaml"
expect 3 sweep "$folder/bad.yaml" --out "$folder/bad"
has "$complained" "no body 'nobody'" "a body that does not exist"
cat >"$folder/experiment.yaml" <<'EOF'
experiment: integrator-map
axes: [{set: points, values: [32]}]
columns: [pass, points]
EOF
expect 0 sweep "$folder/experiment.yaml" --out "$folder/experiment"
grep -q "^0,32,1," "$folder/experiment/sweep.csv" || fail "an experiment: $(cat "$folder/experiment/sweep.csv")"


# A scene that cannot be read for a while ends the sweep; the runs that it lacks are computed once it is back.
cp "$(dirname "$0")/../scenes/blocks.yaml" "$folder/blocks.yaml"
cat >"$folder/away.yaml" <<EOF
scene: $folder/blocks.yaml
seconds: 0.2
axes: [{set: world.step, log: [0.001, 0.0005, 40]}]
columns: [kinetic]
EOF
expect 0 sweep "$folder/away.yaml" --out "$folder/near"
"$program" sweep "$folder/away.yaml" --out "$folder/away" --chunk 1 2>"$folder/complained" &
child=$!
await test -s "$folder/away/all.part"
mv "$folder/blocks.yaml" "$folder/gone.yaml"
wait "$child"
status=$?
[[ $status == 3 ]] || fail "without its scene a sweep ends with $status"
has "$(<"$folder/complained")" "No such file" "a scene that is away"
mv "$folder/gone.yaml" "$folder/blocks.yaml"
expect 0 sweep "$folder/away.yaml" --out "$folder/away" --chunk 1
cmp -s "$folder/near/sweep.csv" "$folder/away/sweep.csv" || fail "other bits after a scene was away"

# Results from before a file was changed do not count.
echo '# changed' >>"$folder/blocks.yaml"
expect 1 sweep merge "$folder/away.yaml" --out "$folder/away"
has "$complained" "40 of 40 runs are missing in 1 part (some belong to another sweep, or to an earlier" "another scene"
cp "$(dirname "$0")/../devices/omega6.yaml" "$folder/device.yaml"
printf '%s\n' "loop: $folder/device.yaml" 'judge: linear' 'axes: [{set: kc, values: [1000]}]' \
    'columns: [radius]' >"$folder/file.yaml"
expect 0 sweep "$folder/file.yaml" --out "$folder/file"
expect 0 sweep "$folder/file.yaml" --out "$folder/file"
has "$said" "0 of them computed now" "a device file as it was"
echo '# changed' >>"$folder/device.yaml"
expect 0 sweep "$folder/file.yaml" --out "$folder/file"
has "$said" "1 of them computed now" "another device file"

# refuses SENTENCE EDIT: a file with that edit is refused with that sentence.
refuses() {
    sed -e "$2" "$folder/loop.yaml" >"$folder/bad.yaml"
    expect 3 sweep "$folder/bad.yaml" --out "$folder/bad"
    has "$complained" "$1" "$2"
}
refuses "bad.yaml:6: no number of a loop 'device.mas'" 's/: kc/: device.mas/'
refuses "did you mean 'growth'?" 's/growth/grwth/'
refuses "no simulated device" 's/omega6/omega66/'
refuses "unknown key 'axis'" 's/^axes/axis/'
refuses "a logarithm needs numbers above 0" 's/\[1000/[-1/'
refuses "count is 'many'; expected a number" 's/grid: \[1, 9, 5\]/grid: [1, 9, many]/'
refuses "an axis needs one of" 's/, grid: \[1, 9, 5\]//'
refuses "seed is 1.5" 's/seed: 3/seed: 1.5/'
refuses "no judge 'quick'" 's/simple/quick/'
refuses "expected at most" 's/draws: 2/draws: 1000000000/'
refuses "expected columns" '/^columns/d'
refuses "bad.yaml:" 's/^loop: /loop: [/'
expect 3 sweep "$folder/nowhere.yaml"
has "$complained" "No such file" "no file"
expect 2 sweep "$folder/loop.yaml" --part 4/3
expect 2 sweep
mkdir "$folder/full" && ln -s /dev/full "$folder/full/all.part"
expect 3 sweep "${sweep[@]}" "$folder/full"
has "$complained" "No space left on device" "a full disk"
rm "$folder/chunks/sweep.csv" && ln -s /dev/full "$folder/chunks/sweep.csv"
expect 3 sweep merge "${sweep[@]}" "$folder/chunks"
has "$complained" "No space left on device" "a full disk for the table"
finish
