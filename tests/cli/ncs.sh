# Compiled scripts of KotOR: listings and back, sources that compile to the same bytes.
cat >door.pcode <<'EOF'
    JSR        main
    RETN

main:
    CONSTS     "hi"
    ACTION     PrintString, 1
    RETN
EOF

# The bytes are those of the worked example in docs/formats/ncs.md.
printf 'NCS V1.0\x42\0\0\0\x22\x1e\0\0\0\0\x08\x20\0\x04\x05\0\x02hi\x05\0\0\x01\x01\x20\0' >example.ncs
exits 0 "$tool" assemble door.pcode -o door.ncs
same door.ncs example.ncs
"$tool" disassemble door.ncs >listing.txt
same listing.txt - <<'EOF'
; NCS V1.0, 5 instructions
    JSR        main
    RETN

main:
    CONSTS     "hi"
    ACTION     PrintString, 1
    RETN
EOF
"$tool" disassemble - <door.ncs >piped.txt
same listing.txt piped.txt
prints '    RETN                                ; 0$' "$tool" disassemble --verbose door.ncs

# Wrong texts: where, what, and a guess; nothing is written.
sed 's/PrintString/PrintStrong/' door.pcode >wrong.pcode
exits 3 "$tool" assemble wrong.pcode -o wrong.ncs
has err.txt 'wrong.pcode:6:16: PrintStrong is no routine of the engine; did you mean PrintString?$'
exits 3 "$tool" assemble wrong.pcode --json -o wrong.ncs
has out.txt '"line":6,"column":16,"width":11\|"line": 6, "column": 16, "width": 11'
absent wrong.ncs
refuses 2 '-o names the NCS' "$tool" assemble door.pcode
printf 'another' >taken.ncs
refuses 4 'taken.ncs' "$tool" assemble door.pcode -o taken.ncs
exits 0 "$tool" assemble door.pcode -o door.ncs
same door.ncs example.ncs
exits 0 "$tool" assemble door.pcode -o door.ncs --force

# Sources.
exits 0 "$tool" decompile door.ncs -o door.nss
has door.nss '^    PrintString("hi");$'
exits 0 "$tool" compile door.nss -o again.ncs
same again.ncs door.ncs

# Code that no compiler makes has none: why and where, as text and as JSON; the others go on.
printf 'NOP\n' >>door.pcode
"$tool" assemble door.pcode -o odd.ncs
mkdir all
cp door.ncs odd.ncs all
exits 1 "$tool" decompile all -o sources
has err.txt 'odd.ncs: no source at 0x15: a function whose end is not clear; reliquary disassemble shows it$'
has err.txt '^1 scripts in sources: 1 identical, 0 different, 1 without a source$'
same sources/door.nss door.nss
absent sources/odd.nss
exits 1 "$tool" decompile all -o sources2 --json
python3 - <<'PY'
import json
rows = {row["path"].split("/")[-1]: row for row in json.load(open("out.txt"))}
assert rows["door.ncs"]["verdict"] == "identical", rows
assert rows["odd.ncs"]["verdict"] == "no source" and rows["odd.ncs"]["offset"] == 21, rows
PY
exits 1 "$tool" decompile odd.ncs -o odd.nss
absent odd.nss
refuses 2 '-o names the folder' "$tool" decompile all
refuses 2 '-o names the file' "$tool" decompile door.ncs --json

# Archives.
"$tool" pack all -o all.mod
exits 0 "$tool" disassemble all.mod -o listings
exists listings/all.mod/odd.pcode
same listing.txt listings/all.mod/door.pcode
refuses 1 'has no compiled scripts' "$tool" disassemble "$SOURCE_DIR/tests/cli" -o none

# Folders of listings, over all cores; names of reone; pipes.
mkdir -p texts/below
printf 'main: RETN\n' >texts/a.pcode
printf 'RETN\nRETN\n' >texts/below/b.ncs.pcode
printf 'no listing' >texts/c.txt
refuses 2 '-o names the folder' "$tool" assemble texts
refuses 2 'is no folder' "$tool" assemble texts -o x.ncs
exits 0 "$tool" assemble texts -o made --dry-run
has out.txt '^new made/a.ncs (15 bytes)$'
absent made
exits 0 "$tool" assemble texts -o made -j 2
has err.txt '^2 scripts written, 0 as they were, 0 listings with errors$'
printf 'NCS V1.0\x42\0\0\0\x0f\x20\0' >want.ncs
same made/a.ncs want.ncs
printf 'NCS V1.0\x42\0\0\0\x11\x20\0\x20\0' >want.ncs
same made/below/b.ncs want.ncs
absent made/c.ncs made/c.txt
printf 'RETM\n' >texts/wrong.pcode
exits 3 "$tool" assemble texts -o made
has err.txt 'texts/wrong.pcode:1:1: RETM is no instruction; did you mean RETN?$'
has err.txt '^0 scripts written, 2 as they were, 1 listings with errors$'
exits 0 "$tool" assemble texts/a.pcode texts/below/b.ncs.pcode -o other -q
exists other/a.ncs other/b.ncs
printf 'RETN\n' | "$tool" assemble - >piped.ncs
same piped.ncs made/a.ncs
printf 'RETN\n' | "$tool" assemble - -o piped2.ncs
same piped2.ncs made/a.ncs
# Functions of an include at hand have its names, and the source is proven with it.
mkdir parts
printf 'int Twice(int n) { return n + n; }\n' >parts/inc_twice.nss
printf '#include "inc_twice"\nvoid main() { SetGlobalNumber("X", Twice(4)); }\n' >twice.nss
"$tool" compile twice.nss -I parts -q
"$tool" decompile twice.ncs -I parts -o proven.nss --json >report.json
has report.json '"verdict":"identical"'
has report.json '"included":1'
has proven.nss '^#include "inc_twice"$'
has proven.nss 'SetGlobalNumber("X", Twice(4));$'
"$tool" compile proven.nss -I parts -q
same proven.ncs twice.ncs
prints 'fn_' "$tool" decompile twice.ncs
refuses 3 'nowhere' "$tool" decompile twice.ncs -I nowhere

# Scripts are known by their bytes: one without an extension gets one. Standard output can be named.
mkdir bare
cp door.ncs bare/door
exits 0 "$tool" decompile bare -o bare-sources -q
same bare-sources/door.nss door.nss
exits 0 "$tool" disassemble bare -o bare-listings -q
same bare-listings/door.pcode listing.txt
printf 'RETN\n' | "$tool" assemble - -o - | same - piped.ncs

# An include has a name of 1 to 16 letters; what else is in the folder of -I is none.
cp -r parts named
mv named/inc_twice.nss named/inc_twice_012345.nss
cp named/inc_twice_012345.nss named/.nss
cp named/inc_twice_012345.nss named/nwscript.nss
printf 'no source' >named/inc_twice.txt
"$tool" decompile twice.ncs -I named -o sixteen.nss -q
has sixteen.nss '^#include "inc_twice_012345"$'
mv named/inc_twice_012345.nss named/inc_twice_0123456.nss
"$tool" decompile twice.ncs -I named -o seventeen.nss -q
lacks seventeen.nss '#include'
has seventeen.nss 'fn_'

# A routine that had fewer parameters in an older nwscript.nss: told when asked for.
cat >older.pcode <<'EOF'
    JSR main
    RETN
main:
    CONSTO OBJECT_SELF
    ACTION AddPartyMember, 1
    MOVSP -4
    RETN
EOF
"$tool" assemble older.pcode -o older.ncs
exits 0 "$tool" decompile older.ncs -o older.nss
equal "$(cat err.txt)" ''
exits 0 "$tool" decompile older.ncs -o older.nss -f --verbose
has err.txt 'older.ncs: it needs an older nwscript.nss, in which AddPartyMember has 1 parameters$'
exits 0 "$tool" decompile older.ncs -o older.nss -f --json
has out.txt '"nwscript":"older"'
