# Mods that diff makes of two games. The instructions are those that TSLPatcher's readme describes; what they may say is
# in docs/patch.md.
"$tool" demo d -q
cp -r d/kotor old
printf '2DA V2.0\n\n label string_ref race\n0 man 1 p_man\n1 woman 2 p_woman\n' >old/override/appearance.2da
cp -r old new

# Edits through JSON: a new text that a row and a name are, a new row that a creature refers to, a way of a dialog.
cat >edit.py <<'PY'
import copy, json, subprocess, sys
tool = sys.argv[1]
def edit(path, change):
    value = json.loads(subprocess.check_output([tool, "json", path]))
    change(value)
    with open("t.json", "w", encoding="utf-8") as f:
        json.dump(value, f)
    subprocess.check_call([tool, "build", "t.json", "-o", path, "--force"])
def talk(v):
    last = copy.deepcopy(v["strings"][1])
    last["strref"] = len(v["strings"])
    last["text"] = "Quite new"
    v["strings"].append(last)
for name in ("dialog.tlk", "dialogf.tlk"):
    edit("new/" + name, talk)
PY
python3 edit.py "$tool"
strref=$("$tool" json old/dialog.tlk | python3 -c 'import json, sys; print(len(json.load(sys.stdin)["strings"]))')
printf '2DA V2.0\n\n label string_ref race\n0 man 1 p_max\n1 woman 2 p_woman\n2 child %s ****\n' "$strref" >new/override/appearance.2da
"$tool" set new/modules/demo01.mod/keeper.utc Appearance_Type=2 FirstName/strref="$strref" FirstName/0="two
lines" >changed.txt
"$tool" set new/override/demo_keeper.ssf dead="$strref" >changed.txt
printf 'void main() { ActionWait(3.0); }\n' >new/override/fresh.nss
"$tool" compile new/override/fresh.nss -o new/override/fresh.ncs >compiled.txt
printf sound >new/streamwaves/fresh.wav

exits 0 "$tool" diff old new --to tslpatcher -o mod
has out.txt '^mod: [0-9]* files for 8 changes; 0 as whole files, 0 that it can.t do$'
tr -d '\r' <mod/tslpatchdata/changes.ini >changes.txt
cat >wanted.txt <<'INI'
[TLKList]
StrRef0=0

[InstallList]
install_folder_3=override
install_folder_4=streamwaves
[install_folder_3]
File0=fresh.nss
[install_folder_4]
File0=fresh.wav

[2DAList]
Table0=appearance.2da
[appearance.2da]
ChangeRow0=table_0
AddRow1=table_1
[table_0]
RowIndex=0
race=p_max
[table_1]
ExclusiveColumn=label
label=child
string_ref=StrRef0
2DAMEMORY1=RowIndex

[GFFList]
File0=keeper.utc
[keeper.utc]
!Destination=modules\demo01.mod
FirstName(strref)=StrRef0
FirstName(lang0)=two<#LF#>lines
Appearance_Type=2DAMEMORY1

[CompileList]
File0=fresh.nss

[SSFList]
File0=demo_keeper.ssf
[demo_keeper.ssf]
Death=StrRef0
INI
sed -n '/^\[TLKList\]/,$p' changes.txt | sed 's/install_folder_[0-9]*/folder/' >told.txt
sed 's/install_folder_[0-9]*/folder/' wanted.txt >want.txt
same told.txt want.txt
exists mod/tslpatchdata/append.tlk mod/tslpatchdata/info.rtf

# Installed on the first, it gives the second.
cp -r old game
exits 0 "$tool" patch mod game -q
for file in dialog.tlk dialogf.tlk override/appearance.2da override/demo_keeper.ssf override/fresh.ncs override/fresh.nss streamwaves/fresh.wav modules/demo01.mod; do
    same "game/$file" "new/$file"
done

# On a game that another mod has changed, tokens follow.
cp -r old other
printf '2DA V2.0\n\n label string_ref race\n0 man 1 p_man\n1 woman 2 p_woman\n2 droid 2 p_droid\n' >other/override/appearance.2da
exits 0 "$tool" patch mod other -q
prints '^3$' "$tool" get other/modules/demo01.mod/keeper.utc Appearance_Type
prints '^child$' "$tool" get other/override/appearance.2da 3/label

# Nothing is written over, nor without a folder; a dry run writes nothing.
refuses 4 'there already' "$tool" diff old new --to tslpatcher -o mod
exits 0 "$tool" diff old new --to tslpatcher -o mod --force -q
exits 0 "$tool" diff old new --to tslpatcher -o none --dry-run
has out.txt 'nothing was written (--dry-run)$'
absent none
refuses 2 'name it with -o' "$tool" diff old new --to tslpatcher
refuses 2 'diff makes no zip' "$tool" diff old new --to zip -o z
refuses 3 'no such file or folder' "$tool" diff old nowhere --to tslpatcher -o z
refuses 2 'both folders' "$tool" diff old old/dialog.tlk --to tslpatcher -o z
exits 0 "$tool" diff old old --to tslpatcher -o z
has out.txt '^no difference'
absent z

# What TSLPatcher can't say is said: whole files in its place, or nothing.
cp -r old less
rm less/override/demo_wall.txi
printf '2DA V2.0\n\n label string_ref race\n0 man 1 p_man\n' >less/override/appearance.2da
"$tool" rm less/modules/demo01.mod lantern.uti >changed.txt
printf 'MZ' >less/swkotor.exe
cp less/swkotor.exe old/swkotor.exe
printf 'MZ2' >less/swkotor.exe
exits 1 "$tool" diff old less --to tslpatcher -o lessmod
has out.txt '^error: override/demo_wall.txi is not in the mod: patchers remove no files$'
has out.txt '^error: modules/demo01.mod/lantern.uti is not in the mod: patchers remove no files$'
has out.txt '^error: swkotor.exe is not in the mod: patchers never replace files of its kind$'
has out.txt '^warning: override/appearance.2da is installed as a whole, .*: rows were removed: 1 of 2 are left$'
has lessmod/tslpatchdata/changes.ini '^Replace0=appearance.2da'
exits 1 "$tool" diff old less --to tslpatcher -o z --dry-run --json
python3 - <<'PY'
import json
told = json.load(open("out.txt", encoding="utf-8"))
assert told["changes"] == 4 and told["whole"] == 1 and told["missed"] == 3, told
assert {"level", "file", "text"} == set(told["messages"][0]), told
PY

# Two files, and folders that are no games: they go to Override.
"$tool" get old keeper.utc -o taken --module demo01 >got.txt
cp taken/keeper.utc one.utc
cp one.utc two.utc
"$tool" set two.utc Tag=other >changed.txt
exits 0 "$tool" diff one.utc two.utc --to tslpatcher -o single
has single/tslpatchdata/changes.ini '^File0=one.utc'
has single/tslpatchdata/changes.ini '^Tag=other'
mkdir left right
cp one.utc left/keeper.utc
cp two.utc right/keeper.utc
exits 0 "$tool" diff left right --to tslpatcher -o folders
has folders/tslpatchdata/changes.ini '^\[keeper.utc\]'

# Fields and texts that went.
"$tool" json one.utc >one.json
python3 - <<'PY'
import json
v = json.load(open("one.json", encoding="utf-8"))
fields = v["root"]["fields"]
fields.remove(next(f for f in fields if f[0] == "Tag"))
json.dump(v, open("gone.json", "w", encoding="utf-8"))
PY
"$tool" build gone.json -o gone.utc >built.txt
exits 1 "$tool" diff one.utc gone.utc --to tslpatcher -o gone
has out.txt '^warning: override/one.utc is installed as a whole, .*: Tag was removed$'

# Games before and after mods that other patchers installed: the mod of both gives the second again, by a comparison that is not
# ours, but for what was told as missing.
if [ -n "${RELIQUARY_PATCH_SAMPLES:-}" ]; then
    cat >samples.py <<'PY'
import json, os, shutil, subprocess, sys
sys.dont_write_bytecode = True
tool, folder = sys.argv[1:3]
sys.path.insert(0, folder)
import compare
samples = os.path.join(folder, "samples")
for name in sorted(os.listdir(samples)):
    for i in range(3):
        old = os.path.join(samples, name, "want-%02d" % (i - 1) if i else "game")
        new = os.path.join(samples, name, "want-%02d" % i)
        made = subprocess.run([tool, "diff", old, new, "--to", "tslpatcher", "-o", "sample", "--json"], capture_output=True)
        told = json.loads(made.stdout)
        assert made.returncode == (1 if told["whole"] or told["missed"] else 0), (name, i)
        shutil.copytree(old, "patched")
        subprocess.run(["chmod", "-R", "u+w", "patched"], check=True)
        subprocess.run([tool, "patch", "sample", "patched", "-q"], capture_output=True)
        wrong = sorted(row[0] for row in compare.compare(new, "patched", {}) if row[2])
        missed = sorted(m["file"] for m in told["messages"] if m["level"] == "error")
        assert wrong == missed, (name, i, wrong, missed)
        shutil.rmtree("patched")
        shutil.rmtree("sample")
PY
    exits 0 python3 samples.py "$tool" "$RELIQUARY_PATCH_SAMPLES"
else
    skips "RELIQUARY_PATCH_SAMPLES names no folder with games before and after mods"
fi
