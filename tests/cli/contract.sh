# What the manual, the tables and the tree promise each other.
tool=$RELIQUARY

# Every format has a golden test, a page and a line in the manual.
formats=$("$tool" formats --json | python3 -c 'import json,sys; print(*[f["name"] for f in json.load(sys.stdin)])')
[ -n "$formats" ]
for format in $formats; do
    [ -s "$SOURCE_DIR/docs/formats/$format.md" ] || { echo "no page: $format"; exit 1; }
    [ -s "$SOURCE_DIR/tests/golden/$format.c" ] || { echo "no golden test: $format"; exit 1; }
    grep -q "^.It $format\$" "$SOURCE_DIR/man/reliquary-formats.5" || { echo "not in the manual: $format"; exit 1; }
    grep -q "docs/formats/$format.md" "$SOURCE_DIR/README.md" || { echo "not in the README: $format"; exit 1; }
done

# The README's table of formats says what formats --json says; JSON goes without saying.
"$tool" formats --json >formats.json
python3 - "$SOURCE_DIR/README.md" formats.json <<'EOF'
import json, re, sys

formats = {f["name"]: f for f in json.load(open(sys.argv[2], encoding="utf-8"))}
wrong = []
for line in open(sys.argv[1], encoding="utf-8"):
    cells = [cell.strip() for cell in line.split("|")]
    for name in re.findall(r"docs/formats/(\w+)\.md", cells[1]) if len(cells) == 7 else ():
        f = formats.pop(name)
        files = ["files"] if f["container"] else []
        told = [f["converts_to"].split() + files, f["made_from"].split(), files + f["takes"].split()]
        told = [", ".join(kind for kind in kinds if kind != "json") for kinds in told]
        if cells[3:6] != told:
            wrong.append(f"README: {name}: {cells[3:6]}, but formats --json has {told}")
wrong += [f"README: no row for {name}" for name in formats]
print("\n".join(wrong))
sys.exit(1 if wrong else 0)
EOF

# Every kind that a format becomes is in the manual, in help and in completion.
"$tool" convert --help >convert.txt
for shell in bash zsh fish; do "$tool" completion $shell >$shell.txt; done
for kind in $(python3 -c 'import json; print(*sorted({k for f in json.load(open("formats.json")) for k in f["converts_to"].split()}))'); do
    grep -q "^.It Cm $kind\$" "$SOURCE_DIR/man/reliquary.1" || { echo "kind not in the manual: $kind"; exit 1; }
    grep -q "^  $kind  " convert.txt || { echo "kind not in the help: $kind"; exit 1; }
    for shell in bash zsh fish; do
        grep -q "[ '(]$kind " $shell.txt || { echo "kind not in completion: $kind"; exit 1; }
    done
done

# Every verb and every option of --help is in the manual page.
for verb in $("$tool" --help | sed -n 's/^  \([a-z]*\)  .*/\1/p' | grep -v '^reliquary$'); do
    grep -q "^.It Cm $verb" "$SOURCE_DIR/man/reliquary.1" || { echo "verb not in the manual: $verb"; exit 1; }
    "$tool" "$verb" --help >help.txt
    grep -q 'Examples:' help.txt || { echo "no examples: $verb"; exit 1; }
    for option in $(sed -n 's/.*  *--\([a-z-]*\).*/\1/p' help.txt); do
        grep -q -- "Fl -$option" "$SOURCE_DIR/man/reliquary.1" || { echo "option not in the manual: $option"; exit 1; }
    done
done

# Completion names every verb.
for shell in bash zsh fish; do grep -q verify $shell.txt; done
bash -n bash.txt

# Quotes inside descriptions are escaped. Those of zsh are quoted as bash does it; in fish a
# backslash escapes inside of single quotes, so what is left without escapes comes in pairs.
bash -n <(sed -n "s/^            '/: '/p" zsh.txt)
grep -q "\\\\'" fish.txt
sed "s/\\\\.//g" fish.txt | awk -F"'" 'NF % 2 == 0 { print "open quote: " $0; exit 1 }'
