# One setting read and changed, nothing else touched; whole files checked.
"$tool" demo -q demo
game=demo/redguard

value() { # what ini get prints, its arguments
    local expected=$1
    shift
    exits 0 "$tool" ini get "$@"
    equal "$(cat out.txt)" "$expected"
}

# get: one value; all of them; duplicates with their lines; none.
value 3800 $game/SYSTEM.INI xngine/back_plane
value 3800 $game/SYSTEM.INI BACK_PLANE
exits 0 "$tool" ini get $game/SYSTEM.INI camera_distance
has out.txt '^23: cyrus/camera_distance=200$'
has out.txt '^31: camera/camera_distance=250$'
exits 0 "$tool" ini get $game/WORLD.INI
has out.txt '^world/world_palette\[1\]=3DART\\CATACOMB.COL$'
refuses 1 'no key' "$tool" ini get $game/WORLD.INI world_rain_drops[0]
exits 0 "$tool" ini get --json $game/KEYS.INI key_up[1]
python3 -c 'import json,sys; assert json.load(open("out.txt")) == [{"line": 5, "section": "input", "key": "key_up[1]", "value": "138"}]'

# set: only the bytes of the value change. 3800 stands once, at a known place.
cp $game/SYSTEM.INI before.ini
exits 0 "$tool" ini set $game/SYSTEM.INI xngine/back_plane 5123
at=$(grep -obUa 3800 before.ini | cut -d: -f1)
exits 1 cmp -l before.ini $game/SYSTEM.INI
counts 4 out.txt ''
equal "$(awk 'NR == 1 {print $1}' out.txt)" $((at + 1))
equal "$(stat -c %s before.ini)" "$(stat -c %s $game/SYSTEM.INI)"
exits 0 "$tool" ini set $game/SYSTEM.INI xngine/back_plane 3800
same before.ini $game/SYSTEM.INI

# A longer value, behind it a comment: what is before and after stays.
exits 0 "$tool" ini set before.ini system/volume 7 -o after.ini
same before.ini $game/SYSTEM.INI
at=$(grep -m 1 -obUa 'volume=255' before.ini | cut -d: -f1)
{ head -c $((at + 7)) before.ini; printf 7; tail -c +$((at + 11)) before.ini; } >expected.ini
same expected.ini after.ini
refuses 4 'there already' "$tool" ini set before.ini system/volume 8 -o after.ini
same expected.ini after.ini
exits 0 "$tool" ini set before.ini debug/monitor_object Lamp -o - # an empty value
cp out.txt filled.ini
value Lamp filled.ini debug/monitor_object
exits 0 "$tool" ini set before.ini standing_height -f -o after.ini -- -3
value -3 after.ini standing_height

# Refusals: several, none, not of its type, nothing that reads back. Nothing is written.
cp before.ini SYSTEM.INI
refuses 1 'say which, as in cyrus/camera_distance' "$tool" ini set SYSTEM.INI camera_distance 5
refuses 1 'lists those it has' "$tool" ini set SYSTEM.INI system/nonsense 5
refuses 1 'known in \[system\]' "$tool" ini set SYSTEM.INI system/max_effects 5
refuses 2 '0 to 255' "$tool" ini set SYSTEM.INI system/volume 256
refuses 2 'would not be read back' "$tool" ini set SYSTEM.INI system/world_ini 'a ; b'
refuses 2 'a file, a key and a value' "$tool" ini set SYSTEM.INI system/volume
refuses 2 'get, set or check' "$tool" ini swap SYSTEM.INI
same before.ini SYSTEM.INI
exits 0 "$tool" ini set -f SYSTEM.INI system/volume 256
has err.txt 'all the same'
value 256 SYSTEM.INI system/volume
printf '[a]\nx=1\nX=2\n' >twice.ini
refuses 1 'lines 2 and 3' "$tool" ini set twice.ini a/x 5
printf 'a=0\n[one]\na=1\n' >before-all.ini
refuses 1 'lines 1 and 3: say which, as in /a$' "$tool" ini set before-all.ini a 9
exits 0 "$tool" ini set before-all.ini /a 9
equal "$(cat before-all.ini)" "$(printf 'a=9\n[one]\na=1')"
refuses 3 'this is col' "$tool" ini get $game/fxart/ISLAND.COL x

# check: findings with their lines; the demo has one, which the game has as well.
exits 1 "$tool" ini check SYSTEM.INI twice.ini
has out.txt '^SYSTEM.INI:10: volume is 256, not 0 to 255'
has out.txt '^twice.ini:3: X stands on line 2 already'
exits 1 "$tool" ini check $game
counts 1 out.txt ''
has out.txt 'WORLD.INI:.*did you mean world_ambientfx\[1\]'
exits 1 "$tool" ini check --json $game/WORLD.INI
python3 -c 'import json; f = json.load(open("out.txt")); assert len(f) == 1 and f[0]["id"] == "unknown-key", f'
exits 0 "$tool" ini check $game/KEYS.INI $game/surface.ini $game/fxart/FOG.INI
exits 3 "$tool" ini check nowhere.ini

# A key above all sections is none of those that are known, whatever its name.
mkdir loose
printf 'volume=5\n' >loose/SYSTEM.INI
exits 0 "$tool" ini set loose/SYSTEM.INI volume 256
printf 'volume=256\n' | same - loose/SYSTEM.INI
