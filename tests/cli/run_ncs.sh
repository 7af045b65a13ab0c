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
refuses 2 '--game-version knows k1|k2, not k3' "$tool" run $asks --game-version k3

# By lines and names: what each command says follows from the source.
mkdir lines
cat >lines/inc_add.nss <<'NSS'
int gCount = 3;
int Add(int nLeft, int nRight)
{
    int nSum = nLeft + nRight;
    return nSum;
}
NSS
cat >lines/adds.nss <<'NSS'
#include "inc_add"
struct point { int nX; vector vAt; };
struct point gPoint;
void main()
{
    string sName = "door";
    gPoint.nX = 7;
    gCount = Add(gCount, 2);
    ExecuteScript("other", OBJECT_SELF);
    DelayCommand(1.0, SetGlobalNumber(sName, gCount));
}
NSS
printf 'void main()\n{\n    int nOwn = 4;\n    SetGlobalNumber("OTHER", nOwn);\n}\n' >lines/other.nss
"$tool" compile lines -g -q
cat >commands.txt <<'END'
break main
continue
next
locals
next
globals
step
locals
where
finish
next
print gCount
step
locals
break adds.nss:10
continue
continue
END
"$tool" run lines/adds.ncs --debug <commands.txt >debug.txt
sed -n '/^0x[0-9a-f]*  /d; 1,/^nothing/p' debug.txt >said.txt
same - said.txt <<'END'
0x000d in #loader
adds.nss:6 in main
    6      string sName = "door";
adds.nss:7 in main
    7      gPoint.nX = 7;
sName = "door"
adds.nss:8 in main
    8      gCount = Add(gCount, 2);
gCount = 3
gPoint = {nX = 7, vAt = {x = 0.0, y = 0.0, z = 0.0}}
inc_add.nss:4 in Add
    4      int nSum = nLeft + nRight;
#retval = 0
nRight = 2
nLeft = 3
inc_add.nss:4 in Add
    4      int nSum = nLeft + nRight;
  returns to adds.nss:8 in main
  returns to 0x003b in #globals
  returns to 0x0013 in #loader
adds.nss:8 in main
    8      gCount = Add(gCount, 2);
adds.nss:9 in main
    9      ExecuteScript("other", OBJECT_SELF);
gCount = 5
-- script other, on self
other.nss:3 in main
    3      int nOwn = 4;
-- script other ends
adds.nss:10 in main
   10      DelayCommand(1.0, SetGlobalNumber(sName, gCount));
-- an action of self, at 1.000 s
nothing is left to run
END
has debug.txt 'SetGlobalNumber("door",5)$'
printf 'break :99\nbreak nothing\nprint nX\nlocals\nquit\n' | "$tool" run lines/adds.ncs --debug >debug.txt
has debug.txt '^:99 is no place: 31, 0x1F or #1F, k_door:12, :12 or the name of a function$'
has debug.txt '^nothing is no place'
has debug.txt '^there is no variable nX here$'

# Symbols and sources of another folder; without them it goes by instructions.
mkdir alone
cp lines/adds.ncs alone/adds.ncs
printf 'break main\ncontinue\nquit\n' | "$tool" run alone/adds.ncs --debug -I lines >debug.txt
has debug.txt '^    6      string sName = "door";$'
printf 'step\nlocals\nbreak main\nquit\n' | "$tool" run alone/adds.ncs --debug >debug.txt
has debug.txt '^0x0015, 0 values on the stack$'
has debug.txt '^there are no debug symbols here: reliquary compile -g writes them$'
has debug.txt '^main is no place: 31, 0x1F or #1F$'
echo 'NDB V2.0' >alone/adds.ndb
printf 'step\n' | "$tool" run alone/adds.ncs --debug >debug.txt 2>err.txt
has err.txt 'adds.ndb: .*does not start with "NDB V1.0"'

# ExecuteScript: beside the script, in the folders of -I, in the game; without it nothing happens.
"$tool" run lines/adds.ncs --json >after.json
has after.json '"OTHER": 4'
prints 'ExecuteScript("other","self",-1), no such script$' "$tool" run alone/adds.ncs --trace
"$tool" run alone/adds.ncs -I lines --json >after.json
has after.json '"OTHER": 4'
cp lines/other.ncs d/kotor/override/other.ncs
"$tool" run alone/adds.ncs --game d/kotor --json >after.json
has after.json '"OTHER": 4'

# A line of the file at hand before any line is reached; a break that is taken back; the local of two variables of one
# name. Lines end with CR and LF.
mkdir both
printf '%s\r\n' 'int gBoth = 3;' 'void main()' '{' '    int gBoth = 5;' '    gBoth = gBoth + 1;' '' \
    '    PrintInteger(gBoth);' '}' >both/both.nss
"$tool" compile both/both.nss -g -q 2>err.txt
printf '%s\n' 'break :5' 'break :6' 'delete :5' 'delete :4' continue 'print gBoth' globals locals quit >commands.txt
"$tool" run both/both.ncs --debug <commands.txt >debug.txt
printf '%s\n' '0x000d in #loader' 'both.nss:7 in main' '    7      PrintInteger(gBoth);' 'gBoth = 6' 'gBoth = 3' \
    'gBoth = 6' >wanted.txt
sed 6q debug.txt >said.txt
same said.txt wanted.txt
# The symbols of a script without an extension; a source that has fewer lines than they say.
mkdir short
cp both/both.ncs short/both
cp both/both.ndb short
head -n 6 both/both.nss >short/both.nss
"$tool" run short/both --debug <commands.txt >debug.txt
sed -i 3d wanted.txt
sed 5q debug.txt >said.txt
same said.txt wanted.txt
# Symbols of another script may place a variable where nothing is.
sed 's/^\(v [0-9a-f]* [0-9a-f]*\) 00000000 i gBoth$/\1 00001000 i gBoth/' both/both.ndb >short/both.ndb
"$tool" run short/both --debug <commands.txt >debug.txt
counts 3 debug.txt '^gBoth = not on the stack$'
# A folder that is called like the symbols is none: those of -I are taken.
mkdir -p folder/both.ndb
cp both/both.ncs folder
printf 'locals\nquit\n' | "$tool" run folder/both.ncs --debug >debug.txt
has debug.txt '^there are no debug symbols here'
printf 'break main\ncontinue\nquit\n' | "$tool" run folder/both.ncs --debug -I both >debug.txt
has debug.txt '^    4      int gBoth = 5;$'

# Globals are found below a frame that has more locals than there are globals.
mkdir many
cat >many/many.nss <<'NSS'
int gOne = 6;
int gTwo = 7;
void main()
{
    int nA = 1;
    int nB = 2;
    int nC = 3;
    int nD = gOne + gTwo;
    gOne = nA + nB + nC + nD;
}
NSS
"$tool" compile many/many.nss -g -q
printf 'break :9\ncontinue\nprint gOne\nprint gTwo\nprint nD\nlocals\nglobals\nquit\n' >commands.txt
"$tool" run many/many.ncs --debug <commands.txt >debug.txt
sed '1,3d; /^[0-9]* instructions$/d' debug.txt >said.txt
same - said.txt <<'END'
gOne = 6
gTwo = 7
nD = 13
nA = 1
nB = 2
nC = 3
nD = 13
gOne = 6
gTwo = 7
END

# Scripts that a script starts are files beside it: a folder of that name is none, and a cut one is told; both runs go on.
mkdir -p apart/other.ncs
cp lines/adds.ncs apart
exits 0 "$tool" run lines/adds.ncs
sed 's/ .*//' out.txt >both.txt
prints '^[0-9]* instructions$' "$tool" run apart/adds.ncs
equal "$(cat err.txt)" ''
alone=$(sed 's/ .*//' out.txt)
[ "$alone" -lt "$(cat both.txt)" ] || fail "other.ncs was run without being there"
rmdir apart/other.ncs
printf 'NCS V1.0' >apart/other.ncs
prints "^$alone instructions\$" "$tool" run apart/adds.ncs
has err.txt '^reliquary: apart/other.ncs: truncated at 0x8, '
