# Who refers to what, in the demo games of both families.
"$tool" demo d -q
kotor=d/kotor
redguard=d/redguard

# A resource, with and without its extension: where it is named, in every module that has its own.
prints '^demo01.git: Creature List/0/TemplateResRef: resource keeper (utc)$' "$tool" uses $kotor keeper -q
has out.txt '^guard.utc in modules/demo01.mod: Conversation: resource keeper (dlg)$'
has out.txt '^guard.utc in chitin.key: Conversation: resource keeper (dlg)$'
prints '^guard.utc in ' "$tool" uses $kotor KEEPER.dlg -q
lacks out.txt '(utc)'
prints '^guard.utc: Conversation: ' "$tool" uses $kotor keeper.dlg --module demo01 -q
# A texture of models, a room of a layout, a sound set, a model of another.
prints '^demo_guard.mdl: nodes/cape/texture_1: resource demo_guard (tpc|tga)$' "$tool" uses $kotor demo_guard.tpc -q
prints '^demo01.lyt: line [0-9]*: resource demo01_hall (mdl)$' "$tool" uses $kotor demo01_hall.mdl -q
has out.txt '^demo01.vis: line [0-9]*: resource demo01_hall (mdl), may be missing$'
prints '^demo_odd.ssf: battle_cry_2: strref 2$' "$tool" uses $kotor strref:2 -q
prints '^demo01_hall.mdl: .*texture_2: resource demo01_lm0 .*, may be missing$' "$tool" uses $kotor demo01_lm0 -q
# What is only defined is used by nothing; what is not there at all, too.
exits 1 "$tool" uses $kotor tag:crate -q
has out.txt '^crate.utp in .*: Tag: tag crate (placeable), defined here$'
exits 1 "$tool" uses $kotor no_such_thing
has err.txt 'nothing uses no_such_thing'
# One object a line.
"$tool" uses $kotor keeper.dlg strref:2 --json >uses.json
python3 -c '
import json
rows = [json.loads(line) for line in open("uses.json")]
keys = {"resource", "source", "path", "kind", "name", "types", "use", "act"}
assert rows and all(set(row) == keys for row in rows), rows
assert {row["name"] for row in rows} == {"keeper", "2"}'

# The same on any number of threads, and from a cache, which is not in the game.
for game in $kotor $redguard; do
    exits 1 "$tool" missing $game --all -j 1
    mv out.txt one.txt
    exits 1 "$tool" missing $game --all -j 2
    same out.txt one.txt
    "$tool" ls $game -q >before.txt
    for run in 1 2; do
        exits 1 "$tool" missing $game --all --cache kept
        same out.txt one.txt
    done
    "$tool" ls $game -q | same - before.txt
done
equal "$(find kept -type f | wc -l)" 2
for file in kept/*; do printf X | dd of="$file" bs=1 seek=100 conv=notrunc status=none; done
exits 1 "$tool" missing $redguard --all --cache kept
same out.txt one.txt

# Missing: what the demo names without having it. Voices and the like are notes.
exits 1 "$tool" missing $kotor
has out.txt '^demo01.are: OnEnter: resource st_enter (ncs): there is no such file$'
has out.txt '^demo_odd.ssf: pain_grunt_1: strref 13: the talk table has 13 texts$'
lacks out.txt 'may be missing'
exits 1 "$tool" missing $kotor --all
has out.txt 'may be missing$'
has out.txt ': not known, '
exits 1 "$tool" missing $kotor --json
python3 -c '
import json
assert all(json.loads(line)["exists"] == "no" for line in open("out.txt"))'
exits 1 "$tool" missing $redguard
has out.txt '^ITEM.INI: items/name\[0\]: line ?cmp: nothing defines it$'
has out.txt '^WORLD.INI: world/world_sky\[0\]: resource sky (gxa): there is no such file$'
lacks out.txt 'lamp.ai'

# Unused: with the warning, unless it is asked to be quiet.
exits 1 "$tool" unused $kotor
has out.txt '^demo_saber.mdl  *override'
has err.txt 'Scripts put names together while the game runs'
lacks out.txt '^demo_saber.mdx'
lacks out.txt '^keeper.dlg'
exits 1 "$tool" unused $kotor --type ltr -q
counts 3 out.txt '\.ltr '
equal "$(cat err.txt)" ''
exits 1 "$tool" unused $kotor --kind tag --json
has out.txt '"name":"crate"'
exits 1 "$tool" unused $redguard --kind line -q
has out.txt '^line dm01: '
refuses 2 'kind is resource' "$tool" unused $kotor --kind nothing
refuses 2 'type is for resources' "$tool" unused $kotor --kind tag --type utc

# Redguard: maps, models, settings, images.
prints '^ISLAND.RGM: MPOB/[0-9]*/model: resource barrel (3d|3dc)$' "$tool" uses $redguard barrel.3d -q
prints '^ITEM.INI: items/hilt_object_file\[1\]: resource sheath (3d|3dc)$' "$tool" uses $redguard sheath.3d -q
prints '^ISLAND.RGM: .*/RAAN/0/path: resource ' "$tool" uses $redguard mill.3dc -q
prints '^BARREL.3D in fxart: faces/[0-9]*/texture: image 302:5$' "$tool" uses $redguard image:302:5 -q
has out.txt '^TEXBSI.302: D02005: image 302:5, defined here$'
prints '^WORLD.INI: world/start_world: map 0$' "$tool" uses $redguard map:0 -q

# A damaged file is told and left out, and the exit status says that the answer is not whole.
printf 'UTC V3.2' >$kotor/override/broken.utc
printf 'NCS V1.0' >$kotor/override/broken.ncs
exits 3 "$tool" uses $kotor keeper.dlg
has err.txt '^reliquary: broken.utc: '
has err.txt '^reliquary: broken.ncs: '
has out.txt '^guard.utc in '

# A script: its string may be a name, and what it names is not unused.
python3 - <<'PY'
text = b"demo_saber"
code = b"\x04\x05" + len(text).to_bytes(2, "big") + text + b"\x20\x00"
open("d/kotor/override/broken.ncs", "wb").write(b"NCS V1.0\x42" + (13 + len(code)).to_bytes(4, "big") + code)
PY
rm $kotor/override/broken.utc
prints '^broken.ncs: 0xd: text demo_saber, possibly its name$' "$tool" uses $kotor demo_saber.mdl -q
exits 1 "$tool" unused $kotor --type mdl -q
lacks out.txt '^demo_saber'
has out.txt '^demo_flag'

# Calls of the engine by name, and constants by the parameter that they are given for: arguments stand before
# the call, the last one first. A string that goes through a variable may still be anything.
rm $kotor/override/broken.ncs
cat >calls.nss <<'END'
void main()
{
    string sName = "demo_blade";
    CreateItemOnObject("lantern", OBJECT_SELF, 2);
    SetGlobalNumber("ST_COLD", GetGlobalNumber("ST_NONE") + 1);
    AddJournalQuestEntry("st_ferry", 20);
    ActionStartConversation(GetObjectByTag("wren"), "keeper");
    BarkString(OBJECT_SELF, 3);
    CreateItemOnObject(sName);
    DelayCommand(1.0, ExecuteScript("demo_hello", GetWaypointByTag("wp_start")));
}
END
exits 0 "$tool" compile calls.nss -o $kotor/override/calls.ncs
exits 0 "$tool" uses $kotor ActionStartConversation -q
at=$(python3 -c 'print(hex(open("d/kotor/override/calls.ncs", "rb").read().index(b"\x05\0\0\xCC")))') # ACTION 204
equal "$(cat out.txt)" "calls.ncs: $at: calls routine actionstartconversation"
exits 0 "$tool" uses $kotor routine:createitemonobject -q
counts 2 out.txt 'calls routine createitemonobject$'
prints '^calls.ncs: 0x[0-9a-f]*: resource lantern (uti)$' "$tool" uses $kotor lantern.uti -q
prints '^calls.ncs: 0x[0-9a-f]*: global st_cold$' "$tool" uses $kotor global:ST_COLD -q
prints '^calls.ncs: 0x[0-9a-f]*: global st_none$' "$tool" uses $kotor global:st_none -q
prints '^calls.ncs: 0x[0-9a-f]*: quest st_ferry$' "$tool" uses $kotor quest:st_ferry -q
prints '^calls.ncs: 0x[0-9a-f]*: resource keeper (dlg)$' "$tool" uses $kotor keeper.dlg -q
prints '^calls.ncs: 0x[0-9a-f]*: strref 3$' "$tool" uses $kotor strref:3 -q
prints '^calls.ncs: 0x[0-9a-f]*: tag wren, may be missing$' "$tool" uses $kotor tag:wren -q
prints '^calls.ncs: 0x[0-9a-f]*: resource demo_hello (ncs)$' "$tool" uses $kotor demo_hello.ncs -q
prints '^calls.ncs: 0x[0-9a-f]*: tag wp_start, may be missing$' "$tool" uses $kotor tag:wp_start -q
prints '^calls.ncs: 0x[0-9a-f]*: text demo_blade, possibly its name$' "$tool" uses $kotor demo_blade -q
prints '"kind":"routine","name":"barkstring","types":"","use":"use","act":"calls"' "$tool" uses $kotor BarkString --json -q
exits 1 "$tool" missing $kotor -q
lacks out.txt 'routine'
for kind in routine row text animation; do
    refuses 2 "^reliquary: --kind is resource, .* or image, not $kind\$" "$tool" unused $kotor --kind $kind
done
rm $kotor/override/calls.ncs

# What scripts do with flags, items and maps, as a graph. The demo has a script that tests nothing of these.
python3 - <<'PY'
import struct
flags = open("d/redguard/soup386/SOUP386.DEF").read().split("[flags]")[1].split("\n")
flag = [line.split()[1] for line in flags if len(line.split()) > 1].index("GateOpen")
def call(name, *args):
    return bytes([2]) + struct.pack("<HB", name, len(args)) + b"".join(b"\x07" + struct.pack("<i", a) for a in args)
code = call(85, flag) + call(0x12F, 3) + b"\x00\x6b\x00\x03" + b"\x07\0\0\0\0" * 3 + b"\x12"  # SetGlobalFlag, HaveItem, LoadWorld
record = bytearray(165)
record[4:8] = b"KEEP"
record[0x4D:0x51] = struct.pack("<I", len(code))
def section(tag, payload):
    return tag + struct.pack(">I", len(payload)) + payload
open("d/redguard/maps/QUEST.RGM", "wb").write(
    section(b"RAHD", struct.pack("<II", 1, 0x0037801B) + bytes(record)) + section(b"RASC", code) + b"END ")
PY
prints '^QUEST.RGM: KEEP/script/#00: sets flag gateopen$' "$tool" uses $redguard flag:GateOpen -q
prints '^QUEST.RGM: KEEP/script/#12: enters map 0$' "$tool" uses $redguard map:0 -q
"$tool" uses $redguard --graph flow.svg -q
has flow.svg '<title>KEEP (QUEST) sets gateopen at #00</title>'
has flow.svg '<title>KEEP (QUEST) tests item 3'
has flow.svg '<title>KEEP (QUEST) enters map 0: island at #12</title>'
python3 -c 'import xml.dom.minidom; xml.dom.minidom.parse("flow.svg")'
"$tool" uses $redguard flag:gateopen --graph flow.dot -q
has flow.dot 'label="KEEP (QUEST)"'
has flow.dot '^digraph "Flow of quests: flag:gateopen" {$'
refuses 4 'is there already' "$tool" uses $redguard --graph flow.svg
exits 1 "$tool" uses $redguard flag:no_such_flag --graph none.svg
has err.txt 'no script sets or tests'
absent none.svg
refuses 2 'say what is searched' "$tool" uses $redguard
exits 1 "$tool" uses $kotor --graph none.svg
