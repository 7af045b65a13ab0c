# An installation of KotOR as one tree: what is there, what wins, what it says.
"$tool" demo d -q
game=d/kotor

# Each name once, with the place that wins.
prints '^demo_crest.tpc  *override ' "$tool" ls $game -q
equal "$(cut -d' ' -f1 out.txt | sort | uniq -d)" ''
exits 0 "$tool" ls $game '*.2da' --json
python3 -c '
import json
rows = json.load(open("out.txt"))
assert rows and all(r["name"].endswith(".2da") for r in rows)'
prints 'chitin.key' "$tool" ls $game --source chitin -q
prints 'modules/demo02_s.rim' "$tool" ls $game --type dlg --module demo02 -q
exits 1 "$tool" ls $game 'no_such_*' -q

# Every place that has it, the winner first and marked.
exits 0 "$tool" find $game DEMO_CREST.tpc
counts 1 out.txt '^\*'
sed -n 1p out.txt >first.txt
has first.txt '^\* demo_crest.tpc *override'
counts 3 out.txt ''
refuses 1 'was not found in' "$tool" find $game nothing.utc

# Out of it: the same bytes as by hand.
"$tool" get $game demo_crest.tpc -o got
same got/demo_crest.tpc $game/override/demo_crest.tpc
"$tool" get $game keeper.dlg --module demo01 -o - >keeper.dlg
"$tool" extract $game/modules/demo01.mod keeper.dlg -o - -q | same - keeper.dlg

# Read and search.
"$tool" cat $game keeper.utc --module demo01 | python3 -c 'import json, sys; assert json.load(sys.stdin)["format"] == "gff"'
prints Lighthouse "$tool" tlk $game 2
exits 0 "$tool" tlk $game 1 2
counts 2 out.txt ''
"$tool" grep $game 'lighthouse' -q >grep.txt
exists grep.txt
"$tool" grep $game lighthouse -q -j 1 | same - grep.txt
exits 1 "$tool" grep $game 'no such words anywhere' -q
# Names and values, as they are read: no word of the JSON form, no escapes, capitals or not.
for word in '"format"' late-sound cp1252 volume_variance '\"' '\\'; do
    exits 1 "$tool" grep $game "$word" -q
done
prints '^types01.gff: ' "$tool" grep $game 'CAFÉ € “QUOTED”' -q
prints '^demo_keeper.ssf: .*-> To arms!$' "$tool" grep $game battle_cry_1 -q
prints '^types01.gff: ' "$tool" grep $game 'tab \ "quote"' -q
refuses 2 'not empty' "$tool" grep $game ''
# A file without the letters of a plain word is passed over; with a * before it all are looked at.
words_same() { # exit code, word
    exits "$1" "$tool" grep $game "$2" -q
    mv out.txt plain.txt
    exits "$1" "$tool" grep $game "*$2" -q
    same plain.txt out.txt
}
for word in lighthouse keeper the Tag Mod_ 'to arms' caf battle_cry demo01 strref e; do
    words_same 0 "$word"
done
words_same 1 zzqx
# What several modules have is searched in each, and named by where it is.
prints '^module.ifo in modules/demo01.mod: ' "$tool" grep $game Mod_Name --type ifo -q
has out.txt '^module.ifo in modules/demo02.rim: '
exits 0 "$tool" grep $game Mod_Name --type ifo --module demo02 -q
counts 1 out.txt '^module.ifo: '
"$tool" name $game --ltr humanm --count 3 --seed 7 >names.txt
counts 3 names.txt ''
"$tool" name $game --ltr humanm --count 3 --seed 7 | same - names.txt

# What a module is made of.
prints 'modules/demo02.rim: ' "$tool" module $game demo02
has out.txt 'modules/demo02_s.rim: '
refuses 2 nowhere "$tool" ls nowhere

# A BIF in a tree has the names that list shows; without a key, numbers. The files of a model, which
# only their names put together, are one.
"$tool" convert $game/data -o open -q
exists open/templates.bif/keeper.utc.json
"$tool" verify $game/data -v -q >verified.txt
"$tool" list $game/data/templates.bif --json | python3 -c '
import json, sys
said = open("verified.txt").read()
for entry in json.load(sys.stdin):
    assert "templates.bif/" + entry["name"] + "\n" in said, entry'
mkdir -p alone models
cp $game/data/templates.bif alone/
prints 'templates.bif/00000.utc' "$tool" verify alone -v -q
cp $game/override/demo_guard.mdl models/m.mdl
cp $game/override/demo_guard.mdx models/m.mdx
"$tool" pack models -o chitin.key -q
prints 'identical: data/models.bif/m.mdl$' "$tool" verify data/models.bif -v -q
lacks out.txt 'm.mdx'

# A file that modules have in different forms is not guessed; the real path of each is told.
exits 1 "$tool" get $game module.ifo -o guess
has err.txt 'module.ifo is not the same in all modules; choose one with --module:'
has err.txt '^  modules/demo01.mod$'
has err.txt '^  modules/demo02.rim$'
absent guess
exits 1 "$tool" cat $game module.ifo
"$tool" get $game module.ifo --module demo02 -o chosen
exists chosen/module.ifo
prints '^\* demo_crest.tpc *override *override/demo_crest.tpc$' "$tool" find $game demo_crest.tpc
has out.txt 'chitin *data/textures.bif$'
# The same when the folder is given with a slash; a game that is one file is its own place.
prints '^\* demo_crest.tpc *override *override/demo_crest.tpc$' "$tool" find $game/ demo_crest.tpc
has out.txt 'chitin *data/textures.bif$'
prints '^\* keeper.dlg *archive *d/kotor/modules/demo01.mod$' "$tool" find $game/modules/demo01.mod keeper.dlg

# The parts of a module as one .mod, which then is all of the module. Any part names the module.
"$tool" pack --from-module $game/modules/demo02.rim -o demo02.mod -q
"$tool" pack --from-module $game/modules/demo02_s.rim -o same.mod -q
same demo02.mod same.mod
# Of two resources of one name that of the area is taken: the game mounts it last.
cp $game/modules/demo02.rim two.rim
cp $game/modules/demo02_s.rim two_s.rim
printf area >both.txt
"$tool" put -q two.rim both.txt
printf other >both.txt
"$tool" put -q two_s.rim both.txt
"$tool" pack --from-module two.rim -o two.mod -q
equal "$("$tool" extract two.mod both.txt -o - -q)" area
cp $game/modules/demo02_s.rim lone_s.rim
refuses 3 'lone.rim: no such file' "$tool" pack --from-module lone_s.rim -o lone.mod
cp $game/modules/demo02_s.rim lone.rim
refuses 3 'have no module.ifo' "$tool" pack --from-module lone.rim -o lone.mod
absent lone.mod
# Files in lower case, named in capitals.
prints '^packed [0-9]* resources of 2 archives into upper.mod; 0 were hidden by others$' \
    "$tool" pack --from-module $game/modules/DEMO02.RIM -o upper.mod
same upper.mod demo02.mod
# Of two entries of one name in one archive the first is taken; a name that is no name of a resource is not.
python3 - <<'PY'
import struct

def rim(name, *entries):
    keys, data, at = b'', b'', 120 + 32 * len(entries)
    for i, (ref, kind, body) in enumerate(entries):
        keys += ref.ljust(16, b'\0') + struct.pack('<4I', kind, i, at + len(data), len(body))
        data += body
    head = b'RIM V1.0' + struct.pack('<4I', 0, len(entries), 120, 0) + bytes(96)
    open(name, 'wb').write(head + keys + data)

rim('tie.rim', (b'module', 2014, b'ifo'), (b'both', 10, b'first'), (b'BOTH', 10, b'second'), (b'both', 10, b'third'))
rim('unsafe.rim', (b'module', 2014, b'ifo'), (b'..\\x', 2027, b'evil'))
PY
prints '^packed 2 resources of 1 archives into tie.mod; 2 were hidden by others$' \
    "$tool" pack --from-module tie.rim -o tie.mod
equal "$("$tool" extract tie.mod both.txt -o - -q)" first
refuses 2 'not a valid name for a resource' "$tool" pack --from-module unsafe.rim -o unsafe.mod
cp chosen/module.ifo plain.rim
refuses 2 'plain.rim: gff: is not an archive' "$tool" pack --from-module plain.rim -o plain.mod
absent unsafe.mod plain.mod
cp demo02.mod $game/modules/
prints 'demo02_s.rim.*not used' "$tool" module $game demo02
# What only a replaced part has is not the game's.
cp chosen/module.ifo only.ifo
"$tool" put -q $game/modules/demo02_s.rim only.ifo
exits 0 "$tool" ls $game -q
lacks out.txt '^only.ifo'
refuses 1 'only.ifo is in modules/demo02_s.rim alone, which the game does not read' "$tool" get $game only.ifo
exits 0 "$tool" ls $game --source module -q
has out.txt '^only.ifo'

# Names without an extension, and modules by a list that has them all.
refuses 1 'with an extension there is demo_crest.tpc' "$tool" find $game demo_crest
exits 1 "$tool" module $game nothing
hint=$(sed 's/.*; reliquary \(ls .*\) lists them/\1/' err.txt)
prints demo01.mod "$tool" $hint -q
has out.txt demo02.rim

# A damaged installation: what is left is shown, and the exit status says that it is not all.
cp -r d/kotor hurt
head -c 400 d/kotor/modules/demo01.mod >hurt/modules/demo01.mod
for command in 'ls hurt -q' 'grep hurt lighthouse -q' 'find hurt demo_crest.tpc' 'module hurt demo01'; do
    refuses 3 demo01.mod "$tool" $command
    exists out.txt
done
cp d/kotor/modules/demo01.mod hurt/modules/
head -c 70 d/kotor/chitin.key >hurt/chitin.key
refuses 3 chitin.key "$tool" ls hurt -q
exists out.txt
mkdir bare
cp hurt/chitin.key bare/
refuses 3 'cut off' "$tool" ls bare
cp d/kotor/chitin.key hurt/
if can_deny; then
    chmod 000 hurt/chitin.key
    refuses 3 'chitin.key: .*Permission denied' denied "$tool" ls hurt -q
    has out.txt '^demo_crest.tpc  *override '
    lacks out.txt ' chitin '
    chmod 000 hurt/modules/demo01.mod
    exits 3 denied "$tool" ls hurt -q
    counts 2 err.txt 'Permission denied'
    chmod 644 hurt/chitin.key hurt/modules/demo01.mod
else
    skips 'permissions do not hold the superuser back'
fi
# Folders deeper than the walk goes: no verb passes them over in silence, and none writes half a game.
deep=hurt/override/$(printf 'x/%.0s' {1..70})
mkdir -p "$deep"
cp d/kotor/override/demo_crest.tpc "$deep"
for command in 'ls hurt -q' 'find hurt demo_crest.tpc' 'verify hurt -q' 'scan hurt -q' 'info hurt' \
    'get hurt demo_crest.tpc -o deep-got' 'convert hurt -o deep-open -q'; do
    refuses 3 'hurt/override/x/x/.*: folders nested deeper than 64' "$tool" $command
done
absent deep-got
absent deep-open
rm -r hurt/override/x
exits 0 "$tool" ls hurt -q
head -c 300 d/kotor/dialog.tlk >hurt/dialog.tlk
refuses 3 'dialog.tlk: cut off' "$tool" tlk hurt 12
refuses 3 dialog.tlk "$tool" grep hurt lighthouse -q
head -c 10 d/kotor/dialog.tlk >hurt/dialog.tlk
refuses 3 'dialog.tlk: .*cut off' "$tool" tlk hurt 1
exits 1 "$tool" tlk d/kotor 99999

# A source is searched for what others hide, too: templates.bif has a guard, and so has a module.
exits 0 "$tool" grep d/kotor guard --source chitin --type utc
has out.txt '^guard.utc in chitin.key: Tag: guard$'
