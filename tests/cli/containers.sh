# Archives and what is put into them: counts, entries of one name, palettes that are found by a name.
"$tool" demo -q d
red=d/redguard

# Of entries of one name extract takes the first; each other one is told.
python3 - <<'PY'
import struct

def archive(file, entries):
    count = len(entries)
    keys, sizes, data, at = b"", b"", b"", 160 + 32 * count
    for i, (name, text) in enumerate(entries):
        keys += name.encode().ljust(16, b"\0") + struct.pack("<IHH", i, 2027, 0)
        sizes += struct.pack("<2I", at + len(data), len(text))
        data += text
    head = b"MOD V1.0" + struct.pack("<9I", 0, 0, count, 160, 160, 160 + 24 * count, 0, 0, 0xFFFFFFFF) + bytes(116)
    open(file, "wb").write(head + keys + sizes + data)

archive("three.mod", [("b", b"1"), ("A", b"first"), ("c", b"22"), ("a", b"second"), ("a", b"third"), ("B", b"333")])
archive("two.mod", [("a", b"first"), ("b", b"second")])
PY
exits 0 "$tool" extract three.mod -o three
same err.txt - <<'EOF'
reliquary: three.mod: a second entry named a.utc is left out
reliquary: three.mod: a second entry named a.utc is left out
reliquary: three.mod: a second entry named B.utc is left out
EOF
equal "$(cat out.txt)" 'extracted 3 of 3 entries to three'
equal "$(cat three/[Aa].utc) $(cat three/[bB].utc) $(cat three/c.utc)" 'first 1 22'
exits 0 "$tool" list three.mod
same out.txt - <<'EOF'
         1  -       b.utc
         5  -       A.utc
         2  -       c.utc
         6  -       a.utc
         5  -       a.utc
         3  -       B.utc
6 entries, 22 bytes
EOF
exits 0 "$tool" list three.mod '?.utc' 'B*' c.utc
has out.txt '^6 entries, 22 bytes$'
exits 0 "$tool" list three.mod c.utc 'nothing*'
same out.txt - <<'EOF'
         2  -       c.utc
1 entries, 2 bytes
EOF
refuses 2 '^reliquary: -o - takes one entry, 2 fit$' "$tool" extract two.mod -o -
exits 0 "$tool" extract two.mod b.utc -o -
equal "$(cat out.txt)" second
refuses 2 '^reliquary: --json, --partial and --dry-run go with --salvage$' "$tool" extract two.mod --partial -o x
refuses 2 '^reliquary: --json, --partial and --dry-run go with --salvage$' "$tool" extract two.mod --json -o x
absent x

# Several at once: what is put in and taken out is counted; one by its name.
printf 'x' >x.txt
printf 'yy' >y.txt
cp two.mod work.mod
equal "$("$tool" put work.mod x.txt)" 'put x.txt into work.mod'
equal "$("$tool" put work.mod x.txt y.txt)" 'put 2 files into work.mod'
exits 0 "$tool" put work.mod x.txt --as b.utc --dry-run
equal "$(cat out.txt)" 'would replace b.utc: 6 -> 1 bytes'
exits 0 "$tool" put work.mod y.txt --as B.UTC --dry-run
equal "$(cat out.txt)" 'would replace B.UTC: 6 -> 2 bytes'
exits 0 "$tool" put work.mod y.txt --as new.txt --dry-run
equal "$(cat out.txt)" 'would put in new.txt, 2 bytes'
refuses 2 '^reliquary: --as names one file, 2 are given$' "$tool" put work.mod x.txt y.txt --as z.txt
equal "$("$tool" rm work.mod a.utc y.txt)" 'removed 2 from work.mod'
equal "$("$tool" rm work.mod '?.utc')" 'removed 1 from work.mod'
equal "$("$tool" rm work.mod X.TXT)" 'removed X.TXT from work.mod'
exits 0 "$tool" list work.mod
equal "$(cat out.txt)" '0 entries, 0 bytes'
# A glob that fits after one that does not changes nothing.
cp two.mod work.mod
refuses 1 '^reliquary: work.mod: no entry fits z\*; reliquary list shows what is there$' "$tool" rm work.mod 'z*' 'a*'
same work.mod two.mod
refuses 1 '^reliquary: work.mod: no entry fits z\*; ' "$tool" rm work.mod 'a*' 'z*'
same work.mod two.mod

# The palette that colours are matched with: the COL with the name of the file, before that of the island.
python3 - <<'PY'
import struct, zlib

def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

rows = b"".join(b"\0" + bytes(c for x in range(16) for c in (x * 16, y * 16, 255 - x * 8 - y * 8)) for y in range(16))
open("true.png", "wb").write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 16, 16, 8, 2, 0, 0, 0))
                             + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))
PY
for palette in ISLAND SUNSET; do
    "$tool" put -q $red/fxart/TEXBSI.302 true.png --as D02064.png --palette $red/fxart/$palette.COL -o $palette.302
done
differ ISLAND.302 SUNSET.302
cp -r $red r
cp $red/fxart/SUNSET.COL r/fxart/TEXBSI.COL
"$tool" put -q $red/fxart/TEXBSI.302 true.png --as D02064.png --game r -o own.302
same own.302 SUNSET.302
"$tool" put -q r/fxart/TEXBSI.302 true.png --as D02064.png -o around.302
same around.302 SUNSET.302
rm r/fxart/TEXBSI.COL
"$tool" put -q r/fxart/TEXBSI.302 true.png --as D02064.png -o island.302
same island.302 ISLAND.302
rm r/fxart/ISLAND.COL
refuses 2 '; --palette names one, --game a folder of the game that has it$' \
    "$tool" put r/fxart/TEXBSI.302 true.png --as D02064.png -o none.302
absent none.302
# What comes from standard input is read once: then no game is looked for.
refuses 2 '; --palette names one, --game a folder of the game that has it$' \
    "$tool" put $red/fxart/TEXBSI.302 - --as D02064.png -o none.302 <true.png
"$tool" put -q $red/fxart/TEXBSI.302 - --as D02064.png -o piped.302 --palette $red/fxart/SUNSET.COL <true.png
same piped.302 SUNSET.302

# The archives of a module: what stands in _dlg.erf comes before the area's own archive, that before _s.rim; the
# area is in _a.rim, else _adx.rim, else the one without an ending.
mkdir parts
for kind in area a adx s dlg; do
    mkdir "$kind"
    printf '%s' "$kind" >"$kind/all.txt"
    printf '%s' "$kind" >"$kind/$kind.txt"
done
for kind in area a adx s; do printf '%s' "$kind" >"$kind/both.txt"; done
for kind in area a adx; do "$tool" new ifo -o "$kind/module.ifo"; done
"$tool" pack area -o parts/m.rim -q
"$tool" pack s -o parts/m_s.rim -q
packed() { # names of parts, the number of resources and of those that are hidden, content of both.txt, then of all.txt
    rm -f m.mod
    equal "$("$tool" pack --from-module parts/m -o m.mod)" \
        "packed $2 resources of $1 archives into m.mod; $3 were hidden by others"
    rm -rf m
    "$tool" extract -q m.mod -o m
    equal "$(cat m/both.txt) $(cat m/all.txt)" "$4"
}
packed 2 5 2 'area area'
"$tool" pack dlg -o parts/m_dlg.erf -q
packed 3 6 3 'area dlg'
"$tool" pack adx -o parts/m_adx.rim -q
packed 3 6 3 'adx dlg'
"$tool" pack a -o parts/m_a.rim -q
packed 3 6 3 'a dlg'
rm parts/m_s.rim
packed 2 5 1 'a dlg'
for name in m_a.rim m_A.RIM m_adx.rim m_s.rim m_dlg.erf m.rim; do
    "$tool" pack --from-module parts/$name -o again.mod -f -q
    same again.mod m.mod
done
# A name that is nothing but an ending is one.
refuses 3 '^reliquary: _a.rim: no such file$' "$tool" pack --from-module _a.rim -o x.mod
refuses 3 '^reliquary: .rim.rim: no such file$' "$tool" pack --from-module .rim -o x.mod
absent x.mod

# Folders become BIF files, and the key leads to each of their files; a name that two of them have is found in the first.
for folder in one two third; do
    mkdir -p key/$folder
    for n in 1 2 3; do printf '%s %s' $folder $n >key/$folder/$folder$n.txt; done
    printf '%s' $folder >key/$folder/shared.txt
done
(
    cd key
    equal "$("$tool" pack one two// third/ -o made/chitin.key)" \
        'packed 12 files into 3 BIF files in made/data, and made/chitin.key'
    for folder in one two third; do
        for n in 1 2 3; do
            exits 0 "$tool" get made $folder$n.txt -o -
            equal "$(cat out.txt)" "$folder $n"
        done
        exists made/data/$folder.bif
    done
    exits 0 "$tool" get made shared.txt -o -
    equal "$(cat out.txt)" one
    exits 0 "$tool" json made/chitin.key -o key.json -q
    python3 - <<'PY'
import json
key = json.load(open("key.json"))
assert [bif["name"] for bif in key["bifs"]] == [f"data\\{name}.bif" for name in ("one", "two", "third")], key["bifs"]
assert len(key["keys"]) == 12
PY
    refuses 4 '^reliquary: made/data/one.bif: is there already; --force writes over it$' "$tool" pack one -o made/new.key
    absent made/new.key
)
# Without names the files of a BIF are numbers.
exits 0 "$tool" pack key/one key/two -o plain.bif
equal "$(cat out.txt)" 'packed 8 files into plain.bif; it has no names: -o NAME.key makes one that has them'
exits 0 "$tool" list plain.bif
has out.txt '  00000.txt$'
has out.txt '  00007.txt$'
has out.txt '^8 entries, '
