# A newcomer's way through: demo, verify, archives in and out, JSON edits, diff, convert.
tool=$RELIQUARY
"$tool" demo -q demo

"$tool" verify -q demo | tee verify.txt
tail -n 1 verify.txt | grep -Eq '^verified [1-9][0-9]*: identical [1-9][0-9]*, different 0, unreadable 0, opaque 0, unknown 0$'
"$tool" verify -q --through json demo | tail -n 1 | grep -q 'different 0, unreadable 0, opaque 0'

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
grep -q "^resources/$utc/document/root/fields/Tag: .* -> \"changed_tag\"\$" diff.txt
[ "$(wc -l <diff.txt)" = 1 ]
"$tool" rm -q changed.mod "$utc"
! "$tool" list changed.mod | grep -q "$utc"
[ -z "$(find . -name '*.part')" ]

# Standard input and output.
"$tool" json - <"$mod" >stdin.json
"$tool" build - -o - <stdin.json | cmp - "$mod"
"$tool" extract "$mod" module.ifo -o - | cmp - work/module.ifo

# Palettes to PNG and back.
"$tool" convert -q demo/redguard/fxart/ISLAND.COL -o island.png
"$tool" convert -q island.png --to col -o BACK.COL
cmp BACK.COL demo/redguard/fxart/ISLAND.COL

# Dumps account for every byte of every demo file.
find demo -type f | while read -r file; do
    "$tool" dump "$file" >dump.txt
    if grep -q 'no field explains' dump.txt && ! "$tool" info "$file" | grep -q explicit_layout; then
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
