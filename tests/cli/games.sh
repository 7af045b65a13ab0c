# What KotOR has verbs for holds for all games: Redguard, plain folders, archives, single files.
tool=$RELIQUARY
"$tool" demo d -q
game=d/redguard

# Each name once, with the place that wins: files before archives, Glide's before the others.
"$tool" ls $game -q >ls.txt
[ "$(awk '{print toupper($1)}' ls.txt | sort | uniq -d | wc -l)" = 0 ]
grep -Eq '^BARREL.3D +fxart +fxart$' ls.txt
grep -Eq '^PALMTR01.3D +archive +fxart/ISLAND.ROB$' ls.txt
grep -Eq '^WORLD.INI +root' ls.txt
"$tool" ls $game '*.3d' --source archive --json | python3 -c '
import json, sys
rows = json.load(sys.stdin)
assert [r["name"] for r in rows if not r["wins"]], rows
assert all(r["path"] == "fxart/ISLAND.ROB" and r["source"] == "archive" for r in rows)'
"$tool" find $game barrel.3d >find.txt
sed 's/  */ /g; s/ *$//' find.txt >plain.txt
diff - plain.txt <<'END'
* BARREL.3D fxart fxart
 BARREL.3D 3dart 3dart
 BARREL.3D archive fxart/ISLAND.ROB
END
code=0; "$tool" find $game barrel 2>err.txt || code=$?
[ $code = 1 ] && grep -q 'with an extension there is BARREL.3D' err.txt

# Out of it: the same bytes as by hand. Files come in lower case, as from KotOR.
"$tool" get $game BARREL.3D PALMTR01.3D -o got
cmp got/barrel.3d $game/fxart/BARREL.3D
"$tool" extract $game/fxart/ISLAND.ROB PALMTR01.3D -o - -q | cmp - got/palmtr01.3d
"$tool" cat $game world.ini | cmp - $game/WORLD.INI
"$tool" cat $game ISLAND.COL | python3 -c 'import json, sys; assert json.load(sys.stdin)["format"] == "col"'
"$tool" grep $game 'to the harbour' -q | grep -q '^ENGLISH.RTX: .*KEY TO THE HARBOUR GATE'
"$tool" grep $game 'island.rgm' --type ini -q | grep -q '^WORLD.INI: '
# An archive's entries are searched, the archive is not once more.
code=0; "$tool" grep $game lighthouse --source archive -q || code=$?
[ $code = 1 ]

# What only KotOR has says so.
for verb in 'module x' 'tlk 1' 'name'; do
    set -- $verb
    verb=$1
    shift
    code=0; "$tool" $verb $game "$@" 2>err.txt || code=$?
    [ $code = 2 ] && grep -q 'is not an installation of KotOR' err.txt || { echo "$verb: exit $code"; cat err.txt; exit 1; }
done
for option in '--module demo01' --layered '--game-version k1'; do
    code=0; "$tool" ls $game $option 2>err.txt || code=$?
    [ $code = 2 ] && grep -q 'no modules or versions' err.txt || { echo "$option: exit $code"; exit 1; }
done

# A folder, an archive, a BIF with the names of its key, a single file.
"$tool" ls d/kotor/modules -q >ls.txt
grep -Eq '^demo01.mod +folder' ls.txt
grep -Eq '^keeper.dlg +archive +demo01.mod$' ls.txt
"$tool" cat d/kotor/modules/demo01.mod keeper.dlg | python3 -c 'import json, sys; assert json.load(sys.stdin)["type"] == "DLG "'
"$tool" grep d/kotor/modules/demo01.mod keeper -q >grep.txt
grep -q '^keeper.utc: ' grep.txt
"$tool" get d/kotor/data/templates.bif keeper.utc -o got
"$tool" extract d/kotor/data/templates.bif keeper.utc -o - -q | cmp - got/keeper.utc
[ "$("$tool" ls got/keeper.utc -q | wc -l)" = 1 ]
"$tool" tlk d/kotor/dialog.tlk 1 >one.txt
"$tool" tlk d/kotor 1 | cmp - one.txt

# A model comes with its second file.
"$tool" json d/kotor/override/demo_head.mdl >pair.json
"$tool" cat d/kotor demo_head.mdl | cmp - pair.json
"$tool" cat d/kotor/override demo_head.mdl | cmp - pair.json

# A damaged archive in a folder: the rest is shown, and the exit status says that it is not all.
mkdir hurt
head -c 400 d/kotor/modules/demo01.mod >hurt/demo01.mod
cp d/kotor/modules/demo02.rim hurt/
code=0; "$tool" ls hurt -q >out.txt 2>err.txt || code=$?
[ $code = 3 ] && grep -q 'demo01.mod: ' err.txt && grep -q 'demo02.rim' out.txt
