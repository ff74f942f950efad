#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The completions for bash, zsh and fish propose what the program knows; completions, manual page and
# help name the same commands and options.
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
offers walls workbench w
offers replay help rep
offers world.step run blocks --set world.st
offers bodies.box.shape.sphere check blocks --set bodies.box.shape.sp
# Only what is accepted: the tuner takes no pantograph, but device files.
offers omega6 tune o
offers inverse3 tune i
offers my.yaml tune m
offers pantograph workbench walls --device p
proposed tune p
[[ $proposals == " premium " ]] || fail "what the tuner takes: $proposals"
offers omega6 devices test simulated ""
offers run.vlr devices test replay r
offers spoon mesh make s
offers run.vlr mesh info r
proposed mesh make r
[[ $proposals == "  " ]] || fail "files for the name of a mesh: $proposals"
# The value of --device, as one word and as bash parts it.
offers haply run blocks --device h
offers right=haply run blocks --device right=h
offers haply run blocks --device right = h
offers udp run blocks --device right = ""
offers udp run blocks --device right "="
offers omega6 run blocks --device right = simulated : o
offers inverse3 run blocks --device simulated ":"
offers right=simulated:omega6 run blocks --device right=simulated:omega
offers run.vlr run blocks --device right = replay : r
offers blocks run --device right = haply b
proposed run --seconds ""
[[ $proposals == "  " ]] || fail "proposals for a number: $proposals"

# The long options that the completion of zsh, or of fish, has for a command.
zsh_options() {
    sed -n "/^    $1)/,/^        ;;/p" "$root/app/completion/volar.zsh" |
        grep -o -- "[{,'*)]--[a-z-]*" | grep -o -- '--.*' | sort -u
}
fish_options() {
    grep "__volar_is [a-z -]*\b$1\b[a-z -]*'" "$root/app/completion/volar.fish" |
        grep -o -- ' -l [a-z-]*' | sed 's/ -l /--/' | sort -u
}

for command in run replay export annotate record-info check scene devices haply-server experiment workbench tune sweep zwidth bench; do
    expect 0 "$command" --help
    options=$(grep -o '^ .\{5\}--[a-z-]*' <<<"$said" | grep -o -- '--.*')
    [[ $options == *--help* && $options == *--version* ]] || fail "no options in help: $said"
    completed=" $(_volar_options "$command") --help --usage --version "
    for option in $options; do
        has "$completed" " $option " "completion of $command"
    done
    wanted=$(grep -vx -e --help -e --usage -e --version <<<"$options" | sort)
    for shell in zsh fish; do
        [[ $("${shell}_options" "$command") == "$wanted" ]] ||
            fail "completion of $command for $shell has $("${shell}_options" "$command" | tr '\n' ' '); expected" \
                "$(tr '\n' ' ' <<<"$wanted")"
    done
    manual=$(sed -n "/^\.Ss volar $command\$/,/^\.Ss/p; /^\.Ss Options of every/,/^\.Sh/p" "$root/docs/volar.1")
    for option in $options; do
        # mdoc writes --seconds as "Fl -seconds"
        [[ $manual$'\n' == *"Fl ${option#-}"[$' \n']* ]] || fail "$command $option is not in the manual page"
    done
    for option in $(_volar_options "$command"); do
        [[ $'\n'$options$'\n' == *$'\n'"$option"$'\n'* ]] || fail "completion of $command invents $option"
    done
done
expect 0 help
listed=$(sed -n 's/^  \([a-z-]*\)  .*/\1/p' <<<"$said")
[[ $listed == run*version ]] || fail "the commands are: $listed"
for command in $listed; do
    offers "$command" "$command"
    grep -q "^\.Cm $command\$" "$root/docs/volar.1" || fail "$command is not in the manual page"
    grep -q "^        '$command:" "$root/app/completion/volar.zsh" || fail "zsh does not know $command"
    grep -q -- " -a $command -d " "$root/app/completion/volar.fish" || fail "fish does not know $command"
done
# The presets, in the order of the library.
expect 3 run blocks --no-viewer --seconds 0.001 --fast --set devices.0.address=none
presets=$(sed -n 's/.*expected one of \(.*\)/\1/p' <<<"$complained" | tr -d ,)
[[ $presets == *" "*" "* ]] || fail "no presets in: $complained"
for shell in bash zsh fish; do
    grep -q "\b$presets\b" "$root/app/completion/volar.$shell" || fail "$shell does not have the presets $presets"
done

# Where the shells themselves are installed, they take the files.
if command -v zsh >/dev/null; then
    zsh -n "$root/app/completion/volar.zsh" || fail "zsh refuses its completion"
fi
if command -v fish >/dev/null; then
    ln -s "$program" volar
    offered=$(PATH="$PWD:$PATH" fish --no-config -c "source '$root/app/completion/volar.fish'
        complete -C 'volar run --sec'; complete -C 'volar run bloc'; complete -C 'volar devices test forc'" 2>&1)
    for word in --seconds blocks force-dimension; do
        grep -q "^$word" <<<"$offered" || fail "fish does not offer $word: $offered"
    done
fi

finish
