# extract --salvage: what is whole of damaged files, what is told of the rest, and files that a transfer in text
# mode has changed.
exits 0 "$tool" demo made
mod=made/kotor/modules/demo01.mod
exits 0 "$tool" extract "$mod" -o good

# Nothing is lost of a file that is fine: the same files.
prints '^17 of 17 entries recovered to fine$' "$tool" extract --salvage "$mod" -o fine
same fine good

# Cut in the last entry.
head -c 27448 "$mod" >cut.mod
refuses 3 'ends at 27448, but its own sizes promise 45748 bytes: the file is truncated; extract --salvage' "$tool" info cut.mod
exits 1 "$tool" extract --salvage cut.mod -o saved
has out.txt '^lost: demo_crest.tpc, entry 16: beyond the end of the file; 3732 of 22032 bytes are there$'
has out.txt '^16 of 17 entries recovered to saved$'
absent saved/demo_crest.tpc saved/demo_crest.tpc.part
rm good/demo_crest.tpc
same saved good

# What is there of the last one, under another name.
refuses 1 'no entry fits' "$tool" extract --salvage "$mod" 'no-such*' -o none
exits 3 "$tool" extract --salvage --partial cut.mod 'demo_cr*' -o parts
has out.txt '^0 of 1 entries recovered$'
exists parts/demo_crest.tpc.part
absent parts/demo_crest.tpc

# Nothing is written by a dry run; JSON has the whole report.
exits 1 "$tool" extract --salvage cut.mod -o none --dry-run --json
absent none
cp out.txt report.json
python3 - <<'EOF'
import json
report = json.load(open("report.json"))
assert report["format"] == "erf" and report["dry_run"] is True and report["end_missing"] is False, report
assert (report["recovered"], report["entries"], len(report["files"])) == (16, 17, 16), report
(lost,) = report["lost"]
assert (lost["name"], lost["number"], lost["reason"], lost["there"], lost["size"]) == ("demo_crest.tpc", 16, "end", 3732, 22032), lost
EOF
exits 1 "$tool" extract --salvage cut.mod -o none --dry-run
has out.txt '^16 of 17 entries can be recovered$'
exits 1 "$tool" extract --salvage cut.mod -q -o quiet
counts 1 out.txt ''

# Not one entry, and not even a header.
head -c 170 "$mod" >header.mod
exits 3 "$tool" extract --salvage header.mod -o none
has out.txt '^lost: entries 0 to 16: header unreadable$'
has out.txt '^0 of 17 entries recovered$'
head -c 12 "$mod" >tag.mod
exits 3 "$tool" extract --salvage tag.mod -o none
absent none
exits 3 "$tool" extract --salvage good/module.ifo -o none
exits 3 "$tool" extract --salvage no.mod -o none

# Never over what is there, never over the damaged file.
refuses 4 'is there already' "$tool" extract --salvage cut.mod -o saved
exits 1 "$tool" extract --salvage cut.mod -f -o saved
rtx=made/redguard/ENGLISH.RTX
head -c 300000 "$rtx" >ENGLISH.RTX
cp ENGLISH.RTX as-it-was
refuses 4 'over itself' "$tool" extract --salvage ENGLISH.RTX -f
same ENGLISH.RTX as-it-was

# A bank becomes a file of its format.
refuses 3 'rtx: ends at 300000, but its own sizes promise at least' "$tool" info ENGLISH.RTX
exits 1 "$tool" extract --salvage ENGLISH.RTX -o bank
has out.txt 'of at least .* entries recovered to bank; the end of the file is missing$'
exits 0 "$tool" verify --through json bank/ENGLISH.RTX
exits 1 "$tool" extract --salvage ENGLISH.RTX -o -
same out.txt bank/ENGLISH.RTX

# The names that a key has, and names that can't be those of files.
head -c 60000 made/kotor/data/textures.bif >cut.bif
exits 1 "$tool" extract --salvage cut.bif --key made/kotor/chitin.key -o bif
exits 0 "$tool" extract made/kotor/data/textures.bif -o whole-bif
for file in bif/*; do
    same "$file" "whole-bif/${file##*/}"
done
refuses 2 'are for BIF and BZF' "$tool" extract --salvage cut.mod --key made/kotor/chitin.key -o none

# Options that only go with it.
refuses 2 'go with --salvage' "$tool" extract "$mod" --json
refuses 2 'go with --salvage' "$tool" extract "$mod" --partial
refuses 2 'takes one file' "$tool" extract --salvage cut.mod -o -

# CR bytes that a transfer in text mode adds: told everywhere, and taken out again.
python3 - <<'EOF'
whole = open("good/keeper.utc", "rb").read()
open("keeper.utc", "wb").write(whole.replace(b"\n", b"\r\n"))
whole = open("good/keeper.dlg", "rb").read()
open("keeper.dlg", "wb").write(whole.replace(b"\n", b"\r\n"))
mod = open("made/kotor/modules/demo01.mod", "rb").read()
open("text.mod", "wb").write(mod.replace(b"\n", b"\r\n"))
EOF
for file in keeper.utc keeper.dlg; do
    if ! cmp -s "$file" "good/$file"; then
        exits 1 "$tool" verify "$file"
        has out.txt 'looks like a text-mode transfer added [0-9]* CR bytes'
        exits 1 "$tool" lint "$file"
        has out.txt 'looks like a text-mode transfer added [0-9]* CR bytes'
        exits 0 "$tool" extract --salvage "$file" -o mended
        has out.txt 'looks like a text-mode transfer added [0-9]* CR bytes'
        same "mended/$file" "good/$file"
    fi
done
exists mended
exits 1 "$tool" verify text.mod
has out.txt 'looks like a text-mode transfer added [0-9]* CR bytes'
exits 0 "$tool" extract --salvage text.mod -o from-text
same from-text fine

# An MDX, by the size that its MDL has.
mkdir model
cp made/kotor/override/demo_guard.mdl model
python3 - <<'EOF'
whole = open("made/kotor/override/demo_guard.mdx", "rb").read()
assert b"\n" in whole
open("model/demo_guard.mdx", "wb").write(whole.replace(b"\n", b"\r\n"))
EOF
prints 'looks like a text-mode transfer added [0-9]* CR bytes' "$tool" info model/demo_guard.mdl
exits 0 "$tool" extract --salvage model/demo_guard.mdx -o model/right
same model/right/demo_guard.mdx made/kotor/override/demo_guard.mdx
head -c 1000 made/kotor/override/demo_guard.mdx >model/demo_guard.mdx
refuses 3 '1000 bytes, [0-9]* expected' "$tool" extract --salvage model/demo_guard.mdx -o model/none

prints 'a transfer in text mode' "$tool" explain gff-text-mode

# An image without a name is told of by its number; the one at 0x1b7b, the second, has lost the first byte of its own.
cp made/redguard/fxart/TEXBSI.302 TEXBSI.302
printf '\0' | dd of=TEXBSI.302 bs=1 seek=7035 conv=notrunc status=none
exits 1 "$tool" extract --salvage TEXBSI.302 --dry-run
has out.txt '^lost: entry 1: header unreadable$'
has out.txt '^entries behind a lost one have other numbers in the new file$'

# Of entries of one name the first has it, the others get their number; never over the damaged file, by whichever way
# its folder is named.
python3 - <<'EOF'
import struct
names = (b"both", b"BOTH", b"both", b"last")
bodies = (b"first", b"second", b"third", b"lost")
keys, data = b"", b""
for i, name in enumerate(names):
    keys += name.ljust(16, b"\0") + struct.pack("<4I", 10, i, 248 + len(data), len(bodies[i]))
    data += bodies[i]
open("two.rim", "wb").write(b"RIM V1.0" + struct.pack("<4I", 0, 4, 120, 0) + bytes(96) + keys + data[:-4])
EOF
exits 1 "$tool" extract --salvage two.rim -o two
has out.txt '^lost: last.txt, entry 3: beyond the end of the file; 0 of 4 bytes are there$'
has out.txt '^3 of 4 entries recovered to two$'
mkdir numbered
printf first >numbered/both.txt
printf second >numbered/entry00001.txt
printf third >numbered/entry00002.txt
same two numbered
mkdir here
cp two.rim here/both.txt
refuses 4 'here/both.txt would be written over itself; -o names another folder' \
    "$tool" extract --salvage here/both.txt -f -o two/../here
same here/both.txt two.rim
exits 1 "$tool" extract --salvage here/both.txt -f -o two
equal "$(cat two/both.txt)" first
