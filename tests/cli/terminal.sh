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
