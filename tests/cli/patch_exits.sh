# Several mods at once: which of them is done, what is told of each, and how patch ends (docs/patch.md).
"$tool" demo -q d
game=d/kotor
cp -r $game before

mod() { # name, its changes.ini
    mkdir -p "$1"
    printf '%b' "$2" >"$1/changes.ini"
}
mod good '[InstallList]\nf=override\n[f]\nFile0=a.txt\n'
printf a >good/a.txt
mod last '[InstallList]\nf=override\n[f]\nFile0=z.txt\n'
printf z >last/z.txt
mod warns '[InstallList]\nf=override\n[f]\nFile0=none.txt\nFile1=w.txt\n'
printf w >warns/w.txt
mkdir empty
printf x >file

# A mod that can't be read ends lint, check and order with 3 and one line, wherever it stands; nothing is printed.
for what in empty nowhere file; do
    for words in "lint $what" "lint good $what" "lint $what good" "check $what" "check good $what $game" \
        "check $what good $game" "order good $what" "order $what good" "lint $what --json" "check good $what --json" \
        "order good $what --json"; do
        refuses 3 "^reliquary: $what: " "$tool" patch $words
        equal "$(cat out.txt)" ''
    done
done
# One that is fine: nothing is said. What lint and check find ends them with 1, notes do not.
for words in 'lint good' 'lint good last' 'check good' 'check good last' "check good $game" 'order good'; do
    exits 0 "$tool" patch $words -q
    lacks out.txt 'Error\|Warning\|conflict'
done
for words in 'lint warns' 'lint good warns' 'lint warns good' 'check warns' 'check good warns'; do
    exits 1 "$tool" patch $words
    counts 1 out.txt 'changes.ini:4: none.txt is not in the mod$'
    counts 1 out.txt ''
done
prints '^\[\]$' "$tool" patch lint good --json
exits 1 "$tool" patch lint warns good warns --json
python3 - <<'PY'
import json
told = json.load(open("out.txt", encoding="utf-8"))
assert told == [{"level": "Error", "file": "changes.ini", "line": 4, "text": "none.txt is not in the mod"}] * 2, told
PY
# Without a game the last of the paths is a mod; a folder is a game by any of three files.
exits 0 "$tool" patch check good last
refuses 3 '^reliquary: d/kotor: ' "$tool" patch check $game
for sign in swkotor.exe SWKotOR2.EXE Chitin.KEY; do
    mkdir -p "sign-$sign"
    printf x >"sign-$sign/$sign"
    exits 0 "$tool" patch check good "sign-$sign"
    equal "$(cat out.txt)" ''
done
refuses 3 '^reliquary: empty: is no mod: ' "$tool" patch check good empty

# One after the other until one can't be read: those before it are installed, those behind it are not. What was not
# all right does not end it.
refuses 3 '^reliquary: empty: ' "$tool" patch good empty last $game -q
exists $game/override/a.txt
absent $game/override/z.txt
exits 0 "$tool" patch undo $game -q
exits 1 "$tool" patch warns good $game -q
exists $game/override/a.txt $game/override/w.txt
exits 0 "$tool" patch list $game
has out.txt '^000001  20[0-9-]* [0-9:]*  1 files  warns$'
has out.txt '^000002  20[0-9-]* [0-9:]*  1 files  good$'
counts 2 out.txt ''
exits 0 "$tool" patch undo $game
equal "$(cat out.txt)" 'undone: good (000002): 1 files are as they were'
prints '^would undo warns (000001): 1 files are as they were$' "$tool" patch undo $game --dry-run
exits 0 "$tool" patch undo $game
rm -rf $game/.reliquary
same $game before

# What changes whom: each pair of three mods is told of, and for a whole file once.
for name in one two three; do
    mod $name '[InstallList]\nf=override\n[f]\nReplace0=types01.gff\n'
    cp $game/override/types01.gff $name
done
exits 1 "$tool" patch check one two three
same out.txt - <<'EOF'
conflict: override/types01.gff: one (line 4) and two (line 4): both write the file
conflict: override/types01.gff: one (line 4) and three (line 4): both write the file
conflict: override/types01.gff: two (line 4) and three (line 4): both write the file
EOF
mod sets '[GFFList]\nFile0=types01.gff\n[types01.gff]\nByte=1\nWord=2\nDword=3\n'
mod other '[GFFList]\nFile0=types01.gff\n[types01.gff]\nWord=5\nDword=3\nByte=7\n'
for words in 'one sets' 'sets one'; do
    exits 1 "$tool" patch check $words
    equal "$(cat out.txt)" "conflict: override/types01.gff/*: one (line 4) and sets (line 2): one writes the file that \
the other changes"
done
# Of two that set fields those that differ, in the order of the fields; one that sets the same is none.
exits 1 "$tool" patch check sets other $game
same out.txt - <<'EOF'
sets changes override/types01.gff
other changes override/types01.gff
conflict: override/types01.gff/Byte: sets (line 4) and other (line 6): both set it, to other values
conflict: override/types01.gff/Word: sets (line 5) and other (line 4): both set it, to other values
EOF
exits 1 "$tool" patch check other sets $game --json
python3 - <<'PY'
import json
told = json.load(open("out.txt", encoding="utf-8"))
why = "both set it, to other values"
assert told == [{"conflict": "override/types01.gff", "part": part, "mods": ["other", "sets"], "text": why}
                for part in ("Byte", "Word")], told
PY
exits 0 "$tool" patch check sets sets $game
lacks out.txt conflict
# What a mod changes of the game is told, what it adds is not.
exits 0 "$tool" patch check good sets $game
equal "$(cat out.txt)" 'sets changes override/types01.gff'
# A file in Override hides one of that name in a module, in both orders; two modules don't meet.
mod hides '[InstallList]\nf=override\n[f]\nReplace0=guard.utc\n'
"$tool" extract -q $game/modules/demo01.mod guard.utc -o hides
for at in demo01 demo02; do
    mod in_$at "[GFFList]\\nFile0=guard.utc\\n[guard.utc]\\n!Destination=modules\\\\\\\\$at.mod\\nTag=$at\\n"
done
why='the one in Override hides the one in the module'
exits 1 "$tool" patch check in_demo01 hides
equal "$(cat out.txt)" "conflict: override/guard.utc: in_demo01 (line 2) and hides (line 4): $why"
exits 1 "$tool" patch check hides in_demo01
equal "$(cat out.txt)" "conflict: override/guard.utc: in_demo01 (line 2) and hides (line 4): $why"
counts 1 out.txt ''
exits 0 "$tool" patch check in_demo01 in_demo02

# Orders: a chain of three against its direction, mods that have nothing to do with each other as they stand, and
# a circle beside one that is free.
mod third '[Settings]\nRequired=b.txt\n[InstallList]\nf=override\n[f]\nFile0=c.txt\n'
mod second '[Settings]\nRequired=a.txt\n[InstallList]\nf=override\n[f]\nFile0=b.txt\n'
printf b >second/b.txt
printf c >third/c.txt
exits 0 "$tool" patch order third second good
equal "$(paste -sd' ' out.txt)" 'good second third'
exits 0 "$tool" patch order third last second sets good
equal "$(paste -sd' ' out.txt)" 'last sets good second third'
mod left '[Settings]\nRequired=r.txt\n[InstallList]\nf=override\n[f]\nFile0=l.txt\n'
mod right '[Settings]\nRequired=l.txt\n[InstallList]\nf=override\n[f]\nFile0=r.txt\n'
printf l >left/l.txt
printf r >right/r.txt
exits 1 "$tool" patch order left third right second good
equal "$(paste -sd' ' out.txt)" 'good second third left right'
equal "$(cat err.txt)" 'reliquary: some of these mods each want to come after the other'
exits 1 "$tool" patch order left right --json
equal "$(cat err.txt)" ''
python3 - <<'PY'
import json
assert json.load(open("out.txt", encoding="utf-8")) == {"order": ["left", "right"], "circle": True}
PY

# What HoloPatcher leaves: all files that are new by their paths, the old ones of those that were changed; nothing in a
# dry run, nothing where nothing is installed.
mkdir -p holo/TSLPatchData
printf '[InstallList]\nf=override\ng=new\\deep\n[f]\nFile0=h1.txt\nFile1=h2.txt\n[g]\nFile0=h1.txt\n[GFFList]\nFile0=types01.gff\n%s' \
    'File1=guard.utc
[types01.gff]
Byte=9
[guard.utc]
!Destination=modules\demo01.mod
Tag=x
' >holo/TSLPatchData/changes.ini
printf 1 >holo/TSLPatchData/h1.txt
printf 2 >holo/TSLPatchData/h2.txt
cp -r holo holo.before
exits 0 "$tool" patch holo $game --holopatcher --dry-run -q
same holo holo.before
same $game before
exits 0 "$tool" patch holo/TSLPatchData $game --holopatcher -q
(
    cd holo
    mv backup/20* kept
    find . -type f | LC_ALL=C sort
) >found.txt
same found.txt - <<'EOF'
./TSLPatchData/changes.ini
./TSLPatchData/h1.txt
./TSLPatchData/h2.txt
./installlog.txt
./kept/modules/demo01.mod
./kept/override/types01.gff
./kept/remove these files.txt
EOF
LC_ALL=C sort "holo/kept/remove these files.txt" >removed.txt
printf '%s\n' "$PWD/$game/new/deep/h1.txt" "$PWD/$game/override/h1.txt" "$PWD/$game/override/h2.txt" | same removed.txt -
same holo/kept/modules/demo01.mod before/modules/demo01.mod
same holo/kept/override/types01.gff before/override/types01.gff
tail -n 1 holo/installlog.txt >end.txt
has end.txt '^\[Note\] \[[0-9][0-9]:[0-9][0-9]:[0-9][0-9]\] The installation is complete with 0 errors and 0 warnings. Install time: [0-9]*\.[0-9] seconds. Total patches: 5$'
# Installed already: nothing more is left.
rm -r holo/kept holo/installlog.txt
prints ': installed already, nothing to do (--force installs it again): 0 errors, ' "$tool" patch holo $game --holopatcher
absent holo/backup/20* holo/installlog.txt
exits 0 "$tool" patch undo $game -q
rm -rf $game/.reliquary
diff -r $game before

# The last line, in each way that it can end; with --quiet it is left out, and so are notes.
ends() { # exit code, how it ends, then words of patch
    local code=$1 how=$2
    shift 2
    exits "$code" "$tool" patch "$@"
    sed -n '$p' out.txt >last.txt
    has last.txt "^$how, [0-9]*\.[0-9] s\$"
}
ends 0 'good: nothing was written (--dry-run): 0 errors, 0 warnings, 1 patches, 1 files' good $game --dry-run
has out.txt '^add     override/a.txt$'
ends 0 'sets: nothing was written (--dry-run): 0 errors, 0 warnings, 3 patches, 1 files' sets $game --dry-run
has out.txt '^change  override/types01.gff$'
ends 0 'good: installed: 0 errors, 0 warnings, 1 patches, 1 files' good $game
ends 0 'good: installed already, nothing to do (--force installs it again): 0 errors, 0 warnings, 0 patches, 0 files' \
    good $game
ends 1 'warns: nothing was written: 1 errors, 0 warnings, [01] patches, [01] files' warns $game --strict
absent $game/override/w.txt
ends 1 'warns: installed: 1 errors, 0 warnings, 1 patches, 1 files' warns $game
exits 0 "$tool" patch undo $game -q
exits 1 "$tool" patch warns $game -q
counts 1 out.txt '^\[Error\] \[[0-9:]*\] changes.ini:4: none.txt is not in the mod$'
counts 1 out.txt ''
exits 0 "$tool" patch undo $game -q
exits 1 "$tool" patch warns $game --json
python3 - <<'PY'
import json
told = json.load(open("out.txt", encoding="utf-8"))
assert (told["mod"], told["title"], told["errors"], told["warnings"], told["patches"]) == ("warns", "warns", 1, 0, 1), told
assert told["files"] == [{"path": "override/w.txt", "what": "add"}], told
assert [m for m in told["messages"] if m["level"] != "Note"] == [
    {"level": "Error", "file": "changes.ini", "line": 4, "text": "none.txt is not in the mod"}], told
PY
exits 0 "$tool" patch sets $game --json
python3 - <<'PY'
import json
assert json.load(open("out.txt", encoding="utf-8"))["files"] == [{"path": "override/types01.gff", "what": "change"}]
PY
exits 0 "$tool" patch check sets before
lacks out.txt '^\[Note\]'
exits 0 "$tool" patch check sets before --verbose
has out.txt '^\[Note\] \[[0-9:]*\] '
