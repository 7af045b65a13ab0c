# diff: folders, archives, pictures and sounds against each other; long texts, tables, --stat, --json.
"$tool" demo d -q
mv d/kotor a
cp -r a b

# The same.
exits 0 "$tool" diff a b
has out.txt '^0 files differ, 0 only in a, 0 only in b, [1-9][0-9]* the same$'
exits 0 "$tool" diff a b --json
equal "$(cat out.txt)" '[]'

# A value of a file in an archive, a file that only one has, one that is no document, a name in capitals.
exits 0 "$tool" set b/modules/demo01.mod/guard.utc Tag=sentinel
mv b/override/shelf01.uti b/override/SHELF01.UTI
rm b/override/demo01.vis
printf 'ab' >a/note
printf 'c' >b/note
exits 1 "$tool" diff a b -q
same out.txt - <<'EOF'
modules/demo01.mod: resources/guard.utc/Tag: "guard" -> "sentinel"
note: bytes: 2 bytes -> 1 bytes
only in a: override/demo01.vis
EOF
exits 1 "$tool" diff b a --stat
has out.txt '^     1  modules/demo01.mod$'
has out.txt '^only in a: override/demo01.vis$'
has out.txt '^2 files differ, 0 only in b, 1 only in a, '
exits 1 "$tool" diff a b --json
python3 - <<'EOF'
import json

got = json.load(open("out.txt"))
assert got == [
    {"file": "modules/demo01.mod", "path": "resources/guard.utc/Tag", "a": "guard", "b": "sentinel"},
    {"file": "note", "path": "bytes", "a": "2 bytes", "b": "1 bytes"},
    {"file": "override/demo01.vis", "only": "a"},
], got
EOF

# An archive against the folder that it was extracted to.
"$tool" extract -q b/modules/demo01.mod -o flat
exits 0 "$tool" diff b/modules/demo01.mod flat
exits 1 "$tool" diff a/modules/demo01.mod flat -q
equal "$(cat out.txt)" 'guard.utc: Tag: "guard" -> "sentinel"'
refuses 2 'not of folders' "$tool" diff a b -o x.png
refuses 3 'nowhere' "$tool" diff a nowhere

# A table: by the label of the row and the name of the column; a row that is put in is one difference.
exits 0 "$tool" convert a/override/demo_items.2da --to csv -o t.csv
"$tool" build t.csv -o one.2da
exits 0 "$tool" set one.2da 1/weight=7.5 -o two.2da
exits 1 "$tool" diff one.2da two.2da
has out.txt '^1/weight: ".*" -> "7.5"$'
counts 1 out.txt ''

# The changed part of a long text.
long=$(printf 'word %.0s' {1..60})
exits 0 "$tool" set a/modules/demo01.mod/keeper.dlg "EntryList/0/Text/0=$long end"
exits 0 "$tool" set b/modules/demo01.mod/keeper.dlg "EntryList/0/Text/0=$long other end"
"$tool" extract -q a/modules/demo01.mod keeper.dlg -o left
"$tool" extract -q b/modules/demo01.mod keeper.dlg -o right
exits 1 "$tool" diff left/keeper.dlg right/keeper.dlg
same out.txt - <<'EOF'
EntryList/0/Text/0: ...ord word word word end" -> ...ord word word word other end"
EOF

# Pictures: two pixels of 4096 that differ by 255 and 32 in one channel each:
# 10 * log10(255^2 / ((255^2 + 32^2) / 4 / 4096)) = 42.08.
exits 0 "$tool" convert a/override/demo_true32.tga --to tga -o p.tga
python3 - <<'EOF'
import struct

head = struct.pack("<BBBHHBHHHHBB", 0, 0, 2, 0, 0, 0, 0, 0, 64, 64, 32, 8)
pixels = bytearray(64 * 64 * 4)
open("p.tga", "wb").write(head + pixels)
pixels[0] = 255
pixels[4 * 64 + 1] = 32
open("q.tga", "wb").write(head + pixels)
open("r.tga", "wb").write(struct.pack("<BBBHHBHHHHBB", 0, 0, 2, 0, 0, 0, 0, 0, 32, 64, 32, 8) + pixels[: 32 * 64 * 4])
EOF
exits 1 "$tool" diff p.tga q.tga -o d.png
equal "$(cat out.txt)" 'picture: 2 of 4096 pixels differ, PSNR 42.08 dB'
# The lowest row comes first in such a TGA: the pixels are at 0,63 (blue) and 0,62 (green, 32 * 255 / 255).
"$tool" convert d.png --to tga -o d.tga -q
python3 - <<'EOF'
data = open("d.tga", "rb").read()
depth, origin = data[16] // 8, data[17] & 32
rows = [data[18 + y * 64 * depth : 18 + (y + 1) * 64 * depth] for y in range(64)]
if not origin:
    rows.reverse()
assert rows[63][:3] == bytes((255, 0, 0)), rows[63][:4]
assert rows[62][:3] == bytes((0, 32, 0)), rows[62][:4]
assert sum(map(sum, (row[i : i + 3] for row in rows for i in range(0, 64 * depth, depth)))) == 255 + 32
EOF
refuses 4 'd.png' "$tool" diff p.tga q.tga -o d.png
exits 1 "$tool" diff p.tga r.tga
has out.txt '^picture: 64 x 64 -> 32 x 64$'

# Sounds: half a second at 8,000 Hz; one sample differs in the middle, then it is longer.
python3 - <<'EOF'
import struct

def wav(name, samples):
    data = struct.pack(f"<{len(samples)}h", *samples)
    fmt = struct.pack("<HHIIHH", 1, 1, 8000, 16000, 2, 16)
    body = b"WAVEfmt " + struct.pack("<I", 16) + fmt + b"data" + struct.pack("<I", len(data)) + data
    open(name, "wb").write(b"RIFF" + struct.pack("<I", len(body)) + body)

samples = [i % 100 for i in range(4000)]
wav("one.wav", samples)
samples[2000] += 1
wav("two.wav", samples)
wav("three.wav", samples + [0] * 4000)
EOF
exits 1 "$tool" diff one.wav two.wav
equal "$(cat out.txt)" 'sound: differs from 0.250 s on'
exits 1 "$tool" diff one.wav three.wav
has out.txt '^sound: 0.500 s, 8000 Hz, 1 channels -> 1.000 s, 8000 Hz, 1 channels$'
has out.txt '^sound: differs from 0.250 s on$'
exits 1 "$tool" diff two.wav three.wav
lacks out.txt 'differs from'
exits 1 "$tool" diff one.wav two.wav --json
python3 -c 'import json; assert json.load(open("out.txt"))[0] == {"path": "sound", "note": "differs from 0.250 s on"}'

# A long text is cut between two letters, not in one.
letters=$(printf '%.0s\351' {1..100})
printf '[s]\nkey=a%s\n' "$letters" >long.ini
printf '[s]\nkey=aa%s\n' "$letters" >longer.ini
exits 1 "$tool" diff long.ini longer.ini
equal "$(cat out.txt)" "s/key: \"a$(printf '%.0sΘ' {1..57})... -> \"aa$(printf '%.0sΘ' {1..56})..."

# Letters of three bytes in UTF-8: 116 bytes are shown, and of a letter all three or none.
lines=$(printf '%.0s\304' {1..60})
printf '[s]\nkey=a%s\n' "$lines" >a.ini
printf '[s]\nkey=aa%s\n' "$lines" >aa.ini
printf '[s]\nkey=%s\n' "$lines" >none.ini
exits 1 "$tool" diff a.ini aa.ini
equal "$(cat out.txt)" "s/key: \"a$(printf '%.0s─' {1..38})... -> \"aa$(printf '%.0s─' {1..37})..."
exits 1 "$tool" diff none.ini a.ini
equal "$(cat out.txt)" "s/key: \"$(printf '%.0s─' {1..38})... -> \"a$(printf '%.0s─' {1..38})..."

# Names that differ in case alone are two files; what only one side has may be the last.
mkdir l r
printf 1 >l/A.x
printf 22 >l/a.x
cp l/?.x r
printf 1 >l/z
printf 1 >r/zz
printf 1 >l/zzz
exits 1 "$tool" diff l r
same out.txt - <<EOF
only in l: z
only in r: zz
only in l: zzz
0 files differ, 2 only in l, 1 only in r, $(ls r/?.x | wc -l) the same
EOF
exits 1 "$tool" diff r l -q
same out.txt - <<'EOF'
only in l: z
only in r: zz
only in l: zzz
EOF

# A file and a folder that may not be read: the rest is compared all the same.
mkdir -p shut/in
chmod 000 r/a.x shut/in
if can_deny; then
    refuses 3 'a.x: r/a.x: .*Permission denied' denied "$tool" diff l r
    has out.txt '^only in l: zzz$'
    lacks out.txt 'files differ'
    refuses 3 'shut/in: .*Permission denied' denied "$tool" diff shut l
    refuses 3 'shut/in: .*Permission denied' denied "$tool" diff l shut/in
    refuses 3 'shut/in: .*Permission denied' denied "$tool" pack shut -o shut.mod
    refuses 3 'shut/in: .*Permission denied' denied "$tool" pack shut/in -o shut.key
    refuses 3 'shut/in: .*Permission denied' denied "$tool" ini check shut
else
    skips 'permissions do not hold the superuser back'
fi
chmod 755 shut/in

# One of two files is cut.
exits 0 "$tool" new utc -o whole.utc
head -c 60 whole.utc >cut.utc
refuses 3 'cut.utc: truncated' "$tool" diff cut.utc whole.utc
refuses 3 'cut.utc: truncated' "$tool" diff whole.utc cut.utc
