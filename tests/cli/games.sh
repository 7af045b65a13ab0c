# What KotOR has verbs for holds for all games: Redguard, plain folders, archives, single files.
"$tool" demo d -q
game=d/redguard

# Each name once, with the place that wins: files before archives, Glide's before the others.
prints '^BARREL.3D  *fxart  *fxart$' "$tool" ls $game -q
has out.txt '^PALMTR01.3D  *archive  *fxart/ISLAND.ROB$'
has out.txt '^WORLD.INI  *root'
equal "$(awk '{print toupper($1)}' out.txt | sort | uniq -d)" ''
"$tool" ls $game '*.3d' --source archive --json | python3 -c '
import json, sys
rows = json.load(sys.stdin)
assert [r["name"] for r in rows if not r["wins"]], rows
assert all(r["path"] == "fxart/ISLAND.ROB" and r["source"] == "archive" for r in rows)'
"$tool" find $game barrel.3d >find.txt
sed 's/  */ /g; s/ *$//' find.txt >plain.txt
diff - plain.txt <<'END'
* BARREL.3D fxart fxart/BARREL.3D
 BARREL.3D 3dart 3dart/BARREL.3D
 BARREL.3D archive fxart/ISLAND.ROB
END
refuses 1 'with an extension there is BARREL.3D' "$tool" find $game barrel

# Out of it: the same bytes as by hand. Files come in lower case, as from KotOR.
"$tool" get $game BARREL.3D PALMTR01.3D -o got
same got/barrel.3d $game/fxart/BARREL.3D
"$tool" extract $game/fxart/ISLAND.ROB PALMTR01.3D -o - -q | same - got/palmtr01.3d
"$tool" cat $game world.ini | same - $game/WORLD.INI
"$tool" cat $game ISLAND.COL | python3 -c 'import json, sys; assert json.load(sys.stdin)["format"] == "col"'
prints '^ENGLISH.RTX: .*KEY TO THE HARBOUR GATE' "$tool" grep $game 'to the harbour' -q
prints '^WORLD.INI: ' "$tool" grep $game 'island.rgm' --type ini -q
# An archive's entries are searched, the archive is not once more.
exits 1 "$tool" grep $game lighthouse --source archive -q

# What only KotOR has says so.
for command in "module $game x" "tlk $game 1" "name $game"; do
    refuses 2 'is not an installation of KotOR' "$tool" $command
done
for option in '--module demo01' --layered '--game-version k1'; do
    refuses 2 'no modules or versions' "$tool" ls $game $option
done

# A folder, an archive, a BIF with the names of its key, a single file.
prints '^demo01.mod  *folder' "$tool" ls d/kotor/modules -q
has out.txt '^keeper.dlg  *archive  *demo01.mod$'
"$tool" cat d/kotor/modules/demo01.mod keeper.dlg | python3 -c 'import json, sys; assert json.load(sys.stdin)["type"] == "DLG "'
prints '^keeper.utc: ' "$tool" grep d/kotor/modules/demo01.mod keeper -q
"$tool" get d/kotor/data/templates.bif keeper.utc -o got
"$tool" extract d/kotor/data/templates.bif keeper.utc -o - -q | same - got/keeper.utc
exits 0 "$tool" ls got/keeper.utc -q
counts 1 out.txt ''
"$tool" tlk d/kotor/dialog.tlk 1 >one.txt
"$tool" tlk d/kotor 1 | same - one.txt

# A model comes with its second file.
"$tool" json d/kotor/override/demo_head.mdl >pair.json
"$tool" cat d/kotor demo_head.mdl | same - pair.json
"$tool" cat d/kotor/override demo_head.mdl | same - pair.json

# A damaged archive in a folder: the rest is shown, and the exit status says that it is not all.
mkdir hurt
head -c 400 d/kotor/modules/demo01.mod >hurt/demo01.mod
cp d/kotor/modules/demo02.rim hurt/
refuses 3 'demo01.mod: ' "$tool" ls hurt -q
has out.txt 'demo02.rim'
