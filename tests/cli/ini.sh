# One setting read and changed, nothing else touched; whole files checked.
tool=$RELIQUARY

fail() { echo "$*"; cat out.txt err.txt; exit 1; }
run() { # code, command...: standard output in out.txt, messages in err.txt
    local code=$1 got=0
    shift
    "$@" >out.txt 2>err.txt || got=$?
    [ "$got" = "$code" ] || fail "exit $got, not $code: $*"
}
says() { grep -q -- "$1" err.txt || fail "no '$1' in the message"; }

"$tool" demo -q demo
game=demo/redguard

# get: one value; all of them; duplicates with their lines; none.
run 0 "$tool" ini get $game/SYSTEM.INI xngine/back_plane
[ "$(cat out.txt)" = 3800 ] || fail "not the value"
run 0 "$tool" ini get $game/SYSTEM.INI BACK_PLANE
[ "$(cat out.txt)" = 3800 ] || fail "case matters"
run 0 "$tool" ini get $game/SYSTEM.INI camera_distance
grep -q '^23: cyrus/camera_distance=200$' out.txt || fail "no first duplicate"
grep -q '^31: camera/camera_distance=250$' out.txt || fail "no second duplicate"
run 0 "$tool" ini get $game/WORLD.INI
grep -qxF 'world/world_palette[1]=3DART\CATACOMB.COL' out.txt || fail "not listed"
run 1 "$tool" ini get $game/WORLD.INI world_rain_drops[0]
says 'no key'
run 0 "$tool" ini get --json $game/KEYS.INI key_up[1]
python3 -c 'import json,sys; assert json.load(open("out.txt")) == [{"line": 5, "section": "input", "key": "key_up[1]", "value": "138"}]'

# set: only the bytes of the value change. 3800 stands once, at a known place.
cp $game/SYSTEM.INI before.ini
run 0 "$tool" ini set $game/SYSTEM.INI xngine/back_plane 5123
at=$(grep -obUa 3800 before.ini | cut -d: -f1)
run 1 cmp -l before.ini $game/SYSTEM.INI
[ "$(wc -l <out.txt)" = 4 ] || fail "more or less than the four bytes of the value changed"
[ "$(head -n 1 out.txt | awk '{print $1}')" = $((at + 1)) ] || fail "at another place"
[ "$(stat -c %s before.ini)" = "$(stat -c %s $game/SYSTEM.INI)" ]
run 0 "$tool" ini set $game/SYSTEM.INI xngine/back_plane 3800
run 0 cmp before.ini $game/SYSTEM.INI

# A longer value, behind it a comment: what is before and after stays.
run 0 "$tool" ini set before.ini system/volume 7 -o after.ini
run 0 cmp before.ini $game/SYSTEM.INI
at=$(grep -obUa 'volume=255' before.ini | head -n 1 | cut -d: -f1)
{ head -c $((at + 7)) before.ini; printf 7; tail -c +$((at + 11)) before.ini; } >expected.ini
run 0 cmp expected.ini after.ini
run 4 "$tool" ini set before.ini system/volume 8 -o after.ini
says 'there already'
run 0 cmp expected.ini after.ini
run 0 "$tool" ini set before.ini debug/monitor_object Lamp -o - # an empty value
cp out.txt filled.ini
run 0 "$tool" ini get filled.ini debug/monitor_object
[ "$(cat out.txt)" = Lamp ] || fail "not filled"
run 0 "$tool" ini set before.ini standing_height -f -o after.ini -- -3
run 0 "$tool" ini get after.ini standing_height
[ "$(cat out.txt)" = -3 ] || fail "not negative"

# Refusals: several, none, not of its type, nothing that reads back. Nothing is written.
cp before.ini SYSTEM.INI
run 1 "$tool" ini set SYSTEM.INI camera_distance 5
says 'say which, as in cyrus/camera_distance'
run 1 "$tool" ini set SYSTEM.INI system/nonsense 5
says 'lists those it has'
run 1 "$tool" ini set SYSTEM.INI system/max_effects 5
says 'known in \[system\]'
run 2 "$tool" ini set SYSTEM.INI system/volume 256
says '0 to 255'
run 2 "$tool" ini set SYSTEM.INI system/world_ini 'a ; b'
says 'would not be read back'
run 2 "$tool" ini set SYSTEM.INI system/volume
says 'a file, a key and a value'
run 2 "$tool" ini swap SYSTEM.INI
says 'get, set or check'
run 0 cmp before.ini SYSTEM.INI
run 0 "$tool" ini set -f SYSTEM.INI system/volume 256
says 'all the same'
run 0 "$tool" ini get SYSTEM.INI system/volume
[ "$(cat out.txt)" = 256 ] || fail "not forced"
printf '[a]\nx=1\nX=2\n' >twice.ini
run 1 "$tool" ini set twice.ini a/x 5
says 'lines 2 and 3'
run 3 "$tool" ini get $game/fxart/ISLAND.COL x
says 'this is col'

# check: findings with their lines; the demo has one, which the game has as well.
run 1 "$tool" ini check SYSTEM.INI twice.ini
grep -q '^SYSTEM.INI:10: volume is 256, not 0 to 255' out.txt || fail "not found"
grep -q '^twice.ini:3: X stands on line 2 already' out.txt || fail "not found twice"
run 1 "$tool" ini check $game
[ "$(wc -l <out.txt)" = 1 ] || fail "not one finding"
grep -q 'WORLD.INI:.*did you mean world_ambientfx\[1\]' out.txt || fail "no guess"
run 1 "$tool" ini check --json $game/WORLD.INI
python3 -c 'import json; f = json.load(open("out.txt")); assert len(f) == 1 and f[0]["id"] == "unknown-key", f'
run 0 "$tool" ini check $game/KEYS.INI $game/surface.ini $game/fxart/FOG.INI
run 3 "$tool" ini check nowhere.ini
