# Scripts of Redguard at work: bare blocks, actors of the demo, the world as JSON, the debugger.
"$tool" demo d -q
map=d/redguard/maps/ISLAND.RGM

# A bare block: 0A 00 (var0 =) 07 07000000 (7) 00 (end), 05 00000000 (End 0). One line.
code=0a000707000000000500000000
prints '^{"locals": \[7, -5\], "flags": {}, "steps": 2, "pc": 0, "halted": "End"}$' \
    "$tool" run --hex $code --locals=0,-5 --json
counts 1 out.txt ''
# 06 3400 (flag 52 =) 07 01000000 00.
prints '"flags": {"52": 1}' "$tool" run --hex "06 3400 07 01000000 00 05 00000000" --json
prints '^HaveInsignia = 1$' "$tool" run --hex 0634000701000000000500000000
prints '^thread 0: End, at #00$' "$tool" run --hex $code --locals 0

# Every case of the corpus, if it is here.
vm=${RELIQUARY_CORPUS:-}/redguard/expected/vm.json
if [ -e "$vm" ]; then
    python3 - "$tool" "$vm" <<'PY'
import json, subprocess, sys

tool, path = sys.argv[1:]
cases = json.load(open(path))
wrong = count = 0
for kind in "tests", "fixed", "threads":
    for case in cases[kind]:
        command = [tool, "run", "--hex", case["code"], "--locals=" + ",".join(map(str, case["locals"])), "--json"]
        if kind == "threads":
            command += ["--start", str(case["script_pc"]), "--ticks", str(case["ticks"])]
        run = subprocess.run(command, capture_output=True, text=True)
        got = json.loads(run.stdout)
        count += 1
        if run.returncode or run.stderr or run.stdout.count("\n") != 1 or \
                any(got[key] != value for key, value in case["expect"].items()):
            wrong += 1
            print(case["name"], run.returncode, run.stdout, run.stderr, case["expect"])
sys.exit(1 if wrong or count < 60 else 0)
PY
else
    skips "no corpus"
fi

# What stops a script is said, with the place; the result is printed all the same.
exits 1 "$tool" run --hex 04f3010000 --json
has out.txt '"pc": 0, "halted": "jump to 0x1F3 is not an instruction of this block"}$'
has err.txt '^reliquary: --hex: thread 0 stopped at #00: jump to 0x1F3 is not an instruction of this block$'
exits 1 "$tool" run --hex 0400000000 --json
has out.txt '"steps": 1024, "pc": 0, "halted": "loop guard"}$'
has err.txt 'did not come to its end within 1024 instructions.*--ticks'
exits 1 "$tool" run --hex 1100000000
has err.txt 'Gosub inside of 256 others'
prints '"steps": 5000, "pc": \[0\], "halted": \[false\]}$' "$tool" run --hex 0400000000 --ticks 5000 --json

# Wrong usage and bytes that are no script.
refuses 3 'no script: the bytes do not decode' "$tool" run --hex 08
refuses 2 'two digits for each byte' "$tool" run --hex 050
refuses 2 'z is no hexadecimal digit' "$tool" run --hex zz
refuses 2 '0x1 is not the start of an instruction' "$tool" run --hex $code --start 1
refuses 2 '--start is a place' "$tool" run --hex $code --start over
refuses 2 '--ticks is a whole number' "$tool" run --hex $code --ticks -1
refuses 2 '--locals is up to 256 whole numbers' "$tool" run --hex $code --locals 1,x
refuses 2 '--hex and no file' "$tool" run
refuses 2 '--actor names the script to run: PATROL MILL SIGNAL$' "$tool" run $map
refuses 2 '--actor names the script to run' "$tool" run $map --actor nobody
refuses 3 'run takes maps of Redguard' "$tool" run d/redguard/soup386/SOUP386.DEF
refuses 3 'SOUP386.DEF; --game names the folder' "$tool" run $map --actor MILL --game d/kotor

# An actor, with a trace: instructions with their values, and calls.
exits 1 "$tool" run $map --actor patrol --trace
has out.txt '^t0 #05  if SeeCrendal:0 = 0 -> yes$'
has out.txt '^t0 #15  task Me.sMoveByAxis(60) = 0, recorded$'
has out.txt '^t0 #27  Return -> Return without a Gosub$'
# The trace is not in the way of the JSON.
"$tool" run $map --actor MILL --ticks 3 --trace --json >world.json 2>trace.txt
has trace.txt '^t0 #00  var2 = var2:0 + 1 -> 1$'
python3 -c 'import json; assert json.load(open("world.json"))["locals"][2] == 2'

# The world goes in as it came out, and the script goes on: three ticks and three are six.
"$tool" run $map --actor MILL --ticks 3 --with world.json --json >more.json
"$tool" run $map --actor MILL --ticks 6 --json >once.json
same more.json once.json
# Flags, answers and objects by name; names of attributes come from the game.
cat >with.json <<'JSON'
{"flags": {"SeeCrendal": 1}, "locals": [7], "objects": {"Me": {"pos": [1, 2, 3]}},
 "answers": {"sMoveByAxis": [{"args": [60], "value": 5, "ticks": 4}]}}
JSON
exits 1 "$tool" run $map --actor PATROL --with with.json --trace
has out.txt 'if SeeCrendal:1 = 0 -> no'
sed 's/"SeeCrendal": 1/"SeeCrendal": 0/' with.json >answer.json
"$tool" run $map --actor PATROL --with answer.json --trace --ticks 2 --game d/redguard >out.txt
has out.txt 'task Me.sMoveByAxis(60) = 5, recorded, answered, 4 ticks$'
has out.txt '^thread 0: waits, at #1E$'
# The demo's DEF calls attribute 3 health, and reference 1 pos.vy: 14 00 00 0100 (Me.ref1 =) 07 05000000 00.
echo '{"objects": {"Me": {"attributes": {"health": 5}}}}' >health.json
"$tool" run $map --actor MILL --ticks 3 --with health.json --game d/redguard --json >named.json
has named.json '"attributes": {.*"health": 5.*}'
refuses 3 'health.json: .*names need the game.s SOUP386.DEF' "$tool" run $map --actor MILL --with health.json
prints '^t0 #00  Me.pos.vy = 5 -> 5$' "$tool" run --hex 1400000100070500000000 --ticks 1 --trace \
    --game d/redguard
echo '{"flags": {"NoSuchFlag": 1}}' >bad.json
refuses 3 'bad.json: .*there is no flag NoSuchFlag' "$tool" run $map --actor PATROL --with bad.json
refuses 3 'none.json' "$tool" run $map --actor PATROL --with none.json

# The debugger, through a pipe.
printf '%s\n' 'break #0B' continue 'print var2' 'print TimeOfDay' step where 'break 1' 'delete 0xB' \
    'step 4' next 'print nothing' bogus quit 'print var2' >commands.txt
"$tool" run $map --actor MILL --debug <commands.txt >out.txt
has out.txt '^thread 0 at #00$'
has out.txt '^thread 0 at #0B$'
counts 1 out.txt '^var2 = 1$'
has out.txt '^TimeOfDay = 1$'
has out.txt '^2 instructions, 0 ticks$'
has out.txt '^1 is no instruction of the script$'
has out.txt '^there is no nothing: var2, a flag by name'
has out.txt '^there is no command bogus; help lists them$'
has out.txt '^thread 0: runs, at #0B$'
has out.txt '^7 instructions, 0 ticks$'
# Gosubs: 0: Gosub 10, 5: End; 10: var0 = 1 (8 bytes), 18: Return. next runs all of one.
code=110a0000000500000000 # Gosub #0A, End #00
code=${code}0a000701000000 # var0 = 1
code=${code}0012           # ; Return
printf 's\nwhere\nc\n' | "$tool" run --hex $code --locals 0 --debug >out.txt
has out.txt '^  returns to #05$'
has out.txt '^nothing is left to run: End$'
printf 'next\nprint var0\nhelp\n' | "$tool" run --hex $code --locals 0 --debug >out.txt
has out.txt '^thread 0 at #05$'
has out.txt '^var0 = 1$'
has out.txt '^print NAME '
# An endless loop comes back to the prompt.
printf 'c\nc\nquit\n' | "$tool" run --hex 0400000000 --debug >out.txt
counts 2 out.txt '^stopped after 1024 instructions; continue goes on$'
# Of two breaks the one that is deleted does not stop any more; one that is not set is no matter.
printf '%s\n' 'break 5' 'break 0xA' 'delete 5' 'delete 0' c c quit | "$tool" run --hex $code --locals 0 --debug >out.txt
counts 1 out.txt '^thread 0 at #0A$'
lacks out.txt '^thread 0 at #05$'
has out.txt '^nothing is left to run: End$'
# All threads for a number of ticks: an instruction that waits for none takes one.
printf '%s\n' s where c quit | "$tool" run --hex $code --locals 0 --ticks 2 --debug >out.txt
has out.txt '^1 instructions, 1 ticks$'
has out.txt '^nothing is left to run: the ticks are over$'
has out.txt '^2 instructions, 2 ticks$'
lacks out.txt '^[3-9] instructions'
