# A newcomer's way through: demo, verify, archives in and out, JSON edits, diff, convert.
"$tool" demo -q demo

# LOGBOOK.TXT of a saved game is plain text, of no format.
prints '^verified [1-9][0-9]*: identical [1-9][0-9]*, different 0, unreadable 0, opaque 0, unknown 1, unrecognised 0$' "$tool" verify demo/kotor demo/redguard
prints '^verified .*different 0, unreadable 0, opaque 0' "$tool" verify --through json demo/kotor demo/redguard
# Archives in broken/ have entries of types that nobody knows.
prints '^verified .*different 0, unreadable 0, opaque 0, unknown [0-9], unrecognised 0$' "$tool" verify --through json demo
exits 0 "$tool" verify -q demo
equal "$(cat out.txt err.txt)" ''

# The same words whatever the number of threads.
"$tool" verify -v -j 1 demo >one.txt
"$tool" verify -v -j 4 demo >four.txt
same one.txt four.txt

# Out and in again: same resources, and a changed one stays changed.
mod=demo/kotor/modules/demo01.mod
"$tool" extract -q "$mod" -o work
"$tool" list "$mod" --json >list.json
python3 - <<'PY'
import json, os
entries = json.load(open('list.json'))
assert entries and all(os.path.getsize('work/' + e['name']) == e['bytes'] for e in entries)
PY
"$tool" pack -q work -o again.mod
"$tool" extract -q again.mod -o work2
same work work2

"$tool" json work/keeper.utc -o edit.json
python3 - <<'PY'
import json
doc = json.load(open('edit.json'))
for field in doc['root']['fields']:
    if field[0] == 'Tag':
        field[2] = 'changed_tag'
json.dump(doc, open('edited.json', 'w'))
PY
"$tool" build edited.json -f -o work/keeper.utc
cp "$mod" changed.mod
"$tool" put -q changed.mod work/keeper.utc
exits 1 "$tool" diff "$mod" changed.mod
has out.txt '^resources/keeper.utc/Tag: .* -> "changed_tag"$'
counts 1 out.txt ''
"$tool" rm -q changed.mod keeper.utc
exits 0 "$tool" list changed.mod
lacks out.txt keeper.utc
equal "$(find . -name '*.part')" ''

# A BIF by the names of its key; what is put in and taken out is so in the key as well.
cp -r demo/kotor game
bif=game/data/templates.bif
prints ' keeper.utc$' "$tool" list "$bif"
prints '^1 entries' "$tool" list "$bif" --format bif --key game/chitin.key 'gate.*'
"$tool" extract -q "$bif" -o templates
"$tool" extract "$bif" guard.utc -o - | same - templates/guard.utc
cp templates/keeper.utc changed.utc
prints 'its key follows' "$tool" put "$bif" changed.utc templates/guard.utc
"$tool" rm -q "$bif" keeper.utc
"$tool" extract -q "$bif" -o templates2
mv templates2/changed.utc templates2/keeper.utc
same templates templates2
prints 'different 0, unreadable 0' "$tool" verify game/chitin.key "$bif"
prints "\"size\": $(stat -c %s "$bif")" "$tool" json game/chitin.key
if [ -e game/data/talk.bzf ]; then
    "$tool" put -q game/data/talk.bzf templates/crate.utp
    "$tool" extract game/data/talk.bzf crate.utp -o - | same - templates/crate.utp
else
    skips 'the demo has no BZF'
fi

# A key and its BIF files from folders, and back.
mkdir made
"$tool" pack -q templates work -o made/chitin.key
prints '^verified .*different 0, unreadable 0' "$tool" verify made
"$tool" extract -q made/data/work.bif -o work3
same work work3
"$tool" pack -q work -o bare.bif
prints ' 00000\.' "$tool" list bare.bif

# The parts of a module as one, and a module of our own.
"$tool" pack -q --from-module demo/kotor/modules/demo02.rim -o demo02.mod
"$tool" extract -q demo02.mod -o parts
"$tool" extract -q demo/kotor/modules/demo02.rim -o parts2
"$tool" extract -q demo/kotor/modules/demo02_s.rim -o parts2
same parts parts2
cp demo/kotor/modules/demo02.rim first.rim
"$tool" pack -q work -o first_s.rim
echo talk >keeper.txt
"$tool" pack -q keeper.txt work/module.ifo -o first_dlg.erf
"$tool" put -q first_s.rim keeper.txt
prints 'of 3 archives' "$tool" pack --from-module first.rim -o first.mod
"$tool" extract first.mod module.ifo -o - | same - work/module.ifo

# Standard input and output.
"$tool" json - <"$mod" >stdin.json
"$tool" build - -o - <stdin.json | same - "$mod"
"$tool" extract "$mod" module.ifo -o - | same - work/module.ifo

# Palettes to PNG and back.
"$tool" convert -q demo/redguard/fxart/ISLAND.COL -o island.png
"$tool" convert -q island.png --to col -o BACK.COL
same BACK.COL demo/redguard/fxart/ISLAND.COL

# Dumps account for every byte of every file of the two games. (An MDX is rows that its MDL describes.)
find demo/kotor demo/redguard -type f ! -name '*.mdx' ! -name LOGBOOK.TXT >files.txt
exists files.txt
while read -r file; do
    exits 0 "$tool" dump "$file"
    if grep -q 'no field explains' out.txt; then
        prints explicit-layout "$tool" info "$file"
    fi
done <files.txt

# Everything at once.
for game in kotor redguard; do "$tool" convert -q demo/$game -o open/$game; done
[ "$(find open -name '*.png' | wc -l)" -gt 10 ]
[ "$(find open -name '*.glb' | wc -l)" -gt 3 ]
# (The demo has files with oddities, to be found.)
exits 1 "$tool" scan demo --json
python3 -c 'import json; assert json.load(open("out.txt"))["formats"]'
