# What a terminal shows: colours, a line of progress that goes away, messages of any length.
"$tool" demo -q demo
cat >terminal.py <<'PY'
import os, pty, sys

# Both streams of the command on one terminal, to standard output.
code, seen = pty.fork()
if code == 0:
    os.execvp(sys.argv[1], sys.argv[1:])
os.write(seen, os.environ.get("TYPED", "").encode())
while True:
    try:
        data = os.read(seen, 65536)
    except OSError:
        break
    if not data:
        break
    os.write(1, data)
PY
shows() { python3 terminal.py "$@" </dev/null >shown.txt 2>err.txt; }
escape=$(printf '\033\[')
start=$(printf '\r')

head -c 500 demo/kotor/modules/demo01.mod >short.mod
shows "$tool" verify short.mod demo/redguard/fxart/ISLAND.COL
has shown.txt "$escape"
has shown.txt "${start}verified 1 of [0-9]"
has shown.txt "$start                                                            $start"
shows "$tool" verify --no-color -q short.mod
lacks shown.txt "$escape"
lacks shown.txt ' of [0-9]'
shows env NO_COLOR=1 "$tool" verify -q short.mod
lacks shown.txt "$escape"
shows env NO_COLOR= "$tool" verify -q short.mod
has shown.txt "$escape"
shows "$tool" lint -q demo/broken/utc-duplicate-class.utc
has shown.txt "$escape"
shows env NO_COLOR=1 "$tool" lint -q demo/broken/utc-duplicate-class.utc
lacks shown.txt "$escape"

# Not on a file, whatever the size of the message.
long=$(printf 'folder%.0s/' {1..80})nothing
exits 3 "$tool" verify "$long"
has err.txt "^reliquary: $long: .*: there is no such file or folder\$"
lacks err.txt "$escape"
exits 1 "$tool" verify short.mod
cat out.txt err.txt >both.txt
lacks both.txt "$escape"
lacks both.txt 'verified 1 of'

# What was is red, what is now is green.
"$tool" extract -q demo/kotor/modules/demo01.mod guard.utc -o was
"$tool" set was/guard.utc Tag=sentinel -o now.utc >changed.txt
shows "$tool" diff was/guard.utc now.utc
has shown.txt "^Tag: ${escape}31m\"guard\"${escape}m -> ${escape}32m\"sentinel\"${escape}m$start\$"
shows "$tool" diff was/guard.utc now.utc --no-color
has shown.txt "^Tag: \"guard\" -> \"sentinel\"$start\$"

# The debugger asks for commands on a terminal alone.
TYPED=$'where\nquit\n' shows "$tool" run --hex 0500000000 --debug
counts 2 shown.txt '^> '
printf 'where\nquit\n' | "$tool" run --hex 0500000000 --debug >shown.txt
lacks shown.txt '> '

# Each verb says how far it is, from the first of all that it has to do on, and takes the line away.
blanks=$(printf '%60s' '')
goes() { # the line of progress, then the command
    local line=$1
    shift
    shows "$tool" "$@"
    has shown.txt "$start$line"
    has shown.txt "$start$blanks$start"
}
mkdir two
cp demo/kotor/override/demo_stone.tpc two/a.tpc
cp demo/kotor/override/demo_sky.tpc two/b.tpc
goes 'verified 1 of 2' verify two -j 1
goes 'converted 1 of 2' convert two --to png -o made --force -j 1
goes 'extracted 1 of [1-9]' extract demo/kotor/modules/demo01.mod -o taken --force -j 1
goes 'searched 1 of [1-9]' grep demo/kotor/modules lantern --type uti -j 1
goes 'compared 1 of 2' diff two two
goes 'linted 1 of 2' lint demo/broken/are-fog-negative.are demo/broken/utc-dead-saves.utc -j 1
goes 'scripts 1 of 2' disassemble demo/kotor/override/demo_hello.ncs demo/kotor/override/demo_asks.ncs -o listed --force -j 1
goes 'made 1 of 1' demo again --force

# Colours of severities: blue-green, yellow, red; of verdicts red alone, and nothing where all is well.
shows "$tool" lint -q --all demo/broken/gff-editor-stamp.utw demo/broken/are-fog-negative.are demo/broken/gff-float-nan.utc
for pair in 36=info 33=warning 31=error; do
    has shown.txt "^${escape}${pair%%=*}m${pair#*=}${escape}0m: demo/broken/"
done
counts 0 shown.txt "^${escape}3[1-6]m[a-z]*${escape}m"
shows "$tool" verify -q short.mod
has shown.txt "^${escape}31munreadable${escape}0m: short.mod: "
shows "$tool" verify -q --verbose two
has shown.txt '^identical: two/a.tpc'
lacks shown.txt "$escape"
