# Every rule of lint finds something in broken/ of the demo: in the file or folder that is called after
# it. What is expected comes from the table of rules itself: that each can fire.
"$tool" demo -q made
exits 0 "$tool" lint --rules --json
cp out.txt rules.json
run() { "$tool" lint "$@" --all --json >found.txt || [ $? -eq 1 ]; }

# Files that are too large for the demo (more of something than the game can count), and pictures that it does not have.
python3 - made large <<'PY'
import pathlib, struct, sys

made, large = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
large.mkdir()
MOST = 1 << 14  # the game has 14 bits for a resource, 10 for a BIF


def save(name, *parts):
    (large / name).write_bytes(b"".join(parts))


def names():
    return (b"r%05x" % i + bytes(10) for i in range(MOST + 1))


row = struct.pack("<4I", 0, 20 + 16 * (MOST + 1), 0, 2000)
for kind in ("bif", "bzf"):
    save(kind + "-high-index." + kind, struct.pack("<8s3I", b"BIFFV1  ", MOST + 1, 0, 20), row * (MOST + 1))
keys = (name + struct.pack("<IHH", i, 2000, 0) for i, name in enumerate(names()))
places = struct.pack("<2I", 160 + 32 * (MOST + 1), 0) * (MOST + 1)
head = struct.pack("<8s9I", b"ERF V1.0", 0, 0, MOST + 1, 160, 160, 160 + 24 * (MOST + 1), 100, 0, 0)
save("erf-too-many.erf", head.ljust(160, b"\0"), *keys, places)
end = 120 + 32 * (MOST + 1)
keys = (name + struct.pack("<4I", 2000, i, end, 0) for i, name in enumerate(names()))
save("rim-too-many.rim", struct.pack("<8s3I", b"RIM V1.0", 0, MOST + 1, 120).ljust(120, b"\0"), *keys)
head = struct.pack("<8s6I", b"KEY V1  ", 1025, 0, 64, 64 + 12 * 1025 + 6, 100, 0).ljust(64, b"\0")
save("key-too-many-bifs.key", head, struct.pack("<2I2H", 0, 64 + 12 * 1025, 6, 1) * 1025, b"a.bif\0")

# 1200 x 1200 pixels of four bytes in packets of 128.
head = struct.pack("<3B5x4H2B", 0, 0, 10, 0, 0, 1200, 1200, 32, 8)
save("tga-too-many-pixels.tga", head, b"\xff\1\2\3\4" * (1200 * 1200 // 128))

# Palettes of one colour, and pixels of two.
head = struct.pack("<2s3I3I2H6I", b"BM", 62, 0, 58, 40, 2, 1, 1, 8, 0, 4, 0, 0, 1, 0)
save("bmp-missing-color.bmp", head, bytes(4), b"\0\1\0\0")
head = struct.pack(">2H2h4BH2B2h", 2, 1, 0, 0, 8, 0, 0, 0, 0, 1, 1, 2, 1)
chunks = b"PBM BMHD" + struct.pack(">I", 20) + head + b"CMAP\0\0\0\3abc\0BODY\0\0\0\2\0\1"
save("lbm-missing-color.lbm", b"FORM", struct.pack(">I", len(chunks)), chunks)
save("tga-missing-color.tga", struct.pack("<3B2HB4H2B", 0, 1, 1, 0, 1, 24, 0, 0, 2, 1, 8, 0), b"abc\0\1")

# A tree whose every node has one leaf and the rest of the tree.
mesh = bytearray((made / "kotor/override/demo01_hall.wok").read_bytes())
count, at = struct.unpack_from("<2I", mesh, 100)
for i in range(count):
    leaf = i % 2 or i + 2 >= count
    links = (0, 4, 0, -1, -1) if leaf else (-1, 4, 1, i + 1, i + 2)
    struct.pack_into("<5i", mesh, at + 44 * i + 24, *links)
save("bwm-deep-tree.wok", mesh)
PY
run large
cp found.txt all.txt
# Rules of one game need that game.
for game in kotor redguard; do
    run made/broken --game made/$game --game-version k1
    cat found.txt >>all.txt
done
python3 - rules.json all.txt <<'PY'
import json, re, sys

rules = [rule["id"] for rule in json.load(open(sys.argv[1]))]
fired = set()
for line in open(sys.argv[2], encoding="utf-8"):
    finding = json.loads(line)
    for word in ("file", "path", "rule", "severity", "text", "value", "why", "remedy"):
        assert word in finding, (word, line)
    place = re.split("(?:^|/)(?:broken|large)/", finding["file"], maxsplit=1)[1].split("/")[0]
    if finding["rule"] in place.split(".", 1)[0].split("+"):
        fired.add(finding["rule"])
silent = [rule for rule in rules if rule not in fired]
print(len(fired), "rules fire; silent:", silent)
sys.exit(1 if silent or not fired else 0)
PY
exits 0 "$tool" verify -q made

# A routine of the second game is one of the first only where nothing tells the game.
printf 'RETN\nACTION 800, 0\nRETN\n' >k2.pcode
exits 0 "$tool" assemble k2.pcode -o k2.ncs
exits 0 "$tool" lint k2.ncs --rule ncs-unknown-routine
has out.txt 'linted 1 files: 0 errors, 0 warnings'
exits 0 "$tool" lint k2.ncs --rule ncs-unknown-routine --game-version k2
has out.txt 'linted 1 files: 0 errors, 0 warnings'
exits 0 "$tool" lint k2.ncs --rule ncs-unknown-routine --game-version k1
has out.txt 'k2.ncs: 0xf = 800: [A-Za-z0-9_]* is a routine of the second game \[ncs-unknown-routine\]$'

# What can be asked for.
exits 0 "$tool" lint made/broken/gff-save-only.utd
has out.txt 'linted 1 files: 0 errors, 0 warnings, 1 notes'
exits 0 "$tool" lint made/broken/gff-save-only.utd --rule -gff-save-only
has out.txt 'linted 1 files: 0 errors, 0 warnings, 0 notes'
exits 0 "$tool" lint made/broken/gff-save-only.utd --rule gff-template-resref
has out.txt 'linted 1 files: 0 errors, 0 warnings, 0 notes'
exits 0 "$tool" lint made/broken/gff-template-resref.utd --rule gff-template-resref --rule 'gff-f*'
has out.txt 'linted 1 files: 0 errors, 0 warnings, 1 notes'
exits 0 "$tool" lint made/broken/gff-wrong-type.utw
exits 1 "$tool" lint made/broken/gff-wrong-type.utw --strict
refuses 2 'there is no rule gff-no-such' "$tool" lint made/broken --rule gff-no-such
refuses 2 'needs PATH' "$tool" lint
refuses 3 'no/such' "$tool" lint no/such
exits 3 "$tool" lint made/broken/gff-save-only.utd no/such
has out.txt 'linted 1 files'
has err.txt 'no/such'
refuses 2 '--game-version knows k1|k2' "$tool" lint made/broken --game-version ''
printf 'rubbish' >bad.utc
exits 1 "$tool" lint bad.utc
has out.txt 'file-unrecognised'
head -c 100 made/broken/gff-save-only.utd >cut.utd
exits 1 "$tool" lint cut.utd
has out.txt 'file-unreadable'

# Findings that are not to be told: by rule, file and path.
mkdir some
cp made/broken/gff-wrong-type.utw made/broken/gff-out-of-range.utd some
printf '# a comment\ngff-wrong-type *.utw Has*\ngff-out-of-range *.utw\n' >some/.reliquary-lint
exits 0 "$tool" lint some
has out.txt 'linted 3 files: 0 errors, 1 warnings, 0 notes'
# They hold for a single file beside them, too.
exits 0 "$tool" lint some/gff-wrong-type.utw
has out.txt 'linted 1 files: 0 errors, 0 warnings, 0 notes'

# Values with one right answer are written, in archives too, and nothing else changes.
cp made/broken/are-fog-negative.are made/broken/dlg-fade-ignored.dlg some
"$tool" pack some/are-fog-negative.are some/dlg-fade-ignored.dlg some/gff-out-of-range.utd -o fixes.mod >pack.txt
cp fixes.mod before.mod
exits 0 "$tool" lint fixes.mod --fix --dry-run
has out.txt 'would fix: fixes.mod/are-fog-negative.are: SunFogNear -> 0'
same before.mod fixes.mod
exits 0 "$tool" lint fixes.mod --fix
has out.txt 'fixed: fixes.mod/dlg-fade-ignored.dlg: EntryList/0/FadeDelay -> 0'
exits 1 "$tool" diff before.mod fixes.mod
counts 2 out.txt '.'
exits 0 "$tool" lint fixes.mod --json
lacks out.txt '"rule":"are-fog-negative"'
lacks out.txt '"rule":"dlg-fade-ignored"'

# One output whatever the number of threads, SARIF, and the words of explain.
run made --game made/kotor -j1
mv found.txt one.txt
run made --game made/kotor -j4
same one.txt found.txt
exits 0 "$tool" lint some --sarif
python3 - out.txt <<'PY'
import json, sys

sarif = json.load(open(sys.argv[1]))
run = sarif["runs"][0]
ids = {rule["id"] for rule in run["tool"]["driver"]["rules"]}
assert sarif["version"] == "2.1.0" and run["results"], sarif
for result in run["results"]:
    assert result["ruleId"] in ids and result["level"] in ("note", "warning", "error"), result
PY
exits 0 "$tool" explain gff-wrong-type
has out.txt 'What the engine does: The engine asks for a value of its type'
refuses 2 'there is no rule wrong' "$tool" explain wrong

# A file may have any name; what is printed of it has no control characters.
exits 0 "$tool" new utc -o plain.utc
mv plain.utc $'a\001b.utc'
exits 0 "$tool" lint $'a\001b.utc' --rule gff-template-resref
has out.txt 'the file is called a?b'
lacks out.txt $'\001'
# Nor does a name that the game can't have get into a file.
cp $'a\001b.utc' before.utc
exits 0 "$tool" lint $'a\001b.utc' --rule gff-template-resref --fix
same before.utc $'a\001b.utc'
