# Compiled scripts of KotOR at work: the scripts of the demo, and code laid down by hand.
"$tool" demo d -q
asks=d/kotor/override/demo_asks.ncs

# The example of docs/nwscript-vm.md.
"$tool" run $asks --trace >trace.txt
sed -n '/^\$ reliquary run/,/^```/p' "$SOURCE_DIR/docs/nwscript-vm.md" | sed '1d;$d' | same - trace.txt
echo '{"globals": {"booleans": {"DEMO_LAMP": true}}}' >world.json
prints '^returns 1$' "$tool" run $asks --with world.json
"$tool" run $asks --with world.json --json >after.json
python3 - <<'PY'
import json
after = json.load(open("after.json"))
assert after["returns"] == 1 and after["faults"] == 0 and after["instructions"] == 11, after
assert after["world"]["globals"]["booleans"] == {"DEMO_LAMP": True}, after
json.dump(after["world"], open("again.json", "w"))
PY
prints '^returns 1$' "$tool" run $asks --with again.json

# Recorded, with its argument.
prints '^0x0029  PrintString("The lamp is lit."), recorded$' "$tool" run d/kotor/override/demo_hello.ncs --trace

# The debugger: stop before the call, look, go on.
printf 'break 0x2a\ncontinue\nstack 2\nwhere\nstep\nstack 1\ncontinue\nhelp\nquit\n' >commands.txt
"$tool" run $asks --debug <commands.txt >debug.txt
has debug.txt '^0x002a, 3 values on the stack$'
has debug.txt '^-4  "DEMO_LAMP"$'
has debug.txt '^-8  1$'
has debug.txt '^  returns to 0x0015$'
has debug.txt '^-4  0$'
has debug.txt '^break PC '
has debug.txt '^returns 0$'

# A fault says where and why; the status is 1.
python3 - <<'PY'
code = bytes.fromhex("040300000001" "040300000000" "1720" "2000")
open("zero.ncs", "wb").write(b"NCS V1.0B" + (13 + len(code)).to_bytes(4, "big") + code)
PY
exits 1 "$tool" run zero.ncs
has err.txt 'zero.ncs: at 0x19: division by zero (-105)$'
exits 1 "$tool" run zero.ncs --json
has out.txt '"faults": 1'
echo '{"answers": {"NoSuch": 1}}' >bad.json
refuses 3 'no routine NoSuch' "$tool" run $asks --with bad.json
refuses 2 'game-version is k1 or k2' "$tool" run $asks --game-version k3
