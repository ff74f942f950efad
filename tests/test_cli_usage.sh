#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Every command explains itself, and bad usage is answered with the nearest name and status 2.
# shellcheck source=tests/cli.bash
source "$(dirname "$0")/cli.bash"

commands="run replay export record-info check scene devices haply-server experiment bench"
for command in $commands; do
    expect 0 "$command" --help
    help=$said
    has "$help" "Examples:" "help of $command"
    has "$help" "Exit status:" "help of $command"
    [[ -z $complained ]] || fail "help of $command complains: $complained"
    expect 0 "$command" -h
    [[ $said == "$help" ]] || fail "'$command -h' is not '$command --help'"
    expect 0 help "$command"
    [[ $said == "$help" ]] || fail "'help $command' is not '$command --help'"
    expect 2 "$command" --helpp
    has "$complained" "did you mean '--help'?" "$command"
    expect 2 "$command" --no-such-thing-at-all
    has "$complained" "volar $command --help" "$command"
    expect 0 help
    has "$said" "  $command " "the list of commands"
done
for words in "--help" "-h" "help" "help --help" "help -h" "help version" "version --help" "version -h"; do
    # shellcheck disable=SC2086 # several words
    expect 0 $words
    has "$said" "Examples:" "'$words'"
done
expect 0 --version
version=$said
[[ $version =~ ^volar\ [0-9]+\.[0-9]+\.[0-9]+$ ]] || fail "--version says: $version"
expect 0 version
[[ $said == "$version" ]] || fail "'version' is not '--version'"
expect 0 run --version
[[ $said == "$version" ]] || fail "'run --version' is not '--version'"

expect 2
has "$complained" "Commands:" "no command"
expect 2 rnu
has "$complained" "did you mean 'run'?" "a mistyped command"
expect 2 xylophone
has "$complained" "volar help" "an unknown command"
expect 2 help rnu
has "$complained" "did you mean 'run'?" "help of a mistyped command"
expect 2 help run check
expect 2 version now
expect 2 --verbose

expect 2 run --sekonds 3
has "$complained" "did you mean '--seconds'?" "a mistyped option"
expect 2 run blcoks
has "$complained" "did you mean 'blocks'?" "a mistyped scene"
expect 2 run xylophone
has "$complained" "volar scene --list" "an unknown scene"
expect 2 run blocks stack
for seconds in 0 -1 nan inf 1e9 ten 1s ""; do
    expect 2 run --seconds="$seconds"
    has "$complained" "--seconds is '$seconds'" "seconds"
done
expect 2 run --seconds
expect 2 run --fast --realtime
expect 2 run --viewer --no-viewer
expect 2 run --viewer=example.org:80
has "$complained" "expected ADDR:PORT" "an address"
expect 2 run --viewer=localhost:99999
expect 2 run --viewer=127.0.0.1:99999
expect 2 run --force
expect 2 replay
expect 2 replay a.vlr b.vlr
expect 2 check
expect 2 check blcoks
has "$complained" "did you mean 'blocks'?" "a mistyped scene"
expect 2 scene --expand
expect 2 scene blocks stack
expect 2 scene --list blocks
expect 3 run -S -h
has "$complained" "-h: the path or the '='" "the argument of a short option"
expect 2 bench stakc
has "$complained" "did you mean 'stack'?" "a mistyped benchmark"
expect 0 bench --list
has "$said" "pair" "the list of benchmarks"
has "$said" "implicit" "the list of benchmarks"
has "$said" "haptic" "the list of benchmarks"
# The argument of an option may look like an option.
expect 3 run --record --fast/x --no-viewer --seconds 1 --fast
has "$complained" "--fast/x" "a strange file name"

finish
