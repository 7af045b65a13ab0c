# Pictures out as PNG and in again: the same file, for every format that takes them.
"$tool" demo -q demo

for file in fxart/TEXBSI.302 fxart/TEXBSI.009 fxart/SKY001.BSI system/ICONS.GXA system/ICONSS.GXA \
    system/HARBOUR.GXA system/SKYDAY.GXA system/SKY_61.PCX system/pointers.bmp system/gui.lbm; do
    name=$(basename "$file")
    cp "demo/redguard/$file" "$name"
    "$tool" convert -q "$name" --to png -o "open-$name"
    pngs=$(find "open-$name" -name '*.png' | sort)
    for png in ${pngs:?}; do "$tool" put -q "$name" "$png"; done
    same "$name" "demo/redguard/$file"
done

# Shown with a palette of the game, and put back with that, with another or with none: the PNG says
# whose indices it has. A picture with a palette of its own (CMAP) is put back by the same rule.
palettes=demo/redguard/3dart
"$tool" convert -q demo/redguard/fxart/TEXBSI.302 --palette $palettes/ART_PAL.COL -o shown
for given in '' "--palette $palettes/ART_PAL.COL" "--palette demo/redguard/fxart/CATACOMB.COL"; do
    cp demo/redguard/fxart/TEXBSI.302 TEXBSI.302
    pngs=$(find shown -name '*.png' | sort)
    for png in ${pngs:?}; do "$tool" put -q TEXBSI.302 "$png" $given; done
    same TEXBSI.302 demo/redguard/fxart/TEXBSI.302
done

# A picture of another size goes in and comes out.
"$tool" put -q ICONS.GXA open-HARBOUR.GXA/HARBOUR.png --as 003.png
"$tool" convert -q ICONS.GXA --to png -o changed
same changed/ICONS/003.png open-HARBOUR.GXA/HARBOUR.png
same changed/ICONS/004.png open-ICONS.GXA/ICONS/004.png

# Textures: out as PNG and in again is the same file, whatever it holds.
for file in demo/kotor/override/demo_*.tpc demo/kotor/override/demo_*.tga \
    demo/kotor/override/demo_*.dds; do
    name=$(basename "$file")
    case $name in demo_std_565.dds) continue ;; esac # masks of this kind take no pictures
    cp "$file" "$name"
    "$tool" convert -q "$name" -o "shown-$name.png"
    "$tool" put -q "$name" "shown-$name.png"
    same "$name" "$file"
done

# A texture and its text stay together: out beside the picture, and in again.
"$tool" convert -q demo/kotor/override/demo_crest.tpc -o crest.png
printf 'blending punchthrough\r\ndecal 1\r\n' | same - crest.txi
exits 0 "$tool" convert crest.png --to tpc -o crest.tpc
has err.txt 'crest.png: takes its text along: crest.txi'
prints 'txi  *32 bytes' "$tool" info crest.tpc
exits 0 "$tool" convert -q demo/kotor/override/demo_crest.tpc -o -
same out.txt crest.png
has err.txt 'lost: its text'
printf 'cube 1\r\n' >other.txi
"$tool" convert -q crest.png --to tpc --txi other.txi -o other.tpc
prints 'txi  *8 bytes' "$tool" info other.tpc

# Blocks go from TPC to DDS and back as they are.
"$tool" convert -q demo/kotor/override/demo_panel.tpc --to dds -o panel.dds
"$tool" convert -q panel.dds --to tpc -o panel.tpc
same panel.tpc demo/kotor/override/demo_panel.tpc

# Every encoding, and what is not packed comes back as it was.
for encoding in dxt1 dxt5 grey rgb rgba swizzled; do
    "$tool" convert -q crest.png --to tpc --encoding $encoding -o "as-$encoding.tpc"
    "$tool" verify -q "as-$encoding.tpc"
done
for encoding in rgba swizzled; do
    "$tool" convert -q as-$encoding.tpc -o as-$encoding.png
    same as-$encoding.png crest.png
done
"$tool" convert -q crest.png --to tpc --no-mips -o small.tpc
prints 'levels  *1$' "$tool" info small.tpc

# A folder at once, PNG among it; and every kind into every other.
mkdir many
cp crest.png demo/kotor/override/demo_true32.tga demo/kotor/override/demo_bio_dxt5.dds \
    demo/kotor/override/demo_glass.tpc many
for kind in tga tpc dds; do
    "$tool" convert -q many --to $kind -o many-$kind
    equal "$(find many-$kind -name "*.$kind" | wc -l)" 4
    "$tool" verify -q many-$kind/*.$kind
done
"$tool" convert -q demo/redguard/system/SKY_61.PCX --to tga -o sky.tga
prints 'true colour, 24 bits' "$tool" info sky.tga
"$tool" convert -q demo/redguard/system/SKY_61.PCX -o sky.png
"$tool" convert -q sky.png --to tga -o sky-again.tga
same sky-again.tga sky.tga

# What can't be says why.
"$tool" convert -q demo/redguard/fonts/QUAY.FNT --to png -o odd.png
refuses 2 'powers of two' "$tool" convert -q odd.png --to tpc -o odd.tpc
refuses 2 'dxt1 dxt5, not rgb' "$tool" convert -q crest.png --to dds --encoding rgb -o x.dds
refuses 2 'are for --to tpc, tga and dds' "$tool" convert -q crest.tpc --to png --no-mips -o x.png

# A picture without an extension, in a folder that has one.
python3 - <<'PY'
import os, struct, zlib

def chunk(kind, data):
    return struct.pack('>I', len(data)) + kind + data + struct.pack('>I', zlib.crc32(kind + data))

os.mkdir('my.faces')
with open('my.faces/face', 'wb') as out:
    out.write(b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', 1, 1, 8, 2, 0, 0, 0))
              + chunk(b'IDAT', zlib.compress(b'\0\x10\x20\x30')) + chunk(b'IEND', b''))
PY
prints '^made face.tpc in bare$' "$tool" convert my.faces/face --to tpc -o bare
equal "$(ls bare)" face.tpc
