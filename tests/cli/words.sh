# Small words of verbs: rules that are left out, findings that are not to be told, names of files in and around games,
# and how a batch ends.
"$tool" demo -q d
broken=d/broken

# .reliquary-lint: of a folder that is checked, or beside a file that is, whatever is said before it; of several paths
# those of all hold, also where the text of one has no end of its line.
mkdir -p one two
cp $broken/are-fog-negative.are one/x.are
cp $broken/utc-dead-saves.utc two/y.utc
linted() { # counts, then paths
    local counts=$1
    shift
    exits 0 "$tool" lint "$@"
    equal "$(tail -n 1 out.txt)" "linted $counts"
}
linted '2 files: 0 errors, 2 warnings, 0 notes' one two
printf 'are-fog-negative *' >one/.reliquary-lint
linted '1 files: 0 errors, 0 warnings, 0 notes' one/x.are
linted '2 files: 0 errors, 1 warnings, 0 notes' one/x.are two/y.utc
printf 'utc-dead-saves y.utc SaveWill' >two/.reliquary-lint
linted '2 files: 0 errors, 0 warnings, 0 notes' one/x.are two/y.utc
linted '2 files: 0 errors, 0 warnings, 0 notes' two/y.utc one/x.are
linted '4 files: 0 errors, 0 warnings, 0 notes' one two
cp one/x.are x.are
linted '1 files: 0 errors, 1 warnings, 0 notes' x.are
cp one/.reliquary-lint .
linted '1 files: 0 errors, 0 warnings, 0 notes' x.are
rm .reliquary-lint one/.reliquary-lint
# Warnings end it with 1 when --strict is given, and only then; both kinds are counted.
exits 1 "$tool" lint one/x.are --strict
exits 0 "$tool" lint one/x.are --strict --rule -are-fog-negative
refuses 2 '^reliquary: there is no rule nothing' "$tool" explain nothing
# A file is backed up once, however many findings of how many files in it are mended.
"$tool" pack -q one/x.are $broken/dlg-fade-ignored.dlg -o inner.mod
cp inner.mod was.mod
cp one/x.are was.are
exits 0 "$tool" lint inner.mod one/x.are --fix --backup
counts 2 out.txt '^fixed: inner.mod/'
counts 1 out.txt '^fixed: one/x.are: SunFogNear -> 0$'
same inner.mod.bak was.mod
same one/x.are.bak was.are
absent x.are.bak
# Without a backup nothing in an archive is changed; one that was made for its first file serves the others.
cp was.mod x.mod
printf mine >x.mod.bak
exits 4 "$tool" lint x.mod --fix --backup
same x.mod was.mod
equal "$(cat x.mod.bak)" mine
counts 2 err.txt "x.mod.bak: it can't be kept as it is: is there already"

# Warnings of the compiler by name, several with commas: the first that is none is told, a part of a name is none.
printf 'void main() { int n; }\n' >v.nss
for rule in -unused-variable -no-effect,-unused-variable -unused-variable,-no-effect; do
    exits 0 "$tool" compile v.nss --rule "$rule" --strict -o v.ncs --force
    equal "$(cat err.txt)" ''
done
exits 0 "$tool" compile v.nss --rule -no-effect -o v.ncs
has err.txt 'unused-variable'
for pair in nope=nope -unused-variable,nope=nope -unused-variabl=-unused-variabl -unused-variables=-unused-variables \
    unused-variable=unused-variable -=- ,= -nope,-unused-variable=-nope; do
    refuses 2 "^reliquary: --rule ${pair#*=}: -ID leaves a warning out; reliquary compile --rules x.nss lists them\$" \
        "$tool" compile v.nss --rule "${pair%%=*}" -o v.ncs
done

# The game may be named with a slash at its end, and may be one file: what is listed are paths below it.
for path in d/kotor d/kotor/ d/kotor//; do
    exits 0 "$tool" ls $path demo01.vis --json -q
    has out.txt '"file": "override/demo01.vis", "wins": true}$'
done
exits 0 "$tool" ls d/kotor/modules/demo01.mod 'k*.utc' --json -q
has out.txt '{"name": "keeper.utc", "source": "archive", "path": "demo01.mod", "file": "d/kotor/modules/demo01.mod", "wins": true}$'
exits 0 "$tool" find d/kotor/ demo01.vis
equal "$(cat out.txt)" '* demo01.vis            override  override/demo01.vis'
exits 1 "$tool" ls d/kotor 'nothing*'
equal "$(cat out.txt err.txt)" '0 resources'
exits 0 "$tool" ls d/kotor 'demo01.v*'
equal "$(cat err.txt)" '1 resources'

# How a batch ends: 2 where only wishes were wrong, 3 where something can't be read, 4 where something can't be written.
mkdir in
cp d/kotor/override/demo_stone.tpc in/a.tpc
cp d/kotor/override/demo_stone.tpc in/b.tpc
exits 0 "$tool" convert in --to png -o out --no-gallery
equal "$(sed -n 1p out.txt)" 'made a.png, b.png in out'
exits 4 "$tool" convert in --to png -o out --no-gallery
has out.txt '^made 0 files in out; 2 failed$'
counts 2 err.txt 'is there already'
# The index is written last, and nothing is said when that can't be.
rm out/b.png
exits 4 "$tool" convert in --to png -o out --no-gallery
equal "$(cat out.txt)" ''
has err.txt 'index.json: is there already'
rm out/b.png out/index.*
exits 4 "$tool" convert in --to png -o out --no-gallery
has out.txt '^made b.png in out; 1 failed$'
counts 1 err.txt ''
head -c 200 d/kotor/override/demo_stone.tpc >in/c.tpc
rm -r out
exits 3 "$tool" convert in --to png -o out --no-gallery --format tpc
has out.txt '^made a.png, b.png in out; 1 failed$'
has err.txt '^reliquary: in/c.tpc: '
rm out/b.png out/index.*
exits 4 "$tool" convert in --to png -o out --no-gallery --format tpc
has out.txt '^made b.png in out; 2 failed$'
exits 3 "$tool" convert in --to png -o out --no-gallery --format tpc --skip-existing
has out.txt '^made 0 files in out; 2 were there already; 1 failed$'
exits 0 "$tool" convert in/a.tpc in/b.tpc --to png -o out --no-gallery --force
has out.txt '^made a.png, b.png in out$'
exits 0 "$tool" convert in/a.tpc in/b.tpc --to png -o out --no-gallery --force -q
equal "$(cat out.txt err.txt)" ''

# Two files of one folder that would become one keep their extensions, in any case of letters; others do not.
mkdir stems stems/below
cp d/kotor/override/demo_stone.tpc stems/wall.tpc
cp d/kotor/override/demo_true24.tga stems/WALL.tga
cp d/kotor/override/demo_stone.tpc stems/wal.tpc
cp d/kotor/override/demo_stone.tpc stems/walls.tpc
cp d/kotor/override/demo_true24.tga stems/below/wall.tga
exits 0 "$tool" convert stems --to png -o stem --no-gallery
find stem -name '*.png' | LC_ALL=C sort >found.txt
same found.txt - <<'EOF'
stem/WALL.tga.png
stem/below/wall.png
stem/wal.png
stem/wall.tpc.png
stem/walls.png
EOF

# A path of fields with a mistake in any of its parts: the longest part that is known tells what may be meant.
mistaken() { # kind, path, what is meant or nothing
    local guess="reliquary fields $1 lists what it has"
    if [ "$3" ]; then guess="did you mean $3?"; fi
    exits 2 "$tool" fields "$1" "$2"
    equal "$(cat err.txt)" "reliquary: $1 has no $2; $guess"
}
mistaken UTC Tagg Tag
mistaken UTC ClassList/Clas ClassList/Class
mistaken UTC ClasList/Class ClassList
mistaken DLG EntryList/RepliesList/Activ EntryList/RepliesList/Active
mistaken DLG EntryList/ReplieList/Active EntryList/RepliesList
mistaken DLG EntrList/RepliesList/Active EntryList
mistaken DLG EntryList/RepliesList/Nothing ''
mistaken DLG Nothing/RepliesList/Active ''
refuses 2 '^reliquary: no kind of file is named UTX; did you mean UT[A-Z]; reliquary fields lists them$' "$tool" fields UTX

# Of rules that may be meant three are named, in the order of the list.
"$tool" lint --rules | awk '/^[a-z0-9-]*dlg/ { print $1 }' >dlg.txt
if [ "$(wc -l <dlg.txt)" -lt 4 ]; then fail 'fewer rules of dialogues than a list is cut at'; fi
exits 2 "$tool" explain dlg
equal "$(cat err.txt)" "reliquary: there is no rule dlg; reliquary lint --rules lists them; similar: $(sed -n '1,3p' dlg.txt |
    paste -sd, | sed 's/,/, /g')"

# In a folder the archive that a file is in is what is kept, each once.
mkdir deep deep/er
cp was.mod deep/a.mod
cp was.mod deep/er/b.mod
cp was.are deep/er/c.are
exits 0 "$tool" lint deep --fix --backup -q
for file in deep/a.mod deep/er/b.mod; do
    same $file.bak was.mod
    same $file inner.mod
done
same deep/er/c.are.bak was.are
same deep/er/c.are one/x.are
equal "$(find deep -name '*.bak' | wc -l)" 3
# A backup that is there already is kept: the file is not mended then, and the others are.
cp was.are deep/er/c.are
cp was.are deep/er/d.are
exits 4 "$tool" lint deep --fix --backup
equal "$(cat err.txt)" "reliquary: deep/er/c.are.bak: it can't be kept as it is: is there already; move what is there away, or \
leave --backup out"
same deep/er/c.are was.are
same deep/er/d.are one/x.are
same deep/er/d.are.bak was.are

# Files of one name that become other kinds each have the name to themselves, unless --to makes one kind of them.
mkdir kinds
cp d/kotor/override/demo_stone.tpc kinds/wall.tpc
cp d/kotor/override/demo_items.2da kinds/wall.2da
cp d/kotor/override/demo_door.mdl kinds/wall.mdl
cp d/kotor/override/demo_door.mdx kinds/wall.mdx
exits 0 "$tool" convert kinds -o kind --no-gallery -q
equal "$(find kind -name 'wall*' | LC_ALL=C sort | paste -sd' ')" 'kind/wall.csv kind/wall.glb kind/wall.png'
exits 0 "$tool" convert kinds -o texts --to json --no-gallery -q
equal "$(find texts -name 'wall*' | LC_ALL=C sort | paste -sd' ')" \
    'texts/wall.2da.json texts/wall.mdl.json texts/wall.tpc.json'
cp kinds/wall.2da kinds/Wall2.2DA
cp kinds/wall.2da kinds/wall2.txt
exits 0 "$tool" convert kinds -o more --to csv --no-gallery -q
equal "$(find more -name '[wW]all*' | LC_ALL=C sort | paste -sd' ')" 'more/Wall2.2DA.csv more/wall.csv more/wall2.txt.csv'
