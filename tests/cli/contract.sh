# What the manual, the tables and the tree promise each other.

# Every format has a golden test, a page and a line in the manual.
"$tool" formats --json >formats.json
formats=$(python3 -c 'import json; print(*[f["name"] for f in json.load(open("formats.json"))])')
exists formats.json
for format in $formats; do
    exists "$SOURCE_DIR/docs/formats/$format.md" "$SOURCE_DIR/tests/golden/$format.c"
    has "$SOURCE_DIR/man/reliquary-formats.5" "^.It $format\$"
    has "$SOURCE_DIR/README.md" "docs/formats/$format.md"
done

# The README's table of formats says what formats --json says; JSON goes without saying.
python3 - "$SOURCE_DIR/README.md" formats.json <<'PY'
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
PY

# Every kind that a format becomes is in the manual, in help and in completion.
"$tool" convert --help >convert.txt
for shell in bash zsh fish; do "$tool" completion $shell >$shell.txt; done
kinds=$(python3 -c 'import json; print(*sorted({k for f in json.load(open("formats.json")) for k in f["converts_to"].split()}))')
for kind in $kinds; do
    has "$SOURCE_DIR/man/reliquary.1" "^.It Cm $kind\$"
    has convert.txt "^  $kind  "
    for shell in bash zsh fish; do has $shell.txt "[ '(]$kind "; done
done

# Every verb and every option of --help is in the manual page.
"$tool" --help >help.txt
verbs=$(sed -n 's/^  \([a-z]*\)  .*/\1/p' help.txt | grep -v '^reliquary$')
for verb in $verbs; do
    has "$SOURCE_DIR/man/reliquary.1" "^.It Cm $verb"
    "$tool" "$verb" --help >help.txt
    has help.txt 'Examples:'
    for option in $(sed -n 's/.*  *--\([a-z-]*\).*/\1/p' help.txt); do
        has "$SOURCE_DIR/man/reliquary.1" "Fl -$option"
    done
done

# Completion names every verb.
for shell in bash zsh fish; do
    for verb in $verbs; do has $shell.txt "\<$verb\>"; done
done
bash -n bash.txt

# Quotes inside descriptions are escaped. Those of zsh are quoted as bash does it; in fish a
# backslash escapes inside of single quotes, so what is left without escapes comes in pairs.
sed -n "s/^            '/: '/p" zsh.txt >zsh-quotes.txt
exists zsh-quotes.txt
bash -n zsh-quotes.txt
has fish.txt "\\\\'"
sed "s/\\\\.//g" fish.txt | awk -F"'" 'NF % 2 == 0 { print "open quote: " $0; wrong = 1 } END { exit wrong }'
