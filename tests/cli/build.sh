# What build says of the file that it made: the warnings that info has for it, and no more.
"$tool" demo d -q
override=d/kotor/override

# The messages of build, without the name of the file, are the warnings of info.
odd=0
for name in demo01.vis demo_odd.ssf demo_three.ltr demo_wall.txi demo_by_hand.2da demo_stray.2da \
    append_ja.tlk demo_voice.lip demo_keeper.ssf demo01.lyt; do
    "$tool" json $override/$name -o $name.json
    exits 0 "$tool" build $name.json -o $name
    same $name $override/$name
    sed "s/^reliquary: $name: //" err.txt >said.txt
    "$tool" info --json $name >info.json
    python3 -c '
import json
findings = json.load(open("info.json"))[0]["findings"]
print("".join("%s: %s\n" % (f["where"], f["text"]) for f in findings if f["severity"] != "info"), end="")' >warnings.txt
    same said.txt warnings.txt
    odd=$((odd + $(wc -l <warnings.txt)))
done
equal "$odd" 9

# What came of the second file of a pair.
"$tool" json $override/demo_guard.mdl -o guard.json
exits 0 "$tool" build guard.json -o -
has err.txt '^reliquary: its .mdx was not written; name a file with -o$'
same out.txt $override/demo_guard.mdl
refuses 2 'a .mdx comes with it; -o must name a file with an extension' "$tool" build guard.json -o guard
absent guard

# Of a text that says more than the file can hold, what is lost.
"$tool" convert -q $override/demo01_hall.wok --to ascii -o hall.wok.ascii
sed 's/^    233 1$/    1 1/' hall.wok.ascii >wrong.wok.ascii
exits 0 "$tool" build wrong.wok.ascii -o wrong.wok
has err.txt '^reliquary: wrong.wok: transitions: edge 1 leads to room 1, but is not a border$'
counts 1 err.txt ''
exists wrong.wok

# Tables of a walkmesh that go by numbers of faces, and rooms of faces, exclude each other: each of the three.
python3 - "$tool" <<'EOF'
import json, subprocess, sys

tool = sys.argv[1]
text = subprocess.check_output([tool, "json", "d/kotor/override/demo01_hall.wok"])
for table in ({"adjacency": [[-1, -1, -1]]}, {"edges": [[0, -1]]}, {"perimeters": [1]}):
    mesh = json.loads(text)
    mesh["faces"][0]["rooms"] = [-1, 3, -1]
    mesh.update(table)
    json.dump(mesh, open("both.json", "w"))
    done = subprocess.run([tool, "build", "both.json", "-o", "both.wok"], capture_output=True, text=True)
    assert done.returncode == 3 and '"rooms" of faces, and "edges" that have them too' in done.stderr, (table, done)
EOF
absent both.wok
