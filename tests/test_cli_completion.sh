#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The completion for bash proposes what the program knows; completion, manual page and help name the
# same options.
# shellcheck source=tests/cli.bash
source "$(dirname "$0")/cli.bash"
root=${VOLAR_SOURCE_DIR:?}
# shellcheck source=app/completion/volar.bash
source "$root/app/completion/volar.bash"
cd "$folder" || exit 1
touch run.vlr my.yaml
mkdir tables

# proposed WORD...: what is proposed for the last word, in $proposals.
proposed() {
    COMP_WORDS=("$program" "$@")
    COMP_CWORD=$#
    _volar
    proposals=" ${COMPREPLY[*]} "
}

# offers PART WORD...
offers() {
    local part=$1
    shift
    proposed "$@"
    has "$proposals" " $part " "completion of '$*'"
}

offers record-info r
offers run r
offers --version --v
offers blocks run b
offers my.yaml run m
offers stack check s
offers wall scene ""
offers test devices t
offers force-dimension devices test f
offers --seconds run --s
offers my.yaml run --fast m
offers run.vlr replay r
offers run.vlr export ""
offers run.vlr run --record r
offers tables export run.vlr --csv t
offers disc experiment d
offers all experiment ""
offers pair bench p
offers replay help rep
proposed run --seconds ""
[[ $proposals == "  " ]] || fail "proposals for a number: $proposals"

for command in run replay export record-info check scene devices haply-server experiment bench; do
    expect 0 "$command" --help
    options=$(grep -o '^ .\{5\}--[a-z-]*' <<<"$said" | grep -o -- '--.*')
    [[ $options == *--help* && $options == *--version* ]] || fail "no options in help: $said"
    completed=" $(_volar_options "$command") --help --usage --version "
    for option in $options; do
        has "$completed" " $option " "completion of $command"
    done
    manual=$(sed -n "/^\.Ss volar $command\$/,/^\.Ss/p; /^\.Ss Options of every/,/^\.Sh/p" "$root/docs/volar.1")
    for option in $options; do
        # mdoc writes --seconds as "Fl -seconds"
        grep -q -- "Fl ${option#-}\( \|\$\)" <<<"$manual" || fail "$command $option is not in the manual page"
    done
    for option in $(_volar_options "$command"); do
        grep -qx -- "$option" <<<"$options" || fail "completion of $command invents $option"
    done
done
expect 0 help
listed=$(sed -n 's/^  \([a-z-]*\)  .*/\1/p' <<<"$said")
[[ $listed == run*version ]] || fail "the commands are: $listed"
for command in $listed; do
    offers "$command" "$command"
    grep -q "^\.Cm $command\$" "$root/docs/volar.1" || fail "$command is not in the manual page"
done

finish
