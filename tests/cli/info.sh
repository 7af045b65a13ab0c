# info of GFF files: what their fields hold; with --game, the names of rows and texts.
"$tool" demo -q games
"$tool" extract -q games/kotor/modules/demo01.mod -o files

prints '^  name  *Orla Venn$' "$tool" info files/keeper.utc
has out.txt '^  classes  *1 level 3$'
has out.txt '^  appearance  *3$'
has out.txt '^  gender  *female$'
has out.txt '^  worn  *coat, lantern$'
has out.txt '^  conversation  *keeper$'
has out.txt '^  scripts  *ScriptSpawn st_spawn$'
prints '^  properties  *44, 45$' "$tool" info files/lantern.uti
prints '^  locked  *yes$' "$tool" info files/gate.utd
prints '^  creatures  *8$' "$tool" info files/demo01.git
prints '^  entries  *4$' "$tool" info files/keeper.dlg
prints '^  factions  *Crew, Guests, Vermin, Machines, Strangers$' "$tool" info files/repute.fac
prints '"worn": "coat, lantern"' "$tool" info --json files/keeper.utc

# Names of rows: a text, a text of the talk table, or none.
cat >classes.csv <<'END'
label,name
soldier,****
scout,4
END
cat >appearance.csv <<'END'
label
a
b
c
Old_Keeper
END
"$tool" build classes.csv -o games/kotor/override/classes.2da
"$tool" build appearance.csv -o games/kotor/override/appearance.2da
text=$("$tool" tlk games/kotor 4)
prints "^  classes  *$text level 3\$" "$tool" info --game games/kotor files/keeper.utc
has out.txt '^  appearance  *Old_Keeper$'
has out.txt '^  powers  *20, 21$'
refuses 2 nowhere "$tool" info --game nowhere files/keeper.utc

# Every kind, fresh, has something to tell, but for those that are empty then.
for kind in ARE DLG GIT IFO UTC UTD UTE UTI UTM UTP UTS UTT UTW; do
    "$tool" new "$kind" -o "new.$kind"
    "$tool" info "new.$kind" >facts.txt
    counts 4 facts.txt '^new\|^  type \|^  structs \|^  fields '
    if [ "$(wc -l <facts.txt)" -lt 6 ]; then
        fail "nothing to tell of $kind"
    fi
done

# dump shows every byte of every file, with its value, whatever it belongs to.
"$tool" demo whole -q
python3 - "$tool" <<'EOF'
import glob, os, re, subprocess, sys

files = glob.glob("whole/kotor/override/*") + glob.glob("whole/redguard/*/*")
files = [f for f in files if os.path.isfile(f) and not f.endswith(".mdx")]
seen = 0
for name in files:
    data = open(name, "rb").read()
    done = subprocess.run([sys.argv[1], "dump", name], capture_output=True)
    if done.returncode:
        continue
    shown = {}
    for line in done.stdout.decode("utf-8", "replace").split("\n"):
        match = re.match(r"([0-9a-f]{8})  ((?:[0-9a-f]{2} ){0,15}[0-9a-f]{2})(?: |$)", line)
        if not match:
            continue
        at = int(match.group(1), 16)
        for i, byte in enumerate(bytes.fromhex(match.group(2).replace(" ", ""))):
            assert data[at + i] == byte, (name, line)
            shown[at + i] = True
    assert len(shown) == len(data), (name, len(shown), len(data), next(i for i in range(len(data)) if i not in shown))
    seen += 1
assert seen > 60, seen
EOF
# Of an array the numbers that begin in a line stand behind its bytes.
exits 0 "$tool" dump whole/kotor/override/demo_guard.mdl
has out.txt '^[0-9a-f]*  \(.. \)*names = 296, 307, '
has out.txt '^[0-9a-f]*  \(.. \)\{15\}..  [0-9]*, [0-9]*, [0-9]*, [0-9]*$'
prints '^  txi  *19 bytes: [a-z]' "$tool" info whole/kotor/override/demo_blade.tpc
