# Mods of KotOR: installed on the demo, listed, undone, checked. Values follow from docs/patch.md.
"$tool" demo d -q
cp -r d/kotor game
cp -r game before
mkdir -p mod/tslpatchdata
python3 - <<'PY'
import struct
text = b"Fresh"
entry = struct.pack("<I16sIIIIf", 1, b"", 0, 0, 0, len(text), 0.0)
open("mod/tslpatchdata/append.tlk", "wb").write(
    b"TLK V3.0" + struct.pack("<III", 0, 1, 20 + len(entry)) + entry + text)
PY
printf 'new' >mod/tslpatchdata/a.txt
printf 'void main() { int n = #StrRef0#; }\n' >mod/tslpatchdata/s.nss
cat >mod/tslpatchdata/changes.ini <<'INI'
[Settings]
WindowCaption=The mod
[TLKList]
StrRef0=0
[InstallList]
f0=Override
f1=Modules\Demo01.mod
f2=..\out
[f0]
File0=a.txt
[f1]
Replace0=a.txt
[GFFList]
File0=keeper.utc
[keeper.utc]
!Destination=modules\demo01.mod
Tag=changed
AddField0=new
[new]
FieldType=Int
Label=Fresh
Value=StrRef0
[CompileList]
!DefaultDestination=modules\demo01.mod
File0=s.nss
INI

# A dry run names the files and writes nothing.
exits 1 "$tool" patch mod game --dry-run
has out.txt '^add     override/a.txt$'
has out.txt '^change  modules/demo01.mod$'
has out.txt '^\[Error\] \[[0-9:]*\] changes.ini:8: "..\\out" is no path below the game'
has out.txt '^The mod: nothing was written (--dry-run): 1 errors'
same game before

exits 1 "$tool" patch mod game
has out.txt '^The mod: installed: 1 errors, 1 warnings'
absent out
prints '^changed$' "$tool" get game/modules/demo01.mod/keeper.utc Tag
"$tool" get game/modules/demo01.mod/keeper.utc Fresh >strref.txt
prints '^Fresh$' "$tool" get game/dialog.tlk "$(cat strref.txt)"
"$tool" list game/modules/demo01.mod >entries.txt
has entries.txt ' s.ncs$'
has entries.txt ' a.txt$'
"$tool" verify game/modules/demo01.mod >verified.txt

# The same mod again changes nothing; --force plans it again.
cp -r game after
exits 0 "$tool" patch mod game
has out.txt 'installed already'
same game after
exits 1 "$tool" patch mod game --force --dry-run --json
python3 - <<'PY'
import json
told = json.load(open("out.txt", encoding="utf-8"))
assert told["title"] == "The mod" and told["errors"] == 1, told
assert {"level", "file", "line", "text"} == set(told["messages"][0]), told
PY

prints '^000001 .* The mod$' "$tool" patch list game
prints '"title": "The mod"' "$tool" patch list game --json

# A second mod that changes the same archive has to go first.
mkdir second
printf '[Settings]\nWindowCaption=Second\n[GFFList]\nFile0=guard.utc\n[guard.utc]\n!Destination=modules/demo01.mod\nTag=x\n' >second/changes.ini
exits 0 "$tool" patch second game
refuses 3 'no such folder' "$tool" patch undo no-such-game
exits 1 "$tool" patch undo game "the mod"
has err.txt 'Second (000002) was installed later and changed the same files'
prints 'would undo Second' "$tool" patch undo game --dry-run
exits 1 "$tool" patch undo game "the mod" --json
python3 - <<'PY'
import json
told = json.load(open("out.txt", encoding="utf-8"))
assert [b["title"] for b in told["blockers"]] == ["Second"] and "undone" not in told, told
PY
exits 0 "$tool" patch undo game --dry-run --json
python3 - <<'PY'
import json
told = json.load(open("out.txt", encoding="utf-8"))
assert told["blockers"] == [] and told["undone"]["id"] == "000002", told
assert told["undone"]["title"] == "Second" and told["undone"]["files"] == 1, told
PY
prints 'undone: Second' "$tool" patch undo game
same game/modules after/modules
prints 'undone: The mod' "$tool" patch undo game 000001
rm -rf game/.reliquary
same game before
exits 1 "$tool" patch undo game
has err.txt 'has no mod that could be undone'

# What HoloPatcher leaves in the folder of a mod, for the tools that read it.
exits 1 "$tool" patch mod game --holopatcher -q
ls mod/backup >times.txt
counts 1 times.txt '^[0-9]\{4\}-[0-9][0-9]-[0-9][0-9]_[0-9][0-9]\.[0-9][0-9]\.[0-9][0-9]$'
same "mod/backup/$(cat times.txt)/modules/demo01.mod" before/modules/demo01.mod
same "mod/backup/$(cat times.txt)/dialog.tlk" before/dialog.tlk
has "mod/backup/$(cat times.txt)/remove these files.txt" "^$PWD/game/override/a.txt\$"
has mod/installlog.txt '^\[Error\] \[[0-9:]*\] changes.ini:8: "..\\out" is no path below the game'
has mod/installlog.txt '^\[Note\] \[[0-9:]*\] The installation is complete with 1 errors and 1 warnings. Install time: .* Total patches: '
"$tool" patch undo game >undone.txt
rm -rf game/.reliquary mod/backup mod/installlog.txt
same game before

# The folder of the mod is the one around tslpatchdata, also where that is named. Without a backup nothing is
# installed, and nothing is said to be.
touch mod/backup
for json in '' --json; do
    exits 4 "$tool" patch mod/tslpatchdata game --holopatcher $json
    has err.txt '^reliquary: mod/tslpatchdata: .*/mod/backup/[0-9_.-]*: can.t make this folder: Not a directory$'
    lacks out.txt 'installed:'
    same game before
done
equal "$(cat out.txt)" ''
rm mod/backup
exits 1 "$tool" patch mod/tslpatchdata game --holopatcher -q
exists mod/backup mod/installlog.txt
absent mod/tslpatchdata/backup mod/tslpatchdata/installlog.txt
"$tool" patch undo game >undone.txt
rm -rf game/.reliquary mod/backup mod/installlog.txt
same game before

# Several at once, and choices.
mkdir -p choice/tslpatchdata/Two
printf '[Namespaces]\na=one\nb=two\n[one]\nIniName=changes.ini\n[two]\nName=Another\nDataPath=two\n' >choice/tslpatchdata/namespaces.ini
printf '[InstallList]\nf=Override\n[f]\nFile0=c.txt\n' >choice/tslpatchdata/changes.ini
cp choice/tslpatchdata/changes.ini choice/tslpatchdata/Two
printf one >choice/tslpatchdata/c.txt
printf two >choice/tslpatchdata/Two/c.txt
exits 0 "$tool" patch choice game --namespace 2 -q
equal "$(cat game/override/c.txt)" two
"$tool" patch undo game >undone.txt
exits 0 "$tool" patch second choice game -q
equal "$(cat game/override/c.txt)" one
refuses 2 'offers no choice "x"' "$tool" patch choice game --namespace x

# What can't be: one line each, and nothing is written.
refuses 3 'is no mod' "$tool" patch d game
refuses 3 'is no game' "$tool" patch mod d
refuses 3 'no such folder' "$tool" patch none game
refuses 2 'patch' "$tool" patch mod

# Links lead out of the game.
rm -rf game
cp -r before game
mv game/override elsewhere
ln -s ../elsewhere game/override
cp -r elsewhere elsewhere.before
refuses 4 'link' "$tool" patch choice game -q
same elsewhere elsewhere.before

# Conflicts of two mods, what a mod lacks, and an order.
mkdir third
printf '[GFFList]\nFile0=guard.utc\n[guard.utc]\n!Destination=modules/demo01.mod\nTag=y\n' >third/changes.ini
exits 1 "$tool" patch check second third before
has out.txt '^conflict: modules/demo01.mod/guard.utc/Tag: second (line 7) and third (line 5): both set it'
exits 1 "$tool" patch check second third before --json
has out.txt '"conflict": "modules/demo01.mod/guard.utc", "part": "Tag", "mods": \["second", "third"\]'
mkdir whole
printf '[InstallList]\nf=override\n[f]\nReplace0=guard.utc\n[nobody]\nx=2DAMEMORY5\n' >whole/changes.ini
exits 1 "$tool" patch lint whole
has out.txt 'changes.ini:4: guard.utc is not in the mod'
has out.txt 'changes.ini:5: nothing refers to \[nobody\]'
has out.txt 'changes.ini:6: nothing sets 2DAMEMORY5'
exits 1 "$tool" patch check third whole
has out.txt 'the one in Override hides the one in the module'
printf '[GFFList]\nFile0=guard.utc\n[guard.utc]\nTag=y\n' >third/changes.ini
prints '' "$tool" patch order third whole
equal "$(cat out.txt)" "$(printf 'whole\nthird')"
exits 0 "$tool" patch order third whole --json
python3 - <<'PY'
import json
assert json.load(open("out.txt", encoding="utf-8")) == {"order": ["whole", "third"], "circle": False}
PY

# Mods with results that another patcher made: where they are, the environment says.
if [ -n "${RELIQUARY_PATCH_SAMPLES:-}" ]; then
    exits 0 python3 "$RELIQUARY_PATCH_SAMPLES/check.py" "$tool patch"
    has out.txt '^0 of [0-9]* mods differ'
else
    skips "RELIQUARY_PATCH_SAMPLES names no folder with mods of other patchers"
fi
