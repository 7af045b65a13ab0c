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
[ $code = 1 ] && grep -q 'was not found in' err.txt

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
# Names and values, as they are read: no word of the JSON form, no escapes, capitals or not.
for word in '"format"' late-sound cp1252 volume_variance '\"' '\\'; do
    code=0; "$tool" grep $game "$word" -q >out.txt || code=$?
    [ $code = 1 ] || { echo "found: $word"; cat out.txt; exit 1; }
done
"$tool" grep $game 'CAFÉ € “QUOTED”' -q | grep -q '^types01.gff: '
"$tool" grep $game battle_cry_1 -q | grep -q '^demo_keeper.ssf: .*-> To arms!$'
"$tool" grep $game 'tab \ "quote"' -q | grep -q '^types01.gff: '
code=0; "$tool" grep $game '' 2>err.txt || code=$?
[ $code = 2 ] && grep -q 'not empty' err.txt
# What several modules have is searched in each, and named by where it is.
"$tool" grep $game Mod_Name --type ifo -q >modules.txt
grep -q '^module.ifo in modules/demo01.mod: ' modules.txt
grep -q '^module.ifo in modules/demo02.rim: ' modules.txt
[ "$("$tool" grep $game Mod_Name --type ifo --module demo02 -q | grep -c '^module.ifo: ')" = 1 ]
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

# Names without an extension, and modules by a list that has them all.
code=0; "$tool" find $game demo_crest 2>err.txt || code=$?
[ $code = 1 ] && grep -q 'with an extension there is demo_crest.tpc' err.txt
code=0; "$tool" module $game nothing 2>err.txt || code=$?
[ $code = 1 ]
hint=$(sed 's/.*; reliquary \(ls .*\) lists them/\1/' err.txt)
"$tool" $hint -q >modules.txt
grep -q demo01.mod modules.txt && grep -q demo02.rim modules.txt

# A damaged installation: what is left is shown, and the exit status says that it is not all.
damaged() { # words of the message, command...
    local words=$1 code=0
    shift
    "$@" >out.txt 2>err.txt || code=$?
    [ $code = 3 ] || { echo "exit $code, not 3: $*"; cat err.txt; exit 1; }
    grep -q -- "$words" err.txt || { echo "no '$words': $*"; cat err.txt; exit 1; }
}
cp -r d/kotor hurt
head -c 400 d/kotor/modules/demo01.mod >hurt/modules/demo01.mod
damaged demo01.mod "$tool" ls hurt -q
[ -s out.txt ]
damaged demo01.mod "$tool" grep hurt lighthouse -q
[ -s out.txt ]
damaged demo01.mod "$tool" find hurt demo_crest.tpc
[ -s out.txt ]
damaged demo01.mod "$tool" module hurt demo01
cp d/kotor/modules/demo01.mod hurt/modules/
head -c 70 d/kotor/chitin.key >hurt/chitin.key
damaged chitin.key "$tool" ls hurt -q
[ -s out.txt ]
mkdir bare && cp hurt/chitin.key bare/
damaged 'cut off' "$tool" ls bare
cp d/kotor/chitin.key hurt/
head -c 300 d/kotor/dialog.tlk >hurt/dialog.tlk
damaged 'dialog.tlk: cut off' "$tool" tlk hurt 12
damaged dialog.tlk "$tool" grep hurt lighthouse -q
head -c 10 d/kotor/dialog.tlk >hurt/dialog.tlk
damaged 'dialog.tlk: .*cut off' "$tool" tlk hurt 1
code=0; "$tool" tlk d/kotor 99999 2>err.txt || code=$?
[ $code = 1 ]
