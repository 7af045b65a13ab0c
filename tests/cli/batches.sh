# More scripts than one decompiler or compiler takes at once, and problems in long lines.
printf 'void main() { }\n' >one.nss
"$tool" compile one.nss -q

# 32 scripts share a decompiler: one batch, one and one more, two and one more.
for count in 31 32 33 65; do
    mkdir "in$count"
    for ((i = 1; i <= count; i++)); do cp one.ncs "in$count/s$i.ncs"; done
    for jobs in 1 2; do
        exits 0 "$tool" decompile "in$count" -o "out$count-$jobs" -j $jobs
        equal "$(cat err.txt)" "$count scripts in out$count-$jobs: $count identical, 0 different, 0 without a source"
        equal "$(ls "out$count-$jobs" | wc -l)" "$count"
        for ((i = 1; i <= count; i++)); do cmp "out$count-1/s1.nss" "out$count-$jobs/s$i.nss"; done
    done
    exits 0 "$tool" disassemble "in$count" -o "list$count"
    equal "$(cat err.txt)" "$count scripts in list$count"
    equal "$(ls "list$count" | wc -l)" "$count"
    exits 0 "$tool" decompile "in$count" -o "more$count" --json -q
    equal "$(python3 -c 'import json; rows = json.load(open("out.txt"))
print(len(rows), len({row["path"] for row in rows}), {row["verdict"] for row in rows})')" "$count $count {'identical'}"
done

# 64 sources of one folder share a compiler; a folder beside it has its own, with its own includes.
for count in 64 65 129; do
    mkdir "nss$count"
    for ((i = 1; i <= count; i++)); do cp one.nss "nss$count/s$i.nss"; done
    exits 0 "$tool" compile "nss$count" -o "ncs$count"
    equal "$(cat err.txt)" "$count scripts written, 0 as they were, 0 includes, 0 errors, 0 warnings"
    equal "$(ls "ncs$count" | wc -l)" "$count"
    for ((i = 1; i <= count; i++)); do cmp one.ncs "ncs$count/s$i.ncs"; done
done
for folder in left right; do
    mkdir -p two/$folder
    printf '#include "inc"\nvoid main() { PrintString(Own()); }\n' >two/$folder/a.nss
    cp two/$folder/a.nss two/$folder/b.nss
    printf 'string Own() { return "%s"; }\n' $folder >two/$folder/inc.nss
done
exits 0 "$tool" compile two -o made
equal "$(cat err.txt)" '4 scripts written, 0 as they were, 2 includes, 0 errors, 0 warnings'
for folder in left right; do
    has made/$folder/a.ncs $folder
    same made/$folder/a.ncs made/$folder/b.ncs
done
rm made/left/a.ncs
exits 0 "$tool" compile two -o made
equal "$(cat err.txt)" '1 scripts written, 3 as they were, 2 includes, 0 errors, 0 warnings'
exits 0 "$tool" compile two -o other --dry-run
equal "$(cat err.txt)" '4 scripts would be written, 0 as they were, 2 includes, 0 errors, 0 warnings'
absent other

# A problem in a long line: 400 letters of it are shown, with the mark below its first letter and up to the last of
# them; of what begins behind them nothing.
python3 - "$tool" <<'PY'
import subprocess, sys

def said(column, word):
    line = "void main() { string s;".ljust(column - 1) + word + '; }' + " " * 500
    open("long.nss", "w").write(line + "\n")
    done = subprocess.run([sys.argv[1], "compile", "long.nss"], capture_output=True, text=True)
    assert done.returncode == 3 and not done.stdout, done
    lines = done.stderr.split("\n")
    assert lines[0].startswith(f"reliquary: long.nss:1:{column}: "), done.stderr
    assert lines[-2] == "reliquary: 1 error, 0 warnings, nothing is written", done.stderr
    return lines[1:-2], line

for column in (24, 100, 390, 396, 397, 398, 399):
    for word in ("n", "no", "nothing", "n" * 30):
        shown, line = said(column, word)
        mark = "^" + "~" * (min(len(word), 401 - column) - 1)
        assert shown == ["    " + line[:400], "    " + " " * (column - 1) + mark], (column, word, shown)
for column in (400, 401, 450):
    assert said(column, "nothing")[0] == [], column
PY
# Tabs are blanks there. Errors and warnings are counted, and one is no plural.
printf 'void main() {\n\tnothing;\n\tint n;\n\tnothing;\n}\n' >tabs.nss
exits 3 "$tool" compile tabs.nss
counts 2 err.txt '^     nothing;$'
has err.txt '^reliquary: 2 errors, [01] warning'
printf 'void main() { int n; int m; }\n' >warns.nss
exits 3 "$tool" compile warns.nss --strict
has err.txt '^reliquary: 0 errors, 2 warnings, nothing is written$'
printf 'void main() { int n; }\n' >warns.nss
exits 3 "$tool" compile warns.nss --strict
has err.txt '^reliquary: 0 errors, 1 warning, nothing is written$'

# An include is looked for beside the source, then in the folders of -I in their order; its name is no way to others.
mkdir -p where/beside where/first where/second where/beside/sub
for folder in beside first second; do
    printf 'string Own() { return "%s"; }\n' $folder >where/$folder/inc.nss
done
for name in .hidden a:b sub/inc; do cp where/first/inc.nss "where/beside/$name.nss"; done
printf '#include "inc"\nvoid main() { PrintString(Own()); }\n' >where/beside/s.nss
cp where/beside/s.nss where/s.nss
exits 0 "$tool" compile where/beside/s.nss -I where/first -I where/second -o at.ncs --force
has at.ncs beside
exits 0 "$tool" compile where/s.nss -I where/first -I where/second -o at.ncs --force
has at.ncs first
exits 0 "$tool" compile where/s.nss -I where/second -I where/first -o at.ncs --force
has at.ncs second
exits 0 "$tool" compile where/s.nss -I where -I where/second -o at.ncs --force
has at.ncs second
exits 3 "$tool" compile where/s.nss -I where -o no.ncs
for name in .hidden a:b sub/inc 'sub\\inc' ./inc; do
    printf '#include "%s"\nvoid main() { PrintString(Own()); }\n' "$name" >where/beside/wrong.nss
    exits 3 "$tool" compile where/beside/wrong.nss -o no.ncs
    has err.txt '^reliquary: where/beside/wrong.nss:1:10: there is no include '
done
absent no.ncs
# The include of another name's letters is the same one, and one that is included twice counts once.
printf '#include "INC"\n#include "inc"\nvoid main() { PrintString(Own()); }\n' >where/beside/twice.nss
exits 0 "$tool" compile where/beside/twice.nss --deps
equal "$(cat out.txt)" 'where/beside/twice.ncs: where/beside/twice.nss where/beside/inc.nss'

# So are the scripts that a script executes; they need not be there, and a folder is none.
mkdir -p run/beside run/first run/second run/first/folder.ncs
for folder in beside first second; do
    printf 'void main() { PrintString("%s"); }\n' $folder >callee.nss
    "$tool" compile callee.nss -o run/$folder/callee.ncs -q
done
printf 'void main() { ExecuteScript("callee", OBJECT_SELF); ExecuteScript("folder", OBJECT_SELF); }\n' >main.nss
"$tool" compile main.nss -o run/beside/main.ncs -q
cp run/beside/main.ncs run/main.ncs
runs() { # which callee is run, then words of run
    local which=$1
    shift
    exits 0 "$tool" run "$@" --trace
    grep 'PrintString(' out.txt >printed.txt || [ $? = 1 ]
    equal "$(sed 's/.*PrintString("\([a-z]*\)").*/\1/' printed.txt)" "$which"
}
runs beside run/beside/main.ncs -I run/first -I run/second
runs first run/main.ncs -I run/first -I run/second
runs second run/main.ncs -I run/second -I run/first
runs second run/main.ncs -I nowhere -I run/second
runs '' run/main.ncs
mv run/first/callee.ncs run/first/CALLEE.NCS
runs first run/main.ncs -I run/first
