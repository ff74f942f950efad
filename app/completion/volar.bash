# SPDX-License-Identifier: MIT
# Completion of `volar` for bash. Names of scenes, devices, experiments and benchmarks come from the
# program itself, so that they are always those of the version installed.

_volar_names() {
    # The first word of each line of a list.
    "$1" "$2" --list 2>/dev/null | cut -d ' ' -f 1
}

_volar_backends() {
    # The first word of each line, except lines that continue the one before, up to the first blank line.
    "$1" devices 2>/dev/null | sed -n '/^$/q; s/^\([a-z-]\{1,\}\) .*/\1/p'
}

_volar_options() {
    case $1 in
    run) echo "--seconds --realtime --fast --device --two-rate --audit --annotate --viewer --no-viewer --record --log --log-rate --json --force --set --no-cache" ;;
    replay) echo "--check --viewer" ;;
    export) echo "--csv --mcap --every --force" ;;
    annotate) echo "--json --csv --diff --check --gap --min --no-forces" ;;
    record-info) echo "--json" ;;
    check) echo "--set --no-cache --json" ;;
    scene) echo "--list --expand --keys --json" ;;
    mesh) echo "--units --scale --up --tolerance --keep-faults --error --triangles --seconds --json --no-cache --viewer --output --force" ;;
    haply-server) echo "--port --address --rate --uncalibrated --allow-origin" ;;
    devices) echo "--json --seconds --stiffness" ;;
    experiment) echo "--out --only --set --list --json" ;;
    tune) echo "--margin --delay --passive --two-rate --write --name --no-strikes --json" ;;
    sweep) echo "--part --chunk --out" ;;
    zwidth) echo "--set --delay --axes --grid --hand --strike --two-rate --seconds --loop --viewer --port --out" ;;
    workbench) echo "--law --set --step --seconds --device --out --list --json" ;;
    bench) echo "--json --list" ;;
    esac
}

# Words and, for files, what readline itself finds.
_volar_words() {
    mapfile -t COMPREPLY < <(compgen -W "$1" -- "$2")
}

_volar_files() {
    compopt -o filenames 2>/dev/null
    mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "$1")
}

# The value of --device, [NAME=]BACKEND[:ADDRESS]. Where = and : part words, as they do in bash unless
# told otherwise, the value is put together again, and only its last word is completed.
_volar_device() {
    local program=$1 presets=$2 current=$3 value="" prefix="" i
    for ((i = COMP_CWORD; i > 1; i--)); do
        [[ ${COMP_WORDS[i]} == --device || ${COMP_WORDS[i]} == -d ]] && break
        value=${COMP_WORDS[i]}$value
    done
    value=${value#=}
    [[ $current == = || $current == : ]] && current=""
    case ${value##*=} in
    simulated:*) words="inverse3 $presets" ;;
    replay:*)
        _volar_files "${current##*:}"
        return
        ;;
    *:*) return ;;
    *) words=$(_volar_backends "$program") ;;
    esac
    [[ $current == *[=:]* ]] && prefix=${current%"${current##*[=:]}"}
    mapfile -t COMPREPLY < <(compgen -P "$prefix" -W "$words" -- "${current#"$prefix"}")
}

# Is the word part of the value of --device?
_volar_is_device() {
    local i=$((COMP_CWORD - 1)) around=${COMP_WORDS[COMP_CWORD]}
    while ((i > 1)) && [[ ${COMP_WORDS[i]} == [=:] || ${COMP_WORDS[i + 1]} == [=:] || $around == [=:] ]]; do
        around=""
        ((i--))
    done
    [[ ${COMP_WORDS[i]} == --device || ${COMP_WORDS[i]} == -d ]]
}

_volar() {
    local words commands="run replay export annotate record-info check scene mesh devices haply-server experiment workbench tune sweep zwidth bench help version"
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
    local program=${COMP_WORDS[0]} command=${COMP_WORDS[1]}
    local presets="touch omni desktop premium omega3 omega6 omega7 delta3 sigma7 lambda7 falcon pantograph"
    COMPREPLY=()
    if ((COMP_CWORD == 1)); then
        _volar_words "$commands --help --version" "$current"
        return
    fi
    if [[ $command == workbench && $previous == --device ]]; then
        _volar_words "$presets" "$current"
        return
    fi
    if [[ $command == run ]] && _volar_is_device; then
        _volar_device "$program" "$presets" "$current"
        return
    fi
    case $previous in
    --set)
        if [[ $command == run || $command == check ]]; then
            local path=""
            [[ $current == *.* ]] && path=${current%.*}
            compopt -o nospace 2>/dev/null
            _volar_words "$("$program" scene --keys="$path" 2>/dev/null | cut -d ' ' -f 1)" "$current"
        fi
        return
        ;;
    --seconds | --every | --stiffness | --port | --address | --rate | --allow-origin) return ;;
    --viewer)
        _volar_words "127.0.0.1:8460" "$current"
        [[ -z $current || ${#COMPREPLY[@]} -gt 0 ]] && return
        ;;
    --record | --mcap)
        _volar_files "$current"
        return
        ;;
    --out | --csv)
        compopt -o filenames 2>/dev/null
        mapfile -t COMPREPLY < <(compgen -d -- "$current")
        return
        ;;
    esac
    if [[ $current == -* ]]; then
        _volar_words "$(_volar_options "$command") --help" "$current"
        return
    fi
    case $command in
    run | check | scene)
        _volar_words "$(_volar_names "$program" scene)" "$current"
        _volar_files "$current"
        ;;
    replay | export | annotate | record-info) _volar_files "$current" ;;
    mesh)
        case $COMP_CWORD in
        2) _volar_words "check info convert decompose hierarchy simplify view make" "$current" ;;
        3)
            if [[ ${COMP_WORDS[2]} == make ]]; then
                _volar_words "$("$program" mesh make 2>/dev/null | cut -d ' ' -f 1)" "$current"
            else
                _volar_files "$current"
            fi
            ;;
        *) _volar_files "$current" ;;
        esac
        ;;
    devices)
        case $COMP_CWORD in
        2) _volar_words test "$current" ;;
        3) _volar_words "$(_volar_backends "$program")" "$current" ;;
        4)
            case $previous in
            simulated) _volar_words "$presets" "$current" ;;
            replay) _volar_files "$current" ;;
            esac
            ;;
        esac
        ;;
    haply-server) _volar_words "inverse3 $presets" "$current" ;;
    tune)
        _volar_words "inverse3 ${presets% pantograph}" "$current"
        _volar_files "$current"
        ;;
    zwidth)
        case $previous in
        --hand) _volar_words "loose tight free all" "$current" ;;
        --loop) _volar_words "linear simple volar" "$current" ;;
        *) _volar_words "inverse3 ${presets% pantograph}" "$current" ;;
        esac
        ;;
    sweep)
        [[ $COMP_CWORD == 2 ]] && _volar_words merge "$current"
        _volar_files "$current"
        ;;
    experiment) _volar_words "$(_volar_names "$program" experiment) all" "$current" ;;
    workbench) _volar_words "walls friction" "$current" ;;
    bench) _volar_words "$(_volar_names "$program" bench)" "$current" ;;
    help) _volar_words "$commands" "$current" ;;
    esac
}

complete -F _volar volar
