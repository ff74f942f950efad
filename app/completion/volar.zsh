#compdef volar
# SPDX-License-Identifier: MIT
# Completion of `volar` for zsh. Names of scenes, devices, experiments and benchmarks come from the
# program itself, so that they are always those of the version installed.

# The first word of each line of a list.
_volar_listed() {
    local -a names
    names=(${${(f)"$(_call_program names "$_volar_program" "$1" --list 2>/dev/null)"}%% *})
    compadd "${@:2}" -a names
}

_volar_scenes() {
    _volar_listed scene
    _files -g '*.(yaml|json)'
}

# Paths of keys; what follows = is not completed.
_volar_keys() {
    local path=${PREFIX%.*}
    [[ $PREFIX == *.* ]] || path=""
    compadd -S '' -- ${(f)"$($words[1] scene --keys=$path 2>/dev/null | cut -d ' ' -f 1)"}
}

_volar_experiments() {
    _volar_listed experiment
    compadd all
}

_volar_benches() {
    _volar_listed bench
}

# The first word of each line, except lines that continue the one before, up to the first blank line.
_volar_backends() {
    local -a names
    names=(${(f)"$(_call_program names "$_volar_program" devices 2>/dev/null |
        sed -n '/^$/q; s/^\([a-z-]\{1,\}\) .*/\1/p')"})
    compadd -a names
}

_volar_presets() {
    compadd touch omni desktop premium omega3 omega6 omega7 delta3 sigma7 lambda7 falcon pantograph
}

# Those that the haply-server knows too.
_volar_served() {
    compadd inverse3
    _volar_presets
}

# Those that the tuner takes, and device files.
_volar_tunable() {
    compadd inverse3 touch omni desktop premium omega3 omega6 omega7 delta3 sigma7 lambda7 falcon
    _files -g '*.yaml'
}

# The address of a device that is tested.
_volar_address() {
    if [[ $words[CURRENT-1] == simulated ]]; then
        _volar_presets
    elif [[ $words[CURRENT-1] == replay ]]; then
        _files
    fi
}

# The value of --device, [NAME=]BACKEND[:ADDRESS].
_volar_devices() {
    if compset -P '*simulated:'; then
        _volar_served
    elif compset -P '*replay:'; then
        _files
    else
        compset -P '*='
        _volar_backends
    fi
}

# A mesh file, or the name of a mesh that the program makes.
_volar_mesh() {
    if [[ $words[CURRENT-1] == make ]]; then
        local -a names
        names=(${${(f)"$(_call_program names "$_volar_program" mesh make 2>/dev/null)"}%% *})
        compadd -a names
    else
        _files
    fi
}

_volar_commands() {
    local -a commands
    commands=(
        'run:simulate a scene, show it in a browser, record it'
        'replay:simulate a recording again and compare, or play it'
        'export:write a recording in other formats'
        'annotate:name the contact states of a recording'
        'record-info:show what a recording contains'
        'mesh:check, repair, cut, simplify, show and make meshes'
        'check:check scene files'
        'scene:print or list scenes'
        'devices:list haptic devices, or test one'
        'haply-server:serve a simulated device as the service of Haply would'
        'experiment:repeat a published experiment and judge it by its criteria'
        'tune:find the stiffest coupling that a device holds with a margin'
        'sweep:run a loop, scene or experiment at many points'
        'zwidth:draw the stability map of a device'
        'workbench:put wall or friction laws side by side'
        'bench:measure how long steps and queries take'
        'help:explain the program or one of its commands'
        'version:print the version'
    )
    _describe command commands
}

_volar() {
    local _volar_program=$words[1] curcontext=$curcontext state line
    local -a common
    common=(
        '(- *)'{-h,--help}'[explain the command]'
        '(- *)--usage[print a short summary of its options]'
        '(- *)'{-V,--version}'[print the version]'
    )
    _arguments -C '(- *)'{-h,--help}'[explain the program]' '(- *)'{-V,--version}'[print the version]' \
        '1:command:_volar_commands' '*::argument:->argument'
    [[ $state == argument ]] || return
    case $line[1] in
    run)
        _arguments $common \
            '(-s --seconds)'{-s,--seconds}'[simulate so many seconds, then end]:seconds:' \
            '(--fast)--realtime=-[keep pace with the clock, at a real-time priority]::priority:' \
            '(--realtime --two-rate)--fast[simulate as fast as possible]' \
            '*'{-d,--device}'[connect a device to one of the scene]:device:_volar_devices' \
            '(--fast)--two-rate=-[detect contacts in a separate thread]::times per second of the clock:' \
            '--audit[exit with 1 if the virtual world was not passive]' \
            '--annotate[print contact states as they begin]' \
            '(--no-viewer)--viewer=-[serve the viewer at this address]::address and port:(localhost\:8460)' \
            '(--viewer)--no-viewer[serve no viewer]' \
            '(-r --record)'{-r,--record}'[record the run]:file:_files' \
            '--log[write a table of the run]:file:_files' \
            '--log-rate[write at most so many rows per simulated second]:rows per second:' \
            '(-j --json)'{-j,--json}'[print the report as JSON]' \
            '--force[let --record and --log overwrite their files]' \
            '*'{-S,--set}'[change a value of the scene]:path=value:_volar_keys' \
            '--no-cache[decompose meshes again, without the cache]' \
            '1:scene:_volar_scenes'
        ;;
    replay)
        _arguments $common '(-c --check)'{-c,--check}'[simulate again and compare]' \
            '--viewer=-[play the recording in the viewer]::address and port:(localhost\:8460)' \
            '1:recording:_files -g "*.vlr"'
        ;;
    export)
        _arguments $common '--csv[write tables]:folder:_files -/' '--mcap[write an MCAP file]:file:_files' \
            '(-e --every)'{-e,--every}'[take every N-th step]:steps:' '--force[overwrite files that exist]' \
            '1:recording:_files -g "*.vlr"'
        ;;
    mesh)
        _arguments $common '1:action:(check info convert decompose hierarchy simplify view make)' '2:file:_volar_mesh' '*:file:_files' \
            '(-j --json)'{-j,--json}'[print as JSON]' \
            '(-u --units)'{-u+,--units=}'[unit of the lengths]:unit:(m mm cm inch)' \
            '(-s --scale)'{-s+,--scale=}'[metres per unit]:metres:' \
            '(-U --up)'{-U+,--up=}'[axis that points up]:axis:(z y)' \
            '(-t --tolerance)'{-t+,--tolerance=}'[weld vertices nearer than this]:metres:' \
            '(-k --keep-faults)'{-k,--keep-faults}'[turn no triangles over and fill no holes]' \
            '(-e --error)'{-e+,--error=}'[how far pieces may stand off]:fraction:' \
            '(-T --seconds)'{-T+,--seconds=}'[longest time to look for pieces]:seconds:' \
            '(-n --triangles)'{-n+,--triangles=}'[simplify no further]:triangles:' \
            '--viewer=[serve the viewer at this address]:address:' \
            '(-C --no-cache)'{-C,--no-cache}'[make pieces or hierarchy again, without the cache]' \
            '--force[overwrite a file that exists]' \
            '(-o --output)'{-o+,--output=}'[file to write]:file:_files'
        ;;
    annotate)
        _arguments $common '(-j --json)'{-j,--json}'[print as JSON]' '--csv[print as a table]' \
            '--diff[compare two sequences]' '--check[fail if names do not account for forces]' \
            '--gap[count faces at most this far apart as touching, um]:um:' \
            '--min[leave out states that last less than this, ms]:ms:' '--no-forces[do not simulate again]' \
            '*:recording:_files -g "*.(vlr|csv)"'
        ;;
    record-info)
        _arguments $common '(-j --json)'{-j,--json}'[print as JSON]' '1:recording:_files -g "*.vlr"'
        ;;
    check)
        _arguments $common '*'{-S,--set}'[change a value before checking]:path=value:_volar_keys' \
            '(-C --no-cache)'{-C,--no-cache}'[decompose meshes again, without the cache]' \
            '(-j --json)'{-j,--json}'[print the results as JSON]' '*:scene:_volar_scenes'
        ;;
    scene)
        _arguments $common '(-l --list)'{-l,--list}'[list the built-in scenes]' \
            '(-j --json)'{-j,--json}'[list as JSON]' \
            '(-k --keys)'{-k,--keys=-}'[list the keys of a mapping]::path:' \
            '(-e --expand)'{-e,--expand}'[print the scene as a single file]' '1:scene:_volar_scenes'
        ;;
    devices)
        _arguments $common '(-j --json)'{-j,--json}'[list as JSON]' \
            '(-s --seconds)'{-s,--seconds}'[test for so many seconds]:seconds:' \
            '(-k --stiffness)'{-k,--stiffness}'[stiffness of the spring, N/m]:stiffness:' \
            '1:command:(test)' '2:device:_volar_backends' '3:address:_volar_address'
        ;;
    haply-server)
        _arguments $common '(-p --port)'{-p,--port}'[listen on this port]:port:' \
            '(-a --address)'{-a,--address}'[listen on this address]:address:(localhost)' \
            '*--allow-origin[let pages of this origin in]:origin:' \
            '--uncalibrated[the arm is not calibrated at first]:seconds:' \
            '(-r --rate)'{-r,--rate}'[the device measures at this rate]:hertz:' '1:preset:_volar_served'
        ;;
    experiment)
        _arguments $common '(-o --out)'{-o,--out}'[write results below this folder]:folder:_files -/' \
            '--only[run only the parts with this text in their names]:text:' \
            '*'{-S,--set}'[change a parameter]:assignment:' \
            '(-j --json)'{-j,--json}'[list as JSON]' \
            '(-l --list)'{-l,--list}'[list the experiments]' '*:experiment:_volar_experiments'
        ;;
    workbench)
        _arguments $common '*'{-a,--law}'[try this law]:law:' '*'{-s,--set}'[set a parameter]:assignment:' \
            '(-t --step)'{-t,--step}'[length of a step]:milliseconds:' \
            '(-d --seconds)'{-d,--seconds}'[length of a run]:seconds:' \
            '(-o --out)'{-o,--out}'[write results below this folder]:folder:_files -/' \
            '(-v --device)'{-v,--device}'[make the trial through this device]:preset:_volar_presets' \
            '(-j --json)'{-j,--json}'[list as JSON]' \
            '(-l --list)'{-l,--list}'[list the laws]' '1:trial:(walls friction)'
        ;;
    tune)
        _arguments $common '(-m --margin)'{-m,--margin}'[keep this margin]:factor:' \
            '(-d --delay)'{-d,--delay}'[time from a measurement to its force]:milliseconds:' \
            '(-p --passive)'{-p,--passive}'[passive for any hand in place of stable with a margin]' \
            '--two-rate[contacts are found only at this rate]:hertz:' \
            '(-w --write)'{-w,--write}'[write the gains into this scene]:scene:_files' '--name[the device of the scene]:name:' \
            '(-n --no-strikes)'{-n,--no-strikes}'[do not test the result with strikes]' \
            '(-j --json)'{-j,--json}'[print the result as JSON]' '*:preset:_volar_tunable'
        ;;
    sweep)
        _arguments $common '(-p --part)'{-p,--part}'[compute only this part]:part of parts:' \
            '(-c --chunk)'{-c,--chunk}'[runs that are written together]:runs:' \
            '(-o --out)'{-o,--out}'[folder of parts and results]:folder:_files -/' '*:sweep file:_files'
        ;;
    zwidth)
        _arguments $common '*'{-S,--set}'[change a number of the loop]:assignment:' \
            '(-d --delay)'{-d,--delay}'[time from a measurement to its force]:milliseconds:' \
            '(-a --axes)'{-a,--axes}'[numbers along the map]:axes:(bc,kc cut,kc delay,kc)' \
            '(-g --grid)'{-g,--grid}'[points of the map]:columns x rows:' \
            '(-H --hand)'{-H,--hand}'[who holds the device]:hand:(loose tight free all)' \
            '(-s --strike)'{-s,--strike}'[seconds from above the wall to the press]:seconds:' \
            '--two-rate[find contacts at this rate]:hertz:' '--seconds[length of each strike]:seconds:' \
            '--loop[how a point is judged]:loop:(linear simple volar)' \
            '(-v --viewer)'{-v,--viewer}'[show the map in a browser]' '--port[port of the page of --viewer]:port:' \
            '(-o --out)'{-o,--out}'[write the map to this folder]:folder:_files -/' '*:preset:_volar_tunable'
        ;;
    bench)
        _arguments $common '(-j --json)'{-j,--json=-}'[report as JSON]::file:_files' \
            '(-l --list)'{-l,--list}'[list the benchmarks]' '1:benchmark:_volar_benches'
        ;;
    help) _arguments '1:command:_volar_commands' ;;
    esac
}

_volar "$@"
