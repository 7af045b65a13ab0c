# Every command that the README prints, in order, in a folder where only the demo is. Those that find
# something end with 1; studio, which goes on, is asked for its help.
mkdir -p build bin
"$tool" demo build/demo -q
ln -s "$tool" bin/reliquary
export PATH=$PWD/bin:$PATH
sed -n 's/^    \$ //p' "$SOURCE_DIR/README.md" >commands.txt
findings='^reliquary (diff|lint|missing|ini check) '
count=0
while IFS= read -r line; do
    count=$((count + 1))
    got=0
    case $line in
    'reliquary studio '*) line="reliquary studio --help" ;;
    esac
    bash -euo pipefail -c "$line" >out.txt 2>err.txt </dev/null || got=$?
    if [[ $line =~ $findings ]] && [ $got = 1 ]; then
        got=0
    fi
    if [ $got != 0 ]; then
        cat err.txt >&2
        fail "exit $got: $line"
    fi
done <commands.txt
if [ $count -lt 45 ]; then
    fail "only $count commands were found"
fi
same mine/dialog.tlk build/demo/kotor/dialog.tlk
