# An installation of KotOR as one tree: what is there, what wins, what it says.
tool=$RELIQUARY
"$tool" demo d -q
game=d/kotor

# Each name once, with the place that wins.
"$tool" ls $game -q >ls.txt
grep -Eq '^demo_crest.tpc +override ' ls.txt
[ "$(cut -d' ' -f1 ls.txt | sort | uniq -d | wc -l)" = 0 ]
"$tool" ls $game '*.2da' --json | python3 -c '
import json, sys
rows = json.load(sys.stdin)
assert rows and all(r["name"].endswith(".2da") for r in rows)'
"$tool" ls $game --source chitin -q | grep -q 'chitin.key'
"$tool" ls $game --type dlg --module demo02 -q | grep -q 'modules/demo02_s.rim'
code=0; "$tool" ls $game 'no_such_*' -q || code=$?
[ $code = 1 ]

# Every place that has it, the winner first and marked.
"$tool" find $game DEMO_CREST.tpc >find.txt
head -n 1 find.txt | grep -q '^\* demo_crest.tpc *override'
[ "$(grep -c '^\*' find.txt)" = 1 ] && [ "$(wc -l <find.txt)" -gt 1 ]
code=0; "$tool" find $game nothing.utc 2>err.txt || code=$?
[ $code = 1 ] && grep -q nowhere err.txt

# Out of it: the same bytes as by hand.
"$tool" get $game demo_crest.tpc -o got
cmp got/demo_crest.tpc $game/override/demo_crest.tpc
"$tool" get $game keeper.dlg --module demo01 -o -  >keeper.dlg
"$tool" extract $game/modules/demo01.mod keeper.dlg -o - -q | cmp - keeper.dlg

# Read and search.
"$tool" cat $game keeper.utc --module demo01 | python3 -c 'import json, sys; assert json.load(sys.stdin)["format"] == "gff"'
"$tool" tlk $game 2 | grep -q Lighthouse
[ "$("$tool" tlk $game 1 2 | wc -l)" = 2 ]
"$tool" grep $game 'lighthouse' -q >grep.txt
[ -s grep.txt ]
"$tool" grep $game lighthouse -q -j 1 | cmp - grep.txt
code=0; "$tool" grep $game 'no such words anywhere' -q || code=$?
[ $code = 1 ]
"$tool" name $game --ltr humanm --count 3 --seed 7 >names.txt
[ "$(wc -l <names.txt)" = 3 ]
"$tool" name $game --ltr humanm --count 3 --seed 7 | cmp - names.txt

# What a module is made of.
"$tool" module $game demo02 >module.txt
grep -q 'modules/demo02.rim: ' module.txt && grep -q 'modules/demo02_s.rim: ' module.txt
code=0; "$tool" ls nowhere 2>err.txt || code=$?
[ $code = 2 ]

# A BIF in a tree has the names that list shows; without a key, numbers. The files of a model, which
# only their names put together, are one.
"$tool" convert $game/data -o open -q
[ -f open/templates.bif/keeper.utc.json ]
"$tool" verify $game/data -v -q >verified.txt
"$tool" list $game/data/templates.bif --json | python3 -c '
import json, sys
said = open("verified.txt").read()
for entry in json.load(sys.stdin):
    assert "templates.bif/" + entry["name"] + "\n" in said, entry'
mkdir -p alone models
cp $game/data/templates.bif alone/
"$tool" verify alone -v -q | grep -q 'templates.bif/00000.utc'
cp "$(find $game -name '*.mdl' | head -1)" models/m.mdl
cp "$(find $game -name '*.mdx' | head -1)" models/m.mdx
"$tool" pack models -o chitin.key -q
"$tool" verify data/models.bif -v -q >verified.txt
grep -q 'identical: data/models.bif/m.mdl$' verified.txt && ! grep -q 'm.mdx' verified.txt

# The parts of a module as one .mod, which then is all of the module.
"$tool" pack --from-module $game/modules/demo02.rim -o demo02.mod -q
cp demo02.mod $game/modules/
"$tool" module $game demo02 | grep 'demo02_s.rim' | grep -q 'not used'
