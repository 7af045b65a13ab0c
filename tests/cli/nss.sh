# Sources of NWScript to NCS.
mkdir -p src/deep inc
cat >src/door.nss <<'END'
#include "my_inc"
void main()
{
    OpenIt(GetObjectByTag("door"));
}
END
cat >inc/My_Inc.nss <<'END'
void OpenIt(object oDoor)
{
    AssignCommand(OBJECT_SELF, ActionOpenDoor(oDoor));
}
END
printf 'int StartingConditional() { return 0.9 > 0.5; }\n' >src/deep/check.nss
printf 'int Help() { return 1; }\n' >src/helper.nss
printf 'int NotRead(\n' >src/nwscript.nss

# An include that is not there is told; nothing is written.
exits 3 "$tool" compile src/door.nss
has err.txt '^reliquary: src/door.nss:1:10: there is no include my_inc; -I names folders'
has err.txt '^reliquary: 1 error, 0 warnings, nothing is written$'
absent src/door.ncs

# Beside the source, where -o says, into a pipe: the same bytes. JSR, RETN, CONSTI 0, CONSTS "door", ACTION 200, JSR,
# RETN; then OpenIt: STORESTATE 0, 4; JMP; CPTOPSP -4, 4; ACTION 43; RETN; CONSTO 0; ACTION 6; MOVSP -4; RETN.
exits 0 "$tool" compile src/door.nss -I nowhere -I inc
xxd -p src/door.ncs | tr -d '\n' >hex.txt
equal "$(cat hex.txt)" "4e43532056312e304200000062$(
)1e0000000008""2000""040300000000""04050004646f6f72""050000c802""1e0000000008""2000$(
)2c100000000000000004""1d0000000015""0301fffffffc0004""0500002b01""2000""040600000000""0500000602""1b00fffffffc""2000"
exits 0 "$tool" compile src/door.nss -I inc -o out.ncs
same src/door.ncs out.ncs
"$tool" compile - -I inc <src/door.nss >piped.ncs
same src/door.ncs piped.ncs
"$tool" compile src/door.nss -I inc -o - >piped.ncs
same src/door.ncs piped.ncs
prints 'AssignCommand\|ACTION' "$tool" dump out.ncs

# What is the same stays; what differs needs -f.
exits 0 "$tool" compile src/door.nss -I inc
sed -i 's/"door"/"gate"/' src/door.nss
refuses 4 'src/door.ncs' "$tool" compile src/door.nss -I inc
prints '^changes src/door.ncs (98 bytes)$' "$tool" compile src/door.nss -I inc --dry-run
exits 0 "$tool" compile src/door.nss -I inc -f
differ src/door.ncs out.ncs
rm src/door.ncs

# A folder, over all cores, with its tree; nwscript.nss is no script, and an include file gives nothing.
exits 0 "$tool" compile src -I inc -o made
has err.txt '^2 scripts written, 0 as they were, 1 includes, 0 errors, 0 warnings$'
exists made/door.ncs made/deep/check.ncs
absent made/helper.ncs made/nwscript.ncs
for jobs in 1 2; do
    exits 0 "$tool" compile src -I inc -o "made$jobs" -j $jobs -q
    same made "made$jobs"
done
refuses 2 'is no folder' "$tool" compile src -I inc -o out.ncs
exits 0 "$tool" compile src/helper.nss
has err.txt 'no main and no StartingConditional: it is an include'

# How floats are rounded: 0.9 is 3F666667 for BioWare's compiler.
xxd -p made/deep/check.ncs | tr -d '\n' >hex.txt
has hex.txt 3f666667
"$tool" compile src/deep/check.nss --float exact -o - | xxd -p | tr -d '\n' >hex.txt
has hex.txt 3f666666
refuses 2 '--float knows bioware|exact, not other' "$tool" compile src/deep/check.nss --float other

# Includes and nwscript.nss of a game; the override has them here.
"$tool" demo d -q
cp inc/My_Inc.nss d/kotor/override/my_inc.nss
exits 0 "$tool" compile src/door.nss --game d/kotor -o fromgame.ncs
same fromgame.ncs made/door.ncs
printf '// nothing but these\nvoid First();\nint Second(int n = -1);\n' >two.nss
printf 'void main() { Second(); First(); }' >own.nss
exits 0 "$tool" compile own.nss --nwscript two.nss
equal "$(xxd -s 21 -p own.ncs)" 0403ffffffff05000001011b00fffffffc05000000002000
exits 3 "$tool" compile own.nss -f
has err.txt 'there is no function Second'

# Routines of the second game.
printf 'void main() { PrintInteger(GetScriptParameter(1)); }' >k2.nss
exits 3 "$tool" compile k2.nss
exits 0 "$tool" compile k2.nss --game-version k2
refuses 2 'knows k1|k2' "$tool" compile k2.nss --game-version k3

# Dependencies for make.
exits 0 "$tool" compile src/door.nss src/deep/check.nss -I inc --deps
same out.txt - <<'END'
src/door.ncs: src/door.nss inc/My_Inc.nss
src/deep/check.ncs: src/deep/check.nss
END
prints '^{"file":"src/door.nss","includes":\["inc/My_Inc.nss"\]}$' \
    "$tool" compile src/door.nss -I inc --deps --json
# Blanks are escaped on both sides of the colon.
cp src/deep/check.nss 'a door.nss'
exits 0 "$tool" compile 'a door.nss' --deps
equal "$(cat out.txt)" 'a\ door.ncs: a\ door.nss'

# Warnings: shown, left out, or counted as errors.
printf 'void main()\n{\n\tint n;\n}\n' >warn.nss
exits 0 "$tool" compile warn.nss
has err.txt '^reliquary: warn.nss:3:6: warning: n is never used \[unused-variable\]$'
has err.txt '^     int n;$'
has err.txt '^         ^$'
exits 0 "$tool" compile warn.nss --rule -unused-variable,-shadowed
counts 0 err.txt ''
refuses 2 '.-ID leaves a warning out' "$tool" compile warn.nss --rule unused-variable
refuses 2 '.-ID leaves a warning out' "$tool" compile warn.nss --rule -nothing
rm warn.ncs
exits 3 "$tool" compile warn.nss --strict
absent warn.ncs
prints '^unused-variable  *a local variable' "$tool" compile warn.nss --rules
exits 3 "$tool" compile own.nss --json
prints '^{"severity":"warning","id":"unused-variable","file":"warn.nss","line":3,"column":6,"width":1,' \
    "$tool" compile warn.nss --json

# Names of includes lead nowhere else.
printf '#include "../inc/My_Inc"\nvoid main() {}' >src/outside.nss
exits 3 "$tool" compile src/outside.nss

# The examples of the page compile without a warning.
mkdir page
awk '/^```/ { on = /^```nss/; n += on; next } on { print > ("page/" n ".nss") }' "$SOURCE_DIR/docs/nwscript.md"
exits 0 "$tool" compile page
has err.txt '^3 scripts written, 0 as they were, 0 includes, 0 errors, 0 warnings$'

# --watch: one line for each build. What changed is built, and what includes it; what failed is tried again.
wait_for() { # file, pattern, how many lines
    local i
    for ((i = 0; i < 1000; i++)); do
        if [ "$(grep -c "$2" "$1" || true)" -ge "$3" ]; then
            return 0
        fi
        sleep 0.1
    done
    fail "no $3 lines of $2 in $1"$'\n'"$(shown "$1")"
}
# One signal ends it. Without --foreground, timeout sends it twice, and LeakSanitizer never ends when a signal comes while
# it looks for leaks.
watch() { # arguments of compile
    timeout --foreground -k 10 120 "$tool" compile "$@" --watch >watch.out 2>watch.txt &
    watching=$!
}
end_watch() {
    kill -TERM $watching
    wait $watching
}
# A file that is watched changes at once: an empty one is not seen before its text.
replaced() { # file; its text is standard input
    cat >replaced.txt
    mv replaced.txt "$1"
}
mkdir -p w/src w/inc
printf '#include "deep"\nvoid main() { Hello(); }\n' >w/src/a.nss
printf 'void main() { PrintString("b"); }\n' >w/src/b.nss
printf 'void Hello() { PrintString("1"); }\n' >w/inc/Deep.nss
watch w/src -I w/inc -o w/made
wait_for watch.txt '^2 scripts written, 0 as they were, 0 includes, 0 errors, 0 warnings$' 1
cp w/made/a.ncs a1.ncs
cp w/made/b.ncs b1.ncs
printf 'void Hello() { PrintString("22"); }\n' | replaced w/inc/Deep.nss
wait_for watch.txt '^1 scripts written, 0 as they were, 0 includes, 0 errors, 0 warnings$' 1
differ w/made/a.ncs a1.ncs
same w/made/b.ncs b1.ncs
printf 'void main() { PrintStrong("bb"); }\n' | replaced w/src/b.nss
wait_for watch.txt 'did you mean PrintString' 1
wait_for watch.txt '^0 scripts written, 0 as they were, 0 includes, 1 errors, 0 warnings$' 1
same w/made/b.ncs b1.ncs
printf 'void main() { PrintString("bbb"); }\n' | replaced w/src/b.nss
printf 'void main() { PrintString("new"); }\n' | replaced w/src/c.nss
wait_for watch.txt '^2 scripts written, 0 as they were\|^1 scripts written, 0 as they were' 3
for ((i = 0; i < 1000; i++)); do
    if [ -s w/made/c.ncs ]; then break; fi
    sleep 0.1
done
exists w/made/c.ncs
# An include beside the source hides that of -I.
cp w/made/a.ncs a2.ncs
printf 'void Hello() { PrintString("333"); }\n' | replaced w/src/deep.nss
wait_for watch.txt '1 includes' 1
differ w/made/a.ncs a2.ncs
end_watch
refuses 2 'not with -' "$tool" compile w/src --watch --deps
# Another nwscript.nss is a change of all scripts; an include that goes away one of those that have it. A folder that is
# given twice is watched once.
mkdir -p v/src v/inc v/last
printf 'void Shout(string sText);\n' >v/words.txt
printf '#include "deep"\nvoid main() { Hello(); }\n' >v/src/a.nss
printf 'void main() { Shout("b"); }\n' >v/src/b.nss
printf 'void Hello() { Shout("1"); }\n' >v/inc/deep.nss
printf 'void Hello() { Shout("22"); }\n' >v/last/deep.nss
watch v/src -I v/src -I v/inc -I v/last --nwscript v/words.txt -o v/made
wait_for watch.txt '^2 scripts written, 0 as they were, 0 includes, 0 errors, 0 warnings$' 1
printf 'void Whisper(string sText);\nvoid Shout(string sText);\n' | replaced v/words.txt
wait_for watch.txt '^2 scripts written, 0 as they were, 0 includes, 0 errors, 0 warnings$' 2
"$tool" compile v/src/b.nss --nwscript v/words.txt -o b.want.ncs -q
same v/made/b.ncs b.want.ncs
rm v/inc/deep.nss
wait_for watch.txt '^1 scripts written, 0 as they were, 0 includes, 0 errors, 0 warnings$' 1
"$tool" compile v/src/a.nss -I v/last --nwscript v/words.txt -o a.want.ncs -q
same v/made/a.ncs a.want.ncs
counts 3 watch.txt ''
end_watch

# Called as nwnnsscomp: the forms of the first version, of TSLPatcher, of KotOR Tool (docs/dialects.md), the words
# that PyKotor looks for on standard output, and exit code 1 for whatever went wrong.
mkdir -p n/src n/inc n/out
cp "$tool" n/NWNNSSComp.exe 2>/dev/null || ln -s "$tool" n/NWNNSSComp.exe
old=n/NWNNSSComp.exe
printf '#include "some"\nvoid main() { Hello(); }\n' >n/src/a.nss
printf 'void main() { PrintString("b"); }\n' >n/src/b.nss
printf 'void Hello() { PrintString("1"); }\n' >n/inc/some.nss
"$tool" compile n/src/b.nss -o want_b.ncs
"$tool" compile n/src/a.nss -I n/inc -o want_a.ncs
exits 0 "$old" -c n/src/b.nss n/out/first.ncs
same n/out/first.ncs want_b.ncs
has out.txt '^Compiling: n/src/b.nss$'
has out.txt '^Total Execution time = [0-9]* ms$'
exits 0 "$old" -c n/src/a.nss -i n/inc -o n/out/second.ncs
same n/out/second.ncs want_a.ncs
exits 0 "$old" -c --outputdir n/out -o third.ncs -g 2 n/src/b.nss
same n/out/third.ncs want_b.ncs
exits 0 "$old" -v1.00 -co 'n/src/*.nss' n/out/ -i "n/nowhere;n/inc"
same n/out/a.ncs want_a.ncs
same n/out/b.ncs want_b.ncs
exits 0 "$old" n/src/b.nss --optimize
same n/src/b.ncs want_b.ncs
exits 0 "$old" n/inc/some.nss
has out.txt '^File is an include file, ignored$'
absent n/inc/some.ncs
exits 1 "$old" -c n/src/a.nss -o n/out/wrong.ncs
has out.txt '^n/src/a.nss(1): Error: there is no include some'
absent n/out/wrong.ncs
exits 0 "$old" -d n/out/b.ncs
"$tool" disassemble n/out/b.ncs >listing.txt
same n/out/b.pcode listing.txt
exits 0 "$old" -d --outputdir n/out -o b.txt n/src/b.ncs
same n/out/b.txt listing.txt
# nwscript.nss of the folder that it is called from.
printf 'void Shout(string sText);\n' >nwscript.nss
printf 'void main() { Shout("b"); }\n' >n/src/b.nss
exits 0 "$old" -c n/src/b.nss -o n/out/own.ncs
prints 'ACTION *Random, 1' "$tool" disassemble n/out/own.ncs
rm nwscript.nss
# Many files can't be one; a folder takes them all, and so does the place of each.
mkdir n/many n/listings
printf 'void main() { PrintString("b"); }\n' >n/many/a.nss
cp n/many/a.nss n/many/b.nss
for wrong in '-o n/one.ncs' n/one.ncs; do
    exits 1 "$old" -c 'n/many/*.nss' $wrong
    has out.txt '^nwnnsscomp \[-c\]'
done
exits 1 "$old" -c 'n/nowhere/*.nss'
has out.txt '^nwnnsscomp \[-c\]'
absent n/one.ncs n/many/a.ncs
exits 0 "$old" 'n/many/?.nss'
same n/many/a.ncs want_b.ncs
same n/many/b.ncs want_b.ncs
exits 0 "$old" -d 'n/many/?.ncs' n/listings/
exits 0 "$old" -d n/many/a.ncs
for listing in n/listings/a n/listings/b n/many/a; do same $listing.pcode listing.txt; done
absent n/many/b.pcode
for wrong in '-z' '-g 3' '-c' '-o'; do
    exits 1 "$old" $wrong
    has out.txt '^nwnnsscomp \[-c\]'
done
# Debug symbols stand beside the NCS, whose bytes are the same. 15 RSADDI, 17 CONSTI, 1d CPDOWNSP, 25 MOVSP, 2b CPTOPSP,
# 33 INCSP, 39 MOVSP, 3f MOVSP, 45 RETN.
mkdir symbols
printf 'void main()\n{\n    int i = 4;\n    i++;\n}\n' >symbols/line.nss
"$tool" compile symbols/line.nss -o symbols/plain.ncs -q
"$tool" compile symbols/line.nss -g -q
same symbols/plain.ncs symbols/line.ncs
has symbols/line.ndb '^f 00000015 00000047 000 v main$'
has symbols/line.ndb '^v 00000017 0000003f 00000000 i i$'
has symbols/line.ndb '^l00 0000004 0000002b 0000003f$'
refuses 2 'needs a file for the NCS' "$tool" compile symbols/line.nss -g -o -
