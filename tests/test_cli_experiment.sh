#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The command `volar experiment`: what it says, what it leaves, how it ends.
# shellcheck source=tests/cli.bash
source "$(dirname "$0")/cli.bash"

expect 0 experiment --list
for name in stack cube-drop stick-slip spin disc top tippe-top energy-loop; do
    grep -q "^$name  " <<<"$said" || fail "--list does not name $name"
done

expect 2 experiment
[[ $complained == *"--list"* ]] || fail "no name given: no hint at --list"
expect 2 experiment dics
[[ $complained == *"did you mean 'disc'?"* ]] || fail "a mistyped name finds no neighbour"
expect 2 experiment xylophone
[[ $complained == *"--list"* ]] || fail "an unknown name: no hint at --list"
expect 2 experiment disc spni
[[ $complained == *"did you mean 'spin'?"* && -z $said ]] || fail "a mistyped second name: $complained"
expect 2 experiment disc all
expect 2 experiment --no-such-option
expect 2 experiment disc --only steady
has "$complained" "--only: the experiment 'disc' has no parts" "parts of an experiment without any"
expect 2 experiment all --only fly

# Parameters of an experiment.
expect 2 experiment disc --set points=1
has "$complained" "the experiment 'disc' has no parameters" "a parameter of an experiment without any"
expect 2 experiment integrator-map --set pionts=40
has "$complained" "did you mean 'points'?" "a mistyped parameter"
expect 2 experiment integrator-map --set points=1
has "$complained" "points is 1; expected 32 to 1e+06" "a parameter out of range"
expect 2 experiment integrator-map --set points
expect 0 experiment integrator-map --set points=32 --out "$folder/parameters"

# Parts of an experiment: a group of closed forms.
expect 0 experiment closed-forms --only fly/ --out "$folder/parts"
has "$said" "free fall: way of 1 s, m; implicit 5 ms" "the part that was asked for"
[[ $said != *"pendulum"* ]] || fail "--only runs other parts too"
[[ $(head -n 1 "$folder/parts/closed-forms/forms.csv") == group,case,exact,* ]] || fail "forms.csv has no header"
expect 1 experiment closed-forms --only xylophone --out "$folder/parts"
has "$complained" "no case has this in its name" "a part that does not exist"

# The quickest experiment, into a folder that does not exist yet.
expect 0 experiment disc --out "$folder/a/b"
[[ $said == "disc: pass"* ]] || fail "the table does not start with the verdict"
[[ -z $complained ]] || fail "a good run complains: $complained"
for file in disc.svg steady.csv fast_slide.csv fast_spin.csv summary.json; do
    [[ -s $folder/a/b/disc/$file ]] || fail "$file is missing or empty"
done
grep -q '"pass": true,' "$folder/a/b/disc/summary.json" || fail "summary.json has no verdict"
[[ $(head -n 1 "$folder/a/b/disc/steady.csv") == t_s,* ]] || fail "the table has no header"
grep -q '^</svg>$' "$folder/a/b/disc/disc.svg" || fail "the figure is not complete"

# Figures have Greek letters, not their names. Tables and printed rows keep to ASCII.
grep -q 'ωR' "$folder/a/b/disc/disc.svg" || fail "the figure has no Greek letters"
named=$(grep -rnE '(Label|title) = "|vlPanel_AddSeries\(|level\(|drawExpected\(' "${VOLAR_SOURCE_DIR:?}/experiments" |
    grep -E '"([^"]*[^"[:alnum:]])?(alpha|beta|gamma|delta|epsilon|theta|lambda|mu|rho|sigma|tau|phi|omega)([^"[:alpha:]][^"]*)?"')
[[ -z $named ]] || fail "a figure names Greek letters: $named"

# Several: progress for each, and a closing line.
expect 0 experiment disc push --out "$folder/many"
has "$complained" "[1/2] disc: " "the progress of several"
has "$complained" "[2/2] push: " "the progress of several"
[[ $(tail -n 1 <<<"$said") =~ ^"2 of 2 experiments passed in "[0-9.]+" s, results in $folder/many/"$ ]] ||
    fail "the closing line is: $(tail -n 1 <<<"$said")"
mkdir -p "$folder/partly/disc/steady.csv"
expect 3 experiment disc push --out "$folder/partly"
[[ $(tail -n 1 <<<"$said") == "1 of 2 experiments passed in "*"/; failed: disc" ]] ||
    fail "the closing line after a failure is: $(tail -n 1 <<<"$said")"

# A file where the folder should be, and a folder where a table should be.
touch "$folder/file"
expect 3 experiment disc --out "$folder/file"
[[ $complained == *"cannot write"* ]] || fail "an unwritable folder is not named"
mkdir -p "$folder/c/disc/steady.csv"
expect 3 experiment disc --out "$folder/c"
[[ $complained == *"steady.csv"* ]] || fail "an unwritable table is not named"

finish
