# What makes daily work safe: dry runs, backups, -o, globs, batches that go on, words that were mistyped.
"$tool" demo d -q
mod=d/kotor/modules/demo01.mod
cp $mod was.mod

# A word that is nearly one.
refuses 2 'there is no verb convrt; did you mean convert?' "$tool" convrt
refuses 2 'there is no verb teleport; reliquary --help' "$tool" teleport
refuses 2 'no such option: --jsn; did you mean --json?' "$tool" info --jsn x
refuses 2 'no such option: --dryrun; did you mean --dry-run?' "$tool" set --dryrun x y=1
refuses 2 'info takes no --creature' "$tool" info --creature x
refuses 2 'no such option: --zzzz; see' "$tool" info --zzzz

# put and rm: nothing changes in a dry run, -o writes elsewhere, --backup keeps what was there.
cp d/kotor/override/shelf01.uti lantern.uti
exits 0 "$tool" put $mod lantern.uti d/kotor/override/shelf01.utp --dry-run
same out.txt - <<'EOF'
would replace lantern.uti: 772 -> 809 bytes
would put in shelf01.utp, 869 bytes
EOF
same $mod was.mod
exits 0 "$tool" put $mod lantern.uti -o new.mod
equal "$(cat out.txt)" 'put lantern.uti into new.mod'
same $mod was.mod
"$tool" extract -q new.mod lantern.uti -o x
same x/lantern.uti lantern.uti
refuses 4 'new.mod' "$tool" put $mod lantern.uti -o new.mod
refuses 2 '\-\-backup is for a file that is replaced' "$tool" put $mod lantern.uti -o other.mod --backup
exits 0 "$tool" rm $mod '*.ut?' --dry-run
counts 8 out.txt '^would remove [a-z]*\.ut.$'
same $mod was.mod
exits 0 "$tool" rm $mod '*.ut?' module.ifo --backup
equal "$(cat out.txt)" "removed 9 from $mod"
same $mod.bak was.mod
exits 0 "$tool" list $mod
counts 8 out.txt '^ '
refuses 1 'no entry fits \*.xyz' "$tool" rm $mod '*.xyz'
cp $mod now.mod
refuses 4 'it can.t be kept as it is' "$tool" rm $mod keeper.dlg --backup
same $mod now.mod
refuses 2 'the key would not follow' "$tool" rm d/kotor/data/templates.bif keeper.utc -o x.bif

# ini set.
cp d/redguard/SYSTEM.INI s.ini
key=$("$tool" ini get s.ini --json | python3 -c 'import json, sys; e = json.load(sys.stdin)[0]; print(e["section"] + "/" + e["key"])')
old=$("$tool" ini get s.ini "$key")
exits 0 "$tool" ini set s.ini "$key" 12 --dry-run
equal "$(cat out.txt)" "$key: $old -> 12"
same s.ini d/redguard/SYSTEM.INI
exits 0 "$tool" ini set s.ini "$key" 12 --backup
same s.ini.bak d/redguard/SYSTEM.INI
equal "$("$tool" ini get s.ini "$key")" 12

# lint --fix: one backup of an archive, however many files in it are mended.
"$tool" pack d/broken/are-fog-negative.are d/broken/dlg-fade-ignored.dlg -o fix.mod -q
cp fix.mod unfixed.mod
exits 0 "$tool" lint fix.mod --fix --backup
has out.txt '^fixed: fix.mod/are-fog-negative.are'
has out.txt '^fixed: fix.mod/dlg-fade-ignored.dlg'
same fix.mod.bak unfixed.mod
differ fix.mod unfixed.mod
cp d/kotor/override/shelf01.utp a.utp
cp a.utp b.utp

# What was written is told, unless it goes to standard output or -q is given.
exits 0 "$tool" json a.utp -o told.json
has out.txt '^wrote told.json, [1-9][0-9]* bytes$'
exits 0 "$tool" json a.utp -o told.json -f -q
equal "$(cat out.txt)" ''
exits 0 "$tool" build told.json -o told.utp
has out.txt '^wrote told.utp, [1-9][0-9]* bytes$'
exits 0 "$tool" get d/kotor demo01.lyt -o got
has out.txt '^wrote got/demo01.lyt, [1-9][0-9]* bytes$'
exits 0 "$tool" convert d/kotor/override/demo_blade.tpc -o blade.png
equal "$(cat out.txt)" 'made blade.png, blade.txi'
exits 0 "$tool" convert d/kotor/override/demo_blade.tpc -o pictures
equal "$(cat out.txt)" 'made demo_blade.png, demo_blade.txi in pictures'

# Several documents: one line each.
exits 0 "$tool" json a.utp b.utp
counts 2 out.txt ''
"$tool" json a.utp >a1.json
python3 - <<'EOF'
import json

lines = [json.loads(line) for line in open("out.txt", encoding="utf-8")]
assert [line["path"] for line in lines] == ["a.utp", "b.utp"]
assert lines[0]["document"] == json.load(open("a1.json", encoding="utf-8"))
EOF

# A batch goes on where it was: what is there stays as it is.
mkdir mixed
cp d/kotor/override/demo_blade.tpc d/kotor/override/demo_glass.tpc mixed
printf 1 >mixed/a.txt
printf 2 >mixed/b.txt
printf 3 >mixed/c.doc
exits 0 "$tool" convert mixed -o batch
has out.txt "; 3 inputs are of no known format, or can't become that: 2 .txt, 1 .doc$"
printf kept >batch/demo_glass.png
rm batch/demo_blade.png
exits 0 "$tool" convert mixed -o batch --skip-existing
has out.txt '^made demo_blade.png in batch; [1-9] were there already'
equal "$(cat batch/demo_glass.png)" kept
exits 0 "$tool" extract was.mod '*.utc' -o people
rm people/guard.utc
printf kept >people/keeper.utc
exits 0 "$tool" extract was.mod '*.utc' -o people --skip-existing
equal "$(cat out.txt)" 'extracted 1 of 2 entries to people; 1 were there already'
equal "$(cat people/keeper.utc)" kept
exists people/guard.utc

# A full disk ends a batch at the first file that does not fit.
mkdir small
if mount -t tmpfs -o size=64k tmpfs small 2>/dev/null; then
    exits 4 "$tool" extract -j 1 was.mod -o small/x
    counts 1 err.txt 'No space left'
    has err.txt '^reliquary: [1-9][0-9]* entries were not tried'
    rm -r small/x
    exits 4 "$tool" convert -j 1 d/kotor/override --to json -o small/y
    counts 1 err.txt 'No space left'
    rm -r small/y
    # So does one of pictures that become textures.
    mkdir crests
    exits 0 "$tool" convert d/kotor/override/demo_crest.tpc -o crests/a.png
    for name in b c d; do cp crests/a.png crests/$name.png; done
    exits 4 "$tool" convert -j 1 crests --to tga -o small/z
    counts 1 err.txt 'No space left'
    umount small
else
    skips 'no right to mount a small disk'
fi

# A picture in true colour goes into a bank of indices by the palette of the game around it, or of --game; a
# picture with a palette of its own keeps to that. The index is known: the PNG has the colour of one entry.
python3 - "$tool" <<'EOF'
import json, struct, subprocess, sys, zlib

bank = json.loads(subprocess.check_output([sys.argv[1], "json", "d/redguard/fxart/TEXBSI.302"]))
plain = next(i for i in bank["images"] if not any(c["tag"] == "CMAP" for c in i["chunks"]))
head = next(c for c in plain["chunks"] if c["tag"] == "BHDR")
col = open("d/redguard/fxart/ISLAND.COL", "rb").read()[8:]
colors = [col[i * 3 : i * 3 + 3] for i in range(256)]
index = next(i for i in range(1, 256) if colors.count(colors[i]) == 1)

def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

width, height = head["width"], head["height"]
rows = b"".join(b"\0" + colors[index] * width for _ in range(height))
png = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
open(plain["name"] + ".png", "wb").write(png + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))
open("name.txt", "w").write(plain["name"])
open("index.txt", "w").write(str(index))
EOF
name=$(cat name.txt)
cp d/redguard/fxart/TEXBSI.302 alone.302
refuses 2 '--palette names one, --game a folder' "$tool" put alone.302 --format texbsi $name.png
same alone.302 d/redguard/fxart/TEXBSI.302
exits 0 "$tool" put alone.302 --format texbsi $name.png --game d/redguard
exits 0 "$tool" put d/redguard/fxart/TEXBSI.302 $name.png
same alone.302 d/redguard/fxart/TEXBSI.302
"$tool" convert -q d/redguard/fxart/TEXBSI.302 --palette d/redguard/fxart/ISLAND.COL --to png -o bank
python3 - <<'EOF'
import struct, zlib

name, index = open("name.txt").read(), int(open("index.txt").read())
png = open(f"bank/TEXBSI.302/{name}.png", "rb").read()
at, data = 8, b""
while at < len(png):
    size, kind = struct.unpack(">I4s", png[at : at + 8])
    if kind == b"IHDR":
        width, height, depth, color = struct.unpack(">IIBB", png[at + 8 : at + 18])
    if kind == b"IDAT":
        data += png[at + 8 : at + 8 + size]
    at += size + 12
assert (depth, color) == (8, 3), (depth, color)
rows = zlib.decompress(data)
# Filters of a picture of one colour leave the first pixel as it is, or differences of 0 behind it.
assert rows[1] == index, rows[:4]
EOF
