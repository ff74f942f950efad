# SPDX-License-Identifier: MIT
# Completion of `volar` for fish. Names of scenes, devices, experiments and benchmarks come from the
# program itself, so that they are always those of the version installed.

# The first word of each line of a list.
function __volar_listed
    set -l program (commandline -opc)[1]
    $program $argv[1] --list 2>/dev/null | string replace -r ' .*' ''
end

# The paths of keys of the mapping in which the word is.
function __volar_keys
    set -l program (commandline -opc)[1]
    set -l path (string match -r '^.*(?=\.)' -- (commandline -ct))
    $program scene --keys=$path 2>/dev/null | string replace -r ' .*' ''
end

# The first word of each line, except lines that continue the one before, up to the first blank line.
function __volar_backends
    set -l program (commandline -opc)[1]
    $program devices 2>/dev/null | sed -n '/^$/q; s/^\([a-z-]\{1,\}\) .*/\1/p'
end

# Is the command one of these?
function __volar_is
    set -l words (commandline -opc)
    test (count $words) -ge 2; and contains -- $words[2] $argv
end

function __volar_needs_command
    test (count (commandline -opc)) -eq 1
end

# May the word be the n-th after the command? Options are not counted.
function __volar_argument_is
    set -l words (commandline -opc)
    test (count (string match -v -- '-*' $words[3..-1])) -eq (math $argv[1] - 1)
end

# Is this the word before the cursor?
function __volar_follows
    set -l words (commandline -opc)
    test "$words[-1]" = "$argv[1]"
end

# The value of --device, [NAME=]BACKEND[:ADDRESS], as far as it is known.
function __volar_devices
    set -l value (commandline -ct)
    set -l name (string match -r '^[^=:]*=' -- $value)
    for backend in (__volar_backends)
        echo $name$backend
    end
    for preset in inverse3 touch omni desktop premium omega3 omega6 omega7 delta3 sigma7 lambda7 falcon pantograph
        echo {$name}simulated:$preset
    end
end

# The meshes that the program makes.
function __volar_models
    set -l program (commandline -opc)[1]
    $program mesh make 2>/dev/null | string replace -r ' .*' ''
end

complete -c volar -f
set -l help __volar_needs_command
complete -c volar -n $help -a run -d 'Simulate a scene, show it in a browser, record it'
complete -c volar -n $help -a replay -d 'Simulate a recording again and compare, or play it'
complete -c volar -n $help -a export -d 'Write a recording in other formats'
complete -c volar -n $help -a annotate -d 'Name the contact states of a recording'
complete -c volar -n $help -a record-info -d 'Show what a recording contains'
complete -c volar -n $help -a mesh -d 'Check, repair, cut, simplify, show and make meshes'
complete -c volar -n $help -a check -d 'Check scene files'
complete -c volar -n $help -a scene -d 'Print or list scenes'
complete -c volar -n $help -a devices -d 'List haptic devices, or test one'
complete -c volar -n $help -a haply-server -d 'Serve a simulated device as the service of Haply would'
complete -c volar -n $help -a experiment -d 'Repeat a published experiment and judge it by its criteria'
complete -c volar -n $help -a tune -d 'Find the stiffest coupling that a device holds with a margin'
complete -c volar -n $help -a sweep -d 'Run a loop, scene or experiment at many points'
complete -c volar -n $help -a zwidth -d 'Draw the stability map of a device'
complete -c volar -n $help -a workbench -d 'Put wall or friction laws side by side'
complete -c volar -n $help -a bench -d 'Measure how long steps and queries take'
complete -c volar -n $help -a help -d 'Explain the program or one of its commands'
complete -c volar -n $help -a version -d 'Print the version'
complete -c volar -s h -l help -d 'Explain the command'
complete -c volar -n 'not __volar_needs_command' -l usage -d 'Print a short summary of its options'
complete -c volar -s V -l version -d 'Print the version'

complete -c volar -n '__volar_is run' -s s -l seconds -x -d 'Simulate so many seconds, then end'
complete -c volar -n '__volar_is run' -l realtime -d 'Keep pace with the clock, at a real-time priority'
complete -c volar -n '__volar_is run' -l fast -d 'Simulate as fast as possible'
complete -c volar -n '__volar_is run' -s d -l device -x -a '(__volar_devices)' -d 'Connect a device to one of the scene'
complete -c volar -n '__volar_is run' -l two-rate -d 'Detect contacts in a separate thread'
complete -c volar -n '__volar_is run' -l audit -d 'Exit with 1 if the virtual world was not passive'
complete -c volar -n '__volar_is run' -l annotate -d 'Print contact states as they begin'
complete -c volar -n '__volar_is run' -l viewer -d 'Serve the viewer at this address'
complete -c volar -n '__volar_is run' -l no-viewer -d 'Serve no viewer'
complete -c volar -n '__volar_is run' -s r -l record -r -F -d 'Record the run'
complete -c volar -n '__volar_is run' -l log -r -F -d 'Write a table of the run'
complete -c volar -n '__volar_is run' -l log-rate -x -d 'Write at most so many rows per simulated second'
complete -c volar -n '__volar_is run' -s j -l json -d 'Print the report as JSON'
complete -c volar -n '__volar_is run' -l force -d 'Let --record and --log overwrite their files'
complete -c volar -n '__volar_is run' -s S -l set -x -a '(__volar_keys)' -d 'Change a value of the scene'
complete -c volar -n '__volar_is run' -l no-cache -d 'Decompose meshes again, without the cache'
complete -c volar -n '__volar_is run scene; and __volar_argument_is 1' -F -a '(__volar_listed scene)'

complete -c volar -n '__volar_is replay' -s c -l check -d 'Simulate again and compare'
complete -c volar -n '__volar_is replay' -l viewer -d 'Play the recording in the viewer'
complete -c volar -n '__volar_is replay export annotate record-info' -F
complete -c volar -n '__volar_is mesh; and not __volar_follows make' -F
complete -c volar -n '__volar_is mesh; and __volar_follows make' -a '(__volar_models)'

complete -c volar -n '__volar_is export' -l csv -x -a '(__fish_complete_directories)' -d 'Write tables'
complete -c volar -n '__volar_is export' -l mcap -r -F -d 'Write an MCAP file'
complete -c volar -n '__volar_is export' -s e -l every -x -d 'Take every N-th step'
complete -c volar -n '__volar_is export' -l force -d 'Overwrite files that exist'

complete -c volar -n '__volar_is mesh; and __volar_argument_is 1' -a 'check info convert decompose hierarchy simplify view make'
complete -c volar -n '__volar_is mesh' -s u -l units -x -a 'm mm cm inch' -d 'Unit of the lengths'
complete -c volar -n '__volar_is mesh' -s s -l scale -x -d 'Metres per unit'
complete -c volar -n '__volar_is mesh' -s U -l up -x -a 'z y' -d 'Axis that points up'
complete -c volar -n '__volar_is mesh' -s t -l tolerance -x -d 'Weld vertices nearer than this'
complete -c volar -n '__volar_is mesh' -s k -l keep-faults -d 'Turn no triangles over and fill no holes'
complete -c volar -n '__volar_is mesh' -s e -l error -x -d 'How far pieces may stand off'
complete -c volar -n '__volar_is mesh' -s T -l seconds -x -d 'Longest time to look for pieces'
complete -c volar -n '__volar_is mesh' -s n -l triangles -x -d 'Simplify no further'
complete -c volar -n '__volar_is mesh' -s j -l json -d 'Print as JSON'
complete -c volar -n '__volar_is mesh' -l viewer -x -d 'Serve the viewer at this address'
complete -c volar -n '__volar_is mesh' -s C -l no-cache -d 'Make pieces or hierarchy again, without the cache'
complete -c volar -n '__volar_is mesh' -l force -d 'Overwrite a file that exists'
complete -c volar -n '__volar_is mesh' -s o -l output -r -d 'File to write'

complete -c volar -n '__volar_is annotate' -s j -l json -d 'Print as JSON'
complete -c volar -n '__volar_is annotate' -l csv -d 'Print as a table'
complete -c volar -n '__volar_is annotate' -l diff -d 'Compare two sequences'
complete -c volar -n '__volar_is annotate' -l check -d 'Fail if names do not account for forces'
complete -c volar -n '__volar_is annotate' -l gap -x -d 'Count faces at most this far apart as touching, um'
complete -c volar -n '__volar_is annotate' -l min -x -d 'Leave out states that last less than this, ms'
complete -c volar -n '__volar_is annotate' -l no-forces -d 'Do not simulate again'

complete -c volar -n '__volar_is record-info' -s j -l json -d 'Print as JSON'

complete -c volar -n '__volar_is check' -s S -l set -x -a '(__volar_keys)' -d 'Change a value before checking'
complete -c volar -n '__volar_is check' -s C -l no-cache -d 'Decompose meshes again, without the cache'
complete -c volar -n '__volar_is check' -s j -l json -d 'Print the results as JSON'
complete -c volar -n '__volar_is check' -F -a '(__volar_listed scene)'

complete -c volar -n '__volar_is scene' -s l -l list -d 'List the built-in scenes'
complete -c volar -n '__volar_is scene' -s j -l json -d 'List as JSON'
complete -c volar -n '__volar_is scene' -s k -l keys -d 'List the keys of a mapping'
complete -c volar -n '__volar_is scene' -s e -l expand -d 'Print the scene as a single file'

complete -c volar -n '__volar_is devices' -s j -l json -d 'List as JSON'
complete -c volar -n '__volar_is devices' -s s -l seconds -x -d 'Test for so many seconds'
complete -c volar -n '__volar_is devices' -s k -l stiffness -x -d 'Stiffness of the spring, N/m'
complete -c volar -n '__volar_is devices; and __volar_argument_is 1' -a test -d 'Test a device'
complete -c volar -n '__volar_is devices; and __volar_argument_is 2' -a '(__volar_backends)'
complete -c volar -n '__volar_is devices; and __volar_follows simulated' -a 'touch omni desktop premium omega3 omega6 omega7 delta3 sigma7 lambda7 falcon pantograph'
complete -c volar -n '__volar_is devices; and __volar_follows replay' -F

complete -c volar -n '__volar_is haply-server' -s p -l port -x -d 'Listen on this port'
complete -c volar -n '__volar_is haply-server' -s a -l address -x -a localhost -d 'Listen on this address'
complete -c volar -n '__volar_is haply-server' -l uncalibrated -x -d 'The arm is not calibrated at first'
complete -c volar -n '__volar_is haply-server' -l allow-origin -x -d 'Let pages of this origin in'
complete -c volar -n '__volar_is haply-server' -s r -l rate -x -d 'The device measures at this rate'
complete -c volar -n '__volar_is haply-server; and __volar_argument_is 1' -a 'inverse3 touch omni desktop premium omega3 omega6 omega7 delta3 sigma7 lambda7 falcon pantograph'

complete -c volar -n '__volar_is experiment' -s o -l out -x -a '(__fish_complete_directories)' -d 'Write results below this folder'
complete -c volar -n '__volar_is experiment' -l only -x -d 'Run only the parts with this text in their names'
complete -c volar -n '__volar_is experiment' -s S -l set -x -d 'Change a parameter'
complete -c volar -n '__volar_is experiment' -s l -l list -d 'List the experiments'
complete -c volar -n '__volar_is experiment' -s j -l json -d 'List as JSON'
complete -c volar -n '__volar_is experiment' -a 'all (__volar_listed experiment)'

complete -c volar -n '__volar_is tune' -s m -l margin -x -d 'Keep this margin'
complete -c volar -n '__volar_is tune' -s d -l delay -x -d 'Time from a measurement to its force in milliseconds'
complete -c volar -n '__volar_is tune' -s p -l passive -d 'Passive for any hand in place of stable with a margin'
complete -c volar -n '__volar_is tune' -l two-rate -x -d 'Contacts are found only at this rate'
complete -c volar -n '__volar_is tune' -s w -l write -r -d 'Write the gains into this scene'
complete -c volar -n '__volar_is tune' -l name -x -d 'The device of the scene'
complete -c volar -n '__volar_is tune' -s n -l no-strikes -d 'Do not test the result with strikes'
complete -c volar -n '__volar_is tune' -s j -l json -d 'Print the result as JSON'
complete -c volar -n '__volar_is tune' -F -a 'inverse3 touch omni desktop premium omega3 omega6 omega7 delta3 sigma7 lambda7 falcon'
complete -c volar -n '__volar_is sweep' -s p -l part -x -d 'Compute only every N-th chunk'
complete -c volar -n '__volar_is sweep' -s c -l chunk -x -d 'Runs that are written together'
complete -c volar -n '__volar_is sweep' -s o -l out -x -a '(__fish_complete_directories)' -d 'Folder of parts and results'
complete -c volar -n '__volar_is zwidth' -s S -l set -x -d 'Change a number of the loop'
complete -c volar -n '__volar_is zwidth' -s d -l delay -x -d 'Time from a measurement to its force in milliseconds'
complete -c volar -n '__volar_is zwidth' -s a -l axes -x -a 'bc,kc cut,kc delay,kc' -d 'Numbers along the map'
complete -c volar -n '__volar_is zwidth' -s g -l grid -x -d 'Points of the map'
complete -c volar -n '__volar_is zwidth' -s H -l hand -x -a 'loose tight free all' -d 'Who holds the device'
complete -c volar -n '__volar_is zwidth' -s s -l strike -x -d 'Seconds from above the wall to the press'
complete -c volar -n '__volar_is zwidth' -l two-rate -x -d 'Find contacts at this rate'
complete -c volar -n '__volar_is zwidth' -l seconds -x -d 'Length of each strike'
complete -c volar -n '__volar_is zwidth' -l loop -x -a 'linear simple volar' -d 'How a point is judged'
complete -c volar -n '__volar_is zwidth' -s v -l viewer -d 'Show the map in a browser'
complete -c volar -n '__volar_is zwidth' -l port -x -d 'Port of the page of --viewer'
complete -c volar -n '__volar_is zwidth' -s o -l out -x -a '(__fish_complete_directories)' -d 'Write the map to this folder'
complete -c volar -n '__volar_is zwidth; and __volar_argument_is 1' -a 'inverse3 touch omni desktop premium omega3 omega6 omega7 delta3 sigma7 lambda7 falcon'
complete -c volar -n '__volar_is workbench' -s a -l law -x -d 'Try this law'
complete -c volar -n '__volar_is workbench' -s v -l device -x -a 'touch omni desktop premium omega3 omega6 omega7 delta3 sigma7 lambda7 falcon pantograph' -d 'Make the trial through this device'
complete -c volar -n '__volar_is workbench' -s s -l set -x -d 'Set a parameter'
complete -c volar -n '__volar_is workbench' -s t -l step -x -d 'Length of a step in milliseconds'
complete -c volar -n '__volar_is workbench' -s d -l seconds -x -d 'Length of a run'
complete -c volar -n '__volar_is workbench' -s o -l out -x -a '(__fish_complete_directories)' -d 'Write results below this folder'
complete -c volar -n '__volar_is workbench' -s l -l list -d 'List the laws'
complete -c volar -n '__volar_is workbench' -s j -l json -d 'List as JSON'
complete -c volar -n '__volar_is workbench; and __volar_argument_is 1' -a 'walls friction'

complete -c volar -n '__volar_is bench' -s j -l json -d 'Report as JSON'
complete -c volar -n '__volar_is bench' -s l -l list -d 'List the benchmarks'
complete -c volar -n '__volar_is bench; and __volar_argument_is 1' -a '(__volar_listed bench)'

complete -c volar -n '__volar_is help; and __volar_argument_is 1' -a 'run replay export annotate record-info check scene mesh devices haply-server experiment workbench tune sweep zwidth bench help version'
