# Scripts of Redguard as text, and back, in the demo. The map is copied out of its game where names have
# to be those that are built in.
"$tool" demo d -q
game=d/redguard
cp $game/maps/ISLAND.RGM map.RGM

# Texts that were not changed give identical bytes, whatever the names; the map itself is not touched.
for names in "" "--game $game"; do
    for verbs in "disassemble assemble" "decompile compile"; do
        read -r out in <<<"$verbs"
        rm -rf t new.RGM
        exits 0 "$tool" $out map.RGM $names -o t
        has err.txt '^3 scripts in t$'
        exits 0 "$tool" $in t --base map.RGM $names -o new.RGM
        same map.RGM new.RGM
        # Names that the text explains need no game.
        rm new.RGM
        exits 0 "$tool" $in t --base map.RGM -o new.RGM
        same map.RGM new.RGM
        exits 0 "$tool" $in t -o new.RGM
        same map.RGM new.RGM
    done
done

# The whole text, flat and in blocks. Bytes of PATROL in demo/world.c: End 5; If flag 100 = 0, end 1E;
# sMoveByAxis(60); HandItem(1), which the demo's SOUP386.DEF lacks; Return; thread 0 starts at 5.
"$tool" disassemble $game/maps/ISLAND.RGM --actor patrol >flat.txt
same flat.txt - <<'EOF'
; ISLAND.RGM
actor "PATROL"
instances 1
names flag GateOpen = 100
names attribute health = 3
string "MILL"
var var0 = count
var var1 = 0
var var2 = 0
var var3 = 0
attribute health = 10
attribute 34 = 4
attribute 35 = 4

code {
    end start
start:
    if GateOpen = 0 else goto L1E
    sMoveByAxis(60)
L1E:
    #302(1)
    return
}
EOF
"$tool" decompile $game/maps/ISLAND.RGM --actor MILL | sed -n '/^code/,$p' >mill.txt
same mill.txt - <<'EOF'
code {
    loop {
        var2 = var2 + 1
    }
}
EOF
prints '^actor "SIGNAL"$' "$tool" decompile map.RGM
counts 3 out.txt '^actor '

# ---- ten edits: each changes what it says, in every place that follows from it ----
"$tool" decompile map.RGM -o t -q -f

edit() { # file, old, new: the texts with it in e, the map in new.RGM, the differences in diff.txt
    rm -rf e new.RGM
    cp -r t e
    python3 - "e/$1.soup" "$2" "$3" <<'PY'
import sys

path, old, new = sys.argv[1:]
text = open(path).read()
assert text.count(old) == 1, (text.count(old), old)
open(path, "w").write(text.replace(old, new))
PY
    exits 0 "$tool" compile e --base map.RGM --dry-run
    mv out.txt dry.txt
    exits 0 "$tool" compile e --base map.RGM -o new.RGM
    exits 1 "$tool" diff map.RGM new.RGM
    mv out.txt diff.txt
    same dry.txt diff.txt
    # What was written reads without a finding, and says what the text says.
    prints 'identical 1,' "$tool" verify --through json new.RGM
    rm -rf again
    "$tool" decompile new.RGM -o again -q
    exits 0 "$tool" compile e -o new.RGM --dry-run
    counts 0 out.txt ''
}
nl=$'\n'

# 1. A statement: sMoveByAxis(5) has 4 bytes and 5 for its number; all else of the code moves.
edit MILL "    loop {$nl" "    loop {$nl        sMoveByAxis(5)$nl"
same diff.txt - <<'EOF'
sections/0/records/1/script_pc/of: 16 -> 25
sections/5/parts/1/code/0/LocalVar: "var2" -> (nothing)
sections/5/parts/1/code/0/set: [{"LocalVar":"var2"},"+",1] -> (nothing)
sections/5/parts/1/code/0/Task: (nothing) -> "sMoveByAxis"
sections/5/parts/1/code/0/args: (nothing) -> [5]
sections/5/parts/1/code/1: (nothing) -> {"LocalVar":"var2","set":[{"LocalVar":"var2"},"+",1]}
EOF
# SIGNAL stands behind it in RASC: its offset follows, its code does not change.
equal "$("$tool" decompile new.RGM --actor SIGNAL | tail -n +2)" "$("$tool" decompile map.RGM --actor SIGNAL | tail -n +2)"

# 2. A string, which MILL did not have: RAST, RASB and the code.
edit MILL "var2 + 1$nl" "var2 + 1$nl        lookObj(\"tower\")$nl"
same diff.txt - <<'EOF'
sections/0/records/1/script_pc/of: 16 -> 25
sections/2/texts/1: (nothing) -> {"text":"tower"}
sections/3/parts/1: (nothing) -> {"actor":"MILL","strings":["tower"]}
sections/5/parts/1/code/1: (nothing) -> {"Task":"lookObj","args":[{"String":"tower"}]}
EOF
has again/MILL.soup '^string "tower"$'

# 3. A variable in front of the one that the code uses: that is var3 now, in both places.
edit MILL "var var2" "var turns = 7${nl}var var2"
same diff.txt - <<'EOF'
sections/4/parts/2/instances/0/0: 5 -> 6
sections/4/parts/2/instances/0/2: (nothing) -> 7
sections/5/parts/1/code/0/LocalVar: "var2" -> "var3"
sections/5/parts/1/code/0/set/0/LocalVar: "var2" -> "var3"
EOF

# 4. A group of animations for the actor, by JSON: texts of the map without it go into the map with it.
"$tool" json map.RGM >map.json
python3 - <<'PY'
import json

doc = json.load(open("map.json"))
ragr = next(s for s in doc["sections"] if s["tag"] == "RAGR")
mill = next(p for p in ragr["parts"] if p["actor"] == "MILL")
mill["groups"].append({"group": 1, "speed": 9, "type": 0, "commands": [["EndAnimation", 0]]})
json.dump(doc, open("map.json", "w"))
PY
"$tool" build map.json -o grouped.RGM
rm -rf e
cp -r t e
sed -i 's/var2 + 1/var2 + 2/' e/MILL.soup
"$tool" diff map.RGM grouped.RGM >groups.txt || [ $? = 1 ]
cp grouped.RGM new.RGM
exits 0 "$tool" compile e -o new.RGM
exits 1 "$tool" diff grouped.RGM new.RGM
same out.txt - <<'EOF'
sections/5/parts/1/code/0/set/2: 1 -> 2
EOF
exits 1 "$tool" diff map.RGM new.RGM
has out.txt '^sections/5/parts/1/code/0/set/2: 1 -> 2$'
grep -v 'code/0/set/2' out.txt | same - groups.txt

# 5. A longer name: the text of RAST, and what names it. Only PATROL has it, so it is changed in place.
edit PATROL 'string "MILL"' 'string "WINDMILL_OF_THE_NORTH"'
same diff.txt - <<'EOF'
sections/2/texts/0/text: "MILL" -> "WINDMILL_OF_THE_NORTH"
sections/3/parts/0/strings/0: "MILL" -> "WINDMILL_OF_THE_NORTH"
EOF

# 6. Without the statements that the If leads to, a call of 9 bytes and a Return, it leads to the end.
edit PATROL "    HandItem(1)${nl}    return$nl" ""
same diff.txt - <<'EOF'
sections/0/records/0/script_pc/of: 40 -> 30
sections/5/parts/0/code/1/to: "#1E" -> "#end"
sections/5/parts/0/code/3: {"label":"#1E","Function":"HandItem","args":[1]} -> (nothing)
sections/5/parts/0/code/4: {"Return":true} -> (nothing)
EOF
# With its label, a jump has nowhere to go.
rm -rf e
"$tool" disassemble map.RGM -o e -q
sed -i '/^L1E:/d' e/PATROL.soup
exits 3 "$tool" assemble e --base map.RGM -o nothing.RGM
has err.txt '^reliquary: e/PATROL.soup:16:33: no statement has the label L1E$'
absent nothing.RGM

# 7. A hook, of the Goto behind the 11 bytes of the assignment: RAHK of the map has no part yet.
edit SIGNAL "code {${nl}    loop {$nl        var2 = var2 + 1$nl" "hook again, 3${nl}code {${nl}    loop {$nl        var2 = var2 + 1${nl}again:$nl"
same diff.txt - <<'EOF'
sections/5/parts/2/code/1/label: (nothing) -> "#0B"
sections/6/parts: (nothing) -> [{"actor":"SIGNAL","hooks":[["#0B",3]]}]
EOF
has again/SIGNAL.soup '^hook hook0, 3$'

# 8. An attribute.
edit MILL 'attribute 3 = 11' 'attribute 3 = 200'
same diff.txt - <<'EOF'
sections/9/parts/1/records/0/0/1: 11 -> 200
EOF
exits 0 "$tool" compile e --base map.RGM --dry-run --json
mv out.txt dry.json
exits 1 "$tool" diff map.RGM new.RGM --json
same out.txt dry.json

# 9. An else: a Goto over it, and the If leads to it.
edit PATROL "        sMoveByAxis(60)$nl    }" "        sMoveByAxis(60)$nl    } else {$nl        sMoveByAxis(70)$nl    }"
same diff.txt - <<'EOF'
sections/0/records/0/script_pc/of: 40 -> 54
sections/5/parts/0/code/1/to: "#1E" -> "#23"
sections/5/parts/0/code/3: {"label":"#1E","Function":"HandItem","args":[1]} -> (nothing)
sections/5/parts/0/code/3: (nothing) -> {"Goto":"#2C"}
sections/5/parts/0/code/4: (nothing) -> {"label":"#23","Task":"sMoveByAxis","args":[70]}
sections/5/parts/0/code/5: (nothing) -> {"label":"#2C","Function":"HandItem","args":[1]}
EOF

# 10. A line of dialogue: an If of 21 bytes and a call of 9 before the Return at 27. 'wel1' is 0x316C6577.
edit PATROL "    return$nl" "    if ACTIVATE('wel1') = 1 { RTX('wel1') }$nl    return$nl"
same diff.txt - <<'EOF'
sections/0/records/0/script_pc/of: 40 -> 70
sections/5/parts/0/code/4/Return: true -> (nothing)
sections/5/parts/0/code/4/If: (nothing) -> [{"Function":"ACTIVATE","args":[829187447]},"=",1]
sections/5/parts/0/code/4/to: (nothing) -> "#45"
sections/5/parts/0/code/5: (nothing) -> {"Task":"RTX","args":[829187447]}
sections/5/parts/0/code/6: (nothing) -> {"label":"#45","Return":true}
EOF

# The names of the game: its function 8 is ACTIVATE, the one that is built in is swordAI. Lines are comments.
sed "s/sMoveByAxis(60)/HeaderHook(ACTIVATE('dm02'))/; s/SeeCrendal/GateOpen/; s/HandItem/#302/" t/PATROL.soup >spoken.soup
exits 0 "$tool" compile spoken.soup --game $game --base map.RGM -o spoken.RGM
prints "^        HeaderHook(ACTIVATE('dm02'))  ; The ferryman? Gone since the last new moon.$" "$tool" decompile spoken.RGM --game $game
has out.txt '^names function ACTIVATE = 8$'
prints '^        HeaderHook(function swordAI(842034532))$' "$tool" decompile spoken.RGM

# Two actors with one code, and variables of their own: the first changes it, in numbers.
"$tool" json map.RGM >map.json
python3 - <<'PY'
import json

doc = json.load(open("map.json"))
rasc = next(s for s in doc["sections"] if s["tag"] == "RASC")
mill, signal = rasc["parts"][1:3]
mill["actor"] = ["MILL", "SIGNAL"]
mill["code"] = [{"label": "#00", "LocalVar": 2, "set": [{"LocalVar": 2}, "+", 1]}, {"Goto": "#00"}]
rasc["parts"].remove(signal)
json.dump(doc, open("shared.json", "w"))

# And two of one name.
doc = json.loads(open("map.json").read().replace('"SIGNAL"', '"MILL#2"').replace('"actor": "MILL"', '"actor": "MILL#1"'))
rahd = next(s for s in doc["sections"] if s["tag"] == "RAHD")
rahd["records"][1]["label"] = "MILL#1"
rahd["records"][2].update({"label": "MILL#2", "name": "MILL"})
for record in next(s for s in doc["sections"] if s["tag"] == "MPOB")["records"]:
    record["script"] = record["script"].replace("MILL#2", "MILL")
json.dump(doc, open("twins.json", "w"))
PY
"$tool" build shared.json -o shared.RGM
"$tool" decompile shared.RGM -o shared -q
has shared/MILL.soup '^        var 2 = var 2 + 1$'
has shared/MILL.soup '^keep variables '
has shared/SIGNAL.soup '^keep code '
lacks shared/SIGNAL.soup '^code'
exits 0 "$tool" compile shared --base shared.RGM -o same.RGM
same same.RGM shared.RGM
sed -i 's/var 2 + 1/var 2 + 5/' shared/MILL.soup
exits 0 "$tool" compile shared --base shared.RGM --dry-run
same out.txt - <<'EOF'
sections/5/parts/1/code/0/set/2: 1 -> 5
EOF
printf 'actor "SIGNAL"\ncode {\n    return\n}\n' >signal.soup
exits 3 "$tool" compile signal.soup --base shared.RGM -o nothing.RGM
has err.txt '^reliquary: signal.soup:1:7: the variables of this actor are not its own: add "keep variables"$'
absent nothing.RGM
"$tool" build twins.json -o twins.RGM
"$tool" decompile twins.RGM -o twins -q
exists twins/MILL#1.soup twins/MILL#2.soup
exits 0 "$tool" compile twins --base twins.RGM -o same.RGM -f
same same.RGM twins.RGM
sed -i 's/var2 + 1/var2 + 5/' twins/MILL#2.soup
exits 0 "$tool" compile twins --base twins.RGM --dry-run
same out.txt - <<'EOF'
sections/5/parts/2/code/0/set/2: 1 -> 5
EOF
prints '^actor "MILL#2"$' "$tool" decompile twins.RGM --actor mill
counts 2 out.txt '^actor '

# ---- refusals: nothing is written ----
printf 'actor "MILL"\ncode {\n    sMoveByAxi(5)\n    SeeCrendl = 1\n}\n' >bad.soup
exits 3 "$tool" compile bad.soup --base map.RGM -o nothing.RGM
same err.txt - <<'EOF'
reliquary: bad.soup:3:5: no function is named sMoveByAxi; did you mean sMoveByAxis?
        sMoveByAxi(5)
        ^~~~~~~~~~
reliquary: bad.soup:4:5: no flag is named SeeCrendl; did you mean SeeCrendal?
        SeeCrendl = 1
        ^~~~~~~~~
reliquary: 2 problems, nothing is written
EOF
absent nothing.RGM
exits 3 "$tool" compile bad.soup --base map.RGM -o nothing.RGM --json
python3 - <<'PY'
import json

rows = [json.loads(line) for line in open("out.txt")]
assert [(r["file"], r["line"], r["column"], r["width"]) for r in rows] == [
    ("bad.soup", 3, 5, 10), ("bad.soup", 4, 5, 9)], rows
assert rows[0]["hint"] == "did you mean sMoveByAxis?", rows
PY
printf 'actor "MIL"\n' >bad.soup
exits 3 "$tool" compile bad.soup --base map.RGM -o nothing.RGM
has err.txt '^reliquary: bad.soup:1:7: the map has no such actor; did you mean MILL?$'
cp t/MILL.soup twice.soup
exits 3 "$tool" compile t twice.soup --base map.RGM -o nothing.RGM
has err.txt '^reliquary: twice.soup:2:7: the actor stands in t/MILL.soup, too$'
absent nothing.RGM
refuses 2 '^reliquary: -o names the map to write$' "$tool" compile t
refuses 2 '^reliquary: new2.RGM is not there: --base names ' "$tool" compile t -o new2.RGM
refuses 2 'is ini; scripts that are known are those of maps of Redguard' "$tool" disassemble $game/ITEM.INI
refuses 1 'has no actor NOBODY; ' "$tool" disassemble map.RGM --actor NOBODY
refuses 2 '^reliquary: --dialect is rmm or rgpre for scripts, not x$' "$tool" disassemble map.RGM --dialect x
mkdir empty
refuses 2 '^reliquary: empty has no scripts (.soup); ' "$tool" compile empty --base map.RGM -o nothing.RGM
refuses 4 'map.RGM: .*--force' "$tool" compile t --base new.RGM -o map.RGM

# ---- other tools ----
# The demo's SOUP386.DEF has no name for HandItem: without a name there is no text of this kind.
exits 1 "$tool" disassemble $game/maps/ISLAND.RGM --dialect rmm --actor PATROL
has err.txt 'PATROL: a function or flag without a name'
exits 0 "$tool" decompile $game/maps/ISLAND.RGM -o names -q
sed -i 's/#302(1)/sMoveByAxis(5)/; /^attribute 3[45]/d' names/PATROL.soup
exits 0 "$tool" compile names --game $game --base map.RGM -o named.RGM -f
"$tool" disassemble named.RGM --game $game --dialect rmm --actor PATROL >rmm.txt
same rmm.txt - <<'EOF'
Maps\named.RGM
ID: 

health = 10

PATROL (Execution starts at #05)
{
  End #05

#05:
  if GateOpen = 0
  {
    sMoveByAxis(60)
  }
  sMoveByAxis(5)
  Return
}

EOF
"$tool" disassemble named.RGM --game $game --dialect rmm -o ISLAND.txt
exits 0 "$tool" assemble ISLAND.txt --game $game --dialect rmm --base named.RGM -o rmm.RGM
same rmm.RGM named.RGM
# Its * is divide (operator 4), its / multiply.
sed -i 's/var2 + 1/var2 * 2/' ISLAND.txt
exits 0 "$tool" assemble ISLAND.txt --game $game --dialect rmm --base named.RGM -o rmm.RGM -f
prints '^        var2 = var2 / 2$' "$tool" decompile rmm.RGM
# What it can't say is told with the reason, and the others are written.
sed 's/sMoveByAxis(60)/Me.#1++/; s/HandItem(1)/sMoveByAxis(5)/; /^attribute 3[45]/d' t/PATROL.soup >step.soup
exits 0 "$tool" compile step.soup --base map.RGM -o step.RGM
exits 1 "$tool" disassemble step.RGM --dialect rmm --game $game
has err.txt '^reliquary: PATROL: ++ or -- of a reference (opcodes 0F and 10)$'
has out.txt '^MILL$'
lacks out.txt '^PATROL'
"$tool" disassemble map.RGM --dialect rgpre --actor PATROL >rgpre.txt
printf '; SOUP script: PATROL\n; Source: map.RGM\n\n0000:\tEnd 0005\n0005:\tif SeeCrendal = 0\n0015:\t  sMoveByAxis(60)\n001E:\tHandItem(1)\n0027:\tReturn\n' | same rgpre.txt -
refuses 2 "a listing of rgpre can't be read back" "$tool" assemble rgpre.txt --dialect rgpre --base map.RGM -o nothing.RGM
