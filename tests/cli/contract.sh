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
for shell in bash zsh fish; do
    "$tool" completion $shell >completion.txt
    grep -q verify completion.txt
done
bash -n <("$tool" completion bash)

# Quotes inside descriptions are escaped. Those of zsh are quoted as bash does it; in fish a
# backslash escapes inside of single quotes, so what is left without escapes comes in pairs.
"$tool" completion zsh >zsh.txt
bash -n <(sed -n "s/^            '/: '/p" zsh.txt)
"$tool" completion fish >fish.txt
grep -q "\\\\'" fish.txt
sed "s/\\\\.//g" fish.txt | awk -F"'" 'NF % 2 == 0 { print "open quote: " $0; exit 1 }'
