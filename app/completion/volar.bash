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
    run) echo "--seconds --realtime --fast --device --two-rate --audit --annotate --viewer --no-viewer --record --log --log-rate --force --set --no-cache" ;;
    replay) echo "--check --viewer" ;;
    export) echo "--csv --mcap --every --force" ;;
    annotate) echo "--json --csv --diff --check --gap --min --no-forces" ;;
    record-info) echo "--json" ;;
    check) echo "--set --no-cache" ;;
    scene) echo "--list --expand" ;;
    mesh) echo "--units --scale --up --tolerance --keep-faults --error --triangles --seconds --no-cache --viewer --output --force" ;;
    haply-server) echo "--port --address --rate --allow-origin" ;;
    devices) echo "--json --seconds --stiffness" ;;
    experiment) echo "--out --only --set --list" ;;
    tune) echo "--margin --delay --passive --two-rate --write --name --no-strikes" ;;
    sweep) echo "--part --chunk --out" ;;
    zwidth) echo "--set --delay --axes --grid --hand --strike --two-rate --seconds --loop --viewer --port --out" ;;
    workbench) echo "--law --set --step --seconds --device --out --list" ;;
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

_volar() {
    local commands="run replay export annotate record-info check scene mesh devices haply-server experiment workbench tune sweep zwidth bench help version"
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
    local program=${COMP_WORDS[0]} command=${COMP_WORDS[1]}
    local presets="touch omni desktop premium omega3 omega6 omega7 delta3 sigma7 lambda7 falcon pantograph"
    COMPREPLY=()
    if ((COMP_CWORD == 1)); then
        _volar_words "$commands --help --version" "$current"
        return
    fi
    case $previous in
    --seconds | --every | --set | --stiffness | --port | --address | --rate | --allow-origin) return ;;
    --device)
        _volar_words "$(_volar_backends "$program")" "$current"
        return
        ;;
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
        *) _volar_files "$current" ;;
        esac
        ;;
    devices)
        case $COMP_CWORD in
        2) _volar_words test "$current" ;;
        3) _volar_words "$(_volar_backends "$program")" "$current" ;;
        esac
        ;;
    haply-server) _volar_words "inverse3 $presets" "$current" ;;
    tune) _volar_words "$presets" "$current" ;;
    zwidth)
        case $previous in
        --hand) _volar_words "loose tight free all" "$current" ;;
        --loop) _volar_words "linear simple volar" "$current" ;;
        *) _volar_words "$presets" "$current" ;;
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
