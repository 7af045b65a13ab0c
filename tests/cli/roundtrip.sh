# A newcomer's way through: demo, verify, archives in and out, JSON edits, diff, convert.
tool=$RELIQUARY
"$tool" demo -q demo

"$tool" verify demo | tee verify.txt
tail -n 1 verify.txt | grep -Eq '^verified [1-9][0-9]*: identical [1-9][0-9]*, different 0, unreadable 0, opaque 0, unknown 0, unrecognised 0$'
"$tool" verify --through json demo | tail -n 1 | grep -q 'different 0, unreadable 0, opaque 0'

[ -z "$("$tool" verify -q demo)" ]

# The same words whatever the number of threads.
"$tool" verify -v -j 1 demo >one.txt
"$tool" verify -v -j 4 demo >four.txt
cmp one.txt four.txt

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
diff -r work work2

utc=$(cd work && ls *.utc | head -n 1)
"$tool" json "work/$utc" -o edit.json
python3 - "$utc" <<'PY'
import json, sys
doc = json.load(open('edit.json'))
for field in doc['root']['fields']:
    if field[0] == 'Tag':
        field[2] = 'changed_tag'
json.dump(doc, open('edited.json', 'w'))
PY
"$tool" build edited.json -f -o "work/$utc"
cp "$mod" changed.mod
"$tool" put -q changed.mod "work/$utc"
code=0
"$tool" diff "$mod" changed.mod >diff.txt || code=$?
[ "$code" = 1 ]
grep -q "^resources/$utc/Tag: .* -> \"changed_tag\"\$" diff.txt
[ "$(wc -l <diff.txt)" = 1 ]
"$tool" rm -q changed.mod "$utc"
! "$tool" list changed.mod | grep -q "$utc"
[ -z "$(find . -name '*.part')" ]

# A BIF by the names of its key; what is put in and taken out is so in the key as well.
cp -r demo/kotor game
bif=game/data/templates.bif
"$tool" list "$bif" | grep -q ' keeper.utc$'
"$tool" list "$bif" --format bif --key game/chitin.key 'gate.*' | grep -q '^1 entries'
"$tool" extract -q "$bif" -o templates
"$tool" extract "$bif" guard.utc -o - | cmp - templates/guard.utc
cp templates/keeper.utc changed.utc
"$tool" put "$bif" changed.utc templates/guard.utc | grep -q 'its key follows'
"$tool" rm -q "$bif" keeper.utc
"$tool" extract -q "$bif" -o templates2
mv templates2/changed.utc templates2/keeper.utc
diff -r templates templates2
"$tool" verify game/chitin.key "$bif" | grep -q 'different 0, unreadable 0'
"$tool" json game/chitin.key | grep -q "\"size\": $(stat -c %s "$bif")"
if "$tool" formats --json | grep -q '"bzf"' && [ -e game/data/talk.bzf ]; then
    "$tool" put -q game/data/talk.bzf templates/crate.utp
    "$tool" extract game/data/talk.bzf crate.utp -o - | cmp - templates/crate.utp
fi

# A key and its BIF files from folders, and back.
mkdir made
"$tool" pack -q templates work -o made/chitin.key
"$tool" verify made | tail -n 1 | grep -q 'different 0, unreadable 0'
"$tool" extract -q made/data/work.bif -o work3
diff -r work work3
"$tool" pack -q work -o bare.bif
"$tool" list bare.bif | grep -q ' 00000\.'

# The parts of a module as one, and a module of our own.
"$tool" pack -q --from-module demo/kotor/modules/demo02.rim -o demo02.mod
"$tool" extract -q demo02.mod -o parts
"$tool" extract -q demo/kotor/modules/demo02.rim -o parts2
"$tool" extract -q demo/kotor/modules/demo02_s.rim -o parts2
diff -r parts parts2
cp demo/kotor/modules/demo02.rim first.rim
"$tool" pack -q work -o first_s.rim
echo talk >keeper.txt
"$tool" pack -q keeper.txt work/module.ifo -o first_dlg.erf
"$tool" put -q first_s.rim keeper.txt
"$tool" pack --from-module first.rim -o first.mod | grep -q 'of 3 archives'
"$tool" extract first.mod module.ifo -o - | cmp - work/module.ifo

# Standard input and output.
"$tool" json - <"$mod" >stdin.json
"$tool" build - -o - <stdin.json | cmp - "$mod"
"$tool" extract "$mod" module.ifo -o - | cmp - work/module.ifo

# Palettes to PNG and back.
"$tool" convert -q demo/redguard/fxart/ISLAND.COL -o island.png
"$tool" convert -q island.png --to col -o BACK.COL
cmp BACK.COL demo/redguard/fxart/ISLAND.COL

# Dumps account for every byte of every demo file. (An MDX is rows that its MDL describes.)
find demo -type f ! -name '*.mdx' | while read -r file; do
    "$tool" dump "$file" >dump.txt
    if grep -q 'no field explains' dump.txt && ! "$tool" info "$file" | grep -q explicit-layout; then
        echo "unexplained bytes: $file"; grep 'no field explains' dump.txt; exit 1
    fi
done

# Everything at once.
"$tool" convert -q demo -o open
[ "$(find open -name '*.png' | wc -l)" -gt 10 ]
[ "$(find open -name '*.glb' | wc -l)" -gt 3 ]
# (The demo has files with oddities, to be found.)
"$tool" scan demo --json >scan.json || [ $? = 1 ]
python3 -c 'import json; assert json.load(open("scan.json"))["formats"]'
